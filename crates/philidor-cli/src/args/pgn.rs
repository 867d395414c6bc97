//! The arguments of `philidor pgn`.

use std::num::NonZero;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use philidor::Color;
use philidor::pgn::{GameResult, Letters};
use philidor_games::{
    BookWeight, Expression, Files, Form, Material, Pattern, SortKey, SplitKey, TagCondition, TwinKind,
    scoutfish,
};
use philidor_host::{Size, number};

#[cfg(feature = "engine")]
use super::effort::EffortArgs;
use super::perft::threads;
use super::values::{color_parser, file_parser, letters_parser};

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
  philidor pgn dedupe old.pgn new.pgn -o all.pgn      each game once
  philidor pgn sort games.pgn --by Date,Round -o by-date.pgn
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
Three-check. A file may mix them with chess. A game of any other variant is bad. `binary`, `epd` and
`pgn book` have no place for variants and refuse them.
"
} else {
    ""
};

const DESCRIPTION: &str = "\
\x20 philidor pgn book games.pgn -o book.bin             a Polyglot opening book

Files may be packed with zstd, gzip or bzip2, whatever their names; an output is packed if its name
ends in .zst, .gz or .bz2, but not the parts of `split` and not a book. `-` or no file is standard
input. All subcommands read all forms that `convert` writes; `filter`, `dedupe`, `sort`, `merge` and
`split` keep the form. Bad games are reported as `file:line:column: reason`, by `check` on standard
output and by the others on standard error, and skipped. Moves are played where they matter:
`split`, `sort`, `merge` and `filter` by tags look at the syntax alone. On a terminal, standard
error shows the progress. Output files appear when they are complete and replace older ones, except
that `split` never replaces one.

With --lenient, a fault in a PGN game costs its part, with a warning. Malformed tags, comments of
more than 1 MiB and variations inside 256 others are left out; a FEN gets `w - - 0 1` for fields
that it lacks; of several tags Variant the last one counts, of several FEN the last position; a
fault in a variation cuts the variation; null moves (`--`, `Z0`, `0000`, `@@@@`) are kept as such; a
missing result is that of the tag Result, or `*`. A game with an illegal move or another fault in
its main line is kept up to it. When it is written, a game that has lost something has a tag Fault
that says why. Text without a tag or a legal move is still bad, and so is a game whose last tag
Variant names no variant known here. After a game without an end, reading goes on at the next one
with tags; games without tags in between are counted as lost.

`check` also warns about games whose result contradicts their tag Result, or a mate or stalemate on
the board; such games still count as good. `convert` warns about the tag and keeps it. With --json,
`check` writes an object for each bad game and each warning and one for all games, `stats` and
`book` write one for all games, `convert` and `filter` one for each game, `fens` one for each
position, `split` one for each file, and `dedupe` one for each twin and one for all games.

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
  pgn     export format; comments, glyphs and variations come from PGN and JSON, and the moves of
          variations must be legal, too, as for `pgn check --variations`
  json    an object per line: tags, start, result, moves (SAN), uci; read without `moves`. A game
          with comments, glyphs or variations has `movetext`, too, an object for each move: san,
          nags, comment, variations (lists of such objects; the first may have `before` and
          `nags_before`); nags and comment of the object come before the first move
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
a warning. Other warnings name tags that PGN cannot have, variations without moves, whose comments
go to the move before them, and for JSON variations with illegal moves, which are cut; the last one
counts the comments, glyphs and variations that binary and uci leave out. With --lenient, faulty
games are kept as far as they go (see `philidor pgn --help`).

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
  philidor pgn filter games.pgn --where 'WhiteElo >= 2500 and not (Event =~ \"(?i)blitz\")'
  philidor pgn filter games.pgn --tag 'White~Carlsen' --since 2024.03 --max-plies 50
  philidor pgn filter games.pgn --where 'White ~ Tal or Black ~ Tal' --skip 10 --first 5
  philidor pgn filter games.pgn --material KRPKR
  philidor pgn filter games.json --position kiwipete  JSON in, JSON out
  philidor pgn filter games.pgn --pattern 'isolated P on d4 and Q > 0 then plays takes q'
  philidor pgn filter games.pgn --pattern 'either pawns 8/pp3ppp/4p3/3p4/3P4/8/PP3PPP/8'
  philidor pgn filter games.pgn --scoutfish '{\"white-move\": \"O-O-O\", \"result\": \"1-0\"}'

