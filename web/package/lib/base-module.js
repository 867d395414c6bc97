// A wasm module: made ready, its memory, and the text that goes in and out.
//
// All its functions take and answer numbers. A negative answer is a refusal, whose reason `refused` throws as an error.

import { imports } from "./compiling.js";
import { ArgumentError, errorOf } from "./errors.js";

const NO_OWNERS = Object.freeze([]);
const NO_BYTES = new Uint8Array(0);
const NO_NUMBERS = new Uint16Array(0);
const NO_QUADS = new Int32Array(0);
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * A module that `use` makes ready; until then its functions throw `notReady`. Those that it lacks call `absent` with their
 * names. All functions here need no `this`.
 */
export function wasmModule(notReady, absent) {
    let compiled = null;
    let memory = null;
    /** Whether the module has yet to begin, for the first time or afresh. */
    let isLost = true;
    let epoch = 0;
    let bytes = NO_BYTES;
    let numbers = NO_NUMBERS;
    let quads = NO_QUADS;
    let textIn = 0;
    let room = 0;
    let movesAt = 0;
    let packedAt = 0;

    /** The functions of the module: those that are not there begin it first. */
    const wasm = Object.create(new Proxy({}, {
        get: (_, name) => (...given) => {
            check();
            return Object.hasOwn(wasm, name) ? wasm[name](...given) : absent(name);
        },
    }));

    const module = {
        wasm,
        /** The position that owns each place in the module's ring; empty once the module is lost. */
        owners: NO_OWNERS,
        /** Grows with every fresh start, so that what belongs to an earlier module is recognized. */
        epoch,
        use, check, renew, send, sendBytes, tidy, receive, receiveBytes, receiveJson, receiveMoves, receiveMoveBytes,
        receiveMovesInto, receiveNumbers, receiveWords, receivePacked, sendPacked, sendPackedBytes, refused, accepted,
        compiledModule: () => (check(), compiled),
        memoryBytes: () => (check(), memory.buffer.byteLength),
    };
    return module;

    /** Throws unless the module is ready; one that was lost is started afresh. */
    function check() {
        if (isLost) {
            renew();
        }
    }

    function renew() {
        if (compiled === null) {
            throw new ArgumentError("not-ready", notReady);
        }
        use(compiled);
    }

    /**
     * Wraps a function of the module. An error that comes out of it is a trap, or an overflow of JavaScript's stack, on
     * which the module runs, too. Either leaves the module in the middle of something, so it is given up, and the next call
     * begins it afresh. With no stack left, only assignments are safe.
     */
    function guarded(name, work, age) {
        return (first, second, third, fourth) => {
            // An argument may have begun the module afresh, when this function was already chosen.
            if (age !== epoch) {
                check();
                return wasm[name](first, second, third, fourth);
            }
            try {
                return work(first, second, third, fourth);
            } catch (error) {
                isLost = true;
                epoch += 1;
                module.epoch = epoch;
                bytes = NO_BYTES;
                numbers = NO_NUMBERS;
                quads = NO_QUADS;
                module.owners = NO_OWNERS;
                throw error;
            }
        };
    }

    /** Puts a new instance of a compiled module into use, but only once all of it is there. */
    function use(next) {
        const { exports } = new WebAssembly.Instance(next, imports(next));
        const functions = Object.entries(exports).filter(([, work]) => typeof work === "function");
        const fresh = Object.fromEntries(functions.map(([name, work]) => [name, guarded(name, work, epoch + 1)]));
        exports.__wbindgen_start?.();
        exports.start();
        const places = new Array(exports.places()).fill(null);
        // If the stack ends in the midst, the next call begins once more.
        isLost = true;
        compiled = next;
        // Unlike `Object.assign`, this leaves an object whose fields are found fast.
        Object.defineProperties(wasm, Object.getOwnPropertyDescriptors(fresh));
        memory = exports.memory;
        bytes = NO_BYTES;
        numbers = NO_NUMBERS;
        quads = NO_QUADS;
        module.owners = places;
        epoch += 1;
        module.epoch = epoch;
        isLost = false;
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

    /** Writes text for the module; answers how many bytes it has. */
    function send(text) {
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
    function sendBytes(array) {
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
    function tidy() {
        if (room > 1 << 20) {
            wasm.make_room(4096);
            wasm.forget_answer();
            look();
        }
    }

    /** The text of an answer. */
    function receive(length) {
        if (bytes.length === 0) {
            look();
        }
        const at = wasm.text_out() >>> 0;
        return decoder.decode(bytes.subarray(at, at + length));
    }

    /** The bytes of an answer, as they are until the next call. */
    function receiveBytes(length) {
        if (bytes.length === 0) {
            look();
        }
        const at = wasm.text_out() >>> 0;
        return bytes.subarray(at, at + length);
    }

    /** A list of moves, as an array of its own. */
    function receiveMoves(count) {
        if (numbers.length === 0) {
            look();
        }
        return numbers.slice(movesAt, movesAt + count);
    }

    /** Moves of an answer of bytes, two for each. */
    function receiveMoveBytes(length) {
        return new Uint16Array(receiveBytes(length).slice().buffer);
    }

    /** A list of moves as it is until the next call, and where it begins. */
    function receiveNumbers() {
        if (numbers.length === 0) {
            look();
        }
        return [numbers, movesAt];
    }

    /** The same, into an array. */
    function receiveMovesInto(array, count) {
        if (numbers.length === 0) {
            look();
        }
        for (let at = 0; at < count; at += 1) {
            array[at] = numbers[movesAt + at];
        }
        return count;
    }

    /** The 32 bytes of a position that the module has delivered, as eight numbers: an array of these takes a third of the time
     * of a typed one. */
    function receivePacked() {
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
    function sendPacked(packed) {
        if (quads.length === 0) {
            look();
        }
        for (let at = 0; at < 8; at += 1) {
            quads[(packedAt >> 2) + at] = packed[at];
        }
    }

    /** Writes 32 bytes of an array for the module. */
    function sendPackedBytes(array, offset) {
        if (bytes.length === 0) {
            look();
        }
        for (let at = 0; at < 32; at += 1) {
            bytes[packedAt + at] = array[offset + at];
        }
    }

    /** JSON of an answer. */
    function receiveJson(length) {
        return JSON.parse(receive(length));
    }

    /** The words of an answer. */
    function receiveWords(length) {
        return length === 0 ? [] : receive(length).split(" ");
    }

    /** Throws the reason of the last refusal, with more fields. */
    function refused(more) {
        throw errorOf(receiveJson(wasm.refusal()), more);
    }

    /** Throws it if the answer is one. */
    function accepted(answer, more) {
        if (answer < 0) {
            refused(more);
        }
        return answer;
    }
}
