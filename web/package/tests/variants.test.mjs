// philidor/variants: the rules by perft and by games, what each position says, errors, and what the module forgets.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { folder, philidor, randomly, thrown, variants as entry } from "./philidor.mjs";

const {
    ArgumentError, FenError, Game, MoveError, PackedError, PgnError, PgnGame, SetupError, VariantPosition, parsePgn, readPgn,
    squaresOf, variantTitles, variants,
} = entry;
const HOUSE = "4k3/1P6/8/8/8/8/8/4K3[Np] w - - 0 1";

/** The position after random moves, where the game ends at the latest. */
function played(start, random, plies) {
    let position = start;
    for (let left = plies; left > 0; left -= 1) {
        const moves = position.legalMoves();
        if (moves.length === 0) {
            break;
        }
        position = position.play(moves[random(moves.length)]);
    }
    return position;
}

test("the variants have names and titles, and are found by other names", () => {
    assert.deepEqual(variants, [
        "chess", "antichess", "atomic", "crazyhouse", "giveaway", "horde", "kingofthehill", "racingkings", "suicide", "3check",
    ]);
    for (const name of variants) {
        const position = new VariantPosition(variantTitles[name]);
        assert.equal(position.variant, name);
        assert.equal(position.title, variantTitles[name]);
        assert.ok(position.equals(new VariantPosition(name, position.fen())));
    }
    assert.equal(new VariantPosition("KOTH").title, "King of the Hill");
    assert.ok(!new VariantPosition("chess").equals(new VariantPosition("atomic")));
});

// The counts are those of other programs, as in the tests of the library.
const COUNTS = {
    chess: [20, 400, 8902, 197281], antichess: [20, 400, 8067, 153299], atomic: [20, 400, 8902, 197326],
    crazyhouse: [20, 400, 8902, 197281], horde: [8, 128, 1274, 23310], racingkings: [21, 421, 11264, 296242],
};

test("perft", () => {
    for (const [name, counts] of Object.entries(COUNTS)) {
        const position = new VariantPosition(name);
        counts.forEach((count, at) => assert.equal(position.perft(at + 1), BigInt(count), `${name} ${at + 1}`));
    }
    const position = new VariantPosition("crazyhouse", HOUSE);
    const divided = position.divide(2);
    assert.deepEqual(divided.map(({ move }) => move), [...position.legalMoves()]);
    assert.equal(divided.reduce((sum, { count }) => sum + count, 0n), position.perft(2));
    assert.equal(position.perft(0), 1n);
});

test("chess as a variant has the moves of the package's own positions", () => {
    const random = randomly(11);
    for (let games = 0; games < 40; games += 1) {
        const number = random(960);
        const starts = [VariantPosition.chess960("chess", number), philidor.Position.chess960(number)];
        let [ours, theirs] = starts;
        for (let plies = random(80); plies > 0 && theirs.hasLegalMove(); plies -= 1) {
            const ucis = theirs.ucis().sort();
            assert.deepEqual(ours.ucis().sort(), ucis, theirs.fen());
            assert.deepEqual(ours.sans().sort(), theirs.sans().sort(), theirs.fen());
            const uci = ucis[random(ucis.length)];
            const { long, givesCheck, givesMate, word, ...shared } = theirs.details(uci);
            assert.deepEqual(ours.details(uci), shared, `${theirs.fen()} ${long}`);
            [ours, theirs] = [ours.play(uci), theirs.play(uci)];
            assert.equal(ours.fen(), theirs.fen());
            assert.equal(ours.checkers, theirs.checkers);
        }
        const sorted = (destinations) => [...destinations].map(([from, to]) => `${from} ${to.sort()}`).sort();
        assert.deepEqual(sorted(ours.destinations()), sorted(theirs.destinations()), theirs.fen());
    }
});

