// Inside the worker: tasks come in as messages, and answers go out as messages. The first message has the module.

import { PhilidorError } from "./errors.js";
import { Check, Feed } from "./pgn.js";
import { Position } from "./position.js";
import { initSync } from "./module.js";

/** The side of the page as a worker of the web or of Node sees it. */
export async function page() {
    if (typeof self !== "undefined" && typeof self.postMessage === "function") {
        return { send: (message, moved) => self.postMessage(message, moved), listen: (hear) => {
            self.onmessage = ({ data }) => hear(data);
        } };
    }
    const threads = "node:worker_threads";
    const { parentPort } = await import(/* webpackIgnore: true */ /* @vite-ignore */ threads);
    return { send: (message, moved) => parentPort.postMessage(message, moved), listen: (hear) => {
        parentPort.on("message", hear);
    } };
}

/** An error as a message: its class, what it says, and its fields. */
export function sent(error) {
    const { name, message, ...fields } = error;
    const plain = Object.entries(fields).filter(([, value]) => isPlain(value));
    return { class: error.name, message: error.message, ...Object.fromEntries(plain) };
}

const isPlain = (value) => value === null || ["string", "number", "boolean"].includes(typeof value) || Array.isArray(value);

const TASKS = {
    /** Counts below each move, and says so after each. */
    count({ fen, chess960, depth, generator }, tell) {
        const position = new Position(fen, { chess960, strict: false });
        const how = generator === undefined ? undefined : { generator };
        if (depth === 0) {
            return position.perft(0, how);
        }
        const sans = position.sans();
        const ucis = position.ucis();
        const moves = position.legalMoves();
        let leaves = 0n;
        moves.forEach((move, index) => {
            const count = position.play(move).perft(depth - 1, how);
            leaves += count;
            const entry = { move, uci: ucis[index], san: sans[index], count };
            tell({ entry, done: index + 1, total: moves.length, leaves });
        });
        return leaves;
    },

    open({ feed, purpose, errors }) {
        feeds.set(feed, errors === undefined ? new Feed(purpose) : new Check(purpose, errors));
    },

    /** Bytes of PGN: the games that are complete, or what a check has found so far. */
    push({ feed, bytes, isLast, checks }) {
        const open = feeds.get(feed);
        if (open === undefined) {
            throw new PhilidorError("terminated", "another task was stopped, and with it the worker that was reading");
        }
        open.push(bytes, isLast);
        if (checks) {
            return open.countsJson();
        }
        const found = [];
        for (let next = open.next(); next !== null; next = open.next()) {
            found.push(next);
        }
        return found;
    },

    close({ feed }) {
        feeds.get(feed)?.free();
        feeds.delete(feed);
    },
};

/** The texts that are being read, by their numbers. */
const feeds = new Map();

export async function serve() {
    const { send, listen } = await page();
    listen(({ module, task, number, given }) => {
        if (module !== undefined) {
            initSync(module);
            return;
        }
        try {
            send({ number, answer: TASKS[task](given, (progress) => send({ number, progress })) });
        } catch (error) {
            send({ number, error: sent(error) });
        }
    });
    send({ isReady: true });
}
