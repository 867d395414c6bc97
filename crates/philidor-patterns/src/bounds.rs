//! What follows from a pattern for the whole game: pieces only go and pawns only advance, so a game without what a
//! pattern needs will never have it again, and a game that ends with more than a pattern allows has never had less.
//!
//! ```text
//! floor     what must still be there, now or later     fewer pieces, or a pawn that has left home: stop playing
//! ceiling   what must have gone by the end             more pieces at the end, or a pawn still at home: do not play
//! ```

use philidor::pgn::GameResult;
use philidor::{Bitboard, Board, Color, PieceType, Position};

use crate::board::{BoardPattern, pawn_home, pawn_homes};
use crate::material::Bound;
use crate::pattern::{Amount, Comparison, Pattern, Step};
use crate::pieces::{PieceSet, Pieces};

/// More pieces than a side has on any board.
const MANY: u8 = 64;

/// What every position in which a pattern holds must have, and all positions before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Floor {
    /// The fewest pieces and pawns of either side.
    least: [u8; 2],
    /// The fewest pawns of either side.
    pawns: [u8; 2],
    /// Pawns that are still at home.
    home: Bitboard,
    /// The last ply at which it can hold.
    pub(crate) last_ply: u32,
    /// The results that the game can have, a bit for each.
    results: u8,
}

impl Floor {
    /// Nothing is needed.
    pub(crate) const NONE: Floor =
        Floor { least: [0; 2], pawns: [0; 2], home: Bitboard::EMPTY, last_ply: u32::MAX, results: u8::MAX };

    /// Whether the board has nothing to say.
    pub(crate) fn is_free(&self) -> bool {
        Floor { last_ply: u32::MAX, results: u8::MAX, ..*self } == Floor::NONE
    }

    /// Whether the game can have this result.
    pub(crate) fn allows(&self, result: Option<GameResult>) -> bool {
        self.results & bit(result) != 0
    }

    /// Whether a board still has all that is needed.
    #[inline]
    pub(crate) fn is_met(&self, board: &Board) -> bool {
        self.home.is_subset_of(home_pawns(board))
            && Color::ALL.into_iter().all(|color| {
                let pawns = || board.colored_pieces(color, PieceType::Pawn).len() as u8;
                let [least, least_pawns] = [self.least, self.pawns].map(|counts| counts[color.index()]);
                board.color(color).len() as u8 >= least && (least_pawns == 0 || pawns() >= least_pawns)
            })
    }

    /// What is needed for both.
    pub(crate) fn and(self, other: Floor) -> Floor {
        Floor {
            least: pairs(self.least, other.least, u8::max),
            pawns: pairs(self.pawns, other.pawns, u8::max),
            home: self.home | other.home,
            last_ply: self.last_ply.min(other.last_ply),
            results: self.results & other.results,
        }
    }

    /// What is needed for either.
    fn or(self, other: Floor) -> Floor {
        Floor {
            least: pairs(self.least, other.least, u8::min),
            pawns: pairs(self.pawns, other.pawns, u8::min),
            home: self.home & other.home,
            last_ply: self.last_ply.max(other.last_ply),
            results: self.results | other.results,
        }
    }

    /// What a pattern needs from now on, if it may hold now or later.
    pub(crate) fn of(pattern: &Pattern) -> Floor {
        match pattern {
            Pattern::All(patterns) => patterns.iter().map(Floor::of).fold(Floor::NONE, Floor::and),
            Pattern::Any(patterns) => patterns.iter().map(Floor::of).reduce(Floor::or).unwrap_or(Floor::NONE),
            Pattern::For(pattern, _) => Floor::of(pattern),
            // The steps before the last one may be over.
            Pattern::Sequence(steps) => steps.last().map_or(Floor::NONE, |step| Floor::of(&step.pattern)),
            Pattern::Result(result) => Floor { results: bit(Some(*result)), ..Floor::NONE },
            Pattern::Ply(Comparison::Equal | Comparison::AtMost, ply) => {
                Floor { last_ply: *ply, ..Floor::NONE }
            }
            Pattern::Ply(Comparison::Less, ply) => Floor { last_ply: ply.saturating_sub(1), ..Floor::NONE },
            _ => Limits::of(pattern).floor,
        }
    }

    /// What is needed before each step of a sequence is done: all of the steps that are left.
    pub(crate) fn of_steps(steps: &[Step]) -> Vec<Floor> {
        let mut floors = vec![Floor::NONE];
        for step in steps.iter().rev() {
            let rest = floors[floors.len() - 1];
            floors.push(rest.and(Floor::of(&step.pattern)));
        }
        floors.reverse();
        floors
    }
}

/// The bit of a result, and that of none.
const fn bit(result: Option<GameResult>) -> u8 {
    match result {
        Some(result) => 1 << result as u8,
        None => 1 << 7,
    }
}

/// What every game in which a pattern holds has at its end: few enough pieces, and some pawns away from home.
///
/// ```
/// use philidor_patterns::Pattern;
/// let pattern: Pattern = "material KRPvKR".parse()?;
/// assert_eq!(pattern.search().ceiling().most, [3, 2]);
/// # Ok::<(), philidor_patterns::ParsePatternError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ceiling {
    /// The most pieces and pawns, kings among them, of White and of Black.
    pub most: [u8; 2],
    /// Pawns that are not at home, as bits of [`home_pawn_bits`].
    pub away: u16,
}

