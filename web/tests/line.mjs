// The opening explorer's page knows no rules (explorer/src/browser/line.js): here the pieces that it moves are
// compared with the package's, over random games. Run without a browser.
//
//   node web/tests/line.mjs PACKAGE
//
// PACKAGE is the npm package's node.js, as `scripts/web` builds it.

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { asPlayed, canonical, piecesAfter, written } from "../../explorer/src/browser/line.js";
import { piecesOf } from "../../explorer/src/browser/squares.js";

const { Position } = await import(pathToFileURL(resolve(process.argv[2])));

let seed = 1n;
const below = (limit) => {
    seed = (seed * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
    return Number((seed >> 33n) % BigInt(limit));
};

const seen = { castlings: 0, "en passant": 0, promotions: 0 };
for (let number = 0; number < 150; number += 1) {
    let position = new Position();
    const line = [];
    for (let ply = 0; ply < 100 && position.legalMoveCount(); ply += 1) {
        const moves = [...position.legalMoves()];
        const before = piecesAfter(line);
        // The explorer writes castling as in Chess960: the king takes its rook.
        const both = (move) => [position.uci(move), position.uci(move, { chess960: true })];
        const kindOf = (move) => {
            const [uci, sent] = both(move);
            const isPawn = /p/i.test(before[uci.slice(0, 2)]);
            if (uci !== sent) return "castlings";
            if (uci.length === 5) return "promotions";
            return isPawn && uci[0] !== uci[2] && !before[uci.slice(2, 4)] ? "en passant" : undefined;
        };
        // These are rare, so they are mostly played where they can be.
        const rare = moves.filter(kindOf);
        const choices = rare.length && below(4) ? rare : moves;
        const move = choices[below(choices.length)];
        const [uci, sent] = both(move);
        const isCastling = uci !== sent;
        const after = position.play(move);
        if (kindOf(move)) seen[kindOf(move)] += 1;
        assert.deepEqual(canonical([...line, uci]), [...line, sent]);
        line.push(sent);
        assert.deepEqual(piecesAfter(line), piecesOf(after.fen()), `${line}`);
        // People castle by moving the king two squares; both are the move that the explorer knows.
        const offered = asPlayed(before, [{ uci: sent }]);
        assert.deepEqual(
            offered.map(({ uci }) => uci),
            isCastling ? [sent, uci] : [sent],
        );
        assert.ok(offered.every(({ move }) => move.uci === sent));
        position = after;
    }
}
for (const [kind, count] of Object.entries(seen)) assert.ok(count > 20, `${kind}: ${count}`);
// What no explorer answers moves nothing.
assert.deepEqual(piecesAfter(["e4e5"]), piecesAfter([]));
assert.equal(written([{ san: "e4", uci: "e2e4" }, { uci: "e7e5" }, { san: "Nf3", uci: "g1f3" }]), "1. e4 e7e5 2. Nf3");
console.log("ok    the opening explorer moves pieces as the rules do", seen);
