// What is wrong with how a page is laid out, at each width of a window: text over text, text that is cut, and what is wider
// than its place. And where the answer is: in one window with the board.

/** From a small telephone to a desk, in pixels. */
export const WIDTHS = [320, 360, 480, 600, 768, 900, 1024, 1280];

/** A telephone's height; no window that is read in is lower, but for one held across. */
const HEIGHT = 640;

/** Runs in the page: each fault in words. */
function faultsOfPage() {
    const faults = new Set();
    const nameOf = (one) =>
        `${one.tagName.toLowerCase()}${one.id ? `#${one.id}` : ""}${[...one.classList].map((word) => `.${word}`).join("")}`;
    const isShown = (one) =>
        one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest(".unseen, .skip, svg");
    // What is wider than its place may be moved there, by pointer and by keyboard, if it is a table.
    const isMoved = (one) => one.matches(".scroll, .table-wrapper, pre > code");
    const shorten = (text) => text.trim().replace(/\s+/g, " ").slice(0, 40);

    const wide = document.documentElement.scrollWidth;
    if (wide > innerWidth) faults.add(`the page is ${wide} pixels wide`);
    const boxes = [];
    for (const one of document.body.querySelectorAll("*")) {
        if (!isShown(one) || isMoved(one)) continue;
        const style = getComputedStyle(one);
        if (one.tagName !== "SELECT" && one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
            faults.add(`${nameOf(one)} has ${one.scrollWidth} pixels in ${one.clientWidth}`);
        if (style.overflowY !== "visible" && one.clientHeight > 0 && one.scrollHeight > one.clientHeight + 2)
            faults.add(`${nameOf(one)} is cut: ${one.scrollHeight} pixels high in ${one.clientHeight}`);
        if (one.matches("button, input, select, textarea, summary, progress, .board"))
            boxes.push({ one, text: nameOf(one), ...sidesOf(one.getBoundingClientRect(), 2, 2) });
    }

    function sidesOf({ left, right, top, bottom }, across, down) {
        return { left: left + across, right: right - across, top: top + down, bottom: bottom - down };
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const one = node.parentElement;
        if (!node.data.trim() || !isShown(one) || one.matches("option, script, style, textarea")) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const line of range.getClientRects())
            if (line.width > 1) boxes.push({ one, node, text: shorten(node.data), ...sidesOf(line, 1, line.height / 4) });
    }
    for (const { one, text, left, right } of boxes)
        if ((left < -3 || right > innerWidth + 3) && !one.closest(".scroll, .table-wrapper, pre > code"))
            faults.add(`“${text}” is outside of the window`);
    boxes.sort((a, b) => a.top - b.top);
    boxes.forEach((box, index) => {
        for (const other of boxes.slice(index + 1)) {
            if (other.top >= box.bottom) break;
            const isOne = box.one.contains(other.one) || other.one.contains(box.one);
            // Parts of one sentence are beside each other; text lies on its own control.
            if (isOne && !(box.node && other.node && box.node !== other.node)) continue;
            if (Math.min(box.right, other.right) - Math.max(box.left, other.left) <= 1) continue;
            if (Math.min(box.bottom, other.bottom) - other.top <= 1) continue;
            faults.add(`“${box.text}” and “${other.text}” lie over each other`);
        }
    });
    return [...faults];
}

/** Runs in the page: how far below the top of the board the answer begins. */
function belowBoard(selector) {
    const [board, answer] = [".board", selector].map((part) => document.querySelector(part)?.getBoundingClientRect());
    return answer?.height > 0 ? answer.top - board.top : Infinity;
}

/** What is wrong at each width, with the width. What `answer` selects has to be in one window with the board, too. */
export async function layoutFaults(page, { answer } = {}) {
    const before = page.viewportSize();
    const found = [];
    for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT });
        // Observers of sizes run between two frames.
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
        const below = answer ? await page.evaluate(belowBoard, answer) : 0;
        // What is folded is read as well.
        const unfolded = await page.evaluateHandle(() => [...document.querySelectorAll("details:not([open])")]);
        await unfolded.evaluate((all) => all.forEach((details) => (details.open = true)));
        for (const fault of await page.evaluate(faultsOfPage)) found.push(`at ${width}: ${fault}`);
        await unfolded.evaluate((all) => all.forEach((details) => (details.open = false)));
        // Two lines of the answer are seen as well.
        if (below > HEIGHT - 48) found.push(`at ${width}: the answer begins ${Math.round(below)} pixels below the top of the board`);
    }
    await page.setViewportSize(before);
    return found;
}
