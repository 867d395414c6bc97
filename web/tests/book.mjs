// The book as it is read: every board that the command has printed is drawn, in light and dark, no page is wider than its
// window, and nothing fails.
//
//   node web/tests/book.mjs SITE

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

import { WIDTHS } from "./layout.mjs";
import { serve } from "./server.mjs";

const [site] = process.argv.slice(2);
const tools = createRequire(join(resolve(process.env.NODE_TOOLS ?? "."), "tools.js"));
const { chromium } = tools("playwright-core");
const chapters = resolve(import.meta.dirname, "../../book/src");
const server = await serve([{ at: "/", folder: site }]);
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
});

/** How many boards a chapter prints: each ends with the names of the files. */
const printed = (text) => text.match(/^ *a {2}b {2}c {2}d {2}e {2}f {2}g {2}h$/gm)?.length ?? 0;

let drawn = 0;
try {
    for (const [width, colorScheme] of [
        [360, "dark"],
        [1280, "light"],
    ]) {
        const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
        const failures = [];
        page.on("pageerror", ({ message }) => failures.push(message));
        page.on("response", (response) => response.ok() || failures.push(response.url()));
        for (const name of (await readdir(chapters)).filter((name) => /^(?!SUMMARY).*\.md$/.test(name))) {
            await page.goto(`http://127.0.0.1:${server.port}/${name.replace(/md$/, "html")}`);
            const boards = printed(await readFile(join(chapters, name), "utf8"));
            await page.waitForFunction(
                (boards) => document.querySelectorAll(".printed > [role=img]").length === boards,
                boards,
                { timeout: 10_000 },
            );
            const paper = await page.evaluate(() =>
                getComputedStyle(document.documentElement).getPropertyValue("--paper"),
            );
            assert.notEqual(paper, "", `${name} has no colors of the explorer`);
            for (const window of WIDTHS) {
                await page.setViewportSize({ width: window, height: 900 });
                const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                assert.ok(wide <= window, `${name} is ${wide} pixels wide at ${window}`);
            }
            await page.setViewportSize({ width, height: 900 });
            drawn += boards;
        }
        assert.deepEqual(failures, []);
        await page.goto(`http://127.0.0.1:${server.port}/chain.html`);
        await page.waitForSelector(".printed .piece");
        const [pieces, captures] = await page.evaluate(() => [
            document.querySelectorAll(".printed .piece").length,
            document.querySelectorAll(".printed .fill.red").length,
        ]);
        assert.ok(pieces > 30 && captures > 2, `${pieces} pieces and ${captures} captures on the chapter's boards`);
        await page.close();
    }
    assert.ok(drawn >= 40, `${drawn} boards`);
    console.log(`${drawn / 2} boards of the book are drawn, in light and dark, at 360 and 1,280 pixels`);
} finally {
    await browser.close();
    server.close();
}
