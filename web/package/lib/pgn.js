// Games of PGN as trees of plain objects. The module reads and writes the text; see `crates/philidor-wasm/src/pgn/`.

import { ArgumentError, PgnError, errorOf } from "./errors.js";
import { Game, startOf } from "./game.js";
import {
    accepted, check, receive, send, sendBytes, tidy, wasm,
} from "./module.js";
import { OWN, Owned } from "./owned.js";
import { byteArray, options, shown, text, whole } from "./words.js";

const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];
/** In trees: the turn is passed, `--`. No legal move has this number. */
const PASS = 0;
const MINE = Symbol("made by the package");
/** How many bytes are given to the module at once. */
const PIECE = 1 << 18;

export class PgnNode {
    #san;
    #position = null;
    #children = [];
    #parent;

    constructor(token, parent, move, san) {
        if (token !== MINE) {
            throw new ArgumentError("type", "nodes are made by PgnGame and PgnNode.add");
        }
        this.#parent = parent;
        this.move = move;
        this.#san = san;
        this.ply = parent === null ? 0 : parent.ply + 1;
        this.comment = "";
        this.commentBefore = "";
        this.nags = [];
        this.clock = null;
        this.elapsed = null;
        this.eval = null;
    }

    static [MINE](parent, move, san) {
        const node = new PgnNode(MINE, parent, move, san);
        if (parent !== null) {
            parent.#children.push(node);
        }
        return node;
    }

    /** For the root. */
    static start(token, position) {
        const root = new PgnNode(token, null, null, null);
        root.#position = position;
        return root;
    }

    get parent() {
        return this.#parent;
    }

    get children() {
        return this.#children;
    }

    get san() {
        if (this.#san === undefined) {
            this.#san = this.move === PASS ? "--" : this.#parent.position.san(this.move);
        }
        return this.#san;
    }

    get position() {
        if (this.#position === null) {
            const way = [];
            let node = this;
            for (; node.#position === null; node = node.#parent) {
                way.push(node);
            }
            for (const next of way.reverse()) {
                const before = next.#parent.#position;
                next.#position = next.move === PASS ? before.pass() : before.play(next.move);
            }
        }
        return this.#position;
    }

    add(move) {
        const digest = this.position.move(move);
        const same = this.#children.find((child) => child.move === digest);
        return same ?? PgnNode[MINE](this, digest, undefined);
    }

    remove() {
        const siblings = this.#parent?.#children;
        const at = siblings?.indexOf(this) ?? -1;
        if (at < 0) {
            return false;
        }
        siblings.splice(at, 1);
        return true;
    }

    promote() {
        const siblings = this.#parent?.#children;
        const at = siblings?.indexOf(this) ?? -1;
        if (at <= 0) {
            return false;
        }
        siblings.splice(at, 1);
        siblings.unshift(this);
        return true;
    }

    promoteToMainLine() {
        let changed = false;
        for (let node = this; node.#parent !== null; node = node.#parent) {
            changed = node.promote() || changed;
        }
        return changed;
    }
}

export class PgnGame {
    #result = "*";
    #start;

