//! Words that name values: a generator, a color, a CPU level; a file that is written, a number within bounds.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::builder::{PathBufValueParser, PossibleValuesParser, StringValueParser, TypedValueParser};
use philidor::cpu::Cpu;
use philidor::{Color, MoveKind};

use crate::positions::Generator;
use crate::terminal::drawing::Glyphs;

/// How pieces and pawns are drawn.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct GlyphArgs {
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
pub fn file_parser() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        let taken = "standard output is taken; a file of this name is `./-`";
        if path == Path::new("-") { Err(taken) } else { Ok(path) }
    })
}

/// A number within bounds, which is neither NaN nor infinite.
pub fn number_parser<T>(bounds: RangeInclusive<T>) -> impl TypedValueParser<Value = T>
where
    T: FromStr + PartialOrd + fmt::Display + Clone + Send + Sync + 'static,
{
    StringValueParser::new().try_map(move |text| match text.parse() {
        Ok(number) if bounds.contains(&number) => Ok(number),
        _ => Err(format!("not a number from {} to {}", bounds.start(), bounds.end())),
    })
}

/// The name of a side.
pub fn color_parser() -> impl TypedValueParser<Value = Color> {
    PossibleValuesParser::new(["white", "black"]).map(|name| match name.as_str() {
        "black" => Color::Black,
        _ => Color::White,
    })
}

/// The name of a kind of moves.
pub fn kind_parser() -> impl TypedValueParser<Value = MoveKind> {
    PossibleValuesParser::new(["all", "tactical", "quiet", "captures"]).map(|name| match name.as_str() {
        "tactical" => MoveKind::Tactical,
        "quiet" => MoveKind::Quiet,
        "captures" => MoveKind::Captures,
        _ => MoveKind::All,
    })
}

/// The name of a generator.
pub fn generator_parser() -> impl TypedValueParser<Value = Generator> {
    PossibleValuesParser::new(Generator::ALL.map(Generator::name)).map(|name| {
        let named = Generator::ALL.into_iter().find(|generator| generator.name() == name);
        named.unwrap_or_default()
    })
}

/// The levels of the library that this CPU has.
pub fn cpu_parser() -> impl TypedValueParser<Value = Cpu> {
    PossibleValuesParser::new(Cpu::ALL.iter().map(|cpu| cpu.name())).try_map(|name| {
        let cpu: Cpu = name.parse().map_err(|error| format!("{error}"))?;
        if cpu.is_available() { Ok(cpu) } else { Err(format!("this CPU does not have the level {cpu}")) }
    })
}
