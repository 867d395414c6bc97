// Where a game begins.

import { Position } from "./position.js";

/** A position, a FEN, or nothing, as a position. */
export function startOf(start, given) {
    return start instanceof Position ? start : new Position(start, given);
}
