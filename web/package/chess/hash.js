// The hash that chess.js documents by its value for the start position: keys of pieces, castling rights, the file of the
// en-passant square and the side to move, exclusive-or'ed. The keys are those of the generator xoroshiro128** of David
// Blackman and Sebastiano Vigna, whose seed and order were found by asking chess.js for hashes.

const MASK = 0xffffffffffffffffn;
const rotate = (bits, count) => ((bits << count) | (bits >> (64n - count))) & MASK;

/** The generator xoroshiro128** from a state of 128 bits. */
export function xoroshiro128(state) {
    let low = BigInt(state & MASK);
    let high = BigInt((state >> 64n) & MASK);
    return () => {
        const result = (rotate((low * 5n) & MASK, 7n) * 9n) & MASK;
        high ^= low;
        low = (rotate(low, 24n) ^ high ^ (high << 16n)) & MASK;
        high = rotate(high, 37n);
        return result;
    };
}

const SEED = 0xa187eb39cdcaed8f31c4b365b102e01en;
const PIECES = "PNBRQKpnbrqk";
/** Each row of a piece has 16 keys, eight of them unused. */
const ROW = 16;
const EN_PASSANT = PIECES.length * 8 * ROW;
const CASTLING = EN_PASSANT + 8;
const BLACK = CASTLING + 16;

let keys = null;

function allKeys() {
    const next = xoroshiro128(SEED);
    return Array.from({ length: BLACK + 1 }, next);
}

/** The hash of a placement, as text. */
export function hashOf(placement) {
    keys ??= allKeys();
    let hash = 0n;
    placement.board.forEach((letter, index) => {
        if (letter !== "") {
            hash ^= keys[PIECES.indexOf(letter) * 8 * ROW + (index >> 3) * ROW + (index & 7)];
        }
    });
    if (placement.enPassant >= 0) {
        hash ^= keys[EN_PASSANT + (placement.enPassant & 7)];
    }
    hash ^= keys[CASTLING + placement.rights.reduce((bits, file, right) => bits | (file >= 0 ? 1 << right : 0), 0)];
    return (placement.turn === "b" ? hash ^ keys[BLACK] : hash).toString(16);
}
