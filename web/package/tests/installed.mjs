// The packed package in an empty project: in Node by `import` and by `require`, and in a page without a bundler.
//
//   node installed.mjs PROJECT [BROWSER]
//
// PROJECT is a folder in which the package, and playwright-core for the page, have been installed. Without a browser the
// page is not tried.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { serve } from "../../tests/server.mjs";
import { launch, saidBy } from "./pages.mjs";
import { EXPECTED, programOf } from "./program.mjs";

const [folder, browser] = process.argv.slice(2);
const project = resolve(folder);

for (const entry of ["philidor", "philidor/inline"]) {
    const program = join(project, "program.mjs");
    writeFileSync(program, `${programOf(entry)}\nconsole.log(JSON.stringify(said));`);
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
const begun = join(project, "begun.mjs");
writeFileSync(begun, `import { Position, init } from "philidor/lazy";
const said = [];
for (const wrong of [new URL("nowhere.wasm", import.meta.url), new Uint8Array(8), 5, null]) {
    await init(wrong).then(() => said.push("ready"), (error) => said.push(error instanceof Error));
}
await Promise.all([init(), init(), init(5)]);
console.log(JSON.stringify([...said, new Position().legalMoveCount()]));`);
assert.equal(execFileSync(process.execPath, [begun], { encoding: "utf8", cwd: project }).trim(), "[true,true,true,true,20]");
console.log("Node: philidor, philidor/inline, philidor/lazy");

// CommonJS: Node since 20.19 and 22.12 loads the ES modules, and so has one package for both; older ones, Jest and other
// loaders take the files in `common`, as here with the path of one.
const common = join(project, "common.cjs");
writeFileSync(common, `const said = [];
for (const entry of ["philidor", "philidor/inline", "philidor/chess", "philidor/chess/inline"]) {
    for (const name of [entry, require("node:path").join(__dirname, "node_modules/philidor/common", entry.includes("chess") ? "chess-node.js" : "node.js")]) {
        const { Position, Chess } = require(name);
        said.push((Position === undefined ? new Chess().moves() : new Position().sans()).length);
    }
}
const common = (file) => require("./node_modules/philidor/common/" + file);
said.push(common("chess-node.js").Chess === common("chess.js").Chess, common("openings-node.js").openingOf(new (common("node.js").Game)(undefined, "e4 e5 Nf3")).eco,
    new (common("variants-node.js").VariantPosition)("atomic").variant, common("variants-node.js").variants.length);
import("philidor").then(async ({ Position }) => {
    const { PhilidorWorker, Position: Common } = common("node.js");
    const worker = new PhilidorWorker();
    said.push(String(await worker.perft(new Common(), 3)));
    worker.terminate();
    const tables = await common("syzygy.js").openSyzygy();
    said.push(await tables.wdl("8/8/4k3/8/8/3K4/8/8 w - - 0 1"), Position === require("philidor").Position);
    console.log(JSON.stringify([...said, new Position().legalMoveCount()]));
});`);
const printed = execFileSync(process.execPath, [common], { encoding: "utf8", cwd: project });
const isOne = Boolean(process.features.require_module);
assert.deepEqual(JSON.parse(printed), [...new Array(8).fill(20), true, "C40", "atomic", 10, "8902", 0, isOne, 20]);
console.log(`Node ${process.versions.node}: require() gives the package, ${isOne ? "the same" : "another"} as import()`);

if (browser !== undefined && existsSync(browser)) {
    const pages = ["browser", "inline"].map((entry) => {
        const name = `page-${entry}`;
        writeFileSync(join(project, `${name}.js`), `${programOf(`./node_modules/philidor/${entry}.js`, "./node_modules/philidor/syzygy.js", "./node_modules/philidor/variants-browser.js")}
globalThis.said = said;`);
        writeFileSync(join(project, `${name}.html`), `<!doctype html><link rel="icon" href="data:,">
<script type="module" src="${name}.js"></script>`);
        return name;
    });
    const server = await serve([{ at: "/", folder: project }]);
    const opened = await launch(project, browser);
    try {
        for (const name of pages) {
            assert.deepEqual(await saidBy(opened, `http://127.0.0.1:${server.port}/${name}.html`), EXPECTED, name);
            console.log(`page without a bundler, ${name}: works`);
        }
    } finally {
        await opened.close();
        server.close();
    }
}