All flags must hold. An expression is made of conditions with `and`, `or`, `not` and parentheses.
A condition is a name, an operator and a value, in quotes if it has blanks. Names are tags, and
  rating    of both players                   plies     the number of half-moves
  result    1-0, 0-1, 1/2-1/2 or *, as the moves end; the tag is Result
  end       mate, stalemate, variant (what else ends games of a variant) or none, on the board
  position  a FEN or a name that is reached   material  pieces left at some point, as KRPKR
  pattern   what happens in the game, as below
Operators are = and != for the whole value, < <= > >= for dates, numbers and texts in the order of
`philidor pgn sort`, ~ for a part of the value, and =~ for a regular expression, in which (?i)
stands for any case of a to z. Of tags whose names end in Date, dates are compared, and `Date =
2024.03` is any day of that month. What is unknown of the date of a game may be any day: 2024.??.??
is both before and after 2024.06. Where Date is unknown, UTCDate counts. No condition holds for a
tag that a game lacks, and none of < <= > >= for an unknown one (`?`, `-`); but != holds where =
does not.

A pattern holds at a ply: in the position after that many half-moves, with the move that is played
there. A game is kept if it holds at some ply; games of variants have none. Its words:
  board 8/8/p7/8/8/1B3N2/8/8      these pieces; digits are squares that do not matter, `.` is empty,
                                  [Nb] one of these, [^P] none of these, A and a any of a color
  fen BOARD, fen FEN              this board; this position, with any clocks
  N on f3, NB on c3,d-e,4         White's knight there; e a file, 4 a rank, a1-c3, d-e all between
  P on a-c > p on a-c, Q = 0      how many there are; one or more if nothing is said
  passed P on 6,7                 isolated, doubled, passed, backward, blocked, chained pawns;
                                  pinned, attacked pieces
  material KRPvKR                 White's first; `material >= KQvK` at least, `<=` at most
  imbalance PPvN, balance >= 3    what White has more of, in pieces and in pawns
  pawns BOARD                     all pawns of both sides; white-pawns, black-pawns: of one
  castled white short, opposite-castling, white to move, ply >= 20, move = 12, check, mate,
  stalemate, end, result 1-0, ends mate, any
  plays Nf3, plays g1f3, plays NB from e5 to f7 takes p, plays promotes, plays quiet,
  plays castling (short, long, never), plays takes [.p] (a pawn or nothing)
  A and B, A or B, not A, (A)     at the same ply
  A then B, A then within 6 B, A next B             B later, at most 6 plies later, one ply later
  A for 4, once A, mirrored A, either A             four plies in a row; now or before; with the
                                                    colors swapped; as it is or so

A position is one of chess; games of variants that have it match, whatever their pockets and checks.
Moves are played only if a position, a pattern, material or end is asked for, or with --json or
--lenient: otherwise games of PGN need not be legal to match. `philidor pgn check` plays them.";

const DEDUPE: &str = "\
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
both are known and differ; games of other results are `retagged` at most. Games of fewer half-moves
than --min-plies are twins only if all their tags agree. Games that have lost something to a fault
(--lenient) are twins only of the same text. What the moves are is found by playing them: comments,
variations and how moves are written do not matter.

The first of several twins stays, or the richest: the one with most comments, glyphs and variations,
then with most tags. Of a part and the whole it is always the whole. Games are not held in memory:
each takes at most about 200 bytes. --keep richest and `part` read files two or three times, so no
standard input and no pipe. The list has `file:line: game N: the same as game M of FILE`, which
`philidor game FILE --number M` shows.";

const FENS: &str = "\
Examples:
  philidor pgn fens games.pgn -o positions.fen
  philidor pgn fens games.pgn | sort -u | wc -l
  philidor pgn fens games.pgn --json                  with ply, move and number of the game";

const STRIP: &str = "\
Examples:
  philidor pgn strip games.pgn -o moves.pgn           nothing but tags, moves and results
  philidor pgn strip games.pgn --clocks --evals       comments and variations stay
  philidor pgn strip games.pgn --texts --variations   clocks and evaluations stay

Without a flag, everything but tags, moves and results goes. Comments inside variations go with
them. A comment of which nothing is left goes, too. Games are written as PGN in export format, from
any form; bad games are reported and skipped.";

const TAGS: &str = "\
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
are written as PGN in export format, from any form; bad games are reported and skipped.";

const SORT: &str = "\
Examples:
  philidor pgn sort games.pgn -o by-date.pgn
  philidor pgn sort games.pgn --by Date,Event,Round -o by-round.pgn
  philidor pgn sort *.pgn --by WhiteElo:desc,plies -o strongest.pgn
  philidor pgn sort huge.pgn.zst --memory 256M -o sorted.pgn

