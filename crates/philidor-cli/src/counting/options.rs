//! How a tree is counted: with which instructions, on how many threads, with which table.

use std::sync::Arc;

use philidor::Cpu;
use philidor::perft::{Perft, Table};
use philidor_host::ending::threads;

use crate::args::CountArgs;
use crate::terminal::output::WrongUsage;

#[derive(Clone)]
pub(crate) struct CountOptions {
    pub(crate) cpu: Cpu,
    pub(crate) threads: usize,
    pub(crate) plain: bool,
    pub(crate) table: Option<Arc<Table>>,
}

impl CountOptions {
    /// Those of the arguments, without a table.
    pub(crate) fn new(args: &CountArgs) -> anyhow::Result<CountOptions> {
        let cpu = if args.generator.is_some() { Cpu::best() } else { args.cpu().map_err(WrongUsage)? };
        Ok(CountOptions { cpu, threads: threads(args.threads).get(), plain: args.plain, table: None })
    }

    pub(crate) fn perft(&self) -> Perft<'_> {
        let perft = Perft::new().cpu(self.cpu).threads(self.threads);
        let perft = if self.plain { perft.plain() } else { perft };
        match &self.table {
            Some(table) => perft.table(table),
            None => perft,
        }
    }

    /// How many threads count a number of parts: no more than there are parts, and at least the calling one.
    pub(crate) fn workers(&self, parts: usize) -> usize {
        self.threads.min(parts).max(1)
    }
}
