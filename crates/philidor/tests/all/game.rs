//! Games: undo and redo, text of past moves, repetition, claims, ends, and positions in which neither side can win.

use std::collections::{HashMap, HashSet};

use philidor::{Claim, Color, Draw, Game, MoveType, Outcome, Position, Win};
use philidor_proof::samples;

use crate::games;
use crate::suites;

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn drawn(draw: Draw) -> Option<Outcome> {
    Some(Outcome::Draw(draw))
}

/// Games of random moves, each with its positions.
fn random_games(count: u64) -> impl Iterator<Item = (Game, Vec<Position>)> {
    games::starts(5).zip(0..count).map(|(start, seed)| {
        let mut random = games::Random(seed);
        let (mut game, mut positions) = (Game::from_position(start), vec![start]);
        while let Some(mv) = random.chooses(game.position()).filter(|_| positions.len() < 200) {
            game.play(mv).expect("a legal move");
            positions.push(*game.position());
        }
        (game, positions)
    })
}

#[test]
fn every_past_position_is_found_again() {
    for (mut game, positions) in random_games(60) {
        for (ply, position) in positions.iter().enumerate() {
            assert_eq!(game.position_at(ply).as_ref(), Some(position));
        }
        // The same from the middle, with positions before and after.
        (0..positions.len() / 2).for_each(|_| assert!(game.undo().is_some()));
        for (ply, position) in positions.iter().enumerate() {
            assert_eq!(game.position_at(ply).as_ref(), Some(position));
        }
        assert_eq!(game.position_at(positions.len()), None);
    }
}

#[test]
fn undo_and_redo_are_each_others_inverse() {
    for (mut game, positions) in random_games(60) {
        for before in positions.iter().rev().skip(1) {
            assert!(game.undo().is_some());
            assert_eq!(game.position(), before);
        }
        assert_eq!((game.undo(), game.ply()), (None, 0));
        for after in &positions[1..] {
            assert!(game.redo().is_some());
            assert_eq!(game.position(), after);
        }
        assert_eq!(game.redo(), None);
    }
}

#[test]
fn another_move_forgets_what_was_taken_back_and_the_same_does_not() {
    let mut game = Game::from_uci(Position::default(), ["e2e4", "e7e5", "g1f3"]).expect("legal");
    game.undo();
    game.undo();
    assert_eq!(game.play_uci("e7e5").map(|mv| mv.to_string()).as_deref(), Ok("e7e5"));
    assert_eq!(game.undone().count(), 1, "g1f3 is still there");
    game.undo();
    game.play_uci("c7c5").expect("legal");
    assert_eq!((game.undone().count(), game.redo()), (0, None));
}

#[test]
fn text_of_past_moves_reads_back() {
    for (game, positions) in random_games(20) {
        let sans: Vec<String> = game.sans().map(|san| san.to_string()).collect();
        let mut again = Game::from_position(*game.start());
        for (ply, san) in sans.iter().enumerate() {
            assert_eq!(game.san(ply).map(|san| san.to_string()).as_ref(), Some(san));
            again.play_san(san).unwrap_or_else(|error| panic!("{san}: {error}"));
        }
        assert_eq!(again.position(), game.position());
        let ucis = (0..game.ply()).map(|ply| game.uci(ply).expect("a past move").to_string());
        let again = Game::from_uci(*game.start(), ucis.collect::<Vec<_>>()).expect("legal moves");
        assert_eq!(again.position(), positions.last().expect("the start"));
    }
}

#[test]
fn an_illegal_move_in_a_list_is_reported_with_its_number() {
    let error = Game::from_uci(Position::default(), ["e2e4", "e7e5", "e4e5"]).expect_err("e5 is occupied");
    assert_eq!(error.number, 3);
    assert!(error.to_string().starts_with("move 3: "), "{error}");
}

