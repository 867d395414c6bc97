//! A position of any variant, hunted: its text, its counts, and how it becomes simpler.

use philidor::{Bitboard, CastlingNotation, Color, EnPassantPolicy, GamePosition, Move, Setup, Strictness};
use philidor_variants::{AnyExtra, AnyPosition, Extra, Pocket};

use crate::finding::hunted_position::HuntedPosition;
use crate::suspect::counted_position::CountedPosition;

impl CountedPosition for AnyPosition {
    fn uci_variant(&self) -> &'static str {
        self.variant().uci_name()
    }

    fn fen_for_suspects(&self, chess960: bool) -> String {
        let notation = if chess960 { CastlingNotation::Shredder } else { CastlingNotation::XFen };
        self.fen(EnPassantPolicy::PseudoLegal, notation)
    }

    fn is_chess960(&self) -> bool {
        AnyPosition::is_chess960(self)
    }

    fn checkers(&self) -> Bitboard {
        AnyPosition::checkers(self)
    }

    fn divide(&self, depth: u32) -> Vec<(Move, u128)> {
        let below = |mv| (mv, u128::from(self.after(mv).perft(depth.saturating_sub(1))));
        self.legal_moves().into_iter().map(below).collect()
    }

    fn is_won(&self) -> bool {
        self.variant_end().is_some()
    }

    fn piece_count(&self) -> u32 {
        let held: u32 = Color::ALL.map(|color| self.pocket(color).len()).iter().sum();
        self.board().occupied().len() + held
    }

    fn removable(&self) -> Bitboard {
        self.board().occupied()
    }

    fn with_setup(&self, setup: Setup, strictness: Strictness) -> Option<AnyPosition> {
        let mut extra = AnyPosition::to_setup(self).1;
        extra.set_promoted(extra.promoted() & setup.board.occupied());
        changed(self, setup, extra, strictness)
    }

    fn to_setup(&self) -> Setup {
        AnyPosition::to_setup(self).0
    }

    fn simpler(&self, strictness: Strictness) -> Vec<AnyPosition> {
        let (setup, extra) = AnyPosition::to_setup(self);
        let mut simpler = self.with_simpler_state(strictness);
        let mut add = |extra| simpler.extend(changed(self, setup, extra, strictness));
        for color in Color::ALL {
            for kind in Pocket::KINDS.into_iter().filter(|&kind| self.pocket(color).count(kind) > 0) {
                let (mut extra, mut pocket) = (extra, self.pocket(color));
                pocket.remove(kind);
                extra.set_pocket(color, pocket);
                add(extra);
            }
            let mut extra = extra;
            extra.set_checks(color, 0);
            add(extra);
        }
        for square in extra.promoted() {
            let mut extra = extra;
            extra.set_promoted(extra.promoted() - Bitboard::from(square));
            add(extra);
        }
        simpler
    }

    fn comparison(&self, depth: u32, chess960: bool) -> Option<String> {
        let fen = self.fen_for_suspects(chess960);
        let is_reachable = AnyPosition::from_fen(self.variant(), &fen).is_ok();
        let door = if is_reachable { "" } else { " --unreachable" };
        let variant = self.uci_variant();
        Some(format!("philidor perft {depth} --variant {variant} --fen '{fen}' --divide{door}"))
    }
}

impl HuntedPosition for AnyPosition {}

/// The position with another setup, if that is another position and its rules are defined.
fn changed(
    position: &AnyPosition,
    setup: Setup,
    extra: AnyExtra,
    strictness: Strictness,
) -> Option<AnyPosition> {
    let changed = AnyPosition::from_setup(position.variant(), setup, extra, strictness).ok();
    changed.filter(|changed| changed != position)
}

#[cfg(test)]
mod tests {
    use philidor::Square;
    use philidor_variants::Variant;

    use super::*;

    #[test]
    fn each_change_takes_something_away_once() {
        let fen = "4k3/8/8/8/8/8/3Q~4/4K2R[NNp] w K - 7 9";
        let mut position = AnyPosition::from_fen(Variant::Crazyhouse, fen).expect("a position");
        let changed = position.without_pieces(Square::H1.into(), Strictness::Reachable).expect("a position");
        assert_eq!(changed.to_string(), "4k3/8/8/8/8/8/3Q~4/4K3[NNp] w - - 7 9");
        while let Some(&changed) = position.simpler(Strictness::Reachable).first() {
            position = changed;
        }
        assert_eq!(position.to_string(), "4k3/8/8/8/8/8/3Q4/4K2R[] w - - 0 1");
    }
}
