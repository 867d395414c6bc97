//! An index made from games: sorted runs, and one merge of them with the index that was there before.
//!
//! ```text
//! games.pgn ──▶ transcripts/…                              files of games, read once
//! games ──▶ plies in memory ──▶ runs/0, runs/1 …          sorted, as many as the memory requires
//!     └───▶ games/00000.parquet …                          what is kept of each game
//! runs, positions-1/* ──▶ positions-2/0000.parquet …       merged, each file an equal part of all keys
//! explorer.json                                            written last
//! ```
//!
//! Each row is the sum of its games in whatever order they were added (`row.rs`), and all files are cut by what they
//! hold. So the files of an index depend on its games alone: not on threads, memory, or how often a build was killed.

use std::num::NonZero;
use std::path::PathBuf;

use philidor_host::Several;

use crate::manifest::Manifest;

/// How many half-moves of a game are counted, unless the user says otherwise.
pub(crate) const MAX_PLY: u16 = 50;

/// What to build, and how.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Build {
    /// Files of games, packed or not, and folders of imports, in order.
    pub inputs: Vec<PathBuf>,
    /// The folder of the index.
    pub output: PathBuf,
    /// Whether the games are added to the index that is there.
    pub adds: bool,
    /// Whether faulty games of PGN are kept up to their fault.
    pub lenient: bool,
    /// About how many bytes of memory to take.
    pub memory: u64,
    /// How many half-moves of each game are counted; `None` for 50, or as the index has it that is there.
    pub max_ply: Option<u16>,
    /// How many games a position needs to be kept.
    pub min_games: u64,
    /// How many threads.
    pub threads: NonZero<usize>,
    /// How many runs are merged at once, on all threads together.
    pub fan_in: usize,
    /// Receives what a user may want to know about files that are left out or repaired, a line at a time.
    pub remark: fn(&str),
}

impl Build {
    /// A new index of these games, with a GiB of memory and one thread.
    #[must_use]
    pub fn new(inputs: Vec<PathBuf>, output: PathBuf) -> Build {
        let (memory, threads) = (1 << 30, NonZero::<usize>::MIN);
        Build {
            inputs,
            output,
            adds: false,
            lenient: false,
            memory,
            max_ply: None,
            min_games: 1,
            threads,
            fan_in: 96,
            remark: |_| {},
        }
    }
}

/// What a user reads at the end.
#[must_use]
pub fn summary(manifest: &Manifest) -> String {
    let several = |number: u64, what| Several(number.into(), what).to_string();
    format!(
        "{}, {}, {}, {}",
        several(manifest.games, "game"),
        several(manifest.plies, "half-move"),
        several(manifest.positions, "position"),
        if manifest.entries == 1 {
            "1 entry".to_owned()
        } else {
            format!("{} entries", philidor_host::Grouped(manifest.entries.into()))
        }
    )
}
