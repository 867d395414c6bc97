// Squares, sets of squares, colors, and moves as numbers.

import { ArgumentError } from "./errors.js";
import { withJson } from "./json.js";

export const SQUARES = Object.freeze(
    Array.from({ length: 64 }, (_, index) => "abcdefgh"[index & 7] + ((index >> 3) + 1)),
);

/** What was given, for a message; whatever it is. */
export function shown(value) {
    try {
        const text = typeof value === "string" ? JSON.stringify(value) : String(value);
        return text.length > 60 ? `${text.slice(0, 60)}…` : text;
    } catch {
        return typeof value;
    }
}

export function squareIndex(square) {
    if (typeof square === "string") {
        if (square.length === 2) {
            const file = square.charCodeAt(0) - 97;
            const rank = square.charCodeAt(1) - 49;
            if (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
                return rank * 8 + file;
            }
        }
    } else if (Number.isInteger(square) && square >= 0 && square < 64) {
        return square;
    }
    throw new ArgumentError("square", `not a square: ${shown(square)}`);
}

export function squaresOf(set) {
    const squares = [];
    // Two halves, since arithmetic with bigints is slow.
    for (const [base, half] of halves(set)) {
        let left = half;
        while (left !== 0) {
            const lowest = 31 - Math.clz32(left & -left);
            squares.push(SQUARES[base + lowest]);
            left &= left - 1;
        }
    }
    return squares;
}

function halves(set) {
    const bits = setOf(set);
    return [[0, Number(bits & 0xffffffffn) | 0], [32, Number(bits >> 32n) | 0]];
}

export function squareSet(squares) {
    let low = 0;
    let high = 0;
    if (squares === null || squares === undefined || typeof squares[Symbol.iterator] !== "function") {
        throw new ArgumentError("type", `not a list of squares: ${shown(squares)}`);
    }
    for (const square of squares) {
        const index = squareIndex(square);
        if (index < 32) {
            low |= 1 << index;
        } else {
            high |= 1 << (index - 32);
        }
    }
    return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}

export function squareCount(set) {
    return squaresOf(set).length;
}

/** A set as an argument. */
export function setOf(set) {
    if (typeof set !== "bigint") {
        throw new ArgumentError("type", `not a set of squares, which is a bigint: ${shown(set)}`);
    }
    return BigInt.asUintN(64, set);
}

/** A set or a list of squares as an argument. */
export function anySet(squares) {
    return typeof squares === "bigint" ? setOf(squares) : squareSet(squares);
}

export const unsigned = (bits) => BigInt.asUintN(64, bits);

/** A color as an argument: whether it is Black. */
export function isBlack(color) {
    if (color === "white" || color === "black") {
        return color === "black";
    }
    throw new ArgumentError("color", `not a color: ${shown(color)}`);
}

/** A choice among texts: its place. */
export function choice(value, names, what) {
    const place = names.indexOf(value);
    if (place < 0) {
        throw new ArgumentError("range", `${what} is one of ${names.join(", ")}, not ${shown(value)}`);
    }
    return place;
}

/** A whole number within bounds, as an argument. */
export function whole(value, least, most, what) {
    if (!Number.isInteger(value)) {
        throw new ArgumentError("type", `${what} is a whole number, not ${shown(value)}`);
    }
    if (value < least || value > most) {
        throw new ArgumentError("range", `${what} is a number from ${least} to ${most}, not ${value}`);
    }
    return value;
}

export function text(value, what) {
    if (typeof value !== "string") {
        throw new ArgumentError("type", `${what} is text, not ${shown(value)}`);
    }
    return value;
}

/** A list of anything as an argument. */
export function list(value, what) {
    if (value === null || value === undefined || typeof value[Symbol.iterator] !== "function") {
        throw new ArgumentError("type", `${what} are a list, not ${shown(value)}`);
    }
    return [...value];
}

/** Moves in a row as an argument: a list, or text. */
export function moveLine(moves) {
    return typeof moves === "string" ? moves.split(/\s+/).filter((word) => word !== "") : list(moves, "moves");
}

/** Options as an argument: an object, or nothing. */
export function options(value) {
    if (value === undefined || value === null) {
        return {};
    }
    if (typeof value !== "object") {
        throw new ArgumentError("type", `options are an object, not ${shown(value)}`);
    }
    return value;
}

