//! The arguments of `philidor tables`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use philidor_host::{Size, number};
use philidor_tables::Material;

use philidor_program::arguments::counting::threads;
use philidor_program::arguments::position::PositionsArgs;
use philidor_program::program::Arguments;
use philidor_program::show::ShowArgs;

/// Endgame tables: probe or check Syzygy files, or solve few pieces from nothing
#[derive(Debug, Parser)]
#[command(name = "philidor-tables", version, max_term_width = 100)]
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

/// What to do with tables.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Generate(GenerateArgs),
    Probe(ProbeArgs),
    Check(CheckArgs),
    /// What `philidor show --tables` starts.
    #[command(hide = true)]
    Show(ShowArgs),
}

/// Compare the checksums of Syzygy tables, and list those that are missing
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor tables check DIR
  philidor tables check DIR --missing 4               and which tables of four pieces are missing?
  philidor tables check DIR --for KRPvKR              and which does this ending need?
  philidor tables check 3-4-5 6 --json

Every file is read as a whole, and a folder that is given twice is read once. A damaged file is
named with the byte at which the fault was found. A file whose name no program looks for, such as
KvKQ.rtbw, is named, too: the stronger side comes first. Without --missing and --for, no table has
to be there.

With --json, an object: files, faults (file, byte, fault), missing, the names of files, and misnamed
(file, and the name that it should have, or null).

Exit code: 0 fine, 1 a damaged or misnamed table, one that is missing, or a folder without tables, 2
wrong usage.")]
pub(crate) struct CheckArgs {
    /// Folders with tables
    #[arg(value_name = "DIR", required = true)]
    pub(crate) paths: Vec<PathBuf>,

    /// Also list the tables of N pieces that are missing; may be given several times
    #[arg(long, value_name = "N", value_parser = number(3..=7_usize))]
    pub(crate) missing: Vec<usize>,

    /// Also list the tables that are missing for these pieces, either side first, and for all that
    /// captures and promotions make of them; may be given several times
    #[arg(long = "for", value_name = "MATERIAL", value_parser = material)]
    pub(crate) endings: Vec<Material>,
}

/// Look up positions in Syzygy tables
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor tables probe --path DIR --fen '8/8/8/8/8/2k5/7Q/K7 w - - 12 60'
  philidor tables probe --path DIR --fen '8/8/8/8/8/2k5/7Q/K7 w - - 12 60' --moves
  philidor tables probe --path DIR --file positions.txt --json

The first words are for a halfmove clock of zero, those after `with the clock at` for that of the
position, as are those of moves. A cursed win is a win that the fifty-move rule makes a draw, a
blessed loss the same for the other side. The number after a move is that of half-moves to the next
capture, pawn move or mate, 100 more if the move draws by the fifty-move rule whatever the clock
says; `34 or 35` is all that the table says. Without files of distances (.rtbz) there is the value
alone, without moves.

Where folders have the same table, the first file that can be opened is used. Tables are mapped into
memory: if another program cuts one meanwhile, the system ends this program (SIGBUS). With --no-mmap
they are read, which is slower, and a file that was cut is reported.

With --json, an object: fen, wdl (-2 lost to 2 won, -1 and 1 drawn by the fifty-move rule), dtz
(with the sign of the value, and 100 more if the fifty-move rule comes before; -1 for checkmate),
dtz_exact (or it may be one more), both null if a table is missing, value (with the position's own
clock: win, win_or_cursed_win, cursed_win, draw, …), and with --moves an array, the best first: san,
uci, wdl, dtz, dtz_exact, value; or error instead. Objects for the lines of a file begin with line.

Exit code: 0 fine, 1 a position or a move in none of the tables, or a damaged table, 2 wrong usage.")]
pub(crate) struct ProbeArgs {
    /// Folder with tables; may be given several times
    #[arg(long = "path", value_name = "DIR", required = true)]
    pub(crate) paths: Vec<PathBuf>,

    /// What each move leads to, the best first
    #[arg(long)]
    pub(crate) moves: bool,

    /// Read the files instead of mapping them into memory
    #[arg(long)]
    pub(crate) no_mmap: bool,

    #[command(flatten)]
    pub(crate) positions: PositionsArgs,
}

/// Solve every position of some pieces from nothing
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor tables generate KBNvK --metric dtm         how long is the longest mate?
  philidor tables generate KRPvKR --out tables        keep it, and all tables that it leads to
  philidor tables generate KQvKR --syzygy DIR         write files that any engine reads

Captures and promotions lead to other tables, which are solved before. With --out, each table is
kept in a file, DIR/KRPvKR.solved, as soon as it is finished, and those that are there already are
read: after Ctrl-C, the same command resumes. With --metric dtm, files that lack distances to mate
get them; no run takes any away. With --syzygy, files for other programs are written,
DIR/KRPvKR.rtbw and .rtbz, unless they are there. Before anything is solved, files that are there
are compared with their checksums; a damaged one is named and stays, and without it the same command
writes it again.

Positions that are mirror images count once. A win is cursed, and a loss blessed, if the fifty-move
rule makes it a draw. The numbers are half-moves: dtz counts to the next capture, pawn move or mate
with the fifty-move rule in mind, dtm to mate without it. Castling is not part of any table.

With --json, an object for each material: material, white_to_move and black_to_move (win,
cursed_win, draw, blessed_loss, loss), longest_dtz and longest_dtm (half_moves, fen; null if there
is none), seconds, which includes the tables solved before, and bytes, in memory.

Exit code: 0 fine, 1 a file that cannot be read or written, or too little memory, 2 wrong usage, 130
interrupted.")]
pub(crate) struct GenerateArgs {
    /// The pieces of both sides, such as KRPvKR
    #[arg(value_name = "MATERIAL", required = true, value_parser = material)]
    pub(crate) materials: Vec<Material>,

    /// Folder to keep the tables in [default: they are not kept]
    #[arg(long, short, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,

    /// Folder to write Syzygy files into, of these tables and all that they lead to
    #[arg(long, value_name = "DIR")]
    pub(crate) syzygy: Option<PathBuf>,

    /// What to measure: dtz alone, or dtm, too, which takes twice the time and memory
    #[arg(long, value_name = "METRIC", default_value = "dtz")]
    pub(crate) metric: MetricName,

    /// Number of threads; no more than four for each core are started [default: all available cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZero<usize>>,

    /// Memory for all tables, at most; K, M, G and T are powers of 1024 [default: 16G, or what is available if that is
    /// less]
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory: Option<Size>,
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MetricName {
    /// Half-moves to the next capture, pawn move or mate
    Dtz,
    /// Half-moves to mate as well
    Dtm,
}

/// A material with something beside the kings.
fn material(text: &str) -> Result<Material, String> {
    let material: Material = text.parse().map_err(|error| format!("{error}"))?;
    if material.pieces() == 2 { Err("kings alone draw".to_owned()) } else { Ok(material) }
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
