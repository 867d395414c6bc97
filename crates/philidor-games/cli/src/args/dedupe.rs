//! `philidor pgn dedupe`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use philidor_games::TwinKind;
use philidor_host::number;

use philidor_games::arguments::{FilesArgs, OutputArgs};

pub(super) const HELP: &str = "\
Examples:
  philidor pgn dedupe old.pgn new.pgn -o all.pgn
  philidor pgn dedupe new.pgn --known old.pgn -o more.pgn  what old.pgn does not have
  philidor pgn dedupe games.pgn --dry-run             what would be dropped, and because of which
  philidor pgn dedupe games.pgn --drop same,part,retagged --keep richest -o games2.pgn
  philidor pgn dedupe games.pgn --tags none -o a.pgn  by their moves alone

A game is a twin of another if both start from the same position, by the same rules, and
  same      have the same moves, and their tags agree
  part      its moves are the beginning of the other's, and their tags agree
  retagged  have the same moves, but their tags do not agree: `Carlsen, M` and `Carlsen, Magnus`; or
            two short draws that happen to be alike
Tags agree if their letters and digits do, in any case: `Carlsen, M.` agrees with `CARLSEN M`, a
missing tag with `?` and `????.??.??`. Where Date is unknown, UTCDate counts. Results agree unless
both are known and differ; games of other results are `retagged` at most. If the first game has no
result, games of any result are its twins. Games of fewer half-moves than --min-plies are twins only
if all their tags agree. Games that have lost something to a fault (--lenient) are twins only of the
same text. What the moves are is found by playing them: comments, variations and how moves are
written do not matter.

The first of several twins stays, or the richest: the one with most comments, glyphs and variations,
then with most tags. Of a part and the whole it is always the whole. Games are not held in memory:
each takes at most about 200 bytes. --keep richest and `part` read files two or three times, so no
standard input and no pipe. The list has `file:line: game N: the same as game M of FILE`.";

/// Which twins are dropped.
#[derive(Debug, clap::Args)]
pub(crate) struct DedupeArgs {
    #[command(flatten)]
    pub(crate) files: FilesArgs,

    /// Twins to drop, separated by commas: `same`, `part`, `retagged`
    #[arg(long, value_name = "KINDS", default_value = "same", value_delimiter = ',', value_parser = twin_parser())]
    pub(crate) drop: Vec<TwinKind>,

    /// File of games that are known: their twins are dropped, and they are not written; may be repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) known: Vec<PathBuf>,

    /// Tags that have to agree, separated by commas, or `none`
    #[arg(long, value_name = "NAMES", default_value = "White,Black,Date", value_delimiter = ',')]
    pub(crate) tags: Vec<String>,

    /// Twin that stays
    #[arg(long, value_name = "WHICH", default_value = "first", value_parser = PossibleValuesParser::new(["first", "richest"]))]
    keep: String,

    /// Fewest half-moves of a twin, unless all its tags agree
    #[arg(long, value_name = "N", default_value = "10", value_parser = number(0..=u32::MAX))]
    pub(crate) min_plies: u32,

    /// Write no games, but which ones would be dropped
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// Write which games are dropped to standard output; the games need -o FILE then
    #[arg(long)]
    pub(crate) list: bool,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

impl DedupeArgs {
    /// Whether the richest of several twins stays.
    pub(crate) fn keep_richest(&self) -> bool {
        self.keep == "richest"
    }
}

fn twin_parser() -> impl TypedValueParser<Value = TwinKind> {
    PossibleValuesParser::new(TwinKind::ALL.map(TwinKind::name)).map(|name| {
        let named = TwinKind::ALL.into_iter().find(|kind| kind.name() == name);
        named.unwrap_or(TwinKind::Same)
    })
}
