// How it works: attacks of single pieces, look-ups step by step, the generators.

import { ArgumentError } from "./errors.js";
import { withJson } from "./json.js";
import { check, receiveJson, wasm } from "./module.js";
import { choice, setOf, shown, squareIndex, unsigned } from "./words.js";

const SLIDERS = ["bishop", "rook"];
export const sliderNumber = (slider) => choice(slider, SLIDERS, "the slider");

export function attacks(piece, square, occupied = 0n) {
    check();
    if (typeof piece !== "string" || !/^[KQRBNPkqrbnp]$/.test(piece)) {
        throw new ArgumentError("piece", `not a piece: ${shown(piece)}`);
    }
    return unsigned(wasm.attacks_of(piece.charCodeAt(0), squareIndex(square), setOf(occupied)));
}

export function between(from, to) {
    check();
    return unsigned(wasm.in_line(squareIndex(from), squareIndex(to), false));
}

export function line(from, to) {
    check();
    return unsigned(wasm.in_line(squareIndex(from), squareIndex(to), true));
}

function steps(slider, square, occupied, pext) {
    check();
    const rook = sliderNumber(slider) === 1;
    const found = receiveJson(wasm.steps(rook, squareIndex(square), setOf(occupied), pext));
    for (const name of ["mask", "relevant", "magic", "product", "attacks"]) {
        if (name in found) {
            found[name] = BigInt(found[name]);
        }
    }
    return withJson(found);
}

export const magicLookUp = (slider, square, occupied) => steps(slider, square, occupied, false);
export const pextLookUp = (slider, square, occupied) => steps(slider, square, occupied, true);

export function magicNumbers() {
    check();
    const { bishop, rook, seed, ...sizes } = receiveJson(wasm.magic_numbers());
    const numbers = (list) => BigUint64Array.from(list, (number) => BigInt(number));
    return withJson({ bishop: numbers(bishop), rook: numbers(rook), seed: BigInt(seed), ...sizes });
}

export function generators() {
    check();
    return receiveJson(wasm.generators());
}
