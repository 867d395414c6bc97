//! The signature of a search: how many nodes it visits in fixed positions to a fixed depth.
//!
//! A change that should not affect how the engine plays leaves the number as it was, so no games need to be played. The
//! number is that of one thread and a new table of 16 MiB, and the same on every machine.

use std::time::Duration;

use philidor::{Game, Position};

use crate::bot::Bot;
use crate::bot::control::Control;
use crate::bot::limits::SearchLimits;
use crate::bot::report::Report;
use crate::instant::Instant;

/// The depth of the signature.
pub const DEPTH: u32 = 12;

/// Openings, middle games and endgames, chosen for this crate.
pub const POSITIONS: [&str; 24] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "rnbqk2r/ppp1ppbp/3p1np1/8/2PPP3/2N5/PP3PPP/R1BQKBNR w KQkq - 0 5",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 3 8",
    "r2qr1k1/1b1nbppp/pp1ppn2/8/2PNP3/1PN1B3/P3BPPP/R2Q1RK1 w - - 2 12",
    "2rq1rk1/pb2bppp/1pn1pn2/8/2BP4/P1N2N2/1P1BQPPP/3R1RK1 b - - 4 13",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r2q1rk1/1p3pp1/p1nbbn1p/3p4/3N4/1NP1B2P/PP2BPP1/R2Q1RK1 b - - 3 14",
    "r3r1k1/pp3pbp/1qp1b1p1/2B5/2BP4/Q1n2N2/P4PPP/3RR1K1 w - - 0 18",
    "3r1rk1/1bq1bppp/p3pn2/1p6/3BP3/P1NB4/1PP1QPPP/3R1RK1 w - - 0 16",
    "r1b2rk1/2q1bppp/p2ppn2/1p6/3QPP2/1BN1B3/PPP3PP/R4RK1 b - - 0 13",
    "4rrk1/pp1n1pp1/2pq3p/3p4/3P1n2/2PB1N2/PPQ2PPP/4RRK1 w - - 0 17",
    "2r3k1/pp2qppp/2n1p3/3p4/3P1P2/1P2PN2/P2Q2PP/2R3K1 b - - 0 21",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "3r2k1/p4ppp/1pn5/2p5/4B3/P3P3/1P1R1PPP/6K1 b - - 0 1",
    "8/5pk1/4p1p1/3pP2p/1p1P1P1P/1P2K1P1/8/8 w - - 0 40",
    "8/8/1p1k4/p1p2p2/P1P2P1p/1P2K2P/8/8 b - - 0 45",
    "6k1/1r3ppp/4p3/p2nP3/P2B1P2/6P1/1R5P/6K1 w - - 0 30",
    "8/1R6/4kp2/r5p1/4K1P1/5P2/8/8 w - - 0 55",
    "4r1k1/3b1ppp/8/3p4/1q1B4/1P3N2/5PPP/Q3R1K1 b - - 0 27",
    "8/8/8/3k4/8/8/5Q2/4K3 w - - 0 1",
    "8/3k4/8/2KP4/8/8/6r1/3R4 w - - 0 60",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
];

/// The result of a bench. See [`run`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Bench {
    /// All nodes: the signature.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// Searches all positions to a depth, each as a new game.
///
/// ```
/// use philidor_engine::{bench, standard};
/// let nodes = bench::run(&mut *standard(), 2).nodes;
/// assert_eq!(bench::run(&mut *standard(), 2).nodes, nodes);
/// ```
pub fn run<B: Bot + ?Sized>(bot: &mut B, depth: u32) -> Bench {
    search_all(bot, depth, &Control::new())
}

/// Like [`run`], but can be stopped by the control. Returns `None` if it was.
///
/// ```
/// use philidor_engine::{Control, bench, standard};
/// let control = Control::new();
/// control.stop();
/// assert_eq!(bench::run_until(&mut *standard(), 90, &control), None);
/// ```
pub fn run_until<B: Bot + ?Sized>(bot: &mut B, depth: u32, control: &Control) -> Option<Bench> {
    let found = search_all(bot, depth, control);
    (!control.is_stopped()).then_some(found)
}

fn search_all<B: Bot + ?Sized>(bot: &mut B, depth: u32, control: &Control) -> Bench {
    let begin = Instant::now();
    let mut nodes = 0;
    for fen in POSITIONS {
        let Ok(position) = fen.parse::<Position>() else { continue };
        if control.is_stopped() {
            break;
        }
        bot.new_game();
        let limits = SearchLimits::new().with_depth(depth);
        let answer = bot.search(&Game::from_position(position), &limits, control, &mut |_: &Report| {});
        nodes += answer.report.map_or(0, |report| report.nodes);
    }
    Bench { nodes, time: begin.elapsed() }
}

/// The result as test frameworks read it: `4712710 nodes 1323423 nps`.
///
/// ```
/// use philidor_engine::{bench, standard};
/// let found = bench::run(&mut *standard(), 1);
/// assert!(bench::line(&found).starts_with(&format!("{} nodes ", found.nodes)));
/// ```
#[must_use]
pub fn line(bench: &Bench) -> String {
    let nanoseconds = bench.time.as_nanos().max(1);
    format!("{} nodes {} nps", bench.nodes, u128::from(bench.nodes) * 1_000_000_000 / nanoseconds)
}
