// Objects that own memory of the module. It is freed when they are collected, or at once by `free`.

import { ArgumentError } from "./errors.js";
import { epoch, wasm } from "./module.js";
import { sendItsTextInstead } from "./showing.js";

/** For the classes of this package alone. */
export const OWN = Symbol("own");

const registry = new FinalizationRegistry(({ number, free, age }) => {
    // After a fresh start the number belongs to something else.
    if (age === epoch) {
        wasm[free](number);
    }
});

export class Owned {
    #number;
    #age;
    #free;
    notCloneable = sendItsTextInstead;

    /** Takes a number of the module, and the name of the function that frees it. */
    [OWN](number, free) {
        this.#number = number;
        this.#free = free;
        this.#age = epoch;
        registry.register(this, { number, free, age: epoch }, this);
    }

    /** The number in the module. */
    get number() {
        if (this.#number === undefined) {
            throw new ArgumentError("freed", `this ${this.constructor.name} has been freed`);
        }
        if (this.#age !== epoch) {
            throw new ArgumentError("freed", `this ${this.constructor.name} was lost when the module began afresh`);
        }
        return this.#number;
    }

    free() {
        if (this.#number !== undefined) {
            registry.unregister(this);
            if (this.#age === epoch) {
                wasm[this.#free](this.#number);
            }
            this.#number = undefined;
        }
    }
}

if (Symbol.dispose !== undefined) {
    Owned.prototype[Symbol.dispose] = Owned.prototype.free;
}
