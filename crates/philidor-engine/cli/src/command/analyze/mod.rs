//! `philidor analyze`: the best moves of a position.
//!
//! ```text
//! request.rs             what the arguments ask of the engine
//!      │
//! thinking.rs            one thread searches, and sends what is new; this thread writes it: a live table on a
//!                        terminal, or JSON (`philidor_engine::arguments::analysis`)
//! ```

mod request;
mod thinking;

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use philidor::{Game, Position};
use philidor_engine::arguments::setting::{set_hash, set_net};
use philidor_engine::standard_with_tables;
use philidor_engine::{Analysis, Analyst, Control, SearchLimits};
use philidor_host::ending::threads;
use philidor_tables::report::EndgameAnswer;
use philidor_tables::syzygy::Tables;

use self::request::limits;
use self::thinking::{Progress, write};
use crate::args::AnalyzeArgs;
use philidor_program::terminal::output::Output;

pub(super) fn run(args: &AnalyzeArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let position = args.position.read()?;
    let endgames = Endgames::new(args)?;
    let mut analyst = endgames.analyst(args, limits(args, &position)?)?;
    let known = endgames.known(&position);
    let game = Game::from_position(position);
    let think = move |control: &Control, progress: Progress<'_>| match game.outcome() {
        Some(_) => (Analysis::new(position, 1), Vec::new()),
        None => (analyst.analyze_with(&game, control, progress), analyst.notices()),
    };
    write(position, think, known, args.glyphs.into(), output)
}

/// The Syzygy tables that are given, if any.
struct Endgames(Option<Arc<Tables>>);

impl Endgames {
    fn new(args: &AnalyzeArgs) -> anyhow::Result<Endgames> {
        let are_given = !args.tables.is_empty();
        Ok(Endgames(are_given.then(|| Tables::new().with_folders(&args.tables)).transpose()?.map(Arc::new)))
    }

    fn analyst(&self, args: &AnalyzeArgs, limits: SearchLimits) -> anyhow::Result<Analyst> {
        match &self.0 {
            Some(tables) => {
                analyst(args, limits, Analyst::from_bot(standard_with_tables(Arc::clone(tables))))
            }
            None => analyst(args, limits, Analyst::new()),
        }
    }

    /// What they know of the position.
    fn known(&self, position: &Position) -> Option<EndgameAnswer> {
        Some(EndgameAnswer::new(self.0.as_ref()?, position))
    }
}

fn analyst(args: &AnalyzeArgs, limits: SearchLimits, analyst: Analyst) -> anyhow::Result<Analyst> {
    let mut analyst = analyst.with_limits(limits).with_lines(args.lines);
    set_hash(&mut analyst, args.hash)?;
    set_net(&mut analyst, &args.net)?;
    analyst.set_option("Threads", &threads(args.threads).to_string()).context("--threads")?;
    // No clock is running, so no time has to be kept in reserve.
    analyst.set_option("Move Overhead", "0")?;
    Ok(analyst)
}
