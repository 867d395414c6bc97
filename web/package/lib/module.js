// The wasm module: made ready, its memory, and the text that goes in and out.
//
// All its functions take and answer numbers. A negative answer is a refusal, whose reason `refused` throws as an error.

import { ArgumentError, errorOf } from "./errors.js";
import { fetched } from "./fetching.js";

/** Stands in for the functions of a module that is lost or was never ready: the next call starts it afresh. */
const LOST = new Proxy({}, {
    get: (_, name) => (...given) => {
        check();
        return wasm[name](...given);
    },
});

/** The functions of the module. */
export let wasm = LOST;

/** The position that owns each place in the module's ring; empty once the module is lost. */
export let owners = [];

/** Grows with every fresh start, so that what belongs to an earlier module is recognized. */
export let epoch = 0;

let compiled = null;
/** Modules by what they can: moves, which is all that `philidor/chess/moves` needs; PGN as `philidor/chess` reads it; all. */
const [NONE, MOVES, SHEETS, WHOLE] = [0, 1, 2, 3];
let ability = NONE;
let memory = null;
const NO_OWNERS = Object.freeze([]);
const NO_BYTES = new Uint8Array(0);
const NO_NUMBERS = new Uint16Array(0);
const NO_QUADS = new Int32Array(0);
let bytes = NO_BYTES;
let numbers = NO_NUMBERS;
let quads = NO_QUADS;
let textIn = 0;
let room = 0;
let movesAt = 0;
let packedAt = 0;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Throws unless the module is ready; one that was lost is started afresh. */
export function check() {
    if (wasm === LOST) {
        if (compiled === null) {
            throw new ArgumentError("not-ready", "philidor is not ready: await init() first, or import \"philidor\"");
        }
        renew();
    }
}

/**
 * Wraps a function of the module. An error that comes out of it is a trap, or an overflow of JavaScript's stack, on
 * which the module runs, too. Either leaves the module in the middle of something, so it is given up. With no stack
 * left, only assignments are safe.
 */
function guarded(work) {
    return (first, second, third, fourth) => {
        try {
            return work(first, second, third, fourth);
        } catch (error) {
            wasm = LOST;
            owners = NO_OWNERS;
            bytes = NO_BYTES;
            numbers = NO_NUMBERS;
            quads = NO_QUADS;
            epoch += 1;
            throw error;
        }
    };
}

function imports(module) {
    const object = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
        object[from] ??= {};
        // Only numbers go from JavaScript into the module, so there is nothing to do here.
        object[from][name] = () => {};
    }
    return object;
}

/** Stands behind the functions of a module that has not all of them. */
const ABSENT = new Proxy({}, {
    get: (_, name) => () => {
        const [what, entry] = name === "pgn_sheet" ? ["moves", "philidor/chess"] : ["the rules of chess", "philidor"];
        throw new ArgumentError("not-ready", `what is imported has ${what} alone: import "${entry}" as well`);
    },
});

/** Puts a new instance into use, but only once all of it is there. */
function begin(module, instance) {
    const { exports } = instance;
    const functions = Object.entries(exports).filter(([, work]) => typeof work === "function");
    const fresh = Object.fromEntries(functions.map(([name, work]) => [name, guarded(work)]));
    fresh.__wbindgen_start?.();
    fresh.start();
    const able = fresh.game_new !== undefined ? WHOLE : fresh.pgn_sheet !== undefined ? SHEETS : MOVES;
    Object.setPrototypeOf(fresh, ABSENT);
    const places = new Array(fresh.places()).fill(null);
    compiled = module;
    ability = able;
    memory = exports.memory;
    wasm = fresh;
    owners = places;
    bytes = NO_BYTES;
    numbers = NO_NUMBERS;
    quads = NO_QUADS;
    epoch += 1;
}

/** Renews the views of the memory, which has grown or moved, or is that of a fresh module. */
function look() {
    check();
    const { buffer } = memory;
    const views = [new Uint8Array(buffer), new Uint16Array(buffer), new Int32Array(buffer)];
    // Addresses above two gibibytes come as negative numbers.
    const ends = [wasm.text_in() >>> 0, wasm.room() >>> 0, wasm.moves() >>> 1, wasm.packed() >>> 0];
    // Assignments alone: if the stack ends here, all of them are done or none.
    bytes = views[0];
    numbers = views[1];
    quads = views[2];
    textIn = ends[0];
    room = ends[1];
    movesAt = ends[2];
    packedAt = ends[3];
}

