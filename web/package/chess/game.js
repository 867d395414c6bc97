// The class `Chess`: the documented interface of chess.js 1.4, and what its users ask for beyond it.

import { check } from "../lib/module.js";
import { sendItsTextInstead, shownBy } from "../lib/showing.js";
import { DEFAULT_POSITION, SQUARES, indexOf } from "./constants.js";
import { completed, readPlacement, validateFen } from "./fen.js";
import { hashOf } from "./hash.js";
import { Headers } from "./headers.js";
import { readMove } from "./notation.js";
import { LINE_END, readPgn } from "./pgn-reader.js";
import { lineWords, treeWords, wrapped } from "./pgn-writer.js";
import { colorOf } from "./placement.js";
import { Replay } from "./replay.js";
import { State } from "./state.js";
import { Node } from "./tree.js";

const EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1";
const CHESS960 = /^(chess|fischer).?(960|random)/i;
const TYPES = "pnbrqk";
const pieceOf = (letter) => (letter === "" || letter === undefined ? undefined : { type: letter.toLowerCase(), color: colorOf(letter) });

export class Chess {
    #headers = new Headers();
    #state;
    #node;
    /** Whether pieces were moved by hand since the last move: then `undo` cannot just go back. */
    #edited = false;
    /** Comments of moves that were taken back, by their FEN: they are there again if the moves are. */
    #lost = new Map();
    notCloneable = sendItsTextInstead;

    constructor(fen = DEFAULT_POSITION, { skipValidation = false, chess960 = false } = {}) {
        check();
        this.load(fen, { skipValidation, chess960 });
    }

    // ── The board ─────────────────────────────────────────────────────────────────────────────────────────────────

