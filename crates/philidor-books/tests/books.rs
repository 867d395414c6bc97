//! Opening books: read, asked, and made from games.

use philidor::{Color, Game, Move, MoveType, Position};
use philidor_books::{Book, BookBuilder, BookEntry, BookMove};
use philidor_proof::{at_least, games, samples};
use philidor_suites::{CHESS960, STANDARD};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn legal(position: &Position, uci: &str) -> Move {
    position.parse_uci(uci).unwrap_or_else(|error| panic!("{uci}: {error}"))
}

/// Records of a book: key, move, weight.
fn book(records: &[(u64, u16, u16)]) -> Book<Vec<u8>> {
    let entry = |&(key, mv, weight): &_| BookEntry { key, mv: BookMove(mv), weight, learn: 0 }.to_bytes();
    Book::new(records.iter().flat_map(entry).collect()).expect("whole records")
}

/// The moves for a position in UCI, each with its weight.
fn weights<B: AsRef<[u8]>>(book: &Book<B>, position: &Position) -> Vec<(String, u16)> {
    book.entries_of(position).map(|(mv, entry)| (mv.notation(), entry.weight)).collect()
}

/// The nine positions in the description of the format, each with the move that follows; the words were encoded by hand
/// from its drawing: promotion, rank and file of the origin, rank and file of the destination, in octal.
#[test]
fn the_positions_of_the_description_are_found() {
    let lines: [(&str, u64, u16, &str); 9] = [
        ("", 0x463b_9618_1691_fc9c, 0o1434, "e2e4"),
        ("e2e4", 0x823c_9b50_fd11_4196, 0o6343, "d7d5"),
        ("e2e4 d7d5", 0x0756_b944_61c5_0fb0, 0o3444, "e4e5"),
        ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4, 0o6545, "f7f5"),
        ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78, 0o0414, "e1e2"),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1, 0o7465, "e8f7"),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9, 0o1020, "a2a3"),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637, 0o3122, "b4c3"),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560, 0o2213, "c3d2"),
    ];
    let mut records: Vec<_> = lines.iter().map(|&(_, key, mv, _)| (key, mv, 1)).collect();
    records.sort_unstable();
    let book = book(&records);
    assert!(book.is_sorted());
    assert_eq!((book.len(), book.as_bytes().len()), (9, 144));
    for (moves, key, word, next) in lines {
        let game = Game::from_uci(Position::default(), moves.split_whitespace()).expect("legal moves");
        let position = *game.position();
        assert_eq!(position.polyglot_key(), key);
        assert_eq!(weights(&book, &position), [(next.to_string(), 1)], "{moves}");
        assert_eq!(book.best(&position), Some(legal(&position, next)));
        assert_eq!(book.choose(&position, 1 << 63), Some(legal(&position, next)));
        assert_eq!(BookMove::new(&position, legal(&position, next)), BookMove(word));
    }
    assert_eq!(weights(&book, &position("4k3/8/8/8/8/8/8/4K3 w - - 0 1")), []);
}

#[test]
fn each_field_lies_where_the_drawing_says() {
    let bytes: [u8; 16] = [1, 2, 3, 4, 5, 6, 7, 8, 0x9a, 0xbc, 0xde, 0xf0, 11, 12, 13, 14];
    let entry = BookEntry::from_bytes(bytes);
    let expected =
        BookEntry { key: 0x0102_0304_0506_0708, mv: BookMove(0x9abc), weight: 0xdef0, learn: 0x0b0c_0d0e };
    assert_eq!(entry, expected);
    assert_eq!(entry.to_bytes(), bytes);
}

