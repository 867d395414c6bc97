// Programs written for chess.js run with their import changed, and print what they print with chess.js.
//
// With CHESS_JS, the path of its module, they are run with chess.js as well: `scripts/web-check` does that, so that the
// texts beside the programs are chess.js's own.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import test from "node:test";
import { folder } from "./philidor.mjs";

const programs = new URL("programs/", import.meta.url);
const names = readdirSync(programs).filter((name) => name.endsWith(".mjs"));
const modules = [["philidor/chess", new URL("chess-node.js", folder).href]];
if (process.env.CHESS_JS !== undefined) {
    modules.push(["chess.js", pathToFileURL(process.env.CHESS_JS).href]);
}

for (const name of names) {
    for (const [module, url] of modules) {
        test(`${name} prints with ${module} what stands beside it`, () => {
            const text = readFileSync(new URL(name, programs), "utf8");
            const home = mkdtempSync(join(tmpdir(), "philidor-"));
            try {
                const copy = join(home, "program.mjs");
                writeFileSync(copy, text.replace(/from "chess\.js";$/m, `from ${JSON.stringify(url)};`));
                const printed = execFileSync(process.execPath, [copy], { encoding: "utf8", cwd: home });
                assert.equal(printed, readFileSync(new URL(name.replace(".mjs", ".txt"), programs), "utf8"));
            } finally {
                rmSync(home, { recursive: true });
            }
        });
    }
}
