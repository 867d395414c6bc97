//! What an evaluation makes of a position: the score, the terms behind it, and what each piece contributes.
//!
//! Every evaluation explains itself in [`Term`]s. Here they are added up as people read them, so that the command, the
//! JavaScript package and the explorer page show the same numbers.

use core::ops::RangeInclusive;

use philidor::{Color, Position, Square};

use super::chains::Chains;
use super::classic::Classic;
use super::evaluator::Evaluator;
use super::material_balance::MaterialBalance;
use super::net::net_evaluation::Net;
use super::phased_score::PhasedScore;
use super::square_tables::SquareTables;
use super::trace::Term;
use crate::bot::score::Score;

/// What an evaluation makes of a position.
///
/// ```
/// use philidor::{Position, Square};
/// use philidor_engine::evaluation::Explanation;
///
/// let queen_down: Position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1".parse()?;
/// let explanation = Explanation::by("material", &queen_down).expect("one of EVALUATIONS");
/// assert_eq!(explanation.score.value(), -900);
/// assert_eq!((explanation.share(Square::D8), explanation.share(Square::D1)), (-900, 0));
/// let sums = explanation.sums();
/// assert_eq!((sums[0].name, sums[0].white.middle(), sums[0].black.middle()), ("material", 3000, 3900));
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// The score for the side to move; in check, too, where a search does not evaluate.
    pub score: Score,
    /// How much of the middle game is left: [`PhasedScore::FULL`] with all pieces, 0 with kings and pawns alone.
    pub phase: i32,
    /// The terms, in the order in which they were recorded.
    pub terms: Vec<Term>,
    /// Which output gave the score, if it is a network's.
    pub output: Option<NetOutput>,
}

/// The output of a network that gave a score. See
/// [`Layout::pieces_of_bucket`](crate::evaluation::net::Layout::pieces_of_bucket).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NetOutput {
    /// Its number, from 0.
    pub bucket: usize,
    /// How many outputs the network has.
    pub buckets: usize,
    /// The numbers of pieces that it is for, kings included.
    pub pieces: RangeInclusive<u32>,
}

/// A term of an evaluation, added up for each side. See [`Explanation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TermSum {
    /// The name of the term.
    pub name: &'static str,
    /// What it is worth for White.
    pub white: PhasedScore,
    /// What it is worth for Black.
    pub black: PhasedScore,
}

impl TermSum {
    /// White's less Black's.
    #[must_use]
    pub fn balance(&self) -> PhasedScore {
        self.white - self.black
    }
}

impl Explanation {
    /// A position by the evaluation of this name, one of [`EVALUATIONS`](crate::EVALUATIONS). `None` for another name.
    #[must_use]
    pub fn by(name: &str, position: &Position) -> Option<Explanation> {
        match name {
            "material" => {
                Some(Explanation::new(MaterialBalance::default(), position, MaterialBalance::explain))
            }
            "squares" => Some(Explanation::new(SquareTables::default(), position, SquareTables::explain)),
            "chains" => Some(Explanation::new(Chains::default(), position, Chains::explain)),
            "classic" => Some(Explanation::new(Classic::default(), position, Classic::explain)),
            #[cfg(feature = "net")]
            "net" => Some(Explanation::by_net(Net::default(), position)),
            _ => None,
        }
    }

    /// A position by a network, which may be one of your own.
    #[must_use]
    pub fn by_net(net: Net, position: &Position) -> Explanation {
        let layout = net.network().layout();
        let bucket = layout.bucket(position.board().occupied().len());
        let (buckets, pieces) = (layout.buckets(), layout.pieces_of_bucket(bucket));
        let output = NetOutput { bucket, buckets, pieces };
        let explanation = Explanation::new(net, position, Net::explain);
        Explanation { output: Some(output), ..explanation }
    }

    fn new<E: Evaluator>(
        mut evaluator: E,
        position: &Position,
        explain: fn(&E, &Position) -> Vec<Term>,
    ) -> Explanation {
        let terms = explain(&evaluator, position);
        evaluator.reset(position);
        let pieces = position.board().occupied().into_iter().filter_map(|square| position.piece_at(square));
        let phase =
            pieces.map(|piece| PhasedScore::phase_of(piece.piece_type)).sum::<i32>().min(PhasedScore::FULL);
        Explanation { score: evaluator.evaluate(position), phase, terms, output: None }
    }

    /// What the piece on a square contributes, good for White if positive, in hundredths of a pawn at this phase: 0
    /// where no term is about it.
    #[must_use]
    pub fn share(&self, square: Square) -> i32 {
        let terms = self.terms.iter().filter(|term| term.square == Some(square));
        let signed = terms.map(|term| if term.color == Color::White { term.value } else { -term.value });
        signed.fold(PhasedScore::ZERO, |sum, value| sum + value).at(self.phase)
    }

    /// The terms in the order in which they were first recorded, each added up for both sides.
    #[must_use]
    pub fn sums(&self) -> Vec<TermSum> {
        self.sums_of(|_| true)
    }

    /// The same for what is about no piece, so that no share has it: threats, a pair of bishops, the tempo.
    #[must_use]
    pub fn sums_of_no_piece(&self) -> Vec<TermSum> {
        self.sums_of(|term| term.square.is_none())
    }

    fn sums_of(&self, is_wanted: impl Fn(&Term) -> bool) -> Vec<TermSum> {
        let mut sums: Vec<TermSum> = Vec::new();
        for term in self.terms.iter().filter(|term| is_wanted(term)) {
            let index = sums.iter().position(|sum| sum.name == term.name).unwrap_or_else(|| {
                sums.push(TermSum { name: term.name, white: PhasedScore::ZERO, black: PhasedScore::ZERO });
                sums.len() - 1
            });
            match term.color {
                Color::White => sums[index].white += term.value,
                Color::Black => sums[index].black += term.value,
            }
        }
        sums
    }
}
