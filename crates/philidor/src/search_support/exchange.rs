//! Static exchange evaluation (SEE): what captures on one square win or lose.
//!
//! ```text
//! . . . . r . . .      The rook takes on e5 and wins a pawn; the pawn on d6 takes the rook, and nothing takes back:
//! . . . p . . . .      White loses 400.
//! . . . . p . . .
//! . . . . . . . .      gains     100   500
//! . . . . . . . .      value     100 - max(0, 500 - 0) = -400
//! . . . . R . . .
//! ```
//!
//! The rules, exactly:
//!
//! * The first move is the given one. Then the sides take turns to capture on its destination, or stop.
//! * Each captures with its least valuable piece, pawns first; of several of the same type with the one on the first
//!   square from a1. Pieces behind others (X-rays) join in when the line opens.
//! * A pawn that captures on the last rank becomes a queen, and that counts as a gain.
//! * A piece captures only if its king is then safe, so pinned pieces stay, and a king goes where nothing attacks it.
//!   With [`Exchange::without_pins`] only the king's own captures are checked, as in many engines.
//!
//! The value is that of the best moment to stop for each side: `gain − max(0, what the other side then gains)`.
//! [`Exchange::at_least`] asks less and answers sooner: only whether a side reaches a threshold, which the first gain
//! or the first loss mostly decides.

use crate::attacks::{self, Magic, Sliders};
use crate::position::{Board, Position, captured_en_passant};
use crate::types::{Bitboard, Color, Move, MoveType, PieceType, Rank, Square};

/// How exchanges are evaluated: what the pieces are worth, and whether pinned ones take part.
///
/// ```
/// use philidor::{Position, search_support::Exchange};
///
/// let position: Position = "4r1k1/8/3p4/4p3/8/8/4R3/6K1 w - - 0 1".parse()?;
/// let capture = position.parse_san("Rxe5").expect("legal");
/// let exchange = Exchange::default();
/// assert_eq!(exchange.value(&position, capture), 100 - 500);
/// assert!(exchange.at_least(&position, capture, -400) && !exchange.at_least(&position, capture, 0));
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    values: [i32; 6],
    pins: bool,
}

impl Default for Exchange {
    /// Pawn 100, knight and bishop 300, rook 500, queen 900; pinned pieces stay where they are.
    fn default() -> Exchange {
        Exchange::new([100, 300, 300, 500, 900])
    }
}

/// The most captures that can follow each other on one square: fewer than there are squares.
const MAX_CAPTURES: usize = 64;

impl Exchange {
    /// Exchanges with values for pawn, knight, bishop, rook and queen. Values below zero count as zero, values above a
    /// million as a million, and the king is worth nothing: it is never captured.
    #[must_use]
    pub fn new(values: [i32; 5]) -> Exchange {
        let [pawn, knight, bishop, rook, queen] = values.map(|value| value.clamp(0, 1_000_000));
        let mut by_type = [0; 6];
        for (piece_type, value) in [
            (PieceType::Pawn, pawn),
            (PieceType::Knight, knight),
            (PieceType::Bishop, bishop),
            (PieceType::Rook, rook),
            (PieceType::Queen, queen),
        ] {
            by_type[piece_type.index()] = value;
        }
        Exchange { values: by_type, pins: true }
    }

    /// The same with pinned pieces free to capture. Ignoring pins takes less time.
    #[must_use]
    pub const fn without_pins(self) -> Exchange {
        Exchange { pins: false, ..self }
    }

    /// What a piece type is worth.
    #[must_use]
    #[inline]
    pub const fn worth(&self, piece_type: PieceType) -> i32 {
        self.values[piece_type as usize]
    }

