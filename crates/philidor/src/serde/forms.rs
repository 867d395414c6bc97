//! The forms of everything that is not an enum.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::{self, Write};

use super::{Bytes, Form, hexadecimal, refused, through_serde};
use crate::binary::PackedPosition;
use crate::{
    Bitboard, Board, CastlingMode, CastlingRights, CastlingRooks, Color, Draw, Fen, File, Game, GameResult,
    Move, Outcome, Piece, PieceType, Position, Rank, Setup, Square, State, Win,
};

through_serde! {
    Bitboard, Board, CastlingRights, CastlingRooks, Fen, Game, Move, Outcome, PackedPosition, Piece, Position,
    Setup, State,
}

/// The letter, if the text has only one.
pub(super) fn only_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// The output of a closure.
pub(super) struct Written<F>(pub(super) F);

impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for Written<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}

/// Types with one form, a text, even in formats that are not human-readable.
macro_rules! texts {
    ($($name:ty, $expected:literal, |$value:ident| $text:expr, |$from:ident| $read:expr;)*) => {$(
        impl Form for $name {
            const EXPECTED: &'static str = $expected;
            type Compact = String;

            fn text(&self) -> impl fmt::Display {
                let $value = self;
                $text
            }

            fn from_text($from: &str) -> Result<$name, String> {
                $read
            }

            fn compact(&self) -> String {
                Form::text(self).to_string()
            }

            fn from_compact(text: String) -> Result<$name, String> {
                <$name>::from_text(&text)
            }
        }
    )*};
}

