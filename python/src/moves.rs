//! A move: where from, where to, and what a pawn becomes.
//!
//! In Python a move is its squares and nothing else, so a text names it without a position. Within one position no two
//! legal moves have the same squares: castling goes to the king's destination in standard chess, and in Chess960, where
//! a step of the king may have the same squares, to the rook's square, as UCI writes it. What else a [`philidor::Move`]
//! holds (what is captured, how to take it back) is found when the move is played.
//!
//! Moves of variants are here, too: pieces dropped from a pocket, which have no origin, and promotions to a king. No
//! position of chess has them.
//!
//! All moves are made once, when the first is asked for. Lists hold the same objects over and over, which takes a
//! quarter of the time of making new ones; and equal moves are one object, so comparing them compares addresses.

use philidor::{
    CastlingMode, CastlingRights, File, GamePosition, MoveDigest, MoveType, PieceType, Square, UciErrorKind,
};
use philidor_variants::Pocket;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyList};

use crate::errors;
use crate::words::{self, PieceTypeArgument, SquareArgument};

/// A move: origin, destination and, for a promotion, what the pawn becomes; of a variant also a drop, ``"N@f3"``.
///
/// It is made from text as UCI writes it, or from squares with ``Move.of``. Whether it is legal depends on a position:
/// ``position.is_legal(move)``. Moves do not change, and equal moves are the same object. They are ordered by origin,
/// then destination, then promotion (queen, rook, bishop, knight, king); a drop is placed like a move from its square
/// to the same square.
///
/// A move compares with text in UCI. Any other text, such as ``"Nf3"``, needs a position, and raises ``MoveError``.
///
/// >>> Move("e2e4") == "e2e4", Move("e2e4") == "d2d4"
/// (True, False)
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
    drop: Option<PieceType>,
    /// What nearly all moves with these squares are: a normal move or a promotion.
    usual: MoveDigest,
}

/// Moves without promotion come first, by origin and destination; then promotions: 2 colors, 8 origins, 8 destinations,
/// 4 pieces. Those of variants follow: promotions to a king, and drops, 5 pieces on 64 squares.
const PROMOTIONS: usize = 64 * 64;
const KING_PROMOTIONS: usize = PROMOTIONS + 2 * 8 * 8 * 4;
const DROPS: usize = KING_PROMOTIONS + 2 * 8 * 8;
pub(crate) const ALL: usize = DROPS + Pocket::KINDS.len() * 64;

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
    let files = (usize::from(!white) * 8 + from) * 8 + to;
    let number = match promotion {
        PieceType::King => KING_PROMOTIONS + files,
        _ => {
            PROMOTIONS + files * 4 + PieceType::PROMOTIONS.into_iter().position(|piece| piece == promotion)?
        }
    };
    (from.abs_diff(to) <= 1).then_some(number)
}

/// The number of a drop; `None` for a king, which is never in a pocket.
fn number_of_drop(piece_type: PieceType, square: Square) -> Option<usize> {
    let kind = Pocket::KINDS.into_iter().position(|kind| kind == piece_type)?;
    Some(DROPS + kind * 64 + square.index())
}

/// The number of a legal move of a position. Types are compared one by one: most moves are normal ones, and a jump
/// table is mispredicted more often.
#[inline(always)]
pub(crate) fn number_of(position: &impl GamePosition, mode: CastlingMode, mv: philidor::Move) -> usize {
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
    if mv.aux_data() != 0 { number_of_variants_move(mv) } else { squares }
}

/// The number of a move that chess does not have.
#[cold]
fn number_of_variants_move(mv: philidor::Move) -> usize {
    let number = match mv.is_drop() {
        true => number_of_drop(mv.played_piece(), mv.destination()),
        false => number(mv.origin(), mv.destination(), mv.promotion()),
    };
    number.unwrap_or_default()
}

/// The shared object with a number.
pub(crate) fn numbered(py: Python<'_>, number: usize) -> PyResult<Py<Move>> {
    Ok(all(py)?[number].clone_ref(py))
}

/// The shared object of a legal move.
pub(crate) fn object(
    py: Python<'_>,
    position: &impl GamePosition,
    mode: CastlingMode,
    mv: philidor::Move,
) -> PyResult<Py<Move>> {
    numbered(py, number_of(position, mode, mv))
}

/// The shared objects of legal moves, as a list.
pub(crate) fn list<'py>(
    py: Python<'py>,
    position: &impl GamePosition,
    mode: CastlingMode,
    moves: &[philidor::Move],
) -> PyResult<Bound<'py, PyList>> {
    let all = all(py)?;
    PyList::new(py, moves.iter().map(|&mv| all[number_of(position, mode, mv)].bind_borrowed(py)))
}