test("crazyhouse: pockets, drops, promoted pieces", () => {
    const position = new VariantPosition("crazyhouse", HOUSE);
    const none = { q: 0, r: 0, b: 0, n: 0, p: 0 };
    assert.deepEqual(position.pockets, { white: { ...none, n: 1 }, black: { ...none, p: 1 } });
    const drop = position.details("N@f6");
    assert.deepEqual(drop, {
        move: drop.move, san: "N@f6+", uci: "N@f6", type: "drop", color: "white", piece: "n", origin: null, destination: "f6",
        captured: null, capturedSquare: null, promotion: null, castling: null, rook: null,
    });
    const after = position.play(drop.move);
    assert.equal(after.fen(), "4k3/1P6/5N2/8/8/8/8/4K3[p] b - - 1 1");
    assert.ok(after.isCheck);
    assert.deepEqual(squaresOf(after.checkers), ["f6"]);
    assert.deepEqual([...position.drops().keys()], ["n"]);
    assert.equal(position.drops().get("n").length, 61);
    assert.ok(!position.destinations().has(null));
    const promoted = position.play("b8=Q+");
    assert.deepEqual(squaresOf(promoted.promoted), ["b8"]);
    assert.equal(promoted.get("b8"), "Q");
    assert.equal(thrown(() => position.play("Q@e4")).code, "not-in-pocket");
    assert.equal(thrown(() => position.play("N@e8")).code, "no-drop");
});

test("a list has more moves than chess ever has", () => {
    const position = new VariantPosition("crazyhouse", "4k3/8/8/8/8/8/8/4K3[QRBNP] w - - 0 1");
    const moves = position.legalMoves();
    assert.equal(moves.length, 62 * 4 + 48 + 5);
    assert.equal(position.legalMoveCount(), moves.length);
    assert.deepEqual(position.moves().map(({ move }) => move), [...moves]);
    assert.deepEqual(position.moves().map(({ san }) => san), position.sans());
});

test("en passant, castling, promotion to a king", () => {
    const passed = new VariantPosition("atomic", "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1");
    const { type, captured, capturedSquare } = passed.details("exd6");
    assert.deepEqual([type, captured, capturedSquare], ["enPassant", "p", "d5"]);
    assert.equal(passed.enPassant, "d6");
    assert.equal(passed.castlingRights, "K");
    const castling = passed.details("O-O");
    assert.deepEqual([castling.uci, castling.castling, castling.rook], ["e1g1", "short", { origin: "h1", destination: "f1" }]);
    assert.deepEqual(passed.destinations().get("e1").filter((goal) => /[gh]1/.test(goal)).sort(), ["g1", "h1"]);
    assert.equal(passed.uci("O-O", { chess960: true }), "e1h1");
    const own = new VariantPosition("antichess", "8/P7/8/8/8/8/8/7r w - - 0 1");
    assert.equal(own.details("a8=K").promotion, "k");
    assert.equal(own.play("a7a8k").get("a8"), "K");
});

const ENDS = [
    ["atomic", undefined, "Nf3 f6 Nd4 g6 Ne6 Na6 Nxd8", "white", "explosion"],
    ["antichess", "8/8/8/8/8/8/p7/1R6 b - - 0 1", "axb1=N", "white", "nothing-left"],
    ["kingofthehill", "4k3/8/8/8/8/4K3/8/8 w - - 0 1", "Kd4", "white", "hill"],
    ["3check", "4k3/8/8/8/8/8/8/Q3K3 w - - 1+3 0 1", "Qa4", "white", "checks"],
    ["racingkings", "8/7K/8/8/8/k7/8/8 w - - 0 1", "Kg8", "white", "goal"],
    ["racingkings", "8/k6K/8/8/8/8/8/8 w - - 0 1", "Kg8 Kb8", null, "both-at-goal"],
    ["horde", "4k3/8/8/8/8/8/3p4/4P3 b - - 0 1", "dxe1=Q", "black", "nothing-left"],
    ["crazyhouse", undefined, "f3 e5 g4 Qh4", "black", "checkmate"],
    ["chess", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "", null, "stalemate"],
];