#[test]
fn castling_and_promotions_are_found() {
    for (fen, word, uci, move_type) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 0o0407, "e1g1", MoveType::Castling),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 0o0400, "e1c1", MoveType::Castling),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", 0o7477, "e8g8", MoveType::Castling),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", 0o7470, "e8c8", MoveType::Castling),
        // Chess960: castling and a step to the same square.
        ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", 0o0507, "f1h1", MoveType::Castling),
        ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", 0o0506, "f1g1", MoveType::Normal),
        // A rook, not a king, goes from e1 to h1.
        ("3k4/8/8/8/8/8/8/K3R2r w - - 0 1", 0o0407, "e1h1", MoveType::Normal),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 0o16070, "a7a8n", MoveType::Promotion),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 0o26070, "a7a8b", MoveType::Promotion),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 0o36070, "a7a8r", MoveType::Promotion),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 0o46070, "a7a8q", MoveType::Promotion),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", 0o3324, "d4e3", MoveType::EnPassant),
    ] {
        let position = position(fen);
        let mv = BookMove(word).legal_in(&position);
        assert_eq!(mv, Some(legal(&position, uci)), "{uci} in {fen}");
        assert_eq!(mv.map(|mv| mv.move_type()), Some(move_type), "{uci} in {fen}");
        assert_eq!(BookMove::new(&position, legal(&position, uci)), BookMove(word));
    }
    for (fen, word) in [
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 0o6070),   // missing promotion
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 0o56070),  // not a king
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", 0o0407),   // no right
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 0o10407),  // castling with a promotion
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 0o100407), // the highest bit has no meaning
    ] {
        assert_eq!(BookMove(word).legal_in(&position(fen)), None, "{word:o} in {fen}");
    }
}

/// All 65,536 words: each legal move is found by its own word, and castling by one more.
#[test]
fn each_legal_move_has_a_word_and_other_words_are_not_moves() {
    let fens = STANDARD.lines().chain(CHESS960.lines().step_by(40));
    let known = fens.filter_map(|line| line.split(';').next()?.trim().parse().ok());
    for position in known.chain(games::positions(41).step_by(113).take(60)) {
        let moves = position.legal_moves();
        for &mv in &moves {
            assert_eq!(BookMove::new(&position, mv).legal_in(&position), Some(mv), "{mv} in {position}");
        }
        for word in (0..=u16::MAX).map(BookMove) {
            let Some(mv) = word.legal_in(&position) else { continue };
            assert!(moves[..].contains(&mv), "{word:?} in {position}");
            assert!(
                BookMove::new(&position, mv) == word || mv.move_type() == MoveType::Castling,
                "{word:?} in {position}"
            );
        }
    }
}

#[test]
fn castling_written_in_two_ways_is_one_move() {
    let position = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let key = position.polyglot_key();
    let book = book(&[(key, 0o0407, 2), (key, 0o0414, 3), (key, 0o0406, 2), (key, 0o0414, u16::MAX)]);
    assert_eq!(weights(&book, &position), [("e1g1".into(), 4), ("e1e2".into(), u16::MAX)]);
    let book = self::book(&[(key, 0o0414, 3), (key, 0o0407, 2), (key, 0o0406, 2)]);
    assert_eq!(book.best(&position), Some(legal(&position, "e1g1")));
}

#[test]
fn a_choice_follows_the_weights() {
    let start = Position::default();
    let key = start.polyglot_key();
    // e2e4 twice as heavy as d2d4; g1f3 not to be played; e7e5 not legal.
    let book = book(&[(key, 0o1434, 2), (key, 0o1333, 1), (key, 0o0625, 0), (key, 0o6444, 60_000)]);
    let expected = [("e2e4".into(), 2), ("d2d4".into(), 1), ("g1f3".into(), 0)];
    assert_eq!(weights(&book, &start), expected);
    let third = u64::MAX / 3;
    for (random, uci) in
        [(0, "e2e4"), (third, "e2e4"), (2 * third, "e2e4"), (2 * third + 1, "d2d4"), (u64::MAX, "d2d4")]
    {
        assert_eq!(book.choose(&start, random), Some(legal(&start, uci)), "{random}");
    }
    assert_eq!(book.best(&start), Some(legal(&start, "e2e4")));
    let mut random = games::Random(42);
    let chosen = (0..3_000).filter(|_| book.choose(&start, random.next()) == Some(legal(&start, "d2d4")));
    let count = chosen.count();
    assert!((900..1_100).contains(&count), "{count} of 3,000, not about a third");
}

