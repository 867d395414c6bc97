import assert from "node:assert/strict";
import test, { after } from "node:test";
import { philidor } from "./philidor.mjs";

const { PhilidorWorker, Position, checkPgn, readPgn } = philidor;
const worker = new PhilidorWorker();
after(() => worker.terminate());

test("a worker counts, says how far it is, and is stopped", async () => {
    const position = new Position();
    const seen = [];
    assert.equal(await worker.perft(position, 4, { onProgress: ({ done }) => seen.push(done) }), 197_281n);
    assert.deepEqual(seen, Array.from({ length: 20 }, (_, index) => index + 1));
    assert.deepEqual(await worker.divide(position, 3, { generator: "chain" }), position.divide(3));
    const abort = new AbortController();
    const endless = worker.perft(position, 12, { signal: abort.signal });
    const waiting = worker.perft(position, 2);
    setTimeout(() => abort.abort(new Error("enough")), 50);
    await assert.rejects(endless, /enough/);
    assert.equal(await waiting, 400n, "the next task starts another worker");
    const chess960 = new Position("4k3/8/8/8/8/8/8/1RK3R1 w BG - 0 1");
    assert.deepEqual(await worker.divide(chess960, 1), chess960.divide(1));
    await assert.rejects(worker.perft(chess960, 2, { generator: "mailbox" }), { name: "UnrepresentableError" });
});

test("a task that is aborted while it waits fails at once and is never begun", async () => {
    const position = new Position();
    const [first, second] = [new AbortController(), new AbortController()];
    const failed = [];
    const note = (promise) => promise.catch(({ message }) => failed.push(message));
    const endless = note(worker.perft(position, 12, { signal: first.signal }));
    const onProgress = () => failed.push("begun");
    const waiting = note(worker.perft(position, 3, { signal: second.signal, onProgress }));
    setTimeout(() => {
        second.abort(new Error("waiting"));
        setTimeout(() => first.abort(new Error("running")));
    });
    await Promise.all([endless, waiting]);
    assert.equal(await worker.perft(position, 2), 400n);
    assert.deepEqual(failed, ["waiting", "running"]);
    await assert.rejects(worker.perft(position, 2, { signal: AbortSignal.abort(new Error("before")) }), /before/);
});

test("a signal that is aborted already does not wait for the task before", async () => {
    const abort = new AbortController();
    const endless = worker.perft(new Position(), 12, { signal: abort.signal });
    await assert.rejects(worker.perft(new Position(), 2, { signal: AbortSignal.abort(new Error("before")) }), /before/);
    abort.abort(new Error("enough"));
    await assert.rejects(endless, /enough/);
});

test("a Buffer of several pieces stays as it is and is read to its end", async () => {
    const games = 120_000;
    const buffer = Buffer.from("1. e4 e5 2. Nf3 Nc6 *\n\n".repeat(games));
    const { length } = buffer;
    assert.ok(length > 2 << 20);
    assert.equal((await worker.checkPgn(buffer)).games, games);
    assert.equal(buffer.length, length);
    assert.equal((await worker.checkPgn(Buffer.from("1. e4 *"))).games, 1, "a part of a pool");
});

test("a worker reads and checks PGN", async () => {
    const text = "1. e4 e5 {x} *\n\n1. d4 (1. c4) d5 *\n\n1. Ke2 *\n\n";
    const found = [];
    for await (const game of worker.readPgn(new Blob([text]), { onError: "skip" })) {
        found.push(String(game));
    }
    assert.deepEqual(found, [...readPgn(text, { onError: "skip" })].map(String));
    assert.deepEqual(await worker.checkPgn(text.repeat(50)), checkPgn(text.repeat(50)));
    for await (const game of worker.readPgn(text)) {
        assert.equal(game.sans().length, 2);
        break;
    }
    await assert.rejects(async () => {
        for await (const game of worker.readPgn(text)) {
            assert.ok(game);
        }
    }, { name: "PgnError", line: 5 });
    assert.equal(await worker.perft(new Position(), 2), 400n, "other tasks follow");
});
