// The magic look-up step by step, PEXT beside it, and the search for a multiplier.

import { SQUARE } from "../address.js";
import { button, element, replace, segments } from "../element.js";
import { setBoard, wordStrip } from "../sets.js";
import { counted, digitsOf, grouped, has, setFrom, setOf, sizeOf, squaresOf } from "../squares.js";

const WORD = (1n << 64n) - 1n;

export const magic = {
    name: "magic",
    title: "The magic look-up",
    group: "Attacks",
    lede: "A slider’s attacks in four instructions: and, multiply, shift, load. Pick squares to put and remove blockers, or to move the piece, and watch where the bits land.",
    book: ["attacks.html#magic-multiplication", "Attacks in one look-up"],
    defaults: {
        fen: "8/8/2p5/8/5P2/8/8/8 w - - 0 1",
        square: "c4",
        piece: "rook",
        pick: "blocker",
        state: "7c5",
    },
    allowed: {
        square: SQUARE,
        piece: /^(rook|bishop)$/,
        pick: /^(blocker|piece)$/,
        state: /^[0-9a-f]{1,16}$/,
    },
    build,
};

/** What PEXT does: the bits under the mask, packed together at the low end. */
function pext(word, mask) {
    let [gathered, place] = [0n, 0n];
    for (let index = 0; index < 64; index += 1) {
        if (has(mask, index)) {
            if (has(word, index)) gathered |= 1n << place;
            place += 1n;
        }
    }
    return gathered;
}

const binary = (number, bits) => number.toString(2).padStart(bits, "0");