impl Ceiling {
    /// Anything is allowed.
    pub const NONE: Ceiling = Ceiling { most: [MANY; 2], away: 0 };

    /// Whether a game that ends with this position may be one.
    #[must_use]
    pub fn allows(&self, last: &Position) -> bool {
        Color::ALL.into_iter().all(|color| last.board().color(color).len() as u8 <= self.most[color.index()])
            && home_pawn_bits(last) & self.away == 0
    }

    fn and(self, other: Ceiling) -> Ceiling {
        Ceiling { most: pairs(self.most, other.most, u8::min), away: self.away | other.away }
    }

    fn or(self, other: Ceiling) -> Ceiling {
        Ceiling { most: pairs(self.most, other.most, u8::max), away: self.away & other.away }
    }

    /// What follows from a pattern that holds at some ply of a game.
    pub(crate) fn of(pattern: &Pattern) -> Ceiling {
        match pattern {
            Pattern::All(patterns) => patterns.iter().map(Ceiling::of).fold(Ceiling::NONE, Ceiling::and),
            Pattern::Any(patterns) => {
                patterns.iter().map(Ceiling::of).reduce(Ceiling::or).unwrap_or(Ceiling::NONE)
            }
            Pattern::For(pattern, _) | Pattern::Once(pattern) => Ceiling::of(pattern),
            // Each step holds at some ply.
            Pattern::Sequence(steps) => {
                steps.iter().map(|step| Ceiling::of(&step.pattern)).fold(Ceiling::NONE, Ceiling::and)
            }
            _ => Limits::of(pattern).ceiling,
        }
    }
}

/// The pawns that have never moved, in 16 bits: those of White from a2, bit 0, to h2, then those of Black from a7 to h7.
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

#[inline]
fn home_pawns(board: &Board) -> Bitboard {
    let of = |color| board.colored_pieces(color, PieceType::Pawn) & pawn_home(color);
    of(Color::White) | of(Color::Black)
}

/// Both limits of a single requirement.
struct Limits {
    floor: Floor,
    ceiling: Ceiling,
}

impl Limits {
    fn of(pattern: &Pattern) -> Limits {
        match pattern {
            Pattern::Board(board) => Limits::of_board(board),
            Pattern::Position(position) => Limits::of_board(&BoardPattern::exactly(position.board())),
            Pattern::Count(pieces, comparison, Amount::Number(number)) => {
                Limits::of_count(pieces, *comparison, u8::try_from(*number).unwrap_or(MANY))
            }
            Pattern::Material(bound, material) => {
                let mut limits = Limits::none();
                let totals = Color::ALL.map(|color| material.total(color));
                if *bound != Bound::AtMost {
                    limits.floor.least = totals;
                    limits.floor.pawns = material.0.map(|counts| counts[4]);
                }
                if *bound != Bound::AtLeast {
                    limits.ceiling.most = totals;
                }
                limits
            }
            Pattern::Pawns { white, black } => {
                let mut limits = Limits::none();
                for (color, pawns) in Color::ALL.into_iter().zip([white, black]) {
                    let Some(pawns) = pawns else { continue };
                    let home = pawn_home(color);
                    limits.floor.pawns[color.index()] = pawns.len() as u8;
                    limits.floor.home |= *pawns & home;
                    limits.ceiling.away |= bits(home - *pawns);
                }
                limits
            }
            _ => Limits::none(),
        }
    }

    fn none() -> Limits {
        Limits { floor: Floor::NONE, ceiling: Ceiling::NONE }
    }

    fn of_board(board: &BoardPattern) -> Limits {
        let of = |color| board.counts(PieceSet::of_color(color));
        let pawns = |color| PieceSet::of_color(color) & PieceSet::of_type(PieceType::Pawn);
        let (home, refused) = board.homes();
        let floor = Floor {
            least: Color::ALL.map(|color| of(color).0),
            pawns: Color::ALL.map(|color| board.counts(pawns(color)).0),
            home,
            ..Floor::NONE
        };
        Limits { floor, ceiling: Ceiling { most: Color::ALL.map(|color| of(color).1), away: bits(refused) } }
    }

    fn of_count(pieces: &Pieces, comparison: Comparison, number: u8) -> Limits {
        let mut limits = Limits::none();
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
            limits.floor.least[color.index()] = least;
            if pieces.set == pawns {
                limits.floor.pawns[color.index()] = least;
                let home = pawn_home(color);
                if pieces.zone.is_subset_of(home) && u32::from(least) == pieces.zone.len() {
                    limits.floor.home = pieces.zone;
                }
            }
        }
        if pieces.qualities.is_empty() {
            for color in Color::ALL {
                if pieces.zone == Bitboard::FULL && PieceSet::of_color(color).is_subset_of(pieces.set) {
                    limits.ceiling.most[color.index()] = most;
                }
            }
            if most == 0 {
                let counted = pawn_homes().filter(|&(_, pawn)| pieces.set.contains(pawn));
                limits.ceiling.away =
                    bits(counted.map(|(square, _)| square).collect::<Bitboard>() & pieces.zone);
            }
        }
        limits
    }
}

fn pairs(one: [u8; 2], other: [u8; 2], choose: impl Fn(u8, u8) -> u8) -> [u8; 2] {
    [choose(one[0], other[0]), choose(one[1], other[1])]
}
