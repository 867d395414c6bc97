//! Positions made simpler, by taking away pieces, rights, pockets, checks or clocks.

use philidor::{Bitboard, CastlingRights, Color, PieceType, Setup, Strictness};
use philidor_variants::{AnyPosition, Extra, Pocket};

/// What is taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Pieces(Bitboard),
    Rights(CastlingRights),
    EnPassant,
    Clocks,
    Pocket(Color, PieceType),
    Promoted(Bitboard),
    Checks(Color),
}

impl Change {
    /// What can be taken away besides pieces.
    pub(super) fn all(position: &AnyPosition) -> Vec<Change> {
        let rights = (0..4).map(|right| CastlingRights::from_bits(1 << right));
        let mut changes: Vec<Change> = rights.map(Change::Rights).collect();
        changes.extend([Change::EnPassant, Change::Clocks]);
        for color in Color::ALL {
            let held = Pocket::KINDS.into_iter().filter(|&kind| position.pocket(color).count(kind) > 0);
            changes.extend(held.map(|kind| Change::Pocket(color, kind)));
            changes.push(Change::Checks(color));
        }
        changes.extend(position.promoted().into_iter().map(|square| Change::Promoted(square.into())));
        changes
    }

    /// The position without that, if it is another one and its rules are defined.
    pub(super) fn apply(self, position: &AnyPosition, strictness: Strictness) -> Option<AnyPosition> {
        let (mut setup, mut extra) = position.to_setup();
        match self {
            Change::Pieces(squares) => {
                squares.into_iter().for_each(|square| {
                    setup.board.remove(square);
                });
                extra.set_promoted(extra.promoted() - squares);
                setup = possible(setup);
            }
            Change::Rights(rights) => setup.state.castling_rights.remove(rights),
            Change::EnPassant => setup.state.en_passant = None,
            Change::Clocks => (setup.state.halfmove_clock, setup.state.fullmove_number) = (0, 1),
            Change::Pocket(color, kind) => {
                let mut pocket = extra.pocket(color);
                pocket.remove(kind);
                extra.set_pocket(color, pocket);
            }
            Change::Promoted(squares) => extra.set_promoted(extra.promoted() - squares),
            Change::Checks(color) => extra.set_checks(color, 0),
        }
        let changed = AnyPosition::from_setup(position.variant(), setup, extra, strictness).ok();
        changed.filter(|changed| changed != position)
    }
}

/// Without rights and en-passant squares whose pieces are gone.
fn possible(setup: Setup) -> Setup {
    setup.without_impossible_castling_rights().without_impossible_en_passant()
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
        let gone = Change::Pieces(Bitboard::from_square(Square::H1));
        let changed = gone.apply(&position, Strictness::Reachable).expect("a position");
        assert_eq!(changed.to_string(), "4k3/8/8/8/8/8/3Q~4/4K3[NNp] w - - 7 9");
        loop {
            let simpler = |change: Change| change.apply(&position, Strictness::Reachable);
            let Some(changed) = Change::all(&position).into_iter().find_map(simpler) else { break };
            position = changed;
        }
        assert_eq!(position.to_string(), "4k3/8/8/8/8/8/3Q4/4K2R[] w - - 0 1");
    }
}
