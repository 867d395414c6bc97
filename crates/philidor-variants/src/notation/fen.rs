//! FEN of variants: what the variant adds is taken out of the text, and the rest is a FEN of chess.
//!
//! ```text
//! r2q1rk1/ppp2pp1/1bnpb2p/4N3/4P3/3P4/PPP2PPP/R1BQ~1RK1[Nnp] b - - 0 12     pocket in brackets, promoted pieces
//! r2q1rk1/ppp2pp1/1bnpb2p/4N3/4P3/3P4/PPP2PPP/R1BQ~1RK1/Nnp b - - 0 12      pocket as a ninth rank
//! 4k3/8/8/8/8/8/8/4K2R w K - 3+2 0 1                                         checks that are left, White's first
//! 4k3/8/8/8/8/8/8/4K2R w K - 0 1 +0+1                                        checks given
//! ```
//!
//! Both forms of each are read. The first is written, as python-chess, shakmaty and Fairy-Stockfish do; Lichess's site
//! writes the second.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use philidor::{
    Bitboard, CastlingNotation, Color, EnPassantPolicy, Fen, FenError, File, PieceType, PositionError, Rank,
    Square, Strictness,
};

use crate::extra::{Extra, Pocket};
use crate::position::Rules;
use crate::position::VariantPosition;

/// A FEN of a variant: a setup that need not be a position, and what the variant adds.
///
/// ```
/// use philidor_variants::{Crazyhouse, ExtendedFen};
/// let fen: ExtendedFen<Crazyhouse> = "4k3/8/8/8/8/8/8/4KQ~2/Nn w - - 0 1".parse()?;
/// assert_eq!(fen.to_string(), "4k3/8/8/8/8/8/8/4KQ~2[Nn] w - - 0 1");
/// # Ok::<(), philidor::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtendedFen<R: Rules> {
    /// The part that is a FEN of chess.
    pub fen: Fen,
    /// What the variant adds.
    pub extra: R::Extra,
}

impl<R: Rules> FromStr for ExtendedFen<R> {
    type Err = FenError;

    fn from_str(text: &str) -> Result<ExtendedFen<R>, FenError> {
        let mut reading = Reading::<R>::new(text);
        reading.read()?;
        let fen = reading.chess.parse::<Fen>().map_err(|mut error| {
            error.column = reading.column(error.column);
            error
        })?;
        Ok(ExtendedFen { fen, extra: reading.extra })
    }
}

/// A text that is being taken apart.
struct Reading<'a, R: Rules> {
    text: &'a str,
    /// The FEN of chess in it, and the column of each of its characters in the text.
    chess: String,
    columns: Vec<usize>,
    extra: R::Extra,
}

impl<'a, R: Rules> Reading<'a, R> {
    fn new(text: &'a str) -> Self {
        Reading { text, chess: String::new(), columns: Vec::new(), extra: R::Extra::default() }
    }

    /// The column in the whole text of a column in the FEN of chess.
    fn column(&self, column: usize) -> usize {
        let after_all = || self.text.chars().count() + 1;
        self.columns.get(column.saturating_sub(1)).copied().unwrap_or_else(after_all)
    }

    fn keep(&mut self, column: usize, letter: char) {
        self.chess.push(letter);
        self.columns.push(column);
    }

    fn read(&mut self) -> Result<(), FenError> {
        let mut letters = (1..).zip(self.text.chars()).collect::<Vec<_>>();
        let board_starts = letters.iter().position(|(_, letter)| !letter.is_whitespace()).unwrap_or(0);
        let board_length = letters[board_starts..].iter().position(|(_, letter)| letter.is_whitespace());
        let rest = letters.split_off(board_starts + board_length.unwrap_or(letters.len() - board_starts));
        self.read_board(&letters)?;
        let mut word = 1;
        let mut at = 0;
        let mut is_counted = false;
        while let Some(&(column, letter)) = rest.get(at) {
            let length = rest[at..]
                .iter()
                .take_while(|(_, other)| other.is_whitespace() == letter.is_whitespace())
                .count();
            let part = &rest[at..at + length];
            at += length;
            let counts = <R::Extra as Extra>::COUNTS_CHECKS
                && word > 3
                && part.iter().any(|&(_, letter)| letter == '+');
            if counts && is_counted {
                let text = part.iter().map(|&(_, letter)| letter).collect();
                return Err(FenError::of_extra(column, text, "needed: checks are counted twice"));
            } else if counts {
                is_counted = true;
                self.read_checks(column, part)?;
            } else {
                part.iter().for_each(|&(column, letter)| self.keep(column, letter));
                word += usize::from(!letter.is_whitespace());
            }
        }
        Ok(())
    }

