//! The arguments of `philidor-train`: `train.rs` has self-play and training, `data.rs` the files of training data,
//! `tuning.rs` the tuning of evaluations and searches.

mod data;
mod train;
mod tuning;

use clap::{Parser, Subcommand};
use philidor_program::program::Arguments;

pub(crate) use data::{DataArgs, DataCommand, DataFiles, DataInput, DataOutput, StatsArgs};
pub(crate) use train::{SelfplayArgs, TrainArgs};
pub(crate) use tuning::{SpsaArgs, TuneArgs};

/// From games of its own to a net of its own
#[derive(Debug, Parser)]
#[command(name = "philidor-train", version, max_term_width = 100)]
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
    Selfplay(SelfplayArgs),
    Train(TrainArgs),
    Data(DataArgs),
    Tune(TuneArgs),
    Spsa(SpsaArgs),
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
