//! Moves as the UCI protocol writes them: origin, destination, promotion.
//!
//! Castling is `e1g1` in standard chess. In Chess960 the king's destination may be its own square, or that of an
//! ordinary king's step, so there castling is written as the king taking its rook, in every position of the game.
//! Either form is read in any position, because the two never conflict: where a king can step to its castling
//! destination, the step is meant, and no other move takes a piece of its own side.

use core::fmt::{self, Write as _};

use super::fault::MoveFault;
use crate::position::Position;
use crate::types::{File, Move, PieceType, Rank, Square};

/// The null move, which engines send if there is no move.
const NULL: &str = "0000";

/// How castling is written: the UCI option `UCI_Chess960`.
///
/// ```
/// use philidor::{CastlingMode, Game, Position};
/// let start: Position = "4k3/8/8/8/8/8/8/4KR2 w F - 0 1".parse()?; // only Chess960 castles with this rook
/// let mut game = Game::from_position(start);
/// assert_eq!(game.castling_mode(), CastlingMode::Chess960);
/// game.play_uci("e1f1")?;
/// assert_eq!(game.sans().map(|san| san.to_string()).collect::<Vec<_>>(), ["O-O"]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CastlingMode {
    /// The king's destination: `e1g1`, `e1c1`.
    #[default]
    Standard,
    /// The rook's square: `e1h1`, `b1g1`.
    Chess960,
}

/// Variants that are standard chess, from the start position or another one, as [`CastlingMode::from_variant`] compares
/// them.
const STANDARD: [&str; 8] = ["", "?", "chess", "classical", "fromposition", "illegal", "normal", "standard"];

/// Variants that differ from standard chess only in the start and its castling, likewise.
const CHESS960: [&str; 7] =
    ["chess960", "dfrc", "doublefischerrandom", "fischerandom", "fischerrandom", "freestyle", "frc"];

impl CastlingMode {
    /// The mode of games about which only the start is known: Chess960 if king and rooks may castle from squares other
    /// than those of standard chess.
    ///
    /// The mode belongs to the game, not to its positions: they stop showing it as rights are lost. And a game of
    /// Chess960 may begin like one of standard chess; then it must be stated, as by the tag `Variant` of PGN.
    ///
    /// ```
    /// use philidor::{CastlingMode, Position};
    /// let start: Position = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1".parse()?;
    /// assert_eq!(CastlingMode::detect(&start), CastlingMode::Chess960);
    /// assert_eq!(CastlingMode::detect(&Position::default()), CastlingMode::Standard);
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn detect(start: &Position) -> CastlingMode {
        if start.is_chess960() { CastlingMode::Chess960 } else { CastlingMode::Standard }
    }

    /// The mode of games with this value of the tag `Variant` of PGN; `None` for rules other than those of chess. Case,
    /// blanks, hyphens and underscores do not count.
    ///
    /// ```
    /// use philidor::CastlingMode;
    /// assert_eq!(CastlingMode::from_variant(b"From Position"), Some(CastlingMode::Standard));
    /// assert_eq!(CastlingMode::from_variant(b"Fischer-Random"), Some(CastlingMode::Chess960));
    /// assert_eq!(CastlingMode::from_variant(b"Atomic"), None);
    /// ```
    #[must_use]
    pub fn from_variant(name: &[u8]) -> Option<CastlingMode> {
        let letters = || name.iter().filter(|byte| !matches!(byte, b' ' | b'-' | b'_'));
        let is_among =
            |names: &[&str]| names.iter().any(|name| letters().map(u8::to_ascii_lowercase).eq(name.bytes()));
        if is_among(&STANDARD) {
            Some(CastlingMode::Standard)
        } else {
            is_among(&CHESS960).then_some(CastlingMode::Chess960)
        }
    }
}

/// A move written for UCI; made by [`Position::to_uci`].
///
/// ```
/// use philidor::{CastlingMode, Position};
/// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
/// let castling = position.parse_san("O-O").expect("a legal move");
/// assert_eq!(position.to_uci(castling), "e1g1");
/// assert_eq!(position.to_uci_in(castling, CastlingMode::Chess960).to_string(), "e1h1");
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Uci {
    mv: Move,
    destination: Square,
}

impl Uci {
    /// A move with castling written as the king taking the rook on `rook`, if the move castles and a square is given:
    /// for a position type of your own.
    #[must_use]
    pub fn new(mv: Move, rook: Option<Square>) -> Uci {
        Uci { mv, destination: rook.filter(|_| mv.castling_side().is_some()).unwrap_or(mv.destination()) }
    }
}

/// Compares the text.
///
/// ```
/// use philidor::Position;
/// let start = Position::default();
/// let knight = start.parse_san("Nf3")?;
/// assert_eq!(start.to_san(knight), "Nf3");
/// assert_eq!(start.to_uci(knight), "g1f3");
/// # Ok::<(), philidor::SanError>(())
/// ```
impl PartialEq<str> for Uci {
    fn eq(&self, text: &str) -> bool {
        /// The text that is not written yet.
        struct Rest<'a>(&'a str);

        impl fmt::Write for Rest<'_> {
            fn write_str(&mut self, part: &str) -> fmt::Result {
                self.0 = self.0.strip_prefix(part).ok_or(fmt::Error)?;
                Ok(())
            }
        }

        let mut rest = Rest(text);
        write!(rest, "{self}").is_ok() && rest.0.is_empty()
    }
}

