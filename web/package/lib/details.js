// Moves of chess taken apart.

import { withJson } from "./json.js";
import { receiveJson, wasm } from "./module.js";
import { SQUARES, unsigned } from "./words.js";

/** By their numbers in the module; 0 is the fastest way of counting. */
export const GENERATORS = [undefined, "bitboard", "chain", "mailbox"];

const CHECK = "+".charCodeAt(0);
const MATE = "#".charCodeAt(0);

/** What moves of chess have beyond that. */
export function ofChess(move, low, high) {
    const end = move.san.charCodeAt(move.san.length - 1);
    move.givesCheck = end === CHECK || end === MATE;
    move.givesMate = end === MATE;
    move.word = high === 0 ? BigInt(low) : (BigInt(high) << 32n) | BigInt(low);
    return withJson(move);
}

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
