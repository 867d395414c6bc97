//! A FEN read word by word. Each word knows its column, and so does each error.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

use super::super::characters;
use super::castling::{outermost_rook, side_of_rook};
use super::{CastlingNotation, Fen, FenError, FenErrorKind, FenField};
use crate::position::{Board, Setup, State};
use crate::types::{CastlingRights, CastlingRooks, CastlingSide, Color, File, Piece, Rank, Square};

/// A part of the text and the column at which it starts.
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

    /// The error of a digit in this row after another. All characters before it are ASCII.
    fn digits_before(self, second: Word<'_>) -> FenError {
        let first = (second.column - self.column).saturating_sub(1);
        let text = self.text.get(first..first + 2).unwrap_or_default();
        Word { text, column: self.column + first, ..self }.error(FenErrorKind::AdjacentDigits)
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
        if !text.is_ascii()
            && let Some(read) = read_characters(text)
        {
            return read;
        }
        let mut words = Words { rest: text, column: 1 };
        let mut next = |field| words.next(field);

        let board = read_board(required(next(FenField::Board))?)?;
        let side_to_move = read_side(required(next(FenField::SideToMove))?)?;
        let castling = read_castling(required(next(FenField::CastlingRights))?, &board)?;
        let en_passant = read_en_passant(required(next(FenField::EnPassantSquare))?)?;

        let mut state =
            State { side_to_move, en_passant, castling_rights: castling.rights, ..State::default() };
        // Each operation of EPD ends with a semicolon, which people leave out.
        let is_opcode = |word: Word<'_>| word.text.starts_with(|first: char| first.is_ascii_alphabetic());
        let begins_operations = |word: Word<'_>| is_opcode(word) && text.contains(';');
        if let Ok(word) = next(FenField::HalfmoveClock) {
            // A bad number stands before another number.
            let has_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
            let is_alone = text.split_whitespace().nth(5).is_none_or(has_number);
            if begins_operations(word) || is_opcode(word) && !is_alone {
                return Err(word.error(FenErrorKind::Operations));
            }
            state.halfmove_clock = read_number(word)?;
            state.fullmove_number = read_number(required(next(FenField::FullmoveNumber))?)?;
        }
        if let Ok(word) = next(FenField::FullmoveNumber) {
            let is_epd = begins_operations(word);
            return Err(word.error(if is_epd { FenErrorKind::Operations } else { FenErrorKind::Trailing }));
        }
        let setup = Setup { board, state, castling_rooks: castling.rooks };
        Ok(Fen { setup, castling: castling.notation })
    }
}

/// Reads a text with the blanks and dashes of web pages and word processors, or characters without any width, if there
/// are any.
#[cold]
fn read_characters(text: &str) -> Option<Result<Fen, FenError>> {
    let (mut plain, mut columns) = (String::new(), Vec::new());
    for (column, character) in (1..).zip(text.chars()) {
        let before = plain.len();
        match characters::plain(character) {
            Some(letters @ ("" | " " | "-" | "/")) => plain.push_str(letters),
            _ => plain.push(character),
        }
        columns.extend((plain.len() > before).then_some(column));
    }
    let column_of = |place: usize| columns.get(place).copied().unwrap_or_else(|| text.chars().count() + 1);
    let in_text = |error: FenError| {
        let start = error.column.saturating_sub(1);
        let column = column_of(start);
        let end = match error.text.chars().count() {
            0 => column,
            count => column_of(start + count - 1) + 1,
        };
        let text = text.chars().skip(column - 1).take(end - column).collect();
        FenError { column, text, ..error }
    };
    (plain != text).then(|| plain.parse().map_err(in_text))
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
        let is_command = matches!(word.text, "position" | "startpos" | "fen");
        return Err(word.error(if is_command {
            FenErrorKind::Command
        } else {
            FenErrorKind::RankCount(count)
        }));
    }
    let mut board = Board::default();
    for (rank, row) in Rank::ALL.into_iter().rev().zip(word.split('/')) {
        let mut file = 0;
        let mut after_digit = false;
        for (character, place) in row.characters() {
            match (character, Piece::from_letter(character)) {
                ('0'..='9', _) if after_digit => return Err(row.digits_before(place)),
                ('1'..='8', _) => file += character as usize - '0' as usize,
                (_, Some(piece)) => {
                    let file_here =
                        File::from_index(file).ok_or(row.error(FenErrorKind::RankLength(rank)))?;
                    board.put(Square::new(file_here, rank), piece);
                    file += 1;
                }
                _ => return Err(place.error(FenErrorKind::UnknownPiece)),
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
            'k' => (CastlingSide::KingSide, outermost_rook(board, color, CastlingSide::KingSide)),
            'q' => (CastlingSide::QueenSide, outermost_rook(board, color, CastlingSide::QueenSide)),
            other => {
                let file = File::from_letter(other).ok_or(place.error(FenErrorKind::UnknownRight))?;
                (side_of_rook(board, color, file), file)
            }
        };
        let names_file = !matches!(letter.to_ascii_lowercase(), 'k' | 'q');
        only_files &= names_file;
        outermost_by_file |= names_file && file == outermost_rook(board, color, side);
        let right = CastlingRights::new(color, side);
        if castling.rights.has(color, side) {
            return Err(place.error(FenErrorKind::RightTwice));
        }
        castling.rights.insert(right);
        castling.rooks.set(color, side, file);
    }
    // Rights given only by files are Shredder-FEN, unless X-FEN, too, needs a file for each of them.
    if only_files && outermost_by_file {
        castling.notation = CastlingNotation::Shredder;
    }
    Ok(castling)
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
