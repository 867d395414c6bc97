// philidor/chess for pages and bundlers: ready at once, from a module of the rules and of PGN, which comes as text.

import { initSheets } from "./lib/module.js";
import { bytes } from "./texts/chess.js";

initSheets(bytes);

export * from "./chess.js";
