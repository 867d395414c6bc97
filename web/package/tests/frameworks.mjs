// The packed package where frameworks load it: in Next.js on the server and in the page, by both of its bundlers, and in
// Jest, in Node and in jsdom. None has a word about the package in its configuration.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serve } from "../../tests/server.mjs";
import { EXPECTED_PLAIN, PLAIN, programOf } from "./program.mjs";

/** A folder of the project with some files, which finds what is installed there. */
function folderWith(project, name, files) {
    const folder = join(project, name);
    rmSync(folder, { recursive: true, force: true });
    for (const [path, text] of Object.entries(files)) {
        mkdirSync(join(folder, path, ".."), { recursive: true });
        writeFileSync(join(folder, path), text);
    }
    return folder;
}

const NEXT = {
    "package.json": '{ "private": true, "type": "module" }',
    "app/say.js": PLAIN,
    "app/layout.js": "export default ({ children }) => <html><body>{children}</body></html>;\n",
    // Rendered when it is asked for, on the server, where it is a page without a script that says anything.
    "app/page.js": `import { say } from "./say.js";
export const dynamic = "force-dynamic";
export default async () => <p id="said">{JSON.stringify(await say())}</p>;
`,
    // With workers, whose files the bundler finds.
    "app/whole.js": `${programOf("philidor")}\nglobalThis.said = said;\n`,
    "app/page/page.js": `"use client";
import { useEffect } from "react";
import { say } from "../say.js";
export default function Page() {
    useEffect(() => { say().then(() => import("../whole.js")); }, []);
    return <p>in the page</p>;
}
`,
    "app/icon.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
};

/** Next.js by both bundlers; `check` looks what a page says. */
export async function next(project, check) {
    const program = join(project, "node_modules/next/dist/bin/next");
    const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" };
    for (const bundler of ["turbopack", "webpack"]) {
        const folder = folderWith(project, `next-${bundler}`, NEXT);
        try {
            execFileSync(process.execPath, [program, "build", `--${bundler}`], { cwd: folder, env, encoding: "utf8", stdio: "pipe" });
        } catch ({ stdout, stderr }) {
            assert.fail(`next build --${bundler}\n${stdout}${stderr}`);
        }
        const { port, close } = await serve([]);
        close();
        const server = spawn(process.execPath, [program, "start", "--hostname", "127.0.0.1", "--port", String(port)], { cwd: folder, env, stdio: "ignore" });
        try {
            const html = await answered(`http://127.0.0.1:${port}/`);
            const [, said] = /<p id="said">([^<]*)</.exec(html) ?? [];
            assert.deepEqual(JSON.parse((said ?? "null").replaceAll("&quot;", '"')), EXPECTED_PLAIN, html);
            console.log(`server, philidor by Next.js with ${bundler}: works`);
            await check(`philidor by Next.js with ${bundler}`, `http://127.0.0.1:${port}/page`);
        } finally {
            server.kill();
        }
    }
}

/** What a server answers once it listens. */
async function answered(url) {
    for (let left = 120; ; left -= 1) {
        try {
            return await (await fetch(url)).text();
        } catch (error) {
            if (left === 0) {
                throw error;
            }
            await new Promise((resolve) => setTimeout(resolve, 250));
        }
    }
}

const jestTest = (environment) => `/** @jest-environment ${environment} */
${PLAIN.replaceAll(/^import (\{.*\}) from (".*");$/gm, "const $1 = require($2);").replace("export async", "async")}
const { Book, Positions } = require("philidor");
test("philidor", async () => {
    expect(await say()).toEqual(${JSON.stringify(EXPECTED_PLAIN)});
    expect(Positions.fromFens([new Position().fen()]).length).toBe(1);
    expect(new Book(require("node:buffer").Buffer.alloc(0)).length).toBe(0);
    expect(require("philidor/inline").Position).toBe(Position);
});
`;

/** Jest as it is without configuration. */
export function jest(project) {
    const folder = folderWith(project, "jest", {
        "package.json": "{}",
        "node.test.js": jestTest("node"),
        "page.test.js": jestTest("jsdom"),
    });
    const program = join(project, "node_modules/jest/bin/jest.js");
    try {
        execFileSync(process.execPath, [program, "--rootDir", folder], { cwd: folder, encoding: "utf8", stdio: "pipe" });
    } catch ({ stdout, stderr }) {
        assert.fail(`jest\n${stdout}${stderr}`);
    }
    console.log("Jest, in Node and in jsdom: works");
}
