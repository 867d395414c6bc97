// The examples of README.md print what they say, and the declarations name what there is.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { folder, philidor } from "./philidor.mjs";

const read = (name) => readFileSync(new URL(name, folder), "utf8");

test("every example prints what its comments say", () => {
    const examples = [...read("README.md").matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);
    assert.ok(examples.length >= 8);
    const home = mkdtempSync(join(tmpdir(), "philidor-"));
    try {
        for (const code of examples) {
            const said = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map(([, text]) => text);
            assert.ok(said.length > 0 || !code.includes("console.log"), code);
            const program = join(home, "example.mjs");
            writeFileSync(program, code.replaceAll('"philidor"', JSON.stringify(new URL("node.js", folder).href)));
            const printed = execFileSync(process.execPath, [program], { encoding: "utf8" });
            assert.deepEqual(printed.trimEnd().split("\n"), said, code);
        }
    } finally {
        rmSync(home, { recursive: true });
    }
});

test("the declarations name what is exported, and nothing else", () => {
    const declared = [...read("philidor.d.ts").matchAll(/^export (?:class|function|const) (\w+)/gm)].map(([, name]) => name);
    assert.deepEqual([...new Set(declared)].sort(), Object.keys(philidor).sort());
});

test("the declarations name the members of each class", () => {
    for (const [, name, base, body] of read("philidor.d.ts").matchAll(/^export class (\w+)(?: extends (\w+))? \{\n([^]*?)\n\}/gm)) {
        if (base !== undefined || name === "PhilidorError") {
            continue;
        }
        const declared = new Set([...body.matchAll(/^    (?:static |readonly |get |set )*(\w+)\??[(:]/gm)].map(([, member]) => member));
        declared.delete("constructor");
        const Class = philidor[name];
        const own = [...Object.getOwnPropertyNames(Class.prototype), ...Object.getOwnPropertyNames(Class)];
        const inherited = Object.getOwnPropertyNames(Object.getPrototypeOf(Class.prototype)).includes("free") ? ["free"] : [];
        const hidden = ["constructor", "length", "name", "prototype"];
        const found = [...own, ...inherited].filter((member) => !hidden.includes(member));
        for (const member of found) {
            const hides = ["start", "toString", "toJSON"].includes(member);
            assert.ok(hides || declared.has(member), `${name}.${member} is not declared`);
        }
    }
});
