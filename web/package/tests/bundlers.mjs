// The packed package in pages that bundlers build: whatever moves and renames the files, the module, the worker and the
// engine are found.
//
//   node bundlers.mjs PROJECT BROWSER
//
// PROJECT is a folder in which the package, playwright-core, esbuild, rollup with its plugin of Node's resolution, vite,
// webpack, next with react, and jest with jsdom have been installed. Each builds a page without any configuration for the
// package. Workers need the recipes of the README: Vite and webpack need none, but for Vite's development server; esbuild
// leaves the workers where they are, so they are put beside the bundle.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { serve } from "../../tests/server.mjs";
import { launch, saidBy } from "./pages.mjs";
import { EXPECTED, EXPECTED_MOVES, EXPECTED_PLAIN, MOVES, PLAIN, programOf } from "./program.mjs";
import { jest, next } from "./frameworks.mjs";

const [given, program] = process.argv.slice(2);
const project = resolve(given);
const require = createRequire(join(project, "package.json"));
const tool = async (name) => import(pathToFileURL(require.resolve(name)));
const page = (script) => `<!doctype html><link rel="icon" href="data:,"><title>${script}</title><script type="module" src="${script}"></script>`;

/** A folder with the application, whose page has the script at `script`. */
function application(name, script) {
    const folder = join(project, `application-${name}`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, "src"), { recursive: true });
    writeFileSync(join(folder, "src/main.js"), `${programOf("philidor")}\nglobalThis.said = said;\n`);
    writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
    writeFileSync(join(folder, "index.html"), page(script));
    return folder;
}

/** The programs that need no recipe. */
const PLAIN_PROGRAMS = [["everything but workers", PLAIN, EXPECTED_PLAIN], ["moves", MOVES, EXPECTED_MOVES]];

/** The same with a program that needs no recipe. */
function plainApplication(name, script, program) {
    const folder = application(`plain-${name}`, script);
    writeFileSync(join(folder, "src/say.js"), program);
    writeFileSync(join(folder, "src/main.js"), 'import { say } from "./say.js";\nsay().then((said) => { globalThis.said = said; });\n');
    return folder;
}

const browser = await launch(project, program);

async function check(name, url, expected = EXPECTED) {
    assert.deepEqual(await saidBy(browser, url), expected, name);
    console.log(`page, ${name}: works`);
}

/** What a page has to allow, and no more. */
const POLICY = {
    "content-security-policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; img-src data:",
};

/** The page of a folder, under a path as on many a host, and under a strict policy. */
async function checkFolder(name, folder, expected) {
    const server = await serve([{ at: "/some/where/", folder }], 0, POLICY);
    try {
        await check(name, `http://127.0.0.1:${server.port}/some/where/`, expected);
    } finally {
        server.close();
    }
}

async function esbuild() {
    const { build } = await tool("esbuild");
    const installed = join(project, "node_modules/philidor");
    const shared = { bundle: true, minify: true, format: "esm", target: "es2022", logLevel: "warning" };
    const folder = application("esbuild", "js/main.js");
    const { warnings } = await build({ ...shared, entryPoints: [join(folder, "src/main.js")], outdir: join(folder, "js") });
    assert.deepEqual(warnings, []);
    const workers = ["worker.js", "engine-worker.js"].map((file) => join(installed, file));
    await build({ ...shared, entryPoints: workers, outdir: folder });
    await checkFolder("philidor by esbuild", folder);
}

/** As it is run without options: one script, no module. */
async function plainEsbuild() {
    const { build } = await tool("esbuild");
    for (const [name, program, expected] of PLAIN_PROGRAMS) {
        const folder = plainApplication("esbuild", "main.bundle.js", program);
        const { warnings } = await build({
            bundle: true, minify: true, logLevel: "error", entryPoints: [join(folder, "src/main.js")], outfile: join(folder, "main.bundle.js"),
        });
        // Of workers, whose address a script does not know.
        assert.deepEqual(warnings.filter(({ id }) => id !== "empty-import-meta"), []);
        await checkFolder(`${name} by plain esbuild`, folder, expected);
    }
}

async function plainRollup() {
    const [{ rollup }, { nodeResolve }] = [await tool("rollup"), await tool("@rollup/plugin-node-resolve")];
    for (const [name, program, expected] of PLAIN_PROGRAMS) {
        const folder = plainApplication("rollup", "bundle/main.js", program);
        const bundle = await rollup({
            input: join(folder, "src/main.js"), plugins: [nodeResolve()], onwarn: (warning) => assert.fail(warning.message),
        });
        await bundle.write({ dir: join(folder, "bundle"), format: "es" });
        await checkFolder(`${name} by plain Rollup`, folder, expected);
    }
}

/** Vite's development server bundles what is installed beforehand. */
async function plainVite() {
    const { createServer } = await tool("vite");
    for (const [name, program, expected] of PLAIN_PROGRAMS) {
        const root = plainApplication("vite", "/src/main.js", program);
        const { port, close } = await serve([]);
        close();
        const server = await createServer({
            root, configFile: false, logLevel: "error", server: { host: "127.0.0.1", port, strictPort: true, fs: { allow: [project] } },
        });
        try {
            await server.listen();
            await check(`${name} by plain Vite's development server`, `http://127.0.0.1:${port}/`, expected);
        } finally {
            await server.close();
        }
    }
}

async function vite() {
    const { build, createServer } = await tool("vite");
    const folder = application("vite", "/src/main.js");
    const shared = { root: folder, configFile: false, logLevel: "error" };
    await build({ ...shared, base: "./" });
    await checkFolder("philidor by vite build", join(folder, "dist"));
    const { port, close } = await serve([]);
    close();
    const server = await createServer({
        ...shared,
        // Vite's development server bundles what is installed, and loses the files beside it; see its issue 8427.
        optimizeDeps: { exclude: ["philidor"] },
        // Here what is installed lies above the application, elsewhere in it.
        server: { host: "127.0.0.1", port, strictPort: true, fs: { allow: [project] } },
    });
    try {
        await server.listen();
        await check("philidor by vite's development server", `http://127.0.0.1:${port}/`);
    } finally {
        await server.close();
    }
}

async function webpack() {
    const { default: run } = await tool("webpack");
    const folder = application("webpack", "main.js");
    const output = join(folder, "dist");
    const stats = await new Promise((resolve, reject) => {
        const done = (error, stats) => (error ? reject(error) : resolve(stats));
        run({ mode: "production", context: folder, entry: "./src/main.js", output: { path: output }, performance: false }, done);
    });
    assert.equal(stats.hasErrors() || stats.hasWarnings(), false, stats.toString({ all: false, errors: true, warnings: true }));
    cpSync(join(folder, "index.html"), join(output, "index.html"));
    await checkFolder("philidor by webpack", output);
}

try {
    jest(project);
    await plainEsbuild();
    await plainRollup();
    await plainVite();
    await esbuild();
    await vite();
    await webpack();
    await next(project, check);
} finally {
    await browser.close();
}
