//! What a second count has found, for programs and for people.

use std::fmt;

use anyhow::ensure;
use philidor::cpu::Cpu;
use philidor::perft::{Perft, Subtrees};
use philidor::{CastlingMode, Position};
use philidor_program::counting::report::Recount;
use serde::Serialize;

use philidor_program::counting::interruptible::Ending;
use philidor_program::quantity::Grouped;

/// Up to this number of leaves, plain play says which of two counts is right.
const DECIDABLE: u128 = 50_000_000;

/// How many differences are shown; a fault that is everywhere need not be listed everywhere.
const SHOWN: usize = 10;

/// What a second count has found.
#[derive(Debug, Serialize)]
pub(in crate::command::perft) struct Verification {
    /// Whether all chosen subtrees were counted again and agree.
    pub(in crate::command::perft) verified: bool,
    /// How many were counted again.
    pub(super) verified_parts: usize,
    /// The seed with which they were chosen at random.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) verify_seed: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) differences: Vec<Difference>,
    #[serde(skip)]
    pub(super) parts: usize,
    #[serde(skip)]
    pub(super) by_generator: usize,
    #[serde(skip)]
    pub(super) means: String,
    #[serde(skip)]
    pub(in crate::command::perft) ending: Ending,
}

/// A subtree with two counts.
#[derive(Debug, Serialize)]
pub(super) struct Difference {
    moves: Vec<String>,
    fen: String,
    depth: u32,
    first: u128,
    second: u128,
    second_way: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    plain: Option<u128>,
}

impl Verification {
    pub(in crate::command::perft) fn differs(&self) -> bool {
        !self.differences.is_empty()
    }
}

impl Recount for Verification {
    fn is_verified(&self) -> bool {
        self.verified
    }

    /// An error that names the subtrees that differ.
    fn outcome(&self) -> anyhow::Result<()> {
        ensure!(self.differences.is_empty(), "{}", Differences(self));
        Ok(())
    }
}

impl fmt::Display for Verification {
    /// What was counted again, and how.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verification { verified_parts, parts, by_generator, means, .. } = self;
        write!(f, "{verified_parts} of {parts} subtrees counted again: ")?;
        match (by_generator, verified_parts - by_generator) {
            (by_generator, 0) => write!(f, "{by_generator} by the chain generator")?,
            (0, others) => write!(f, "{others} {means}")?,
            (by_generator, others) => write!(f, "{by_generator} by the chain generator, {others} {means}")?,
        }
        self.verify_seed.map_or(Ok(()), |seed| write!(f, "; chosen with seed {seed}"))
    }
}

/// The text of an error: every subtree on a line of its own.
struct Differences<'a>(&'a Verification);

impl fmt::Display for Differences<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verification { differences, verified_parts, .. } = self.0;
        write!(f, "two ways of counting differ in {} of {verified_parts} subtrees:", differences.len())?;
        for difference in differences.iter().take(SHOWN) {
            write!(f, "\n  {difference}")?;
        }
        match differences.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "\n  … and {more} more"),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { moves, fen, depth, first, second, second_way, plain } = self;
        let (first, second) = (Grouped(*first), Grouped(*second));
        write!(f, "after {}, depth {depth}: {first} first, {second} {second_way}", moves.join(" "))?;
        match plain {
            Some(plain) => write!(f, ", {} by plain play", Grouped(*plain))?,
            None => write!(f, "; too large for plain play to decide")?,
        }
        write!(f, "\n    {fen}")
    }
}

/// A subtree with two counts, and the count of plain play.
pub(super) fn difference(
    subtrees: &Subtrees,
    root: &Position,
    part: usize,
    first: u128,
    second: u128,
    second_way: &str,
) -> Option<Difference> {
    let depth = subtrees.depth_of_parts();
    let mut position = *root;
    let mode = CastlingMode::detect(root);
    let mut moves = Vec::new();
    for mv in subtrees.line(part)? {
        moves.push(position.to_uci_in(mv, mode).to_string());
        position = position.after(mv);
    }
    let is_small = first.max(second) <= DECIDABLE;
    let plain = is_small.then(|| Perft::new().cpu(Cpu::Portable).plain().count(&position, depth));
    Some(Difference {
        moves,
        fen: position.to_string(),
        depth,
        first,
        second,
        second_way: second_way.to_owned(),
        plain,
    })
}