function build(view) {
    let search;
    const controls = element("div", { class: "controls" });
    const steps = element("ol", { class: "steps" });
    const hunt = element("div", { class: "search" });
    view.desk.append(controls, steps, hunt);
    view.atTheEnd(() => (search = undefined));
    const board = view.board("Board of the look-up", { bar: false, focus: "c4", onpick: pick });
    const blockers = () =>
        Object.fromEntries(Object.entries(view.pieces).filter(([at]) => at !== view.values.square));

    function pick(square) {
        if (view.values.pick === "piece") return view.set({ square });
        if (square === view.values.square) return undefined;
        const pieces = blockers();
        if (pieces[square]) delete pieces[square];
        else pieces[square] = "p";
        view.say(pieces[square] ? `blocker on ${square}` : `${square} is empty`);
        return view.set({ fen: `${field(pieces)} w - - 0 1` });
    }

    const field = (pieces) => {
        const rows = [];
        for (let row = 8; row >= 1; row -= 1) {
            rows.push(
                [..."abcdefgh"]
                    .map((file) => pieces[file + row] ?? "1")
                    .join("")
                    .replace(/1+/g, (run) => String(run.length)),
            );
        }
        return rows.join("/");
    };

    function drawControls({ piece, pick: picks }) {
        replace(
            controls,
            segments(
                "Piece",
                [
                    ["rook", "Rook"],
                    ["bishop", "Bishop"],
                ],
                piece,
                (to) => view.set({ piece: to }),
            ),
            segments(
                "Picking a square",
                [
                    ["blocker", "Blockers"],
                    ["piece", "Moves the piece"],
                ],
                picks,
                (to) => view.set({ pick: to }),
            ),
            button("No blockers", () => view.set({ fen: "8/8/8/8/8/8/8/8 w - - 0 1" })),
        );
    }

    async function drawSearch(turn) {
        const { square, piece } = view.values;
        let [state, tried, best, running] = [view.values.state, 0, undefined, true];
        const count = element("strong", {}, "0");
        const bar = element("progress", {
            max: 1,
            value: 0,
            "aria-label": "arrangements kept apart by the best candidate",
        });
        const line = element("p", { class: "note" });
        const stop = button("Stop", () => (search = undefined), { "data-key": "search" });
        replace(
            hunt,
            element("h2", {}, "Search a multiplier"),
            element("p", {}, "Candidates tried: ", count),
            bar,
            line,
            stop,
        );
        while (search === turn && running && !view.isLeft) {
            const answer = await view.ask("search-magic", {
                square,
                piece,
                state,
                candidates: tried < 20 ? 1 : Math.min(tried, 4000),
            });
            state = answer.state;
            tried += answer.tried;
            running = !answer.found;
            if (!best || answer.kept > best.kept) best = answer;
            count.textContent = counted(tried);
            bar.value = best.kept / best.subsets;
            line.textContent = running
                ? `The best so far, ${grouped(setOf(best.magic))}, keeps ${counted(best.kept)} of ${counted(best.subsets)} arrangements apart before two collide.`
                : `Found ${grouped(setOf(answer.magic))}: all ${counted(answer.subsets)} arrangements keep apart, in ${counted(answer.used)} of ${counted(answer.subsets)} slots.`;
            if (!running) view.say(line.textContent);
        }
        if (!view.isLeft) {
            view.keep({ state });
            stop.replaceWith(startButton("Search another"));
        }
    }

    const startButton = (label) =>
        button(
            label,
            () => {
                search = {};
                drawSearch(search).catch(view.complain);
            },
            { class: "main", "data-key": "search" },
        );

    return async (values) => {
        search = undefined;
        drawControls(values);
        const { square, piece } = values;
        const occupied = setFrom(Object.keys(blockers()));
        const answer = await view.ask("look-up", { square, piece, occupied: digitsOf(occupied) });
        const [mask, relevant, number, attacked] = [answer.mask, answer.relevant, answer.magic, answer.attacks].map(
            setOf,
        );
        const product = (relevant * number) & WORD;
        const bits = 64 - answer.shift;
        const index = BigInt(answer.index);
        const packed = pext(occupied, mask);
        const letter = piece === "rook" ? "R" : "B";
        board.show({
            pieces: { ...blockers(), [square]: letter },
            fills: Object.fromEntries(
                squaresOf(mask).map((at) => [at, has(relevant, squaresIndex(at)) ? "gold" : "violet"]),
            ),
            dots: Object.fromEntries(squaresOf(attacked).map((at) => [at, ""])),
            notes: Object.fromEntries([
                ...squaresOf(mask).map((at) => [at, "in the mask"]),
                ...squaresOf(attacked).map((at) => [
                    at,
                    has(mask, squaresIndex(at)) ? "in the mask, attacked" : "attacked",
                ]),
            ]),
        });
        replace(
            steps,
            step(
                "Mask",
                `The ${sizeOf(mask)} squares whose pieces matter to a ${piece} on ${square}: the last square of each line does not.`,
                element(
                    "div",
                    { class: "sets" },
                    setBoard("mask", mask, { square, kind: "violet" }),
                    setBoard("occupied", occupied, { square }),
                    setBoard("occupied & mask", relevant, { square, kind: "gold" }),
                ),
            ),
            step(
                "Multiply",
                "By the magic of the square. Each bit of it adds one copy of the relevant bits, moved up; the top bits are what counts.",
                wordStrip("relevant", relevant),
                wordStrip("× magic", number),
                wordStrip("= product", product, (bit) => (bit >= answer.shift ? "top" : "")),
            ),
            step(
                "Shift",
                `Down by ${answer.shift}, so that the top ${bits} bits are left: `,
                element(
                    "p",
                    { class: "equation" },
                    element("code", {}, binary(index, bits)),
                    ` = slot ${counted(index)} of ${counted(1 << bits)}`,
                ),
            ),
            step(
                "Load",
                "In that slot lie the attacks, computed in advance.",
                element("div", { class: "sets" }, setBoard("attacks", attacked, { square, kind: "green" })),
            ),
            element(
                "li",
                { class: "beside" },
                element("h2", {}, "PEXT, beside it"),
                element(
                    "p",
                    {},
                    "One instruction of newer CPUs packs the bits under the mask together, in order. No number has to be searched for, and no slot is empty.",
                ),
                wordStrip("occupied", occupied, (bit) => (has(mask, bit) ? "mask" : "")),
                wordStrip("= pext(occupied, mask)", packed, (bit) => (bit < bits ? "top" : "")),
                element(
                    "p",
                    { class: "equation" },
                    element("code", {}, binary(packed, bits)),
                    ` = slot ${counted(packed)} of ${counted(1 << bits)}`,
                ),
                element(
                    "p",
                    { class: "note" },
                    packed === index
                        ? "Here both have the same slot, by chance."
                        : "Another slot, the same attacks.",
                ),
            ),
        );
        replace(
            hunt,
            element("h2", {}, "Search a multiplier"),
            element(
                "p",
                { class: "note" },
                "No formula for one is known. So one guesses: random numbers with few bits set, until all arrangements with different attacks keep apart.",
            ),
            startButton("Search"),
        );
    };
}

const squaresIndex = (square) => "abcdefgh".indexOf(square[0]) + 8 * (Number(square[1]) - 1);

function step(title, text, ...more) {
    return element("li", {}, element("h2", {}, title), element("p", {}, text), more);
}
