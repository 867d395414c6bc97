// Nodes a second of the engine in Node, by CPU time: packages in turn, and the command beside them.
//
//   node bench/web/engine.mjs DEPTH ROUNDS NAME=FOLDER… NAME=PROGRAM
//   node bench/web/engine.mjs 10 7 simd=web/pkg plain=target/plain native=target/release/philidor-engine
//
// A FOLDER is a package that scripts/web has built, a PROGRAM is `philidor-engine`. Each searches the positions of `philidor bench`,
// each as a new game; all of them have to visit as many nodes. In each round they take turns; the least CPU time counts.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [depth, rounds] = process.argv.slice(2, 4).map(Number);
const bench = await readFile(new URL("../../crates/philidor-engine/src/bench.rs", import.meta.url), "utf8");
const [list] = bench.match(/const POSITIONS[^]*?\];/);
const fens = [...list.matchAll(/"([^"]+)"/g)].map(([, fen]) => fen);

/** CPU seconds of this program and its threads, or of the programs that it has run. */
const cpuSeconds = ({ userCPUTime, systemCPUTime }) => (userCPUTime + systemCPUTime) / 1e6;
const own = () => cpuSeconds(process.resourceUsage());

async function ofPackage(folder) {
    const { Engine, Position } = await import(pathToFileURL(`${folder}/node.js`));
    const engine = new Engine();
    return async () => {
        let nodes = 0;
        const before = own();
        for (const fen of fens) {
            await engine.newGame();
            nodes += (await engine.analyze(new Position(fen, { strict: false }), { depth })).nodes;
        }
        return { nodes, seconds: own() - before };
    };
}

/** The command, timed by the shell: Node does not say what a child took. */
function ofProgram(program) {
    return () => {
        const script = 'exec 3>&1; TIMEFORMAT="%U %S"; { time "$0" bench "$1" >&3; } 2>&1';
        const text = execFileSync("bash", ["-c", script, program, String(depth)], { encoding: "utf8" });
        const [, nodes] = text.match(/(\d+) nodes/);
        const [, user, system] = text.match(/^([\d.]+) ([\d.]+)$/m);
        return { nodes: Number(nodes), seconds: Number(user) + Number(system) };
    };
}

const contestants = [];
for (const argument of process.argv.slice(4)) {
    const [name, path] = argument.split("=");
    const search = (await stat(path)).isDirectory() ? await ofPackage(path) : ofProgram(path);
    contestants.push({ name, search, least: Infinity, nodes: undefined });
}
for (let round = 0; round < rounds; round += 1) {
    for (const contestant of contestants) {
        const { nodes, seconds } = await contestant.search();
        assert.equal(nodes, contestants[0].nodes ?? nodes, `${contestant.name} searches another tree`);
        contestant.nodes = nodes;
        contestant.least = Math.min(contestant.least, seconds);
    }
}
for (const { name, nodes, least } of contestants) {
    const ratio = least / contestants.at(-1).least;
    console.log(`${name.padEnd(10)} ${nodes} nodes ${Math.round(nodes / least)} nps ${ratio.toFixed(2)} × the last one's time`);
}
process.exit(0);
