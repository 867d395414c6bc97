//! Pruning and reductions: what a search leaves out, and where it looks less deep because it expects little.
//!
//! Null move pruning, futility pruning and reverse futility pruning, razoring, late move pruning, late move reductions,
//! history pruning, pruning by static exchange evaluation (SEE), delta pruning, singular extensions.
//!
//! Alpha-beta alone leaves out what cannot change the result. Everything here may: it bets that a position far above
//! beta stays above it, that passing is not better than the best move, that the tenth move of a good order is
//! not the best one. Each bet is a method with a margin, so each can be changed or turned off alone:
//!
//! ```
//! use philidor_engine::{Engine, Material, Pruning};
//!
//! /// Makes no null moves.
//! #[derive(Clone, Copy)]
//! struct Restless;
//!
//! impl Pruning for Restless {
//!     fn null_move(&self, _depth: i32, _surplus: i32) -> Option<i32> {
//!         None
//!     }
//! }
//!
//! let engine = Engine::new(Material::default()).with_pruning(Restless);
//! # let _ = engine;
//! ```
//!
//! Depths are the half-moves that are left; margins are in centipawns.

/// The pruning of a search, method by method; the defaults are the engine's own numbers, found by experiment.
///
/// Methods are called at nearly every node and by all threads at once, so they should be cheap, and depend on nothing
/// but their arguments: otherwise a search is not the same each time. `depth` is 1 or more. `is_improving` says that
/// the evaluation has risen since the side's last move, which makes a position likelier to be good enough.
pub trait Pruning: Clone + Send + Sync {
    /// Whether nothing is pruned at all: every move is searched to the full depth, and there the position is evaluated
    /// as it is, without quiescence, unless the side to move is in check (a *check extension*). The value is then that
    /// of plain minimax, and no other method is called.
    const FULL_WIDTH: bool = false;

    /// Reverse futility pruning (also *static null move pruning*): how far above beta the evaluation has to be for the
    /// node to return it; `None` if it never does at this depth.
    #[inline(always)]
    fn reverse_futility(&self, depth: i32, is_improving: bool) -> Option<i32> {
        (depth <= 8).then_some(75 * (depth - i32::from(is_improving)))
    }

    /// Razoring: how far below alpha the evaluation has to be for quiescence alone to decide.
    #[inline(always)]
    fn razoring(&self, depth: i32) -> Option<i32> {
        (depth <= 3).then_some(200 + 180 * depth)
    }

    /// Null move pruning: the reduction of the depth after passing; `None` for no null move. `surplus` is how far the
    /// evaluation is above beta, never negative.
    #[inline(always)]
    fn null_move(&self, depth: i32, surplus: i32) -> Option<i32> {
        (depth >= 3).then_some(3 + depth / 3 + (surplus / 200).min(3))
    }

    /// The depth from which on a null move is verified by a search without one, because of zugzwang.
    #[inline(always)]
    fn verification_depth(&self) -> i32 {
        10
    }

    /// Late move pruning: how many moves are tried before quiet ones are left out.
    #[inline(always)]
    fn late_move_pruning(&self, depth: i32, is_improving: bool) -> u32 {
        let most = 3 + depth * depth;
        (if is_improving { most } else { most / 2 }) as u32
    }

    /// Futility pruning: how far below alpha the evaluation has to be to leave out quiet moves.
    #[inline(always)]
    fn futility(&self, depth: i32) -> Option<i32> {
        (depth <= 7).then_some(100 + 90 * depth)
    }

    /// SEE pruning of quiet moves: the most that they may lose by static exchange, as a negative number.
    #[inline(always)]
    fn quiet_exchange(&self, depth: i32) -> Option<i32> {
        (depth <= 8).then_some(-20 * depth * depth)
    }

    /// SEE pruning of captures and promotions: the most that they may lose, as a negative number.
    #[inline(always)]
    fn tactical_exchange(&self, depth: i32) -> Option<i32> {
        (depth <= 6).then_some(-90 * depth)
    }

    /// History pruning: a quiet move with a lower score from the ordering is left out.
    #[inline(always)]
    fn history_pruning(&self, depth: i32) -> Option<i32> {
        (depth <= 4).then_some(-3500 * depth)
    }

    /// Late move reductions: by how much less deep the `count`th move is searched first, in 1024ths of a half-move.
    #[inline(always)]
    fn late_move_reduction(&self, depth: i32, count: u32, is_quiet: bool) -> i32 {
        let logarithms = logarithm(depth as u32) * logarithm(count) / 1024;
        if is_quiet { 900 + logarithms * 100 / 230 } else { 300 + logarithms * 100 / 330 }
    }

    /// Singular extensions: the depth from which on the search asks whether the hash move is the only good one; `None`
    /// if it never does.
    #[inline(always)]
    fn singular_depth(&self) -> Option<i32> {
        Some(7)
    }

    /// Delta pruning in quiescence: how much a capture may gain beyond the captured piece; `None` without delta
    /// pruning.
    #[inline(always)]
    fn delta_pruning(&self) -> Option<i32> {
        Some(180)
    }
}

/// The natural logarithm in 1024ths, for numbers up to 255; the last one beyond.
#[inline(always)]
fn logarithm(number: u32) -> i32 {
    i32::from(LOGARITHMS[(number as usize).min(LOGARITHMS.len() - 1)])
}

/// Logarithms without floating point, which `const` code does not have: ln 2 for each doubling, and the rest by the
/// series of the inverse hyperbolic tangent.
static LOGARITHMS: [u16; 256] = {
    let mut table = [0; 256];
    let mut number = 2;
    while number < 256 {
        let doublings = (number as u64).ilog2() as u64;
        // The number is (1 << doublings) * (1 + x/(2-x) …): ln(m) = 2 * (t + t^3/3 + t^5/5), t = (m-1)/(m+1).
        let power = 1 << doublings;
        let scale = 1 << 20;
        let t = (number as u64 - power) * scale / (number as u64 + power);
        let t3 = t * t / scale * t / scale;
        let t5 = t3 * t / scale * t / scale;
        let mantissa = 2 * (t + t3 / 3 + t5 / 5);
        table[number] = ((doublings * 726_817 + mantissa) * 1024 / scale) as u16;
        number += 1;
    }
    table
};

/// The default: every method of [`Pruning`] as it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Selective;

impl Pruning for Selective {}

/// No pruning: the value of plain minimax, for tests and for teaching.
#[derive(Clone, Copy, Debug, Default)]
pub struct FullWidth;

impl Pruning for FullWidth {
    const FULL_WIDTH: bool = true;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_floating_point() {
        for number in 1..256_u32 {
            let exact = f64::from(number).ln() * 1024.0;
            assert!((f64::from(logarithm(number)) - exact).abs() < 4.0, "{number}: {exact}");
        }
        assert_eq!(logarithm(10_000), logarithm(255));
    }
}
