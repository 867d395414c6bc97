// node-chess, which npm calls chess, hunted. The library is MIT.
//
//     npm install chess@1.5.1
//     philidor hunt --protocol lines -- node examples/hunt/javascript/node_chess.js

"use strict";

const { answer, installed, library } = require("./lines.js");
const chess = library("chess");

const square = ({ file, rank }) => file + rank;

answer({
  name: installed("chess"),
  position: (fen) => chess.fromFEN(fen, { PGN: true }),
  moves: (client) => Object.entries(client.getStatus().notatedMoves),
  // The key is the move in algebraic notation, which alone says what a pawn becomes: b8Q.
  uci([notation, { src, dest }]) {
    const [, promotion = ""] = notation.match(/[1-8]=?([QRBN])/) ?? [];
    return square(src) + square(dest) + promotion.toLowerCase();
  },
  after(client, [notation], count) {
    const played = client.move(notation); // throws if it is refused
    const result = count(client);
    played.undo();
    client.getStatus(true);
    return result;
  },
});
