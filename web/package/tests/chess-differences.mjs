// What differs from chess.js on purpose: see web/package/chess.md, which gives the reasons.

export const EXPECTED = {
    syntax: "the words of a syntax error in PGN",
    wrap: "the blank before a comment that is wrapped",
};

/** Whether the rules of chess do not reach what is on the board. */
export function unusual(chess) {
    return !/^[^ ]*K/.test(chess.fen()) || !/^[^ ]*k/.test(chess.fen());
}

const joined = (text) => text.replaceAll(/\s|\\n|<br \/>/g, "");

/** The reason why an outcome differs, or `null`. */
export function isExpected({ name, expected, found }) {
    if (expected.startsWith("throws Expected ") && found.startsWith("throws Invalid PGN")) {
        return "syntax";
    }
    if (name.startsWith("pgn(") && joined(expected) === joined(found)) {
        return "wrap";
    }
    return null;
}
