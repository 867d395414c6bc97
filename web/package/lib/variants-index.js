// Everything that philidor/variants offers. The entries differ in how the module becomes ready.

export {
    ArgumentError, FenError, MoveError, PackedError, PhilidorError, VariantSetupError,
} from "./errors.js";
export { variantTitles, variants } from "./variants-module.js";
export { VariantGame, VariantPosition } from "./variants.js";
export { squaresOf } from "./words.js";
