//! Forsyth–Edwards notation: a position in one line of text.
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR  b  KQkq  e3  0  1
//! └──────────────── board ──────────────────┘   │   │    │   │  └ fullmove number
//!                                  side to move ┘   │    │   └ halfmove clock
//!                                   castling rights ┘    └ en-passant square
//! ```
//!
//! The last two fields may be left out (they are then 0 and 1). A fullmove number of 0, which many files have, is kept
//! and written back. Castling rights are read as `KQkq`, each for the
//! outermost rook on its side (X-FEN, Reinhard Scharnagl), or as the file of the rook (`HAha`, Shredder-FEN).

use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use crate::position::{Board, Position, Setup, SetupError, State};
use crate::types::{
    Bitboard, CastlingRights, CastlingRooks, CastlingSide, Color, File, Piece, PieceType, Rank, Square,
};

/// When to write the en-passant square of a double advance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EnPassantPolicy {
    /// After every double advance, as the FEN standard says. A square that was read is written back.
    #[default]
    Always,
    /// If an enemy pawn, pinned or not, stands where it could capture, as in X-FEN.
    PseudoLegal,
    /// If the capture is a legal move.
    Legal,
}

/// How castling rights are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CastlingNotation {
    /// `KQkq` for the outermost rook on a side, and its file where an inner rook has the right (X-FEN). In standard
    /// chess this is the usual form.
    #[default]
    XFen,
    /// Always the file of the rook: `HAha` (Shredder-FEN).
    Shredder,
}

/// A FEN that was read: the setup, and the notation of its castling rights, so that it is written back as read.
///
/// ```
/// use philidor::Fen;
/// let text = "bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w GCgc - 0 1";
/// let fen: Fen = text.parse()?;
/// assert_eq!(fen.to_string(), text);
/// # Ok::<(), philidor::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Fen {
    /// The setup that the text describes, valid or not.
    pub setup: Setup,
    /// The notation of its castling rights.
    pub castling: CastlingNotation,
}

impl Fen {
    /// A setup, and how its castling rights are to be written.
    ///
    /// ```
    /// use philidor::{CastlingNotation, Fen, Setup};
    /// let fen = Fen::new(Setup::default(), CastlingNotation::Shredder);
    /// assert_eq!(fen.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    /// ```
    #[must_use]
    pub const fn new(setup: Setup, castling: CastlingNotation) -> Fen {
        Fen { setup, castling }
    }
}

/// One of the six fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum FenField {
    Board,
    SideToMove,
    CastlingRights,
    EnPassantSquare,
    HalfmoveClock,
    FullmoveNumber,
}

impl FenField {
    /// The fields in order.
    pub const ALL: [FenField; 6] = [
        FenField::Board,
        FenField::SideToMove,
        FenField::CastlingRights,
        FenField::EnPassantSquare,
        FenField::HalfmoveClock,
        FenField::FullmoveNumber,
    ];
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FenField::Board => "board",
            FenField::SideToMove => "side to move",
            FenField::CastlingRights => "castling rights",
            FenField::EnPassantSquare => "en-passant square",
            FenField::HalfmoveClock => "halfmove clock",
            FenField::FullmoveNumber => "fullmove number",
        })
    }
}

/// What is wrong with the text of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// The text ends before this field.
    Missing,
    /// A letter that does not stand for a piece, or a digit other than 1 to 8.
    UnknownMan,
    /// A rank with more or fewer than eight squares.
    RankLength(Rank),
    /// More or fewer than eight ranks.
    RankCount(usize),
    /// Neither `w` nor `b`.
    UnknownSide,
    /// A letter that is not a castling right.
    UnknownRight,
    /// A second right of a color to the same side.
    RightTwice,
    /// Neither `-` nor the name of a square.
    UnknownSquare,
    /// Not a whole number, or too large.
    UnknownNumber,
    /// Text after the sixth field.
    Trailing,
}

