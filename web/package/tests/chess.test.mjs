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

test("what chess.js writes is read", () => {
    const game = new Chess();
    game.loadPgn('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]\n\n7. ... Ke7 8. e4 Kd79. Kf1 {a} *');
    assert.deepEqual(game.history(), ["Ke7", "e4", "Kd7", "Kf1"]);
    game.loadPgn('[Event "a\n b"]\n[Site "c\r\nd"]\n\n1. e4 *');
    assert.deepEqual([game.getHeaders().Event, game.getHeaders().Site, game.history().length], ["a\n b", "c\r\nd", 1]);
});

test("a move tells what chess.js tells", () => {
    const move = new Chess().move("e4");
    assert.ok(move instanceof Move && move.isBigPawn());
    assert.deepEqual(JSON.parse(JSON.stringify(move)), {
        color: "w", from: "e2", to: "e4", piece: "p", flags: "b", san: "e4", lan: "e2e4", before: DEFAULT_POSITION,
        after: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    });
    const promotion = new Chess("8/P6k/8/8/8/8/8/K7 w - - 0 1").move("a8=N");
    assert.deepEqual([promotion.promotion, promotion.lan, promotion.isPromotion()], ["n", "a7a8n", true]);
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

const loaded = (text, options) => {
    const game = new Chess();
    game.loadPgn(text, options);
    return game;
};

test("what real files have is read", () => {
    assert.deepEqual(loaded("1. e4 ;\ne5 2. Nf3").history(), ["e4", "e5", "Nf3"]);
    const after = loaded("1. e4 e5 1-0 {Black lost his way}");
    assert.deepEqual([after.getComment(), after.getHeaders().Result], ["Black lost his way", "1-0"]);
    const cut = loaded("1. e4 e5 (1... c5 2. Ke3 d6 (2... Nf6)) (1... Ke4 e6) 2. Nf3 *");
    assert.deepEqual(cut.history(), ["e4", "e5", "Nf3"]);
    assert.match(cut.pgn({ variations: true }), /1\. e4 e5 \(1\.\.\. c5\) 2\. Nf3 \*$/);
    assert.deepEqual(loaded("1. e4 <x> e5 ⊕ 2. Nf3 *").history(), ["e4", "e5", "Nf3"], "symbols cost only themselves");
    assert.deepEqual(loaded("%escaped\n1. e4 -- 2. Z0 e5").history(), ["e4", "--", "--", "e5"]);
    assert.deepEqual(loaded("{a } ; b ").getComments().map(({ comment }) => comment), ["a  b"]);
    assert.throws(() => loaded("1. e4 *\n\n1. d4 *"), SyntaxError);
    assert.throws(() => loaded("1. e4 (1. d4"), { name: "SyntaxError", message: /line 1, column 7/ });
});

test("a variation's comments stay its own, and forms of moves mix in all lines", () => {
    const game = loaded("1. e4 {mine} e5 ({instead} 1... c7-c5 $5 2. Ng1f3 Nc6 (2... d6 3. d4)) 2. Pf2-f4 ef4 3. Nf3");
    assert.equal(game.pgn({ variations: true }).split("\n\n")[1],
        "1. e4 {mine} 1... e5 (1... c5 $5 {instead} 2. Nf3 Nc6 (2... d6 3. d4)) 2. f4 exf4 3. Nf3 *");
    assert.throws(() => loaded("1. e4 e5 2. Pf2-f4", { strict: true }), { message: "Invalid move in PGN: Pf2-f4" });
});

test("a start that the tags say is played from, whatever the board", () => {
    const fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    assert.deepEqual(loaded(`[fen "${fen}"]\n\n1. e4 Kd8`).history(), ["e4", "Kd8"]);
    assert.throws(() => loaded("[SetUp \"1\"]\n\n1. e4", { strict: true }),
        { message: "Invalid PGN: FEN tag must be supplied with SetUp tag" });
    // The rules do not reach a board on which a king can be taken.
    assert.deepEqual(loaded("[FEN \"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1\"]\n\n1. Rxe8 (1. Rd2 Kf8)").history(), ["Rxe8"]);
});

test("tags and comments are written so that they are read back", () => {
    for (const value of ["a \"b\" c", "\\", "\\\\\"", "a\\", "\"", "\"]", "[A \"b\"]"]) {
        const game = new Chess();
        game.setHeader("White", value);
        assert.equal(loaded(game.pgn()).getHeaders().White, value);
    }
    const game = new Chess();
    game.setHeader("Site", "two\r\nlines");
    game.setComment("a } b { c } d");
    const read = loaded(game.pgn());
    assert.deepEqual([read.getHeaders().Site, read.getComment()], ["two lines", "a ] b [ c ] d"]);
    game.setHeader("toString", "x");
    game.removeHeader("toString");
    assert.equal("toString" in game.header() && game.header().toString, null);
});

/** What a repetition of a fragment could blow up: each in a moment, read or refused in its own words. */
const FRAGMENTS = ["\\", "\\\"", "\"", "[A \"", "[A \"x\"]", "(", ")", "(1. d4", "e4 (", "{", "}", "{x}", "{ ", ";", ";\n", "$", "$1 ", "1.", ".",
    "1... ", "e4 ", "e4e5 ", "O-O-", "=Q", "+#", "!?", "-", "--", "x", "Nb1 ", " ", "\n", "\r", "\t", "%\n", "*", "1-0 ", "\0", "<", "\u{1f600}",
    "a1", "a1a", "8", "Q", "0-"];

test("repetition costs no more than its length", () => {
    const begins = ["", "[A \"", "1. e4 ", "1. e4 (", "1. e4 {", "1. e4 e5 (1... c5 ", "[FEN \"", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n"];
    const started = performance.now();
    for (const begin of begins) {
        for (const fragment of FRAGMENTS) {
            for (const end of ["", "\"]\n\n1. e4 *"]) {
                const text = begin + fragment.repeat(20_000 / fragment.length) + end;
                try {
                    loaded(text).pgn({ variations: true });
                } catch (error) {
                    assert.match(error.message, /^Invalid (PGN|move|FEN)/, JSON.stringify(text.slice(0, 60)));
                }
            }
        }
    }
    assert.ok(performance.now() - started < 60_000);
    for (const fragment of FRAGMENTS) {
        for (const text of [fragment.repeat(100_000), `${fragment.repeat(100_000)}x`]) {
            assert.throws(() => new Chess().move(text), /Invalid move/, JSON.stringify(fragment));
        }
    }
    assert.throws(() => new Chess(`${"8/".repeat(100_000)} w - - 0 1`), /Invalid FEN/);
});

test("variations may be nested as deep as a text is long", () => {
    const moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
    const deep = `1. Nf3 ${Array.from({ length: 10_000 }, (_, at) => `${moves[(at + 1) % 4]} (${moves[(at + 1) % 4]}`).join(" ")}${")".repeat(10_000)} *`;
    const written = loaded(deep).pgn({ variations: true });
    assert.equal(loaded(written).pgn({ variations: true }), written);
    assert.throws(() => loaded(`1. e4 ${"(e4 ".repeat(70_000)}`), { name: "SyntaxError", message: /more than 65536 variations/ });
});

test("moves that were taken back do not survive an edited start", () => {
    const chess = new Chess();
    chess.move("Nf3");
    chess.back();
    chess.remove("a7");
    chess.move("Nf3");
    chess.move("e5");
    chess.undo();
    assert.equal(chess.get("a7"), undefined);
    chess.reset();
    chess.move("e4");
    chess.back();
    chess.remove("e2");
    assert.equal(chess.forward(), null);
});
