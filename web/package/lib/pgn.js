// Games of PGN read from text and checked, by the module; see `web/module/src/pgn/`.

import { errorOf } from "./errors.js";
import { PgnGame } from "./game.js";
import { check, core, receive, sendBytes, tidy, wasm } from "./module.js";
import { Owned } from "./owned.js";
import { fedIn, feedIn, pgnBytes, pieces, readers } from "./pgn-reading.js";
import { MINE } from "./pgn-tree.js";
import { options, whole } from "./words.js";

/** A game from the JSON that the module gives. */
export const gameOf = (read) => PgnGame[MINE](read);

export const Feed = feedIn(core, Owned);

/** A check of bytes that are given to the module piece by piece. */
export class Check extends fedIn(core, Owned, "check") {
    /** What it has found, as text of JSON. */
    countsJson() {
        return receive(wasm.check_counts(this.number));
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
    return new Check(...checkerArguments(given));
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
