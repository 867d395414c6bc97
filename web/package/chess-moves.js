// philidor/chess without loadPgn: ready at once, from a module of the rules alone, which comes as text.

import { initMoves } from "./lib/module.js";
import { bytes } from "./texts/moves.js";

initMoves(bytes);

export * from "./chess.js";
