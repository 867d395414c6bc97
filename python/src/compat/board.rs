//! What a board of `philidor.compat` asks of a position, each in one call and in python-chess's terms: sets of squares
//! as integers, castling rights as the squares of rooks, moves in its order. The position is one of chess or of a
//! variant.

use philidor::{Bitboard, Board, CastlingSide, Color, GamePosition, MoveType, PieceType, Square, attacks};
use philidor_variants::{Pocket, Variant};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::shown::Shown;
use crate::by_rules::{AnyBoard, ByRules, with};
use crate::moves;
use crate::position::Position;
use crate::variants::VariantPosition;

impl AnyBoard {
    fn board(&self) -> &Board {
        with!(self, position => position.inner.board())
    }

    fn attacks_from(&self, square: Square) -> Bitboard {
        if let ByRules::Chess(position) = self {
            return position.inner.attacks_from(square, position.inner.board().occupied());
        }
        let (board, occupied) = (self.board(), self.board().occupied());
        let Some(piece) = board.piece_at(square) else { return Bitboard::EMPTY };
        match piece.piece_type {
            PieceType::King => attacks::king(square),
            PieceType::Queen => attacks::queen(square, occupied),
            PieceType::Rook => attacks::rook(square, occupied),
            PieceType::Bishop => attacks::bishop(square, occupied),
            PieceType::Knight => attacks::knight(square),
            PieceType::Pawn => attacks::pawn(piece.color, square),
        }
    }

    fn attackers_to(&self, square: Square, color: Color) -> Bitboard {
        let (board, occupied) = (self.board(), self.board().occupied());
        if let ByRules::Chess(position) = self {
            return position.inner.attackers_to(square, occupied) & board.colors(color);
        }
        let of = |first, second| board.pieces(first) | board.pieces(second);
        let attackers = attacks::king(square) & board.pieces(PieceType::King)
            | attacks::knight(square) & board.pieces(PieceType::Knight)
            | attacks::rook(square, occupied) & of(PieceType::Rook, PieceType::Queen)
            | attacks::bishop(square, occupied) & of(PieceType::Bishop, PieceType::Queen)
            | attacks::pawn(!color, square) & board.pieces(PieceType::Pawn);
        attackers & board.colors(color)
    }
}

/// The pieces of a position as eight sets: pawns, knights, bishops, rooks, queens, kings, Black's, White's.
///
/// >>> [hex(layer) for layer in board_layers(Position())[5:]]
/// ['0x1000000000000010', '0xffff000000000000', '0xffff']
#[pyfunction]
pub(crate) fn board_layers(position: AnyBoard) -> (u64, u64, u64, u64, u64, u64, u64, u64) {
    let board = position.board();
    let of = |piece_type| board.pieces(piece_type).0;
    (
        of(PieceType::Pawn),
        of(PieceType::Knight),
        of(PieceType::Bishop),
        of(PieceType::Rook),
        of(PieceType::Queen),
        of(PieceType::King),
        board.colors(Color::Black).0,
        board.colors(Color::White).0,
    )
}

/// The rooks that may castle, as a set, the en-passant square, the halfmove clock, the fullmove number.
///
/// >>> board_counters(Position("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 9"))
/// (128, 43, 0, 9)
#[pyfunction]
pub(crate) fn board_counters(position: AnyBoard) -> (u64, Option<usize>, u16, u32) {
    let (state, homes) =
        with!(&position, position => (position.inner.state(), position.inner.castling_rooks()));
    let mut rooks = 0;
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            if state.castling_rights.has(color, side) {
                rooks |= 1 << homes.square(color, side).index();
            }
        }
    }
    (rooks, state.en_passant.map(Square::index), state.halfmove_clock, state.fullmove_number)
}

/// What a variant adds to a position: how many pieces are in Black's pocket and in White's, each from pawns to queens,
/// and how many checks each side has given.
///
/// >>> from philidor.variants import VariantPosition
/// >>> board_extra(VariantPosition("crazyhouse", "4k3/8/8/8/8/8/8/4K3[PPq] w - - 0 1"))
/// (((0, 0, 0, 0, 1), (2, 0, 0, 0, 0)), (0, 0))
#[pyfunction]
pub(crate) fn board_extra(
    position: &Bound<'_, VariantPosition>,
) -> (((u8, u8, u8, u8, u8), (u8, u8, u8, u8, u8)), (u8, u8)) {
    let position = &position.get().inner;
    let pocket = |color| {
        let pocket: Pocket = position.pocket(color);
        let [queens, rooks, bishops, knights, pawns] = Pocket::KINDS.map(|kind| pocket.count(kind));
        (pawns, knights, bishops, rooks, queens)
    };
    let checks = |color| position.checks_given(color);
    let [black, white] = [Color::Black, Color::White];
    ((pocket(black), pocket(white)), (checks(black), checks(white)))
}

