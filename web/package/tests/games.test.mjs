import assert from "node:assert/strict";
import test from "node:test";
import { philidor, randomly, thrown, variants } from "./philidor.mjs";

const { Book, Game, Mailbox, MagicSearch, Position, Positions, checkPgn, checkPgnStream, generators, magicLookUp, magicNumbers,
    parsePgn, pextLookUp, readPgn, renew } = philidor;
const { VariantPosition } = variants;

const MATE = "f3 e5 g4 Qh4#";
const TREE = `[Event "?"]
[White "A \\"B\\" C"]
[Result "1-0"]

{ before all } 1. e4! { [%clk 0:05:00.5] [%eval 0.25,12] hi } 1... e5 (1... c5 { sic } 2. Nf3 (2. c3 d5) 2... d6)
(1... e6) 2. Bc4 $14 { calm } 1-0
`;

/** The entries: a text of games, a start from a FEN or without one, and by its number. */
const ENTRIES = {
    philidor: { ...philidor, text: TREE, at: (fen, options) => new Position(fen, options), chess960: Position.chess960 },
    "philidor/variants": {
        ...variants,
        text: `${TREE}\n[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 (3. Nc3) *\n`,
        at: (fen, options) => new VariantPosition("crazyhouse", fen, options),
        chess960: (number) => VariantPosition.chess960("chess", number),
    },
};

/** What holds for games of any rules. */
function law(name, work) {
    for (const [entry, names] of Object.entries(ENTRIES)) {
        test(`${entry}: ${name}`, () => work(names));
    }
}

test("moves are checked strictly on request", () => {
    const text = "1. Ng1f3 *\n\n1. Nf3 (1. e2-e4) *\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7 *";
    assert.equal(checkPgn(text).badGames, 0);
    assert.equal(checkPgn(text, { strict: true }).badGames, 1);
    assert.equal(checkPgn(text, { strict: true, variations: true }).badGames, 2);
    const read = (options) => [...readPgn(text, { onError: "skip", ...options })].length;
    assert.deepEqual([read({}), read({ strict: true }), read({ strict: true, lenient: true })], [3, 1, 2]);
    assert.throws(() => parsePgn("1. Ng1f3 *", { strict: true }), { code: "san" });
});

test("a FEN whose castling rights have no rook is repaired on request", () => {
    const text = '[SetUp "1"]\n[FEN "7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1"]\n\n1. Rh6# 1-0';
    assert.throws(() => parsePgn(text), { name: "PgnError" });
    assert.deepEqual(parsePgn(text, { lenient: true }).sans(), ["Rh6#"]);
    assert.equal([...readPgn(text, { lenient: true })].length, 1);
});

law("a game says what its reader mended or left out", ({ PgnError, PgnGame, at, parsePgn, readPgn }) => {
    const text = '[White "A"]\n[White "B"]\n\n1. e4 ☂ e5 *\n\n[FEN "7k/5K2/4R3/8/8/8/8/8 W"]\n\n1. Rh6# 1-0';
    const said = [...readPgn(text, { lenient: true })].map((game) => game.faults.map(({ code, line }) => [code, line]));
    assert.deepEqual(said, [[["repeated-tag", 1], ["symbol", 4]], [["mended-fen", 6]]]);
    const [fault] = parsePgn("1. e4 ☂ e5 *").faults;
    assert.equal(fault instanceof PgnError && fault.text, "☂");
    assert.deepEqual(new PgnGame(at()).faults, []);
});

law("a game is played, undone and played again", ({ Game, at }) => {
    const game = new Game(at(), "e4 e5 Nf3");
    assert.deepEqual(game.sans(), ["e4", "e5", "Nf3"]);
    assert.equal(game.undo(), game.undone[0]);
    assert.equal(game.ply, 2);
    assert.equal(game.redo() !== null, true);
    assert.equal(game.goTo(0), true);
    assert.equal(game.position.equals(at()), true);
    assert.equal(game.undo(), null);
    assert.deepEqual([game.goTo(4), game.goTo(3), game.ply], [false, true, 3]);
    assert.ok(game.positionAt(1).equals(at().play("e4")));
    const copy = game.copy();
    assert.equal(copy.undo(), game.moves.at(-1));
    assert.deepEqual([copy.ply, game.ply], [2, 3]);
    game.goTo(0);
    assert.ok(game.positionAt(1).equals(at().play("e4")), "what was undone counts");
    assert.equal(game.positionAt(4), null);
    game.play("d4");
    assert.equal(game.undone.length, 0, "another move drops what was undone");
    assert.deepEqual(game.ucis(), ["d2d4"]);
    assert.equal(thrown(() => game.play("Ke3")).code, "unreachable");
    assert.equal(thrown(() => new Game(at(), ["e4", "e4"])).ply, 1);
});

