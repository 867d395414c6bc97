// What each entry downloads: bundled and minified by esbuild, compressed by gzip, with its module. The table "Entries" of
// README.md has to say so, up to a kilobyte or one part in fifty.
//
//   node sizes.mjs PROJECT README [--write]
//
// PROJECT is a folder in which the package and esbuild have been installed.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

const [given, readme, mode] = process.argv.slice(2);
const project = resolve(given);
const { build } = createRequire(join(project, "package.json"))("esbuild");

/** The entries, and what is loaded later. */
const ENTRIES = ["philidor", "philidor/chess", "philidor/chess/moves", "philidor/syzygy", "philidor/variants", "philidor/openings"];
const LATER = { "philidor/syzygy": /texts\/syzygy\.js$/, engine: /texts\/engine\.js$/ };

const size = (file) => gzipSync(file.contents, { level: 9 }).length;

/** The bytes that a program loads at once, and those of each part that it loads later, by its source. */
async function loaded(entry) {
    const outdir = join(project, "sizes");
    rmSync(outdir, { recursive: true, force: true });
    const { outputFiles, metafile } = await build({
        stdin: { contents: `import * as all from "${entry}"; globalThis.all = all;`, resolveDir: project },
        bundle: true, minify: true, format: "esm", splitting: true, write: false, metafile: true, outdir, logLevel: "error", absWorkingDir: project,
    });
    const sizeOf = (path) => size(outputFiles.find((file) => file.path === resolve(project, path)));
    const at = Object.keys(metafile.outputs).find((path) => metafile.outputs[path].entryPoint === "<stdin>");
    const atOnce = new Set([at]);
    for (const path of atOnce) {
        metafile.outputs[path].imports.filter(({ kind }) => kind === "import-statement").forEach((one) => atOnce.add(one.path));
    }
    const later = Object.entries(metafile.outputs).filter(([path]) => !atOnce.has(path))
        .map(([path, { entryPoint }]) => [entryPoint ?? path, sizeOf(path)]);
    return { atOnce: [...atOnce].reduce((sum, path) => sum + sizeOf(path), 0), later };
}

const found = new Map();
for (const entry of ENTRIES) {
    const { atOnce, later } = await loaded(entry);
    found.set(entry, atOnce);
    for (const [name, pattern] of Object.entries(LATER)) {
        const part = later.find(([path]) => pattern.test(path));
        if (part !== undefined) {
            found.set(name, (name === entry ? atOnce : 0) + part[1]);
        }
    }
}

let text = readFileSync(readme, "utf8");
const wrong = [];
for (const [name, bytes] of found) {
    const kilobytes = Math.round(bytes / 1000);
    const row = new RegExp(`^(\\| (?:\`${name}\`|the ${name})[ ,].*\\| )(\\d+)( kB \\|)$`, "m");
    const [, , said] = row.exec(text) ?? assert.fail(`${readme} has no size of ${name}`);
    console.log(`${name}: ${kilobytes} kB`);
    if (Math.abs(said - bytes / 1000) > Math.max(1, bytes / 50_000)) {
        wrong.push(`${name}: README.md says ${said} kB, and it is ${kilobytes}`);
        text = text.replace(row, `$1${kilobytes}$3`);
    }
}
if (mode === "--write") {
    writeFileSync(readme, text);
} else {
    assert.deepEqual(wrong, [], "write them by web/package/tests/sizes.mjs … --write");
}
