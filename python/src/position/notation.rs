//! Positions and their moves written and read: SAN, UCI, FEN, drawings.

use philidor::{CastlingMode, CastlingNotation, Color, Diagram, EnPassantPolicy};
use pyo3::prelude::*;

use super::Position;
use crate::errors;
use crate::moves::{Move, MoveArgument};
use crate::squares::SquareSetArgument;
use crate::words::{ColorArgument, Listed, SquareArgument, one_of};

#[pymethods]
impl Position {
    /// A legal move in standard algebraic notation (SAN).
    ///
    /// >>> Position().san("g1f3")
    /// 'Nf3'
    ///
    /// Raises ``MoveError`` if it is not legal.
    fn san(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<String> {
        let mv = r#move.legal(py, &self.inner)?;
        Ok(self.inner.to_san(mv).as_str().to_owned())
    }

    /// The legal move of a text in SAN. Raises ``MoveError`` if there is none.
    ///
    /// >>> Position().parse_san("Ng1f3", strict=True)
    /// Traceback (most recent call last):
    ///     ...
    /// philidor.errors.MoveError: 'Ng1f3': strictly it is written Nf3
    ///
    /// As people write it: without ``+``, ``x``, ``=``, or with more of them, with more of the origin, in UCI. With
    /// ``strict`` only ``+`` or ``#`` may be missing. Castling is ``O-O`` or UCI, never ``Kg1``.
    #[pyo3(signature = (text, *, strict = false))]
    fn parse_san(&self, py: Python<'_>, text: &str, strict: bool) -> PyResult<Py<Move>> {
        let read = if strict { self.inner.parse_san_strictly(text) } else { self.inner.parse_san(text) };
        match read {
            Ok(mv) => self.object(py, mv),
            Err(error) => Err(errors::of_san(py, &error, text, &self.inner)),
        }
    }

    /// A legal move as UCI writes it; ``chess960`` overrides how castling is written.
    ///
    /// >>> Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1").uci("O-O", chess960=True)
    /// 'e1h1'
    ///
    /// Raises ``MoveError`` if it is not legal.
    #[pyo3(signature = (r#move, *, chess960 = None))]
    fn uci(&self, py: Python<'_>, r#move: MoveArgument<'_>, chess960: Option<bool>) -> PyResult<String> {
        let mode = match chess960 {
            Some(true) => CastlingMode::Chess960,
            Some(false) => CastlingMode::Standard,
            None => self.mode,
        };
        Ok(self.inner.to_uci_in(r#move.legal(py, &self.inner)?, mode).to_string())
    }

    /// The legal move of a text in UCI, castling in either form. Raises ``MoveError`` if there is none.
    fn parse_uci(&self, py: Python<'_>, text: &str) -> PyResult<Py<Move>> {
        match self.inner.parse_uci(text) {
            Ok(mv) => self.object(py, mv),
            Err(error) => Err(errors::of_uci(py, error, text, &self.inner)),
        }
    }

    /// A legal move in long algebraic notation, ``"Ng1-f3"``. Raises ``MoveError`` if it is not legal.
    fn long(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<String> {
        Ok(self.inner.to_lan(r#move.legal(py, &self.inner)?).to_string())
    }

    /// The position as a FEN.
    ///
    /// ``en_passant`` says when the square is written: ``"always"`` after a double advance, as the standard says,
    /// ``"pseudo_legal"`` if a pawn stands where it could capture, ``"legal"`` if the capture is legal. ``castling`` is
    /// ``"xfen"`` (``KQkq``) or ``"shredder"`` (``HAha``).
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
        Ok(self.inner.to_fen(policy, notation).to_string())
    }

    /// A diagram as SVG, ``seen_by`` a color, with marked ``squares`` and with ``arrows``, which are pairs of squares.
    /// The ``title`` is the FEN by default.
    ///
    /// >>> drawing = Position().svg(squares=["e4"], arrows=[("e2", "e4")])
    /// >>> drawing.startswith("<svg"), drawing.count('class="light from"')
    /// (True, 1)
    #[pyo3(signature = (*, seen_by = ColorArgument(Color::White), squares = None, arrows = Listed(Vec::new()), title = None, coordinates = true), text_signature = "(self, *, seen_by=Color.WHITE, squares=None, arrows=(), title=None, coordinates=True)")]
    fn svg(
        &self,
        seen_by: ColorArgument,
        squares: Option<SquareSetArgument>,
        arrows: Listed<(SquareArgument, SquareArgument)>,
        title: Option<&str>,
        coordinates: bool,
    ) -> String {
        let mut diagram = Diagram::of(&self.inner).seen_by(seen_by.0);
        if let Some(squares) = squares {
            diagram = diagram.with_squares(squares.0, "from");
        }
        for (origin, destination) in arrows.0 {
            diagram = diagram.with_arrow(origin.0, destination.0);
        }
        if let Some(title) = title {
            diagram = diagram.with_title(title);
        }
        if !coordinates {
            diagram = diagram.without_coordinates();
        }
        diagram.to_string()
    }

    /// The drawing, for notebooks.
    fn _repr_svg_(&self) -> String {
        Diagram::of(&self.inner).to_string()
    }

    fn __str__(&self) -> String {
        self.inner.board().to_string()
    }

    fn __repr__(&self) -> String {
        let mode = match self.mode == CastlingMode::detect(&self.inner) {
            true => "",
            false => ", chess960=True",
        };
        format!("Position('{}'{mode})", self.inner)
    }
}
