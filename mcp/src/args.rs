//! The arguments of `philidor-mcp`.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use philidor_host::Size;

use philidor_engine::arguments::effort::time;
use philidor_program::arguments::counting::threads;
use philidor_program::program::Arguments;

/// Serve language models, by the Model Context Protocol
#[derive(Debug, Parser)]
#[command(
    name = "philidor-mcp",
    version,
    max_term_width = 100,
    after_help = "\
Clients start this command by themselves. Most have a file of servers, to which this is added:

  {\"mcpServers\": {\"philidor\": {\"command\": \"philidor-mcp\"}}}

The protocol is spoken on standard input and output, one message a line. The tools: legal_moves,
check_move, play_moves, show_board, opening, analyze, check_pgn, perft, hunt; with --tables also
tables, and with --allow-hunt also hunt_program. What is asked for and is not legal is answered with
the reason and with what would be legal.

No tool writes a file, and none starts a program, except that of --allow-hunt. A message has at most
16 MiB, a PGN 1 MiB, a game 12,000 half-moves. What takes long runs one at a time, ends at the time
limit with what is known by then, and can be cancelled. At the end of the input, what runs has a
tenth of a second to finish; then it is stopped and answers, and the program exits.

Exit code: 0 the input has ended, 1 a folder without tables, a program that cannot be started, a
table that does not fit in memory, or a client that does not keep to the protocol, 2 wrong usage,
130 interrupted."
)]
pub(crate) struct Args {
    /// Refused: the protocol is JSON already
    #[arg(long, hide = true)]
    pub(crate) json: bool,

    /// Folder of Syzygy tables; may be given several times
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Vec<PathBuf>,

    /// Let the model hunt this program, which speaks UCI, whenever it likes: `./my-engine --uci`
    #[arg(long, value_name = "COMMAND")]
    pub(crate) allow_hunt: Option<String>,

    /// Time for one call, at most
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = time)]
    pub(crate) time_limit: Duration,

    /// Number of threads [default: all available cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZero<usize>>,

    /// Size of the engine's table of positions; K, M, G and T are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = "64M")]
    pub(crate) hash: Size,
}

impl Arguments for Args {
    fn json(&self) -> bool {
        self.json
    }
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
