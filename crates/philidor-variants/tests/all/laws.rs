//! What holds in every position of random games.

use std::collections::{BTreeMap, BTreeSet};

use philidor::binary::PackedMoves;
use philidor::{
    Board, CastlingMode, CastlingNotation, Color, EnPassantPolicy, Game, GamePosition, Move, MoveDigest,
    MoveType, PieceType, SanError, SanErrorKind, Square, Strictness,
};
use philidor_variants::{
    Antichess, AnyPosition, Atomic, Crazyhouse, Giveaway, Horde, KingOfTheHill, MovesOf, RacingKings, Rules,
    Suicide, ThreeCheck, Variant, VariantPosition,
};

use philidor_proof::{at_least, samples, seed};

use super::{plain, random};

/// In a quick run, at one position in eight, and at all with a rare move.
#[test]
fn legal_moves_are_those_of_the_plain_rules() {
    let (mut seen, mut number, step) = ([0; 6], seed(36) >> 16, 8 / samples(8).min(8) as u64);
    for variant in Variant::ALL {
        let mut positions = 0;
        random::games(variant, 24, 36, |position| {
            let moves = position.legal_moves();
            positions += 1;
            number += 1;
            let is_rare =
                |mv: &Move| mv.promotion() == Some(PieceType::King) || mv.move_type() == MoveType::EnPassant;
            if number.is_multiple_of(step) || moves.iter().any(is_rare) {
                let listed: Vec<String> = moves
                    .iter()
                    .map(|&mv| position.to_uci_in(mv, CastlingMode::Chess960).to_string())
                    .collect();
                let set: BTreeSet<String> = listed.iter().cloned().collect();
                assert_eq!(set.len(), listed.len(), "a move twice in {variant} {position}");
                assert_eq!(set, plain::moves(position), "{variant} {position}");
            }
            let has = |what: fn(&Move) -> bool| usize::from(moves.iter().any(what));
            seen[0] += has(|mv| mv.is_drop());
            seen[1] += has(|mv| mv.promotion() == Some(PieceType::King));
            seen[2] += has(|mv| mv.castling_side().is_some());
            seen[3] += usize::from(position.is_check());
            seen[4] += usize::from(position.variant_end().is_some());
            seen[5] += has(|mv| mv.move_type() == MoveType::EnPassant);
        });
        assert!(positions > 500, "{variant}: {positions}");
    }
    assert!(
        seen.iter().all(|&count| count > 20),
        "drops, kings, castling, checks, ends, en passant: {seen:?}"
    );
}

/// A move is taken back, found again by its digest, and legal where it is listed; a null move passes the turn.
#[test]
fn moves_are_taken_back_and_found_again() {
    fn law<R: Rules>(counts: &mut [usize; 3]) {
        for seed in 0..6 {
            let (mut random, mut position) = (random::Random(seed), VariantPosition::<R>::default());
            let mut before = Vec::new();
            for _ in 0..120 {
                let moves = position.legal_moves();
                assert!(before.iter().all(|mv| position.is_legal(*mv) == moves.contains(mv)), "{position}");
                counts[0] += before.len();
                for &mv in &moves {
                    assert!(position.is_legal(mv), "{mv:?} in {position}");
                    assert_eq!(position.decode(mv.digest()), Some(mv), "{position}");
                    let mut played = position;
                    let undo = played.play_unchecked(mv);
                    assert_ne!(played, position);
                    played.undo(mv, undo);
                    assert_eq!((played, played.key()), (position, position.key()), "{mv:?}");
                }
                assert_eq!(position.decode(MoveDigest::invalid()), None);
                assert_eq!(position.null_move().is_none(), position.is_check(), "{position}");
                if let Some(null) = position.null_move() {
                    assert!(null.is_null() && !position.is_legal(null));
                    let passed = position.after(null);
                    assert_eq!(
                        (passed.board(), passed.side_to_move()),
                        (position.board(), !position.side_to_move())
                    );
                    counts[1] += 1;
                } else {
                    counts[2] += 1;
                }
                let Some(&mv) = moves.get(random.below(moves.len())) else { break };
                position.play_unchecked(mv);
                before = moves;
            }
        }
    }
    let mut counts = [0; 3];
    law::<Antichess>(&mut counts);
    law::<Atomic>(&mut counts);
    law::<Crazyhouse>(&mut counts);
    law::<Giveaway>(&mut counts);
    law::<Horde>(&mut counts);
    law::<KingOfTheHill>(&mut counts);
    law::<RacingKings>(&mut counts);
    law::<Suicide>(&mut counts);
    law::<ThreeCheck>(&mut counts);
    assert!(counts[0] > 20_000 && counts[1] > 2_000 && counts[2] > 50, "{counts:?}");
}

