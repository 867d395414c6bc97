// What programs do without meaning to: wrong types, objects that were freed, workers ended at any moment, callbacks that
// call back, streams that end anywhere. Nothing hangs, and what is thrown is an error of the package or the program's
// own.

import assert from "node:assert/strict";
import test from "node:test";
import { philidor, variants } from "./philidor.mjs";

const {
    Book, Engine, Game, MagicSearch, Mailbox, PgnGame, PhilidorWorker, Position, Positions, Setup, checkPgn, checkPgnStream,
    memoryBytes, moveOrigin, parsePgn, readPgn, readPgnStream, squareSet, squaresOf,
} = philidor;
const breathe = (milliseconds = 0) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const isArgument = { name: "ArgumentError" };
const start = new Position();

async function collect(games) {
    const found = [];
    for await (const game of games) {
        found.push(String(game));
    }
    return found;
}

test("arguments of a wrong type are refused, whatever they are", async () => {
    for (const wrong of [5, "x", true, null, Symbol("x"), 1n, NaN, [], {}, () => {}, new Date(), Object.create(null)]) {
        const isText = typeof wrong === "string";
        const isObject = typeof wrong === "object";
        const calls = {
            "new Position": () => isText || new Position(wrong),
            "new Position(, options)": () => isObject || new Position(undefined, wrong),
            "Position.of": () => Position.of(wrong),
            "Position.unpack": () => Position.unpack(wrong),
            "Position.chess960": () => wrong === 5 || Position.chess960(wrong),
            "play": () => isText || start.play(wrong),
            "playAll": () => isText || (isObject && wrong?.length === 0) || start.playAll(wrong),
            "legalMovesInto": () => start.legalMovesInto(wrong),
            "moveTo": () => start.moveTo(wrong),
            "attacksFrom": () => wrong === 5 || start.attacksFrom(wrong),
            "hasInsufficientMaterial": () => start.hasInsufficientMaterial(wrong),
            "judge": () => typeof wrong === "bigint" || start.judge(wrong),
            "perft": () => wrong === 5 || start.perft(wrong),
            "movesBy": () => start.movesBy(wrong),
            "moveOrigin": () => wrong === 5 || moveOrigin(wrong),
            "squaresOf": () => typeof wrong === "bigint" || squaresOf(wrong),
            "squareSet": () => (isObject && wrong?.length === 0) || squareSet(wrong),
            "Setup.get": () => wrong === 5 || new Setup().get(wrong),
            "Setup.set": () => wrong === null || new Setup().set("e4", wrong),
            "Setup.turn": () => { new Setup().turn = wrong; },
            "parsePgn": () => isText || parsePgn(wrong),
            "readPgn": () => isText || [...readPgn(wrong)],
            "checkPgn": () => isText || checkPgn(wrong),
            "new PgnGame": () => isText || new PgnGame(wrong),
            "PgnGame.result": () => { new PgnGame().result = wrong; },
            "new Game": () => isText || new Game(wrong),
            "Game.unpack": () => Game.unpack(wrong),
            "Game.end": () => new Game().end(wrong),
            "Game.goTo": () => wrong === 5 || new Game().goTo(wrong),
            "new Positions": () => new Positions(wrong),
            "Positions.fromFens": () => isText || (isObject && wrong?.length === 0) || Positions.fromFens(wrong),
            "new Book": () => new Book(wrong),
            "new Mailbox": () => new Mailbox(wrong),
            "new MagicSearch": () => new MagicSearch(wrong, "a1"),
            "new PhilidorWorker": () => isObject || new PhilidorWorker(wrong),
            "new Engine": () => isObject || new Engine(wrong),
        };
        for (const [name, call] of Object.entries(calls)) {
            let refused = false;
            try {
                refused = call() === true;
            } catch (error) {
                assert.ok(error instanceof philidor.PhilidorError, `${name}(${String(typeof wrong)}): ${error}`);
                refused = true;
            }
            assert.ok(refused, `${name} takes ${typeof wrong === "object" ? JSON.stringify(wrong) : String(wrong)}`);
        }
    }
});

