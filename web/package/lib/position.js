// Positions, with all that is asked of them. A setup becomes a position here, so that `setup.js` need not import this file.

import { KEPT, MADE, READY } from "./base-placed.js";
import { LONG, WRITE, positionIn } from "./base-position.js";
import { GENERATORS, judge, ofChess, pins } from "./details.js";
import { diagram } from "./diagram.js";
import { ArgumentError, makeSetupsBy } from "./errors.js";
import { withJson } from "./json.js";
import {
    accepted, check, core, receive, receiveBytes, receiveJson, receiveMoves, receiveSans, refused, sendPackedBytes,
    wasm,
} from "./module.js";
import { PLACE, Placed, makePositionsBy } from "./placed.js";
import { SetupBase } from "./setup.js";
import { shownBy } from "./showing.js";
import {
    SQUARES, byteArray, choice, isBlack, list, options, setOf, shown, squareIndex, text, unsigned, whole,
} from "./words.js";

const KINDS = ["all", "tactical", "quiet", "captures"];
const PIECES = "KQRBNPkqrbnp";

export class Position extends positionIn(core, Placed, () => Position, ofChess) {
    static of(setup, given) {
        if (!(setup instanceof Setup)) {
            throw new ArgumentError("type", `not a setup: ${shown(setup)}`);
        }
        return new Position(setup.fen({ castling: "shredder" }), given);
    }

    static chess960(number) {
        check();
        whole(number, 0, 959, "the number of a start position");
        return Position[MADE]((place) => wasm.chess960(place, number), true);
    }

    static unpack(bytes, given) {
        check();
        const { chess960, strict = true, offset = 0 } = options(given);
        byteArray(bytes, "a packed position");
        whole(offset, 0, Math.max(bytes.length - 32, 0), "the offset");
        if (bytes.length < 32) {
            throw new ArgumentError("range", `a packed position of chess has 32 bytes, not ${bytes.length}`);
        }
        sendPackedBytes(bytes, offset);
        return Position[MADE]((place) => wasm.unpack(place, strict !== false), chess960 === true);
    }

    /** The places of two positions; bringing one back must not take the place of the other. */
    #both(other) {
        let theirs = Position[PLACE](other);
        const ours = this[READY]();
        if (core.owners[theirs] !== other) {
            theirs = other[READY]();
        }
        return [ours, theirs];
    }

    pack() {
        if (typeof this[KEPT] === "string") {
            throw new ArgumentError("range", "a position with more than 32 pieces does not fit into 32 bytes");
        }
        return new Uint8Array(Int32Array.from(this[KEPT]).buffer);
    }

    packedParts() {
        this.pack();
        return receiveJson(wasm.packed_parts(this[READY]()));
    }

    get hasLegalEnPassant() {
        return wasm.legal_en_passant(this[READY]()) !== 0;
    }

    get chess960Number() {
        const number = wasm.chess960_number(this[READY]());
        return number < 0 ? null : number;
    }

    get isCheckmate() {
        return this.isCheck && !this.hasLegalMove();
    }

    get isStalemate() {
        return !this.isCheck && !this.hasLegalMove();
    }

    get isCertainlyDead() {
        return wasm.certainly_dead(this[READY]()) !== 0;
    }

    get isInsufficientMaterial() {
        return this.hasInsufficientMaterial("white") && this.hasInsufficientMaterial("black");
    }

    get polyglotKey() {
        return unsigned(wasm.polyglot_key(this[READY]()));
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
        return SQUARES[wasm.king(this[READY](), isBlack(color))];
    }

    legalMoves(given) {
        if (given === undefined) {
            return receiveMoves(wasm.legal_moves(this[READY]()));
        }
        const { kind = "all", origin } = options(given);
        const from = origin === undefined ? 64 : squareIndex(origin);
        return receiveMoves(wasm.moves_of(this[READY](), choice(kind, KINDS, "the kind"), from));
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

    pseudoLegalMoves() {
        return receiveMoves(wasm.pseudo_legal_moves(this[READY]()));
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
            move === undefined ? 0 : typeof move === "number" ? whole(move, 0, 65535, "a move") : this.move(move),
        );
        const [first, second = 0, third = 0] = digests;
        return receiveJson(wasm.picked_moves(this[READY](), first, second, third));
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
        return unsigned(wasm.word(this[READY](), this.move(move)));
    }

    givesCheck(move) {
        return wasm.gives_check(this[READY](), this.move(move)) !== 0;
    }

    exchangeValue(move) {
        return wasm.exchange_value(this[READY](), this.move(move));
    }

    long(move) {
        return this[WRITE](move, LONG);
    }

    moveTo(other) {
        const [ours, theirs] = this.#both(other);
        const digest = wasm.move_to(ours, theirs);
        return digest < 0 ? null : digest;
    }

    setup() {
        return new Setup(this.fen());
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
