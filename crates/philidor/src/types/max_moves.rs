//! An upper bound on the number of moves on any board.
//!
//! A side has `q` kings, queens, rooks, bishops and pawns off their seventh rank, `n` knights, and `s` pawns on the
//! seventh. They move to the squares that none of them occupies, except the enemy king's: `f = 63 - q - n - s`. Two
//! bounds hold for all but knights, and two for knights:
//!
//! ```text
//! by pieces   each of q has at most the moves of a queen on an empty board, from q different squares;
//!             each of s reaches 3 squares, all of them 22, with four promotions each
//! by squares  along each direction at most one piece reaches a square; a promotion counts three more, castling two
//! knights     each leaps at most as far as from its square on an empty board, and each square is reached by at most
//!             as many knights as leap there on a full one
//! ```
//!
//! Pawns off the seventh rank have at most 4 moves and castling adds two, fewer than the 21 of any queen, which is why
//! `q` counts them.

/// The bound: the largest sum that any number of pieces allows.
pub(super) const ON_ANY_BOARD: usize = {
    let queens = greatest_sums(queen_moves());
    let directions = greatest_sums(directions());
    let knights = greatest_sums(knight_moves());
    let mut most = 0;
    let mut s = 0;
    while s <= 8 {
        let promoting = if 3 * s < 22 { 3 * s } else { 22 };
        let mut q = 1;
        while q + s <= TARGETS {
            let by_pieces = queens[q] + 4 * promoting;
            let (mut n, mut f) = (0, TARGETS - q - s);
            loop {
                let by_squares = directions[f] + 3 * promoting + 2;
                let others = if by_pieces < by_squares { by_pieces } else { by_squares };
                let leaps = if n < f { knights[n] } else { knights[f] };
                if others + leaps > most {
                    most = others + leaps;
                }
                if f == 0 {
                    break;
                }
                (n, f) = (n + 1, f - 1);
            }
            q += 1;
        }
        s += 1;
    }
    most
};

/// All squares but the enemy king's.
const TARGETS: usize = 63;

/// How many steps from a square stay on the board, with at most `longest` in each direction.
const fn steps(square: usize, (files, ranks): (isize, isize), longest: usize) -> usize {
    let (mut file, mut rank) = ((square % 8) as isize + files, (square / 8) as isize + ranks);
    let mut count = 0;
    while count < longest && 0 <= file && file < 8 && 0 <= rank && rank < 8 {
        (file, rank) = (file + files, rank + ranks);
        count += 1;
    }
    count
}

/// The steps of each square in eight directions.
const fn all_steps(directions: [(isize, isize); 8], longest: usize) -> [usize; 64] {
    let mut sums = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            sums[square] += steps(square, directions[direction], longest);
            direction += 1;
        }
        square += 1;
    }
    sums
}

const STEPS: [(isize, isize); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const LEAPS: [(isize, isize); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

const fn queen_moves() -> [usize; 64] {
    all_steps(STEPS, 7)
}

/// From how many directions a square can be reached.
const fn directions() -> [usize; 64] {
    all_steps(STEPS, 1)
}

const fn knight_moves() -> [usize; 64] {
    all_steps(LEAPS, 1)
}

/// The sums of the 0, 1, 2, … 64 greatest numbers.
const fn greatest_sums(numbers: [usize; 64]) -> [usize; 65] {
    let mut sums = [0; 65];
    let (mut taken, mut value) = (0, 64);
    while value > 0 {
        value -= 1;
        let mut square = 0;
        while square < 64 {
            if numbers[square] == value {
                sums[taken + 1] = sums[taken] + value;
                taken += 1;
            }
            square += 1;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sums_are_those_of_the_attack_tables() {
        assert_eq!(greatest_sums(queen_moves())[64], 1_456);
        assert_eq!(greatest_sums(directions())[64], 420);
        assert_eq!(greatest_sums(knight_moves())[64], 336);
        assert_eq!((greatest_sums(queen_moves())[1], greatest_sums(knight_moves())[16]), (27, 128));
    }
}
