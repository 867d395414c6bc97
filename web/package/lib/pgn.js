// Games of PGN read from text and checked, by the module; see `web/module/src/pgn/`.

import { errorOf } from "./errors.js";
import { PgnGame } from "./game.js";
import { check, receive, sendBytes, tidy, wasm } from "./module.js";
import { OWN, Owned } from "./owned.js";
import { inPieces, pgnBytes, pieces, readers } from "./pgn-reading.js";
import { MINE } from "./pgn-tree.js";
import { options, whole } from "./words.js";

/** A game from the JSON that the module gives. */
export const gameOf = (read) => PgnGame[MINE](read);

/** Bytes that are given to the module piece by piece. */
export class Feed extends Owned {
    constructor(purpose, errors = 0) {
        super();
        check();
        this[OWN](wasm.feed_new(purpose, errors), "feed_free");
    }

    push(bytes, isLast) {
        for (const piece of inPieces(bytes)) {
            wasm.feed_push(this.number, sendBytes(piece), false);
        }
        if (isLast) {
            wasm.feed_push(this.number, 0, true);
            tidy();
        }
    }

    /** The next complete game, or why it cannot be read, as text of JSON; `null` until more comes, or at the end. */
    next() {
        const length = wasm.feed_next(this.number);
        if (length === 0) {
            return null;
        }
        return length > 0 ? { game: receive(length) } : { error: receive(wasm.refusal()) };
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

export const { parsePgn, readPgn, readPgnStream } = readers((purpose) => new Feed(purpose), gameOf);

function checker(given) {
    return new Feed(...checkerArguments(given));
}

/** The purpose of a feed that checks, and how many errors it keeps. */
export function checkerArguments(given) {
    const { variations = false, strict = false, errors = 100 } = options(given);
    return [(strict ? 4 : 1) + (variations ? 1 : 0), whole(errors, 0, 1_000_000, "the number of errors")];
}

/** The most bytes of a text that is checked in one go. */
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
