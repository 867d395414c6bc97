//! What a pattern says about the whole game. Pieces only disappear and pawns only advance, so what a pattern needs and
//! a game has lost never comes back, and a game that ends with more than a pattern allows never had less.
//!
//! ```text
//! requirements   what must still be there, now or later   fewer pieces, or a pawn that has left home: stop playing
//! end limits     what must have gone by the end           more pieces at the end, or a pawn still at home: do not play
//! ```

use philidor::GameResult;
use philidor::{Bitboard, Board, Color, PieceType, Position};

use crate::board::{BoardPattern, pawn_home, pawn_homes};
use crate::material::Bound;
use crate::pattern::{Comparison, Operand, Pattern, Step};
use crate::pieces::{PieceSet, Pieces};

/// More pieces than a side has on any board.
const MANY: u8 = 64;

/// What a position in which a pattern holds must have, and so must all positions before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Requirements {
    /// The fewest pieces and pawns of either side.
    least_pieces: [u8; 2],
    /// The fewest pawns of either side.
    least_pawns: [u8; 2],
    /// Pawns that are still at home.
    pub(crate) home_pawns: Bitboard,
    /// The last ply at which it can hold.
    pub(crate) last_ply: u32,
    /// The results that the game can have, a bit for each.
    results: u8,
}

impl Requirements {
    pub(crate) const NONE: Requirements = Requirements {
        least_pieces: [0; 2],
        least_pawns: [0; 2],
        home_pawns: Bitboard::EMPTY,
        last_ply: u32::MAX,
        results: u8::MAX,
    };

    /// Whether every board meets them.
    pub(crate) fn is_met_by_any_board(&self) -> bool {
        Requirements { last_ply: u32::MAX, results: u8::MAX, ..*self } == Requirements::NONE
    }

    /// Whether the game can have this result.
    pub(crate) fn allows(&self, result: Option<GameResult>) -> bool {
        self.results & bit(result) != 0
    }

    /// Whether a board still meets them.
    #[inline]
    pub(crate) fn is_met(&self, board: &Board) -> bool {
        self.home_pawns.is_subset_of(home_pawns(board))
            && Color::ALL.into_iter().all(|color| {
                let pawns = || board.colored_pieces(color, PieceType::Pawn).len() as u8;
                let [least, least_pawns] =
                    [self.least_pieces, self.least_pawns].map(|counts| counts[color.index()]);
                board.colors(color).len() as u8 >= least && (least_pawns == 0 || pawns() >= least_pawns)
            })
    }

    /// What both need.
    pub(crate) fn and(self, other: Requirements) -> Requirements {
        Requirements {
            least_pieces: pairs(self.least_pieces, other.least_pieces, u8::max),
            least_pawns: pairs(self.least_pawns, other.least_pawns, u8::max),
            home_pawns: self.home_pawns | other.home_pawns,
            last_ply: self.last_ply.min(other.last_ply),
            results: self.results & other.results,
        }
    }

    /// What either needs.
    fn or(self, other: Requirements) -> Requirements {
        Requirements {
            least_pieces: pairs(self.least_pieces, other.least_pieces, u8::min),
            least_pawns: pairs(self.least_pawns, other.least_pawns, u8::min),
            home_pawns: self.home_pawns & other.home_pawns,
            last_ply: self.last_ply.max(other.last_ply),
            results: self.results | other.results,
        }
    }

    /// What a pattern needs from now on, if it may hold now or later.
    pub(crate) fn of(pattern: &Pattern) -> Requirements {
        match pattern {
            Pattern::All(patterns) => {
                patterns.iter().map(Requirements::of).fold(Requirements::NONE, Requirements::and)
            }
            Pattern::Any(patterns) => {
                patterns.iter().map(Requirements::of).reduce(Requirements::or).unwrap_or(Requirements::NONE)
            }
            Pattern::For(pattern, _) => Requirements::of(pattern),
            // The steps before the last one may be over.
            Pattern::Sequence(steps) => {
                steps.last().map_or(Requirements::NONE, |step| Requirements::of(&step.pattern))
            }
            Pattern::Result(result) => Requirements { results: bit(Some(*result)), ..Requirements::NONE },
            Pattern::Ply(Comparison::Equal | Comparison::AtMost, ply) => {
                Requirements { last_ply: *ply, ..Requirements::NONE }
            }
            Pattern::Ply(Comparison::Less, ply) => {
                Requirements { last_ply: ply.saturating_sub(1), ..Requirements::NONE }
            }
            _ => Bounds::of(pattern).requirements,
        }
    }

