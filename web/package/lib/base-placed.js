// Places in a module: a position is a value, and the module keeps a ring of positions ready; `owners` has the one that owns
// each place.

import { ArgumentError } from "./errors.js";
import { sendItsTextInstead } from "./showing.js";
import { choice, options, shown, unsigned, whole } from "./words.js";

/** For constructors: nothing is read. */
export const EMPTY = Symbol("empty");
/** A method of a class of positions: reads what its constructor is given, and delivers it. */
export const READ = Symbol("read");
/** A method: what the position at a place is kept as, once the module has delivered it there. */
export const KEEP = Symbol("keep");
/** A method: writes at a place what was kept. */
export const RESTORE = Symbol("restore");
export const KEPT = Symbol("kept");
export const NEXT = Symbol("next");
export const PLACE = Symbol("place");
export const MADE = Symbol("made");
export const READY = Symbol("ready");
export const DELIVER = Symbol("deliver");

const POLICIES = ["always", "pseudo-legal", "legal"];
const CASTLING = ["xfen", "shredder"];

/** The bit of an answer that says that castling is from other squares than in standard chess. */
const CHESS960 = 2;

/** The class of positions that have places in a module. */
export function placedIn(module) {
    const { wasm, accepted, check, receive } = module;
    let cursor = 0;

    /** A place for a position; the position that has it loses it. */
    function next() {
        check();
        const { owners } = module;
        cursor = (cursor + 1) & (owners.length - 1);
        // Even if something fails before a new position is there, the former one is gone.
        owners[cursor] = null;
        return cursor;
    }

    return class Placed {
        #kept;
        #place;
        #chess960;
        notCloneable = sendItsTextInstead;

        constructor(start, given, more) {
            if (start !== EMPTY) {
                check();
                this[READ](start, given, more);
            }
        }

        static [NEXT] = next;

        /** Takes what the module has put at a place. */
        [DELIVER](place, flags, chess960) {
            this.#chess960 = chess960 || (flags & CHESS960) !== 0;
            this.#kept = this[KEEP](place, flags);
            this.#place = place;
            module.owners[place] = this;
        }

        /** The place where the position is, to which it is brought if another has taken it. */
        [READY]() {
            if (module.owners[this.#place] !== this) {
                const place = next();
                this[RESTORE](place);
                this.#place = place;
                module.owners[place] = this;
            }
            return this.#place;
        }

        get [KEPT]() {
            return this.#kept;
        }

        /** The place of a position. */
        static [PLACE](position) {
            if (!(position instanceof Placed)) {
                throw new ArgumentError("type", `not a position: ${shown(position)}`);
            }
            check();
            return position[READY]();
        }

        /** A position that `make` puts at the place it is given. */
        static [MADE](make, chess960) {
            const position = new this(EMPTY);
            const place = next();
            position[DELIVER](place, accepted(make(place)), chess960);
            return position;
        }

        get isChess960() {
            return this.#chess960;
        }

        get castlingRights() {
            return this.fen().split(" ")[2];
        }

        get halfmoveClock() {
            return wasm.number(this[READY](), 0);
        }

        get fullmoveNumber() {
            return wasm.number(this[READY](), 1) >>> 0;
        }

        get key() {
            return unsigned(wasm.key(this[READY]()));
        }

        fen(given) {
            const { enPassant = "always", castling = "xfen" } = options(given);
            const policy = choice(enPassant, POLICIES, "enPassant");
            const notation = choice(castling, CASTLING, "castling");
            return receive(wasm.write_fen(this[READY](), policy, notation === 1));
        }

        perft(depth) {
            return unsigned(wasm.leaves(this[READY](), whole(depth, 0, 255, "the depth")));
        }
    };
}
