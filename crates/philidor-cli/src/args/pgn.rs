//! The arguments of `philidor pgn`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use philidor::pgn::{GameResult, Letters};
use philidor_games::{Files, Form, Material, TagCondition};
#[cfg(feature = "engine")]
use philidor_host::Size;
use philidor_host::number;

#[cfg(feature = "engine")]
use super::effort::EffortArgs;
use super::perft::threads;
use super::values::{file_parser, letters_parser};

/// Check, count, filter, cut, convert and annotate files of games
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}{ANNOTATE_EXAMPLE}{DESCRIPTION}"))]
pub(crate) struct PgnArgs {
    #[command(subcommand)]
    pub(crate) command: PgnCommand,
}

const EXAMPLES: &str = "\
Examples:
  philidor pgn check games.pgn.zst                    play every move, report every bad game
  philidor pgn stats *.pgn                            games, results, lengths, ratings
  philidor pgn filter games.pgn --result 1-0 --min-rating 2400 -o wins.pgn
  philidor pgn filter games.pgn --position '8/8/8/8/8/8/4k3/R3K2R w KQ - 0 1'
  philidor pgn convert games.pgn --to json | jq .moves
  philidor pgn fens games.pgn -o positions.fen
  philidor pgn split games.pgn --games 10000 -o part  part-0001.pgn and so on
";

const ANNOTATE_EXAMPLE: &str = if cfg!(feature = "engine") {
    "  philidor pgn annotate games.pgn -o scores.pgn       with the engine's scores\n"
} else {
    ""
};

/// Which games of variants are read.
const VARIANTS: &str = if cfg!(feature = "variants") {
    "
Games of variants are played by their own rules, which the tag Variant of each game names:
Antichess, Atomic, Crazyhouse, Giveaway, Horde, King of the Hill, Racing Kings, Suicide or
Three-check. A file may mix them with chess. A game of any other variant is bad. `binary`, `epd`,
`pgn book` and `pgn annotate` have no place for variants and refuse them.
"
} else {
    ""
};

const DESCRIPTION: &str = "\
\x20 philidor pgn book games.pgn -o book.bin             a Polyglot opening book

Files may be packed with zstd, gzip or bzip2, whatever their names; `-` or no file is standard
input. All subcommands read all forms that `convert` writes; `filter` and `split` keep the form. Bad
games are reported as `file:line:column: reason`, by `check` on standard output and by the others on
standard error, and skipped. On a terminal, standard error shows the progress. Output files appear
when they are complete and replace older ones, except that `split` never replaces one.

With --lenient, a fault in a PGN game costs its part, with a warning. Malformed tags, comments of
more than 1 MiB and variations inside 256 others are left out; a FEN gets `w - - 0 1` for fields
that it lacks; a fault in a variation cuts the variation; null moves (`--`, `Z0`, `0000`, `@@@@`)
are kept as such; a missing result is that of the tag Result, or `*`. A game with an illegal move or
another fault in its main line is kept up to it. When it is written, a game that has lost something
has a tag Fault that says why. Text without a tag or a legal move is still bad. After a game without
an end, reading goes on at the next one with tags; games without tags in between are counted as
lost.

`check` also warns about games whose result contradicts their tag Result, or a mate or stalemate on
the board; such games still count as good. `convert` warns about the tag and keeps it. With --json,
`check` writes an object for each bad game and each warning and one for all games, `stats` and
`book` write one for all games, `convert` and `filter` one for each game, `fens` one for each
position, and `split` one for each file.

Exit code: 0 fine, even with warnings, 1 bad or lost games or a file that cannot be read or written,
2 wrong usage.";

/// What each form keeps, and what it loses.
const FORMS: &str = "\
Examples:
  philidor pgn convert games.pgn --to json | jq .moves
  philidor pgn convert games.pgn --to binary -o games.bin
  philidor pgn convert games.bin --to pgn             the form of the input is recognized
  philidor pgn convert positions.txt --from fen --to pgn

Forms, each of which may be input and output:
  pgn     export format; from PGN with comments and variations, which all other forms lose; so the
          moves of variations must be legal, too, as for `pgn check --variations`
  json    an object per line: tags, start, result, moves (SAN), uci; read without `moves`
  binary  tags, start, result, one byte per move
  uci     `position startpos moves e2e4` per line: start and moves; of a variant
          `variant atomic position startpos moves e2e4`
  epd     the last position per line, with players and result as comments (` - ` in White's name
          becomes `-`); read as games without moves: `id` becomes the tag Event, `eco` ECO, `nic`
          NIC, `c0` to `c9` C0 to C9; other operations are lost
  fen     the last position per line, and nothing else; read as epd. `pgn fens` writes all positions
";

/// What follows the forms.
const FORMS_END: &str = "
Bad games and lines are reported and skipped. A tag Result that contradicts the moves is kept, with
a warning. Other warnings name tags that PGN cannot have, and variations without moves, whose
comments go to the move before them; the last one counts the comments, glyphs and variations that
json, binary and uci leave out. With --lenient, faulty games are kept as far as they go (see
`philidor pgn --help`).

