//! Parsing a text: piece, origin, destination and promotion. This needs no board.
//!
//! ```text
//! move        = castling | null | [piece] [file] [rank] [between] square [promotion] {mark}
//! castling    = O-O | O-O-O                       with O, o or 0
//! null        = -- | Z0
//! piece       = K | Q | R | B | N | P | figurine   ♔ … ♟, of either color, as a letter here
//! between     = x | X | : | -
//! promotion   = [= | /] kind | ( kind )            kind: q, r, b, n in either case, or a figurine
//! mark        = + | # | ! | ? | e.p. | ep          also after a space
//! ```
//!
//! Marks, and anything between the squares, are read but ignored: a missing `+` or `x` does not change the move. A
//! small letter at the start is a file, so `bxc3` is a pawn's move and `Bxc3` a bishop's.

use super::super::characters::folded;
use crate::types::{Bitboard, CastlingSide, File, PieceType, Rank, Square};

/// What a text in standard algebraic notation says, without any position: for move generators of your own that read
/// moves as chess writes them.
///
/// ```
/// use philidor::{CastlingSide, PieceType, Spelling, Square};
/// let Ok(Spelling::Piece(named)) = Spelling::read(b"Nbxd7+!") else { panic!("a piece moves") };
/// assert_eq!((named.piece_type, named.destination), (Some(PieceType::Knight), Square::D7));
/// assert_eq!(Spelling::read(b"0-0"), Ok(Spelling::Castling(CastlingSide::KingSide)));
/// assert_eq!(Spelling::read(b"Nbx"), Err(3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// `O-O` or `O-O-O`.
    Castling(CastlingSide),
    /// The null move, `--`.
    Null,
    /// A piece moves.
    Piece(NamedMove),
}

/// What a text says about the move of a piece. See [`Spelling`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedMove {
    /// The piece type, if it is written. A pawn's rarely is, and with the full origin it may be left out.
    pub piece_type: Option<PieceType>,
    /// The squares that the text allows for the origin.
    pub origins: Bitboard,
    /// Whether the text has the file of the origin.
    pub names_file: bool,
    /// Whether there is a capture mark between origin and destination.
    pub captures: bool,
    /// The destination.
    pub destination: Square,
    /// The promotion piece, if one is written.
    pub promotion: Option<PieceType>,
}

impl Spelling {
    /// Parses a whole text.
    ///
    /// # Errors
    ///
    /// The byte, counted from 0, at which it stops being a move.
    pub fn read(text: &[u8]) -> Result<Spelling, usize> {
        read(text)
    }
}

pub(super) fn read(text: &[u8]) -> Result<Spelling, usize> {
    if text.is_ascii() { read_plain(text) } else { read_characters(text) }
}

/// The longest text that is read in characters above ASCII, in those that it stands for; no move is as long.
const MAX_BYTES: usize = 32;

/// Parses a text with characters above ASCII: figurines, or the dashes and blanks of word processors.
#[cold]
#[inline(never)]
fn read_characters(text: &[u8]) -> Result<Spelling, usize> {
    // A blank of a word processor, as in `N f3`, says nothing.
    let is_said = |&(origin, byte): &(usize, u8)| byte != b' ' || text.get(origin) == Some(&b' ');
    let characters = || folded(text).filter(is_said);
    let mut plain = [0; MAX_BYTES];
    let len = plain.iter_mut().zip(characters()).map(|(place, (_, byte))| *place = byte).count();
    let origin = |at: usize| characters().nth(at).map_or(text.len(), |(origin, _)| origin);
    read_plain(plain.get(..len).unwrap_or_default()).map_err(origin).and_then(|spelling| {
        // What follows was left out.
        if characters().nth(len).is_none() { Ok(spelling) } else { Err(origin(len)) }
    })
}

fn read_plain(text: &[u8]) -> Result<Spelling, usize> {
    let mut cursor = Cursor { text, at: 0 };
    let spelling = cursor.spelling().ok_or(cursor.at)?;
    cursor.marks();
    if cursor.at == text.len() { Ok(spelling) } else { Err(cursor.at) }
}

