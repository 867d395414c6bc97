// The 32 bytes of a position, and what each of them says.

import { button, element, replace } from "../element.js";
import { Position, SQUARES, squareIndex, squaresOf } from "../philidor.js";
import { setBoard } from "../sets.js";
import { nameOf } from "../squares.js";

const CODES = ["king", "queen", "rook", "bishop", "knight", "pawn", "rook that may castle", "—"];
const LETTERS = "kqrbnpr";

export const bytes = {
    name: "bytes",
    title: "The 32 bytes of a position",
    group: "Words and bytes",
    lede: "A whole position, castling and clocks included: eight bytes for the occupied squares, half a byte for each piece. Change a byte and see what is wrong with it.",
    book: ["positions.html#one-door", "Positions"],
    defaults: { bytes: "" },
    allowed: { bytes: /^[0-9a-f]{64}$/ },
    forget: { bytes: "" },
    keepsPosition: true,
    build,
};

const partOf = (index) => {
    if (index < 8) return ["occupied", "the occupied squares"];
    if (index < 24) return ["pieces", "pieces, half a byte each"];
    if (index < 26) return ["clock", "the halfmove clock"];
    if (index < 30) return ["turns", "the fullmove number"];
    return index === 30 ? ["state", "en passant and side to move"] : ["format", "the number of the format"];
};

