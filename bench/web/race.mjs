// philidor in Node beside chess.js, chessops and kokopu: the same positions and files, one after another, in one run.
//
//   node race.mjs PACKAGE [FILE.pgn …]
//
// Every answer is compared before anything is timed: a fast wrong answer is a failure. A time is CPU time, the least of
// several rounds; the programs take turns, so that a busy machine slows all of them.

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { Chess as ChessJs } from "chess.js";
import { Chess as ChessOps } from "chessops/chess";
import { parseFen } from "chessops/fen";
import { PgnParser, parsePgn, startingPosition } from "chessops/pgn";
import { makeSan, parseSan } from "chessops/san";
import * as kokopu from "kokopu";

const [folder, ...files] = process.argv.slice(2);
const { Game, Position, checkPgn } = await import(new URL("node.js", pathToFileURL(`${folder}/`)));
const { Chess } = await import(new URL("chess-node.js", pathToFileURL(`${folder}/`)));

const ROUNDS = Number(process.env.ROUNDS ?? 15);

/** CPU milliseconds of each program, the least of its rounds. */
function race(title, rounds, programs) {
    const least = new Map();
    const answers = Object.entries(programs).map(([name, work]) => [name, work()]);
    const [, expected] = answers[0];
    for (const [name, answer] of answers) {
        if (answer !== expected && answer !== null) {
            throw new Error(`${title}: ${name} answers ${answer}, not ${expected}`);
        }
    }
    for (let round = 0; round < rounds; round += 1) {
        for (const [name, work] of Object.entries(programs)) {
            const before = process.cpuUsage();
            work();
            const { user, system } = process.cpuUsage(before);
            least.set(name, Math.min(least.get(name) ?? Infinity, (user + system) / 1000));
        }
    }
    const ours = Math.min(...[...least].filter(([name]) => name.startsWith("philidor")).map(([, time]) => time));
    const theirs = Math.min(...[...least].filter(([name]) => !name.startsWith("philidor")).map(([, time]) => time));
    const cells = [...least].map(([name, time]) => `${name} ${time.toFixed(time < 10 ? 2 : 0)} ms`);
    console.log(`| ${title} | ${cells.join(" · ")} | ${(theirs / ours).toFixed(1)} × |`);
}

/** Positions of random games, the same each time. */
function positions(count) {
    let state = 20261123;
    const random = (below) => {
        state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9 | 0;
        return (state >>> 0) % below;
    };
    const fens = new Set();
    while (fens.size < count) {
        let position = new Position();
        for (let left = 4 + random(80); left > 0; left -= 1) {
            const moves = position.legalMoves();
            if (moves.length === 0) {
                break;
            }
            position = position.play(moves[random(moves.length)]);
        }
        fens.add(position.fen({ enPassant: "legal" }));
    }
    return [...fens];
}

const fens = positions(1000);
const ops = (fen) => ChessOps.fromSetup(parseFen(fen).unwrap()).unwrap();
const ours = fens.map((fen) => new Position(fen));
const theirs = fens.map(ops);
const olds = fens.map((fen) => new ChessJs(fen));
const kokopus = fens.map((fen) => new kokopu.Position(fen));

/** All legal moves of chessops, which lists destinations. */
function opsMoves(position) {
    const moves = [];
    for (const [from, squares] of position.allDests()) {
        for (const to of squares) {
            const pawn = position.board.getRole(from) === "pawn" && (to < 8 || to >= 56);
            const roles = pawn ? ["queen", "rook", "bishop", "knight"] : [undefined];
            moves.push(...roles.map((promotion) => ({ from, to, promotion })));
        }
    }
    return moves;
}

const sum = (list, count) => list.reduce((total, one) => total + count(one), 0);

console.log(`Node ${process.version}, ${ROUNDS} rounds\n\n| | CPU time | philidor ahead of the fastest |\n|---|---|---|`);
race("SAN of all legal moves, 1,000 positions", ROUNDS, {
    philidor: () => sum(ours, (position) => position.sans().length),
    "chess.js": () => sum(olds, (game) => game.moves().length),
    chessops: () => sum(theirs, (position) => opsMoves(position).map((move) => makeSan(position, move)).length),
    kokopu: () => sum(kokopus, (position) => position.moves().map((move) => position.notation(move)).length),
});
race("legal moves, 1,000 positions", ROUNDS, {
    philidor: () => sum(ours, (position) => position.legalMoves().length),
    chessops: () => sum(theirs, (position) => opsMoves(position).length),
    kokopu: () => sum(kokopus, (position) => position.moves().length),
});
race("FEN read, 1,000 positions", ROUNDS, {
    philidor: () => sum(fens, (fen) => (new Position(fen), 1)),
    "chess.js": () => sum(fens, (fen) => (new ChessJs(fen), 1)),
    chessops: () => sum(fens, (fen) => (ops(fen), 1)),
    kokopu: () => sum(fens, (fen) => (new kokopu.Position(fen), 1)),
});

