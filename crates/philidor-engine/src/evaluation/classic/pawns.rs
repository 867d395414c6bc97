//! Pawn structure: isolated, doubled, backward and connected pawns.
//!
//! Pawns seldom move, so a pawn hash table remembers what was found for them. An entry stores the bitboards of both
//! sides' pawns, and its place is a hash of them: two structures are never confused, and no pawn key has to be kept up
//! to date.

use philidor::search_support::Pawns;
use philidor::{Bitboard, Board, Color, PieceType};

use super::steps::{ahead, rank_of};
use crate::evaluation::phased_score::PhasedScore;
use crate::evaluation::trace::Trace;

const ISOLATED: PhasedScore = PhasedScore::new(-12, -14);
const DOUBLED: PhasedScore = PhasedScore::new(-6, -22);
const BACKWARD: PhasedScore = PhasedScore::new(-9, -11);

/// Pawns that are defended by another or stand beside one, by rank.
const CONNECTED: [PhasedScore; 8] = [
    PhasedScore::ZERO,
    PhasedScore::new(3, 1),
    PhasedScore::new(8, 4),
    PhasedScore::new(10, 7),
    PhasedScore::new(18, 16),
    PhasedScore::new(34, 36),
    PhasedScore::new(60, 70),
    PhasedScore::ZERO,
];

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PawnStructure {
    pawns: [u64; 2],
    pub(super) balance: PhasedScore,
    /// The passed pawns of both sides.
    pub(super) passed: Bitboard,
    /// What each side's pawns attack.
    pub(super) attacks: [Bitboard; 2],
    /// What two of a side's pawns attack.
    pub(super) twice: [Bitboard; 2],
    /// What each side's pawns attack now or could attack as they advance.
    pub(super) spans: [Bitboard; 2],
    /// The files without a pawn of a side, as squares.
    pub(super) half_open: [Bitboard; 2],
}

const ENTRIES: usize = 4_096;

#[derive(Clone, Debug)]
pub(super) struct PawnHashTable {
    entries: Box<[PawnStructure]>,
}

impl Default for PawnHashTable {
    fn default() -> PawnHashTable {
        // Places that hold nothing yet have the structure of a board without pawns, which only such a board matches.
        PawnHashTable {
            entries: vec![
                PawnStructure { half_open: [Bitboard::FULL; 2], ..PawnStructure::default() };
                ENTRIES
            ]
            .into(),
        }
    }
}

impl PawnHashTable {
    #[inline(always)]
    pub(super) fn structure<T: Trace>(&mut self, board: &Board, trace: &mut T) -> PawnStructure {
        let pawns = Color::ALL.map(|color| board.colored_pieces(color, PieceType::Pawn).0);
        let mixed =
            pawns[0].wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ pawns[1].wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let entry = &mut self.entries[(mixed >> 52) as usize % ENTRIES];
        if entry.pawns != pawns {
            *entry = structure(board, pawns, trace);
        }
        *entry
    }
}

#[inline(never)]
fn structure<T: Trace>(board: &Board, pawns: [u64; 2], trace: &mut T) -> PawnStructure {
    let mut structure = PawnStructure { pawns, ..PawnStructure::default() };
    for color in Color::ALL {
        let ours = board.colored_pieces(color, PieceType::Pawn);
        let (east, west) = sides(ours, color);
        structure.attacks[color.index()] = east | west;
        structure.twice[color.index()] = east & west;
        structure.spans[color.index()] = span(east | west, color);
        let kinds = Pawns::of(board, color);
        structure.passed |= kinds.passed();
        structure.half_open[color.index()] = kinds.half_open();
        let value = value(color, ours, &kinds, trace);
        match color {
            Color::White => structure.balance += value,
            Color::Black => structure.balance -= value,
        }
    }
    structure
}

fn value<T: Trace>(color: Color, ours: Bitboard, kinds: &Pawns, trace: &mut T) -> PhasedScore {
    let mut sum = PhasedScore::ZERO;
    let (isolated, doubled, backward) = (kinds.isolated(), kinds.doubled(), kinds.backward());
    let connected = kinds.defended() | kinds.phalanx();
    for square in ours {
        let mut value = PhasedScore::ZERO;
        for (set, term) in [(isolated, ISOLATED), (doubled, DOUBLED), (backward, BACKWARD)] {
            if set.contains(square) {
                value += term;
            }
        }
        if connected.contains(square) {
            value += CONNECTED[rank_of(square, color)];
        }
        trace.record("pawns", color, Some(square), value);
        sum += value;
    }
    sum
}

/// What pawns attack to the east, and to the west.
fn sides(pawns: Bitboard, color: Color) -> (Bitboard, Bitboard) {
    match color {
        Color::White => (pawns.north().east(), pawns.north().west()),
        Color::Black => (pawns.south().east(), pawns.south().west()),
    }
}

/// A set and everything ahead of it.
fn span(set: Bitboard, color: Color) -> Bitboard {
    (0..6).fold(set, |span, _| span | ahead(span, color))
}
