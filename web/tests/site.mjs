// The book with the explorer in it, as it is published: each panel leads to a heading of the book, each link of the book
// to a panel that shows itself, and no page of the site asks for anything elsewhere.
//
//   node web/tests/site.mjs SITE

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

import { serve } from "./server.mjs";

const [site] = process.argv.slice(2);
const tools = createRequire(join(resolve(process.env.NODE_TOOLS ?? "."), "tools.js"));
const { chromium } = tools("playwright-core");
const server = await serve([{ at: "/", folder: site }]);
const origin = `http://127.0.0.1:${server.port}`;
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
});

try {
    const page = await browser.newPage();
    const elsewhere = [];
    page.on("request", (request) => {
        if (!request.url().startsWith(origin) && !request.url().startsWith("data:"))
            elsewhere.push(request.url());
    });

    await page.goto(`${origin}/explorer/`);
    const panels = await page
        .locator("#panels a")
        .evaluateAll((links) => links.map((link) => link.dataset.key));
    assert.ok(panels.length >= 12);
    for (const panel of panels) {
        await page.goto(`${origin}/explorer/index.html#${panel}`);
        await page.waitForSelector(`.panel-${panel}`);
        const link = page.locator(".book a");
        const href = await link.evaluate(({ href }) => href);
        await link.click();
        await page.waitForURL(href);
        const [, anchor] = href.split("#");
        const heading = anchor ? page.locator(`[id="${anchor}"]`) : page.locator("main h1").first();
        assert.equal(await heading.count(), 1, `${panel} leads to ${href}, which is not there`);
        const back = page.locator(`a[href="explorer/index.html#${panel}"]`);
        assert.ok((await back.count()) > 0, `${href} has no link back to ${panel}`);
    }
    await page.goto(`${origin}/explorer/`);
    await page.locator(".colophon a").click();
    await page.waitForSelector("main h1");

    const leading = [];
    for (const name of (await readdir(site)).filter(
        (name) => name.endsWith(".html") && name !== "print.html",
    )) {
        const html = await readFile(join(site, name), "utf8");
        for (const [, href] of html.matchAll(/href="(explorer\/index\.html[^"]*)"/g)) leading.push([name, href]);
    }
    assert.ok(leading.length >= panels.length);
    for (const [name, href] of leading) {
        await page.goto(`${origin}/${name}`);
        await page.locator(`a[href="${href}"]`).first().click();
        const [, panel] = href.split("#");
        await page.waitForSelector(`.panel${panel ? `-${panel}` : ""}[data-shown]`);
    }
    assert.deepEqual([...new Set(elsewhere)], []);
    console.log(
        `${panels.length} panels lead into the book, and ${leading.length} links of the book to the panels`,
    );
} finally {
    await browser.close();
    server.close();
}
