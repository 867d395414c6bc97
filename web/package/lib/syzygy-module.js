// The module of Syzygy tables: each set of tables has an instance of its own, which is collected with it.

import { imports } from "./compiling.js";
import { ArgumentError } from "./errors.js";

let compiled = null;

async function compile() {
    const { bytes } = await import("../texts/syzygy.js");
    return WebAssembly.compile(bytes());
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const NO_BYTES = new Uint8Array(0);

/** An instance of the module, whose files come in pieces of `pieceBytes`. */
export class TablesModule {
    #exports;

    static async open(pieceBytes) {
        compiled ??= compile().catch((error) => {
            compiled = null;
            throw error;
        });
        const module = await compiled;
        const { exports } = await WebAssembly.instantiate(module, imports(module));
        exports.__wbindgen_start?.();
        exports.begin(pieceBytes);
        const tables = new TablesModule();
        tables.#exports = exports;
        return tables;
    }

    /**
     * Calls a function of the module. An error that comes out of it (a trap, or an overflow of JavaScript's stack)
     * leaves the module in the middle of something, so it is given up, and its files with it.
     */
    #call(name, ...given) {
        if (this.#exports === null) {
            throw new ArgumentError("freed", "these tables were lost when their module failed: open them again");
        }
        try {
            return this.#exports[name](...given);
        } catch (error) {
            this.#exports = null;
            throw error;
        }
    }

    /** Writes text, and bytes after it; answers how many bytes each has. */
    #send(text, bytes = NO_BYTES) {
        const name = encoder.encode(text);
        const at = this.#call("input", name.length + bytes.length) >>> 0;
        const memory = new Uint8Array(this.#exports.memory.buffer);
        memory.set(name, at);
        memory.set(bytes, at + name.length);
        return [name.length, bytes.length];
    }

    #receive(length) {
        const at = this.#call("output") >>> 0;
        return JSON.parse(decoder.decode(new Uint8Array(this.#exports.memory.buffer, at, length >>> 0)));
    }

    whole(name, bytes) {
        return this.#receive(this.#call("whole", ...this.#send(name, bytes)));
    }

    ranged(name, length) {
        return this.#receive(this.#call("ranged", this.#send(name)[0], length));
    }

    piece(name, index, bytes) {
        const [named, size] = this.#send(name, bytes);
        return this.#receive(this.#call("piece", named, index, size));
    }

    absent(name) {
        return this.#receive(this.#call("absent", this.#send(name)[0]));
    }

    ask(question, fen) {
        return this.#receive(this.#call("ask", question, this.#send(fen)[0]));
    }

    /** Forgets pieces. A module that is lost has none. */
    trim(bytes) {
        if (this.#exports !== null) {
            this.#call("trim", bytes);
        }
    }
}
