// Positions of chess in the module: 32 bytes each. Here is what `philidor/chess` needs of positions; `position.js` has all
// else.

import { DELIVER, KEEP, KEPT, NEXT, READ, RESTORE, placedIn } from "./base-placed.js";
import { ArgumentError } from "./errors.js";
import { accepted, core, receive, receivePacked, send, sendPacked, wasm } from "./module.js";
import { options, text } from "./words.js";

export { EMPTY, MADE, PLACE } from "./base-placed.js";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** The bit of an answer that says that the position has over 32 pieces. */
const UNPACKED = 1;

let make = null;

/** Sets the function that makes a `Position`, whose class is in a file that programs may do without. */
export function makePositionsBy(maker) {
    make = maker;
}

/** The `Position` of a placed one. */
export function positionOf(placed) {
    if (make === null) {
        throw new ArgumentError("not-ready", "philidor/chess has the rules of chess alone: import \"philidor\" as well");
    }
    return make(placed);
}

export class Placed extends placedIn(core) {
    [READ](fen, given) {
        const { chess960, strict } = options(given);
        const length = send(fen === undefined ? START : text(fen, "a FEN"));
        const place = Placed[NEXT]();
        this[DELIVER](place, accepted(wasm.read_fen(place, length, strict === false ? 0 : 1)), chess960 === true);
    }

    /** The 32 bytes as eight numbers, or the FEN of a position that does not fit into them. */
    [KEEP](place, flags) {
        return (flags & UNPACKED) === 0 ? receivePacked() : receive(wasm.write_fen(place, 0, true));
    }

    [RESTORE](place) {
        const kept = this[KEPT];
        if (typeof kept !== "string") {
            sendPacked(kept);
            wasm.restore(place);
        } else {
            wasm.read_fen(place, send(kept), false);
        }
    }
}
