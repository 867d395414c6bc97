// kokopu, hunted. The library is LGPL-3.0-or-later: this file calls what you installed and contains nothing of it.
//
//     npm install kokopu@4.13.4
//     philidor hunt --protocol lines -- node examples/hunt/javascript/kokopu.js

"use strict";

const { answer, installed, library } = require("./lines.js");
const { Position } = library("kokopu");

answer({
  name: installed("kokopu"),
  chess960: true,
  position(fen, chess960) {
    const position = new Position(chess960 ? "chess960" : "regular", fen);
    if (!position.isLegal()) throw new Error("the library calls the position illegal");
    return position;
  },
  moves: (position) => position.moves(),
  uci: (move, position) => position.uci(move),
  after(position, move, count) {
    const next = new Position(position);
    if (!next.play(move)) throw new Error(`${move} was listed and is refused`);
    return count(next);
  },
});
