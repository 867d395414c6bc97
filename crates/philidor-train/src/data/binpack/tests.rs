//! The file that the crate `sfbinpack` is tested with, read as that crate reads it.

use philidor::Position;

use super::super::{Format, GameOutcome, Reader, Sample, ScoredGame, ScoredMove, Writer};

const EXAMPLE: [u8; 46] = [
    0x42, 0x49, 0x4e, 0x50, 0x26, 0x00, 0x00, 0x00, 0x82, 0x82, 0x90, 0xd2, 0x08, 0xc0, 0x46, 0x52, 0x48,
    0x3a, 0x40, 0x00, 0x51, 0x10, 0x12, 0x71, 0x9b, 0x05, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x0a, 0x68,
    0x01, 0x91, 0x00, 0x44, 0x00, 0x00, 0x00, 0x02, 0x1d, 0x18, 0xf5, 0x08,
];

#[test]
fn the_example_is_three_positions_and_comes_out_the_same() {
    let mut records: Vec<_> = Reader::new(Format::Binpack, &EXAMPLE[..]).collect();
    let record = records.pop().expect("a game").expect("whole");
    assert!(records.is_empty());
    let Sample::Game(game) = &record.sample else { unreachable!("binpack has games") };
    assert_eq!(game.start.to_string(), "1q5b/1r5k/4p2p/1b2P1pN/3p4/6PP/1nP3B1/1Q2B1K1 w - - 0 35");
    let moves: Vec<_> = game.moves.iter().map(|scored| (scored.mv.to_string(), scored.score)).collect();
    assert_eq!(moves, [("c2c4".into(), -201), ("d4d3".into(), -254), ("g2b7".into(), -220)]);
    let mut again = Vec::new();
    super::write_game(game, &mut again);
    let mut writer = Writer::new(Format::Binpack, Vec::new());
    writer.write(&again).expect("memory");
    assert_eq!(writer.finish().expect("memory"), EXAMPLE);
}

/// The library keeps the number 0 of a FEN.
#[test]
fn a_game_that_begins_with_move_0_is_written_as_one_that_begins_with_move_1() {
    let written = |number: u32| {
        let start: Position = format!("4k3/8/8/8/8/8/P7/4K3 b - - 0 {number}").parse().expect("a position");
        let moves = vec![ScoredMove { mv: start.legal_moves()[0], score: 7 }];
        let mut bytes = Vec::new();
        super::write_game(&ScoredGame { start, outcome: GameOutcome::Draw, moves }, &mut bytes);
        bytes
    };
    assert_eq!(written(0), written(1));
    assert_ne!(written(1), written(2));
}
