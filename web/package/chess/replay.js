// A game that the reader has cut into parts, put into the tree. The module has played what it could, and its moves
// count as long as it took those before them for what they are; otherwise a move is read as `move` reads one.

import { readMove } from "./notation.js";
import { CLOSE, COMMENT, GLYPH, LIKELY, OPEN } from "./pgn-reader.js";
import { Node } from "./tree.js";

const NULL_MOVES = new Set(["--", "Z0", "0000", "@@@@"]);

/** The legal move that a text of PGN names, `null` for a null move, `undefined` for none. */
function moveOf(state, text, strict) {
    if (NULL_MOVES.has(text)) {
        return state.isInCheck() ? undefined : null;
    }
    return readMove(state, text, strict);
}

export class Replay {
    /** The last move of the line. */
    node;
    /** Whether the module knows what is on the board, now and before the last move. */
    #isSure = true;
    #wasSure = true;
    /** Whether the line is a variation without a move, and what was remarked on it. */
    #isFresh = false;
    #remarks = [];
    #outside = [];
    /** How many variations that are skipped are open. */
    #passedOver = 0;
    #strict;
    #words;

    constructor(root, strict) {
        this.node = root;
        this.#strict = strict;
    }

    /** Plays the parts. A move of the main line that is not legal throws, and `node` is then the one before it. */
    play({ parts, sans, texts }) {
        this.#words = { sans: sans.values(), texts: texts.values() };
        for (const part of parts) {
            if (part === OPEN) {
                this.#begin();
            } else if (part === CLOSE) {
                this.#end();
            } else if (part === COMMENT) {
                this.#remark(this.#text());
            } else if (part >= GLYPH) {
                this.#mark(part - GLYPH);
            } else {
                this.#move(part);
            }
        }
    }

    #text() {
        return this.#words.texts.next().value;
    }

    #begin() {
        if (this.#passedOver > 0) {
            this.#passedOver += 1;
            return;
        }
        this.#outside.push([this.node, this.#isSure, this.#wasSure]);
        this.node = this.node.parent;
        this.#isSure = this.#wasSure;
        this.#isFresh = true;
        this.#remarks = [];
    }

    #end() {
        this.#passedOver = Math.max(this.#passedOver - 1, 0);
        if (this.#passedOver === 0) {
            [this.node, this.#isSure, this.#wasSure] = this.#outside.pop();
            this.#isFresh = false;
        }
    }

    #remark(text) {
        if (this.#passedOver > 0) {
            return;
        }
        const line = text.replace(/\r?\n/g, " ");
        if (this.#isFresh) {
            this.#remarks.push(line);
        } else {
            this.node.remark(line);
        }
    }

    #mark(glyph) {
        if (this.#passedOver === 0 && !this.#isFresh) {
            this.node.nags.push(glyph);
        }
    }

    #move(part) {
        const text = part < OPEN ? this.#words.sans.next().value : this.#text();
        if (this.#passedOver > 0) {
            return;
        }
        if (part < OPEN && this.#isSure) {
            this.#follow(part, text, true);
            return;
        }
        const { state } = this.node;
        const inner = moveOf(state, text, this.#strict);
        if (inner !== undefined) {
            this.#follow(inner, state.san(inner), this.#isSure && inner === part - LIKELY);
        } else if (this.#outside.length > 0) {
            this.#passedOver = 1;
        } else {
            throw new Error(`Invalid move in PGN: ${text}`);
        }
    }

    #follow(inner, san, isSure) {
        const parent = this.node;
        this.node = parent.children.find((child) => child.san === san) ?? parent.add(new Node(parent, inner, san));
        this.#wasSure = this.#isSure;
        this.#isSure = isSure;
        if (this.#isFresh) {
            this.#isFresh = false;
            this.#remarks.forEach((text) => this.node.remark(text));
        }
    }
}
