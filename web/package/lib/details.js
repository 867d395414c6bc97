// Moves taken apart.

import { withJson } from "./json.js";
import { receiveBytes, receiveJson, wasm } from "./module.js";
import { CAPTURED, PIECES, SQUARES, moveDestination, moveOrigin, movePromotion, moveType, unsigned } from "./words.js";

/** By their numbers in the module; 0 is the fastest way of counting. */
export const GENERATORS = [undefined, "bitboard", "chain", "mailbox"];

/** Where the table of the module begins, and how many bytes it has for each move. */
const [TABLE, ROW] = [2, 10];
const NO_SQUARE = 255;
const decoder = new TextDecoder();

/** All that is known about a legal move, or about all of them if it is -1; see `judgement.rs` of the module. */
export function details(place, chess960, digest) {
    const bytes = receiveBytes(wasm.details(place, digest, chess960));
    const count = bytes[0] | (bytes[1] << 8);
    const words = decoder.decode(bytes.subarray(TABLE + count * ROW)).split(" ");
    const color = wasm.status(place, 6) ? "black" : "white";
    const found = new Array(count);
    for (let at = 0; at < count; at += 1) {
        found[at] = one(bytes, TABLE + at * ROW, color, words[at * 3], words[at * 3 + 1], words[at * 3 + 2]);
    }
    return found;
}

function one(bytes, at, color, san, uci, long) {
    const number = (from) => (bytes[from] | (bytes[from + 1] << 8) | (bytes[from + 2] << 16) | (bytes[from + 3] << 24)) >>> 0;
    const [low, high] = [number(at), number(at + 4)];
    const move = low & 0xffff;
    const type = moveType(move);
    const [origin, destination] = [moveOrigin(move), moveDestination(move)];
    const captured = CAPTURED[~(low >>> 27) & 7];
    const rook = bytes[at + 8] === NO_SQUARE ? null : { origin: SQUARES[bytes[at + 8]], destination: SQUARES[bytes[at + 9]] };
    const end = san.charCodeAt(san.length - 1);
    return withJson({
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
        promotion: movePromotion(move),
        castling: rook === null ? null : destination[0] === "c" ? "long" : "short",
        rook,
        givesCheck: end === CHECK || end === MATE,
        givesMate: end === MATE,
        word: high === 0 ? BigInt(low) : (BigInt(high) << 32n) | BigInt(low),
    });
}

const CHECK = "+".charCodeAt(0);
const MATE = "#".charCodeAt(0);

/** What is right and wrong about 64 bits. */
export function judge(place, word) {
    const verdict = receiveJson(wasm.judge(place, BigInt.asIntN(64, word)));
    return withJson({ ...verdict, expected: verdict.expected === null ? null : BigInt(verdict.expected) });
}

export function pins(place, black) {
    return receiveJson(wasm.pins(place, black)).map(({ piece, pinner, line }) => withJson({
        piece: SQUARES[piece],
        pinner: SQUARES[pinner],
        line: unsigned(BigInt(line)),
    }));
}
