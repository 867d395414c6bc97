//! How long the net takes: to update the accumulator after a move, and to compute the score from it.
//!
//! ```sh
//! taskset -c 1 cargo run --release -p philidor-workbench --bin net_rate
//! ```

use std::hint::black_box;
use std::time::Instant;

use philidor::search_support::{Change, Level, Work};
use philidor::{Cpu, Position};
use philidor_engine::Evaluator;
use philidor_engine::evaluation::Net;

const POSITIONS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

const ROUNDS: u32 = 20_000;

/// Makes, evaluates and unmakes each legal move; or only evaluates, with sums that are already known.
struct Moves<'a> {
    net: &'a mut Net,
    position: Position,
    follows: bool,
}

impl Work for Moves<'_> {
    /// Nanoseconds for each move.
    type Output = f64;

    #[inline(always)]
    fn run<L: Level>(self, _: L) -> f64 {
        let Moves { net, position, follows } = self;
        net.reset(&position);
        let moves = position.legal_moves();
        let changes: Vec<_> =
            moves.iter().map(|&mv| (Change::new(&position, mv), position.after(mv))).collect();
        let begin = Instant::now();
        for _ in 0..ROUNDS {
            for (change, after) in &changes {
                if follows {
                    net.played(change);
                    black_box(net.evaluate(after));
                    net.undone(change);
                } else {
                    black_box(net.evaluate(black_box(&position)));
                }
            }
        }
        begin.elapsed().as_nanos() as f64 / f64::from(ROUNDS) / changes.len() as f64
    }
}

fn main() {
    let mut net = Net::default();
    println!("{:10} {:>10} {:>10} {:>10}", "level", "evaluate", "and move", "move");
    for &cpu in Cpu::ALL.iter().filter(|cpu| cpu.is_available()) {
        let mut mean = |follows| {
            let times = POSITIONS.map(|fen| {
                let position: Position = fen.parse().expect("a position");
                let rounds = (0..5).map(|_| cpu.run(Moves { net: &mut net, position, follows }));
                rounds.fold(f64::INFINITY, f64::min)
            });
            times.iter().sum::<f64>() / times.len() as f64
        };
        let (alone, both) = (mean(false), mean(true));
        println!("{:10} {alone:7.1} ns {both:7.1} ns {:7.1} ns", cpu.name(), both - alone);
    }
}
