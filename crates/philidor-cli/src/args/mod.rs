//! The arguments of the command line and their help: one file for each group of subcommands, and one for the words that
//! name values.

#[cfg(feature = "engine")]
mod check_uci;
#[cfg(feature = "engine")]
mod effort;

mod compare;
#[cfg(feature = "train")]
mod data;
mod files;
mod games;
#[cfg(feature = "hunt")]
mod hunt;
#[cfg(feature = "mcp")]
mod mcp;
mod perft;
#[cfg(feature = "pgn")]
mod pgn;
#[cfg(feature = "engine")]
mod play;
mod position;
mod positions;
mod share;
mod shell;
#[cfg(feature = "tables")]
mod tables;
#[cfg(feature = "engine")]
mod tournament;
#[cfg(feature = "train")]
mod train;
#[cfg(feature = "train")]
mod tuning;
mod values;

#[cfg(feature = "engine")]
pub(crate) use check_uci::CheckUciArgs;
use clap::{Parser, Subcommand};
pub(crate) use compare::CompareArgs;
#[cfg(feature = "train")]
pub(crate) use data::{DataArgs, DataCommand, DataFiles, DataInput, DataOutput, StatsArgs};
pub(crate) use files::protect_inputs;
pub(crate) use games::{BookArgs, BookCommand, SanArgs};
#[cfg(feature = "hunt")]
pub(crate) use hunt::{Counters, HuntArgs, Protocol, SuiteFormat, VerifyArgs};
#[cfg(feature = "mcp")]
pub(crate) use mcp::McpArgs;
pub(crate) use perft::{CountArgs, PerftArgs, PerftMode};
#[cfg(feature = "engine")]
pub(crate) use perft::{DEEPEST, MAX_THREADS};
#[cfg(all(feature = "engine", feature = "pgn"))]
pub(crate) use pgn::AnnotateArgs;
#[cfg(feature = "pgn")]
pub(crate) use pgn::{
    ConditionArgs, DedupeArgs, PgnArgs, PgnBookArgs, PgnCommand, RatingRange, SortArgs, SplitArgs, StripArgs,
    TagsArgs,
};
#[cfg(feature = "engine")]
pub(crate) use play::{AnalyzeArgs, BenchArgs, EvaluateArgs, GenfensArgs, NetArgs, PlayArgs, UciArgs};
#[cfg(all(feature = "hunt", feature = "variants"))]
pub(crate) use position::read_variant;
pub(crate) use position::{DoorArgs, PositionArgs, PositionsArgs};
pub(crate) use positions::{CheckFenArgs, MovesArgs, ShowArgs};
pub(crate) use share::Share;
pub(crate) use shell::CompletionsArgs;
#[cfg(feature = "tables")]
pub(crate) use tables::{CheckArgs, GenerateArgs, MetricName, ProbeArgs, TablesArgs, TablesCommand};
#[cfg(feature = "engine")]
pub(crate) use tournament::{MatchArgs, OpeningsArgs};
#[cfg(feature = "train")]
pub(crate) use train::{SelfplayArgs, TrainArgs};
#[cfg(feature = "train")]
pub(crate) use tuning::{SpsaArgs, TuneArgs};
pub(crate) use values::GlyphArgs;

/// The rules of chess in a terminal: count, list, show, check and convert.
#[derive(Debug, Parser)]
#[command(
    name = "philidor",
    version,
    max_term_width = 100,
    after_help = help()
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
        #[cfg(feature = "pgn")]
        "philidor pgn check games.pgn.zst        play every move of every game, report the bad games",
        #[cfg(feature = "engine")]
        "philidor analyze --time 10s --lines 3   find the best moves",
        #[cfg(feature = "hunt")]
        "philidor hunt -- ./my-engine            find what is wrong in another move generator",
        #[cfg(feature = "tables")]
        "philidor tables generate KBNvK          solve an endgame from nothing",
        "philidor compare                        race the three generators",
    ];
    format!(
        "Examples:\n  {}\n\n\
        Exit code: 0 fine, 1 faults in a FEN or a file that cannot be read, 2 wrong usage.\n\
        Color: on a terminal, unless NO_COLOR is set.",
        examples.join("\n  ")
    )
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Perft(PerftArgs),
    #[cfg(feature = "hunt")]
    Verify(VerifyArgs),
    #[cfg(feature = "hunt")]
    Hunt(HuntArgs),
    #[cfg(feature = "engine")]
    Uci(UciArgs),
    #[cfg(feature = "engine")]
    Analyze(AnalyzeArgs),
    #[cfg(feature = "engine")]
    Play(PlayArgs),
    #[cfg(feature = "engine")]
    Evaluate(EvaluateArgs),
    #[cfg(feature = "engine")]
    Bench(BenchArgs),
    #[cfg(feature = "engine")]
    Genfens(GenfensArgs),
    #[cfg(feature = "engine")]
    Match(MatchArgs),
    #[cfg(feature = "engine")]
    Openings(OpeningsArgs),
    #[cfg(feature = "train")]
    Selfplay(SelfplayArgs),
    #[cfg(feature = "train")]
    Train(TrainArgs),
    #[cfg(feature = "engine")]
    CheckUci(CheckUciArgs),
    #[cfg(feature = "train")]
    Data(DataArgs),
    #[cfg(feature = "train")]
    Tune(TuneArgs),
    #[cfg(feature = "train")]
    Spsa(SpsaArgs),
    Moves(MovesArgs),
    Compare(CompareArgs),
    Show(ShowArgs),
    CheckFen(CheckFenArgs),
    San(SanArgs),
    Book(BookArgs),
    #[cfg(feature = "pgn")]
    Pgn(PgnArgs),
    #[cfg(feature = "tables")]
    Tables(TablesArgs),
    #[cfg(feature = "mcp")]
    Mcp(McpArgs),
    Completions(CompletionsArgs),
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
    fn everything_has_a_help_and_no_line_of_it_is_longer_than_a_terminal() {
        fn judge(command: &clap::Command) {
            let name = command.get_name();
            assert!(command.get_about().is_some(), "{name} has no help");
            for argument in command.get_arguments() {
                assert!(argument.get_help().is_some(), "{name}: {} has no help", argument.get_id());
            }
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            for line in help.lines() {
                assert!(line.chars().count() <= 100, "{name}: {line}");
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
