// Moves of any rules taken apart.

import { CAPTURED, PIECES, SQUARES, isDrop, moveDestination, moveOrigin, moveType, promotionOf } from "./words.js";

/** Where the table of the module begins, and how many bytes it has for each move. */
const [TABLE, ROW] = [2, 10];
const NO_SQUARE = 255;
const decoder = new TextDecoder();

/**
 * All that is known about a legal move, or about all of them if it is -1; see `details.rs` of the module. `complete` adds to
 * each what only some rules have.
 */
export function details({ wasm, receiveBytes }, place, chess960, digest, complete) {
    const bytes = receiveBytes(wasm.details(place, digest, chess960));
    const count = bytes[0] | (bytes[1] << 8);
    const words = decoder.decode(bytes.subarray(TABLE + count * ROW)).split(" ");
    const color = wasm.status(place, 6) ? "black" : "white";
    const found = new Array(count);
    for (let at = 0; at < count; at += 1) {
        found[at] = one(bytes, TABLE + at * ROW, color, words.slice(at * 3, at * 3 + 3), complete);
    }
    return found;
}

function one(bytes, at, color, [san, uci, long], complete) {
    const number = (from) => (bytes[from] | (bytes[from + 1] << 8) | (bytes[from + 2] << 16) | (bytes[from + 3] << 24)) >>> 0;
    const [low, high] = [number(at), number(at + 4)];
    const move = low & 0xffff;
    const promotion = promotionOf(move);
    const type = isDrop(move) ? "drop" : promotion === null ? moveType(move) : "promotion";
    const [origin, destination] = [type === "drop" ? null : moveOrigin(move), moveDestination(move)];
    const captured = CAPTURED[~(low >>> 27) & 7];
    const rook = bytes[at + 8] === NO_SQUARE ? null : { origin: SQUARES[bytes[at + 8]], destination: SQUARES[bytes[at + 9]] };
    return complete({
        move,
        san,
        uci,
        long,
        type,
        color,
        piece: PIECES[(low >>> 24) & 7],
        origin,
        destination,
        captured,
        capturedSquare: captured === null ? null : type === "enPassant" ? destination[0] + origin[1] : destination,
        promotion,
        castling: rook === null ? null : destination[0] === "c" ? "long" : "short",
        rook,
    }, low, high);
}
