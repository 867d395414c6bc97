//! What a level of the CPU offers to a search is what positions offer.

use std::ops::ControlFlow;

use philidor::cpu::Cpu;
use philidor::search_support::{Exchange, Level, Work};
use philidor::{Bitboard, Color, MoveKind, MoveList, Position, Square, attacks};

/// Compares everything that a level offers with what the position says.
struct Compare<'a>(&'a Position);

impl Work for Compare<'_> {
    type Output = &'static str;

    fn run<L: Level>(self, level: L) -> &'static str {
        let position = self.0;
        for kind in [MoveKind::All, MoveKind::Tactical, MoveKind::Quiet, MoveKind::Captures] {
            let mut list = MoveList::new();
            level.moves_into(position, kind, &mut list);
            assert_eq!(list, position.moves(kind), "{position}");
            let mut count = 0;
            let flow = level.generate(position, kind, &mut |set: philidor::MoveSet| {
                count += set.len();
                ControlFlow::Continue(())
            });
            assert!(flow.is_continue() && count as usize == list.len(), "{position}");
            for &mv in &list {
                for threshold in [-500, -1, 0, 1, 200] {
                    let exchange = Exchange::default();
                    let wins = exchange.value(position, mv) >= threshold;
                    assert_eq!(
                        level.exchange_at_least(&exchange, position, mv, threshold),
                        wins,
                        "{mv} {position}"
                    );
                }
            }
        }
        for color in Color::ALL {
            let board = position.board();
            let pieces = board.colors(color);
            let attacked = pieces.into_iter().fold(Bitboard::EMPTY, |attacked, square| {
                attacked | position.attacks_from(square, board.occupied())
            });
            assert_eq!(level.attacked_by(position, color), attacked, "{position}");
        }
        assert_eq!(level.is_check(position), !position.checkers().is_empty());
        assert_eq!(level.has_legal_move(position), !position.legal_moves().is_empty(), "{position}");
        let occupied = position.board().occupied();
        for square in Square::ALL {
            assert_eq!(level.bishop(square, occupied), attacks::bishop(square, occupied));
            assert_eq!(level.rook(square, occupied), attacks::rook(square, occupied));
            assert_eq!(
                level.attackers_to(position, square, occupied),
                position.attackers_to(square, occupied)
            );
        }
        std::any::type_name::<L>()
    }
}

/// Calls itself at the level, and says at which it ends.
struct Descend(u32);

impl Work for Descend {
    type Output = &'static str;

    fn run<L: Level>(self, level: L) -> &'static str {
        if self.0 == 0 { std::any::type_name::<L>() } else { level.call(Descend(self.0 - 1)) }
    }
}

#[test]
fn each_level_offers_what_positions_do() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for fen in [
        kiwipete,
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "4k3/8/8/8/8/3n4/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/q3K3 w - - 0 1",
        "4k3/8/8/8/8/8/4q3/4K2r w - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    ] {
        let position: Position = fen.parse().expect("a position");
        for (&cpu, name) in Cpu::ALL.iter().zip([
            "PortableLevel",
            "BmiLevel",
            "PextLevel",
            "PextLevel",
            "Avx512Level",
            "NeonLevel",
        ]) {
            let used = if cpu.is_available() { name } else { "PortableLevel" };
            assert!(cpu.run(Compare(&position)).contains(used), "{cpu}");
            assert!(cpu.run(Descend(20)).contains(used), "{cpu}");
        }
    }
}
