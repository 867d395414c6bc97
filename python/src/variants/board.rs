//! What stands on the board and in the pockets, whose turn it is, and the counters and keys.

use philidor::{Color, GamePosition, PieceType};
use philidor_variants::Pocket;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::VariantPosition;
use crate::outcome::Outcome;
use crate::pieces;
use crate::squares::SquareSet;
use crate::words::{self, ColorArgument, SquareArgument};

#[pymethods]
impl VariantPosition {
    /// The side to move.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        words::color(py, self.inner.side_to_move())
    }

    /// The castling rights as a FEN has them: ``"KQkq"`` or ``"-"``; letters of files where these would be ambiguous.
    #[getter]
    fn castling_rights(&self) -> String {
        self.inner.to_string().split(' ').nth(2).unwrap_or("-").to_owned()
    }

    /// The square that a pawn has just passed, or ``None``.
    #[getter]
    fn en_passant<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.inner.state().en_passant.map(|square| words::square(py, square)).transpose()
    }

    /// Half-moves since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.inner.state().halfmove_clock
    }

    /// The fullmove number, which goes up after each move by Black.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.inner.state().fullmove_number
    }

    /// The Zobrist key, which compares positions as the repetition rule does; pockets and checks count. It is the same
    /// in every version.
    #[getter]
    fn key(&self) -> u64 {
        self.inner.key()
    }

    /// The piece on a square as its letter, or ``None``.
    fn piece_at(&self, square: SquareArgument) -> Option<char> {
        self.inner.board().piece_at(square.0).map(|piece| piece.letter())
    }

    /// Like ``piece_at``.
    fn __getitem__(&self, square: SquareArgument) -> Option<char> {
        self.piece_at(square)
    }

    /// All pieces by their squares, from a1 to h8.
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        pieces::by_square(py, self.inner.board())
    }

    /// The squares of some pieces, given by their letters; all occupied squares without letters.
    ///
    /// Raises ``ValueError`` if a letter is not one of ``KQRBNPkqrbnp``.
    #[pyo3(signature = (pieces = None))]
    fn squares(&self, pieces: Option<&str>) -> PyResult<SquareSet> {
        pieces::squares(self.inner.board(), pieces)
    }

    /// The squares of all pieces of a color.
    fn squares_of(&self, color: ColorArgument) -> SquareSet {
        SquareSet(self.inner.board().colors(color.0))
    }

    /// The square of a king, the first of several; ``None`` if the side has none.
    fn king<'py>(&self, py: Python<'py>, color: ColorArgument) -> PyResult<Option<Bound<'py, PyAny>>> {
        let kings = self.inner.board().colored_pieces(color.0, PieceType::King);
        kings.first().map(|square| words::square(py, square)).transpose()
    }

    /// The pieces that a side can drop: how many by letter, the most valuable first; letters without any are left out.
    ///
    /// >>> from philidor.variants import VariantPosition
    /// >>> VariantPosition("crazyhouse", "4k3/8/8/8/8/8/8/4K3[PPNq] w - - 0 1").pocket(0)
    /// {'n': 1, 'p': 2}
    fn pocket<'py>(&self, py: Python<'py>, color: ColorArgument) -> PyResult<Bound<'py, PyDict>> {
        let (counts, pocket) = (PyDict::new(py), self.inner.pocket(color.0));
        for kind in Pocket::KINDS.into_iter().filter(|&kind| pocket.count(kind) > 0) {
            counts.set_item(kind.letter(), pocket.count(kind))?;
        }
        Ok(counts)
    }

    /// The squares of promoted pieces, where the variant marks them: once captured, they go to a pocket as pawns.
    #[getter]
    fn promoted(&self) -> SquareSet {
        SquareSet(self.inner.promoted())
    }

    /// How many checks a side has given, where the variant counts them.
    ///
    /// >>> from philidor.variants import VariantPosition
    /// >>> VariantPosition("3check").play("e4").play("f6").play("Qh5+").checks_given(0)
    /// 1
    fn checks_given(&self, color: ColorArgument) -> u8 {
        self.inner.checks_given(color.0)
    }

    /// Whether the fifty-move rule applies: a draw can be claimed after fifty moves without a capture or a pawn move.
    #[getter]
    fn counts_moves(&self) -> bool {
        self.inner.counts_moves()
    }

    /// The pieces that give check; none where the king cannot be captured.
    #[getter]
    fn checkers(&self) -> SquareSet {
        SquareSet(self.inner.checkers())
    }

    /// Whether the side to move is in check.
    #[getter]
    fn is_check(&self) -> bool {
        self.inner.is_check()
    }

    /// Whether a side can no longer win, whatever the other one does; without a color, whether neither can.
    #[pyo3(signature = (color = None))]
    fn has_insufficient_material(&self, color: Option<ColorArgument>) -> bool {
        match color {
            Some(color) => self.inner.has_insufficient_material(color.0),
            None => Color::ALL.into_iter().all(|color| self.inner.has_insufficient_material(color)),
        }
    }

    /// How the game has ended on the board, or ``None``: by the goal of the variant, by mate or stalemate, or because
    /// neither side can win.
    ///
    /// >>> from philidor.variants import VariantPosition
    /// >>> print(VariantPosition("koth", "8/8/2k5/8/4K3/8/8/8 b - - 0 1").outcome)
    /// White wins by king in the center
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.inner.outcome().map(Outcome)
    }

    /// How the game has ended by the goal of the variant alone: a king exploded, the hill reached; or ``None``.
    #[getter]
    fn variant_end(&self) -> Option<Outcome> {
        self.inner.variant_end().map(Outcome)
    }
}
