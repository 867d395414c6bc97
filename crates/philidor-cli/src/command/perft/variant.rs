//! `philidor perft --variant`: the tree of a variant's legal moves.

use std::process::ExitCode;

use philidor::CastlingMode;
use philidor_variants::{AnyPosition, Playable, Variant, VariantMove};

use super::report::{self, PerftReport};
use super::sharing::{self, Tree};
use crate::args::PerftArgs;
use crate::counting::interruptible::InterruptibleCount;
use crate::counting::options::CountOptions;
use crate::counting::progress::{Progress, Unit};
use crate::terminal::output::Output;

pub(super) fn run(
    variant: Variant,
    args: &PerftArgs,
    options: &CountOptions,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let position = args.position.read_variant(variant)?;
    let depth = args.depth;
    let run = InterruptibleCount::new()?;
    let progress = Progress::new(Unit::Parts, 0, 0);
    let division = sharing::count(position, depth, options.threads, &run, &progress)?;
    progress.clear();
    let mode = if position.is_chess960() { CastlingMode::Chess960 } else { CastlingMode::Standard };
    let uci = |mv| position.uci(mv, mode);
    let report = PerftReport {
        variant: Some(variant.uci_name()),
        ..PerftReport::new(&division, depth, position.to_string(), options, args.divide.then_some(&uci))
    };
    report::write(&report, None, division.time, variant.uci_name(), output)?;
    Ok(report.code())
}

impl Tree for AnyPosition {
    type Move = VariantMove;

    fn legal_moves(&mut self) -> Vec<VariantMove> {
        Playable::legal_moves(self)
    }

    fn after(&self, mv: VariantMove) -> AnyPosition {
        Playable::after(self, mv)
    }

    fn leaves(&mut self, depth: u32) -> u128 {
        self.perft(depth).into()
    }
}
