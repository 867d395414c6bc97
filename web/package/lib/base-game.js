// Games of any rules: a start and its moves, as a game that is played, and as a tree of PGN.

import { OWN } from "./base-owned.js";
import { MADE, PLACE } from "./base-placed.js";
import { MoveError } from "./errors.js";
import { LINES, PgnTree, filled } from "./pgn-tree.js";
import { choice, isBlack, moveLine, text, whole } from "./words.js";

/** For constructors: nothing is read. */
const UNREAD = Symbol("unread");
/** A static method: the game with a number in the module. */
export const NUMBERED = Symbol("numbered");
/** A method: a position of the game, which a function puts at a place. */
export const AT = Symbol("at");
/** A method of a class of trees: the lines of the start of a game, as `written.rs` reads them. */
export const START_LINES = Symbol("start lines");

const OF_A_SIDE = ["resignation", "forfeit"];
const OF_NO_SIDE = ["agreement", "threefold-repetition", "fifty-moves", "abandoned"];
const FREE = "game_free";

/**
 * The classes of games in a module: those that are played, and trees. `startOf` makes a position of a start; `seen` gives
 * the classes that users see, which are above these.
 */
export function gamesIn(module, Owned, Position, startOf, seen) {
    const {
        wasm, accepted, check, receive, receiveBytes, receiveJson, receiveMoveBytes, receiveWords, refused, send, tidy,
    } = module;

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

        static [NUMBERED](number) {
            const game = new this(UNREAD);
            game[OWN](number, FREE);
            game.#chess960 = wasm.game_is_chess960(number) !== 0;
            return game;
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

        get start() {
            return this[AT](0);
        }

        get position() {
            return this[AT](-1);
        }

        [AT](ply) {
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

        sans() {
            return receiveWords(wasm.game_text(this.number, false));
        }

        ucis() {
            return receiveWords(wasm.game_text(this.number, true));
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
            return filled(new (seen().PgnGame)(this.start), tags, this.moves, this.result);
        }

        toString() {
            return String(this.pgn());
        }

        toJSON() {
            return this.toString();
        }

        copy() {
            return seen().Game[NUMBERED](wasm.game_copy(this.number));
        }
    }

    class PgnGame extends PgnTree {
        constructor(start) {
            super(startOf(start));
        }

        toString() {
            check();
            const written = receive(accepted(wasm.pgn_write(send(this[LINES](...this[START_LINES]())))));
            tidy();
            return written;
        }

        game() {
            return new (seen().Game)(this.start, this.moves());
        }
    }

    return { Game, PgnGame };
}
