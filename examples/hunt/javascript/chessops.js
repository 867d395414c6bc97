// chessops, hunted. The library is GPL-3.0-or-later: this file calls what you installed and contains nothing of it.
//
//     npm install chessops@0.15.1
//     philidor hunt --protocol lines -- node examples/hunt/javascript/chessops.js

"use strict";

const { join } = require("node:path");
const { pathToFileURL } = require("node:url");

const { answer, folder, installed } = require("./lines.js");

const PROMOTIONS = ["queen", "rook", "bishop", "knight"];

// The library's modules for `require` do not load as they are published, so its modules for `import` are used.
const load = (name) => import(pathToFileURL(join(folder("chessops"), "dist", "esm", `${name}.js`)));

Promise.all(["chess", "fen", "util"].map(load)).then(([{ Chess, castlingSide }, { parseFen }, util]) => {
  function moves(position) {
    const moves = [];
    for (const [from, destinations] of position.allDests()) {
      const isPawn = position.board.pawn.has(from);
      for (const to of destinations) {
        const promotes = isPawn && [0, 7].includes(util.squareRank(to));
        moves.push(...(promotes ? PROMOTIONS.map((promotion) => ({ from, to, promotion })) : [{ from, to }]));
      }
    }
    return moves;
  }

  // The library lists castling as the king capturing its own rook, as Chess960 does.
  function uci(move, position) {
    const side = position.chess960 ? undefined : castlingSide(position, move);
    return util.makeUci(side === undefined ? move : { ...move, to: util.kingCastlesTo(position.turn, side) });
  }

  answer({
    name: installed("chessops"),
    chess960: true,
    position(fen, chess960) {
      const setup = parseFen(fen).unwrap(); // throws if it is refused
      return Object.assign(Chess.fromSetup(setup).unwrap(), { chess960 });
    },
    moves,
    uci,
    after(position, move, count) {
      if (!position.isLegal(move)) throw new Error(`${util.makeUci(move)} was listed and is refused`);
      const next = Object.assign(position.clone(), { chess960: position.chess960 });
      next.play(move);
      return count(next);
    },
  });
});
