//! `philidor perft`: counts the tree of legal moves, and shows how far it is.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use philidor::perft::{Part, Perft};
use philidor::{Cpu, Move, Position};
use serde::{Serialize, Serializer};

use super::{Output, castling_mode};
use crate::args::PerftArgs;
use crate::named;
use crate::quantity::{Grouped, Span, per_second};

/// How often the bar is drawn again while nothing is reported.
const TICK: Duration = Duration::from_millis(100);

/// A count, as it is told to a program.
#[derive(Serialize)]
struct Answer {
    depth: u32,
    fen: String,
    nodes: u128,
    seconds: f64,
    nodes_per_second: u128,
    threads: usize,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_map")]
    moves: Option<Vec<(String, u128)>>,
}

/// Writes the counts of the moves as one object, in their order.
fn as_map<S: Serializer>(moves: &Option<Vec<(String, u128)>>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(moves.iter().flatten().map(|(uci, count)| (uci, count)))
}

pub(super) fn run(args: &PerftArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    let position = named::position(&args.position.fen)?;
    let cpu = args.cpu.unwrap_or_else(Cpu::best);
    let threads = args.threads.or_else(|| available_parallelism().ok()).map_or(1, NonZero::get);
    let perft = Perft::new().cpu(cpu).threads(threads);
    let perft = if args.plain { perft.plain() } else { perft };

    let progress = Progress::new();
    let start = Instant::now();
    let division = perft.divide_reporting(&position, args.depth, &|part| progress.advance(part));
    let time = start.elapsed();
    progress.clear();

    let answer = Answer {
        depth: args.depth,
        fen: position.to_string(),
        // No move is played at depth 0: the position itself is the leaf.
        nodes: if args.depth == 0 { 1 } else { division.iter().map(|(_, count)| count).sum() },
        seconds: time.as_secs_f64(),
        nodes_per_second: 0,
        threads,
        moves: args.divide.then(|| in_uci(&position, &division)),
    };
    let answer = Answer { nodes_per_second: per_second(answer.nodes, time), ..answer };
    if output.json { output.write_json(&answer) } else { tell(&answer, time, cpu, output) }
}

fn in_uci(position: &Position, division: &[(Move, u128)]) -> Vec<(String, u128)> {
    division
        .iter()
        .map(|&(mv, count)| (position.uci(mv, castling_mode(position)).to_string(), count))
        .collect()
}

/// The answer for people: the total last, where the eye falls.
fn tell(answer: &Answer, time: Duration, cpu: Cpu, output: &mut Output<'_>) -> anyhow::Result<()> {
    let Answer { depth, nodes, nodes_per_second, threads, .. } = *answer;
    if let Some(moves) = &answer.moves {
        for (uci, count) in moves {
            writeln!(output.writer, "{uci}: {count}")?;
        }
        writeln!(output.writer)?;
    }
    let label = output.paint.label();
    let result = output.paint.result();
    let plural = if threads == 1 { "" } else { "s" };
    let rate = Grouped(nodes_per_second);
    let time = Span(time);
    writeln!(output.writer, "{label}{time}, {rate} leaves/s, {threads} thread{plural}, {cpu}{label:#}")?;
    writeln!(output.writer, "perft {depth}: {result}{}{result:#}", Grouped(nodes))?;
    Ok(())
}

/// A bar on standard error; invisible if that is no terminal.
struct Progress {
    bar: ProgressBar,
    leaves: Arc<AtomicU64>,
}

impl Progress {
    fn new() -> Progress {
        let leaves = Arc::new(AtomicU64::new(0));
        let bar =
            ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(style(&leaves));
        if !bar.is_hidden() {
            bar.enable_steady_tick(TICK);
        }
        Progress { bar, leaves }
    }

    /// Takes note of a part that is counted; called from any thread.
    fn advance(&self, part: Part) {
        self.leaves.fetch_add(part.leaves, Relaxed);
        self.bar.set_length(part.parts as u64);
        self.bar.inc(1);
    }

    fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// The running count, the rate and the time left beside a bar. The bar counts parts of the tree, not leaves, whose
/// number nobody knows yet.
fn style(leaves: &Arc<AtomicU64>) -> ProgressStyle {
    let template = "{wide_bar} {percent:>3} %  {leaves} leaves  {rate} leaves/s  {left} left";
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let counted = Arc::clone(leaves);
    let rated = Arc::clone(leaves);
    style
        .progress_chars("█▉▊▋▌▍▎▏░")
        .with_key("leaves", move |_: &ProgressState, text: &mut dyn std::fmt::Write| {
            let _ = write!(text, "{}", Grouped(counted.load(Relaxed).into()));
        })
        .with_key("rate", move |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            let _ = write!(text, "{}", Grouped(per_second(rated.load(Relaxed).into(), state.elapsed())));
        })
        .with_key("left", |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            // Before the first part is counted nobody knows.
            let _ =
                if state.pos() == 0 { write!(text, "?") } else { write!(text, "{:.0}", Span(state.eta())) };
        })
}