/// The error for a text that is not a FEN: the field, the column, and the offending text.
///
/// ```
/// use philidor::{Fen, FenErrorKind, FenField};
/// let error = "8/8/8/8/8/8/8/8 x - - 0 1".parse::<Fen>().expect_err("no such side");
/// assert_eq!((error.field, error.column, error.text.as_str()), (FenField::SideToMove, 17, "x"));
/// assert_eq!(error.to_string(), "side to move, column 17: `x` is neither w nor b");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FenError {
    /// The field in which the error is.
    pub field: FenField,
    /// The column of the offending text, counted in characters from 1.
    pub column: usize,
    /// The offending text; empty where something is missing.
    pub text: String,
    /// What is wrong with it.
    pub kind: FenErrorKind,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FenError { field, column, text, kind } = self;
        write!(f, "{field}, column {column}: ")?;
        match kind {
            FenErrorKind::Missing => write!(f, "the FEN ends before this field"),
            FenErrorKind::UnknownMan => {
                write!(f, "`{text}` is neither a piece nor a number of empty squares")
            }
            FenErrorKind::RankLength(rank) => write!(f, "rank {rank}, `{text}`, does not have eight squares"),
            FenErrorKind::RankCount(count) => write!(f, "expected eight ranks, found {count}"),
            FenErrorKind::UnknownSide => write!(f, "`{text}` is neither w nor b"),
            FenErrorKind::UnknownRight => write!(f, "`{text}` is not a castling right"),
            FenErrorKind::RightTwice => write!(f, "`{text}` is a second right to the same side"),
            FenErrorKind::UnknownSquare => write!(f, "`{text}` is neither - nor a square"),
            FenErrorKind::UnknownNumber => write!(f, "`{text}` is not a number, or is too large"),
            FenErrorKind::Trailing => write!(f, "`{text}` follows the last field"),
        }
    }
}

impl core::error::Error for FenError {}

/// The error for a text that is not a FEN, or whose setup is not a valid position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionError {
    /// The text is not a FEN.
    Fen(FenError),
    /// The FEN does not describe a valid position; the error has all faults and the setup.
    Setup(SetupError),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Fen(error) => error.fmt(f),
            PositionError::Setup(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for PositionError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            PositionError::Fen(error) => error.source(),
            PositionError::Setup(error) => error.source(),
        }
    }
}

impl From<FenError> for PositionError {
    fn from(error: FenError) -> PositionError {
        PositionError::Fen(error)
    }
}

impl From<SetupError> for PositionError {
    fn from(error: SetupError) -> PositionError {
        PositionError::Setup(error)
    }
}

/// A piece of the text and the column at which it starts.
#[derive(Clone, Copy)]
struct Word<'a> {
    field: FenField,
    column: usize,
    text: &'a str,
}

impl<'a> Word<'a> {
    fn error(self, kind: FenErrorKind) -> FenError {
        FenError { field: self.field, column: self.column, text: self.text.to_string(), kind }
    }

    /// The parts between separators, each with its column.
    fn split(self, separator: char) -> impl Iterator<Item = Word<'a>> {
        let mut column = self.column;
        self.text.split(separator).map(move |text| {
            let part = Word { column, text, ..self };
            column += text.chars().count() + 1;
            part
        })
    }

    /// The single characters, each with its column.
    fn characters(self) -> impl Iterator<Item = (char, Word<'a>)> {
        self.text.char_indices().enumerate().map(move |(index, (at, character))| {
            let text = &self.text[at..at + character.len_utf8()];
            (character, Word { column: self.column + index, text, ..self })
        })
    }
}

impl FromStr for Fen {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Fen, FenError> {
        let mut words = Words { rest: text, column: 1 };
        let mut next = |field| words.next(field);

        let board = read_board(required(next(FenField::Board))?)?;
        let side_to_move = read_side(required(next(FenField::SideToMove))?)?;
        let castling = read_castling(required(next(FenField::CastlingRights))?, &board)?;
        let en_passant = read_en_passant(required(next(FenField::EnPassantSquare))?)?;

        let mut state =
            State { side_to_move, en_passant, castling_rights: castling.rights, ..State::default() };
        if let Ok(word) = next(FenField::HalfmoveClock) {
            state.halfmove_clock = read_number(word)?;
            state.fullmove_number = read_number(required(next(FenField::FullmoveNumber))?)?;
        }
        if let Ok(word) = next(FenField::FullmoveNumber) {
            return Err(word.error(FenErrorKind::Trailing));
        }
        let setup = Setup { board, state, castling_rooks: castling.rooks };
        Ok(Fen { setup, castling: castling.notation })
    }
}

/// The words of a text, split at white space, each with its column.
struct Words<'a> {
    rest: &'a str,
    column: usize,
}

