// The page and the book lead to each other: each panel names a chapter with a heading that exists, and each of these
// chapters has a link back to the panel. Also: no link of a site is dead, be the book in it or not.
//
//   node web/tests/links.mjs [SITE]

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const root = new URL("../../", import.meta.url);
const read = (path) => readFile(new URL(path, root), "utf8");

/** The anchor that mdBook makes of a heading. */
const anchor = (heading) =>
    heading
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .replace(/\s/g, "-");

/** Each panel with its page of the book. */
const leading = new Map();
const panels = (await readdir(new URL("web/explorer/panels/", root))).filter((name) => name !== "index.js");
const index = await read("web/explorer/panels/index.js");
for (const file of panels) {
    const text = await read(`web/explorer/panels/${file}`);
    assert.ok(index.includes(`./${file}`), `${file} is not in the menu`);
    const [, name] = text.match(/^ +name: "([\w-]+)"/m);
    const [, page, section] = text.match(/^ +book: \["([\w-]+)\.html(?:#([\w-]+))?"/m);
    leading.set(name, `${page}.html${section ? `#${section}` : ""}`);
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

/** Where the links of a page lead, those of a panel included, which the page's program makes. */
function linksOf(page, text) {
    const html = text.replace(/<!--[^]*?-->/g, "");
    const links = [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link]) => link.replaceAll("&amp;", "&"));
    const book = page === "explorer/index.html" && html.match(/<meta name="book" content="([^"]*)"/)?.[1];
    return [...links, ...(book ? [...leading.values()].map((link) => book + link) : [])];
}

/** The dead links of a site. What rustdoc has made is only led to: rustdoc tests its own links. */
async function deadLinks(site) {
    const folder = pathToFileURL(`${resolve(site)}/`);
    const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll("\\", "/"));
    const there = new Set(names);
    const texts = new Map();
    // The page for what is not found is shown at any address.
    for (const name of names.filter((name) => /^(?!api\/|404\.html$).*\.html$/.test(name)))
        texts.set(name, await readFile(join(site, name), "utf8"));
    const partsOf = (text) => new Set([...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id));
    const anchors = new Map([...texts].map(([name, text]) => [name, partsOf(text)]));
    for (const name of leading.keys()) anchors.get("explorer/index.html").add(name);
    const dead = [];
    for (const [name, text] of texts) {
        for (const link of linksOf(name, text)) {
            const address = new URL(link, new URL(name, folder));
            if (address.protocol !== "file:") continue;
            const path = decodeURIComponent(address.href.split(/[?#]/)[0].slice(folder.href.length));
            const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
            const anchor = decodeURIComponent(address.hash.slice(1));
            const isThere = address.href.startsWith(folder.href) && there.has(file);
            if (!isThere || (anchor && anchors.get(file)?.has(anchor) === false)) dead.push(`${name}: ${link}`);
        }
    }
    return { pages: texts.size, dead };
}

const [site] = process.argv.slice(2);
if (site) {
    const { pages, dead } = await deadLinks(site);
    assert.deepEqual(dead, []);
    console.log(`no link of ${pages} pages is dead`);
}
