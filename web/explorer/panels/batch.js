// Batch counting: the replies to eight moves, side by side, a step at a time.

import { button, element, replace } from "../element.js";
import { setBoard } from "../sets.js";
import { counted, piecesOf, setOf, spoken } from "../squares.js";

const NONE = 0n;

/** Each step: its name, what is said of it, and what a lane shows. */
const STEPS = [
    [
        "Eight children",
        "One parent, eight moves. Only what changes is noted: the marked squares. All else is the same in every lane.",
        (lane) => [setOf(lane.occupied), { also: { gold: setOf(lane.changed) } }],
    ],
    [
        "Sliders: before",
        "The rooks and queens of the side that has moved. They are about to be filled north, all at once.",
        (lane) => [setOf(lane.doublings[0]), { kind: "gold", also: { ink: setOf(lane.occupied) } }],
    ],
    [
        "Fill by one",
        "Each is moved one square north, where that is empty, and added.",
        (lane) => [setOf(lane.doublings[1]), { kind: "gold", also: { ink: setOf(lane.doublings[0]) } }],
    ],
    [
        "Fill by two",
        "Both squares are moved by two: four in a row. No loop asks how far a slider goes.",
        (lane) => [setOf(lane.doublings[2]), { kind: "gold", also: { ink: setOf(lane.doublings[0]) } }],
    ],
    [
        "Fill by four",
        "And by four: a whole file, in three steps for all sliders of all lanes.",
        (lane) => [setOf(lane.doublings[3]), { kind: "gold", also: { ink: setOf(lane.doublings[0]) } }],
    ],
    [
        "Eight directions",
        "The same in all eight directions: every square that the sliders attack.",
        (lane) => [setOf(lane.slides), { kind: "red" }],
    ],
    [
        "Danger",
        "With the attacks of king, knights and pawns: the squares on which the king of the side to reply may not stand. A lane whose king does is in check and leaves the register.",
        (lane) => [setOf(lane.danger), { kind: "red" }],
    ],
    ["The king looks", "Up to the first piece in each direction.", (lane) => [setOf(lane.looks), {}]],
    [
        "Pins",
        "Where a look of the king and the opposite attack of a slider meet on an own piece, that piece is pinned on this line.",
        (lane) => [setOf(lane.pinned), { kind: "gold", also: { ink: setOf(lane.looks) } }],
    ],
    [
        "Replies",
        "Where the replying side can go. Targets of one direction never overlap, so the number of moves is a number of squares.",
        (lane) => [setOf(lane.targets), { kind: "green" }],
    ],
    [
        "Counted",
        "The squares of all kinds, added up. Lanes in check or with en passant are counted one by one instead.",
        (lane) => [setOf(lane.targets), { kind: "green" }],
    ],
];

export const batch = {
    name: "batch",
    title: "Eight lanes at once",
    group: "Counting",
    lede: "How perft counts the replies to eight moves in one register: no look-up and no branch, only arithmetic on sets, the same in every lane.",
    book: ["perft.html#eight-at-a-time", "Perft: eight at a time"],
    defaults: { step: "0", first: "0", fen: "4r1k1/5ppp/8/8/1b6/2N1B3/PP3PPP/R3K2R b KQ - 0 1" },
    forget: { first: "0" },
    allowed: { step: /^\d{1,2}$/, first: /^\d{1,3}$/ },
    keepsPosition: true,
    build,
};

