//! The engine: a position, a table, and the answer to the question how many leaves there are.

use std::fmt::Write;

use crate::bugs::Bug;
use crate::count::Table;
use crate::misbehavior::{Misbehavior, Reply};
use crate::notation::{Mode, write};
use crate::position::{Move, Position};

/// The MiB of the table, by default.
pub(crate) const HASH: usize = 1;

pub(crate) struct Engine {
    pub(crate) position: Position,
    /// Whether the last position was refused, so that there is none.
    pub(crate) is_refused: bool,
    pub(crate) table: Table,
    pub(crate) mode: Mode,
    pub(crate) misbehavior: Option<Misbehavior>,
    asked: u64,
}

/// An answer, and whether the program ends with it.
pub(crate) struct Answer {
    pub(crate) text: String,
    pub(crate) ends: bool,
}

impl Engine {
    pub(crate) fn new(bug: Option<Bug>, misbehavior: Option<Misbehavior>, mode: Mode) -> Engine {
        Engine {
            position: Position::new(bug),
            is_refused: false,
            table: Table::new(HASH),
            mode,
            misbehavior,
            asked: 0,
        }
    }

    /// The leaves below each move and their total, as Stockfish writes them.
    pub(crate) fn divide(&mut self, depth: u32) -> Answer {
        self.answer(depth, |engine, counts, total| {
            let moves = engine.write_each(counts, ": ");
            format!("{moves}\nNodes searched: {total}\n\n")
        })
    }

    /// The same, as philidor's protocol of lines has it.
    pub(crate) fn lines(&mut self, depth: u32) -> Answer {
        self.answer(depth, |engine, counts, total| {
            let moves = engine.write_each(counts, " ");
            format!("{moves}total {total}\n")
        })
    }

    /// A line for each move and the leaves below it.
    fn write_each(&self, counts: &[(Move, u64)], separator: &str) -> String {
        let unwritten = usize::from(self.position.has(Bug::OutputMissing));
        let mut text = String::new();
        for &(mv, leaves) in counts.iter().skip(unwritten) {
            let _ = writeln!(text, "{}{separator}{leaves}", write(&self.position, mv, self.mode));
        }
        text
    }

    /// The total alone.
    pub(crate) fn count(&mut self, depth: u32) -> Answer {
        self.answer(depth, |_, _, total| format!("{total}\n"))
    }

    fn answer(&mut self, depth: u32, form: fn(&Engine, &[(Move, u64)], u64) -> String) -> Answer {
        self.asked += 1;
        let moves = self.position.moves();
        let reply = self
            .misbehavior
            .map_or(Reply::Full, |misbehavior| misbehavior.act(self.asked, moves.into_iter()));
        let counts = self.table.divide(&mut self.position, depth);
        let counted = counts.len() - usize::from(self.position.has(Bug::OutputTotal) && !counts.is_empty());
        let total = if depth == 0 { 1 } else { counts[..counted].iter().map(|(_, leaves)| leaves).sum() };
        let full = form(self, &counts, total);
        let text = match reply {
            Reply::Full => full,
            Reply::Half => full.chars().take(full.len() / 2).collect(),
            Reply::Nonsense => String::from("e2e4 -> lots\n%$&/ 0x1F\nNodes searched: many\n"),
            Reply::Nothing | Reply::Farewell => String::new(),
        };
        Answer { text, ends: reply == Reply::Farewell }
    }
}