A key is the name of a tag, or `plies`, the number of half-moves. Games that are equal by the first
key are sorted by the second, and games that are equal by all keep their order. Values of tags whose
names end in Date are compared as dates, where an unknown month or day comes before all known ones;
where Date is unknown, UTCDate counts. Other values are compared as texts, whatever their case, in
which numbers count as numbers: 980 is before 2450, round 9.2 before 10.1. Missing and unknown
values (`?`, `-`) are last in either direction.

Games are written as they were, but a game of PGN without a result gets one; moves of PGN need not
be legal. What does not fit into memory is kept in a
temporary file without a name, which no end of the program leaves behind; it takes as much room as
the games.";

const MERGE: &str = "\
Examples:
  philidor pgn merge 2022.pgn 2023.pgn 2024.pgn -o all.pgn
  philidor pgn merge a.pgn b.pgn --by ECO,WhiteElo:desc -o all.pgn

The files are read side by side, so that they may be of any size. A file that is not sorted by the
keys is an error. Games with equal keys are in the order of the files. More than a hundred files are
merged in rounds, by way of a temporary file beside FILE. One thread does the work.";

const SPLIT: &str = "\
Examples:
  philidor pgn split games.pgn --games 10000 -o part  part-0001.pgn and so on
  philidor pgn split games.bin --games 500 -o part    part-0001.bin and so on
  philidor pgn split games.pgn --by White -o player   player-Carlsen_Magnus.pgn and so on
  philidor pgn split games.pgn --by Date:year -o all  all-2023.pgn, all-2024.pgn
  philidor pgn split games.pgn --by ECO:1 -o eco      eco-A.pgn to eco-E.pgn

A file that exists is never replaced. With --by, letters and digits of a value are in the name of
its file, and `_` for what is between them; `unknown` stands for missing values and `?`. Values that
would have the same name, in any case, get numbers: Tal, TAL-2. There may be any number of values:
the games are sorted first, as by `philidor pgn sort`. Dates are written as in PGN, and UTCDate
counts where Date is unknown. Games keep their order, and moves of PGN need not be legal. If a file
cannot be read, --by writes none.";

#[cfg(feature = "engine")]
const ANNOTATE: &str = "\
Examples:
  philidor pgn annotate games.pgn -o annotated.pgn
  philidor pgn annotate games.pgn --depth 16 --variations 100 --glyphs
  philidor pgn annotate games.json --time 2s          any form that `convert` writes
  philidor pgn annotate games.pgn --opening           only the tags ECO and Opening

After each move of the main line, [%eval 0.17] says in pawns how good the position is for White, and
[%eval #-3] that Black mates in three moves, as on Lichess. A score that is already there is
replaced; comments, glyphs, variations and all other commands stay. There is none after mate or
stalemate, nor where a variant ends in another way. Games of variants are searched by the engine of
`uci` with UCI_Variant, which has a table of its own, and #3 is then any win in three moves.

A move loses as much as the score of its side falls, where scores of more than 10 pawns and mates
count as 10. --glyphs marks moves that lose half a pawn with ?!, one pawn with ? and three with ??,
unless they are marked. --variations adds the best line, of up to ten half-moves, where a move loses
that much and the line does not begin like a variation that is there.

--opening names the last position of the main line that has a name, whatever moves led to it, in the
tags ECO and Opening, in games of chess. Alone it adds nothing else; with a limit, --glyphs or
--variations the scores are added, too. The names are those of github.com/lichess-org/chess-openings
(public domain).

With --depth or --nodes, the same command of the same version writes the same, on any number of
threads; with --time it depends on the machine. Without a limit, 100,000 nodes are searched for each
position.";

const BOOK: &str = "\
Examples:
  philidor pgn book games.pgn -o book.bin
  philidor pgn book *.pgn --max-ply 20 --min-games 5 -o book.bin
  philidor pgn book games.pgn --color white --min-score 55 -o white.bin
  philidor pgn book games.pgn --weight games -o popular.bin
  philidor book book.bin                              what the book has for the start position
  philidor book dump book.bin                         everything that it has
  philidor book merge a.bin b.bin -o both.bin

The weight of a move is the sum over the games in which it was played: 2 for a win of its side, 1
for a draw, 0 for a loss, as in PolyGlot itself; or 1 for each game with --weight games. Moves
without weight are left out. Where a sum exceeds 65,535, the weights of its position are scaled
down. Games without a result count only with --weight games. The percentage of --min-score is that
of the points that could be scored, 50 if all games were drawn; it needs weights by score, and the
games that were lost, so it does not go with --wins.";

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
        conditions: Box<ConditionArgs>,

        #[command(flatten)]
        output: OutputArgs,
    },
    /// Write the games without twins: those that other games repeat
    #[command(after_help = DEDUPE)]
    Dedupe(DedupeArgs),
    /// Write every position of every game, one FEN per line
    #[command(after_help = FENS)]
    Fens {
        #[command(flatten)]
        files: FilesArgs,

        #[command(flatten)]
        output: OutputArgs,
    },
    /// Write games without comments, glyphs, variations, clocks or evaluations
    #[command(after_help = STRIP)]
    Strip(StripArgs),
    /// Write games with tags set, removed or renamed, and results corrected
    #[command(after_help = TAGS)]
    Tags(TagsArgs),
    /// Write games in an order, of dates, players, ratings or any tag
    #[command(after_help = SORT)]
    Sort(SortArgs),
    /// Make one sorted file of sorted files
    #[command(after_help = MERGE)]
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
    #[command(after_help = SPLIT)]
    Split(SplitArgs),
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
    Book(PgnBookArgs),
}

