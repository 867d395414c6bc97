//! The arguments of the command line and their help: one file for each group of subcommands.

mod compare;
mod perft;
mod positions;
mod san;
mod share;
mod shell;
mod verify;

use clap::{Parser, Subcommand};
use philidor_program::program::Arguments;
use philidor_program::show::ShowArgs;

pub(crate) use compare::CompareArgs;
pub(crate) use perft::{PerftArgs, PerftMode};
pub(crate) use positions::{CheckFenArgs, MovesArgs};
pub(crate) use san::SanArgs;
pub(crate) use share::Share;
pub(crate) use shell::CompletionsArgs;
pub(crate) use verify::{Counters, SuiteFormat, VerifyArgs};

use crate::siblings;

/// The rules of chess in a terminal: count, list, show, check and convert.
#[derive(Debug, Parser)]
#[command(
    name = "philidor",
    version,
    max_term_width = 100,
    after_help = help(),
    subcommands = siblings::stubs()
)]
pub(crate) struct Args {
    /// Answer in JSON: one object per line
    #[arg(long, global = true, display_order = 100)]
    pub(crate) json: bool,

    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

fn help() -> String {
    let examples = [
        "philidor perft 7                        count the games of seven half-moves",
        "philidor moves --fen kiwipete           list the legal moves of a position",
        "philidor show --fen kiwipete            draw it, with what follows from its FEN",
        "philidor check-fen positions.txt        say what is wrong with each line",
        "philidor compare                        race the three generators",
        "philidor pgn check games.pgn.zst        play every move of every game, report the bad games",
        "philidor analyze --time 10s --lines 3   find the best moves",
        "philidor hunt -- ./my-engine            find what is wrong in another move generator",
        "philidor tables generate KBNvK          solve an endgame from nothing",
    ];
    format!(
        "{}\nExamples:\n  {}\n\n\
        Exit code: 0 fine, 1 faults in a FEN or a file that cannot be read, 2 wrong usage, 127 a program\n\
        that is not installed. Color: on a terminal, unless NO_COLOR is set.",
        siblings::help(),
        examples.join("\n  ")
    )
}

impl Arguments for Args {
    fn json(&self) -> bool {
        self.json
    }
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Perft(PerftArgs),
    Verify(VerifyArgs),
    Moves(MovesArgs),
    Compare(CompareArgs),
    Show(ShowArgs),
    CheckFen(CheckFenArgs),
    San(SanArgs),
    Completions(CompletionsArgs),
}

impl Command {
    /// The program that answers by the rules of a variant, or with endgame tables, if the arguments ask for either.
    pub(crate) fn answered_by(&self) -> Option<&'static str> {
        let variant = match self {
            Command::Perft(args) => args.variant.as_ref(),
            Command::Moves(args) => args.variant.as_ref(),
            Command::Show(args) if !args.tables.is_empty() => return Some("philidor-tables"),
            Command::Show(args) => args.variant.as_ref(),
            Command::CheckFen(args) => args.variant.as_ref(),
            Command::San(args) => args.variant.as_ref(),
            Command::Verify(_) | Command::Compare(_) | Command::Completions(_) => None,
        };
        variant.map(|_| "philidor-variants")
    }
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

    #[test]
    fn a_level_is_taken_exactly_if_the_cpu_has_it() {
        for &cpu in philidor::cpu::Cpu::ALL {
            let parsed = Args::try_parse_from(["philidor", "perft", "1", "--cpu", cpu.name()]);
            assert_eq!(parsed.is_ok(), cpu.is_available(), "{cpu}");
        }
    }
}
