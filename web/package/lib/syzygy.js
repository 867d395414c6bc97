// Syzygy tables: from memory, or from a server that is asked for ranges of bytes. The module answers from the pieces that
// it has, or says which it needs; they are fetched here, and it is asked again.

import { ArgumentError, PhilidorError } from "./errors.js";
import { init } from "./module.js";
import { Position } from "./position.js";
import { sendItsTextInstead, shownBy } from "./showing.js";
import { TablesModule } from "./syzygy-module.js";
import { callback, options, shown, whole, wholeBytes } from "./words.js";

const OPEN = Symbol("open");
const [VALUE, DISTANCE, MOVES] = [0, 1, 2];
/** A server that knows no ranges sends whole files: those that are larger are not read. */
const LARGEST_WHOLE = 2 ** 28;

const positionOf = (of) => (of instanceof Position ? of : new Position(of));

export class SyzygyError extends PhilidorError {}

export async function openSyzygy(given) {
    const { files = {}, url, fetch: ask, rangeBytes = 65_536, maxBytes = 67_108_864 } = options(given);
    whole(rangeBytes, 256, 2 ** 24, "rangeBytes");
    whole(maxBytes, 0, 2 ** 31, "maxBytes");
    callback(ask, "fetch");
    const addressOf = addresses(url);
    // The module of the rules, for those who have imported nothing else.
    await init();
    const tables = new SyzygyTables(OPEN, await TablesModule.open(rangeBytes), { addressOf, ask, rangeBytes, maxBytes });
    tables[OPEN](Object.entries(options(files)));
    return tables;
}

/** A function from the name of a file to its address, or to nothing. */
function addresses(url) {
    if (url === undefined || typeof url === "function") {
        return url ?? (() => null);
    }
    if (typeof url !== "string" && !(url instanceof URL)) {
        throw new ArgumentError("type", `the url is text, a URL or a function, not ${shown(url)}`);
    }
    const base = globalThis.document?.baseURI ?? globalThis.location?.href;
    if (!URL.canParse(url, base)) {
        throw new ArgumentError("range", `not a URL: ${shown(url)}`);
    }
    const folder = new URL(url, base);
    if (!folder.pathname.endsWith("/")) {
        folder.pathname += "/";
    }
    return (name) => {
        const address = new URL(folder);
        address.pathname += name;
        return address;
    };
}

export class SyzygyTables {
    #module;
    #given;
    /** The lengths of files that come in pieces. */
    #lengths = new Map();
    /** Pieces that are on their way. */
    #coming = new Map();
    /** How many questions are open. */
    #asking = 0;
    notCloneable = sendItsTextInstead;

    constructor(key, module, given) {
        if (key !== OPEN) {
            throw new ArgumentError("type", "tables are opened by openSyzygy");
        }
        this.#module = module;
        this.#given = given;
    }

