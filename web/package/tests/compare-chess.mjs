// Compares philidor/chess with chess.js by random operations: each is done to both, and what they answer, throw and
// have become has to be the same. What differs on purpose is listed in web/package/chess.md.
//
//   npm install --no-save chess.js@1.4.0
//   node web/package/tests/compare-chess.mjs [--operations N] [--seed N] [--show N]

import { parseArgs } from "node:util";
import { chess as ours } from "./philidor-chess.mjs";
import { randomly } from "./philidor.mjs";
import { EXPECTED, isExpected, unusual } from "./chess-differences.mjs";

const theirs = await import(process.env.CHESS_JS ?? "chess.js");
const { values } = parseArgs({
    options: {
        operations: { type: "string", default: "100000" },
        seed: { type: "string", default: "1" },
        show: { type: "string", default: "10" },
    },
});
const random = randomly(Number(values.seed));
const pick = (list) => list[random(list.length)];
const chance = (percent) => random(100) < percent;

const STARTS = [
    theirs.DEFAULT_POSITION, theirs.DEFAULT_POSITION, theirs.DEFAULT_POSITION,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "4k3/8/8/8/8/8/4P3/4K3 b - - 98 70", "k7/8/8/8/8/8/8/6BK w - - 0 1", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2",
    "8/8/8/8/1p1p4/8/k1P4K/8 w - - 0 1", "7k/5Q2/5K2/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 5 9", "kbK5/pp6/1P6/8/8/8/8/8 w - - 0 1", "QQQQQQQk/8/8/8/8/8/8/K7 b - - 0 1",
];
const JUNK = [
    "", "e4 ", "Z0", "e9", "O-O-O-O", "0-0", "0-0-0", "O-O", "O-O-O", "null", "--", "1. e4", "Ke2", "Kd8", "e4", "e5", "Nf3",
    "nf6", "exd5", "ed5", "bxc3", "bc3", "Qh5+", "Qh5#", "Qxf7#!", "a8", "a8=Q", "a8q", "R1a3", "Rad1", "N1f3", "Ngf3", "Pe4",
];
const SQUARES = [...theirs.SQUARES, "z9", "e0", "E4", ""];
const WORDS = ["a comment", "x {y} z", "", "giuoco piano", "a rather long comment which is wrapped in lines"];
const TAGS = ["White", "Black", "Result", "Annotator", "WhiteElo", "Foo", "Date", "SetUp"];

