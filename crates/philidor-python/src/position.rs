//! A position, and what is asked of it.
//!
//! Nothing about it changes: `play` answers the position after a move. Beside the library's position it holds how castling
//! is written, since that belongs to the game and not to what is on the board.

use std::hash::{DefaultHasher, Hash, Hasher};

use philidor::binary::PackedPosition;
use philidor::{
    CastlingMode, CastlingNotation, Color, Diagram, EnPassantPolicy, MoveKind, MoveList, Strictness,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyType};

use crate::errors;
use crate::moves::{self, Move, MoveArgument};
use crate::setup::{self, Setup};
use crate::squares::{SquareSet, SquareSetArgument};
use crate::words::{self, ColorArgument, SquareArgument, one_of};

/// A chess position; it is valid and does not change.
///
/// Made from a FEN, or without one the start position. ``chess960=True`` writes castling as the king taking its rook; that
/// is also how it is written wherever king or rooks castle from other squares than in standard chess. ``strict=False``
/// takes positions that no game reaches, as long as their moves are defined.
///
/// Two positions are equal if their FENs are, clocks included; ``key`` is equal for positions that are the same under the
/// rule of repetition.
///
/// >>> position = Position()
/// >>> position.play("e4").play("e5").fen()
/// 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2'
/// >>> len(position.legal_moves()), position.perft(4)
/// (20, 197281)
///
/// Raises ``FenError`` if the text is not a FEN, ``SetupError`` with all faults if it is not that of a position.
#[pyclass(frozen, module = "philidor", from_py_object)]
#[derive(Clone, Copy)]
pub(crate) struct Position {
    pub(crate) inner: philidor::Position,
    pub(crate) mode: CastlingMode,
}

impl Position {
    pub(crate) fn with_mode(inner: philidor::Position, chess960: Option<bool>) -> Position {
        let mode =
            if chess960 == Some(true) { CastlingMode::Chess960 } else { CastlingMode::of_start(&inner) };
        Position { inner, mode }
    }

    fn object(&self, py: Python<'_>, mv: philidor::Move) -> PyResult<Py<Move>> {
        moves::object(py, &self.inner, self.mode, mv)
    }

    fn list<'py>(&self, py: Python<'py>, moves: &[philidor::Move]) -> PyResult<Bound<'py, PyList>> {
        moves::list(py, &self.inner, self.mode, moves)
    }
}