    [OPEN](files) {
        for (const [name, bytes] of files) {
            accepted(this.#module.whole(name, wholeBytes(bytes, shown(name))));
        }
    }

    async wdl(of) {
        return this.#ask(VALUE, positionOf(of));
    }

    async dtz(of) {
        return this.#ask(DISTANCE, positionOf(of));
    }

    async moves(of) {
        const position = positionOf(of);
        const moves = await this.#ask(MOVES, position);
        return moves.map(({ move, ...found }) => ({ move, san: position.san(move), uci: position.uci(move), ...found }));
    }

    async #ask(question, position) {
        const fen = position.fen({ castling: "shredder" });
        this.#asking += 1;
        try {
            for (;;) {
                const { answer, needs } = accepted(this.#module.ask(question, fen));
                if (answer !== undefined) {
                    return answer;
                }
                await Promise.all(needs.map((need) => this.#bring(need)));
            }
        } finally {
            this.#asking -= 1;
            // Never in the middle of a question, which could then need the same pieces forever.
            if (this.#asking === 0) {
                this.#module.trim(this.#given.maxBytes);
            }
        }
    }

    /** Brings a piece, which may be on its way already. */
    #bring({ file, piece }) {
        const key = `${file} ${piece}`;
        const coming = this.#coming.get(key) ?? this.#fetch(file, piece).finally(() => this.#coming.delete(key));
        this.#coming.set(key, coming);
        return coming;
    }

    async #fetch(file, piece) {
        const { addressOf, rangeBytes } = this.#given;
        const address = await addressOf(file);
        if (address === null || address === undefined) {
            if (piece !== null) {
                // Of a table that is open: calling it absent would only let it ask again.
                throw new SyzygyError("server", `${file}: there is no address for the rest of it`, { file });
            }
            accepted(this.#module.absent(file));
            return;
        }
        const begin = (piece ?? 0) * rangeBytes;
        const end = Math.min(begin + rangeBytes, this.#lengths.get(file) ?? Infinity);
        const got = await this.#request(file, address, { headers: { range: `bytes=${begin}-${end - 1}` } });
        if (got.status === 404 && piece === null) {
            await discard(got);
            accepted(this.#module.absent(file));
        } else if (got.status === 200) {
            // The server knows no ranges.
            const bytes = await this.#bodyOf(got, file);
            this.#expect(bytes.length, file, got);
            accepted(this.#module.whole(file, bytes));
        } else if (got.status === 206) {
            await this.#take(got, file, address, begin);
        } else {
            await discard(got);
            throw failure(file, got, `the server answered ${got.status} ${got.statusText}`.trimEnd());
        }
    }

    /** Takes the answer to a request for a range. */
    async #take(got, file, address, begin) {
        const { rangeBytes } = this.#given;
        const known = this.#lengths.get(file);
        const range = got.headers.get("content-range");
        const [, from, to, total] = (/^bytes (\d+)-(\d+)\/(\d+)$/.exec(range ?? "") ?? []).map(Number);
        const bytes = await this.#bodyOf(got, file);
        // Across origins a page does not see the range unless the server exposes it, but it sees the length of the file.
        const length = range === null ? (known ?? (await this.#lengthOf(file, address))) : total;
        if (!Number.isSafeInteger(length)) {
            throw failure(file, got, `the server names no length: content-range ${range}`);
        }
        this.#expect(length, file, got);
        const size = Math.min(rangeBytes, length - begin);
        const isOther = range !== null && (from !== begin || to !== begin + size - 1);
        if (isOther || bytes.length !== size) {
            const asked = `bytes ${begin}-${begin + size - 1}/${length}`;
            throw failure(file, got, `${asked} are due, and ${bytes.length} bytes came: content-range ${range}`);
        }
        if (size === length) {
            accepted(this.#module.whole(file, bytes));
            return;
        }
        if (known === undefined) {
            this.#lengths.set(file, length);
            accepted(this.#module.ranged(file, length));
        }
        accepted(this.#module.piece(file, begin / rangeBytes, bytes));
    }

    /** A file keeps its length. */
    #expect(length, file, got) {
        const known = this.#lengths.get(file) ?? length;
        if (length !== known) {
            throw failure(file, got, `it had ${known} bytes, and has ${length} now`);
        }
    }

    async #lengthOf(file, address) {
        const got = await this.#request(file, address, { method: "HEAD" });
        return got.ok && got.headers.has("content-length") ? Number(got.headers.get("content-length")) : NaN;
    }

    async #request(file, address, init) {
        try {
            return await (this.#given.ask ?? fetch)(String(address), init);
        } catch (cause) {
            throw failure(file, { url: String(address), status: null }, `the request failed: ${cause?.message}`, cause);
        }
    }

    async #bodyOf(got, file) {
        const announced = Number(got.headers.get("content-length") ?? 0);
        if (announced > LARGEST_WHOLE) {
            await discard(got);
            throw tooLong(file, got, announced);
        }
        let bytes;
        try {
            bytes = new Uint8Array(await got.arrayBuffer());
        } catch (cause) {
            throw failure(file, got, `the answer broke off: ${cause?.message}`, cause);
        }
        // Not every answer announces its length.
        if (bytes.length > LARGEST_WHOLE) {
            throw tooLong(file, got, bytes.length);
        }
        return bytes;
    }
}

shownBy(SyzygyTables, () => ({}));

/** Gives up an answer whose body is of no use. */
async function discard(got) {
    await got.body?.cancel().catch(() => {});
}

function tooLong(file, got, length) {
    return failure(file, got, `the server sends ranges of no file, and this one has ${length} bytes`);
}

function failure(file, { url, status }, message, cause) {
    const error = new SyzygyError("server", `${file}: ${message}`, { file, url, status });
    if (cause !== undefined) {
        error.cause = cause;
    }
    return error;
}

/** What the module answers, unless it refuses. */
function accepted(answer) {
    if (answer.error !== undefined) {
        const { code, message, ...fields } = answer.error;
        throw code === "argument" ? new ArgumentError("range", message) : new SyzygyError(code, message, fields);
    }
    return answer;
}
