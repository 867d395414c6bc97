//! A FEN that is refused, read all the same: what is missing has its usual value, and what is impossible is left out.
//!
//! ```text
//! 4k3/8/8/8/8/8/8/4K3_B_-_-         blanks of web addresses, a large letter, no clocks
//! 4k3/8/8/8/8/8/8/4K3 b - - - -;    clocks that are unknown, a mark at the end
//! 4k3/8/8/8/8/8/8/4K3 w KQkq e6     rights without rooks, an en-passant square without its pawn
//! 4k3/8/8/8/8/8/8/4K3 w KX? -       fields that cannot be read
//! ```
//!
//! The board stays as it is, since wrong pieces are not a mistake of spelling. Lenient readers of PGN do the same.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::super::characters::decode;
use super::{FenErrorKind, FenField, PositionError};
use crate::position::{Fault, Position, Setup};

/// A position that was read leniently, and what was wrong with its text. See [`Position::from_fen_leniently`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LenientFen {
    /// The position.
    pub position: Position,
    /// The faults that were mended, in the order in which the reader met them; none if the text is a FEN.
    pub mended: Vec<PositionError>,
}

impl Position {
    /// Reads a FEN as people and other programs write one. A field that is missing or cannot be read has its value in
    /// `w - - 0 1`, castling rights and an en-passant square that are impossible are left out, and so is what follows
    /// the last field; a large `W` or `B` and underscores in place of blanks are read.
    ///
    /// # Errors
    ///
    /// If the text has no board, or if the pieces are wrong. The error is the first one that [`str::parse`] finds in
    /// the text.
    ///
    /// ```
    /// use philidor::Position;
    /// let read = Position::from_fen_leniently("r3k3/8/8/8/8/8/8/4K2R B KQkq")?;
    /// assert_eq!(read.position.to_string(), "r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1");
    /// let faults: Vec<String> = read.mended.iter().map(|fault| fault.to_string()).collect();
    /// assert_eq!(faults[0], "side to move, column 23: `B` is neither w nor b");
    /// assert!(faults[1].starts_with("white cannot have the right to castle long"));
    /// assert!(Position::from_fen_leniently("8/8/8/8/8/8/8/4K3 w - -").is_err());
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    pub fn from_fen_leniently(text: &str) -> Result<LenientFen, PositionError> {
        let first = match text.parse() {
            Ok(position) => return Ok(LenientFen { position, mended: Vec::new() }),
            Err(fault) => fault,
        };
        let candidates = LenientFen::candidates(text.as_bytes(), first.spares_board());
        let mut faults = Vec::from([first]);
        for mended in candidates {
            match decode(&mended).parse() {
                Ok(position) => return Ok(LenientFen { position, mended: faults }),
                Err(fault) if faults.iter().any(|known| is_of_the_same(known, &fault)) => {}
                Err(fault) => faults.push(fault),
            }
        }
        Err(faults.swap_remove(0))
    }
}

/// Whether two errors are of the same field, or both of the pieces and rights: the text of the second is that of the
/// first, mended in part.
fn is_of_the_same(first: &PositionError, second: &PositionError) -> bool {
    match (first, second) {
        (PositionError::Fen(first), PositionError::Fen(second)) => first.field == second.field,
        (PositionError::Setup(_), PositionError::Setup(_)) => true,
        _ => false,
    }
}

impl PositionError {
    /// Whether a lenient reader may replace what follows the side to move: the board and the side are not to blame.
    ///
    /// ```
    /// use philidor::Position;
    /// let fault = |fen: &str| fen.parse::<Position>().expect_err("refused");
    /// assert!(fault("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1").spares_board());
    /// assert!(!fault("4k3/8/8/8 w - - 0 1").spares_board());
    /// ```
    #[must_use]
    pub fn spares_board(&self) -> bool {
        match self {
            PositionError::Fen(error) => {
                let is_side = error.kind == FenErrorKind::UnknownSide;
                error.field != FenField::Board && (!is_side || matches!(error.text.as_str(), "W" | "B"))
            }
            PositionError::Setup(error) => error
                .faults
                .iter()
                .all(|fault| matches!(fault, Fault::Castling { .. } | Fault::EnPassant { .. })),
        }
    }
}

