// The engine, in a worker of its own. It receives no messages while it searches, so it is stopped by ending the worker;
// the next search starts another.

import { ArgumentError } from "./errors.js";
import { Game } from "./game.js";
import { check } from "./module.js";
import { Position } from "./position.js";
import { callback, choice, list, options, shown, signalOf, urlOf, whole } from "./words.js";
import { Tasks, isOfNode, startWorker } from "./workers.js";

const MAX_U32 = 0xffffffff;
const EVALUATIONS = ["net", "classic", "chains", "squares", "material"];

/** The engine's module, loaded and compiled once. */
let compiled = null;

async function engineModule() {
    const { bytes } = await import("../texts/engine.js");
    return WebAssembly.compile(bytes());
}

export class Engine {
    #tasks;
    #megabytes;

    constructor(given) {
        check();
        const { megabytes = 16, url: address } = options(given);
        const url = urlOf(address);
        this.#megabytes = whole(megabytes, 1, 1024, "megabytes");
        const ofNode = () => new URL("../engine-worker.js", import.meta.url);
        const ofWeb = () => new Worker(new URL("../engine-worker.js", import.meta.url), { type: "module" });
        const start = async () => {
            compiled ??= engineModule().catch((error) => {
                compiled = null;
                throw error;
            });
            const module = await compiled;
            return [await startWorker(url ?? (isOfNode() ? ofNode() : undefined), ofWeb), module];
        };
        this.#tasks = new Tasks(start, { task: "begin", given: { megabytes: this.#megabytes } });
        this.ready = this.#tasks.exclusively(() => this.#tasks.call("newGame", {})).then(() => ({ name: "philidor" }));
        // A program that does not await it need not catch.
        this.ready.catch(() => {});
    }

    async analyze(of, given) {
        const { depth = 0, nodes = 0, milliseconds = 0, mate = 0, lines = 1, moves = [], ...more } = options(given);
        const onProgress = callback(more.onProgress, "onProgress");
        const signal = signalOf(more.signal);
        const position = positionOf(of);
        const isGame = of instanceof Game;
        const start = isGame ? of.start : of;
        const asked = {
            fen: start.fen({ castling: "shredder" }),
            chess960: start.isChess960,
            moves: isGame ? of.moves : new Uint16Array(0),
            depth: whole(depth, 0, 255, "the depth"),
            nodes: whole(nodes, 0, Number.MAX_SAFE_INTEGER, "the number of nodes"),
            milliseconds: whole(milliseconds, 0, MAX_U32, "the time"),
            mate: whole(mate, 0, 255, "the moves to mate"),
            lines: whole(lines, 1, 256, "the number of lines"),
            only: Uint16Array.from(list(moves, "moves"), (move) => position.move(move)),
        };
        let newest = analysisOf(position, null, true);
        const hear = (text) => {
            newest = analysisOf(position, JSON.parse(text), true);
            onProgress?.({ ...newest, stopped: false });
        };
        const search = () => this.#tasks.call("analyze", asked, hear);
        try {
            return analysisOf(position, JSON.parse(await this.#tasks.exclusively(search, signal)), false);
        } catch (error) {
            if (signal?.aborted && error === signal.reason) {
                return newest;
            }
            throw error;
        }
    }

    async evaluate(of, given) {
        const { by = "net", ...more } = options(given);
        const signal = signalOf(more.signal);
        const position = positionOf(of);
        const fen = position.fen({ castling: "shredder" });
        choice(by, EVALUATIONS, "the evaluation");
        const asked = { fen, chess960: position.isChess960, by };
        const reply = await this.#tasks.exclusively(() => this.#tasks.call("evaluate", asked), signal);
        return { fen: position.fen(), by, ...JSON.parse(reply) };
    }

    newGame() {
        return this.#tasks.exclusively(() => this.#tasks.call("newGame", {}));
    }

    terminate() {
        this.#tasks.terminate();
    }
}

/** The position, or the one that the game has reached. */
function positionOf(of) {
    if (!(of instanceof Game) && !(of instanceof Position)) {
        throw new ArgumentError("type", `not a position or a game: ${shown(of)}`);
    }
    return of instanceof Game ? of.position : of;
}

/** What the engine reports, as the user sees it. */
function analysisOf(position, reply, stopped) {
    const { best = null, depth = 0, nodes = 0, milliseconds = 0, score = null, lines = [] } = reply ?? {};
    return {
        fen: position.fen(),
        best,
        bestSan: best === null ? null : position.san(best),
        bestUci: best === null ? null : position.uci(best),
        score,
        depth,
        nodes,
        milliseconds,
        lines: lines.map((line) => ({
            ...line,
            moves: Uint16Array.from(line.moves),
            sans: line.sans.split(" ").filter((san) => san !== ""),
            ucis: line.ucis.split(" ").filter((uci) => uci !== ""),
        })),
        stopped,
    };
}
