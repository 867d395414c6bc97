//! `philidor perft --variant`: the tree of a variant's legal moves.

use std::process::ExitCode;

use philidor::cpu::Cpu;
use philidor::{GamePosition, Move};
use philidor_host::ending::threads;
use philidor_variants::AnyPosition;

use super::position::read_variant;

use crate::args::PerftArgs;
use philidor_program::counting::interruptible::InterruptibleCount;
use philidor_program::counting::options::CountOptions;
use philidor_program::counting::progress::{Progress, Unit};
use philidor_program::counting::report::{self, PerftReport};
use philidor_program::counting::sharing::{self, Tree};
use philidor_program::terminal::output::Output;

pub(super) fn run(args: &PerftArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let variant = args.rules.variant;
    let options =
        &CountOptions { cpu: Cpu::best(), threads: threads(args.threads).get(), plain: false, table: None };
    let position = read_variant(variant, &args.position.fen, args.position.door)?;
    let depth = args.depth;
    let run = InterruptibleCount::new()?;
    let progress = Progress::new(Unit::Parts, 0, 0);
    let division = sharing::count(VariantTree(position), depth, options.threads, &run, &progress)?;
    progress.clear();
    let uci = |mv| position.to_uci(mv).to_string();
    let report: PerftReport = PerftReport {
        variant: Some(variant.uci_name()),
        ..PerftReport::new(&division, depth, position.to_string(), options, args.divide.then_some(&uci))
    };
    report::write(&report, None, division.time, variant.uci_name(), output)?;
    Ok(report.code())
}

/// The tree below a position.
struct VariantTree(AnyPosition);

impl Tree for VariantTree {
    type Move = Move;

    fn legal_moves(&mut self) -> Vec<Move> {
        self.0.legal_moves()
    }

    fn after(&self, mv: Move) -> VariantTree {
        VariantTree(self.0.after(mv))
    }

    fn leaves(&mut self, depth: u32) -> u128 {
        self.0.perft(depth).into()
    }
}
