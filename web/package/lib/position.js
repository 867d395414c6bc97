// Positions, with all that is asked of them. A setup becomes a position here, so that `setup.js` need not import this file.

import { ArgumentError, makeSetupsBy } from "./errors.js";
import {
    accepted, check, receive, receiveBytes, receiveJson, receiveMoves, receiveMovesInto, receiveSans, refused, send,
    sendPackedBytes, owners, wasm,
} from "./module.js";
import { GENERATORS, details, judge, pins } from "./details.js";
import { withJson } from "./json.js";
import { DELIVER, EMPTY, MADE, PACKED, PLACE, Placed, READY, makePositionsBy, next } from "./placed.js";
import { SetupBase } from "./setup.js";
import { diagram } from "./diagram.js";
import { shownBy } from "./showing.js";
import {
    SQUARES, byteArray, choice, isBlack, list, options, setOf, shown, squareIndex, text, unsigned, whole,
} from "./words.js";

const KINDS = ["all", "tactical", "quiet", "captures"];
const PIECES = "KQRBNPkqrbnp";

export class Position extends Placed {
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
        position[DELIVER](place, accepted(make(place, argument)), chess960);
        return position;
    }

    /** The places of two positions; bringing one back must not take the place of the other. */
    #both(other) {
        let theirs = Position[PLACE](other);
        const ours = this[READY]();
        if (owners[theirs] !== other) {
            theirs = other[READY]();
        }
        return [ours, theirs];
    }

    pack() {
        if (this[PACKED] === undefined) {
            throw new ArgumentError("range", "a position with more than 32 pieces does not fit into 32 bytes");
        }
        return new Uint8Array(Int32Array.from(this[PACKED]).buffer);
    }

    packedParts() {
        this.pack();
        return receiveJson(wasm.packed_parts(this[READY]()));
    }

    get turn() {
        return wasm.status(this[READY](), 6) ? "black" : "white";
    }

    get enPassant() {
        return SQUARES[wasm.number(this[READY](), 2)] ?? null;
    }

    get hasLegalEnPassant() {
        return wasm.fact(this[READY](), 5) !== 0;
    }

    get chess960Number() {
        const number = wasm.chess960_number(this[READY]());
        return number < 0 ? null : number;
    }

    get isCheck() {
        return wasm.status(this[READY](), 0) !== 0;
    }

    get isCheckmate() {
        return this.isCheck && !this.hasLegalMove();
    }

    get isStalemate() {
        return !this.isCheck && !this.hasLegalMove();
    }

    get outcome() {
        const length = wasm.outcome(this[READY]());
        return length === 0 ? null : receiveJson(length);
    }

    get isCertainlyDead() {
        return wasm.fact(this[READY](), 2) !== 0;
    }

    get isInsufficientMaterial() {
        return this.hasInsufficientMaterial("white") && this.hasInsufficientMaterial("black");
    }

    hasInsufficientMaterial(color) {
        return wasm.fact(this[READY](), isBlack(color) ? 4 : 3) !== 0;
    }

    get polyglotKey() {
        return unsigned(wasm.key(this[READY](), true));
    }

    get(square) {
        return this.board()[squareIndex(square)];
    }

    board() {
        const letters = receive(wasm.board(this[READY]()));
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
            return unsigned(wasm.set(this[READY](), 0));
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
        return unsigned(wasm.set(this[READY](), isBlack(color) ? 2 : 1));
    }

    king(color) {
        return SQUARES[wasm.number(this[READY](), isBlack(color) ? 4 : 3)];
    }

    legalMoves(given) {
        if (given === undefined) {
            return receiveMoves(wasm.legal_moves(this[READY]()));
        }
        const { kind = "all", origin } = options(given);
        const from = origin === undefined ? 64 : squareIndex(origin);
        return receiveMoves(wasm.moves_of(this[READY](), choice(kind, KINDS, "the kind"), from));
    }

    legalMovesInto(array) {
        if (!(array instanceof Uint16Array)) {
            throw new ArgumentError("type", `not a Uint16Array: ${shown(array)}`);
        }
        return receiveMovesInto(array, wasm.legal_moves(this[READY]()));
    }

    legalMoveCount() {
        return wasm.legal_move_count(this[READY]());
    }

    hasLegalMove() {
        return wasm.status(this[READY](), 1) !== 0;
    }

    sans() {
        return receiveSans(wasm.write_sans(this[READY]()));
    }

    ucis() {
        return words(wasm.write_moves(this[READY](), this.isChess960 ? 2 : 1));
    }

    moves() {
        return details(this[READY](), this.isChess960, -1);
    }

    pseudoLegalMoves() {
        return receiveMoves(wasm.pseudo_legal_moves(this[READY]()));
    }

    destinations() {
        const found = new Map();
        const put = (origin, destination) => {
            const list = found.get(origin) ?? [];
            found.set(origin, list.includes(destination) ? list : [...list, destination]);
        };
        for (const move of this.legalMoves()) {
            const [origin, destination] = [(move >> 8) & 63, (move >> 2) & 63];
            const isCastling = move >> 14 === 2;
            if (isCastling) {
                put(origin, squareIndex(this.details(move).rook.origin));
            }
            // In Chess960 the king may castle to any square, also to where it stands, or to one that a step reaches.
            if (!isCastling || !this.isChess960) {
                put(origin, destination);
            }
        }
        const names = (squares) => squares.sort((one, other) => one - other).map((square) => SQUARES[square]);
        return new Map(Array.from(found, ([origin, squares]) => [SQUARES[origin], names(squares)]));
    }

    moveSets(kind = "all") {
        const place = choice(kind, KINDS, "the kind");
        return receiveJson(wasm.move_sets(this[READY](), place)).map((set) =>
            "targets" in set ? withJson({ ...set, targets: BigInt(set.targets) }) : set,
        );
    }

    pickedMoves(given) {
        const { table, killers = [] } = options(given);
        const digests = [table, ...list(killers, "killers").slice(0, 2)].map((move) =>
            move === undefined ? 0 : this.#digest(move),
        );
        const [first, second = 0, third = 0] = digests;
        return receiveJson(wasm.picked_moves(this[READY](), first, second, third));
    }

    /** A move as an argument: a legal one by text, or any number. */
    #digest(move) {
        if (typeof move === "number") {
            return whole(move, 0, 65535, "a move");
        }
        // First, since it may send a FEN.
        const place = this[READY]();
        const digest = wasm.read_move(place, send(text(move, "a move")), 2);
        return digest < 0 ? refused() : digest;
    }

    #legal(move) {
        const digest = this.#digest(move);
        if (typeof move === "number" && !wasm.is_legal(this[READY](), digest)) {
            this.#explain(digest);
        }
        return digest;
    }

    #explain(digest, more) {
        wasm.explain(this[READY](), digest);
        refused(more);
    }

    isLegal(move) {
        if (typeof move === "number") {
            return wasm.is_legal(this[READY](), whole(move, 0, 65535, "a move")) !== 0;
        }
        return wasm.read_move(this[READY](), send(text(move, "a move")), 2) >= 0;
    }

    move(move) {
        return this.#legal(move);
    }

    decode(bits) {
        if (typeof bits === "bigint") {
            return judge(this[READY](), bits).legal ? Number(bits & 0xffffn) : null;
        }
        whole(bits, 0, 65535, "a move");
        return wasm.is_legal(this[READY](), bits) ? bits : null;
    }

    judge(word) {
        if (typeof word !== "bigint") {
            throw new ArgumentError("type", `the word of a move is a bigint, not ${shown(word)}`);
        }
        return judge(this[READY](), word);
    }

    word(move) {
        return unsigned(wasm.word(this[READY](), this.#legal(move)));
    }

    details(move) {
        return details(this[READY](), this.isChess960, this.#legal(move))[0];
    }

    givesCheck(move) {
        return wasm.gives_check(this[READY](), this.#legal(move)) !== 0;
    }

    exchangeValue(move) {
        return wasm.exchange_value(this[READY](), this.#legal(move));
    }

    san(move) {
        return this.#write(move, 0);
    }

    uci(move, given) {
        const { chess960 = this.isChess960 } = options(given);
        return this.#write(move, chess960 ? 2 : 1);
    }

    long(move) {
        return this.#write(move, 3);
    }

    #write(move, notation) {
        const digest = this.#digest(move);
        const length = wasm.write_move(this[READY](), digest, notation);
        return length < 0 ? this.#explain(digest) : receive(length);
    }

    parseSan(san, given) {
        const { strict = false } = options(given);
        const digest = wasm.read_move(this[READY](), send(text(san, "a move")), strict ? 3 : 0);
        return digest < 0 ? refused() : digest;
    }

    parseUci(uci) {
        const digest = wasm.read_move(this[READY](), send(text(uci, "a move")), 1);
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
            digest = wasm.read_move(this[READY](), send(text(move, "a move")), 2);
            if (digest < 0) {
                refused(more);
            }
        }
        const from = this[READY]();
        const place = next();
        const flags = wasm.play(from, place, digest);
        if (flags < 0) {
            this.#explain(digest, more);
        }
        const after = new Position(EMPTY);
        after[DELIVER](place, flags, this.isChess960);
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
        const from = this[READY]();
        return Position[MADE]((place) => wasm.pass(from, place), this.isChess960);
    }

    moveTo(other) {
        const [ours, theirs] = this.#both(other);
        const digest = wasm.move_to(ours, theirs);
        return digest < 0 ? null : digest;
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
        const from = this[READY]();
        return Position[MADE]((place) => wasm.flip(from, place, false), this.isChess960);
    }

    flipFiles() {
        const from = this[READY]();
        if (this.castlingRights !== "-") {
            return null;
        }
        return Position[MADE]((place) => wasm.flip(from, place, true), this.isChess960);
    }

    get checkers() {
        return unsigned(wasm.set(this[READY](), 3));
    }

    pinned(color = this.turn) {
        return unsigned(wasm.set(this[READY](), isBlack(color) ? 5 : 4));
    }

    pins(color = this.turn) {
        return pins(this[READY](), isBlack(color));
    }

    get checkMask() {
        return unsigned(wasm.set(this[READY](), 8));
    }

    get kingDanger() {
        return unsigned(wasm.set(this[READY](), 9));
    }

    attacksFrom(square, given) {
        const { occupied = this.squares() } = options(given);
        return unsigned(wasm.attacks_from(this[READY](), squareIndex(square), setOf(occupied)));
    }

    attackersTo(square, given) {
        const { by, occupied = this.squares() } = options(given);
        const colors = by === undefined ? 3 : isBlack(by) ? 2 : 1;
        return unsigned(wasm.attackers_to(this[READY](), squareIndex(square), colors, setOf(occupied)));
    }

    attackedBy(color) {
        return unsigned(wasm.set(this[READY](), isBlack(color) ? 7 : 6));
    }

    attackCounts(color) {
        return receiveBytes(wasm.attack_counts(this[READY](), isBlack(color))).slice();
    }

    perft(depth, given) {
        const { generator } = options(given);
        if (generator === undefined) {
            return super.perft(depth);
        }
        whole(depth, 0, 255, "the depth");
        const count = unsigned(wasm.count(this[READY](), depth, choice(generator, GENERATORS, "the generator")));
        return count === NO_COUNT ? refused() : count;
    }

    divide(depth, given) {
        whole(depth, 1, 255, "the depth");
        const sans = this.sans();
        const ucis = this.ucis();
        return Array.from(this.legalMoves(), (move, index) => withJson({
            move,
            uci: ucis[index],
            san: sans[index],
            count: this.play(move).perft(depth - 1, given),
        }));
    }

    perftStatistics(depth) {
        whole(depth, 0, 255, "the depth");
        const found = receiveJson(wasm.statistics(this[READY](), depth));
        return withJson(Object.fromEntries(Object.entries(found).map(([name, count]) => [name, BigInt(count)])));
    }

    movesBy(generator) {
        const number = choice(generator, GENERATORS, "the generator");
        const moves = receiveJson(accepted(wasm.moves_by(this[READY](), number)));
        return moves.map((move) => ({ move: move & 0xffff, legal: move > 0xffff }));
    }

    chainWalk(square) {
        return receiveJson(wasm.chain_walk(this[READY](), squareIndex(square)));
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

shownBy(Position, (position) => position.fen());
shownBy(Setup, (setup) => setup.fen());

makePositionsBy((placed) => new Position(placed.fen({ castling: "shredder" }), { chess960: placed.isChess960, strict: false }));
makeSetupsBy((fen) => new Setup(fen));

const NO_COUNT = (1n << 64n) - 1n;

function words(length) {
    return length === 0 ? [] : receive(length).split(" ");
}