law("a game answers as its position does", ({ Game, at }) => {
    const game = new Game(at(), "e4 e5 Qh5 Nc6 Qxf7");
    const { position } = game;
    assert.deepEqual([game.turn, game.isCheck, game.key], ["black", true, position.key]);
    assert.deepEqual([game.legalMoves(), game.legalMoveCount()], [position.legalMoves(), position.legalMoveCount()]);
    const arrays = [game, position].map((one) => {
        const array = new Uint16Array(512);
        return [one.legalMovesInto(array), array];
    });
    assert.deepEqual(arrays[0], arrays[1]);
    assert.equal(arrays[0][0], position.legalMoveCount());
});

law("games end by the rules and by declaration", ({ Game, at }) => {
    assert.deepEqual(new Game(at(), MATE).outcome,
        { result: "0-1", winner: "black", reason: "checkmate", text: "Black wins by checkmate" });
    const again = new Game(at());
    const turns = () => ["Nf3", "Nf6", "Ng1", "Ng8"].forEach((san) => again.play(san));
    for (let times = 0; times < 2; times += 1) {
        assert.equal(again.claim(), null);
        turns();
    }
    assert.deepEqual([again.repetitions, again.claim(), again.outcome], [3, "threefold-repetition", null]);
    const claimed = again.copy();
    claimed.end("threefold-repetition");
    assert.equal(claimed.result, "1/2-1/2");
    turns();
    turns();
    assert.equal(again.outcome.reason, "fivefold-repetition");
    again.undo();
    again.endByTime("black");
    assert.deepEqual([again.result, again.outcome.reason], ["1-0", "time"]);
    const resigned = new Game(at());
    resigned.end("resignation", "white");
    assert.deepEqual([resigned.result, resigned.outcome.winner, resigned.outcome.reason], ["0-1", "black", "resignation"]);
    resigned.end("agreement");
    assert.equal(resigned.result, "0-1", "an ended game stays ended");
    const mate = at("R3k3/8/4K3/8/8/8/8/8 b - - 0 1");
    assert.deepEqual(mate.outcome, new Game(mate).outcome);
    assert.equal(mate.outcome.text, "White wins by checkmate");
    assert.equal(at().outcome, null);
});

