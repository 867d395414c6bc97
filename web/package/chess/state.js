// A state of the game: a position of the module where the rules are defined, else a placement, whose moves are found
// slowly. It does not change. A move is, inside, the module's digest, or the plain object of a placement; `null` passes.

import { MADE, PLACE, Placed, positionOf } from "../lib/placed.js";
import { receive, receiveMovesInto, send, wasm } from "../lib/module.js";
import { SQUARES } from "./constants.js";
import { Move } from "./move.js";
import { orderKey } from "./order.js";
import { readPlacement } from "./fen.js";

const PROMOTIONS = "qrbn";
const CASTLING = 2;
const LEGAL = 2;
const digests = new Uint16Array(512);
const order = new Uint32Array(512);

/** The index of a square here, from the module's, and back. */
const turned = (square) => square ^ 56;

export class State {
    #position;
    #placement;
    #chess960;
    #fen = null;
    #moves = null;
    #letters = null;
    #whole = null;

    constructor(position, placement, chess960) {
        this.#position = position;
        this.#placement = placement;
        this.#chess960 = chess960;
    }

    static of(placement, chess960) {
        return new State(undefined, placement, chess960);
    }

    /** The state of a FEN that the module writes as it was read; `null` if it has to be read with more care. */
    static plain(fen) {
        try {
            const position = new Placed(fen);
            const isPlain = !position.isChess960 && position.fen({ enPassant: "pseudo-legal" }) === fen && position.fullmoveNumber > 0;
            return isPlain ? new State(position, null, false) : null;
        } catch {
            return null;
        }
    }

    get isChess960() {
        return this.#chess960;
    }

    /** The position of the module, or `null` if its rules do not reach this. */
    get position() {
        if (this.#position === undefined) {
            this.#position = made(this.#placement, this.#chess960);
        }
        return this.#position;
    }

    /** The same as what `philidor` calls a position. */
    get whole() {
        const { position } = this;
        return position === null ? null : (this.#whole ??= positionOf(position));
    }

    get placement() {
        this.#placement ??= readPlacement(this.#pseudoLegalFen(), this.#chess960);
        return this.#placement;
    }

    #pseudoLegalFen() {
        return this.#position.fen({ enPassant: "pseudo-legal" });
    }

    /** The letter on a square, empty if nothing is there. */
    letter(index) {
        if (this.#placement !== null) {
            return this.#placement.board[index] ?? "";
        }
        this.#letters ??= receive(wasm.board(Placed[PLACE](this.#position)));
        const letter = this.#letters[turned(index)];
        return letter === "." || letter === undefined ? "" : letter;
    }

    /** The type of the piece on a square, as chess.js has it; `undefined` if nothing is there. */
    type(index) {
        return this.letter(index).toLowerCase() || undefined;
    }

    /** The letters of the board, a8 first. */
    get board() {
        return Array.from({ length: 64 }, (_, index) => this.letter(index));
    }