Exit code: 0 fine, 1 bad games or a file that cannot be read or written, 2 wrong usage.";

const CHECK: &str = "\
Examples:
  philidor pgn check games.pgn.zst
  philidor pgn check games.pgn --variations           the moves of variations, too
  philidor pgn check games.pgn --lenient              what can be kept of faulty games is good
  philidor pgn check partien.pgn --letters german     Sf3 is Nf3
  philidor pgn check games.json --json | tail -1
";

const STATS: &str = "\
Examples:
  philidor pgn stats *.pgn
  philidor pgn stats games.bin                        any form that `convert` writes
  philidor pgn stats games.pgn --json | jq .openings";

const FILTER: &str = "\
Examples:
  philidor pgn filter games.pgn --result 1-0 --min-rating 2400 -o wins.pgn
  philidor pgn filter games.pgn --tag 'White~Carlsen' --max-plies 50
  philidor pgn filter games.pgn --material KRPKR
  philidor pgn filter games.json --position kiwipete  JSON in, JSON out

A position is one of chess; games of variants that have it match, whatever their pockets and checks.";

const FENS: &str = "\
Examples:
  philidor pgn fens games.pgn -o positions.fen
  philidor pgn fens games.pgn | sort -u | wc -l
  philidor pgn fens games.pgn --json                  with ply, move and number of the game";

const SPLIT: &str = "\
Examples:
  philidor pgn split games.pgn --games 10000 -o part  part-0001.pgn and so on
  philidor pgn split games.bin --games 500 -o part    part-0001.bin and so on";

#[cfg(feature = "engine")]
const ANNOTATE: &str = "\
Examples:
  philidor pgn annotate games.pgn -o annotated.pgn
  philidor pgn annotate games.pgn --depth 16 --variations 100 --glyphs
  philidor pgn annotate games.json --time 2s          any form that `convert` writes

After each move of the main line, [%eval 0.17] says in pawns how good the position is for White, and
[%eval #-3] that Black mates in three moves, as on Lichess. A score that is already there is
replaced; comments, glyphs, variations and all other commands stay. There is none after mate or
stalemate.

A move loses as much as the score of its side falls, where scores of more than 10 pawns and mates
count as 10. --glyphs marks moves that lose half a pawn with ?!, one pawn with ? and three with ??,
unless they are marked. --variations adds the best line, of up to ten half-moves, where a move loses
that much and the line does not begin like a variation that is there.

With --depth or --nodes, the same command of the same version writes the same, on any number of
threads; with --time it depends on the machine. Without a limit, 100,000 nodes are searched for each
position.";

const BOOK: &str = "\
Examples:
  philidor pgn book games.pgn -o book.bin
  philidor pgn book *.pgn --max-ply 20 --min-games 5 -o book.bin
  philidor book book.bin                              what the book has for the start position";

/// What can be done with files of games.
#[derive(Debug, Subcommand)]
pub(crate) enum PgnCommand {
    /// Play every move of every game, and report bad games with line, column and reason
    #[command(after_help = format!("{CHECK}{VARIANTS}").trim_end().to_owned())]
    Check {
        #[command(flatten)]
        files: FilesArgs,

        /// Play the moves of variations, too
        #[arg(long)]
        variations: bool,
    },
    /// Count games, moves, results, lengths, ratings, events and openings
    #[command(after_help = STATS)]
    Stats {
        #[command(flatten)]
        files: FilesArgs,
    },
    /// Write games in another form
    #[command(after_help = format!("{FORMS}{VARIANTS}{FORMS_END}"), override_usage = "philidor pgn convert [OPTIONS] --to <FORM> [FILES]...")]
    Convert {
        #[command(flatten)]
        files: FilesArgs,

        /// Form to write, required; --json is `--to json`
        #[arg(long, value_name = "FORM", value_parser = form_parser(), required_unless_present = "json")]
        to: Option<Form>,

        #[command(flatten)]
        output: OutputArgs,
    },
    /// Write the games that match all conditions, unchanged
    #[command(after_help = FILTER)]
    Filter {
        #[command(flatten)]
        files: FilesArgs,

        #[command(flatten)]
        conditions: ConditionArgs,

        #[command(flatten)]
        output: OutputArgs,
    },
    /// Write every position of every game, one FEN per line
    #[command(after_help = FENS)]
    Fens {
        #[command(flatten)]
        files: FilesArgs,

        #[command(flatten)]
        output: OutputArgs,
    },
    /// Split files into files of N games: PREFIX-0001.pgn and so on
    #[command(after_help = SPLIT)]
    Split {
        #[command(flatten)]
        files: FilesArgs,

        /// Number of games in each file
        #[arg(long, value_name = "N", value_parser = number(NonZero::<u64>::MIN..=NonZero::<u64>::MAX))]
        games: NonZero<u64>,

        /// Beginning of the file names
        #[arg(short, long, value_name = "PREFIX")]
        output: PathBuf,
    },
    /// Add the engine's scores and best lines to games
    #[cfg(feature = "engine")]
    #[command(after_help = ANNOTATE)]
    Annotate {
        #[command(flatten)]
        args: AnnotateArgs,

        #[command(flatten)]
        output: OutputArgs,
    },
    /// Make a Polyglot opening book
    #[command(after_help = BOOK)]
    Book {
        #[command(flatten)]
        files: FilesArgs,

        /// Last half-move of each game to count
        #[arg(long, value_name = "N", default_value = "30", value_parser = number(0..=u32::MAX))]
        max_ply: u32,

        /// Leave out moves played in fewer games
        #[arg(long, value_name = "N", default_value = "3", value_parser = number(0..=u32::MAX))]
        min_games: u32,

        /// The book
        #[arg(short, long, value_name = "FILE", value_parser = file_parser())]
        output: PathBuf,
    },
}

/// Which files, and how many threads.
#[derive(Debug, clap::Args)]
pub(crate) struct FilesArgs {
    /// Files of games, packed or not; `-` is standard input
    #[arg(default_value = "-")]
    pub(crate) files: Vec<PathBuf>,

    /// Number of threads [default: all available cores]
    #[arg(long, alias = "jobs", value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZero<usize>>,

    /// Form of the files [default: recognized file by file, PGN where in doubt]
    #[arg(long, value_name = "FORM", value_parser = form_parser())]
    pub(crate) from: Option<Form>,

    /// Keep faulty games of PGN, without malformed tags and up to the first fault of the main line
    #[arg(long)]
    pub(crate) lenient: bool,

    /// Language of the letters of pieces in PGN
    #[arg(long, value_name = "LANGUAGE", default_value = "english", hide_default_value = true, value_parser = letters_parser())]
    pub(crate) letters: Letters,

    /// Let comments in braces of PGN contain others
    #[arg(long)]
    pub(crate) nested_comments: bool,
}

impl From<&FilesArgs> for Files {
    fn from(args: &FilesArgs) -> Files {
        Files {
            paths: args.files.clone(),
            threads: args.threads,
            from: args.from,
            lenient: args.lenient,
            letters: args.letters,
            nested_comments: args.nested_comments,
        }
    }
}

/// What is added to which games.
#[cfg(feature = "engine")]
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

    /// Size of the table of positions of each thread; K, M, G and T are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = "16M")]
    pub(crate) hash: Size,
}