test("who cannot mate draws when the time is over, and moves have kinds", () => {
    const bare = new Game("4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
    bare.endByTime("white");
    assert.equal(bare.outcome.reason, "time-without-material");
    const promotes = new Position("8/P3k3/8/3pP3/8/8/8/4K3 w - d6 0 1");
    const kinds = ["tactical", "captures"].map((kind) => promotes.legalMoves({ kind }).length);
    assert.deepEqual(kinds, [5, 1]);
});

law("a game fits into bytes", ({ Game, at }) => {
    const game = new Game(at(), "e4 c5 Nf3 d6 d4 cxd4");
    game.end("resignation", "white");
    const again = Game.unpack(game.pack());
    assert.deepEqual([again.sans(), again.outcome], [game.sans(), game.outcome]);
    assert.deepEqual(again.ucis().slice(0, 2), ["e2e4", "c7c5"]);
    assert.ok(again.start.equals(at()) && again.position.equals(game.position));
    assert.equal(Game.unpack(game.pack(), { chess960: true }).start.isChess960, true);
    assert.equal(thrown(() => Game.unpack(new Uint8Array([9, 9, 9]))).name, "PackedError");
    const triple = new Game(at("4k3/8/8/8/1b2r2b/8/8/4K3 w - - 0 1", { strict: false })).pack();
    assert.equal(thrown(() => Game.unpack(triple)).name, "PackedError");
    assert.equal(Game.unpack(triple, { strict: false }).ply, 0);
});

law("what was freed says so", ({ Game, at }) => {
    const game = new Game(at());
    game.free();
    game.free();
    assert.equal(thrown(() => game.play("e4")).code, "freed");
});

law("a tree of PGN is read, changed and written", ({ parsePgn }) => {
    const game = parsePgn(TREE);
    assert.equal(game.tags.get("White"), 'A "B" C');
    assert.equal(game.result, "1-0");
    assert.deepEqual(game.sans(), ["e4", "e5", "Bc4"]);
    const [e4] = game.root.children;
    assert.deepEqual([e4.comment, e4.nags, e4.clock, e4.eval], ["hi", [1], 300.5, { centipawns: 25, depth: 12 }]);
    assert.deepEqual(e4.children.map((node) => node.san), ["e5", "c5", "e6"]);
    assert.equal(e4.children[1].children[0].position.fen(),
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    const again = parsePgn(String(game));
    assert.equal(String(again), String(game));
    assert.deepEqual([...again.nodes()].map((node) => node.san), [...game.nodes()].map((node) => node.san));
    e4.children[2].promote();
    e4.children[1].comment = "two\nlines";
    e4.children[2].remove();
    e4.add("d5").nags = [6];
    assert.equal(e4.add("d5"), e4.children[2], "a move that is there is found");
    const words = String(game).split(/\s+/).join(" ");
    assert.match(words, /1\.\.\. e6 \( 1\.\.\. e5 \{ two lines \} .* 1\.\.\. d5 \$6/);
    assert.equal(thrown(() => e4.add("e4")).name, "MoveError");
    assert.equal(game.game().sans()[1], "e6");
});

const BAD = `${TREE}\n[Event "bad"]\n\n1. e4 e5 2. Ke3 *\n\n1. d4 *\n`;

law("errors of PGN have their place in the whole text", ({ parsePgn, readPgn }) => {
    const games = readPgn(BAD);
    assert.equal(games.next().value.sans().length, 3);
    const error = thrown(() => games.next());
    assert.deepEqual([error.name, error.code, error.text, error.line], ["PgnError", "san", "Ke3", 10]);
    assert.equal(new TextEncoder().encode(BAD.slice(0, BAD.indexOf("Ke3"))).length, error.offset);
    assert.equal(games.next().value.sans()[0], "d4", "the next game can be asked for");
    assert.equal(games.next().done, true);
    assert.equal([...readPgn(BAD, { onError: "skip" })].length, 2);
    assert.deepEqual([thrown(() => parsePgn("")).code, thrown(() => parsePgn("1. e4 * 1. d4 *")).code],
        ["no-game", "second-game"]);
});

test("a check finds the bad games, and those with bad variations on request", () => {
    const { games: seen, badGames, moves, errors } = checkPgn(BAD);
    assert.deepEqual([seen, badGames, moves, errors.length, errors[0].line], [3, 1, 6, 1, 10]);
    assert.deepEqual([checkPgn("1. e4 (1. e5) *").badGames, checkPgn("1. e4 (1. e5) *", { variations: true }).badGames],
        [0, 1]);
});

law("a stream may be cut anywhere", async ({ checkPgn, checkPgnStream, readPgn, readPgnStream, text }) => {
    const bytes = new TextEncoder().encode(`${text}\n`.repeat(7));
    const whole = [...readPgn(bytes)].map(String);
    assert.ok(whole.length >= 7);
    const random = randomly(8);
    for (let round = 0; round < 20; round += 1) {
        const cuts = async function* () {
            for (let at = 0; at < bytes.length;) {
                const end = at + 1 + random(round < 3 ? 3 : 400);
                yield bytes.subarray(at, end);
                at = end;
            }
        };
        const found = [];
        for await (const game of readPgnStream(cuts())) {
            found.push(String(game));
        }
        assert.deepEqual(found, whole);
        assert.deepEqual(await checkPgnStream?.(cuts()), checkPgn?.(bytes));
    }
});

law("Chess960 and starts of their own survive PGN", ({ PgnGame, chess960, parsePgn }) => {
    const game = new PgnGame(chess960(1));
    game.root.add(game.start.sans()[0]);
    const again = parsePgn(String(game));
    assert.equal(again.start.fen(), game.start.fen());
    assert.equal(again.start.isChess960, true);
    assert.equal(again.tags.get("Variant"), "Chess960");
    const passed = parsePgn("1. e4 (1. -- e5) e5 *");
    assert.equal(passed.root.children[1].san, "--");
    assert.equal(String(parsePgn(String(passed))), String(passed));
});

test("many positions at once answer as one does", () => {
    const list = [...parsePgn(TREE).nodes()].map((node) => node.position);
    const many = Array.from({ length: 5_000 }, (_, index) => list[index % list.length]);
    const positions = Positions.fromPositions(many);
    assert.deepEqual(Positions.fromFens(many.map((one) => one.fen())).bytes, positions.bytes);
    const { offsets, moves } = positions.legalMoves();
    const chosen = new Uint16Array(many.length);
    many.forEach((one, row) => {
        assert.deepEqual(moves.subarray(offsets[row], offsets[row + 1]), one.legalMoves());
        chosen[row] = moves[offsets[row] + (row % (offsets[row + 1] - offsets[row]))];
    });
    assert.deepEqual([...positions.keys()], many.map((one) => one.key));
    assert.deepEqual([...positions.moveCounts()], many.map((one) => one.legalMoveCount()));
    assert.deepEqual(positions.fens(), many.map((one) => one.fen()));
    assert.deepEqual(positions.play(chosen).fens(), many.map((one, row) => one.play(chosen[row]).fen()));
    assert.equal(positions.at(4_999).equals(many[4_999]), true);
    const broken = positions.bytes.slice();
    broken[32 * 4_000 + 31] = 9;
    const error = thrown(() => new Positions(broken).moveCounts());
    assert.deepEqual([error.name, error.code, error.row], ["PackedError", "format", 4_000]);
    chosen[3_000] = 0;
    assert.deepEqual([thrown(() => positions.play(chosen)).name, thrown(() => positions.play(chosen)).row],
        ["MoveError", 3_000]);
    assert.equal(thrown(() => Positions.fromFens(["8/8/8/8/8/8/8/8 w - - 0 1"])).row, 0);
    const { positions: lines, offsets: starts } = Positions.fromPgn(`${TREE}\n1. d4 *`);
    assert.deepEqual([lines.length, [...starts]], [6, [0, 4, 6]]);
});

test("a book is made of games and asked", () => {
    const games = ["e4 e5", "e4 c5", "d4 d5"].map((moves) => {
        const game = new Game(undefined, moves);
        game.end("resignation", "black");
        return game;
    });
    const book = Book.ofGames(games, { minGames: 1 });
    const start = new Position();
    assert.deepEqual(book.moves(start).map(({ move }) => start.san(move)), ["e4", "d4"]);
    assert.equal(book.best(start), start.move("e4"));
    assert.equal(book.choose(start, 0), start.move("e4"));
    assert.equal(book.choose(start, 0.999), start.move("d4"));
    assert.equal(new Book(book.toBytes()).length, book.length);
    assert.equal(thrown(() => new Book(new Uint8Array(15))).code, "book");
});

test("a book takes the moves of a game up to a null move", () => {
    const games = [parsePgn("1. e4 -- 2. d4 d5 1-0"), parsePgn("1. e4 e5 1-0"), parsePgn("1. -- e5 0-1")];
    const book = Book.ofGames(games, { minGames: 1 });
    const start = new Position();
    assert.deepEqual(book.moves(start), [{ move: start.move("e4"), weight: 4 }]);
    assert.equal(book.length, 1, "Black has no points after e4, and nothing after a null move counts");
});

test("the weights of a book are scaled down to sixteen bits", () => {
    const game = new Game(undefined, "e4");
    game.end("resignation", "black");
    const book = Book.ofGames(new Array(33_792).fill(game));
    // 67,584 points: a quotient of quotients would be 65,534.
    assert.deepEqual(book.moves(new Position()).map(({ weight }) => weight), [0xffff]);
});

law("arrays that no module can hold are refused", ({ Book, Game, VariantPosition, at }) => {
    for (const length of [2 ** 31, 2 ** 32 - 16, 2 ** 32 + 16]) {
        const bytes = new Uint8Array(16);
        Object.defineProperty(bytes, "length", { value: length });
        const game = new Game(at(), "e4");
        for (const call of [() => (Book ? new Book(bytes) : VariantPosition.unpack(bytes)), () => Game.unpack(bytes)]) {
            const { name, code, message } = thrown(call);
            assert.deepEqual([name, code], ["ArgumentError", "range"]);
            assert.ok(message.endsWith(` has at most 2147483647 bytes, not ${length}`), message);
        }
        assert.equal(game.ply, 1, "the module is not lost");
    }
});

law("the games of a text are an iterator as others are, and can be disposed of", ({ readPgn }) => {
    const text = "1. e4 *\n\n1. d4 *\n\n1. c4 *\n";
    const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
    assert.ok(iterators.isPrototypeOf(readPgn(text)), "it has the helpers that there are");
    if (typeof iterators.map === "function") {
        const games = readPgn(text);
        assert.deepEqual(games.map((game) => game.sans()[0]).take(2).toArray(), ["e4", "d4"]);
        assert.equal(games.next().done, true);
    }
    if (Symbol.dispose !== undefined) {
        const games = readPgn(text);
        assert.equal(games.next().value.sans()[0], "e4");
        assert.equal(games[Symbol.dispose](), undefined);
        assert.deepEqual(games.next(), { value: undefined, done: true });
    }
});

test("look-ups are done step by step, and magic numbers found", () => {
    const occupied = new Position().squares();
    for (const [slider, square] of [["rook", "c4"], ["bishop", "e5"]]) {
        const { mask, relevant, magic, product, shift, index, attacks } = magicLookUp(slider, square, occupied);
        assert.equal(relevant, occupied & mask);
        assert.equal(product, BigInt.asUintN(64, relevant * magic));
        assert.equal(BigInt(index), product >> BigInt(shift));
        const pext = pextLookUp(slider, square, occupied);
        assert.equal(pext.attacks, attacks);
        const bits = pext.order.map((name, bit) => (relevant >> BigInt(philidor.squareIndex(name))) & 1n ? 1 << bit : 0);
        assert.equal(bits.reduce((sum, bit) => sum + bit, 0), pext.index);
    }
    const { seed, tableEntries, bishop } = magicNumbers();
    assert.deepEqual([tableEntries, bishop.length], [107_648, 64]);
    const search = new MagicSearch("bishop", "a1", seed);
    let step;
    do {
        step = search.step(1_000);
    } while (!step.found && search.attempts < 10_000_000);
    assert.equal(search.found, bishop[0], "the first number of the library's own search");
});

test("the mailbox plays and takes back, list by list", () => {
    const position = new Position();
    const mailbox = new Mailbox(position);
    const before = mailbox.quiet();
    assert.equal(before.length, 20);
    assert.equal(mailbox.play(position.move("e4")), true);
    assert.deepEqual([mailbox.depth, mailbox.quiet(0), mailbox.quiet().length], [1, before, 20]);
    assert.equal(mailbox.undo(), position.move("e4"));
    assert.deepEqual(mailbox.quiet(), before);
    assert.equal(mailbox.undo(), null);
    assert.equal(thrown(() => new Mailbox(new Position("4k3/8/8/8/8/8/8/1RK3R1 w BG - 0 1"))).name,
        "UnrepresentableError");
    assert.deepEqual(generators().map(({ name }) => name), ["bitboard", "chain", "mailbox"]);
});

test("after a fresh start values live on, and what owned memory is freed", () => {
    const [position, game, tree] = [new Position().play("e4"), new Game(), parsePgn("1. e4 e5 *")];
    renew();
    assert.equal(position.perft(2), 600n);
    assert.equal(tree.root.children[0].children[0].position.turn, "white");
    assert.equal(thrown(() => game.play("e4")).code, "freed");
    game.free();
    assert.equal(new Game().play("e4"), position.moveTo(position) ?? new Position().move("e4"));
});

law("a tag has a name without blanks", ({ parsePgn }) => {
    const game = parsePgn("1. e4 *");
    game.tags.set("White Elo", "2850");
    assert.throws(() => String(game), { name: "ArgumentError" });
});

law("an evaluation may say that there is no mate", ({ parsePgn }) => {
    const game = parsePgn("1. e4 *");
    game.root.children[0].eval = { centipawns: 35, mate: null };
    assert.match(String(game), /\[%eval 0\.35\]/);
});
