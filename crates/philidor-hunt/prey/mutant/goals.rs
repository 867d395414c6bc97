//! The goals of the variants. A game that has reached a goal is over, and has no moves.

use crate::board::{Color, Square, bit};
use crate::bugs::Bug;
use crate::position::{Move, Position};
use crate::variant::Variant;

impl Position {
    pub(crate) fn is_over(&self) -> bool {
        let kings = || [Color::White, Color::Black].into_iter().filter_map(|color| self.board.king(color));
        let is_gone = |color| !self.board.pieces.iter().flatten().any(|piece| piece.color == color);
        match self.variant {
            Variant::Chess | Variant::Crazyhouse => false,
            Variant::Antichess => {
                let kings_matter = self.has(Bug::KinglessIsOver);
                is_gone(Color::White) || is_gone(Color::Black) || kings_matter && kings().count() < 2
            }
            Variant::Atomic => kings().count() < 2 && !self.has(Bug::ExplodedKingPlays),
            Variant::Horde => {
                let king_matters = self.has(Bug::KingWanted) && self.side == Color::White;
                is_gone(Color::White) || king_matters && self.board.king(Color::White).is_none()
            }
            Variant::KingOfTheHill => {
                let files = if self.has(Bug::HillWide) { 2..=5 } else { 3..=4 };
                let is_hill = |king: Square| files.contains(&(king % 8)) && matches!(king / 8, 3 | 4);
                kings().any(is_hill) && !self.has(Bug::HillIgnored)
            }
            Variant::RacingKings => self.is_race_over() && !self.has(Bug::GoalIgnored),
            Variant::ThreeCheck => {
                let last = if self.has(Bug::FourthCheck) { 4 } else { 3 };
                self.extras.checks.iter().any(|&given| given >= last)
            }
        }
    }

    /// The first king on the eighth rank wins, unless Black's can follow White's at once.
    fn is_race_over(&self) -> bool {
        let arrived =
            |position: &Position, color| position.board.king(color).is_some_and(|king| king / 8 == 7);
        let follows = |mv: Move| arrived(&self.after(mv), Color::Black);
        arrived(self, Color::Black)
            || arrived(self, Color::White)
                && (self.side == Color::White
                    || self.has(Bug::NoLastMove)
                    || !self.legal_moves().into_iter().any(follows))
    }

    /// Whether a move gives check, as none may in a race.
    pub(crate) fn gives_check(&self, mv: Move) -> bool {
        let board = self.after(mv).board;
        let checkers = board.king(self.side.other()).map_or(0, |king| board.attackers(king, self.side));
        let seen = if self.has(Bug::DiscoveryAllowed) { checkers & bit(mv.to) } else { checkers };
        seen != 0 && !self.has(Bug::CheckAllowed)
    }

    /// Counts the check that a move gives, before the turn changes.
    pub(crate) fn count_check(&mut self) {
        if let Some(king) = self.board.king(self.side.other()) {
            let checkers = self.board.attackers(king, self.side).count_ones() as u8;
            let most = if self.has(Bug::DoubleCheckTwice) { 2 } else { 1 };
            self.extras.checks[self.side as usize] += checkers.min(most);
        }
    }
}
