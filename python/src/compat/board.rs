//! What a board of `philidor.compat` asks of a position, each in one call and in python-chess's terms: sets of squares as
//! integers, castling rights as the squares of rooks, moves in its order.

use philidor::{CastlingSide, Color, MoveType, PieceType, Square};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::shown::Shown;
use crate::moves;
use crate::position::Position;

/// The pieces of a position as eight sets: pawns, knights, bishops, rooks, queens, kings, Black's, White's.
///
/// >>> [hex(layer) for layer in board_layers(Position())[5:]]
/// ['0x1000000000000010', '0xffff000000000000', '0xffff']
#[pyfunction]
pub(crate) fn board_layers(position: &Bound<'_, Position>) -> (u64, u64, u64, u64, u64, u64, u64, u64) {
    let board = position.get().inner.board();
    let of = |piece_type| board.pieces(piece_type).0;
    (
        of(PieceType::Pawn),
        of(PieceType::Knight),
        of(PieceType::Bishop),
        of(PieceType::Rook),
        of(PieceType::Queen),
        of(PieceType::King),
        board.color(Color::Black).0,
        board.color(Color::White).0,
    )
}

/// The rooks that may castle, as a set, the en-passant square, the half-move clock, the number of the move.
///
/// >>> board_counters(Position("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 9"))
/// (128, 43, 0, 9)
#[pyfunction]
pub(crate) fn board_counters(position: &Bound<'_, Position>) -> (u64, Option<usize>, u16, u32) {
    let position = &position.get().inner;
    let mut rooks = 0;
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            if position.castling_rights().has(color, side) {
                rooks |= 1 << position.castling_rooks().square(color, side).index();
            }
        }
    }
    (rooks, position.en_passant().map(Square::index), position.halfmove_clock(), position.fullmove_number())
}

/// The piece on a square: its type from 1 for a pawn to 6 for a king, 8 more for White; 0 on an empty square.
///
/// >>> [board_piece(Position(), square) for square in (0, 60, 30)]
/// [12, 6, 0]
#[pyfunction]
pub(crate) fn board_piece(position: &Bound<'_, Position>, square: isize) -> PyResult<u8> {
    let piece = position.get().inner.board().piece_at(numbered(square)?);
    // The library counts from kings on.
    Ok(piece.map_or(0, |piece| 6 - piece.piece_type as u8 + if piece.color == Color::White { 8 } else { 0 }))
}

/// What the piece on a square attacks.
///
/// >>> hex(board_attacks(Position(), 1))
/// '0x50800'
#[pyfunction]
pub(crate) fn board_attacks(position: &Bound<'_, Position>, square: isize) -> PyResult<u64> {
    let position = &position.get().inner;
    Ok(position.attacks_from(numbered(square)?, position.board().occupied()).0)
}

/// The pieces of a color, White's if it is true, that attack a square.
///
/// >>> hex(board_attackers(Position(), True, 18))
/// '0xa02'
#[pyfunction]
pub(crate) fn board_attackers(
    position: &Bound<'_, Position>,
    color: &Bound<'_, PyAny>,
    square: isize,
) -> PyResult<u64> {
    let (position, color) =
        (&position.get().inner, if color.is_truthy()? { Color::White } else { Color::Black });
    let board = position.board();
    Ok((position.attackers_to(numbered(square)?, board.occupied()) & board.color(color)).0)
}

/// The square of a number; one below 0 counts from the end, as in a list.
fn numbered(square: isize) -> PyResult<Square> {
    let number = if square < 0 { square + 64 } else { square };
    let found = usize::try_from(number).ok().and_then(Square::from_index);
    found.ok_or_else(|| PyIndexError::new_err("list index out of range"))
}

/// The legal moves of a position as objects of the caller, in python-chess's order; see ``read_movetext`` for the objects.
///
/// Kings in check go first. Then come pieces, castling, captures by pawns, pawns by one square and by two, and en passant;
/// among each, squares from h8 to a1.
///
/// >>> shown_moves(Position("4k3/8/8/8/8/8/P7/4K2R w K - 0 1"), [None] * MOVES, str)[-5:]
/// ['e1f1', 'e1d1', 'e1g1', 'a2a3', 'a2a4']
#[pyfunction]
pub(crate) fn shown_moves<'py>(
    position: &Bound<'py, Position>,
    shown: &Bound<'py, PyList>,
    show: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyList>> {
    let (py, &Position { inner, mode }) = (position.py(), position.get());
    let shown = Shown::new(shown, show)?;
    let mut list = philidor::MoveList::new();
    inner.legal_moves_into(&mut list);
    let is_check = inner.is_check();
    let mut keyed: Vec<(u32, philidor::Move)> =
        list.iter().map(|&mv| (place(&inner, is_check, mv), mv)).collect();
    keyed.sort_unstable_by_key(|&(place, _)| place);
    let objects: Vec<_> = keyed
        .into_iter()
        .map(|(_, mv)| shown.object(moves::number_of(&inner, mode, mv)))
        .collect::<PyResult<_>>()?;
    PyList::new(py, objects)
}

/// Where a legal move stands in python-chess's order; promotions follow from queen to knight.
fn place(position: &philidor::Position, is_check: bool, mv: philidor::Move) -> u32 {
    let (origin, destination) = (63 - mv.orig_square().index() as u32, 63 - mv.dest_square().index() as u32);
    let piece_type = position.board().piece_type_at(mv.orig_square());
    let squares = origin << 8 | destination << 2;
    let (group, within) = match (mv.move_type(), piece_type) {
        (MoveType::Castling, _) => (2, destination),
        (MoveType::EnPassant, _) => (6, origin),
        (_, Some(PieceType::King)) if is_check => (0, destination),
        (_, Some(PieceType::Pawn)) if mv.orig_square().file() != mv.dest_square().file() => {
            (3, squares | promotion(mv))
        }
        (_, Some(PieceType::Pawn)) if origin.abs_diff(destination) == 16 => (5, destination),
        (_, Some(PieceType::Pawn)) => (4, destination << 2 | promotion(mv)),
        _ => (1, squares),
    };
    group << 16 | within
}

/// The place of a promotion among those with its squares.
fn promotion(mv: philidor::Move) -> u32 {
    match mv.move_type() {
        MoveType::Promotion => {
            let piece = philidor::Move::piece_from_aux_data(mv.aux_data());
            let order = [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];
            order.iter().take_while(|&&one| one != piece).count() as u32
        }
        _ => 0,
    }
}
