//! A position: 64 letters as a FEN has them, and what else a FEN says. Moves are played on a copy.

use crate::board::{Board, attackers, king, square, square_name};
use crate::bugs::Bug;
use crate::variant::Variant;

/// The pieces of a pocket, in the order in which they are counted.
pub(crate) const KINDS: &[u8; 5] = b"QRBNP";

#[derive(Clone, Debug)]
pub(crate) struct Position {
    pub(crate) board: Board,
    pub(crate) is_white: bool,
    /// Where the rooks with rights stand: White's and Black's short one, White's and Black's long one.
    pub(crate) rooks: [Option<usize>; 4],
    pub(crate) passed: Option<usize>,
    pub(crate) promoted: [bool; 64],
    /// What White and Black can drop.
    pub(crate) pockets: [[u8; 5]; 2],
    /// How many checks White and Black have given.
    pub(crate) checks: [u8; 2],
    pub(crate) variant: Variant,
    pub(crate) bug: Option<Bug>,
}

/// A move with the board after it.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// The piece that moves, in capitals.
    pub(crate) piece: u8,
    /// Where a captured piece stood.
    pub(crate) victim: Option<usize>,
    pub(crate) promotion: Option<u8>,
    /// The kind of a piece from the pocket.
    pub(crate) dropped: Option<usize>,
    /// The rook that castles.
    pub(crate) rook: Option<usize>,
    /// The board after the move.
    pub(crate) board: Board,
}

/// Where the king and the rook of a castling arrive, by the side it is to: short, long.
pub(crate) const CASTLED: [(usize, usize); 2] = [(6, 5), (2, 3)];

impl Position {
    pub(crate) fn has(&self, bug: Bug) -> bool {
        self.bug == Some(bug)
    }

    pub(crate) fn is_own(&self, square: usize) -> bool {
        self.board[square] != b'.' && self.board[square].is_ascii_uppercase() == self.is_white
    }

    pub(crate) fn is_enemy(&self, square: usize) -> bool {
        self.board[square] != b'.' && !self.is_own(square)
    }

    /// The king of a side; the first, if there are several.
    pub(crate) fn king(&self, is_white: bool) -> Option<usize> {
        king(&self.board, is_white)
    }

    /// The position after a move of its own.
    pub(crate) fn after(&self, mv: &Move) -> Position {
        let mut next = self.clone();
        let us = usize::from(!self.is_white);
        next.passed = None;
        if let Some(kind) = mv.dropped {
            if !self.has(Bug::DropStays) {
                next.pockets[us][kind] -= 1;
            }
        } else {
            self.count_capture(mv, &mut next);
            if mv.piece == b'P' && mv.to.abs_diff(mv.from) == 16 {
                let is_home = mv.from / 8 == if self.is_white { 1 } else { 6 };
                next.passed =
                    (is_home || self.has(Bug::FirstRankEnPassant)).then_some(mv.from.midpoint(mv.to));
            }
        }
        next.board = mv.board;
        next.is_white = !self.is_white;
        let keeps = self.has(Bug::RightOutlastsRook) && mv.victim.is_some();
        for (index, rook) in next.rooks.iter_mut().enumerate() {
            let is_white = index % 2 == 0;
            let letter = if is_white { b'R' } else { b'r' };
            let moved = mv.piece == b'K' && mv.dropped.is_none() && is_white == self.is_white;
            let is_gone = |at: usize| {
                let touched = [mv.from, mv.to].contains(&at) && mv.dropped.is_none();
                touched || (mv.board[at] != letter && !keeps)
            };
            if moved || king(&mv.board, is_white).is_none() || rook.is_some_and(is_gone) {
                *rook = None;
            }
        }
        if self.variant == Variant::ThreeCheck
            && let Some(king) = next.king(next.is_white)
        {
            let checkers = attackers(&next.board, king, self.is_white);
            let counted = if self.has(Bug::DoubleCheckTwice) { checkers } else { checkers.min(1) };
            next.checks[us] += counted as u8;
        }
        next
    }

