//! The parts that engines need, each against a slow reference on 100,000 positions, or in a quick run an eighth of
//! them: standard games, Chess960, and positions that no game reaches.

use std::collections::HashMap;

use philidor::search_support::{AttackedSquares, Change, Exchange, Keys, Pawns, Repetitions};
use philidor::{
    Bitboard, Board, Color, Game, Move, MoveDigest, MoveType, Piece, PieceType, Position, Square,
};
use philidor_proof::{at_least, samples};

use crate::games;
use crate::games::Random;
use crate::laws::picker as laws;

mod levels;
mod picture;

use picture::Picture;

const POSITIONS: usize = 100_000;

/// Half from games, a quarter of Chess960, a quarter that no game reaches.
fn positions(seed: u64) -> impl Iterator<Item = Position> {
    let played = games::positions(seed).step_by(3).take(samples(POSITIONS / 2));
    let chess960 = games::chess960_positions(seed + 1).step_by(3).take(samples(POSITIONS / 4));
    let disordered = games::unreachable_positions(seed + 2).step_by(3).take(samples(POSITIONS / 4));
    played.chain(chess960).chain(disordered)
}

/// All tactical moves and a few others: most exchanges worth testing begin with a capture.
fn some_moves(position: &Position, random: &mut Random) -> Vec<Move> {
    let moves = position.legal_moves();
    let few = 1 + moves.len() / 6;
    moves.into_iter().filter(|mv| mv.is_tactical() || random.below(few) == 0).collect()
}

#[test]
fn exchanges_are_worth_what_a_fight_on_a_drawn_board_is_worth() {
    let mut random = Random(31);
    let (mut lost, mut won, mut deep) = (0, 0, 0);
    for (index, position) in positions(30).enumerate() {
        let values = match index % 3 {
            0 => [100, 300, 300, 500, 900],
            1 => [1, 3, 3, 5, 9],
            _ => [0; 5].map(|_| random.below(1_000) as i32),
        };
        let pins = index % 2 == 0;
        let exchange = Exchange::new(values);
        let exchange = if pins { exchange } else { exchange.without_pins() };
        for mv in some_moves(&position, &mut random) {
            let (expected, captures) = picture::exchange(&position, mv, values, pins);
            assert_eq!(
                exchange.value(&position, mv),
                expected,
                "{mv} in {position}, {values:?}, pins {pins}"
            );
            for threshold in [expected - 1, expected, expected + 1, 0, 1, random.below(2_000) as i32 - 1_000]
            {
                let holds = exchange.at_least(&position, mv, threshold);
                assert_eq!(holds, expected >= threshold, "{mv} in {position}: {threshold}, {values:?}");
            }
            lost += usize::from(expected < 0);
            won += usize::from(expected > 0);
            deep += usize::from(captures > 4);
        }
    }
    assert!(
        lost >= at_least(50_000) && won >= at_least(50_000) && deep >= at_least(2_000),
        "{lost} lost, {won} won, {deep} of more than 4 captures"
    );
}

