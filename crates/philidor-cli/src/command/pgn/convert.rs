//! `philidor pgn convert`: games in another form.

use std::fs::File;
use std::io::{Read as _, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use philidor::pgn::{GameTree, NodeId, Tags, TreeBuilder};
use philidor::{CastlingMode, Position};
use serde::{Serialize, Serializer};

use super::binary;
use super::games::{Read, Summary, each_game, read, tell_aside};
use super::pipeline::Part;
use super::replay::Replay;
use crate::args::{FilesArgs, Form};
use crate::outfile::OutFile;

pub(super) fn run(files: &FilesArgs, form: Form, path: Option<&Path>) -> anyhow::Result<ExitCode> {
    let mut out = OutFile::create(path)?;
    if form == Form::Binary {
        out.write_all(binary::HEAD)?;
    }
    let mut summary = Summary::default();
    for path in &files.files {
        if is_binary(path) {
            convert_binary(path, form, &mut out).with_context(|| path.display().to_string())?;
        } else {
            let file = FilesArgs { files: vec![path.clone()], jobs: files.jobs };
            summary.add(&read(
                &file,
                |part| convert(part, form),
                tell_aside,
                |text| Ok(out.write_all(&text)?),
            )?);
        }
    }
    out.finish(summary.is_whole())?;
    Ok(summary.code())
}

/// The games of a part in another form.
fn convert(part: &Part, form: Form) -> Read<Vec<u8>> {
    if form == Form::Pgn {
        return trees(part);
    }
    each_game(part, &mut Replay::new(), Vec::new(), |game, _, text| {
        // A vector takes everything.
        let _ = write_as(form, game, text);
    })
}

/// Whether a file is one of games in binary, not packed. Pipes are not looked into: what is read there is gone.
fn is_binary(path: &Path) -> bool {
    let mut head = [0; binary::HEAD.len()];
    let is_file = std::fs::metadata(path).is_ok_and(|file| file.is_file());
    is_file
        && File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok()
        && head == binary::HEAD
}

/// Writes the games of a binary file in another form.
fn convert_binary(path: &Path, form: Form, out: &mut OutFile) -> anyhow::Result<()> {
    let bytes = std::fs::read(path)?;
    let games = bytes.strip_prefix(binary::HEAD).unwrap_or_default();
    let mut text = Vec::new();
    binary::read(games, |game| {
        text.clear();
        write_as(form, game, &mut text)?;
        Ok(out.write_all(&text)?)
    })?;
    Ok(())
}

fn write_as(form: Form, game: &Replay, text: &mut Vec<u8>) -> std::io::Result<()> {
    match form {
        Form::Pgn => write_pgn(game, text),
        Form::Json => write_json(game, text),
        Form::Uci => write_uci(game, text),
        Form::Epd => write_epd(game, text),
        Form::Binary => binary::write(game, text),
    }
}

/// Each move with the position before it.
fn steps(game: &Replay) -> impl Iterator<Item = (&Position, philidor::Move)> {
    game.positions.iter().zip(game.moves.iter().copied())
}

fn mode(game: &Replay) -> CastlingMode {
    let chess960 = game.positions.first().is_some_and(Position::is_chess960);
    if chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard }
}

/// Export format, of a game of which no more is known than its moves.
fn write_pgn(game: &Replay, text: &mut Vec<u8>) -> std::io::Result<()> {
    let start = game.positions.first().copied().unwrap_or_default();
    let mut tree = GameTree::new(start);
    tree.tags = Tags::roster();
    tree.result = game.result;
    let add = |last: NodeId, &mv| tree.add(last, mv).map_err(std::io::Error::other);
    game.moves.iter().try_fold(NodeId::ROOT, add)?;
    write!(text, "{tree}")
}

/// Export format, with comments and variations; what the roster lacks is unknown.
fn trees(part: &Part) -> Read<Vec<u8>> {
    each_game(part, &mut TreeBuilder::new(), Vec::new(), |builder, _, text| {
        let mut tree = builder.take();
        let mut tags = Tags::roster();
        for (name, value) in tree.tags.iter() {
            // What was a tag in one game is one in another.
            let _ = tags.set(name, value);
        }
        tree.tags = tags;
        // A vector takes everything.
        let _ = write!(text, "{tree}");
    })
}

/// A game, as it is told to a program.
#[derive(Serialize)]
struct Line {
    #[serde(serialize_with = "as_map")]
    tags: Vec<(String, String)>,
    start: Option<String>,
    result: &'static str,
    moves: Vec<String>,
    uci: Vec<String>,
}

/// Writes the tags as one object, in their order.
fn as_map<S: Serializer>(tags: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(tags.iter().map(|(name, value)| (name, value)))
}

/// One object: tags, start, moves in SAN and UCI, result.
fn write_json(game: &Replay, text: &mut Vec<u8>) -> std::io::Result<()> {
    let line = Line {
        tags: game.tags.clone(),
        start: game.positions.first().map(ToString::to_string),
        result: game.result.as_str(),
        moves: steps(game).map(|(position, mv)| position.san(mv).to_string()).collect(),
        uci: steps(game).map(|(position, mv)| position.uci(mv, mode(game)).to_string()).collect(),
    };
    serde_json::to_writer(&mut *text, &line)?;
    writeln!(text)
}

/// As engines are told where they are: `position startpos moves e2e4 e7e5`.
fn write_uci(game: &Replay, text: &mut Vec<u8>) -> std::io::Result<()> {
    let start = game.positions.first().copied().unwrap_or_default();
    match start == Position::default() {
        true => write!(text, "position startpos")?,
        false => write!(text, "position fen {start}")?,
    }
    for (index, (position, mv)) in steps(game).enumerate() {
        let word = if index == 0 { " moves" } else { "" };
        write!(text, "{word} {}", position.uci(mv, mode(game)))?;
    }
    writeln!(text)
}

/// The last position, with the players and the result as comments.
fn write_epd(game: &Replay, text: &mut Vec<u8>) -> std::io::Result<()> {
    let Some(last) = game.positions.last() else { return Ok(()) };
    let fen = last.to_string();
    let fields: Vec<&str> = fen.split(' ').collect();
    let quoted = |value: &str| value.replace('"', "'");
    let name = |tag: &str| quoted(game.tag(tag).unwrap_or("?"));
    let (board, clocks) = fields.split_at(fields.len().min(4));
    write!(text, "{}", board.join(" "))?;
    if let [halfmove_clock, fullmove_number] = clocks {
        write!(text, " hmvc {halfmove_clock}; fmvn {fullmove_number};")?;
    }
    let result = game.result.as_str();
    writeln!(text, " c0 \"{} - {}\"; c1 \"{result}\";", name("White"), name("Black"))
}
