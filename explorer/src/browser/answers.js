// What is known of a line: asked of the server that the page came from, or, where there is none, read from files by
// ranges (`site.rs` says what they hold).

const NOTHING = { white: 0, draws: 0, black: 0, moves: [] };

async function fetched(address, options) {
    const response = await fetch(address, options);
    if (!response.ok) {
        const { error } = await response.json().catch(() => ({}));
        throw new Error(error ?? `${address}: ${response.status}`);
    }
    return response;
}

/** The server, by the answers of `/lichess`; `filters()` are the speeds and ratings that are chosen. */
class Server {
    constructor(filters) {
        this.filters = filters;
    }

    async answer(line) {
        const play = line.map(({ uci }) => uci).join(",");
        return (await fetched(`lichess?${new URLSearchParams({ play, moves: 30, ...this.filters() })}`)).json();
    }
}

/** Files: each record is found by a list of keys of 16 bytes, which are key, offset and length. A list is fetched once. */
class Files {
    #lists = new Map();
    #site;

    constructor(site) {
        this.#site = site;
    }

    get about() {
        const [games, positions] = [this.#site.games, this.#site.positions].map((count) => count.toLocaleString("en"));
        return `${games} games, ${positions} positions, read from files`;
    }

    async answer(line) {
        let found = await this.#record(this.#site.start);
        for (const move of line) {
            const at = found.moves.findIndex(({ uci }) => uci === move.uci);
            if (at < 0) return NOTHING;
            move.san = found.moves[at].san;
            found = await this.#record(found.keys[at]);
        }
        return found;
    }

    async #record(digits) {
        const key = BigInt(`0x${digits}`);
        const { bits } = this.#site;
        const name = (bits ? Number(key >> BigInt(64 - bits)) : 0).toString().padStart(4, "0");
        const keys = await this.#list(name);
        let [low, high] = [0, keys.byteLength / 16];
        while (low < high) {
            const middle = (low + high) >> 1;
            if (keys.getBigUint64(16 * middle, true) < key) low = middle + 1;
            else high = middle;
        }
        if (16 * low >= keys.byteLength || keys.getBigUint64(16 * low, true) !== key) return NOTHING;
        const [offset, length] = [keys.getUint32(16 * low + 8, true), keys.getUint32(16 * low + 12, true)];
        const headers = { Range: `bytes=${offset}-${offset + length - 1}` };
        const response = await fetched(`${name}.json`, { headers });
        const bytes = new Uint8Array(await response.arrayBuffer());
        // A server without ranges sends all of the file.
        const record = response.status === 206 ? bytes : bytes.slice(offset, offset + length);
        return JSON.parse(new TextDecoder().decode(record));
    }

    #list(name) {
        if (!this.#lists.has(name)) {
            const list = fetched(`${name}.keys`)
                .then((response) => response.arrayBuffer())
                .then((bytes) => new DataView(bytes));
            // A list that could not be fetched is asked for again.
            list.catch(() => this.#lists.delete(name));
            this.#lists.set(name, list);
        }
        return this.#lists.get(name);
    }
}

/** Where this page finds its answers: files if there is a `site.json`. */
export async function source(filters) {
    const site = await fetch("site.json")
        .then((response) => (response.ok ? response.json() : null))
        .catch(() => null);
    return site ? new Files(site) : new Server(filters);
}
