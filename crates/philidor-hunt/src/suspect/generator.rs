//! Move generators in this process, given as closures.
//!
//! ```text
//! dividing   |fen, depth| each move with its leaves     every kind of bug; the best choice
//! listing    |fen| the legal moves                      bugs that one position shows
//! counting   |fen, depth| the leaves                    the position is found, the rule can only be guessed
//! ```

use std::any::Any;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use philidor::Position;

use super::counted_position::CountedPosition;
use super::{Answer, Failure, Question, Suspect};
use crate::suspect::counted_position::read_move;

/// A move generator in this process, made by [`dividing`], [`listing`] or [`counting`].
///
/// A generator that panics has a bug, which the hunt reports before it continues. No generator is interrupted, however
/// long an answer takes.
#[derive(Clone, Debug)]
pub struct Generator<F> {
    name: String,
    has_chess960: bool,
    answer: F,
}

/// A generator that lists the legal moves of a FEN, each with the leaves below it at a depth in half-moves.
///
/// Moves are written as UCI writes them. This finds and names every kind of bug that a FEN and a depth can show.
///
/// ```
/// use philidor::{Position, perft::divide};
/// use philidor_hunt::{Agenda, Hunt, dividing, suite::SuiteLimits};
///
/// let mine = dividing(|fen, depth| divide(&fen.parse::<Position>().expect("a FEN"), depth));
/// let report = Hunt::new(Agenda::built_in(SuiteLimits::up_to_leaves(30))).run(mine)?;
/// assert!(report.is_clean(), "{report}");
/// # Ok::<(), philidor_hunt::HuntError>(())
/// ```
pub fn dividing<I, M, N>(
    mut divide: impl FnMut(&str, u32) -> I,
) -> Generator<impl FnMut(&Question) -> Result<Answer, Failure>>
where
    I: IntoIterator<Item = (M, N)>,
    M: Display,
    N: TryInto<u128>,
{
    Generator::new(move |question: &Question| {
        let counts = divide(&question.fen_at_end(), question.depth).into_iter();
        counts.map(|(mv, leaves)| Ok((mv.to_string(), number(leaves)?))).collect()
    })
}

/// A generator that lists the legal moves of a FEN, as UCI writes them. Deeper trees are counted by asking it for the
/// list of every position in them, so its make and unmake are not tested.
///
/// ```
/// use philidor::Position;
/// use philidor_hunt::{Agenda, Hunt, listing, suite::SuiteLimits};
///
/// let mine = listing(|fen| {
///     let moves = fen.parse::<Position>().expect("a FEN").legal_moves();
///     moves.iter().map(|mv| mv.notation()).collect::<Vec<_>>()
/// });
/// let report = Hunt::new(Agenda::built_in(SuiteLimits::up_to_leaves(30))).run(mine)?;
/// assert!(report.is_clean(), "{report}");
/// # Ok::<(), philidor_hunt::HuntError>(())
/// ```
pub fn listing<I, M>(
    mut list: impl FnMut(&str) -> I,
) -> Generator<impl FnMut(&Question) -> Result<Answer, Failure>>
where
    I: IntoIterator<Item = M>,
    M: Display,
{
    let mut list = move |fen: &str| list(fen).into_iter().map(|mv| mv.to_string()).collect::<Vec<String>>();
    Generator::new(move |question: &Question| {
        let moves = list(&question.fen_at_end());
        let below = |text: String| {
            let leaves = leaves_below(question, &text, &mut list);
            (text, leaves)
        };
        Ok(moves.into_iter().map(below).collect())
    })
}

/// A generator that counts the leaves of a FEN at a depth in half-moves.
///
/// ```
/// use philidor::{Position, perft::perft};
/// use philidor_hunt::{Agenda, Hunt, counting, suite::SuiteLimits};
///
/// let mine = counting(|fen, depth| perft(&fen.parse::<Position>().expect("a FEN"), depth));
/// let report = Hunt::new(Agenda::built_in(SuiteLimits::up_to_leaves(30))).run(mine)?;
/// assert!(report.is_clean(), "{report}");
/// # Ok::<(), philidor_hunt::HuntError>(())
/// ```
pub fn counting<N: TryInto<u128>>(
    mut count: impl FnMut(&str, u32) -> N,
) -> Generator<impl FnMut(&Question) -> Result<Answer, Failure>> {
    Generator::new(move |question: &Question| {
        Ok(Answer::from_total(number(count(&question.fen_at_end(), question.depth))?))
    })
}

/// The leaves below a listed move, counted from further lists; a move that is not legal is a leaf.
fn leaves_below(question: &Question, text: &str, list: &mut impl FnMut(&str) -> Vec<String>) -> u128 {
    let position: Position = question.position();
    let Some((mv, _)) = read_move(&position, question.castling_mode(), text).filter(|_| question.depth > 1)
    else {
        return 1;
    };
    let below = question.below(mv, false);
    let moves = list(&below.fen_at_end());
    moves.iter().fold(0, |sum: u128, text| sum.saturating_add(leaves_below(&below, text, list)))
}

fn number<N: TryInto<u128>>(count: N) -> Result<u128, Failure> {
    count.try_into().map_err(|_| Failure::Garbage("a negative count".to_owned()))
}

impl<F> Generator<F> {
    /// A generator that answers questions itself, about [`Question::position`] or by playing the moves of the line: of
    /// variants, too.
    pub fn new<P: CountedPosition>(answer: F) -> Generator<F>
    where
        F: FnMut(&Question<P>) -> Result<Answer, Failure>,
    {
        Generator { name: "the generator".to_owned(), has_chess960: false, answer }
    }

    /// The same, called by this name in reports.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Generator<F> {
        Generator { name: name.into(), ..self }
    }

    /// The same, also asked about Chess960: castling rights are the files of the rooks (`HAha`), and castling is the
    /// king taking its own rook (`e1h1`).
    #[must_use]
    pub fn with_chess960(self) -> Generator<F> {
        Generator { has_chess960: true, ..self }
    }
}

impl<P: CountedPosition, F: FnMut(&Question<P>) -> Result<Answer, Failure>> Suspect<P> for Generator<F> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn ask(&mut self, question: &Question<P>, _: Duration) -> Result<Answer, Failure> {
        if question.chess960 && !self.has_chess960 {
            return Err(Failure::Unsupported("Chess960".to_owned()));
        }
        // A panic can leave only the generator's own state half done, and the hunt asks it again on purpose.
        let answer = catch_unwind(AssertUnwindSafe(|| (self.answer)(question)));
        answer.unwrap_or_else(|panic| Err(panicked(panic.as_ref())))
    }
}

fn panicked(panic: &(dyn Any + Send)) -> Failure {
    let message = panic.downcast_ref::<&str>().copied();
    let message = message.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let how = message.map_or_else(|| "it panicked".to_owned(), |message| format!("it panicked: {message}"));
    Failure::Ended { how, complaints: Vec::new() }
}
