// What each panel must do, with the keyboard alone.

import assert from "node:assert/strict";

const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R_w_KQkq_-_0_1";

/** Presses a button by keyboard. */
async function press(page, selector) {
    await page.tabTo(selector);
    await page.keyboard.press("Enter");
}

export const PANELS = [
    {
        name: "editor",
        crowded: "editor?fen=P3k2r/pppppppp/p7/8/7b/6n1/8/K3K2R_w_KQkq_e5_0_1",
        async works(page) {
            await page.keyTo("e8");
            await page.keyboard.press("Delete");
            await page.until(".faults", /Black has no king/i);
            await press(page, ".fault-list button");
            await page.until(".answer", /20 legal moves/);
            await page.keyTo("a8");
            await page.keyboard.press("P");
            await page.until(".faults", /no pawn can stand/i);
            assert.match(
                await page.square("a8").getAttribute("aria-label"),
                /white pawn, .*no pawn can stand/i,
            );
            assert.match(page.url(), /#editor\?fen=P/);
            await press(page, "[data-key=impossible]");
            await page.until(".answer", /[5-9] faults/);
            for (
                let repairs = 0;
                repairs < 12 && (await page.locator(".fault-list button").count()) > 0;
                repairs += 1
            ) {
                const before = await page.locator("article").getAttribute("data-shown");
                await page.locator(".fault-list button").first().focus();
                await page.keyboard.press("Enter");
                await page.waitForFunction(
                    (before) => document.querySelector("article").dataset.shown !== before,
                    before,
                );
            }
            await page.until(".answer", /No fault/);
            await press(page, "[data-key=impossible]");
            await page.until(".answer", /[5-9] faults/);
        },
    },
    {
        name: "attacks",
        crowded: "attacks?square=d2&layer=piece",
        async works(page) {
            await page.until(".readout", /Check from e8/);
            await page.until(".readout", /knight on d2 is pinned to e1 by the black queen on a5/);
            assert.match(await page.square("e5").getAttribute("aria-label"), /in the check mask/);
            await page.keyTo("d2");
            await page.keyboard.press("Enter");
            await page.until(".readout", /white knight, d2/i);
            assert.match(await page.square("f3").getAttribute("aria-label"), /attacked/);
            await press(page, '[data-key="What is shown-black"]');
            await page.until(".readout h2", /\d+ squares attacked by black/i);
            await press(page, '[data-key="What is shown-check"]');
            await page.until(".readout", /Check from e8/);
        },
    },
    {
        name: "magic",
        picture: "magic",
        async works(page) {
            // The figures of the book: the rook on c4, with c6 and f4.
            await page.until(".steps", /slot 772 of 1,024/);
            await page.until(".steps", /0x05a0_1082_0020_4202/);
            await page.until(".steps", /slot 288/);
            await page.keyTo("c6");
            await page.keyboard.press(" ");
            await page.waitForFunction(() => !/slot 772/.test(document.querySelector(".steps").textContent));
            await page.keyboard.press(" ");
            await page.until(".steps", /slot 772 of 1,024/);
            await press(page, '[data-key="Piece-bishop"]');
            await page.until(".steps", /bishop on c4/);
            await press(page, "[data-key=search]");
            await page.until(".search", /Found 0x[0-9a-f_]+: all \d+ arrangements keep apart/);
        },
    },
    {
        name: "chain",
        crowded: "chain?step=all",
        async works(page) {
            // It opens at its first step, so that there is something to walk.
            await page.until(".desk", /1 of 9 squares/);
            for (let step = 1; step < 9; step += 1) await press(page, "[data-key=step]");
            await page.until(".desk", /9 of 9 squares/);
            assert.equal(
                (await page.locator(".walk").innerText()).replace(/\s+/g, " "),
                "b3 b4 × c2 d2 e2 f2 g2 × b1 a2",
            );
            await press(page, "[data-key=first]");
            await page.until(".desk", /0 of 9 squares/);
            await press(page, "[data-key=step]");
            await page.keyboard.press("Enter");
            await page.until(".desk", /b4 has an enemy: a capture, and by next_direction to c2/);
            await press(page, "[data-key=walk]");
            await page.until(".desk", /9 of 9 squares/);
            await page.keyTo("e3");
            await page.keyboard.press("Enter");
            await page.until(".desk", /white pawn on e3/i);
            await page.keyTo("b2");
            await page.keyboard.press("Enter");
            await page.until(".desk", /white rook on b2/i);
            // On a busy machine the walk has meanwhile ended where the pawn's does.
            const walks = await page.locator("[data-key=walk]").innerText();
            if (walks === "Walk") await press(page, "[data-key=walk]");
            await page.until(".desk", /9 of 9 squares/);
        },
    },
    {
        name: "mailbox",
        crowded: "mailbox?line=e4d5,e6d5,g4h5",
        async works(page) {
            await page.until(".depth", /Tactical \(10\)/);
            await page.until(".depth", /Quiet \(36\)/);
            // The three that the book asks for.
            assert.deepEqual(
                (await page.locator(".illegal").allInnerTexts()).map((text) => text.slice(0, 4)),
                ["e1e2", "e1f1", "e1g1"],
            );
            await page.until(".state", /0x3f7cc80/);
            await page.keyTo("e4");
            await page.keyboard.press("Enter");
            await page.keyTo("d5");
            await page.keyboard.press("Enter");
            await page.until(".depth h2", /played e4d5/);
            assert.equal(await page.locator(".depth").count(), 2);
            await press(page, "[data-key=back-0]");
            await page.waitForFunction(() => document.querySelectorAll(".depth").length === 1);
        },
    },
    {
        name: "word",
        crowded: "word?word=000000000000ffff",
        async works(page) {
            await page.until(".verdict", /Legal: exd5/);
            await page.tabTo("[role=switch]");
            await page.keyboard.press("ArrowLeft");
            await page.keyboard.press("ArrowLeft");
            assert.equal(await page.evaluate(() => document.activeElement.dataset.bit), "15");
            await page.keyboard.press(" ");
            await page.until(".verdict", /Not a legal move/);
            await page.until(".verdict", /promotes|promotion/);
            await page.keyboard.press(" ");
            await page.until(".verdict", /Legal: exd5/);
            const before = await page.locator("[role=switch][aria-checked=true]").count();
            assert.equal(before, 12);
        },
    },
    {
        name: "bytes",
        crowded: `bytes?bytes=${"f7".repeat(32)}`,
        async works(page) {
            const bytes = () =>
                page.locator(".byte").evaluateAll((all) => all.map(({ value }) => value).join(""));
            assert.equal((await bytes()).slice(0, 16), "ffff00000000ffff");
            await page.tabTo('[data-byte="31"]');
            await page.keyboard.type("07");
            await page.keyboard.press("Tab");
            await page.until(".desk", /Refused: .*7/);
            await page.tabTo("[data-key=undo]");
            await page.keyboard.press("Enter");
            await page.until(".desk", /A position/);
            assert.equal((await bytes()).slice(62), "01");
        },
    },
    {
        name: "perft",
        address: `perft?depth=3&fen=${KIWIPETE}`,
        async works(page) {
            await page.until(".total", /97,862/);
            const rows = await page
                .locator(".divide tbody tr")
                .evaluateAll((all) => all.map((row) => [row.cells[1].innerText, row.cells[2].innerText]));
            assert.equal(rows.length, 48);
            // One move is missing, one count is wrong, and one move is not legal.
            const theirs = rows
                .filter(([uci]) => uci !== "e1g1")
                .map(([uci, count]) => `${uci}: ${uci === "e2a6" ? "1906" : count}`);
            await press(page, ".compare > summary");
            await page.tabTo(".compare textarea");
            await page.keyboard.insertText(`${theirs.join("\n")}\na1a8: 3\nNodes searched: 12`);
            await page.until(".desk [role=status]", /3 lines differ/);
            assert.deepEqual(await page.locator(".divide tr.differs code").allInnerTexts(), [
                "e2a6",
                "e1g1",
                "a1a8",
            ]);
            await press(page, "[data-key=e1g1]");
            await page.until(".total", /leaves at depth 2/);
            await press(page, "[data-key=trail-0]");
            await page.until(".total", /97,862/);
        },
    },
    {
        name: "race",
        address: `race?depth=3&fen=${KIWIPETE}`,
        async works(page) {
            await page.until(".desk", /48 subtrees/);
            await press(page, "[data-key=start]");
            await page.until(".desk", /All three count 97,862 leaves/);
            assert.equal(await page.locator(".track.winner").count(), 1);
        },
    },
    {
        name: "batch",
        crowded: "batch?step=10",
        async works(page) {
            for (let step = 2; step <= 11; step += 1) {
                await press(page, "[data-key=step]");
                await page.until(".desk h2", new RegExp(`${step} of 11`));
            }
            await page.until(".desk", /In every lane that stayed, the sum is the number of moves/);
            await page.until(".lane", /in check/);
            // Two presses are two steps, however long the answer to the first one takes.
            await page.locator("[data-key=back]").evaluate((back) => (back.click(), back.click()));
            await page.until(".desk h2", /9 of 11: Pins/);
            // The bishop on b4 and the rook on e8 each pin a piece.
            assert.match(
                await page.locator(".lane").first().getAttribute("aria-label"),
                /lane of Kf8: c3 e3/,
            );
            await press(page, "[data-key=next]");
            await press(page, "[data-key=step]");
            await press(page, "[data-key=step]");
            await page.until(".desk", /In every lane that stayed/);
            await press(page, "[data-key=previous]");
            await page.until(".lane h3", /Kf8/);
        },
    },
    {
        name: "hunt",
        crowded: "hunt?secret=b",
        async works(page) {
            await page.until(".desk", /Switch one on/);
            await page.tabTo(".controls select");
            await page
                .locator(".controls select")
                .first()
                .selectOption({ label: "promotion-queen-only: Pawns become queens only." });
            await page.until(".desk", /It counts 48; right is 48/);
            await press(page, "[data-key=guess]");
            await page.until(".desk", /It is not/);
            await press(page, "[data-key=hunt]");
            await page.until(".desk h2", /Found: promotion/);
            await page.until(".desk", /What was switched on: promotion-queen-only/);
            await press(page, "[data-key=example]");
            await page.until(".desk", /missing/);
        },
    },
    {
        name: "evaluation",
        picture: "evaluation?line=e2e4,e7e5,g1f3,b8c6,f1c4,g8f6",
        async works(page) {
            const label = (square) => page.square(square).getAttribute("aria-label");
            await page.until(".opinions td", /^[+−]\d/);
            assert.match(await label("d1"), /^d1, white queen, worth \d+\.\d, counted 9\.0$/);
            assert.equal(await label("e1"), "e1, white king");
            await page.until(".facts", /8 of 8, for 30 to 32 pieces/);
            await page.until(".facts", /24 of 24/);
            // Counting, both sides have the same; to Classic the first move is worth something.
            assert.match(await page.text(".opinions:not(.terms) tbody tr:nth-child(3)"), /\+0\.00/);
            assert.match(await page.text(".terms tbody tr:last-child"), /tempo[^]*\+0\.14[^]*\+0\.14/);
            // All terms that there are have their words, and the numbers of a row add up to the score.
            const sum = async () => {
                const cells = await page.locator(".terms tbody td:nth-child(4)").allInnerTexts();
                assert.equal(await page.locator(".terms tbody .gloss:not(:empty)").count(), cells.length);
                return cells.map((text) => Math.round(Number(text.replace("−", "-")) * 100)).reduce((a, b) => a + b, 0);
            };
            const classic = async () =>
                Math.round(
                    Number((await page.text(".opinions:not(.terms) tr:nth-child(2) .number")).replace("−", "-")) * 100,
                );
            assert.equal(await sum(), await classic());
            // Nothing moves while moves are played; the numbers do.
            const places = () =>
                page.evaluate(() =>
                    [...document.querySelectorAll(".board, .desk > :not(.sheet), .opinions tr, .opinions td, .facts dd")].map(
                        (part) => {
                            const { x, y, width, height } = part.getBoundingClientRect();
                            // What a narrow page hides has no place.
                            return width && [x, y + window.scrollY, width, height].map(Math.round).join(" ");
                        },
                    ),
                );
            const before = await places();
            const pawn = await label("e2");
            await page.keyTo("e2");
            await page.keyboard.press("Enter");
            await page.keyTo("e4");
            await page.keyboard.press("Enter");
            await page.until(".sheet", /e4/);
            await page.waitForSelector('[data-square="e4"][aria-label*="worth"]');
            assert.notEqual((await label("e4")).slice(4), pawn.slice(4));
            assert.match(await label("e4"), /^e4, white pawn, worth \d\.\d, counted 1\.0$/);
            await page.until("#announcer", /For White: the net [+−]\d\.\d\d, Classic [+−]\d/);
            assert.deepEqual(await places(), before);
            await press(page, '[data-key="On the board-classic"]');
            await page.waitForSelector('[data-square="e1"][aria-label*="worth"]');
            assert.deepEqual(await places(), before);
            await press(page, '[data-key="On the board-none"]');
            await page.waitForFunction(
                () => document.querySelector('[data-square="e4"]').getAttribute("aria-label") === "e4, white pawn",
            );
            await press(page, "[data-key=back]");
            await page.waitForFunction(() => document.querySelector(".sheet").childElementCount === 0);
            assert.match(page.url(), /board=none/);
            // Few pieces: another output, a passed pawn, and for Black to move the score is still White's.
            await page.go("evaluation?fen=4k3/8/1P6/8/8/8/8/4K3_b_-_-_0_1");
            await page.until(".facts", /1 of 8, for 2 to 5 pieces/);
            assert.match(await page.text(".opinions:not(.terms) tbody tr:nth-child(3)"), /\+1\.00/);
            assert.match(await page.text(".terms tbody tr:nth-child(9)"), /passed[^]*\+/);
            assert.ok(Math.abs((await sum()) - (await classic())) <= 5);
            await page.go("evaluation?fen=7k/5Q2/6K1/8/8/8/8/8_b_-_-_0_1");
            await page.until(".status", /The game is over|in check|Black to move/);
            await page.go("evaluation");
            await page.until(".facts", /8 of 8/);
        },
    },
    {
        name: "endings",
        async works(page) {
            // King and pawn: the key squares are won, and the square below them is not.
            await page.until(".readout h2", /Drawn|White wins/);
            await page.until(".readout", /Solved in \d+ ms: .*KPvK/);
            assert.match(
                await page.square("d6").getAttribute("aria-label"),
                /won, mate in \d+ if it stood here/,
            );
            await press(page, '[data-key="To move-b"]');
            await page.until(".readout h3", /white king elsewhere, Black to move/);
            // The king steps to c3 by keyboard, then it is let go.
            await page.keyTo("c3");
            await page.keyboard.press("Enter");
            await page.waitForSelector('[data-square="c3"][aria-label^="c3, white king"]');
            await page.keyboard.press("Escape");
            await page.until(".readout", /Pick a piece up/);
            await page.tabTo(".controls select");
            await page.locator(".controls select").selectOption({ label: "Queen" });
            await page.until(".readout h2", /White wins: mate in 8/);
            await page.until(".readout", /15 half-moves to mate/);
            // A player who always plays the first move mates.
            for (let plies = 15; plies > 0; plies -= 1) {
                await page.until(".readout p", new RegExp(`^${plies} half-moves to mate`));
                // The focus stays at the head of the list.
                if (plies === 15) await page.tabTo(".divide tbody button");
                await page.keyboard.press("Enter");
            }
            await page.until(".readout h2", /White has given checkmate/);
            await page.go("endings?fen=4k3/8/8/8/8/8/PP6/4K3_w_-_-_0_1");
            await page.until(".fault", /4 pieces/);
            assert.equal(await page.locator(".readout").innerText(), "");
            await page.go("endings");
            await page.until(".readout h3", /white king elsewhere, White to move/);
        },
    },
    {
        name: "variants",
        address: "variants?line=e2e4,d7d5,e4d5,d8d5",
        picture: "variants?line=e2e4,d7d5,e4d5,d8d5",
        async works(page) {
            await page.until(".status", /White to move/);
            // The pawn comes out of the pocket.
            await press(page, '[data-key="pocket-P"]');
            await page.keyTo("d4");
            assert.match(await page.square("d4").getAttribute("aria-label"), /can be dropped here/);
            await page.keyboard.press("Enter");
            await page.until(".sheet", /P@d4/);
            await page.until(".status", /Black to move/);
            assert.match(await page.locator(".fen").inputValue(), /3qP|3q4\/3P4/);
            await press(page, ".controls button[data-key=back]");
            await page.until(".status", /White to move/);
            await page.tabTo(".controls select");
            await page.locator(".controls select").first().selectOption("atomic");
            await page.until("h2", /^20 legal moves/);
            await page.keyTo("g1");
            await page.keyboard.press("Enter");
            await page.keyTo("f3");
            await page.keyboard.press("Enter");
            await page.until(".sheet", /Nf3/);
            await press(page, '[data-key="move-e7e5"]');
            await page.until(".sheet", /e5/);
            await page.go("variants?variant=atomic&line=g1f3,f7f6,f3d4,g7g6,d4e6,b8a6,e6d8");
            await page.until(".status", /White wins by explosion/);
            await page.until("h2", /^0 legal moves/);
            await page.go("variants?variant=antichess&fen=8/P7/8/8/8/8/8/7r_w_-_-_0_1");
            await page.until(".status", /White to move/);
            await page.keyTo("a7");
            await page.keyboard.press("Enter");
            await page.keyTo("a8");
            await page.keyboard.press("Enter");
            await page.tabTo('dialog button[aria-label="white king"]');
            await page.keyboard.press("Enter");
            await page.until(".sheet", /a8=K/);
            await page.go("variants?variant=racingkings&fen=8/8/8/8/8/8/P7/k1K5_w_-_-_0_1");
            await page.until(".fault", /no pawns/);
            await page.go("variants");
            await page.until("h2", /^20 legal moves/);
        },
    },
    {
        name: "play",
        crowded: `play?side=both&shown=48&killers=a2a4&fen=${KIWIPETE}`,
        address: "play?time=100",
        async works(page) {
            await page.until(".status", /White to move/);
            await page.keyTo("e2");
            await page.keyboard.press("Enter");
            await page.keyTo("e4");
            await page.keyboard.press("Enter");
            await page.until(".sheet", /e4.+/);
            await page.until(".status", /was played\. White to move/);
            assert.equal(await page.locator(".sheet li").count(), 2);
            // The field has what is on the board, and a link to another panel takes it along.
            assert.match(await page.locator(".fen").inputValue(), /4P3.* w /);
            await page.locator("#panels a[data-key=perft]").dispatchEvent("pointerdown");
            assert.match(await page.locator("#panels a[data-key=perft]").getAttribute("href"), /4P3/);
            await press(page, "[data-key=next]");
            await page.until(".stages", /./);
            await press(page, "[data-key=all]");
            await page.until(".stages", /Quiet moves/);
            await press(page, ".controls button[data-key=back]");
            await page.waitForFunction(() => document.querySelectorAll(".sheet li").length === 0);
            await page.goto(
                page.url().replace(/#.*/, `#play?side=both&shown=48&killers=a2a4&fen=${KIWIPETE}`),
            );
            await page.until(".stages", /Good captures.*Killers.*a4.*Quiet moves.*Bad captures/s);
        },
    },
];
