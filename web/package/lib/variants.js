// Chess variants. A position is a value, the bytes of its packed form; the module keeps a ring of them ready, and
// `owners` has the position that owns each place.

import { ArgumentError } from "./errors.js";
import { withJson } from "./json.js";
import { LINES, PgnTree, START, filled } from "./pgn-tree.js";
import { sendItsTextInstead, shownBy } from "./showing.js";
import {
    Owned, accepted, call, owners, receive, receiveBytes, receiveJson, receiveMoves, receiveWords, send,
} from "./variants-module.js";
import {
    SQUARES, choice, isBlack, list, options, shown, squareIndex, text, unsigned, whole, wholeBytes,
} from "./words.js";

/** For the constructors: nothing is read. */
const EMPTY = Symbol("empty");
const PLACE = Symbol("place");
const MADE = Symbol("made");

const POLICIES = ["always", "pseudo-legal", "legal"];
const CASTLING = ["xfen", "shredder"];
const [SAN, UCI, UCI_960, EITHER, STRICT_SAN] = [0, 1, 2, 2, 3];
const ALL = -1;
const OF_A_SIDE = ["resignation", "forfeit"];
const OF_NO_SIDE = ["agreement", "threefold-repetition", "fifty-moves"];
const CLAIMS = [null, "threefold-repetition", "fifty-moves"];

let cursor = 0;

/** A place for a position; the position that has it loses it. */
function next() {
    // Before the first call, and after a fresh start, there is no ring yet.
    if (owners.length === 0) {
        call("places");
    }
    cursor = (cursor + 1) % owners.length;
    owners[cursor] = null;
    return cursor;
}

/** Moves in a row: a list, or text. */
const line = (moves) => (typeof moves === "string" ? moves.split(/\s+/).filter((word) => word !== "") : list(moves, "moves"));

export class VariantPosition {
    /** The bytes of `pack`. */
    #packed;
    #place;
    #chess960;
    #known;
    notCloneable = sendItsTextInstead;