/// Rules that have the moves of antichess, and say nothing else about moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Losing;

impl Rules for Losing {
    type Extra = ();
    const NAME: &'static str = "Losing chess";
    const MOVES: MovesOf = MovesOf::Antichess;

    fn royal(_: &Board, _: Color) -> Option<Square> {
        None
    }
}

/// Rules whose royal piece is a queen, which the generator does not keep safe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct RoyalQueen;

impl Rules for RoyalQueen {
    type Extra = ();
    const NAME: &'static str = "Royal queen";

    fn royal(board: &Board, color: Color) -> Option<Square> {
        board.colored_pieces(color, PieceType::Queen).first()
    }
}

#[test]
fn a_royal_piece_that_is_not_a_king_is_refused() {
    let read = |fen: &str| fen.parse::<VariantPosition<RoyalQueen>>().map_err(|error| error.to_string());
    let refused = read("r3k3/8/8/8/8/8/Q7/4K3 w - - 0 1");
    assert_eq!(refused.err().as_deref(), Some("the royal piece of these rules is not a king"));
    assert!(read("r3k3/8/8/8/8/8/8/4K3 w - - 0 1").is_ok(), "no royal piece");
}

/// Lists and counts are by the rules whose moves the position has.
#[test]
fn moves_of_other_rules_are_counted_as_they_are_listed() {
    fn law<R: Rules>(fen: &str, expected: usize) {
        let position: VariantPosition<R> = fen.parse().unwrap();
        assert_eq!(position.legal_moves().len(), expected, "{fen}");
        assert_eq!(position.legal_move_count(), expected as u64, "{fen}");
    }
    // The rook must take the pawn; without a pawn, king and rook may move; and a pawn may become a king.
    for (fen, expected) in [
        ("4k3/8/8/8/7p/8/8/4K2R w - - 0 1", 1),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", 5 + 9),
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", 5 + 5),
    ] {
        law::<Losing>(fen, expected);
        law::<Antichess>(fen, expected);
    }
}

/// Positions have the same key if they are the same under the rule of repetition, and different keys if not.
#[test]
fn keys_tell_positions_apart() {
    for variant in Variant::ALL {
        let (mut keys, mut texts) = (BTreeMap::new(), BTreeSet::new());
        random::games(variant, 12, 39, |position| {
            let fen = position.fen(EnPassantPolicy::Legal, CastlingNotation::Shredder);
            let clocks = |at: usize| at == fen.split(' ').count() - 2 || at == fen.split(' ').count() - 1;
            let words = fen.split(' ').enumerate().filter(|(at, _)| !clocks(*at)).map(|(_, word)| word);
            let text = words.collect::<Vec<_>>().join(" ");
            texts.insert(text.clone());
            let known = keys.entry(position.key()).or_insert_with(|| text.clone());
            assert_eq!(*known, text, "two positions of {variant} with one key");
        });
        assert_eq!(keys.len(), texts.len(), "{variant}: a position with two keys");
        assert!(keys.len() > 300, "{variant}: {}", keys.len());
    }
}

