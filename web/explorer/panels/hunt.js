// The hunt: a bug is switched on in an engine that shares no code with the library. Guess which; then let the hunter
// find it and name it.

import { button, choice, element, labeled, replace } from "../element.js";
import { stop } from "../laboratory.js";
import { counted, piecesOf } from "../squares.js";

export const hunt = {
    name: "hunt",
    title: "Hunt a bug",
    group: "Bugs and play",
    lede: "An engine of a weekend’s work, with one of the mistakes that people make. Look for a position where it counts wrong, guess which rule it breaks, and then let the hunter find it, make the example small, and name it.",
    book: ["hunt.html", "A real hunt"],
    defaults: {
        secret: "",
        depth: "1",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    },
    allowed: { depth: /^[1-4]$/ },
    keepsPosition: true,
    build,
};

/** The bug of a game is in the address, but not readable at a glance. */
const hide = (index) => ((index * 37 + 11) % 9973).toString(36);
const reveal = (secret, count) =>
    Array.from({ length: count }, (_, index) => index).find((index) => hide(index) === secret);

function build(view) {
    let bugs = [];
    let classes = [];
    let isHunting = false;
    const board = view.board("Board of the question", { focus: "e1" });
    const controls = element("div", { class: "controls" });
    const questions = element("div", { class: "answer" });
    const guess = element("div");
    const report = element("div", { role: "status" });
    view.desk.append(controls, questions, guess, report);
    let asked = 0;

    const bug = () => bugs[reveal(view.values.secret, bugs.length)];
    const begin = (index) => {
        asked = 0;
        replace(report);
        view.set({ secret: hide(index) });
    };

    function drawControls() {
        replace(
            controls,
            button("A bug at random", () => begin(Math.floor(Math.random() * bugs.length)), {
                class: "main",
                "data-key": "random",
            }),
            choice(
                "Or choose one",
                [
                    ["", "…"],
                    ...bugs.map(({ name, sentence }, index) => [String(index), `${name}: ${sentence}`]),
                ],
                "",
                (index) => index && begin(Number(index)),
            ),
        );
    }

    async function askIt() {
        asked += 1;
        const { fen, depth } = view.values;
        const answer = await view.ask("mutant", { fen, depth: Number(depth), bug: bug()?.name });
        const right = await view.ask("divide", { fen, depth: Number(depth) });
        const ours = new Map(right.moves.map(({ uci, san, leaves }) => [uci, { san, leaves }]));
        const theirs = new Map(answer.moves.map(({ uci, leaves }) => [uci, BigInt(leaves)]));
        const wrong = [
            ...[...ours].filter(([uci]) => !theirs.has(uci)).map(([uci, { san }]) => [uci, san, "missing"]),
            ...[...theirs].filter(([uci]) => !ours.has(uci)).map(([uci]) => [uci, "—", "not legal"]),
            ...[...ours]
                .filter(([uci, { leaves }]) => theirs.has(uci) && theirs.get(uci) !== leaves)
                .map(([uci, { san, leaves }]) => [
                    uci,
                    san,
                    `${counted(theirs.get(uci))}, not ${counted(leaves)}`,
                ]),
        ];
        return { answer, right, wrong };
    }

    async function drawQuestions() {
        const { answer, right, wrong } = await askIt();
        const isWrong = wrong.length > 0 || BigInt(answer.total) !== right.total;
        board.show({
            pieces: view.pieces,
            fills: Object.fromEntries(
                wrong.flatMap(([uci]) => [
                    [uci.slice(0, 2), "red"],
                    [uci.slice(2, 4), "red"],
                ]),
            ),
        });
        replace(
            questions,
            element("h2", {}, "Ask it"),
            element(
                "div",
                { class: "controls" },
                choice(
                    "Depth",
                    ["1", "2", "3", "4"].map((depth) => [depth, depth]),
                    view.values.depth,
                    (depth) => view.set({ depth }),
                ),
            ),
            element(
                "p",
                { class: isWrong ? "no" : "yes" },
                `It counts ${counted(answer.total)}; right is ${counted(right.total)}. `,
                isWrong
                    ? "Wrong!"
                    : "Try another position or depth: set one at the board, or take a known one.",
            ),
            wrong.length > 0 &&
                element(
                    "ul",
                    { class: "moves" },
                    wrong
                        .slice(0, 24)
                        .map(([uci, san, what]) =>
                            element(
                                "li",
                                { class: "capture" },
                                `${uci} ${san === "—" ? "" : `(${san}) `}${what}`,
                            ),
                        ),
                ),
        );
    }

    function drawGuess() {
        const select = element(
            "select",
            {},
            classes.map((name) => element("option", { value: name }, name)),
        );
        replace(
            guess,
            element("h2", {}, "Name it"),
            element(
                "div",
                { class: "controls" },
                labeled("The rule that it breaks", select),
                button(
                    "Guess",
                    () => {
                        const right = select.value === bug()?.class;
                        replace(
                            report,
                            element(
                                "p",
                                { class: right ? "yes" : "no" },
                                right
                                    ? `Right, after ${asked} ${asked === 1 ? "question" : "questions"}: ${bug().name}. ${bug().sentence}`
                                    : `It is not ${select.value}.`,
                            ),
                        );
                    },
                    { "data-key": "guess" },
                ),
                button("Let the hunter find it", letItHunt, { class: "main", "data-key": "hunt" }),
            ),
        );
    }

    async function letItHunt() {
        replace(
            report,
            element("p", { class: "note" }, "The hunter asks, follows what is wrong, and makes it small …"),
            button("Stop", () => stop(), { "data-key": "stop" }),
        );
        isHunting = true;
        try {
            const answer = await view.ask("hunt", { bug: bug()?.name });
            isHunting = false;
            drawReport(answer);
        } catch (error) {
            isHunting = false;
            replace(report, element("p", { class: "note" }, `The hunt ended: ${error.message}.`));
        }
    }

    function drawReport(answer) {
        const [found] = answer.findings;
        if (!found) {
            replace(
                report,
                element(
                    "p",
                    { class: "no" },
                    `${counted(answer.questions)} questions, and nothing found in the time of this page.`,
                ),
            );
            return;
        }
        const right = found.class === bug()?.class;
        replace(
            report,
            element("h2", {}, `Found: ${found.class}`),
            element("p", { class: "rule" }, found.rule),
            element(
                "ul",
                { class: "plain-list" },
                found.reasons.map((reason) => element("li", {}, reason)),
            ),
            element(
                "p",
                {},
                button(
                    "Show its example on the board",
                    () => view.set({ fen: found.fen, depth: String(found.depth) }),
                    { "data-key": "example" },
                ),
            ),
            element(
                "dl",
                { class: "facts" },
                fact("Example", element("code", {}, found.fen)),
                fact("Depth", `${found.depth}${found.line.length ? `, after ${found.line.join(" ")}` : ""}`),
                found.counted !== null &&
                    fact("It counts", `${counted(found.counted)}, right is ${counted(found.expected)}`),
                fact("Seen", found.seen),
                fact(
                    "Asked",
                    `${counted(answer.questions)} questions, ${counted(answer.leaves)} leaves, ${answer.seconds.toFixed(1)} s; ${counted(answer.wrong)} of ${counted(answer.right + answer.wrong)} were answered wrong`,
                ),
            ),
            element(
                "p",
                { class: right ? "yes" : "note" },
                `What was switched on: ${bug().name}. ${bug().sentence}`,
            ),
        );
        view.say(`Found: ${found.class}`);
    }

    return async ({ fen, secret }) => {
        if (bugs.length === 0) {
            ({ bugs } = await view.ask("bugs"));
            classes = [...new Set(bugs.map((bug) => bug.class))].sort();
        }
        if (isHunting) replace(report);
        isHunting = false;
        drawControls();
        board.show({ pieces: piecesOf(fen) });
        if (bug() === undefined) {
            replace(
                questions,
                element(
                    "p",
                    {},
                    `There are ${bugs.length} bugs in ${classes.length} classes. Switch one on.`,
                ),
            );
            replace(guess);
            replace(report);
            return;
        }
        if (guess.dataset.secret !== secret) drawGuess();
        guess.dataset.secret = secret;
        await drawQuestions();
    };
}

const fact = (name, ...value) => [element("dt", {}, name), element("dd", {}, value)];