/// The piece on a square: its type from 1 for a pawn to 6 for a king, 8 more for White; 0 on an empty square.
///
/// >>> [board_piece(Position(), square) for square in (0, 60, 30)]
/// [12, 6, 0]
#[pyfunction]
pub(crate) fn board_piece(position: AnyBoard, square: isize) -> PyResult<u8> {
    let piece = position.board().piece_at(numbered(square)?);
    // The library numbers the types from king to pawn.
    Ok(piece.map_or(0, |piece| 6 - piece.piece_type as u8 + if piece.color == Color::White { 8 } else { 0 }))
}

/// What the piece on a square attacks.
///
/// >>> hex(board_attacks(Position(), 1))
/// '0x50800'
#[pyfunction]
pub(crate) fn board_attacks(position: AnyBoard, square: isize) -> PyResult<u64> {
    Ok(position.attacks_from(numbered(square)?).0)
}

/// The pieces of a color that attack a square: White's if ``color`` is true.
///
/// >>> hex(board_attackers(Position(), True, 18))
/// '0xa02'
#[pyfunction]
pub(crate) fn board_attackers(position: AnyBoard, color: &Bound<'_, PyAny>, square: isize) -> PyResult<u64> {
    let color = if color.is_truthy()? { Color::White } else { Color::Black };
    Ok(position.attackers_to(numbered(square)?, color).0)
}

/// The square of a number; one below 0 counts from the end, as in a list.
fn numbered(square: isize) -> PyResult<Square> {
    let number = if square < 0 { square + 64 } else { square };
    let found = usize::try_from(number).ok().and_then(Square::from_index);
    found.ok_or_else(|| PyIndexError::new_err("list index out of range"))
}

/// The legal moves of a position as objects of the caller, in python-chess's order; see ``read_movetext`` for the
/// objects.
///
/// Moves of a king in check come first. Then come moves of pieces, castling, captures by pawns, pawn moves by one
/// square and by two, and en passant; within each group, squares go from h8 to a1.
///
/// >>> shown_moves(Position("4k3/8/8/8/8/8/P7/4K2R w K - 0 1"), [None] * MOVES, str)[-5:]
/// ['e1f1', 'e1d1', 'e1g1', 'a2a3', 'a2a4']
#[pyfunction]
pub(crate) fn shown_moves<'py>(
    py: Python<'py>,
    position: AnyBoard,
    shown: &Bound<'py, PyList>,
    show: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyList>> {
    let shown = Shown::new(shown, show)?;
    let Position { inner, mode } = match position {
        ByRules::Chess(position) => position,
        ByRules::Variant(position) => return shown_in_variant(py, &position, &shown),
    };
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

/// The same for a variant: drops come last.
fn shown_in_variant<'py>(
    py: Python<'py>,
    position: &VariantPosition,
    shown: &Shown<'_, 'py>,
) -> PyResult<Bound<'py, PyList>> {
    let inner = &position.inner;
    // In atomic chess other pieces may save the king, too, and python-chess does not put its moves first.
    let is_check = inner.variant() != Variant::Atomic && inner.is_check();
    let mut moves = inner.legal_moves();
    moves.sort_by_cached_key(|&mv| place_in_variant(is_check, mv));
    let number = |mv| moves::number_of(inner, position.mode, mv);
    let objects: PyResult<Vec<_>> = moves.iter().map(|&mv| shown.object(number(mv))).collect();
    PyList::new(py, objects?)
}

/// Where a legal move of a variant stands in python-chess's order.
fn place_in_variant(is_check: bool, mv: philidor::Move) -> u32 {
    let destination = 63 - mv.destination().index() as u32;
    if mv.is_drop() {
        return 7 << 16 | (5 - mv.played_piece() as u32) << 8 | (63 - destination);
    }
    let origin = 63 - mv.origin().index() as u32;
    let promotion = mv.promotion().map_or(0, |piece| match piece {
        PieceType::King => 0,
        piece => piece as u32,
    });
    let (group, within) = match (mv.move_type(), mv.played_piece()) {
        (MoveType::Castling, _) => (2, destination),
        (MoveType::EnPassant, _) => (6, origin),
        (_, PieceType::King) if is_check => (0, destination),
        (_, PieceType::Pawn) if mv.is_capture() => (3, origin << 9 | destination << 3 | promotion),
        (_, PieceType::Pawn) if origin.abs_diff(destination) == 16 => (5, destination),
        (_, PieceType::Pawn) => (4, destination << 3 | promotion),
        _ => (1, origin << 8 | destination),
    };
    group << 16 | within
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
