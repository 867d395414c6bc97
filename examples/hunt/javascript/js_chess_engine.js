// js-chess-engine, hunted. The library is MIT. Its pawns become queens only.
//
//     npm install js-chess-engine@1.0.3
//     philidor hunt --protocol lines -- node examples/hunt/javascript/js_chess_engine.js

"use strict";

const { answer, installed, library } = require("./lines.js");
const { Game } = library("js-chess-engine");

// Moves are listed as { A2: ["A3", "A4"] }.
function moves(game) {
  const { pieces } = game.exportJson();
  return Object.entries(game.moves()).flatMap(([from, destinations]) =>
    destinations.map((to) => ({ from, to, promotes: "Pp".includes(pieces[from]) && "18".includes(to[1]) })),
  );
}

answer({
  name: installed("js-chess-engine"),
  position: (fen) => new Game(fen),
  moves,
  uci: ({ from, to, promotes }) => (from + to).toLowerCase() + (promotes ? "q" : ""),
  after(game, { from, to }, count) {
    const next = new Game(game.exportFEN());
    next.move(from, to); // throws if it is refused
    return count(next);
  },
});
