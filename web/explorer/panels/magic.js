// The magic look-up step by step, PEXT beside it, and the search for a multiplier.

import { SQUARE } from "../address.js";
import { button, element, replace, segments } from "../element.js";
import {
    MagicSearch, magicLookUp, pextLookUp, squareCount, squareIndex, squareSet, squaresOf,
} from "../philidor.js";
import { setBoard, wordStrip } from "../sets.js";
import { counted, grouped, has } from "../squares.js";

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

/** How many slots the subsets of a mask fall into. */
function slotsOf(magic, mask, shift) {
    const slots = new Set();
    let subset = 0n;
    do {
        slots.add(((subset * magic) & WORD) >> BigInt(shift));
        subset = (subset - mask) & mask;
    } while (subset !== 0n);
    return slots.size;
}

const binary = (number, bits) => number.toString(2).padStart(bits, "0");

function build(view) {
    let search;
    const controls = element("div", { class: "controls" });
    const slot = element("p", { class: "status answer", role: "status" });
    const steps = element("ol", { class: "steps" });
    const hunt = element("div", { class: "search" });
    view.desk.append(slot, controls, steps, hunt);
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
        const { square, piece, state } = view.values;
        const attempts = new MagicSearch(piece, square, BigInt(`0x${state}`));
        let best;
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
        while (search === turn && !best?.found && !view.isLeft) {
            const found = attempts.step(attempts.attempts < 20 ? 1 : Math.min(attempts.attempts, 20_000));
            if (!best || found.filled > best.filled) best = found;
            count.textContent = counted(attempts.attempts);
            bar.value = best.filled / best.size;
            line.textContent = best.found
                ? `Found ${grouped(best.magic)}: all ${counted(best.size)} arrangements keep apart, in ${counted(slotsOf(best.magic, attempts.mask, attempts.shift))} of ${counted(best.size)} slots.`
                : `The best so far, ${grouped(best.magic)}, keeps ${counted(best.filled)} of ${counted(best.size)} arrangements apart before two collide.`;
            if (best.found) view.say(line.textContent);
            await new Promise((resume) => setTimeout(resume));
        }
        attempts.free();
        if (!view.isLeft) {
            // The next search begins elsewhere.
            view.keep({ state: ((BigInt(`0x${state}`) + 1n) & WORD).toString(16) });
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

    return (values) => {
        search = undefined;
        drawControls(values);
        const { square, piece } = values;
        const occupied = squareSet(Object.keys(blockers()));
        const look = magicLookUp(piece, square, occupied);
        const { mask, relevant, magic: number, product, shift, index, attacks: attacked } = look;
        const bits = 64 - shift;
        const packed = pextLookUp(piece, square, occupied).index;
        const letter = piece === "rook" ? "R" : "B";
        board.show({
            pieces: { ...blockers(), [square]: letter },
            fills: Object.fromEntries(
                squaresOf(mask).map((at) => [at, has(relevant, squareIndex(at)) ? "gold" : "violet"]),
            ),
            dots: Object.fromEntries(squaresOf(attacked).map((at) => [at, ""])),
            notes: Object.fromEntries([
                ...squaresOf(mask).map((at) => [at, "in the mask"]),
                ...squaresOf(attacked).map((at) => [
                    at,
                    has(mask, squareIndex(at)) ? "in the mask, attacked" : "attacked",
                ]),
            ]),
        });
        slot.textContent = `The attacks of a ${piece} on ${square} lie in slot ${counted(index)}.`;
        replace(
            steps,
            step(
                "Mask",
                `The ${squareCount(mask)} squares whose pieces matter to a ${piece} on ${square}: the last square of each line does not.`,
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
                wordStrip("= product", product, (bit) => (bit >= shift ? "top" : "")),
            ),
            step(
                "Shift",
                `Down by ${shift}, so that the top ${bits} bits are left: `,
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
                wordStrip("= pext(occupied, mask)", BigInt(packed), (bit) => (bit < bits ? "top" : "")),
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

function step(title, text, ...more) {
    return element("li", {}, element("h2", {}, title), element("p", {}, text), more);
}