    /// Fills the pocket, and remembers which pieces were pawns.
    fn count_capture(&self, mv: &Move, next: &mut Position) {
        let us = usize::from(!self.is_white);
        if let Some(victim) = mv.victim.filter(|_| self.variant == Variant::Crazyhouse) {
            let is_promoted = self.promoted[victim] && !self.has(Bug::PromotedStays);
            let letter = if is_promoted { b'P' } else { self.board[victim].to_ascii_uppercase() };
            if let Some(kind) = KINDS.iter().position(|&kind| kind == letter)
                && !self.has(Bug::PocketEmpty)
            {
                next.pockets[us][kind] += 1;
            }
        }
        next.promoted[mv.to] = self.promoted[mv.from] || mv.promotion.is_some();
        next.promoted[mv.from] = false;
    }

    pub(crate) fn read(fen: &str, variant: Variant, bug: Option<Bug>) -> Result<Position, String> {
        let no = |what: &str| format!("no FEN: {what} in {fen}");
        let mut words = fen.split_ascii_whitespace();
        let mut position = Position {
            board: [b'.'; 64],
            is_white: true,
            rooks: [None; 4],
            passed: None,
            promoted: [false; 64],
            pockets: [[0; 5]; 2],
            checks: [0; 2],
            variant,
            bug,
        };
        position.read_board(words.next().unwrap_or_default()).ok_or(no("the board"))?;
        position.is_white = match words.next() {
            Some("w") => true,
            Some("b") => false,
            _ => return Err(no("the side")),
        };
        for letter in words.next().ok_or(no("the rights"))?.bytes().filter(|&letter| letter != b'-') {
            position.read_right(letter).ok_or(no("a right"))?;
        }
        position.passed = words.next().and_then(square);
        if let Some((white, black)) = words.next().and_then(|word| word.split_once('+')) {
            let given = |left: &str| left.parse::<u8>().ok().and_then(|left| 3u8.checked_sub(left));
            position.checks = [given(white).ok_or(no("the checks"))?, given(black).ok_or(no("the checks"))?];
        }
        Ok(position)
    }

    fn read_board(&mut self, text: &str) -> Option<()> {
        let (board, pocket) = text.split_once('[').unwrap_or((text, ""));
        let ranks: Vec<&str> = board.split('/').collect();
        for (rank, row) in ranks.iter().take(8).enumerate() {
            let mut file = 0;
            for letter in row.bytes() {
                let at = (7 - rank) * 8 + file;
                match letter {
                    b'1'..=b'8' => file += usize::from(letter - b'0'),
                    b'~' => *self.promoted.get_mut(at.checked_sub(1)?)? = true,
                    _ => {
                        *self.board.get_mut(at)? = letter;
                        file += 1;
                    }
                }
            }
        }
        let ninth = ranks.get(8).copied().unwrap_or_default();
        for letter in pocket.trim_end_matches(']').bytes().chain(ninth.bytes()) {
            let kind = KINDS.iter().position(|&kind| kind == letter.to_ascii_uppercase())?;
            self.pockets[usize::from(letter.is_ascii_lowercase())][kind] += 1;
        }
        (ranks.len() >= 8).then_some(())
    }

    /// `K` for the outermost rook of White's king's side, `H` for the one on the h-file.
    fn read_right(&mut self, letter: u8) -> Option<()> {
        let is_white = letter.is_ascii_uppercase();
        let home = if is_white { 0 } else { 56 };
        let rook = if is_white { b'R' } else { b'r' };
        let king = (home..home + 8).find(|&at| self.board[at] == if is_white { b'K' } else { b'k' })?;
        let at = match letter.to_ascii_uppercase() {
            b'K' => (king..home + 8).rev().find(|&at| self.board[at] == rook)?,
            b'Q' => (home..king).find(|&at| self.board[at] == rook)?,
            file @ b'A'..=b'H' => home + usize::from(file - b'A'),
            _ => return None,
        };
        self.rooks[if at > king { 0 } else { 2 } + usize::from(!is_white)] = Some(at);
        Some(())
    }

    /// A move as UCI writes it; castling as the king taking its rook in Chess960.
    pub(crate) fn write(&self, mv: &Move, chess960: bool) -> String {
        if let Some(kind) = mv.dropped {
            return format!("{}@{}", char::from(KINDS[kind]), square_name(mv.to));
        }
        let to = mv.rook.filter(|_| chess960).unwrap_or(mv.to);
        let promotion = mv.promotion.map(|kind| char::from(kind.to_ascii_lowercase()).to_string());
        format!("{}{}{}", square_name(mv.from), square_name(to), promotion.unwrap_or_default())
    }
}