/// Counts keys in a map, which is slow and obviously right.
#[test]
fn repetitions_are_counted_as_a_map_of_positions_counts_them() {
    let mut repeated = 0;
    for seed in 0..40 {
        // Rooks and kings alone: positions repeat often.
        let mut game = Game::from_position(position("4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1"));
        let mut random = games::Random(seed);
        let mut seen = HashMap::from([(game.position().key(), 1)]);
        while let Some(mv) = random.chooses(game.position()).filter(|_| game.ply() < 400) {
            let claimed = game.claimable_draw_after(mv);
            game.play(mv).expect("a legal move");
            let times = seen.entry(game.position().key()).or_insert(0);
            *times += 1;
            assert_eq!(game.repetitions(), *times, "{}", game.position());
            assert_eq!(claimed, game.claimable_draw(), "announcing a move is like playing it");
            assert_eq!(game.claimable_draw() == Some(Claim::ThreefoldRepetition), *times >= 3);
            repeated += u32::from(*times >= 3);
        }
    }
    assert!(repeated > 20, "too few repetitions: {repeated}");
}

#[test]
fn castling_rights_and_en_passant_make_positions_different() {
    // The rook moves and comes back: the pieces stand as before, but the right is lost.
    let mut game = Game::from_position(position("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"));
    for uci in ["a1a2", "e8e7", "a2a1", "e7e8"] {
        game.play_uci(uci).expect("legal");
    }
    assert_eq!(game.repetitions(), 1);
    // After e2e4 the capture on e3 is legal only once; if it is not legal, the square makes no difference.
    for (fen, times) in [("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", 1), ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 2)] {
        let mut game = Game::from_position(position(fen));
        for uci in ["e2e4", "e8e7", "e1e2", "e7e8", "e2e1"] {
            game.play_uci(uci).expect("legal");
        }
        assert_eq!(game.repetitions(), times, "{fen}");
    }
}