/// The shared objects of moves that follow each other, as a list.
pub(crate) fn line(
    py: Python<'_>,
    mut position: impl GamePosition,
    mode: CastlingMode,
    moves: impl IntoIterator<Item = philidor::Move>,
) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for mv in moves {
        list.append(object(py, &position, mode, mv)?)?;
        position.play_unchecked(mv);
    }
    Ok(list)
}

impl Move {
    fn numbered(number: usize) -> Move {
        let square = |index: usize| Square::ALL[index % 64];
        let promoting = |files: usize, piece: PieceType| {
            let (origin_rank, destination_rank) = if files / 64 == 0 { (6, 7) } else { (1, 0) };
            let (origin, destination) = (origin_rank * 8 + files / 8 % 8, destination_rank * 8 + files % 8);
            Move::between(square(origin), square(destination), Some(piece))
        };
        if let Some(drop) = number.checked_sub(DROPS) {
            return Move::dropping(Pocket::KINDS[drop / 64], square(drop));
        }
        match (number.checked_sub(KING_PROMOTIONS), number.checked_sub(PROMOTIONS)) {
            (Some(files), _) => promoting(files, PieceType::King),
            (None, Some(rest)) => promoting(rest / 4, PieceType::PROMOTIONS[rest % 4]),
            (None, None) => Move::between(square(number / 64), square(number), None),
        }
    }

    /// A piece that is dropped on a square.
    fn dropping(piece_type: PieceType, square: Square) -> Move {
        let usual = philidor::Move::new_drop(piece_type, square, CastlingRights::NONE, None).digest();
        Move { drop: Some(piece_type), usual, ..Move::between(square, square, None) }
    }

    /// The move with these squares.
    pub(crate) fn between(origin: Square, destination: Square, promotion: Option<PieceType>) -> Move {
        let squares = (origin as u16) << 8 | (destination as u16) << 2;
        let (move_type, aux) = match promotion {
            None => (MoveType::Normal, 0),
            Some(PieceType::King) => (MoveType::Normal, usize::from(philidor::Move::TO_KING)),
            Some(piece) => {
                (MoveType::Promotion, PieceType::PROMOTIONS.iter().take_while(|&&one| one != piece).count())
            }
        };
        let usual = MoveDigest((move_type as u16) << 14 | squares | aux as u16);
        Move { origin, destination, promotion, drop: None, usual }
    }

    fn number(&self) -> usize {
        let number = match self.drop {
            Some(piece_type) => number_of_drop(piece_type, self.destination),
            None => number(self.origin, self.destination, self.promotion),
        };
        number.unwrap_or_default()
    }

    /// What nearly all moves with these squares are: a normal move or a promotion.
    pub(crate) fn usual(&self) -> MoveDigest {
        self.usual
    }

    /// The text of the move in UCI.
    pub(crate) fn text(&self) -> String {
        if let Some(piece_type) = self.drop {
            return format!("{}@{}", piece_type.letter().to_ascii_uppercase(), self.destination);
        }
        let letter = self.promotion.map(|piece| piece.letter().to_string()).unwrap_or_default();
        format!("{}{}{letter}", self.origin, self.destination)
    }

