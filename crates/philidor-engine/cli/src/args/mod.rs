//! The arguments of the command line and their help: `play.rs` has most subcommands, `annotate.rs`, `check_uci.rs` and
//! `tournament.rs` those with the most to say. What other programs take, too, is in
//! `philidor_engine` and `philidor_uci`.

mod annotate;
mod check_uci;
mod play;
mod tournament;

use clap::{Parser, Subcommand};
use philidor_games::arguments::OutputArgs;
use philidor_program::program::Arguments;

pub(crate) use annotate::AnnotateArgs;
pub(crate) use check_uci::CheckUciArgs;
pub(crate) use play::{AnalyzeArgs, BenchArgs, EvaluateArgs, GenfensArgs, PlayArgs, UciArgs};
pub(crate) use tournament::{MatchArgs, OpeningsArgs};

/// A chess engine for any chess program, and what one does with engines.
#[derive(Debug, Parser)]
#[command(
    name = "philidor-engine",
    version,
    max_term_width = 100,
    override_usage = "philidor-engine [OPTIONS] [COMMAND]",
    after_help = "\
Without a subcommand it speaks UCI, as chess programs start their engines.

Exit code: 0 fine, 1 faults or a file that cannot be read, 2 wrong usage, 130 interrupted."
)]
pub(crate) struct Args {
    /// Answer in JSON: one object per line
    #[arg(long, global = true, display_order = 100)]
    pub(crate) json: bool,

    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Arguments for Args {
    fn json(&self) -> bool {
        self.json
    }
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Uci(UciArgs),
    Analyze(AnalyzeArgs),
    Play(PlayArgs),
    Evaluate(EvaluateArgs),
    Bench(BenchArgs),
    Genfens(GenfensArgs),
    Match(Box<MatchArgs>),
    Openings(OpeningsArgs),
    CheckUci(CheckUciArgs),
    /// Add the engine's scores and best lines to games
    #[command(after_help = annotate::HELP)]
    Annotate {
        #[command(flatten)]
        args: AnnotateArgs,

        #[command(flatten)]
        output: OutputArgs,
    },
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use philidor_program::arguments::files::unknown_files;
    use philidor_program::program::unhelpful;

    use super::*;

    #[test]
    fn the_arguments_are_sound_and_say_what_they_are() {
        Args::command().debug_assert();
        assert_eq!(unknown_files(&Args::command()), [""; 0]);
        assert_eq!(unhelpful(&Args::command()), [""; 0]);
    }
}