#[test]
fn nothing_is_chosen_where_nothing_weighs() {
    let start = Position::default();
    let key = start.polyglot_key();
    let weightless = book(&[(key, 0o1434, 0), (key, 0o6444, 9)]);
    assert_eq!((weightless.choose(&start, 7), weightless.best(&start)), (None, None));
    let empty = Book::new([]).expect("no records");
    assert!(empty.is_empty());
    assert_eq!((empty.choose(&start, 7), empty.best(&start)), (None, None));
}

#[test]
fn bytes_that_are_not_whole_records_are_refused() {
    for length in [1, 15, 17, 31] {
        let error = Book::new(vec![0; length]).expect_err("no whole records");
        assert_eq!(error.length, length);
        assert!(error.to_string().contains(&length.to_string()));
    }
}

/// Any bytes give only legal moves, sorted or not.
#[test]
fn random_bytes_are_a_book() {
    let mut random = games::Random(43);
    let mut found = 0;
    for position in games::positions(44).step_by(7).take(samples(2_000)) {
        let records: Vec<_> = (0..random.below(40))
            .map(|_| {
                let key = if random.below(2) == 0 { position.polyglot_key() } else { random.next() };
                (key, random.next() as u16 & 0o7777, random.next() as u16)
            })
            .collect();
        let mut sorted = records.clone();
        sorted.sort_unstable();
        for records in [records, sorted] {
            let book = book(&records);
            assert_eq!(book.is_sorted(), records.is_sorted_by_key(|record| record.0));
            assert!(book.entries_of(&position).all(|(mv, _)| position.is_legal(mv)));
            assert!(book.choose(&position, random.next()).is_none_or(|mv| position.is_legal(mv)));
            found += book.entries_of(&position).count();
        }
    }
    assert!(found >= at_least(100), "{found} moves in all");
}

/// A book from random games agrees with a plain count of the games.
#[test]
fn a_built_book_has_the_sums_of_its_games() {
    let mut random = games::Random(45);
    let mut builder = BookBuilder::new().max_plies(6);
    let mut sums = std::collections::HashMap::<(String, Move), u16>::new();
    for start in games::starts(46).take(samples(300)) {
        let mut game = Game::from_position(start);
        // Only a few of the moves, so that games transpose.
        for _ in 0..8 {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[random.below(moves.len().min(2))]).expect("legal");
        }
        let winner = [Some(Color::White), Some(Color::Black), None][random.below(3)];
        builder.add_game(game.start(), game.moves(), winner).expect("legal moves");
        let mut position = start;
        for mv in game.moves().take(6) {
            let points = winner.map_or(1, |color| if color == position.side_to_move() { 2 } else { 0 });
            // What the key depends on: no clocks, no en-passant square without a pawn next to it.
            let fen = position.to_fen(philidor::EnPassantPolicy::PseudoLegal, Default::default()).to_string();
            let fen = fen.rsplitn(3, ' ').last().expect("four fields").to_string();
            let word = Move::from_raw(mv.raw() & 0xffff);
            *sums.entry((fen, word)).or_default() += points;
            position.play_unchecked(mv);
        }
    }
    sums.retain(|_, points| *points > 0);
    let book = Book::new(builder.build()).expect("whole records");
    assert!(book.is_sorted());
    assert_eq!(book.len(), sums.len());
    for ((fen, word), points) in sums {
        let position = position(&format!("{fen} 0 1"));
        let mut entries = book.entries_of(&position);
        let entry = entries.find(|(mv, _)| mv.digest() == word.digest()).expect("the move is in the book");
        assert_eq!((entry.1.weight, entry.1.learn), (points, 0), "{word} in {fen}");
    }
}

/// Builds a book of the games with results from White's side: `+`, `-` or `=`.
fn built(builder: BookBuilder, games: &[(&str, char)]) -> Book<Vec<u8>> {
    let mut builder = builder;
    for (moves, result) in games {
        let winner = match result {
            '+' => Some(Color::White),
            '-' => Some(Color::Black),
            _ => None,
        };
        let game = Game::from_uci(Position::default(), moves.split_whitespace()).expect("legal moves");
        builder.add_game(game.start(), game.moves(), winner).expect("legal moves");
    }
    Book::new(builder.build()).expect("whole records")
}

