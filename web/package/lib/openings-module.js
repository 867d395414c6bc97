// The module of names of openings: made ready, and asked.

import { compile, imports } from "./compiling.js";

let compiled = null;
let functions = null;
const decoder = new TextDecoder();

/** Makes the module ready, from its bytes, a function that gives them, or a compiled one. */
export function initSync(source) {
    if (compiled === null) {
        const module = compile(source);
        begin(module);
        compiled = module;
    }
}

function begin(module) {
    const fresh = new WebAssembly.Instance(module, imports(module)).exports;
    fresh.__wbindgen_start?.();
    functions = fresh;
}

/**
 * The opening that the module has for a key, or null. An error that comes out of the module (a trap, or an overflow of
 * JavaScript's stack) leaves it in the middle of something, so the next call starts it afresh.
 */
export function opening(key) {
    if (functions === null) {
        begin(compiled);
    }
    try {
        const length = functions.opening(key);
        if (length === 0) {
            return null;
        }
        return JSON.parse(decoder.decode(new Uint8Array(functions.memory.buffer, functions.output() >>> 0, length)));
    } catch (error) {
        functions = null;
        throw error;
    }
}