impl LenientFen {
    /// The FENs to be tried, in this order, in place of one that is refused: for positions of other rules, whose
    /// pockets and counts of checks they keep. They have other fields after the side to move only if the fault spares
    /// the board, as [`PositionError::spares_board`] says.
    ///
    /// ```
    /// use philidor::LenientFen;
    /// let crazyhouse = b"4k3/8/8/8/8/8/8/4K3[Qp] w KQkq";
    /// let tried: Vec<Vec<u8>> = LenientFen::candidates(crazyhouse, true).collect();
    /// assert_eq!(tried[0], b"4k3/8/8/8/8/8/8/4K3[Qp] w KQkq - 0 1");
    /// assert_eq!(tried[1], b"4k3/8/8/8/8/8/8/4K3[Qp] w - - 0 1");
    /// ```
    pub fn candidates(fen: &[u8], spares_board: bool) -> impl Iterator<Item = Vec<u8>> + use<> {
        let completed = completed(fen);
        let whole = completed.as_deref().unwrap_or(fen);
        let of_whole = repaired(whole);
        let readable = if spares_board { readable(whole) } else { Vec::new() };
        let of_readable = readable.last().and_then(|fen| repaired(fen));
        completed.into_iter().chain(of_whole).chain(readable).chain(of_readable)
    }
}

/// Rewrites a FEN in its standard form; `None` if it already has that form. Missing last fields are filled in as in
/// python-chess.
fn completed(fen: &[u8]) -> Option<Vec<u8>> {
    const FIELDS: [&[u8]; 6] = [b"", b"w", b"-", b"-", b"0", b"1"];
    let is_blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'_';
    let mut given: Vec<&[u8]> = fen.split(is_blank).filter(|field| !field.is_empty()).collect();
    if let Some(last) = given.last_mut() {
        *last = last.strip_suffix(b";").or(last.strip_suffix(b",")).unwrap_or(last);
    }
    if given.is_empty() {
        return None;
    }
    for (place, usual) in FIELDS.into_iter().enumerate() {
        match given.get_mut(place) {
            None => given.push(usual),
            Some(side) if place == 1 && side.eq_ignore_ascii_case(b"w") => *side = b"w",
            Some(side) if place == 1 && side.eq_ignore_ascii_case(b"b") => *side = b"b",
            Some(counter) if place >= 4 && matches!(*counter, b"-" | b"?") => *counter = usual,
            Some(_) => {}
        }
    }
    Some(given.join(&b' ')).filter(|completed| completed != fen)
}

/// A completed FEN, step by step with the usual value for each of the last four fields that cannot be read, at the end
/// without what follows them: another field, or the operations of EPD. None if it has no side to move.
fn readable(fen: &[u8]) -> Vec<Vec<u8>> {
    let is_blank = |byte: &u8| byte.is_ascii_whitespace();
    let mut fields: Vec<&[u8]> = fen.split(is_blank).filter(|field| !field.is_empty()).collect();
    let [board, b"w" | b"b", castling, square, clock, number, ..] = fields[..] else { return Vec::new() };
    let board = chess_board(board);
    let is_setup = |castling: &[u8], square: &[u8]| {
        let text = [board.as_slice(), b"w", castling, square, b"0", b"1"].join(&b' ');
        decode(&text).parse::<Setup>().is_ok()
    };
    let is_number = |text: &[u8]| text.iter().all(u8::is_ascii_digit);
    let judged: [(bool, &[u8]); 4] = [
        (is_setup(castling, b"-"), b"-"),
        (is_setup(b"-", square), b"-"),
        (is_number(clock) && decode(clock).parse::<u16>().is_ok(), b"0"),
        (is_number(number) && decode(number).parse::<u32>().is_ok(), b"1"),
    ];
    let mut steps = Vec::new();
    for (place, (is_readable, usual)) in (2..).zip(judged) {
        if !is_readable {
            fields[place] = usual;
            steps.push(fields.join(&b' '));
        }
    }
    if fields.len() > 6 {
        fields.truncate(6);
        steps.push(fields.join(&b' '));
    }
    steps
}

