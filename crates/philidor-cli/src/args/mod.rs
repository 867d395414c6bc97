//! The arguments of the command line and their help: one file for each group of subcommands, and one for the words that
//! name values.

mod effort;

mod games;
mod generators;
mod hunt;
mod perft;
mod pgn;
mod play;
mod position;
mod positions;
mod share;
mod shell;
mod tournament;
mod values;

use clap::{Parser, Subcommand};

pub(crate) use games::{BookArgs, GameArgs, SanArgs};
pub(crate) use generators::{CompareArgs, DrawArgs, MagicsArgs, Picture};
pub(crate) use hunt::{HuntArgs, Protocol, SuiteForm, VerifyArgs, Ways};
pub(crate) use perft::{DEEPEST, MAX_THREADS, PerftArgs, PerftMode};
pub(crate) use pgn::{AnnotateArgs, ConditionArgs, FilesArgs, Form, PgnArgs, PgnCommand};
pub(crate) use play::{AnalyzeArgs, BenchArgs, EvaluateArgs, PlayArgs, UciArgs};
pub(crate) use position::{DoorArgs, PositionArgs, PositionsArgs};
pub(crate) use positions::{CheckFenArgs, MovesArgs, ShowArgs};
pub(crate) use share::Share;
pub(crate) use shell::{CompletionsArgs, ManArgs};
pub(crate) use tournament::{MatchArgs, OpeningsArgs};
pub(crate) use values::{Attacker, Generator, GlyphArgs, Notation};

/// The rules of chess in a terminal: count, list, show, check and convert.
#[derive(Debug, Parser)]
#[command(
    name = "philidor",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  philidor perft 7                        count the games of seven half-moves
  philidor moves --fen kiwipete           list the legal moves of a position
  philidor show --fen kiwipete            draw it, with what follows from its FEN
  philidor check-fen positions.txt        say what is wrong with each line
  philidor pgn check games.pgn.zst        play every move of every game, report the bad games
  philidor analyze --time 10s --lines 3   find the best moves
  philidor hunt -- ./my-engine            find what is wrong in another move generator
  philidor compare                        race the three generators

Exit code: 0 fine, 1 faults in a FEN or a file that cannot be read, 2 wrong usage.
Color: on a terminal, unless NO_COLOR is set."
)]
pub(crate) struct Args {
    /// Answer in JSON: one object per line
    #[arg(long, global = true, display_order = 100)]
    pub(crate) json: bool,

    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Perft(PerftArgs),
    Verify(VerifyArgs),
    Hunt(HuntArgs),
    Uci(UciArgs),
    Analyze(AnalyzeArgs),
    Play(PlayArgs),
    Evaluate(EvaluateArgs),
    Bench(BenchArgs),
    Match(MatchArgs),
    Openings(OpeningsArgs),
    Moves(MovesArgs),
    Compare(CompareArgs),
    Magics(MagicsArgs),
    Draw(DrawArgs),
    Show(ShowArgs),
    CheckFen(CheckFenArgs),
    San(SanArgs),
    Game(GameArgs),
    Book(BookArgs),
    Pgn(PgnArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_has_no_contradictions() {
        Args::command().debug_assert();
    }

    /// A terminal, or the manual page, would break a longer line in the middle.
    #[test]
    fn no_line_of_a_help_is_longer_than_a_terminal() {
        fn judge(command: &clap::Command) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            for line in help.lines() {
                assert!(line.chars().count() <= 100, "{}: {line}", command.get_name());
            }
            command.get_subcommands().for_each(judge);
        }
        judge(&Args::command());
    }

    #[test]
    fn a_level_is_taken_exactly_if_the_cpu_has_it() {
        for &cpu in philidor::Cpu::ALL {
            let parsed = Args::try_parse_from(["philidor", "perft", "1", "--cpu", cpu.name()]);
            assert_eq!(parsed.is_ok(), cpu.is_available(), "{cpu}");
        }
    }
}
