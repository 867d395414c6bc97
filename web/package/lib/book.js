// Opening books in Polyglot's format.

import { ArgumentError } from "./errors.js";
import { Game, PgnGame } from "./game.js";
import { accepted, check, receiveBytes, receiveJson, sendBytes, tidy, wasm } from "./module.js";
import { OWN, Owned } from "./owned.js";
import { PASS } from "./pgn-tree.js";
import { PLACE } from "./placed.js";
import { Position } from "./position.js";
import { shownBy } from "./showing.js";
import { list, options, shown, whole, wholeBytes } from "./words.js";

const FREE = "book_free";
const RESULTS = ["1-0", "0-1", "1/2-1/2"];

export class Book extends Owned {
    constructor(bytes) {
        super();
        check();
        this[OWN](accepted(wasm.book_new(sendBytes(wholeBytes(bytes, "a book")))), FREE);
        tidy();
    }

    static ofGames(games, given) {
        check();
        const { maxPlies = 60, minGames = 3 } = options(given);
        whole(maxPlies, 0, 0xffffffff, "maxPlies");
        whole(minGames, 0, 0xffffffff, "minGames");
        const tallies = new Map();
        for (const game of list(games, "games")) {
            const { start, moves, result } = recordOf(game);
            // A game without a result says nothing about its moves.
            if (RESULTS.includes(result)) {
                count(tallies, start, moves.subarray(0, maxPlies), result);
            }
        }
        return new Book(written([...tallies.values()].filter((tally) => tally.games >= minGames && tally.points > 0)));
    }

    get length() {
        return wasm.book_len(this.number);
    }

    moves(position) {
        const place = Position[PLACE](position);
        return receiveJson(wasm.book_moves(this.number, place)).sort((one, other) => other.weight - one.weight);
    }

    best(position) {
        const [best] = this.moves(position);
        return best?.weight > 0 ? best.move : null;
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

shownBy(Book, ({ length }) => ({ length }));

/** Two points for a win, one for a draw, for each move and position. What comes after a null move is not an opening. */
function count(tallies, start, moves, result) {
    let position = start;
    for (const move of moves) {
        if (move === PASS) {
            return;
        }
        const won = result === (position.turn === "white" ? "1-0" : "0-1");
        const key = position.polyglotKey;
        const bookMove = wasm.book_move(Position[PLACE](position), move);
        const name = `${key} ${bookMove}`;
        const tally = tallies.get(name) ?? { key, bookMove, games: 0, points: 0 };
        tally.games += 1;
        tally.points += won ? 2 : result === "1/2-1/2" ? 1 : 0;
        tallies.set(name, tally);
        position = position.play(move);
    }
}

/** The records of 16 bytes, by key, then by weight; the weights of a key are scaled down if one is too large. */
function written(tallies) {
    const largest = new Map();
    for (const { key, points } of tallies) {
        largest.set(key, Math.max(largest.get(key) ?? 0, points));
    }
    const records = tallies.map(({ key, bookMove, points }) => {
        const most = Math.max(largest.get(key), 0xffff);
        return { key, bookMove, weight: Math.max(1, Math.floor((points * 0xffff) / most)) };
    });
    records.sort((one, other) =>
        one.key === other.key ? other.weight - one.weight || one.bookMove - other.bookMove : one.key < other.key ? -1 : 1,
    );
    const view = new DataView(new ArrayBuffer(records.length * 16));
    records.forEach(({ key, bookMove, weight }, index) => {
        view.setBigUint64(index * 16, key);
        view.setUint16(index * 16 + 8, bookMove);
        view.setUint16(index * 16 + 10, weight);
    });
    return new Uint8Array(view.buffer);
}

function recordOf(game) {
    if (game instanceof Game) {
        return game;
    }
    if (game instanceof PgnGame) {
        return { start: game.start, moves: game.moves(), result: game.result };
    }
    throw new ArgumentError("type", `not a game: ${shown(game)}`);
}