/// Which files, and how many threads.
#[derive(Debug, clap::Args)]
pub(crate) struct FilesArgs {
    /// Number of threads [default: all available cores]
    #[arg(long, alias = "jobs", value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZero<usize>>,

    #[command(flatten)]
    pub(crate) input: InputArgs,
}

/// Which files, and how they are read.
#[derive(Debug, clap::Args)]
pub(crate) struct InputArgs {
    /// Files of games, packed or not; `-` is standard input
    #[arg(default_value = "-")]
    pub(crate) files: Vec<PathBuf>,

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

impl From<&InputArgs> for Files {
    fn from(args: &InputArgs) -> Files {
        Files {
            paths: args.files.clone(),
            threads: None,
            from: args.from,
            lenient: args.lenient,
            letters: args.letters,
            nested_comments: args.nested_comments,
        }
    }
}

impl From<&FilesArgs> for Files {
    fn from(args: &FilesArgs) -> Files {
        Files { threads: args.threads, ..Files::from(&args.input) }
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

    /// Name the opening in the tags ECO and Opening; alone, without scores
    #[arg(long)]
    pub(crate) opening: bool,

    /// Size of each thread's table of positions, and of another for variants; K, M, G and T are
    /// powers of 1024
    #[arg(long, value_name = "SIZE", default_value = "16M")]
    pub(crate) hash: Size,
}

#[cfg(feature = "engine")]
impl AnnotateArgs {
    /// Whether the engine has to search.
    pub(crate) fn has_scores(&self) -> bool {
        let EffortArgs { time, depth, nodes } = self.effort;
        let is_asked = time.is_some() || depth.is_some() || nodes.is_some();
        !self.opening || is_asked || self.glyphs || self.variations.is_some()
    }
}

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

/// Which moves a book has, and their weights.
#[derive(Debug, clap::Args)]
pub(crate) struct PgnBookArgs {
    #[command(flatten)]
    pub(crate) files: FilesArgs,

    /// Last half-move of each game to count
    #[arg(long, value_name = "N", default_value = "30", value_parser = number(0..=u32::MAX))]
    pub(crate) max_ply: u32,

    /// Leave out moves played in fewer games
    #[arg(long, value_name = "N", default_value = "3", value_parser = number(0..=u32::MAX))]
    pub(crate) min_games: u32,

    /// Leave out moves that scored less, in percent of their games
    #[arg(long, value_name = "PERCENT", default_value = "0", value_parser = number(0..=100_u8))]
    pub(crate) min_score: u8,

    /// What weights say: points, 2 for a win and 1 for a draw, or the number of games
    #[arg(long, value_name = "WHAT", default_value = "score", value_parser = weight_parser())]
    pub(crate) weight: BookWeight,

    /// Count the moves of one side alone
    #[arg(long, value_name = "COLOR", value_parser = color_parser())]
    pub(crate) color: Option<Color>,

    /// Count the moves of sides that won alone
    #[arg(long)]
    pub(crate) wins: bool,

    /// The book
    #[arg(short, long, value_name = "FILE", value_parser = file_parser())]
    pub(crate) output: PathBuf,
}

/// Into which files.
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("parts").required(true).args(["games", "by"])))]
pub(crate) struct SplitArgs {
    #[command(flatten)]
    pub(crate) files: FilesArgs,

    /// Number of games in each file
    #[arg(long, value_name = "N", value_parser = number(NonZero::<u64>::MIN..=NonZero::<u64>::MAX))]
    pub(crate) games: Option<NonZero<u64>>,

    /// Tag by whose values to split; `:year`, `:month` or `:N` for their first N letters may follow
    #[arg(long, value_name = "TAG")]
    pub(crate) by: Option<SplitKey>,

