//! Unpacking a position the short way and with the full check.

use std::collections::BTreeMap;

use philidor::binary::{PackedPosition, PackedPositionError};
use philidor::cpu::Cpu;
use philidor::{
    Bitboard, CastlingFault, CastlingRights, EnPassantFault, Fault, PieceType, Position, Rank, Setup, Square,
    proof,
};
use philidor_proof::{at_least, samples};

use crate::edges;
use crate::games::Random;

/// Positions of every kind of state: rights, en passant, checks, many and few pieces.
const FENS: [&str; 7] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 7",
    "rk5r/8/8/8/3Pp3/8/8/R5KR b Qkq d3 0 1",
    "4k3/8/8/8/7b/8/8/R3K2R w KQ - 3 9",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
];

/// The fast path gives what the full check gives, at every level, by itself and in a row.
fn ways_agree(packed: PackedPosition) -> bool {
    let closer = proof::unpacked_with_care(packed);
    for cpu in Cpu::available() {
        let unpacked = proof::unpacked_at(cpu, packed);
        assert_eq!(unpacked, closer, "{cpu}: {packed:?}");
        let homes = |position: &Position| (position.key(), position.to_setup(), position.legal_move_count());
        assert_eq!(unpacked.as_ref().ok().map(homes), closer.as_ref().ok().map(homes), "{cpu}: {packed:?}");
    }
    let mut in_a_row = Vec::new();
    PackedPosition::unpack_each([packed, packed], |result| in_a_row.push(result));
    assert_eq!(in_a_row, [closer.clone(), closer.clone()]);
    closer.is_ok()
}

#[test]
fn the_short_way_refuses_and_reads_what_the_long_one_does() {
    let mut random = Random(32);
    let mut read = 0;
    for fen in FENS {
        let packed = fen.parse::<Position>().expect("a position").pack();
        assert!(ways_agree(packed), "{fen}");
        // Each bit, and several at once, most of them in the same few bytes.
        for bit in 0..256 {
            let mut bytes = packed.to_bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            read += u32::from(ways_agree(PackedPosition::from_bytes(bytes)));
        }
        for _ in 0..2_000 {
            let mut bytes = packed.to_bytes();
            for _ in 0..=random.next() % 3 {
                let word = random.next();
                bytes[(word % 32) as usize] ^= 1 << (word >> 32 & 7);
            }
            read += u32::from(ways_agree(PackedPosition::from_bytes(bytes)));
        }
    }
    assert!(read > 1_000, "{read} positions are enough to compare");
    for _ in 0..5_000 {
        let mut bytes = [0; PackedPosition::BYTES];
        bytes.fill_with(|| random.next() as u8);
        bytes[PackedPosition::BYTES - 1] = 1; // the format
        ways_agree(PackedPosition::from_bytes(bytes));
    }
}

/// The bytes of a setup, valid or not. Only rooks have a right in them: to some it is given, from some it is taken.
fn bytes_of(mut setup: Setup, random: &mut Random) -> PackedPosition {
    for (right, color, side) in CastlingRights::EACH {
        let rook = setup.castling_rooks.square(color, side);
        if !setup.board.colored_pieces(color, PieceType::Rook).contains(rook) {
            setup.state.castling_rights.remove(right);
        }
    }
    let packed = proof::packed_on_trust(setup);
    let is_rook = |code: u8| matches!(code & 7, 2 | 6);
    let mut bytes = packed.to_bytes();
    for byte in &mut bytes[8..24] {
        for (low, shift) in [(*byte & 15, 0), (*byte >> 4, 4)] {
            if is_rook(low) && random.next().is_multiple_of(16) {
                *byte ^= 4 << shift;
            }
        }
    }
    PackedPosition::from_bytes(bytes)
}

/// The only fault of bytes, if there is just one.
fn only_fault(error: &PackedPositionError) -> Option<&'static str> {
    let PackedPositionError::Setup(error) = error else { return Some("castling rook") };
    let [fault] = error.faults[..] else { return None };
    let before_last = |squares: Bitboard| squares.single().map(Square::rank);
    Some(match fault {
        Fault::MissingKing { .. } => "no king",
        Fault::SeveralKings { .. } => "two kings",
        Fault::TooManyPieces { .. } => "17 pieces",
        Fault::TooManyPawns { .. } => "nine pawns",
        Fault::PawnsOnLastRanks { .. } => "pawn on a last rank",
        Fault::OpponentInCheck { .. } => "king to be taken",
        Fault::TooManyCheckers { .. } => "three checkers",
        Fault::EnPassant { reason: EnPassantFault::NoPawn(_), .. } => "no pawn advanced",
        Fault::EnPassant { reason: EnPassantFault::ImpossibleCheck(_), .. } => "check before",
        Fault::EnPassant { reason: EnPassantFault::Occupied(squares), .. } => match before_last(squares) {
            Some(Rank::Sixth | Rank::Third) => "passed square",
            Some(_) => "origin of the pawn",
            None => "both",
        },
        Fault::Castling { reason: CastlingFault::KingAway(_), .. } => "king away",
        _ => "other",
    })
}

/// The faults that the short way has to see, each of which some setup has alone.
const FAULTS: [&str; 12] = [
    "no king",
    "two kings",
    "17 pieces",
    "nine pawns",
    "pawn on a last rank",
    "king to be taken",
    "three checkers",
    "no pawn advanced",
    "check before",
    "passed square",
    "origin of the pawn",
    "castling rook",
];

/// Random bytes do not help here: with one more occupied square, every later piece is another one. So setups are
/// packed.
#[test]
fn the_short_way_asks_every_rule_that_the_long_one_asks() {
    let (mut random, mut read, mut alone) = (Random(33), 0, BTreeMap::new());
    let setups = edges::setups(34).filter(|setup| setup.board.occupied().len() <= 32);
    // Some faults are rare alone, so a sample goes on until each was; ten whole samples without one are too many.
    for (number, setup) in setups.enumerate() {
        let all_alone = || FAULTS.iter().all(|&fault| alone.contains_key(&Some(fault)));
        if number >= samples(20_000) && all_alone() || number >= 200_000 {
            break;
        }
        let packed = bytes_of(setup, &mut random);
        ways_agree(packed);
        let short = proof::is_unpacked_fast(packed);
        match proof::unpacked_with_care(packed) {
            // Only en passant while in check is left to the full check, because the check may have been there
            // before.
            Ok(position) => {
                assert_eq!(short, position.en_passant().is_none() || !position.is_check(), "{position}");
                read += usize::from(short);
            }
            Err(error) => *alone.entry(only_fault(&error)).or_insert(0) += 1,
        }
    }
    assert!(read > at_least(5_000), "{read} positions took the fast path");
    for fault in FAULTS {
        assert!(alone.contains_key(&Some(fault)), "{fault}: {alone:?}");
    }
}
