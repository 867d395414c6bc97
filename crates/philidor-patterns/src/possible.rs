//! What no game has: a move from a square to itself, a pawn on the last rank. A text that asks for it is a mistake.
//!
//! ```text
//! plays a1a1     plays promotes K     plays takes k     move = 0     P on 8     Q = 70     fen 8/8/8/8/8/8/8/8
//! ```
//!
//! One part of a pattern is judged at a time, by the rules that hold for every position: each side has one king, pawns
//! stand between the last ranks, and pieces move as they do on an empty board.

use philidor::{Bitboard, CastlingSide, Color, File, PieceType, Rank, Square, attacks};

use crate::board::BoardPattern;
use crate::moves::{CastlingPattern, MovePattern};
use crate::pattern::{Comparison, Operand, Pattern};
use crate::pieces::{PieceSet, Pieces, Quality};

/// The ranks without pawns.
const LAST_RANKS: Bitboard = Bitboard(0xff00_0000_0000_00ff);

impl Pattern {
    /// Whether no game has it, as far as a part without parts says.
    pub(crate) fn is_impossible(&self) -> bool {
        match self {
            Pattern::Board(board) => !is_possible(board),
            Pattern::Count(pieces, comparison, Operand::Number(number)) => {
                let [least, most] = counts(pieces);
                !can_hold(*comparison, *number, least, most)
            }
            Pattern::Pawns { white, black } => {
                white.iter().chain(black).any(|pawns| pawns.intersects(LAST_RANKS))
            }
            Pattern::Ply(comparison, ply) => !can_hold(*comparison, *ply, 0, u32::MAX),
            Pattern::MoveNumber(comparison, number) => !can_hold(*comparison, *number, 1, u32::MAX),
            Pattern::Plays(mv) => !mv.is_possible(),
            _ => false,
        }
    }
}

/// Whether a value from the least to the most compares like this with a number.
fn can_hold(comparison: Comparison, number: u32, least: u32, most: u32) -> bool {
    match comparison {
        Comparison::Equal => (least..=most).contains(&number),
        Comparison::NotEqual => [least, most] != [number; 2],
        Comparison::Less => least < number,
        Comparison::AtMost => least <= number,
        Comparison::Greater => most > number,
        Comparison::AtLeast => most >= number,
    }
}

/// The fewest and the most of these pieces that a board can have.
fn counts(pieces: &Pieces) -> [u32; 2] {
    let of_pawns = pieces.qualities.iter().any(|quality| quality.is_of_pawns());
    let is_pinned = pieces.qualities.contains(&Quality::Pinned);
    let is_among = |set: PieceSet| !(pieces.set & set).is_empty();
    let kings = PieceSet::of_type(PieceType::King);
    let kings =
        Color::ALL.into_iter().filter(|&color| is_among(kings & PieceSet::of_color(color))).count() as u32;
    let has = |kind| is_among(PieceSet::of_type(kind));
    let has_others = !of_pawns
        && [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight].into_iter().any(has);
    let pawns = if has(PieceType::Pawn) { pieces.zone - LAST_RANKS } else { Bitboard::EMPTY };
    let most = if has_others { pieces.zone.len() } else { pawns.len() };
    let most_kings = if of_pawns || is_pinned { 0 } else { kings };
    let least = if pieces.zone == Bitboard::FULL && pieces.qualities.is_empty() { kings } else { 0 };
    [least, (most + most_kings).min(pieces.zone.len())]
}

/// Whether a board can have what is on these squares: a king of each color, and no pawn on the last ranks.
fn is_possible(board: &BoardPattern) -> bool {
    let pawns = PieceSet::of_type(PieceType::Pawn);
    let has_room = Square::ALL.into_iter().zip(board.squares).all(|(square, occupant)| {
        let others =
            if LAST_RANKS.contains(square) { occupant.pieces & pawns.complement() } else { occupant.pieces };
        occupant.nothing || !others.is_empty()
    });
    has_room
        && Color::ALL.into_iter().all(|color| {
            let king = PieceSet::of_type(PieceType::King) & PieceSet::of_color(color);
            let (least, most) = board.counts(king);
            least <= 1 && most >= 1
        })
}

