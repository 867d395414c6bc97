// Questions that may take long come in, answers go out. The module in `insides/` answers what the npm package cannot;
// `scripts/web-explorer` puts both beside this file.

import load, { ask } from "./insides/philidor_wasm_insides.js";
import { compiled } from "./modules.js";
import { PhilidorError, Position, init } from "./package/lazy.js";

const insides = new URL("./insides/philidor_wasm_insides_bg.wasm", import.meta.url);
// If this were awaited here, the first question could come before anyone listens.
const loaded = Promise.all([init(compiled("philidor.wasm")), load({ module_or_path: insides })]);

/** What the package answers. */
const ANSWERS = {
    /** The leaves below each move. */
    divide({ fen, depth }) {
        const moves = new Position(fen, { strict: false }).divide(depth);
        const listed = moves.map(({ uci, san, count: leaves }) => ({ uci, san, leaves }));
        return { moves: listed, total: listed.reduce((sum, { leaves }) => sum + leaves, 0n) };
    },

    /** The leaves, each of them played by one of the three generators. */
    race({ fen, depth, generator }) {
        return { leaves: new Position(fen, { strict: false }).perft(depth, { generator }) };
    },
};

/** The answer to a question, or an error in words. */
function reply(name, values) {
    if (!Object.hasOwn(ANSWERS, name)) return JSON.parse(ask(name, JSON.stringify(values)));
    try {
        return { answer: ANSWERS[name](values) };
    } catch (error) {
        if (error instanceof PhilidorError) return { error: error.message };
        throw error;
    }
}

onmessage = async ({ data: { number, name, values } }) => {
    try {
        await loaded;
        postMessage({ number, hasBegun: true });
        const began = performance.now();
        const replied = reply(name, values);
        postMessage({ number, ...replied, milliseconds: performance.now() - began });
    } catch (error) {
        // What cannot be answered is said in the answer; an error that is thrown leaves a module that cannot be used
        // again.
        postMessage({ number, error: `the generators failed: ${error.message ?? error}`, isBroken: true });
    }
};
