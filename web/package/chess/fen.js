// FENs as chess.js reads them: what it refuses and in which words.

import { indexOf } from "./constants.js";
import { Placement } from "./placement.js";

const refusal = (error) => ({ ok: false, error: `Invalid FEN: ${error}` });

/** Whether a FEN has the form that `load` takes, and describes a board with one king each. */
export function validateFen(fen, { chess960 = false } = {}) {
    const fields = fen.split(/\s+/);
    if (fields.length !== 6) {
        return refusal("must contain six space-delimited fields");
    }
    const [board, turn, rights, enPassant, clock, number] = fields;
    if (!(Number.parseInt(number, 10) > 0)) {
        return refusal("move number must be a positive integer");
    }
    if (!(Number.parseInt(clock, 10) >= 0)) {
        return refusal("half move counter number must be a non-negative integer");
    }
    if (!/^(-|[a-h][36])$/.test(enPassant)) {
        return refusal("en-passant square is invalid");
    }
    if ((chess960 ? /[^kKqQa-hA-H-]/ : /[^kKqQ-]/).test(rights)) {
        return refusal("castling availability is invalid");
    }
    if (!/^(w|b)$/.test(turn)) {
        return refusal("side-to-move is invalid");
    }
    const rows = board.split("/");
    if (rows.length !== 8) {
        return refusal("piece data does not contain 8 '/'-delimited rows");
    }
    for (const row of rows) {
        const error = rowError(row);
        if (error !== null) {
            return refusal(`piece data is invalid (${error})`);
        }
    }
    if ((enPassant[1] === "3" && turn === "w") || (enPassant[1] === "6" && turn === "b")) {
        return refusal("illegal en-passant square");
    }
    for (const [color, king] of [["white", /K/g], ["black", /k/g]]) {
        const count = (board.match(king) ?? []).length;
        if (count !== 1) {
            return refusal(count === 0 ? `missing ${color} king` : `too many ${color} kings`);
        }
    }
    if (/p/i.test(rows[0] + rows[7])) {
        return refusal("some pawns are on the edge rows");
    }
    return { ok: true };
}

function rowError(row) {
    let squares = 0;
    let afterDigit = false;
    for (const letter of row) {
        if (/[0-9]/.test(letter)) {
            if (afterDigit) {
                return "consecutive number";
            }
            squares += Number(letter);
            afterDigit = true;
        } else {
            if (!/[prnbqkPRNBQK]/.test(letter)) {
                return "invalid piece";
            }
            squares += 1;
            afterDigit = false;
        }
    }
    return squares === 8 ? null : "too many squares in rank";
}

/** A FEN with the fields that may be left out. */
export function completed(fen) {
    const fields = fen.split(/\s+/);
    return fields.length >= 2 && fields.length < 6 ? fields.concat(["-", "-", "0", "1"].slice(fields.length - 6)).join(" ") : fen;
}

/** What a FEN says, whatever it is; a second king of a color is left out. */
export function readPlacement(fen, chess960) {
    const [board, turn = "w", rights = "-", enPassant = "-", clock = "0", number = "1"] = fen.split(/\s+/);
    const placement = new Placement();
    let index = 0;
    for (const letter of board) {
        if (letter === "/") {
            index = (index + 7) & ~7;
        } else if (letter >= "0" && letter <= "9") {
            index += Number(letter);
        } else {
            if (index < 64 && /[prnbqkPRNBQK]/.test(letter) && (!/k/i.test(letter) || !placement.board.includes(letter))) {
                placement.board[index] = letter;
            }
            index += 1;
        }
    }
    placement.turn = turn === "b" ? "b" : "w";
    for (const letter of rights) {
        placement.grant(letter, chess960);
    }
    placement.enPassant = indexOf(enPassant);
    placement.halfmoves = Number.parseInt(clock, 10);
    placement.number = Number.parseInt(number, 10);
    return placement;
}
