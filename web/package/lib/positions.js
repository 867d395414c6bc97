// Many positions at once: rows of 32 bytes, of which some thousand go to the module at a time.

import { ArgumentError } from "./errors.js";
import { accepted, check, receive, receiveBytes, refused, send, sendBytes, tidy, wasm } from "./module.js";
import { readPgn } from "./pgn.js";
import { Position } from "./position.js";
import { sendItsTextInstead, shownBy } from "./showing.js";
import { byteArray, list, options, shown, text, whole } from "./words.js";

const ROW = 32;
/** How many rows go to the module at a time. */
const ROWS = 2048;
const [MOVES, COUNTS, KEYS, POLYGLOT_KEYS, CHECKS, MATES, STALEMATES, FENS] = [0, 1, 2, 3, 4, 5, 6, 7];

export class Positions {
    #bytes;
    #options;
    notCloneable = sendItsTextInstead;

    constructor(bytes, given) {
        this.#bytes = byteArray(bytes, "packed positions");
        this.#options = options(given);
        if (bytes.length % ROW !== 0) {
            throw new ArgumentError("range", `positions have 32 bytes each, and ${bytes.length} is not a multiple of it`);
        }
    }

    static fromFens(fens, given) {
        check();
        const strict = options(given).strict !== false;
        const lines = typeof fens === "string" ? fens.split(/\r?\n/).filter((fen) => fen !== "") : list(fens, "FENs");
        const bytes = new Uint8Array(lines.length * ROW);
        for (let row = 0; row < lines.length; row += ROWS) {
            const part = lines.slice(row, row + ROWS).map((fen) => text(fen, "a FEN").replace(/[\r\n]/g, " "));
            const length = accepted(wasm.batch_fens(send(`${part.join("\n")}\n`), row, strict));
            bytes.set(receiveBytes(length), row * ROW);
        }
        tidy();
        return new Positions(bytes, given);
    }

    static fromPositions(positions, more) {
        const given = list(positions, "positions");
        const bytes = new Uint8Array(given.length * ROW);
        given.forEach((position, row) => {
            if (!(position instanceof Position)) {
                throw new ArgumentError("type", `not a position: ${shown(position)}`);
            }
            bytes.set(position.pack(), row * ROW);
        });
        return new Positions(bytes, more);
    }

    static fromPgn(given, more) {
        const rows = [];
        const offsets = [0];
        for (const game of readPgn(given, more)) {
            rows.push(game.start.pack());
            for (const node of game.mainLine()) {
                rows.push(node.position.pack());
            }
            offsets.push(rows.length);
        }
        const bytes = new Uint8Array(rows.length * ROW);
        rows.forEach((row, index) => bytes.set(row, index * ROW));
        return { positions: new Positions(bytes), offsets: Uint32Array.from(offsets) };
    }

    get bytes() {
        return this.#bytes;
    }

    get length() {
        return this.#bytes.length / ROW;
    }

    at(index) {
        whole(index, 0, this.length - 1, "the row");
        return Position.unpack(this.#bytes, { ...this.#options, offset: index * ROW });
    }

    *[Symbol.iterator]() {
        for (let row = 0; row < this.length; row += 1) {
            yield this.at(row);
        }
    }

    /** Asks the module about all rows, part by part. */
    #ask(question, take) {
        check();
        const strict = this.#options.strict !== false;
        for (let row = 0; row < this.length; row += ROWS) {
            const part = this.#bytes.subarray(row * ROW, (row + ROWS) * ROW);
            sendBytes(part);
            const length = accepted(wasm.batch(part.length / ROW, row, question, strict));
            take(receiveBytes(length).slice(), row);
        }
        tidy();
    }

    /** One answer for each row, of this many bytes, as an array of a kind. */
    #each(question, Numbers) {
        const answers = new Numbers(this.length);
        this.#ask(question, (bytes, row) => answers.set(new Numbers(bytes.buffer), row));
        return answers;
    }

    legalMoves() {
        const offsets = new Uint32Array(this.length + 1);
        const parts = [];
        this.#ask(MOVES, (bytes, first) => {
            const numbers = new Uint16Array(bytes.buffer);
            const moves = new Uint16Array(numbers.length);
            let filled = 0;
            for (let at = 0, row = first; at < numbers.length; row += 1) {
                const count = numbers[at];
                moves.set(numbers.subarray(at + 1, at + 1 + count), filled);
                filled += count;
                at += 1 + count;
                offsets[row + 1] = offsets[row] + count;
            }
            parts.push(moves.subarray(0, filled));
        });
        const moves = new Uint16Array(offsets[this.length]);
        let filled = 0;
        for (const part of parts) {
            moves.set(part, filled);
            filled += part.length;
        }
        return { offsets, moves };
    }

    moveCounts() {
        return this.#each(COUNTS, Uint16Array);
    }

    keys() {
        return this.#each(KEYS, BigUint64Array);
    }

    polyglotKeys() {
        return this.#each(POLYGLOT_KEYS, BigUint64Array);
    }

    checks() {
        return this.#each(CHECKS, Uint8Array);
    }

    mates() {
        return this.#each(MATES, Uint8Array);
    }

    stalemates() {
        return this.#each(STALEMATES, Uint8Array);
    }

    perft(depth) {
        return BigUint64Array.from(this, (position) => position.perft(depth));
    }

    fens() {
        const fens = [];
        const decoder = new TextDecoder();
        this.#ask(FENS, (bytes) => fens.push(...decoder.decode(bytes).split("\n").slice(0, -1)));
        return fens;
    }

    toJSON() {
        return this.fens();
    }

    play(moves) {
        check();
        if (!(moves instanceof Uint16Array) || moves.length !== this.length) {
            throw new ArgumentError("type", `moves are a Uint16Array of ${this.length}, one for each position`);
        }
        const after = new Uint8Array(this.#bytes.length);
        const strict = this.#options.strict !== false;
        for (let row = 0; row < this.length; row += ROWS) {
            const part = this.#bytes.subarray(row * ROW, (row + ROWS) * ROW);
            const count = part.length / ROW;
            const sent = new Uint8Array(part.length + 2 * count);
            sent.set(part);
            for (let at = 0; at < count; at += 1) {
                const move = moves[row + at];
                sent[part.length + 2 * at] = move & 255;
                sent[part.length + 2 * at + 1] = move >> 8;
            }
            sendBytes(sent);
            const length = wasm.batch_play(count, row, strict);
            if (length < 0) {
                refused();
            }
            after.set(receiveBytes(length), row * ROW);
        }
        tidy();
        return new Positions(after, this.#options);
    }
}

shownBy(Positions, ({ length }) => ({ length }));
