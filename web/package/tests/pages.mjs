// Pages in a real browser: what they leave in `said`, and that they complain of nothing.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";

/** A browser, driven by the playwright-core that is installed in `project`. */
export async function launch(project, browser) {
    const { chromium } = createRequire(join(project, "package.json"))("playwright-core");
    return chromium.launch({ executablePath: browser, args: ["--no-sandbox"] });
}

/** Opens a page and waits for what it says. */
export async function saidBy(browser, url) {
    const page = await browser.newPage();
    const complaints = [];
    page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) {
            complaints.push(message.text());
        }
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => {
        if (!["data:", "blob:", new URL(url).origin].some((start) => request.url().startsWith(start))) {
            complaints.push(`request to elsewhere: ${request.url()}`);
        }
    });
    const failed = new Promise((resolve) => page.once("pageerror", resolve));
    try {
        await page.goto(url);
        const settled = page.waitForFunction(() => globalThis.said !== undefined, undefined, { timeout: 120_000 });
        await Promise.race([failed, settled.catch((error) => complaints.push(error.message))]);
        assert.deepEqual(complaints, [], url);
        return await page.evaluate(() => globalThis.said);
    } finally {
        await page.close();
    }
}