test("games end by the rules of their variant", () => {
    for (const [name, fen, moves, winner, reason] of ENDS) {
        const start = new VariantPosition(name, fen);
        if (moves !== "") {
            assert.equal(start.outcome, null, name);
        }
        const position = start.playAll(moves);
        assert.equal(position.outcome.winner, winner, name);
        assert.equal(position.outcome.reason, reason, name);
        assert.match(position.outcome.text, winner === null ? /^draw by / : /^(White|Black) wins by /);
        assert.equal(position.outcome.result, { white: "1-0", black: "0-1", null: "1/2-1/2" }[winner]);
        assert.equal(position.legalMoveCount(), 0, name);
    }
});

test("checks are counted, and material that cannot win is known", () => {
    const position = new VariantPosition("3check", "4k3/8/8/8/8/8/8/Q3K3 w - - 3+3 0 1").play("Qa4");
    assert.deepEqual(position.checksGiven, { white: 1, black: 0 });
    const bare = new VariantPosition("3check", "4k3/8/8/8/8/8/8/4KN2 w - - 3+3 0 1");
    assert.ok(!bare.hasInsufficientMaterial("white"));
    assert.ok(bare.hasInsufficientMaterial("black"));
});

test("a game knows its variant, also from bytes", () => {
    const game = Game.unpack(new Game("crazyhouse", "e4").pack());
    assert.deepEqual([game.variant, game.turn], ["crazyhouse", "black"]);
    assert.equal(thrown(() => new Game("horde", "e5 e6 Nf3")).ply, 2);
});

const MIXED = [
    '[White "Anne"]\n[Variant "Crazyhouse"]\n\n1. e4 { [%clk 0:01:00] good } d5 2. exd5 Qxd5 3. P@e4 (3. Nc3 $1 Qd8) (3. --) 1-0',
    '[White "Bea"]\n\n1. e4 e5 *',
    '[FEN "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 +2+0"]\n[Variant "Three-check"]\n\n1. Ra8+ 1-0',
].join("\n\n");