    /// The requirements before each step of a sequence is done: those of all steps that are left.
    pub(crate) fn of_steps(steps: &[Step]) -> Vec<Requirements> {
        let mut needed = vec![Requirements::NONE];
        for step in steps.iter().rev() {
            let rest = needed[needed.len() - 1];
            needed.push(rest.and(Requirements::of(&step.pattern)));
        }
        needed.reverse();
        needed
    }
}

/// The bit of a result, and that of none.
const fn bit(result: Option<GameResult>) -> u8 {
    match result {
        Some(result) => 1 << result as u8,
        None => 1 << 7,
    }
}

/// How every game with a pattern ends: with few enough pieces, and with some pawns moved.
///
/// ```
/// use philidor_patterns::Pattern;
/// let pattern: Pattern = "material KRPvKR".parse()?;
/// assert_eq!(pattern.search().end_limits().most_pieces, [3, 2]);
/// # Ok::<(), philidor_patterns::ParsePatternError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EndLimits {
    /// The most pieces and pawns, kings among them, of White and of Black.
    pub most_pieces: [u8; 2],
    /// Pawns that have left their home squares, as bits of [`home_pawn_bits`].
    pub moved_pawns: u16,
}

impl EndLimits {
    /// No limit.
    pub const NONE: EndLimits = EndLimits { most_pieces: [MANY; 2], moved_pawns: 0 };

    /// Whether a game that ends with this position may have the pattern.
    #[must_use]
    pub fn allows(&self, last: &Position) -> bool {
        Color::ALL
            .into_iter()
            .all(|color| last.board().colors(color).len() as u8 <= self.most_pieces[color.index()])
            && home_pawn_bits(last) & self.moved_pawns == 0
    }

    fn and(self, other: EndLimits) -> EndLimits {
        EndLimits {
            most_pieces: pairs(self.most_pieces, other.most_pieces, u8::min),
            moved_pawns: self.moved_pawns | other.moved_pawns,
        }
    }

    fn or(self, other: EndLimits) -> EndLimits {
        EndLimits {
            most_pieces: pairs(self.most_pieces, other.most_pieces, u8::max),
            moved_pawns: self.moved_pawns & other.moved_pawns,
        }
    }

    /// The limits of a game in which a pattern holds at some ply.
    pub(crate) fn of(pattern: &Pattern) -> EndLimits {
        match pattern {
            Pattern::All(patterns) => {
                patterns.iter().map(EndLimits::of).fold(EndLimits::NONE, EndLimits::and)
            }
            Pattern::Any(patterns) => {
                patterns.iter().map(EndLimits::of).reduce(EndLimits::or).unwrap_or(EndLimits::NONE)
            }
            Pattern::For(pattern, _) | Pattern::Once(pattern) => EndLimits::of(pattern),
            // Each step holds at some ply.
            Pattern::Sequence(steps) => {
                steps.iter().map(|step| EndLimits::of(&step.pattern)).fold(EndLimits::NONE, EndLimits::and)
            }
            _ => Bounds::of(pattern).end,
        }
    }
}

/// The pawns that have never moved, in 16 bits: those of White from a2, bit 0, to h2, then those of Black from a7 to
/// h7.
///
/// # Stability
///
/// The bits are the same in every version.
///
/// ```
/// let position: philidor::Position = "4k3/p7/8/8/4P3/8/8/4K3 b - - 0 1".parse()?;
/// assert_eq!(philidor_patterns::home_pawn_bits(&position), 1 << 8);
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[must_use]
pub fn home_pawn_bits(position: &Position) -> u16 {
    bits(home_pawns(position.board()))
}

/// Squares of the two home ranks in 16 bits.
fn bits(squares: Bitboard) -> u16 {
    (squares.0 >> 8) as u8 as u16 | ((squares.0 >> 48) as u8 as u16) << 8
}

/// The squares of such bits.
pub(crate) fn home_pawn_squares(bits: u16) -> Bitboard {
    let [white, black] = bits.to_le_bytes().map(u64::from);
    Bitboard(white << 8 | black << 48)
}

