// Games of any rules: a start and its moves, as a game that is played, and as a tree of PGN.

import { OWN } from "./base-owned.js";
import { MADE, PLACE } from "./base-placed.js";
import { MoveError } from "./errors.js";
import { LINES, PgnTree, START, filled } from "./pgn-tree.js";
import { shownBy } from "./showing.js";
import { choice, digestArray, isBlack, moveLine, options, text, unsigned, whole, wholeBytes } from "./words.js";

/** For constructors: nothing is read. */
const UNREAD = Symbol("unread");

const OF_A_SIDE = ["resignation", "forfeit"];
const OF_NO_SIDE = ["agreement", "threefold-repetition", "fifty-moves", "abandoned"];
const FREE = "game_free";

/**
 * The classes of games in a module: those that are played, and trees. `startRead` makes a position of the start that the
 * module gives as JSON; `startLines` gives the lines of a start, as `written.rs` reads them.
 */
export function gamesIn(module, Owned, Position, startRead, startLines) {
    const {
        wasm, accepted, check, receive, receiveBytes, receiveJson, receiveMoveBytes, receiveMoves, receiveMovesInto, receiveWords,
        refused, send, sendBytes, tidy,
    } = module;

    const startOf = (start) => (start instanceof Position ? start : new Position(start));

    class Game extends Owned {
        #chess960;

        constructor(start, moves = []) {
            super();
            check();
            if (start === UNREAD) {
                return;
            }
            const position = startOf(start);
            this.#chess960 = position.isChess960;
            this[OWN](wasm.game_new(Position[PLACE](position), this.#chess960), FREE);
            try {
                moveLine(moves).forEach((move, ply) => this.#play(move, { ply }));
            } catch (error) {
                this.free();
                throw error;
            }
        }

        static #numbered(number) {
            const game = new Game(UNREAD);
            game[OWN](number, FREE);
            game.#chess960 = wasm.game_is_chess960(number) !== 0;
            return game;
        }

        static unpack(bytes, given) {
            check();
            const { strict, chess960 } = options(given);
            const length = sendBytes(wholeBytes(bytes, "a packed game"));
            return Game.#numbered(accepted(wasm.game_unpack(length, strict !== false, chess960 === true)));
        }

        pack() {
            return receiveBytes(wasm.game_pack(this.number)).slice();
        }

        play(move) {
            return this.#play(move);
        }

        #play(move, more) {
            const { number } = this;
            if (typeof move === "number") {
                if (!wasm.game_play(number, whole(move, 0, 65535, "a move"))) {
                    this.#illegal(move, more);
                }
                return move;
            }
            const digest = wasm.game_play_text(number, send(text(move, "a move")));
            return digest < 0 ? refused(more) : digest;
        }

        #illegal(move, more) {
            try {
                this.position.move(move);
            } catch (error) {
                throw error instanceof MoveError ? Object.assign(error, more) : error;
            }
        }

        undo() {
            const digest = wasm.game_undo(this.number);
            return digest < 0 ? null : digest;
        }

        redo() {
            const digest = wasm.game_redo(this.number);
            return digest < 0 ? null : digest;
        }

        goTo(ply) {
            whole(ply, 0, 0xffffffff, "the ply");
            if (ply > this.ply + wasm.game_number(this.number, 1)) {
                return false;
            }
            while (this.ply > ply) {
                this.undo();
            }
            while (this.ply < ply) {
                this.redo();
            }
            return true;
        }

        get start() {
            return this.#at(0);
        }

        get position() {
            return this.#at(-1);
        }

        positionAt(ply) {
            whole(ply, 0, 0x7fffffff, "the ply");
            return ply > this.ply + wasm.game_number(this.number, 1) ? null : this.#at(ply);
        }

        #at(ply) {
            const { number } = this;
            return Position[MADE]((place) => wasm.game_position(number, place, ply), this.#chess960);
        }

        get turn() {
            return wasm.game_number(this.number, 4) ? "black" : "white";
        }

        get ply() {
            return wasm.game_number(this.number, 0);
        }

        get moves() {
            return receiveMoveBytes(wasm.game_moves(this.number, false));
        }

        get undone() {
            return receiveMoveBytes(wasm.game_moves(this.number, true));
        }

        sans() {
            return receiveWords(wasm.game_text(this.number, false));
        }

        ucis() {
            return receiveWords(wasm.game_text(this.number, true));
        }

        legalMoves() {
            return receiveMoves(wasm.game_legal_moves(this.number));
        }

        legalMovesInto(array) {
            return receiveMovesInto(digestArray(array), wasm.game_legal_moves(this.number));
        }

        legalMoveCount() {
            return wasm.game_legal_moves(this.number);
        }

        get isCheck() {
            return wasm.game_number(this.number, 3) !== 0;
        }

        get key() {
            return unsigned(wasm.game_key(this.number));
        }

        fen(given) {
            return this.position.fen(given);
        }

        get repetitions() {
            return wasm.game_number(this.number, 2);
        }

        get outcome() {
            const length = wasm.game_outcome(this.number);
            return length === 0 ? null : receiveJson(length);
        }

        get result() {
            return this.outcome?.result ?? "*";
        }

        claim(move) {
            const digest = move === undefined ? -1 : this.position.move(move);
            return [null, "threefold-repetition", "fifty-moves"][wasm.game_claim(this.number, digest)];
        }

        end(reason, loser) {
            if (OF_A_SIDE.includes(reason)) {
                wasm.game_end(this.number, OF_A_SIDE.indexOf(reason), isBlack(loser));
            } else {
                const place = choice(reason, OF_NO_SIDE, "the reason");
                wasm.game_end(this.number, 3 + place, false);
            }
        }

        endByTime(loser) {
            wasm.game_end(this.number, 2, isBlack(loser));
        }

        pgn(tags = {}) {
            return filled(new PgnGame(this.start), tags, this.moves, this.result);
        }

        toString() {
            return String(this.pgn());
        }

        toJSON() {
            return this.toString();
        }

        copy() {
            return Game.#numbered(wasm.game_copy(this.number));
        }
    }

    class PgnGame extends PgnTree {
        constructor(start) {
            super(startOf(start));
        }

        static [START](read) {
            return startRead(read);
        }

        toString() {
            check();
            const written = receive(accepted(wasm.pgn_write(send(this[LINES](...startLines(this.start))))));
            tidy();
            return written;
        }

        game() {
            return new Game(this.start, this.moves());
        }
    }

    shownBy(Game, (game) => ({ start: game.start, moves: game.sans().join(" "), result: game.result }));

    return { Game, PgnGame };
}
