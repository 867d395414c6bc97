// The moves that were played, and the pieces after them. There are no rules here: moves come from the explorer, and only
// pieces are moved.

import { endsOf, piecesOf } from "./squares.js";

const START = piecesOf("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");

/** The pieces by square after moves in UCI. */
export const piecesAfter = (line) => line.reduce(moved, START);

/** Castling as people write it: the king goes two squares. The explorer has the king take its rook. */
const TAKEN_ROOKS = { e1g1: "e1h1", e1c1: "e1a1", e8g8: "e8h8", e8c8: "e8a8" };

/** A line in which all castlings are written as the explorer writes them. */
export function canonical(line) {
    let pieces = START;
    return line.map((uci) => {
        const isKing = /k/i.test(pieces[uci.slice(0, 2)]);
        const written = (isKing && TAKEN_ROOKS[uci]) || uci;
        pieces = moved(pieces, written);
        return written;
    });
}

/** If a move takes a rook of its own color, as the explorer writes castling: where king and rook go. */
function castling(pieces, uci) {
    const [origin, rook] = endsOf({ uci });
    const own = { K: "R", k: "r" }[pieces[origin]];
    if (!own || pieces[rook] !== own) return undefined;
    const rank = origin[1];
    return rook > origin ? [`g${rank}`, `f${rank}`] : [`c${rank}`, `d${rank}`];
}

function moved(pieces, uci) {
    const after = { ...pieces };
    const [origin, destination] = endsOf({ uci });
    const piece = pieces[origin];
    const castled = castling(pieces, uci);
    // The address can say anything; the explorer refuses it.
    if (!piece) return pieces;
    delete after[origin];
    if (castled) {
        const rook = pieces[destination];
        delete after[destination];
        [after[castled[0]], after[castled[1]]] = [piece, rook];
        return after;
    }
    // A pawn that leaves its file for an empty square takes the one that has just passed it.
    const isEnPassant = /p/i.test(piece) && origin[0] !== destination[0] && !pieces[destination];
    if (isEnPassant) delete after[destination[0] + origin[1]];
    const promoted = piece === "P" ? uci[4]?.toUpperCase() : uci[4];
    after[destination] = promoted ?? piece;
    return after;
}

/** The same moves, with castling also as people move: the king goes two squares. `uci` is what is shown, `move` what is played. */
export const asPlayed = (pieces, moves) =>
    moves.flatMap((move) => {
        const goal = castling(pieces, move.uci)?.[0];
        const origin = move.uci.slice(0, 2);
        const itself = { uci: move.uci, move };
        return goal && goal !== origin ? [itself, { uci: origin + goal, move }] : [itself];
    });

/** `1. e4 e5 2. Nf3` */
export const written = (line) =>
    line.map(({ san, uci }, ply) => (ply % 2 ? "" : `${ply / 2 + 1}. `) + (san ?? uci)).join(" ");
