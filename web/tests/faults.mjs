// What readers, browsers and addresses may do to the page, and what it makes of it.

import assert from "node:assert/strict";

const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R_w_KQkq_-_0_1";
/** No page can count it to a depth of six. */
const ENDLESS = "perft?depth=6&fen=R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1_w_-_-_0_1";

const NAMES = [
    "editor",
    "attacks",
    "magic",
    "chain",
    "mailbox",
    "word",
    "bytes",
    "perft",
    "race",
    "batch",
    "hunt",
    "play",
    "variants",
];

/** A panel for each module that is loaded, with the file, and with what those who wait are told. */
const MODULES = [
    ["attacks", /\/philidor\.wasm$/, "the rules of chess"],
    ["batch", /_bg\.wasm$/, "the generators"],
    ["evaluation", /\/texts\/engine\.js$/, "the engine and its net"],
    ["variants", /\/variants\.wasm$/, "the rules of variants"],
];

/** Addresses that no page has written. */
const ADDRESSES = [
    "nonsense",
    "?",
    "%",
    "editor?fen",
    "editor?fen=%ff",
    "editor?=&&==",
    "editor?__proto__=x&constructor=y",
    "attacks?layer=all",
    "attacks?square=z9&layer=piece",
    "magic?piece=queen&square=i9&state=zz",
    "chain?step=NaN&square=",
    "chain?step=999",
    "mailbox?line=e2e4,,e7e5",
    "mailbox?line=e2e4,e2e4",
    "word?word=ffffffffffffffff",
    "word?word=0x12",
    "bytes?bytes=00",
    `bytes?bytes=${"ff".repeat(32)}`,
    "perft?depth=99",
    "perft?depth=-1&line=a1a1",
    "race?depth=40",
    "batch?step=-3",
    "batch?step=99&first=9999",
    "batch?first=-8",
    "hunt?depth=30&secret=%00",
    "play?time=1e99&side=green&shown=-5",
    "play?line=e2e4,e2e4&killers=x",
    `play?line=${"g1f3,g8f6,f3g1,f6g8,".repeat(200)}`,
    `attacks?fen=${"k".repeat(30_000)}`,
    "perft?fen=8/8/8/8/8/8/8/8_w_-_-_0_1",
    "batch?fen=7k/5KQ1/8/8/8/8/8/8_b_-_-_0_1",
    "race?fen=7k/5KQ1/8/8/8/8/8/8_b_-_-_0_1",
    `mailbox?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1&line=${"g1f3,g8f6,f3g1,f6g8,".repeat(100).slice(0, -1)}`,
    `perft?depth=2&line=${"g1f3,g8f6,f3g1,f6g8,".repeat(140).slice(0, -1)}`,
    "mailbox?fen=4k3/8/8/8/8/8/8/1RK3R1_w_BG_-_0_1",
    "word?fen=7k/5KQ1/8/8/8/8/8/8_b_-_-_0_1",
    "bytes?fen=k7/8/8/8/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK_b_-_-_0_1",
    "hunt?secret=b&fen=7k/5KQ1/8/8/8/8/8/8_b_-_-_0_1",
    "play?fen=4k3/8/8/8/8/8/8/4K3_w_-_-_65535_4294967295",
    "variants?variant=bughouse",
    "variants?variant=horde&fen=nonsense&line=N@f3",
];

