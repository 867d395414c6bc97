// Long work off the main thread.

import { ArgumentError, PhilidorError, errorOf } from "./errors.js";
import { GENERATORS } from "./details.js";
import { withJson } from "./json.js";
import { check, compiledModule } from "./module.js";
import { checkerArguments, countsOf, gameOf } from "./pgn.js";
import { errorHandler, pgnBytes, pieces, readingPurpose } from "./pgn-reading.js";
import { Position } from "./position.js";
import { sendItsTextInstead, shownBy } from "./showing.js";
import { callback, choice, options, shown, signalOf, urlOf, whole } from "./words.js";

/** A worker of the web or of Node, with the same three functions. */
export async function startWorker(url, ofWeb) {
    if (typeof Worker !== "undefined") {
        const worker = url === undefined ? ofWeb() : new Worker(url, { type: "module" });
        return {
            send: (message, moved) => worker.postMessage(message, moved),
            listen: (hear, fail) => {
                worker.onmessage = ({ data }) => hear(data);
                worker.onerror = (event) => fail(new Error(event.message ?? "the worker cannot be started"));
            },
            end: () => worker.terminate(),
        };
    }
    const threads = "node:worker_threads";
    const { Worker: Thread } = await import(/* webpackIgnore: true */ /* @vite-ignore */ threads);
    // Node takes text for a path.
    const worker = new Thread(typeof url === "string" && url.includes(":") ? new URL(url) : url);
    // An idle worker does not keep a program alive.
    worker.unref();
    return {
        send: (message, moved) => worker.postMessage(message, moved),
        listen: (hear, fail) => worker.on("message", hear).on("error", fail),
        end: () => worker.terminate(),
        ref: () => worker.ref(),
        unref: () => worker.unref(),
    };
}

export const isOfNode = () => typeof Worker === "undefined";

/** A worker that is given one task after another. */
export class Tasks {
    #start;
    #first;
    #worker = null;
    #waiting = null;
    #number = 0;
    #last = Promise.resolve();
    #isOver = false;

    /** `start` answers the worker and the module for it; the first task is given to each new worker. */
    constructor(start, first) {
        this.#start = start;
        this.#first = first;
    }

    get isRunning() {
        return this.#worker !== null;
    }

    /**
     * Waits for the tasks before it, then does the work, which calls `call` as often as it likes. One that is aborted while
     * it waits fails at once, and is never begun.
     */
    exclusively(work, signal) {
        const turn = this.#last.then(async () => {
            signal?.throwIfAborted();
            const stop = () => this.#fail(signal.reason);
            signal?.addEventListener("abort", stop);
            try {
                return await work();
            } finally {
                signal?.removeEventListener("abort", stop);
            }
        });
        this.#last = turn.catch(() => {});
        return signal === undefined ? turn : unlessAborted(turn, signal);
    }

    /** Sends a task and promises its answer. */
    call(task, given, onProgress, moved) {
        if (this.#isOver) {
            return Promise.reject(new ArgumentError("freed", "the worker was terminated"));
        }
        this.#number += 1;
        const number = this.#number;
        this.#worker ??= this.#begin();
        const begun = this.#worker;
        return new Promise((resolve, reject) => {
            const waiting = { number, resolve, reject, onProgress };
            this.#waiting = waiting;
            const send = (worker) => {
                // If the worker was ended while it started, the task has been rejected already.
                if (this.#waiting === waiting) {
                    worker.ref?.();
                    worker.send({ task, number, given }, moved);
                }
            };
            begun.then(send).catch(reject);
        }).finally(() => begun.then((worker) => worker.unref?.(), () => {}));
    }

    /** Starts a worker; if that fails, the next task starts another. */
    #begin() {
        const begun = this.#started();
        begun.catch(() => {
            if (this.#worker === begun) {
                this.#worker = null;
            }
        });
        return begun;
    }

    async #started() {
        const [worker, module] = await this.#start();
        const hear = (message) => this.#hear(message);
        const ready = new Promise((resolve, reject) => {
            worker.ref?.();
            worker.listen((message) => (message.isReady ? resolve(message) : hear(message)), (error) => {
                reject(error);
                this.#fail(error);
            });
        });
        try {
            await ready;
            worker.send({ module });
            if (this.#first !== undefined) {
                worker.send({ number: 0, ...this.#first });
            }
        } finally {
            worker.unref?.();
        }
        return worker;
    }

    #hear({ number, progress, answer, error, isBroken }) {
        const waiting = this.#waiting;
        if (isBroken && (number === 0 || number === waiting?.number)) {
            this.#fail(errorOf(error));
            return;
        }
        if (waiting?.number !== number) {
            return;
        }
        if (progress !== undefined) {
            try {
                waiting.onProgress?.(progress);
            } catch (thrown) {
                this.#fail(thrown);
            }
            return;
        }
        this.#waiting = null;
        if (error !== undefined) {
            waiting.reject(errorOf(error));
        } else {
            waiting.resolve(answer);
        }
    }

    /** Ends the worker, which cannot be asked to stop; the next task starts another. */
    #fail(reason) {
        const worker = this.#worker;
        this.#worker = null;
        worker?.then((started) => started.end(), () => {});
        const waiting = this.#waiting;
        this.#waiting = null;
        waiting?.reject(reason);
    }

    terminate() {
        this.#isOver = true;
        this.#fail(new PhilidorError("terminated", "the worker was terminated"));
    }
}

