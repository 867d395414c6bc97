//! Why no game reaches a position, where that is certain: a suspect that refuses such a position is careful, not wrong.
//!
//! ```text
//! 5 | . . . . . . . b      both check, and neither can have moved last and opened the line of the other:
//! 4 | . . . . . . . .      the pawn came from b3, c3 or d3, and the bishop from no square in between
//! 3 | . . . . . . . .
//! 2 | . . p . . . . .
//! 1 | . . . K . . . .
//! ```
//!
//! The library accepts such positions, since their moves are well defined, and the suites have some. A position that
//! has a last move may still be one that no game reaches.

use philidor::{Bitboard, Color, PieceType, Position, Square};
use philidor_retro::{Reachability, Retractor};

/// After this number of half-moves without a capture or a pawn's move a game is over.
const MAX_CLOCK: u16 = 150;

/// Why no game reaches a position, if that is certain.
pub(crate) fn reason(position: &Position) -> Option<&'static str> {
    if Color::ALL.iter().any(|&color| has_too_many_promoted(position, color)) {
        Some("it has more promoted pieces than missing pawns")
    } else if Retractor::cautious().reachability(position, 1) != Reachability::Unknown {
        Some("no move can have been the last")
    } else if position.halfmove_clock() > MAX_CLOCK {
        Some("the game was over after 75 moves without a capture or a pawn's move")
    } else {
        None
    }
}

/// Whether a side has more pieces than the start position and promotions of its missing pawns can explain.
fn has_too_many_promoted(position: &Position, color: Color) -> bool {
    let of = |piece_type| pieces(position, color, piece_type);
    let light = |square: &Square| (square.file() as u8 + square.rank() as u8) % 2 == 1;
    let (light, dark): (Vec<Square>, Vec<Square>) = of(PieceType::Bishop).into_iter().partition(light);
    let many = |piece_type| of(piece_type).len() as usize;
    let beyond = [
        (many(PieceType::Queen), 1),
        (many(PieceType::Rook), 2),
        (many(PieceType::Knight), 2),
        (light.len(), 1),
        (dark.len(), 1),
    ];
    let promoted: usize =
        beyond.iter().map(|&(there, first): &(usize, usize)| there.saturating_sub(first)).sum();
    promoted + many(PieceType::Pawn) > 8
}

fn pieces(position: &Position, color: Color, piece_type: PieceType) -> Bitboard {
    position.board().pieces(piece_type) & position.board().colors(color)
}

#[cfg(test)]
mod tests {
    use philidor_suites::{CHESS960, STANDARD};

    use super::*;

    fn reason_of(fen: &str) -> Option<&'static str> {
        reason(&fen.parse().expect("a position"))
    }

    #[test]
    fn what_careful_libraries_refuse_has_a_reason() {
        let double_check = ["4k3/8/8/7b/8/8/2p5/R2K2N1 w - - 0 1", "r2k2n1/2P5/P7/2r5/7B/8/P7/4K3 b - - 0 1"];
        for fen in double_check {
            assert_eq!(reason_of(fen), Some("no move can have been the last"), "{fen}");
        }
        let material = "R2n3n/2P4K/1n3Brq/1pp1q3/4kq2/2p5/2p4p/3N1n2 w - - 0 1";
        assert_eq!(reason_of(material), Some("it has more promoted pieces than missing pawns"));
        assert!(reason_of("4k3/8/2r5/8/8/2B5/6P1/4K3 w - - 180 240").is_some());
        assert_eq!(reason_of("4k3/8/2r5/8/8/2B5/6P1/4K3 w - - 150 240"), None);
    }

    #[test]
    fn a_double_check_that_a_move_gives_has_none() {
        let moves = [
            ("4r1k1/8/8/4n3/8/8/8/4K3 b - - 0 1", "e5f3"),
            ("8/R4P1k/8/8/8/8/8/6K1 w - - 0 1", "f7f8n"),
            ("8/4k3/8/3pP3/8/8/8/4R1K1 w - d6 0 1", "e5d6"),
            ("8/8/4k3/3pP3/8/1B6/8/4R1K1 w - d6 0 1", "e5d6"),
        ];
        for (fen, text) in moves {
            let mut position: Position = fen.parse().expect("a position");
            position.play_unchecked(position.parse_uci(text).expect("a move"));
            assert_eq!((position.checkers().len(), reason(&position)), (2, None), "{fen} {text}");
        }
        // Both have always been there.
        for fen in ["8/8/8/8/1N6/3k4/8/2N3K1 b - - 0 1", "4k3/8/8/8/B7/8/8/4R1K1 b - - 0 1"] {
            assert_eq!(reason_of(fen), Some("no move can have been the last"), "{fen}");
        }
    }

    /// Whatever is played from a position that is not known to be unreachable leads to no other.
    #[test]
    fn no_game_leads_to_an_obstacle() {
        let fens = STANDARD.lines().chain(CHESS960.lines().take(40));
        let starts: Vec<Position> = fens
            .filter_map(|line| line.split(';').next()?.trim().parse().ok())
            .filter(|position| reason(position).is_none())
            .collect();
        assert!(starts.len() > 30);
        let (mut random, mut double_checks) = (1_u64, 0);
        for game in 0..8 * starts.len() {
            let mut position = starts[game % starts.len()];
            for _ in 0..150 {
                let moves = position.legal_moves();
                if moves.is_empty() || position.halfmove_clock() >= MAX_CLOCK {
                    break;
                }
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                // Checks are preferred, so that there are double ones.
                let checks: Vec<_> = moves.iter().filter(|&&mv| position.gives_check(mv)).collect();
                let pick = |many: usize| (random >> 33) as usize % many;
                let mv =
                    if checks.is_empty() { moves[pick(moves.len())] } else { *checks[pick(checks.len())] };
                position.play_unchecked(mv);
                double_checks += usize::from(position.checkers().len() > 1);
                assert_eq!(reason(&position), None, "{position} after {}", mv.notation());
            }
        }
        assert!(double_checks > 10, "{double_checks}");
    }
}
