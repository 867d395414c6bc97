//! `philidor pgn fens`: every position of every game.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;

use super::games::{each_game, read, report_aside};
use super::part::Part;
use super::replay::Replay;
use crate::args::FilesArgs;
use crate::streams;

/// A position, as JSON, without the number of its game, which is unknown while parts are read.
#[derive(Serialize)]
struct Answer {
    fen: String,
    ply: usize,
    /// The move that led to it, in SAN; `None` at the start.
    #[serde(rename = "move")]
    mv: Option<String>,
}

pub(super) fn run(files: &FilesArgs, json: bool, path: Option<&Path>) -> anyhow::Result<ExitCode> {
    let mut out = streams::create(path)?;
    let summary = if json {
        let make = |part: &Part<'_>| {
            each_game(part, &mut Replay::new(), Vec::new(), |game, found, games: &mut Vec<(u64, Vec<u8>)>| {
                games.push((found.number, objects(game)));
            })
        };
        read(files, make, report_aside, |games, before| {
            for (number, objects) in games {
                for object in objects.split(|byte| *byte == b'\n').filter(|object| !object.is_empty()) {
                    out.write_all(object.strip_suffix(b"}").unwrap_or(object))?;
                    writeln!(out, ",\"game\":{}}}", before + number)?;
                }
            }
            Ok(())
        })?
    } else {
        let make = |part: &Part<'_>| {
            each_game(part, &mut Replay::new(), Vec::new(), |game, _, text| {
                for position in &game.positions {
                    // Writing to a vector cannot fail.
                    let _ = writeln!(text, "{position}");
                }
            })
        };
        read(files, make, report_aside, |text, _| Ok(out.write_all(&text)?))?
    };
    if summary.is_whole() {
        out.finish()?
    } else {
        out.abandon()?
    }
    Ok(summary.code())
}

/// The positions of a game, one object per line.
fn objects(game: &Replay) -> Vec<u8> {
    let mut text = Vec::new();
    let sans = game.steps().map(|(position, mv)| Some(position.san(mv).to_string()));
    for (ply, (position, mv)) in game.positions.iter().zip(std::iter::once(None).chain(sans)).enumerate() {
        // Neither writing to a vector nor making JSON of this can fail.
        let _ = serde_json::to_writer(&mut text, &Answer { fen: position.to_string(), ply, mv });
        text.push(b'\n');
    }
    text
}
