// A position is a value of 32 bytes. The module keeps a ring of them ready; `owners` has the position that owns each
// place. A setup becomes a position here, so that `setup.js` need not import this file.

import { ArgumentError, MoveError, makeSetupsBy } from "./errors.js";
import {
    accepted, check, receive, receiveBytes, receiveJson, receiveMoves, receiveMovesInto, receivePacked,
    receiveSans, refused, send,
    owners, sendPacked, sendPackedBytes, wasm,
} from "./module.js";
import { GENERATORS, details, judge, pins } from "./details.js";
import { SetupBase } from "./setup.js";
import { diagram } from "./diagram.js";
import {
    SQUARES, byteArray, choice, isBlack, list, options, setOf, shown, squareIndex, squaresOf, text, unsigned, whole,
} from "./words.js";

/** For the constructor: nothing is read. */
const EMPTY = Symbol("empty");
export const PLACE = Symbol("place");
export const MADE = Symbol("made");

let cursor = 0;

const POLICIES = ["always", "pseudo-legal", "legal"];
const CASTLING = ["xfen", "shredder"];
const KINDS = ["all", "tactical", "quiet"];
const PIECES = "KQRBNPkqrbnp";

/** The answer's bits: over 32 pieces; castling from other squares than in standard chess. */
const UNPACKED = 1;
const CHESS960 = 2;

export class Position {
    /** The 32 bytes, as eight numbers. */
    #packed;
    /** The FEN of a position that does not fit into 32 bytes. */
    #fen;
    #place;
    #chess960;

    constructor(fen, given) {
        if (fen === EMPTY) {
            return;
        }
        check();
        const { chess960, strict } = options(given);
        const length = send(fen === undefined ? START : text(fen, "a FEN"));
        const place = next();
        this.#deliver(place, accepted(wasm.read_fen(place, length, strict === false ? 0 : 1)), chess960 === true);
    }

    static of(setup, given) {
        if (!(setup instanceof Setup)) {
            throw new ArgumentError("type", `not a setup: ${shown(setup)}`);
        }
        return new Position(setup.fen({ castling: "shredder" }), given);
    }

    static chess960(number) {
        check();
        whole(number, 0, 959, "the number of a start position");
        return Position.#of(wasm.chess960, number, true);
    }

    static unpack(bytes, given) {
        check();
        const { chess960, strict = true, offset = 0 } = options(given);
        byteArray(bytes, "a packed position");
        whole(offset, 0, Math.max(bytes.length - 32, 0), "the offset");
        if (bytes.length < 32) {
            throw new ArgumentError("range", `a packed position has 32 bytes, not ${bytes.length}`);
        }
        sendPackedBytes(bytes, offset);
        return Position.#of(wasm.unpack, strict !== false, chess960 === true);
    }