    constructor(variant, fen, given) {
        if (variant === EMPTY) {
            return;
        }
        const { chess960, strict } = options(given);
        text(variant, "the name of a variant");
        const parts = fen === undefined ? [variant] : [variant, text(fen, "a FEN")];
        const [name, end] = send(...parts);
        this.#deliver(
            (place) => (end === undefined ? call("begin", place, name) : call("read_fen", place, name, end, strict !== false)),
            chess960 === true,
        );
    }

    static chess960(variant, number) {
        const [name] = send(text(variant, "the name of a variant"));
        whole(number, 0, 959, "the number of a start position");
        return VariantPosition[MADE]((place) => call("chess960", place, name, number), true);
    }

    static unpack(bytes, given) {
        const { chess960, strict } = options(given);
        const [length] = send(wholeBytes(bytes, "a packed position"));
        return VariantPosition[MADE]((place) => call("unpack", place, length, strict !== false), chess960 === true);
    }

    /** For this file: a position that `make` puts at the place it is given. */
    static [MADE](make, chess960, more) {
        const position = new VariantPosition(EMPTY);
        position.#deliver(make, chess960, more);
        return position;
    }

    /** For this file: the place of a position. */
    static [PLACE](position) {
        if (!(position instanceof VariantPosition)) {
            throw new ArgumentError("type", `not a position of a variant: ${shown(position)}`);
        }
        return position.#ready();
    }

    #deliver(make, chess960, more) {
        const place = next();
        this.#chess960 = accepted(make(place), more) === 1 || chess960;
        this.#packed = receiveBytes(call("pack", place));
        this.#place = place;
        owners[place] = this;
    }

    /** The place where the position is, to which it is brought if another has taken it. */
    #ready() {
        if (owners[this.#place] !== this) {
            const [length] = send(this.#packed);
            const place = next();
            accepted(call("unpack", place, length, false));
            this.#place = place;
            owners[place] = this;
        }
        return this.#place;
    }

    /** What the position is, asked once. */
    get #facts() {
        return (this.#known ??= receiveJson(call("facts", this.#ready())));
    }

    pack() {
        return this.#packed.slice();
    }

    get variant() {
        return this.#facts.variant;
    }

    get title() {
        return this.#facts.title;
    }

    get turn() {
        return this.#facts.turn;
    }

    get castlingRights() {
        return this.fen().split(" ")[2];
    }

    get enPassant() {
        return this.#facts.enPassant;
    }

    get halfmoveClock() {
        return this.#facts.halfmoveClock;
    }

    get fullmoveNumber() {
        return this.#facts.fullmoveNumber;
    }

    get isChess960() {
        return this.#chess960;
    }

    get isCheck() {
        return this.checkers !== 0n;
    }

    get checkers() {
        return BigInt(this.#facts.checkers);
    }

    get pockets() {
        const { white, black } = this.#facts.pockets;
        return { white: { ...white }, black: { ...black } };
    }

    get promoted() {
        return BigInt(this.#facts.promoted);
    }

    get checksGiven() {
        return { ...this.#facts.checksGiven };
    }

    get outcome() {
        const { outcome } = this.#facts;
        return outcome && { ...outcome };
    }

    get key() {
        return BigInt(this.#facts.key);
    }

    hasInsufficientMaterial(color) {
        return call("insufficient_material", this.#ready(), isBlack(color)) !== 0;
    }

    get(square) {
        return this.board()[squareIndex(square)];
    }

    board() {
        return Array.from(this.#facts.board, (letter) => (letter === "." ? null : letter));
    }

    pieces() {
        const found = this.board().map((piece, index) => [SQUARES[index], piece]);
        return new Map(found.filter(([, piece]) => piece !== null));
    }

    legalMoves() {
        return receiveMoves(call("legal_moves", this.#ready()));
    }

    legalMoveCount() {
        return call("legal_moves", this.#ready()) / 2;
    }

    sans() {
        return receiveWords(call("write_moves", this.#ready(), SAN));
    }

    ucis() {
        return receiveWords(call("write_moves", this.#ready(), this.#chess960 ? UCI_960 : UCI));
    }

    moves() {
        return this.#details(ALL);
    }

    #details(digest) {
        return receiveJson(call("details", this.#ready(), digest, this.#chess960));
    }

    destinations() {
        return grouped(this.moves(), ({ origin, destination, rook }) =>
            origin === null ? [] : rook === null ? [destination] : this.#chess960 ? [rook.origin] : [rook.origin, destination], "origin");
    }

    drops() {
        return grouped(this.moves(), ({ origin, destination }) => (origin === null ? [destination] : []), "piece");
    }

    /** A move as an argument: the digest of a legal one. */
    #legal(move) {
        if (typeof move === "number") {
            return accepted(call("find", this.#ready(), whole(move, 0, 65535, "a move")));
        }
        return this.#read(move, EITHER);
    }

    #read(move, notation, more) {
        // First, since it may write for the module itself.
        const place = this.#ready();
        const [length] = send(text(move, "a move"));
        return accepted(call("read_move", place, length, notation), more);
    }

    move(move) {
        return this.#legal(move);
    }

    isLegal(move) {
        if (typeof move === "number") {
            return call("find", this.#ready(), whole(move, 0, 65535, "a move")) >= 0;
        }
        const place = this.#ready();
        const [length] = send(text(move, "a move"));
        return call("read_move", place, length, EITHER) >= 0;
    }

    details(move) {
        return this.#details(this.#legal(move))[0];
    }

    san(move) {
        return this.#write(move, SAN);
    }

    uci(move, given) {
        const { chess960 = this.#chess960 } = options(given);
        return this.#write(move, chess960 ? UCI_960 : UCI);
    }

    #write(move, notation) {
        const digest = this.#legal(move);
        return receive(accepted(call("write_move", this.#ready(), digest, notation)));
    }

    parseSan(san, given) {
        const { strict = false } = options(given);
        return this.#read(san, strict ? STRICT_SAN : SAN);
    }

    parseUci(uci) {
        return this.#read(uci, UCI);
    }

    play(move) {
        return this.#play(move);
    }

    #play(move, more) {
        const digest = typeof move === "number" ? whole(move, 0, 65535, "a move") : this.#read(move, EITHER, more);
        const from = this.#ready();
        return VariantPosition[MADE]((place) => call("play", from, place, digest), this.#chess960, more);
    }

    pass() {
        const from = this.#ready();
        return VariantPosition[MADE]((place) => call("pass", from, place), this.#chess960);
    }

    playAll(moves) {
        return line(moves).reduce((position, move, ply) => position.#play(move, { ply }), this);
    }

    fen(given) {
        const { enPassant = "always", castling = "xfen" } = options(given);
        const policy = choice(enPassant, POLICIES, "enPassant");
        const notation = choice(castling, CASTLING, "castling");
        return receive(call("write_fen", this.#ready(), policy, notation === 1));
    }

    toString() {
        return this.fen();
    }

    toJSON() {
        return this.fen();
    }

    equals(other) {
        return (
            other instanceof VariantPosition
            && other.#packed.length === this.#packed.length
            && other.#packed.every((byte, at) => byte === this.#packed[at])
        );
    }

    perft(depth) {
        return unsigned(call("count", this.#ready(), whole(depth, 0, 255, "the depth")));
    }

    divide(depth) {
        whole(depth, 1, 255, "the depth");
        const [ucis, sans] = [this.ucis(), this.sans()];
        return Array.from(this.legalMoves(), (move, at) => withJson({
            move, uci: ucis[at], san: sans[at], count: this.play(move).perft(depth - 1),
        }));
    }
}

/** The destinations of moves by one of their properties, from a1 on; `goalsOf` gives those of a move. */
function grouped(moves, goalsOf, property) {
    const found = new Map();
    for (const move of moves) {
        for (const goal of goalsOf(move)) {
            const goals = found.get(move[property]) ?? new Set();
            found.set(move[property], goals.add(goal));
        }
    }
    const places = (goals) => Array.from(goals, squareIndex).sort((one, other) => one - other);
    return new Map(Array.from(found, ([from, goals]) => [from, places(goals).map((place) => SQUARES[place])]));
}

export class VariantGame {
    #owned;
    #chess960;
    notCloneable = sendItsTextInstead;

    constructor(start, moves = []) {
        if (start === EMPTY) {
            return;
        }
        const position = start instanceof VariantPosition ? start : new VariantPosition(start);
        this.#take(call("game_new", VariantPosition[PLACE](position)), position.isChess960);
        try {
            line(moves).forEach((move, ply) => this.#play(move, { ply }));
        } catch (error) {
            this.free();
            throw error;
        }
    }

    #take(number, chess960) {
        this.#owned = new Owned(number, "game_free", "VariantGame");
        this.#chess960 = chess960;
    }

    static unpack(bytes) {
        const game = new VariantGame(EMPTY);
        const [length] = send(wholeBytes(bytes, "a packed game"));
        game.#take(accepted(call("game_unpack", length)), false);
        game.#chess960 = game.start.isChess960;
        return game;
    }

    pack() {
        return receiveBytes(call("game_pack", this.#owned.number));
    }

    play(move) {
        return this.#play(move);
    }

    #play(move, more) {
        const { number } = this.#owned;
        if (typeof move === "number") {
            return accepted(call("game_play", number, whole(move, 0, 65535, "a move")), more);
        }
        const [length] = send(text(move, "a move"));
        return accepted(call("game_play_text", number, length), more);
    }

    undo() {
        const digest = call("game_undo", this.#owned.number);
        return digest < 0 ? null : digest;
    }

    get start() {
        return this.#at(true);
    }

    get position() {
        return this.#at(false);
    }

    #at(isStart) {
        const { number } = this.#owned;
        return VariantPosition[MADE]((place) => call("game_position", number, place, isStart), this.#chess960);
    }

    get variant() {
        return this.position.variant;
    }

    get turn() {
        return this.position.turn;
    }

    get ply() {
        return this.#number(0);
    }

    get repetitions() {
        return this.#number(1);
    }

    #number(question) {
        return call("game_number", this.#owned.number, question);
    }

    get moves() {
        return receiveMoves(call("game_moves", this.#owned.number));
    }

    sans() {
        return receiveWords(call("game_text", this.#owned.number, SAN));
    }

    ucis() {
        return receiveWords(call("game_text", this.#owned.number, this.#chess960 ? UCI_960 : UCI));
    }

    fen(given) {
        return this.position.fen(given);
    }

    get outcome() {
        return receiveJson(call("game_outcome", this.#owned.number));
    }

    get result() {
        return this.outcome?.result ?? "*";
    }

    claim() {
        return CLAIMS[this.#number(2)];
    }

    end(reason, loser) {
        const { number } = this.#owned;
        if (OF_A_SIDE.includes(reason)) {
            call("game_end", number, OF_A_SIDE.indexOf(reason), isBlack(loser));
        } else {
            call("game_end", number, 3 + choice(reason, OF_NO_SIDE, "the reason"), false);
        }
    }

    endByTime(loser) {
        call("game_end", this.#owned.number, 2, isBlack(loser));
    }

    pgn(tags = {}) {
        return filled(new VariantPgnGame(this.start), tags, this.moves, this.result);
    }

    toString() {
        return String(this.pgn());
    }

    toJSON() {
        return this.toString();
    }

    copy() {
        const game = new VariantGame(EMPTY);
        game.#take(call("game_copy", this.#owned.number), this.#chess960);
        return game;
    }

    free() {
        this.#owned.free();
    }
}

if (Symbol.dispose !== undefined) {
    VariantGame.prototype[Symbol.dispose] = VariantGame.prototype.free;
}

export class VariantPgnGame extends PgnTree {
    constructor(start) {
        super(start instanceof VariantPosition ? start : new VariantPosition(start));
    }

    static [START]({ variant, fen, chess960 }) {
        return new VariantPosition(variant ?? "chess", fen ?? undefined, { chess960, strict: false });
    }

    toString() {
        const { variant, isChess960 } = this.start;
        // Only for chess does the tag `Variant` name the mode.
        const mode = isChess960 && variant === "chess" ? ["9"] : [];
        const [length] = send(this[LINES](`F ${variant} ${this.start.fen()}`, ...mode));
        return receive(accepted(call("pgn_write", length)));
    }

    game() {
        return new VariantGame(this.start, this.moves());
    }
}

shownBy(VariantPosition, (position) => ({ variant: position.variant, fen: position.fen() }));
shownBy(VariantGame, (game) => ({ start: game.start, moves: game.sans().join(" "), result: game.result }));