/** Each has a name and is given `open`, which makes a page, and the origin. */
export const FAULTS = [
    [
        "an address that no page has written shows a panel, or says what is wrong",
        async ({ open }) => {
            const page = await open();
            for (const address of ADDRESSES) {
                await page.go(address, { fresh: true });
                const text = await page.locator("main").innerText();
                assert.doesNotMatch(text, /NaN|undefined|the generators failed|\[object|not iterable|properties of/, address);
                assert.deepEqual(page.wrong, [], address);
            }
        },
    ],
    [
        "a count that never ends is given up for the next, and stopped by its button",
        async ({ open }) => {
            const page = await open();
            await page.go(ENDLESS.replace("depth=6", "depth=2"));
            await page.until(".total", /leaves at depth 2/);
            await page.locator(".controls select").selectOption("6");
            await page.until(".desk", /Counting/);
            await page.waitForTimeout(600);
            await page.locator(".controls select").selectOption("1");
            await page.until(".total", /218 leaves at depth 1/);
            await page.locator(".controls select").selectOption("6");
            await page.until(".desk", /Counting/);
            await page.tabTo("[data-key=stop]");
            await page.keyboard.press("Enter");
            await page.until(".desk", /Stopped before all was counted/);
            await page.locator(".controls select").selectOption("6");
            await page.until(".desk", /Counting/);
            await page.waitForTimeout(600);
            await page.locator("#panels a[data-key=chain]").click();
            await page.until(".desk", /squares\./);
            assert.deepEqual(page.wrong, []);
        },
    ],
    [
        "a page that counts is loaded again",
        async ({ open }) => {
            const page = await open();
            await page.go(ENDLESS.replace("depth=6", "depth=1"));
            await page.until(".total", /218 leaves/);
            await page.locator(".controls select").selectOption("6");
            await page.until(".desk", /Counting/);
            await page.reload();
            await page.until(".desk", /Counting/);
            assert.match(page.url(), /#perft\?.*depth=6/);
            await page.goto(`${page.url().split("#")[0]}#attacks`);
            await page.until(".readout", /Check from e8/);
        },
    ],
    [
        "whatever is pasted for a divide is compared",
        async ({ open }) => {
            const page = await open();
            await page.go("perft?depth=1");
            await page.until(".total", /20 leaves/);
            const moves = [..."abcdefgh"]
                .flatMap((file) => [..."12345678"].map((rank) => file + rank))
                .flatMap((from) => [..."abcdefgh"].map((file) => `${from}${file}8 7`));
            const text = `a2a3${" ".repeat(200_000)}x\n${"e2e4 ".repeat(50_000)}\na2a4: ${"9".repeat(100_000)}\n${moves.join("\n")}`;
            await page.locator(".compare > summary").click();
            await page.locator(".compare textarea").fill(text);
            await page.until(".desk [role=status]", /\d+ lines differ/);
            assert.ok((await page.locator(".divide tbody tr").count()) <= 120);
            await page.locator(".compare textarea").fill("");
            await page.until(".desk [role=status]", /Castling is written/);
            await page.locator(".fen").focus();
            await page.keyboard.insertText("x".repeat(100_000));
            await page.keyboard.press("Enter");
            await page.until(".fault", /./);
            await page.locator(".position-bar select").selectOption({ label: "Kiwipete" });
            await page.until(".total", /48 leaves/);
        },
    ],
    [
        "back and forth through the panels, each as it was left",
        async ({ open }) => {
            const page = await open();
            await page.go("chain");
            await page.locator("[data-key=first]").click();
            await page.until(".desk", /0 of 9 squares/);
            await page.locator("#panels a[data-key=perft]").click();
            await page.until(".total", /leaves/);
            await page.locator("#panels a[data-key=play]").click();
            await page.until(".status", /White to move/);
            await page.goBack();
            await page.until("h1", /Perft/);
            await page.goBack();
            await page.until(".desk", /0 of 9 squares/);
            await page.goForward();
            await page.goForward();
            await page.until(".status", /White to move/);
            assert.deepEqual(page.wrong, []);
        },
    ],
    [
        "two pages at once have each its own state",
        async ({ open }) => {
            const page = await open();
            const other = await open({ context: page.context() });
            await page.go(`perft?depth=2&fen=${KIWIPETE}`);
            await other.go("perft?depth=4");
            await page.until(".total", /2,039/);
            await other.until(".total", /197,281/);
            await other.locator(".scheme-button").click();
            await page.locator(".controls select").selectOption("1");
            await page.until(".total", /48 leaves/);
            await page.reload();
            await page.until(".total", /48 leaves/);
            assert.match(await page.locator(".scheme-button").innerText(), /Colors: light/);
            assert.deepEqual([...page.wrong, ...other.wrong], []);
        },
    ],
    [
        "a worker that cannot be started, and one that fails, are said; the next question has a new one",
        async ({ open }) => {
            const page = await open({ serviceWorkers: "block" });
            await page.route("**/worker.js", (route) => route.abort());
            await page.go("batch");
            await page.until(".fault:not([hidden])", /worker could not be started/);
            await page.unroute("**/worker.js");
            const broken =
                "export default async () => {}; export const ask = () => { throw new WebAssembly.RuntimeError('unreachable'); };";
            await page.route("**/philidor_wasm_insides.js", (route) =>
                route.fulfill({ contentType: "text/javascript", body: broken }),
            );
            await page.locator(".position-bar select").selectOption({ label: "Double check" });
            await page.until(".fault:not([hidden])", /the generators failed: unreachable/);
            await page.unroute("**/philidor_wasm_insides.js");
            await page.locator(".position-bar select").selectOption({ label: "Kiwipete" });
            await page.until(".lane h3", /./);
            assert.equal(await page.locator(".fault").isVisible(), false);
        },
    ],
    [
        "a board says which module it waits for, and stays where it is when the module comes",
        async ({ open }) => {
            for (const [address, file, name] of MODULES)
                for (const width of [360, 1280]) {
                    const page = await open({ viewport: { width, height: 720 }, serviceWorkers: "block" });
                    await page.addInitScript(() => {
                        globalThis.moved = 0;
                        const add = (list) => list.getEntries().forEach(({ value }) => (globalThis.moved += value));
                        new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
                    });
                    let release;
                    const held = new Promise((resolve) => (release = resolve));
                    await page.route(file, async (route) => {
                        await held;
                        await route.continue();
                    });
                    const [place] = await Promise.all([
                        (async () => {
                            await page.until(".board > .awaited", new RegExp(`Loading ${name}, \\d{3,} kB …`));
                            const box = await page.locator(".board").boundingBox();
                            release();
                            return box;
                        })(),
                        page.go(address),
                    ]);
                    assert.equal(await page.locator(".awaited").count(), 0, name);
                    assert.deepEqual(await page.locator(".board").boundingBox(), place, name);
                    assert.ok((await page.locator(".board .piece").count()) > 2, name);
                    const moved = await page.evaluate(() => globalThis.moved);
                    assert.ok(moved < 0.05, `${address} at ${width} moves by ${moved}`);
                }
        },
    ],
    [
        "a module that does not come, and a file of the page, are said",
        async ({ open }) => {
            for (const [address, file, name] of MODULES) {
                const page = await open({ serviceWorkers: "block" });
                await page.route(file, (route) => route.fulfill({ status: 503, body: "" }));
                await page.go(address);
                await page.until(".fault:not([hidden])", new RegExp(name));
                assert.equal(await page.locator(".awaited").count(), 0, name);
                // The position stands there all the same.
                if (address !== "variants") assert.ok((await page.locator(".board .piece").count()) > 2, name);
            }
            const page = await open({ serviceWorkers: "block" });
            await page.route("**/panels/word.js", (route) => route.fulfill({ status: 404, body: "" }));
            await page.goto(page.address("word"));
            await page.until("main > [role=alert]", /The page did not load/);
        },
    ],
    [
        "a browser that keeps nothing",
        async ({ open }) => {
            const page = await open();
            await page.addInitScript(() => {
                const refuse = () => {
                    throw new DOMException("denied", "SecurityError");
                };
                Object.defineProperty(window, "localStorage", { get: refuse });
                Object.defineProperty(window, "caches", { value: { open: async () => refuse() } });
                Object.defineProperty(navigator, "serviceWorker", { get: refuse });
            });
            await page.go("attacks");
            await page.until(".readout", /Check from e8/);
            await page.locator(".scheme-button").click();
            await page.locator(".scheme-button").click();
            assert.equal(
                await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme),
                "dark",
            );
            assert.deepEqual(page.wrong, []);
        },
    ],
    [
        "the colors that were chosen are there before the page is",
        async ({ open }) => {
            const page = await open({ colorScheme: "light", serviceWorkers: "block" });
            await page.go("chain");
            const paper = () =>
                page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
            assert.equal(await paper(), "rgb(245, 241, 230)");
            await page.locator(".scheme-button").click();
            await page.locator(".scheme-button").click();
            await page.route("**/main.js", (route) => route.abort());
            await page.reload();
            assert.equal(await paper(), "rgb(20, 22, 26)");
            await page.emulateMedia({ media: "print" });
            assert.equal(await paper(), "rgb(255, 255, 255)");
        },
    ],
    [
        "keys that are the browser's stay so",
        async ({ open }) => {
            const page = await open();
            await page.go("editor");
            await page.keyTo("e4");
            for (const key of ["Control+b", "Alt+ArrowUp", "Meta+k"]) await page.keyboard.press(key);
            assert.equal(await page.evaluate(() => document.activeElement.dataset.square), "e4");
            assert.match(await page.square("e4").getAttribute("aria-label"), /empty/);
            await page.keyboard.press("b");
            await page.waitForFunction(() =>
                /black bishop/.test(document.querySelector("[data-square=e4]").ariaLabel),
            );
        },
    ],
    [
        "castling of Chess960 is the king onto its rook",
        async ({ open }) => {
            const page = await open();
            await page.go("play?side=both&fen=4k3/8/8/8/8/8/8/5KR1_w_G_-_0_1");
            await page.until(".status", /White to move/);
            await page.keyTo("f1");
            await page.keyboard.press("Enter");
            await page.keyTo("g1");
            await page.keyboard.press("Enter");
            await page.until(".sheet", /O-O/);
            await page.go("race?fen=4k3/8/8/8/8/8/8/5KR1_w_G_-_0_1");
            await page.until(".desk", /subtrees/);
            await page.locator("[data-key=start]").click();
            await page.until(".desk", /mailbox/i);
            await page.until("[data-key=start]", /Start/);
            assert.deepEqual(page.wrong, []);
        },
    ],
    [
        "a game ends by the rules, and a draw may be claimed before",
        async ({ open }) => {
            const page = await open();
            const dance = "g1f3,g8f6,f3g1,f6g8,";
            await page.go(`play?side=both&line=${dance.repeat(2).slice(0, -1)}`);
            await page.until(".status", /A draw may be claimed: the position has occurred three times/);
            await page.go(`play?side=both&line=${dance.repeat(4).slice(0, -1)}`);
            await page.until(".status", /The game is over: draw by fivefold repetition/);
            await page.go("play?fen=7k/5Q2/6K1/8/8/8/8/8_w_-_-_0_1&line=f7g7");
            await page.until(".status", /The game is over: White wins by checkmate/);
        },
    ],
    [
        "all faults are repaired by one button",
        async ({ open }) => {
            const page = await open();
            await page.go("editor?fen=P3k2r/pppppppp/p7/8/7b/6n1/8/K3K2R_w_KQkq_e5_0_1");
            await page.until(".answer", /[5-9] faults/);
            await page.locator("[data-key=repair-all]").click();
            await page.until(".answer", /No fault/);
            // Rights by files are kept when another right is switched.
            await page.go("editor?fen=4k3/8/8/8/8/8/8/1RK3R1_w_BG_-_0_1");
            await page.until(".answer", /No fault/);
            await page.locator("[data-key=right-k]").click();
            await page.until(".answer", /One fault|faults/);
            assert.match(page.url(), /_w_k?[BGK]{0,2}BG?k?/);
        },
    ],
    [
        "from right to left the board is as always",
        async ({ open }) => {
            const page = await open({ locale: "ar-EG", viewport: { width: 1280, height: 860 } });
            await page.go("perft?depth=2");
            await page.until(".total", /400 leaves/);
            await page.evaluate(() => (document.documentElement.dir = "rtl"));
            const [corner, board] = await Promise.all([
                page.square("a1").boundingBox(),
                page.locator(".board").boundingBox(),
            ]);
            assert.ok(
                Math.abs(corner.x - board.x) < 3 && corner.y > board.y + board.height / 2,
                "a1 is at the lower left",
            );
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 1280);
        },
    ],
    [
        "nothing moves by itself",
        async ({ open }) => {
            const page = await open();
            for (const name of NAMES) {
                await page.go(name);
                assert.equal(await page.evaluate(() => document.getAnimations().length), 0, name);
            }
        },
    ],
    [
        "on paper is what the screen shows, but what is pressed",
        async ({ open }) => {
            const page = await open({ viewport: { width: 1280, height: 860 } });
            for (const [name, selector] of [
                ["word", ".switch"],
                ["perft", ".divide th button"],
                ["mailbox", ".moves button"],
                ["bytes", ".byte"],
                ["play", ".stages li"],
                ["batch", ".lane svg"],
                ["editor", ".answer"],
            ]) {
                await page.go(name);
                await page.until(selector, /^/);
                await page.emulateMedia({ media: "print" });
                assert.equal(await page.locator(selector).first().isVisible(), true, name);
                for (const left of [
                    "#panels",
                    ".controls",
                    ".palette",
                    ".position-bar button",
                    ".scheme-button",
                ]) {
                    for (const found of await page.locator(left).all())
                        assert.equal(await found.isVisible(), false, `${name}: ${left}`);
                }
                await page.emulateMedia({ media: "screen" });
            }
        },
    ],
];