test("a worker refuses wrong options before it does anything", async () => {
    const worker = new PhilidorWorker();
    const engine = new Engine();
    const wrong = [
        () => worker.perft(5, 2), () => worker.perft(start, "2"), () => worker.perft(start, 2, 5),
        () => worker.perft(start, 2, { onProgress: 5 }), () => worker.perft(start, 2, { signal: {} }),
        () => worker.divide(start, 0), () => worker.divide(start, 1, { onMove: "x" }), () => worker.checkPgn(5),
        () => worker.checkPgn("*", { onProgress: {} }), () => worker.checkPgn("*", { signal: 1 }),
        () => collect(worker.readPgn(5)), () => collect(worker.readPgn("*", { signal: "x" })),
        () => collect(worker.readPgn("*", { onError: 5 })), () => engine.analyze("e4"),
        () => engine.analyze(start, { moves: 5, depth: 1 }), () => engine.analyze(start, { depth: 1, onProgress: 5 }),
        () => engine.analyze(start, { depth: 1, signal: 5 }), () => engine.analyze(start, { lines: 0 }),
        () => engine.evaluate(start.fen()), () => engine.evaluate(start, { by: "Net" }), () => engine.evaluate(start, 5),
        () => engine.evaluate(start, { by: Symbol("net") }), () => engine.evaluate(start, { signal: 5 }),
        async () => new PhilidorWorker({ url: 5 }), async () => new Engine({ url: {} }), async () => new Engine({ megabytes: 0 }),
    ];
    for (const call of wrong) {
        await assert.rejects(call, isArgument, String(call));
    }
    await assert.rejects(engine.analyze(start, { depth: 1, moves: ["e5"] }), { name: "MoveError" });
    assert.equal(await worker.perft(start, 2), 400n);
    worker.terminate();
    engine.terminate();
});

test("what was freed refuses every call, and is freed but once", () => {
    const owners = [new Game(undefined, "e4"), Book.ofGames([parsePgn("1. e4 *")]), new Mailbox(start), new MagicSearch("rook", "a1"), new variants.Game("atomic", "e4")];
    for (const owner of owners) {
        owner.free();
        owner.free();
        const members = [];
        for (let type = Object.getPrototypeOf(owner); type !== Object.prototype; type = Object.getPrototypeOf(type)) {
            members.push(...Object.entries(Object.getOwnPropertyDescriptors(type)).filter(([name]) => name !== "constructor"));
        }
        for (const [name, { get, value }] of members) {
            const call = () => (get === undefined ? value.call(owner, start, 0) : get.call(owner));
            // What the object itself remembers may still be read.
            let error;
            try {
                call();
            } catch (thrown) {
                error = thrown;
            }
            assert.ok(error === undefined || error instanceof philidor.PhilidorError, `${owner.constructor.name}.${name}: ${error}`);
        }
    }
    const [game, book, mailbox, search] = owners;
    for (const call of [
        () => game.play("e5"), () => game.fen(), () => game.position, () => game.pgn(), () => game.copy(), () => game.moves,
        () => book.moves(start), () => book.length, () => mailbox.quiet(), () => mailbox.undo(), () => search.step(1),
    ]) {
        assert.throws(call, { name: "ArgumentError", code: "freed" }, String(call));
    }
    assert.equal(new Game().ply, 0);
});

test("a worker that is ended while it starts has informed its task", { timeout: 60_000 }, async () => {
    for (const milliseconds of [0, 1, 3, 8, 20, 60]) {
        const worker = new PhilidorWorker();
        const task = assert.rejects(worker.perft(start, 9), { code: "terminated" });
        const next = assert.rejects(worker.perft(start, 1), { code: "freed" });
        await breathe(milliseconds);
        worker.terminate();
        worker.terminate();
        await Promise.all([task, next]);
        await assert.rejects(worker.perft(start, 1), { code: "freed" });

        const other = new PhilidorWorker();
        const abort = new AbortController();
        const endless = assert.rejects(other.perft(start, 9, { signal: abort.signal }), /enough/);
        const following = other.perft(start, 2);
        await breathe(milliseconds);
        abort.abort(new Error("enough"));
        await endless;
        assert.equal(await following, 400n);
        await assert.rejects(other.perft(start, 1, { signal: abort.signal }), /enough/);
        other.terminate();
    }
});

test("an engine is begun twice, and ended in the midst", { timeout: 60_000 }, async () => {
    const engines = [new Engine({ megabytes: 1 }), new Engine({ megabytes: 1 })];
    const found = await Promise.all(engines.map((engine) => engine.analyze(start, { depth: 3 })));
    assert.equal(found[0].bestUci, found[1].bestUci);
    const endless = engines[0].analyze(start);
    const waiting = engines[0].analyze(start, { depth: 1 });
    setTimeout(() => engines[0].terminate(), 30);
    await assert.rejects(endless, { code: "terminated" });
    await assert.rejects(waiting, { code: "freed" });
    await assert.rejects(engines[0].newGame(), { code: "freed" });
    let calls = 0;
    const again = engines[1].analyze(start, { onProgress: () => {
        calls += 1;
        engines[1].terminate();
    } });
    await assert.rejects(again, { code: "terminated" });
    assert.equal(calls, 1);
    const unborn = new Engine();
    unborn.terminate();
    await assert.rejects(unborn.ready, { code: "freed" });
});

