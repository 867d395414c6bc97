//! A unit of a frontier: the file to count, and its count.

use std::path::PathBuf;

use philidor_host::begins;
use serde_json::{Value, json};

/// A unit to count.
pub(super) struct Unit {
    pub(super) number: u32,
    pub(super) file: PathBuf,
    /// The depth below the frontier.
    pub(super) depth: u32,
    /// For a second count: the seed of the table's keys.
    pub(super) seed: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UnitCount {
    pub(super) unit: u32,
    pub(super) positions: u64,
    pub(super) nodes: i128,
    /// The seed of the keys, if it was counted with a table.
    pub(super) seed: Option<u32>,
}

impl UnitCount {
    /// As a line of the file of counts.
    pub(super) fn to_json(self) -> Value {
        let mut line =
            json!({ "unit": self.unit, "positions": self.positions, "nodes": self.nodes.to_string() });
        if let Some(seed) = self.seed {
            line["seed"] = seed.into();
        }
        line
    }

    /// Whether this may be what a kill has left of such a line.
    pub(super) fn is_begun_by(torn: &str) -> bool {
        [None, Some(0)].into_iter().any(|seed| {
            let count = UnitCount { unit: 0, positions: 0, nodes: 0, seed };
            begins(torn, &count.to_json().to_string())
        })
    }

    /// Reads such a line; `None` if it is not one.
    pub(super) fn from_json(line: &str) -> Option<UnitCount> {
        let line: Value = serde_json::from_str(line).ok()?;
        Some(UnitCount {
            unit: line["unit"].as_u64()?.try_into().ok()?,
            positions: line["positions"].as_u64()?,
            nodes: line["nodes"].as_str()?.parse().ok()?,
            seed: line["seed"].as_u64().and_then(|seed| seed.try_into().ok()),
        })
    }
}