/** Compiles a module from its bytes, or a function that gives them. */
const compile = (source) =>
    source instanceof WebAssembly.Module ? source : new WebAssembly.Module(typeof source === "function" ? source() : source);

/** Makes a module ready in place of one that can less: positions are values, and remain. */
function improve(source, wanted) {
    if (ability < wanted) {
        const module = compile(source);
        begin(module, new WebAssembly.Instance(module, imports(module)));
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

export function compiledModule() {
    check();
    return compiled;
}

export function memoryBytes() {
    check();
    return memory.buffer.byteLength;
}

export function renew() {
    if (compiled === null) {
        check();
    }
    begin(compiled, new WebAssembly.Instance(compiled, imports(compiled)));
}

/** Writes text for the module; answers how many bytes it has. */
export function send(text) {
    const { length } = text;
    if (bytes.length === 0) {
        look();
    }
    if (length <= 256 && sendAscii(text, bytes, textIn)) {
        return length;
    }
    makeRoom(length * 3);
    return encoder.encodeInto(text, bytes.subarray(textIn, textIn + room)).written;
}

/** Writes text of ASCII; for a short one this is faster than an encoder. */
function sendAscii(text, to, start) {
    let all = 0;
    for (let at = 0; at < text.length; at += 1) {
        const unit = text.charCodeAt(at);
        to[start + at] = unit;
        all |= unit;
    }
    return all < 128;
}

/** Writes bytes for the module. */
export function sendBytes(array) {
    makeRoom(array.length);
    bytes.set(array, textIn);
    return array.length;
}

function makeRoom(size) {
    if (bytes.length === 0) {
        look();
    }
    if (size > room) {
        wasm.make_room(size);
        look();
    }
}

/** Gives up the room of a long text. */
export function tidy() {
    if (room > 1 << 20) {
        wasm.make_room(4096);
        wasm.forget_answer();
        look();
    }
}

/** The text of an answer. */
export function receive(length) {
    if (bytes.length === 0) {
        look();
    }
    const at = wasm.text_out() >>> 0;
    return decoder.decode(bytes.subarray(at, at + length));
}

/** The bytes of an answer, as they are until the next call. */
export function receiveBytes(length) {
    if (bytes.length === 0) {
        look();
    }
    const at = wasm.text_out() >>> 0;
    return bytes.subarray(at, at + length);
}

/** A list of moves, as an array of its own. */
export function receiveMoves(count) {
    if (numbers.length === 0) {
        look();
    }
    return numbers.slice(movesAt, movesAt + count);
}

/** The same, into an array. */
export function receiveMovesInto(array, count) {
    if (numbers.length === 0) {
        look();
    }
    for (let at = 0; at < count; at += 1) {
        array[at] = numbers[movesAt + at];
    }
    return count;
}

/** The texts of plain SANs by their numbers; see `move_text.rs` of the module. */
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
    if (numbers.length === 0) {
        look();
    }
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

/** The 32 bytes of a position that the module has delivered, as eight numbers: an array of these takes a third of the time
 * of a typed one. */
export function receivePacked() {
    if (quads.length === 0) {
        look();
    }
    const from = quads;
    const at = packedAt >> 2;
    return [
        from[at], from[at + 1], from[at + 2], from[at + 3], from[at + 4], from[at + 5], from[at + 6], from[at + 7],
    ];
}

/** Writes them for the module again. */
export function sendPacked(packed) {
    if (quads.length === 0) {
        look();
    }
    for (let at = 0; at < 8; at += 1) {
        quads[(packedAt >> 2) + at] = packed[at];
    }
}

/** Writes 32 bytes of an array for the module. */
export function sendPackedBytes(array, offset) {
    if (bytes.length === 0) {
        look();
    }
    for (let at = 0; at < 32; at += 1) {
        bytes[packedAt + at] = array[offset + at];
    }
}

/** JSON of an answer. */
export function receiveJson(length) {
    return JSON.parse(receive(length));
}

/** Throws the reason of the last refusal, with more fields. */
export function refused(more) {
    throw errorOf(receiveJson(wasm.refusal()), more);
}

/** Throws it if the answer is one. */
export function accepted(answer) {
    if (answer < 0) {
        refused();
    }
    return answer;
}
