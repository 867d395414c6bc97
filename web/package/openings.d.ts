/**
 * philidor/openings: names of openings by position, with a module of their own that is ready when imported.
 *
 * ```js
 * import { Game } from "philidor";
 * import { openingOf } from "philidor/openings";
 *
 * openingOf(new Game(undefined, ["Nf3", "Nc6", "e4", "e5", "Bb5"])).name; // "Ruy Lopez"
 * ```
 */

import type { Game, Position } from "./philidor.js";

/** An opening of github.com/lichess-org/chess-openings (public domain). */
export interface Opening {
    /** The code of the Encyclopaedia of Chess Openings: `"C60"`. */
    eco: string;
    /** The whole name: `"Sicilian Defense: Najdorf Variation, English Attack"`. */
    name: string;
    /** The first part of it: `"Sicilian Defense"`. */
    family: string;
    /** The other parts: `["Najdorf Variation", "English Attack"]`. */
    variations: string[];
}

/**
 * The opening that a position is named after, whatever moves led to it, or `null` if it has no name of its own; for a
 * game, that of its last position, up to the current one, that has a name. Throws `ArgumentError` for anything else.
 */
export function openingOf(positionOrGame: Position | Game): Opening | null;
