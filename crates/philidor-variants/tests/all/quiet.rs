//! No move may give check: of the variants only racing kings has this rule, where it never meets pawns, castling or
//! drops. In chess and crazyhouse with the rule, the legal moves are those of chess and crazyhouse that give no check.

use std::collections::BTreeSet;

use philidor::{CastlingMode, Color, Fault, GamePosition, Move, MoveType, Setup, Strictness};
use philidor_variants::{AnyPosition, Crazyhouse, Pockets, Rules, Variant, VariantPosition};

use super::random::Random;

/// Chess in which no move may give check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct QuietChess;

impl Rules for QuietChess {
    type Extra = ();
    const NAME: &'static str = "Quiet chess";
    const CHECK_IS_FORBIDDEN: bool = true;
}

/// Crazyhouse in which no move may give check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct QuietHouse;

impl Rules for QuietHouse {
    type Extra = Pockets;
    const NAME: &'static str = "Quiet crazyhouse";
    const CHECK_IS_FORBIDDEN: bool = true;

    fn follow(pockets: &mut Pockets, us: Color, mv: Move) {
        Crazyhouse::follow(pockets, us, mv);
    }

    fn excuses(setup: &Setup, fault: &Fault) -> bool {
        Crazyhouse::excuses(setup, fault)
    }

    fn faults(setup: &Setup, extra: &Pockets, faults: &mut Vec<Fault>) {
        Crazyhouse::faults(setup, extra, faults);
    }
}

/// Counts of the moves that the rule forbids.
#[derive(Debug, Default)]
struct Refused {
    pawns: usize,
    promotions: usize,
    en_passant: usize,
    castling: usize,
    drops: usize,
    pawn_drops: usize,
}

impl Refused {
    fn count(&mut self, mv: Move) {
        let is_pawn = mv.played_piece() == philidor::PieceType::Pawn;
        let is_step = mv.move_type() == MoveType::Normal && !mv.is_drop();
        self.pawns += usize::from(is_pawn && is_step);
        self.promotions += usize::from(mv.promotion().is_some());
        self.en_passant += usize::from(mv.move_type() == MoveType::EnPassant);
        self.castling += usize::from(mv.castling_side().is_some());
        self.drops += usize::from(mv.is_drop());
        self.pawn_drops += usize::from(mv.is_drop() && is_pawn);
    }
}

/// Plays random games from a position, by rules that forbid check, beside the variant that allows it.
fn compare<R: Rules>(variant: Variant, start: &str, games: u64, refused: &mut Refused) {
    for game in 0..games {
        let mut random = Random(game);
        let mut position: VariantPosition<R> =
            start.parse().unwrap_or_else(|error| panic!("{start}: {error}"));
        for _ in 0..80 {
            let fen = position.to_string();
            let loud = AnyPosition::from_fen_with(variant, &fen, Strictness::WellDefined).unwrap();
            let (mut expected, mut listed) = (BTreeSet::new(), BTreeSet::new());
            for mv in loud.legal_moves() {
                if loud.after(mv).is_check() {
                    refused.count(mv);
                } else {
                    expected.insert(loud.to_uci_in(mv, CastlingMode::Chess960).to_string());
                }
            }
            let moves = position.legal_moves();
            listed.extend(moves.iter().map(|&mv| position.to_uci_in(mv, CastlingMode::Chess960).to_string()));
            assert_eq!(listed, expected, "{} {fen}", R::NAME);
            assert_eq!(moves.len(), listed.len(), "a move twice in {fen}");
            let rare = moves.iter().find(|mv| mv.is_drop() || mv.move_type() == MoveType::EnPassant);
            let rare = rare.filter(|_| random.below(4) == 0);
            let Some(&mv) = rare.or_else(|| moves.get(random.below(moves.len()))) else { break };
            position.play_unchecked(mv);
        }
    }
}

/// A promotion is refused for the check that it gives, not for its letter.
#[test]
fn the_reason_for_a_refused_promotion_is_its_check() {
    let position: VariantPosition<QuietChess> = "8/P7/8/8/8/8/k7/4K3 w - - 0 1".parse().unwrap();
    let fault = |uci: &str| position.parse_uci(uci).unwrap_err().to_string();
    assert!(fault("a7a8q").contains("check") && fault("a7a8r").contains("check"), "{}", fault("a7a8q"));
    assert!(!fault("a7a8").contains("check") && !fault("e1e2q").contains("check"));
    assert!(position.parse_uci("a7a8n").is_ok() && position.parse_uci("a7a8b").is_ok());
}

#[test]
fn moves_that_give_check_are_left_out() {
    let mut refused = Refused::default();
    for start in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/PP3k2/8/8/8/8/3K2pp/8 w - - 0 1",
        "1r2k1r1/P1P3P1/8/8/8/8/p1p3p1/1R2K1R1 b - - 0 1",
        "8/8/8/k1pP3R/8/8/8/4K3 w - c6 0 1", // both pawns leave the rank, and the rook gives check
        "8/8/1k6/2pP4/8/8/5B2/4K3 w - c6 0 1", // the captured one opens a diagonal
        "3k4/8/8/2pP4/8/8/8/3RK3 w - c6 0 1", // the one that captures opens a file
        "8/3k4/8/2pP4/8/8/8/4K3 w - c6 0 1", // it attacks the king itself
        "5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1",  // a rook gives check when it has castled
        "3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "r3k2r/8/8/8/8/8/8/3K4 b kq - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    ] {
        compare::<QuietChess>(Variant::Chess, start, 12, &mut refused);
    }
    for start in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R[PPpp] w KQkq d6 0 1",
    ] {
        compare::<QuietHouse>(Variant::Crazyhouse, start, 12, &mut refused);
    }
    let Refused { pawns, promotions, en_passant, castling, drops, pawn_drops } = refused;
    let least =
        [(pawns, 500), (promotions, 500), (en_passant, 12), (castling, 30), (drops, 500), (pawn_drops, 100)];
    assert!(least.iter().all(|(count, least)| count > least), "{refused:?}");
}
