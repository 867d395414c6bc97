// The words of chess.js: its colors, pieces, squares and tags.

import { ROSTER } from "../lib/roster.js";

export const WHITE = "w";
export const BLACK = "b";
export const PAWN = "p";
export const KNIGHT = "n";
export const BISHOP = "b";
export const ROOK = "r";
export const QUEEN = "q";
export const KING = "k";
export const DEFAULT_POSITION = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** a8 first, as a FEN has them. A square's place here is its index in all files of this folder. */
export const SQUARES = Array.from({ length: 64 }, (_, index) => "abcdefgh"[index & 7] + (8 - (index >> 3)));

/** The index of a square, or -1. */
export function indexOf(square) {
    // A list with one name will do, as wherever names are keys of an object.
    const name = Array.isArray(square) ? String(square) : square;
    if (typeof name !== "string" || name.length !== 2) {
        return -1;
    }
    const file = name.charCodeAt(0) - 97;
    const rank = name.charCodeAt(1) - 49;
    return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? (7 - rank) * 8 + file : -1;
}

export const SEVEN_TAG_ROSTER = { ...ROSTER, Result: "*" };

/** The tags that the standard of PGN names besides, in the order in which they are written. */
export const SUPPLEMENTAL_TAGS = [
    "WhiteTitle", "BlackTitle", "WhiteElo", "BlackElo", "WhiteUSCF", "BlackUSCF", "WhiteNA", "BlackNA", "WhiteType",
    "BlackType", "EventDate", "EventSponsor", "Section", "Stage", "Board", "Opening", "Variation", "SubVariation", "ECO",
    "NIC", "Time", "UTCTime", "UTCDate", "TimeControl", "SetUp", "FEN", "Termination", "Annotator", "Mode", "PlyCount",
];
