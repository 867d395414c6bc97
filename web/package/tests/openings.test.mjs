// philidor/openings: names by position, every name of the volumes, and what has none.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { folder, philidor, thrown } from "./philidor.mjs";

const { openingOf } = await import(new URL("openings-node.js", folder));
const { Game, Position } = philidor;
const volumes = new URL("../../../crates/philidor/data/openings/", import.meta.url);

test("every line of the volumes has its name", () => {
    let count = 0;
    for (const volume of readdirSync(volumes).filter((name) => name.endsWith(".tsv"))) {
        for (const line of readFileSync(new URL(volume, volumes), "utf8").trimEnd().split("\n").slice(1)) {
            const [eco, name, moves] = line.split("\t");
            const game = new Game(undefined, moves.split(" ").filter((word) => !word.endsWith(".")));
            const opening = openingOf(game);
            assert.deepEqual([opening.eco, opening.name], [eco, name]);
            const [family, ...rest] = name.split(": ");
            assert.equal(opening.family, family);
            assert.deepEqual(opening.variations, rest.length === 0 ? [] : rest.join(": ").split(", "));
            assert.deepEqual(openingOf(game.position), opening);
            count += 1;
        }
    }
    assert.equal(count, 3807);
});

test("a game keeps the name of its last position that has one", () => {
    const game = new Game(undefined, "Nf3 d5 d4 Nf6 c4 e6 Nc3 Be7 Bg5 O-O e3 a5".split(" "));
    assert.equal(openingOf(game).name, "Queen's Gambit Declined: Modern Variation, Normal Line");
    assert.equal(openingOf(game.position), null);
    game.goTo(9);
    assert.equal(openingOf(game).eco, "D53");
    game.goTo(0);
    assert.equal(openingOf(game), null);
    assert.equal(openingOf(new Position()), null);
});

test("anything else is refused", () => {
    const almost = [{ key: 5 }, { ply: 0, positionAt: () => null }];
    for (const wrong of [undefined, null, "e4", 1, 5n, Symbol("x"), {}, [], ...almost]) {
        const { name, code, message } = thrown(() => openingOf(wrong));
        assert.deepEqual([name, code], ["ArgumentError", "type"]);
        assert.match(message, /^not a position or a game: /);
    }
    const game = new Game(undefined, "e4");
    game.free();
    assert.equal(thrown(() => openingOf(game)).code, "freed");
});

test("a module that has failed is begun afresh", async () => {
    const { initSync, opening } = await import(new URL("lib/openings-module.js?failing", folder));
    const { Instance } = WebAssembly;
    WebAssembly.Instance = function (...given) {
        const fail = () => {
            throw new WebAssembly.RuntimeError("unreachable");
        };
        return { exports: { ...new Instance(...given).exports, opening: fail } };
    };
    try {
        initSync(readFileSync(new URL("openings.wasm", folder)));
    } finally {
        WebAssembly.Instance = Instance;
    }
    const { key } = new Position().play("e4");
    assert.throws(() => opening(key), WebAssembly.RuntimeError);
    assert.equal(opening(key).name, "King's Pawn Game");
});
