//! The number of a placement of pieces: how a table counts positions that are the same by symmetry once, and leaves no
//! gap where like pieces trade places.
//!
//! ```text
//! without pawns the first piece stands in the triangle,          with pawns the leading pawn stands on
//! and if it stands on the diagonal, the next one below it        files a to d
//!
//!   . . . . . . . .                                               . . . . . . . .
//!   . . . . . . . .                                               5 . . . . . . .
//!   . . . . . . . .                                               4 . . . . . . .
//!   . . . . . . . .                                               3 9 . . . . . .
//!   . . . 9 . . . .                                               2 8 . . . . . .
//!   . . 8 5 . . . .                                               1 7 . . . . . .
//!   . 7 3 4 . . . .                                               0 6 . . . . . .
//!   6 0 1 2 . . . .                                               . . . . . . . .
//! ```
//!
//! Placements fall into groups: the leading one, which the symmetry is taken from, then each set of like pieces. Each
//! group has a number below its size, and the index is the sum of numbers, each times the sizes of the groups before it
//! in the file's own order:
//!
//! ```text
//! three different pieces   31,332     the first of a table without pawns that has three pieces without a twin
//! two kings                   462     the first of any other table without pawns
//! pawns of one color       varies     the first of a table with pawns: by file of the leading pawn
//! k like pieces            C(n, k)    on the n squares that the groups before them have left
//! ```
//!
//! The facts are Ronald de Man's, as the answers on chess.stackexchange (22207) and talkchess (t=59947) give them.

use crate::adjacency::do_touch;
use crate::binomial::binomial;

/// Placements of three different pieces.
pub(crate) const THREE: u64 = 31_332;
/// Placements of two kings.
pub(crate) const KINGS: u64 = 462;

/// The six squares below the diagonal in the triangle a1-d1-d4, then the four on it; both by rank.
const TRIANGLE: [u8; 64] = {
    let mut all = [0; 64];
    let (mut rank, mut below) = (0, 0);
    while rank < 4 {
        let mut file = rank + 1;
        while file < 4 {
            all[8 * rank + file] = below;
            below += 1;
            file += 1;
        }
        all[9 * rank] = 6 + rank as u8;
        rank += 1;
    }
    all
};

/// The 28 squares below the diagonal, by rank.
const BELOW: [u8; 64] = {
    let mut all = [0; 64];
    let (mut rank, mut below) = (0, 0);
    while rank < 8 {
        let mut file = rank + 1;
        while file < 8 {
            all[8 * rank + file] = below;
            below += 1;
            file += 1;
        }
        rank += 1;
    }
    all
};

/// The pairs of kings that do not touch, by place of the first in the triangle and square of the second. Pairs with
/// both on the diagonal come last. Any other pair has a second image about the diagonal, and only one of the two is
/// numbered.
const KING_PAIRS: [[u16; 64]; 10] = {
    let mut all = [[0; 64]; 10];
    let (mut count, mut round) = (0, 0);
    while round < 20 {
        let (place, last) = (round % 10, round >= 10);
        let first = square_in_triangle(place);
        let mut second = 0;
        while second < 64 {
            let both_on_diagonal = is_on_diagonal(first) && is_on_diagonal(second);
            let mirrored = is_on_diagonal(first) && is_above_diagonal(second);
            if !do_touch(first, second) && !mirrored && both_on_diagonal == last {
                all[place][second] = count;
                count += 1;
            }
            second += 1;
        }
        round += 1;
    }
    assert!(count as u64 == KINGS);
    all
};

const fn square_in_triangle(place: usize) -> usize {
    [1, 2, 3, 10, 11, 19, 0, 9, 18, 27][place]
}

const fn is_on_diagonal(square: usize) -> bool {
    square / 8 == square % 8
}

const fn is_above_diagonal(square: usize) -> bool {
    square / 8 > square % 8
}

/// How soon a pawn leads: a2 is 47, h2 46, a3 45, and so on to e7, which is 0. The edge before the center.
const PAWN_PRECEDENCE: [u8; 64] = {
    let mut all = [0; 64];
    let mut square = 8;
    while square < 56 {
        let (file, rank) = (square % 8, square / 8);
        let from_edge = if file < 4 { file } else { 7 - file };
        all[square] = (47 - 12 * from_edge - 2 * (rank - 1) - (file > 3) as usize) as u8;
        square += 1;
    }
    all
};