/// A key depends on what a variant adds to the board, and is the same in every version.
#[test]
fn keys_count_what_a_variant_adds() {
    let key = |variant, fen: &str| {
        AnyPosition::from_fen(variant, fen).unwrap_or_else(|error| panic!("{fen}: {error}")).key()
    };
    let all_differ = |variant, fens: &[&str]| {
        let keys: BTreeSet<u64> = fens.iter().map(|fen| key(variant, fen)).collect();
        assert_eq!(keys.len(), fens.len(), "{fens:?}");
    };
    all_differ(
        Variant::Crazyhouse,
        &[
            "4k3/8/8/3pP3/8/8/8/Q3K3[] w - - 0 1",
            "4k3/8/8/3pP3/8/8/8/Q3K3[N] w - - 0 1",
            "4k3/8/8/3pP3/8/8/8/Q3K3[NN] w - - 0 1",
            "4k3/8/8/3pP3/8/8/8/Q3K3[n] w - - 0 1",
            "4k3/8/8/3pP3/8/8/8/Q~3K3[] w - - 0 1",
            "4k3/8/8/3pP3/8/8/8/Q3K3[] w - d6 0 1",
            "4k3/8/8/3pP3/8/8/8/Q3K3[N] w - d6 0 1",
            "4k3/8/8/3pP3/8/8/8/Q3K3[] b - - 0 1",
        ],
    );
    all_differ(
        Variant::ThreeCheck,
        &[
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 3+3 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 2+3 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 3+2 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 3+3 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 2+3 0 1",
        ],
    );
    for (variant, fen, expected) in [
        (Variant::Crazyhouse, "4k3/8/8/3pP3/8/8/8/Q3K3[N] w - d6 0 1", 0x07d0_34dd_12fc_d73f),
        (Variant::ThreeCheck, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 2+3 0 1", 0xccce_372b_25c4_5ece),
    ] {
        assert_eq!(key(variant, fen), expected, "{variant} {fen}");
    }
    // No pawn can take there, or the one that could is pinned.
    for (with, without) in [
        ("4k3/8/8/3p4/8/8/8/4K3[N] w - d6 0 1", "4k3/8/8/3p4/8/8/8/4K3[N] w - - 0 1"),
        ("3k4/8/8/K2pP2r/8/8/8/8[N] w - d6 0 1", "3k4/8/8/K2pP2r/8/8/8/8[N] w - - 0 1"),
    ] {
        assert_eq!(key(Variant::Crazyhouse, with), key(Variant::Crazyhouse, without), "{with}");
    }
}

/// Kings that touch give no check in atomic, whatever else attacks them.
#[test]
fn a_king_beside_the_other_one_is_not_in_check() {
    for (fen, expected) in
        [("8/8/8/3kK3/8/8/8/3R4 b - - 0 1", false), ("8/8/8/3k1K2/8/8/8/3R4 b - - 0 1", true)]
    {
        let position: VariantPosition<Atomic> = fen.parse().unwrap();
        assert_eq!((position.is_check(), position.null_move().is_none()), (expected, expected), "{fen}");
    }
}

/// A pawn that gives check can be taken in passing in atomic, as any other.
#[test]
fn a_pawn_that_gives_check_is_taken_in_passing() {
    let position: VariantPosition<Atomic> = "4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 1".parse().unwrap();
    assert!(position.is_check());
    let mv = position.parse_uci("e5d6").unwrap();
    assert!(position.legal_moves().contains(&mv) && position.is_legal(mv));
}

#[test]
fn texts_and_bytes_give_the_position_back() {
    for variant in Variant::ALL {
        random::games(variant, 12, 37, |position| {
            let fen = position.to_string();
            // A game has reached it.
            let read = AnyPosition::from_fen(variant, &fen);
            assert_eq!(read.as_ref(), Ok(position), "{fen}");
            assert_eq!(read.unwrap().key(), position.key(), "{fen}: the kept key is the computed one");
            let shredder = position.fen(EnPassantPolicy::Always, CastlingNotation::Shredder);
            let read = AnyPosition::from_fen_with(variant, &shredder, Strictness::WellDefined);
            assert_eq!(read.as_ref(), Ok(position), "{shredder}");
            let packed = position.pack();
            let unpacked = AnyPosition::unpack_with(&packed, Strictness::WellDefined);
            assert_eq!(unpacked.as_ref(), Ok(position), "{fen}");
        });
    }
}

#[test]
fn moves_are_read_as_they_are_written() {
    for variant in Variant::ALL {
        random::games(variant, 6, 38, |position| {
            for mv in position.legal_moves() {
                let san = position.to_san(mv);
                assert_eq!(position.parse_san(san.as_bytes()), Ok(mv), "{san} in {variant} {position}");
                for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
                    let uci = position.to_uci_in(mv, mode).to_string();
                    // A Chess960 king that castles to a square beside it writes what a step writes.
                    let is_clear = mode == CastlingMode::Chess960 || !position.is_chess960();
                    let read = position.parse_uci(uci.as_bytes());
                    assert!(read == Ok(mv) || (!is_clear && read.is_ok()), "{uci} in {variant} {position}");
                }
            }
        });
    }
}

