//! A position in four words, a square in four bits:
//!
//! ```text
//! bits 0–2    0 empty, 1 king, 2 queen, 3 rook, 4 bishop, 5 knight, 6 pawn, 7 a rook that may castle
//! bit 3       the piece is black; of an empty square: a pawn may be captured en passant there
//! ```
//!
//! An entry takes 48 bytes, 32 for the position and 16 for the paths.

use core::cmp::Ordering;

use crate::movegen::Rights;
use crate::perft::children::Node;
use crate::position::{Board, Position};
use crate::types::{Bitboard, CastlingRights, CastlingRooks, Color, PieceType};

/// A position of a frontier, and how many paths lead to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) position: Packed,
    pub(super) paths: u128,
}

/// A position without side to move and clocks: the four bits of each square, bit by bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packed([u64; 4]);

/// Word by word: comparing arrays compares slices, which is a call for each word in builds that are hardly optimized.
impl Ord for Packed {
    fn cmp(&self, other: &Packed) -> Ordering {
        let words = |packed: &Packed| (packed.0[0], packed.0[1], packed.0[2], packed.0[3]);
        words(self).cmp(&words(other))
    }
}

impl PartialOrd for Packed {
    fn partial_cmp(&self, other: &Packed) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Packed {
    pub(super) fn from_position(position: &Position) -> Packed {
        let mut node = Node::new(position);
        if !position.has_legal_en_passant() {
            node.rights.en_passant = None;
        }
        Packed::new(&node)
    }

    /// Packs a node whose en-passant capture is legal, if it has one.
    #[inline(always)]
    pub(super) fn new(node: &Node) -> Packed {
        let board = &node.board;
        let [king, queen, rook, bishop, knight, pawn] = [
            board.pieces(PieceType::King),
            board.pieces(PieceType::Queen),
            board.pieces(PieceType::Rook),
            board.pieces(PieceType::Bishop),
            board.pieces(PieceType::Knight),
            board.pieces(PieceType::Pawn),
        ];
        let mut castling = Bitboard::EMPTY;
        for (_, color, side) in CastlingRights::EACH {
            if node.rights.castling.has(color, side) {
                castling.insert(node.rights.rooks.square(color, side));
            }
        }
        let en_passant = node.rights.en_passant.map_or(Bitboard::EMPTY, Bitboard::from_square);
        Packed([
            (king | rook | knight).0,
            (queen | rook | pawn).0,
            (bishop | knight | pawn | castling).0,
            (board.colors(Color::Black) | en_passant).0,
        ])
    }

    #[inline(always)]
    pub(super) fn unpack(self, rooks: CastlingRooks) -> Node {
        let [one, two, four, black] = self.0.map(Bitboard);
        let occupied = one | two | four;
        let castling = self.homes();
        let sets = [
            one - two - four,
            two - one - four,
            one & two,
            four - one - two,
            (one & four) - two,
            (two & four) - one,
        ];
        let board = Board::from_sets(Color::Black, sets.map(|set| set & black), sets.map(|set| set - black));
        let mut rights =
            Rights { castling: CastlingRights::NONE, rooks, en_passant: (black - occupied).first() };
        for (right, color, side) in CastlingRights::EACH {
            if (castling & board.colors(color)).contains(rooks.square(color, side)) {
                rights.castling.insert(right);
            }
        }
        Node { board, rights }
    }

    /// The squares of the rooks that may castle.
    pub(super) fn homes(self) -> Bitboard {
        let [one, two, four, _] = self.0.map(Bitboard);
        one & two & four
    }

    /// A well-mixed word, to cut the positions into parts of about the same size.
    pub(super) fn mixed(self) -> u64 {
        self.0.into_iter().fold(0x9e37_79b9_7f4a_7c15, |mix: u64, word| {
            let mix = (mix ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
            mix ^ mix >> 32
        })
    }
}