#[test]
fn ends_come_by_themselves() {
    let by_rule = |fen: &str| Game::from_position(position(fen)).outcome();
    let mate = Outcome::Win { winner: Color::White, by: Win::Checkmate };
    assert_eq!(by_rule("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), Some(mate));
    assert_eq!(
        by_rule("R5k1/5ppp/8/8/8/8/8/4K3 b - - 150 90"),
        Some(mate),
        "mate takes precedence over 75 moves"
    );
    assert_eq!(by_rule("k7/8/1Q6/8/8/8/8/4K3 b - - 0 1"), drawn(Draw::Stalemate));
    assert_eq!(by_rule("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1"), drawn(Draw::InsufficientMaterial));
    assert_eq!(by_rule("4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/3K4 w - - 0 1"), drawn(Draw::DeadPosition));
    assert_eq!(by_rule("4k3/8/8/8/8/8/R7/4K3 w - - 149 80"), None);
    assert_eq!(by_rule("4k3/8/8/8/8/8/R7/4K3 w - - 150 80"), drawn(Draw::SeventyFiveMoves));
    let around = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(4);
    let mut game = Game::from_uci(Position::default(), &around).expect("legal");
    assert_eq!(game.outcome(), drawn(Draw::FivefoldRepetition));
    game.undo();
    assert_eq!((game.outcome(), game.claimable_draw()), (None, Some(Claim::ThreefoldRepetition)));
    // A game that plays on is over by what needs no look at all of its keys.
    let on = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(38);
    assert_eq!(
        Game::from_uci(Position::default(), &on).expect("legal").outcome(),
        drawn(Draw::SeventyFiveMoves)
    );
}

#[test]
fn claims_are_apart_from_ends() {
    let mut game = Game::from_position(position("4k3/8/8/8/8/8/R7/4K3 w - - 99 80"));
    assert_eq!(game.claimable_draw(), None);
    let mv = game.position().parse_uci("a2a3").expect("legal");
    assert_eq!(game.claimable_draw_after(mv), Some(Claim::FiftyMoves));
    game.play(mv).expect("legal");
    assert_eq!((game.claimable_draw(), game.outcome()), (Some(Claim::FiftyMoves), None));
    game.end(Outcome::Draw(Draw::FiftyMoves));
    assert_eq!(game.outcome(), drawn(Draw::FiftyMoves));
    game.undo();
    assert_eq!(game.outcome(), None, "taking back reopens the game");
}

#[test]
fn time_is_lost_only_against_somebody_who_could_mate() {
    for (fen, loser, outcome) in [
        (
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            Color::Black,
            Outcome::Win { winner: Color::White, by: Win::Time },
        ),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Color::White, Outcome::Draw(Draw::TimeWithoutMaterial)),
    ] {
        let mut game = Game::from_position(position(fen));
        game.end_by_time(loser);
        assert_eq!(game.outcome(), Some(outcome), "{fen}");
    }
}

/// Games that the rules have ended, one for each reason.
fn ended_by_rule() -> Vec<Game> {
    let back_and_forth = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(4);
    let positions = [
        "R3k3/8/4K3/8/8/8/8/8 b - - 0 1",
        "8/8/8/8/8/4k3/8/r3K3 w - - 0 1",
        "4k3/4P3/4K3/8/8/8/8/8 b - - 0 1",
        "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/R7/4K3 w - - 150 100",
    ];
    let mut games: Vec<Game> = positions.map(|fen| Game::from_position(position(fen))).into();
    games.push(Game::from_uci(Position::default(), back_and_forth).expect("legal"));
    games
}

/// Every outcome that can be declared.
fn declarable() -> Vec<Outcome> {
    let draws = [
        Draw::Stalemate,
        Draw::InsufficientMaterial,
        Draw::DeadPosition,
        Draw::FivefoldRepetition,
        Draw::SeventyFiveMoves,
        Draw::ThreefoldRepetition,
        Draw::FiftyMoves,
        Draw::Agreement,
        Draw::TimeWithoutMaterial,
    ];
    let wins = [Win::Checkmate, Win::Resignation, Win::Time];
    let wins = wins.into_iter().flat_map(|by| Color::ALL.map(|winner| Outcome::Win { winner, by }));
    wins.chain(draws.map(Outcome::Draw)).collect()
}

/// Nothing that can be declared changes how this game ended.
fn stays_ended(game: &Game) {
    let outcome = game.outcome();
    assert!(outcome.is_some(), "{}", game.position());
    let mut game = game.clone();
    for declared in declarable() {
        game.end(declared);
        assert_eq!(game.outcome(), outcome, "{declared} declared at {}", game.position());
    }
    for loser in Color::ALL {
        game.end_by_time(loser);
        assert_eq!(game.outcome(), outcome, "{loser} runs out of time at {}", game.position());
    }
}

#[test]
fn an_ended_game_stays_ended_whatever_is_declared() {
    let by_rule = ended_by_rule();
    let outcomes: HashSet<_> = by_rule.iter().map(Game::outcome).collect();
    assert_eq!(outcomes.len(), by_rule.len(), "each ends in its own way: {outcomes:?}");
    by_rule.iter().for_each(stays_ended);
    for first in declarable() {
        let mut game = Game::new();
        game.end(first);
        assert_eq!(game.outcome(), Some(first));
        stays_ended(&game);
    }
    for loser in Color::ALL {
        let mut game = Game::new();
        game.end_by_time(loser);
        assert_eq!(game.outcome(), Some(Outcome::Win { winner: !loser, by: Win::Time }));
        stays_ended(&game);
    }
}

#[test]
fn a_game_that_was_taken_back_can_be_ended_anew() {
    let agreed = Outcome::Draw(Draw::Agreement);
    let mut game = Game::from_uci(Position::default(), ["f2f3", "e7e5", "g2g4", "d8h4"]).expect("legal");
    game.end(agreed);
    assert_ne!(game.outcome(), Some(agreed));
    game.undo();
    game.end(agreed);
    assert_eq!(game.outcome(), Some(agreed));
    game.redo();
    assert_eq!(game.outcome(), Some(Outcome::Win { winner: Color::Black, by: Win::Checkmate }));
}

#[test]
fn insufficient_material() {
    for (fen, white, black) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true, true),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true, true),
        ("4kq2/8/8/8/8/8/8/4KN2 w - - 0 1", true, false),
        ("4kr2/8/8/8/8/8/8/4KN2 w - - 0 1", false, false),
        ("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", false, true),
        ("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", true, true),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true, true),
        ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false, false),
        ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", false, true),
        ("4k3/p7/8/8/8/8/8/2B1K3 w - - 0 1", false, false),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", false, true),
    ] {
        let found = Color::ALL.map(|color| position(fen).has_insufficient_material(color));
        assert_eq!(found, [white, black], "{fen}");
    }
}

