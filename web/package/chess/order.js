// The order in which chess.js lists moves: by the square of origin, a8 first, then by direction and distance, then by
// promotion; castling last. It was found by asking chess.js.

/** The directions of kings and sliders, clockwise; rows grow downward. */
const CLOCKWISE = [[-1, -1], [0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]];
const KNIGHT = [[-2, -1], [-1, -2], [1, -2], [2, -1], [2, 1], [1, 2], [-1, 2], [-2, 1]];
/** A pawn's: one step, two, then captures. */
const PAWN = { P: [[0, -1], [0, -2], [-1, -1], [1, -1]], p: [[0, 1], [0, 2], [1, 1], [-1, 1]] };
const PROMOTIONS = [3, 2, 1, 0];

/** A place for each step of up to seven files and rows. */
function table(steps, distances) {
    const places = new Uint8Array(256);
    steps.forEach(([files, rows], direction) => {
        for (let distance = 1; distance <= distances; distance += 1) {
            places[(rows * distance + 7) * 16 + files * distance + 7] = direction * 8 + distance;
        }
    });
    return places;
}

const PIECES = table(CLOCKWISE, 7);
table(KNIGHT, 1).forEach((place, index) => {
    PIECES[index] = place === 0 ? PIECES[index] : place;
});
const PAWNS = { P: table(PAWN.P, 1), p: table(PAWN.p, 1) };

/** A number by which moves are sorted, below 2^19, from a digest and the letter of the piece. */
export function orderKey(move, letter) {
    const from = ((move >> 8) & 63) ^ 56;
    const to = ((move >> 2) & 63) ^ 56;
    if (move >> 14 === 2) {
        return (64 << 9) | ((to & 7) === 2 ? 1 : 0);
    }
    const places = letter === "P" ? PAWNS.P : letter === "p" ? PAWNS.p : PIECES;
    const step = places[((to >> 3) - (from >> 3) + 7) * 16 + (to & 7) - (from & 7) + 7];
    return (from << 9) | (step << 2) | (move >> 14 === 1 ? PROMOTIONS[move & 3] : 0);
}
