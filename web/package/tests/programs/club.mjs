// The evening of a chess club, as a program for chess.js: it keeps the club's games, shows the table and the openings,
// comments the games, finds their turning points, sets up puzzles, and prints the boards.

import {
    Chess, DEFAULT_POSITION, SQUARES, validateFen,
} from "chess.js";

const GAMES = [
    `[Event "Club evening"]
[Site "Paris"]
[Date "1858.11.02"]
[Round "1"]
[White "Morphy, Paul"]
[Black "Consultants"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0`,
    `[Event "Club evening"]
[Site "London"]
[Date "1851.06.21"]
[Round "2"]
[White "Anderssen, Adolf"]
[Black "Kieseritzky, Lionel"]
[Result "1-0"]

1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 11. Rg1 cxb5
12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5 Qxa1+ 20. Ke2 Na6
21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0`,
    `[Event "Club evening"]
[Site "Vienna"]
[Date "1910.??.??"]
[Round "3"]
[White "Réti, Richard"]
[Black "Tartakower, Savielly"]
[Result "1-0"]

1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 5. Qd3 e5 6. dxe5 Qa5+ 7. Bd2 Qxe5 8. O-O-O Nxe4 9. Qd8+ Kxd8 10. Bg5+ Kc7
11. Bd8# 1-0`,
    `[Event "Club evening"]
[Site "Here"]
[Date "2026.11.23"]
[Round "4"]
[White "Beginner"]
[Black "Morphy, Paul"]
[Result "0-1"]

1. f3 {an unlucky start} e5 2. g4 Qh4# 0-1`,
    `[Event "Club evening"]
[Site "Here"]
[Date "2026.11.23"]
[Round "5"]
[White "Anderssen, Adolf"]
[Black "Beginner"]
[Result "1/2-1/2"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2`,
];

const VALUES = {
    p: 1, n: 3, b: 3, r: 5, q: 9, k: 0,
};

function heading(text) {
    console.log(`\n${text}\n${"=".repeat(text.length)}`);
}

function read(text) {
    const game = new Chess();
    game.loadPgn(text);
    return game;
}

/** What stands on the board, by White's account. */
function material(game) {
    return game.board().flat().filter(Boolean)
        .reduce((sum, { type, color }) => sum + (color === "w" ? VALUES[type] : -VALUES[type]), 0);
}

function endOf(game) {
    if (game.isCheckmate()) {
        return `${game.turn() === "w" ? "Black" : "White"} mates`;
    }
    if (game.isStalemate()) {
        return "stalemate";
    }
    if (game.isThreefoldRepetition()) {
        return "the position stood three times";
    }
    return game.isDraw() ? "drawn" : "agreed";
}

function showTable(games) {
    heading("The table");
    const points = new Map();
    for (const game of games) {
        const { White, Black, Result } = game.getHeaders();
        const [white, black] = Result.split("-").map((share) => ({ 1: 1, 0: 0, "1/2": 0.5 })[share]);
        points.set(White, (points.get(White) ?? 0) + white);
        points.set(Black, (points.get(Black) ?? 0) + black);
    }
    [...points].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
        .forEach(([name, sum], place) => console.log(`${place + 1}. ${name.padEnd(24)} ${sum}`));
}

function showOpenings(games) {
    heading("The openings");
    const tree = {};
    for (const game of games) {
        let branch = tree;
        for (const san of game.history().slice(0, 4)) {
            branch[san] ??= { count: 0, next: {} };
            branch[san].count += 1;
            branch = branch[san].next;
        }
    }
    const show = (branch, depth) => {
        for (const [san, { count, next }] of Object.entries(branch).sort()) {
            console.log(`${"  ".repeat(depth)}${san} ${count}`);
            show(next, depth + 1);
        }
    };
    show(tree, 0);
}

