// The laboratory: one worker with the generators, which answers questions by name.

let worker;
let waiting = new Map();
let number = 0;

function start() {
    worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => {
        const question = waiting.get(data.number);
        waiting.delete(data.number);
        if (!question) return;
        if (data.error === undefined) question.resolve({ ...data.answer, milliseconds: data.milliseconds });
        else question.reject(new Error(data.error));
    };
    worker.onerror = (event) => fail(event.message || "the worker could not be started");
}

function fail(reason) {
    const questions = waiting;
    waiting = new Map();
    for (const question of questions.values()) question.reject(new Error(reason));
}

/** Asks, and promises the answer; its time in the worker is `milliseconds`. */
export function ask(name, values = {}) {
    if (!worker) start();
    number += 1;
    const mine = number;
    return new Promise((resolve, reject) => {
        waiting.set(mine, { resolve, reject });
        worker.postMessage({ number: mine, name, values });
    });
}

/** Ends whatever is being computed. The next question starts a new worker. */
export function stop() {
    worker?.terminate();
    worker = undefined;
    fail("stopped");
}
