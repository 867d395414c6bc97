// A board that may hold anything: without kings, in any check, with pawns on any rank. The module knows the rules, but
// only for positions; for all else the moves are found here, slowly, by trying.

import { SQUARES } from "./constants.js";

const STEPS = {
    n: [[-2, -1], [-1, -2], [1, -2], [2, -1], [2, 1], [1, 2], [-1, 2], [-2, 1]],
    b: [[-1, -1], [1, -1], [1, 1], [-1, 1]],
    r: [[0, -1], [1, 0], [0, 1], [-1, 0]],
    q: [[-1, -1], [0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]],
};
STEPS.k = STEPS.q;

/** The places of the four rights: White's to the king's side, to the queen's side, then Black's. */
export const RIGHTS = "KQkq";
const HOME = { w: 56, b: 0 };

export const colorOf = (letter) => (letter < "a" ? "w" : "b");
const other = (color) => (color === "w" ? "b" : "w");
const letterOf = (type, color) => (color === "w" ? type.toUpperCase() : type);

/** The index of a square some files and rows away, or -1. */
function beside(index, files, rows) {
    const file = (index & 7) + files;
    const row = (index >> 3) + rows;
    return file < 0 || file > 7 || row < 0 || row > 7 ? -1 : row * 8 + file;
}

export class Placement {
    /** Letters as in a FEN, a8 first; an empty text is an empty square. */
    board = new Array(64).fill("");
    turn = "w";
    /** The file of the rook of each right, or -1. */
    rights = [-1, -1, -1, -1];
    enPassant = -1;
    halfmoves = 0;
    number = 1;

    copy() {
        const placement = new Placement();
        Object.assign(placement, this, { board: this.board.slice(), rights: this.rights.slice() });
        return placement;
    }

    /** Grants the right of a letter: `K`, or the file of the rook. */
    grant(letter, chess960) {
        const color = colorOf(letter);
        const offset = color === "w" ? 0 : 2;
        const king = this.king(color);
        const right = RIGHTS.indexOf(letter);
        if (right >= 0) {
            this.rights[right] = chess960 ? this.outermost(color, right & 1) : (right & 1) === 0 ? 7 : 0;
        } else if (chess960 && /[a-h]/i.test(letter) && king >= 0) {
            const file = letter.toLowerCase().charCodeAt(0) - 97;
            this.rights[offset + (file > (king & 7) ? 0 : 1)] = file;
        }
    }

    /** The file of the outermost rook on one side of the king. */
    outermost(color, long) {
        const king = this.king(color);
        const rook = letterOf("r", color);
        const files = long ? [0, 1, 2, 3, 4, 5, 6, 7] : [7, 6, 5, 4, 3, 2, 1, 0];
        return files.find((file) => this.board[HOME[color] + file] === rook && king >= 0 && (long ? file < (king & 7) : file > (king & 7))) ?? -1;
    }

    king(color) {
        return this.board.indexOf(letterOf("k", color));
    }

    /** Whether king and rook stand where the right has them castle. */
    isSound(right, chess960) {
        const color = right < 2 ? "w" : "b";
        const king = this.king(color);
        const file = this.rights[right];
        return king >> 3 === HOME[color] >> 3 && king >= 0 && (chess960 || (king & 7) === 4)
            && this.board[HOME[color] + file] === letterOf("r", color)
            && ((right & 1) === 0) === (file > (king & 7));
    }

    /** Takes back the rights for which a king or rook is missing. */
    dropRights(chess960) {
        for (let right = 0; right < 4; right += 1) {
            if (this.rights[right] >= 0 && !this.isSound(right, chess960)) {
                this.rights[right] = -1;
            }
        }
    }

    /** Forgets an en-passant square that no capture can be played on. */
    dropEnPassant() {
        if (this.enPassant >= 0 && !this.isEnPassantPossible()) {
            this.enPassant = -1;
        }
    }

    isEnPassantPossible() {
        const [forward, mine, theirs] = this.turn === "w" ? [-8, "P", "p"] : [8, "p", "P"];
        const pawn = this.enPassant - forward;
        return this.board[pawn] === theirs && this.board[this.enPassant] === "" && (this.board[this.enPassant + forward] ?? "") === ""
            && [-1, 1].some((files) => this.board[beside(pawn, files, 0)] === mine);
    }

