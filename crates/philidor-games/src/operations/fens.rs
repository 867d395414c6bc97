//! Every position of every game.

use std::io::Write;

use philidor::Position;
use philidor_host::Output;
use philidor_pgn::{Checker, Flow, GameResult, Lines, PgnErrorKind, TagValue, Visitor};
use serde::Serialize;

use crate::error::FileError;
use crate::formats::any::each_replay;
use crate::formats::pgn::each_game;
use crate::parts::chunk::Chunk;
use crate::parts::file_position::FilePosition;
use crate::parts::files::Files;
use crate::parts::format::Format;
use crate::parts::read_options::ReadOptions;
use crate::parts::reading::Reading;
use crate::parts::replay::Replay;
use crate::parts::variants::{ByRules, VariantPosition, Visitors, with_game};
use crate::reading::files::{Summary, read_files, report_aside};
use crate::writing::fen_line::FenLine;

/// How positions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionFormat {
    /// As FENs, one per line.
    Fen,
    /// As objects, one per line, with half-move, move and number of the game.
    Json,
}

/// A position, as JSON, without the number of its game, which is unknown while chunks are read.
#[derive(Serialize)]
struct PlyReport {
    fen: String,
    ply: usize,
    /// The move that led to it, in SAN; `None` at the start.
    #[serde(rename = "move")]
    mv: Option<String>,
}

/// Writes every position of every game.
///
/// # Errors
///
/// The positions cannot be written.
pub fn fens(files: &Files, format: PositionFormat, mut out: Output) -> Result<Summary, FileError> {
    let options = ReadOptions::new(files);
    let summary = if format == PositionFormat::Json {
        let make = |chunk: &Chunk<'_>| {
            each_replay(chunk, Vec::new(), |game, found, games: &mut Vec<(u64, Vec<u8>)>| {
                games.push((found.number, with_game!(game, game => objects(game))));
            })
        };
        read_files(files, options, make, report_aside, |games, before| {
            for (number, objects) in games {
                for object in objects.split(|byte| *byte == b'\n').filter(|object| !object.is_empty()) {
                    out.write_all(object.strip_suffix(b"}").unwrap_or(object))?;
                    writeln!(out, ",\"game\":{}}}", before + number)?;
                }
            }
            Ok(())
        })?
    } else {
        read_files(files, options, lines, report_aside, |text, _| Ok(out.write_all(&text)?))?
    };
    summary.finish(out)?;
    Ok(summary)
}

/// The positions of the games of a chunk, one per line.
fn lines(chunk: &Chunk<'_>) -> Reading<Vec<u8>> {
    if chunk.source.format == Format::Pgn {
        let visitors = Visitors::new(Positions::new(), Replay::<VariantPosition>::new);
        let (reading, visitors) = each_game(chunk, visitors, (), |visitors, _, ()| {
            if let Some(game) = visitors.variants.as_ref().filter(|_| visitors.is_variant) {
                visitors.chess.replace(game);
            }
            visitors.chess.keep();
        });
        return reading.map(|()| visitors.chess.into_text());
    }
    each_replay(chunk, Vec::new(), |game, _, text| match game {
        ByRules::Chess(game) => {
            game.positions().iter().for_each(|position| FenLine::of(position).write(position, text));
        }
        ByRules::Variant(game) => push_lines(game, text),
    })
}

/// Appends the positions of a game of a variant, whose lines may have any length.
fn push_lines(game: &Replay<VariantPosition>, text: &mut Vec<u8>) {
    game.positions().iter().for_each(|position| text.extend(format!("{position}\n").into_bytes()));
}

/// The positions of games as text, written while they are read.
struct Positions {
    checker: Checker,
    /// The start of games that do not give one, and its line.
    start: (Position, FenLine),
    line: FenLine,
    text: Vec<u8>,
    /// The length of the text of the games that are kept.
    kept: usize,
}

impl Positions {
    fn new() -> Positions {
        let checker = Checker::new(Lines::Main);
        let start = *checker.position();
        let line = FenLine::of(&start);
        Positions { checker, start: (start, line.clone()), line, text: Vec::new(), kept: 0 }
    }

    /// Takes the positions of a game that turned out to be of a variant.
    fn replace(&mut self, game: &Replay<VariantPosition>) {
        self.text.truncate(self.kept);
        push_lines(game, &mut self.text);
    }

    /// Keeps the positions of the game that was read last.
    fn keep(&mut self) {
        self.kept = self.text.len();
    }

    /// The positions of the games that were kept.
    fn into_text(mut self) -> Vec<u8> {
        self.text.truncate(self.kept);
        self.text
    }

    #[inline(always)]
    fn push(&mut self) {
        self.line.write(self.checker.position(), &mut self.text);
    }
}

impl Visitor for Positions {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        self.text.truncate(self.kept);
        self.checker.begin_game()
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        self.checker.tag(name, value)
    }

    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        let (start, line) = &self.start;
        let position = self.checker.position();
        self.line = if position == start { line.clone() } else { FenLine::of(position) };
        self.push();
        self.checker.begin_moves()
    }

    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        self.checker.san(san)?;
        if let Some(mv) = self.checker.last_move() {
            self.line.play(mv, self.checker.position());
        }
        self.push();
        Ok(())
    }

    fn null_move(&mut self, fault: PgnErrorKind) -> Result<(), PgnErrorKind> {
        self.checker.null_move(fault)?;
        self.line = FenLine::of(self.checker.position());
        self.push();
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        Ok(Flow::Skip)
    }

    fn result(&mut self, result: GameResult) -> Result<(), PgnErrorKind> {
        self.checker.result(result)
    }

    fn end_game(&mut self) -> Result<(), PgnErrorKind> {
        self.checker.end_game()
    }
}

/// The positions of a game, one object per line.
fn objects<P: FilePosition>(game: &Replay<P>) -> Vec<u8> {
    let mut text = Vec::new();
    let sans = game.steps().map(|(position, mv)| Some(position.to_san(mv).to_string()));
    for (ply, (position, mv)) in game.positions().iter().zip(std::iter::once(None).chain(sans)).enumerate() {
        // Neither writing to a vector nor making JSON of this can fail.
        let _ = serde_json::to_writer(&mut text, &PlyReport { fen: position.to_string(), ply, mv });
        text.push(b'\n');
    }
    text
}