    /// What a legal move wins, or loses if negative, by captures on its destination. Castling and null moves: 0.
    #[must_use]
    pub fn value(&self, position: &Position, mv: Move) -> i32 {
        let Some(first) = self.first(mv) else { return 0 };
        let mut fight = Fight::after(self, Magic, position, mv, &first);
        let mut gains = [0; MAX_CAPTURES];
        gains[0] = first.gain;
        let mut count = 1;
        while count < MAX_CAPTURES
            && let Some(gain) = fight.recapture()
        {
            gains[count] = gain;
            count += 1;
        }
        gains[..count].iter().rev().fold(0, |next: i32, &gain| gain - next.max(0))
    }

    /// Whether a legal move wins at least `threshold`: `value(position, mv) >= threshold`, but faster.
    ///
    /// In code that is compiled for a level of the CPU,
    /// [`Level::exchange_at_least`](super::Level::exchange_at_least) is faster still.
    #[must_use]
    #[inline]
    pub fn at_least(&self, position: &Position, mv: Move, threshold: i32) -> bool {
        self.at_least_with(Magic, position, mv, threshold)
    }

    /// The same, with one way to look up sliders.
    #[inline(always)]
    pub(super) fn at_least_with<L: Sliders>(
        &self,
        sliders: L,
        position: &Position,
        mv: Move,
        threshold: i32,
    ) -> bool {
        let Some(first) = self.first(mv) else { return 0 >= threshold };
        if first.gain < threshold {
            return false;
        }
        // The side to capture has to gain this much to change the answer; always above zero.
        let mut needed = first.gain.saturating_sub(threshold).saturating_add(1);
        if self.most_to_gain(first.standing, first.promotion) < needed {
            return true;
        }
        let mut fight = Fight::after(self, sliders, position, mv, &first);
        let mut holds = true;
        loop {
            match fight.recapture() {
                Some(gain) if gain >= needed => needed = gain - needed + 1,
                _ => return holds,
            }
            holds = !holds;
            if self.most_to_gain(fight.standing, fight.promotion) < needed {
                return holds;
            }
        }
    }

    /// What the first move does; `None` where a move starts no fight.
    #[inline(always)]
    fn first(&self, mv: Move) -> Option<First> {
        if mv.move_type() == MoveType::Castling || mv.is_null() {
            return None;
        }
        let worth = |piece_type| self.worth(piece_type);
        let captured = mv.captured_piece().map_or(0, worth);
        let promoted = mv.promotion();
        let gained = promoted.map_or(0, |to| worth(to) - worth(PieceType::Pawn));
        let is_last_rank = matches!(mv.dest_square().rank(), Rank::First | Rank::Eighth);
        Some(First {
            gain: captured + gained,
            standing: promoted.unwrap_or(mv.played_piece()),
            promotion: if is_last_rank { worth(PieceType::Queen) - worth(PieceType::Pawn) } else { 0 },
        })
    }

    /// The most that a capture of the piece on the square can gain.
    #[inline(always)]
    fn most_to_gain(&self, standing: PieceType, promotion: i32) -> i32 {
        self.worth(standing) + promotion.max(0)
    }
}

/// The first move of a fight.
struct First {
    gain: i32,
    /// What stands on the square after it.
    standing: PieceType,
    /// What a pawn that captures there gains by promotion: zero except on the last ranks.
    promotion: i32,
}

/// A square, and what is left to capture on it.
struct Fight<'a, L> {
    exchange: &'a Exchange,
    sliders: L,
    board: &'a Board,
    square: Square,
    /// What stands on the square, to be captured next.
    standing: PieceType,
    /// Whose turn it is to capture.
    side: Color,
    /// The squares of pieces that have not captured yet, and the square itself.
    occupied: Bitboard,
    promotion: i32,
}

