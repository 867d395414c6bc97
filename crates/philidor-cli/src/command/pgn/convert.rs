//! `philidor pgn convert`: games in another form.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use philidor::{CastlingMode, Position};
use serde::{Serialize, Serializer};

use super::games::{each_game, read, tell_aside};
use super::replay::Replay;
use crate::args::{FilesArgs, Form};
use crate::command::Output;
use crate::outfile::OutFile;

/// How long a line of movetext may be.
const COLUMNS: usize = 80;

/// The tags that every game has, in this order, before all others.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

pub(super) fn run(
    files: &FilesArgs,
    form: Form,
    path: Option<&Path>,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let mut out = OutFile::create(path, output.writer)?;
    let make = |part: &super::pipeline::Part| {
        each_game(part, &mut Replay::new(), Vec::new(), |game, _, text| {
            // A vector takes everything.
            let _ = match form {
                Form::Pgn => write_pgn(game, text),
                Form::Json => write_json(game, text),
                Form::Uci => write_uci(game, text),
                Form::Epd => write_epd(game, text),
            };
        })
    };
    let summary = read(files, make, tell_aside, |text| Ok(out.write_all(&text)?))?;
    out.finish()?;
    Ok(summary.code())
}

/// Each move with the position before it.
fn steps(game: &Replay) -> impl Iterator<Item = (&Position, philidor::Move)> {
    game.positions.iter().zip(game.moves.iter().copied())
}

fn mode(game: &Replay) -> CastlingMode {
    let chess960 = game.positions.first().is_some_and(Position::is_chess960);
    if chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard }
}

/// Export format: the main line, without comments.
fn write_pgn(game: &Replay, text: &mut Vec<u8>) -> std::io::Result<()> {
    let result = game.result.as_str();
    let escaped = |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"");
    for name in ROSTER {
        let value = match name {
            "Result" => result,
            "Date" => game.tag(name).unwrap_or("????.??.??"),
            _ => game.tag(name).unwrap_or("?"),
        };
        writeln!(text, "[{name} \"{}\"]", escaped(value))?;
    }
    for (name, value) in game.tags.iter().filter(|(name, _)| !ROSTER.contains(&name.as_str())) {
        writeln!(text, "[{name} \"{}\"]", escaped(value))?;
    }
    writeln!(text)?;
    let mut words = Vec::new();
    for (index, (position, mv)) in steps(game).enumerate() {
        let number = position.fullmove_number();
        match position.side_to_move() {
            philidor::Color::White => words.push(format!("{number}.")),
            philidor::Color::Black if index == 0 => words.push(format!("{number}...")),
            philidor::Color::Black => {}
        }
        words.push(position.san(mv).to_string());
    }
    words.push(result.to_owned());
    let mut column = 0;
    for word in words {
        let gap = usize::from(column > 0);
        if column + gap + word.len() >= COLUMNS {
            write!(text, "\n{word}")?;
            column = word.len();
        } else {
            write!(text, "{}{word}", if gap > 0 { " " } else { "" })?;
            column += gap + word.len();
        }
    }
    write!(text, "\n\n")
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
