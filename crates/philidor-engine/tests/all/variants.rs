//! The engine for variants: legal games, wins that are one move away, and stops.

use core::cmp::Reverse;

use philidor::Color;
use philidor_engine::tournament::{Cause, Contender, Event, Opening, PlayedGame, Tournament};
use philidor_engine::variants::{VariantBot, VariantEngine, from_fn};
use philidor_engine::{Control, Limits, Random, Report, SearchResult};
use philidor_variants::{AnyPosition, Playable, Variant, VariantGame, VariantMove};

use crate::positions;

fn search(engine: &mut VariantEngine, game: &VariantGame, limits: &Limits) -> SearchResult {
    engine.search(game, limits, &Control::new(), &mut |_: &Report| {})
}

fn game_of(variant: Variant, fen: &str) -> VariantGame {
    VariantGame::new(AnyPosition::from_fen(variant, fen).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

/// Plays the engine as one color against random moves, to the end or to this many plies. Panics if one of its moves is
/// not legal.
fn against_chance(
    engine: &mut VariantEngine,
    color: Color,
    start: AnyPosition,
    limits: &Limits,
    random: &mut Random,
) -> VariantGame {
    let mut game = VariantGame::new(start);
    for _ in 0..300 {
        if game.outcome().is_some() || game.claimable_draw().is_some() {
            break;
        }
        if game.position().side_to_move() == color {
            let answer = search(engine, &game, limits);
            let best = answer.best.expect("a move");
            assert!(game.play(best.into()), "{} {}", game.position(), VariantMove::from(best));
            if let Some(reply) = answer.ponder {
                let after = game.position().legal_moves();
                assert!(after.iter().any(|mv| mv.same_move(reply.into())), "{} {reply}", game.position());
            }
        } else {
            let moves = game.position().legal_moves();
            assert!(game.play(moves[positions::below(random, moves.len())]));
        }
    }
    game
}

#[test]
fn it_beats_chance_in_every_variant_with_legal_moves_alone() {
    let mut random = Random::new(36);
    let mut engine = VariantEngine::new().with_hash(1);
    let limits = Limits::new().with_nodes(150);
    for variant in Variant::ALL {
        let (mut won, mut lost) = (0, 0);
        for round in 0..50 {
            let color = Color::ALL[round % 2];
            let number = positions::below(&mut random, 960) as u16;
            let chess960 = AnyPosition::chess960(variant, number).filter(|_| round % 4 > 1);
            let start = chess960.unwrap_or_else(|| AnyPosition::start(variant));
            engine.clear();
            let game = against_chance(&mut engine, color, start, &limits, &mut random);
            match game.outcome().and_then(|outcome| outcome.winner()) {
                Some(winner) if winner == color => won += 1,
                Some(_) => lost += 1,
                None => {}
            }
        }
        assert!(won >= 45 && lost == 0, "{variant}: {won} won, {lost} lost of 50");
    }
}

/// Positions with a win in one move, which in antichess a forced reply completes.
const WINS: [(Variant, &str, &str); 10] = [
    (Variant::Chess, "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "d1d8"),
    (Variant::Atomic, "4k3/3pp3/8/8/8/8/8/3QK3 w - - 0 1", "d1d7"),
    (Variant::Antichess, "8/8/8/8/1p6/8/R7/8 w - - 0 1", "a2a3"),
    (Variant::Suicide, "8/8/8/8/1p6/8/R7/8 w - - 0 1", "a2a3"),
    (Variant::Giveaway, "8/8/8/8/1p6/8/R7/8 w - - 0 1", "a2a3"),
    (Variant::Crazyhouse, "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1", "N@f7"),
    (Variant::ThreeCheck, "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8"),
    (Variant::KingOfTheHill, "qq5k/8/8/8/8/2K5/8/8 w - - 0 1", "c3d4"),
    (Variant::RacingKings, "8/7K/8/1k6/8/8/8/8 w - - 0 1", "h7h8"),
    (Variant::Horde, "k7/8/8/8/8/8/8/r6P b - - 0 1", "a1h1"),
];

#[test]
fn it_wins_in_one_move() {
    for (variant, fen, best) in WINS {
        let mut game = game_of(variant, fen);
        let color = game.position().side_to_move();
        let answer = search(&mut VariantEngine::new().with_hash(1), &game, &Limits::new().with_depth(3));
        let mv = answer.best.expect("a move");
        assert_eq!(answer.score().and_then(|score| score.mate()), Some(1), "{variant} {fen}");
        assert!(game.play(mv.into()));
        if game.outcome().is_none() {
            let replies = game.position().legal_moves();
            assert_eq!(replies.len(), 1, "{variant} {fen}");
            assert!(game.play(replies[0]));
        }
        let winner = game.outcome().and_then(|outcome| outcome.winner());
        assert_eq!(winner, Some(color), "{variant} {fen} {}", VariantMove::from(mv));
        let found = VariantMove::from(mv).to_string();
        assert!(found == best || variant == Variant::RacingKings, "{variant} {fen} {found}");
    }
}

#[test]
fn without_a_legal_move_there_is_no_answer() {
    let over = [
        (Variant::Atomic, "8/8/8/8/8/8/8/4K3 b - - 0 1"),
        (Variant::KingOfTheHill, "7k/8/8/8/4K3/8/8/8 b - - 0 1"),
        (Variant::Antichess, "8/8/8/8/8/8/8/R7 b - - 0 1"),
    ];
    for (variant, fen) in over {
        let answer = search(&mut VariantEngine::new().with_hash(1), &game_of(variant, fen), &Limits::new());
        assert_eq!((answer.best, answer.report), (None, None), "{variant}");
    }
}

/// An engine that finds several lines.
fn with_lines(lines: usize) -> VariantEngine {
    VariantEngine::new().with_hash(1).with_lines(lines)
}

/// All that is reported up to a depth.
fn reports(lines: usize, game: &VariantGame, depth: u32) -> Vec<Report> {
    let mut reports = Vec::new();
    let mut listener = |report: &Report| reports.push(report.clone());
    with_lines(lines).search(game, &Limits::new().with_depth(depth), &Control::new(), &mut listener);
    reports
}

/// Panics unless lines are numbered, can be played, and begin with different moves.
fn are_legal_and_distinct(game: &VariantGame, lines: &[Report]) {
    for (line, number) in lines.iter().zip(1..) {
        assert_eq!(line.line, number, "{}", game.position());
        let mut game = game.clone();
        assert!(line.moves.iter().all(|&mv| game.play(mv.into())), "{} {line:?}", game.start());
    }
    let mut first: Vec<String> =
        lines.iter().map(|line| VariantMove::from(line.moves[0]).to_string()).collect();
    first.sort();
    first.dedup();
    assert_eq!(first.len(), lines.len(), "{} {first:?}", game.position());
}

#[test]
fn the_lines_of_each_depth_are_moves_of_their_own_and_their_scores_fall() {
    for variant in Variant::ALL {
        let game = VariantGame::new(AnyPosition::start(variant));
        for lines in [2, 256] {
            let number = lines.min(game.position().legal_moves().len());
            let reports = reports(lines, &game, 3);
            assert_eq!(reports.len(), 3 * number, "{variant}");
            for (of_depth, depth) in reports.chunks(number).zip(1..) {
                are_legal_and_distinct(&game, of_depth);
                assert!(of_depth.iter().all(|line| line.depth == depth), "{variant} {of_depth:?}");
                assert!(of_depth.is_sorted_by(|one, next| one.score >= next.score), "{variant} {of_depth:?}");
            }
        }
    }
}

#[test]
fn the_first_of_several_lines_is_the_answer_of_one() {
    for (variant, fen, best) in WINS {
        let game = game_of(variant, fen);
        let one = reports(1, &game, 3).pop().expect("a report");
        let several = reports(4, &game, 3);
        let first = several.iter().rfind(|line| line.line == 1).expect("a first line");
        assert_eq!((first.moves[0], first.score), (one.moves[0], one.score), "{variant} {fen}");
        let found = VariantMove::from(first.moves[0]).to_string();
        assert!(found == best || variant == Variant::RacingKings, "{variant} {fen} {found}");
    }
}

/// From c3 the hill is one move away, from two squares beside it two moves, from all others three.
#[test]
fn each_move_has_its_own_win() {
    let game = game_of(Variant::KingOfTheHill, "7k/8/8/8/8/2K5/8/8 w - - 0 1");
    let reports = reports(8, &game, 6);
    let wins: Vec<Option<i32>> = reports[reports.len() - 8..].iter().map(|line| line.score.mate()).collect();
    assert_eq!(wins, [1, 2, 2, 3, 3, 3, 3, 3].map(Some));
}

/// A stop need not wait for all lines of the first depth: the first one is an answer.
#[test]
fn what_is_stopped_before_it_begins_has_few_lines() {
    let control = Control::new();
    control.stop();
    let game = VariantGame::new(AnyPosition::start(Variant::Crazyhouse));
    let nodes = [1, 256].map(|lines| {
        let mut reported = Vec::new();
        let mut listener = |report: &Report| reported.push(report.line);
        let answer = with_lines(lines).search(&game, &Limits::new(), &control, &mut listener);
        // A few more are searched before the stop is seen, but not one for each of twenty moves.
        assert!(reported.len() < game.position().legal_moves().len(), "{lines}: {reported:?}");
        answer.report.expect("a report").nodes
    });
    assert!(nodes[1] <= nodes[0] + NODES_AFTER_STOP, "{nodes:?}");
}

/// How many nodes may pass between a stop and the end: as many as between two looks.
const NODES_AFTER_STOP: u64 = 64;

#[test]
fn a_stop_ends_a_search_without_limits() {
    for (variant, lines) in Variant::ALL.into_iter().flat_map(|variant| [(variant, 1), (variant, 3)]) {
        let control = Control::new();
        let stop = control.clone();
        let mut stopped_at = 0;
        let mut reports = Vec::new();
        let mut listener = |report: &Report| {
            reports.push(report.clone());
            if report.depth >= 3 && !stop.is_stopped() {
                stopped_at = report.nodes;
                stop.stop();
            }
        };
        let game = VariantGame::new(AnyPosition::start(variant));
        let mut limits = Limits::new();
        limits.infinite = true;
        let answer = with_lines(lines).search(&game, &limits, &control, &mut listener);
        let last = &reports[reports.len() - lines..];
        are_legal_and_distinct(&game, last);
        // Best first, and after them those that the last depth has not reached.
        assert!(last.is_sorted_by_key(|line| Reverse((line.depth, line.score))), "{variant} {last:?}");
        let nodes = answer.report.expect("a report").nodes;
        assert!(
            nodes >= stopped_at && nodes <= stopped_at + NODES_AFTER_STOP,
            "{variant}: {stopped_at} {nodes}"
        );
        assert!(game.position().legal_moves().iter().any(|mv| Some(mv.word()) == answer.best), "{variant}");
    }
}

#[test]
fn nodes_are_exact_and_searches_repeat() {
    for variant in Variant::ALL {
        let game = VariantGame::new(AnyPosition::start(variant));
        let answer =
            || search(&mut VariantEngine::new().with_hash(1), &game, &Limits::new().with_nodes(3_000));
        let (one, other) = (answer(), answer());
        assert_eq!(one.best, other.best, "{variant}");
        assert_eq!(one.report.map(|report| report.nodes), Some(3_000), "{variant}");
    }
}

#[test]
fn no_depth_begins_after_a_soft_limit_of_nodes() {
    for variant in Variant::ALL {
        let game = VariantGame::new(AnyPosition::start(variant));
        let mut nodes = Vec::new();
        let mut listener = |report: &Report| nodes.push(report.nodes);
        let limits = Limits::new().with_soft_nodes(500).with_depth(6);
        let mut engine = VariantEngine::new().with_hash(1);
        engine.search(&game, &limits, &Control::new(), &mut listener);
        let last = nodes.pop().expect("a depth");
        assert!(last >= 500 && nodes.iter().all(|&nodes| nodes < 500), "{variant}: {last} {nodes:?}");
    }
}

#[test]
fn a_repeated_position_is_a_draw() {
    // Black is lost, except by moves that repeat.
    let mut game = game_of(Variant::KingOfTheHill, "7k/8/8/8/8/8/8/K6q w - - 0 1");
    for text in ["a1a2", "h1g1", "a2a3", "g1h1", "a3a2", "h1g1", "a2a3"] {
        game.play_uci(text).expect("legal");
    }
    let back = game.position().parse_uci(b"g1h1").expect("legal");
    let limits = Limits::new().with_depth(2).with_moves(vec![back.word()]);
    let answer = search(&mut VariantEngine::new().with_hash(1), &game, &limits);
    assert_eq!(answer.score().map(|score| score.value()), Some(0));
}

/// All games of a match of the engine against the first legal move.
fn a_match(variant: Variant, openings: Vec<Opening>) -> Vec<PlayedGame> {
    let engine = Contender::from_variant_bot("engine", || VariantEngine::new().with_hash(1));
    let first = Contender::from_variant_bot("first", || from_fn(|game| game.position().legal_moves()[0]));
    let of_two = Tournament::new(engine.with_variant(variant), vec![first]).expect("two names");
    let of_two = of_two.with_openings(openings, None).with_pairs(1);
    let of_two = of_two.with_time_control("nodes=500".parse().expect("a time control"));
    let mut games = Vec::new();
    let mut take = |event: Event<'_>| {
        if let Event::Ended { game, .. } = event {
            games.push(game.clone());
        }
    };
    of_two.run(&Control::new(), &mut take).expect("both start");
    games
}

#[test]
fn a_match_ends_by_the_rules_of_the_variant_and_its_record_says_so() {
    let goals = [
        (Variant::KingOfTheHill, "king in the center"),
        (Variant::Atomic, "explosion"),
        (Variant::RacingKings, "king on the eighth rank"),
    ];
    for (variant, goal) in goals {
        let games = a_match(variant, vec![Opening::from_variant(AnyPosition::start(variant))]);
        assert_eq!(games.len(), 2);
        for game in &games {
            let pgn = game.pgn("test");
            assert!(pgn.contains(&format!("[Variant \"{variant}\"]\n")) && !pgn.contains("[FEN "), "{pgn}");
            assert!(pgn.contains("[Termination \"normal\"]"), "{pgn}");
        }
        let ends =
            |game: &PlayedGame| matches!(&game.ending.cause, Cause::Variant(words) if words.ends_with(goal));
        assert!(
            games.iter().any(ends),
            "{variant}: {:?}",
            games.iter().map(|game| &game.ending).collect::<Vec<_>>()
        );
    }
}

#[test]
fn the_record_of_a_variant_has_its_start_and_its_drops() {
    let fen = "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 7";
    let start = AnyPosition::from_fen(Variant::Crazyhouse, fen).expect("a position");
    let games = a_match(Variant::Crazyhouse, vec![Opening::from_variant(start)]);
    let pgn = games[0].pgn("a \"test\"");
    assert!(pgn.starts_with("[Event \"a \\\"test\\\"\"]\n[Site \"?\"]\n[Date \""), "{pgn}");
    assert!(pgn.contains("[Result \"1-0\"]\n"), "{pgn}");
    assert!(pgn.contains(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n")), "{pgn}");
    assert!(pgn.contains("\n\n7. N@f7# { [%eval #1,"), "{pgn}");
    assert!(pgn.ends_with(" White wins by mate } 1-0\n\n"), "{pgn}");
}

/// A game that is drawn can be asked about all the same.
#[test]
fn drawn_positions_are_searched_while_there_are_moves() {
    for (variant, fen) in [
        (Variant::Atomic, "k7/8/8/8/8/8/8/K7 w - - 0 1"),
        (Variant::Atomic, "4k3/8/8/8/8/8/8/4KR2 w - - 100 80"),
        (Variant::Antichess, "4k3/8/8/8/8/8/8/4KR2 w - - 150 80"),
        (Variant::Crazyhouse, "8/8/8/8/8/8/8/k1K5[] b - - 0 1"),
    ] {
        let mut engine = VariantEngine::new().with_hash(1);
        let answer = search(&mut engine, &game_of(variant, fen), &Limits::new().with_depth(3));
        assert!(answer.report.is_some_and(|report| !report.moves.is_empty()), "{variant} {fen}");
        assert!(answer.best.is_some(), "{variant} {fen}");
    }
}

/// Keys of positions do not contain the rules, so what was learned by others is forgotten.
#[test]
fn nothing_is_remembered_of_other_rules() {
    let mut engine = VariantEngine::new().with_hash(1);
    for variant in [Variant::Atomic, Variant::KingOfTheHill, Variant::Atomic, Variant::ThreeCheck] {
        let mut game = VariantGame::new(AnyPosition::start(variant));
        game.play_uci("g1f3").expect("legal");
        let limits = Limits::new().with_depth(4);
        let after_others = search(&mut engine, &game, &limits);
        let alone = search(&mut VariantEngine::new().with_hash(1), &game, &limits);
        let nodes = |answer: SearchResult| answer.report.map(|report| (report.nodes, report.score));
        assert_eq!(nodes(after_others), nodes(alone), "{variant}");
    }
}

/// The library has no more memory than the machine; a table that does not fit leaves the old one.
#[test]
fn a_hash_that_does_not_fit_changes_nothing() {
    if philidor_engine::available_memory().is_none() {
        return;
    }
    let mut engine = VariantEngine::new().with_hash(1);
    engine.set_option("UCI_Variant", "atomic").expect("one MiB");
    let error = engine.set_option("Hash", "4194304").expect_err("four tebibytes");
    assert_eq!(error.to_string(), "Hash is at most what there is memory for, not `4194304`");
    engine.set_option("UCI_Variant", "horde").expect("one MiB");
    let mut large = VariantEngine::new().with_hash(4_194_304);
    let error = large.set_option("UCI_Variant", "atomic").expect_err("four tebibytes");
    assert_eq!(error.to_string(), "Hash is at most what there is memory for, not `4194304`");
    large.set_option("UCI_Variant", "chess").expect("no table is made");
    // In chess the variant has no table, so the size is that of the table for chess alone.
    engine.set_option("UCI_Variant", "chess").expect("no table is made");
    engine.set_option("Hash", "4194304").expect("no table is made");
}

/// A mate that is not there would be looked for without end.
#[test]
fn a_search_for_a_mate_ends_without_one() {
    let start = VariantGame::new(AnyPosition::start(Variant::Atomic));
    let mut engine = VariantEngine::new().with_hash(1);
    let answer = search(&mut engine, &start, &Limits::new().with_mate(1));
    let report = answer.report.expect("a report");
    assert_eq!((report.score.mate(), report.depth), (None, 4));
    // A limit of depth that is reached earlier counts, too.
    let answer = search(&mut engine, &start, &Limits::new().with_mate(1).with_depth(2));
    assert_eq!(answer.report.map(|report| report.depth), Some(2));
}