test("a worker whose program is not there refuses each task, and does not hang", { timeout: 60_000 }, async () => {
    const worker = new PhilidorWorker({ url: new URL("nowhere.js", import.meta.url) });
    for (let round = 0; round < 2; round += 1) {
        await assert.rejects(worker.perft(start, 1), /nowhere/);
    }
    worker.terminate();
});

test("callbacks throw, end the worker, and ask for more", { timeout: 60_000 }, async () => {
    const worker = new PhilidorWorker();
    const thrown = new Error("mine");
    await assert.rejects(worker.perft(start, 3, { onProgress: () => { throw thrown; } }), thrown);
    let inner;
    assert.equal(await worker.perft(start, 3, { onProgress: () => { inner ??= worker.perft(start, 2); } }), 8_902n);
    assert.equal(await inner, 400n);
    await assert.rejects(worker.divide(start, 3, { onMove: () => worker.terminate() }), { code: "terminated" });
});

const GAMES = "1. e4 e5 {x} *\n\n1. d4 (1. c4) d5 *\n\n1. c4 *\n\n";

test("a loop over the games of a worker asks the same worker for more", { timeout: 60_000 }, async () => {
    const worker = new PhilidorWorker();
    const expected = [...readPgn(GAMES)].map(String);
    const found = [];
    for await (const game of worker.readPgn(GAMES)) {
        found.push(String(game));
        assert.equal(await worker.perft(game.start, 2), 400n);
        assert.equal((await worker.checkPgn(String(game))).games, 1);
    }
    assert.deepEqual(found, expected);
    const [one, other] = [worker.readPgn(GAMES), worker.readPgn(GAMES)];
    for (const game of expected) {
        assert.equal(String((await one.next()).value), game);
        assert.equal(String((await other.next()).value), game);
    }
    assert.equal((await one.next()).done, true);
    // An abandoned stream blocks no other task.
    await worker.readPgn(GAMES).next();
    assert.equal(await worker.perft(start, 2), 400n);
    worker.terminate();
});

test("who ends a worker ends what it reads", { timeout: 60_000 }, async () => {
    const worker = new PhilidorWorker();
    const bytes = new TextEncoder().encode(GAMES);
    const slow = async function* () {
        for (const byte of bytes) {
            yield Uint8Array.of(byte);
        }
    };
    const games = worker.readPgn(slow());
    await games.next();
    const abort = new AbortController();
    const endless = worker.perft(start, 12, { signal: abort.signal });
    await breathe(30);
    abort.abort(new Error("enough"));
    await assert.rejects(endless, /enough/);
    await assert.rejects(games.next(), { code: "terminated" });
    const stopped = new AbortController();
    const reading = worker.readPgn(slow(), { signal: stopped.signal });
    await reading.next();
    stopped.abort(new Error("no more"));
    await assert.rejects(reading.next(), /no more/);
    assert.equal(await worker.perft(start, 2), 400n);
    worker.terminate();
    await assert.rejects(collect(worker.readPgn(GAMES)), { code: "freed" });
});

test("streams are cut anywhere, also within a letter, and end there", async () => {
    const text = '[White "Žďár, Č. 陳 ♞"]\n\n1. e4 {naïve ♞ 象棋 𝄞} e5 *\n\n';
    const bytes = new TextEncoder().encode(text);
    const expected = String(parsePgn(text));
    assert.match(expected, /Žďár, Č\. 陳 ♞/);
    const cut = async function* (...places) {
        for (const [index, from] of [0, ...places].entries()) {
            yield bytes.subarray(from, [...places, bytes.length][index]);
        }
    };
    for (let place = 0; place <= bytes.length; place += 1) {
        assert.deepEqual(await collect(readPgnStream(cut(place))), [expected], `cut at ${place}`);
        // What ends within a game is refused, or read as far as it goes: never anything else.
        const half = async function* () {
            yield bytes.subarray(0, place);
        };
        try {
            for await (const game of readPgnStream(half())) {
                assert.ok(game instanceof PgnGame && !String(game).includes("\u0000"));
            }
        } catch (error) {
            assert.equal(error.name, "PgnError", `ends at ${place}`);
        }
        const counts = await checkPgnStream(half());
        assert.ok(counts.games <= 1);
    }
    assert.deepEqual(await collect(readPgnStream(new Blob([bytes]).stream())), [expected]);
});