/// Searches all reachable positions, unless there are too many, for a mate.
fn mate_is_reachable(start: &Position, limit: usize) -> Option<bool> {
    let (mut seen, mut open) = (HashSet::from([start.key()]), vec![*start]);
    while let Some(position) = open.pop() {
        let moves = position.legal_moves();
        if moves.is_empty() && position.is_check() {
            return Some(true);
        }
        for mv in moves {
            let next = position.after(mv);
            if seen.insert(next.key()) {
                open.push(next);
            }
        }
        if seen.len() > limit {
            return None;
        }
    }
    Some(false)
}

/// Positions that are recognized as dead: by walls, by material once the only move is played, by stalemate.
const DEAD: [&str; 6] = [
    "4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/3K4 w - - 0 1",
    "8/3k4/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/3K4 b - - 0 1",
    "k7/8/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/K7 w - - 0 1",
    "k7/1Q6/8/8/8/8/8/7K b - - 0 1",
    "7k/6R1/8/8/8/8/8/K7 b - - 0 1",
    "k7/8/1Q6/8/8/8/8/4K3 b - - 0 1",
];

#[test]
fn dead_positions_never_lead_to_mate() {
    for fen in DEAD {
        assert!(position(fen).is_certainly_dead(), "{fen}");
        assert_eq!(mate_is_reachable(&position(fen), 100_000), Some(false), "{fen}");
    }
    for position in suites::positions().chain(games::positions(9).step_by(11).take(samples(2_000))) {
        if position.is_certainly_dead() {
            assert_ne!(mate_is_reachable(&position, 5_000), Some(true), "{position}");
        }
    }
}

#[test]
fn live_positions_are_not_called_dead() {
    for fen in [
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "7k/8/6K1/8/8/8/8/R7 w - - 0 1",
        "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
        // The kings pass between the pawns.
        "4k3/8/8/p5p1/P5P1/8/8/4K3 w - - 0 1",
        // The walls open: en passant is legal.
        "4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/3K4 w - b6 0 1",
        "4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/3K4 w - d6 0 1",
    ] {
        assert!(!position(fen).is_certainly_dead(), "{fen}");
    }
}

#[test]
fn no_side_claims_where_the_game_is_over() {
    assert_eq!(Game::from_position(position("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 90")).claimable_draw(), None);
}

#[test]
fn a_game_of_chess960_castles() {
    let mut game = Game::from_position(position("1r2k3/8/8/8/8/8/8/1R2K1R1 w GBb - 0 1"));
    let mv = game.play_uci("e1g1").expect("castling");
    assert_eq!(mv.move_type(), MoveType::Castling);
    assert_eq!(game.uci(0).map(|uci| uci.to_string()).as_deref(), Some("e1g1"));
    assert_eq!(game.san(0).map(|san| san.to_string()).as_deref(), Some("O-O"));
}

#[test]
fn repetitions_are_counted_where_the_clock_stands_still() {
    let mut game = Game::default();
    for mv in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(65_540) {
        game.play_uci(mv).expect("legal");
    }
    assert_eq!(game.position().halfmove_clock(), u16::MAX);
    assert_eq!(game.repetitions(), 65_540 / 4 + 1);
}