    /// The legal move of a position that has these squares.
    ///
    /// Nearly all moves are normal ones or promotions: their bits are known, and the position says whether they are
    /// legal. The others are read from their text, and so are those that are not legal, for an error that says why.
    #[inline]
    pub(crate) fn in_position(
        &self,
        position: &impl GamePosition,
    ) -> Result<philidor::Move, philidor::UciError> {
        match position.decode(self.usual) {
            Some(mv) => Ok(mv),
            None => position.parse_uci(self.text().as_bytes()),
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
    pub(crate) fn in_position(self, position: &impl GamePosition) -> Result<philidor::Move, Refusal> {
        let text = match self {
            MoveArgument::Squares(mv) => return mv.in_position(position).map_err(Refusal::Uci),
            MoveArgument::Text(text) => text.as_bytes(),
        };
        position.parse_uci(text).or_else(|uci| {
            position.parse_san(text).map_err(|san| match uci.kind {
                UciErrorKind::Illegal(_) => Refusal::Uci(uci),
                _ => Refusal::San(san),
            })
        })
    }

    /// The legal move that is meant, or `MoveError`.
    #[inline]
    pub(crate) fn legal(self, py: Python<'_>, position: &impl GamePosition) -> PyResult<philidor::Move> {
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

/// The square whose name begins at an offset; the error is the offset at which it stops being one.
fn read_square(text: &str, at: usize) -> Result<Square, usize> {
    match text.get(at..at + 2).map(str::parse) {
        Some(Ok(square)) => Ok(square),
        _ if text.get(at..at + 1).is_some_and(|file| file.parse::<File>().is_ok()) => Err(at + 1),
        _ => Err(at),
    }
}

/// A text as squares and promotion; the error is the offset at which it stops being a move.
fn read(text: &str) -> Result<(Square, Square, Option<PieceType>), usize> {
    let (origin, destination) = (read_square(text, 0)?, read_square(text, 2)?);
    let promotion = match text.get(4..) {
        None | Some("") => None,
        Some("q") => Some(PieceType::Queen),
        Some("r") => Some(PieceType::Rook),
        Some("b") => Some(PieceType::Bishop),
        Some("n") => Some(PieceType::Knight),
        Some("k") => Some(PieceType::King),
        Some(_) => return Err(4),
    };
    Ok((origin, destination, promotion))
}

/// The number of the drop that a text with `@` is; the error is the offset at which it stops being one.
fn read_drop(text: &str) -> Result<usize, usize> {
    let letter = text.chars().next().filter(char::is_ascii_uppercase).ok_or(0_usize)?;
    let piece_type = PieceType::from_letter(letter.to_ascii_lowercase()).ok_or(0_usize)?;
    let number = number_of_drop(piece_type, read_square(text, 2)?).ok_or(0_usize)?;
    if text.len() > 4 { Err(4) } else { Ok(number) }
}

#[pymethods]
impl Move {
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Py<Move>> {
        let stops = |offset| {
            let reason = format!("not a move of UCI, from byte {offset} on");
            errors::of_move(py, &reason, text, None, Some(offset))
        };
        if text.get(1..2) == Some("@") {
            return numbered(py, read_drop(text).map_err(stops)?);
        }
        let (origin, destination, promotion) = read(text).map_err(stops)?;
        match number(origin, destination, promotion) {
            Some(number) => Ok(all(py)?[number].clone_ref(py)),
            None => Err(errors::of_move(py, "no pawn promotes with these squares", text, None, Some(4))),
        }
    }

    /// The move with these squares, and with a promotion if there is one: ``"q"``, ``"r"``, ``"b"`` or ``"n"``, in
    /// antichess ``"k"``.
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

    #[classattr]
    #[pyo3(name = "__match_args__")]
    fn match_args() -> (&'static str, &'static str, &'static str, &'static str) {
        ("origin", "destination", "promotion", "drop")
    }

    /// The square that the moving piece leaves; of a drop, the one that it reaches.
    #[getter]
    fn origin<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        words::square(py, self.origin)
    }

    /// The square that the moving piece reaches; for castling in Chess960, the rook's square.
    #[getter]
    fn destination<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        words::square(py, self.destination)
    }

    /// What a pawn becomes: ``"q"``, ``"r"``, ``"b"``, ``"n"``, in antichess also ``"k"``; or ``None``.
    #[getter]
    fn promotion(&self) -> Option<char> {
        self.promotion.map(PieceType::letter)
    }

    /// What is dropped from a pocket: ``"q"``, ``"r"``, ``"b"``, ``"n"``, ``"p"``; ``None`` for all moves of chess.
    #[getter]
    fn drop(&self) -> Option<char> {
        self.drop.map(PieceType::letter)
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

    /// By squares, then by promotion; the number of a promotion is above that of the plain move. Text is compared as
    /// UCI. What is neither is left to Python, which calls it unequal.
    fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, op: CompareOp) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let place = |mv: &Move| (mv.origin.index() * 64 + mv.destination.index(), mv.number());
        let matches = |other: &Move| PyBool::new(py, op.matches(place(self).cmp(&place(other)))).to_owned();
        if let Ok(other) = other.cast::<Move>() {
            return Ok(matches(other.get()).into_any());
        }
        match other.extract::<&str>() {
            Ok(text) if matches!(op, CompareOp::Eq | CompareOp::Ne) => {
                Ok(matches(Move::new(py, text)?.get()).into_any())
            }
            _ => Ok(py.NotImplemented().into_bound(py)),
        }
    }

    /// For ``copy.replace`` of Python 3.13.
    #[pyo3(signature = (**changes))]
    fn __replace__(&self, py: Python<'_>, changes: Option<&Bound<'_, PyDict>>) -> PyResult<Py<Move>> {
        let Move { mut origin, mut destination, mut promotion, drop, .. } = *self;
        for (name, value) in changes.into_iter().flatten() {
            match name.extract::<&str>()? {
                "origin" => origin = value.extract::<SquareArgument>()?.0,
                "destination" => destination = value.extract::<SquareArgument>()?.0,
                "promotion" => promotion = value.extract::<Option<PieceTypeArgument>>()?.map(|piece| piece.0),
                other => return Err(PyTypeError::new_err(format!("no part of a move: {other:?}"))),
            }
        }
        if let Some(number) = drop.and_then(|piece| number_of_drop(piece, destination)) {
            return numbered(py, number);
        }
        Move::of(py, SquareArgument(origin), SquareArgument(destination), promotion.map(PieceTypeArgument))
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
