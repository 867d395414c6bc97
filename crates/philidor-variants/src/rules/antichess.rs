//! Antichess: the side that loses all its pieces wins, and a side that can capture must.
//!
//! ```text
//! . . . . . . . .
//! . . . . p . . .      White to move: the rook can take on e7 or c6, and must take one of them.
//! . . p . R . . .      A king is a piece like others: it can be taken, and a pawn can become one.
//! ```
//!
//! Three rule sets differ in two points:
//!
//! | | no legal move | castling |
//! |---|---|---|
//! | [`Antichess`] (Lichess) | wins | no: its start gives no right |
//! | [`Giveaway`] | wins | yes |
//! | [`Suicide`] (FICS) | fewer pieces win, equal ones draw | no: its start gives no right |
//!
//! A FEN that gives a right to castle gives it in all three, as python-chess reads it.

use philidor::{
    Bitboard, Board, CastlingRights, Color, Draw, Fault, Outcome, PieceType, Setup, Square, Win, attacks,
};

use crate::extra::Extra;
use crate::material;
use crate::position::{MovesOf, Rules, VariantPosition};

/// Antichess, as on Lichess: losing chess without castling, in which a side without a legal move wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Antichess;

/// Giveaway: antichess with castling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Giveaway;

/// Suicide, as on FICS: with no legal move, the side with fewer pieces wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Suicide;

const PROMOTIONS: &[PieceType] =
    &[PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::King];

/// The rules that all three share.
macro_rules! losing_chess {
    ($($rules:ident $name:literal, moves of $moves:ident, castles $castles:literal, without moves $without_moves:expr;)*) => {$(
        impl Rules for $rules {
            type Extra = ();
            const NAME: &'static str = $name;
            const MOVES: MovesOf = MovesOf::$moves;
            const CAPTURE_IS_COMPULSORY: bool = true;
            const PROMOTIONS: &'static [PieceType] = PROMOTIONS;

            #[inline(always)]
            fn royal(_: &Board, _: Color) -> Option<Square> {
                None
            }

            #[inline(always)]
            fn end(position: &VariantPosition<$rules>) -> Option<Outcome> {
                let none_left = |color| position.board().colors(color).is_empty();
                let winner = Color::ALL.into_iter().find(|&color| none_left(color))?;
                Some(Outcome::Win { winner, by: Win::NothingLeft })
            }

            fn end_without_moves(position: &VariantPosition<$rules>) -> Outcome {
                $without_moves(position.board(), position.side_to_move())
            }

            fn has_insufficient_material(position: &VariantPosition<$rules>, color: Color) -> bool {
                cannot_meet(position, color)
            }

            fn is_dead(position: &VariantPosition<$rules>) -> bool {
                is_locked(position)
            }

            fn start() -> (Setup, ()) {
                (castling(Setup::default(), $castles), ())
            }

            fn chess960(number: u16) -> Option<(Setup, ())> {
                Some((castling(Setup::chess960(number)?, $castles), ()))
            }

            fn excuses(_: &Setup, fault: &Fault) -> bool {
                match fault {
                    Fault::Castling { .. } => false,
                    Fault::MissingKing { .. } | Fault::SeveralKings { .. } | Fault::OpponentInCheck { .. } => true,
                    Fault::TooManyCheckers { .. } => true,
                    Fault::EnPassant { reason: philidor::EnPassantFault::ImpossibleCheck(_), .. } => true,
                    _ => false,
                }
            }
        }
    )*};
}

losing_chess! {
    Antichess "Antichess", moves of Own, castles false, without moves mover_wins;
    Giveaway "Giveaway", moves of Antichess, castles true, without moves mover_wins;
    Suicide "Suicide", moves of Antichess, castles false, without moves fewer_win;
}

fn castling(mut setup: Setup, castles: bool) -> Setup {
    if !castles {
        setup.state.castling_rights = CastlingRights::NONE;
    }
    setup.without_unused_castling_rooks()
}

fn mover_wins(_: &Board, us: Color) -> Outcome {
    Outcome::Win { winner: us, by: Win::NoMove }
}

fn fewer_win(board: &Board, us: Color) -> Outcome {
    let [own, enemy] = [us, !us].map(|color| board.colors(color).len());
    match own.cmp(&enemy) {
        core::cmp::Ordering::Less => Outcome::Win { winner: us, by: Win::NoMove },
        core::cmp::Ordering::Greater => Outcome::Win { winner: !us, by: Win::NoMove },
        core::cmp::Ordering::Equal => Outcome::Draw(Draw::EqualMaterial),
    }
}

/// Whether the pieces of the two sides can never take each other: bishops on squares of different colors; or one knight
/// each, if the side that wants to lose its own is never the one to offer it.
fn cannot_meet<R: Rules<Extra = E>, E: Extra>(position: &VariantPosition<R>, color: Color) -> bool {
    let board = position.board();
    let (own, enemy) = (board.colors(color), board.colors(!color));
    if own.is_empty() || enemy.is_empty() {
        return enemy.is_empty(); // the side without pieces has won
    }
    let dark = |set: Bitboard| set.intersects(material::DARK);
    let light = |set: Bitboard| set.intersects(!material::DARK);
    if board.occupied().is_subset_of(board.pieces(PieceType::Bishop)) {
        return (light(own) && !light(enemy)) || (dark(own) && !dark(enemy));
    }
    if board.occupied().is_subset_of(board.pieces(PieceType::Knight)) && own.len() == 1 && enemy.len() == 1 {
        // A knight changes the color of its square with each move: whose turn it is decides who can take.
        return (position.side_to_move() == color) != (dark(own) == dark(enemy));
    }
    false
}

/// Whether nothing can ever be taken, and no side ever lacks a move: each side stands on squares of one color and the
/// other side on the other, with bishops that have room and with pawns that block each other.
fn is_locked<R: Rules>(position: &VariantPosition<R>) -> bool {
    let board = position.board();
    let [white, black] = Color::ALL.map(|color| board.colors(color));
    let pawns = board.pieces(PieceType::Pawn);
    let is_apart = |one: Bitboard, other: Bitboard| {
        one.is_subset_of(material::DARK) && !other.intersects(material::DARK)
    };
    board.occupied().is_subset_of(board.pieces(PieceType::Bishop) | pawns)
        && (is_apart(white, black) || is_apart(black, white))
        && (white & pawns).north() == black & pawns
        && !position.has_legal_en_passant()
        && Color::ALL.into_iter().all(|color| has_room(board, color))
}

/// Whether some bishop can always move: the squares that it reaches in steps between pawns of its side are more than
/// the bishops on them, so one of these stands beside an empty square.
fn has_room(board: &Board, color: Color) -> bool {
    let [bishops, pawns] = [PieceType::Bishop, PieceType::Pawn].map(|kind| board.colored_pieces(color, kind));
    bishops.into_iter().any(|bishop| {
        let mut room = Bitboard::from_square(bishop);
        loop {
            let steps = attacks::pawns(Color::White, room) | attacks::pawns(Color::Black, room);
            let wider = room | (steps - pawns);
            if wider == room {
                return !room.is_subset_of(bishops);
            }
            room = wider;
        }
    })
}