/// A text fits those legal moves that it names, and no others: of any piece to any square, castling, and drops.
/// In a quick run, at one position in eight.
#[test]
fn texts_fit_the_legal_moves_that_they_name() {
    let (mut found, mut number, step) = ([0; 3], seed(40) >> 16, 8 / samples(8).min(8) as u64);
    for variant in Variant::ALL {
        random::games(variant, 2, seed(40), |position| {
            number += 1;
            if !number.is_multiple_of(step) {
                return;
            }
            let moves = position.legal_moves();
            let mut check = |text: &str, fits: &dyn Fn(&Move) -> bool| {
                let read: Vec<MoveDigest> = match position.parse_san(text.as_bytes()) {
                    Ok(mv) => vec![mv.digest()],
                    Err(SanError { kind: SanErrorKind::Ambiguous(moves), .. }) => {
                        moves.moves().map(Move::digest).collect()
                    }
                    Err(_) => Vec::new(),
                };
                let mut expected: Vec<Move> = moves.iter().copied().filter(fits).collect();
                expected.sort_unstable_by_key(|mv| mv.origin());
                let expected: Vec<MoveDigest> = expected.into_iter().map(Move::digest).collect();
                assert_eq!(read, expected, "{text} in {variant} {position}");
                found[expected.len().min(2)] += 1;
            };
            for (square, piece_type) in
                Square::ALL.into_iter().flat_map(|square| PieceType::ALL.map(|kind| (square, kind)))
            {
                let letter = piece_type.letter().to_ascii_uppercase();
                let is_pawn = piece_type == PieceType::Pawn;
                let is_there = |mv: &Move| (mv.played_piece(), mv.destination()) == (piece_type, square);
                check(&format!("{letter}@{square}"), &|mv| mv.is_drop() && is_there(mv));
                let text = if is_pawn { square.to_string() } else { format!("{letter}{square}") };
                check(&text, &|mv| {
                    let is_step = mv.castling_side().is_none() && mv.promotion().is_none() && is_there(mv);
                    is_step && !mv.is_drop() && (!is_pawn || mv.origin().file() == square.file())
                });
            }
            for (text, side) in ["O-O", "O-O-O"].into_iter().zip(philidor::CastlingSide::ALL) {
                check(text, &|mv| mv.castling_side() == Some(side));
            }
        });
    }
    assert!(found.iter().all(|&count| count > at_least(100)), "none, one, several: {found:?}");
}

/// Of several kings the one between the rooks castles, whatever stands before it.
#[test]
fn the_king_between_its_rooks_castles() {
    let kings = AnyPosition::from_fen(Variant::Giveaway, "4k3/8/8/8/8/8/8/1R1K2RK w GB - 0 1").unwrap();
    for (san, uci) in [("O-O", "d1g1"), ("O-O-O", "d1b1")] {
        let castling = kings.parse_san(san.as_bytes()).unwrap();
        assert_eq!(kings.to_uci_in(castling, CastlingMode::Chess960), uci);
    }
    // Beyond the long rook stands a king that a FEN would give the rights to.
    use philidor::{CastlingRights, CastlingSide, File};
    let rightless = AnyPosition::from_fen(Variant::Giveaway, "4k3/8/8/8/8/8/8/KR1K2R1 w - - 0 1").unwrap();
    let (mut setup, extra) = rightless.to_setup();
    setup.state.castling_rights = CastlingRights::WHITE;
    setup.castling_rooks.set(Color::White, CastlingSide::KingSide, File::G);
    setup.castling_rooks.set(Color::White, CastlingSide::QueenSide, File::B);
    assert!(AnyPosition::from_setup(Variant::Giveaway, setup, extra, Strictness::WellDefined).is_err());
}

