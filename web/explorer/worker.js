// Questions come in, answers go out. The generators are WebAssembly, which `scripts/web-explorer` puts into `insides/`.

import load, { ask } from "./insides/philidor_explorer.js";

const loaded = load({ module_or_path: new URL("./insides/philidor_explorer_bg.wasm", import.meta.url) });

onmessage = async ({ data: { number, name, values } }) => {
    try {
        await loaded;
        postMessage({ number, hasBegun: true });
        const began = performance.now();
        const reply = JSON.parse(ask(name, JSON.stringify(values)));
        postMessage({ number, ...reply, milliseconds: performance.now() - began });
    } catch (error) {
        // What cannot be answered is said in the answer; whatever is thrown leaves the module in no state to go on.
        postMessage({ number, error: `the generators failed: ${error.message ?? error}`, isBroken: true });
    }
};
