// Games of PGN read from text, by the module; see `web/module/src/pgn/`.

import { ArgumentError, PgnError, errorOf } from "./errors.js";
import { PgnGame } from "./game.js";
import { check, receive, sendBytes, tidy, wasm } from "./module.js";
import { OWN, Owned } from "./owned.js";
import { MINE } from "./pgn-tree.js";
import { byteArray, options, shown, whole } from "./words.js";

/** How many bytes are given to the module at once. */
const PIECE = 1 << 18;

/** A game out of the JSON that the module gives. */
export const gameOf = (read) => PgnGame[MINE](read);

/** Bytes that are given to the module piece by piece. */
export class Feed extends Owned {
    constructor(purpose, errors = 0) {
        super();
        check();
        this[OWN](wasm.feed_new(purpose, errors), "feed_free");
    }

    push(bytes, isLast) {
        for (let at = 0; at < bytes.length; at += PIECE) {
            const length = sendBytes(bytes.subarray(at, at + PIECE));
            wasm.feed_push(this.number, length, false);
        }
        if (isLast) {
            wasm.feed_push(this.number, 0, true);
        }
    }

    /** The next game that is complete, or the reason why it cannot be read, as text of JSON; `null` before more comes. */
    next() {
        const length = wasm.feed_next(this.number);
        if (length === 0) {
            return null;
        }
        return length > 0 ? { game: receive(length) } : { error: receive(wasm.refusal()) };
    }

    /** The games that are complete. */
    *games(onError) {
        for (let next = this.next(); next !== null; next = this.next()) {
            if (next.game !== undefined) {
                yield gameOf(JSON.parse(next.game));
            } else {
                onError(errorOf(JSON.parse(next.error)));
            }
        }
    }

    /** What a check has found, as text of JSON. */
    countsJson() {
        return receive(wasm.feed_counts(this.number));
    }

    counts() {
        return countsOf(this.countsJson());
    }
}

/** What a check has found, with its errors as objects. */
export function countsOf(json) {
    const { errors, ...counts } = JSON.parse(json);
    return { ...counts, errors: errors.map((error) => errorOf(error)) };
}

const encoder = new TextEncoder();

/** Text or bytes as bytes. */
export function pgnBytes(given) {
    return typeof given === "string" ? encoder.encode(given) : byteArray(given, "PGN");
}

export function errorHandler(given) {
    const { onError = "throw" } = options(given);
    if (typeof onError === "function") {
        return onError;
    }
    if (onError === "skip") {
        return () => {};
    }
    if (onError !== "throw") {
        throw new ArgumentError("range", `onError is "throw", "skip" or a function, not ${shown(onError)}`);
    }
    return (error) => {
        throw error;
    };
}

export function parsePgn(given) {
    const games = readPgn(given);
    const { value: game, done } = games.next();
    if (done) {
        throw noGame();
    }
    const second = games.next();
    if (!second.done) {
        games.return();
        throw new PgnError("second-game", "the text has more than one game", PLACE_OF_NONE);
    }
    return game;
}

const PLACE_OF_NONE = { text: "", line: 1, column: 1, offset: 0, gameLine: 1, gameOffset: 0 };

function noGame() {
    return new PgnError("no-game", "the text has no game", PLACE_OF_NONE);
}

export function readPgn(given, more) {
    return new Games(pgnBytes(given), errorHandler(more));
}

/** The games of bytes, one after another. An error does not end them, which it would with a generator function. */
class Games {
    #feed;
    #games;

    constructor(bytes, onError) {
        this.#feed = new Feed(0);
        this.#feed.push(bytes, true);
        tidy();
        this.#games = { next: () => nextGame(this.#feed, onError) };
    }

    next() {
        const next = this.#feed === null ? DONE : this.#games.next();
        return next.done ? this.return() : next;
    }

    return(value) {
        this.#feed?.free();
        this.#feed = null;
        return { value, done: true };
    }

    throw(error) {
        this.return();
        throw error;
    }

    [Symbol.iterator]() {
        return this;
    }
}

const DONE = { value: undefined, done: true };

function nextGame(feed, onError) {
    for (let next = feed.next(); next !== null; next = feed.next()) {
        if (next.game !== undefined) {
            return { value: gameOf(JSON.parse(next.game)), done: false };
        }
        onError(errorOf(JSON.parse(next.error)));
    }
    return DONE;
}

/** The pieces of a stream, whether of the web or of Node. */
export async function* pieces(source) {
    if (source !== null && typeof source?.[Symbol.asyncIterator] === "function") {
        for await (const piece of source) {
            yield pgnBytes(piece);
        }
    } else if (typeof source?.getReader === "function") {
        const reader = source.getReader();
        try {
            for (;;) {
                const { value, done } = await reader.read();
                if (done) {
                    return;
                }
                yield pgnBytes(value);
            }
        } finally {
            reader.cancel().catch(() => {});
        }
    } else {
        throw new ArgumentError("type", `not a stream of bytes: ${shown(source)}`);
    }
}

export async function* readPgnStream(source, more) {
    const onError = errorHandler(more);
    const feed = new Feed(0);
    try {
        for await (const piece of pieces(source)) {
            for (let at = 0; at < piece.length; at += PIECE) {
                feed.push(piece.subarray(at, at + PIECE), false);
                yield* feed.games(onError);
            }
        }
        feed.push(new Uint8Array(0), true);
        yield* feed.games(onError);
    } finally {
        feed.free();
    }
}

function checker(given) {
    return new Feed(...checkerArguments(given));
}

/** The purpose of a feed that checks, and how many errors it keeps. */
export function checkerArguments(given) {
    const { variations = false, errors = 100 } = options(given);
    return [variations ? 2 : 1, whole(errors, 0, 1_000_000, "the number of errors")];
}

/** What a text may have to be checked in one go. */
const WHOLE = 1 << 24;

export function checkPgn(given, more) {
    check();
    const bytes = pgnBytes(given);
    if (bytes.length <= WHOLE) {
        const [purpose, errors] = checkerArguments(more);
        const counts = countsOf(receive(wasm.check_text(sendBytes(bytes), purpose, errors)));
        tidy();
        return counts;
    }
    const feed = checker(more);
    try {
        feed.push(bytes, true);
        return feed.counts();
    } finally {
        feed.free();
    }
}

export async function checkPgnStream(source, more) {
    const feed = checker(more);
    const { onProgress } = options(more);
    let bytes = 0;
    try {
        for await (const piece of pieces(source)) {
            feed.push(piece, false);
            bytes += piece.length;
            onProgress?.({ bytes, games: feed.counts().games });
        }
        feed.push(new Uint8Array(0), true);
        return feed.counts();
    } finally {
        feed.free();
    }
}
