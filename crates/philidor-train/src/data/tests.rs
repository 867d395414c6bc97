//! All formats there and back, and files that are damaged.

use philidor::{Game, Move, MoveType, Position};

use super::*;
use philidor_engine::Random;
use philidor_proof::{at_least, samples, seed};

const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/P6P/8/8/3pP3/8/p6p/R3K2R b KQkq e3 0 20",
    "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1",
    "qrk1r3/8/8/8/8/8/8/QRK1R3 b EBeb - 7 300",
];

pub(super) fn random_game(seed: u64) -> ScoredGame {
    let start: Position = STARTS[seed as usize % STARTS.len()].parse().expect("a position");
    let (mut random, mut game, mut moves) = (Random::new(seed), Game::from_position(start), Vec::new());
    while game.outcome().is_none() && moves.len() < 300 {
        let legal = game.position().legal_moves();
        // Moves that random play rarely finds are taken where there are any.
        let rare = |mv: &&Move| mv.move_type() != MoveType::Normal;
        let mv = legal.iter().find(rare).copied().unwrap_or_else(|| legal[random.below(legal.len())]);
        game.play(mv).expect("legal");
        moves.push(ScoredMove { mv, score: random.next_number() as i16 });
    }
    let outcome = GameOutcome::from_half_points((seed % 3) as u8).expect("an outcome");
    ScoredGame { start, outcome, moves }
}

/// Records of a format, each in its turn.
fn records(format: Format, count: u64) -> Vec<Record> {
    let mut records = Vec::new();
    for seed in 0..count {
        let mut bytes = Vec::new();
        viriformat::write(&random_game(seed), &mut bytes).expect("memory");
        let record = Reader::new(Format::Viriformat, &bytes[..]).next().expect("a game").expect("whole");
        record.into_format(format, None, &mut |record| records.push(record));
    }
    records
}

fn written(format: Format, records: &[Record]) -> Vec<u8> {
    let mut writer = Writer::new(format, Vec::new());
    records.iter().for_each(|record| writer.write(&record.bytes).expect("memory"));
    writer.finish().expect("memory")
}

#[test]
fn every_format_reads_what_it_has_written() {
    for format in Format::ALL {
        let records = records(format, 24);
        let bytes = written(format, &records);
        let read: Result<Vec<Record>, _> = Reader::new(format, &bytes[..]).collect();
        let read = read.unwrap_or_else(|error| panic!("{format}: {error}"));
        assert_eq!(written(format, &read), bytes, "{format}");
        assert_eq!(read.len(), records.len(), "{format}");
        if format != Format::Bulletformat {
            assert_eq!(read, records, "{format}");
        }
    }
}

/// The two formats of games say the same, and each format of positions all that the trainer sees.
#[test]
fn conversions_lose_nothing_that_is_learned() {
    let filter = Filter { max_score: i16::MAX, ..Filter::default() };
    let learned = |records: &[Record], filter: &Filter| -> Vec<TrainingPosition> {
        records.iter().flat_map(|record| record.training_positions(filter, 0.0)).collect()
    };
    let games = records(Format::Viriformat, 12);
    assert_eq!(learned(&records(Format::Binpack, 12), &filter), learned(&games, &filter));
    let all = Filter { without_checks: false, without_tactics: false, ..filter };
    for format in [Format::Bulletformat, Format::Marlinformat, Format::Text] {
        assert_eq!(learned(&records(format, 12), &all), learned(&games, &all), "{format}");
    }
    let mut stretches = Vec::new();
    for record in games.clone() {
        record.into_format(Format::Binpack, Some(&filter), &mut |record| stretches.push(record));
    }
    assert!(stretches.len() > games.len());
    assert_eq!(learned(&stretches, &all), learned(&games, &filter));
}

/// Whatever a byte becomes, a reader ends, and says at which byte it is wrong.
#[test]
fn no_damage_is_fatal() {
    for format in Format::ALL {
        let bytes = written(format, &records(format, 3));
        let mut random = Random::new(seed(5));
        let mut faults = 0;
        for _ in 0..samples(2_000) {
            let mut damaged = bytes.clone();
            let at = random.below(damaged.len());
            damaged[at] ^= 1 << random.below(8);
            damaged.truncate(damaged.len() - random.below(40));
            for error in Reader::new(format, &damaged[..]).filter_map(Result::err) {
                assert!(error.begin <= error.offset && error.offset <= damaged.len() as u64, "{error}");
                faults += 1;
            }
        }
        assert!(faults >= at_least(500), "{format}: {faults}");
    }
}

