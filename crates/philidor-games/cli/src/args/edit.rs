//! `philidor pgn strip` and `philidor pgn tags`.

use philidor_games::arguments::{FilesArgs, OutputArgs};

pub(super) const STRIP_HELP: &str = "\
Examples:
  philidor pgn strip games.pgn -o moves.pgn           nothing but tags, moves and results
  philidor pgn strip games.pgn --clocks --evals       comments and variations stay
  philidor pgn strip games.pgn --texts --variations   clocks and evaluations stay

Without a flag, everything but tags, moves and results goes. Comments inside variations go with
them. A comment of which nothing is left goes, too. Games are written as PGN in export format, from
any format; bad games are reported and skipped.";

pub(super) const TAGS_HELP: &str = "\
Examples:
  philidor pgn tags games.pgn --set 'Event=Club, 2024' --remove Annotator -o out.pgn
  philidor pgn tags games.pgn --roster                the seven tags of the roster alone
  philidor pgn tags games.pgn --rename UTCDate=Date --keep Date,White,Black
  philidor pgn tags games.pgn --mend-results -o mended.pgn

Tags are renamed first, then removed, then set. FEN, SetUp and Variant, on which the moves depend,
always stay, and Result, which follows from the game. --mend-results gives a game the result on the
board, if there is mate, stalemate or what ends a game of a variant; or else that of its end, as in
`1. e4 e5 1-0`; or else, where that is `*`, the one of its tag. The tag then says the same, unless
it says something else, as `2-0`, and nothing is known. Games
are written as PGN in export format, from any format; bad games are reported and skipped.";

/// What is taken from games.
#[derive(Debug, clap::Args)]
pub(crate) struct StripArgs {
    #[command(flatten)]
    pub(crate) files: FilesArgs,

    /// Comments, with the commands in them
    #[arg(long)]
    pub(crate) comments: bool,

    /// Texts of comments; the commands in them stay
    #[arg(long)]
    pub(crate) texts: bool,

    /// Glyphs: `!?`, `$14`
    #[arg(long, alias = "nags")]
    pub(crate) glyphs: bool,

    /// Variations
    #[arg(long)]
    pub(crate) variations: bool,

    /// Clocks: `[%clk 0:05:00]`, `[%emt 0:00:07]`
    #[arg(long)]
    pub(crate) clocks: bool,

    /// Evaluations: `[%eval 0.17]`
    #[arg(long)]
    pub(crate) evals: bool,

    /// All commands in comments: `[%…]`
    #[arg(long)]
    pub(crate) commands: bool,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// What becomes of the tags of games.
#[derive(Debug, clap::Args)]
pub(crate) struct TagsArgs {
    #[command(flatten)]
    pub(crate) files: FilesArgs,

    /// Set a tag; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,

    /// Remove tags, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) remove: Vec<String>,

    /// Remove all tags but these, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) keep: Vec<String>,

    /// Remove all tags but Event, Site, Date, Round, White, Black and Result
    #[arg(long)]
    pub(crate) roster: bool,

    /// Rename a tag; may be repeated
    #[arg(long, value_name = "OLD=NEW")]
    pub(crate) rename: Vec<String>,

    /// Correct results by the board and the ends of games
    #[arg(long)]
    pub(crate) mend_results: bool,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
