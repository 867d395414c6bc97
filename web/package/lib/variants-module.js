// The module of chess variants: made ready, its memory, and what goes in and out. All its functions take and answer
// numbers. A negative answer is a refusal, whose reason `accepted` throws as an error.

import { ArgumentError, errorOf } from "./errors.js";

let compiled = null;
let functions = null;

const NO_OWNERS = Object.freeze([]);

/** The position that owns each place in the module's ring; empty once the module is lost. */
export let owners = NO_OWNERS;

/** Grows with every fresh start, so that what belongs to an earlier module is recognized. */
export let epoch = 0;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The titles of the variants by their names. */
export let variantTitles = Object.freeze({});

/** The names of the variants. */
export let variants = Object.freeze([]);

/** Makes the module ready, from its bytes, a function that gives them, or a compiled one. */
export function initSync(source) {
    if (compiled === null) {
        compiled = source instanceof WebAssembly.Module ? source : new WebAssembly.Module(typeof source === "function" ? source() : source);
        variantTitles = Object.freeze(receiveJson(call("variants")));
        variants = Object.freeze(Object.keys(variantTitles));
    }
}

function begin() {
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(compiled)) {
        imports[from] ??= {};
        // Only numbers go from JavaScript into the module, so there is nothing to do here.
        imports[from][name] = () => {};
    }
    const fresh = new WebAssembly.Instance(compiled, imports).exports;
    fresh.__wbindgen_start?.();
    owners = new Array(fresh.places()).fill(null);
    functions = fresh;
}

/**
 * Calls a function of the module. An error that comes out of it (a trap, or an overflow of JavaScript's stack) leaves
 * the module in the middle of something, so it is given up, and the next call starts it afresh. With no stack left,
 * only assignments are safe.
 */
export function call(name, ...given) {
    if (functions === null) {
        begin();
    }
    try {
        return functions[name](...given);
    } catch (error) {
        functions = null;
        owners = NO_OWNERS;
        epoch += 1;
        throw error;
    }
}

/** Writes text or bytes for the module, one after the other; answers where each of them ends. */
export function send(...parts) {
    const all = parts.map((part) => (typeof part === "string" ? encoder.encode(part) : part));
    const at = call("input", all.reduce((size, { length }) => size + length, 0)) >>> 0;
    const memory = new Uint8Array(functions.memory.buffer);
    let end = 0;
    return all.map((bytes) => {
        memory.set(bytes, at + end);
        end += bytes.length;
        return end;
    });
}

/** The bytes of an answer. */
export function receiveBytes(length) {
    const at = call("output") >>> 0;
    return new Uint8Array(functions.memory.buffer, at, length).slice();
}

/** A list of moves, as an array of its own. */
export const receiveMoves = (length) => new Uint16Array(receiveBytes(length).buffer);

/** The text of an answer. */
export const receive = (length) => decoder.decode(receiveBytes(length));

/** The words of an answer. */
export const receiveWords = (length) => (length === 0 ? [] : receive(length).split(" "));

/** JSON of an answer. */
export const receiveJson = (length) => JSON.parse(receive(length));

/** An answer; throws the reason, with more fields, if it is a refusal. */
export function accepted(answer, more) {
    if (answer < 0) {
        throw errorOf(receiveJson(call("refusal")), more);
    }
    return answer;
}

const registry = new FinalizationRegistry(({ number, free, age }) => {
    // After a fresh start the number belongs to something else.
    if (age === epoch) {
        call(free, number);
    }
});

/** Something in the module, whose memory is freed when it is collected, or at once by `free`. */
export class Owned {
    #number;
    #free;
    #name;
    #age = epoch;

    /** Takes a number of the module, the name of the function that frees it, and what it is called. */
    constructor(number, free, name) {
        this.#number = number;
        this.#free = free;
        this.#name = name;
        registry.register(this, { number, free, age: epoch }, this);
    }

    get number() {
        if (this.#number === undefined) {
            throw new ArgumentError("freed", `this ${this.#name} has been freed`);
        }
        if (this.#age !== epoch) {
            throw new ArgumentError("freed", `this ${this.#name} was lost when the module began afresh`);
        }
        return this.#number;
    }

    free() {
        if (this.#number !== undefined) {
            registry.unregister(this);
            if (this.#age === epoch) {
                call(this.#free, this.#number);
            }
            this.#number = undefined;
        }
    }
}
