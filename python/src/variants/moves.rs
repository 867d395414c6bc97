//! The moves of a position: listed, asked about, played, written and read.

use philidor::{CastlingMode, CastlingNotation, Draw, EnPassantPolicy, GamePosition, MoveType, Outcome, Win};
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::VariantPosition;
use crate::errors;
use crate::moves::{self, Move, MoveArgument};
use crate::words::{SquareArgument, one_of};

#[pymethods]
impl VariantPosition {
    /// The legal moves, as a new list of shared objects; with ``origin`` only those of the piece there. A game that is
    /// over has none.
    ///
    /// >>> from philidor.variants import VariantPosition
    /// >>> VariantPosition("antichess", "8/6p1/8/8/8/8/6R1/8 w - - 0 1").legal_moves()
    /// [Move('g2g7')]
    #[pyo3(signature = (*, origin = None))]
    fn legal_moves<'py>(
        &self,
        py: Python<'py>,
        origin: Option<SquareArgument>,
    ) -> PyResult<Bound<'py, PyList>> {
        let mut list = self.inner.legal_moves();
        if let Some(origin) = origin {
            list.retain(|mv| !mv.is_drop() && mv.origin() == origin.0);
        }
        moves::list(py, &self.inner, self.mode, &list)
    }

    /// How many legal moves there are.
    fn legal_move_count(&self) -> usize {
        self.inner.legal_moves().len()
    }

    /// Whether there is a legal move.
    fn has_legal_move(&self) -> bool {
        !self.inner.legal_moves().is_empty()
    }

    /// Whether an en-passant capture is a legal move.
    #[getter]
    fn has_legal_en_passant(&self) -> bool {
        let captures = |mv: &philidor::Move| mv.move_type() == MoveType::EnPassant;
        self.inner.state().en_passant.is_some() && self.inner.legal_moves().iter().any(captures)
    }

    /// Whether the side to move is mated.
    #[getter]
    fn is_checkmate(&self) -> bool {
        matches!(self.inner.outcome(), Some(Outcome::Win { by: Win::Checkmate, .. }))
    }

    /// Whether the side to move has no legal move and is not in check, and the goal of the variant is not reached.
    #[getter]
    fn is_stalemate(&self) -> bool {
        match self.inner.outcome() {
            Some(Outcome::Draw(Draw::Stalemate | Draw::EqualMaterial)) | Some(Outcome::Win { .. }) => {
                !self.is_checkmate() && self.inner.variant_end().is_none()
            }
            _ => false,
        }
    }

    /// Whether a move is legal here.
    fn is_legal(&self, r#move: MoveArgument<'_>) -> bool {
        r#move.in_position(&self.inner).is_ok()
    }

    /// Whether a legal move gives check. Raises ``MoveError`` if it is not legal.
    fn gives_check(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<bool> {
        Ok(self.inner.after(r#move.legal(py, &self.inner)?).is_check())
    }

    /// Whether a legal move captures something, en passant included. Raises ``MoveError`` if it is not legal.
    fn is_capture(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<bool> {
        Ok(r#move.legal(py, &self.inner)?.is_capture())
    }

    /// Whether a legal move is castling. Raises ``MoveError`` if it is not legal.
    fn is_castling(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<bool> {
        Ok(r#move.legal(py, &self.inner)?.castling_side().is_some())
    }

    /// The position after a legal move, given as a ``Move`` or as text, UCI or SAN.
    ///
    /// >>> from philidor.variants import VariantPosition
    /// >>> position = VariantPosition("atomic", "4k3/3rp3/8/8/8/8/8/3QK3 w - - 0 1")
    /// >>> print(position.play("Qxd7").outcome)
    /// White wins by explosion
    ///
    /// Raises ``MoveError`` if it is not legal.
    fn play(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<VariantPosition> {
        Ok(self.at(self.inner.after(r#move.legal(py, &self.inner)?)))
    }

    /// The position after a null move, which passes the turn to the other side. Raises ``MoveError`` if the side to
    /// move is in check.
    fn pass_turn(&self, py: Python<'_>) -> PyResult<VariantPosition> {
        match self.inner.null_move() {
            Some(mv) => Ok(self.at(self.inner.after(mv))),
            None => Err(errors::of_move(
                py,
                "in check no turn can be passed",
                "0000",
                Some(self.inner.to_string()),
                None,
            )),
        }
    }

    /// A legal move in standard algebraic notation (SAN). Raises ``MoveError`` if it is not legal.
    ///
    /// >>> from philidor.variants import VariantPosition
    /// >>> VariantPosition("crazyhouse", "6k1/5ppp/8/8/8/8/8/4K3[RP] w - - 0 1").san("R@e8")
    /// 'R@e8#'
    fn san(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<String> {
        Ok(self.inner.to_san(r#move.legal(py, &self.inner)?).to_string())
    }

    /// The legal move of a text in SAN, read as `Position.parse_san` does. Raises ``MoveError`` if there is none.
    #[pyo3(signature = (text, *, strict = false))]
    fn parse_san(&self, py: Python<'_>, text: &str, strict: bool) -> PyResult<Py<Move>> {
        let bytes = text.as_bytes();
        let read = if strict { self.inner.parse_san_strictly(bytes) } else { self.inner.parse_san(bytes) };
        match read {
            Ok(mv) => self.object(py, mv),
            Err(error) => Err(errors::of_san(py, &error, text, &self.inner)),
        }
    }

    /// A legal move as UCI writes it; ``chess960`` overrides how castling is written. Raises ``MoveError`` if it is not
    /// legal.
    #[pyo3(signature = (r#move, *, chess960 = None))]
    fn uci(&self, py: Python<'_>, r#move: MoveArgument<'_>, chess960: Option<bool>) -> PyResult<String> {
        let mode = match chess960 {
            Some(true) => CastlingMode::Chess960,
            Some(false) => CastlingMode::Standard,
            None => self.mode,
        };
        Ok(self.inner.to_uci_in(r#move.legal(py, &self.inner)?, mode).to_string())
    }

    /// The legal move of a text in UCI, castling in either form, drops as ``"N@f3"``. Raises ``MoveError`` if there is
    /// none.
    fn parse_uci(&self, py: Python<'_>, text: &str) -> PyResult<Py<Move>> {
        match self.inner.parse_uci(text.as_bytes()) {
            Ok(mv) => self.object(py, mv),
            Err(error) => Err(errors::of_uci(py, error, text, &self.inner)),
        }
    }

    /// The position as a FEN; ``en_passant`` and ``castling`` as for ``Position.fen``.
    #[pyo3(signature = (*, en_passant = "always", castling = "xfen"))]
    fn fen(&self, en_passant: &str, castling: &str) -> PyResult<String> {
        let policies = [
            ("always", EnPassantPolicy::Always),
            ("pseudo_legal", EnPassantPolicy::PseudoLegal),
            ("legal", EnPassantPolicy::Legal),
        ];
        let notations = [("xfen", CastlingNotation::XFen), ("shredder", CastlingNotation::Shredder)];
        let (policy, notation) =
            (one_of("en_passant", en_passant, &policies)?, one_of("castling", castling, &notations)?);
        Ok(self.inner.fen(policy, notation))
    }
}