test("games of PGN have the rules that they name", () => {
    const [house, chess, checks] = readPgn(MIXED);
    assert.deepEqual([house, chess, checks].map(({ start }) => start.variant), ["crazyhouse", "chess", "3check"]);
    assert.deepEqual(house.sans(), ["e4", "d5", "exd5", "Qxd5", "P@e4"]);
    const [e4] = house.root.children;
    assert.deepEqual([e4.clock, e4.comment, house.tags.get("White"), house.result], [60, "good", "Anne", "1-0"]);
    const [drop, knight, pass] = house.mainLine()[3].children;
    assert.deepEqual([drop.position.fen(), drop.parent.position.pockets.white.p, knight.nags], [
        "rnb1kbnr/ppp1pppp/8/3q4/4P3/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 3", 1, [1],
    ]);
    assert.deepEqual([pass.san, pass.move, pass.position.turn], ["--", 0, "black"]);
    assert.equal(checks.root.children[0].position.outcome.reason, "checks");
    for (const game of [house, chess, checks]) {
        const again = parsePgn(String(game));
        assert.equal(String(again), String(game));
        assert.deepEqual([...again.nodes()].map(({ san }) => san), [...game.nodes()].map(({ san }) => san));
        assert.ok(again.start.equals(game.start));
    }
    assert.match(String(checks), /\[Variant "Three-check"\]/);
    assert.match(String(checks), /\[FEN "[^"]* 1\+3 0 1"\]/);
    assert.equal(thrown(() => philidor.parsePgn(String(house))).code, "variant");
    assert.equal(String(philidor.parsePgn(String(chess))), String(chess));
});

test("games of every variant are made, written and read", () => {
    const random = randomly(21);
    for (const name of variants) {
        for (const start of [new VariantPosition(name), played(new VariantPosition(name), random, 7)]) {
            const game = new Game(start);
            for (let plies = 12; plies > 0 && game.position.legalMoveCount() > 0; plies -= 1) {
                const moves = game.position.legalMoves();
                game.play(moves[random(moves.length)]);
            }
            game.end("agreement");
            const pgn = game.pgn({ White: "Anne" });
            const again = parsePgn(String(pgn));
            assert.deepEqual([again.tags.get("White"), again.result, again.sans()], ["Anne", game.result, game.sans()]);
            // The tree has the result, and not by what the game ended.
            assert.deepEqual(again.game().pack(), new Game(start, game.moves).pack(), String(pgn));
        }
    }
    const atomic = new PgnGame(VariantPosition.chess960("atomic", 0));
    const { start } = parsePgn(String(atomic));
    assert.deepEqual([start.variant, start.isChess960], ["atomic", true]);
    assert.equal(atomic.root.add("d4"), atomic.root.add("d2d4"));
    assert.equal(thrown(() => atomic.root.add("d5")).name, "MoveError");
});

test("a tag cannot change the rules of a game", () => {
    for (const [game, tag, other] of [
        [new PgnGame("horde"), "Variant", "Atomic"],
        [new philidor.PgnGame(), "variant", "Horde"],
    ]) {
        game.tags.set(tag, other);
        const { name, code, message } = thrown(() => String(game));
        assert.deepEqual([name, code, message], ["ArgumentError", "range", `${tag} ${other}: a variant with other rules`]);
    }
    const house = new PgnGame("crazyhouse");
    house.tags.set("Variant", "Crazy House");
    assert.equal(parsePgn(String(house)).tags.get("Variant"), "Crazy House");
});

test("bad games of PGN are named", () => {
    const bad = '[Variant "Antichess"]\n\n1. e4 d5 2. Nf3 *\n\n[Variant "Bughouse"]\n\n*\n\n';
    const errors = [];
    assert.equal([...readPgn(bad + MIXED, { onError: (error) => errors.push(error) })].length, 3);
    assert.deepEqual(errors.map(({ code, text, line }) => [code, text, line]), [["san", "Nf3", 3], ["variant", '[Variant "Bughouse"]', 5]]);
    assert.ok(errors[0] instanceof PgnError);
    assert.equal(thrown(() => parsePgn(MIXED)).code, "second-game");
});

test("starts of Chess960, for variants that have them", () => {
    const position = VariantPosition.chess960("atomic", 0);
    assert.ok(position.isChess960);
    assert.ok(position.play("d4").isChess960);
    assert.match(position.fen({ castling: "shredder" }), /^bbqnnrkr/);
    assert.equal(VariantPosition.chess960("atomic", 518).fen(), new VariantPosition("atomic").fen());
    assert.equal(thrown(() => VariantPosition.chess960("racingkings", 0)).code, "range");
    assert.equal(thrown(() => VariantPosition.chess960("atomic", 960)).code, "range");
});

test("errors have the classes and codes of the package", () => {
    const start = new VariantPosition("atomic");
    const cases = [
        [() => new VariantPosition("bughouse"), ArgumentError, "range"],
        [() => new VariantPosition(), ArgumentError, "type"],
        [() => new VariantPosition("atomic", 5), ArgumentError, "type"],
        [() => new VariantPosition("atomic", "x"), FenError, "rank-count"],
        [() => new VariantPosition("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Z] w - - 0 1"), FenError, "variant"],
        [() => new VariantPosition("atomic", "8/8/8/8/8/8/8/4K3 w - - 0 1"), SetupError, "setup"],
        [() => new VariantPosition("racingkings", "8/8/8/8/8/8/P7/k1K5 w - - 0 1"), SetupError, "setup"],
        [() => VariantPosition.unpack(new Uint8Array(3)), PackedError, "format"],
        [() => VariantPosition.unpack(start.pack().subarray(1)), PackedError, "variant"],
        [() => VariantPosition.unpack(start.pack().subarray(0, 30)), PackedError, "length"],
        [() => start.play("Nf9"), MoveError, "syntax"],
        [() => start.play("e2e5"), MoveError, "unreachable"],
        [() => start.play(1), MoveError, "illegal"],
        [() => start.play(65_536), ArgumentError, "range"],
        [() => start.play(null), ArgumentError, "type"],
        [() => start.parseSan("e2e4x"), MoveError, "syntax"],
        [() => new VariantPosition("antichess", "8/6p1/8/8/8/8/6R1/8 w - - 0 1").play("Ra2"), MoveError, "capture-is-compulsory"],
        [() => new VariantPosition("atomic", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1").pass(), MoveError, "null-move"],
        [() => start.hasInsufficientMaterial("red"), ArgumentError, "color"],
        [() => start.perft(-1), ArgumentError, "range"],
    ];
    for (const [action, Class, code] of cases) {
        const error = thrown(action);
        assert.ok(error instanceof Class, `${action}: ${error}`);
        assert.equal(error.code, code, `${action}: ${error}`);
    }
    const error = thrown(() => start.playAll("e4 e5 Nf9"));
    assert.deepEqual([error.ply, error.text, error.offset], [2, "Nf9", 2]);
    assert.match(error.fen, / w /);
    const { faults, fen, setup } = thrown(() => new VariantPosition("racingkings", "8/8/8/8/8/8/P7/k1K5 w - - 0 1"));
    assert.deepEqual([fen, setup, SetupError], ["8/8/8/8/8/8/P7/k1K5 w - - 0 1", undefined, philidor.SetupError]);
    assert.deepEqual(faults.map(({ kind, squares }) => [kind, squares]), [["pawns-in-race", ["a2"]]]);
    const many = thrown(() => new VariantPosition("racingkings", "8/8/8/8/8/8/krbnNBRK/qrbnNBQQ w - - 0 1")).faults;
    assert.deepEqual(many.map(({ kind, color }) => [kind, color]), [["too-many-in-race", "white"]]);
    const king = thrown(() => new VariantPosition("horde", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1")).faults;
    assert.deepEqual(king.map(({ kind, squares }) => [kind, squares]), [["king-in-horde", ["e1"]]]);
    assert.ok(start.isLegal("e4") && start.isLegal(start.move("e4")) && !start.isLegal("e5") && !start.isLegal(1));
});

test("positions live on when others have taken their places in the module", () => {
    const random = randomly(5);
    // The first ones have lost their places before they are asked again.
    const kept = variants.flatMap((name) =>
        Array.from({ length: 60 }, () => {
            const position = played(new VariantPosition(name), random, random(60));
            return [position, position.fen(), position.key, position.ucis().join()];
        }),
    );
    for (const [position, fen, key, ucis] of kept) {
        // First a question for which text is written, too.
        assert.ok(ucis === "" || position.isLegal(ucis.split(",")[0]), fen);
        assert.equal(position.fen(), fen);
        assert.equal(position.ucis().join(), ucis, fen);
        assert.ok(VariantPosition.unpack(position.pack(), { strict: false }).equals(position), fen);
        assert.equal(new VariantPosition(position.variant, fen, { strict: false }).key, key, fen);
        if (ucis !== "") {
            const uci = ucis.split(",")[0];
            assert.equal(position.play(uci).fen(), position.play(position.san(uci)).fen());
            assert.equal(position.parseSan(position.san(uci)), position.parseUci(uci));
        }
    }
});

test("the rules and the variants do without each other", () => {
    const entries = ["variants-node.js", "variants-browser.js"];
    const bases = ["module", "owned", "placed", "position", "details", "game"].map((name) => `base-${name}`);
    const files = ["variants-index", "variants-module", "variants", "variants-pgn", "pgn-tree", "pgn-reading", "compiling", ...bases].map((name) => `lib/${name}.js`);
    for (const entry of [...entries, ...files]) {
        assert.doesNotMatch(readFileSync(new URL(entry, folder), "utf8"), /"\.\/(lib\/)?(index|module|position)\.js"/);
    }
});
