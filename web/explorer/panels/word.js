// The packed move as 64 switches: the lowest sixteen say what it does, and decode says whether that is legal.

import { meant } from "../board/promotion.js";
import { choice, element, replace } from "../element.js";
import { moveWord } from "../philidor.js";
import { digitsOf, goals, grouped, has } from "../squares.js";

const PIECES = ["king", "queen", "rook", "bishop", "knight", "pawn", "none", "unused"];
const TYPES = ["en passant", "promotion", "castling", "normal"];
const PROMOTIONS = ["queen", "rook", "bishop", "knight"];
const square = (number) => "abcdefgh"[number % 8] + (Math.floor(number / 8) + 1);
const rights = (number) => ["K", "Q", "k", "q"].filter((_, bit) => (number >> bit) & 1).join("") || "none";

const FIELDS = [
    ["Score", 32, 32, (value) => value.toLocaleString("en-US"), "how good it looks"],
    ["Unused", 30, 2, () => "always zero", ""],
    ["Captured, inverted", 27, 3, (value) => PIECES[7 - value], "the most valuable victim comes first"],
    ["Played", 24, 3, (value) => PIECES[value], "the least valuable attacker comes first"],
    ["Castling before", 20, 4, rights, "to take it back"],
    [
        "En passant before",
        16,
        4,
        (value) => (value < 8 ? `${"abcdefgh"[value]}-file` : "none"),
        "to take it back",
    ],
    ["Type", 14, 2, (value) => TYPES[value], "the digest begins"],
    ["Origin", 8, 6, square, ""],
    ["Destination", 2, 6, square, ""],
    [
        "Aux",
        0,
        2,
        (value, bits) => (((bits >> 14n) & 3n) === 1n ? PROMOTIONS[value] : "not used"),
        "what a pawn becomes",
    ],
];

export const word = {
    name: "word",
    title: "A move in 64 switches",
    group: "Words and bytes",
    lede: "What a move does, how to take it back, and how good it looks: one word. Flip a bit of the lower sixteen and see what the position says to it. Of 65,536 patterns it accepts exactly its legal moves.",
    book: ["moves.html#sixteen-bits-are-enough", "A move in one word"],
    defaults: { word: "", fen: "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1" },
    allowed: { word: /^[0-9a-f]{16}$/ },
    forget: { word: "" },
    keepsPosition: true,
    build,
};

function build(view) {
    let legal = [];
    const board = view.board("Board with the move", {
        moves: (square) => goals(legal, square),
        onmove: async (origin, destination) => {
            const move = await meant(legal, origin, destination);
            if (move) view.set({ word: digitsOf(move.word) });
        },
    });
    const verdict = element("div", { class: "verdict answer", role: "status" });
    const controls = element("div", { class: "controls" });
    const switches = element("div", { class: "switches" });
    const lowest = element("p", { class: "note" });
    view.desk.append(verdict, controls, switches, lowest);

    const flip = (bit) => {
        const flipped = BigInt(`0x${view.values.word}`) ^ (1n << BigInt(bit));
        view.set({ word: digitsOf(flipped) });
    };

    function along(event) {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const step = { ArrowLeft: 1, ArrowRight: -1, ArrowUp: 8, ArrowDown: -8 }[event.key];
        const bit = Number(event.target.dataset.bit);
        if (!step || Number.isNaN(bit)) return;
        const next = switches.querySelector(`[data-bit="${Math.max(0, Math.min(63, bit + step))}"]`);
        next?.focus();
        event.preventDefault();
    }
    switches.addEventListener("keydown", along);
    switches.addEventListener("focusin", ({ target }) => {
        if (target.dataset.bit === undefined) return;
        for (const other of switches.querySelectorAll('[tabindex="0"]')) other.tabIndex = -1;
        target.tabIndex = 0;
    });

    return () => {
        const { position } = view;
        legal = position.moves();
        if (view.values.word === "") {
            const first = position.legalMoves({ kind: "tactical" })[0] ?? legal[0]?.move;
            view.keep({ word: digitsOf(first === undefined ? 0n : position.word(first)) });
        }
        const bits = BigInt(`0x${view.values.word}`);
        const { digest, origin, destination, type, aux } = moveWord(bits);
        const { digestLegal: isLegal, expected, reason } = position.judge(bits);
        const focused = switches.querySelector('[tabindex="0"]')?.dataset.bit ?? "13";
        replace(
            controls,
            choice(
                "Legal moves",
                [
                    ["", `one of ${legal.length} …`],
                    ...legal.map(({ word, san, uci }) => [digitsOf(word), `${san} (${uci})`]),
                ],
                legal.some(({ word }) => word === bits) ? view.values.word : "",
                (word) => word && view.set({ word }),
            ),
        );
        replace(
            switches,
            FIELDS.map((field) => drawField(field, bits, focused, flip)),
        );
        board.show({
            pieces: view.pieces,
            fills: {
                [origin]: isLegal ? "green" : "red",
                [destination]: isLegal ? "green" : "red",
            },
            arrows:
                origin === destination
                    ? []
                    : [{ from: origin, to: destination, kind: isLegal ? "" : "red" }],
            notes: { [origin]: "origin", [destination]: "destination" },
        });
        const hex = `0x${digest.toString(16).padStart(4, "0")}`;
        const undone = isLegal && ((expected ^ bits) & 0xffff0000n) !== 0n;
        replace(
            verdict,
            element(
                "p",
                { class: isLegal ? "yes" : "no" },
                element("strong", {}, isLegal ? `Legal: ${position.san(digest)}` : "Not a legal move"),
                isLegal ? "" : `. ${reasonOf(reason.message)}.`,
            ),
            element(
                "p",
                { class: "note" },
                `The digest ${hex} says: ${TYPES[digest >> 14]}, ${origin} to ${destination}`,
                type === "promotion" ? `, becomes a ${PROMOTIONS[aux]}` : "",
                ". ",
                undone
                    ? "The bits 16 to 31 are not those of this position, so taking the move back would go wrong; decode writes them anew."
                    : "",
            ),
        );
        lowest.textContent = `The whole word: ${grouped(bits)}. The arrow keys go from switch to switch, the space bar flips.`;
    };
}

const reasonOf = (text) => {
    const plain = text.replace(/^illegal: /, "").replace(/^[^:]*: illegal: /, "");
    return plain[0].toUpperCase() + plain.slice(1);
};

function drawField([name, shift, width, meaning, why], bits, focused, flip) {
    const value = Number((bits >> BigInt(shift)) & ((1n << BigInt(width)) - 1n));
    const cells = [];
    for (let bit = shift + width - 1; bit >= shift; bit -= 1) {
        const isOn = has(bits, bit);
        cells.push(
            element(
                "button",
                {
                    type: "button",
                    role: "switch",
                    "aria-checked": String(isOn),
                    "aria-label": `bit ${bit}, ${name.toLowerCase()}`,
                    tabindex: String(bit) === focused ? "0" : "-1",
                    "data-bit": bit,
                    "data-key": `bit-${bit}`,
                    class: "switch",
                    onclick: () => flip(bit),
                },
                isOn ? "1" : "0",
            ),
        );
    }
    return element(
        "fieldset",
        { class: `field ${shift < 16 ? "of-digest" : ""}` },
        element("legend", {}, name, why ? element("span", { class: "why" }, ` · ${why}`) : ""),
        element("div", { class: "row" }, cells),
        element("p", { class: "meaning" }, meaning(value, bits)),
    );
}
