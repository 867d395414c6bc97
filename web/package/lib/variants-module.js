// The module of chess variants.

import { wasmModule } from "./base-module.js";
import { ownedIn } from "./base-owned.js";
import { compile } from "./compiling.js";

export const core = wasmModule("philidor/variants is not ready: import \"philidor/variants\"");

export const Owned = ownedIn(core);

/** The titles of the variants by their names. */
export let variantTitles = Object.freeze({});

/** The names of the variants. */
export let variants = Object.freeze([]);

/** Makes the module ready, from its bytes, a function that gives them, or a compiled one. */
export function initSync(source) {
    if (variants.length === 0) {
        core.use(compile(source));
        variantTitles = Object.freeze(core.receiveJson(core.wasm.variants()));
        variants = Object.freeze(Object.keys(variantTitles));
    }
}
