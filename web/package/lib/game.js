// A start and its moves: as a game that is played, and as a tree of PGN. Each becomes the other.

import { AT, NUMBERED, START_LINES, gamesIn } from "./base-game.js";
import { ArgumentError } from "./errors.js";
import { accepted, check, core, receiveMoveBytes, receiveMoves, receiveMovesInto, sendBytes, wasm } from "./module.js";
import { Owned } from "./owned.js";
import { START } from "./pgn-tree.js";
import { Position } from "./position.js";
import { shownBy } from "./showing.js";
import { startOf } from "./start.js";
import { options, shown, unsigned, whole, wholeBytes } from "./words.js";

const bases = gamesIn(core, Owned, Position, startOf, () => ({ Game, PgnGame }));

export class Game extends bases.Game {
    static unpack(bytes, given) {
        check();
        const { strict = true, chess960 = false } = options(given);
        const length = sendBytes(wholeBytes(bytes, "a packed game"));
        return Game[NUMBERED](accepted(wasm.game_unpack(length, strict !== false, chess960 === true)));
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

    positionAt(ply) {
        whole(ply, 0, 0x7fffffff, "the ply");
        return ply > this.ply ? null : this[AT](ply);
    }

    get undone() {
        return receiveMoveBytes(wasm.game_moves(this.number, true));
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
        return wasm.game_legal_moves(this.number);
    }

    get isCheck() {
        return wasm.game_number(this.number, 3) !== 0;
    }

    get key() {
        return unsigned(wasm.game_key(this.number));
    }
}

export class PgnGame extends bases.PgnGame {
    static [START]({ fen, chess960 }) {
        return fen === null && !chess960 ? undefined : startOf(fen ?? undefined, { chess960, strict: false });
    }

    [START_LINES]() {
        return [`F ${this.start.fen({ castling: "shredder" })}`, ...(this.start.isChess960 ? ["9"] : [])];
    }
}

shownBy(Game, (game) => ({ start: game.start.fen(), moves: game.sans().join(" "), result: game.result }));