    /// The board without marks of promoted pieces and without the pocket.
    fn read_board(&mut self, letters: &[(usize, char)]) -> Result<(), FenError> {
        let (mut rank, mut file) = (0, 0);
        let mut promoted = Bitboard::EMPTY;
        let mut at = 0;
        while let Some(&(column, letter)) = letters.get(at) {
            at += 1;
            if !<R::Extra as Extra>::HAS_POCKETS {
                self.keep(column, letter);
                continue;
            }
            match letter {
                '[' => {
                    let closes = letters[at..].iter().position(|&(_, letter)| letter == ']');
                    let pocket =
                        letters[at..].get(..closes.unwrap_or(letters.len() - at)).unwrap_or_default();
                    at += pocket.len() + 1;
                    let is_last = closes.is_some() && at == letters.len();
                    if !is_last {
                        let text = letters
                            .iter()
                            .skip_while(|&&(other, _)| other < column)
                            .map(|&(_, letter)| letter)
                            .collect();
                        return Err(FenError::of_extra(
                            column,
                            text,
                            "a pocket in brackets at the end of the board",
                        ));
                    }
                    self.read_pocket(pocket)?;
                }
                '/' if rank == 7 => {
                    self.read_pocket(&letters[at..])?;
                    break;
                }
                '~' if file > 0 && rank < 8 && at > 1 && letters[at - 2].1.is_ascii_alphabetic() => {
                    let square = File::from_index(file - 1).zip(Rank::from_index(7 - rank));
                    promoted.extend(square.map(|(file, rank)| Square::new(file, rank)));
                }
                _ => {
                    match letter {
                        '/' => (rank, file) = (rank + 1, 0),
                        '1'..='8' => file += letter as usize - '0' as usize,
                        // Before the board.
                        _ if letter.is_whitespace() => {}
                        _ => file += 1,
                    }
                    self.keep(column, letter);
                }
            }
        }
        self.extra.set_promoted(promoted);
        Ok(())
    }

    fn read_pocket(&mut self, letters: &[(usize, char)]) -> Result<(), FenError> {
        if letters.len() == 1 && letters[0].1 == '-' {
            return Ok(());
        }
        let mut pockets = [Pocket::EMPTY; 2];
        for &(column, letter) in letters {
            let kind =
                PieceType::from_letter(letter.to_ascii_lowercase()).filter(|kind| *kind != PieceType::King);
            let Some(kind) = kind else {
                let expected = "a piece that can be in a pocket";
                return Err(FenError::of_extra(column, letter.to_string(), expected));
            };
            let pocket = &mut pockets[usize::from(letter.is_ascii_lowercase())];
            if pocket.count(kind) == u8::MAX {
                let (text, expected) =
                    (letter.to_string(), "among the 255 of its kind that a pocket can hold");
                return Err(FenError::of_extra(column, text, expected));
            }
            pocket.add(kind);
        }
        Color::ALL.into_iter().zip(pockets).for_each(|(color, pocket)| self.extra.set_pocket(color, pocket));
        Ok(())
    }

    fn read_checks(&mut self, column: usize, word: &[(usize, char)]) -> Result<(), FenError> {
        let text: String = word.iter().map(|&(_, letter)| letter).collect();
        let number =
            |text: &str| text.parse::<u8>().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
        let needed = R::CHECKS_TO_WIN;
        let given = match text.strip_prefix('+') {
            Some(given) => given.split_once('+').map(|(white, black)| [number(white), number(black)]),
            None => text
                .split_once('+')
                .map(|(white, black)| [white, black].map(|left| needed.checked_sub(number(left)?))),
        };
        let Some([Some(white), Some(black)]) = given else {
            let expected = "a count of checks, as 3+3 (left) or +0+0 (given)";
            return Err(FenError::of_extra(column, text, expected));
        };
        self.extra.set_checks(Color::White, white);
        self.extra.set_checks(Color::Black, black);
        Ok(())
    }
}

