// What the engine thinks without a search: the numbers of `philidor evaluate`, as its sessions have them. And with one:
// the same search trees as on every other machine.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { after } from "node:test";
import { philidor } from "./philidor.mjs";

const { Engine, Game, Position } = philidor;
const engine = new Engine({ megabytes: 1 });
after(() => engine.terminate());

const BY = ["net", "classic", "chains", "squares", "material"];

test("an evaluation has the numbers of the command", async () => {
    const fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    const { terms, ...found } = await engine.evaluate(new Position(fen), { by: "classic" });
    assert.deepEqual(found, {
        fen,
        by: "classic",
        score: { centipawns: 93, mate: null },
        phase: 0,
        squares: { e1: -22, e2: 100, e8: 24 },
        output: null,
    });
    const [white, black] = [{ middle: 84, end: 108, now: 108 }, { middle: 0, end: 0, now: 0 }];
    assert.deepEqual(terms[0], { name: "material", white, black, now: 108 });
    assert.equal(terms.reduce((sum, { now }) => sum + now, 0), 93);
});

test("the net judges every piece but the kings, and says by which output", async () => {
    const { by, score, squares, output, terms } = await engine.evaluate(new Position());
    assert.equal(by, "net");
    assert.ok(Math.abs(score.centipawns) < 100);
    assert.equal(Object.keys(squares).length, 32);
    assert.deepEqual([squares.e1, squares.e8], [0, 0]);
    for (const [queen, knight, sign] of [["d1", "b1", 1], ["d8", "b8", -1]]) {
        assert.ok(sign * squares[queen] > sign * squares[knight] && sign * squares[knight] > 100, JSON.stringify(squares));
    }
    assert.deepEqual(output, { bucket: 7, buckets: 8, pieces: [30, 32] });
    assert.deepEqual(terms.map(({ name }) => name), ["pieces"]);
    const few = await engine.evaluate(new Position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
    assert.deepEqual(few.output, { bucket: 0, buckets: 8, pieces: [2, 5] });
});

test("the current position of a game is evaluated, by either side and in Chess960", async () => {
    const game = new Game();
    game.play("e4");
    game.play("d5");
    game.play("exd5");
    const { fen, score } = await engine.evaluate(game, { by: "material" });
    assert.deepEqual([fen, score.centipawns], [game.position.fen(), -100]);
    const start = new Position("bqrkrnnb/pppppppp/8/8/8/8/PPPPPPPP/BQRKRNNB w ECec - 0 1");
    assert.ok(start.isChess960);
    const classic = await engine.evaluate(start, { by: "classic" });
    assert.equal(classic.score.centipawns, 14, "the right to move");
});

test("every evaluation answers for any position: in check, without moves, with queens wherever they can be", async () => {
    const fens = [
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "QQQQQQQQ/QQQQQQQ1/8/8/8/8/k7/2K5 b - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 b - - 99 200",
    ];
    for (const fen of fens) {
        const position = new Position(fen, { strict: false });
        for (const by of BY) {
            const { score, squares } = await engine.evaluate(position, { by });
            assert.ok(Number.isInteger(score.centipawns) && score.mate === null, `${by}: ${fen}`);
            assert.ok(Object.values(squares).every(Number.isInteger), `${by}: ${fen}`);
        }
    }
});

test("a search before it comes to its end, and a signal gives it up", async () => {
    const [found, { score }] = await Promise.all([
        engine.analyze(new Position(), { depth: 6 }), engine.evaluate(new Position(), { by: "material" }),
    ]);
    assert.equal(found.stopped, false);
    assert.equal(score.centipawns, 0);
    const abort = new AbortController();
    const endless = engine.analyze(new Position(), { signal: abort.signal });
    const waiting = new AbortController();
    const given = assert.rejects(engine.evaluate(new Position(), { signal: waiting.signal }), /no longer/);
    waiting.abort(new Error("no longer"));
    await given;
    abort.abort(new Error("enough"));
    assert.equal((await endless).stopped, true);
    assert.equal((await engine.evaluate(new Position(), { by: "material" })).score.centipawns, 0, "the next worker");
});

test("the signature is that of every machine, so the net has the same numbers in WebAssembly", async () => {
    const read = (file) => readFileSync(new URL(`../../../crates/philidor-engine/${file}`, import.meta.url), "utf8");
    const bench = read("src/bench.rs");
    const [list] = bench.match(/const POSITIONS[^]*?\];/);
    const fens = [...list.matchAll(/"([^"]+)"/g)].map(([, fen]) => fen);
    const determinism = read("tests/all/determinism.rs");
    const [, depth] = determinism.match(/\((\d+), SHALLOW\)/);
    const [, expected] = determinism.match(/const SHALLOW: u64 = ([\d_]+);/);
    const searcher = new Engine();
    let nodes = 0;
    for (const fen of fens) {
        await searcher.newGame();
        nodes += (await searcher.analyze(new Position(fen, { strict: false }), { depth: Number(depth) })).nodes;
    }
    searcher.terminate();
    assert.equal(fens.length, 24);
    assert.equal(nodes, Number(expected.replaceAll("_", "")));
});
