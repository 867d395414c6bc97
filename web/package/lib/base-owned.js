// Objects that own memory of a module. It is freed when they are collected, or at once by `free`.

import { ArgumentError } from "./errors.js";
import { sendItsTextInstead } from "./showing.js";

/** For the classes of this package alone. */
export const OWN = Symbol("own");

/** The class of such objects of a module. */
export function ownedIn(module) {
    const registry = new FinalizationRegistry(({ number, free, age }) => {
        // After a fresh start the number belongs to something else.
        if (age === module.epoch) {
            module.wasm[free](number);
        }
    });

    class Owned {
        #number;
        #age;
        #free;
        notCloneable = sendItsTextInstead;

        /** Takes a number of the module, and the name of the function that frees it. */
        [OWN](number, free) {
            this.#number = number;
            this.#free = free;
            this.#age = module.epoch;
            registry.register(this, { number, free, age: module.epoch }, this);
        }

        /** The number in the module. */
        get number() {
            if (this.#number === undefined) {
                throw new ArgumentError("freed", `this ${this.constructor.name} has been freed`);
            }
            if (this.#age !== module.epoch) {
                throw new ArgumentError("freed", `this ${this.constructor.name} was lost when the module began afresh`);
            }
            return this.#number;
        }

        free() {
            if (this.#number !== undefined) {
                registry.unregister(this);
                if (this.#age === module.epoch) {
                    module.wasm[this.#free](this.#number);
                }
                this.#number = undefined;
            }
        }
    }

    if (Symbol.dispose !== undefined) {
        Owned.prototype[Symbol.dispose] = Owned.prototype.free;
    }

    return Owned;
}
