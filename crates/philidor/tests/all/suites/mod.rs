//! The perft suites of `philidor-suites`, read without its readers.
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;id startpos ;D1 20 ;D2 400 ;D3 8902
//! └────────────────────────── FEN ──────────────────────┘      └ name ┘  └ leaves by depth, from 1 ┘
//! ```

#![allow(dead_code, reason = "each test file uses a part of it")]

use philidor::Position;
use philidor_suites::{CHESS960, DENSE, EDGE_CASES, STANDARD};

/// A line of a suite.
pub(crate) struct Entry {
    pub(crate) fen: &'static str,
    pub(crate) name: &'static str,
    /// The leaves of the tree: at index 0 those of depth 1, and so on.
    pub(crate) counts: Vec<u64>,
}

impl Entry {
    fn read(line: &'static str) -> Entry {
        let mut parts = line.split(" ;");
        let mut next = |what| parts.next().unwrap_or_else(|| panic!("no {what} in {line}"));
        let fen = next("FEN");
        let name = next("name");
        let name = name.strip_prefix("id ").unwrap_or_else(|| panic!("no id in {line}"));
        let counts: Vec<u64> = (1..)
            .zip(parts)
            .map(|(depth, part)| read_count(part, depth).unwrap_or_else(|| panic!("no D{depth} in {line}")))
            .collect();
        assert!(!counts.is_empty(), "no counts in {line}");
        Entry { fen, name, counts }
    }

    pub(crate) fn position(&self) -> Position {
        self.fen.parse().unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    /// The depths whose trees have at most `limit` leaves, with their counts.
    pub(crate) fn counts_up_to(&self, limit: u64) -> impl Iterator<Item = (u32, u128)> {
        let within = self.counts.iter().take_while(move |&&count| count <= limit);
        (1..).zip(within.map(|&count| u128::from(count)))
    }
}

fn read_count(part: &str, depth: u32) -> Option<u64> {
    part.trim_end().strip_prefix(&format!("D{depth} "))?.parse().ok()
}

/// The six positions that are usually counted, and a mirrored one.
pub(crate) fn standard() -> impl Iterator<Item = Entry> {
    read(STANDARD)
}

/// Positions of Chess960 and double Fischer random chess.
pub(crate) fn chess960() -> impl Iterator<Item = Entry> {
    read(CHESS960)
}

/// Every line of every suite.
pub(crate) fn all() -> impl Iterator<Item = Entry> {
    [STANDARD, DENSE, EDGE_CASES, CHESS960].into_iter().flat_map(read)
}

/// The position of every line of every suite.
pub(crate) fn positions() -> impl Iterator<Item = Position> {
    all().map(|entry| entry.position())
}

fn read(suite: &'static str) -> impl Iterator<Item = Entry> {
    suite.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(Entry::read)
}
