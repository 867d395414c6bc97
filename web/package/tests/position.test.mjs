import assert from "node:assert/strict";
import test from "node:test";
import { philidor, randomPositions, thrown } from "./philidor.mjs";

const { MOVE_WORD_LAYOUT, Position, SQUARES, Setup, attacks, between, line, moveDestination, moveOrigin, movePromotion,
    moveType, moveWord, squareCount, squareIndex, squareSet, squaresOf } = philidor;
const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

test("perft counts what other programs have counted, by every generator", () => {
    for (const [fen, depth, count] of [
        [undefined, 4, 197_281n],
        [KIWIPETE, 3, 97_862n],
        ["8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238n],
        ["rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379n],
    ]) {
        const position = new Position(fen);
        assert.equal(position.perft(depth), count);
        for (const generator of ["bitboard", "chain", "mailbox"]) {
            assert.equal(position.perft(depth, { generator }), count, generator);
        }
        const divided = position.divide(depth);
        assert.equal(divided.reduce((sum, entry) => sum + entry.count, 0n), count);
    }
    assert.equal(new Position().perft(0), 1n);
});

/** Kings in the open, pins, castlings of all kinds, promotions, captures in passing. */
const OPEN = [
    KIWIPETE, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", "q2k2q1/2nqn2b/1n1P1n1b/2rnr2Q/1NQ1QN1Q/3Q3B/2RQR2B/Q2K2Q1 w - - 0 1",
    "1k6/1b6/8/8/7R/8/8/4K2R b K - 0 1", "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", "2r1k2r/8/8/1b6/8/8/6P1/1R2K1R1 b k - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    "rk4r1/8/8/8/8/8/8/RK4R1 w GAga - 0 1", "4k3/8/8/2KPpr2/8/8/8/8 b - - 0 1", "8/k1P5/8/1K6/8/8/2p5/8 w - - 0 1",
    "r3k2r/3ppp2/8/1N6/8/8/8/4K3 w - - 0 1", "4k3/8/8/1n6/8/8/3PPP2/R3K2R b - - 0 1",
    "4k2r/3ppp1p/8/8/8/8/4K3/R7 w k - 0 1",
    // A knight on its way prevents a castling of Chess960, and nothing else.
    "rk6/ppp2N2/8/8/8/8/8/6K1 w a - 0 1", "5k1r/4pp1p/8/8/8/8/1PP2n2/RK6 b Ah - 0 1",
];

test("two plies counted at once are as many as those that are played", () => {
    for (const position of [...randomPositions(700, 7), ...randomPositions(2_500, 8, OPEN)]) {
        assert.equal(position.perft(2), position.perft(2, { generator: "bitboard" }), position.fen());
    }
    for (const fen of OPEN) {
        const position = new Position(fen);
        for (const depth of [2, 3]) {
            assert.equal(position.perft(depth), position.perft(depth, { generator: "chain" }), fen);
        }
    }
});

test("statistics of the last ply are those that are published", () => {
    const found = new Position(KIWIPETE).perftStatistics(2);
    assert.deepEqual(found, {
        nodes: 2_039n, captures: 351n, enPassant: 1n, castles: 91n, promotions: 0n, checks: 3n, discoveredChecks: 0n,
        doubleChecks: 0n, mates: 0n,
    });
});

test("a move is read strictly on request, and castling is not a move of the king", () => {
    const position = new Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert.equal(position.parseSan("Rh8", { strict: true }), position.parseSan("Rh1h8"));
    assert.throws(() => position.parseSan("Rh1h8", { strict: true }), { code: "misspelled" });
    assert.throws(() => position.parseSan("Kg1"), { code: "castling-misspelled", message: /castling is written O-O$/ });
});

test("a move is read as SAN, as UCI and as a number, and written back", () => {
    for (const position of randomPositions(300, 1)) {
        const moves = position.legalMoves();
        const [sans, ucis] = [position.sans(), position.ucis()];
        assert.equal(sans.length, moves.length);
        moves.forEach((move, index) => {
            assert.equal(position.parseSan(sans[index]), move);
            assert.equal(position.parseUci(ucis[index]), move);
            assert.equal(position.move(sans[index]), move);
            assert.equal(position.san(move), sans[index]);
            assert.equal(position.uci(move), ucis[index]);
            assert.equal(position.decode(move), move);
        });
        assert.equal(position.legalMoveCount(), moves.length);
        const space = new Uint16Array(512);
        assert.deepEqual(space.subarray(0, position.legalMovesInto(space)), moves);
    }
});

test("of all numbers exactly the legal moves are decoded", () => {
    for (const position of randomPositions(3, 2)) {
        const legal = [];
        for (let bits = 0; bits < 65_536; bits += 1) {
            if (position.decode(bits) !== null) {
                legal.push(bits);
            }
        }
        assert.deepEqual(legal, [...position.legalMoves()].sort((a, b) => a - b));
    }
});

test("the fields of a word lie where the layout says", () => {
    const position = new Position(KIWIPETE);
    const word = position.word("O-O");
    const field = (name) => {
        const { shift, bits } = MOVE_WORD_LAYOUT.find((one) => one.field === name);
        return Number((word >> BigInt(shift)) & ((1n << BigInt(bits)) - 1n));
    };
    assert.equal(field("origin"), squareIndex("e1"));
    assert.equal(field("destination"), squareIndex("g1"));
    assert.equal(field("type"), 2);
    assert.equal(field("castlingRights"), 15);
    const { castling, castlingRights, captured, piece, digest, score } = moveWord(word);
    assert.deepEqual({ castling, castlingRights, captured, piece, score },
        { castling: "short", castlingRights: "KQkq", captured: null, piece: "k", score: 0 });
    assert.equal(digest, position.move("e1g1"));
    assert.equal(moveWord(position.word("dxe6")).captured, "p");
    assert.deepEqual([moveOrigin(digest), moveDestination(digest), moveType(digest), movePromotion(digest)],
        ["e1", "g1", "castling", null]);
});

test("a word is judged field by field", () => {
    const position = new Position(KIWIPETE);
    const word = position.word("dxe6");
    assert.equal(position.judge(word).legal, true);
    assert.equal(position.judge(word | (99n << 32n)).legal, true, "the score does not count");
    const wrong = position.judge(word ^ (1n << 27n) ^ (1n << 20n));
    assert.deepEqual([wrong.legal, wrong.digestLegal, wrong.expected], [false, true, word]);
    assert.deepEqual(wrong.wrong, ["castlingRights", "captured"]);
    const blocked = position.judge(BigInt(position.move("e2d3") & ~(63 << 2)) | BigInt(squareIndex("e6") << 2));
    assert.equal(blocked.legal, false);
    assert.equal(blocked.reason.code, "unreachable");
    assert.equal(position.decode(word), position.move("dxe6"));
    assert.equal(position.decode(word ^ (1n << 20n)), null);
});

test("a FEN that cannot be read is refused with its place", () => {
    for (const [fen, code, field, text, column] of [
        ["", "missing", "board", "", 1],
        ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1", "unknown-piece", "board", "X", 43],
        ["8/8/8/8/8/8/8/8 x - - 0 1", "unknown-side", "side-to-move", "x", 17],
        ["8/8/8/8/8/8/8/8 w - z9 0 1", "unknown-square", "en-passant", "z9", 21],
    ]) {
        const error = thrown(() => new Position(fen));
        assert.equal(error.name, "FenError");
        assert.deepEqual([error.code, error.field, error.text, error.column, error.fen], [code, field, text, column, fen]);
    }
});

test("a move that is refused says why and where", () => {
    const position = new Position();
    for (const [move, code, offset] of [
        ["Ke2", "unreachable", null], ["e5", "unreachable", null], ["Nf9", "syntax", 2], ["e9e4", "syntax", 1],
        ["x♥", "syntax", 0], ["O-O", "castling-blocked", null], ["--", "null-move", null], ["a8a1", "no-piece", null],
        [0, "unreachable", null], [65_535, "no-piece", null],
    ]) {
        const error = thrown(() => position.play(move));
        assert.deepEqual([error.name, error.code, error.fen], ["MoveError", code, position.fen()], String(move));
        if (offset !== null) {
            assert.equal(typeof error.offset, "number", String(move));
        }
    }
    const knights = new Position("4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1");
    assert.deepEqual(thrown(() => knights.play("Nb3")).candidates, ["a1", "c1"]);
    assert.equal(thrown(() => position.playAll("e4 e5 Ke3")).ply, 2);
});

test("arguments of any kind are refused as such", () => {
    const position = new Position();
    for (const wrong of [null, {}, [], Symbol("x"), 1.5, NaN, -1, 65_536, 1n, () => {}, undefined, { toString: null }]) {
        assert.equal(thrown(() => position.play(wrong)).name, "ArgumentError");
        assert.equal(thrown(() => position.attacksFrom(wrong)).name, "ArgumentError");
        assert.equal(thrown(() => squareIndex(wrong)).name, "ArgumentError");
    }
    assert.equal(thrown(() => new Position(7)).code, "type");
    assert.equal(thrown(() => Position.chess960(960)).code, "range");
    assert.equal(thrown(() => position.perft(4, { generator: "x" })).code, "range");
    assert.equal(thrown(() => position.pinned("green")).code, "color");
});

test("thousands of positions are kept apart, though the module holds a thousand", () => {
    const positions = randomPositions(5_000, 3);
    const fens = positions.map((position) => position.fen());
    positions.forEach((position, index) => {
        assert.equal(position.fen(), fens[index]);
        const other = positions[(index * 1024 + 7) % positions.length];
        assert.equal(position.equals(other), position.fen() === other.fen());
    });
});

test("32 bytes hold a position", () => {
    for (const position of randomPositions(500, 4)) {
        const bytes = position.pack();
        assert.equal(bytes.length, 32);
        const again = Position.unpack(bytes, { chess960: position.isChess960 });
        assert.equal(again.equals(position), true);
        assert.deepEqual(again.ucis(), position.ucis());
        assert.equal(again.key, position.key);
    }
    const error = thrown(() => Position.unpack(new Uint8Array(32)));
    assert.deepEqual([error.name, error.code], ["PackedError", "format"]);
    assert.deepEqual(new Position().packedParts().map(({ offset, length }) => offset + length), [8, 24, 26, 30, 31, 32]);
});

test("positions that no game reaches are taken if they are asked for", () => {
    const crowd = "k7/8/8/8/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK b - - 0 1";
    const error = thrown(() => new Position(crowd));
    assert.equal(error.name, "SetupError");
    assert.ok(error.faults.some(({ kind }) => kind === "too-many-pieces"));
    const position = new Position(crowd, { strict: false });
    const fen = position.fen();
    assert.equal(thrown(() => position.pack()).code, "range");
    randomPositions(2_000, 5);
    assert.equal(position.fen(), fen, "it finds its way back without the 32 bytes");
    assert.equal(position.equals(new Position(crowd, { strict: false })), true);
});

test("checks, pins and attacks", () => {
    const position = new Position("4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1");
    assert.deepEqual(squaresOf(position.pinned()), ["e2"]);
    assert.deepEqual(position.pins(), [{ piece: "e2", pinner: "e4", line: squareSet(["e2", "e3", "e4"]) }]);
    assert.equal(position.checkMask, (1n << 64n) - 1n);
    const check = new Position("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1");
    assert.deepEqual(squaresOf(check.checkers), ["e4"]);
    assert.deepEqual(squaresOf(check.checkMask), ["e2", "e3", "e4"]);
    assert.ok(squaresOf(check.kingDanger).includes("e2"));
    assert.equal(new Position("4k3/8/8/b7/4r3/8/8/4K3 w - - 0 1").checkMask, 0n);
    assert.equal(squareCount(new Position().attackedBy("white")), 22);
    assert.equal(new Position().attackCounts("white")[squareIndex("f3")], 3);
    assert.deepEqual(squaresOf(attacks("N", "a1")), ["c2", "b3"]);
    assert.deepEqual(squaresOf(between("a1", "d4")), ["b2", "c3"]);
    assert.equal(squareCount(line("a1", "d4")), 8);
    assert.deepEqual(squaresOf(new Position().attackersTo("f3", { by: "white" })), ["g1", "e2", "g2"]);
});

test("sets of squares go there and back", () => {
    assert.deepEqual(squaresOf((1n << 64n) - 1n), [...SQUARES]);
    assert.deepEqual(squaresOf(squareSet(["h8", "a1", 28])), ["a1", "e4", "h8"]);
    assert.equal(squareCount(0n), 0);
});

test("Chess960 castles onto the rook, and so it is written", () => {
    const position = new Position("4k3/8/8/8/8/8/8/1RK3R1 w BG - 0 1");
    assert.equal(position.isChess960, true);
    assert.ok(position.ucis().includes("c1b1") && position.ucis().includes("c1g1"));
    assert.ok(position.sans().includes("O-O-O"));
    assert.deepEqual(position.details("O-O").rook, { origin: "g1", destination: "f1" });
    assert.ok(position.destinations().get("c1").includes("g1"));
    assert.equal(Position.chess960(518).fen(), new Position().fen());
    assert.equal(Position.chess960(0).chess960Number, 0);
    assert.equal(new Position(undefined, { chess960: true }).playAll("e4 e5 Nf3 Nc6 Bc4 Bc5").uci("O-O"), "e1h1");
});

test("the workings agree with the moves", () => {
    for (const position of randomPositions(200, 6)) {
        const legal = [...position.legalMoves()].sort((a, b) => a - b);
        const picked = position.pickedMoves({ table: legal[0] });
        assert.deepEqual(picked.map(({ move }) => move).sort((a, b) => a - b), legal);
        for (const generator of ["bitboard", "chain"]) {
            assert.ok(position.movesBy(generator).every(({ move, legal: is }) => is === position.isLegal(move)));
            const listed = position.movesBy(generator).filter((entry) => entry.legal).map(({ move }) => move);
            assert.deepEqual(listed.sort((a, b) => a - b), legal, generator);
        }
        const knight = position.squares(position.turn === "white" ? "N" : "n");
        for (const square of squaresOf(knight)) {
            const walk = position.chainWalk(square).map((step) => step.square);
            assert.deepEqual(walk.sort(), squaresOf(position.attacksFrom(square)).sort());
        }
        for (const { san, givesCheck, givesMate, word, move } of position.moves()) {
            assert.equal(givesCheck, /[+#]$/.test(san));
            assert.equal(givesMate, san.endsWith("#"));
            assert.equal(givesCheck, position.givesCheck(move));
            assert.equal(position.word(move), word);
        }
    }
});

test("setups name all faults at once and are repaired", () => {
    const setup = Setup.empty();
    setup.set("a1", "P");
    setup.castlingRights = "Kq";
    setup.enPassant = "e3";
    assert.deepEqual(setup.faults().map(({ kind }) => kind).sort(), [
        "en-passant-wrong-rank", "missing-king", "missing-king", "pawns-on-last-ranks",
    ]);
    const repaired = setup.repair();
    assert.equal(repaired.faults().some((fault) => fault.repairable), false);
    assert.equal(repaired.get("a1"), "P");
    assert.equal(setup.repair(["en-passant"]).castlingRights, setup.castlingRights);
    setup.set("a1", null);
    setup.set("e1", "K");
    setup.set("e8", "k");
    const error = thrown(() => setup.position());
    assert.deepEqual(error.faults.map(({ kind, side }) => [kind, side]),
        [["castling-no-rook", "short"], ["castling-no-rook", "long"], ["en-passant-wrong-rank", null]]);
    assert.equal(error.setup.equals(setup), true);
    const position = error.setup.repair().position();
    assert.equal(position.legalMoveCount(), 5);
    assert.equal(new Setup().position().equals(new Position()), true);
    assert.equal(thrown(() => setup.set("e1", "X")).code, "piece");
    assert.equal(thrown(() => { setup.castlingRights = "X9"; }).name, "FenError");
});

test("a picture is SVG and shows what it is given", () => {
    const svg = new Position().svg({ squares: { from: ["e2"], to: 1n << 28n }, arrows: [["e2", "e4"]], title: "<x>" });
    assert.ok(svg.startsWith("<svg") && svg.includes("arrow") && svg.includes("from") && svg.includes("&lt;x&gt;"));
    assert.equal(thrown(() => new Position().svg({ squares: { '"': [] } })).code, "range");
});

test("a board of more than 32 pieces takes its place again before it reads a move", () => {
    const crowded = "rnbqkbnr/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/RNBQKBNR w - - 0 1";
    const position = new Position(crowded, { strict: false });
    philidor.renew();
    assert.equal(position.play("a4").turn, "black");
});