#[test]
fn exchanges_know_pins_promotions_and_en_passant() {
    for (fen, text, value) in [
        ("4r1k1/8/3p4/4p3/8/8/4R3/6K1 w - - 0 1", "Rxe5", -400),
        ("4r1k1/4r3/8/4p3/8/4R3/4R3/6K1 w - - 0 1", "Rxe5", 100 - 500 + 500 - 500),
        // The pawn on d6 is pinned to its king, or only in the way of its queen.
        ("3k4/8/3p4/4p3/8/8/8/3RR1K1 w - - 0 1", "Rxe5", 100),
        ("3q2k1/8/3p4/4p3/8/8/8/3RR1K1 w - - 0 1", "Rxe5", -400),
        // A pawn that recaptures on the last rank becomes a queen.
        ("1b4k1/P7/8/8/8/8/8/1R4K1 w - - 0 1", "axb8=Q", 300 + 800),
        ("1r4k1/2P5/8/8/8/8/1r6/1R4K1 w - - 0 1", "cxb8=N", 500 + 200),
        ("6k1/8/8/8/8/8/1p6/R1N3K1 b - - 0 1", "bxa1=Q", 500 + 800),
        ("6k1/8/8/8/8/8/1p6/N1R3K1 w - - 0 1", "Rb1", 0),
        ("6k1/8/8/8/8/8/2p5/N3R1K1 w - - 0 1", "Rb1", -500 - 800),
        // En passant opens the file on which the other rook looks.
        ("3r2k1/8/8/3pP3/8/8/8/3R2K1 w - d6 0 1", "exd6", 100),
        ("6k1/2p5/8/3pP3/8/8/8/6K1 w - d6 0 1", "exd6", 0),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", 0),
    ] {
        let position: Position = fen.parse().expect("a position");
        let mv = position.parse_san(text).expect("legal");
        assert_eq!(Exchange::default().value(&position, mv), value, "{text} in {fen}");
    }
    let start = Position::default();
    assert_eq!(Exchange::default().value(&start, start.null_move().expect("no check")), 0);
    assert!(Exchange::new([i32::MIN, i32::MAX, 0, 0, 0]).worth(PieceType::Knight) == 1_000_000);
}

/// Applies the two lists to a board.
fn apply(board: &mut Board, change: &Change) {
    for &(piece, square) in change.taken() {
        assert_eq!(board.remove(square), Some(piece), "{change:?}");
    }
    for &(piece, square) in change.put() {
        assert_eq!(board.piece_at(square), None, "{change:?}");
        board.put(square, piece);
    }
}

#[test]
fn changes_and_keys_follow_every_move_and_its_way_back() {
    let mut seen = [0; 4];
    for position in positions(33).step_by(4) {
        let keys = Keys::of(&position);
        for &mv in &position.legal_moves() {
            let after = position.after(mv);
            let change = Change::new(&position, mv);
            assert_eq!(change, Change::from_move(mv, position.side_to_move(), &position.castling_rooks()));
            let mut board = *position.board();
            apply(&mut board, &change);
            assert_eq!(board, *after.board(), "{mv} in {position}");
            apply(&mut board, &change.reversed());
            assert_eq!(board, *position.board(), "{mv} in {position}");

            for change in [change, change.reversed()] {
                let followed = change.follow(
                    [Vec::new(), Vec::new()],
                    |[mut taken, put], piece, square| {
                        taken.push((piece, square));
                        [taken, put]
                    },
                    |[taken, mut put], piece, square| {
                        put.push((piece, square));
                        [taken, put]
                    },
                );
                assert_eq!(followed, [change.taken(), change.put()], "{mv} in {position}");
            }

            let squares = |position: &Position| Square::ALL.map(|square| position.piece_at(square));
            let (before, moved) = (squares(&position), squares(&after));
            for (change, from, to) in [(change, before, moved), (change.reversed(), moved, before)] {
                let set = |mut board: [Option<Piece>; 64], piece, square: Square| {
                    board[square.index()] = piece;
                    board
                };
                let take = |board, _, square| set(board, None, square);
                let put = |board, piece, square| set(board, Some(piece), square);
                assert_eq!(change.follow(from, take, put), to, "{mv} in {position}");
            }

            let mut followed = keys;
            followed.play(&change);
            assert_eq!(followed, Keys::of(&after), "{mv} in {position}");
            followed.undo(&change);
            assert_eq!(followed, keys, "{mv} in {position}");
            assert_eq!(position.key_after(mv), after.key(), "{mv} in {position}");
            seen[mv.move_type() as usize] += 1;
        }
        if let Some(null) = position.null_move() {
            let change = Change::new(&position, null);
            assert!(change.is_empty());
            assert_eq!(change.follow(0, |count, _, _| count + 1, |count, _, _| count + 1), 0);
            assert_eq!(position.key_after(null), position.after(null).key(), "null move in {position}");
        }
    }
    assert!(seen.iter().all(|&moves| moves >= at_least(100)), "of each type of move: {seen:?}");
}

