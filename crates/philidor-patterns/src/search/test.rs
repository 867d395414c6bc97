//! What is asked of one position and the move that is played there.

use philidor::{Bitboard, CastlingSide, Color, Move, PieceType, Position};

use super::moment::Moment;
use crate::material::{Bound, COUNTED, Material, WORTH};
use crate::moves::MovePattern;
use crate::pattern::{Amount, Comparison, Pattern};
use crate::pieces::{Occupant, Pieces, Quality};

/// A question about a position.
#[derive(Clone, Debug)]
pub(super) enum Test {
    Always,
    Never,
    /// What the squares of each set must have.
    Squares(Box<[(Bitboard, Occupant)]>),
    /// The occupied squares and the key, which is dearer.
    Position(Bitboard, u64),
    Count(Pieces, Comparison, Amount),
    Material(Bound, Material),
    Imbalance([i8; 5]),
    Balance(Comparison, i32),
    Pawns(Option<Bitboard>, Option<Bitboard>),
    Turn(Color),
    Ply(Comparison, u32),
    MoveNumber(Comparison, u32),
    Castled(Color, CastlingSide),
    Check,
    Checkmate,
    Stalemate,
    Last,
    Plays(Box<MovePattern>),
}

impl Test {
    /// The question of a pattern that is a single one.
    pub(super) fn of(pattern: &Pattern) -> Test {
        match pattern {
            Pattern::Always => Test::Always,
            Pattern::Board(board) => Test::Squares(board.requirements().into()),
            Pattern::Position(position) => Test::Position(position.board().occupied(), position.key()),
            Pattern::Count(pieces, comparison, amount) => {
                Test::Count(pieces.clone(), *comparison, amount.clone())
            }
            Pattern::Material(bound, material) => Test::Material(*bound, *material),
            Pattern::Imbalance(more) => Test::Imbalance(*more),
            Pattern::Balance(comparison, pawns) => Test::Balance(*comparison, *pawns),
            Pattern::Pawns { white, black } => Test::Pawns(*white, *black),
            Pattern::Turn(color) => Test::Turn(*color),
            Pattern::Ply(comparison, ply) => Test::Ply(*comparison, *ply),
            Pattern::MoveNumber(comparison, number) => Test::MoveNumber(*comparison, *number),
            Pattern::Castled(color, side) => Test::Castled(*color, *side),
            Pattern::Check => Test::Check,
            Pattern::Checkmate => Test::Checkmate,
            Pattern::Stalemate => Test::Stalemate,
            Pattern::Last => Test::Last,
            Pattern::Plays(mv) => Test::Plays(mv.clone()),
            // These are nodes, not tests.
            Pattern::Result(_)
            | Pattern::Ends(_)
            | Pattern::All(_)
            | Pattern::Any(_)
            | Pattern::Not(_)
            | Pattern::Once(_)
            | Pattern::For(..)
            | Pattern::Sequence(_) => Test::Never,
        }
    }

    /// How dear it is, in the price of a test of a few sets.
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
            Test::Always
            | Test::Never
            | Test::Turn(_)
            | Test::Ply(..)
            | Test::MoveNumber(..)
            | Test::Castled(..)
            | Test::Last => 0,
            Test::Squares(_) | Test::Position(..) | Test::Pawns(..) | Test::Plays(_) => 1,
            Test::Checkmate | Test::Stalemate => 1,
            Test::Material(..) => 2,
            Test::Imbalance(_) | Test::Balance(..) => 3,
            Test::Check => 5,
            Test::Count(pieces, _, amount) => {
                price(pieces) + if let Amount::Of(others) = amount { price(others) } else { 0 }
            }
        }
    }

    /// Whether it holds at a ply.
    #[inline]
    pub(super) fn holds(&self, moment: &Moment<'_>) -> bool {
        let Moment { position, next, ply, castled, .. } = *moment;
        let board = position.board();
        // A null move can be written anywhere.
        let ends = || next.is_none_or(Move::is_null);
        match self {
            Test::Always => true,
            Test::Never => false,
            Test::Squares(requirements) => requirements.iter().all(|&(squares, occupant)| {
                let missing = squares - occupant.pieces.on(board);
                missing.is_empty() || occupant.nothing && !missing.intersects(board.occupied())
            }),
            Test::Position(occupied, key) => board.occupied() == *occupied && position.key() == *key,
            Test::Count(pieces, comparison, amount) => {
                let count = pieces.squares(position).len();
                let other = match amount {
                    Amount::Number(number) => *number,
                    Amount::Of(others) => others.squares(position).len(),
                };
                comparison.holds(count, other)
            }
            Test::Material(bound, material) => has_material(position, *bound, material),
            Test::Imbalance(more) => COUNTED.iter().zip(more).all(|(&kind, &more)| {
                let [white, black] = counts(position, kind);
                white - black == i32::from(more)
            }),
            Test::Balance(comparison, pawns) => {
                let worth = COUNTED.iter().zip(WORTH).map(|(&kind, worth)| {
                    let [white, black] = counts(position, kind);
                    (white - black) * worth
                });
                comparison.holds(worth.sum(), *pawns)
            }
            Test::Pawns(white, black) => {
                let are = |color, wanted: &Option<Bitboard>| {
                    wanted.is_none_or(|wanted| board.colored_pieces(color, PieceType::Pawn) == wanted)
                };
                are(Color::White, white) && are(Color::Black, black)
            }
            Test::Turn(color) => position.side_to_move() == *color,
            Test::Ply(comparison, wanted) => comparison.holds(ply, *wanted),
            Test::MoveNumber(comparison, number) => comparison.holds(position.fullmove_number(), *number),
            Test::Castled(color, side) => castled[color.index()] == Some(*side),
            Test::Check => position.is_check(),
            // A position from which a move is played ends nothing.
            Test::Checkmate => ends() && position.is_check() && position.legal_move_count() == 0,
            Test::Stalemate => ends() && !position.is_check() && position.legal_move_count() == 0,
            Test::Last => next.is_none(),
            Test::Plays(pattern) => next.is_some_and(|mv| pattern.matches(position.side_to_move(), mv)),
        }
    }
}

/// How many pieces of a type White and Black have.
#[inline]
fn counts(position: &Position, kind: PieceType) -> [i32; 2] {
    Color::ALL.map(|color| position.board().colored_pieces(color, kind).len() as i32)
}

/// Whether both sides have this material. Nearly all positions differ in how many pieces there are.
#[inline]
fn has_material(position: &Position, bound: Bound, material: &Material) -> bool {
    let board = position.board();
    Color::ALL.into_iter().all(|color| bound.admits(board.color(color).len() as u8, material.total(color)))
        && Color::ALL.into_iter().all(|color| {
            let mut counted = COUNTED.iter().zip(&material.0[color.index()]);
            counted
                .all(|(&kind, &wanted)| bound.admits(board.colored_pieces(color, kind).len() as u8, wanted))
        })
}
