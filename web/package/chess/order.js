// The order in which chess.js lists moves: by the square of origin, a8 first, then by direction and distance, then by
// promotion; castling last. It was found by asking chess.js.

/** The directions of kings and sliders, clockwise; rows grow downward. */
const CLOCKWISE = [[-1, -1], [0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]];
const KNIGHT = [[-2, -1], [-1, -2], [1, -2], [2, -1], [2, 1], [1, 2], [-1, 2], [-2, 1]];
/** A pawn's, White's and Black's: one step, two, then captures. */
const PAWN = [[0, -1], [0, -2], [-1, -1], [1, -1]];
PAWN.push(...PAWN.map(([files, rows]) => [-files, -rows]));
const PROMOTIONS = [3, 2, 1, 0];
const CASTLING = 64 << 9;

/** The place of a step among those of its piece. */
function place(files, rows, steps, distances) {
    for (let distance = 1; distance <= distances; distance += 1) {
        const direction = steps.findIndex(([file, row]) => file * distance === files && row * distance === rows);
        if (direction >= 0) {
            return direction * 8 + distance;
        }
    }
    return 0;
}

/** For each pair of squares as a digest has them, first for pieces, then for pawns. */
const KEYS = new Uint32Array(2 * 4096);
for (let pair = 0; pair < 4096; pair += 1) {
    const from = (pair >> 6) ^ 56;
    const to = (pair & 63) ^ 56;
    const [files, rows] = [(to & 7) - (from & 7), (to >> 3) - (from >> 3)];
    KEYS[pair] = (from << 9) | ((place(files, rows, CLOCKWISE, 7) || place(files, rows, KNIGHT, 1)) << 2);
    KEYS[4096 + pair] = (from << 9) | (place(files, rows, PAWN, 1) << 2);
}

/** A number by which moves are sorted, below 2^16, from a digest. */
export function orderKey(move, isPawn) {
    const kind = move >> 14;
    if (kind === 2) {
        return CASTLING | (((move >> 2) & 7) === 2 ? 1 : 0);
    }
    return KEYS[(isPawn ? 4096 : 0) + ((move >> 2) & 4095)] | (kind === 1 ? PROMOTIONS[move & 3] : 0);
}
