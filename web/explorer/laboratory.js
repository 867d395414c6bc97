// The laboratory: one worker with the generators, which answers questions by name.
//
// It answers one question after the other and cannot be asked to stop, so a long one is ended with its worker; the next
// question starts another. The same goes for a worker that has failed.

/** The answer was given up. */
export class Stopped extends Error {
    constructor() {
        super("stopped");
    }
}

/** An answer that is no longer wanted may take this many milliseconds before it is given up. */
const PATIENCE_MS = 250;

let worker;
let isBegun = false;
let waiting = new Map();
let number = 0;

function start() {
    const started = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    started.onmessage = ({ data }) => {
        const question = waiting.get(data.number);
        question?.begun();
        if (data.hasBegun) {
            isBegun = true;
            if (question) question.since = performance.now();
            return;
        }
        waiting.delete(data.number);
        if (data.isBroken) end(new Error(data.error));
        if (!question) return;
        if (data.error === undefined) question.resolve({ ...data.answer, milliseconds: data.milliseconds });
        else question.reject(new Error(data.error));
    };
    started.onerror = (event) => {
        if (started === worker) end(new Error(event.message || "the worker could not be started"));
    };
    return started;
}

/** Ends the worker, and all questions with it. */
function end(reason) {
    worker?.terminate();
    worker = undefined;
    isBegun = false;
    const questions = waiting;
    waiting = new Map();
    for (const question of questions.values()) {
        question.begun();
        question.reject(reason);
    }
}

/** Whether the worker has its modules, so that a question begins at once. */
export const isLoaded = () => isBegun;

/** Asks, and promises the answer, whose time in the worker is `milliseconds`. `begun` is called once the worker has begun. */
export function ask(name, values = {}, begun = () => {}) {
    worker ??= start();
    number += 1;
    const mine = number;
    return new Promise((resolve, reject) => {
        waiting.set(mine, { resolve, reject, begun, since: undefined });
        worker.postMessage({ number: mine, name, values });
    });
}

/** Ends whatever is being computed. */
export function stop() {
    end(new Stopped());
}

/** Ends a question that has taken long: once its answer is no longer wanted, the next one must not wait for it. */
export function abandon() {
    const begun = [...waiting.values()].find(({ since }) => since !== undefined);
    if (begun && performance.now() - begun.since > PATIENCE_MS) stop();
}