/// Where the result goes.
#[derive(Debug, clap::Args)]
pub(crate) struct OutputArgs {
    /// File to write [default: standard output, which is also `-`]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Which games.
#[derive(Debug, clap::Args)]
pub(crate) struct ConditionArgs {
    /// Tag with this value, as in `White=Carlsen, M`, or containing it, as in `White~Carlsen`; may be repeated
    #[arg(long = "tag", value_name = "NAME=VALUE")]
    pub(crate) tags: Vec<TagCondition>,

    /// Minimum rating of both players
    #[arg(long, value_name = "ELO", value_parser = number(0..=u32::MAX))]
    pub(crate) min_rating: Option<u32>,

    /// Maximum rating of both players
    #[arg(long, value_name = "ELO", value_parser = number(0..=u32::MAX))]
    pub(crate) max_rating: Option<u32>,

    /// Result: `1-0`, `0-1`, `1/2-1/2` or `*`
    #[arg(long, value_parser = result_parser())]
    pub(crate) result: Option<GameResult>,

    /// Minimum number of half-moves
    #[arg(long, value_name = "N", value_parser = number(0..=u32::MAX))]
    pub(crate) min_plies: Option<u32>,

    /// Maximum number of half-moves
    #[arg(long, value_name = "N", value_parser = number(0..=u32::MAX))]
    pub(crate) max_plies: Option<u32>,

    /// Position that the game reaches, with any clocks: a FEN or a name
    #[arg(long, value_name = "FEN")]
    pub(crate) position: Option<String>,

    /// Pieces and pawns left at some point, side by side, as in `KRPKR`; either color may have either side
    #[arg(long, value_name = "PIECES")]
    pub(crate) material: Option<Material>,
}

fn form_parser() -> impl TypedValueParser<Value = Form> {
    PossibleValuesParser::new(["pgn", "json", "binary", "uci", "epd", "fen"]).map(|name| {
        match name.as_str() {
            "json" => Form::Json,
            "uci" => Form::Uci,
            "epd" => Form::Epd,
            "fen" => Form::Fen,
            "binary" => Form::Binary,
            _ => Form::Pgn,
        }
    })
}

fn result_parser() -> impl TypedValueParser<Value = GameResult> {
    PossibleValuesParser::new(["1-0", "0-1", "1/2-1/2", "*"])
        .map(|marker| GameResult::from_bytes(marker.as_bytes()).unwrap_or_default())
}
