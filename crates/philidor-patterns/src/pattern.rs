//! Patterns as values: the tree that texts and programs build.

use std::num::NonZero;

use philidor::GameResult;
use philidor::{Bitboard, CastlingSide, Color, Position};

use crate::board::BoardPattern;
use crate::material::{Bound, PieceCounts};
use crate::moves::MovePattern;
use crate::pieces::Pieces;

/// What to look for in a game. At each ply a pattern holds or does not: it sees the position after that many
/// half-moves, the move played from there, and everything before.
///
/// ```
/// use philidor::{Color, PieceType};
/// use philidor_patterns::{Pattern, PieceSet, Pieces};
///
/// let value = Pattern::Check & Pattern::Turn(Color::White);
/// assert_eq!("check and white to move".parse(), Ok(value));
/// # Ok::<(), philidor_patterns::ParsePatternError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pattern {
    /// At every ply.
    Always,
    /// These pieces stand on these squares.
    Board(Box<BoardPattern>),
    /// This position, with any clocks: the same under the rule of repetition.
    Position(Box<Position>),
    /// How many of these pieces there are.
    Count(Pieces, Comparison, Operand),
    /// What both sides have left.
    Material(Bound, PieceCounts),
    /// White's surplus of queens, rooks, bishops, knights and pawns; negative where Black has more.
    Imbalance([i8; 5]),
    /// White's surplus in pawns, where a queen counts 9, a rook 5, a bishop or a knight 3.
    Balance(Comparison, i32),
    /// All pawns of White, of Black, or of both.
    Pawns {
        /// The squares of all of White's; `None` if they do not matter.
        white: Option<Bitboard>,
        /// The squares of all of Black's; `None` if they do not matter.
        black: Option<Bitboard>,
    },
    /// This side is to move.
    Turn(Color),
    /// The number of half-moves played before.
    Ply(Comparison, u32),
    /// The move number, as on a score sheet.
    MoveNumber(Comparison, u32),
    /// This color has castled to this side at an earlier ply.
    Castled(Color, CastlingSide),
    /// The side to move is in check.
    Check,
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move is stalemated.
    Stalemate,
    /// The last position of the game.
    Last,
    /// The next move is one of these.
    Plays(Box<MovePattern>),
    /// The result of the game, at each of its plies.
    Result(GameResult),
    /// How the game ends on the board, at each of its plies.
    Ends(Ending),
    /// All of these at this ply.
    All(Vec<Pattern>),
    /// At least one of these at this ply.
    Any(Vec<Pattern>),
    /// Not at this ply.
    Not(Box<Pattern>),
    /// At this ply or an earlier one.
    Once(Box<Pattern>),
    /// At this many plies in a row, up to this one.
    For(Box<Pattern>, NonZero<u32>),
    /// One after another; holds where the last step does. A sequence inside a step, alone or by [`All`](Pattern::All)
    /// and [`Any`](Pattern::Any), begins after the step before it.
    Sequence(Vec<Step>),
}

/// A step of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What holds there.
    pub pattern: Pattern,
    /// The most plies from the step before to the beginning of this one; `None` for any number. The first step ignores
    /// it.
    pub within: Option<NonZero<u32>>,
}

/// A comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Comparison {
    /// Whether two numbers compare like this.
    #[must_use]
    #[inline]
    pub fn holds<T: Ord>(self, left: T, right: T) -> bool {
        match self {
            Comparison::Equal => left == right,
            Comparison::NotEqual => left != right,
            Comparison::Less => left < right,
            Comparison::AtMost => left <= right,
            Comparison::Greater => left > right,
            Comparison::AtLeast => left >= right,
        }
    }

    /// The comparison that holds if the two numbers change places.
    pub(crate) fn turned(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::AtMost => Comparison::AtLeast,
            Comparison::Greater => Comparison::Less,
            Comparison::AtLeast => Comparison::AtMost,
            same => same,
        }
    }
}

/// The right side of a comparison of counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A number.
    Number(u32),
    /// How many of these pieces there are.
    Count(Pieces),
}

/// How a game can end on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// By checkmate.
    Checkmate,
    /// By stalemate.
    Stalemate,
}

