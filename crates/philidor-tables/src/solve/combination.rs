//! Sets of equal pieces as numbers without gaps: the combinatorial number system (Derrick Henry Lehmer, 1964).
//!
//! Two rooks on a1 and b1 are the same as on b1 and a1, so two have 2,016 places and not 4,096. A set of squares
//! a < b < c … has the number C(a, 1) + C(b, 2) + C(c, 3) …, which counts the sets before it.

use philidor::Square;

use crate::binomial::binomial;

/// How many equal pieces a set has at most.
pub(super) const MAX_EQUAL: usize = 4;

/// How many sets of `k` squares there are among `n`; `k` is at most [`MAX_EQUAL`].
#[inline]
fn choose(n: usize, k: usize) -> u32 {
    binomial(n, k) as u32
}

/// The number of sets of `count` squares; `count` is at most [`MAX_EQUAL`].
pub(super) fn sets(count: usize) -> u32 {
    choose(64, count)
}

/// The number of a set of squares, given in any order; some number if a square is there twice.
#[inline]
pub(super) fn number(squares: &mut [Square]) -> u32 {
    match squares {
        [one] => *one as u32,
        [one, other] => {
            let (low, high) = ((*one).min(*other), (*one).max(*other));
            choose(high.index(), 2) + low as u32
        }
        _ => {
            squares.sort_unstable();
            squares.iter().zip(1..).map(|(square, k): (_, usize)| choose(square.index(), k)).sum()
        }
    }
}

/// All sets of `count` squares in the order of their numbers, the squares of each in ascending order and in front.
pub(super) fn all(count: usize) -> Vec<[Square; MAX_EQUAL]> {
    let set = |number: u32| {
        let (mut rest, mut highest) = (number, 64);
        let mut squares = [Square::A1; MAX_EQUAL];
        for k in (1..=count).rev() {
            highest = (0..highest).rev().find(|&square| choose(square, k) <= rest).unwrap_or(0);
            rest -= choose(highest, k);
            squares[k - 1] = Square::ALL[highest];
        }
        squares
    };
    (0..sets(count)).map(set).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_without_gaps() {
        assert_eq!([0, 1, 2, 3, 4].map(sets), [1, 64, 2016, 41_664, 635_376]);
        for count in 1..=3 {
            for (index, set) in all(count).iter().enumerate() {
                assert!(set[..count].is_sorted_by(|one, next| one < next));
                let mut reversed = *set;
                reversed[..count].reverse();
                assert_eq!(number(&mut reversed[..count]) as usize, index);
            }
        }
    }
}
