// The opening explorer's page in a real browser, asked by mouse, by dragging and by keys: from its server, and from files.
//
//   node web/tests/openings.mjs ADDRESS SITE [PICTURES]
//
// ADDRESS is that of `philidor-explorer serve`, SITE a folder of `explorer static`, both of the same games, in which
// 1. e4 and 1. Nf3 were played. Tools and browser are found as in explorer.mjs.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

import { layoutFaults } from "./layout.mjs";
import { serve } from "./server.mjs";

const tools = createRequire(join(resolve(process.env.NODE_TOOLS ?? "."), "tools.js"));
const { chromium } = tools("playwright-core");
const axe = await readFile(tools.resolve("axe-core/axe.min.js"), "utf8");

const [address, folder, pictures] = process.argv.slice(2);
const files = await serve([{ at: "/", folder }]);
const origins = { server: address, files: `http://127.0.0.1:${files.port}` };
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const answers = {};

for (const [kind, origin] of Object.entries(origins))
    for (const width of [360, 1280]) {
        const page = await browser.newPage({ viewport: { width, height: 900 } });
        const wrong = [];
        page.on("pageerror", (error) => wrong.push(error.message));
        page.on("request", (request) => request.url().startsWith(origin) || wrong.push(request.url()));
        // A server of answers has no `site.json`; the page asks for it to find out.
        page.on("response", (response) => {
            if (!response.ok() && !response.url().endsWith("site.json")) wrong.push(`${response.status()} ${response.url()}`);
        });
        const line = (text) =>
            page.waitForFunction(
                (text) =>
                    document.querySelector("#line").textContent === text &&
                    document.querySelector("#answer").ariaBusy === "false",
                text,
            );
        const piece = (square) => page.locator(`.layer-pieces [data-piece="${square}"]`).count();
        const square = (name) => page.locator(`[role=gridcell][data-square="${name}"]`);

        await page.goto(`${origin}/`);
        await line("");
        // Servers and files say the same.
        const rows = await page.locator("#moves tr").allInnerTexts();
        answers[kind] ??= rows;
        assert.deepEqual(rows, answers[kind]);
        assert.deepEqual(await layoutFaults(page, { answer: "#moves" }), []);
        // By the list.
        await page.locator("#moves tr", { hasText: "e4" }).first().click();
        await line("1. e4");
        assert.deepEqual([await piece("e2"), await piece("e4")], [0, 1]);
        assert.match(await page.locator("#opening").innerText(), /^B00 King's Pawn/);
        // By the browser's own button, and by two squares.
        await page.goBack();
        await line("");
        await square("g1").click();
        assert.equal(await page.locator(".goal[data-square=f3]").count(), 1);
        await square("f3").click();
        await line("1. Nf3");
        // By dragging, after the page's own button.
        await page.getByRole("button", { name: "Start" }).click();
        await line("");
        await page.getByRole("button", { name: "Turn the board" }).click();
        await square("e2").dragTo(square("e4"));
        await line("1. e4");
        // By keys alone: to the list, and to the board.
        await page.getByRole("button", { name: "Back" }).press("Enter");
        await line("");
        await page.locator("#moves button", { hasText: /^e4$/ }).press("Enter");
        await line("1. e4");
        assert.ok(await page.evaluate(() => document.activeElement.closest("#moves")), "the list has lost the focus");
        await page.getByRole("button", { name: "Back" }).press("Enter");
        await line("");
        await square("e4").focus();
        for (const key of ["ArrowUp", "ArrowUp", "Enter", "ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
        await line("1. e4");
        // What is not a move is refused, or not known; the board does not break.
        if (kind === "server") {
            const before = wrong.length;
            await page.goto(`${origin}/#e2e5`);
            await page.waitForFunction(() => document.querySelector("#fault").textContent);
            assert.equal(await page.locator(".layer-pieces .piece").count(), 32);
            wrong.splice(before);
            // A server does not say how moves that the address has are written.
            await page.goto(`${origin}/#e2e4`);
            await line("1. e2e4");
            // Castling as people write it.
            await page.goto(`${origin}/#g1f3,g8f6,g2g3,g7g6,f1g2,f8g7,e1g1`);
            await page.waitForFunction(() => document.querySelector("#line").textContent.endsWith("4. e1h1"));
            assert.deepEqual([await piece("g1"), await piece("f1"), await piece("h1")], [1, 1, 0]);
            await page.goto(`${origin}/#e2e4`);
            await line("1. e2e4");
            const asked = page.waitForRequest((request) => request.url().includes("speeds=ultraBullet"));
            await page.getByLabel("blitz").uncheck();
            await asked;
            const checked = page.locator("input[name=speeds]:checked");
            while (await checked.count()) await checked.first().uncheck();
            await page.getByText("No games").waitFor();
        }
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run(document));
        assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].target}`), []);
        assert.deepEqual(wrong, []);
        if (pictures) await page.screenshot({ path: join(pictures, `openings-${kind}-${width}.png`), fullPage: true });
        console.log(`ok    ${kind}, ${width} pixels`);
        await page.close();
    }
assert.ok(answers.files.length > 3, `${answers.files}`);
assert.deepEqual(answers.files, answers.server);
await browser.close();
files.close();