/** Plays a game through once more, and writes a comment where the material changes most. */
function showTurningPoint(game) {
    const { White, Black } = game.getHeaders();
    const replay = new Chess();
    let before = 0;
    let [most, turn] = [0, null];
    const checks = [];
    for (const move of game.history({ verbose: true })) {
        const played = replay.move({ from: move.from, to: move.to, promotion: move.promotion });
        if (played.san !== move.san || played.after !== replay.fen() || played.before !== move.before) {
            throw new Error(`the game cannot be replayed at ${move.san}`);
        }
        const now = material(replay);
        if (Math.abs(now - before) > most) {
            [most, turn] = [Math.abs(now - before), { move, number: replay.moveNumber(), now }];
            replay.setComment(`the balance is now ${now > 0 ? "+" : ""}${now}`);
        }
        before = now;
        if (replay.inCheck()) {
            checks.push(move.san);
        }
    }
    console.log(`${White} – ${Black}: ${endOf(replay)} after ${game.history().length} half-moves`);
    console.log(`  checks: ${checks.join(" ") || "none"}`);
    if (turn !== null) {
        const { san, lan, piece, captured } = turn.move;
        console.log(`  most changes ${san} (${lan}), ${piece} takes ${captured}, before move ${turn.number}: ${turn.now}`);
    }
    console.log(`  ${replay.getComments().map(({ comment, fen }) => `${comment} [${fen.split(" ")[0].slice(0, 20)}]`).join("; ")}`);
    return replay;
}

/** Puzzles: a board is made piece by piece, examined, and solved by trying all moves. */
function showPuzzle(title, pieces, turn) {
    heading(title);
    const game = new Chess();
    game.clear();
    for (const [square, letter] of Object.entries(pieces)) {
        const color = letter === letter.toUpperCase() ? "w" : "b";
        console.log(`  ${letter} to ${square}: ${game.put({ type: letter.toLowerCase(), color }, square)}`);
    }
    if (turn === "b") {
        game.setTurn("b");
    }
    console.log(game.fen(), JSON.stringify(validateFen(game.fen())));
    console.log(game.ascii());
    const king = game.findPiece({ type: "k", color: turn === "w" ? "b" : "w" })[0];
    console.log(`the king on ${king} stands on a ${game.squareColor(king)} square; attackers: ${game.attackers(king, turn).join(" ") || "none"}`);
    const mates = game.moves().filter((san) => {
        game.move(san);
        const mate = game.isCheckmate();
        game.undo();
        return mate;
    });
    console.log(`mate in one: ${mates.join(" ") || "no"}`);
    const covered = SQUARES.filter((square) => game.isAttacked(square, turn));
    console.log(`${covered.length} squares are covered: ${covered.join(" ")}`);
    for (const square of Object.keys(pieces)) {
        const moves = game.moves({ square, verbose: true });
        if (moves.length > 0) {
            console.log(`  ${square}: ${moves.map(({ to, flags }) => to + flags).join(" ")}`);
        }
    }
}

const games = GAMES.map(read);
heading("The games");
for (const game of games) {
    const headers = game.getHeaders();
    console.log(`${headers.Round}. ${headers.White} – ${headers.Black} ${headers.Result}, ${headers.Site}, ${headers.Date}`);
    console.log(`   ${game.fen()}`);
}
showTable(games);
showOpenings(games);
heading("The turning points");
const shown = games.map(showTurningPoint);

heading("The best game, commented");
shown[0].setHeader("White", "Morphy, Paul");
shown[0].setHeader("Annotator", "The club");
console.log(shown[0].pgn());
shown[0].removeComments();
shown[0].removeHeader("Annotator");
console.log(shown[0].pgn({ newline: " | ", maxWidth: 60 }));

showPuzzle("A ladder", { a1: "K", b6: "R", a7: "R", e8: "k" }, "w");
showPuzzle("A smothered king", { h8: "k", g8: "r", h7: "p", g7: "p", e5: "N", a1: "K" }, "w");
showPuzzle("A pawn short of a queen", { e7: "P", f6: "K", h8: "k", d8: "n" }, "w");

heading("What is refused");
for (const attempt of [
    () => new Chess("8/8/8/8/8/8/8/8 w - - 0 1"),
    () => new Chess("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1"),
    () => new Chess().move("e5"),
    () => new Chess().move({ from: "e2", to: "e5" }),
    () => read("1. e4 e5 2. Ke3"),
]) {
    try {
        attempt();
        console.log("nothing");
    } catch (error) {
        console.log(`${error.constructor.name}: ${error.message}`);
    }
}
console.log(games[0].get("d8"), games[0].get("e1"), games[0].remove("d8"), games[0].get("d8"));
console.log(new Chess().fen() === DEFAULT_POSITION, new Chess().hash(), games[1].hash());