/// The board of a FEN without what a variant adds: pockets, and marks of promoted pieces.
fn chess_board(board: &[u8]) -> Vec<u8> {
    let board = board.split(|&byte| byte == b'[').next().unwrap_or_default();
    let ranks: Vec<&[u8]> = board.split(|&byte| byte == b'/').take(8).collect();
    ranks.join(&b'/').into_iter().filter(|&byte| byte != b'~').collect()
}

/// A FEN without the castling rights and the en-passant square that are impossible; `None` if it has none, or cannot be
/// read. What a variant adds is kept: pockets, marks of promoted pieces, and counts of checks.
fn repaired(fen: &[u8]) -> Option<Vec<u8>> {
    let blank = |byte: &u8| byte.is_ascii_whitespace();
    let mut fields: Vec<&[u8]> = fen.split(blank).filter(|field| !field.is_empty()).collect();
    let [board, color, castling, square, ..] = fields[..] else { return None };
    let chess = [&chess_board(board)[..], color, castling, square, b"0", b"1"].join(&b' ');
    let setup: Setup = decode(&chess).parse().ok()?;
    let repaired = setup.without_impossible_castling_rights().without_impossible_en_passant();
    if repaired == setup {
        return None;
    }
    let text = repaired.to_string();
    for (field, repaired) in fields.iter_mut().zip(text.split(' ')).skip(2).take(2) {
        *field = repaired.as_bytes();
    }
    Some(fields.join(&b' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_variant_adds_is_kept() {
        for (fen, expected) in [
            ("r3k2r/8/8/8/8/8/8/4K3 w KQkq - 7 9", Some("r3k2r/8/8/8/8/8/8/4K3 w kq - 7 9")),
            ("r3k2r/8/8/8/8/8/8/Q~3K3[Qp] w KQkq - 0 1", Some("r3k2r/8/8/8/8/8/8/Q~3K3[Qp] w kq - 0 1")),
            ("r3k2r/8/8/8/8/8/8/4K3/Qp w KQkq - 0 1", Some("r3k2r/8/8/8/8/8/8/4K3/Qp w kq - 0 1")),
            ("4k3/8/8/8/8/8/8/4K3 w K e6 3+3 0 1", Some("4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1")),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 +0+0", None),
            ("4k3/8/8 w K - 0 1", None),
        ] {
            let expected = expected.map(|text| text.as_bytes().to_vec());
            assert_eq!(repaired(fen.as_bytes()), expected, "{fen}");
        }
    }

    #[test]
    fn each_fault_is_named_once_and_the_board_stays() {
        let read = |text: &str| {
            let read = Position::from_fen_leniently(text).expect("mended");
            (read.position.to_string(), read.mended.len())
        };
        let kings = "4k3/8/8/8/8/8/8/4K3";
        for (rest, expected, faults) in [
            (" w - - 0 1", "w - - 0 1", 0),
            ("", "w - - 0 1", 1),
            ("_B_-_-", "b - - 0 1", 1),
            (" b - - - -;", "b - - 0 1", 1),
            (" w KQkq e6", "w - - 0 1", 1),
            (" w KX? - 3 4", "w - - 3 4", 1),
            (" w - e9 x 4 5", "w - - 0 4", 3),
            ("  w - - 2 3 bm Kd2;", "w - - 2 3", 1),
            (" W KQ", "w - - 0 1", 2),
        ] {
            assert_eq!(read(&[kings, rest].concat()), ([kings, expected].join(" "), faults), "{rest}");
        }
        for refused in ["", "4k3/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/4K3 w KQ", "4k3/8/8/8/8/8/8/4K3 x - - 0 1"]
        {
            let strict = refused.parse::<Position>().expect_err("no position");
            assert_eq!(Position::from_fen_leniently(refused), Err(strict), "{refused}");
        }
    }
}