/** A text of a legal move, in some form, some of them wrong. */
function moveText(chess) {
    const moves = chess.moves({ verbose: true });
    if (moves.length === 0 || chance(10)) {
        return pick(JUNK);
    }
    const { san, from, to, piece, promotion = "" } = pick(moves);
    const upper = piece.toUpperCase();
    return pick([
        san, san, san, san, san, san.replace(/[+#]$/, ""), `${san}!?`, san.replace("x", ""), san.replace("=", ""), `${san}+`,
        san.toLowerCase(), from + to + promotion, `${from}-${to}${promotion}`, `${from}x${to}${promotion}`,
        `${upper}${from}${to}${promotion}`, `${upper}${from[0]}${to}${promotion}`, `${upper}${from[1]}${to}${promotion}`,
        `${piece}${from}-${to}${promotion}`, `${from[0]}${to}`, `${upper}${from}x${to}=${promotion.toUpperCase()}`,
        `${upper}${to}`, san.replaceAll("O", "0"), `${from}${to}`, `${from[1]}${to}`, `${from}x-${to}`,
    ]);
}

function moveObject(chess) {
    const moves = chess.moves({ verbose: true });
    if (moves.length === 0 || chance(20)) {
        return { from: pick(SQUARES), to: pick(SQUARES), promotion: pick(["q", undefined, "k"]) };
    }
    const { from, to, promotion } = pick(moves);
    return { from, to, promotion: chance(80) ? promotion : pick([undefined, "q", "Q", "n"]) };
}

function mangled(fen) {
    const at = random(fen.length);
    return pick([
        fen.slice(0, at) + fen.slice(at + 1),
        fen.slice(0, at) + pick([..."pPkKqQrR 12389/-wbe36x"]) + fen.slice(at + 1),
        fen.slice(0, at) + pick([..."pPkKqQrR 12389/-wbe36x"]) + fen.slice(at),
    ]);
}

function pgnText(chess) {
    const text = chess.pgn({ maxWidth: pick([0, 20, 80]) });
    const white = "1. e4 (1. d4 {queen's} d5 (1... Nf6)) 1... e5! $1 2. Nf3 ; rest\nNc6 {c} *";
    return pick([
        text, text, text, text.replace(/\*$/, "1-0"), text.replace(/ \*$/, ""), `${text}\n\n`, text.replace(/\n/g, "\r\n"), white,
        text.replace(/ (\d+\.)/, " $1 Qa9"), text.replace(/ 2\. \S+/, " 2. Kh8"), "1. e2e4 e7-e5 2. Pd2d4",
    ]);
}

// Each answers a name, and what is done: the same to both.
const OPERATIONS = [
    [30, (c) => { const text = moveText(c); const strict = chance(15); return [`move(${JSON.stringify(text)}, ${strict})`, (x) => x.move(text, { strict })]; }],
    [10, (c) => { const move = moveObject(c); return [`move(${JSON.stringify(move)})`, (x) => x.move(move)]; }],
    [7, () => ["undo()", (x) => x.undo()]],
    [4, () => { const options = pick([undefined, { verbose: true }, { square: pick(SQUARES) }, { piece: pick([..."pnbrqkNx"]) }, { square: pick(SQUARES), verbose: true }, { piece: pick([..."pnbrqk"]), square: pick(SQUARES) }]); return [`moves(${JSON.stringify(options)})`, (x) => x.moves(options)]; }],
    [2, () => { const verbose = chance(50); return [`history(${verbose})`, (x) => x.history({ verbose })]; }],
    [3, () => { const options = pick([{}, {}, { maxWidth: 20 }, { maxWidth: 5 }, { maxWidth: 72, newline: "<br />" }, { maxWidth: 11 }]); return [`pgn(${JSON.stringify(options)})`, (x) => x.pgn(options)]; }],
    [1, (c) => { const text = pgnText(c); const strict = chance(20); return [`loadPgn(${JSON.stringify(text)}, ${strict})`, (x) => x.loadPgn(text, { strict })]; }],
    [1, () => { const fen = pick(STARTS); const preserveHeaders = chance(30); return [`load(${fen})`, (x) => x.load(fen, { preserveHeaders })]; }],
    [1, (c) => { const fen = mangled(c.fen()); return [`load(${JSON.stringify(fen)})`, (x) => x.load(fen)]; }],
    [1, (c) => { const fen = mangled(chance(30) ? mangled(c.fen()) : c.fen()); return [`validateFen(${JSON.stringify(fen)})`, (x, module) => module.validateFen(fen)]; }],
    [1, () => pick([["reset()", (x) => x.reset()], ["clear()", (x) => x.clear()], ["clear(preserve)", (x) => x.clear({ preserveHeaders: true })]])],
    [2, () => { const piece = { type: pick([..."pnbrqkKQz"]), color: pick([..."wwbb"]) }; const square = pick(SQUARES.slice(8, 56).concat(piece.type === "p" ? [] : SQUARES)); return [`put(${JSON.stringify(piece)}, ${square})`, (x) => x.put(piece, square)]; }],
    [2, () => { const square = pick(SQUARES); return [`remove(${square})`, (x) => x.remove(square)]; }],
    [1, () => { const color = pick([..."wb"]); return [`setTurn(${color})`, (x) => x.setTurn(color)]; }],
    [1, () => { const color = pick([..."wb"]); const rights = pick([{ k: true }, { q: false }, { k: false, q: true }, {}]); return [`setCastlingRights(${color}, ${JSON.stringify(rights)})`, (x) => x.setCastlingRights(color, rights)]; }],
    [1, () => { const color = pick([..."wb"]); return [`getCastlingRights(${color})`, (x) => x.getCastlingRights(color)]; }],
    [2, () => { const square = pick(SQUARES); const color = pick([..."wb", undefined]); return [`attackers(${square}, ${color})`, (x) => x.attackers(square, color)]; }],
    [2, () => { const square = pick(SQUARES); const color = pick([..."wb"]); return [`isAttacked(${square}, ${color})`, (x) => x.isAttacked(square, color)]; }],
    [2, () => { const square = pick(SQUARES); return [`get(${square})`, (x) => x.get(square)]; }],
    [1, () => { const piece = { type: pick([..."pnbrqkx"]), color: pick([..."wb"]) }; return [`findPiece(${JSON.stringify(piece)})`, (x) => x.findPiece(piece)]; }],
    [1, () => { const square = pick(SQUARES); return [`squareColor(${square})`, (x) => x.squareColor(square)]; }],
    [3, () => { const comment = pick(WORDS); return [`setComment(${comment})`, (x) => x.setComment(comment)]; }],
    [4, () => { const name = pick(["getComment", "getComment", "getComments", "removeComment", "removeComments", "deleteComment", "deleteComments"]); return [`${name}()`, (x) => x[name]()]; }],
    [2, () => { const [tag, value] = [pick(TAGS), pick(["A", "1-0", "", "?"])]; return [`setHeader(${tag}, ${value})`, (x) => x.setHeader(tag, value)]; }],
    [1, () => { const tag = pick(TAGS); return [`removeHeader(${tag})`, (x) => x.removeHeader(tag)]; }],
    [2, () => { const args = pick([[], ["White", "B"], ["Foo", "1", "Bar", "2"], ["Odd"]]); return [`header(${args})`, (x) => x.header(...args)]; }],
    [1, () => { const depth = pick([1, 1, 2]); return [`perft(${depth})`, (x) => x.perft(depth)]; }],
    [14, () => { const name = pick(["getHeaders", "ascii", "board", "hash", "turn", "moveNumber", "inCheck", "isCheck", "isCheckmate", "isStalemate", "isInsufficientMaterial", "isThreefoldRepetition", "isDraw", "isDrawByFiftyMoves", "isGameOver"]); return [`${name}()`, (x) => x[name]()]; }],
    // Back and forth, for repetitions.
    [1, (c) => { const move = c.moves({ verbose: true }).find(({ piece }) => piece === "n"); return [`dance(${move?.san})`, (x) => move === undefined ? null : dance(x, move)]; }],
];
const WEIGHTED = OPERATIONS.flatMap(([weight, make]) => new Array(weight).fill(make));

function dance(chess, { from, to }) {
    const played = [chess.move({ from, to }).san];
    const answer = chess.moves({ verbose: true }).find(({ piece }) => piece === "n");
    if (answer === undefined) {
        return played;
    }
    for (const move of [answer, { from: to, to: from }, { from: answer.to, to: answer.from }]) {
        try {
            played.push(chess.move({ from: move.from, to: move.to }).san);
        } catch (error) {
            return [...played, error.message];
        }
    }
    return [...played, chess.isThreefoldRepetition()];
}

function outcome(action) {
    try {
        return JSON.stringify(action()) ?? "undefined";
    } catch (error) {
        return `throws ${error.message}`;
    }
}

const whole = (chess, brief) => outcome(() => [chess.fen(), chess.fen({ forceEnpassantSquare: true }), brief ? null : chess.history()]);
const counts = new Map();
let shown = 0;
let faults = 0;
let pair = null;
let trail = [];

function begin() {
    const fen = pick(STARTS);
    pair = [new theirs.Chess(fen), new ours.Chess(fen)];
    trail = [`new Chess(${fen})`];
}

/** Continues from what is on the board. */
function resume() {
    const fen = pair[0].fen();
    pair.forEach((chess) => chess.load(fen, { skipValidation: true }));
    trail.push(`load(${fen}, { skipValidation: true })`);
}

/** Whether a king is missing, or some move takes one. */
function isKingless(fen) {
    const chess = new ours.Chess(fen, { skipValidation: true });
    const kings = ["w", "b"].map((color) => chess.findPiece({ type: "k", color })[0]);
    return kings.includes(undefined) || chess.isAttacked(kings[chess.turn() === "w" ? 1 : 0], chess.turn());
}

begin();
for (let operation = 0; operation < Number(values.operations); operation += 1) {
    const before = pair[0].fen();
    const played = pair[1].history().length;
    const [name, action] = pick(WEIGHTED)(pair[1]);
    trail.push(name);
    const [expected, found] = [outcome(() => action(pair[0], theirs)), outcome(() => action(pair[1], ours))];
    // Pieces put on the board during a game: chess.js loses some of them when it next lists the moves.
    const edited = played > 0 && /^(put|remove|setCastlingRights)\(/.test(name);
    const brief = edited || chance(80);
    const [after, ourAfter] = [whole(pair[0], brief), whole(pair[1], brief)];
    if (expected === found && after === ourAfter) {
        if (edited) {
            resume();
        } else if (unusual(pair[0]) && chance(5)) {
            begin();
        }
        continue;
    }
    const reason = isExpected({ name, expected, found, before, after, ourAfter, fresh: () => new theirs.Chess(pair[0].fen(), { skipValidation: true }).hash(), isKingless: isKingless(before) });
    counts.set(reason ?? "not expected", (counts.get(reason ?? "not expected") ?? 0) + 1);
    if (reason === null) {
        faults += 1;
        if (shown < Number(values.show)) {
            shown += 1;
            console.log(`\n${trail.slice(-12).join("\n")}\n  before   ${before}\n  chess.js ${expected}\n  philidor ${found}\n  chess.js ${after}\n  philidor ${ourAfter}`);
        }
    }
    begin();
}

console.log(`${values.operations} operations, seed ${values.seed}`);
for (const [reason, count] of counts) {
    console.log(`${String(count).padStart(6)}  ${EXPECTED[reason] ?? reason}`);
}
process.exitCode = faults === 0 ? 0 : 1;