impl MovePattern {
    /// Whether a piece can make such a move.
    pub(crate) fn is_possible(&self) -> bool {
        let has =
            |color, kind| !(self.pieces & PieceSet::of_color(color) & PieceSet::of_type(kind)).is_empty();
        Color::ALL.into_iter().any(|color| {
            PieceType::ALL.into_iter().any(|kind| has(color, kind) && self.is_possible_for(color, kind))
        })
    }

    fn is_possible_for(&self, color: Color, kind: PieceType) -> bool {
        let is_castling =
            self.castling != CastlingPattern::Never && kind == PieceType::King && self.castles(color);
        let is_other = matches!(self.castling, CastlingPattern::Either | CastlingPattern::Never)
            && self.origins.into_iter().any(|origin| match kind {
                PieceType::Pawn => !LAST_RANKS.contains(origin) && self.is_possible_for_pawn(color, origin),
                _ => self.is_possible_for_piece(color, kind, origin),
            });
        is_castling || is_other
    }

    /// Whether a king can castle like this, from any square of its rank, as in Chess960.
    fn castles(&self, color: Color) -> bool {
        let rank = if color == Color::White { Rank::First } else { Rank::Eighth };
        let goes_to = |side| {
            let file = if side == CastlingSide::KingSide { File::G } else { File::C };
            self.destinations.contains(Square::new(file, rank))
        };
        let is_side = match self.castling {
            CastlingPattern::To(side) => goes_to(side),
            _ => goes_to(CastlingSide::KingSide) || goes_to(CastlingSide::QueenSide),
        };
        is_side
            && self.origins.intersects(Bitboard::from_rank(rank))
            && self.captured.nothing
            && self.promotion.nothing
    }

    /// The enemy pieces that may be captured; kings are not.
    fn prey(&self, color: Color) -> PieceSet {
        self.captured.pieces & PieceSet::of_color(!color) & PieceSet::of_type(PieceType::King).complement()
    }

    /// Where something can be captured: a pawn is never on the last ranks.
    fn captures(&self, color: Color) -> Bitboard {
        let prey = self.prey(color);
        match (prey.is_empty(), prey.is_subset_of(PieceSet::of_type(PieceType::Pawn))) {
            (true, _) => Bitboard::EMPTY,
            (false, true) => Bitboard::FULL - LAST_RANKS,
            (false, false) => Bitboard::FULL,
        }
    }

    fn is_possible_for_piece(&self, color: Color, kind: PieceType, origin: Square) -> bool {
        let reached = match kind {
            PieceType::King => attacks::king(origin),
            PieceType::Knight => attacks::knight(origin),
            PieceType::Bishop => attacks::bishop(origin, Bitboard::EMPTY),
            PieceType::Rook => attacks::rook(origin, Bitboard::EMPTY),
            _ => attacks::queen(origin, Bitboard::EMPTY),
        };
        let allowed = if self.captured.nothing { Bitboard::FULL } else { self.captures(color) };
        self.promotion.nothing && (reached & allowed).intersects(self.destinations)
    }

    fn is_possible_for_pawn(&self, color: Color, origin: Square) -> bool {
        let ahead = |squares: Bitboard| if color == Color::White { squares.north() } else { squares.south() };
        let home = if color == Color::White { Rank::Second } else { Rank::Seventh };
        let one = ahead(origin.into());
        let pushes = if origin.rank() == home { one | ahead(one) } else { one };
        let pushes = if self.captured.nothing { pushes } else { Bitboard::EMPTY };
        let reached = (pushes | attacks::pawn(color, origin) & self.captures(color)) & self.destinations;
        let becomes =
            PieceType::PROMOTIONS.iter().fold(PieceSet::EMPTY, |all, &kind| all | PieceSet::of_type(kind));
        let promotes = !(self.promotion.pieces & becomes & PieceSet::of_color(color)).is_empty();
        promotes && reached.intersects(LAST_RANKS)
            || self.promotion.nothing && !(reached - LAST_RANKS).is_empty()
    }
}
