//! Questions about one position and the move that is played there.

use philidor::{Bitboard, Color, Move, PieceType, Position};

use super::moment::Moment;
use crate::material::{Bound, COUNTED, PieceCounts, WORTH};
use crate::pattern::{Operand, Pattern};
use crate::pieces::{Occupant, Pieces, Quality};

/// A question about one ply.
#[derive(Clone, Debug)]
pub(super) enum Predicate {
    /// What stands on the squares of each set.
    Squares(Box<[(Bitboard, Occupant)]>),
    /// The occupied squares, and the key, which costs more.
    Position(Bitboard, u64),
    /// A pattern without parts that needs no preparation.
    Pattern(Pattern),
}

impl Predicate {
    /// The question of a pattern without parts.
    pub(super) fn new(pattern: &Pattern) -> Predicate {
        match pattern {
            Pattern::Board(board) => Predicate::Squares(board.squares_by_occupant().into()),
            Pattern::Position(position) => Predicate::Position(position.board().occupied(), position.key()),
            pattern => Predicate::Pattern(pattern.clone()),
        }
    }

    /// What it costs, where 1 is a comparison of a few sets.
    pub(super) fn cost(&self) -> u32 {
        let price = |pieces: &Pieces| {
            let quality = |quality: &Quality| match quality {
                Quality::Blocked => 1,
                Quality::Pinned => 10,
                Quality::Attacked => 30,
                _ => 4,
            };
            1 + pieces.qualities.iter().map(quality).sum::<u32>()
        };
        match self {
            Predicate::Squares(_) | Predicate::Position(..) => 1,
            Predicate::Pattern(pattern) => match pattern {
                Pattern::Pawns { .. } | Pattern::Plays(_) | Pattern::Checkmate | Pattern::Stalemate => 1,
                Pattern::Material(..) => 2,
                Pattern::Imbalance(_) | Pattern::Balance(..) => 3,
                Pattern::Check => 5,
                Pattern::Count(pieces, _, operand) => {
                    price(pieces) + if let Operand::Count(others) = operand { price(others) } else { 0 }
                }
                _ => 0,
            },
        }
    }

    /// Whether it holds at a ply.
    #[inline]
    pub(super) fn holds(&self, moment: &Moment<'_>) -> bool {
        let Moment { position, next, ply, castled, .. } = *moment;
        let board = position.board();
        // A null move can be written anywhere.
        let ends = || next.is_none_or(Move::is_null);
        let pattern = match self {
            Predicate::Squares(squares) => {
                return squares.iter().all(|&(squares, occupant)| {
                    let missing = squares - occupant.pieces.on(board);
                    missing.is_empty() || occupant.nothing && !missing.intersects(board.occupied())
                });
            }
            Predicate::Position(occupied, key) => {
                return board.occupied() == *occupied && position.key() == *key;
            }
            Predicate::Pattern(pattern) => pattern,
        };
        match pattern {
            Pattern::Always => true,
            Pattern::Count(pieces, comparison, operand) => {
                let count = pieces.squares(position).len();
                let other = match operand {
                    Operand::Number(number) => *number,
                    Operand::Count(others) => others.squares(position).len(),
                };
                comparison.holds(count, other)
            }
            Pattern::Material(bound, material) => has_material(position, *bound, material),
            Pattern::Imbalance(more) => COUNTED.iter().zip(more).all(|(&kind, &more)| {
                let [white, black] = counts(position, kind);
                white - black == i32::from(more)
            }),
            Pattern::Balance(comparison, pawns) => {
                let worth = COUNTED.iter().zip(WORTH).map(|(&kind, worth)| {
                    let [white, black] = counts(position, kind);
                    (white - black) * worth
                });
                comparison.holds(worth.sum(), *pawns)
            }
            Pattern::Pawns { white, black } => {
                let are = |color, wanted: &Option<Bitboard>| {
                    wanted.is_none_or(|wanted| board.colored_pieces(color, PieceType::Pawn) == wanted)
                };
                are(Color::White, white) && are(Color::Black, black)
            }
            Pattern::Turn(color) => position.side_to_move() == *color,
            Pattern::Ply(comparison, wanted) => comparison.holds(ply, *wanted),
            Pattern::MoveNumber(comparison, number) => comparison.holds(position.fullmove_number(), *number),
            Pattern::Castled(color, side) => castled[color.index()] == Some(*side),
            Pattern::Check => position.is_check(),
            // A position from which a move is played ends nothing.
            Pattern::Checkmate => ends() && position.is_checkmate(),
            Pattern::Stalemate => ends() && position.is_stalemate(),
            Pattern::Last => next.is_none(),
            Pattern::Plays(pattern) => next.is_some_and(|mv| pattern.matches(position.side_to_move(), mv)),
            // Boards and positions are prepared above; the others are trackers.
            Pattern::Board(_)
            | Pattern::Position(_)
            | Pattern::Result(_)
            | Pattern::Ends(_)
            | Pattern::All(_)
            | Pattern::Any(_)
            | Pattern::Not(_)
            | Pattern::Once(_)
            | Pattern::For(..)
            | Pattern::Sequence(_) => false,
        }
    }
}

/// How many pieces of a type White and Black have.
#[inline]
fn counts(position: &Position, kind: PieceType) -> [i32; 2] {
    Color::ALL.map(|color| position.board().colored_pieces(color, kind).len() as i32)
}

/// Whether both sides have this material. The number of pieces alone rules out nearly all positions.
#[inline]
fn has_material(position: &Position, bound: Bound, material: &PieceCounts) -> bool {
    let board = position.board();
    Color::ALL.into_iter().all(|color| bound.admits(board.colors(color).len() as u8, material.total(color)))
        && Color::ALL.into_iter().all(|color| {
            let mut counted = COUNTED.iter().zip(&material.0[color.index()]);
            counted
                .all(|(&kind, &wanted)| bound.admits(board.colored_pieces(color, kind).len() as u8, wanted))
        })
}
