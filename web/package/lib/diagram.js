// Boards as SVG.

import { ArgumentError } from "./errors.js";
import { accepted, receive, send, tidy, wasm } from "./module.js";
import { anySet, isBlack, list, options, shown, squareIndex, text } from "./words.js";

const oneLine = (value) => value.replace(/[\r\n]+/g, " ");

/** The picture of the board of a FEN. */
export function diagram(fen, given, title) {
    const { seenBy = "white", squares = {}, arrows = [], coordinates = true, style = true, ...rest } = options(given);
    const lines = [fen];
    if (isBlack(seenBy)) {
        lines.push("B");
    }
    if (coordinates === false) {
        lines.push("C");
    }
    if (style === false) {
        lines.push("Y");
    }
    lines.push(`T ${oneLine(text(rest.title ?? title, "the title"))}`);
    for (const [name, set] of Object.entries(options(squares))) {
        if (!/^[\w -]+$/.test(name)) {
            throw new ArgumentError("range", `not a class of CSS: ${shown(name)}`);
        }
        lines.push(`S ${anySet(set)} ${name}`);
    }
    for (const arrow of list(arrows, "arrows")) {
        if (!Array.isArray(arrow) || arrow.length !== 2) {
            throw new ArgumentError("type", `an arrow is a pair of squares, not ${shown(arrow)}`);
        }
        lines.push(`A ${squareIndex(arrow[0])} ${squareIndex(arrow[1])}`);
    }
    const picture = receive(accepted(wasm.svg(send(lines.join("\n")))));
    tidy();
    return picture;
}