const loops = {
    philidor: (game, depth) => {
        if (depth === 1) {
            return game.legalMoveCount();
        }
        let leaves = 0;
        for (const move of game.legalMoves()) {
            game.play(move);
            leaves += loops.philidor(game, depth - 1);
            game.undo();
        }
        return leaves;
    },
    chessops: (position, depth) => {
        if (depth === 1) {
            // Destinations are counted; only pawns that promote are looked at.
            return opsCount(position);
        }
        let leaves = 0;
        for (const move of opsMoves(position)) {
            const after = position.clone();
            after.play(move);
            leaves += loops.chessops(after, depth - 1);
        }
        return leaves;
    },
    kokopu: (position, depth) => {
        const moves = position.moves();
        if (depth === 1) {
            return moves.length;
        }
        let leaves = 0;
        for (const move of moves) {
            const after = new kokopu.Position(position);
            after.play(move);
            leaves += loops.kokopu(after, depth - 1);
        }
        return leaves;
    },
};

function opsCount(position) {
    let count = 0;
    for (const [from, squares] of position.allDests()) {
        const pawns = position.board.pawn.has(from);
        count += squares.size();
        if (pawns) {
            for (const to of squares) {
                count += to < 8 || to >= 56 ? 3 : 0;
            }
        }
    }
    return count;
}

const PERFT = 4;
race("perft 4 in a loop of JavaScript", ROUNDS, {
    philidor: () => loops.philidor(new Game(), PERFT),
    "chess.js": () => new ChessJs().perft(PERFT),
    chessops: () => loops.chessops(ChessOps.default(), PERFT),
    kokopu: () => loops.kokopu(new kokopu.Position(), PERFT),
});
race("perft 4 in one call", ROUNDS, {
    philidor: () => Number(new Position().perft(PERFT)),
    "chess.js": () => new ChessJs().perft(PERFT),
    chessops: () => loops.chessops(ChessOps.default(), PERFT),
    kokopu: () => loops.kokopu(new kokopu.Position(), PERFT),
});

/** The games of a file as chessops plays them through: main lines. */
function opsCheck(text) {
    let games = 0;
    new PgnParser((game) => {
        games += 1;
        const position = startingPosition(game.headers).unwrap();
        for (const node of game.moves.mainline()) {
            const move = parseSan(position, node.san);
            if (move === undefined) {
                break;
            }
            position.play(move);
        }
    }).parse(text);
    return games;
}

/** The moves of a game as chessops reads it into a tree and plays its main line. */
function opsLoad(text) {
    const [game] = parsePgn(text);
    const position = startingPosition(game.headers).unwrap();
    let moves = 0;
    for (const node of game.moves.mainline()) {
        position.play(parseSan(position, node.san));
        moves += 1;
    }
    return moves;
}

/** The moves of a game that a class with chess.js's interface loads, and the position at its end. */
function load(Class, text) {
    const game = new Class();
    game.loadPgn(text);
    return game.history().length + (game.fen() === "" ? 1 : 0);
}

for (const file of files) {
    const bytes = readFileSync(file);
    const text = bytes.toString();
    // chess.js reads one game at a time.
    const apart = text.split(/\n\n(?=\[Event )/);
    race(`PGN checked, ${basename(file)}, ${(bytes.length / 1e6).toFixed(1)} MB`, Math.min(ROUNDS, 3), {
        philidor: () => checkPgn(bytes).games,
        "chess.js": () => {
            for (const one of apart) {
                try {
                    new ChessJs().loadPgn(one);
                } catch {
                    // A game that it cannot read costs it less.
                }
            }
            return apart.length;
        },
        chessops: () => opsCheck(text),
        kokopu: () => {
            const database = kokopu.pgnRead(text);
            for (let index = 0; index < database.gameCount(); index += 1) {
                try {
                    database.game(index).finalPosition();
                } catch {
                    // Likewise.
                }
            }
            return database.gameCount();
        },
    });
    const games = apart.filter((one) => one.includes("[Event "));
    race(`games loaded one by one, ${basename(file)}`, Math.min(ROUNDS, 5), {
        "philidor/chess": () => sum(games, (one) => load(Chess, one)),
        "chess.js": () => sum(games, (one) => load(ChessJs, one)),
        chessops: () => sum(games, opsLoad),
    });
}
