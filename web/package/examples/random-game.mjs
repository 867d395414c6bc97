// The example of chess.js's documentation, a random game. It runs under both packages: only the import differs.
//
//   node random-game.mjs                 philidor/chess
//   node random-game.mjs chess.js        chess.js

const { Chess } = await import(process.argv[2] ?? "philidor/chess");

const chess = new Chess();
chess.setHeader("White", "Chance");
let seed = 1;
while (!chess.isGameOver()) {
    const moves = chess.moves();
    seed = (seed * 48_271) % 2_147_483_647;
    chess.move(moves[seed % moves.length]);
    if (chess.inCheck()) {
        chess.setComment("check");
    }
}
console.log(chess.pgn());
