// The packed package in an empty project: in Node, and in a page without a bundler.
//
//   node installed.mjs PROJECT [BROWSER]
//
// PROJECT is a folder in which the package, and playwright-core for the page, have been installed. Without a browser the
// page is not tried.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, join } from "node:path";

const [project, browser] = process.argv.slice(2);

const PROGRAM = `
import { Position, Game, parsePgn, PhilidorWorker, Engine, renew } from "ENTRY";
const began = performance.now();
const said = [new Position().perft(4), new Game(undefined, "f3 e5 g4 Qh4#").outcome.text,
    parsePgn("1. e4 (1. d4) e5 *").sans().join(" ")].map(String);
const worker = new PhilidorWorker();
said.push(String(await worker.perft(new Position(), 3)));
worker.terminate();
const engine = new Engine();
const mate = new Position("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
const found = await engine.analyze(mate, { depth: 5, lines: 2 });
said.push(found.bestSan, String(found.score.mate), String(found.lines.length));
const abort = new AbortController();
const stopped = await engine.analyze(new Position(), { signal: abort.signal, onProgress: ({ depth }) => {
    if (depth >= 3) {
        abort.abort();
    }
} });
said.push(String(stopped.stopped && stopped.depth >= 3));
engine.terminate();
renew();
said.push(new Position().play("e4").turn);
`;
const EXPECTED = ["197281", "Black wins by mate", "e4 e5", "8902", "Rd8#", "1", "2", "true", "black"];

for (const entry of ["philidor", "philidor/inline"]) {
    const program = join(project, "program.mjs");
    writeFileSync(program, `${PROGRAM.replace("ENTRY", entry)}\nconsole.log(JSON.stringify(said));`);
    const printed = execFileSync(process.execPath, [program], { encoding: "utf8", cwd: project });
    assert.deepEqual(JSON.parse(printed), EXPECTED, entry);
}
const lazy = join(project, "lazy.mjs");
writeFileSync(lazy, `import { readFileSync } from "node:fs";
import { Position, initSync, isReady } from "philidor/lazy";
let code; try { new Position(); } catch (error) { code = error.code; }
initSync(readFileSync(new URL(import.meta.resolve("philidor/philidor.wasm"))));
console.log(code, isReady(), new Position().legalMoveCount());`);
assert.equal(execFileSync(process.execPath, [lazy], { encoding: "utf8", cwd: project }).trim(), "not-ready true 20");
console.log("Node: philidor, philidor/inline, philidor/lazy");

if (browser !== undefined && existsSync(browser)) {
    const { chromium } = createRequire(join(project, "package.json"))("playwright-core");
    const types = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };
    const server = createServer(({ url }, response) => {
        const { pathname } = new URL(url, "http://localhost");
        const entry = /^\/page-(\w+)\.html$/.exec(pathname)?.[1];
        if (entry !== undefined) {
            const code = PROGRAM.replace("ENTRY", `./node_modules/philidor/${entry}.js`);
            response.setHeader("content-type", "text/html");
            response.end(`<!doctype html><link rel="icon" href="data:,"><script type="module">const start = performance.now();
${code.replace("const began = performance.now();", "globalThis.ready = performance.now() - start;")}
globalThis.said = said;</script>`);
            return;
        }
        const file = join(project, pathname);
        if (!existsSync(file)) {
            response.writeHead(404).end();
            return;
        }
        response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream");
        response.end(readFileSync(file));
    });
    await new Promise((resolve) => server.listen(0, resolve));
    const chromiumBrowser = await chromium.launch({ executablePath: browser, args: ["--no-sandbox"] });
    try {
        for (const entry of ["browser", "inline"]) {
            const page = await chromiumBrowser.newPage();
            const complaints = [];
            page.on("console", (message) => complaints.push(message.text()));
            page.on("pageerror", (error) => complaints.push(String(error)));
            await page.goto(`http://localhost:${server.address().port}/page-${entry}.html`);
            await page.waitForFunction("globalThis.said !== undefined", undefined, { timeout: 120_000 });
            assert.deepEqual(await page.evaluate("said"), EXPECTED, entry);
            assert.deepEqual(complaints, [], entry);
            console.log(`page, ${entry}.js: works`);
        }
    } finally {
        await chromiumBrowser.close();
        server.close();
    }
}