impl Pattern {
    /// The same with the colors swapped and the board turned upside down.
    ///
    /// ```
    /// use philidor_patterns::Pattern;
    /// let pattern: Pattern = "P on e5 and plays Nf3 and result 1-0".parse()?;
    /// assert_eq!(pattern.mirrored(), "p on e4 and plays Nf6 and result 0-1".parse()?);
    /// # Ok::<(), philidor_patterns::ParsePatternError>(())
    /// ```
    #[must_use]
    pub fn mirrored(&self) -> Pattern {
        let each = |patterns: &[Pattern]| patterns.iter().map(Pattern::mirrored).collect();
        match self {
            Pattern::Board(board) => Pattern::Board(Box::new(board.mirrored())),
            Pattern::Position(position) => Pattern::Position(Box::new(position.flip_colors())),
            Pattern::Count(pieces, comparison, operand) => {
                let operand = match operand {
                    Operand::Number(number) => Operand::Number(*number),
                    Operand::Count(pieces) => Operand::Count(pieces.mirrored()),
                };
                Pattern::Count(pieces.mirrored(), *comparison, operand)
            }
            Pattern::Material(bound, PieceCounts([white, black])) => {
                Pattern::Material(*bound, PieceCounts([*black, *white]))
            }
            Pattern::Imbalance(more) => Pattern::Imbalance(more.map(i8::saturating_neg)),
            Pattern::Balance(comparison, pawns) => {
                Pattern::Balance(comparison.turned(), pawns.saturating_neg())
            }
            Pattern::Pawns { white, black } => Pattern::Pawns {
                white: black.map(Bitboard::flip_ranks),
                black: white.map(Bitboard::flip_ranks),
            },
            Pattern::Turn(color) => Pattern::Turn(!*color),
            Pattern::Castled(color, side) => Pattern::Castled(!*color, *side),
            Pattern::Plays(mv) => Pattern::Plays(Box::new(mv.mirrored())),
            Pattern::Result(GameResult::WhiteWins) => Pattern::Result(GameResult::BlackWins),
            Pattern::Result(GameResult::BlackWins) => Pattern::Result(GameResult::WhiteWins),
            Pattern::All(patterns) => Pattern::All(each(patterns)),
            Pattern::Any(patterns) => Pattern::Any(each(patterns)),
            Pattern::Not(pattern) => Pattern::Not(Box::new(pattern.mirrored())),
            Pattern::Once(pattern) => Pattern::Once(Box::new(pattern.mirrored())),
            Pattern::For(pattern, plies) => Pattern::For(Box::new(pattern.mirrored()), *plies),
            Pattern::Sequence(steps) => Pattern::Sequence(
                steps
                    .iter()
                    .map(|step| Step { pattern: step.pattern.mirrored(), within: step.within })
                    .collect(),
            ),
            same => same.clone(),
        }
    }

    /// The pattern, or the same with the colors swapped.
    #[must_use]
    pub fn either_color(self) -> Pattern {
        let mirrored = self.mirrored();
        self | mirrored
    }

    /// This pattern, followed by another: at any later ply, or within a number of plies. A sequence in the other
    /// pattern, alone or with `and` and `or`, begins then.
    #[must_use]
    pub fn then(self, within: Option<NonZero<u32>>, next: Pattern) -> Pattern {
        let steps_of = |pattern| match pattern {
            Pattern::Sequence(steps) => steps,
            pattern => vec![Step { pattern, within: None }],
        };
        let (mut steps, mut next) = (steps_of(self), steps_of(next));
        if let Some(first) = next.first_mut() {
            first.within = within;
        }
        steps.append(&mut next);
        Pattern::Sequence(steps)
    }

    /// Whether the pattern is a sequence, or has one that begins with it.
    pub(crate) fn has_sequence(&self) -> bool {
        match self {
            Pattern::Sequence(_) => true,
            Pattern::All(patterns) | Pattern::Any(patterns) => patterns.iter().any(Pattern::has_sequence),
            _ => false,
        }
    }

    /// The number of patterns in it, itself among them.
    pub(crate) fn size(&self) -> usize {
        let sum = |patterns: &[Pattern]| patterns.iter().map(Pattern::size).sum::<usize>();
        1 + match self {
            Pattern::All(patterns) | Pattern::Any(patterns) => sum(patterns),
            Pattern::Not(pattern) | Pattern::Once(pattern) | Pattern::For(pattern, _) => pattern.size(),
            Pattern::Sequence(steps) => steps.iter().map(|step| step.pattern.size()).sum(),
            _ => 0,
        }
    }
}

impl std::ops::BitAnd for Pattern {
    type Output = Pattern;

    /// Both at the same ply.
    fn bitand(self, other: Pattern) -> Pattern {
        match self {
            Pattern::All(mut patterns) => {
                patterns.push(other);
                Pattern::All(patterns)
            }
            pattern => Pattern::All(vec![pattern, other]),
        }
    }
}

impl std::ops::BitOr for Pattern {
    type Output = Pattern;

    /// At least one of them.
    fn bitor(self, other: Pattern) -> Pattern {
        match self {
            Pattern::Any(mut patterns) => {
                patterns.push(other);
                Pattern::Any(patterns)
            }
            pattern => Pattern::Any(vec![pattern, other]),
        }
    }
}

impl std::ops::Not for Pattern {
    type Output = Pattern;

    fn not(self) -> Pattern {
        Pattern::Not(Box::new(self))
    }
}

impl Pieces {
    fn mirrored(&self) -> Pieces {
        Pieces {
            set: self.set.swap_colors(),
            zone: self.zone.flip_ranks(),
            qualities: self.qualities.clone(),
        }
    }
}
