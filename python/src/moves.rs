//! A move: where from, where to, and what a pawn becomes.
//!
//! In Python a move is its squares and nothing else, so a text names it without a position. Within one position no two
//! legal moves have the same squares: castling goes to the king's destination in standard chess, and in Chess960, where a
//! step of the king may have the same squares, to the rook's square, as UCI writes it. What else a [`philidor::Move`] holds
//! (what is captured, how to take it back) is found when the move is played.
//!
//! All moves are made once, when the first is asked for. Lists hold the same objects over and over, which takes a fourth
//! of the time of new ones; and equal moves are one object, so comparing them compares addresses.

use philidor::{CastlingMode, File, MoveDigest, MoveType, PieceType, Position, Square, UciErrorKind};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::errors;
use crate::words::{self, PieceTypeArgument, SquareArgument};

/// A move: origin, destination and, for a promotion, what the pawn becomes.
///
/// It is made from text as UCI writes it, or from squares with ``Move.of``. Whether it is legal depends on a position:
/// ``position.is_legal(move)``. Moves do not change, and equal moves are the same object. They are ordered by origin, then
/// destination, then promotion (queen, rook, bishop, knight).
///
/// Castling is the king's move by two squares, ``e1g1``; in Chess960 it is the king taking its rook, ``e1h1``.
///
/// >>> move = Move("e7e8q")
/// >>> str(move.origin), str(move.destination), move.promotion
/// ('e7', 'e8', 'q')
/// >>> move is Move("e7e8q") and move in {move}
/// True
/// >>> Move("a1a2") < Move("a1b1")
/// False
///
/// Raises ``MoveError`` if the text is not a move on any board.
#[pyclass(frozen, module = "philidor")]
#[derive(Clone, Copy)]
pub(crate) struct Move {
    origin: Square,
    destination: Square,
    promotion: Option<PieceType>,
    /// What nearly all moves with these squares are: a normal move or a promotion.
    usual: MoveDigest,
}

/// Moves without promotion come first, by origin and destination; then promotions: 2 colors, 8 origins, 8 destinations,
/// 4 pieces.
const PROMOTIONS: usize = 64 * 64;
pub(crate) const ALL: usize = PROMOTIONS + 2 * 8 * 8 * 4;

static MOVES: PyOnceLock<Box<[Py<Move>; ALL]>> = PyOnceLock::new();

/// All moves, each at its number.
pub(crate) fn all(py: Python<'_>) -> PyResult<&[Py<Move>; ALL]> {
    let made = MOVES.get_or_try_init(py, || {
        let moves: Vec<Py<Move>> =
            (0..ALL).map(|number| Py::new(py, Move::numbered(number))).collect::<PyResult<_>>()?;
        moves.into_boxed_slice().try_into().map_err(|_| PyRuntimeError::new_err("not all moves"))
    });
    made.map(|moves| &**moves)
}

/// The number of the move with these squares; `None` if no pawn promotes so.
pub(crate) fn number(origin: Square, destination: Square, promotion: Option<PieceType>) -> Option<usize> {
    let Some(promotion) = promotion else { return Some(origin.index() * 64 + destination.index()) };
    let white = match (origin.rank().index(), destination.rank().index()) {
        (6, 7) => true,
        (1, 0) => false,
        _ => return None,
    };
    let (from, to) = (origin.file().index(), destination.file().index());
    let piece = PieceType::PROMOTIONS.into_iter().position(|piece| piece == promotion)?;
    (from.abs_diff(to) <= 1).then_some(PROMOTIONS + ((usize::from(!white) * 8 + from) * 8 + to) * 4 + piece)
}

/// The number of a legal move of a position. Types are compared one by one: most moves are normal ones, and a jump to one
/// of four places is guessed wrong more often.
#[inline(always)]
pub(crate) fn number_of(position: &Position, mode: CastlingMode, mv: philidor::Move) -> usize {
    let squares = usize::from(mv.digest().0 >> 2) & 0xfff;
    if mv.move_type() == MoveType::Promotion {
        let (origin, destination) = (mv.orig_square(), mv.dest_square());
        let black = usize::from(destination.rank().index() == 0);
        let files = (black * 8 + origin.file().index()) * 8 + destination.file().index();
        return PROMOTIONS + files * 4 + usize::from(mv.aux_data());
    }
    if mv.move_type() == MoveType::Castling
        && mode == CastlingMode::Chess960
        && let Some(side) = mv.castling_side()
    {
        let rook = position.castling_rooks().square(position.side_to_move(), side);
        return mv.orig_square().index() * 64 + rook.index();
    }
    squares
}

/// The shared object with a number.
pub(crate) fn numbered(py: Python<'_>, number: usize) -> PyResult<Py<Move>> {
    Ok(all(py)?[number].clone_ref(py))
}

