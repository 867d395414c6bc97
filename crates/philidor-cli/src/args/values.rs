//! Words that name values: a generator, a notation, a CPU level.

#[cfg(feature = "train")]
use std::fmt;
#[cfg(feature = "train")]
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
#[cfg(feature = "train")]
use std::str::FromStr;

#[cfg(feature = "train")]
use clap::builder::StringValueParser;
use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
#[cfg(any(feature = "engine", feature = "pgn"))]
use philidor::Color;
#[cfg(feature = "pgn")]
use philidor::pgn::Letters;
use philidor::{Cpu, MoveKind};
use philidor_games::{Generator, Notation};

use crate::terminal::drawing::Glyphs;

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

/// A file that is written in addition to standard output, so that `-` cannot mean the latter.
pub(super) fn file_parser() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        let taken = "standard output is taken; a file of this name is `./-`";
        if path == Path::new("-") { Err(taken) } else { Ok(path) }
    })
}

/// A number within bounds, which is neither NaN nor infinite.
#[cfg(feature = "train")]
pub(super) fn number_parser<T>(bounds: RangeInclusive<T>) -> impl TypedValueParser<Value = T>
where
    T: FromStr + PartialOrd + fmt::Display + Clone + Send + Sync + 'static,
{
    StringValueParser::new().try_map(move |text| match text.parse() {
        Ok(number) if bounds.contains(&number) => Ok(number),
        _ => Err(format!("not a number from {} to {}", bounds.start(), bounds.end())),
    })
}

pub(super) fn kind_parser() -> impl TypedValueParser<Value = MoveKind> {
    PossibleValuesParser::new(["all", "tactical", "quiet"]).map(|name| match name.as_str() {
        "tactical" => MoveKind::Tactical,
        "quiet" => MoveKind::Quiet,
        _ => MoveKind::All,
    })
}

#[cfg(any(feature = "engine", feature = "pgn"))]
pub(super) fn color_parser() -> impl TypedValueParser<Value = Color> {
    PossibleValuesParser::new(["white", "black"]).map(|name| match name.as_str() {
        "black" => Color::Black,
        _ => Color::White,
    })
}

/// The name of an evaluation of the engine.
#[cfg(feature = "engine")]
pub(super) fn evaluation_parser() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(philidor_engine::EVALUATIONS)
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
