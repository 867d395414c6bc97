//! What is legal, and when the game is over.

use crate::board::{Board, attackers, king, square};
use crate::bugs::Bug;
use crate::position::{Move, Position};
use crate::variant::Variant;

impl Position {
    pub(crate) fn legal(&self) -> Vec<Move> {
        if self.is_over() {
            return Vec::new();
        }
        let mut legal = self.candidates();
        legal.retain(|mv| self.is_legal(mv));
        if self.variant.loses() && !self.has(Bug::CaptureOptional) {
            let must = |mv: &Move| match mv.victim {
                Some(victim) => victim == mv.to || !self.has(Bug::EnPassantOptional),
                None => false,
            };
            if legal.iter().any(must) {
                legal.retain(|mv| mv.victim.is_some());
            }
        }
        legal
    }

    fn is_legal(&self, mv: &Move) -> bool {
        let us = self.is_white;
        if self.variant.loses() {
            let king = king(&mv.board, us).filter(|_| self.has(Bug::KingProtected));
            return king.is_none_or(|king| attackers(&mv.board, king, !us) == 0);
        }
        if mv.dropped.is_some() && self.has(Bug::DropIgnoresCheck) {
            return true;
        }
        if mv.dropped.is_some() && self.has(Bug::DropNoEvasion) && self.is_check(us) {
            return false;
        }
        let mut board = mv.board;
        let explodes = self.variant == Variant::Atomic && mv.victim.is_some();
        let own = king(&board, us);
        if explodes && own.is_none() && self.king(us).is_some() {
            return self.has(Bug::OwnKingMayExplode) || self.has(Bug::KingCaptures) && mv.piece == b'K';
        }
        let wins = explodes && king(&board, !us).is_none() && self.king(!us).is_some();
        if wins && !self.has(Bug::EnemyKingIgnored) {
            return true;
        }
        if explodes && self.has(Bug::CheckBeforeExplosion) {
            board = self.board;
            board[mv.from] = b'.';
            board[mv.to] = self.board[mv.from];
        }
        let Some(own) = own else { return true };
        let is_lost_pin = self.has(Bug::PinIgnored) && mv.piece != b'K' && !self.is_check(us);
        let is_passing = mv.victim.is_some_and(|victim| victim != mv.to);
        if is_passing && self.has(Bug::EnPassantRankPin) {
            board[mv.victim.unwrap_or(mv.to)] = if us { b'p' } else { b'P' };
        }
        if self.in_danger(&board, own, us) && !is_lost_pin {
            return false;
        }
        !(self.variant == Variant::RacingKings && self.gives_forbidden_check(mv))
    }

    fn is_check(&self, is_white: bool) -> bool {
        self.king(is_white).is_some_and(|king| self.in_danger(&self.board, king, is_white))
    }

    fn gives_forbidden_check(&self, mv: &Move) -> bool {
        let Some(enemy) = king(&mv.board, !self.is_white) else { return false };
        let mut board = mv.board;
        if self.has(Bug::DiscoveryAllowed) {
            // Only the piece that moves is looked at.
            for square in (0..64).filter(|&square| square != mv.to && square != enemy) {
                if board[square].is_ascii_uppercase() == self.is_white {
                    board[square] = if board[square] == b'.' { b'.' } else { b'#' };
                }
            }
        }
        attackers(&board, enemy, self.is_white) > 0 && !self.has(Bug::CheckAllowed)
    }

    fn is_over(&self) -> bool {
        let kings = [true, false].map(|side| self.king(side));
        let on = |names: &[&str]| {
            kings.iter().flatten().any(|&king| names.iter().any(|name| square(name) == Some(king)))
        };
        let has = |is_white: bool| {
            self.board.iter().any(|&piece| piece != b'.' && piece.is_ascii_uppercase() == is_white)
        };
        match self.variant {
            Variant::Antichess | Variant::Giveaway | Variant::Suicide => {
                !has(true) || !has(false) || self.has(Bug::KinglessIsOver) && kings.contains(&None)
            }
            Variant::Atomic => kings.contains(&None) && !self.has(Bug::ExplodedKingPlays),
            Variant::Horde => !has(true) || self.has(Bug::KingWanted) && kings[0].is_none() && self.is_white,
            Variant::KingOfTheHill if self.has(Bug::HillIgnored) => false,
            Variant::KingOfTheHill => {
                on(&["d4", "e4", "d5", "e5"]) || self.has(Bug::HillWide) && on(&["c4", "c5", "f4", "f5"])
            }
            Variant::ThreeCheck => {
                let needed = if self.has(Bug::FourthCheck) { 4 } else { 3 };
                self.checks.iter().any(|&given| given >= needed)
            }
            Variant::RacingKings => self.is_race_over(),
            Variant::Chess | Variant::Crazyhouse => false,
        }
    }

    fn is_race_over(&self) -> bool {
        let at_goal = |board: &Board, side| king(board, side).is_some_and(|king| king / 8 == 7);
        let [white, black] = [true, false].map(|side| at_goal(&self.board, side));
        if self.has(Bug::GoalIgnored) {
            return false;
        }
        let arrives = |mv: &Move| at_goal(&mv.board, false) && self.is_legal(mv);
        let may_follow = !self.is_white && white && !black && !self.has(Bug::NoLastMove);
        (white || black) && !(may_follow && self.candidates().iter().any(arrives))
    }
}
