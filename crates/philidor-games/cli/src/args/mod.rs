//! The arguments of `philidor-pgn`: those of all subcommands, and one file for each, as in `command/`.
//!
//! | file | what it is |
//! |---|---|
//! | `book.rs`, `check.rs`, `convert.rs`, `dedupe.rs`, `fens.rs`, `filter.rs`, `split.rs`, `stats.rs` | a subcommand |
//! | `polyglot.rs` | what a book has, several books as one |
//! | `edit.rs`, `sort.rs` | two: `strip` and `tags`, `sort` and `merge` |

mod book;
mod check;
mod convert;
mod dedupe;
mod edit;
mod fens;
mod filter;
mod polyglot;
mod sort;
mod split;
mod stats;

use clap::{Parser, Subcommand};
use philidor_games::{Format, SortKey};

use philidor_games::arguments::{FilesArgs, InputArgs, OutputArgs, format_parser};
use philidor_program::program::Arguments;

pub(crate) use book::PgnBookArgs;
pub(crate) use dedupe::DedupeArgs;
pub(crate) use edit::{StripArgs, TagsArgs};
pub(crate) use filter::{ConditionArgs, RatingRange};
pub(crate) use polyglot::{BookCommand, PolyglotArgs};
pub(crate) use sort::SortArgs;
pub(crate) use split::SplitArgs;

/// Check, count, filter, cut and convert files of games
#[derive(Debug, Parser)]
#[command(name = "philidor-pgn", version, max_term_width = 100, after_help = HELP)]
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

const HELP: &str = "\
Examples:
  philidor pgn check games.pgn.zst                    play every move, report every bad game
  philidor pgn stats *.pgn                            games, results, lengths, ratings
  philidor pgn filter games.pgn --result 1-0 --min-rating 2400 -o wins.pgn
  philidor pgn filter games.pgn --position '8/8/8/8/8/8/4k3/R3K2R w KQ - 0 1'
  philidor pgn dedupe old.pgn new.pgn -o all.pgn      each game once
  philidor pgn sort games.pgn --by Date,Round -o by-date.pgn
  philidor pgn convert games.pgn --to json | jq .moves
  philidor pgn fens games.pgn -o positions.fen
  philidor pgn split games.pgn --games 10000 -o part  part-0001.pgn and so on
  philidor annotate games.pgn -o scores.pgn           with the engine's scores
  philidor pgn book games.pgn -o book.bin             a Polyglot opening book

Files may be packed with zstd (a window of up to 128 MiB), gzip or bzip2, whatever their names; an
output is packed if its name ends in .zst, .gz or .bz2, but not the parts of `split` and not a book.
`-` or no file is standard input. All subcommands read every format that `convert` writes; `filter`,
`dedupe`, `sort`, `merge` and `split` keep it. Bad games are reported as `file:line:column: reason`,
by `check` on standard output and by the others on standard error, and skipped. Moves are played
where they matter: `split`, `sort`, `merge` and `filter` by tags look at the syntax alone. On a
terminal, standard error shows the progress. Output files appear when they are complete and replace
older ones, except that `split` never replaces one, and that a write-protected one is kept. An
output may be an input of `filter`, `dedupe`, `sort`, `merge`, `strip`, `tags`, `annotate` or
`convert`, if it keeps the format; with a bad game, which would be lost, the input stays as it was.

With --lenient, a fault in a PGN game costs its part, with a warning. Malformed tags, comments of
more than 1 MiB and variations inside 256 others are left out; a FEN gets `w - - 0 1` for fields
that it lacks, and loses castling rights and an en-passant square that are impossible; of several
tags Variant the last one counts, of several FEN the last position; a fault in a variation cuts the
variation; null moves (`--`, `Z0`, `0000`, `@@@@`) are kept as such; castling written as `Kg1` is
read; a missing result is that of the tag Result, or `*`. A game with an illegal move or another
fault in its main line is kept up to it. When it is written, a game that has lost something has a
tag Fault that says why. Text without a tag or a legal move is still bad, and so is a game whose
last tag Variant names no variant known here. After a game without an end, reading continues at the
next one with tags; games without tags in between are counted as lost.

