// The explorer page in a real browser: each panel does what it is for, by keyboard alone where that is said, at 360 and
// 1,280 pixels; no error on the console, no request to anywhere else, no finding of axe. At eight widths nothing of it lies
// over another, is cut or leads nowhere, and the answer is beside the board. The same goes for the home page.
//
//   node web/tests/explorer.mjs SITE [--pictures FOLDER] [--only PANEL | --layout | --rest | --faults]
//
// SITE is a folder with the page as `explorer/`, its WebAssembly included, and the home page. playwright-core and axe-core are looked up
// from the folder in NODE_TOOLS; the browser is CHROMIUM, or /usr/bin/chromium.

import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

import { FAULTS } from "./faults.mjs";
import { layoutFaults } from "./layout.mjs";
import { PANELS } from "./panels.mjs";
import { serve } from "./server.mjs";

const tools = createRequire(join(resolve(process.env.NODE_TOOLS ?? "."), "tools.js"));
const { chromium } = tools("playwright-core");
const axe = await readFile(tools.resolve("axe-core/axe.min.js"), "utf8");

const [site, ...options] = process.argv.slice(2);
const option = (name) => options.includes(name) && options[options.indexOf(name) + 1];
const pictures = option("--pictures");
const only = option("--only");
const faults = options.includes("--faults");
const rest = faults || options.includes("--rest");
const layout = options.includes("--layout");

const WIDTHS = [360, 1280];
const PATIENCE = 60_000;

const server = await serve([{ at: "/", folder: site }]);
const origin = `http://127.0.0.1:${server.port}`;
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
});
const failures = [];
let visits = 0;
if (pictures) await mkdir(pictures, { recursive: true });

/** A page that notes whatever it must not do. */
async function open({ context: opened, ...settings } = {}) {
    const context = opened ?? (await browser.newContext({ reducedMotion: "reduce", ...settings }));
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.wrong = [];
    page.on(
        "console",
        (message) =>
            ["error", "warning"].includes(message.type()) && page.wrong.push(`console: ${message.text()}`),
    );
    page.on("pageerror", (error) => page.wrong.push(`error: ${error.message}`));
    page.on(
        "requestfailed",
        (request) =>
            request.failure()?.errorText !== "net::ERR_ABORTED" &&
            page.wrong.push(`failed: ${request.url()}`),
    );
    page.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(origin) && !url.startsWith("data:") && !url.startsWith("blob:"))
            page.wrong.push(`request to elsewhere: ${url}`);
    });
    /** Goes to an address; with `fresh`, by loading the page anew. */
    page.go = async (hash, { fresh = false } = {}) => {
        visits += 1;
        await page.goto(page.address(hash, fresh ? `?${visits}` : ""));
        await page.shown();
    };
    page.address = (hash, query = "") => `${origin}/explorer/${query}#${hash}`;
    page.shown = () => page.waitForSelector(".panel[data-shown]", { timeout: PATIENCE });
    page.text = (selector) => page.locator(selector).first().innerText();
    page.until = (selector, pattern) =>
        page.waitForFunction(
            ([selector, source, flags]) =>
                [...document.querySelectorAll(selector)].some((found) =>
                    new RegExp(source, flags).test(found.textContent),
                ),
            [selector, pattern.source, pattern.flags],
            { timeout: PATIENCE },
        );
    /** Presses Tab until an element has the focus, as people without a mouse do. */
    page.tabTo = async (selector) => {
        for (let presses = 0; presses < 250; presses += 1) {
            if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector))
                return;
            await page.keyboard.press("Tab");
        }
        assert.fail(`the Tab key does not lead to ${selector}`);
    };
    /** Goes to a square by the arrow keys. */
    page.keyTo = async (square) => {
        await page.tabTo("[role=gridcell]");
        for (let presses = 0; presses < 20; presses += 1) {
            const at = await page.evaluate(() => document.activeElement.dataset.square);
            if (at === square) return;
            const [files, ranks] = [
                square.charCodeAt(0) - at.charCodeAt(0),
                square.charCodeAt(1) - at.charCodeAt(1),
            ];
            await page.keyboard.press(
                files > 0 ? "ArrowRight" : files < 0 ? "ArrowLeft" : ranks > 0 ? "ArrowUp" : "ArrowDown",
            );
        }
        assert.fail(`the arrow keys do not lead to ${square}`);
    };
    page.square = (square) => page.locator(`[data-square="${square}"]`);
    return page;
}