texts! {
    Setup, "a FEN", |setup| *setup, |text| worded(text.parse());
    Fen, "a FEN", |fen| *fen, |text| worded(text.parse());
    Board, "the board of a FEN",
        |board| first_field(*board),
        |text| match text.contains(char::is_whitespace) {
            true => Err(refused::<Board>(text)),
            false => worded((text.to_owned() + " w - -").parse()).map(|setup: Setup| setup.board),
        };
    State, "the last five fields of a FEN",
        |state| Written(move |f: &mut fmt::Formatter<'_>| write_state(f, state)),
        |text| worded(("8/8/8/8/8/8/8/8 ".to_owned() + text).parse()).map(|setup: Setup| setup.state);
}

/// A result with its error as a text.
pub(super) fn worded<T, E: fmt::Display>(result: Result<T, E>) -> Result<T, String> {
    result.map_err(|error| error.to_string())
}

fn first_field(board: Board) -> String {
    let fen = Setup { board, ..Setup::empty() }.to_string();
    fen.split(' ').next().unwrap_or_default().to_owned()
}

fn write_state(f: &mut fmt::Formatter<'_>, state: &State) -> fmt::Result {
    write!(f, "{} {} ", state.side_to_move.letter(), state.castling_rights)?;
    match state.en_passant {
        Some(square) => write!(f, "{square}")?,
        None => f.write_char('-')?,
    }
    write!(f, " {} {}", state.halfmove_clock, state.fullmove_number)
}

/// 64-bit words: a JSON number is exact only up to 53 bits.
macro_rules! long_words {
    ($($name:ty, $expected:literal, |$value:ident| $word:expr, $from_word:expr;)*) => {$(
        impl Form for $name {
            const EXPECTED: &'static str = $expected;
            type Compact = u64;

            fn text(&self) -> impl fmt::Display {
                let word = self.compact();
                Written(move |f: &mut fmt::Formatter<'_>| write!(f, "{word:#018x}"))
            }

            fn from_text(text: &str) -> Result<$name, String> {
                let digits = text.strip_prefix("0x").filter(|digits| digits.len() <= 16 && !digits.starts_with('+'));
                let word = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
                word.map($from_word).ok_or_else(|| refused::<$name>(text))
            }

            fn compact(&self) -> u64 {
                let $value = self;
                $word
            }

            fn from_compact(word: u64) -> Result<$name, String> {
                Ok($from_word(word))
            }
        }
    )*};
}

long_words! {
    Bitboard, "0x and up to sixteen hexadecimal digits", |set| set.0, Bitboard;
    Move, "0x and up to sixteen hexadecimal digits", |mv| mv.raw(), Move::from_raw;
}

impl Form for Piece {
    const EXPECTED: &'static str = "the letter of a piece";
    type Compact = u8;

    fn text(&self) -> impl fmt::Display {
        *self
    }

    fn from_text(text: &str) -> Result<Piece, String> {
        only_letter(text).and_then(Piece::from_letter).ok_or_else(|| refused::<Piece>(text))
    }

    fn compact(&self) -> u8 {
        self.piece_type as u8 + 8 * self.color as u8
    }

    fn from_compact(code: u8) -> Result<Piece, String> {
        let color = Color::ALL.get(usize::from(code / 8));
        let piece_type = PieceType::ALL.get(usize::from(code % 8));
        match (color, piece_type) {
            (Some(&color), Some(&piece_type)) => Ok(Piece { color, piece_type }),
            _ => Err(refused::<Piece>(code)),
        }
    }
}

impl Form for CastlingRights {
    const EXPECTED: &'static str = "letters of KQkq in this order, or -";
    type Compact = u8;

    fn text(&self) -> impl fmt::Display {
        *self
    }

    fn from_text(text: &str) -> Result<CastlingRights, String> {
        let mut all = (0..=CastlingRights::ANY.bits()).map(CastlingRights::from_bits);
        all.find(|rights| rights.to_string() == text).ok_or_else(|| refused::<CastlingRights>(text))
    }

    fn compact(&self) -> u8 {
        self.bits()
    }

    fn from_compact(bits: u8) -> Result<CastlingRights, String> {
        let rights = CastlingRights::from_bits(bits);
        if rights.bits() == bits { Ok(rights) } else { Err(refused::<CastlingRights>(bits)) }
    }
}

impl Form for CastlingRooks {
    const EXPECTED: &'static str = "the files of four rooks: White's short and long, Black's short and long";
    type Compact = [Square; 4];

    fn text(&self) -> impl fmt::Display {
        let [white_short, white_long, black_short, black_long] =
            self.compact().map(|rook| rook.file().letter());
        let white = [white_short, white_long].map(|letter| letter.to_ascii_uppercase());
        String::from_iter([white, [black_short, black_long]].concat())
    }

    fn from_text(text: &str) -> Result<CastlingRooks, String> {
        let mut letters = text.chars();
        let mut rooks = CastlingRooks::default();
        for (_, color, side) in CastlingRights::EACH {
            let cased = |letter: &char| letter.is_ascii_uppercase() == (color == Color::White);
            let file = letters.next().filter(cased).map(|letter| letter.to_ascii_lowercase());
            let file = file.and_then(File::from_letter).ok_or_else(|| refused::<CastlingRooks>(text))?;
            rooks.set(color, side, file);
        }
        if letters.next().is_none() { Ok(rooks) } else { Err(refused::<CastlingRooks>(text)) }
    }

    fn compact(&self) -> [Square; 4] {
        CastlingRights::EACH.map(|(_, color, side)| self.square(color, side))
    }

    fn from_compact(squares: [Square; 4]) -> Result<CastlingRooks, String> {
        let mut rooks = CastlingRooks::default();
        for (square, (_, color, side)) in squares.into_iter().zip(CastlingRights::EACH) {
            if square.rank() != Rank::First.relative_to(color) {
                return Err(refused::<CastlingRooks>(square));
            }
            rooks.set(color, side, square.file());
        }
        Ok(rooks)
    }
}

impl Form for Position {
    const EXPECTED: &'static str = "the FEN of a valid position";
    type Compact = Bytes;

    fn text(&self) -> impl fmt::Display {
        *self
    }

    fn from_text(text: &str) -> Result<Position, String> {
        worded(text.parse())
    }

    fn compact(&self) -> Bytes {
        self.pack().compact()
    }

    fn from_compact(bytes: Bytes) -> Result<Position, String> {
        worded(PackedPosition::from_compact(bytes)?.unpack())
    }
}

impl Form for PackedPosition {
    const EXPECTED: &'static str = "64 hexadecimal digits";
    type Compact = Bytes;

    fn text(&self) -> impl fmt::Display {
        hexadecimal::text(self.to_bytes())
    }

    fn from_text(text: &str) -> Result<PackedPosition, String> {
        let bytes = hexadecimal::bytes(text).ok_or_else(|| refused::<PackedPosition>(text))?;
        Ok(PackedPosition::from_bytes(bytes))
    }

    fn compact(&self) -> Bytes {
        Bytes(self.to_bytes().into())
    }

    fn from_compact(Bytes(bytes): Bytes) -> Result<PackedPosition, String> {
        worded(PackedPosition::try_from(bytes.as_slice()))
    }
}

impl Form for Game {
    const EXPECTED: &'static str = "a FEN, `moves`, moves in UCI, and perhaps `end` and an outcome";
    type Compact = Bytes;

    fn text(&self) -> impl fmt::Display {
        Written(|f: &mut fmt::Formatter<'_>| {
            let mut position = *self.start();
            write!(f, "{position} moves")?;
            // By the text alone, castling from unusual squares could be a king's move.
            let mode = match self.castling_mode() {
                CastlingMode::Standard => CastlingMode::detect(&position),
                mode => mode,
            };
            for mv in self.moves() {
                write!(f, " {}", position.to_uci_in(mv, mode))?;
                position.play_unchecked(mv);
            }
            match self.declared_end() {
                Some(outcome) => write!(f, " end {}", outcome.text()),
                None => Ok(()),
            }
        })
    }

    fn from_text(text: &str) -> Result<Game, String> {
        let (start, moves) = text.split_once("moves").ok_or_else(|| refused::<Game>(text))?;
        let start: Position = worded(start.parse())?;
        let (moves, end) = moves.split_once("end").map_or((moves, None), |(moves, end)| (moves, Some(end)));
        let mut game = worded(Game::from_uci(start, moves.split_whitespace()))?;
        if let Some(end) = end {
            if let Some(outcome) = game.outcome() {
                return Err(format!("the game has ended already: {outcome}"));
            }
            game.end(Outcome::from_text(end.trim())?);
        }
        Ok(game)
    }

    fn compact(&self) -> Bytes {
        Bytes(self.pack())
    }

    fn from_compact(Bytes(bytes): Bytes) -> Result<Game, String> {
        worded(Game::unpack(&bytes))
    }
}

impl Form for Outcome {
    const EXPECTED: &'static str = "a result and its reason, such as `1-0 checkmate`";
    /// 0 White wins, 1 Black wins, 2 a draw; then the reason. 3 and 0: abandoned.
    type Compact = [u8; 2];

    fn text(&self) -> impl fmt::Display {
        let outcome = *self;
        Written(move |f: &mut fmt::Formatter<'_>| {
            write!(f, "{} ", outcome.result())?;
            match outcome {
                Outcome::Win { by, .. } => write!(f, "{}", by.text()),
                Outcome::Draw(by) => write!(f, "{}", by.text()),
                Outcome::Abandoned => f.write_str(GameResult::Unknown.phrase()),
            }
        })
    }

    fn from_text(text: &str) -> Result<Outcome, String> {
        let (result, by) = text.split_once(' ').ok_or_else(|| refused::<Outcome>(text))?;
        match GameResult::from_word(result) {
            Some(GameResult::WhiteWins) => Ok(Outcome::Win { winner: Color::White, by: Win::from_text(by)? }),
            Some(GameResult::BlackWins) => Ok(Outcome::Win { winner: Color::Black, by: Win::from_text(by)? }),
            Some(GameResult::Draw) => Ok(Outcome::Draw(Draw::from_text(by)?)),
            Some(GameResult::Unknown) if by == GameResult::Unknown.phrase() => Ok(Outcome::Abandoned),
            _ => Err(refused::<Outcome>(text)),
        }
    }

    fn compact(&self) -> [u8; 2] {
        match *self {
            Outcome::Win { winner, by } => [winner as u8, by.compact()],
            Outcome::Draw(by) => [2, by.compact()],
            Outcome::Abandoned => [3, 0],
        }
    }

    fn from_compact([result, by]: [u8; 2]) -> Result<Outcome, String> {
        match Color::ALL.get(usize::from(result)) {
            Some(&winner) => Ok(Outcome::Win { winner, by: Win::from_compact(by)? }),
            None if result == 2 => Ok(Outcome::Draw(Draw::from_compact(by)?)),
            None if [result, by] == [3, 0] => Ok(Outcome::Abandoned),
            None => Err(refused::<Outcome>(result)),
        }
    }
}