/// The shared object of a legal move.
pub(crate) fn object(
    py: Python<'_>,
    position: &Position,
    mode: CastlingMode,
    mv: philidor::Move,
) -> PyResult<Py<Move>> {
    numbered(py, number_of(position, mode, mv))
}

/// The shared objects of legal moves, as a list.
pub(crate) fn list<'py>(
    py: Python<'py>,
    position: &Position,
    mode: CastlingMode,
    moves: &[philidor::Move],
) -> PyResult<Bound<'py, pyo3::types::PyList>> {
    let all = all(py)?;
    pyo3::types::PyList::new(py, moves.iter().map(|&mv| all[number_of(position, mode, mv)].bind_borrowed(py)))
}

impl Move {
    fn numbered(number: usize) -> Move {
        let square = |index: usize| Square::ALL[index % 64];
        match number.checked_sub(PROMOTIONS) {
            None => Move::between(square(number / 64), square(number), None),
            Some(rest) => {
                let (origin_rank, destination_rank) = if rest / 256 == 0 { (6, 7) } else { (1, 0) };
                Move::between(
                    square(origin_rank * 8 + rest / 32 % 8),
                    square(destination_rank * 8 + rest / 4 % 8),
                    Some(PieceType::PROMOTIONS[rest % 4]),
                )
            }
        }
    }

    /// The move with these squares.
    pub(crate) fn between(origin: Square, destination: Square, promotion: Option<PieceType>) -> Move {
        let squares = (origin as u16) << 8 | (destination as u16) << 2;
        let (move_type, aux) = match promotion {
            None => (MoveType::Normal, 0),
            Some(piece) => {
                (MoveType::Promotion, PieceType::PROMOTIONS.iter().take_while(|&&one| one != piece).count())
            }
        };
        let usual = MoveDigest((move_type as u16) << 14 | squares | aux as u16);
        Move { origin, destination, promotion, usual }
    }

    fn number(&self) -> usize {
        number(self.origin, self.destination, self.promotion).unwrap_or_default()
    }

    /// What nearly all moves with these squares are: a normal move or a promotion.
    pub(crate) fn usual(&self) -> MoveDigest {
        self.usual
    }

    /// The text of the move in UCI.
    pub(crate) fn text(&self) -> String {
        let letter = self.promotion.map(|piece| piece.letter().to_string()).unwrap_or_default();
        format!("{}{}{letter}", self.origin, self.destination)
    }

    /// The legal move of a position that has these squares.
    ///
    /// Nearly all moves are normal ones or promotions: their bits are known, and the position says whether they are legal.
    /// The others go the long way, and so do those that are not legal, whose error says why.
    #[inline]
    pub(crate) fn in_position(&self, position: &Position) -> Result<philidor::Move, philidor::UciError> {
        match position.decode(self.usual) {
            Some(mv) => Ok(mv),
            None => position.parse_uci(self.text()),
        }
    }
}

/// A move as an argument: a `Move`, or text, UCI or SAN.
#[derive(Clone, Copy)]
pub(crate) enum MoveArgument<'a> {
    /// An object.
    Squares(Move),
    /// A text.
    Text(&'a str),
}

impl<'a> FromPyObject<'a, '_> for MoveArgument<'a> {
    type Error = PyErr;

    #[inline]
    fn extract(given: Borrowed<'a, '_, PyAny>) -> PyResult<MoveArgument<'a>> {
        if let Ok(mv) = given.cast::<Move>() {
            return Ok(MoveArgument::Squares(*mv.get()));
        }
        let text =
            given.extract().map_err(|_| PyTypeError::new_err("a move is a Move, or text of UCI or SAN"))?;
        Ok(MoveArgument::Text(text))
    }
}

/// Why what was given is not a legal move.
pub(crate) enum Refusal {
    /// As UCI.
    Uci(philidor::UciError),
    /// As SAN.
    San(philidor::SanError),
}

impl MoveArgument<'_> {
    /// The legal move that is meant.
    #[inline]
    pub(crate) fn in_position(self, position: &Position) -> Result<philidor::Move, Refusal> {
        match self {
            MoveArgument::Squares(mv) => mv.in_position(position).map_err(Refusal::Uci),
            MoveArgument::Text(text) => position.parse_uci(text).or_else(|uci| {
                position.parse_san(text).map_err(|san| match uci.kind {
                    UciErrorKind::Illegal(_) => Refusal::Uci(uci),
                    _ => Refusal::San(san),
                })
            }),
        }
    }

    /// The legal move that is meant, or `MoveError`.
    #[inline]
    pub(crate) fn legal(self, py: Python<'_>, position: &Position) -> PyResult<philidor::Move> {
        self.in_position(position).map_err(|refusal| {
            let text = match self {
                MoveArgument::Squares(mv) => mv.text(),
                MoveArgument::Text(text) => text.to_owned(),
            };
            match refusal {
                Refusal::Uci(error) => errors::of_uci(py, error, &text, position),
                Refusal::San(error) => errors::of_san(py, &error, &text, position),
            }
        })
    }
}