/// Compares the text.
impl PartialEq<&str> for Uci {
    fn eq(&self, text: &&str) -> bool {
        self == *text
    }
}

impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.mv.is_null() { f.pad(NULL) } else { self.mv.write_to(self.destination, f) }
    }
}

/// The error for a text that is not a legal move of the position; from [`Position::parse_uci`].
///
/// ```
/// use philidor::{MoveFault, Position, UciErrorKind};
/// let error = Position::default().parse_uci("e2e9").expect_err("no such square");
/// assert_eq!(error.kind, UciErrorKind::Syntax { offset: 3 });
/// let error = Position::default().parse_uci("e1g1").expect_err("bishop and knight are in the way");
/// assert_eq!(error.to_string(), "illegal: pieces stand in the way of O-O");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct UciError {
    /// What is wrong.
    pub kind: UciErrorKind,
}

/// What is wrong with a text that was read as a UCI move. See [`UciError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UciErrorKind {
    /// The text is not a move in any position.
    Syntax {
        /// The byte, counted from 0, at which it stops being one; the length of the text if something is missing.
        offset: usize,
    },
    /// The text is a move, but not a legal one.
    Illegal(MoveFault),
}

impl From<UciErrorKind> for UciError {
    fn from(kind: UciErrorKind) -> UciError {
        UciError { kind }
    }
}

impl From<MoveFault> for UciError {
    fn from(fault: MoveFault) -> UciError {
        UciError { kind: UciErrorKind::Illegal(fault) }
    }
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            UciErrorKind::Syntax { offset } => write!(f, "not a move of UCI, from byte {offset} on"),
            UciErrorKind::Illegal(fault) => fault.fmt(f),
        }
    }
}

impl core::error::Error for UciError {}

impl Position {
    /// A move of this position in UCI notation, castling in the form that [`CastlingMode::detect`] finds: where a
    /// castling right is of Chess960, the king captures its own rook. The null move is `0000`.
    ///
    /// ```
    /// use philidor::Position;
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let castling = position.parse_san("O-O")?;
    /// assert_eq!(position.to_uci(castling).to_string(), "e1g1");
    /// let null = position.null_move().expect("no check");
    /// assert_eq!(position.to_uci(null).to_string(), "0000");
    /// let position: Position = "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1".parse()?;
    /// let castling = position.parse_san("O-O-O")?;
    /// assert_eq!(position.to_uci(castling).to_string(), "e1b1"); // the rook's square, as in Chess960
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_uci(&self, mv: Move) -> Uci {
        let mode = mv.castling_side().map_or(CastlingMode::Standard, |_| CastlingMode::detect(self));
        self.to_uci_in(mv, mode)
    }

    /// The same with castling in a given form: a game of Chess960 may begin, or stand, at a position that does not show
    /// its rules. See [`Uci`].
    #[must_use]
    pub fn to_uci_in(&self, mv: Move, mode: CastlingMode) -> Uci {
        let rook = |side| self.castling_rooks().square(self.side_to_move(), side);
        Uci::new(mv, mv.castling_side().filter(|_| mode == CastlingMode::Chess960).map(rook))
    }

    /// The legal move that a text in UCI notation stands for; castling in either form. Does not trim or allocate. The
    /// promotion letter may be in either case.
    ///
    /// # Errors
    ///
    /// [`UciError`] distinguishes texts that are not moves from moves that are not legal, with the reason. The null
    /// move, `0000`, is recognized and rejected as illegal.
    ///
    /// ```
    /// use philidor::{MoveType, Position};
    /// let position: Position = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// assert_eq!(position.parse_uci("e1g1").map(|mv| mv.move_type()), Ok(MoveType::Castling));
    /// assert_eq!(position.parse_uci("e1h1"), position.parse_uci("e1g1"));
    /// assert_eq!(position.parse_uci("a7a8n").map(|mv| mv.notation()).as_deref(), Ok("a7a8n"));
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    pub fn parse_uci(&self, text: impl AsRef<[u8]>) -> Result<Move, UciError> {
        let text = text.as_ref();
        if text == NULL.as_bytes() {
            return Err(MoveFault::NullMove.into());
        }
        let (origin, destination, promotion) =
            read(text).map_err(|offset| UciErrorKind::Syntax { offset })?;
        Ok(self.find_move(origin, destination, promotion)?)
    }
}

/// The squares and the promotion in a text; the error is the offset at which it stops being a move.
fn read(text: &[u8]) -> Result<(Square, Square, Option<PieceType>), usize> {
    let origin = square(text, 0)?;
    let destination = square(text, 2)?;
    let promotion = match text.get(4) {
        None => None,
        Some(&letter) => Some(promotion(letter).ok_or(4_usize)?),
    };
    if text.len() > 5 { Err(5) } else { Ok((origin, destination, promotion)) }
}

fn square(text: &[u8], at: usize) -> Result<Square, usize> {
    let letter = |at: usize| text.get(at).map(|&byte| char::from(byte)).ok_or(at);
    let file = File::from_letter(letter(at)?).ok_or(at)?;
    let rank = Rank::from_letter(letter(at + 1)?).ok_or(at + 1)?;
    Ok(Square::new(file, rank))
}

fn promotion(letter: u8) -> Option<PieceType> {
    PieceType::from_letter(char::from(letter)).filter(|kind| PieceType::PROMOTIONS.contains(kind))
}
