// chess.js, hunted. The library is BSD-2-Clause.
//
//     npm install chess.js@1.4.0
//     philidor hunt --protocol lines -- node examples/hunt/javascript/chess_js.js

"use strict";

const { answer, installed, library } = require("./lines.js");
const { Chess } = library("chess.js");

answer({
  name: installed("chess.js"),
  position: (fen) => new Chess(fen),
  moves: (chess) => chess.moves({ verbose: true }),
  uci: (move) => move.lan,
  after(chess, move, count) {
    chess.move(move); // throws if it is refused
    const result = count(chess);
    chess.undo();
    return result;
  },
});
