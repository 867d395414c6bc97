//! `philidor pgn filter`: conditions on games.

use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use philidor::GameResult;
use philidor_games::{Expression, ExpressionError, MaterialCondition, Pattern, TagCondition};
use philidor_host::number;
use philidor_program::positions::{Door, read_position};

pub(super) const HELP: &str = "\
Examples:
  philidor pgn filter games.pgn --result 1-0 --min-rating 2400 -o wins.pgn
  philidor pgn filter games.pgn --where 'WhiteElo >= 2500 and not (Event =~ \"(?i)blitz\")'
  philidor pgn filter games.pgn --tag 'White~Carlsen' --since 2024.03 --max-plies 50
  philidor pgn filter games.pgn --where 'White ~ Tal or Black ~ Tal' --skip 10 --first 5
  philidor pgn filter games.pgn --material KRPKR
  philidor pgn filter games.json --position kiwipete  JSON in, JSON out
  philidor pgn filter games.pgn --pattern 'isolated P on d4 and Q > 0 then plays takes q'
  philidor pgn filter games.pgn --pattern 'either pawns 8/pp3ppp/4p3/3p4/3P4/8/PP3PPP/8'

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
is both before and after 2024.06. Where Date is unknown, UTCDate counts. Tags whose names end in Elo
are compared as ratings, whole numbers from 1 to 9999; any other value, such as `1500?`, `2400.5` or
`0`, is unknown. No condition holds for a tag that a game lacks, and none of < <= > >= for a value
that is unknown (`?`, `-`); but != holds where = does not.

A pattern holds at a ply: in the position after that many half-moves, with the move that is played
there. A game is kept if it holds at some ply; games of variants have none. Its words:
  board 8/8/p7/8/8/1B3N2/8/8      these pieces; digits are squares that do not matter, `.` is empty,
                                  [Nb] one of these, [^P] none of these, A and a any of a color
  fen BOARD, fen FEN              this board; this position, with any clocks
  N on f3, NB on c3,d-e,4         White's knight there; e a file, 4 a rank, a1-c3, d-e all between
  P on a-c > p on a-c, Q = 0      how many there are; one or more if nothing is said
  passed P on 6,7                 no enemy pawn ahead on its file or beside, none of its own ahead;
  blocked p on d                  an enemy pawn right ahead; isolated, doubled, backward, chained
                                  (defended by a pawn) pawns; pinned, attacked pieces
  material KRPvKR                 White's first; `material >= KQvK` at least, `<=` at most
  imbalance PPvN, balance >= 3    what White has more of, in pieces and in pawns
  pawns BOARD                     all pawns of both sides; white-pawns, black-pawns: of one
  castled white short, opposite-castling, white to move, ply >= 20, move = 12, check, mate,
  stalemate, end, result 1-0, ends mate, any
  plays Nf3, plays g1f3, plays NB from e5 to f7 takes p, plays quiet, plays takes [.p] (a pawn or
  nothing), plays castling (short, long, never), plays promotes, plays promotes Qq (of both colors)
  A and B, A or B, not A, (A)     at the same ply
  A then B, A then within 6 B, A next B             B later, at most 6 plies later, one ply later
  A for 4, once A, mirrored A, either A             four plies in a row; now or before; with the
                                                    colors swapped; as it is or so
`then` and `next` bind least, then `or`, then `and`, then `not`, `once`, `mirrored` and `either`,
then `for`: `A or B and not C for 2` is `A or (B and (not (C for 2)))`. What no game can have, such
as `plays a1a1` or `move = 0`, is an error.

A position is one of chess; games of variants that have it match, whatever their pockets and checks.
Moves are played only if a position, a pattern, material or end is asked for, or with --json or
--lenient: otherwise games of PGN need not be legal to match. `philidor pgn check` plays them.";

/// An expression, in which a position may have a name.
fn expression(text: &str) -> Result<Expression, ExpressionError> {
    Expression::parse_with(text, &|text| read_position(text, Door::Strict).map_err(|error| error.to_string()))
}

/// Which games.
#[derive(Debug, clap::Args)]
pub(crate) struct ConditionArgs {
    /// Expression of conditions, such as `WhiteElo >= 2500 and not ECO = B25`; may be repeated
    #[arg(long = "where", value_name = "EXPRESSION", value_parser = expression)]
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
    pub(crate) material: Option<MaterialCondition>,

    /// Pattern that holds at some ply, as in `isolated P on d4 then plays takes q`; of several, all must be found
    #[arg(long = "pattern", value_name = "PATTERN")]
    pub(crate) patterns: Vec<Pattern>,

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
    pub(crate) min: Option<u32>,
    pub(crate) max: Option<u32>,
}

impl FromStr for RatingRange {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<RatingRange, &'static str> {
        let wrong = "neither a rating nor a range such as 2500..2600, 2500.. or ..2600";
        let bound = |text: &str| match text {
            "" => Ok(None),
            text => text.parse::<u32>().map(Some).map_err(|_| wrong),
        };
        let (min, max) = text.split_once("..").unwrap_or((text, text));
        match (bound(min)?, bound(max)?) {
            (None, None) => Err(wrong),
            (Some(min), Some(max)) if min > max => Err("no rating is in a range that ends before it begins"),
            (min, max) => Ok(RatingRange { min, max }),
        }
    }
}

fn result_parser() -> impl TypedValueParser<Value = GameResult> {
    PossibleValuesParser::new(["1-0", "0-1", "1/2-1/2", "*"])
        .map(|marker| GameResult::from_bytes(marker.as_bytes()).unwrap_or_default())
}
