// Games of PGN from text, bytes and streams, by any module that takes bytes piece by piece.

import { OWN } from "./base-owned.js";
import { ArgumentError, PgnError, errorOf } from "./errors.js";
import { byteArray, options, shown } from "./words.js";

/** How many bytes are given to the module at once. */
const PIECE = 1 << 18;

/** Bytes in pieces that are given to the module. */
export function* inPieces(bytes) {
    for (let at = 0; at < bytes.length; at += PIECE) {
        yield bytes.subarray(at, at + PIECE);
    }
}

const encoder = new TextEncoder();

/** The class of what takes bytes piece by piece in a module, whose functions begin with `kind`. */
export function fedIn({ wasm, check, sendBytes, tidy }, Owned, kind) {
    return class extends Owned {
        constructor(...given) {
            super();
            check();
            this[OWN](wasm[`${kind}_new`](...given), `${kind}_free`);
        }

        push(bytes, isLast) {
            for (const piece of inPieces(bytes)) {
                wasm[`${kind}_push`](this.number, sendBytes(piece), false);
            }
            if (isLast) {
                wasm[`${kind}_push`](this.number, 0, true);
                tidy();
            }
        }
    };
}

/** The class of feeds of games in a module. */
export function feedIn(module, Owned) {
    const { wasm, receive } = module;
    return class Feed extends fedIn(module, Owned, "feed") {
        /** The next complete game, or why it cannot be read, as text of JSON; `null` until more comes, or at the end. */
        next() {
            const length = wasm.feed_next(this.number);
            if (length === 0) {
                return null;
            }
            return length > 0 ? { game: receive(length) } : { error: receive(wasm.refusal()) };
        }
    };
}

/** Text or bytes as bytes. */
export function pgnBytes(given) {
    return typeof given === "string" ? encoder.encode(given) : byteArray(given, "PGN");
}

/** The purpose of a feed of games: see `limits` of the module. */
export function readingPurpose(given) {
    const { lenient = false, strict = false } = options(given);
    return (lenient ? 3 : 0) + (strict ? 6 : 0);
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

const PLACE_OF_NONE = { text: "", line: 1, column: 1, offset: 0, gameLine: 1, gameOffset: 0 };

/**
 * The functions that read games. `open` opens a feed for a purpose, which takes bytes, gives the next game, and is
 * freed. `gameOf` makes a game from the JSON that it gives.
 */
export function readers(open, gameOf) {
    const readPgn = (given, more) => new Games(open(readingPurpose(more)), gameOf, pgnBytes(given), errorHandler(more));

    function parsePgn(given, more) {
        const { lenient, strict } = options(more);
        const games = readPgn(given, { lenient, strict });
        try {
            const { value: game, done } = games.next();
            if (done) {
                throw new PgnError("no-game", "the text has no game", PLACE_OF_NONE);
            }
            if (!games.next().done) {
                throw new PgnError("second-game", "the text has more than one game", PLACE_OF_NONE);
            }
            return game;
        } finally {
            games.return();
        }
    }

    async function* readPgnStream(source, more) {
        const onError = errorHandler(more);
        const feed = open(readingPurpose(more));
        function* complete() {
            for (let next = nextGame(feed, gameOf, onError); !next.done; next = nextGame(feed, gameOf, onError)) {
                yield next.value;
            }
        }
        try {
            for await (const bytes of pieces(source)) {
                for (const piece of inPieces(bytes)) {
                    feed.push(piece, false);
                    yield* complete();
                }
            }
            feed.push(new Uint8Array(0), true);
            yield* complete();
        } finally {
            feed.free();
        }
    }

    return { parsePgn, readPgn, readPgnStream };
}

/** What the iterators of JavaScript inherit: `map`, `filter` and the others, in engines that have them. */
const ITERATORS = Object.getPrototypeOf(Object.getPrototypeOf([].values()));

/** The games of bytes, one after another. Unlike a generator, this iterator continues after an error. */
class Games {
    #feed;
    #next;

    constructor(feed, gameOf, bytes, onError) {
        feed.push(bytes, true);
        this.#feed = feed;
        this.#next = () => nextGame(feed, gameOf, onError);
    }

    next() {
        const next = this.#feed === null ? DONE : this.#next();
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
}

Object.setPrototypeOf(Games.prototype, ITERATORS);
if (Symbol.dispose !== undefined) {
    Games.prototype[Symbol.dispose] = function () {
        this.return();
    };
}

const DONE = { value: undefined, done: true };

function nextGame(feed, gameOf, onError) {
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
