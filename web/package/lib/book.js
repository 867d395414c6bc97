// Opening books in Polyglot's format.

import { ArgumentError } from "./errors.js";
import { Game } from "./game.js";
import { accepted, check, receiveBytes, receiveJson, sendBytes, tidy, wasm } from "./module.js";
import { Owned } from "./owned.js";
import { PgnGame } from "./pgn.js";
import { PLACE, Position } from "./position.js";
import { byteArray, options, shown, whole } from "./words.js";

const FREE = "book_free";
const RESULTS = ["1-0", "0-1", "1/2-1/2"];

export class Book extends Owned {
    constructor(bytes) {
        super();
        check();
        this.own(accepted(wasm.book_new(sendBytes(byteArray(bytes, "a book")))), FREE);
        tidy();
    }

    static ofGames(games, given) {
        check();
        const { maxPlies = 60, minGames = 3 } = options(given);
        const builder = wasm.book_begin(
            whole(maxPlies, 0, 0xffffffff, "maxPlies"),
            whole(minGames, 0, 0xffffffff, "minGames"),
        );
        let number;
        try {
            for (const game of games) {
                const { start, moves, result } = told(game);
                const place = Position[PLACE](start);
                const sent = new Uint8Array(moves.buffer, moves.byteOffset, moves.byteLength);
                // A game without a result says nothing about its moves.
                if (RESULTS.includes(result)) {
                    wasm.book_add(builder, place, sendBytes(sent), RESULTS.indexOf(result));
                }
            }
        } finally {
            number = wasm.book_end(builder);
        }
        const bytes = receiveBytes(wasm.book_bytes(number)).slice();
        wasm.book_free(number);
        return new Book(bytes);
    }

    get length() {
        return wasm.book_len(this.number);
    }

    moves(position) {
        const place = Position[PLACE](position);
        return receiveJson(wasm.book_moves(this.number, place));
    }

    best(position) {
        return this.moves(position)[0]?.move ?? null;
    }

    choose(position, random = Math.random()) {
        if (typeof random !== "number" || !(random >= 0 && random < 1)) {
            throw new ArgumentError("range", `random is a number from 0 to 1, not ${shown(random)}`);
        }
        const place = Position[PLACE](position);
        // 64 bits of which the high ones count.
        const bits = BigInt(Math.floor(random * 2 ** 53)) << 11n;
        const digest = wasm.book_choose(this.number, place, BigInt.asIntN(64, bits));
        return digest < 0 ? null : digest;
    }

    toBytes() {
        return receiveBytes(wasm.book_bytes(this.number)).slice();
    }
}

function told(game) {
    if (game instanceof Game) {
        return game;
    }
    if (game instanceof PgnGame) {
        return { start: game.start, moves: game.moves(), result: game.result };
    }
    throw new ArgumentError("type", `not a game: ${shown(game)}`);
}
