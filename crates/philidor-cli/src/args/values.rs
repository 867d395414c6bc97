//! Words that name values: a generator, a notation, a CPU level.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use philidor::chain::ChainBoard;
use philidor::mailbox::MailboxBoard;
#[cfg(feature = "pgn")]
use philidor::pgn::Letters;
use philidor::{Color, Cpu, MoveKind, Square};

use crate::terminal::drawing::Glyphs;

/// A move generator of the library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Generator {
    /// Sets of squares: the fast one.
    #[default]
    Bitboard,
    /// Chains of squares, from 1989.
    Chain,
    /// The 10×12 board, from 2024.
    Mailbox,
}

impl Generator {
    pub(crate) const ALL: [Generator; 3] = [Generator::Bitboard, Generator::Chain, Generator::Mailbox];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Generator::Bitboard => "bitboard",
            Generator::Chain => ChainBoard::NAME,
            Generator::Mailbox => MailboxBoard::NAME,
        }
    }
}

/// How a move is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notation {
    /// `e2e4`, `e7e8q`.
    Uci,
    /// `Pe2-e4`, `Pe7-e8=Q`.
    Long,
}

/// How pieces and pawns are drawn.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct GlyphArgs {
    /// Draw letters, not figurines: upper case for White
    #[arg(long)]
    ascii: bool,
}

impl From<GlyphArgs> for Glyphs {
    fn from(args: GlyphArgs) -> Glyphs {
        if args.ascii { Glyphs::Letters } else { Glyphs::Figurines }
    }
}

/// Whose attacks are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Attacker {
    /// Those of a whole side.
    Side(Color),
    /// Those of the piece or pawn on a square.
    Piece(Square),
}

impl FromStr for Attacker {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Attacker, &'static str> {
        let side = Color::ALL.into_iter().find(|color| color.to_string() == text).map(Attacker::Side);
        let piece = || text.parse().ok().map(Attacker::Piece);
        side.or_else(piece).ok_or("neither white, nor black, nor a square such as e4")
    }
}

/// A file that is written in addition to standard output, so that `-` cannot mean the latter.
pub(super) fn file_parser() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        let taken = "standard output is taken; a file of this name is `./-`";
        if path == Path::new("-") { Err(taken) } else { Ok(path) }
    })
}

pub(super) fn kind_parser() -> impl TypedValueParser<Value = MoveKind> {
    PossibleValuesParser::new(["all", "tactical", "quiet"]).map(|name| match name.as_str() {
        "tactical" => MoveKind::Tactical,
        "quiet" => MoveKind::Quiet,
        _ => MoveKind::All,
    })
}

#[cfg(feature = "engine")]
pub(super) fn color_parser() -> impl TypedValueParser<Value = Color> {
    PossibleValuesParser::new(["white", "black"]).map(|name| match name.as_str() {
        "black" => Color::Black,
        _ => Color::White,
    })
}

pub(super) fn generator_parser() -> impl TypedValueParser<Value = Generator> {
    PossibleValuesParser::new(Generator::ALL.map(Generator::name)).map(|name| {
        let named = Generator::ALL.into_iter().find(|generator| generator.name() == name);
        named.unwrap_or_default()
    })
}

pub(super) fn notation_parser() -> impl TypedValueParser<Value = Notation> {
    PossibleValuesParser::new(["uci", "long"]).map(|name| match name.as_str() {
        "long" => Notation::Long,
        _ => Notation::Uci,
    })
}

/// The levels of the library that this CPU has.
pub(super) fn cpu_parser() -> impl TypedValueParser<Value = Cpu> {
    PossibleValuesParser::new(Cpu::ALL.iter().map(|cpu| cpu.name())).try_map(|name| {
        let cpu: Cpu = name.parse().map_err(|error| format!("{error}"))?;
        if cpu.is_available() { Ok(cpu) } else { Err(format!("this CPU does not have the level {cpu}")) }
    })
}

/// The name of a language with letters of its own for pieces.
#[cfg(feature = "pgn")]
pub(super) fn letters_parser() -> impl TypedValueParser<Value = Letters> {
    PossibleValuesParser::new(["english", "german", "french"]).map(|name| match name.as_str() {
        "german" => Letters::German,
        "french" => Letters::French,
        _ => Letters::English,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attacker_is_a_side_or_a_square() {
        assert_eq!("black".parse(), Ok(Attacker::Side(Color::Black)));
        assert_eq!("e5".parse(), Ok(Attacker::Piece(Square::E5)));
        assert!("e9".parse::<Attacker>().is_err());
    }
}
