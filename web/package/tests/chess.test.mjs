import assert from "node:assert/strict";
import test from "node:test";
import { chess } from "./philidor-chess.mjs";

const { Chess, DEFAULT_POSITION, Move, SEVEN_TAG_ROSTER, SQUARES, validateFen, xoroshiro128 } = chess;
const SHORT = "1. e4 {best} (1. d4 d5 {closed} (1... Nf6 $5 2. c4)) 1... e5 2. Nf3 *";

test("the examples of chess.js's documentation", () => {
    const game = new Chess();
    assert.deepEqual(game.moves(), ["a3", "a4", "b3", "b4", "c3", "c4", "d3", "d4", "e3", "e4", "f3", "f4", "g3", "g4", "h3", "h4", "Na3", "Nc3", "Nf3", "Nh3"]);
    assert.equal(game.hash(), "3436f01fd716346e");
    assert.deepEqual(game.attackers("e2"), ["d1", "e1", "f1", "g1"]);
    for (const move of ["e2e4", "e7-e5", "Pf2-f4", "ef4", "Ng1-f3", "d7xd6", "d4"]) {
        game.move(move);
    }
    assert.deepEqual(game.history(), ["e4", "e5", "f4", "exf4", "Nf3", "d6", "d4"]);
    assert.equal(game.fen(), "rnbqkbnr/ppp2ppp/3p4/8/3PPp2/5N2/PPP3PP/RNBQKB1R b KQkq - 0 4");
    game.load("r2qkbnr/ppp2ppp/2n5/1B2pQ2/4P3/8/PPP2PPP/RNB1K2R b KQkq - 3 7");
    assert.equal(game.move("Nge7").san, "Ne7");
    game.undo();
    assert.throws(() => game.move("Nge7", { strict: true }), { message: "Invalid move: Nge7" });
});

test("a move tells what chess.js tells", () => {
    const move = new Chess().move("e4");
    assert.ok(move instanceof Move && move.isBigPawn());
    assert.deepEqual(JSON.parse(JSON.stringify(move)), {
        color: "w", from: "e2", to: "e4", piece: "p", flags: "b", san: "e4", lan: "e2e4", before: DEFAULT_POSITION,
        after: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    });
});

test("FENs are refused in the words of chess.js", () => {
    for (const [fen, error] of [
        ["8/8 w", "must contain six space-delimited fields"],
        ["k7/8/8/8/8/8/8/7K w - - 0 0", "move number must be a positive integer"],
        ["k7/8/8/8/8/8/8/8 w - - 0 1", "missing white king"],
        ["kp6/8/8/8/8/8/8/7K w - - 0 1", "some pawns are on the edge rows"],
        ["k7/8/8/8/8/8/8/61K w - - 0 1", "piece data is invalid (consecutive number)"],
    ]) {
        assert.deepEqual(validateFen(fen), { ok: false, error: `Invalid FEN: ${error}` });
    }
    assert.deepEqual(validateFen(DEFAULT_POSITION), { ok: true });
    assert.equal(SQUARES[0] + SQUARES[63], "a8h1");
    assert.equal(SEVEN_TAG_ROSTER.Date, "????.??.??");
    assert.equal(xoroshiro128(1n)(), 0x1680n);
});

test("boards without kings, with more pieces than a game has, and in any check have moves", () => {
    assert.deepEqual(new Chess("8/8/8/8/8/8/P7/8 w - - 0 1", { skipValidation: true }).moves(), ["a3", "a4"]);
    const knights = new Chess(`k7/8/${"NNNNNNNN/".repeat(5)}K7 w - - 0 1`);
    assert.equal(knights.moves().length, 65);
    const taken = new Chess("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1");
    assert.ok(taken.moves().includes("Rxe8"));
    assert.equal(taken.position(), null);
    const edited = new Chess();
    edited.clear();
    assert.equal(edited.put({ type: "k", color: "w" }, "a1"), true);
    assert.equal(edited.put({ type: "k", color: "w" }, "h1"), false);
    assert.equal(edited.fen(), "8/8/8/8/8/8/8/K7 w - - 0 1");
});

