// A smoke test in Firefox: the page loads, the generators answer, nothing fails.
//
// Debian's firefox-esr is asked through WebDriver BiDi, since playwright drives only a Firefox of its own. Node 20 needs
// `--experimental-websocket` for that.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { serve } from "./server.mjs";

const server = await serve([{ at: "/", folder: process.argv[2] }]);
const profile = await mkdtemp(join(tmpdir(), "explorer-firefox-"));
const firefox = spawn(
    process.env.FIREFOX ?? "firefox-esr",
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
    { stdio: ["ignore", "ignore", "pipe"] },
);

/** Waits until Firefox says where it listens. */
const address = await new Promise((resolve, reject) => {
    let said = "";
    firefox.stderr.on("data", (text) => {
        said += text;
        const match = said.match(/WebDriver BiDi listening on (ws:\S+)/);
        if (match) resolve(match[1]);
    });
    firefox.on("exit", () => reject(new Error(`Firefox ended: ${said.slice(-400)}`)));
});

const socket = new WebSocket(`${address}/session`);
await new Promise((resolve, reject) =>
    Object.assign(socket, { onopen: resolve, onerror: () => reject(new Error("no connection to Firefox")) }),
);

let number = 0;
const waiting = new Map();
const wrong = [];
socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "event" && message.params.level === "error") wrong.push(message.params.text);
    waiting.get(message.id)?.(message);
};
const send = (method, params) =>
    new Promise((resolve, reject) => {
        number += 1;
        waiting.set(number, (message) =>
            message.type === "error" ? reject(new Error(message.message)) : resolve(message.result),
        );
        socket.send(JSON.stringify({ id: number, method, params }));
    });

let status = 0;
try {
    await send("session.new", { capabilities: {} });
    const {
        contexts: [{ context }],
    } = await send("browsingContext.getTree", {});
    await send("session.subscribe", { events: ["log.entryAdded"] });
    const text = async (expression) =>
        (await send("script.evaluate", { expression, target: { context }, awaitPromise: true })).result.value;
    for (const [hash, selector, pattern] of [
        ["perft", ".total", /8,902 leaves/],
        ["magic", ".steps", /slot 772 of 1,024/],
        ["batch?step=10", ".desk", /In every lane that stayed/],
    ]) {
        await send("browsingContext.navigate", {
            context,
            url: `http://127.0.0.1:${server.port}/explorer/?${hash.length}#${hash}`,
            wait: "complete",
        });
        const until = Date.now() + 60_000;
        let found = "";
        while (!pattern.test(found) && Date.now() < until) {
            await new Promise((resolve) => setTimeout(resolve, 200));
            found = (await text(`document.querySelector('${selector}')?.textContent ?? ''`)) ?? "";
        }
        assert.match(found, pattern, hash);
        // A page that is left while it keeps its files would complain of those that it did not get.
        while (Date.now() < until && (await text("document.documentElement.dataset.kept ?? ''")) !== "yes")
            await new Promise((resolve) => setTimeout(resolve, 100));
        console.log(`ok    Firefox: ${hash}`);
    }
    assert.deepEqual(wrong, []);
} catch (error) {
    console.log(`WRONG Firefox: ${error.message}`);
    status = 1;
}
socket.close();
firefox.removeAllListeners("exit");
firefox.kill();
server.close();
await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 300 }).catch(() => {});
process.exit(status);
