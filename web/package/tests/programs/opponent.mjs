// An opponent for the terminal, as a program for chess.js: it searches with alpha-beta, plays against a patient visitor
// whose moves come from a script, takes moves back, claims draws, and writes the score sheet.

import { Chess } from "chess.js";

const VALUES = {
    p: 100, n: 320, b: 330, r: 500, q: 900, k: 0,
};
const SCRIPT = [
    "e4", "Nf3", "takeback", "Bc4", "hint", "Qh5", "Ke3", "Qxf7#", "Nf3", "O-O", "d4", "resign?", "Nc3", "h3", "Re1", "Bg5", "sheet",
];

/** Pieces like the middle of the board, pawns like the other side. */
function placement({ type, color, square }) {
    const file = square.charCodeAt(0) - 97;
    const rank = Number(square[1]) - 1;
    const advance = color === "w" ? rank : 7 - rank;
    const middle = 6 - Math.abs(2 * file - 7) / 2 - Math.abs(2 * rank - 7) / 2;
    return type === "p" ? 6 * advance : type === "k" ? -4 * middle : 5 * middle;
}

function evaluate(game) {
    let score = 0;
    for (const row of game.board()) {
        for (const piece of row) {
            if (piece !== null) {
                const worth = VALUES[piece.type] + placement(piece);
                score += piece.color === game.turn() ? worth : -worth;
            }
        }
    }
    return score;
}

let nodes = 0;

/** Captures first, the most valuable victim first; names break ties, so that every run is the same. */
function ordered(game) {
    const worth = ({ captured, promotion }) => (captured ? VALUES[captured] : 0) + (promotion ? VALUES[promotion] : 0);
    return game.moves({ verbose: true }).sort((one, other) => worth(other) - worth(one) || (one.lan < other.lan ? -1 : 1));
}

function search(game, depth, alpha, beta) {
    nodes += 1;
    const moves = ordered(game);
    if (moves.length === 0) {
        return game.isCheck() ? -20_000 - depth : 0;
    }
    if (game.isInsufficientMaterial() || game.isDrawByFiftyMoves()) {
        return 0;
    }
    if (depth === 0) {
        return evaluate(game);
    }
    let best = alpha;
    for (const move of moves) {
        game.move(move);
        const score = -search(game, depth - 1, -beta, -best);
        game.undo();
        if (score > best) {
            best = score;
        }
        if (best >= beta) {
            break;
        }
    }
    return best;
}

function choose(game, depth) {
    let [best, chosen] = [-Infinity, null];
    for (const move of ordered(game)) {
        game.move(move);
        const score = -search(game, depth - 1, -Infinity, -best);
        game.undo();
        if (score > best) {
            [best, chosen] = [score, move];
        }
    }
    return { move: chosen, score: best };
}

function show(game) {
    const last = game.history({ verbose: true }).at(-1);
    console.log(`${game.ascii()}\n${game.fen()}`);
    if (last !== undefined) {
        const kinds = ["isCapture", "isPromotion", "isEnPassant", "isKingsideCastle", "isQueensideCastle", "isBigPawn"];
        console.log(`${last.san}: ${kinds.filter((kind) => last[kind]()).join(" ") || "a quiet move"}`);
    }
}

/** The visitor is White; answers whether a move was played. */
function obey(game, order) {
    if (order === "takeback") {
        console.log(`> back: ${game.undo()?.san}, ${game.undo()?.san}`);
        return false;
    }
    if (order === "hint") {
        console.log(`> hint: ${choose(game, 1).move.san} of ${game.moves().length}`);
        return false;
    }
    if (order === "sheet") {
        console.log(`> ${game.pgn()}`);
        return false;
    }
    try {
        const { san, flags } = game.move(order);
        console.log(`> ${san} (${flags})`);
        return true;
    } catch (error) {
        console.log(`> ${error.message}`);
        return false;
    }
}

const game = new Chess();
game.setHeader("White", "Visitor");
game.setHeader("Black", "Opponent");
for (const order of SCRIPT) {
    if (game.isGameOver()) {
        break;
    }
    if (obey(game, order) && !game.isGameOver()) {
        nodes = 0;
        const { move, score } = choose(game, 2);
        game.move(move.san);
        game.setComment(`${score} of ${nodes} nodes`);
        console.log(`< ${move.san}, ${score} after ${nodes} nodes`);
    }
}
show(game);
console.log(game.getComments().length, game.getComment());

// Endings that it has to know.
for (const [name, fen, plies] of [
    ["a queen mates", "7k/8/5K2/8/8/8/8/Q7 w - - 0 1", 3],
    ["a pawn promotes", "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", 2],
    ["en passant", "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", 4],
    ["castling to both sides", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 4],
    ["only kings", "8/8/4k3/8/8/4K3/8/8 w - - 0 1", 4],
    ["fifty moves", "4k3/8/8/8/8/8/8/4KR2 w - - 97 80", 5],
]) {
    const ending = new Chess(fen);
    const line = [];
    while (line.length < plies && !ending.isGameOver()) {
        const { move } = choose(ending, 2);
        ending.move(move);
        line.push(move.san);
    }
    const state = ["isCheckmate", "isStalemate", "isDraw", "isDrawByFiftyMoves", "isInsufficientMaterial"].filter((is) => ending[is]());
    console.log(`${name}: ${line.join(" ")} – ${state.join(", ") || "not over"}; ${ending.fen()}`);
}

// The visitor's little test of the rules.
for (const [fen, depth] of [["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2], ["8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3]]) {
    console.log(`perft ${depth}: ${new Chess(fen).perft(depth)}`);
}