    /** The board as a FEN has it. */
    boardText() {
        let text = "";
        for (let row = 0; row < 8; row += 1) {
            let empty = 0;
            for (let file = 0; file < 8; file += 1) {
                const letter = this.board[row * 8 + file];
                if (letter === "") {
                    empty += 1;
                } else {
                    text += (empty > 0 ? empty : "") + letter;
                    empty = 0;
                }
            }
            text += (empty > 0 ? empty : "") + (row < 7 ? "/" : "");
        }
        return text;
    }

    /** The rights by letters, or by the files of the rooks. */
    rightsText(shredder) {
        let text = "";
        this.rights.forEach((file, right) => {
            if (file >= 0) {
                const letter = "ABCDEFGH"[file];
                text += shredder ? (right < 2 ? letter : letter.toLowerCase()) : RIGHTS[right];
            }
        });
        return text || "-";
    }

    /** The squares, in order, of pieces of a color that attack one. */
    attackers(target, color) {
        const found = [];
        this.board.forEach((letter, index) => {
            if (letter !== "" && colorOf(letter) === color && this.#attacks(index, target)) {
                found.push(index);
            }
        });
        return found;
    }

    #attacks(from, target) {
        const letter = this.board[from];
        const type = letter.toLowerCase();
        const files = (target & 7) - (from & 7);
        const rows = (target >> 3) - (from >> 3);
        if (type === "p") {
            return rows === (letter === "P" ? -1 : 1) && Math.abs(files) === 1;
        }
        if (type === "n") {
            return Math.abs(files * rows) === 2;
        }
        const straight = files === 0 || rows === 0;
        if ((files === 0 && rows === 0) || (!straight && Math.abs(files) !== Math.abs(rows)) || (type === "b" && straight)
            || (type === "r" && !straight)) {
            return false;
        }
        const distance = Math.max(Math.abs(files), Math.abs(rows));
        if (type === "k") {
            return distance === 1;
        }
        const step = Math.sign(rows) * 8 + Math.sign(files);
        for (let square = from + step; square !== target; square += step) {
            if (this.board[square] !== "") {
                return false;
            }
        }
        return true;
    }

    isAttacked(target, color) {
        return this.board.some((letter, index) => letter !== "" && colorOf(letter) === color && this.#attacks(index, target));
    }

    isInCheck(color) {
        const king = this.king(color);
        return king >= 0 && this.isAttacked(king, other(color));
    }

    /** The moves that leave no king of the side to move in check, as plain objects. */
    legalMoves() {
        return this.#pseudoLegalMoves().filter((move) => !this.after(move).isInCheck(this.turn));
    }

    #pseudoLegalMoves() {
        const moves = [];
        const color = this.turn;
        const add = (from, to, flags, captured, promotion) => {
            moves.push({ color, from, to, piece: this.board[from].toLowerCase(), captured, promotion, flags });
        };
        this.board.forEach((letter, from) => {
            if (letter === "" || colorOf(letter) !== color) {
                return;
            }
            const type = letter.toLowerCase();
            if (type === "p") {
                this.#pawnMoves(from, add);
                return;
            }
            for (const [files, rows] of STEPS[type]) {
                for (let to = beside(from, files, rows); to >= 0; to = beside(to, files, rows)) {
                    const target = this.board[to];
                    if (target === "") {
                        add(from, to, "n");
                    } else if (colorOf(target) !== color) {
                        add(from, to, "c", target.toLowerCase());
                    }
                    if (target !== "" || type === "n" || type === "k") {
                        break;
                    }
                }
            }
        });
        this.#castling(add);
        return moves;
    }

    #pawnMoves(from, add) {
        const forward = this.turn === "w" ? -1 : 1;
        const put = (to, flags, captured) => {
            if (to >> 3 === 0 || to >> 3 === 7) {
                for (const promotion of ["n", "b", "r", "q"]) {
                    add(from, to, `${flags}p`, captured, promotion);
                }
            } else {
                add(from, to, flags, captured);
            }
        };
        const ahead = beside(from, 0, forward);
        if (ahead >= 0 && this.board[ahead] === "") {
            put(ahead, "n");
            const second = beside(ahead, 0, forward);
            if (from >> 3 === (this.turn === "w" ? 6 : 1) && this.board[second] === "") {
                put(second, "b");
            }
        }
        for (const files of [forward, -forward]) {
            const to = beside(from, files, forward);
            if (to < 0) {
                continue;
            }
            const target = this.board[to];
            if (target !== "" && colorOf(target) !== this.turn) {
                put(to, "c", target.toLowerCase());
            } else if (target === "" && to === this.enPassant && this.isEnPassantPossible()) {
                put(to, "e", "p");
            }
        }
    }

    /** Standard castling: the king is on the e-file, the rook in its corner. */
    #castling(add) {
        const offset = this.turn === "w" ? 0 : 2;
        for (const [right, sign, between, flags] of [[offset, 1, [1, 2], "k"], [offset + 1, -1, [-1, -2, -3], "q"]]) {
            const king = HOME[this.turn] + 4;
            if (this.rights[right] === (sign > 0 ? 7 : 0) && this.isSound(right, false)
                && between.every((step) => this.board[king + step] === "")
                && [0, sign, 2 * sign].every((step) => !this.isAttacked(king + step, other(this.turn)))) {
                add(king, king + 2 * sign, flags);
            }
        }
    }

    /** The board after a move, or after a null move, which passes the turn. */
    after(move) {
        const next = this.copy();
        next.enPassant = -1;
        next.halfmoves += 1;
        if (move !== null) {
            const letter = this.board[move.from];
            next.board[move.from] = "";
            next.board[move.to] = move.promotion === undefined ? letter : letterOf(move.promotion, this.turn);
            if (move.flags.includes("e")) {
                next.board[(move.from & ~7) | (move.to & 7)] = "";
            } else if (move.flags === "k" || move.flags === "q") {
                const [corner, beyond] = move.flags === "k" ? [move.to + 1, move.to - 1] : [move.to - 2, move.to + 1];
                next.board[beyond] = next.board[corner];
                next.board[corner] = "";
            }
            if (move.piece === "p" || move.captured !== undefined) {
                next.halfmoves = 0;
            }
            next.#loseRights(move);
        }
        next.turn = other(this.turn);
        if (this.turn === "b") {
            next.number += 1;
        }
        if (move !== null && move.flags === "b") {
            next.enPassant = (move.from + move.to) >> 1;
            next.dropEnPassant();
        }
        return next;
    }

    #loseRights({ from, to, piece, color }) {
        this.rights.forEach((file, right) => {
            const home = right < 2 ? HOME.w : HOME.b;
            const rook = home + file;
            if ((piece === "k" && (color === "w") === right < 2) || from === rook || to === rook) {
                this.rights[right] = -1;
            }
        });
    }

    /** The name of a move among the legal ones. */
    san(move, moves) {
        if (move.flags === "k" || move.flags === "q") {
            return (move.flags === "k" ? "O-O" : "O-O-O") + this.#suffix(move);
        }
        let text = "";
        if (move.piece === "p") {
            text = move.captured === undefined ? "" : `${SQUARES[move.from][0]}x`;
        } else {
            const rivals = moves.filter((rival) => rival.piece === move.piece && rival.to === move.to && rival.from !== move.from);
            const name = SQUARES[move.from];
            text = move.piece.toUpperCase();
            if (rivals.length > 0) {
                const sameFile = rivals.some((rival) => (rival.from & 7) === (move.from & 7));
                const sameRank = rivals.some((rival) => rival.from >> 3 === move.from >> 3);
                text += !sameFile ? name[0] : !sameRank ? name[1] : name;
            }
            text += move.captured === undefined ? "" : "x";
        }
        text += SQUARES[move.to] + (move.promotion === undefined ? "" : `=${move.promotion.toUpperCase()}`);
        return text + this.#suffix(move);
    }

    #suffix(move) {
        const next = this.after(move);
        if (!next.isInCheck(next.turn)) {
            return "";
        }
        return next.legalMoves().length === 0 ? "#" : "+";
    }
}