async function check(name, test) {
    const began = Date.now();
    try {
        await test();
        console.log(`ok    ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    } catch (error) {
        failures.push(name);
        console.log(`WRONG ${name}: ${error.message}`);
    }
}

async function findings(page) {
    // The page allows no foreign script, so axe is evaluated by the browser's own tools.
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() =>
        globalThis.axe.run(document, { resultTypes: ["violations"] }),
    );
    return violations.map(
        ({ id, nodes }) =>
            `${id}: ${nodes
                .slice(0, 3)
                .map(
                    ({ target, any, all }) =>
                        `${target} ${[...any, ...all].map(({ message }) => message)[0] ?? ""}`,
                )
                .join(" | ")}`,
    );
}

/** The links of a page that lead nowhere. */
async function deadLinks(page) {
    const links = await page.locator("a[href]").evaluateAll((all) => all.map(({ href }) => href.split("#")[0]));
    const answers = await Promise.all([...new Set(links)].map((link) => page.request.get(link)));
    return answers.filter((answer) => !answer.ok()).map((answer) => answer.url());
}

const tried = PANELS.filter(({ name }) => !rest && (!only || name === only));

for (const panel of tried) {
    await check(`${panel.name} at each width`, async () => {
        const page = await open();
        await page.go(panel.crowded ?? panel.picture ?? panel.address ?? panel.name);
        assert.deepEqual(await layoutFaults(page, { answer: ".answer" }), []);
        assert.deepEqual(await deadLinks(page), []);
        assert.deepEqual(page.wrong, []);
        await page.context().close();
    });
}

if (!only && !rest) {
    await check("the home page", async () => {
        const page = await open();
        await page.goto(`${origin}/`);
        assert.deepEqual(await layoutFaults(page), []);
        assert.deepEqual(await deadLinks(page), []);
        for (const colorScheme of ["light", "dark"]) {
            await page.emulateMedia({ colorScheme });
            assert.deepEqual(await findings(page), [], colorScheme);
        }
        if (pictures) await page.screenshot({ path: join(pictures, "home.png"), fullPage: true });
        await page.getByRole("link", { name: "The explorer" }).click();
        await page.shown();
        await page.locator(".name a").first().click();
        await page.waitForURL(`${origin}/index.html`);
        assert.deepEqual(page.wrong, []);
        await page.context().close();
    });
}

for (const width of WIDTHS) {
    for (const panel of layout ? [] : tried) {
        await check(`${panel.name} at ${width}`, async () => {
            const page = await open({ viewport: { width, height: width < 700 ? 720 : 860 } });
            try {
                await page.go(panel.address ?? panel.name);
                await panel.works(page);
                const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                assert.ok(wide <= width, `the page is ${wide} pixels wide`);
                assert.deepEqual(await findings(page), []);
                await page.emulateMedia({ colorScheme: "dark" });
                assert.deepEqual(await findings(page), [], "in dark colors");
                await page.emulateMedia({ colorScheme: "light" });
                if (pictures) {
                    if (panel.picture) {
                        await page.go("editor");
                        await page.go(panel.picture);
                    }
                    await page.evaluate(() => {
                        document.activeElement?.blur();
                        window.scrollTo(0, 0);
                    });
                    const height = Math.min(
                        1300,
                        await page.evaluate(() => document.documentElement.scrollHeight),
                    );
                    await page.screenshot({
                        path: join(pictures, `${panel.name}-${width}.png`),
                        fullPage: true,
                        clip: { x: 0, y: 0, width, height },
                    });
                }
                assert.deepEqual(page.wrong, []);
            } finally {
                await page.context().close();
            }
        });
    }
}

if (!only && !layout) {
    for (const [name, test] of FAULTS) {
        await check(name, async () => {
            const pages = [];
            const noted = async (settings) => {
                pages.push(await open(settings));
                return pages.at(-1);
            };
            try {
                await test({ open: noted });
            } finally {
                for (const page of pages) await page.context().close();
            }
        });
    }
}

if (!only && !faults && !layout) {
    await check("the menu by keyboard, and the address as state", async () => {
        const page = await open({ viewport: { width: 360, height: 720 } });
        await page.go("magic?square=d5&piece=bishop");
        assert.match(await page.text(".steps"), /bishop on d5/);
        await page.tabTo(".menu-button");
        await page.keyboard.press("Enter");
        await page.tabTo("#panels a[data-key=chain]");
        await page.keyboard.press("Enter");
        await page.until("h1", /chain walk/);
        await page.goBack();
        await page.until(".steps", /bishop on d5/);
        await page.tabTo(".skip");
        await page.keyboard.press("Enter");
        assert.match(page.url(), /#magic/);
        assert.equal(await page.evaluate(() => document.activeElement.id), "main");
        assert.deepEqual(page.wrong, []);
        await page.context().close();
    });

    await check("without a network", async () => {
        const page = await open();
        await page.go("perft");
        await page.waitForSelector("html[data-kept=yes]", { state: "attached" });
        await page.context().setOffline(true);
        await page.goto(`${origin}/explorer/#mailbox`);
        await page.reload();
        await page.until(".depth h3", /Tactical \(10\)/);
        // What a panel loads when it is opened was kept as well.
        await page.goto(`${origin}/explorer/#variants`);
        await page.until("h2", /20 legal moves/);
        await page.goto(`${origin}/explorer/#evaluation`);
        await page.until(".facts", /8 of 8/);
        await page.context().close();
    });

    await check("the engine starts when its panel is opened, and ends when it is left", async () => {
        const page = await open();
        const engines = () => page.workers().filter((worker) => worker.url().endsWith("engine-worker.js")).length;
        await page.go("attacks");
        await page.until(".readout", /Check from e8/);
        assert.equal(engines(), 0);
        await page.go("evaluation");
        await page.until(".facts", /8 of 8/);
        assert.equal(engines(), 1);
        await page.go("evaluation?line=e2e4");
        await page.waitForSelector('[data-square="e4"][aria-label*="worth"]');
        assert.equal(engines(), 1);
        await page.go("attacks");
        await page.until(".readout", /Check from e8/);
        await page.waitForTimeout(200);
        assert.equal(engines(), 0);
        assert.deepEqual(page.wrong, []);
        await page.context().close();
    });

    await check("an engine that does not come is a complaint, and the board still plays", async () => {
        const page = await open({ serviceWorkers: "block" });
        const file = /\/texts\/engine\.js$/;
        await page.route(file, (route) => route.fulfill({ status: 503, body: "" }));
        await page.go("evaluation");
        await page.until(".fault", /A module did not load: the engine and its net, \d+ kB/);
        await page.unroute(file);
        await page.go("evaluation?line=e2e4", { fresh: true });
        await page.until(".facts", /8 of 8/);
        assert.equal(await page.locator(".fault").isVisible(), false);
        await page.context().close();
    });

    await check("what is wrong with a FEN is said, and does not break the page", async () => {
        const page = await open();
        await page.go("attacks?fen=nonsense");
        await page.until(".fault", /rank|field|nonsense/);
        await page.locator(".position-bar select").selectOption({ label: "Kiwipete" });
        await page.until(".readout", /48 legal moves/);
        assert.equal(await page.locator(".fault").isVisible(), false);
        await page.context().close();
    });

    await check("on paper", async () => {
        const page = await open({ viewport: { width: 1280, height: 860 } });
        await page.go("magic");
        await page.emulateMedia({ media: "print" });
        assert.equal(await page.locator("#panels").isVisible(), false);
        assert.ok((await page.pdf({ format: "A4" })).length > 10_000);
        await page.context().close();
    });

    await check("a pawn that reaches the last rank is asked what it becomes", async () => {
        const page = await open();
        await page.go("play?side=both&fen=8/P6k/8/8/8/8/8/K7_w_-_-_0_1");
        await page.until(".status", /White to move/);
        await page.keyTo("a7");
        await page.keyboard.press("Enter");
        await page.keyboard.press("ArrowUp");
        await page.keyboard.press("Enter");
        await page.tabTo('dialog button[aria-label="white knight"]');
        await page.keyboard.press("Enter");
        await page.until(".sheet", /a8=N/);
        assert.deepEqual(page.wrong, []);
        await page.context().close();
    });

    await check("a piece is dragged, by mouse and by touch", async () => {
        const page = await open({ viewport: { width: 800, height: 900 }, hasTouch: true });
        await page.go("mailbox?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1");
        const middle = async (square) => {
            const box = await page.square(square).boundingBox();
            return [box.x + box.width / 2, box.y + box.height / 2];
        };
        await page.mouse.move(...(await middle("e2")));
        await page.mouse.down();
        await page.mouse.move(...(await middle("e3")));
        await page.mouse.move(...(await middle("e4")));
        await page.mouse.up();
        await page.until(".depth h2", /played e2e4/);
        await page.touchscreen.tap(...(await middle("g8")));
        await page.touchscreen.tap(...(await middle("f6")));
        await page.until(".depth h2", /played g8f6/);
        assert.match(await page.square("f6").getAttribute("aria-label"), /black knight/);
        await page.context().close();
    });
}

await browser.close();
server.close();
console.log(
    failures.length ? `${failures.length} of the checks failed: ${failures.join(", ")}` : "all checks passed",
);
process.exitCode = failures.length ? 1 : 0;
