// The entries: what each can do alone, and that a module takes the place of one that can less.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import test from "node:test";
import { deflateRawSync } from "node:zlib";
import { folder } from "./philidor.mjs";

/** What a program says in a process of its own, in which no other entry was loaded. */
const said = (program) => execFileSync(process.execPath, ["--input-type=module", "--eval", program.replaceAll(/"@(.*?)"/g, (_, file) => JSON.stringify(new URL(file, folder).href))], { encoding: "utf8" }).trim();

test("philidor/chess/moves has no PGN, philidor/chess no other positions, until more is imported", () => {
    assert.equal(said(`
        import { Chess } from "@chess-moves.js";
        const chess = new Chess();
        const code = (action) => { try { return action(); } catch (error) { return error.code; } };
        chess.move("e4");
        const found = [code(() => chess.loadPgn("1. d4 *")), code(() => chess.position()), chess.perft(3)];
        await import("@chess-inline.js");
        found.push(code(() => chess.position()), chess.moves().length);
        chess.loadPgn("1. d4 d5 *");
        const { Position, isReady } = await import("@inline.js");
        found.push(isReady(), chess.position() instanceof Position, chess.position().svg().length > 9, chess.fen().split(" ")[0], chess.undo().san);
        console.log(found.join(" "));
    `), "not-ready not-ready 13160 not-ready 20 true true true rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR d5");
});

test("the smaller modules answer as the whole one does", () => {
    const program = (entry) => said(`
        import { Chess } from "@${entry}";
        const words = [];
        const fens = ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "4k3/8/8/8/8/8/8/8 w - - 0 1", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"];
        for (const fen of fens) {
            try {
                const chess = new Chess(fen, { chess960: fen.includes("HF") });
                for (let ply = 0; ply < 40 && chess.moves().length > 0; ply += 1) {
                    const moves = chess.moves({ verbose: true });
                    words.push(JSON.stringify(moves));
                    chess.move(moves[(ply * 7) % moves.length].san);
                }
                words.push(chess.pgn(), chess.hash(), chess.perft(2), chess.isGameOver(), chess.isDraw());
            } catch (error) {
                words.push(error.message);
            }
        }
        for (const text of ["O-O", "e4!", "Nf9", "exd5", "e2e4"]) {
            try { words.push(new Chess().move(text).san); } catch (error) { words.push(error.message); }
        }
        console.log(words.join("\\n"));
    `);
    const whole = program("chess-node.js");
    assert.ok(whole.length > 10_000);
    assert.equal(program("chess-moves.js"), whole);
    assert.equal(program("chess-inline.js"), whole);
});

test("text becomes the bytes that it was made of", async () => {
    const { inflated } = await import(new URL("lib/inflate.js", folder));
    const samples = [Buffer.alloc(0), Buffer.from("a"), Buffer.from("abc".repeat(1000)), randomBytes(70_000), readFileSync(new URL("openings.wasm", folder))];
    for (const sample of samples) {
        for (const options of [{ level: 9 }, { level: 0 }, { strategy: 4 }]) {
            const text = deflateRawSync(sample, options).toString("base64");
            assert.equal(Buffer.compare(Buffer.from(inflated(text, sample.length)), sample), 0);
        }
    }
    const { bytes } = await import(new URL("texts/philidor.js", folder));
    assert.equal(Buffer.compare(bytes(), readFileSync(new URL("philidor.wasm", folder))), 0);
});

test("require has the same names as import", async () => {
    const require = createRequire(new URL("package.json", folder));
    for (const file of ["node.js", "chess-node.js", "lazy.js", "syzygy.js", "variants-node.js", "openings-node.js"]) {
        const names = Object.keys(await import(new URL(file, folder))).sort();
        assert.deepEqual(Object.keys(require(`./common/${file}`)).sort(), names, file);
    }
    const { Chess } = require("./common/chess-node.js");
    const { Position } = require("./common/node.js");
    assert.ok(new Chess().position() instanceof Position);
    assert.equal(new Position().moves().length, 20);
});
