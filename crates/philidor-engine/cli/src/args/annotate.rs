//! `philidor annotate`.

use philidor_host::{Size, number};

use philidor_games::arguments::FilesArgs;

use philidor_engine::arguments::effort::EffortArgs;

pub(super) const HELP: &str = "\
Examples:
  philidor annotate games.pgn -o annotated.pgn
  philidor annotate games.pgn --depth 16 --variations 100 --glyphs
  philidor annotate games.json --time 2s              any format that `convert` writes
  philidor annotate games.pgn --opening           only the tags ECO and Opening

After each move of the main line, [%eval 0.17] says in pawns how good the position is for White, and
[%eval #-3] that Black mates in three moves, as on Lichess. A score that is already there is
replaced; comments, glyphs, variations and all other commands stay. There is none after mate or
stalemate. A game of a variant is written as it is, with a warning.

A move loses as much as the score of its side falls, where scores of more than 10 pawns and mates
count as 10. --glyphs marks moves that lose half a pawn with ?!, one pawn with ? and three with ??,
unless they are marked. --variations adds the best line, of up to ten half-moves, where a move loses
that much and the line does not begin like a variation that is there.

--opening names the last position of the main line that has a name, whatever moves led to it, in the
tags ECO and Opening. Alone it adds nothing else; with a limit, --glyphs or
--variations the scores are added, too. The names are those of github.com/lichess-org/chess-openings
(public domain).

With --depth or --nodes, the same command of the same version writes the same, on any number of
threads; with --time it depends on the machine. Without a limit, 100,000 nodes are searched for each
position.";

/// What is added to which games.
#[derive(Debug, clap::Args)]
pub(crate) struct AnnotateArgs {
    #[command(flatten)]
    pub(crate) files: FilesArgs,

    #[command(flatten)]
    pub(crate) effort: EffortArgs,

    /// Add the best line where a move loses this many hundredths of a pawn
    #[arg(long, value_name = "CP", value_parser = number(1..=1_000_i32))]
    pub(crate) variations: Option<i32>,

    /// Mark bad moves with ?!, ? and ??
    #[arg(long)]
    pub(crate) glyphs: bool,

    /// Name the opening in the tags ECO and Opening; alone, without scores
    #[arg(long)]
    pub(crate) opening: bool,

    /// Size of each thread's table of positions; K, M, G and T are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = "16M")]
    pub(crate) hash: Size,
}

impl AnnotateArgs {
    /// Whether the engine has to search.
    pub(crate) fn has_scores(&self) -> bool {
        let EffortArgs { time, depth, nodes } = self.effort;
        let is_asked = time.is_some() || depth.is_some() || nodes.is_some();
        !self.opening || is_asked || self.glyphs || self.variations.is_some()
    }
}