/// Equal keys exactly for equal pawns, equal pieces, and equal material.
#[test]
fn keys_tell_apart_what_they_are_keys_of() {
    let (mut pawns, mut material) = (HashMap::new(), HashMap::new());
    let mut pieces = [HashMap::new(), HashMap::new()];
    for position in positions(34) {
        let (keys, board) = (Keys::of(&position), position.board());
        let sets =
            Color::ALL.map(|color| PieceType::ALL.map(|piece_type| board.colored_pieces(color, piece_type)));
        let pawn_sets = sets.map(|kinds| kinds[PieceType::Pawn as usize]);
        assert_eq!(*pawns.entry(keys.pawns()).or_insert(pawn_sets), pawn_sets);
        let counts = sets.map(|kinds| kinds.map(Bitboard::len));
        assert_eq!(*material.entry(keys.material()).or_insert(counts), counts);
        for color in Color::ALL {
            let mut others = sets[color as usize];
            others[PieceType::Pawn as usize] = Bitboard::EMPTY;
            assert_eq!(*pieces[color as usize].entry(keys.non_pawns(color)).or_insert(others), others);
        }
    }
    let distinct = [pawns.len(), material.len(), pieces[0].len(), pieces[1].len()];
    let counts: std::collections::HashSet<_> = material.values().collect();
    assert_eq!(counts.len(), distinct[1], "two keys for one material");
    assert!(distinct.iter().all(|&keys| keys >= at_least(1_000)), "{distinct:?}");
}

#[test]
fn attacked_squares_are_those_that_walks_reach() {
    for position in positions(35).step_by(15) {
        let attacked = AttackedSquares::new(&position);
        let picture = Picture::of(&position);
        for color in Color::ALL {
            let mut times = [0; 64];
            for piece_type in PieceType::ALL {
                let piece = Piece::new(color, piece_type);
                let expected: Bitboard = Square::ALL
                    .into_iter()
                    .filter(|&square| {
                        let attackers = picture.attackers(square, |other| other == piece).count();
                        times[square.index()] += attackers;
                        attackers > 0
                    })
                    .collect();
                assert_eq!(attacked.by(color, piece_type), expected, "{piece} in {position}");
            }
            let at_least =
                |least| Square::ALL.into_iter().filter(|&s| times[s.index()] >= least).collect::<Bitboard>();
            assert_eq!(attacked.by_side(color), at_least(1), "{position}");
            assert_eq!(attacked.twice(color), at_least(2), "{position}");
            assert_eq!(attacked.by_side(color), position.attacked_by(color), "{position}");
        }
    }
}

#[test]
fn lesser_attackers_hanging_pieces_and_mobility() {
    let position: Position = "r3k3/1p1n4/2b5/4p3/3N1P2/1q6/P1P5/R2QK3 w - - 0 1".parse().expect("a position");
    let attacked = AttackedSquares::new(&position);
    let hanging = attacked.hanging(&position, Color::Black);
    // The queen stands where pawns attack it; the bishop is defended, and a knight is worth no less; e5 has a defender.
    assert_eq!(hanging, Square::B3.into());
    let attacked_by_a_pawn = Bitboard::from_iter([Square::D4, Square::F4]);
    assert_eq!(
        attacked.hanging(&position, Color::White),
        attacked_by_a_pawn,
        "a knight, and a pawn without a defender"
    );
    let area = attacked.mobility_area(&position, Color::White);
    assert!(
        !area.contains(Square::D4)
            && !area.contains(Square::E1)
            && !area.contains(Square::F4)
            && area.contains(Square::G4)
    );
    assert!(area.contains(Square::A2) && area.contains(Square::C2), "these pawns can step forward");
    let king = attacked.by_lesser(Color::White, PieceType::King);
    assert_eq!(
        king,
        PieceType::ALL[1..].iter().fold(Bitboard::EMPTY, |set, &kind| set | attacked.by(Color::White, kind))
    );
}

