//! The arguments of a question: names with values, read as what the question needs.

use philidor::{Bitboard, FenError, Move, Position, Setup, Strictness};
use serde_json::Value;

/// The arguments of a question.
pub(crate) struct Arguments(Value);

impl Arguments {
    pub(crate) fn read(text: &str) -> Result<Arguments, String> {
        serde_json::from_str(text)
            .map(Arguments)
            .map_err(|error| format!("the arguments are not JSON: {error}"))
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|value| !value.is_null())
    }

    pub(crate) fn text(&self, name: &str) -> Result<&str, String> {
        self.0.get(name).and_then(Value::as_str).ok_or_else(|| format!("the argument {name} is missing"))
    }

    pub(crate) fn number(&self, name: &str) -> Result<u64, String> {
        self.0.get(name).and_then(Value::as_u64).ok_or_else(|| format!("{name} is not a whole number"))
    }

    /// A depth in half-moves, within what a page can wait for.
    pub(crate) fn depth(&self) -> Result<u32, String> {
        match self.number("depth")? {
            depth @ 0..=12 => Ok(depth as u32),
            depth => Err(format!("depth {depth} is too deep for a page")),
        }
    }

    /// Texts of a list; none if there is no list.
    pub(crate) fn texts(&self, name: &str) -> Vec<&str> {
        self.0.get(name).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
    }

    /// A position whose moves are well defined, whether or not a game reaches it.
    pub(crate) fn position(&self) -> Result<Position, String> {
        let setup: Setup = self.text("fen")?.parse().map_err(|error: FenError| error.to_string())?;
        Position::from_setup(setup, Strictness::WellDefined).map_err(|error| error.to_string())
    }
}

/// A set as the page reads it: sixteen hexadecimal digits.
pub(crate) fn set(set: Bitboard) -> String {
    format!("{:016x}", set.0)
}

/// A move as the page reads it.
pub(crate) fn uci(position: &Position, mv: Move) -> String {
    position.to_uci(mv).to_string()
}
