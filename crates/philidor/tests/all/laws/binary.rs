//! Laws for positions and games in bytes, and for arbitrary bytes.

use philidor::binary::{PackedPosition, pack_game, unpack_game};
use philidor::{Game, Move, Position};

/// A position is packed and read back, bit for bit.
pub(crate) fn of_position(position: &Position) {
    let packed = position.pack();
    assert_eq!(packed.unpack().as_ref(), Ok(position), "{position} as {packed:?}");
    let bytes = packed.to_bytes();
    assert_eq!(PackedPosition::try_from(&bytes[..]), Ok(packed));
    assert_eq!(packed.unpack().map(|read| (read.key(), read.pack())), Ok((position.key(), packed)));
}

/// Any 32 bytes are a position that packs into the same bytes, or are refused with a reason.
pub(crate) fn of_bytes(bytes: [u8; 32]) {
    match PackedPosition::from_bytes(bytes).unpack() {
        Ok(position) => assert_eq!(position.pack().to_bytes(), bytes, "{position}"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A line of legal moves is packed and read back, in one byte per move.
pub(crate) fn of_line(start: &Position, moves: &[Move]) {
    let bytes = pack_game(start, moves.iter().copied()).expect("legal moves");
    let mut unpacked = unpack_game(&bytes).expect("a start");
    assert_eq!(unpacked.start(), start);
    let mut position = *start;
    for mv in moves {
        assert_eq!(unpacked.next(), Some(Ok(*mv)));
        position.play_unchecked(*mv);
    }
    assert_eq!(unpacked.next(), None);
    assert_eq!(unpacked.position(), &position);
    let head = if *start == Position::default() { 1 } else { 33 };
    assert_eq!(bytes.len(), head + moves.len());
    let game = Game::unpack(&bytes).expect("a game");
    assert_eq!((game.pack(), game.ply()), (bytes, moves.len()));
}

/// Any bytes are a game that packs into the same bytes, or are refused with a place in them.
pub(crate) fn of_game_bytes(bytes: &[u8]) {
    match Game::unpack(bytes) {
        Ok(game) => assert_eq!(game.pack(), bytes),
        Err(error) => {
            assert!(error.offset <= bytes.len() && error.ply <= bytes.len(), "{error:?}");
            assert!(error.to_string().starts_with(&format!("byte {}, ", error.offset)));
        }
    }
}
