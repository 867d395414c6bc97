// Everything that philidor/openings offers. The entries differ in how the module becomes ready.

import { ArgumentError } from "./errors.js";
import { opening } from "./openings-module.js";
import { shown } from "./words.js";

/** The opening of a position, or of the last position of a game that has a name. */
export function openingOf(positionOrGame) {
    if (typeof positionOrGame?.positionAt !== "function") {
        return named(positionOrGame);
    }
    for (let ply = positionOrGame.ply; ply >= 0; ply -= 1) {
        const found = named(positionOrGame.positionAt(ply));
        if (found !== null) {
            return found;
        }
    }
    return null;
}

function named(position) {
    if (typeof position?.key !== "bigint") {
        throw new ArgumentError("type", `not a position or a game: ${shown(position)}`);
    }
    return opening(position.key);
}