impl<'a, L: Sliders> Fight<'a, L> {
    /// The fight after the first move.
    #[inline(always)]
    fn after(
        exchange: &'a Exchange,
        sliders: L,
        position: &'a Position,
        mv: Move,
        first: &First,
    ) -> Fight<'a, L> {
        let board = position.board();
        let (origin, square) = (mv.orig_square(), mv.dest_square());
        let mut occupied = (board.occupied() - Bitboard::from_square(origin)) | Bitboard::from_square(square);
        if mv.move_type() == MoveType::EnPassant {
            occupied -= Bitboard::from_square(captured_en_passant(origin, square));
        }
        Fight {
            exchange,
            sliders,
            board,
            square,
            standing: first.standing,
            side: !position.side_to_move(),
            occupied,
            promotion: first.promotion,
        }
    }

    /// Lets the side whose turn it is capture with its least valuable piece that may. Returns what it gains.
    ///
    /// Sliders are looked up only once pawns and knights cannot capture, on the board as it is then: pieces that have
    /// captured no longer block lines. Most fights end before that.
    #[inline(always)]
    fn recapture(&mut self) -> Option<i32> {
        let Fight { sliders, board, square, side, occupied, .. } = *self;
        let able = board.colors(side) & occupied;
        let pawns = attacks::pawn(!side, square) & able & board.pieces(PieceType::Pawn);
        if let Some(gain) = self.capture_with(PieceType::Pawn, pawns) {
            return Some(gain);
        }
        let knights = attacks::knight(square) & able & board.pieces(PieceType::Knight);
        if let Some(gain) = self.capture_with(PieceType::Knight, knights) {
            return Some(gain);
        }
        let diagonal = sliders.bishop(square, occupied) & able;
        if let Some(gain) = self.capture_with(PieceType::Bishop, diagonal & board.pieces(PieceType::Bishop)) {
            return Some(gain);
        }
        let straight = sliders.rook(square, occupied) & able;
        if let Some(gain) = self.capture_with(PieceType::Rook, straight & board.pieces(PieceType::Rook)) {
            return Some(gain);
        }
        let queens = (diagonal | straight) & board.pieces(PieceType::Queen);
        if let Some(gain) = self.capture_with(PieceType::Queen, queens) {
            return Some(gain);
        }
        let king = attacks::king(square) & able & board.pieces(PieceType::King);
        self.capture_with(PieceType::King, king)
    }

    /// Captures with the first of some pieces that may.
    #[inline(always)]
    fn capture_with(&mut self, piece_type: PieceType, able: Bitboard) -> Option<i32> {
        if piece_type != PieceType::King && !self.exchange.pins {
            let origin = able.first()?;
            return Some(self.capture(piece_type, self.occupied - Bitboard::from_square(origin)));
        }
        for origin in able {
            let occupied = self.occupied - Bitboard::from_square(origin);
            if self.may_capture(piece_type, occupied) {
                return Some(self.capture(piece_type, occupied));
            }
        }
        None
    }

    /// Whether the king of the side to capture is safe once the piece has left its square.
    #[inline(always)]
    fn may_capture(&self, piece_type: PieceType, occupied: Bitboard) -> bool {
        let others = self.board.colors(!self.side) & (occupied - Bitboard::from_square(self.square));
        if piece_type == PieceType::King {
            // The king arrives on the square itself, and no longer shields what stands behind it.
            return !self.board.attackers(self.sliders, self.square, occupied).intersects(others);
        }
        let king = self.board.king(self.side);
        let snipers = (Magic.bishop(king, Bitboard::EMPTY) & self.board.diagonal_sliders(!self.side))
            | (Magic.rook(king, Bitboard::EMPTY) & self.board.straight_sliders(!self.side));
        (snipers & others).into_iter().all(|sniper| attacks::between(king, sniper).intersects(occupied))
    }

    #[inline(always)]
    fn capture(&mut self, piece_type: PieceType, occupied: Bitboard) -> i32 {
        let mut gain = self.exchange.worth(self.standing);
        self.standing = piece_type;
        self.occupied = occupied;
        if piece_type == PieceType::Pawn && self.promotion != 0 {
            gain += self.promotion;
            self.standing = PieceType::Queen;
        }
        self.side = !self.side;
        gain
    }
}