#[test]
fn pawn_structure_is_what_one_pawn_at_a_time_finds() {
    let mut seen = [0; 6];
    for position in positions(36) {
        let board = position.board();
        for color in Color::ALL {
            let pawns = Pawns::of(board, color);
            let slow = picture::pawns(board, color);
            let quick = [
                pawns.passed(),
                pawns.isolated(),
                pawns.doubled(),
                pawns.backward(),
                pawns.defended(),
                pawns.phalanx(),
            ];
            assert_eq!(quick, slow, "{color:?} in {position}");
            for (count, set) in seen.iter_mut().zip(quick) {
                *count += set.len();
            }
            let files = philidor::File::ALL.into_iter().map(Bitboard::from_file);
            let empty = files.filter(|&file| !file.intersects(board.colored_pieces(color, PieceType::Pawn)));
            assert_eq!(pawns.half_open(), empty.fold(Bitboard::EMPTY, |all, file| all | file));
        }
    }
    assert!(seen.iter().all(|&pawns| pawns as usize >= at_least(5_000)), "{seen:?}");
}

/// Random lines with few pieces, most moves reversible, taken back again and again.
fn wander<const PLIES: usize>(seed: u64, lines: usize) -> [usize; 3] {
    const STARTS: [&str; 5] = [
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "4k3/8/3p4/3P4/8/8/8/R3K3 w Q - 0 1",
        "2b1k3/8/8/8/8/8/8/2B1K3 w - - 90 1",
        "k7/p7/P7/8/8/7p/7P/7K w - - 0 1",
        // Rooks that change places.
        "6k1/5p1p/5P1P/8/8/3p1p2/p1pP1P2/RRK5 w - - 0 1",
    ];
    let mut random = Random(philidor_proof::seed(seed));
    let mut counts = [0; 3];
    for line in 0..lines {
        let mut game = Game::from_position(STARTS[line % 5].parse().expect("a position"));
        for _ in 0..random.below(30) {
            let _ = random.chooses(game.position()).map(|mv| game.play(mv));
        }
        let mut repetitions = Repetitions::<PLIES>::with_plies_from_game(&game);
        // The line, with the keys of all positions since the start of the game.
        let mut keys: Vec<u64> =
            (0..=game.ply()).map(|ply| game.position_at(ply).expect("a ply").key()).collect();
        let root = game.ply();
        let mut line = vec![*game.position()];
        for _ in 0..60 {
            if line.len() > 1 && random.below(4) == 0 {
                line.pop();
                keys.pop();
                repetitions.pop();
            }
            let position = line[line.len() - 1];
            let repeats = |repetitions: &Repetitions<PLIES>, keys: &[u64]| {
                let (last, earlier) = keys.split_last().expect("a key");
                let found = (0..earlier.len()).filter(|&at| earlier[at] == *last);
                let expected = found.clone().any(|at| at > root) || found.count() >= 2;
                (repetitions.is_repetition(), expected)
            };
            if PLIES > 200 {
                let (found, expected) = repeats(&repetitions, &keys);
                assert_eq!(found, expected, "{position}");
                counts[0] += usize::from(found);
            }
            let mut any = false;
            for &mv in &position.legal_moves() {
                let after = position.after(mv);
                repetitions.push(mv, &after);
                keys.push(after.key());
                any |= repetitions.is_repetition();
                keys.pop();
                repetitions.pop();
            }
            // Pushing has overwritten the oldest place of a full ring, which nothing asks about anymore.
            assert_eq!(repetitions.can_repeat(&position), any, "{position}");
            counts[1] += usize::from(any);
            let Some(mv) = random.chooses(&position) else { break };
            let after = position.after(mv);
            repetitions.push(mv, &after);
            line.push(after);
            keys.push(after.key());
            assert_eq!(repetitions.ply(), line.len() - 1);
            counts[2] += 1;
        }
    }
    counts
}