    /// Beginning of the file names
    #[arg(short, long, value_name = "PREFIX")]
    pub(crate) output: PathBuf,

    /// Memory for games with --by; K, M, G and T are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    pub(crate) memory: Size,
}

/// In which order, and with how much memory.
#[derive(Debug, clap::Args)]
pub(crate) struct SortArgs {
    #[command(flatten)]
    pub(crate) files: FilesArgs,

    /// Tags or `plies`, separated by commas, with `:desc` for descending order
    #[arg(long, value_name = "KEYS", default_value = "Date", value_delimiter = ',')]
    pub(crate) by: Vec<SortKey>,

    /// Memory for games; K, M, G and T are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    pub(crate) memory: Size,

    /// Folder for what exceeds the memory [default: that of FILE; without one, the system's]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) temporary: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
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
    /// Expression of conditions, such as `WhiteElo >= 2500 and not ECO = B25`; may be repeated
    #[arg(long = "where", value_name = "EXPRESSION")]
    pub(crate) expressions: Vec<Expression>,

    /// Condition on a tag: `=`, `!=`, `<`, `<=`, `>`, `>=`, `~` or `=~`, and a value; may be repeated
    #[arg(long = "tag", value_name = "NAME=VALUE")]
    pub(crate) tags: Vec<TagCondition>,

    /// First date, such as 2024, 2024.03 or 2024.03.15
    #[arg(long, value_name = "DATE", value_parser = TagCondition::since)]
    pub(crate) since: Option<TagCondition>,

    /// Last date
    #[arg(long, value_name = "DATE", value_parser = TagCondition::until)]
    pub(crate) until: Option<TagCondition>,

    /// Rating of White, as in `2500..2600`, `2500..` or `..2600`
    #[arg(long, value_name = "RANGE")]
    pub(crate) white_rating: Option<RatingRange>,

    /// Rating of Black
    #[arg(long, value_name = "RANGE")]
    pub(crate) black_rating: Option<RatingRange>,

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

    /// Pattern that holds at some ply, as in `isolated P on d4 then plays takes q`; of several, all must be found
    #[arg(long = "pattern", value_name = "PATTERN")]
    pub(crate) patterns: Vec<Pattern>,

    /// The same as a query of scoutfish, such as {"white-move": "O-O-O"}
    #[arg(long, value_name = "JSON", value_parser = query)]
    pub(crate) scoutfish: Option<Pattern>,

    /// Write the games that do not match
    #[arg(long)]
    pub(crate) invert: bool,

    /// Leave out this many games that match
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true)]
    pub(crate) skip: u64,

    /// Write no more than this many games, and then stop reading
    #[arg(long, value_name = "N")]
    pub(crate) first: Option<u64>,
}

/// Ratings from one to another, both included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RatingRange {
    pub(crate) least: Option<u32>,
    pub(crate) most: Option<u32>,
}

impl FromStr for RatingRange {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<RatingRange, &'static str> {
        let wrong = "neither a rating nor a range such as 2500..2600, 2500.. or ..2600";
        let bound = |text: &str| match text {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| wrong),
        };
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        let (least, most) = (bound(least)?, bound(most)?);
        if least.is_none() && most.is_none() { Err(wrong) } else { Ok(RatingRange { least, most }) }
    }
}

/// A query without the limits that a filter has no place for.
fn query(text: &str) -> Result<Pattern, String> {
    let query: scoutfish::Query = text.parse().map_err(|error: scoutfish::QueryError| error.to_string())?;
    match (query.skip, query.limit) {
        (0, None) => Ok(query.pattern),
        _ => Err("skip and limit are left to `philidor-sql search`: a filter keeps all games".to_owned()),
    }
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

fn weight_parser() -> impl TypedValueParser<Value = BookWeight> {
    PossibleValuesParser::new(["score", "games"]).map(|name| match name.as_str() {
        "games" => BookWeight::Games,
        _ => BookWeight::Score,
    })
}

fn twin_parser() -> impl TypedValueParser<Value = TwinKind> {
    PossibleValuesParser::new(TwinKind::ALL.map(TwinKind::name)).map(|name| {
        let named = TwinKind::ALL.into_iter().find(|kind| kind.name() == name);
        named.unwrap_or(TwinKind::Same)
    })
}

fn result_parser() -> impl TypedValueParser<Value = GameResult> {
    PossibleValuesParser::new(["1-0", "0-1", "1/2-1/2", "*"])
        .map(|marker| GameResult::from_bytes(marker.as_bytes()).unwrap_or_default())
}
