// The examples of README.md and of the book print what they say, and the declarations name what there is.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { folder, philidor, variants } from "./philidor.mjs";

const read = (name) => readFileSync(new URL(name, folder), "utf8");

const book = pathToFileURL(`${import.meta.dirname}/../../../book/src/`);
const chapters = ["getting-started", "javascript", "from-chess-js", "from-chessops"];

/** What a program says it prints: the comment after a `console.log`, or on lines of their own. */
const saidBy = (code) => [...code.matchAll(/console\.log\(.*\); \/\/ (.*)|^\/\/ (.*)/gm)].map(([, after, alone]) => after ?? alone);

function compare(text, least) {
    const examples = [...text.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);
    assert.ok(examples.length >= least);
    const home = mkdtempSync(join(tmpdir(), "philidor-"));
    try {
        for (const code of examples) {
            const said = saidBy(code);
            assert.ok(said.length > 0 || !code.includes("console.log"), code);
            const program = join(home, "example.mjs");
            const at = (file) => JSON.stringify(new URL(file, folder).href);
            writeFileSync(program, code.replaceAll('"philidor"', at("node.js")).replaceAll('"philidor/chess"', at("chess-node.js")).replaceAll('"philidor/syzygy"', at("syzygy.js")).replaceAll('"philidor/variants"', at("variants-node.js")).replaceAll('"philidor/openings"', at("openings-node.js")));
            const printed = execFileSync(process.execPath, [program], { encoding: "utf8" });
            assert.deepEqual(printed.trimEnd().split("\n"), said, code);
        }
    } finally {
        rmSync(home, { recursive: true });
    }
}

test("every example of the README prints what its comments say", () => compare(read("README.md"), 9));

for (const chapter of chapters) {
    const file = new URL(`${chapter}.md`, book);
    test(`every example of the book's ${chapter} prints what its comments say`, { skip: !existsSync(file) }, () =>
        compare(readFileSync(file, "utf8"), 1),
    );
}

const syzygy = await import(new URL("syzygy.js", folder));
const openings = await import(new URL("openings-node.js", folder));
const DECLARATIONS = [
    ["philidor.d.ts", philidor], ["syzygy.d.ts", syzygy], ["variants.d.ts", variants], ["openings.d.ts", openings],
];

test("the declarations name what is exported, and nothing else", () => {
    for (const [file, exported] of DECLARATIONS) {
        const declared = [...read(file).matchAll(/^export (?:class|function|const) (\w+)/gm)].map(([, name]) => name);
        declared.push(...[...read(file).matchAll(/^export \{ (.+) \} from/gm)].flatMap(([, names]) => names.split(", ")));
        assert.deepEqual([...new Set(declared)].sort(), Object.keys(exported).sort());
    }
});

/** The classes of a file by their names: what each extends, and its members. */
const classesOf = (file) => new Map(
    [...read(file).matchAll(/^export class (\w+)(?:<.*?>)?(?: extends ([\w.]+)(?:<.*>)?)? \{\n([^]*?)^\}/gm)].map(([, name, base, body]) =>
        [name, [base, [...body.matchAll(/^    (?:static |readonly |get |set )*(\w+)\??[(:]/gm)].map(([, member]) => member)]]),
);

/** What constructors set. */
const FIELDS = ["tags", "faults", "root", "move", "ply", "comment", "commentBefore", "nags", "clock", "elapsed", "eval", "shapes", "mask", "shift", "ready"];

test("the declarations name the members of each class, and nothing else", () => {
    const shared = classesOf("base.d.ts");
    for (const [file, exported] of DECLARATIONS) {
        for (const [name, [base, members]] of classesOf(file)) {
            const Class = exported[name];
            if (Class.prototype instanceof Error) {
                continue;
            }
            const declared = [...members, ...(shared.get(base?.replace("base.", ""))?.[1] ?? [])];
            const found = [];
            // What a class inherits is its own for users.
            for (let at = Class; at !== Function.prototype; at = Object.getPrototypeOf(at)) {
                found.push(...Object.getOwnPropertyNames(at.prototype), ...Object.getOwnPropertyNames(at));
            }
            for (const member of found) {
                const hides = ["start", "toString", "toJSON", "number", "constructor", "length", "name", "prototype"].includes(member);
                assert.ok(hides || declared.includes(member), `${file}: ${name}.${member} is not declared`);
            }
            for (const member of declared) {
                assert.ok(FIELDS.includes(member) || found.includes(member), `${file}: there is no ${name}.${member}`);
            }
        }
    }
});
