// Squares and sets of squares: names, and words of 64 bits as BigInt. a1 is bit 0, h8 is bit 63. It needs no package, so
// that pages without one (the book, the opening explorer's) draw boards, too.

/** The names of all squares: a1, b1, … h8. */
export const SQUARES = Array.from({ length: 64 }, (_, index) => "abcdefgh"[index % 8] + ((index >> 3) + 1));

/** A set from the sixteen hexadecimal digits that the laboratory answers with. */
export const setOf = (digits) => BigInt(`0x${digits}`);

export const digitsOf = (set) => set.toString(16).padStart(16, "0");

/** Digits in groups of four, as people read them. */
export const grouped = (set) => `0x${digitsOf(set).replace(/(....)(?=.)/g, "$1_")}`;

export const has = (set, index) => ((set >> BigInt(index)) & 1n) === 1n;

/** A set in words, for those who do not see its drawing. */
export const spoken = (set) => {
    const squares = SQUARES.filter((_, index) => has(set, index));
    if (squares.length === 0) return "no squares";
    if (squares.length > 32) return `${squares.length} squares`;
    return squares.join(" ");
};

/** A large number with separators. */
export const counted = (number) => BigInt(number).toLocaleString("en-US");

const LETTERS = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

/** The pieces of a FEN by square; the text is not checked, the package does that. */
export function piecesOf(fen) {
    const pieces = {};
    fen.split(" ")[0]
        .split("/")
        .forEach((rank, row) => {
            let file = 0;
            for (const letter of rank) {
                if (/\d/.test(letter)) file += Number(letter);
                else if (LETTERS[letter.toLowerCase()] && row < 8 && file < 8) {
                    pieces["abcdefgh"[file] + (8 - row)] = letter;
                    file += 1;
                }
            }
        });
    return pieces;
}

/** The first field of a FEN for pieces on squares. */
export function fieldOf(pieces) {
    const ranks = [];
    for (let row = 8; row >= 1; row -= 1) {
        let text = "";
        let empty = 0;
        for (const file of "abcdefgh") {
            const piece = pieces[file + row];
            if (!piece) empty += 1;
            else {
                text += (empty || "") + piece;
                empty = 0;
            }
        }
        ranks.push(text + (empty || ""));
    }
    return ranks.join("/");
}

/** Where a move begins and ends on the board, as UCI writes it: castling of Chess960 is the king onto its rook. */
export const endsOf = ({ uci }) => [uci.slice(0, 2), uci.slice(2, 4)];

/** The squares of the last move of a line, as fills of a board. */
export const lastOf = (line) =>
    Object.fromEntries(line.slice(-1).flatMap((uci) => endsOf({ uci }).map((square) => [square, "last"])));

/** Where the moves from a square go, for a board on which pieces move. */
export const goals = (moves, square) =>
    moves
        .map(endsOf)
        .filter(([origin]) => origin === square)
        .map(([, destination]) => destination);

/** `white knight` for `N`. */
export const nameOf = (letter) =>
    `${letter === letter.toUpperCase() ? "white" : "black"} ${LETTERS[letter.toLowerCase()]}`;