`check` also warns about games whose result contradicts their tag Result, or a mate or stalemate on
the board, and about wrong move numbers and marks of check; such games still count as good.
`convert` warns about the tag and keeps it. With --json, `check` writes an object for each bad game
and each warning and one for all games, `stats` and `book` write one for all games, `convert` and
`filter` one for each game, `fens` one for each position, `split` one for each file, and `dedupe`
one for each twin and one for all games.

Exit code: 0 fine, even with warnings, 1 bad or lost games or a file that cannot be read or written,
2 wrong usage.";

/// Which games of variants are read.
const VARIANTS: &str = "
Games of variants are played by their own rules, which the tag Variant of each game names:
Antichess, Atomic, Crazyhouse, Giveaway, Horde, King of the Hill, Racing Kings, Suicide or
Three-check. A file may mix them with chess. A game of any other variant is bad. `binary`, `epd` and
`pgn book` have no place for variants and refuse them.
";

/// What can be done with files of games.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play every move of every game, and report bad games with line, column and reason
    #[command(after_help = format!("{}{VARIANTS}", check::HELP).trim_end().to_owned())]
    Check {
        #[command(flatten)]
        files: FilesArgs,

        /// Play the moves of variations, too
        #[arg(long)]
        variations: bool,

        /// A move that is not written as SAN prescribes is a fault; only a + or # may be missing. For PGN
        #[arg(long, conflicts_with = "lenient")]
        strict: bool,
    },
    /// Count games, moves, results, lengths, ratings, events and openings
    #[command(after_help = stats::HELP)]
    Stats {
        #[command(flatten)]
        files: FilesArgs,
    },
    /// Write games in another format
    #[command(after_help = format!("{}{VARIANTS}{}", convert::HELP, convert::HELP_END))]
    Convert {
        #[command(flatten)]
        files: FilesArgs,

        /// Format to write, required; --json is `--to json`
        #[arg(long, value_name = "FORMAT", value_parser = format_parser(), required_unless_present = "json")]
        to: Option<Format>,

        #[command(flatten)]
        output: OutputArgs,
    },
    /// Write the games that match all conditions, unchanged
    #[command(after_help = filter::HELP)]
    Filter {
        #[command(flatten)]
        files: FilesArgs,

        #[command(flatten)]
        conditions: Box<ConditionArgs>,

        #[command(flatten)]
        output: OutputArgs,
    },
    /// Write the games without twins: those that other games repeat
    #[command(after_help = dedupe::HELP)]
    Dedupe(DedupeArgs),
    /// Write every position of every game, one FEN per line
    #[command(after_help = fens::HELP)]
    Fens {
        #[command(flatten)]
        files: FilesArgs,

        #[command(flatten)]
        output: OutputArgs,
    },
    /// Write games without comments, glyphs, variations, clocks or evaluations
    #[command(after_help = edit::STRIP_HELP)]
    Strip(StripArgs),
    /// Write games with tags set, removed or renamed, and results corrected
    #[command(after_help = edit::TAGS_HELP)]
    Tags(TagsArgs),
    /// Write games in an order, of dates, players, ratings or any tag
    #[command(after_help = sort::HELP)]
    Sort(SortArgs),
    /// Make one sorted file of sorted files
    #[command(after_help = sort::MERGE_HELP)]
    Merge {
        #[command(flatten)]
        files: InputArgs,

        /// By what the files are sorted, as for `sort`
        #[arg(long, value_name = "KEYS", default_value = "Date", value_delimiter = ',')]
        by: Vec<SortKey>,

        #[command(flatten)]
        output: OutputArgs,
    },
    /// Split files into files of N games, or of the games with each value of a tag
    #[command(after_help = split::HELP)]
    Split(SplitArgs),
    /// Make a Polyglot opening book
    #[command(after_help = book::HELP)]
    Book(PgnBookArgs),
    Polyglot(PolyglotArgs),
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
