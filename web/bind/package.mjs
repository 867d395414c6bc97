// Completes the npm package in a folder that has its JavaScript and its modules of WebAssembly:
//
//   texts/     each module as text, so that bundlers need not know of files beside the program
//   common/    the same package for `require` where Node's own does not load ES modules: older versions, Jest
//
//   node package.mjs FOLDER

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { deflateRawSync } from "node:zlib";

const [folder] = process.argv.slice(2);
const read = (name) => readFileSync(join(folder, name), "utf8");
const write = (name, text) => writeFileSync(join(folder, name), text);

/** Modules that only pages load, as text. */
const OF_PAGES = ["chess", "moves"];

// ── Modules as text ───────────────────────────────────────────────────────────────────────────────────────────────

const modules = readdirSync(folder).filter((name) => name.endsWith(".wasm")).map((name) => basename(name, ".wasm"));
mkdirSync(join(folder, "texts"));
for (const module of modules) {
    const bytes = readFileSync(join(folder, `${module}.wasm`));
    const text = deflateRawSync(bytes, { level: 9 }).toString("base64");
    write(`texts/${module}.js`, `// ${module}.wasm, compressed, as text.

import { inflated } from "../lib/inflate.js";

export const bytes = () => inflated("${text}", ${bytes.length});
`);
}

// ── CommonJS ──────────────────────────────────────────────────────────────────────────────────────────────────────

// What only workers need is not among these: a worker's program is an ES module in Node, too.
const OF_WORKERS = ["searching.js", "serving.js", "engine-bindings.js", "inflate.js"];
const files = [
    "node.js", "lazy.js", "chess-node.js", "chess.js", "syzygy.js", "variants-node.js", "openings-node.js",
    ...readdirSync(join(folder, "lib")).filter((name) => !OF_WORKERS.includes(name)).map((name) => `lib/${name}`),
    ...readdirSync(join(folder, "chess")).map((name) => `chess/${name}`),
];

const NAMES = String.raw`\{([^{}]*)\}`;
/** The forms in which the package imports and exports; there are no others. */
const FORMS = {
    imported: new RegExp(`^import ${NAMES} from "([^"]+)";$`, "gm"),
    loaded: /^import "([^"]+)";$/gm,
    passedOn: new RegExp(`^export ${NAMES} from "([^"]+)";$`, "gm"),
    allPassedOn: /^export \* from "([^"]+)";$/gm,
    declared: /^export ((?:async )?function\*?|class|const|let) (\w+)/gm,
    taken: new RegExp(`^export const ${NAMES} = `, "gm"),
};

/** `a, b as c` as pairs of the outer and the inner name. */
const pairs = (names) => names.split(",").map((name) => name.trim()).filter((name) => name !== "")
    .map((name) => (name.includes(" as ") ? name.split(" as ") : name.split(": ")))
    .map(([outer, inner = outer]) => [outer, inner]);

/** Variables that change after a file has exported them. */
const changing = new Map(files.map((file) => {
    const found = [...read(file).matchAll(FORMS.declared)].filter(([, kind]) => kind === "let").map(([, , name]) => name);
    return [file, found];
}));

/** The file that another one names. */
const resolved = (file, name) => join(file, "..", name);

/** A file as CommonJS. */
function common(file) {
    const depth = "../".repeat(file.split("/").length);
    const exported = new Map();
    const moving = [];
    let text = read(file).replace(FORMS.imported, (_, names, from) => {
        const live = changing.get(resolved(file, from)) ?? [];
        const [fixed, changed] = [pairs(names), []];
        for (let at = fixed.length - 1; at >= 0; at -= 1) {
            if (live.includes(fixed[at][0])) {
                changed.push(...fixed.splice(at, 1));
            }
        }
        const parts = fixed.map(([outer, inner]) => (outer === inner ? outer : `${outer}: ${inner}`));
        const module = `from_${basename(from, ".js").replaceAll("-", "_")}`;
        changed.forEach(([outer, inner]) => moving.push([inner, `${module}.${outer}`]));
        return (changed.length > 0 ? `const ${module} = require("${from}");\n` : "")
            + (parts.length > 0 ? `const { ${parts.join(", ")} } = require("${from}");` : "");
    });
    text = text.replace(FORMS.loaded, 'require("$1");');
    text = text.replace(FORMS.passedOn, (_, names, from) => {
        const module = `from_${basename(from, ".js").replaceAll("-", "_")}`;
        pairs(names).forEach(([inner, outer]) => exported.set(outer, `${module}.${inner}`));
        return `const ${module} = require("${from}");`;
    });
    text = text.replace(FORMS.allPassedOn, (_, from) => {
        const module = `all_${basename(from, ".js").replaceAll("-", "_")}`;
        return `const ${module} = require("${from}");\nfor (const name of Object.keys(${module})) {\n`
            + `    Object.defineProperty(exports, name, { enumerable: true, get: () => ${module}[name] });\n}`;
    });
    text = text.replace(FORMS.taken, (_, names) => {
        pairs(names).forEach(([, inner]) => exported.set(inner, inner));
        return `const { ${names.trim()} } = `;
    });
    text = text.replace(FORMS.declared, (_, kind, name) => {
        exported.set(name, name);
        return `${kind} ${name}`;
    });
    for (const [name, place] of moving) {
        // A name in braces alone would be a field of an object: none of the package's is called so.
        assert.doesNotMatch(text, new RegExp(`[{,]\\s*${name}\\s*[,}]`), `${file}: ${name}`);
        text = text.replace(new RegExp(`(?<![\\w.$])${name}(?![\\w:])`, "g"), place);
    }
    text = text.replaceAll(/\bimport\((?:\/\*.*?\*\/ )*/g, "require(").replaceAll("import.meta.url", "here");
    assert.doesNotMatch(text, /^\s*(?:import|export)\b|\bimport[.(]/m, file);
    const head = ['"use strict";'];
    if (/\bhere\b/.test(text)) {
        head.push(`const here = require("node:url").pathToFileURL(require("node:path").join(__dirname, "${depth}${file}")).href;`);
    }
    if (/\bText(?:En|De)coder\b/.test(text)) {
        head.push('const { TextDecoder, TextEncoder } = require("node:util"); // a page of jsdom has none');
    }
    const getters = Array.from(exported, ([name, place]) => `    ${name}: { enumerable: true, get: () => ${place} },`);
    head.push(...(getters.length > 0 ? ["Object.defineProperties(exports, {", ...getters, "});"] : []));
    return `${head.join("\n")}\n${text}`;
}

for (const part of ["lib", "chess", "texts"]) {
    mkdirSync(join(folder, "common", part), { recursive: true });
}
for (const file of files) {
    write(`common/${file}`, common(file));
}
for (const module of modules.filter((module) => !OF_PAGES.includes(module))) {
    write(`common/texts/${module}.js`, `"use strict";
const file = require("node:path").join(__dirname, "../../${module}.wasm");
exports.bytes = () => require("node:fs").readFileSync(file);
`);
}
OF_PAGES.forEach((module) => rmSync(join(folder, `${module}.wasm`)));
write("common/package.json", '{ "type": "commonjs" }\n');
for (const name of readdirSync(folder).filter((name) => name.endsWith(".d.ts"))) {
    cpSync(join(folder, name), join(folder, "common", name));
}