const KINDS: [(&str, MoveKind); 3] =
    [("all", MoveKind::All), ("tactical", MoveKind::Tactical), ("quiet", MoveKind::Quiet)];

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (fen = None, *, chess960 = None, strict = true))]
    fn new(py: Python<'_>, fen: Option<&str>, chess960: Option<bool>, strict: bool) -> PyResult<Position> {
        let Some(fen) = fen else { return Ok(Position::with_mode(philidor::Position::default(), chess960)) };
        let position = match strict {
            true => fen.parse(),
            false => fen.parse::<philidor::Setup>().map_err(Into::into).and_then(|setup| {
                philidor::Position::from_setup(setup, Strictness::WellDefined).map_err(Into::into)
            }),
        };
        position
            .map(|position| Position::with_mode(position, chess960))
            .map_err(|error| setup::refused(py, error, fen))
    }

    /// The position of a setup; ``chess960`` and ``strict`` as for a FEN. Raises ``SetupError`` with all faults.
    ///
    /// >>> Position.of(Position().setup()) == Position()
    /// True
    #[staticmethod]
    #[pyo3(signature = (setup, *, chess960 = None, strict = true))]
    fn of(py: Python<'_>, setup: &Setup, chess960: Option<bool>, strict: bool) -> PyResult<Position> {
        let strictness = if strict { Strictness::Reachable } else { Strictness::WellDefined };
        philidor::Position::from_setup(setup.0, strictness)
            .map(|position| Position::with_mode(position, chess960))
            .map_err(|error| setup::faulty(py, error))
    }

    /// The start position of Chess960 with a number from 0 to 959; 518 is that of standard chess.
    ///
    /// >>> Position.chess960(0).fen()
    /// 'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'
    #[staticmethod]
    fn chess960(number: u16) -> PyResult<Position> {
        match philidor::Position::chess960(number) {
            Some(inner) => Ok(Position { inner, mode: CastlingMode::Chess960 }),
            None => Err(PyValueError::new_err(format!(
                "start positions have numbers from 0 to 959, not {number}"
            ))),
        }
    }

    /// The position in 32 bytes that ``pack`` made. Raises ``PackedError``.
    #[staticmethod]
    #[pyo3(signature = (data, *, chess960 = None, strict = true))]
    fn unpack(py: Python<'_>, data: &[u8], chess960: Option<bool>, strict: bool) -> PyResult<Position> {
        let strictness = if strict { Strictness::Reachable } else { Strictness::WellDefined };
        let unpacked = PackedPosition::try_from(data).and_then(|packed| packed.unpack_with(strictness));
        unpacked
            .map(|position| Position::with_mode(position, chess960))
            .map_err(|error| errors::of_packed(py, &error, None))
    }

    /// The position in 32 bytes, which stay the same in every version.
    ///
    /// >>> Position.unpack(Position().pack()) == Position()
    /// True
    ///
    /// Raises ``PackedError`` if there are more than 32 pieces, as there can be with ``strict=False``.
    fn pack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let packed = self.inner.try_pack().map_err(|error| errors::of_packed(py, &error, None))?;
        Ok(PyBytes::new(py, &packed.to_bytes()))
    }

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

    /// The square that a pawn has just passed, or ``None``. Whether a capture there is legal is another question:
    /// ``has_legal_en_passant``.
    #[getter]
    fn en_passant<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.inner.en_passant().map(|square| words::square(py, square)).transpose()
    }

    /// Whether an en-passant capture is a legal move.
    #[getter]
    fn has_legal_en_passant(&self) -> bool {
        self.inner.has_legal_en_passant()
    }

    /// Half-moves since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.inner.halfmove_clock()
    }

    /// The number of the move, which grows after Black's.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.inner.fullmove_number()
    }

    /// Whether castling is written as the king taking its rook.
    #[getter]
    fn is_chess960(&self) -> bool {
        self.mode == CastlingMode::Chess960
    }

    /// The number of this start position in Chess960, or ``None``.
    #[getter]
    fn chess960_number(&self) -> Option<u16> {
        self.inner.chess960_number()
    }

    /// The piece on a square as its letter, or ``None``.
    ///
    /// >>> Position().piece_at("d8")
    /// 'q'
    fn piece_at(&self, square: SquareArgument) -> Option<char> {
        self.inner.piece_at(square.0).map(|piece| piece.letter())
    }

    /// Like ``piece_at``.
    fn __getitem__(&self, square: SquareArgument) -> Option<char> {
        self.piece_at(square)
    }

    /// All pieces by their squares, from a1 to h8.
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        let board = self.inner.board();
        for square in board.occupied() {
            pieces
                .set_item(words::square(py, square)?, board.piece_at(square).map(|piece| piece.letter()))?;
        }
        Ok(pieces)
    }

    /// The squares of some pieces, given by their letters; all occupied squares without letters.
    ///
    /// >>> Position().squares("Kk")
    /// SquareSet(['e1', 'e8'])
    ///
    /// Raises ``ValueError`` if a letter is not one of ``KQRBNPkqrbnp``.
    #[pyo3(signature = (pieces = None))]
    fn squares(&self, pieces: Option<&str>) -> PyResult<SquareSet> {
        let board = self.inner.board();
        let Some(letters) = pieces else { return Ok(SquareSet(board.occupied())) };
        let mut set = philidor::Bitboard::EMPTY;
        for letter in letters.chars() {
            let piece = philidor::Piece::from_letter(letter)
                .ok_or_else(|| PyValueError::new_err(format!("not a piece: {letter:?}")))?;
            set |= board.men(piece.color, piece.piece_type);
        }
        Ok(SquareSet(set))
    }

    /// The squares of all pieces of a color.
    fn squares_of(&self, color: ColorArgument) -> SquareSet {
        SquareSet(self.inner.board().color(color.0))
    }

    /// The square of a king.
    fn king<'py>(&self, py: Python<'py>, color: ColorArgument) -> PyResult<Bound<'py, PyAny>> {
        words::square(py, self.inner.king(color.0))
    }

    /// The legal moves, as a new list of shared objects.
    ///
    /// ``kind`` is ``"all"``, ``"tactical"`` (captures, en passant, promotions) or ``"quiet"`` (all others); with
    /// ``origin`` only the moves of the piece there.
    ///
    /// >>> Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1").legal_moves(origin="e1")
    /// [Move('e1d1'), Move('e1f1'), Move('e1d2'), Move('e1e2'), Move('e1f2'), Move('e1g1')]
    #[pyo3(signature = (kind = "all", *, origin = None))]
    fn legal_moves<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
        origin: Option<SquareArgument>,
    ) -> PyResult<Bound<'py, PyList>> {
        let kind = if kind == "all" { MoveKind::All } else { one_of("kind", kind, &KINDS)? };
        let mut list = MoveList::new();
        self.inner.moves_into(kind, &mut list);
        match origin {
            None => self.list(py, &list),
            Some(origin) => {
                let from_there = list.iter().copied().filter(|mv| mv.orig_square() == origin.0);
                self.list(py, &from_there.collect::<Vec<_>>())
            }
        }
    }

    /// How many legal moves there are; faster than the list.
    fn legal_move_count(&self) -> u32 {
        self.inner.legal_move_count()
    }

    /// The moves that would be legal if kings could be captured.
    fn pseudo_legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.list(py, &self.inner.pseudo_legal_moves())
    }

    /// Whether a move is legal here.
    ///
    /// >>> Position().is_legal("e2e4"), Position().is_legal(Move("e2e5"))
    /// (True, False)
    fn is_legal(&self, r#move: MoveArgument<'_>) -> bool {
        r#move.in_position(&self.inner).is_ok()
    }

    /// The 16 bits of a legal move, as batches hold them: type, origin, destination, promotion.
    ///
    /// >>> hex(Position().digest("e2e4"))
    /// '0xcc70'
    ///
    /// Raises ``MoveError`` if it is not legal.
    fn digest(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<u16> {
        Ok(r#move.legal(py, &self.inner)?.digest().0)
    }

    /// The legal move with these 16 bits, or ``None``; for any bits.
    fn decode(&self, py: Python<'_>, digest: u16) -> PyResult<Option<Py<Move>>> {
        self.inner.decode(philidor::MoveDigest(digest)).map(|mv| self.object(py, mv)).transpose()
    }

    /// Whether there is a legal move.
    fn has_legal_move(&self) -> bool {
        self.inner.has_legal_move()
    }

    /// Whether a legal move gives check. Raises ``MoveError`` if it is not legal.
    fn gives_check(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<bool> {
        Ok(self.inner.gives_check(r#move.legal(py, &self.inner)?))
    }

    /// Whether a legal move captures something, en passant included. Raises ``MoveError`` if it is not legal.
    fn is_capture(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<bool> {
        Ok(r#move.legal(py, &self.inner)?.captured_piece().is_some())
    }

    /// Whether a legal move is castling. Raises ``MoveError`` if it is not legal.
    fn is_castling(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<bool> {
        Ok(r#move.legal(py, &self.inner)?.castling_side().is_some())
    }

    /// Whether a legal move captures en passant. Raises ``MoveError`` if it is not legal.
    fn is_en_passant(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<bool> {
        Ok(r#move.legal(py, &self.inner)?.move_type() == philidor::MoveType::EnPassant)
    }

    /// Whether the side to move is in check.
    #[getter]
    fn is_check(&self) -> bool {
        self.inner.is_check()
    }

    /// Whether the side to move is mated.
    #[getter]
    fn is_checkmate(&self) -> bool {
        self.inner.is_check() && !self.inner.has_legal_move()
    }

    /// Whether the side to move has no legal move and is not in check.
    #[getter]
    fn is_stalemate(&self) -> bool {
        !self.inner.is_check() && !self.inner.has_legal_move()
    }

    /// Whether a side cannot mate with what it has; without a color, whether neither can.
    #[pyo3(signature = (color = None))]
    fn has_insufficient_material(&self, color: Option<ColorArgument>) -> bool {
        match color {
            Some(color) => self.inner.has_insufficient_material(color.0),
            None => Color::ALL.into_iter().all(|color| self.inner.has_insufficient_material(color)),
        }
    }

    /// Whether it is certain that no series of legal moves ends in mate.
    #[getter]
    fn is_certainly_dead(&self) -> bool {
        self.inner.is_certainly_dead()
    }

    /// The position after a legal move, given as a ``Move`` or as text, UCI or SAN.
    ///
    /// >>> Position().play("Nf3") == Position().play(Move("g1f3"))
    /// True
    ///
    /// Raises ``MoveError`` if it is not legal.
    fn play(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<Position> {
        let mv = r#move.legal(py, &self.inner)?;
        Ok(Position { inner: self.inner.after(mv), mode: self.mode })
    }

    /// The position with the turn passed to the other side. Raises ``MoveError`` if the side to move is in check.
    fn pass_turn(&self, py: Python<'_>) -> PyResult<Position> {
        match self.inner.null_move() {
            Some(mv) => Ok(Position { inner: self.inner.after(mv), mode: self.mode }),
            None => Err(errors::of_move(
                py,
                "in check no turn can be passed",
                "0000",
                Some(self.inner.to_string()),
                None,
            )),
        }
    }

    /// The move between this position and the next one of a game, or ``None``.
    fn move_to(&self, py: Python<'_>, next: &Position) -> PyResult<Option<Py<Move>>> {
        self.inner.move_to(&next.inner).map(|mv| self.object(py, mv)).transpose()
    }

    /// A legal move as a score sheet has it.
    ///
    /// >>> Position().san("g1f3")
    /// 'Nf3'
    ///
    /// Raises ``MoveError`` if it is not legal.
    fn san(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<String> {
        let mv = r#move.legal(py, &self.inner)?;
        Ok(self.inner.san(mv).as_str().to_owned())
    }

    /// The legal move of a text in SAN. Raises ``MoveError`` if there is none.
    fn parse_san(&self, py: Python<'_>, text: &str) -> PyResult<Py<Move>> {
        match self.inner.parse_san(text) {
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
        Ok(self.inner.uci(r#move.legal(py, &self.inner)?, mode).to_string())
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
        Ok(self.inner.long(r#move.legal(py, &self.inner)?).to_string())
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

    /// The Zobrist key under the rule of repetition: en passant counts if the capture is legal. The same in every version.
    #[getter]
    fn key(&self) -> u64 {
        self.inner.key()
    }

    /// The key that Polyglot's opening books use.
    #[getter]
    fn polyglot_key(&self) -> u64 {
        self.inner.polyglot_key()
    }

    /// The number of games of ``depth`` half-moves from here. Other Python threads run meanwhile.
    ///
    /// >>> Position().perft(5)
    /// 4865609
    #[pyo3(signature = (depth, *, threads = 1))]
    fn perft(&self, py: Python<'_>, depth: u32, threads: usize) -> PyResult<u128> {
        let position = self.inner;
        errors::safely(py, || philidor::perft::Perft::new().threads(threads.max(1)).count(&position, depth))
    }

    /// The same for each legal move, as a dictionary.
    ///
    /// >>> Position("7k/8/8/8/8/8/8/K7 w - - 0 1").divide(2)
    /// {Move('a1b1'): 3, Move('a1a2'): 3, Move('a1b2'): 3}
    #[pyo3(signature = (depth, *, threads = 1))]
    fn divide<'py>(&self, py: Python<'py>, depth: u32, threads: usize) -> PyResult<Bound<'py, PyDict>> {
        let position = self.inner;
        let counts = errors::safely(py, || {
            philidor::perft::Perft::new().threads(threads.max(1)).divide(&position, depth)
        })?;
        let divided = PyDict::new(py);
        for (mv, count) in counts {
            divided.set_item(self.object(py, mv)?, count)?;
        }
        Ok(divided)
    }

    /// The pieces that give check.
    #[getter]
    fn checkers(&self) -> SquareSet {
        SquareSet(self.inner.checkers())
    }

    /// The pieces of a color that must stay on a line with their king.
    fn pinned(&self, color: ColorArgument) -> SquareSet {
        SquareSet(self.inner.pinned(color.0))
    }

    /// The squares that the piece on a square attacks; ``occupied`` puts other obstacles in its way.
    ///
    /// >>> len(Position().attacks_from("a1")), len(Position().attacks_from("a1", occupied=[]))
    /// (2, 14)
    #[pyo3(signature = (square, *, occupied = None))]
    fn attacks_from(&self, square: SquareArgument, occupied: Option<SquareSetArgument>) -> SquareSet {
        let occupied = occupied.map_or_else(|| self.inner.board().occupied(), |set| set.0);
        SquareSet(self.inner.attacks_from(square.0, occupied))
    }

    /// The pieces of both colors that attack a square; of one color with ``by``.
    #[pyo3(signature = (square, *, by = None, occupied = None))]
    fn attackers_to(
        &self,
        square: SquareArgument,
        by: Option<ColorArgument>,
        occupied: Option<SquareSetArgument>,
    ) -> SquareSet {
        let board = self.inner.board();
        let occupied = occupied.map_or_else(|| board.occupied(), |set| set.0);
        let attackers = self.inner.attackers_to(square.0, occupied);
        SquareSet(by.map_or(attackers, |color| attackers & board.color(color.0)))
    }

    /// All squares that a color attacks.
    fn attacked_by(&self, color: ColorArgument) -> SquareSet {
        SquareSet(self.inner.attacked_by(color.0))
    }

    /// The same position with colors swapped and ranks mirrored.
    fn flip_colors(&self) -> Position {
        Position { inner: self.inner.flip_colors(), mode: self.mode }
    }

    /// The same with files mirrored, or ``None`` if a side may castle.
    fn flip_files(&self) -> Option<Position> {
        self.inner.flip_files().map(|inner| Position { inner, mode: self.mode })
    }

    /// The same as a setup, which can be changed.
    fn setup(&self) -> Setup {
        Setup::from(self.inner.to_setup())
    }

    /// A drawing as SVG: ``seen_by`` a color, with a ``last_move``, marked ``squares``, and ``arrows`` from square to square.
    ///
    /// >>> Position().svg(squares=["e4"]).startswith("<svg")
    /// True
    #[pyo3(signature = (*, seen_by = ColorArgument(Color::White), squares = None, arrows = Vec::new(), title = None, coordinates = true), text_signature = "(self, *, seen_by=Color.WHITE, squares=None, arrows=(), title=None, coordinates=True)")]
    fn svg(
        &self,
        seen_by: ColorArgument,
        squares: Option<SquareSetArgument>,
        arrows: Vec<(SquareArgument, SquareArgument)>,
        title: Option<&str>,
        coordinates: bool,
    ) -> String {
        let mut diagram = Diagram::of(&self.inner).seen_by(seen_by.0);
        if let Some(squares) = squares {
            diagram = diagram.with_squares(squares.0, "mark");
        }
        for (origin, destination) in arrows {
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
        let mode = match self.mode == CastlingMode::of_start(&self.inner) {
            true => "",
            false => ", chess960=True",
        };
        format!("Position('{}'{mode})", self.inner)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Position>().is_ok_and(|other| other.get().inner == self.inner)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.inner.hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'_, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String, bool))> {
        let Position { inner, mode } = slf.get();
        Ok((slf.get_type().getattr("_restored")?, (inner.to_string(), *mode == CastlingMode::Chess960)))
    }

    /// For pickling: whatever was a position is one again.
    #[classmethod]
    fn _restored(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        fen: &str,
        chess960: bool,
    ) -> PyResult<Position> {
        Position::new(py, Some(fen), Some(chess960), false)
    }
}