/** A function to call back, as an argument, or nothing. */
export function callback(value, what) {
    if (value !== undefined && value !== null && typeof value !== "function") {
        throw new ArgumentError("type", `${what} is a function, not ${shown(value)}`);
    }
    return value ?? undefined;
}

/** A signal to end a task by, as an argument, or nothing. */
export function signalOf(value) {
    if (value !== undefined && value !== null && typeof value.throwIfAborted !== "function") {
        throw new ArgumentError("type", `the signal is an AbortSignal, not ${shown(value)}`);
    }
    return value ?? undefined;
}

/** The address of a program, as an argument, or nothing. */
export function urlOf(value) {
    if (value !== undefined && typeof value !== "string" && !(value instanceof URL)) {
        throw new ArgumentError("type", `the url is text or a URL, not ${shown(value)}`);
    }
    return value;
}

/** Bytes as an argument. */
export function byteArray(value, what) {
    // By its name, since tests may run with globals of their own, as Jest's do.
    if (!ArrayBuffer.isView(value) || value[Symbol.toStringTag] !== "Uint8Array") {
        throw new ArgumentError("type", `${what} is a Uint8Array, not ${shown(value)}`);
    }
    return value;
}

/** An array that is to take moves, as an argument. */
export function digestArray(value) {
    if (!(value instanceof Uint16Array)) {
        throw new ArgumentError("type", `not a Uint16Array: ${shown(value)}`);
    }
    return value;
}

/** No list in the memory of a module has more bytes. */
const MAX_BYTES = 2 ** 31 - 1;

/** Bytes as an argument that goes to a module as a whole. */
export function wholeBytes(value, what) {
    const { length } = byteArray(value, what);
    if (length > MAX_BYTES) {
        throw new ArgumentError("range", `${what} has at most ${MAX_BYTES} bytes, not ${length}`);
    }
    return value;
}

const TYPES = ["enPassant", "promotion", "castling", "normal"];
const PROMOTIONS = ["q", "r", "b", "n"];

const digest = (move) => whole(move, 0, 65535, "a move");

export const moveOrigin = (move) => SQUARES[(digest(move) >> 8) & 63];
export const moveDestination = (move) => SQUARES[(digest(move) >> 2) & 63];
export const moveType = (move) => TYPES[digest(move) >> 14];
export const movePromotion = (move) => (digest(move) >> 14 === 1 ? PROMOTIONS[move & 3] : null);

/** Whether a move drops a piece from a pocket: only variants have such moves. */
export const isDrop = (move) => (move & 0xc003) === 0xc002;
/** The promotion of a move of any rules: in antichess a pawn becomes a king as well. */
export const promotionOf = (move) => ((move & 0xc003) === 0xc001 ? "k" : movePromotion(move));

export const MOVE_WORD_LAYOUT = Object.freeze(
    [
        ["aux", 0, 2], ["destination", 2, 6], ["origin", 8, 6], ["type", 14, 2], ["enPassantFile", 16, 4],
        ["castlingRights", 20, 4], ["piece", 24, 3], ["captured", 27, 3], ["zero", 30, 2], ["score", 32, 32],
    ].map(([field, shift, bits]) => Object.freeze({ field, shift, bits })),
);

export const PIECES = ["k", "q", "r", "b", "n", "p", "p", "p"];
export const CAPTURED = ["k", "q", "r", "b", "n", "p", null, null];

export function moveWord(word) {
    if (typeof word !== "bigint") {
        throw new ArgumentError("type", `the word of a move is a bigint, not ${shown(word)}`);
    }
    const bits = unsigned(word);
    const low = Number(bits & 0xffffffffn);
    const move = low & 0xffff;
    const file = (low >>> 16) & 15;
    const rights = (low >>> 20) & 15;
    const type = moveType(move);
    return withJson({
        word: bits,
        digest: move,
        score: Number(bits >> 32n),
        captured: CAPTURED[~(low >>> 27) & 7],
        piece: PIECES[(low >>> 24) & 7],
        castlingRights: rightsText(rights),
        enPassantFile: file < 8 ? "abcdefgh"[file] : null,
        type,
        origin: moveOrigin(move),
        destination: moveDestination(move),
        aux: move & 3,
        promotion: movePromotion(move),
        castling: type === "castling" ? (((move >> 2) & 7) === 2 ? "long" : "short") : null,
    });
}

function rightsText(rights) {
    return [..."KQkq"].filter((_, bit) => rights & (1 << bit)).join("") || "-";
}
