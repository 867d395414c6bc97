//! A search of forty lines, compiled for every level of the CPU: alpha and beta, material, captures to the end.
//!
//!     cargo run --release -p philidor --example search_at_level
//!
//! Prints the value and the nodes of a fixed depth, which are the same at every level, and the speed, which is not.

use std::time::Instant;

use philidor::cpu::Cpu;
use philidor::search_support::{Level, Picker, Work};
use philidor::{Color, PieceType, Position};

/// A node: the position is played on and taken back.
struct Search<'a> {
    position: &'a mut Position,
    nodes: &'a mut u64,
    alpha: i32,
    beta: i32,
    depth: u32,
}

#[inline(always)]
fn material(position: &Position) -> i32 {
    let worth = |color| -> i32 {
        [
            (PieceType::Pawn, 100),
            (PieceType::Knight, 300),
            (PieceType::Bishop, 310),
            (PieceType::Rook, 500),
            (PieceType::Queen, 900),
        ]
        .into_iter()
        .map(|(piece_type, value)| value * position.board().colored_pieces(color, piece_type).len() as i32)
        .sum()
    };
    let white = worth(Color::White) - worth(Color::Black);
    if position.side_to_move() == Color::White { white } else { -white }
}

impl Work for Search<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> i32 {
        let Search { position, nodes, mut alpha, beta, depth } = self;
        *nodes += 1;
        if depth == 0 {
            let stand = material(position);
            if stand >= beta {
                return stand;
            }
            alpha = alpha.max(stand);
        }
        let mut picker = if depth == 0 { Picker::tactical(None) } else { Picker::new(None, [None, None]) };
        let mut best = if depth == 0 { alpha } else { i32::MIN + 1 };
        while let Some(mv) = picker.next_at(level, position, &mut ()) {
            let undo = position.play_unchecked(mv);
            let child = Search {
                position: &mut *position,
                nodes: &mut *nodes,
                alpha: -beta,
                beta: -alpha,
                depth: depth.saturating_sub(1),
            };
            let value = -level.call(child);
            position.undo(mv, undo);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        // Mated: the sooner the worse. Stalemated: nothing won.
        if best == i32::MIN + 1 { if position.is_check() { -30_000 - depth as i32 } else { 0 } } else { best }
    }
}

fn main() -> Result<(), philidor::PositionError> {
    let kiwipete: Position =
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
    for cpu in Cpu::available() {
        let (mut position, mut nodes) = (kiwipete, 0);
        let start = Instant::now();
        let search =
            Search { position: &mut position, nodes: &mut nodes, alpha: -100_000, beta: 100_000, depth: 4 };
        let value = cpu.run(search);
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{cpu:>8}: value {value}, {nodes} nodes, {:.1} million a second",
            nodes as f64 / seconds / 1e6
        );
    }
    Ok(())
}