/// A text as squares and promotion; the error is the offset at which it stops being a move.
fn read(text: &str) -> Result<(Square, Square, Option<PieceType>), usize> {
    let square = |at: usize| match text.get(at..at + 2).map(str::parse) {
        Some(Ok(square)) => Ok(square),
        _ if text.get(at..at + 1).is_some_and(|file| file.parse::<File>().is_ok()) => Err(at + 1),
        _ => Err(at),
    };
    let (origin, destination) = (square(0)?, square(2)?);
    let promotion = match text.get(4..) {
        None | Some("") => None,
        Some("q") => Some(PieceType::Queen),
        Some("r") => Some(PieceType::Rook),
        Some("b") => Some(PieceType::Bishop),
        Some("n") => Some(PieceType::Knight),
        Some(_) => return Err(4),
    };
    Ok((origin, destination, promotion))
}

#[pymethods]
impl Move {
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Py<Move>> {
        let (origin, destination, promotion) = read(text).map_err(|offset| {
            errors::of_move(
                py,
                &format!("not a move of UCI, from byte {offset} on"),
                text,
                None,
                Some(offset),
            )
        })?;
        match number(origin, destination, promotion) {
            Some(number) => Ok(all(py)?[number].clone_ref(py)),
            None => Err(errors::of_move(py, "no pawn promotes with these squares", text, None, Some(4))),
        }
    }

    /// The move with these squares, and with a promotion if there is one: ``"q"``, ``"r"``, ``"b"`` or ``"n"``.
    ///
    /// >>> Move.of("e2", "e4")
    /// Move('e2e4')
    /// >>> Move.of(52, 60, "n")
    /// Move('e7e8n')
    #[staticmethod]
    #[pyo3(signature = (origin, destination, promotion = None))]
    fn of(
        py: Python<'_>,
        origin: SquareArgument,
        destination: SquareArgument,
        promotion: Option<PieceTypeArgument>,
    ) -> PyResult<Py<Move>> {
        let promotion = promotion.map(|piece| piece.0);
        match number(origin.0, destination.0, promotion) {
            Some(number) => Ok(all(py)?[number].clone_ref(py)),
            None => {
                let text = Move::between(origin.0, destination.0, promotion).text();
                Err(errors::of_move(py, "no pawn promotes with these squares", &text, None, None))
            }
        }
    }

    /// The move of a 16-bit word, as batches hold them (``Positions.legal_moves``).
    ///
    /// The word says more than the squares: whether it is castling or an en-passant capture. Castling has the king's
    /// destination here, whatever the position. ``Position.digest`` gives the word of a legal move.
    ///
    /// >>> Move.from_digest(Position().digest("e2e4"))
    /// Move('e2e4')
    #[staticmethod]
    fn from_digest(py: Python<'_>, digest: u16) -> PyResult<Py<Move>> {
        let digest = MoveDigest(digest);
        let promotion = match digest.move_type() {
            MoveType::Promotion => Some(philidor::Move::piece_from_aux_data(digest.aux_data())),
            _ => None,
        };
        match number(digest.orig_square(), digest.dest_square(), promotion) {
            Some(number) => Ok(all(py)?[number].clone_ref(py)),
            None => Err(errors::of_move(
                py,
                "no pawn promotes with these squares",
                &digest.to_string(),
                None,
                None,
            )),
        }
    }

    /// The square that the moving piece leaves.
    #[getter]
    fn origin<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        words::square(py, self.origin)
    }

    /// The square that the moving piece reaches; in Chess960 castling the rook's square.
    #[getter]
    fn destination<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        words::square(py, self.destination)
    }

    /// What a pawn becomes: ``"q"``, ``"r"``, ``"b"``, ``"n"``, or ``None``.
    #[getter]
    fn promotion(&self) -> Option<&'static str> {
        self.promotion.map(|piece| match piece {
            PieceType::Rook => "r",
            PieceType::Bishop => "b",
            PieceType::Knight => "n",
            _ => "q",
        })
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.text())
    }

    fn __hash__(&self) -> usize {
        self.number()
    }

    /// By squares, then by promotion; the number of a promotion is above that of the plain move. What is no move is left to
    /// Python, which calls it unequal.
    fn __richcmp__(&self, other: &Bound<'_, Move>, op: CompareOp) -> bool {
        let place = |mv: &Move| (mv.origin.index() * 64 + mv.destination.index(), mv.number());
        op.matches(place(self).cmp(&place(other.get())))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, pyo3::types::PyType>, (String,)) {
        (slf.get_type(), (slf.get().text(),))
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'_, PyAny>) -> Bound<'py, Self> {
        slf
    }
}