/// By number of leading pawns less one, file and rank of the leading pawn: the first number of a placement with it. The
/// numbers of each file begin at 0; the last entry, for an eighth rank, is how many there are.
const PAWN_STARTS: [[[u32; 7]; 4]; 5] = {
    let mut all = [[[0; 7]; 4]; 5];
    let mut others = 0;
    while others < 5 {
        let mut file = 0;
        while file < 4 {
            let mut rank = 0;
            while rank < 6 {
                let precedence = PAWN_PRECEDENCE[8 * (rank + 1) + file] as usize;
                all[others][file][rank + 1] = all[others][file][rank] + binomial(precedence, others) as u32;
                rank += 1;
            }
            file += 1;
        }
        others += 1;
    }
    all
};

/// The number of placements of 1 to 5 leading pawns, the first of them on this file.
pub(crate) const fn pawn_placements(pawns: usize, file: usize) -> u64 {
    PAWN_STARTS[pawns - 1][file][6] as u64
}

/// Which of these pawns leads, as an index: the one nearest to the edge, and of those the one nearest to its first
/// rank.
pub(crate) fn leading_pawn(pawns: &[u8]) -> usize {
    let mut leading = 0;
    for (index, &pawn) in pawns.iter().enumerate() {
        if PAWN_PRECEDENCE[usize::from(pawn & 63)] > PAWN_PRECEDENCE[usize::from(pawns[leading] & 63)] {
            leading = index;
        }
    }
    leading
}

/// What mirrors a square into the quarter a1-d4, by exclusive or.
#[inline]
pub(crate) fn mirror(square: u8) -> u8 {
    ((square >> 2 & 1) * 7) | ((square >> 5 & 1) * 56)
}

/// Turns and mirrors all squares so that the first is in the triangle, and the first of `leading` that is off the
/// diagonal is below it.
///
/// All squares are turned at once, as the bytes of a word, and without a branch that depends on where pieces stand.
#[inline]
pub(crate) fn normalize(squares: [u8; 8], leading: usize) -> [u8; 8] {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let word = u64::from_le_bytes(squares) ^ (ONES * u64::from(mirror(squares[0])));
    let (files, ranks) = (word & (7 * ONES), word >> 3 & (7 * ONES));
    // Each byte is 8 on the diagonal, more below it, and less above it.
    let sides = 8 * ONES + files - ranks;
    let off_diagonal = (sides ^ (8 * ONES)) & (!0 >> (64 - 8 * leading as u32));
    // The lowest byte that is off the diagonal decides; without one nothing changes.
    let place = off_diagonal.trailing_zeros() & 56;
    let is_above = !(sides >> place) >> 3 & 1;
    let turn = is_above & u64::from(off_diagonal != 0);
    let turned = ranks | files << 3;
    (word ^ (word ^ turned) & turn.wrapping_neg()).to_le_bytes()
}

/// The number of three different pieces on normalized squares. The square of each later piece is numbered without those
/// of the earlier pieces; of squares that the diagonal mirrors, only those below it count.
///
/// ```text
///        first off the diagonal    6 · 63 · 62
///        second                        4 · 28 · 62
///        third                             4 · 7 · 28
///        none                                   4 · 7 · 6      31,332 in all
/// ```
pub(crate) fn three([a, b, c]: [u8; 3]) -> u64 {
    let (b_less, c_less) = (u64::from(b > a), u64::from(c > a) + u64::from(c > b));
    let [first, second, third] = [a, b, c].map(usize::from);
    let [on_first, on_second, on_third] = [a, b, c].map(|square| u64::from(square & 7));
    let (b, c) = (u64::from(b) - b_less, u64::from(c) - c_less);
    if !is_on_diagonal(first) {
        (u64::from(TRIANGLE[first]) * 63 + b) * 62 + c
    } else if !is_on_diagonal(second) {
        6 * 63 * 62 + (on_first * 28 + u64::from(BELOW[second])) * 62 + c
    } else if !is_on_diagonal(third) {
        (6 * 63 + 4 * 28) * 62 + (on_first * 7 + on_second - b_less) * 28 + u64::from(BELOW[third])
    } else {
        (6 * 63 + 4 * 28) * 62 + 4 * 7 * 28 + (on_first * 7 + on_second - b_less) * 6 + on_third - c_less
    }
}

/// The number of two kings on normalized squares.
pub(crate) fn kings([a, b]: [u8; 2]) -> u64 {
    u64::from(KING_PAIRS[usize::from(TRIANGLE[usize::from(a)])][usize::from(b)])
}

/// The number of the leading color's pawns, the leading pawn first and on files a to d. The order of the others
/// changes.
pub(crate) fn leading_pawns(pawns: &mut [u8]) -> u64 {
    let [leading, others @ ..] = pawns else { return 0 };
    debug_assert!((8..56).contains(leading));
    let precedence = |square: u8| PAWN_PRECEDENCE[usize::from(square & 63)];
    if others.len() > 1 {
        others.sort_unstable_by_key(|&square| precedence(square));
    }
    let (file, rank) = (usize::from(*leading & 3), usize::from(*leading >> 3));
    let start = PAWN_STARTS[others.len()][file][rank - 1];
    u64::from(start)
        + (others.iter().zip(1..)).map(|(&pawn, k)| binomial(precedence(pawn).into(), k)).sum::<u64>()
}

