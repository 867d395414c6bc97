// Moves taken apart.

import { receiveJson, wasm } from "./module.js";
import { SQUARES, unsigned } from "./words.js";

/** By their numbers in the module; 0 is the fastest way of counting. */
export const GENERATORS = [undefined, "bitboard", "chain", "mailbox"];

/** All that is known about a legal move, or about all of them if it is -1. */
export function details(place, chess960, digest) {
    const found = receiveJson(wasm.details(place, digest, chess960));
    for (const move of found) {
        move.word = BigInt(move.word);
    }
    return found;
}

/** What is right and wrong about 64 bits. */
export function judge(place, word) {
    const verdict = receiveJson(wasm.judge(place, BigInt.asIntN(64, word)));
    return { ...verdict, expected: verdict.expected === null ? null : BigInt(verdict.expected) };
}

export function pins(place, black) {
    return receiveJson(wasm.pins(place, black)).map(({ piece, pinner, line }) => ({
        piece: SQUARES[piece],
        pinner: SQUARES[pinner],
        line: unsigned(BigInt(line)),
    }));
}
