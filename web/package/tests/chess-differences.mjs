// What differs from chess.js on purpose: see web/package/chess.md, which gives the reasons.

export const EXPECTED = {
    form: "a form of PGN that the module's reader takes, as a glyph before a move",
    syntax: "the words of a syntax error in PGN",
    uppercase: "an uppercase type of piece, by which chess.js fails after it has put it",
    wrap: "the blank before a comment that is wrapped",
    hash: "the hash, which is not that of the same position freshly loaded",
    absent: "checks in the names of moves where a king is missing or taken",
    null: "a null move in PGN, which chess.js writes and cannot read",
    filtered: "SAN of a square's moves, which chess.js mixes with those of other squares",
    castling: "castling rights without a king or rook in place",
    enPassant: "an en-passant square without a pawn that has just advanced",
    clock: "a clock that no position has",
    taken: "a king that is put where one was taken",
};

/** Whether the rules of chess do not reach what is on the board. */
export function unusual(chess) {
    return !/^[^ ]*K/.test(chess.fen()) || !/^[^ ]*k/.test(chess.fen());
}

const joined = (text) => text.replaceAll(/\s|\\n|<br \/>/g, "");
const ambiguous = (text) => text.replaceAll(/([NBRQ])[a-h]?[1-8]?(x?[a-h][1-8])/g, "$1$2");

/** Without the marks of checks against kings that are not there, or are just taken. */
const bareOf = (text) => text.replaceAll(/[+#](?=")/g, "");

/** The square after which a FEN has a double step, if no pawn stands there or it had no way. */
function isStrayEnPassant(fen) {
    const [board, turn, , square] = fen.split(" ");
    if (square === undefined || !/^[a-h][36]$/.test(square)) {
        return false;
    }
    const rows = board.split("/").map((row) => row.replace(/[0-9]/g, (digit) => ".".repeat(Number(digit))));
    const file = square.charCodeAt(0) - 97;
    const row = 8 - Number(square[1]);
    const forward = turn === "w" ? 1 : -1;
    return rows[row + forward]?.[file] !== (turn === "w" ? "p" : "P") || rows[row]?.[file] !== "." || rows[row - forward]?.[file] !== ".";
}

function hasStrayRights(fen) {
    const [board, , rights = "-"] = fen.split(" ");
    const rows = board.split("/").map((row) => row.replace(/[0-9]/g, (digit) => ".".repeat(Number(digit))));
    return [["K", 7, "K", "R", 7], ["Q", 7, "K", "R", 0], ["k", 0, "k", "r", 7], ["q", 0, "k", "r", 0]]
        .some(([right, row, king, rook, file]) => rights.includes(right) && (rows[row]?.[4] !== king || rows[row]?.[file] !== rook));
}

/** The reason why an outcome differs, or `null`. */
export function isExpected({ name, expected, found, before, after, ourAfter, fresh, isKingless }) {
    if (expected.startsWith("throws Expected ") && name.startsWith("loadPgn(")) {
        return name.includes(" --") ? "null" : found.startsWith("throws ") ? "syntax" : "form";
    }
    if (name.startsWith("put(") && /"type":"[QK]"/.test(name) && expected.startsWith("throws Cannot read")) {
        return "uppercase";
    }
    if (name.startsWith("put(") && /"type":"k"/.test(name) && isKingless && expected === "false" && found === "true") {
        return "taken";
    }
    if (name.startsWith("pgn(") && joined(expected) === joined(found)) {
        return "wrap";
    }
    if (name === "hash()" && found === JSON.stringify(fresh())) {
        return "hash";
    }
    if (isKingless && bareOf(expected) === bareOf(found) && bareOf(after) === bareOf(ourAfter)) {
        return "absent";
    }
    if (name.startsWith("moves(") && name.includes("square") && ambiguous(expected) === ambiguous(found)) {
        return "filtered";
    }
    const fens = [before, name.startsWith("load(") ? name.slice(6, -2) : before, JSON.parse(after.startsWith("[") ? after : "[\"\"]")[0]];
    if (fens.some(hasStrayRights)) {
        return "castling";
    }
    if (fens.some(isStrayEnPassant)) {
        return "enPassant";
    }
    return fens.some((fen) => /NaN|-\d/.test(fen)) ? "clock" : null;
}