    #begin(state) {
        this.#state = state;
        this.#node = new Node(null, null, null, state);
        this.#edited = false;
        this.#lost.clear();
    }

    clear({ preserveHeaders = false } = {}) {
        this.#begin(State.of(readPlacement(EMPTY, false), this.#state.isChess960));
        this.#headers = preserveHeaders ? this.#headers : new Headers();
        this.#headers.set("SetUp", null);
        this.#headers.set("FEN", null);
    }

    load(fen, { skipValidation = false, preserveHeaders = false, chess960 = false } = {}) {
        const plain = chess960 ? null : State.plain(fen);
        const whole = plain === null ? completed(fen) : fen;
        if (plain === null && (!skipValidation || !whole.includes(" "))) {
            const { ok, error } = validateFen(whole, { chess960 });
            if (!ok) {
                throw new Error(error);
            }
        }
        this.#begin(plain ?? State.of(readPlacement(whole, chess960), chess960));
        this.#headers = preserveHeaders ? this.#headers : new Headers();
        this.#noteSetup(whole);
        if (chess960) {
            this.#headers.set("Variant", "Chess960");
        }
    }

    /** The tags of a start position other than the usual one; they stay once a move was made. */
    #noteSetup(fen) {
        if (this.#node.parent === null) {
            const isUsual = fen === DEFAULT_POSITION;
            this.#headers.set("SetUp", isUsual ? null : "1");
            this.#headers.set("FEN", isUsual ? null : fen);
        }
    }

    reset() {
        this.load(DEFAULT_POSITION);
    }

    fen({ forceEnpassantSquare = false } = {}) {
        return this.#state.fen(forceEnpassantSquare);
    }

    /** The position of `philidor`, or `null` if the rules do not reach what is on the board. */
    position() {
        return this.#state.whole;
    }

    isChess960() {
        return this.#state.isChess960;
    }

    get(square) {
        return pieceOf(this.#state.letter(indexOf(square)));
    }

    findPiece({ type, color }) {
        return SQUARES.filter((square) => {
            const piece = this.get(square);
            return piece !== undefined && piece.type === type && piece.color === color;
        });
    }

    put({ type, color }, square) {
        const index = indexOf(square);
        const lower = type.toLowerCase();
        if (lower.length !== 1 || !TYPES.includes(lower) || (color !== "w" && color !== "b") || index < 0) {
            return false;
        }
        const letter = color === "w" ? lower.toUpperCase() : lower;
        const king = lower === "k" ? this.#state.board.indexOf(letter) : -1;
        if (king >= 0 && king !== index) {
            return false;
        }
        this.#edit((placement) => {
            placement.board[index] = letter;
        });
        return true;
    }

    remove(square) {
        const index = indexOf(square);
        const piece = pieceOf(this.#state.letter(index));
        this.#edit((placement) => {
            if (index >= 0) {
                placement.board[index] = "";
            }
        });
        return piece;
    }

    #edit(change) {
        const placement = this.#state.placement.copy();
        change(placement);
        placement.dropRights(this.#state.isChess960);
        // A square left over from the last move would be wrong for what stands there now.
        placement.enPassant = -1;
        this.#become(placement);
        this.#noteSetup(this.fen());
    }

    #become(placement) {
        const { comment } = this.#node;
        this.#state = State.of(placement, this.#state.isChess960);
        if (comment !== undefined || this.#lost.size > 0) {
            this.#keepComment(comment);
        }
        if (this.#node.parent === null) {
            this.#node.state = this.#state;
            // Moves that were taken back belong to the board before.
            this.#node.children.length = 0;
        } else {
            this.#edited = true;
        }
    }

    /** A comment belongs to what was on the board, and comes back with it. */
    #keepComment(comment) {
        if (comment !== undefined) {
            this.#lost.set(comment.fen, comment.text);
        }
        const fen = this.fen();
        const text = this.#lost.get(fen);
        this.#node.comment = text === undefined ? undefined : { fen, text };
    }

    turn() {
        return this.#state.turn;
    }

    setTurn(color) {
        if (this.turn() === color) {
            return false;
        }
        this.move("--");
        return true;
    }

    moveNumber() {
        return this.#state.number;
    }

    getCastlingRights(color) {
        const { rights } = this.#state.placement;
        const offset = color === "w" ? 0 : color === "b" ? 2 : 4;
        return { k: rights[offset] >= 0, q: rights[offset + 1] >= 0 };
    }

    setCastlingRights(color, rights) {
        const placement = this.#state.placement.copy();
        const { isChess960 } = this.#state;
        const offset = color === "w" ? 0 : color === "b" ? 2 : 4;
        if (offset > 2) {
            // Nothing changes, but chess.js remembers what it was told.
            return ["k", "q"].every((side) => ["undefined", "boolean"].includes(typeof rights[side]));
        }
        ["k", "q"].forEach((side, long) => {
            if (rights[side] !== undefined) {
                const standard = long === 0 ? 7 : 0;
                placement.rights[offset + long] = !rights[side] ? -1 : isChess960 ? placement.outermost(color, long) : standard;
            }
        });
        placement.dropRights(isChess960);
        this.#become(placement);
        const result = this.getCastlingRights(color);
        return ["k", "q"].every((side) => rights[side] === undefined || rights[side] === result[side]);
    }

    board() {
        return Array.from({ length: 8 }, (_, row) => Array.from({ length: 8 }, (_, file) => {
            const piece = pieceOf(this.#state.letter(row * 8 + file));
            return piece === undefined ? null : { square: SQUARES[row * 8 + file], ...piece };
        }));
    }

    ascii() {
        const edge = "   +------------------------+\n";
        let text = edge;
        for (let row = 0; row < 8; row += 1) {
            const letters = this.#state.board.slice(row * 8, row * 8 + 8).map((letter) => ` ${letter || "."} `).join("");
            text += ` ${8 - row} |${letters}|\n`;
        }
        return `${text}${edge}     a  b  c  d  e  f  g  h`;
    }

    squareColor(square) {
        const index = indexOf(square);
        return index < 0 ? null : ((index >> 3) + index) % 2 === 0 ? "light" : "dark";
    }

    // ── What is attacked, and how the game stands ─────────────────────────────────────────────────────────────────

    attackers(square, color) {
        const index = indexOf(square);
        return index < 0 ? [] : this.#state.attackers(index, color || this.turn()).map((from) => SQUARES[from]);
    }

    isAttacked(square, color) {
        const index = indexOf(square);
        return index >= 0 && this.#state.isAttacked(index, color);
    }

    inCheck() {
        return this.#state.isInCheck();
    }

    isCheck() {
        return this.inCheck();
    }

    isCheckmate() {
        return this.inCheck() && !this.#state.hasMove();
    }

    isStalemate() {
        return !this.inCheck() && !this.#state.hasMove();
    }

    isInsufficientMaterial() {
        return this.#state.isInsufficientMaterial();
    }

    isThreefoldRepetition() {
        const key = this.#state.repetitionKey();
        let count = 1;
        for (let node = this.#node.parent; node !== null && count < 3; node = node.parent) {
            count += node.state.repetitionKey() === key ? 1 : 0;
        }
        return count >= 3;
    }

    isDrawByFiftyMoves() {
        return this.#state.halfmoves >= 100;
    }

    isDraw() {
        return this.isDrawByFiftyMoves() || this.isStalemate() || this.isInsufficientMaterial() || this.isThreefoldRepetition();
    }

    isGameOver() {
        return this.isCheckmate() || this.isDraw();
    }

    hash() {
        return hashOf(this.#state.placement);
    }

    perft(depth) {
        // Anything that is not above 1 counts the moves, but for 0.
        return this.#state.perft(depth > 1 ? Math.ceil(depth) : depth === 0 ? 0 : 1);
    }

    // ── Moves ─────────────────────────────────────────────────────────────────────────────────────────────────────

    moves({ verbose = false, square = undefined, piece = undefined } = {}) {
        const state = this.#state;
        const sans = state.sans();
        if (!verbose && !square && (piece ?? "") === "") {
            return sans;
        }
        const origin = square ? indexOf(square.toLowerCase()) : undefined;
        const type = piece === "" ? undefined : piece?.toLowerCase();
        const list = [];
        state.moves().forEach((move, place) => {
            const { from } = state.ends(move);
            if ((origin === undefined || origin === from) && (type === undefined || type === state.type(from))) {
                list.push(verbose ? state.describe(move, sans[place]) : sans[place]);
            }
        });
        return list;
    }

    move(move, { strict = false } = {}) {
        const inner = this.#read(move, strict);
        if (inner === undefined) {
            throw new Error(`Invalid move: ${typeof move === "string" ? move : JSON.stringify(move)}`);
        }
        if (inner === null && this.inCheck()) {
            throw new Error("Null move not allowed when in check");
        }
        const before = this.#state;
        const san = before.san(inner);
        const after = before.after(inner);
        this.#follow(inner, san, after, before);
        return this.#node.describe();
    }

    /** The legal move that is meant, `null` for a null move, `undefined` for none. */
    #read(move, strict) {
        if (move === null || move === "--") {
            return null;
        }
        if (typeof move === "string") {
            return readMove(this.#state, move, strict);
        }
        if (typeof move !== "object") {
            return undefined;
        }
        const [from, to] = [move.from, move.to].map((square) => (typeof square === "string" ? indexOf(square) : -1));
        if (move.san === "--" && from === to) {
            return null;
        }
        return this.#state.moves().find((candidate) => {
            const ends = this.#state.ends(candidate);
            return ends.from === from && ends.to === to && (ends.promotion === undefined || ends.promotion === move.promotion);
        });
    }

    #follow(inner, san, after, before) {
        const parent = this.#node;
        const known = this.#edited ? undefined : parent.children.find((child) => child.san === san);
        this.#node = known ?? parent.add(new Node(parent, inner, san, after, before));
        this.#state = after;
        if (this.#lost.size > 0 && known === undefined) {
            this.#keepComment(undefined);
        }
    }

    undo() {
        const node = this.#node;
        if (node.parent === null) {
            return null;
        }
        const { inner, before } = node;
        const described = node.describe();
        if (node.comment !== undefined) {
            this.#lost.set(node.comment.fen, node.comment.text);
        }
        this.#state = this.#edited ? this.#unmade(before, inner) : node.parent.state;
        node.parent.remove(node);
        this.#node = node.parent;
        if (this.#node.parent === null && this.#edited) {
            this.#edited = false;
            this.#node.state = this.#state;
            this.#node.children.length = 0;
        }
        return described;
    }

    /** What is on the board, with a move taken back and all else as it was before it. */
    #unmade(before, move) {
        const placement = before.placement.copy();
        placement.board = this.#state.board.slice();
        if (move !== null) {
            // What the move changed is as it was; the rest stays as it was put.
            before.after(move).board.forEach((letter, index) => {
                if (letter !== before.board[index]) {
                    placement.board[index] = before.board[index];
                }
            });
        }
        return State.of(placement, before.isChess960);
    }

    history({ verbose = false } = {}) {
        return this.#node.line().slice(1).map((node) => (verbose ? node.describe() : node.san));
    }

    // ── Variations ────────────────────────────────────────────────────────────────────────────────────────────────

    /** The moves that are known from here, the main one first. */
    variations() {
        return this.#node.children.map((child) => child.san);
    }

    /** Goes back one move and keeps it; `null` at the start. */
    back() {
        const node = this.#node;
        if (node.parent === null || this.#edited) {
            return null;
        }
        this.#node = node.parent;
        this.#state = this.#node.state;
        return node.describe();
    }

    /** Continues by a move that is known; `null` if there is none. */
    forward(index = 0) {
        const node = this.#node.children[index];
        if (node === undefined || this.#edited) {
            return null;
        }
        this.#node = node;
        this.#state = node.state;
        return node.describe();
    }

    /** Makes one of the moves that are known from here the main one. */
    promoteVariation(index) {
        return this.#node.promote(index);
    }

    /** Forgets one of the moves that are known from here, and all that follows it. */
    removeVariation(index) {
        const node = this.#node.children[index];
        if (node === undefined) {
            return false;
        }
        this.#node.children.splice(index, 1);
        return true;
    }

    // ── Comments ──────────────────────────────────────────────────────────────────────────────────────────────────

    getComment() {
        return this.#node.comment?.text;
    }

    setComment(comment) {
        this.#node.comment = { fen: this.fen(), text: comment.replaceAll("{", "[").replaceAll("}", "]") };
    }

    removeComment() {
        const text = this.getComment();
        this.#node.comment = undefined;
        this.#lost.delete(this.fen());
        return text;
    }

    deleteComment() {
        return this.removeComment();
    }

    getComments() {
        this.#lost.clear();
        return this.#node.line().filter((node) => node.comment !== undefined)
            .map(({ comment }) => ({ fen: comment.fen, comment: comment.text }));
    }

    removeComments() {
        const comments = this.getComments();
        this.#node.line().forEach((node) => {
            node.comment = undefined;
        });
        return comments;
    }

    deleteComments() {
        return this.removeComments();
    }

    toJSON() {
        return this.pgn({ variations: true });
    }

    // ── PGN ───────────────────────────────────────────────────────────────────────────────────────────────────────

    header(...args) {
        for (let at = 0; at + 1 < args.length; at += 2) {
            if (typeof args[at] === "string" && typeof args[at + 1] === "string") {
                this.#headers.set(args[at], args[at + 1]);
            }
        }
        return this.#headers.tags;
    }

    setHeader(key, value) {
        this.#headers.set(key, value);
        return this.getHeaders();
    }

    removeHeader(key) {
        return this.#headers.remove(key);
    }

    getHeaders() {
        return this.#headers.present();
    }

    pgn({ newline = "\n", maxWidth = 0, variations = false } = {}) {
        const line = this.#node.line();
        const words = variations ? treeWords(line[0]) : lineWords(line, ({ comment }) => comment?.text);
        const hasMoves = variations ? line[0].children.length > 0 : line.length > 1;
        const tags = this.#headers.lines().map((tag) => tag + newline).join("");
        words.push(this.#headers.tags.Result || "*");
        return tags + (tags !== "" && hasMoves ? newline ?? "" : "") + wrapped(words, maxWidth, newline);
    }

    loadPgn(pgn, { strict = false, newlineChar = LINE_END } = {}) {
        if (typeof pgn !== "string") {
            throw new TypeError("the PGN is not text");
        }
        let read = readPgn(pgn, newlineChar);
        const { tags, result } = read;
        this.reset();
        tags.forEach(([tag, value]) => this.#headers.set(tag, value));
        if (this.#loadStart(tags, strict)) {
            read = readPgn(pgn, newlineChar, this.#state.position);
        }
        const replay = new Replay(this.#node, strict);
        try {
            replay.play(read);
        } finally {
            [this.#node, this.#state] = [replay.node, replay.node.state];
        }
        if (result !== null) {
            this.#headers.set("Result", result);
        }
    }

    /** Loads the start that the tags say, strictly only if a tag says that there is one; answers whether a tag has a FEN. */
    #loadStart(tags, strict) {
        const named = (wanted) => tags.find(([tag]) => tag.toLowerCase() === wanted)?.[1];
        const fen = strict ? tags.find(([tag]) => tag === "FEN")?.[1] : named("fen");
        if (strict ? this.#headers.tags.SetUp === "1" : fen) {
            if (fen === undefined) {
                throw new Error("Invalid PGN: FEN tag must be supplied with SetUp tag");
            }
            this.load(fen, { preserveHeaders: true, chess960: CHESS960.test(named("variant") ?? "") });
        }
        return named("fen") !== undefined;
    }
}

shownBy(Chess, (chess) => ({ fen: chess.fen(), history: chess.history().join(" ") }));