impl<'a> Words<'a> {
    /// The next word, or the column where it is missing.
    fn next(&mut self, field: FenField) -> Result<Word<'a>, Word<'a>> {
        let start = self.rest.trim_start();
        self.column += self.rest.chars().count() - start.chars().count();
        let end = start.find(char::is_whitespace).unwrap_or(start.len());
        let word = Word { field, column: self.column, text: &start[..end] };
        self.rest = &start[end..];
        self.column += word.text.chars().count();
        if word.text.is_empty() { Err(word) } else { Ok(word) }
    }
}

fn required<'a>(word: Result<Word<'a>, Word<'a>>) -> Result<Word<'a>, FenError> {
    word.map_err(|place| place.error(FenErrorKind::Missing))
}

fn read_board(word: Word<'_>) -> Result<Board, FenError> {
    let count = word.split('/').count();
    if count != 8 {
        return Err(word.error(FenErrorKind::RankCount(count)));
    }
    let mut board = Board::default();
    for (rank, row) in Rank::ALL.into_iter().rev().zip(word.split('/')) {
        let mut file = 0;
        let mut after_digit = false;
        for (character, place) in row.characters() {
            match (character, Piece::from_letter(character)) {
                ('1'..='8', _) if !after_digit => file += character as usize - '0' as usize,
                (_, Some(piece)) => {
                    let file_here =
                        File::from_index(file).ok_or(row.error(FenErrorKind::RankLength(rank)))?;
                    board.put(Square::at(file_here, rank), piece);
                    file += 1;
                }
                _ => return Err(place.error(FenErrorKind::UnknownMan)),
            }
            after_digit = character.is_ascii_digit();
        }
        if file != 8 {
            return Err(row.error(FenErrorKind::RankLength(rank)));
        }
    }
    Ok(board)
}

fn read_side(word: Word<'_>) -> Result<Color, FenError> {
    match word.text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(word.error(FenErrorKind::UnknownSide)),
    }
}

/// The content of the third field.
struct Castling {
    rights: CastlingRights,
    rooks: CastlingRooks,
    notation: CastlingNotation,
}

fn read_castling(word: Word<'_>, board: &Board) -> Result<Castling, FenError> {
    let mut castling = Castling {
        rights: CastlingRights::NONE,
        rooks: CastlingRooks::STANDARD,
        notation: CastlingNotation::XFen,
    };
    if word.text == "-" {
        return Ok(castling);
    }
    let mut only_files = true;
    let mut outermost_by_file = false;
    for (letter, place) in word.characters() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let (side, file) = match letter.to_ascii_lowercase() {
            'k' => (CastlingSide::Short, outermost_rook(board, color, CastlingSide::Short)),
            'q' => (CastlingSide::Long, outermost_rook(board, color, CastlingSide::Long)),
            other => {
                let file = File::from_letter(other).ok_or(place.error(FenErrorKind::UnknownRight))?;
                (side_of_rook(board, color, file), file)
            }
        };
        let names_file = !matches!(letter.to_ascii_lowercase(), 'k' | 'q');
        only_files &= names_file;
        outermost_by_file |= names_file && file == outermost_rook(board, color, side);
        let right = CastlingRights::of(color, side);
        if castling.rights.has(color, side) {
            return Err(place.error(FenErrorKind::RightTwice));
        }
        castling.rights.insert(right);
        castling.rooks.set(color, side, file);
    }
    // Files alone are Shredder-FEN, unless X-FEN needs a file for each of the rights, too.
    if only_files && outermost_by_file {
        castling.notation = CastlingNotation::Shredder;
    }
    Ok(castling)
}

/// The file of the rook that `K` or `Q` means: the outermost on that side of the king, or the one in the corner if
/// there is none.
fn outermost_rook(board: &Board, color: Color, side: CastlingSide) -> File {
    let home = Bitboard::rank(Rank::First.relative_to(color));
    let rooks = board.men(color, PieceType::Rook) & home;
    let king = (board.men(color, PieceType::King) & home).first();
    let files = rooks.into_iter().map(Square::file);
    match side {
        CastlingSide::Short => {
            files.filter(|&file| king.is_none_or(|king| file > king.file())).max().unwrap_or(File::H)
        }
        CastlingSide::Long => {
            files.filter(|&file| king.is_none_or(|king| file < king.file())).min().unwrap_or(File::A)
        }
    }
}

/// The side of the king on which a file lies; without a king at home, the half of the board.
fn side_of_rook(board: &Board, color: Color, file: File) -> CastlingSide {
    let home = Bitboard::rank(Rank::First.relative_to(color));
    let king = (board.men(color, PieceType::King) & home).first().map_or(File::E, Square::file);
    if file >= king { CastlingSide::Short } else { CastlingSide::Long }
}