test("the slow rules for any board agree with the module's", () => {
    for (const fen of [DEFAULT_POSITION, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2"]) {
        const fast = new Chess(fen);
        // No position has so high a clock, so the module refuses it.
        const slow = new Chess(fen.replace(/\d+ (\d+)$/, "70000 $1"));
        assert.notEqual(fast.position(), null);
        assert.equal(slow.position(), null);
        assert.deepEqual(slow.moves(), fast.moves());
        assert.equal(slow.perft(2), fast.perft(2));
    }
});

test("Chess960: rights by files, castling onto the rook", () => {
    const game = new Chess("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", { chess960: true });
    assert.equal(game.perft(2), 528);
    assert.equal(game.isChess960(), true);
    const castling = new Chess("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", { chess960: true });
    const move = castling.moves({ verbose: true }).find(({ san }) => san === "O-O");
    assert.deepEqual([move.from, move.to, move.lan], ["e1", "f1", "e1f1"]);
    assert.equal(castling.move(move).isKingsideCastle(), true);
    assert.equal(castling.get("g1").type, "k");
    const read = new Chess();
    castling.undo();
    castling.move("O-O");
    read.loadPgn(castling.pgn());
    assert.equal(read.isChess960(), true);
    assert.equal(read.fen(), castling.fen());
});

test("variations are read, walked, added and written", () => {
    const game = new Chess();
    game.loadPgn(SHORT);
    assert.deepEqual(game.history(), ["e4", "e5", "Nf3"]);
    const written = game.pgn({ variations: true }).split("\n\n")[1];
    assert.equal(written, SHORT);
    game.back();
    game.back();
    game.back();
    assert.equal(game.back(), null);
    assert.deepEqual(game.variations(), ["e4", "d4"]);
    assert.equal(game.forward(1).san, "d4");
    assert.equal(game.forward().san, "d5");
    assert.equal(game.getComment(), "closed");
    game.back();
    game.move("f5");
    game.back();
    assert.deepEqual(game.variations(), ["d5", "Nf6", "f5"]);
    assert.equal(game.promoteVariation(2), true);
    assert.equal(game.removeVariation(1), true);
    assert.deepEqual(game.variations(), ["f5", "Nf6"]);
    assert.equal(game.pgn().split("\n\n")[1], "1. d4 *");
});

test("undo replaces a move, back keeps it", () => {
    const game = new Chess();
    game.loadPgn("1. e4 (1. d4) e5");
    game.undo();
    game.undo();
    assert.deepEqual(game.variations(), ["d4"]);
    game.move("c4");
    assert.equal(game.pgn({ variations: true }).split("\n\n")[1], "1. c4 (1. d4) *");
});

test("a PGN that cannot be read changes nothing", () => {
    const game = new Chess();
    game.move("d4");
    assert.throws(() => game.loadPgn("1. e4 {never closed"), SyntaxError);
    assert.deepEqual(game.history(), ["d4"]);
    assert.throws(() => game.loadPgn("1. e4 e5 2. Qh8"), { message: "Invalid move in PGN: Qh8" });
});

test("what is around the squares of a move is passed over, as chess.js does", () => {
    const named = (text) => new Chess("kbK5/Pp6/8/8/8/8/8/8 w - - 1 2").move(text).san;
    for (const text of ["axb8=Q#+", "axb8=Q!#", "axb8=Qzz", "O-OPa7b8Q", "a7b8q+#"]) {
        assert.equal(named(text), "axb8=Q#", text);
    }
    for (const text of ["Kd7++", "1a7b8Q", "?axb8=Q"]) {
        assert.throws(() => named(text), /Invalid move/, text);
    }
});
