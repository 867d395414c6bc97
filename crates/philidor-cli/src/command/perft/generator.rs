//! `philidor perft --generator`: the tree counted by one of the historic generators, every leaf played.
//!
//! The generator makes the first two half-moves, too: they are the parts that the threads share out, so that nothing
//! of the count comes from the bitboards.

use std::process::ExitCode;

use philidor::perft::perft_with;
use philidor::{Move, MoveGenerator, MoveKind, Position};
use philidor_historic::chain::ChainBoard;
use philidor_historic::mailbox::MailboxBoard;
use philidor_program::positions::Generator;

use crate::args::PerftArgs;
use philidor_program::counting::interruptible::InterruptibleCount;
use philidor_program::counting::options::CountOptions;
use philidor_program::counting::progress::{Progress, Unit};
use philidor_program::counting::report::{self, PerftReport};
use philidor_program::counting::sharing::{self, Division, Tree};
use philidor_program::terminal::output::Output;

pub(super) fn run(
    generator: Generator,
    args: &PerftArgs,
    options: &CountOptions,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let position = args.position.read()?;
    let depth = args.depth;
    let run = InterruptibleCount::new()?;
    let progress = Progress::new(Unit::Parts, 0, 0);
    let division = count(generator, &position, depth, options.threads, &run, &progress)?;
    progress.clear();
    let uci = |mv| position.to_uci(mv).to_string();
    let report: PerftReport = PerftReport {
        generator: Some(generator.name()),
        ..PerftReport::new(&division, depth, position.to_string(), options, args.divide.then_some(&uci))
    };
    report::write(&report, None, division.time, generator.name(), output)?;
    Ok(report.code())
}

fn count(
    generator: Generator,
    position: &Position,
    depth: u32,
    threads: usize,
    run: &InterruptibleCount,
    progress: &Progress,
) -> anyhow::Result<Division<Move>> {
    macro_rules! by {
        ($generator:ty) => {{
            let tree = Played(<$generator>::from_position(position)?);
            sharing::count(tree, depth, threads, run, progress)
        }};
    }
    match generator {
        Generator::Bitboard => by!(Position),
        Generator::Chain => by!(ChainBoard),
        Generator::Mailbox => by!(MailboxBoard),
    }
}

/// A generator that plays every leaf.
#[derive(Clone)]
struct Played<G>(G);

impl<G: MoveGenerator + Send + Sync + 'static> Tree for Played<G> {
    type Move = Move;

    fn legal_moves(&mut self) -> Vec<Move> {
        self.0.legal_moves_of(MoveKind::All)
    }

    fn after(&self, mv: Move) -> Self {
        let mut child = self.clone();
        child.0.play_unchecked(mv);
        child
    }

    fn leaves(&mut self, depth: u32) -> u128 {
        perft_with(&mut self.0, depth)
    }
}