#[test]
fn a_fault_is_named_with_its_byte_and_the_next_position_is_read() {
    let damaged = |format: Format, at: usize, byte: u8| -> Vec<String> {
        let mut bytes = written(format, &records(format, 1)[..3]);
        bytes[at] = byte;
        let results = Reader::new(format, &bytes[..]);
        results.map(|record| record.map_or_else(|error| error.to_string(), |_| String::new())).collect()
    };
    let bullet = Format::Bulletformat;
    for (format, at, byte, expected) in [
        (bullet, 32 + 8, 0x27, "position 2, byte 40: no position: piece 7 on a1"),
        (bullet, 32 + 26, 3, "position 2, byte 58: no position: outcome 3, which is not 0, 1 or 2"),
        (bullet, 32 + 27, 9, "position 2, byte 59: no position: a king is on another square"),
        (bullet, 32 + 2, 1, "position 2, byte 32: no position: 33 pieces"),
        (Format::Marlinformat, 32 + 24, 65, "position 2, byte 56: no position: en-passant square 65"),
    ] {
        assert_eq!(damaged(format, at, byte), ["", expected, ""]);
    }
    let text = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 0 | 0.5\n";
    for (line, expected) in [
        ("x | 0 | 0.5\n", "position 2, byte 40: no FEN"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1 | 0 | 0.5\n", "position 2, byte 40: no position"),
        (
            "k7/pppppppp/pppppppp/8/P7/PPPPPPPP/PPPPPPPP/K7 w - - 0 1 | 0 | 0.5\n",
            "position 2, byte 40: 35 pieces, and other formats have room for 32",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 40000 | 0.5\n", "position 2, byte 71: `40000` is not a score"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 0 | 0.7\n", "position 2, byte 75: `0.7` is not a result"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1\n", "position 2, byte 40: not a line"),
        (&format!("{}\n", "x".repeat(9_000)), "position 2, byte 40: a line of more than 4096 bytes"),
    ] {
        let file = [text, line, "\n", text].concat();
        let results: Vec<_> = Reader::new(Format::Text, file.as_bytes()).collect();
        let [Ok(_), Err(error), Ok(_)] = &results[..] else { panic!("{results:?}") };
        assert!(error.to_string().starts_with(expected), "{error}");
    }
}

/// After a game that is wrong the next block is read.
#[test]
fn a_block_of_binpack_that_ends_within_a_game_is_not_the_last() {
    let records = records(Format::Binpack, 3);
    let block = |records: &[Record]| written(Format::Binpack, records);
    let (mut first, second) = (block(&records[..2]), block(&records[2..]));
    // One move more than there are in the last game of the block: the count is at byte 32 of the game.
    let count = 8 + records[0].bytes.len() + 32;
    let moves = u16::from_be_bytes([first[count], first[count + 1]]) + 1;
    first[count..count + 2].copy_from_slice(&moves.to_be_bytes());
    let file = [first, second].concat();
    let results: Vec<_> = Reader::new(Format::Binpack, &file[..]).collect();
    let [Ok(one), Err(error), Ok(three)] = &results[..] else { panic!("{results:?}") };
    assert_eq!((one, three), (&records[0], &records[2]));
    assert!(error.to_string().ends_with("the block ends within this game"), "{error}");
}

/// Each bit of its mark, and those of its length that make it much longer.
#[test]
fn the_block_of_binpack_after_a_damaged_head_is_read() {
    let records = records(Format::Binpack, 3);
    let [first, second, third] =
        [0, 1, 2].map(|at| written(Format::Binpack, std::slice::from_ref(&records[at])));
    let at = first.len();
    let file = [first, second, third].concat();
    for bit in (0..32).chain(32 + 16..64) {
        let mut damaged = file.clone();
        damaged[at + bit / 8] ^= 1 << (bit % 8);
        let results: Vec<_> = Reader::new(Format::Binpack, &damaged[..]).collect();
        let good: Vec<&Record> = results.iter().flatten().collect();
        assert!(results.len() > good.len(), "{bit}: no fault");
        assert!(
            good.first() == Some(&&records[0]) && good.last() == Some(&&records[2]),
            "{bit}: {results:?}"
        );
    }
}

#[test]
fn a_block_of_binpack_that_is_cut_off_after_a_game_is_not_whole() {
    let records = records(Format::Binpack, 3);
    let file = written(Format::Binpack, &records);
    let end = file.len() - records[2].bytes.len();
    let results: Vec<_> = Reader::new(Format::Binpack, &file[..end]).collect();
    let [Ok(one), Ok(two), Err(error)] = &results[..] else { panic!("{results:?}") };
    assert_eq!((one, two), (&records[0], &records[1]));
    assert_eq!(error.to_string(), format!("game 3, byte {end}: the file ends before this block does"));
}

#[test]
fn a_game_without_moves_is_no_game_of_binpack() {
    let start = Position::default();
    let game = ScoredGame { start, outcome: GameOutcome::Draw, moves: Vec::new() };
    let mut bytes = Vec::new();
    viriformat::write(&game, &mut bytes).expect("memory");
    let record = Reader::new(Format::Viriformat, &bytes[..]).next().expect("a game").expect("whole");
    record.into_format(Format::Binpack, None, &mut |record| panic!("{record:?}"));
}