test("a stream that fails, or brings something else, is reported", async () => {
    const failing = async function* () {
        yield new TextEncoder().encode(GAMES);
        throw new Error("the network is gone");
    };
    const before = memoryBytes();
    for (let round = 0; round < 300; round += 1) {
        await assert.rejects(collect(readPgnStream(failing())), /the network is gone/);
        await assert.rejects(checkPgnStream(failing()), /the network is gone/);
    }
    assert.ok(memoryBytes() - before <= 1 << 20);
    for (const wrong of [5, null, undefined, {}, new Blob(["x"]), [Uint8Array.of(1)], (async function* () { yield 5; })()]) {
        await assert.rejects(collect(readPgnStream(wrong)), isArgument, String(wrong));
    }
});

test("lists that call the package while they are read", () => {
    const fens = function* () {
        for (const move of start.legalMoves()) {
            const after = start.play(move);
            yield after.fen();
            assert.equal(after.play("e5").perft(1) > 0n, true);
        }
    };
    const positions = Positions.fromFens(fens());
    assert.deepEqual(positions.fens(), Array.from(start.legalMoves(), (move) => start.play(move).fen()));
    const moves = function* () {
        for (const move of ["e4", "e5", "Nf3"]) {
            new Game(undefined, "d4 d5").free();
            assert.throws(() => new Position("nonsense"));
            yield move;
        }
    };
    assert.equal(start.playAll(moves()).fen(), start.playAll("e4 e5 Nf3").fen());
    assert.deepEqual(new Game(undefined, moves()).sans(), ["e4", "e5", "Nf3"]);
    const options = {
        get castling() {
            start.play("d4").fen();
            return "shredder";
        },
    };
    assert.match(start.fen(options), / w HAha /);
    const skipped = [...readPgn(`1. Ke2 *\n\n${GAMES}`, { onError: (error) => assert.equal(checkPgn(GAMES).games, 3, error) })];
    assert.equal(skipped.length, 3);
});

test("an engine whose module has failed is begun anew", async () => {
    const broken = `import { parentPort, threadId } from "node:worker_threads";
        parentPort.on("message", ({ task, number }) => {
            if (task === "analyze") {
                parentPort.postMessage({ number, error: { class: "RuntimeError", message: "in worker " + threadId }, isBroken: true });
            } else if (task !== undefined) {
                parentPort.postMessage({ number, answer: "" });
            }
        });
        parentPort.postMessage({ isReady: true });`;
    const engine = new Engine({ url: `data:text/javascript,${encodeURIComponent(broken)}` });
    const said = () => engine.analyze(new Position(), { depth: 1 }).then(() => "an answer", ({ message }) => message);
    const first = await said();
    assert.match(first, /^in worker \d+$/);
    assert.notEqual(await said(), first);
    engine.terminate();
});

/** Calls deeper and deeper until JavaScript's stack overflows, sooner or later in the module. */
function exhaust(call, weight) {
    const frame = new Array(weight).fill(0);
    call();
    exhaust(call, weight);
    return frame;
}

const house = new variants.VariantPosition("crazyhouse", "4k3/1P6/8/8/8/8/8/4K3[Np] w - - 0 1");
const games = "1. e4 *\n".repeat(200);
/** Games that are lost with the module, calls of it, and what values say whatever has become of the module. */
const ENDS = {
    philidor: [
        () => new Game(), "e4", [() => start.sans(), () => checkPgn(games), () => start.play("e4").fen(), () => new Game().legalMoves()],
        () => assert.deepEqual([start.sans().length, start.play("e4").perft(2), start.fen()], [20, 600n, new Position().fen()]),
    ],
    "philidor/variants": [
        () => new variants.Game(house), "N@f6", [() => house.legalMoves(), () => house.play("N@f6").fen()],
        () => assert.deepEqual([house.fen(), house.play("N@f6").fen(), house.play("N@f6").turn],
            ["4k3/1P6/8/8/8/8/8/4K3[Np] w - - 0 1", "4k3/1P6/5N2/8/8/8/8/4K3[p] b - - 1 1", "black"]),
    ],
};

for (const [entry, [make, move, calls, values]] of Object.entries(ENDS)) {
    test(`${entry}: the end of the stack in the module costs what it owns, and nothing else`, () => {
        let losses = 0;
        for (let weight = 0; weight < 12; weight += 1) {
            for (const call of calls) {
                const game = make();
                assert.throws(() => exhaust(call, weight), RangeError);
                values();
                try {
                    game.play(move);
                    game.free();
                } catch (error) {
                    assert.deepEqual([error.code, error.message], ["freed", "this Game was lost when the module began afresh"]);
                    losses += 1;
                }
            }
        }
        assert.ok(losses > 0);
    });
}
