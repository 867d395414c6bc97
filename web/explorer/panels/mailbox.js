// The mailbox: a board in a frame, and two lists of moves for each depth of a line.

import { LINE } from "../address.js";
import { meant } from "../board/promotion.js";
import { button, element, replace } from "../element.js";
import { Mailbox, moveDestination, moveOrigin, movePromotion } from "../philidor.js";
import { counted, goals, lastOf, piecesOf } from "../squares.js";

export const mailbox = {
    name: "mailbox",
    title: "The mailbox and its lists",
    group: "Generators",
    lede: "A board of 64 boxes in a frame of 120, so that no step needs to ask where the edge is. Each depth of the search has two lists, tactical and quiet. Play a move, and the lists of the next depth fill, above those before it, which stay.",
    book: ["mailbox.html#two-lists", "The mailbox generator"],
    defaults: { line: "", fen: "r3k2r/1p2b1p1/b1n1p3/2pp2qp/3PP1B1/1Q3pP1/PB1N4/R3K2R w KQkq - 0 1" },
    allowed: { line: LINE },
    forget: { line: "" },
    keepsPosition: true,
    build,
};

const FIELDS = [
    ["Black short", 25, 1],
    ["Black long", 24, 1],
    ["White short", 23, 1],
    ["White long", 22, 1],
    ["White moves", 21, 1],
    ["white king", 14, 7],
    ["black king", 7, 7],
    ["en passant", 0, 7],
];

function build(view) {
    let legal = [];
    const line = () => view.values.line.split(",").filter(Boolean);
    const go = (moves) => view.set({ line: moves.join(",") });
    const board = view.board("Board of the mailbox", {
        moves: (square) => goals(legal, square),
        onmove: async (origin, destination) => {
            const move = await meant(legal, origin, destination);
            if (move) go([...line(), move.uci]);
        },
    });
    const lists = element("div", { class: "depths answer" });
    const frame = element("div", { class: "frame-host" });
    view.desk.append(lists, element("h2", {}, "The frame, and the state in 26 bits"), frame);

    return () => {
        const depths = depthsOf(view.position, line());
        const deepest = depths.at(-1);
        legal = [...deepest.tactical, ...deepest.quiet].filter((move) => move.legal);
        board.show({
            pieces: piecesOf(deepest.fen),
            fills: lastOf(line()),
        });
        // The newest is beside the board, however long the line.
        const drawn = depths.map((depth, index) => drawDepth(depth, index, index === depths.length - 1));
        replace(lists, drawn.reverse());
        replace(frame, drawFrame(deepest), drawState(deepest.state));
    };

    function drawDepth(depth, index, isLast) {
        const played = line()[index];
        const list = (name, moves) =>
            element(
                "div",
                {},
                element("h3", {}, `${name} (${moves.length})`),
                element(
                    "ul",
                    { class: "moves", "aria-label": `${name} moves at depth ${index}` },
                    moves.map((move) =>
                        element(
                            "li",
                            {
                                class: move.legal ? (move.uci === played ? "played" : "") : "illegal",
                                title: move.legal ? null : "leaves the king in check",
                            },
                            isLast && move.legal
                                ? button(move.uci, () => go([...line(), move.uci]), { "data-key": move.uci })
                                : move.uci,
                            !move.legal && element("span", { class: "unseen" }, " not legal"),
                        ),
                    ),
                ),
            );
        return element(
            "section",
            { class: "depth", "aria-label": `depth ${index}` },
            element(
                "h2",
                {},
                `Depth ${index}`,
                played ? element("span", { class: "note" }, ` played ${played} `) : " ",
                played &&
                    button("Take back to here", () => go(line().slice(0, index)), {
                        class: "plain",
                        "data-key": `back-${index}`,
                    }),
            ),
            list("Tactical", depth.tactical),
            list("Quiet", depth.quiet),
        );
    }
}

/** The lists of each depth along a line, and the state there. */
function depthsOf(root, line) {
    const mailbox = new Mailbox(root);
    const depths = [];
    let position = root;
    for (let depth = 0; ; depth += 1) {
        const listed = (moves) =>
            Array.from(moves, (move) => ({ uci: written(move), legal: position.decode(move) !== null }));
        const [tactical, quiet] = [listed(mailbox.tactical()), listed(mailbox.quiet())];
        depths.push({ fen: position.fen(), tactical, quiet, state: mailbox.state });
        if (depth === line.length) break;
        const move = position.parseUci(line[depth]);
        mailbox.play(move);
        position = position.play(move);
    }
    mailbox.free();
    return depths;
}

/** A move as UCI writes it, legal or not. */
const written = (move) => moveOrigin(move) + moveDestination(move) + (movePromotion(move) ?? "");

function drawFrame({ fen }) {
    const pieces = piecesOf(fen);
    const rows = [];
    for (let row = 0; row < 12; row += 1) {
        const cells = [element("th", { scope: "row" }, String(row * 10))];
        for (let column = 0; column < 10; column += 1) {
            const inside = row >= 2 && row <= 9 && column >= 1 && column <= 8;
            const square = inside ? "abcdefgh"[column - 1] + (10 - row) : undefined;
            cells.push(
                element("td", { class: inside ? "box" : "edge" }, inside ? (pieces[square] ?? "·") : "#"),
            );
        }
        rows.push(element("tr", {}, cells));
    }
    return element(
        "table",
        { class: "framed" },
        element("caption", {}, "120 bytes: # is the frame. North is −10, east is +1; h1 is number 98."),
        element("tbody", {}, rows),
    );
}

function drawState(state) {
    return element(
        "table",
        { class: "state" },
        element("caption", {}, `0x${state.toString(16)} = ${counted(state)}`),
        element(
            "tbody",
            {},
            FIELDS.map(([name, shift, bits]) => {
                const value = (state >>> shift) & ((1 << bits) - 1);
                return element(
                    "tr",
                    {},
                    element("th", { scope: "row" }, name),
                    element("td", {}, element("code", {}, value.toString(2).padStart(bits, "0"))),
                    element("td", {}, bits === 1 ? (value ? "yes" : "no") : boxName(value)),
                );
            }),
        ),
    );
}

/** The number of a box as the frame counts it: a8 is 21. */
function boxName(number) {
    if (number === 0) return "none";
    const [row, column] = [Math.floor(number / 10), number % 10];
    const square = "abcdefgh"[column - 1] + (10 - row);
    return square;
}
