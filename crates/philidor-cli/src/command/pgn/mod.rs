//! `philidor pgn`: files of games checked, counted, filtered, cut and converted.
//!
//! ```text
//! input.rs      opens and unpacks a file, and recognizes its form with form.rs
//! games.rs      reads game by game, reports bad ones, and sums up
//! reading.rs    the outcome of reading a part of a file; part.rs is such a part
//! replay.rs     a game as most subcommands see it; replays.rs reads them from files of any form
//! unchanged.rs  games written in the form in which they were read; export.rs marks faulty ones
//! fen_lines.rs  positions as FENs, game_line.rs games as JSON, written while games are read
//! rank_text.rs  a rank of a FEN, in a short_text.rs; text.rs  lines in memory that is used again
//! annotation.rs what an engine adds to a game
//! left_out.rs   what most forms have no place for; hint.rs  letters of other languages
//!
//! binary.rs  json.rs  uci.rs  epd.rs    the other forms of games; lines.rs splits those with lines
//! ```
//!
//! `annotate.rs`, `book.rs`, `check.rs`, `convert.rs`, `fens.rs`, `filter.rs`, `split.rs`, `stats.rs` are the subcommands;
//! `game.rs` is `philidor game`, which reads such files, too.

mod annotate;
mod annotation;
mod binary;
mod book;
mod check;
mod convert;
mod epd;
mod export;
mod fen_lines;
mod fens;
mod filter;
mod form;
pub(super) mod game;
mod game_line;
mod games;
mod hint;
mod input;
mod json;
mod left_out;
mod lines;
mod part;
mod rank_text;
mod reading;
mod replay;
mod replays;
mod short_text;
mod split;
mod stats;
mod text;
mod uci;
mod unchanged;

use std::process::ExitCode;

use philidor_host::interruption;

use super::{Output, WrongUsage};
use crate::args::{Form, PgnArgs, PgnCommand};

pub(super) fn run(args: &PgnArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    if !matches!(args.command, PgnCommand::Check { .. } | PgnCommand::Stats { .. }) {
        interruption::end_when_interrupted()?;
    }
    match &args.command {
        PgnCommand::Check { files, variations } => check::run(files, *variations, output),
        PgnCommand::Stats { files } => stats::run(files, output),
        PgnCommand::Convert { files, to, output: out } => {
            let to = to.unwrap_or(Form::Json);
            if output.json && to != Form::Json {
                let words = "--json means --to json and cannot be combined with another form";
                return Err(WrongUsage(anyhow::Error::msg(words)).into());
            }
            convert::run(files, to, out.output.as_deref())
        }
        PgnCommand::Filter { files, conditions, output: out } => {
            filter::run(files, conditions, output.json, out.output.as_deref())
        }
        PgnCommand::Fens { files, output: out } => fens::run(files, output.json, out.output.as_deref()),
        PgnCommand::Split { files, games, output: prefix } => split::run(files, *games, prefix, output),
        PgnCommand::Annotate { args, output: out } => {
            output.refuse_json("annotate writes PGN; `philidor analyze --json` is for programs")?;
            annotate::run(args, out.output.as_deref())
        }
        PgnCommand::Book { files, max_ply, min_games, output: path } => {
            book::run(files, *max_ply, *min_games, path, output)
        }
    }
}
