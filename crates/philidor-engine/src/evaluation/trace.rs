//! What an evaluation is made of, term by term.
//!
//! An evaluation that adds up terms records each of them in a trace. The trace of a search keeps nothing, and the
//! compiler leaves it out; that of [`explain`](crate::evaluation::Classic::explain) keeps them all.

use philidor::{Color, Square};

use super::phased_score::PhasedScore;

/// Receives the terms of an evaluation.
pub trait Trace {
    /// A term for one side, good for it if positive, perhaps because of a piece on a square.
    fn record(&mut self, term: &'static str, color: Color, square: Option<Square>, value: PhasedScore);
}

/// Keeps nothing.
impl Trace for () {
    #[inline(always)]
    fn record(&mut self, _: &'static str, _: Color, _: Option<Square>, _: PhasedScore) {}
}

/// One term of an evaluation, as it was written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Term {
    /// Its name.
    pub name: &'static str,
    /// The side that it counts for.
    pub color: Color,
    /// The square of the piece that it is about, if it is about one.
    pub square: Option<Square>,
    /// What it is worth for that side.
    pub value: PhasedScore,
}

/// Writes everything down.
impl Trace for Vec<Term> {
    fn record(&mut self, term: &'static str, color: Color, square: Option<Square>, value: PhasedScore) {
        if value != PhasedScore::ZERO {
            self.push(Term { name: term, color, square, value });
        }
    }
}
