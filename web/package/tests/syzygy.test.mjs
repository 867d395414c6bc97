// philidor/syzygy: the answers of the command, from files in memory and from servers, good ones and bad ones.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import test from "node:test";
import { folder, philidor } from "./philidor.mjs";

const { SyzygyError, SyzygyTables, openSyzygy } = await import(new URL("syzygy.js", folder));
const { ArgumentError, Position } = philidor;
const tables = new URL("tables/", import.meta.url);
const files = Object.fromEntries(
    readdirSync(tables).filter((name) => /\.rtb[wz]$/.test(name)).map((name) => [name, new Uint8Array(readFileSync(new URL(name, tables)))]),
);
const answers = readFileSync(new URL("answers.jsonl", tables), "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
const QUEEN = "8/8/8/3k4/8/8/8/Q3K3 w - - 0 1";
const PAWN = "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1";

/**
 * Serves the tables by ranges. `bend(answer, request)` may change an answer before it is sent: its status, headers, body.
 * `asked` is what was asked for.
 */
async function serving(t, bend = () => {}) {
    const asked = [];
    const server = createServer((request, response) => {
        const name = request.url.split("/").pop();
        const file = files[name];
        const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
        asked.push(`${request.method} ${request.url} ${range?.[0] ?? ""}`.trimEnd());
        const answer = { status: 404, headers: {}, body: Buffer.from("not found") };
        if (file !== undefined && range === null) {
            Object.assign(answer, { status: 200, body: Buffer.from(file) });
        } else if (file !== undefined) {
            const [from, to] = [Number(range[1]), Math.min(Number(range[2]), file.length - 1)];
            answer.status = from < file.length ? 206 : 416;
            answer.headers["content-range"] = `bytes ${from}-${to}/${file.length}`;
            answer.body = Buffer.from(file.subarray(from, to + 1));
        }
        bend(answer, request);
        const { status, headers, body, cut } = answer;
        response.writeHead(status, { "content-length": body.length, ...headers });
        if (cut) {
            response.write(body.subarray(0, cut));
            setTimeout(() => response.destroy(), 20);
        } else {
            response.end(request.method === "HEAD" ? undefined : body);
        }
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => server.closeAllConnections() ?? server.close());
    return { url: `http://127.0.0.1:${server.address().port}/some/where`, asked };
}

/** What tables answer, written as the command writes it. */
async function written(opened, of) {
    const { wdl, dtz, exact, value } = await opened.dtz(of);
    assert.equal(await opened.wdl(of), wdl);
    const moves = (await opened.moves(of)).map(({ san, uci, wdl, dtz, value }) => ({ san, uci, wdl, dtz, value }));
    return { wdl, dtz, dtz_exact: exact, value, moves };
}

async function compare(opened) {
    for (const { line, fen, ...expected } of answers) {
        assert.deepEqual(await written(opened, fen), expected, `${line}: ${fen}`);
    }
}

const refused = (promise, code, more = {}) =>
    assert.rejects(promise, (error) => {
        assert.ok(error instanceof SyzygyError, String(error));
        assert.deepEqual({ ...error, code: error.code }, { ...error, code, ...more });
        return true;
    });

test("files in memory answer as the command does", async () => {
    const opened = await openSyzygy({ files });
    await compare(opened);
    const position = new Position(QUEEN);
    const [best] = await opened.moves(position);
    assert.equal(best.move, position.move(best.uci));
    assert.equal(await opened.wdl(position.play(best.move)), -2);
});

test("files of a server answer the same, in pieces of any length", async (t) => {
    for (const rangeBytes of [256, 1000, 65_536]) {
        const { url, asked } = await serving(t);
        await compare(await openSyzygy({ url, rangeBytes }));
        assert.equal(new Set(asked).size, asked.length, "nothing is asked for twice");
        assert.ok(asked.every((line) => /^GET \/some\/where\/K[QRBNP]vK\.rtb[wz] bytes=\d+-\d+$/.test(line)));
        const pieces = (name) => asked.filter((line) => line.includes(name)).length;
        assert.equal(pieces("KQvK.rtbw"), rangeBytes === 256 ? 2 : 1);
        assert.ok(pieces("KPvK.rtbz") <= Math.ceil(files["KPvK.rtbz"].length / rangeBytes));
    }
});

test("only what a question needs is fetched, once for all who ask at the same time", async (t) => {
    const { url, asked } = await serving(t);
    const opened = await openSyzygy({ url, rangeBytes: 256 });
    assert.equal(await opened.wdl("8/8/4k3/8/8/3K4/8/8 w - - 0 1"), 0);
    assert.deepEqual(asked, []);
    const same = await Promise.all(Array.from({ length: 8 }, () => opened.wdl(PAWN)));
    assert.deepEqual(same, Array(8).fill(-2));
    assert.equal(new Set(asked).size, asked.length);
    // In a small file nearly all is head; the checksum at its end is of no use to a question.
    assert.ok(asked.every((line) => line.includes("KPvK.rtbw")));
    assert.equal(asked.at(-1), "GET /some/where/KPvK.rtbw bytes=7680-7935");
});

test("what several moves need is fetched at the same time", async () => {
    let [now, most] = [0, 0];
    const opened = await openSyzygy({
        url: "http://tables.invalid/",
        fetch: async (url) => {
            most = Math.max(most, (now += 1));
            await new Promise((resolve) => setTimeout(resolve, 5));
            now -= 1;
            return new Response(files[url.split("/").pop()]);
        },
    });
    // Four promotions and the quiet moves of the king.
    assert.equal((await opened.moves("8/4P3/8/8/8/1k6/8/1K6 w - - 0 1"))[0].san, "e8=Q");
    assert.ok(most >= 5, `${most} requests at the same time`);
});

test("pieces beyond the limit are forgotten, and come again", async (t) => {
    const { url, asked } = await serving(t);
    const opened = await openSyzygy({ url, rangeBytes: 256, maxBytes: 0 });
    await compare(opened);
    await compare(opened);
    assert.ok(new Set(asked).size < asked.length);
});

test("a server that knows no ranges is read whole", async (t) => {
    const bend = (answer, { url }) => {
        const file = files[url.split("/").pop()];
        if (file !== undefined) {
            Object.assign(answer, { status: 200, headers: {}, body: Buffer.from(file) });
        }
    };
    const { url, asked } = await serving(t, bend);
    await compare(await openSyzygy({ url, rangeBytes: 256 }));
    assert.equal(asked.length, Object.keys(files).length);
});

test("a range that a page of another origin may not see", async (t) => {
    const { url, asked } = await serving(t, ({ headers }) => delete headers["content-range"]);
    await compare(await openSyzygy({ url, rangeBytes: 512 }));
    assert.equal(asked.filter((line) => line.startsWith("HEAD")).length, Object.keys(files).length);
    const silent = await serving(t, (answer, { method }) => {
        delete answer.headers["content-range"];
        answer.status = method === "HEAD" ? 405 : answer.status;
    });
    await assert.rejects((await openSyzygy({ url: silent.url, rangeBytes: 512 })).wdl(PAWN), /names no length/);
});

test("files in memory come first; addresses by a function; a fetch of one's own", async (t) => {
    const { url, asked } = await serving(t);
    const own = [];
    const opened = await openSyzygy({
        files: { "KQvK.rtbw": files["KQvK.rtbw"] },
        url: async (name) => (name.endsWith("z") ? `${url}/dtz/${name}` : null),
        fetch: (address, init) => own.push([address, init.headers.range]) && fetch(address, init),
    });
    assert.equal((await opened.dtz(QUEEN)).dtz, 15);
    assert.deepEqual(asked, ["GET /some/where/dtz/KQvK.rtbz bytes=0-65535"]);
    assert.deepEqual(own, [[`${url}/dtz/KQvK.rtbz`, "bytes=0-65535"]]);
    await refused(opened.wdl(PAWN), "missing", { file: "KPvK.rtbw" });
});

test("what is missing, and what no table has", async (t) => {
    const { url, asked } = await serving(t);
    const opened = await openSyzygy({ url });
    for (let round = 0; round < 2; round += 1) {
        await refused(opened.wdl("8/8/8/3k4/8/4p3/8/Q3K3 w - - 0 1"), "missing", { file: "KQvKP.rtbw" });
    }
    assert.equal(asked.length, 1, "a file that is missing is asked for once");
    await refused(opened.wdl(undefined), "too-many-pieces");
    await refused(opened.moves("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "castling");
    await refused((await openSyzygy()).dtz(PAWN), "missing", { file: "KPvK.rtbw" });
    await assert.rejects(opened.wdl("nonsense"), { name: "FenError" });
    await assert.rejects(opened.wdl(5), ArgumentError);
});

// Each server is wrong in one way, from the answer with this number on, and right when it is asked once more.
const WRONGS = [
    ["has no such range", 0, (answer) => Object.assign(answer, { status: 416 }), { status: 416 }],
    ["fails", 0, (answer) => Object.assign(answer, { status: 503 }), { status: 503 }],
    ["loses the file", 1, (answer) => Object.assign(answer, { status: 404 }), { status: 404 }],
    ["breaks off", 0, (answer) => Object.assign(answer, { cut: 100 }), { status: 206 }],
    ["breaks off a later piece", 2, (answer) => Object.assign(answer, { cut: 100 }), { status: 206 }],
    ["sends less than it says", 0, (answer) => (answer.body = answer.body.subarray(1)), { status: 206 }],
    ["sends more than it says", 0, (answer) => (answer.body = Buffer.concat([answer.body, answer.body])), { status: 206 }],
    ["sends another range", 1, ({ headers }) => (headers["content-range"] = headers["content-range"].replace(/ \d+/, " 0")), { status: 206 }],
    ["names another length", 1, ({ headers }) => (headers["content-range"] = headers["content-range"].replace(/\d+$/, "99999")), { status: 206 }],
    ["names no length", 0, ({ headers }) => (headers["content-range"] = headers["content-range"].replace(/\d+$/, "*")), { status: 206 }],
    ["sends another file whole", 1, (answer) => Object.assign(answer, { status: 200, body: Buffer.alloc(80) }), { status: 200 }],
];

for (const [what, first, change, fields] of WRONGS) {
    test(`a server that ${what}`, async (t) => {
        let [isWrong, number] = [true, 0];
        const { url } = await serving(t, (answer) => isWrong && number++ >= first && change(answer));
        const opened = await openSyzygy({ url, rangeBytes: 256 });
        await refused(opened.wdl(PAWN), "server", { file: "KPvK.rtbw", ...fields });
        isWrong = false;
        assert.equal(await opened.wdl(PAWN), -2, "asked once more");
    });
}

test("no server at all", async (t) => {
    const { url } = await serving(t);
    const opened = await openSyzygy({ url: url.replace(/:\d+/, ":9") });
    await refused(opened.wdl(QUEEN), "server", { file: "KQvK.rtbw", status: null });
});

test("files that are not tables, and bytes that were changed", async (t) => {
    const page = Buffer.from("<!doctype html>".padEnd(80));
    const { url } = await serving(t, (answer) => Object.assign(answer, { status: 200, headers: {}, body: page }));
    await refused((await openSyzygy({ url })).wdl(QUEEN), "damaged", { file: "KQvK.rtbw", offset: 0 });
    const changed = files["KPvK.rtbw"].slice();
    changed[5000] ^= 1;
    await refused(openSyzygy({ files: { "KPvK.rtbw": changed } }), "damaged", { file: "KPvK.rtbw" });
    // The head of a file in pieces is refused, too, however often it is asked.
    const wrong = await serving(t, ({ status, body }) => status === 206 && body.length === 256 && body.fill(0, 0, 4));
    const opened = await openSyzygy({ url: wrong.url, rangeBytes: 256 });
    await refused(opened.wdl(QUEEN), "damaged", { offset: 0 });
    await refused(opened.wdl(QUEEN), "damaged", { offset: 0 });
    assert.equal(wrong.asked.length, 1);
});

test("what is not an argument is refused", async () => {
    for (const given of [5, { url: 5 }, { url: "no url" }, { files: { "KQvK.rtbw": [1] } }, { files: { "queen.bin": new Uint8Array(80) } },
        { files: { 'K"\n\\vK.rtbw': new Uint8Array(80) } }, { rangeBytes: 1 }, { maxBytes: -1 }, { fetch: 5 }]) {
        await assert.rejects(openSyzygy(given), ArgumentError);
    }
    assert.throws(() => new SyzygyTables(), ArgumentError);
    const opened = await openSyzygy({ files });
    for (const wrong of [5, null, {}, [], Symbol("x"), new Uint8Array(32)]) {
        for (const question of ["wdl", "dtz", "moves"]) {
            await assert.rejects(opened[question](wrong), { name: "ArgumentError", code: "type" });
        }
    }
    assert.equal(await opened.wdl(QUEEN), 2);
});

test("a file that no module can hold is refused", async () => {
    const file = new Uint8Array(80);
    Object.defineProperty(file, "length", { value: 2 ** 32 - 16 });
    await assert.rejects(openSyzygy({ files: { "KQvK.rtbw": file } }),
        { name: "ArgumentError", code: "range", message: '"KQvK.rtbw" has at most 2147483647 bytes, not 4294967280' });
    // A server that knows no ranges, and does not announce how much it sends.
    const arrayBuffer = async () => new ArrayBuffer(2 ** 28 + 1);
    const fetch = async () => ({ status: 200, headers: new Headers(), arrayBuffer });
    const opened = await openSyzygy({ url: "http://tables.invalid/", fetch });
    await refused(opened.wdl(QUEEN), "server", { file: "KQvK.rtbw", status: 200 });
});

test("tables whose module has failed are lost, and say so", async () => {
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (...given) => {
        const { exports } = await instantiate(...given);
        const ask = () => {
            throw new WebAssembly.RuntimeError("unreachable");
        };
        return { exports: { ...exports, ask } };
    };
    let opened;
    try {
        opened = await openSyzygy({ files });
    } finally {
        WebAssembly.instantiate = instantiate;
    }
    await assert.rejects(opened.wdl(QUEEN), WebAssembly.RuntimeError);
    await assert.rejects(opened.wdl(QUEEN), { name: "ArgumentError", code: "freed" });
    assert.equal(await (await openSyzygy({ files })).wdl(QUEEN), 2);
});
