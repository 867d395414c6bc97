// The game as a tree: each node is a state, and knows the move that has led to it. States of a game that was read are
// found when they are asked for.

import { Move } from "./move.js";

/** The comment of a node whose state was not asked for. */
class Remark {
    #node;

    constructor(node, text) {
        this.#node = node;
        this.text = text;
    }

    get fen() {
        return this.#node.state.fen();
    }
}

export class Node {
    children = [];
    nags = [];
    comment = undefined;
    /** The index at which a move that replaces one taken back is inserted. */
    #gap = null;
    #described = null;
    #state;
    #before;

    /** The state before the move is that of the parent, unless pieces were put since. */
    constructor(parent, inner, san, state = null, before = null) {
        this.parent = parent;
        this.inner = inner;
        this.san = san;
        this.#state = state;
        this.#before = before;
    }

    get state() {
        const path = [];
        for (let node = this; node.#state === null; node = node.parent) {
            path.push(node);
        }
        while (path.length > 0) {
            const node = path.pop();
            node.#state = node.parent.#state.after(node.inner);
        }
        return this.#state;
    }

    set state(state) {
        this.#state = state;
    }

    get before() {
        return this.#before ?? this.parent.state;
    }

    /** What chess.js reports about the move; a new object each time. */
    describe() {
        this.#described ??= this.before.describe(this.inner, this.san, this.state);
        return new Move(this.#described);
    }

    /** Takes a comment after what is there. It belongs to the board of the node, whose FEN few ask for. */
    remark(text) {
        const whole = this.comment === undefined ? text : `${this.comment.text} ${text}`;
        this.comment = this.#state === null ? new Remark(this, whole) : { fen: this.#state.fen(), text: whole };
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
