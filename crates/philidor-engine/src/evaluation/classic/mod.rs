//! A hand-crafted evaluation in terms that a chess book would use. Without the feature `net`, the engine plays with it.
//!
//! ```text
//! squares    pieces where they stand, kept from move to move        ../square_tables.rs
//! pawns      isolated, doubled, backward, connected; a hash table   pawns.rs
//! passed     passed pawns: how far, how free, whose king is near    passed.rs
//! pieces     mobility, outposts, open files, the bishop pair        pieces.rs
//! king       pawn shelter, pawn storm, attackers, safe checks       king.rs
//! threats    attacks by lesser pieces, pieces that hang             threats.rs
//! scale      endgames that are hard to win                          scale.rs
//! ```
//!
//! Each term has a value for the middle game and one for the endgame, is computed for White and for Black by the same
//! code, and is recorded in a [`Trace`]: the same function evaluates in the search and explains to people.
//!
//! `attack_maps.rs` has what each side attacks, computed once for all terms; `steps.rs` has squares as a side sees
//! them.

mod attack_maps;
mod king;
mod passed;
mod pawns;
mod pieces;
mod scale;
mod steps;
mod threats;

use philidor::{Color, Position, search_support::Change};

use super::phased_score::PhasedScore;
use super::square_tables::{self, Sum};
use super::trace::{Term, Trace};
use crate::bot::score::Score;
use crate::evaluation::evaluator::Evaluator;
use attack_maps::AttackMaps;
use pawns::PawnHashTable;

/// The tempo: what the right to move is worth.
const TEMPO: PhasedScore = PhasedScore::new(14, 14);

/// Square tables, pawns, mobility, king safety, passed pawns, threats.
///
/// ```
/// use philidor::Position;
/// use philidor_engine::evaluation::Classic;
/// use philidor_engine::{Evaluator, Score};
///
/// let position = Position::default();
/// let mut classic = Classic::default();
/// classic.reset(&position);
/// let score = classic.evaluate(&position);
/// assert_eq!(score, Score::centipawns(14)); // the right to move
///
/// let terms = classic.explain(&position);
/// assert!(terms.iter().any(|entry| entry.name == "mobility"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Classic {
    sum: Sum,
    pawns: PawnHashTable,
}

impl Classic {
    /// The terms of a position. Their sum at the position's phase is the value.
    #[must_use]
    pub fn explain(&self, position: &Position) -> Vec<Term> {
        let mut entries: Vec<Term> = Vec::new();
        square_tables::record(position, &mut entries);
        Classic { sum: Sum::of(position), pawns: PawnHashTable::default() }.whole(position, &mut entries);
        entries
    }

    /// The whole evaluation, White's less Black's. The square tables are not recorded in the trace.
    #[inline(always)]
    fn whole<T: Trace>(&mut self, position: &Position, trace: &mut T) -> PhasedScore {
        let balance = self.sum.balance + self.terms(position, trace);
        let scaled = scale::end(position.board(), balance.end()) - balance.end();
        trace.record("scale", Color::White, None, PhasedScore::new(0, scaled));
        let turn = position.side_to_move();
        trace.record("tempo", turn, None, TEMPO);
        let tempo = if turn == Color::White { TEMPO } else { -TEMPO };
        balance + PhasedScore::new(0, scaled) + tempo
    }

    /// Everything but the square tables, White's less Black's.
    #[inline(always)]
    fn terms<T: Trace>(&mut self, position: &Position, trace: &mut T) -> PhasedScore {
        let structure = self.pawns.structure(position.board(), trace);
        let mut maps = AttackMaps::new(position, structure);
        let mut balance = structure.balance;
        balance +=
            pieces::value(&mut maps, Color::White, trace) - pieces::value(&mut maps, Color::Black, trace);
        balance += king::value(&maps, Color::White, trace) - king::value(&maps, Color::Black, trace);
        balance += threats::value(&maps, Color::White, trace) - threats::value(&maps, Color::Black, trace);
        balance += passed::value(&maps, Color::White, trace) - passed::value(&maps, Color::Black, trace);
        balance
    }
}

impl Evaluator for Classic {
    #[inline(always)]
    fn evaluate(&mut self, position: &Position) -> Score {
        Score::centipawns(self.whole(position, &mut ()).at(self.sum.phase))
            .relative_to(position.side_to_move())
    }

    fn reset(&mut self, position: &Position) {
        self.sum = Sum::of(position);
    }

    #[inline(always)]
    fn played(&mut self, change: &Change) {
        self.sum.change(change);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(fen: &str) -> i32 {
        let position: Position = fen.parse().expect("a position");
        let mut classic = Classic::default();
        classic.reset(&position);
        classic.evaluate(&position).value()
    }

    #[test]
    fn both_colors_and_both_wings_are_equal() {
        for fen in [
            "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w - - 4 4",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            "3r2k1/p4ppp/1pn5/2p5/4B3/P3P3/1P1R1PPP/6K1 b - - 0 1",
        ] {
            let position: Position = fen.parse().expect("a position");
            let mut classic = Classic::default();
            let mut value = |position: &Position| {
                classic.reset(position);
                classic.evaluate(position)
            };
            let here = value(&position);
            assert_eq!(value(&position.flip_colors()), here, "{fen}");
            assert_eq!(value(&position.flip_files().expect("no castling")), here, "{fen}");
        }
    }

    #[test]
    fn what_a_book_says_holds() {
        // A passed pawn is worth more the further it has advanced.
        assert!(value("4k3/8/1P6/8/8/8/8/4K3 w - - 0 1") > value("4k3/8/8/8/1P6/8/8/4K3 w - - 0 1"));
        // A castled king is better off than one in the center.
        let castled = value("rnbq1rk1/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w - - 0 1");
        let center = value("rnbq1rk1/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPPKPPP/RNBQ3R w - - 0 1");
        assert!(castled > center + 30, "{castled} {center}");
        // A knight alone does not win.
        assert!(value("4k3/8/8/8/8/8/8/2N1K3 w - - 0 1").abs() < 60);
    }
}