#[inline]
pub(crate) fn home_pawns(board: &Board) -> Bitboard {
    let of = |color| board.colored_pieces(color, PieceType::Pawn) & pawn_home(color);
    of(Color::White) | of(Color::Black)
}

/// What a pattern without parts says about a game, both before and after.
struct Bounds {
    requirements: Requirements,
    end: EndLimits,
}

impl Bounds {
    fn of(pattern: &Pattern) -> Bounds {
        match pattern {
            Pattern::Board(board) => Bounds::of_board(board),
            Pattern::Position(position) => Bounds::of_board(&BoardPattern::exactly(position.board())),
            Pattern::Count(pieces, comparison, Operand::Number(number)) => {
                Bounds::of_count(pieces, *comparison, u8::try_from(*number).unwrap_or(MANY))
            }
            Pattern::Material(bound, material) => {
                let mut bounds = Bounds::none();
                let totals = Color::ALL.map(|color| material.total(color));
                if *bound != Bound::AtMost {
                    bounds.requirements.least_pieces = totals;
                    bounds.requirements.least_pawns = material.0.map(|counts| counts[4]);
                }
                if *bound != Bound::AtLeast {
                    bounds.end.most_pieces = totals;
                }
                bounds
            }
            Pattern::Pawns { white, black } => {
                let mut bounds = Bounds::none();
                for (color, pawns) in Color::ALL.into_iter().zip([white, black]) {
                    let Some(pawns) = pawns else { continue };
                    let home = pawn_home(color);
                    bounds.requirements.least_pawns[color.index()] = pawns.len() as u8;
                    bounds.requirements.home_pawns |= *pawns & home;
                    bounds.end.moved_pawns |= bits(home - *pawns);
                }
                bounds
            }
            _ => Bounds::none(),
        }
    }

    fn none() -> Bounds {
        Bounds { requirements: Requirements::NONE, end: EndLimits::NONE }
    }

    fn of_board(board: &BoardPattern) -> Bounds {
        let of = |color| board.counts(PieceSet::of_color(color));
        let pawns = |color| PieceSet::of_color(color) & PieceSet::of_type(PieceType::Pawn);
        let (home, refused) = board.homes();
        let requirements = Requirements {
            least_pieces: Color::ALL.map(|color| of(color).0),
            least_pawns: Color::ALL.map(|color| board.counts(pawns(color)).0),
            home_pawns: home,
            ..Requirements::NONE
        };
        Bounds {
            requirements,
            end: EndLimits { most_pieces: Color::ALL.map(|color| of(color).1), moved_pawns: bits(refused) },
        }
    }

    fn of_count(pieces: &Pieces, comparison: Comparison, number: u8) -> Bounds {
        let mut bounds = Bounds::none();
        let (least, most) = match comparison {
            Comparison::Equal => (number, number),
            Comparison::AtLeast => (number, MANY),
            Comparison::Greater => (number.saturating_add(1), MANY),
            Comparison::AtMost => (0, number),
            Comparison::Less => (0, number.saturating_sub(1)),
            Comparison::NotEqual => (0, MANY),
        };
        let pawns = pieces.set & PieceSet::of_type(PieceType::Pawn);
        for color in
            Color::ALL.into_iter().filter(|&color| pieces.set.is_subset_of(PieceSet::of_color(color)))
        {
            bounds.requirements.least_pieces[color.index()] = least;
            if pieces.set == pawns {
                bounds.requirements.least_pawns[color.index()] = least;
                let home = pawn_home(color);
                if pieces.zone.is_subset_of(home) && u32::from(least) == pieces.zone.len() {
                    bounds.requirements.home_pawns = pieces.zone;
                }
            }
        }
        if pieces.qualities.is_empty() {
            for color in Color::ALL {
                if pieces.zone == Bitboard::FULL && PieceSet::of_color(color).is_subset_of(pieces.set) {
                    bounds.end.most_pieces[color.index()] = most;
                }
            }
            if most == 0 {
                let counted = pawn_homes().filter(|&(_, pawn)| pieces.set.contains(pawn));
                bounds.end.moved_pawns =
                    bits(counted.map(|(square, _)| square).collect::<Bitboard>() & pieces.zone);
            }
        }
        bounds
    }
}

fn pairs(one: [u8; 2], other: [u8; 2], choose: impl Fn(u8, u8) -> u8) -> [u8; 2] {
    [choose(one[0], other[0]), choose(one[1], other[1])]
}