    get turn() {
        if (this.#placement !== null) {
            return this.#placement.turn;
        }
        return wasm.status(Placed[PLACE](this.#position), 6) ? "b" : "w";
    }

    get halfmoves() {
        return this.#placement !== null ? this.#placement.halfmoves : this.#position.halfmoveClock;
    }

    get number() {
        return this.#placement !== null ? this.#placement.number : this.#position.fullmoveNumber;
    }

    /** The FEN, with the en-passant square where a capture is legal, or where there is one. */
    fen(force) {
        if (force) {
            return this.#write(this.placement.enPassant);
        }
        if (this.#fen === null) {
            if (this.#placement === null) {
                this.#fen = receive(wasm.write_fen(Placed[PLACE](this.#position), LEGAL, false));
            } else {
                const { enPassant } = this.#placement;
                const legal = enPassant >= 0 && this.moves().some((move) => this.#isEnPassant(move));
                this.#fen = this.#write(legal ? enPassant : -1);
            }
        }
        return this.#fen;
    }

    #write(enPassant) {
        const placement = this.placement;
        // Chess960 has two ways to write rights, of which the module knows the usual one.
        const rights = this.#chess960
            ? this.position?.castlingRights ?? placement.rightsText(true)
            : placement.rightsText(false);
        const square = enPassant < 0 ? "-" : SQUARES[enPassant];
        return `${placement.boardText()} ${placement.turn} ${rights} ${square} ${placement.halfmoves} ${placement.number}`;
    }

    #isEnPassant(move) {
        return typeof move === "number" ? move >> 14 === 0 : move.flags === "e";
    }

    /** All legal moves, in the order of chess.js. */
    moves() {
        if (this.#moves === null) {
            if (this.position === null) {
                this.#moves = this.#placement.legalMoves();
            } else {
                this.sans();
            }
        }
        return this.#moves;
    }

    /** Their names, in the same order. */
    sans() {
        if (this.position === null) {
            const moves = this.moves();
            return moves.map((move) => this.#placement.san(move, moves));
        }
        const place = Placed[PLACE](this.#position);
        const count = receiveMovesInto(digests, wasm.legal_moves(place));
        const names = count === 0 ? [] : receive(wasm.write_moves(place, 0)).split(" ");
        for (let index = 0; index < count; index += 1) {
            // The name of a pawn's move begins with a file.
            const key = (orderKey(digests[index], names[index].charCodeAt(0) >= 97) << 9) | index;
            let at = index;
            while (at > 0 && order[at - 1] > key) {
                order[at] = order[at - 1];
                at -= 1;
            }
            order[at] = key;
        }
        const moves = new Array(count);
        const sans = new Array(count);
        for (let at = 0; at < count; at += 1) {
            const index = order[at] & 511;
            moves[at] = digests[index];
            sans[at] = names[index];
        }
        this.#moves = moves;
        return sans;
    }

    /** From, to and promotion of a move. In Chess960 castling goes to the square of the rook. */
    ends(move) {
        if (typeof move !== "number") {
            return move;
        }
        const type = move >> 14;
        const from = turned((move >> 8) & 63);
        const to = type === CASTLING && this.#chess960 ? this.#rookOf(move) : turned((move >> 2) & 63);
        return { from, to, promotion: type === 1 ? PROMOTIONS[move & 3] : undefined };
    }

    #rookOf(move) {
        return turned(wasm.castling_rook(Placed[PLACE](this.#position), move));
    }

    san(move) {
        if (move === null) {
            return "--";
        }
        if (typeof move === "number") {
            return receive(wasm.write_move(Placed[PLACE](this.#position), move, 0));
        }
        return this.#placement.san(move, this.moves());
    }

    /** The move that a text names exactly as the rules of SAN have it; `undefined` if the module knows none. */
    read(text) {
        if (this.position === null) {
            return undefined;
        }
        const digest = wasm.read_move(Placed[PLACE](this.#position), send(text), 0);
        return digest < 0 ? undefined : digest;
    }

    after(move) {
        if (move === null) {
            return State.of(this.placement.after(null), this.#chess960);
        }
        if (typeof move !== "number") {
            return State.of(this.#placement.after(move), this.#chess960);
        }
        const from = Placed[PLACE](this.#position);
        const position = Placed[MADE]((place) => wasm.play(from, place, move), this.#chess960);
        return new State(position, null, this.#chess960);
    }

    /** All that chess.js reports about a move. */
    describe(move, san = this.san(move), next = this.after(move)) {
        const before = this.fen();
        const after = next.fen();
        const color = this.turn;
        if (move === null) {
            return new Move({ color, from: "a8", to: "a8", piece: "k", flags: "-", san, lan: "a8a8", before, after });
        }
        const { from, to, promotion } = this.ends(move);
        const lan = SQUARES[from] + SQUARES[to] + (promotion ?? "");
        let [piece, captured, flags] = [move.piece, move.captured, move.flags];
        if (typeof move === "number") {
            piece = this.type(from);
            captured = move >> 14 === CASTLING ? undefined : move >> 14 === 0 ? "p" : this.type(to);
            flags = flagsOf(move, piece, captured);
        }
        return new Move({ color, from: SQUARES[from], to: SQUARES[to], piece, captured, promotion, flags, san, lan, before, after });
    }

    isInCheck() {
        return this.position === null ? this.#placement.isInCheck(this.turn) : wasm.status(Placed[PLACE](this.#position), 0) !== 0;
    }

    hasMove() {
        return this.position === null ? this.moves().length > 0 : wasm.status(Placed[PLACE](this.#position), 1) !== 0;
    }

    /** Equal for states that repeat each other. */
    repetitionKey() {
        return this.position === null ? this.fen().split(" ").slice(0, 4).join(" ") : this.#position.key;
    }

    isInsufficientMaterial() {
        const pieces = [];
        let shades = 0;
        this.board.forEach((letter, index) => {
            if (letter !== "") {
                const type = letter.toLowerCase();
                pieces.push(type);
                shades |= type === "b" ? 1 << (((index >> 3) + index) & 1) : 0;
            }
        });
        const minor = pieces.filter((type) => type === "b" || type === "n").length;
        const bishops = pieces.filter((type) => type === "b").length;
        return pieces.length === 2 || (pieces.length === 3 && minor === 1)
            || (bishops > 0 && pieces.length === bishops + 2 && shades !== 3);
    }

    attackers(index, color) {
        return this.placement.attackers(index, color);
    }

    isAttacked(index, color) {
        return this.placement.isAttacked(index, color);
    }

    perft(depth) {
        if (depth === 0) {
            return 1;
        }
        if (this.position !== null) {
            return Number(this.#position.perft(depth));
        }
        return this.moves().reduce((sum, move) => sum + this.after(move).perft(depth - 1), 0);
    }
}

/** The letters by which chess.js distinguishes kinds of moves. */
function flagsOf(move, piece, captured) {
    const kind = move >> 14;
    if (kind === CASTLING) {
        return ((move >> 2) & 7) === 2 ? "q" : "k";
    }
    if (kind === 0) {
        return "e";
    }
    const isBig = piece === "p" && Math.abs(((move >> 8) & 63) - ((move >> 2) & 63)) === 16;
    return (captured !== undefined ? "c" : isBig ? "b" : "n") + (kind === 1 ? "p" : "");
}

/** The position of a placement, or `null`. */
function made(placement, chess960) {
    const { rights, halfmoves, number } = placement;
    if (rights.some((file, right) => file >= 0 && !placement.isSound(right, chess960))
        || !(halfmoves >= 0 && halfmoves <= 0xffff && number >= 1 && number <= 0xffffffff)
        || placement.king("w") < 0 || placement.king("b") < 0) {
        return null;
    }
    const square = placement.enPassant >= 0 && placement.isEnPassantPossible() ? SQUARES[placement.enPassant] : "-";
    const fen = `${placement.boardText()} ${placement.turn} ${placement.rightsText(chess960)} ${square} ${halfmoves} ${number}`;
    try {
        return new Placed(fen, { strict: false, chess960 });
    } catch {
        return null;
    }
}
