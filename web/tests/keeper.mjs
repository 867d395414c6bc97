// The keeper of files (keeper.js) where the browser refuses to keep, and where there is no network: run without a browser,
// with what it asks of one.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createContext, runInContext } from "node:vm";

const program = await readFile(new URL("../explorer/keeper.js", import.meta.url), "utf8");
const SCOPE = "http://127.0.0.1/explorer/";

/** What the keeper answers to a request, with a network and a storage of this kind. */
async function answer(fetch, caches) {
    const heard = {};
    const self = { addEventListener: (name, hear) => (heard[name] = hear), registration: { scope: SCOPE } };
    runInContext(program, createContext({ self, fetch, caches, URL }));
    let answered;
    heard.fetch({
        request: { url: `${SCOPE}main.js`, method: "GET" },
        respondWith: (promise) => (answered = promise),
    });
    return answered;
}

const found = { ok: true, clone: () => found };
const online = async () => found;
const offline = async () => {
    throw new TypeError("no network");
};
const denied = {
    open: async () => {
        throw new Error("denied");
    },
};
const full = {
    open: async () => ({
        put: async () => {
            throw new Error("no room");
        },
        match: async () => undefined,
    }),
};
const known = { open: async () => ({ put: async () => {}, match: async () => "what was kept" }) };

for (const storage of [denied, full, known]) assert.equal(await answer(online, storage), found);
assert.equal(await answer(offline, known), "what was kept");
for (const storage of [denied, full]) await assert.rejects(answer(offline, storage), /no network/);
console.log("the keeper needs a network or a storage, not both");
