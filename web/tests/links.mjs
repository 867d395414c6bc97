// The page and the book lead to each other: each panel names a chapter with a heading that exists, and each of these
// chapters has a link back to the panel. Also: every file that the page names exists.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";

const root = new URL("../../", import.meta.url);
const read = (path) => readFile(new URL(path, root), "utf8");

/** The anchor that mdBook makes of a heading. */
const anchor = (heading) =>
    heading
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .replace(/\s/g, "-");

const panels = (await readdir(new URL("web/explorer/panels/", root))).filter((name) => name !== "index.js");
const index = await read("web/explorer/panels/index.js");
for (const file of panels) {
    const text = await read(`web/explorer/panels/${file}`);
    assert.ok(index.includes(`./${file}`), `${file} is not in the menu`);
    const [, name] = text.match(/^ +name: "([\w-]+)"/m);
    const [, page, section] = text.match(/^ +book: \["([\w-]+)\.html(?:#([\w-]+))?"/m);
    const chapter = await read(`book/src/${page}.md`);
    const anchors = [...chapter.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchor(heading));
    assert.ok(
        !section || anchors.includes(section),
        `${page}.md has no heading #${section}; it has ${anchors.join(" ")}`,
    );
    assert.ok(chapter.includes(`explorer/index.html#${name}`), `${page}.md has no link to the panel ${name}`);
}

for (const file of ["index.html", "main.js", "view.js", "worker.js"]) {
    const text = await read(`web/explorer/${file}`);
    assert.ok(!/https?:\/\/(?!www\.w3\.org)/.test(text), `${file} names another site`);
}
console.log(`${panels.length} panels and their chapters lead to each other`);
