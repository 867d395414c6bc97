// Inside the engine's worker. A search keeps it busy until it ends.

import { analyze, begin, evaluate, initSync, new_game as newGame } from "./engine-bindings.js";
import { page, sent } from "./serving.js";

const TASKS = {
    begin({ megabytes }) {
        begin(megabytes);
        return "philidor";
    },

    newGame() {
        newGame();
    },

    analyze({ fen, chess960, moves, depth, nodes, milliseconds, mate, lines, only }) {
        return analyze(fen, chess960, moves, depth, nodes, milliseconds, mate, lines, only);
    },

    evaluate({ fen, chess960, by }) {
        return evaluate(fen, chess960, by);
    },
};

export async function serveEngine() {
    const { send, listen } = await page();
    listen(({ module, task, number, given }) => {
        if (module !== undefined) {
            initSync({ module });
            return;
        }
        globalThis.philidorReport = (text) => send({ number, progress: text });
        try {
            send({ number, answer: TASKS[task](given) });
        } catch (error) {
            // What was thrown came out of the engine's module, which cannot be used again.
            send({ number, error: sent(error), isBroken: true });
        }
    });
    send({ isReady: true });
}