/// How a right is written.
enum Written {
    /// As the file of its rook.
    File(File),
    /// As `K` or `Q`, which stand for its rook.
    Outermost,
    /// As `K` or `Q`, which stand for another rook: no letter gives both the right and the rook.
    Lost,
}

/// How a right of a setup is written. A file whose letter would be read as a right to the other side is not.
fn written_as(setup: &Setup, color: Color, side: CastlingSide, notation: CastlingNotation) -> Written {
    let file = setup.castling_rooks.square(color, side).file();
    let is_outermost = file == outermost_rook(&setup.board, color, side);
    let is_on_side = side_of_rook(&setup.board, color, file) == side;
    match (is_on_side, is_outermost) {
        (true, false) => Written::File(file),
        (true, true) if notation == CastlingNotation::Shredder => Written::File(file),
        (_, true) => Written::Outermost,
        (false, false) => Written::Lost,
    }
}

impl Setup {
    /// The castling rights whose rooks no FEN can name: the rook's home is on the other side of the king, and an outer
    /// rook has the letter `K` or `Q`. Without a king on its home rank, the sides meet between the d-file and the
    /// e-file.
    ///
    /// Each of these rights is a [`Fault::Castling`](crate::Fault::Castling), or its king is missing. They are written
    /// as `K` or `Q`, so that the right is read back, but with another rook's home. Everything else in a setup is read
    /// back as it was written; the homes of rooks without a right are not written.
    ///
    /// ```
    /// use philidor::{CastlingRights, CastlingSide, Color, File, Setup};
    /// let mut setup: Setup = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// assert!(setup.rights_lost_in_fen().is_empty());
    /// setup.castling_rooks.set(Color::White, CastlingSide::Short, File::B);
    /// assert_eq!(setup.rights_lost_in_fen(), CastlingRights::WHITE_SHORT);
    /// assert_eq!(setup.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// # Ok::<(), philidor::FenError>(())
    /// ```
    #[must_use]
    pub fn rights_lost_in_fen(&self) -> CastlingRights {
        CastlingRights::EACH.into_iter().fold(CastlingRights::NONE, |lost, (right, color, side)| {
            let is_lost = self.state.castling_rights.has(color, side)
                && matches!(written_as(self, color, side, CastlingNotation::XFen), Written::Lost);
            if is_lost { lost | right } else { lost }
        })
    }
}

fn read_en_passant(word: Word<'_>) -> Result<Option<Square>, FenError> {
    match word.text {
        "-" => Ok(None),
        text => text.parse().map(Some).map_err(|_| word.error(FenErrorKind::UnknownSquare)),
    }
}

fn read_number<N: FromStr>(word: Word<'_>) -> Result<N, FenError> {
    let digits = word.text.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.then(|| word.text.parse().ok()).flatten();
    number.ok_or_else(|| word.error(FenErrorKind::UnknownNumber))
}

impl fmt::Display for Fen {
    /// The six fields, the castling rights in the notation in which they were read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Line::of(self).as_str())
    }
}

/// A buffer for writing a FEN: byte by byte here, then to the formatter in one piece, which is fast.
struct Line {
    bytes: [u8; Line::LONGEST],
    len: usize,
}

impl Line {
    /// 64 pieces and seven slashes, the side, four rights, a square, and clocks of 16 and 32 bits.
    const LONGEST: usize =
        "/".len() * 7 + 64 + " w".len() + " KQkq".len() + " e3".len() + " 65535".len() + " 4294967295".len();

    fn of(fen: &Fen) -> Line {
        let Setup { board, state, .. } = &fen.setup;
        let mut line = Line { bytes: [0; Line::LONGEST], len: 0 };
        line.push_board(board);
        line.push(b' ');
        line.push(state.side_to_move.letter() as u8);
        line.push(b' ');
        line.push_castling(&fen.setup, fen.castling);
        line.push(b' ');
        match state.en_passant {
            Some(square) => {
                line.push(square.file().letter() as u8);
                line.push(square.rank().letter() as u8);
            }
            None => line.push(b'-'),
        }
        line.push(b' ');
        line.push_number(state.halfmove_clock.into());
        line.push(b' ');
        line.push_number(state.fullmove_number);
        line
    }

    fn as_str(&self) -> &str {
        let written = self.bytes.get(..self.len).unwrap_or_default();
        str::from_utf8(written).unwrap_or_default()
    }

