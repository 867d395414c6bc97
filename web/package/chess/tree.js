// The game as a tree: each node is a state, and knows the move that has led to it.

import { Move } from "./move.js";

export class Node {
    children = [];
    nags = [];
    comment = undefined;
    /** Where a move goes that replaces one taken back. */
    #gap = null;
    #described = null;

    constructor(parent, made, state) {
        this.parent = parent;
        this.made = made;
        this.state = state;
    }

    get san() {
        return this.made.san;
    }

    /** What chess.js tells of the move; each time an object of its own. */
    describe() {
        const { inner, san, before } = this.made;
        this.#described ??= before.describe(inner, san, this.state);
        return new Move(this.#described);
    }

    add(node) {
        this.children.splice(this.#gap ?? this.children.length, 0, node);
        this.#gap = null;
        return node;
    }

    remove(node) {
        const place = this.children.indexOf(node);
        if (place >= 0) {
            this.children.splice(place, 1);
            this.#gap = place;
        }
    }

    promote(index) {
        if (!(index in this.children)) {
            return false;
        }
        this.children.unshift(...this.children.splice(index, 1));
        return true;
    }

    /** The nodes from the start to this one. */
    line() {
        const nodes = [];
        for (let node = this; node !== null; node = node.parent) {
            nodes.push(node);
        }
        return nodes.reverse();
    }
}
