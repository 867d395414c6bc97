// Anything that can stand on a board. A plain object; the module reads it as a FEN.

import { ArgumentError } from "./errors.js";
import { accepted, check, receive, receiveJson, send, wasm } from "./module.js";
import { diagram } from "./diagram.js";
import { sendItsTextInstead } from "./showing.js";
import { SQUARES, choice, isBlack, list, options, shown, squareIndex, text, unsigned, whole } from "./words.js";

const PIECES = "KQRBNPkqrbnp";
const EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1";
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** Everything of a `Setup` but its way to a `Position`, which `position.js` adds. */
export class SetupBase {
    #board;
    #black;
    #rights;
    #enPassant;
    #clock;
    #number;
    notCloneable = sendItsTextInstead;

    constructor(fen) {
        check();
        // The module checks the text, and writes it in one form.
        const given = fen === undefined ? START : text(fen, "a FEN");
        const [board, turn, rights, square, clock, number] = normal(given, true).split(" ");
        this.#board = new Array(64).fill(null);
        board.split("/").forEach((rank, row) => {
            let file = 0;
            for (const letter of rank) {
                if (letter >= "1" && letter <= "8") {
                    file += Number(letter);
                } else {
                    this.#board[(7 - row) * 8 + file] = letter;
                    file += 1;
                }
            }
        });
        this.#black = turn === "b";
        this.#rights = rights;
        this.#enPassant = square === "-" ? null : square;
        this.#clock = Number(clock);
        this.#number = Number(number);
    }

    static empty() {
        return new this(EMPTY);
    }

    get turn() {
        return this.#black ? "black" : "white";
    }

    set turn(color) {
        this.#black = isBlack(color);
    }

    get halfmoveClock() {
        return this.#clock;
    }

    set halfmoveClock(clock) {
        this.#clock = whole(clock, 0, 65535, "the halfmove clock");
    }

    get fullmoveNumber() {
        return this.#number;
    }

    set fullmoveNumber(number) {
        this.#number = whole(number, 0, 0xffffffff, "the fullmove number");
    }

    get castlingRights() {
        return this.fen().split(" ")[2];
    }

    set castlingRights(rights) {
        const before = this.#rights;
        this.#rights = text(rights, "castling rights");
        try {
            // Kept as they are read here and now: which rook `K` means depends on the board.
            this.#rights = normal(this.#text(), true).split(" ")[2];
        } catch (error) {
            this.#rights = before;
            throw error;
        }
    }

    get enPassant() {
        return this.#enPassant;
    }

    set enPassant(square) {
        this.#enPassant = square === null || square === undefined ? null : SQUARES[squareIndex(square)];
    }

    get(square) {
        return this.#board[squareIndex(square)];
    }

    set(square, piece) {
        const index = squareIndex(square);
        if (piece !== null && !(typeof piece === "string" && piece.length === 1 && PIECES.includes(piece))) {
            throw new ArgumentError("piece", `not a piece: ${shown(piece)}`);
        }
        this.#board[index] = piece;
    }

    board() {
        return this.#board.slice();
    }

    pieces() {
        const pieces = new Map();
        this.#board.forEach((piece, index) => {
            if (piece !== null) {
                pieces.set(SQUARES[index], piece);
            }
        });
        return pieces;
    }

    get occupied() {
        let set = 0n;
        this.#board.forEach((piece, index) => {
            if (piece !== null) {
                set |= 1n << BigInt(index);
            }
        });
        return unsigned(set);
    }

    #text() {
        const ranks = [];
        for (let row = 7; row >= 0; row -= 1) {
            const rank = this.#board.slice(row * 8, row * 8 + 8).map((piece) => piece ?? "1").join("");
            ranks.push(rank.replace(/1+/g, (empty) => empty.length));
        }
        const state = [this.#black ? "b" : "w", this.#rights, this.#enPassant ?? "-", this.#clock, this.#number];
        return [ranks.join("/"), ...state].join(" ");
    }

    faults() {
        return receiveJson(accepted(wasm.setup_faults(send(this.#text()))));
    }

    repair(kinds) {
        const names = kinds === undefined ? "" : list(kinds, "the faults").map((kind) => text(kind, "a fault")).join(" ");
        if (kinds !== undefined && names === "") {
            return this.copy();
        }
        return new this.constructor(receive(accepted(wasm.setup_repair(send(`${names.replace(/\n/g, " ")}\n${this.#text()}`)))));
    }

    fen(given) {
        const { castling = "xfen" } = options(given);
        return normal(this.#text(), choice(castling, ["xfen", "shredder"], "castling") === 1);
    }

    toString() {
        return this.fen();
    }

    toJSON() {
        return this.fen();
    }

    flipColors() {
        return new this.constructor(receive(accepted(wasm.setup_flip(send(this.#text())))));
    }

    copy() {
        return new this.constructor(this.#text());
    }

    equals(other) {
        return other instanceof SetupBase && this.#text() === other.#text();
    }

    svg(given) {
        return diagram(this.#text(), given, "");
    }
}

/** A FEN as the module writes it. */
function normal(fen, shredder) {
    return receive(accepted(wasm.setup_fen(send(fen), shredder)));
}