    #[inline(always)]
    fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(self.len) {
            *place = byte;
            self.len += 1;
        }
    }

    /// The digits, from last to first.
    fn push_number(&mut self, number: u32) {
        let mut digits = [b'0'; 10];
        let mut rest = number;
        let mut len = 0;
        for digit in digits.iter_mut().rev() {
            *digit += (rest % 10) as u8;
            rest /= 10;
            len += 1;
            if rest == 0 {
                break;
            }
        }
        digits.iter().skip(digits.len() - len).for_each(|&digit| self.push(digit));
    }

    fn push_board(&mut self, board: &Board) {
        let mut letters = [0; 64];
        for color in Color::ALL {
            for piece_type in PieceType::ALL {
                let letter = Piece::new(color, piece_type).letter() as u8;
                for square in board.men(color, piece_type) {
                    letters[square.index()] = letter;
                }
            }
        }
        let ranks = letters.as_chunks::<8>().0.iter().zip(board.occupied().0.to_le_bytes()).rev();
        for (index, (letters, occupied)) in ranks.enumerate() {
            if index > 0 {
                self.push(b'/');
            }
            self.push_rank(letters, occupied);
        }
    }

    /// A rank from its letters and the set of files with one, lowest first.
    #[inline(always)]
    fn push_rank(&mut self, letters: &[u8; 8], occupied: u8) {
        let (mut rest, mut file) = (occupied, 0);
        while rest != 0 {
            let next = rest.trailing_zeros() as u8;
            self.push_empty(next - file);
            self.push(letters[usize::from(next & 7)]);
            file = next + 1;
            rest &= rest - 1;
        }
        self.push_empty(8 - file);
    }

    fn push_empty(&mut self, squares: u8) {
        if squares > 0 {
            self.push(b'0' + squares);
        }
    }

    fn push_castling(&mut self, setup: &Setup, notation: CastlingNotation) {
        if setup.state.castling_rights.is_empty() {
            return self.push(b'-');
        }
        for (right, color, side) in CastlingRights::EACH {
            if (setup.state.castling_rights & right).is_empty() {
                continue;
            }
            let letter = match (written_as(setup, color, side, notation), side) {
                (Written::File(file), _) => file.letter(),
                (Written::Outermost | Written::Lost, CastlingSide::Short) => 'k',
                (Written::Outermost | Written::Lost, CastlingSide::Long) => 'q',
            } as u8;
            self.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
        }
    }
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup, FenError> {
        text.parse::<Fen>().map(|fen| fen.setup)
    }
}

impl fmt::Display for Setup {
    /// As a FEN, castling rights as X-FEN. It is read back as the same setup, valid or not, except for two things: the
    /// homes of rooks without a right, and those of [`Setup::rights_lost_in_fen`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Fen { setup: *self, castling: CastlingNotation::XFen }.fmt(f)
    }
}

impl FromStr for Position {
    type Err = PositionError;

    /// Strict: see [`Strictness::Reachable`](crate::Strictness::Reachable).
    fn from_str(text: &str) -> Result<Position, PositionError> {
        Ok(Position::try_from(text.parse::<Setup>()?)?)
    }
}

impl fmt::Display for Position {
    /// As a FEN: the en-passant square always, castling rights as X-FEN. A FEN read in this form is written back letter
    /// by letter; Shredder-FEN is written back by [`Fen`], which remembers it, or by [`Position::to_fen`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_setup().fmt(f)
    }
}

impl Position {
    /// The position as a FEN, with a choice of when to write the en-passant square and how to write castling rights.
    ///
    /// ```
    /// use philidor::{CastlingNotation, EnPassantPolicy, Position};
    /// let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    /// let position: Position = fen.parse()?;
    /// assert_eq!(position.to_string(), fen);
    /// assert_eq!(
    ///     position.to_fen(EnPassantPolicy::Legal, CastlingNotation::Shredder).to_string(),
    ///     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha - 0 1",
    /// );
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn to_fen(&self, en_passant: EnPassantPolicy, castling: CastlingNotation) -> Fen {
        let mut setup = self.to_setup();
        let keeps = match en_passant {
            EnPassantPolicy::Always => true,
            EnPassantPolicy::PseudoLegal => {
                self.en_passant().is_some_and(|square| !self.en_passant_candidates(square).is_empty())
            }
            EnPassantPolicy::Legal => self.has_legal_en_passant(),
        };
        if !keeps {
            setup.state.en_passant = None;
        }
        Fen { setup, castling }
    }
}
