//! The arguments of `philidor-sql search`.

use datafusion::sql::sqlparser::ast::Expr;
use datafusion::sql::sqlparser::dialect::GenericDialect;
use datafusion::sql::sqlparser::parser::{Parser, ParserError};
use datafusion::sql::sqlparser::tokenizer::Token;
use philidor::Position;
use philidor_host::number;
use philidor_patterns::Pattern;
use philidor_program::positions::{Door, PositionArgumentError, position_help, read_position};

use super::SessionArgs;

/// The largest LIMIT of a statement.
const MAX_GAMES: u64 = i64::MAX as u64;

/// Find games with a pattern in imported tables
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor-sql search lichess --pattern 'isolated P on d4 and Q > 0 then plays takes q'
  philidor-sql search lichess --pattern 'material KRPvKR for 10' --limit 20
  philidor-sql search lichess --pattern 'white to move and plays O-O-O and result 1-0' --count
  philidor-sql search lichess --fen 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq -'
  philidor-sql search 'lichess/games/part-0000*.parquet' --pattern mate --where '\"WhiteElo\" > 2400'
  philidor-sql search /shared/lichess --pattern mate --count --cluster df://localhost:50050
  philidor pgn filter games.pgn.zst --pattern mate      a file of games, without an import

A row per game: its id, players, date, result and opening, the first ply at which the pattern holds,
and its site. Rows come in the order of their ids, of which a table shows the first 1000 and --json all;
with --limit they are the first that are found. `philidor pgn filter --help` lists the words of
patterns.

A search is one statement, which --statement shows and which runs here or on a cluster. It needs no
index: it plays the moves. The columns home_pawns, white_left and black_left rule many games out
before that, by what the pattern says about the end of a game.

Exit code: 0 fine, 1 a statement or a file that fails, 2 wrong usage, 130 interrupted.")]
#[command(group = clap::ArgGroup::new("what").required(true))]
pub(crate) struct SearchArgs {
    /// Folder of an import or of its games, or Parquet files with columns as in its table of games
    pub(crate) table: String,

    /// Pattern that holds at some ply
    #[arg(long, group = "what", value_name = "PATTERN", value_parser = pattern)]
    pattern: Option<(String, Pattern)>,

    #[arg(long, group = "what", value_parser = position,
          help = format!("Position that the game reaches, with any clocks. {}", position_help()))]
    fen: Option<Position>,

    /// Condition in SQL on the columns of the games
    #[arg(long = "where", value_name = "SQL", value_parser = condition)]
    pub(crate) condition: Option<Expr>,

    /// Find at most N games
    #[arg(long, value_name = "N", value_parser = number(0..=MAX_GAMES))]
    pub(crate) limit: Option<u64>,

    /// Count the games
    #[arg(long, conflicts_with = "limit")]
    pub(crate) count: bool,

    /// Play every game, even those that the columns rule out
    #[arg(long)]
    pub(crate) play_all: bool,

    /// Show the statement instead of running it
    #[arg(long)]
    pub(crate) statement: bool,

    /// Answer in JSON: a line for each game
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) session: SessionArgs,
}

impl SearchArgs {
    /// The pattern, and its text in SQL.
    pub(crate) fn pattern(&self) -> (String, Pattern) {
        match &self.pattern {
            Some((text, pattern)) => (text.clone(), pattern.clone()),
            // Clap requires one of the two.
            None => {
                let pattern = Pattern::Position(Box::new(self.fen.unwrap_or_default()));
                (pattern.to_string(), pattern)
            }
        }
    }
}

fn pattern(text: &str) -> Result<(String, Pattern), philidor_patterns::ParsePatternError> {
    Ok((text.to_owned(), text.parse()?))
}

fn position(text: &str) -> Result<Position, PositionArgumentError> {
    read_position(text, Door::Strict)
}

/// One expression, and nothing that would change the statement around it.
fn condition(text: &str) -> Result<Expr, ParserError> {
    let mut parser = Parser::new(&GenericDialect {}).try_with_sql(text)?;
    let expression = parser.parse_expr()?;
    match parser.peek_token().token {
        Token::EOF => Ok(expression),
        token => Err(ParserError::ParserError(format!("`{token}` follows the condition"))),
    }
}