    constructor(start) {
        this.#start = startOf(start);
        this.tags = new Map();
        this.root = PgnNode.start(MINE, this.#start);
    }

    /** The tree that the module gives as JSON. */
    static [MINE](read) {
        const options = { chess960: read.chess960, strict: false };
        const game = new PgnGame(read.fen === null && !read.chess960 ? undefined : startOf(read.fen ?? undefined, options));
        game.tags = new Map(read.tags);
        game.#result = read.result;
        const nodes = [game.root];
        const { moves } = read;
        const sans = read.sans.split(" ");
        for (let at = 0; at < moves.length; at += 2) {
            nodes.push(PgnNode[MINE](nodes[moves[at]], moves[at + 1], sans[at >> 1]));
        }
        for (const [number, remarks] of read.remarks) {
            const node = Object.assign(nodes[number], remarks);
            // The module counts milliseconds.
            node.clock = seconds(node.clock);
            node.elapsed = seconds(node.elapsed);
        }
        return game;
    }

    get start() {
        return this.#start;
    }

    get result() {
        return this.#result;
    }

    set result(result) {
        if (!RESULTS.includes(result)) {
            throw new ArgumentError("range", `a result is one of ${RESULTS.join(", ")}, not ${shown(result)}`);
        }
        this.#result = result;
    }

    mainLine() {
        const line = [];
        for (let node = this.root.children[0]; node !== undefined; node = node.children[0]) {
            line.push(node);
        }
        return line;
    }

    moves() {
        return Uint16Array.from(this.mainLine(), (node) => node.move);
    }

    sans() {
        return this.mainLine().map((node) => node.san);
    }

    *nodes() {
        const left = [...this.root.children].reverse();
        while (left.length > 0) {
            const node = left.pop();
            yield node;
            for (let at = node.children.length - 1; at >= 0; at -= 1) {
                left.push(node.children[at]);
            }
        }
    }

    game() {
        return new Game(this.#start, this.moves());
    }

    toString() {
        check();
        const written = receive(accepted(wasm.pgn_write(send(this.#lines().join("\n")))));
        tidy();
        return written;
    }

    /** The tree in the lines that `written.rs` reads. */
    #lines() {
        const lines = [`F ${this.#start.fen({ castling: "shredder" })}`];
        if (this.#start.isChess960) {
            lines.push("9");
        }
        for (const [name, value] of this.tags) {
            lines.push(`T ${name} ${oneLine(value)}`);
        }
        lines.push(`R ${this.#result}`);
        const numbers = new Map([[this.root, 0]]);
        remark(lines, this.root, 0);
        // A line from a node on, then what is written about its nodes, then the variations.
        const begin = [...this.root.children].reverse();
        while (begin.length > 0) {
            const first = begin.pop();
            const line = [];
            for (let node = first; node !== undefined; node = node.children[0]) {
                numbers.set(node, numbers.size);
                line.push(node);
            }
            lines.push(`L ${numbers.get(first.parent)} ${line.map((node) => node.move).join(" ")}`);
            for (const node of line) {
                remark(lines, node, numbers.get(node));
            }
            for (const node of line) {
                for (let at = node.children.length - 1; at > 0; at -= 1) {
                    begin.push(node.children[at]);
                }
            }
        }
        return lines;
    }
}

const seconds = (milliseconds) => (milliseconds === null ? null : milliseconds / 1000);

/** A time in seconds, as the module reads it. */
function milliseconds(time) {
    if (typeof time !== "number" || !(time >= 0 && time < 1e12)) {
        throw new ArgumentError("range", `not a time in seconds: ${shown(time)}`);
    }
    return Math.round(time * 1000);
}

const oneLine = (value) => String(value).replace(/[\r\n]+/g, " ");

function remark(lines, node, number) {
    const { comment, commentBefore, nags, clock, elapsed, eval: found } = node;
    const about = [];
    if (comment) {
        about.push(`C ${oneLine(comment)}`);
    }
    if (commentBefore) {
        about.push(`B ${oneLine(commentBefore)}`);
    }
    if (nags.length > 0) {
        about.push(`N ${[...nags].map((nag) => whole(nag, 0, 255, "a NAG")).join(" ")}`);
    }
    if (clock !== null) {
        about.push(`K ${milliseconds(clock)}`);
    }
    if (elapsed !== null) {
        about.push(`E ${milliseconds(elapsed)}`);
    }
    if (found !== null) {
        const depth = found.depth ?? "";
        const value = whole(found.mate ?? found.centipawns, -0x80000000, 0x7fffffff, "an evaluation");
        about.push(found.mate === undefined ? `V ${value} ${depth}` : `M ${value} ${depth}`);
    }
    if (about.length > 0) {
        lines.push(`@ ${number}`, ...about);
    }
}

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
