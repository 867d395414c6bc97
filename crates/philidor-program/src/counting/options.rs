//! How a tree is counted: with which instructions, on how many threads, with which table.

use std::sync::Arc;

use philidor::cpu::Cpu;
use philidor::perft::{Perft, Table};
use philidor_host::ending::threads;

use crate::arguments::counting::CountArgs;
use crate::terminal::output::WrongUsage;

/// How a tree is counted.
#[derive(Clone)]
pub struct CountOptions {
    /// The level of instructions.
    pub cpu: Cpu,
    /// How many threads.
    pub threads: usize,
    /// Whether each move is listed, played and taken back, even the last one.
    pub plain: bool,
    /// The table of counted positions, if there is one.
    pub table: Option<Arc<Table>>,
}

impl CountOptions {
    /// Those of the arguments, without a table.
    pub fn new(args: &CountArgs) -> anyhow::Result<CountOptions> {
        let cpu = if args.generator.is_some() { Cpu::best() } else { args.cpu().map_err(WrongUsage)? };
        Ok(CountOptions { cpu, threads: threads(args.threads).get(), plain: args.plain, table: None })
    }

    /// The library's count with these options.
    pub fn perft(&self) -> Perft<'_> {
        let perft = Perft::new().cpu(self.cpu).threads(self.threads);
        let perft = if self.plain { perft.plain() } else { perft };
        match &self.table {
            Some(table) => perft.table(table),
            None => perft,
        }
    }

    /// How many threads count a number of parts: no more than there are parts, and at least the calling one.
    pub fn workers(&self, parts: usize) -> usize {
        self.threads.min(parts).max(1)
    }
}
