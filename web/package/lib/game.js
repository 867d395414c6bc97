// A start and its moves: as a game that is played, and as a tree of PGN. Each becomes the other.

import { ArgumentError, MoveError } from "./errors.js";
import {
    accepted, check, receive, receiveBytes, receiveJson, receiveMoves, receiveMovesInto, refused, send, sendBytes, tidy, wasm,
} from "./module.js";
import { OWN, Owned } from "./owned.js";
import { LINES, PgnTree, START, filled } from "./pgn-tree.js";
import { MADE, PLACE } from "./placed.js";
import { Position } from "./position.js";
import { shownBy } from "./showing.js";
import { startOf } from "./start.js";
import { choice, isBlack, list, options, shown, text, unsigned, whole, wholeBytes } from "./words.js";

const OF_A_SIDE = ["resignation", "forfeit"];
const OF_NO_SIDE = ["agreement", "threefold-repetition", "fifty-moves", "abandoned"];
const FREE = "game_free";
const UNREAD = Symbol("unread");

export class Game extends Owned {
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
            this.#playAll(moves);
        } catch (error) {
            this.free();
            throw error;
        }
    }

    static #of(number) {
        const game = new Game(UNREAD);
        game[OWN](number, FREE);
        game.#chess960 = wasm.game_is_chess960(number) !== 0;
        return game;
    }

    #playAll(moves) {
        const line = typeof moves === "string" ? moves.split(/\s+/).filter((word) => word !== "") : list(moves, "moves");
        let ply = 0;
        for (const move of line) {
            this.#play(move, { ply });
            ply += 1;
        }
    }

    static unpack(bytes, given) {
        check();
        const { strict = true, chess960 = false } = options(given);
        const length = sendBytes(wholeBytes(bytes, "a packed game"));
        return Game.#of(accepted(wasm.game_unpack(length, strict !== false, chess960 === true)));
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
        return ply > this.ply ? null : this.#at(ply);
    }

    #at(ply) {
        const { number } = this;
        return Position[MADE]((place) => wasm.game_position(number, place, ply), this.#chess960);
    }

    get ply() {
        return wasm.game_number(this.number, 0);
    }

    get moves() {
        return this.#moves(false);
    }

    get undone() {
        return this.#moves(true);
    }

    #moves(undone) {
        return new Uint16Array(receiveBytes(wasm.game_moves(this.number, undone)).slice().buffer);
    }

    sans() {
        return this.#words(false);
    }

    ucis() {
        return this.#words(true);
    }

    #words(uci) {
        const length = wasm.game_text(this.number, uci);
        return length === 0 ? [] : receive(length).split(" ");
    }

    legalMoves() {
        return receiveMoves(wasm.game_legal_moves(this.number));
    }

    legalMovesInto(array) {
        if (!(array instanceof Uint16Array)) {
            throw new ArgumentError("type", `not a Uint16Array: ${shown(array)}`);
        }
        return receiveMovesInto(array, wasm.game_legal_moves(this.number));
    }

    legalMoveCount() {
        return wasm.game_number(this.number, 3);
    }

    get turn() {
        return wasm.game_number(this.number, 5) ? "black" : "white";
    }

    get isCheck() {
        return wasm.game_number(this.number, 4) !== 0;
    }

    fen(given) {
        return this.position.fen(given);
    }

    get key() {
        return unsigned(wasm.game_key(this.number));
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
        return Game.#of(wasm.game_copy(this.number));
    }
}

export class PgnGame extends PgnTree {
    constructor(start) {
        super(startOf(start));
    }

    static [START]({ fen, chess960 }) {
        return fen === null && !chess960 ? undefined : startOf(fen ?? undefined, { chess960, strict: false });
    }

    toString() {
        check();
        const start = [`F ${this.start.fen({ castling: "shredder" })}`, ...(this.start.isChess960 ? ["9"] : [])];
        const written = receive(accepted(wasm.pgn_write(send(this[LINES](...start)))));
        tidy();
        return written;
    }

    game() {
        return new Game(this.start, this.moves());
    }
}

shownBy(Game, (game) => ({ start: game.start.fen(), moves: game.sans().join(" "), result: game.result }));
