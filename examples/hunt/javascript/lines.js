// philidor's protocol of lines around any generator that can list moves and play them.
//
// Each library has a file beside this one, with an object that says what the library calls these things. The rest is
// here: finding the library, reading questions, counting leaves, and answering `error` where a position or a move is
// refused.
//
//     name       the library and its version, as the report names them
//     chess960   whether it plays Chess960
//     position   (fen, chess960) => the position; throws if it is refused
//     moves      position => all legal moves
//     uci        (move, position) => the move as UCI writes it
//     after      (position, move, count) => what `count` says of the position after a legal move

"use strict";

const { existsSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join } = require("node:path");
const { createInterface } = require("node:readline");

// Libraries are those installed where the hunt is started, not those beside this file.
const here = createRequire(join(process.cwd(), "lines.js"));

// The folder of an installed library.
function folder(name) {
  const found = here.resolve.paths(name).map((modules) => join(modules, name)).find(existsSync);
  if (found === undefined) {
    console.error(`${name} is not installed here: npm install ${name}`);
    process.exit(1);
  }
  return found;
}

// An installed library.
const library = (name) => here(folder(name));

// Its name and version.
const installed = (name) => `${name}-${here(join(folder(name), "package.json")).version}`;

function leaves(generator, position, depth) {
  if (depth === 0) return 1;
  const moves = generator.moves(position);
  if (depth === 1) return moves.length;
  return moves.reduce((sum, move) => sum + leavesAfter(generator, position, move, depth - 1), 0);
}

function leavesAfter(generator, position, move, depth) {
  if (depth === 0) return 1;
  return generator.after(position, move, (next) => leaves(generator, next, depth));
}

// The leaves below each move, for the words `divide DEPTH fen FEN FEN FEN FEN FEN FEN [moves MOVE ...]`.
function divide(generator, words) {
  const [depth, fen, line] = [Number(words[1]), words.slice(3, 9).join(" "), words.slice(10)];
  const count = (position, [name, ...rest]) => {
    const moves = generator.moves(position);
    if (name === undefined) {
      return moves.map((move) => `${generator.uci(move, position)} ${leavesAfter(generator, position, move, depth - 1)}`);
    }
    const move = moves.find((move) => generator.uci(move, position) === name);
    if (move === undefined) throw new Error(`${name} is not among the legal moves`);
    return generator.after(position, move, (next) => count(next, rest));
  };
  return count(generator.position(fen, words[0] === "divide960"), line);
}

// Answers questions until the input ends.
function answer(generator) {
  createInterface({ input: process.stdin }).on("line", (line) => {
    const words = line.split(" ").filter(Boolean);
    if (words.length === 0) return;
    if (words[0] === "hello") {
      console.log(`hello ${generator.name} moves${generator.chess960 ? " chess960" : ""}`);
      return;
    }
    try {
      console.log([...divide(generator, words), "done"].join("\n"));
    } catch (error) { // whatever the library throws is its answer
      console.log("error " + String(error).split("\n").join(" "));
    }
  });
}

module.exports = { answer, folder, installed, library };