impl<R: Rules> fmt::Display for ExtendedFen<R> {
    /// Pockets in brackets, White's pieces first, and the checks that are left. If a side has given more than win, the
    /// checks that were given are written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.fen.to_string();
        let (board, state) = text.split_once(' ').unwrap_or((&text, ""));
        self.write_board(f, board)?;
        let mut fields = state.splitn(4, ' ');
        for field in fields.by_ref().take(3) {
            write!(f, " {field}")?;
        }
        let given = Color::ALL.map(|color| self.extra.checks(color));
        let left = given.map(|checks| R::CHECKS_TO_WIN.checked_sub(checks));
        if let (true, [Some(white), Some(black)]) = (<R::Extra as Extra>::COUNTS_CHECKS, left) {
            write!(f, " {white}+{black}")?;
        }
        fields.try_for_each(|clocks| write!(f, " {clocks}"))?;
        if <R::Extra as Extra>::COUNTS_CHECKS && left.contains(&None) {
            let [white, black] = given;
            write!(f, " +{white}+{black}")?;
        }
        Ok(())
    }
}

impl<R: Rules> ExtendedFen<R> {
    fn write_board(&self, f: &mut fmt::Formatter<'_>, board: &str) -> fmt::Result {
        if !<R::Extra as Extra>::HAS_POCKETS {
            return f.write_str(board);
        }
        let promoted = self.extra.promoted();
        for (rank, row) in Rank::ALL.into_iter().rev().zip(board.split('/')) {
            let mut file = 0;
            for letter in row.chars() {
                write!(f, "{letter}")?;
                let digit = letter.to_digit(10);
                file += digit.unwrap_or(1) as usize;
                let square = File::from_index(file.wrapping_sub(1)).map(|file| Square::new(file, rank));
                if digit.is_none() && square.is_some_and(|square| promoted.contains(square)) {
                    f.write_str("~")?;
                }
            }
            if rank != Rank::First {
                f.write_str("/")?;
            }
        }
        f.write_str("[")?;
        for color in Color::ALL {
            for kind in Pocket::KINDS {
                let letter = philidor::Piece::new(color, kind).letter();
                for _ in 0..self.extra.pocket(color).count(kind) {
                    write!(f, "{letter}")?;
                }
            }
        }
        f.write_str("]")
    }
}

impl<R: Rules> FromStr for VariantPosition<R> {
    type Err = PositionError;

    /// Strict: positions that no game reaches are refused. See [`VariantPosition::from_setup`].
    fn from_str(text: &str) -> Result<VariantPosition<R>, PositionError> {
        let ExtendedFen { fen, extra } = text.parse::<ExtendedFen<R>>()?;
        Ok(VariantPosition::from_setup(fen.setup, extra, Strictness::Reachable)?)
    }
}

impl<R: Rules> fmt::Display for VariantPosition<R> {
    /// As a FEN: the en-passant square always, castling rights as X-FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_fen(EnPassantPolicy::Always, CastlingNotation::XFen).fmt(f)
    }
}

impl<R: Rules> VariantPosition<R> {
    /// The position as a FEN, with a choice of when to write the en-passant square and how to write castling rights.
    ///
    /// ```
    /// use philidor::{CastlingNotation, EnPassantPolicy};
    /// use philidor_variants::{Atomic, VariantPosition};
    /// let mut position = VariantPosition::<Atomic>::default();
    /// position.play_unchecked(position.parse_san("e4")?);
    /// let fen = position.to_fen(EnPassantPolicy::Legal, CastlingNotation::XFen);
    /// assert_eq!(fen.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    /// # Ok::<(), philidor::SanError>(())
    /// ```
    #[must_use]
    pub fn to_fen(&self, en_passant: EnPassantPolicy, castling: CastlingNotation) -> ExtendedFen<R> {
        let mut setup = self.to_setup();
        let us = self.side_to_move();
        let keeps = |square: Square| match en_passant {
            EnPassantPolicy::Always => true,
            EnPassantPolicy::Legal => self.has_legal_en_passant(),
            _ => {
                let pawns = self.board().colored_pieces(us, PieceType::Pawn);
                philidor::attacks::pawn(!us, square).intersects(pawns)
            }
        };
        setup.state.en_passant = setup.state.en_passant.filter(|&square| keeps(square));
        ExtendedFen { fen: Fen::new(setup, castling), extra: *self.extra() }
    }
}
