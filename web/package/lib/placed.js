// A place in the module: a position is a value of 32 bytes. The module keeps a ring of positions ready; `owners` has the one
// that owns each place. Here is what `philidor/chess` needs of positions; `position.js` has all else.

import { ArgumentError } from "./errors.js";
import { accepted, check, owners, receive, receivePacked, send, sendPacked, wasm } from "./module.js";
import { sendItsTextInstead } from "./showing.js";
import { choice, options, shown, text, unsigned, whole } from "./words.js";

/** For the constructor: nothing is read. */
export const EMPTY = Symbol("empty");
export const PLACE = Symbol("place");
export const MADE = Symbol("made");
export const READY = Symbol("ready");
export const DELIVER = Symbol("deliver");
export const PACKED = Symbol("packed");

let cursor = 0;

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const POLICIES = ["always", "pseudo-legal", "legal"];
const CASTLING = ["xfen", "shredder"];

/** The answer's bits: over 32 pieces; castling from other squares than in standard chess. */
const UNPACKED = 1;
const CHESS960 = 2;

/** A place for a position; the position that has it loses it. */
export function next() {
    check();
    cursor = (cursor + 1) & (owners.length - 1);
    // Even if something fails before a new position is there, the former one is gone.
    owners[cursor] = null;
    return cursor;
}

let make = null;

/** Sets the function that makes a `Position`, whose class is in a file that programs may do without. */
export function makePositionsBy(maker) {
    make = maker;
}

/** The `Position` of a placed one. */
export function positionOf(placed) {
    if (make === null) {
        throw new ArgumentError("not-ready", "philidor/chess has the rules of chess alone: import \"philidor\" as well");
    }
    return make(placed);
}

export class Placed {
    /** The 32 bytes, as eight numbers. */
    #packed;
    /** The FEN of a position that does not fit into 32 bytes. */
    #fen;
    #place;
    #chess960;
    notCloneable = sendItsTextInstead;

    constructor(fen, given) {
        if (fen === EMPTY) {
            return;
        }
        check();
        const { chess960, strict } = options(given);
        const length = send(fen === undefined ? START : text(fen, "a FEN"));
        const place = next();
        this[DELIVER](place, accepted(wasm.read_fen(place, length, strict === false ? 0 : 1)), chess960 === true);
    }

    /** Takes what the module has put at a place. */
    [DELIVER](place, flags, chess960) {
        this.#chess960 = chess960 || (flags & CHESS960) !== 0;
        if ((flags & UNPACKED) === 0) {
            this.#packed = receivePacked();
        } else {
            this.#fen = receive(wasm.write_fen(place, 0, true));
        }
        this.#place = place;
        owners[place] = this;
    }

    /** The place where the position is, to which it is brought if another has taken it. */
    [READY]() {
        return owners[this.#place] === this ? this.#place : this.#restore();
    }

    #restore() {
        const place = next();
        if (this.#packed !== undefined) {
            sendPacked(this.#packed);
            wasm.restore(place);
        } else {
            wasm.read_fen(place, send(this.#fen), false);
        }
        this.#place = place;
        owners[place] = this;
        return place;
    }

    /** The 32 bytes as eight numbers; `undefined` if the position does not fit into them. */
    get [PACKED]() {
        return this.#packed;
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
        return unsigned(wasm.key(this[READY](), false));
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
}
