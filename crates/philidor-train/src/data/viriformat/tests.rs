//! The bytes of the specification, random games there and back, and files that are damaged.

use philidor::Game;

use super::*;
use crate::data::tests::random_game;
use crate::data::{DataError, DataErrorKind, Format, GameOutcome, Reader, Sample};

/// The example of the specification, 1. e4 e5 2. Qh5 Ke7 3. Qxe5#. Its dump of the pieces has the halves of each byte
/// the other way round; the crate `viriformat` 3.0 writes and reads them as here.
const EXAMPLE: [u8; 56] = [
    0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0x16, 0x42, 0x25, 0x61, 0x00, 0x00, 0x00, 0x00, 0x88,
    0x88, 0x88, 0x88, 0x9e, 0xca, 0xad, 0xe9, 0x40, 0x00, 0x01, 0x00, 0x00, 0x00, 0x02, 0x00, 0x0c, 0x07,
    0x0a, 0x00, 0x34, 0x09, 0x14, 0x00, 0xc3, 0x09, 0xe2, 0xff, 0x3c, 0x0d, 0xff, 0x7f, 0x27, 0x09, 0xff,
    0x7f, 0x00, 0x00, 0x00, 0x00,
];

fn read(bytes: &[u8]) -> Vec<Result<ScoredGame, DataError>> {
    let game = |record: Result<crate::data::Record, DataError>| match record?.sample {
        Sample::Game(game) => Ok(game),
        Sample::Position(_) => unreachable!("viriformat has games"),
    };
    Reader::new(Format::Viriformat, bytes).map(game).collect()
}

#[test]
fn the_example_of_the_specification_is_scholars_and_comes_out_the_same() {
    let games = read(&EXAMPLE);
    let [Ok(game)] = &games[..] else { panic!("{games:?}") };
    let mut played = Game::from_position(game.start);
    for scored in &game.moves {
        played.play(scored.mv).expect("legal");
    }
    let moves: Vec<_> = played.sans().map(|san| san.to_string()).collect();
    assert_eq!(moves, ["e4", "e5", "Qh5", "Ke7", "Qxe5#"]);
    let scores: Vec<_> = game.moves.iter().map(|scored| scored.score).collect();
    assert_eq!((scores, game.outcome), (vec![10, 20, -30, 32_767, 32_767], GameOutcome::WhiteWins));
    let mut bytes = Vec::new();
    write(game, &mut bytes).expect("memory");
    assert_eq!(bytes, EXAMPLE);
}

#[test]
fn games_of_every_kind_of_move_read_back() {
    let mut kinds = std::collections::HashSet::new();
    let games: Vec<_> = (0..60).map(random_game).collect();
    let mut bytes = Vec::new();
    for game in &games {
        kinds.extend(game.moves.iter().map(|scored| (scored.mv.move_type(), scored.mv.promotion())));
        write(game, &mut bytes).expect("memory");
    }
    assert!(kinds.len() >= 4, "castling, en passant, promotion, normal: {kinds:?}");
    let read: Result<Vec<_>, _> = read(&bytes).into_iter().collect();
    assert_eq!(read.expect("whole"), games);
}

#[test]
fn a_fault_is_named_and_the_next_game_is_read() {
    let damaged = |at: usize, byte: u8| {
        let mut bytes = EXAMPLE.to_vec();
        bytes[at] = byte;
        bytes.extend(EXAMPLE);
        read(&bytes)
    };
    for (at, byte, expected) in [
        (8, 0x17, "game 1, byte 8: no position: piece 7 on a1"),
        (30, 3, "game 1, byte 30: no position: outcome 3, which is not 0, 1 or 2"),
        (33, 0x0f, "game 1, byte 32: half-move 1 is not legal"),
        (45, 0x4d, "game 1, byte 44: half-move 4 is not legal"),
    ] {
        let games = damaged(at, byte);
        let [Err(error), Ok(_)] = &games[..] else { panic!("{games:?}") };
        assert_eq!(error.to_string(), expected);
    }
    assert!(matches!(&damaged(24, 65)[..], [Err(_), Ok(_)]), "an en-passant square that is none");
    assert!(matches!(&damaged(22, 0xaa)[..], [Err(_), Ok(_)]), "no king");
}

#[test]
fn a_file_that_ends_in_a_game_is_whole_up_to_there() {
    let twice = [EXAMPLE, EXAMPLE].concat();
    for cut in EXAMPLE.len() + 1..twice.len() {
        let mut reader = Reader::new(Format::Viriformat, &twice[..cut]);
        assert!(reader.next().is_some_and(|game| game.is_ok()));
        assert_eq!(reader.offset(), EXAMPLE.len() as u64);
        let error = reader.next().and_then(Result::err).expect("an error");
        assert!(matches!(error.kind, DataErrorKind::Torn), "{error}");
        assert!(reader.next().is_none());
    }
    assert!(read(&[]).is_empty());
}
