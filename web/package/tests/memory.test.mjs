import assert from "node:assert/strict";
import test from "node:test";
import { philidor } from "./philidor.mjs";

const { Game, Position, memoryBytes, parsePgn } = philidor;
const breathe = () => new Promise((resolve) => setTimeout(resolve, 0));

test("a million positions take no more memory than a thousand", () => {
    const round = (count) => {
        let position = new Position();
        for (let index = 0; index < count; index += 1) {
            const moves = position.legalMoves();
            position = moves.length === 0 ? new Position() : position.play(moves[(index * 7) % moves.length]);
        }
    };
    round(1_000);
    const before = memoryBytes();
    round(1_000_000);
    assert.equal(memoryBytes(), before);
});

test("what owns memory gives it back, by free or by the collector", async () => {
    const make = async (count) => {
        for (let index = 0; index < count; index += 1) {
            const game = new Game(undefined, "e4 e5 Nf3 Nc6");
            if (index % 2 === 0) {
                game.free();
            }
            parsePgn("1. e4 (1. d4) e5 *");
            if (index % 500 === 0) {
                globalThis.gc?.();
                await breathe();
            }
        }
    };
    await make(5_000);
    const before = memoryBytes();
    await make(20_000);
    const grown = memoryBytes() - before;
    // Without a way to call the collector, what was not freed may still be there.
    assert.ok(globalThis.gc === undefined ? grown < 64 << 20 : grown <= 1 << 20, `${grown} bytes more`);
});
