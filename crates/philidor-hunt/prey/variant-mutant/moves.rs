//! The moves of pieces, whatever they do to kings; each carries the board after it.

use crate::board::{attacked, step};
use crate::bugs::Bug;
use crate::danger::explode;
use crate::position::{CASTLED, KINDS, Move, Position};
use crate::variant::Variant;

impl Position {
    /// All moves of the side to move, also such as leave a king to be taken.
    pub(crate) fn candidates(&self) -> Vec<Move> {
        let mut found = Vec::new();
        for from in (0..64).filter(|&from| self.is_own(from)) {
            let piece = self.board[from].to_ascii_uppercase();
            if piece == b'P' {
                self.pawn(from, &mut found);
                continue;
            }
            for to in attacked(&self.board, from).into_iter().filter(|&to| !self.is_own(to)) {
                let victim = self.is_enemy(to).then_some(to);
                let is_king = piece == b'K' && self.variant == Variant::Atomic;
                if victim.is_none() || !is_king || self.has(Bug::KingCaptures) {
                    found.push(self.moved(from, to, victim, None));
                }
            }
        }
        (0..2).for_each(|side| found.extend(self.castling(side)));
        self.drops(&mut found);
        found
    }

    fn moved(&self, from: usize, to: usize, victim: Option<usize>, promotion: Option<u8>) -> Move {
        let mut board = self.board;
        let piece = board[from];
        if let Some(victim) = victim {
            board[victim] = b'.';
        }
        board[from] = b'.';
        board[to] = match promotion {
            Some(kind) if self.is_white => kind,
            Some(kind) => kind.to_ascii_lowercase(),
            None => piece,
        };
        if self.variant == Variant::Atomic && victim.is_some() {
            explode(self, &mut board, to, victim);
        }
        let piece = piece.to_ascii_uppercase();
        Move { from, to, piece, victim, promotion, dropped: None, rook: None, board }
    }

    fn pawn(&self, from: usize, found: &mut Vec<Move>) {
        let ahead: i8 = if self.is_white { 1 } else { -1 };
        let mut push = |to: usize, victim: Option<usize>| {
            let kinds: &[u8] = match self.variant {
                _ if self.has(Bug::PromotionQueenOnly) => b"Q",
                variant if variant.loses() && !self.has(Bug::NoKingPromotion) => b"QRBNK",
                _ => b"QRBN",
            };
            if to / 8 == if self.is_white { 7 } else { 0 } {
                found.extend(kinds.iter().map(|&kind| self.moved(from, to, victim, Some(kind))));
            } else {
                found.push(self.moved(from, to, victim, None));
            }
        };
        for to in attacked(&self.board, from) {
            if self.is_enemy(to) {
                push(to, Some(to));
            } else if self.passed == Some(to)
                && let Some(beside) = step(to, (0, -ahead)).filter(|&beside| self.is_enemy(beside))
            {
                push(to, Some(beside));
            }
        }
        let Some(once) = step(from, (0, ahead)) else { return };
        let is_empty = |square: usize| self.board[square] == b'.';
        let is_first = self.variant == Variant::Horde && self.is_white && from / 8 == 0;
        let jumps = is_first && self.has(Bug::FirstRankJumps);
        if is_empty(once) {
            push(once, None);
        } else if !jumps {
            return;
        }
        let is_home = from / 8 == if self.is_white { 1 } else { 6 };
        let is_allowed = is_home || is_first && !self.has(Bug::FirstRankSlow);
        if let Some(twice) = step(once, (0, ahead)).filter(|&twice| is_allowed && is_empty(twice)) {
            push(twice, None);
        }
    }

    /// Castling to one side, 0 for the king's, if nothing is in the way; attacks are not looked at but on the way.
    fn castling(&self, side: usize) -> Option<Move> {
        let rook = self.rooks[side * 2 + usize::from(!self.is_white)]?;
        let home = if self.is_white { 0 } else { 56 };
        let king =
            (home..home + 8).find(|&at| self.is_own(at) && self.board[at].eq_ignore_ascii_case(&b'K'))?;
        let (to, rook_to) = (home + CASTLED[side].0, home + CASTLED[side].1);
        let mut board = self.board;
        board[king] = b'.';
        board[rook] = b'.';
        let path = |one: usize, other: usize| one.min(other)..=one.max(other);
        if path(king, to).chain(path(rook, rook_to)).any(|square| board[square] != b'.') {
            return None;
        }
        let mut walking = self.board;
        walking[king] = b'.';
        let is_safe = |square: usize| !self.in_danger(&walking, square, self.is_white);
        let passes_any = self.has(Bug::CastlingThroughCheck);
        let mut passed = path(king, to).filter(|&square| square != to && (square == king || !passes_any));
        if !self.variant.loses() && !passed.all(is_safe) {
            return None;
        }
        board[to] = self.board[king];
        board[rook_to] = self.board[rook];
        let (piece, promotion) = (b'K', None);
        Some(Move { from: king, to, piece, victim: None, promotion, dropped: None, rook: Some(rook), board })
    }

    fn drops(&self, found: &mut Vec<Move>) {
        let us = usize::from(!self.is_white);
        for kind in (0..5).filter(|&kind| self.pockets[us][kind] > 0) {
            let piece = KINDS[kind];
            if piece == b'N' && self.has(Bug::DropNoKnight) {
                continue;
            }
            let is_free = |&to: &usize| {
                let home = if self.is_white { 1 } else { 6 };
                let is_last = matches!(to / 8, 0 | 7) && !self.has(Bug::DropPawnAnywhere);
                let is_shunned = is_last || to / 8 == home && self.has(Bug::DropPawnNotHome);
                let may_hit = self.has(Bug::DropOnPiece) && self.is_enemy(to);
                let is_king = self.board[to].eq_ignore_ascii_case(&b'K');
                (self.board[to] == b'.' || may_hit && !is_king) && !(piece == b'P' && is_shunned)
            };
            for to in (0..64).filter(is_free) {
                let mut board = self.board;
                board[to] = if self.is_white { piece } else { piece.to_ascii_lowercase() };
                let (victim, promotion, dropped) = (None, None, Some(kind));
                found.push(Move { from: to, to, piece, victim, promotion, dropped, rook: None, board });
            }
        }
    }
}