/** What a promise gives, or the reason of the signal as soon as that is aborted. */
function unlessAborted(promise, signal) {
    return new Promise((resolve, reject) => {
        const stop = () => reject(signal.reason);
        if (signal.aborted) stop();
        signal.addEventListener("abort", stop);
        promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
    });
}

export class PhilidorWorker {
    #tasks;
    #feeds = 0;
    notCloneable = sendItsTextInstead;

    constructor(given) {
        check();
        const url = urlOf(options(given).url);
        const ofNode = () => new URL("../worker.js", import.meta.url);
        const ofWeb = () => new Worker(new URL("../worker.js", import.meta.url), { type: "module" });
        this.#tasks = new Tasks(async () => {
            const module = compiledModule();
            return [await startWorker(url ?? (isOfNode() ? ofNode() : undefined), ofWeb), module];
        });
    }

    async #count(position, depth, given, onProgress) {
        const { generator, signal: stopping } = options(given);
        const signal = signalOf(stopping);
        if (!(position instanceof Position)) {
            throw new ArgumentError("type", `not a position: ${shown(position)}`);
        }
        whole(depth, 0, 255, "the depth");
        if (generator !== undefined) {
            choice(generator, GENERATORS, "the generator");
        }
        const asked = { fen: position.fen({ castling: "shredder" }), chess960: position.isChess960, depth, generator };
        return this.#tasks.exclusively(() => this.#tasks.call("count", asked, onProgress), signal);
    }

    async perft(position, depth, given) {
        const onProgress = callback(options(given).onProgress, "onProgress");
        return this.#count(position, depth, given, ({ done, total, leaves }) => onProgress?.(withJson({ done, total, leaves })));
    }

    async divide(position, depth, given) {
        const onMove = callback(options(given).onMove, "onMove");
        whole(depth, 1, 255, "the depth");
        const found = [];
        await this.#count(position, depth, given, ({ entry }) => {
            found.push(withJson(entry));
            onMove?.(entry);
        });
        return found;
    }

    /** Other tasks may run between the pieces of the text, so that a loop over the games may ask for some. */
    async *readPgn(source, given) {
        const onError = errorHandler(given);
        const signal = signalOf(options(given).signal);
        const read = await this.#open(readingPurpose(given), undefined, signal);
        try {
            for await (const piece of ended(stream(source))) {
                for (const { game, error } of await read.push(piece, false)) {
                    if (game !== undefined) {
                        yield gameOf(JSON.parse(game));
                    } else {
                        onError(errorOf(JSON.parse(error)));
                    }
                }
            }
        } finally {
            read.close();
        }
    }

    /** A text that the worker reads, piece by piece. */
    async #open(purpose, errors, signal) {
        this.#feeds += 1;
        const feed = this.#feeds;
        const ask = (task, given, until, moved) =>
            this.#tasks.exclusively(() => this.#tasks.call(task, { feed, ...given }, undefined, moved), until);
        await ask("open", { purpose, errors }, signal);
        return {
            push: (piece, checks) => {
                // A copy, which is transferred: the caller keeps its bytes. What a Buffer calls a slice is none.
                const bytes = piece === null ? new Uint8Array(0) : Uint8Array.prototype.slice.call(piece);
                return ask("push", { bytes, isLast: piece === null, checks }, signal, [bytes.buffer]);
            },
            // Nothing waits for it. A worker that was ended has closed what it read.
            close: () => {
                if (this.#tasks.isRunning) {
                    ask("close").catch(() => {});
                }
            },
        };
    }

    async checkPgn(source, given) {
        const [purpose, errors] = checkerArguments(given);
        const onProgress = callback(options(given).onProgress, "onProgress");
        const read = await this.#open(purpose, errors, signalOf(options(given).signal));
        let counts = null;
        let bytes = 0;
        try {
            for await (const piece of ended(stream(source))) {
                counts = await read.push(piece, true);
                bytes += piece?.length ?? 0;
                onProgress?.({ bytes, games: JSON.parse(counts).games });
            }
        } finally {
            read.close();
        }
        return countsOf(counts);
    }

    terminate() {
        this.#tasks.terminate();
    }
}

shownBy(PhilidorWorker, () => ({}));

/** The pieces of a source of any kind. */
function stream(source) {
    if (typeof source === "string" || source instanceof Uint8Array) {
        return cut(pgnBytes(source));
    }
    if (typeof Blob !== "undefined" && source instanceof Blob) {
        return pieces(source.stream());
    }
    return pieces(source);
}

function* cut(bytes) {
    for (let at = 0; at < bytes.length; at += 1 << 20) {
        yield bytes.subarray(at, at + (1 << 20));
    }
}

/** The same with `null` at the end. */
async function* ended(parts) {
    yield* parts;
    yield null;
}