function build(view) {
    const board = view.board("Board of the parent");
    const controls = element("div", { class: "controls" });
    const said = element("div", { role: "status", class: "answer" });
    const lanes = element("div", { class: "lanes" });
    const sum = element("div");
    view.desk.append(controls, said, lanes, sum);

    const at = () => Math.min(STEPS.length - 1, Number(view.values.step) || 0);
    const from = () => Number(view.values.first) || 0;
    // From where the reader is when it is pressed, which is ahead of what is shown if an answer takes its time.
    const stepBy = (by) => view.set({ step: String(Math.max(0, Math.min(STEPS.length - 1, at() + by))) });
    const turnBy = (by) => view.set({ first: String(Math.max(0, from() + by)) });

    return async ({ fen }) => {
        const [step, first] = [at(), from()];
        board.show({ pieces: view.pieces });
        const answer = await view.ask("batch", { fen, first });
        const [name, words, show] = STEPS[step];
        replace(
            controls,
            button("Back", () => stepBy(-1), {
                disabled: step === 0,
                "data-key": "back",
            }),
            button("Step", () => stepBy(1), {
                disabled: step === STEPS.length - 1,
                class: "main",
                "data-key": "step",
            }),
            button("Previous eight", () => turnBy(-8), {
                disabled: first === 0,
                "data-key": "previous",
            }),
            button("Next eight", () => turnBy(8), {
                disabled: first + 8 >= answer.children,
                "data-key": "next",
            }),
        );
        replace(said, element("h2", {}, `${step + 1} of ${STEPS.length}: ${name}`), element("p", {}, words));
        const isCounted = step === STEPS.length - 1;
        const isOut = (lane) => step >= 6 && lane.leaves;
        replace(
            lanes,
            answer.lanes.map((lane) => {
                const [set, options] = show(lane);
                const king = Object.entries(piecesOf(lane.fen)).find(
                    ([, letter]) => letter === (lane.fen.includes(" b ") ? "k" : "K"),
                );
                const shown = isOut(lane) && step > 6 ? NONE : set;
                return element(
                    "section",
                    {
                        class: `lane ${isOut(lane) ? "out" : ""}`,
                        "aria-label": `lane of ${lane.san}: ${spoken(shown)}`,
                    },
                    element("h3", {}, lane.san),
                    setBoard(name.toLowerCase(), shown, { ...options, small: true, square: king?.[0] }),
                    isOut(lane) && element("p", { class: "out-note" }, lane.leaves),
                    isCounted &&
                        element(
                            "p",
                            { class: "lane-count" },
                            isOut(lane) ? `${lane.legal}, alone` : String(lane.total),
                        ),
                );
            }),
        );
        replace(sum, isCounted && drawSum(answer));
    };
}

/** Directions as on a compass, so that all columns have room. */
const shortened = (name) => {
    const short = name.replace(/(north|south|east|west)-?/g, (word) => word[0].toUpperCase());
    return short === name ? name : element("abbr", { title: name }, short);
};

function drawSum({ lanes, children }) {
    const staying = lanes.filter((lane) => !lane.leaves);
    const all = staying[0]?.counts.map(({ name }) => name) ?? [];
    // Kinds of moves that no lane has need no column.
    const names = all.filter((_, kind) => staying.some((lane) => lane.counts[kind].count > 0));
    if (lanes.length === 0) return element("p", {}, "There is no move here, so nothing is counted.");
    const total = lanes.reduce((sum, lane) => sum + lane.legal, 0);
    const agrees = staying.every((lane) => lane.total === lane.legal);
    return [
        element(
            "p",
            { class: agrees ? "yes" : "no" },
            agrees
                ? `Together ${counted(total)} replies. In every lane that stayed, the sum is the number of moves that the generator lists.`
                : "The sum differs from the generator’s list, which is a bug: please tell us.",
        ),
        names.length > 0 &&
            element(
                "div",
                { class: "scroll", tabindex: "0", role: "region", "aria-label": "Replies by kind" },
                element(
                    "table",
                    { class: "kinds" },
                    element("caption", {}, `${lanes.length} of ${children} children`),
                    element(
                        "thead",
                        {},
                        element(
                            "tr",
                            {},
                            element("th", { scope: "col" }, "Move"),
                            element("th", { scope: "col", class: "number" }, "all"),
                            names.map((name) =>
                                element("th", { scope: "col", class: "number" }, shortened(name)),
                            ),
                        ),
                    ),
                    element(
                        "tbody",
                        {},
                        staying.map((lane) =>
                            element(
                                "tr",
                                {},
                                element("th", { scope: "row" }, lane.san),
                                element("td", { class: "number" }, element("strong", {}, String(lane.total))),
                                lane.counts
                                    .filter(({ name }) => names.includes(name))
                                    .map(({ count }) =>
                                        element(
                                            "td",
                                            { class: count ? "number" : "number none" },
                                            String(count),
                                        ),
                                    ),
                            ),
                        ),
                    ),
                ),
            ),
    ];
}
