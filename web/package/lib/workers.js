// Long work off the page.

import { ArgumentError, PhilidorError, errorOf } from "./errors.js";
import { GENERATORS } from "./details.js";
import { check, compiledModule } from "./module.js";
import { checkerArguments, countsOf, errorHandler, gameOf, pgnBytes, pieces } from "./pgn.js";
import { Position } from "./position.js";
import { choice, options, shown, whole } from "./words.js";

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
    const { Worker: Thread } = await import(/* @vite-ignore */ threads);
    const worker = new Thread(url);
    // A worker that does nothing keeps no program alive.
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

    /** Waits for the tasks before it, then does the work, which calls `call` as often as it likes. */
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
        return turn;
    }

    /** Sends a task and waits for its answer. */
    async call(task, given, onProgress, moved) {
        if (this.#isOver) {
            throw new ArgumentError("freed", "the worker was terminated");
        }
        this.#worker ??= this.#begin();
        const worker = await this.#worker;
        this.#number += 1;
        const number = this.#number;
        return new Promise((resolve, reject) => {
            this.#waiting = { number, resolve, reject, onProgress };
            worker.ref?.();
            worker.send({ task, number, given }, moved);
        }).finally(() => worker.unref?.());
    }

    async #begin() {
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

    #hear({ number, progress, answer, error }) {
        const waiting = this.#waiting;
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

export class PhilidorWorker {
    #tasks;

    constructor(given) {
        check();
        const { url } = options(given);
        const ofNode = () => new URL("../worker.js", import.meta.url);
        const ofWeb = () => new Worker(new URL("../worker.js", import.meta.url), { type: "module" });
        this.#tasks = new Tasks(async () => {
            const module = compiledModule();
            return [await startWorker(url ?? (isOfNode() ? ofNode() : undefined), ofWeb), module];
        });
    }

    async #count(position, depth, given, onProgress) {
        const { generator, signal } = options(given);
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

    perft(position, depth, given) {
        const { onProgress } = options(given);
        return this.#count(position, depth, given, ({ done, total, leaves }) => onProgress?.({ done, total, leaves }));
    }

    async divide(position, depth, given) {
        const { onMove } = options(given);
        whole(depth, 1, 255, "the depth");
        const found = [];
        await this.#count(position, depth, given, ({ entry }) => {
            found.push(entry);
            onMove?.(entry);
        });
        return found;
    }

    async *readPgn(source, given) {
        const onError = errorHandler(given);
        const { signal } = options(given);
        let release;
        // Other tasks wait until the games have been read.
        const turn = new Promise((resolve) => {
            release = resolve;
        });
        await new Promise((begin, fail) => {
            this.#tasks.exclusively(async () => {
                begin();
                await turn;
            }, signal).catch(fail);
        });
        try {
            await this.#tasks.call("open", { purpose: 0, errors: 0 });
            for await (const piece of ended(stream(source))) {
                const found = await this.#push(piece, false);
                for (const { game, error } of found) {
                    if (game !== undefined) {
                        yield gameOf(JSON.parse(game));
                    } else {
                        onError(errorOf(JSON.parse(error)));
                    }
                }
            }
        } finally {
            await this.#tasks.call("close").catch(() => {});
            release();
        }
    }

    #push(piece, checks) {
        // A copy, which is moved: the bytes of the caller stay what they are.
        const bytes = piece === null ? new Uint8Array(0) : piece.slice();
        return this.#tasks.call("push", { bytes, isLast: piece === null, checks }, undefined, [bytes.buffer]);
    }

    async checkPgn(source, given) {
        const [purpose, errors] = checkerArguments(given);
        const { signal, onProgress } = options(given);
        return this.#tasks.exclusively(async () => {
            await this.#tasks.call("open", { purpose, errors });
            let told = null;
            let bytes = 0;
            for await (const piece of ended(stream(source))) {
                signal?.throwIfAborted();
                told = await this.#push(piece, true);
                bytes += piece?.length ?? 0;
                onProgress?.({ bytes, games: JSON.parse(told).games });
            }
            await this.#tasks.call("close");
            return countsOf(told);
        }, signal);
    }

    terminate() {
        this.#tasks.terminate();
    }
}

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
