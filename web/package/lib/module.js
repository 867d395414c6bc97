// The module of chess; `philidor/chess` has smaller ones, in whose place the whole one may come.

import { wasmModule } from "./base-module.js";
import { compile } from "./compiling.js";
import { ArgumentError } from "./errors.js";
import { fetched } from "./fetching.js";

export const core = wasmModule(
    "philidor is not ready: await init() first, or import \"philidor\"",
    (name) => {
        const [what, entry] = name === "pgn_sheet" ? ["moves", "philidor/chess"] : ["the rules of chess", "philidor"];
        throw new ArgumentError("not-ready", `what is imported has ${what} alone: import "${entry}" as well`);
    },
);

export const {
    wasm, check, renew, compiledModule, memoryBytes, send, sendBytes, tidy, receive, receiveBytes, receiveJson,
    receiveMoves, receiveMoveBytes, receiveMovesInto, receivePacked, sendPacked, sendPackedBytes, refused, accepted,
} = core;

/** Modules by what they can: moves, which is all that `philidor/chess/moves` needs; PGN as `philidor/chess` reads it; all. */
const [NONE, MOVES, SHEETS, WHOLE] = [0, 1, 2, 3];
let ability = NONE;

/** Makes a module ready in place of one that can less: positions are values, and remain. */
function improve(source, wanted) {
    if (ability < wanted) {
        core.use(compile(source));
        ability = Object.hasOwn(wasm, "game_new") ? WHOLE : Object.hasOwn(wasm, "pgn_sheet") ? SHEETS : MOVES;
    }
}

export const initSync = (source) => improve(source, WHOLE);
/** For `philidor/chess` and `philidor/chess/moves`. */
export const initSheets = (source) => improve(source, SHEETS);
export const initMoves = (source) => improve(source, MOVES);

let pending = null;

export function init(source) {
    if (isReady()) {
        return Promise.resolve();
    }
    pending ??= load(source).then((module) => initSync(module)).catch((error) => {
        pending = null;
        throw error;
    });
    return pending;
}

/** Compiles a module from anything that `init` takes; without a source, from the text that the package has of it. */
export async function load(source) {
    let found = await source;
    if (found === undefined) {
        const { bytes } = await import("../texts/philidor.js");
        found = bytes();
    }
    if (typeof found === "string" || found instanceof URL) {
        found = await fetched(found);
    }
    if (typeof Response !== "undefined" && found instanceof Response) {
        if (!found.ok) {
            throw new Error(`${found.url} cannot be fetched: ${found.status} ${found.statusText}`);
        }
        const type = found.headers.get("content-type") ?? "";
        if (type.startsWith("application/wasm") && WebAssembly.compileStreaming) {
            return WebAssembly.compileStreaming(found);
        }
        found = await found.arrayBuffer();
    }
    return found instanceof WebAssembly.Module ? found : WebAssembly.compile(found);
}

export function isReady() {
    return ability === WHOLE;
}

/** The texts of plain SANs by their numbers; see `sans.rs` of the module. */
let sans = null;

function plainSans() {
    const texts = [];
    for (let number = 0; number < 7 * 2 * 64 * 3; number += 1) {
        const [ending, rest] = [number % 3, Math.floor(number / 3)];
        const [square, kind] = [rest % 64, rest >> 6];
        const [takes, piece] = [kind % 2 === 1, kind >> 1];
        const file = square % 8;
        const from = piece < 5 ? "KQRBN"[piece] : takes ? "abcdefgh"[file + (piece === 6 ? 1 : -1)] : "";
        texts.push(`${from}${takes ? "x" : ""}${"abcdefgh"[file]}${(square >> 3) + 1}${["", "+", "#"][ending]}`);
    }
    return texts;
}

/** The SANs of all moves. */
export function receiveSans(answer) {
    const [numbers, movesAt] = core.receiveNumbers();
    sans ??= plainSans();
    const count = answer & 0xffff;
    const length = answer >>> 16;
    const words = length === 0 ? [] : receive(length).split(" ");
    const found = new Array(count);
    for (let at = 0, word = 0; at < count; at += 1) {
        const number = numbers[movesAt + at];
        found[at] = number === 0xffff ? words[word++] : sans[number];
    }
    return found;
}
