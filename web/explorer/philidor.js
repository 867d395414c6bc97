// The npm package, which `scripts/web-explorer` puts beside this file. It can be asked once `init` has come to its end.

import { Position } from "./package/lazy.js";

export * from "./package/lazy.js";

/** A position whose moves are well defined, whether or not a game reaches it. */
export const positionOf = (fen) => new Position(fen, { strict: false });
