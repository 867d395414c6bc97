//! What an evaluation is made of, term by term.
//!
//! An evaluation that adds up terms records each of them in a trace. The trace of a search keeps nothing, and the
//! compiler leaves it out; that of [`explain`](crate::evaluation::Classic::explain) keeps them all.

use philidor::{Color, Square};

use super::phased_score::PhasedScore;

/// Receives the terms of an evaluation.
///
/// ```
/// use philidor::{Color, PieceType, Position};
/// use philidor_engine::evaluation::{PhasedScore, Term, Trace};
///
/// /// Written once: with `()` for a search, which then keeps no terms, and with a `Vec` for people.
/// fn bishop_pairs(position: &Position, trace: &mut impl Trace) {
///     for color in Color::ALL {
///         if position.board().colored_pieces(color, PieceType::Bishop).len() > 1 {
///             trace.record("bishop pair", color, None, PhasedScore::new(30, 50));
///         }
///     }
/// }
///
/// let mut terms: Vec<Term> = Vec::new();
/// bishop_pairs(&"4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1".parse()?, &mut terms);
/// assert_eq!((terms.len(), terms[0].color, terms[0].value.end()), (1, Color::White, 50));
/// # Ok::<(), philidor::PositionError>(())
/// ```
pub trait Trace {
    /// A term for one side, good for it if positive, perhaps because of a piece on a square.
    fn record(&mut self, term: &'static str, color: Color, square: Option<Square>, value: PhasedScore);
}

/// Keeps nothing.
impl Trace for () {
    #[inline(always)]
    fn record(&mut self, _: &'static str, _: Color, _: Option<Square>, _: PhasedScore) {}
}

/// A term of an evaluation, as it was recorded.
///
/// ```
/// use philidor::{Color, Position, Square};
/// use philidor_engine::evaluation::MaterialBalance;
///
/// let terms = MaterialBalance::default().explain(&Position::default());
/// let queen = terms.iter().find(|term| term.square == Some(Square::D8)).expect("a queen");
/// assert_eq!((queen.name, queen.color, queen.value.middle()), ("material", Color::Black, 900));
/// ```
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
