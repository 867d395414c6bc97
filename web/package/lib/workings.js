// How it works, with memory of its own: the search for a magic number, the mailbox.

import { ArgumentError } from "./errors.js";
import { sliderNumber } from "./attacks.js";
import { withJson } from "./json.js";
import { accepted, check, receiveJson, receiveMoves, wasm } from "./module.js";
import { OWN, Owned } from "./owned.js";
import { PLACE } from "./placed.js";
import { Position } from "./position.js";
import { shownBy } from "./showing.js";
import { shown, squareIndex, whole } from "./words.js";

/** The seed from which the library found its own magic numbers. */
const SEED = 1749n;

export class MagicSearch extends Owned {
    #attempts = 0;
    #found = null;

    constructor(slider, square, seed = SEED) {
        super();
        check();
        if (typeof seed !== "bigint") {
            throw new ArgumentError("type", `a seed is a bigint, not ${shown(seed)}`);
        }
        const index = squareIndex(square);
        const rook = sliderNumber(slider) === 1;
        this[OWN](wasm.search_new(rook, index, BigInt.asIntN(64, seed)), "search_free");
        const { mask, shift } = receiveJson(wasm.steps(rook, index, 0n, false));
        this.mask = BigInt(mask);
        this.shift = shift;
    }

    toJSON() {
        const { mask, shift, attempts, found } = this;
        return withJson({ mask, shift, attempts, found }).toJSON();
    }

    get attempts() {
        return this.#attempts;
    }

    get found() {
        return this.#found;
    }

    step(attempts) {
        whole(attempts, 1, 10_000_000, "the number of attempts");
        const { magic, filled, size, tried } = receiveJson(wasm.search_step(this.number, attempts));
        this.#attempts += tried;
        const found = filled === size;
        if (found) {
            this.#found = BigInt(magic);
        }
        return withJson({ magic: BigInt(magic), filled, size, found });
    }
}

export class Mailbox extends Owned {
    /** The lists of the depths before the current one, as they were when a move of them was played. */
    #before = [];

    constructor(position) {
        super();
        this[OWN](accepted(wasm.mailbox_new(Position[PLACE](position))), "mailbox_free");
    }

    toJSON() {
        const { depth, state } = this;
        return { depth, state };
    }

    get depth() {
        return wasm.mailbox_depth(this.number);
    }

    get state() {
        return wasm.mailbox_state(this.number) >>> 0;
    }

    tactical(depth = this.depth) {
        return this.#list(depth, false);
    }

    quiet(depth = this.depth) {
        return this.#list(depth, true);
    }

    #list(depth, quiet) {
        whole(depth, 0, this.depth, "the depth");
        if (depth === this.depth) {
            return receiveMoves(wasm.mailbox_moves(this.number, quiet));
        }
        return this.#before[depth][quiet ? "quiet" : "tactical"].slice();
    }

    play(move) {
        whole(move, 0, 65535, "a move");
        const { depth } = this;
        const lists = { tactical: this.tactical(), quiet: this.quiet() };
        const played = wasm.mailbox_play(this.number, move);
        if (played === 0) {
            throw new ArgumentError("range", `the mailbox has no such move in its lists: ${move}`);
        }
        if (played === 2) {
            this.#before[depth] = lists;
        }
        return played === 2;
    }

    undo() {
        const move = wasm.mailbox_undo(this.number);
        return move < 0 ? null : move;
    }
}

shownBy(MagicSearch, ({ mask, shift, attempts, found }) => ({ mask, shift, attempts, found }));
shownBy(Mailbox, (mailbox) => mailbox.toJSON());
