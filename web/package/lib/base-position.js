// What positions of any rules are asked: their classes, of chess and of variants, add what only they have.

import { DELIVER, EMPTY, KEPT, MADE, NEXT, READY } from "./base-placed.js";
import { details } from "./base-details.js";
import { withJson } from "./json.js";
import { SQUARES, digestArray, isBlack, isDrop, moveLine, options, squareIndex, text, whole } from "./words.js";

/** How moves are written and read. */
const [SAN, UCI, UCI_960, EITHER, STRICT_SAN] = [0, 1, 2, 2, 3];
export const LONG = 3;
export const WRITE = Symbol("write");
const ALL = -1;

/**
 * The class of positions in a module, above that of their places. `seen` gives the one that users see, which is above it;
 * `complete` adds to the details of a move what only some rules have.
 */
export function positionIn(module, Placed, seen, complete) {
    const { wasm, receive, receiveJson, receiveMoves, receiveMovesInto, receiveWords, refused, send } = module;

    // Functions, since private methods would make each new position slower.
    function read(position, move, notation, more) {
        // First, since it may send for the module itself.
        const place = position[READY]();
        const digest = wasm.read_move(place, send(text(move, "a move")), notation);
        return digest < 0 ? refused(more) : digest;
    }

    function explain(position, digest, more) {
        wasm.explain(position[READY](), digest);
        refused(more);
    }

    function play(position, move, more) {
        const digest = typeof move === "number" ? whole(move, 0, 65535, "a move") : read(position, move, EITHER, more);
        const from = position[READY]();
        const place = Placed[NEXT]();
        const flags = wasm.play(from, place, digest);
        if (flags < 0) {
            explain(position, digest, more);
        }
        const after = new (seen())(EMPTY);
        after[DELIVER](place, flags, position.isChess960);
        return after;
    }

    return class extends Placed {
        get turn() {
            return wasm.status(this[READY](), 6) ? "black" : "white";
        }

        get enPassant() {
            return SQUARES[wasm.number(this[READY](), 2)] ?? null;
        }

        get isCheck() {
            return wasm.status(this[READY](), 0) !== 0;
        }

        get outcome() {
            const length = wasm.outcome(this[READY]());
            return length === 0 ? null : receiveJson(length);
        }

        hasInsufficientMaterial(color) {
            return wasm.insufficient_material(this[READY](), isBlack(color)) !== 0;
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

        legalMoves() {
            return receiveMoves(wasm.legal_moves(this[READY]()));
        }

        legalMovesInto(array) {
            return receiveMovesInto(digestArray(array), wasm.legal_moves(this[READY]()));
        }

        legalMoveCount() {
            return wasm.legal_moves(this[READY]());
        }

        sans() {
            return receiveWords(wasm.write_moves(this[READY](), SAN));
        }

        ucis() {
            return receiveWords(wasm.write_moves(this[READY](), this.isChess960 ? UCI_960 : UCI));
        }

        moves() {
            return details(module, this[READY](), this.isChess960, ALL, complete);
        }

        destinations() {
            const found = new Map();
            const put = (origin, destination) => {
                const list = found.get(origin) ?? [];
                found.set(origin, list.includes(destination) ? list : [...list, destination]);
            };
            for (const move of this.legalMoves().filter((move) => !isDrop(move))) {
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

        isLegal(move) {
            if (typeof move === "number") {
                return wasm.is_legal(this[READY](), whole(move, 0, 65535, "a move")) !== 0;
            }
            const place = this[READY]();
            return wasm.read_move(place, send(text(move, "a move")), EITHER) >= 0;
        }

        move(move) {
            if (typeof move !== "number") {
                return read(this, move, EITHER);
            }
            return wasm.is_legal(this[READY](), whole(move, 0, 65535, "a move")) ? move : explain(this, move);
        }

        details(move) {
            return details(module, this[READY](), this.isChess960, this.move(move), complete)[0];
        }

        san(move) {
            return this[WRITE](move, SAN);
        }

        uci(move, given) {
            const { chess960 = this.isChess960 } = options(given);
            return this[WRITE](move, chess960 ? UCI_960 : UCI);
        }

        [WRITE](move, notation) {
            const digest = typeof move === "number" ? whole(move, 0, 65535, "a move") : read(this, move, EITHER);
            const length = wasm.write_move(this[READY](), digest, notation);
            return length < 0 ? explain(this, digest) : receive(length);
        }

        parseSan(san, given) {
            const { strict = false } = options(given);
            return read(this, san, strict ? STRICT_SAN : SAN);
        }

        parseUci(uci) {
            return read(this, uci, UCI);
        }

        play(move) {
            return play(this, move);
        }

        playAll(moves) {
            let position = this;
            moveLine(moves).forEach((move, ply) => {
                position = play(position, move, { ply });
            });
            return position;
        }

        pass() {
            const from = this[READY]();
            return seen()[MADE]((place) => wasm.pass(from, place), this.isChess960);
        }

        toString() {
            return this.fen();
        }

        toJSON() {
            return this.fen();
        }

        equals(other) {
            if (!(other instanceof Placed)) {
                return false;
            }
            const [ours, theirs] = [this[KEPT], other[KEPT]];
            return ours.length === theirs.length && Array.prototype.every.call(ours, (part, at) => part === theirs[at]);
        }

        divide(depth, given) {
            whole(depth, 1, 255, "the depth");
            const [sans, ucis] = [this.sans(), this.ucis()];
            return Array.from(this.legalMoves(), (move, index) => withJson({
                move,
                uci: ucis[index],
                san: sans[index],
                count: this.play(move).perft(depth - 1, given),
            }));
        }
    };
}
