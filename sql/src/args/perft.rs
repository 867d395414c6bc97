//! The arguments of `philidor-sql perft`.

use std::path::PathBuf;

use philidor_host::number;
use philidor_program::positions::position_help;

use super::SessionArgs;

/// Count the tree of legal moves from a frontier of distinct positions
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor-sql perft 6 --frontier 3                         119,060,324
  philidor-sql perft 9 --frontier 5 --results run9          resume where it was killed
  philidor-sql perft 9 --frontier 5 --results run9 --recheck 1%
  philidor-sql perft 9 --frontier 5 --results /shared/run9 --cluster df://localhost:50050

The distinct positions of the ply of --frontier are written to one file per unit, and each unit is
counted by one statement. The folder of --results holds the units, plan.json, and counts.jsonl with
a line for each finished unit; the same command resumes from there. Remove the folder yourself. On a
cluster the workers must see it under the same name.

--recheck counts a random share of the units again, each position with a table whose keys come from
--seed, and compares the counts. The total is the last line.

Exit code: 0 fine, 1 counts that differ, or a statement or file that fails, 2 wrong usage,
130 interrupted.")]
pub(crate) struct PerftArgs {
    /// Depth in half-moves
    #[arg(value_parser = number(0..=255_u32))]
    pub(crate) depth: u32,

    /// Ply whose distinct positions are counted from, at most the depth
    #[arg(long, value_name = "PLIES", default_value_t = 3, value_parser = number(0..=u32::MAX))]
    pub(crate) frontier: u32,

    #[arg(long, default_value = "startpos", help = position_help())]
    pub(crate) fen: String,

    /// Number of units of the frontier
    #[arg(long, value_name = "N", default_value_t = 128, value_parser = number(1..=65_536_u32))]
    pub(crate) units: u32,

    /// Keep units and counts in this folder, and resume from what is there
    #[arg(long, value_name = "FOLDER")]
    pub(crate) results: Option<PathBuf>,

    /// Count a share of the units again, such as 1%
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub(crate) recheck: Option<f64>,

    /// Seed of --recheck, for the choice of units and the keys [default: a new one each time]
    #[arg(long, value_name = "N", value_parser = number(0..=u32::MAX), requires = "recheck")]
    pub(crate) seed: Option<u32>,

    /// Number of units to count at a time
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number(1..=1024_u32))]
    pub(crate) at_once: u32,

    /// Answer in JSON: one line at the end
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) session: SessionArgs,
}

/// A share in percent, as a number above 0 and up to 1.
fn share(text: &str) -> Result<f64, &'static str> {
    let percent = text.strip_suffix('%').and_then(|number| number.parse::<f64>().ok());
    let share = percent.map(|percent| percent / 100.0).filter(|share| *share > 0.0 && *share <= 1.0);
    share.ok_or("not a share above 0% and up to 100%")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_in_percent() {
        assert_eq!(share("1%"), Ok(0.01));
        assert!(["1", "0%", "101%", "-1%", "x%", "NaN%"].into_iter().all(|text| share(text).is_err()));
    }
}
