// PGN as chess.js takes it: one game, in any form that the module reads, moves in any form that `move` reads. The module
// cuts the text into parts and plays what it can; see `web/module/src/sheet.rs`.

import { receive, send, tidy, wasm } from "../lib/module.js";
import { PLACE, Placed } from "../lib/placed.js";

/** The parts that are not moves by their digests. */
export const OPEN = 1 << 16;
export const CLOSE = OPEN + 1;
export const COMMENT = OPEN + 2;
export const UNKNOWN = OPEN + 3;
export const LIKELY = OPEN + 4;
export const GLYPH = LIKELY + (1 << 16);

/** How lines end, if nothing else is said. */
export const LINE_END = "\r?\n";

/** The parts of the game in a text, its moves played from a position if there is one. Throws before anything is played. */
export function readPgn(text, newline, position = null) {
    const lines = newline === LINE_END ? text : text.replace(new RegExp(newline, "g"), "\n");
    const place = position === null ? -1 : Placed[PLACE](position);
    const length = wasm.pgn_sheet(send(lines), place);
    const reply = JSON.parse(receive(length < 0 ? wasm.refusal() : length));
    tidy();
    if (length < 0) {
        throw new SyntaxError(`Invalid PGN: ${reply.message}`);
    }
    return { ...reply, sans: reply.sans.split(" ") };
}