#[test]
fn filters_leave_moves_out() {
    let games = [
        ("e2e4 e7e5 g1f3", '+'),
        ("e2e4 e7e5 g1f3", '='),
        ("e2e4 c7c5", '-'),
        ("d2d4 d7d5", '-'),
        ("c2c4", '='),
    ];
    let start = Position::default();
    let first = |builder| weights(&built(builder, &games), &start);
    let uci = |expected: &[(&str, u16)]| -> Vec<(String, u16)> {
        expected.iter().map(|&(uci, weight)| (uci.into(), weight)).collect()
    };
    // d4 has not scored. e4: a win, a draw, a loss.
    assert_eq!(first(BookBuilder::new()), uci(&[("e2e4", 3), ("c2c4", 1)]));
    assert_eq!(first(BookBuilder::new().min_games(2)), uci(&[("e2e4", 3)]));
    assert_eq!(first(BookBuilder::new().min_games(4)), []);
    assert_eq!(first(BookBuilder::new().min_score(50)), uci(&[("e2e4", 3), ("c2c4", 1)]));
    assert_eq!(first(BookBuilder::new().min_score(51)), []);
    assert_eq!(first(BookBuilder::new().color(Color::Black)), []);
    assert_eq!(built(BookBuilder::new(), &games).len(), 6); // e4 c4, e5, c5, d5, Nf3
    assert_eq!(built(BookBuilder::new().max_plies(2), &games).len(), 5);
    assert_eq!(built(BookBuilder::new().max_plies(0), &games).len(), 0);
    assert_eq!(built(BookBuilder::new().color(Color::White), &games).len(), 3);
    assert_eq!(built(BookBuilder::new().color(Color::Black), &games).len(), 3);
}

#[test]
fn heavy_positions_are_scaled_and_light_ones_are_not() {
    let start = Position::default();
    let after = start.after(legal(&start, "e2e4"));
    let mut builder = BookBuilder::new();
    for (position, uci, points) in [
        (&start, "e2e4", 4_000_000_000),
        (&start, "d2d4", 2_000_000_000),
        (&start, "a2a3", 1),
        (&start, "b2b3", 0),
        (&after, "e7e5", 65_535),
        (&after, "c7c5", 7),
    ] {
        builder.add(position, legal(position, uci), points).expect("legal");
    }
    let book = Book::new(builder.build()).expect("whole records");
    assert_eq!(
        weights(&book, &start),
        [("e2e4".into(), 65_535), ("d2d4".into(), 32_767), ("a2a3".into(), 1)]
    );
    assert_eq!(weights(&book, &after), [("e7e5".into(), 65_535), ("c7c5".into(), 7)]);
}

#[test]
fn a_game_with_an_illegal_move_adds_nothing() {
    let start = Position::default();
    let e4 = legal(&start, "e2e4");
    let mut builder = BookBuilder::new().max_plies(3);
    let error = builder.add_game(&start, [e4, e4], None).expect_err("Black has no pawn on e2");
    assert_eq!((error.number, error.mv), (2, e4));
    assert!(builder.add(&start.after(e4), e4, 2).is_err());
    assert!(builder.build().is_empty());
}

#[test]
fn records_are_read_back_by_serde() {
    let entry = BookEntry { key: 0x463b_9618_1691_fc9c, mv: BookMove(796), weight: 3, learn: 1 };
    let json = serde_json::to_string(&entry).expect("digits");
    assert_eq!(json, r#""463b96181691fc9c031c000300000001""#);
    assert_eq!(serde_json::from_str::<BookEntry>(&json).expect("a record"), entry);
    for refused in
        [r#""463b""#, r#""zz3b96181691fc9c031c000300000001""#, r#""+63b96181691fc9c031c000300000001""#]
    {
        assert!(serde_json::from_str::<BookEntry>(refused).is_err(), "{refused}");
    }
    let cbor = cbor4ii::serde::to_vec(vec![], &entry).expect("bytes");
    assert_eq!(cbor, [&[0x50][..], &entry.to_bytes()].concat());
    assert_eq!(cbor4ii::serde::from_slice::<BookEntry>(&cbor).expect("a record"), entry);
    assert!(cbor4ii::serde::from_slice::<BookEntry>(&[0x41, 0]).is_err());
    assert!(serde_json::from_str::<BookMove>("65536").is_err());
}