/// The number of a set of like pieces on the squares that `earlier` ones have left, `first` being the first square that
/// they may stand on. Their order changes.
pub(crate) fn like_pieces(pieces: &mut [u8], earlier: &[u8], first: u8) -> u64 {
    if let [piece] = *pieces {
        let taken = earlier.iter().filter(|&&other| other < piece).count();
        return u64::from(piece - first).saturating_sub(taken as u64);
    }
    pieces.sort_unstable();
    let mut number = 0;
    for (&mut piece, k) in pieces.iter_mut().zip(1..) {
        let taken = earlier.iter().filter(|&&other| other < piece).count();
        number += binomial(usize::from(piece - first).saturating_sub(taken), k);
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    /// That the numbers are all of 0 to `size`, each once.
    fn assert_bijection(numbers: impl IntoIterator<Item = u64>, size: u64) {
        let mut seen = vec![false; size as usize];
        for number in numbers {
            assert!(!std::mem::replace(&mut seen[number as usize], true), "{number} twice");
        }
        assert!(seen.iter().all(|&is_seen| is_seen));
    }

    /// All placements whose squares are as `normalize` leaves them.
    fn normalized<const N: usize>() -> impl Iterator<Item = [u8; N]> {
        (0..64u32.pow(N as u32))
            .map(|word| std::array::from_fn(|place| (word >> (6 * place) & 63) as u8))
            .filter(|squares: &[u8; N]| (1..N).all(|index| !squares[..index].contains(&squares[index])))
            .filter(|squares| {
                let mut all = [0; 8];
                all[..N].copy_from_slice(squares);
                normalize(all, N)[..N] == *squares
            })
    }

    #[test]
    fn three_pieces_have_each_number_once() {
        assert_bijection(normalized::<3>().map(three), THREE);
    }

    #[test]
    fn two_kings_have_each_number_once() {
        let apart = normalized::<2>().filter(|[a, b]| !do_touch((*a).into(), (*b).into()));
        assert_bijection(apart.map(kings), KINGS);
    }

    #[test]
    fn images_of_a_placement_have_one_number() {
        for squares in normalized::<3>().step_by(7) {
            for image in 0..8u8 {
                let turned = squares.map(|square| {
                    let square = if image & 4 != 0 { (square >> 3) | ((square & 7) << 3) } else { square };
                    square ^ (if image & 1 != 0 { 7 } else { 0 }) ^ (if image & 2 != 0 { 56 } else { 0 })
                });
                let [a, b, c, ..] = normalize([turned[0], turned[1], turned[2], 0, 0, 0, 0, 0], 3);
                assert_eq!(three([a, b, c]), three(squares));
            }
        }
    }

    /// All sets of `count` of these squares.
    fn sets(count: usize, squares: std::ops::Range<u8>) -> Vec<Vec<u8>> {
        let mut all = vec![vec![]];
        for _ in 0..count {
            all = (all.into_iter())
                .flat_map(|set: Vec<u8>| {
                    let next = set.last().map_or(squares.start, |last| last + 1);
                    (next..squares.end).map(move |square| [set.clone(), vec![square]].concat())
                })
                .collect();
        }
        all
    }

    #[test]
    fn leading_pawns_have_each_number_of_their_file_once() {
        for count in 1..=4 {
            let mut numbers = [const { Vec::new() }; 4];
            for mut pawns in sets(count, 8..56) {
                let leading = leading_pawn(&pawns);
                pawns.swap(0, leading);
                if pawns[0] & 7 < 4 {
                    numbers[usize::from(pawns[0] & 7)].push(leading_pawns(&mut pawns));
                }
            }
            for (file, numbers) in numbers.into_iter().enumerate() {
                assert_bijection(numbers, pawn_placements(count, file));
            }
        }
    }

    #[test]
    fn like_pieces_have_each_number_once() {
        let earlier = [3, 60, 12];
        for count in 1..=3 {
            let free = sets(count, 0..64)
                .into_iter()
                .filter(|set| set.iter().all(|square| !earlier.contains(square)));
            assert_bijection(free.map(|mut set| like_pieces(&mut set, &earlier, 0)), binomial(61, count));
        }
        let pawns = sets(2, 8..56).into_iter().filter(|set| !set.contains(&12));
        assert_bijection(pawns.map(|mut set| like_pieces(&mut set, &[12], 8)), binomial(47, 2));
    }
}
