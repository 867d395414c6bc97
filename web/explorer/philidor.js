// The npm package, which `scripts/web-explorer` puts beside this file. It is ready when it is imported.

import { Position } from "./package/browser.js";

export * from "./package/browser.js";

/** A position whose moves are well defined, whether or not a game reaches it. */
export const positionOf = (fen) => new Position(fen, { strict: false });
