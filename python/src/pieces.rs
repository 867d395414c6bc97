//! What stands on a board, as letters and squares: the same for positions of chess and of its variants.

use philidor::{Bitboard, Board, Piece};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::squares::SquareSet;
use crate::words;

/// All pieces by their squares.
pub(crate) fn by_square<'py>(py: Python<'py>, board: &Board) -> PyResult<Bound<'py, PyDict>> {
    let pieces = PyDict::new(py);
    for square in board.occupied() {
        pieces.set_item(words::square(py, square)?, board.piece_at(square).map(|piece| piece.letter()))?;
    }
    Ok(pieces)
}

/// The squares of the pieces with these letters; all occupied squares without letters.
pub(crate) fn squares(board: &Board, letters: Option<&str>) -> PyResult<SquareSet> {
    let Some(letters) = letters else { return Ok(SquareSet(board.occupied())) };
    let mut set = Bitboard::EMPTY;
    for letter in letters.chars() {
        let piece = Piece::from_letter(letter)
            .ok_or_else(|| PyValueError::new_err(format!("not a piece: {letter:?}")))?;
        set |= board.colored_pieces(piece.color, piece.piece_type);
    }
    Ok(SquareSet(set))
}
