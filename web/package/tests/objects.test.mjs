// What the package gives looks like something where only fields count: as JSON, in `console.log`, to `structuredClone`.

import assert from "node:assert/strict";
import { inspect } from "node:util";
import test from "node:test";
import vm from "node:vm";
import { folder, philidor, variants } from "./philidor.mjs";
import { chess } from "./philidor-chess.mjs";

const { Book, Game, Mailbox, MagicSearch, Position, Positions, Setup, magicLookUp, magicNumbers, moveWord, parsePgn } = philidor;
const { Game: VariantGame, VariantPosition } = variants;
const { openSyzygy } = await import(new URL("syzygy.js", folder));

const FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
const position = new Position(FEN);

const objects = () => [
    [position, "4P3"], [new Setup(FEN), "4P3"], [new Game(position, "e4"), "e4"], [new Game(position, "e4").pgn(), "e4"],
    [parsePgn("1. e4 e5 *").mainLine()[0], "e4"], [Positions.fromFens([FEN]), "1"], [new MagicSearch("rook", "a1"), "mask"],
    [new Mailbox(new Position()), "depth"], [new chess.Chess(FEN), "4P3"], [new VariantPosition("atomic"), "atomic"],
    [new VariantGame("atomic", "e4"), "e4"],
];

test("objects are shown, written as JSON, and never cloned empty", () => {
    for (const [object, part] of [...objects(), [new Book(new Uint8Array(0)), "length"]]) {
        const { name } = object.constructor;
        assert.ok(inspect(object).startsWith(`${name} `) && inspect(object).includes(part), inspect(object));
        assert.throws(() => structuredClone(object), { name: "DataCloneError", message: /sendItsTextInstead/ }, name);
    }
    for (const [object] of objects()) {
        assert.ok(JSON.stringify(object).length > 4, object.constructor.name);
    }
    const game = new Game();
    game.free();
    assert.match(inspect(game), /freed/);
});

test("tables and workers are not cloned either", async () => {
    const worker = new philidor.PhilidorWorker();
    worker.terminate();
    for (const object of [await openSyzygy(), worker, new philidor.Engine()]) {
        assert.throws(() => structuredClone(object), { name: "DataCloneError" });
        object.terminate?.();
    }
});

test("numbers of 64 bits are text in JSON, and the objects remain plain", () => {
    const [move] = position.moves();
    const plain = [
        move, position.judge(move.word), position.divide(1)[0], position.perftStatistics(1), moveWord(move.word), magicNumbers(),
        magicLookUp("rook", "a1", 0n), position.moveSets()[0], new MagicSearch("rook", "a1").step(1),
        new Position("4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1").pins()[0], new VariantPosition("atomic").divide(1)[0],
    ];
    for (const object of plain) {
        const text = JSON.parse(JSON.stringify(object));
        const numbers = Object.entries(object).filter(([, value]) => typeof value === "bigint");
        numbers.forEach(([name, value]) => assert.equal(BigInt(text[name]), value, name));
        assert.deepEqual(object, { ...object });
        assert.deepEqual(structuredClone(object), { ...object });
    }
});

test("details of moves are those of the module's parts", () => {
    for (const fen of ["r3k2r/1P1p4/8/4p3/2pP4/8/6p1/R3K2R w KQkq - 0 1", "nrkqrnb1/2pppp2/6p1/pp2b2p/8/2PQPPN1/PP1P1BPP/NRK1R2B w KQkq - 4 8"]) {
        const at = new Position(fen);
        at.moves().forEach((details, index) => {
            assert.deepEqual([details.move, details.san, details.uci], [at.legalMoves()[index], at.sans()[index], at.ucis()[index]]);
            assert.deepEqual([details.long, details.word, details], [at.long(details.move), at.word(details.move), at.details(details.san)]);
            assert.equal(details.captured, details.capturedSquare && at.get(details.capturedSquare).toLowerCase());
            assert.equal(details.piece, at.get(details.origin).toLowerCase());
        });
    }
    const [enPassant] = new Position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").moves().filter(({ type }) => type === "enPassant");
    assert.deepEqual([enPassant.captured, enPassant.capturedSquare], ["p", "d5"]);
});

test("in Chess960 castling is the way to the rook alone", () => {
    const fen = "nrkqrnb1/2pppp2/6p1/pp2b2p/8/2PQPPN1/PP1P1BPP/NRK1R2B w KQkq - 4 8";
    assert.deepEqual(new Position(fen).destinations().get("c1"), ["b1", "d1", "e1", "c2"]);
    assert.deepEqual(new VariantPosition("atomic", fen).destinations().get("c1"), ["b1", "d1", "e1", "c2"]);
    const standard = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert.deepEqual(new Position(standard).destinations().get("e1"), ["a1", "c1", "d1", "f1", "g1", "h1", "d2", "e2", "f2"]);
    assert.ok(!new Position(standard, { chess960: true }).destinations().get("e1").includes("g1"));
});

test("arrows and colored squares are read, written and refused", () => {
    const game = parsePgn("1. e4 {[%csl Ya1][%cal Be1e2] hi [%clk 0:01:00]} e5 {[%csl Za1]} *");
    const [e4, e5] = game.mainLine();
    assert.deepEqual(e4.shapes, [{ color: "yellow", origin: "a1", destination: "a1" }, { color: "blue", origin: "e1", destination: "e2" }]);
    assert.deepEqual([e4.comment, e4.clock, e5.comment, e5.shapes], ["hi", 60, "[%csl Za1]", []]);
    e5.shapes = [{ color: "green", origin: "a2", destination: "a3" }, { color: "red", origin: "h8" }];
    const again = parsePgn(String(game)).mainLine();
    assert.deepEqual(again.map((node) => [node.comment, node.shapes.length, node.clock]), [["hi", 2, 60], ["[%csl Za1]", 2, null]]);
    for (const shape of [{ color: "black", origin: "a1" }, { color: "red", origin: "i1" }, { color: "red" }, null, 5]) {
        e5.shapes = [shape];
        assert.throws(() => String(game), { name: "ArgumentError" });
    }
    assert.equal(parsePgn("1. e4 {[%eval .99,23]} *").mainLine()[0].eval.centipawns, 99);
});

test("a game has the seven tags", () => {
    const tags = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
    const written = (game) => [...String(game).matchAll(/^\[(\w+) /gm)].map(([, name]) => name);
    const black = { Black: "B", ECO: "C20" };
    assert.deepEqual(written(new Game(undefined, "e4").pgn(black)), [...tags, "ECO"]);
    assert.deepEqual(written(new Game(undefined, "e4")), tags);
    assert.deepEqual(written(new philidor.PgnGame()), tags);
    assert.deepEqual(written(new VariantGame("atomic", "e4").pgn(black)).slice(0, 7), tags);
    assert.deepEqual(written(parsePgn('[White "A"]\n\n1. e4 *')), ["White", "Result"], "what was read stays");
});

test("arrays of another realm are arrays of bytes", () => {
    const bytes = vm.runInNewContext("new Uint8Array(0)");
    assert.equal(new Book(bytes).length, 0);
    assert.throws(() => new Book(vm.runInNewContext("new Uint16Array(0)")), { name: "ArgumentError" });
});