/// A text and how far it has been read. Methods that do not find what they look for leave the cursor where it was.
struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// The value of the next byte under `meaning`, if it has one; the byte is then consumed.
    fn take<T>(&mut self, meaning: impl Fn(u8) -> Option<T>) -> Option<T> {
        let found = meaning(self.peek()?);
        self.at += usize::from(found.is_some());
        found
    }

    fn take_byte(&mut self, expected: u8) -> Option<()> {
        self.take(|byte| (byte == expected).then_some(()))
    }

    fn take_text(&mut self, expected: &[u8]) -> Option<()> {
        self.text.get(self.at..)?.starts_with(expected).then(|| self.at += expected.len())
    }

    fn file(&mut self) -> Option<File> {
        self.take(|byte| File::from_index(usize::from(byte.wrapping_sub(b'a'))))
    }

    fn rank(&mut self) -> Option<Rank> {
        self.take(|byte| Rank::from_index(usize::from(byte.wrapping_sub(b'1'))))
    }

    fn spelling(&mut self) -> Option<Spelling> {
        match self.peek()? {
            b'a'..=b'h' => self.named_move(None),
            b'0' if self.text == b"0000" => self.take_text(b"0000").map(|()| Spelling::Null),
            b'@' => self.take_text(b"@@@@").map(|()| Spelling::Null),
            b'O' | b'o' | b'0' => self.castling().map(Spelling::Castling),
            b'-' => self.take_text(b"--").map(|()| Spelling::Null),
            b'Z' => self.take_text(b"Z0").map(|()| Spelling::Null),
            _ => {
                let piece_type = self.take(capital);
                self.named_move(piece_type)
            }
        }
    }

    fn castling(&mut self) -> Option<CastlingSide> {
        let letter = |byte| matches!(byte, b'O' | b'o' | b'0').then_some(());
        self.take(letter)?;
        self.take_byte(b'-')?;
        self.take(letter)?;
        if self.take_byte(b'-').is_none() {
            return Some(CastlingSide::KingSide);
        }
        self.take(letter)?;
        Some(CastlingSide::QueenSide)
    }

    /// Parses the rest after the piece's letter. The first square is the destination, unless another follows.
    fn named_move(&mut self, piece_type: Option<PieceType>) -> Option<Spelling> {
        let (mut file, mut rank) = (self.file(), self.rank());
        let captures = self.take(between);
        let destination = match (file, rank) {
            // Only marks follow, or a promotion, which may begin with the letter of a file: `b8b`.
            (Some(to_file), Some(to_rank)) if captures.is_none() && !self.is_before_square() => {
                (file, rank) = (None, None);
                Square::new(to_file, to_rank)
            }
            _ => Square::new(self.file()?, self.rank()?),
        };
        let files = file.map_or(Bitboard::FULL, Bitboard::from_file);
        let ranks = rank.map_or(Bitboard::FULL, Bitboard::from_rank);
        Some(Spelling::Piece(NamedMove {
            piece_type,
            origins: files & ranks,
            names_file: file.is_some(),
            captures: captures == Some(true),
            destination,
            promotion: self.promotion()?,
        }))
    }

    /// Whether the name of a square follows.
    fn is_before_square(&self) -> bool {
        matches!(self.text.get(self.at..), Some([b'a'..=b'h', b'1'..=b'8', ..]))
    }

    /// A promotion, if one follows; `None` if one begins but is incomplete.
    fn promotion(&mut self) -> Option<Option<PieceType>> {
        if self.take_byte(b'(').is_some() {
            let kind = self.kind()?;
            return self.take_byte(b')').map(|()| Some(kind));
        }
        if self.take(|byte| matches!(byte, b'=' | b'/').then_some(())).is_some() {
            return self.kind().map(Some);
        }
        Some(self.kind())
    }

    /// A promotion piece.
    fn kind(&mut self) -> Option<PieceType> {
        let before = self.at;
        let kind = self.take(|byte| capital(byte.to_ascii_uppercase()));
        let kind = kind.filter(|kind| PieceType::PROMOTIONS.contains(kind));
        if kind.is_none() {
            self.at = before;
        }
        kind
    }

    /// Consumes all marks that follow.
    fn marks(&mut self) {
        loop {
            let mark = self.take(|byte| matches!(byte, b'+' | b'#' | b'!' | b'?').then_some(()));
            let texts: [&[u8]; 4] = [b"e.p.", b" e.p.", b"ep", b" ep"];
            if mark.is_none() && !texts.into_iter().any(|text| self.take_text(text).is_some()) {
                return;
            }
        }
    }
}

/// The piece type that a capital letter names.
fn capital(byte: u8) -> Option<PieceType> {
    match byte {
        b'K' => Some(PieceType::King),
        b'Q' => Some(PieceType::Queen),
        b'R' => Some(PieceType::Rook),
        b'B' => Some(PieceType::Bishop),
        b'N' => Some(PieceType::Knight),
        b'P' => Some(PieceType::Pawn),
        _ => None,
    }
}

/// Whether a byte between two squares stands for a capture.
fn between(byte: u8) -> Option<bool> {
    match byte {
        b'x' | b'X' | b':' => Some(true),
        b'-' => Some(false),
        _ => None,
    }
}
