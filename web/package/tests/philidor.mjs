// The package under test: the folder that scripts/web has built.

import { pathToFileURL } from "node:url";

export const folder = pathToFileURL(`${process.env.PHILIDOR_PACKAGE ?? `${import.meta.dirname}/../../pkg`}/`);
export const philidor = await import(new URL("node.js", folder));
export const variants = await import(new URL("variants-node.js", folder));

/** The error that an action throws, which has to be one of the package's with a code. */
export function thrown(action) {
    try {
        action();
    } catch (error) {
        if (!(error instanceof philidor.PhilidorError) || typeof error.code !== "string") {
            throw error;
        }
        return error;
    }
    throw new Error("nothing was thrown");
}

/** A generator of numbers that is the same each time: Sebastiano Vigna's SplitMix, in 32 bits. */
export function randomly(seed) {
    let state = seed | 0;
    return (below) => {
        state = (state + 0x9e3779b9) | 0;
        let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
        mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
        return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
    };
}

/** Positions of random games, from some FENs if there are any. */
export function randomPositions(count, seed, fens = []) {
    const random = randomly(seed);
    const positions = [];
    while (positions.length < count) {
        let position = random(4) === 0 ? philidor.Position.chess960(random(960)) : new philidor.Position();
        if (fens.length > 0) {
            position = new philidor.Position(fens[random(fens.length)]);
        }
        for (let left = random(120); left > 0; left -= 1) {
            const moves = position.legalMoves();
            if (moves.length === 0) {
                break;
            }
            position = position.play(moves[random(moves.length)]);
        }
        positions.push(position);
    }
    return positions;
}