#[test]
fn repetitions_are_found_and_foreseen() {
    let [repeated, foreseen, moves] = wander::<512>(37, samples(2_000));
    assert!(
        repeated >= at_least(1_000) && foreseen >= at_least(1_000),
        "{repeated} repeated, {foreseen} foreseen, {moves} moves"
    );
}

/// Rings of a few places: they are full from the start, and every move writes over the oldest one.
#[test]
fn a_short_ring_forgets_the_oldest_positions_and_nothing_else() {
    let counts =
        [wander::<1>(38, samples(200)), wander::<2>(39, samples(200)), wander::<9>(40, samples(2_000))];
    assert_eq!((counts[0][1], counts[1][1]), (0, 0), "no room for a repetition");
    assert!(counts[2][1] >= at_least(300), "{counts:?}");
}

/// The rooks have changed places: each stands elsewhere, and the board is the same.
#[test]
fn equal_pieces_that_change_places_repeat() {
    let mut position: Position = "6k1/8/8/8/8/8/5K2/RR6 w - - 0 1".parse().expect("a position");
    let mut repetitions = Repetitions::new(&position);
    for text in ["f2f3", "g8g7", "f3f2", "g7g8", "a1a2", "g8h8", "b1a1", "h8g8", "a2b2", "g8h8", "b2b1"] {
        let mv = position.parse_uci(text).expect("legal");
        position.play_unchecked(mv);
        repetitions.push(mv, &position);
    }
    assert!(repetitions.can_repeat(&position));
    let back = position.parse_uci("h8g8").expect("legal");
    position.play_unchecked(back);
    repetitions.push(back, &position);
    assert!(repetitions.is_repetition());
}

/// Over thousands of moves there and back, with a draw by fifty moves on the way.
#[test]
fn repetitions_are_found_when_the_ring_has_wrapped() {
    let mut position: Position = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".parse().expect("a position");
    let mut repetitions = Repetitions::<64>::with_plies(&position);
    for (ply, text) in ["Ra2", "Kd8", "Ra1", "Ke8"].into_iter().cycle().take(10_000).enumerate() {
        let mv = position.parse_san(text).expect("legal");
        position.play_unchecked(mv);
        repetitions.push(mv, &position);
        // The first move loses the right to castle, so at ply 3 the board of the start is a new position; the first
        // repetition is that of ply 0 at ply 4.
        assert_eq!(repetitions.is_repetition(), ply >= 4, "ply {ply}");
        assert_eq!(repetitions.is_draw(&position), ply >= 4, "ply {ply}");
    }
    assert_eq!(repetitions.ply(), 10_000);
    assert_eq!(repetitions.reversible_plies(), 9_999);
    let mated: Position = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 80".parse().expect("a position");
    assert!(!Repetitions::<8>::with_plies(&mated).is_draw(&mated), "mate comes first");
    let bare: Position = "4k3/8/8/8/8/8/8/4KB2 w - - 0 1".parse().expect("a position");
    assert!(Repetitions::<8>::with_plies(&bare).is_draw(&bare));
    assert_eq!(bare.legal_moves().iter().filter(|mv| mv.move_type() == MoveType::Castling).count(), 0);
}

/// Digests that a transposition table or a killer slot may hold: legal, legal elsewhere, or noise.
fn some_digest(position: &Position, other: &Position, random: &mut Random) -> Option<MoveDigest> {
    match random.below(5) {
        0 => None,
        1 => Some(MoveDigest(random.next() as u16)),
        2 => random.chooses(other).map(|mv| mv.digest()),
        _ => random.chooses(position).map(|mv| mv.digest()),
    }
}

#[test]
fn pickers_give_every_legal_move_once_and_in_stages() {
    let mut random = Random(41);
    let mut other = Position::default();
    for position in positions(42) {
        let [table, first, second] = [0; 3].map(|_| some_digest(&position, &other, &mut random));
        laws::of_pickers(&position, table, [first, second], random.next());
        other = position;
    }
}
