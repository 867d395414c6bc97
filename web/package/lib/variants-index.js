// Everything that philidor/variants offers. The entries differ in how the module becomes ready.

export {
    ArgumentError, FenError, MoveError, PackedError, PgnError, PhilidorError, VariantSetupError,
} from "./errors.js";
export { variantTitles, variants } from "./variants-module.js";
export { VariantGame, VariantPgnGame, VariantPosition } from "./variants.js";
export { parseVariantPgn, readVariantPgn, readVariantPgnStream } from "./variants-pgn.js";
export { squaresOf } from "./words.js";