    static #of(make, argument, chess960) {
        const position = new Position(EMPTY);
        const place = next();
        position.#deliver(place, accepted(make(place, argument)), chess960);
        return position;
    }

    /** Takes what the module has put at a place. */
    #deliver(place, flags, chess960) {
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
    #ready() {
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

    /** For the other files of this package: the place of a position. */
    static [PLACE](position) {
        if (!(position instanceof Position)) {
            throw new ArgumentError("type", `not a position: ${shown(position)}`);
        }
        check();
        return position.#ready();
    }

    /** For the other files: a position that `make` puts at the place it is given. */
    static [MADE](make, chess960) {
        const position = new Position(EMPTY);
        const place = next();
        position.#deliver(place, accepted(make(place)), chess960);
        return position;
    }

    /** The places of two positions; bringing one back must not take the place of the other. */
    #both(other) {
        let theirs = Position[PLACE](other);
        const ours = this.#ready();
        if (owners[theirs] !== other) {
            theirs = other.#ready();
        }
        return [ours, theirs];
    }

    pack() {
        if (this.#packed === undefined) {
            throw new ArgumentError("range", "a position with more than 32 pieces does not fit into 32 bytes");
        }
        return new Uint8Array(Int32Array.from(this.#packed).buffer);
    }

    packedParts() {
        this.pack();
        return receiveJson(wasm.packed_parts(this.#ready()));
    }

    get turn() {
        return wasm.status(this.#ready(), 6) ? "black" : "white";
    }

    get castlingRights() {
        return this.fen().split(" ")[2];
    }

    get enPassant() {
        return SQUARES[wasm.number(this.#ready(), 2)] ?? null;
    }

    get hasLegalEnPassant() {
        return wasm.status(this.#ready(), 5) !== 0;
    }

    get halfmoveClock() {
        return wasm.number(this.#ready(), 0);
    }

    get fullmoveNumber() {
        return wasm.number(this.#ready(), 1) >>> 0;
    }

    get isChess960() {
        return this.#chess960;
    }

    get chess960Number() {
        const number = wasm.chess960_number(this.#ready());
        return number < 0 ? null : number;
    }

    get isCheck() {
        return wasm.status(this.#ready(), 0) !== 0;
    }

    get isCheckmate() {
        return this.isCheck && !this.hasLegalMove();
    }

    get isStalemate() {
        return !this.isCheck && !this.hasLegalMove();
    }

    get isCertainlyDead() {
        return wasm.status(this.#ready(), 2) !== 0;
    }

    get isInsufficientMaterial() {
        return this.hasInsufficientMaterial("white") && this.hasInsufficientMaterial("black");
    }

    hasInsufficientMaterial(color) {
        return wasm.status(this.#ready(), isBlack(color) ? 4 : 3) !== 0;
    }

    get key() {
        return unsigned(wasm.key(this.#ready(), false));
    }

    get polyglotKey() {
        return unsigned(wasm.key(this.#ready(), true));
    }

    get(square) {
        return this.board()[squareIndex(square)];
    }

    board() {
        const letters = receive(wasm.board(this.#ready()));
        return Array.from(letters, (letter) => (letter === "." ? null : letter));
    }

    pieces() {
        const pieces = new Map();
        this.board().forEach((piece, index) => {
            if (piece !== null) {
                pieces.set(SQUARES[index], piece);
            }
        });
        return pieces;
    }

    squares(pieces) {
        if (pieces === undefined) {
            return unsigned(wasm.set(this.#ready(), 0));
        }
        let set = 0n;
        for (const letter of text(pieces, "a list of pieces")) {
            if (!PIECES.includes(letter)) {
                throw new ArgumentError("piece", `not a piece: ${shown(letter)}`);
            }
            this.board().forEach((piece, index) => {
                if (piece === letter) {
                    set |= 1n << BigInt(index);
                }
            });
        }
        return set;
    }

    squaresOf(color) {
        return unsigned(wasm.set(this.#ready(), isBlack(color) ? 2 : 1));
    }

    king(color) {
        return SQUARES[wasm.number(this.#ready(), isBlack(color) ? 4 : 3)];
    }

    legalMoves(given) {
        if (given === undefined) {
            return receiveMoves(wasm.legal_moves(this.#ready()));
        }
        const { kind = "all", origin } = options(given);
        const from = origin === undefined ? 64 : squareIndex(origin);
        return receiveMoves(wasm.moves_of(this.#ready(), choice(kind, KINDS, "the kind"), from));
    }

    legalMovesInto(array) {
        if (!(array instanceof Uint16Array)) {
            throw new ArgumentError("type", `not a Uint16Array: ${shown(array)}`);
        }
        return receiveMovesInto(array, wasm.legal_moves(this.#ready()));
    }

    legalMoveCount() {
        return wasm.legal_move_count(this.#ready());
    }

    hasLegalMove() {
        return wasm.status(this.#ready(), 1) !== 0;
    }

    sans() {
        return receiveSans(wasm.write_sans(this.#ready()));
    }

    ucis() {
        return words(wasm.write_moves(this.#ready(), this.#chess960 ? 2 : 1));
    }

    moves() {
        return details(this.#ready(), this.#chess960, -1);
    }

    pseudoLegalMoves() {
        return receiveMoves(wasm.pseudo_legal_moves(this.#ready()));
    }

    destinations() {
        const found = new Map();
        const put = (origin, destination) => {
            const list = found.get(SQUARES[origin]) ?? [];
            if (!list.includes(SQUARES[destination])) {
                list.push(SQUARES[destination]);
            }
            found.set(SQUARES[origin], list);
        };
        const castling = [];
        for (const move of this.legalMoves()) {
            put((move >> 8) & 63, (move >> 2) & 63);
            if (move >> 14 === 2) {
                castling.push(move);
            }
        }
        for (const move of castling) {
            put((move >> 8) & 63, squareIndex(this.details(move).rook.origin));
        }
        return found;
    }

    moveSets(kind = "all") {
        const place = choice(kind, KINDS, "the kind");
        return receiveJson(wasm.move_sets(this.#ready(), place)).map((set) =>
            "targets" in set ? { ...set, targets: BigInt(set.targets) } : set,
        );
    }

    pickedMoves(given) {
        const { table, killers = [] } = options(given);
        const digests = [table, ...list(killers, "killers").slice(0, 2)].map((move) =>
            move === undefined ? 0 : this.#digest(move),
        );
        const [first, second = 0, third = 0] = digests;
        return receiveJson(wasm.picked_moves(this.#ready(), first, second, third));
    }

    /** A move as an argument: a legal one by text, or any number. */
    #digest(move) {
        if (typeof move === "number") {
            return whole(move, 0, 65535, "a move");
        }
        // First, since it may send a FEN.
        const place = this.#ready();
        const digest = wasm.read_move(place, send(text(move, "a move")), 2);
        return digest < 0 ? refused() : digest;
    }

    #legal(move) {
        const digest = this.#digest(move);
        if (typeof move === "number" && !wasm.is_legal(this.#ready(), digest)) {
            this.#explain(digest);
        }
        return digest;
    }

    #explain(digest, more) {
        wasm.explain(this.#ready(), digest);
        refused(more);
    }

    isLegal(move) {
        if (typeof move === "number") {
            return wasm.is_legal(this.#ready(), whole(move, 0, 65535, "a move")) !== 0;
        }
        return wasm.read_move(this.#ready(), send(text(move, "a move")), 2) >= 0;
    }

    move(move) {
        return this.#legal(move);
    }

    decode(bits) {
        if (typeof bits === "bigint") {
            return judge(this.#ready(), bits).legal ? Number(bits & 0xffffn) : null;
        }
        whole(bits, 0, 65535, "a move");
        return wasm.is_legal(this.#ready(), bits) ? bits : null;
    }

    judge(word) {
        if (typeof word !== "bigint") {
            throw new ArgumentError("type", `the word of a move is a bigint, not ${shown(word)}`);
        }
        return judge(this.#ready(), word);
    }

    word(move) {
        return unsigned(wasm.word(this.#ready(), this.#legal(move)));
    }

    details(move) {
        return details(this.#ready(), this.#chess960, this.#legal(move))[0];
    }

    givesCheck(move) {
        return wasm.gives_check(this.#ready(), this.#legal(move)) !== 0;
    }

    exchangeValue(move) {
        return wasm.exchange_value(this.#ready(), this.#legal(move));
    }

    san(move) {
        return this.#write(move, 0);
    }

    uci(move, given) {
        const { chess960 = this.#chess960 } = options(given);
        return this.#write(move, chess960 ? 2 : 1);
    }

    long(move) {
        return this.#write(move, 3);
    }

    #write(move, notation) {
        const digest = this.#digest(move);
        const length = wasm.write_move(this.#ready(), digest, notation);
        return length < 0 ? this.#explain(digest) : receive(length);
    }

    parseSan(san, given) {
        const { strict = false } = options(given);
        const digest = wasm.read_move(this.#ready(), send(text(san, "a move")), strict ? 3 : 0);
        return digest < 0 ? refused() : digest;
    }

    parseUci(uci) {
        const digest = wasm.read_move(this.#ready(), send(text(uci, "a move")), 1);
        return digest < 0 ? refused() : digest;
    }

    play(move) {
        return this.#play(move);
    }

    #play(move, more) {
        let digest = move;
        if (typeof move === "number") {
            whole(move, 0, 65535, "a move");
        } else {
            digest = wasm.read_move(this.#ready(), send(text(move, "a move")), 2);
            if (digest < 0) {
                refused(more);
            }
        }
        const from = this.#ready();
        const place = next();
        const flags = wasm.play(from, place, digest);
        if (flags < 0) {
            this.#explain(digest, more);
        }
        const after = new Position(EMPTY);
        after.#deliver(place, flags, this.#chess960);
        return after;
    }

    playAll(moves) {
        const line = typeof moves === "string" ? moves.split(/\s+/).filter((word) => word !== "") : list(moves, "moves");
        let position = this;
        let ply = 0;
        for (const move of line) {
            position = position.#play(move, { ply });
            ply += 1;
        }
        return position;
    }

    pass() {
        const from = this.#ready();
        return Position[MADE]((place) => wasm.pass(from, place), this.#chess960);
    }

    moveTo(other) {
        const [ours, theirs] = this.#both(other);
        const digest = wasm.move_to(ours, theirs);
        return digest < 0 ? null : digest;
    }

    fen(given) {
        const { enPassant = "always", castling = "xfen" } = options(given);
        const policy = choice(enPassant, POLICIES, "enPassant");
        const notation = choice(castling, CASTLING, "castling");
        return receive(wasm.write_fen(this.#ready(), policy, notation === 1));
    }

    toString() {
        return this.fen();
    }

    toJSON() {
        return this.fen();
    }

    setup() {
        return new Setup(this.fen());
    }

    equals(other) {
        if (!(other instanceof Position)) {
            return false;
        }
        const [ours, theirs] = this.#both(other);
        return wasm.equal(ours, theirs) !== 0;
    }

    flipColors() {
        const from = this.#ready();
        return Position[MADE]((place) => wasm.flip(from, place, false), this.#chess960);
    }

    flipFiles() {
        const from = this.#ready();
        if (this.castlingRights !== "-") {
            return null;
        }
        return Position[MADE]((place) => wasm.flip(from, place, true), this.#chess960);
    }

    get checkers() {
        return unsigned(wasm.set(this.#ready(), 3));
    }

    pinned(color = this.turn) {
        return unsigned(wasm.set(this.#ready(), isBlack(color) ? 5 : 4));
    }

    pins(color = this.turn) {
        return pins(this.#ready(), isBlack(color));
    }

    get checkMask() {
        return unsigned(wasm.set(this.#ready(), 8));
    }

    get kingDanger() {
        return unsigned(wasm.set(this.#ready(), 9));
    }

    attacksFrom(square, given) {
        const { occupied = this.squares() } = options(given);
        return unsigned(wasm.attacks_from(this.#ready(), squareIndex(square), setOf(occupied)));
    }

    attackersTo(square, given) {
        const { by, occupied = this.squares() } = options(given);
        const colors = by === undefined ? 3 : isBlack(by) ? 2 : 1;
        return unsigned(wasm.attackers_to(this.#ready(), squareIndex(square), colors, setOf(occupied)));
    }

    attackedBy(color) {
        return unsigned(wasm.set(this.#ready(), isBlack(color) ? 7 : 6));
    }

    attackCounts(color) {
        return receiveBytes(wasm.attack_counts(this.#ready(), isBlack(color))).slice();
    }

    perft(depth, given) {
        const { generator } = options(given);
        whole(depth, 0, 255, "the depth");
        const count = unsigned(wasm.count(this.#ready(), depth, generatorNumber(generator)));
        return count === NO_COUNT ? refused() : count;
    }

    divide(depth, given) {
        whole(depth, 1, 255, "the depth");
        const sans = this.sans();
        const ucis = this.ucis();
        return Array.from(this.legalMoves(), (move, index) => ({
            move,
            uci: ucis[index],
            san: sans[index],
            count: this.play(move).perft(depth - 1, given),
        }));
    }

    perftStatistics(depth) {
        whole(depth, 0, 255, "the depth");
        const found = receiveJson(wasm.statistics(this.#ready(), depth));
        return Object.fromEntries(Object.entries(found).map(([name, count]) => [name, BigInt(count)]));
    }

    movesBy(generator) {
        const number = choice(generator, GENERATORS, "the generator");
        const moves = receiveJson(accepted(wasm.moves_by(this.#ready(), number)));
        return moves.map((move) => ({ move: move & 0xffff, legal: move > 0xffff }));
    }

    chainWalk(square) {
        return receiveJson(wasm.chain_walk(this.#ready(), squareIndex(square)));
    }

    svg(given) {
        return diagram(this.fen(), given, this.fen());
    }
}

export class Setup extends SetupBase {
    position(given) {
        return Position.of(this, given);
    }
}

makeSetupsBy((fen) => new Setup(fen));

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const NO_COUNT = (1n << 64n) - 1n;

function next() {
    check();
    cursor = (cursor + 1) & (owners.length - 1);
    // Even if something fails before a new position is there, the former one is gone.
    owners[cursor] = null;
    return cursor;
}

function words(length) {
    return length === 0 ? [] : receive(length).split(" ");
}

function generatorNumber(generator) {
    return generator === undefined ? 0 : choice(generator, GENERATORS, "the generator");
}