function build(view) {
    const board = view.board("Board of the bytes", { onpick: (square) => showSquare(square) });
    const grid = element("div", {
        class: "byte-grid",
        role: "group",
        "aria-label": "32 bytes in hexadecimal",
    });
    const status = element("div", { role: "status", class: "verdict answer" });
    const back = element("div", { class: "buttons" });
    const meaning = element("div");
    const marked = element("p", { class: "note", role: "status" });
    view.desk.append(status, grid, marked, back, meaning);
    let shown = "";
    let shownBoard = {};

    const byte = (index) => parseInt(shown.slice(2 * index, 2 * index + 2), 16);
    const occupied = () => {
        let set = 0n;
        for (let index = 7; index >= 0; index -= 1) set = (set << 8n) | BigInt(byte(index));
        return set;
    };
    const codeAt = (place) => (byte(8 + (place >> 1)) >> (place % 2 ? 4 : 0)) & 15;

    /** Where a square is: in the word of the occupied ones, and its piece. */
    function showSquare(square) {
        const place = squaresOf(occupied()).indexOf(square);
        const bit = squareIndex(square);
        const index = place < 0 || place > 31 ? bit >> 3 : 8 + (place >> 1);
        for (const field of grid.querySelectorAll(".lit")) field.classList.remove("lit");
        grid.querySelector(`[data-byte="${index}"]`)?.classList.add("lit");
        marked.textContent =
            index < 8
                ? `${square} is bit ${bit & 7} of byte ${index}: ${place < 0 ? "empty" : "occupied"}.`
                : `${square} is occupied, and as piece number ${place + 1} the ${place % 2 ? "high" : "low"} half of byte ${index}.`;
    }

    /** The squares that a byte is about. */
    function showByte(index) {
        const squares = squaresOf(occupied());
        const about =
            index < 8
                ? SQUARES.slice(8 * index, 8 * index + 8)
                : index < 24
                  ? squares.slice(2 * (index - 8), 2 * (index - 8) + 2)
                  : [];
        board.show({ ...shownBoard, fills: Object.fromEntries(about.map((square) => [square, "blue"])) });
        marked.textContent = `Byte ${index}: ${partOf(index)[1]}${about.length ? `, ${about.join(" ")}` : ""}.`;
    }

    function change(index, text) {
        if (!/^[0-9a-f]{2}$/i.test(text)) return;
        view.set({ bytes: shown.slice(0, 2 * index) + text.toLowerCase() + shown.slice(2 * index + 2) });
    }

    function drawGrid() {
        replace(
            grid,
            Array.from({ length: 32 }, (_, index) => {
                const [part, title] = partOf(index);
                return element("input", {
                    type: "text",
                    class: `byte part ${part}`,
                    maxlength: 2,
                    size: 2,
                    value: shown.slice(2 * index, 2 * index + 2),
                    "data-byte": index,
                    "aria-label": `byte ${index}, ${title}`,
                    "data-key": `byte-${index}`,
                    autocomplete: "off",
                    spellcheck: "false",
                    onchange: (event) => change(index, event.target.value.trim().padStart(2, "0")),
                    onfocus: (event) => {
                        event.target.select();
                        showByte(index);
                    },
                });
            }),
        );
    }

    return ({ fen, bytes: changed }) => {
        shown = /^[0-9a-f]{64}$/.test(changed) ? changed : hexadecimal(view.position.pack());
        drawGrid();
        const squares = squaresOf(occupied());
        const pieces = {};
        squares.slice(0, 32).forEach((square, place) => {
            const code = codeAt(place);
            if ((code & 7) < 7)
                pieces[square] = code & 8 ? LETTERS[code & 7] : LETTERS[code & 7].toUpperCase();
        });
        const castling = squares.filter((_, place) => place < 32 && (codeAt(place) & 7) === 6);
        shownBoard = {
            pieces,
            fills: Object.fromEntries(castling.map((square) => [square, "gold"])),
            notes: Object.fromEntries(castling.map((square) => [square, "may castle"])),
        };
        board.show(shownBoard);
        marked.textContent = "Pick a square or a byte to see what belongs together.";
        const answer = unpacked(shown);
        replace(
            status,
            answer.fen
                ? element(
                      "p",
                      { class: "yes" },
                      element("strong", {}, "A position. "),
                      element("code", {}, answer.fen),
                  )
                : element("p", { class: "no" }, element("strong", {}, "Refused: "), answer.error),
        );
        replace(
            back,
            changed &&
                button("Back to the position", () => view.set({ bytes: "", fen: answer.fen ?? fen }), {
                    "data-key": "undo",
                }),
        );
        const state = byte(30);
        replace(
            meaning,
            element(
                "div",
                { class: "sets" },
                setBoard("occupied squares", occupied()),
            ),
            element(
                "dl",
                { class: "facts" },
                fact(
                    "occupied",
                    "Bytes 0 to 7",
                    `the ${squares.length} occupied squares, a bit each, a1 first`,
                ),
                fact(
                    "pieces",
                    "Bytes 8 to 23",
                    `${squares.length} pieces from a1 to h8: `,
                    squares
                        .slice(0, 32)
                        .map((square, place) =>
                            element(
                                "span",
                                { class: "half", title: CODES[codeAt(place) & 7] },
                                `${codeAt(place).toString(16)} `,
                            ),
                        ),
                    element("br"),
                    "0 king, 1 queen, 2 rook, 3 bishop, 4 knight, 5 pawn, 6 a rook that may castle; + 8 for Black",
                ),
                fact("clock", "Bytes 24, 25", `halfmove clock ${byte(24) + 256 * byte(25)}`),
                fact(
                    "turns",
                    "Bytes 26 to 29",
                    `fullmove number ${byte(26) + 256 * byte(27) + 65536 * byte(28) + 16777216 * byte(29)}`,
                ),
                fact(
                    "state",
                    "Byte 30",
                    `${state & 16 ? "Black" : "White"} moves; en passant ${(state & 15) < 8 ? `on the ${"abcdefgh"[state & 15]}-file` : "none"}`,
                ),
                fact("format", "Byte 31", `format ${byte(31)}`),
            ),
            castling.length > 0 &&
                element(
                    "p",
                    { class: "note" },
                    `Castling rights cost nothing: ${castling.map((square) => `the ${nameOf(pieces[square])} on ${square}`).join(", ")} may castle, which is a code of its own.`,
                ),
        );
    };
}

const hexadecimal = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The position of 32 bytes, or what is wrong with them. */
function unpacked(text) {
    const bytes = Uint8Array.from({ length: 32 }, (_, index) => parseInt(text.slice(2 * index, 2 * index + 2), 16));
    try {
        return { fen: Position.unpack(bytes, { strict: false }).fen() };
    } catch (error) {
        return { error: error.message };
    }
}

const fact = (part, name, ...value) => [
    element("dt", { class: `part ${part}` }, name),
    element("dd", {}, value),
];