#[test]
fn games_are_taken_back_to_their_start() {
    for variant in Variant::ALL {
        let mut game = Game::from_position(AnyPosition::start(variant));
        let mut random = random::Random(7);
        let mut fens = Vec::new();
        for _ in 0..120 {
            let moves = game.position().legal_moves();
            let Some(&mv) = moves.get(random.below(moves.len())) else { break };
            fens.push(game.position().to_string());
            assert!(game.play(mv).is_ok());
        }
        let (packed, start) = (game.pack(), game.start().pack().len());
        let unpack = |bytes| PackedMoves::<AnyPosition>::new(bytes, Strictness::Reachable)?.into_game();
        let again = unpack(&packed).unwrap();
        assert_eq!(again.position(), game.position());
        assert!(again.sans().eq(game.sans()));
        assert!(unpack(&packed[..start - 1]).is_err() && unpack(&[&packed[..], &[255]].concat()).is_err());
        let mut moves = PackedMoves::<AnyPosition>::new(&packed, Strictness::Reachable).unwrap();
        assert!(moves.by_ref().take(2).all(|mv| mv.is_ok()));
        assert_eq!(moves.into_game().as_ref(), Ok(&again), "the whole game, whatever was read");
        while let Some(fen) = fens.pop() {
            assert!(game.undo().is_some());
            assert_eq!(game.position().to_string(), fen);
        }
        assert_eq!((game.undo(), game.repetitions()), (None, 1));
    }
}

/// In crazyhouse each key is counted; in the others the keys since the last irreversible move are searched.
#[test]
fn positions_are_counted_through_undo_and_redo() {
    for variant in [Variant::Crazyhouse, Variant::Atomic, Variant::ThreeCheck] {
        let (mut game, mut random) = (Game::from_position(AnyPosition::start(variant)), random::Random(12));
        let mut most = 0;
        for _ in 0..600 {
            match random.below(8) {
                0 => _ = game.undo(),
                1 => _ = game.redo(),
                _ => {
                    // Knights go back and forth, so that positions come back.
                    let moves = game.position().legal_moves();
                    let back = moves.iter().find(|mv| {
                        game.moves().nth(game.ply().wrapping_sub(2)).is_some_and(|last| {
                            mv.origin() == last.destination() && mv.destination() == last.origin()
                        })
                    });
                    let Some(&mv) =
                        back.filter(|_| random.below(4) > 0).or_else(|| moves.get(random.below(moves.len())))
                    else {
                        game.undo();
                        continue;
                    };
                    let announced = game.claimable_draw_after(mv);
                    assert_eq!(game.play(mv), Ok(()));
                    assert_eq!(announced, game.claimable_draw(), "{variant} {}", game.position());
                }
            }
            let key = game.position().key();
            let before = (0..=game.ply()).filter_map(|ply| game.position_at(ply));
            let times = before.filter(|position| position.key() == key).count() as u32;
            assert_eq!(game.repetitions(), times, "{variant} {}", game.position());
            most = most.max(times);
        }
        assert!(most >= 3, "{variant}: {most}");
    }
}

#[test]
fn what_is_over_has_no_moves_and_an_outcome() {
    for variant in Variant::ALL {
        random::games(variant, 10, 41, |position| {
            let moves = position.legal_moves();
            if position.variant_end().is_some() {
                assert!(moves.is_empty(), "{variant} {position}");
            }
            if moves.is_empty() {
                assert!(position.outcome().is_some(), "{variant} {position}");
            }
            if let Some(winner) = position.variant_end().and_then(|end| end.winner()) {
                let loses_all = |color: Color| position.board().colors(color).is_empty();
                assert!(!matches!(variant, Variant::Antichess) || loses_all(winner), "{position}");
            }
        });
    }
}

#[test]
fn damaged_bytes_are_refused_or_valid() {
    let mut random = random::Random(11);
    for variant in Variant::ALL {
        random::games(variant, 2, 42, |position| {
            let mut bytes = position.pack();
            for _ in 0..4 {
                let at = random.below(bytes.len());
                bytes[at] ^= 1 << random.below(8);
                if let Ok(read) = AnyPosition::unpack(&bytes) {
                    assert_eq!(read.pack(), bytes, "{variant} {position}");
                    let _ = read.perft(2);
                }
            }
        });
    }
}
