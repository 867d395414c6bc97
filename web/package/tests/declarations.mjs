// What TypeScript makes of the installed package, with the files of the package itself checked as well: for a bundler, for
// Node's own resolution, and for Node without the types of browsers. Then what publint and arethetypeswrong find.
//
//   node declarations.mjs PROJECT ARCHIVE
//
// PROJECT is a folder in which the package, chess.js, typescript, @types/node, publint and @arethetypeswrong/cli have been
// installed; ARCHIVE is what `npm pack` has made.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const [project, archive] = process.argv.slice(2).map((path) => resolve(path));
const installed = join(project, "node_modules/philidor");
const types = join(project, "types");
cpSync(new URL("types", import.meta.url), types, { recursive: true });

/** Runs a program of the project; what it prints is shown only if it fails. */
function run(program, ...given) {
    try {
        return execFileSync(join(project, "node_modules/.bin", program), given, { encoding: "utf8", cwd: project, stdio: "pipe" });
    } catch ({ stdout, stderr, message }) {
        throw new Error(`${message}\n${stdout}${stderr}`);
    }
}

// The programs name whatever is exported, and the compiler refuses what they import and do not use.
for (const [declarations, program] of [["philidor.d.ts", "everything.ts"], ["chess.d.ts", "chess.ts"], ["syzygy.d.ts", "syzygy.ts"], ["variants.d.ts", "variants.ts"], ["openings.d.ts", "openings.ts"]]) {
    const text = readFileSync(join(types, program), "utf8");
    const exported = readFileSync(join(installed, declarations), "utf8").matchAll(/^export (?:class|function|const|type|interface) (\w+)/gm);
    for (const [, name] of exported) {
        assert.match(text, new RegExp(`\\b${name}\\b`), `${program} does not use ${name}`);
    }
}

const strict = { strict: true, noEmit: true, skipLibCheck: false, noUnusedLocals: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true };
const browser = ["ES2022", "DOM", "DOM.Iterable", "DOM.AsyncIterable"];
for (const [name, options, files] of [
    ["bundler", { module: "ESNext", moduleResolution: "bundler", lib: browser, types: [] }, ["everything.ts", "chess.ts", "syzygy.ts", "variants.ts", "openings.ts", "beside-chess.ts"]],
    ["nodenext", { module: "NodeNext", moduleResolution: "nodenext", lib: browser, types: [] }, ["everything.ts", "chess.ts", "syzygy.ts", "variants.ts", "common.cts"]],
    ["node16", { module: "Node16", moduleResolution: "node16", lib: browser, types: [] }, ["everything.ts", "chess.ts", "syzygy.ts", "variants.ts", "openings.ts", "common.cts"]],
    ["nodenext, Node alone", { module: "NodeNext", moduleResolution: "nodenext", lib: ["ES2022"], types: ["node"] }, ["everything.ts", "chess.ts", "syzygy.ts", "variants.ts", "common.cts"]],
]) {
    const compilerOptions = { target: "ES2022", ...strict, ...options };
    writeFileSync(join(types, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    run("tsc", "--project", join(types, "tsconfig.json"));
    console.log(`TypeScript, ${name}: no complaint`);
}

const said = run("publint", "run", installed, "--strict");
assert.match(said, /All good/);
console.log("publint: no finding");
// The module is not JavaScript. The profile leaves out what has no `exports`, which Node has had since version 12.
run("attw", archive, "--profile", "node16", "--exclude-entrypoints", "philidor.wasm");
console.log("arethetypeswrong: no finding");
