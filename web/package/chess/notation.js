// The texts that `move` takes: SAN, and the permissive forms of chess.js.

import { SQUARES } from "./constants.js";

/** SAN without what does not distinguish moves: the equals sign, checks, and marks of quality. */
function bare(text) {
    let end = text.length;
    while (text[end - 1] === "!" || text[end - 1] === "?") {
        end -= 1;
    }
    end -= text[end - 1] === "+" || text[end - 1] === "#" ? 1 : 0;
    return text.slice(0, end).replace("=", "");
}

/** The legal move that a text names, or `undefined`. */
export function readMove(state, text, strict) {
    const found = state.read(text);
    const san = found === undefined ? undefined : state.san(found);
    if (san === text) {
        return found;
    }
    const wanted = bare(text);
    if (san !== undefined && bare(san) === wanted) {
        return found;
    }
    const sans = state.sans();
    const moves = state.moves();
    const place = sans.findIndex((san) => bare(san) === wanted);
    if (place >= 0) {
        return moves[place];
    }
    if (strict) {
        return undefined;
    }
    // A piece may capture without an "x"; for pawns see below.
    const capture = /^[A-Z]/.test(wanted) ? sans.findIndex((san) => bare(san).replace("x", "") === wanted) : -1;
    return capture >= 0 ? moves[capture] : readPermissively(state, moves, sans, wanted);
}

// Not bound to the ends of the text: what is around the squares is ignored.
const BOTH_SQUARES = /([pnbrqkPNBRQK])?([a-h][1-8])x?-?([a-h][1-8])([qrbnQRBN])?/;
const PART_OF_ORIGIN = /([pnbrqkPNBRQK])?([a-h]|[1-8])?x?-?([a-h][1-8])([qrbnQRBN])?/;

/** The piece type that a text begins with: a file is a pawn's, as in "ef4", unless two squares are named. */
function kindOf(text) {
    if (!/^[a-h]/.test(text)) {
        return text.slice(0, 1).toLowerCase();
    }
    return /[a-h]\d.*[a-h]\d/.test(text) ? undefined : "p";
}

function readPermissively(state, moves, sans, text) {
    if (text === "0-0" || text === "0-0-0") {
        const place = sans.findIndex((san) => bare(san) === text.replaceAll("0", "O"));
        return moves[place];
    }
    const both = BOTH_SQUARES.exec(text);
    const parts = both ?? PART_OF_ORIGIN.exec(text);
    if (parts?.[2] === undefined) {
        return undefined;
    }
    const [, letter, origin, destination, promotion] = parts;
    const kind = letter?.toLowerCase() ?? kindOf(text);
    return moves.find((move) => {
        const ends = state.ends(move);
        return SQUARES[ends.to] === destination && SQUARES[ends.from].includes(origin)
            && (kind === undefined || kind === state.type(ends.from))
            && (promotion === undefined || promotion.toLowerCase() === ends.promotion);
    });
}
