// Everything that philidor/variants offers. The entries differ in how the module becomes ready.

export { ArgumentError, FenError, MoveError, PackedError, PgnError, PhilidorError, SetupError } from "./errors.js";
export { PgnNode } from "./pgn-tree.js";
export { variantTitles, variants } from "./variants-module.js";
export { Game, PgnGame, VariantPosition } from "./variants.js";
export { parsePgn, readPgn, readPgnStream } from "./variants-pgn.js";
export { squaresOf } from "./words.js";
