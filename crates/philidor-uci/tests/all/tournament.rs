//! Matches with known ends: bots that play by heart, and programs that break down in all the ways that programs do.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use philidor::{Color, Draw, Game, Move, Outcome, Win};
use philidor_engine::{Bot, Clock, Control, Listener, SearchLimits, SearchResult, bot, standard};
use philidor_host::threads::with_at_most;
use philidor_uci::tournament::{
    Adjudication, Cause, Contender, Event, MatchOpening, PlayedGame, PlayerFailure, Resumption, Schedule,
    Sprt, Standing, TimeControl, Tournament, TournamentError, openings_from_epd,
};

/// A bot that plays lines by heart, one as White and one as Black, and any move after them.
fn by_heart(name: &str, white: &'static [&'static str], black: &'static [&'static str]) -> Contender {
    let choose = move |game: &Game, _: &Clock| {
        let line = if game.position().side_to_move() == Color::White { white } else { black };
        let known = line.get(game.ply() / 2).and_then(|text| game.position().parse_uci(text).ok());
        known.unwrap_or_else(|| game.position().legal_moves()[0])
    };
    Contender::from_bot(name, move || bot::from_fn("by heart", choose))
}

/// Mates the fool with either color.
fn clever() -> Contender {
    by_heart("clever", &["e2e4", "d2d4", "d1h5"], &["e7e5", "d8h4"])
}

fn fool() -> Contender {
    by_heart("fool", &["f2f3", "g2g4"], &["f7f6", "g7g5"])
}

fn dancer(name: &str) -> Contender {
    const WHITE: &[&str] = &["g1f3", "f3g1", "g1f3", "f3g1", "g1f3"];
    const BLACK: &[&str] = &["g8f6", "f6g8", "g8f6", "f6g8", "g8f6"];
    by_heart(name, WHITE, BLACK)
}

fn of_two(first: Contender, other: Contender) -> Tournament {
    let tournament = Tournament::new(first, vec![other]).expect("two names");
    tournament.with_time_control("depth=1".parse().expect("a time control")).with_pairs(1)
}

/// The games, in the order in which they ended, and the only standing.
fn played(tournament: Tournament) -> (Vec<PlayedGame>, Standing) {
    let mut games = Vec::new();
    let standings = tournament.run(&Control::new(), &mut |event| {
        if let Event::Ended { game, .. } = event {
            games.push(game.clone());
        }
    });
    (games, standings.expect("everyone starts").remove(0))
}

fn ends(games: &[PlayedGame]) -> Vec<String> {
    games.iter().map(|game| game.ending.to_string()).collect()
}

#[test]
fn the_clever_bot_mates_the_fool_with_either_color() {
    let (games, standing) = played(of_two(clever(), fool()));
    assert_eq!(ends(&games), ["White wins by checkmate", "Black wins by checkmate"]);
    assert_eq!(games.iter().map(|game| game.game.ply()).collect::<Vec<_>>(), [5, 4]);
    assert_eq!((standing.tally.wins, standing.tally.pairs), (2, [0, 0, 0, 0, 1]));
    let (_, standing) = played(of_two(fool(), clever()));
    assert_eq!((standing.tally.losses, standing.tally.pairs), (2, [1, 0, 0, 0, 0]));
}

#[test]
fn a_repetition_is_claimed() {
    let (games, standing) = played(of_two(dancer("one"), dancer("other")));
    assert!(games.iter().all(|game| game.ending.outcome == Outcome::Draw(Draw::ThreefoldRepetition)));
    assert!(games.iter().all(|game| game.game.ply() == 8));
    assert_eq!((standing.tally.draws, standing.tally.pairs), (2, [0, 0, 1, 0, 0]));
}

#[test]
fn bots_that_panic_hang_or_cheat_lose_and_are_made_again() {
    let made = std::sync::Arc::new(AtomicUsize::new(0));
    let count = std::sync::Arc::clone(&made);
    let panics = Contender::from_bot("broken", move || {
        count.fetch_add(1, Relaxed);
        bot::from_fn("broken", |_: &Game, _: &Clock| -> Move { panic!("on purpose") })
    });
    let (games, standing) = played(of_two(clever(), panics));
    let crashed = Cause::Failure("broken".to_owned(), PlayerFailure::Crashed("it panicked".to_owned()));
    assert!(games.iter().all(|game| game.ending.cause == crashed));
    assert_eq!(games[0].ending.outcome, Outcome::Win { winner: Color::White, by: Win::Forfeit });
    assert_eq!((standing.tally.wins, standing.faults[1].crashes, standing.faults[0].total()), (2, 2, 0));
    assert_eq!(made.load(Relaxed), 2);

    let cheats =
        Contender::from_bot("cheat", || bot::from_fn("cheat", |_: &Game, _: &Clock| Move::invalid()));
    let (games, standing) = played(of_two(clever(), cheats));
    assert!(games.iter().all(|game| game.ending.termination() == "rules infraction"));
    assert_eq!(standing.faults[1].illegal_moves, 2);

    let sleeps = |_: &Game, _: &Clock| -> Move {
        std::thread::sleep(Duration::from_secs(3600));
        Move::invalid()
    };
    let sleeper = Contender::from_bot("sleeper", move || bot::from_fn("sleeper", sleeps));
    let tournament = of_two(clever(), sleeper).with_timeout(Duration::from_millis(50));
    let (_, standing) = played(tournament);
    assert_eq!((standing.tally.wins, standing.faults[1].hangs), (2, 2));
}

/// Has a tenth of a second for the game, and takes more for a move.
fn slow() -> Contender {
    let choose = |game: &Game, _: &Clock| {
        std::thread::sleep(Duration::from_millis(300));
        game.position().legal_moves()[0]
    };
    let slow = Contender::from_bot("slow", move || bot::from_fn("slow", choose));
    slow.with_time_control("0.1".parse().expect("a time control"))
}

#[test]
fn a_bot_that_is_late_loses_on_time() {
    let (games, standing) = played(of_two(clever(), slow()));
    assert_eq!(ends(&games), ["White wins by time", "Black wins by time"]);
    assert_eq!((standing.faults[1].time_losses, standing.faults[1].total()), (2, 2));
    // A king alone cannot mate: the time of a side is over, and the game drawn.
    let bare = openings_from_epd("4k3/8/8/8/8/8/4P3/4K3 w - -").expect("a position");
    let (games, _) = played(of_two(slow(), clever()).with_openings(bare, None));
    assert_eq!(games[0].ending.outcome, Outcome::Draw(Draw::TimeWithoutMaterial));
    assert_eq!(games[1].ending.outcome, Outcome::Win { winner: Color::White, by: Win::Time });
}

/// White cannot mate, so Black draws the first game when its time is over.
#[test]
fn a_resumed_match_knows_whose_time_was_over() {
    let bare = || openings_from_epd("4k3/4p3/8/8/8/8/8/4K3 w - -").expect("a position");
    let tournament = || of_two(clever(), slow()).with_openings(bare(), None);
    let (games, standing) = played(tournament());
    assert_eq!(games[0].ending.outcome, Outcome::Draw(Draw::TimeWithoutMaterial));
    assert_eq!((standing.faults[0].total(), standing.faults[1].time_losses), (0, 2));
    let text: String = games.iter().map(|game| game.pgn("test")).collect();
    let resumption = Resumption::read(text.as_bytes()).expect("games of this match");
    let resumed = tournament().resumed(&resumption).expect("of this match");
    assert_eq!(resumed.standings(), [standing]);
}

/// Ponders until it is stopped, and says so meanwhile.
struct Ponderer(Arc<AtomicBool>);

impl Bot for Ponderer {
    fn think(&mut self, game: &Game, _: &Clock) -> Move {
        game.position().legal_moves()[0]
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &Control,
        _: &mut dyn Listener,
    ) -> SearchResult {
        if limits.ponder {
            self.0.store(true, Relaxed);
            control.wait();
            self.0.store(false, Relaxed);
        }
        let best = self.think(game, &Clock::default());
        let mut found = SearchResult::new(best);
        found.ponder = game.position().after(best).legal_moves().first().copied();
        found
    }
}

/// Its last game ends while it ponders. The third contender plays after that, and not against it.
#[test]
fn who_ponders_rests_while_others_play() {
    let (ponders, is_disturbed) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let flag = Arc::clone(&ponders);
    let ponderer = Contender::from_bot("ponderer", move || Ponderer(Arc::clone(&flag))).with_pondering();
    let noted = Arc::clone(&is_disturbed);
    let third = Contender::from_bot("third", move || {
        let (ponders, noted) = (Arc::clone(&ponders), Arc::clone(&noted));
        bot::from_fn("third", move |game: &Game, _: &Clock| {
            noted.fetch_or(ponders.load(Relaxed), Relaxed);
            game.position().legal_moves()[0]
        })
    });
    let mut rules = Adjudication::default();
    rules.max_moves = Some(1);
    let tournament = Tournament::new(fool(), vec![ponderer, third]).expect("three names").with_pairs(1);
    let tournament = tournament.with_time_control("depth=1".parse().expect("a time control"));
    let standings = tournament.with_adjudication(rules).run(&Control::new(), &mut |_| {});
    let standings = standings.expect("everyone starts");
    assert!(standings.iter().all(|standing| standing.tally.draws == 2), "{standings:?}");
    assert!(!is_disturbed.load(Relaxed));
}

#[test]
fn a_bot_that_panics_before_it_plays_is_reported() {
    let faulty = Contender::from_bot("faulty", || -> Box<dyn Bot> { panic!("as it should") });
    let error = of_two(clever(), faulty).run(&Control::new(), &mut |_| {}).expect_err("it cannot be started");
    assert_eq!(error.to_string(), "faulty: it cannot be started: it panicked");
}

/// The others play on, and who fails loses its games.
#[test]
fn a_bot_that_cannot_be_made_again_loses_and_the_others_play() {
    let tournament = || {
        let made = AtomicUsize::new(0);
        let broken = Contender::from_bot("broken", move || -> Box<dyn Bot> {
            assert_eq!(made.fetch_add(1, Relaxed), 0, "not again");
            Box::new(bot::from_fn("broken", |_: &Game, _: &Clock| -> Move { panic!("on purpose") }))
        });
        let tournament = Tournament::new(clever(), vec![broken, fool()]).expect("three names").with_pairs(1);
        let tournament = tournament.with_schedule(Schedule::RoundRobin).expect("a schedule");
        tournament.with_time_control("depth=1".parse().expect("a time control"))
    };
    let (mut games, mut text) = (Vec::new(), String::new());
    let standings = tournament().run(&Control::new(), &mut |event| {
        if let Event::Ended { game, .. } = event {
            games.push(game.ending.to_string());
            text += &game.pgn("test");
        }
    });
    let standings = standings.expect("all games");
    let results: Vec<_> =
        standings.iter().map(|standing| (standing.tally.wins, standing.tally.losses)).collect();
    assert_eq!(results, [(2, 0), (2, 0), (0, 2)], "{games:?}");
    let forfeit = "wins by forfeit: broken cannot be started: it panicked";
    assert_eq!(games.iter().filter(|game| game.ends_with(forfeit)).count(), 3, "{games:?}");
    // Also where it had the black pieces and White was to move.
    let resumption = Resumption::read(text.as_bytes()).expect("games of this match");
    let resumed = tournament().resumed(&resumption).expect("of this match");
    let faults = |standings: &[Standing]| {
        standings.iter().map(|one| one.faults.map(|faults| faults.total())).collect::<Vec<_>>()
    };
    assert_eq!(faults(resumed.standings()), faults(&standings), "{text}");
}

/// Games run one at a time where there is one thread for them, and one for each bot.
#[test]
fn a_match_needs_few_threads() {
    let tournament =
        || of_two(clever(), fool()).with_pairs(3).with_concurrency(NonZero::new(4).expect("four"));
    let run = |threads| with_at_most(threads, || tournament().run(&Control::new(), &mut |_| {}));
    assert_eq!(run(3).expect("three are enough")[0].tally.wins, 6);
    assert_eq!(
        run(0).map_err(|error| error.to_string()).map(drop),
        Err("cannot start a thread: operation would block".into())
    );
    let error = run(2).expect_err("no thread for a bot").to_string();
    assert!(error.contains("it cannot be started: cannot start a thread: "), "{error}");
}

#[test]
fn no_time_is_too_long() {
    let forever = Duration::MAX;
    for time_control in [
        TimeControl::per_game(forever, forever),
        TimeControl::per_moves(1, forever),
        TimeControl::per_move(forever),
        TimeControl::fixed_depth(1),
    ] {
        let tournament = of_two(clever(), fool()).with_time_control(time_control).with_time_margin(forever);
        let (games, standing) = played(tournament.with_timeout(forever).with_start_time(forever));
        assert_eq!(standing.tally.wins, 2, "{time_control}");
        assert!(games.iter().all(|game| game.pgn("test").contains("Qh")), "{time_control}");
    }
}

#[test]
fn a_match_is_resumed_from_its_games_in_any_order() {
    let openings = || {
        openings_from_epd("4k3/4p3/8/8/8/8/4P3/4K3 w - -\n4k3/3pp3/8/8/8/8/4P3/4K3 b - -").expect("positions")
    };
    let tournament =
        || of_two(dancer("one"), dancer("other")).with_pairs(4).with_openings(openings(), Some(7));
    let (games, whole) = played(tournament());
    assert_eq!(games.len(), 8);
    let pgn = |games: &[PlayedGame]| games.iter().map(|game| game.pgn("test")).collect::<String>();
    for kept in [0, 1, 3, 8] {
        let mut text = pgn(&games[8 - kept..]);
        let length = text.len();
        // Half of another game, as a kill leaves it, cut at any place.
        let next = games[0].pgn("test");
        for cut in 0..if kept == 8 { 0 } else { next.len() - 2 } {
            let resumption = Resumption::read([&text, &next[..cut]].concat().as_bytes()).expect("games");
            assert_eq!(
                (resumption.len(), resumption.whole_bytes()),
                (kept, length),
                "{kept} and {cut} bytes"
            );
            assert!(tournament().resumed(&resumption).is_ok(), "{kept} and {cut} bytes");
        }
        for cut in [0, 10, next.len() / 2, next.len() - 4].map(|cut| if kept == 8 { 0 } else { cut }) {
            text.truncate(length);
            text.push_str(&next[..cut]);
            let resumption = Resumption::read(text.as_bytes()).expect("games of this match");
            assert_eq!(
                (resumption.len(), resumption.whole_bytes()),
                (kept, length),
                "{kept} and {cut} bytes"
            );
            let (rest, standing) = played(tournament().resumed(&resumption).expect("of this match"));
            assert_eq!((rest.len(), &standing), (8 - kept, &whole));
        }
    }
    let twice = pgn(&[games[0].clone(), games[0].clone()]);
    let resumption = Resumption::read(twice.as_bytes()).expect("games");
    assert_eq!(tournament().resumed(&resumption).expect_err("twice").number, 2);
    let others = of_two(dancer("one"), dancer("third")).with_pairs(4).with_openings(openings(), Some(7));
    assert_eq!(others.resumed(&resumption).expect_err("another name").number, 1);
    let elsewhere = of_two(dancer("one"), dancer("other")).with_pairs(4);
    assert_eq!(elsewhere.resumed(&resumption).expect_err("another opening").number, 1);
    for control in ["nodes=9", "5+0.05"] {
        let other = tournament().with_time_control(control.parse().expect("a time control"));
        let error = other.resumed(&resumption).expect_err("another time control");
        assert_eq!(error.reason, format!("round 1.1 was played at depth=1, not at {control}"));
    }
    let own = dancer("other").with_time_control("depth=2".parse().expect("a time control"));
    let own = of_two(dancer("one"), own).with_pairs(4).with_openings(openings(), Some(7));
    let error = own.resumed(&resumption).expect_err("a time control of its own");
    assert_eq!(error.reason, "round 1.1 was played at depth=1, not at depth=1 and depth=2");
    // Rules by which other games would have ended early, or the same one later.
    let with_most = |moves| {
        let mut rules = Adjudication::default();
        rules.max_moves = moves;
        tournament().with_adjudication(rules)
    };
    let error = with_most(Some(9)).resumed(&resumption).expect_err("other rules");
    assert_eq!(error.reason, "round 1.1 was played with no early end, not with `max-moves 9`");
    let (short, _) = played(with_most(Some(9)));
    let text = pgn(&short);
    let resumption = Resumption::read(text.as_bytes()).expect("games");
    assert!(with_most(Some(9)).resumed(&resumption).is_ok());
    for (moves, now) in [(None, "no early end"), (Some(8), "`max-moves 8`")] {
        let error = with_most(moves).resumed(&resumption).expect_err("other rules");
        assert_eq!(error.reason, format!("round 1.1 was played with `max-moves 9`, not with {now}"));
    }
    assert!(Resumption::read(b"[Round \"7\"]\n\n1. e4 *\n\n[Round \"1.1\"]\n\n1. e4 1-0\n\n").is_err());
}

#[test]
fn a_decided_test_ends_the_match() {
    let tournament = of_two(clever(), fool()).with_pairs(1000).with_sprt(Sprt::new(0.0, 50.0));
    let (games, standing) = played(tournament);
    assert!((4..200).contains(&games.len()), "{}", games.len());
    assert_eq!(standing.tally.losses, 0);
}

#[test]
fn a_stop_ends_the_match_and_games_in_progress_do_not_count() {
    let stop = Control::new();
    let tournament = of_two(clever(), fool()).with_pairs(100_000);
    let tournament = tournament.with_concurrency(NonZero::new(2).expect("two"));
    let mut games = 0;
    let standings = tournament.run(&stop, &mut |_| {
        games += 1;
        if games == 10 {
            stop.stop();
        }
    });
    let standings = standings.expect("everyone starts");
    assert_eq!(standings[0].tally.games(), games);
    assert!((10..1000).contains(&games), "{games}");
}

#[test]
fn everybody_has_a_name_of_his_own() {
    let error = Tournament::new(clever(), vec![fool(), fool()]).expect_err("two fools");
    assert_eq!(error, TournamentError::Name { name: "fool".to_owned() });
    assert_eq!(Tournament::new(clever(), Vec::new()).expect_err("alone"), TournamentError::NoOpponent);
    // A tag would have it on one line, and such a match could not be resumed.
    let error = Tournament::new(clever(), vec![dancer("one\ntwo")]).expect_err("two lines");
    assert_eq!(error.to_string(), "the name `one two` has a control character, such as a line break");
}

#[test]
fn several_opponents_have_the_same_openings() {
    let tournament = Tournament::new(clever(), vec![fool(), dancer("dancer")]).expect("three names");
    let tournament = tournament.with_time_control("depth=1".parse().expect("a time control")).with_pairs(2);
    let openings = ["4k3/4p3/8/8/8/8/4P3/4K3 w - -", "4k3/3pp3/8/8/8/8/4P3/4K3 b - -"];
    let openings = openings_from_epd(&openings.join("\n")).expect("positions");
    let mut seen = Vec::new();
    let standings = tournament.with_openings(openings.clone(), None).run(&Control::new(), &mut |event| {
        if let Event::Ended { game, .. } = event {
            seen.push((game.turn.pair, *game.game.start(), game.names.clone()));
        }
    });
    assert!(standings.expect("everyone starts").iter().all(|standing| standing.tally.games() == 4));
    assert!(seen.iter().all(|(pair, start, _)| start == openings[*pair].game().start()));
    let with_white = |name: &str| seen.iter().filter(|(.., names)| names[0] == name).count();
    assert_eq!([with_white("clever"), with_white("fool"), with_white("dancer")], [4, 2, 2]);
}

/// Rounds are paired by the results so far, so a match that was cut off in any round resumes with the same pairings.
#[test]
fn a_swiss_tournament_is_resumed_in_any_round() {
    let tournament = || {
        let others = vec![fool(), dancer("b"), dancer("d"), dancer("e")];
        let tournament = Tournament::new(clever(), others).expect("five names");
        tournament
            .with_time_control("depth=1".parse().expect("a time control"))
            .with_pairs(1)
            .with_schedule(Schedule::Swiss { rounds: 3 })
            .expect("a schedule")
    };
    assert_eq!(tournament().games(), 12);
    let mut games = Vec::new();
    // In half-points after the first round, in which a player with a bye scores as if it had won both games.
    let mut points =
        std::collections::BTreeMap::from(["clever", "b", "fool", "d", "e"].map(|name| (name, 4)));
    let whole = tournament().run(&Control::new(), &mut |event| {
        if let Event::Ended { game, .. } = event {
            games.push(game.pgn("test"));
            for color in Color::ALL {
                let Some(points) = points.get_mut(game.name(color)) else { panic!("a stranger") };
                let half_points = match game.ending.outcome.winner() {
                    Some(winner) if winner == color => 2,
                    Some(_) => 0,
                    None => 1,
                };
                // A player that has a game in the round has no bye.
                if game.turn.pair == 0 {
                    *points += half_points - 2;
                }
            }
        }
    });
    let whole = whole.expect("everyone starts");
    assert_eq!((games.len(), whole.len()), (12, 6));
    assert!(whole.iter().all(|standing| standing.tally.games() == 2), "no two meet twice: {whole:?}");
    let first: Vec<_> =
        whole[..2].iter().map(|standing| (standing.first.as_str(), standing.opponent.as_str())).collect();
    assert_eq!(first, [("clever", "fool"), ("b", "d")]);
    // The second round begins with the player that has most points. It does not meet the next one, since then two of
    // the others would meet again.
    let mut ranking: Vec<&str> = vec!["clever", "fool", "b", "d", "e"];
    ranking.sort_by_key(|name| -points[name]);
    assert_eq!(ranking, ["clever", "e", "b", "d", "fool"], "{points:?}");
    let second: Vec<_> =
        whole[2..4].iter().map(|standing| (standing.first.as_str(), standing.opponent.as_str())).collect();
    assert_eq!(second, [("clever", "b"), ("e", "d")], "{points:?}");
    for kept in 0..=12 {
        for is_reversed in [false, true] {
            let mut text = games[..kept].to_vec();
            if is_reversed {
                text.reverse();
            }
            let resumption = Resumption::read(text.concat().as_bytes()).expect("games");
            let mut played = 0;
            let rest = tournament().resumed(&resumption).expect("of this match");
            let standings = rest.run(&Control::new(), &mut |_| played += 1).expect("everyone starts");
            assert_eq!((played, &standings), (12 - kept, &whole));
        }
    }
    // The second round alone does not prove its pairings.
    let second = Resumption::read(games[4].as_bytes()).expect("a game");
    assert_eq!(tournament().resumed(&second).expect_err("no first round").number, 1);
    for rounds in [0, 51] {
        let error = tournament().with_schedule(Schedule::Swiss { rounds }).expect_err("no such number");
        assert_eq!(error, TournamentError::Rounds { rounds, most: 50 });
    }
}

#[cfg(target_os = "linux")]
#[test]
fn games_have_cores_of_their_own_as_long_as_there_are_enough() {
    let tournament = || of_two(clever(), fool()).with_affinity().with_pairs(50_000);
    let many = tournament().with_concurrency(NonZero::new(100_000).expect("many"));
    let error = many.run(&Control::new(), &mut |_| {}).expect_err("not as many cores");
    let TournamentError::Cores { needed: 100_000, available } = error else { panic!("{error}") };
    let (games, _) = played(tournament().with_pairs(1));
    assert_eq!(games.len(), 2);
    // A player that ponders needs a core while the other one thinks.
    let ponders = of_two(clever().with_pondering(), fool()).with_affinity().with_pairs(50_000);
    let all = ponders.with_concurrency(NonZero::new(available).expect("at least one"));
    let error = all.run(&Control::new(), &mut |_| {}).expect_err("not as many cores");
    assert_eq!(error, TournamentError::Cores { needed: 2 * available, available });
}

#[test]
fn the_moves_of_an_opening_are_in_the_record() {
    let game = Game::from_uci(philidor::Position::default(), ["e2e4", "c7c5"]).expect("moves");
    let opening = MatchOpening::from_game(&game, 10);
    let (games, _) = played(of_two(dancer("one"), dancer("other")).with_openings(vec![opening], None));
    let pgn = games[0].pgn("test \"quoted\"");
    assert!(pgn.contains("\n1. e4 c5 2. Ke2 { [%emt "), "{pgn}");
    assert!(pgn.contains("[Event \"test \\\"quoted\\\"\"]"), "{pgn}");
    assert!(games[0].moves[0].elapsed.is_none() && games[0].moves[2].elapsed.is_some());
}

/// The workers have played all games then, and would wait for the next stage.
#[test]
fn a_panic_about_the_last_game_ends_the_match() {
    let mut ended = 0;
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        of_two(dancer("one"), dancer("other")).run(&Control::new(), &mut |_| {
            ended += 1;
            assert!(ended < 2, "the fault of this test");
        })
    }));
    assert!(result.is_err() && ended == 2);
}

/// Programs, played by this test program itself: libtest prints some lines of its own, as bad engines do.
#[cfg(unix)]
mod programs {
    use std::io::{BufRead, Write, stdin, stdout};
    use std::time::Instant;

    use super::*;

    /// What a program does instead of playing.
    const BEHAVIOR: &str = "PHILIDOR_TEST_BEHAVIOR";

    fn program(behavior: &str) -> Contender {
        let this = std::env::current_exe().expect("this program").display().to_string();
        let words = [
            "env",
            &format!("{BEHAVIOR}={behavior}"),
            &this,
            "tournament::programs::engine",
            "--exact",
            "--ignored",
            "--nocapture",
        ];
        Contender::from_program(behavior, words.map(str::to_owned).to_vec())
    }

    /// Not a test, but the engine: it does nothing unless a match starts it.
    #[test]
    #[ignore = "an engine for the other tests"]
    fn engine() {
        let Ok(behavior) = std::env::var(BEHAVIOR) else { return };
        let mut game = Game::new();
        for line in stdin().lock().lines().map_while(Result::ok) {
            match line.split_once(' ').unwrap_or((&line, "")) {
                ("uci", _) if behavior == "mute" => {}
                ("uci", _) => say("id name fake\noption name Hash type spin default 1 min 1 max 9\nuciok"),
                ("setoption", words) if behavior == "refuses" => {
                    say(&format!("info string cannot do that: {words}"));
                }
                ("isready", _) if behavior == "forgets" && game.ply() > 0 => {}
                ("isready", _) => say("readyok"),
                ("position", words) => {
                    let moves = words.split_once("moves ").map_or("", |(_, moves)| moves);
                    game = Game::from_uci(philidor::Position::default(), moves.split_whitespace())
                        .expect("legal");
                }
                ("go", words) if words.starts_with("ponder ") => {}
                ("ponderhit" | "stop", _) if behavior == "ponders" => go(&behavior, &game),
                ("go", _) => go(&behavior, &game),
                ("stop", _) if behavior == "stops" => say("bestmove a1a1"),
                ("quit", _) if behavior != "stays" => return,
                _ => {}
            }
        }
        if behavior == "stays" {
            std::thread::sleep(Duration::from_secs(3600));
        }
    }

    fn go(behavior: &str, game: &Game) {
        let legal = game.position().legal_moves()[0];
        let legal = game.position().to_uci_in(legal, philidor::CastlingMode::Standard);
        let is_later = game.ply() >= 4;
        match behavior {
            "ponders" => {
                let mut after = *game.position();
                after.play_unchecked(game.position().legal_moves()[0]);
                let reply = after.legal_moves().first().copied();
                let reply =
                    reply.map(|reply| after.to_uci_in(reply, philidor::CastlingMode::Standard).to_string());
                say(&format!("bestmove {legal} ponder {}", reply.unwrap_or_default()));
            }
            "crashes" if is_later => {
                eprintln!("out of }} luck");
                std::process::exit(3)
            }
            "aborts" if is_later => std::process::abort(),
            "silent" | "stops" if is_later => {}
            "illegal" if is_later => say("bestmove e1e8"),
            "nothing" if is_later => say("bestmove (none)"),
            "empty" if is_later => say("bestmove"),
            "floods" if is_later => loop {
                say("info string \u{1b}[2J and so on");
            },
            "babbles" => {
                for _ in 0..2000 {
                    say(&format!("info depth 3 score cp 12 nodes 5 pv e2e4 {}", "x".repeat(300)));
                }
                say(&format!("bestmove {legal} ponder nonsense"));
            }
            "endless line" if is_later => loop {
                if stdout().write_all(&[b'x'; 4096]).is_err() {
                    std::process::exit(0);
                }
            },
            _ => say(&format!("info depth 2 score mate -3 nodes 17\nbestmove {legal}")),
        }
    }

    fn say(text: &str) {
        // The reader may be gone.
        if writeln!(stdout(), "{text}").and_then(|()| stdout().flush()).is_err() {
            std::process::exit(0);
        }
    }

    /// Plays two games against a program that fails at its third move; the other one plays well. The times are so long
    /// that a program that does answer is in time on a busy machine, too.
    fn failures(behavior: &str, time: &str) -> (Vec<PlayedGame>, Standing) {
        let begin = Instant::now();
        let failing = program(behavior).with_time_control(time.parse().expect("a time control"));
        let tournament = of_two(program("plays"), failing).with_timeout(Duration::from_secs(2));
        let (games, standing) = played(tournament);
        assert_eq!((standing.tally.wins, standing.tally.games()), (2, 2), "{behavior}: {:?}", ends(&games));
        assert!(begin.elapsed() < Duration::from_secs(60), "{behavior}");
        (games, standing)
    }

    #[test]
    fn programs_that_end_lose_and_are_started_again() {
        let (games, standing) = failures("crashes", "depth=1");
        assert_eq!(ends(&games)[0], "White wins by forfeit: crashes crashed: exit code 3, out of ) luck");
        assert_eq!((games[0].game.ply(), games[1].game.ply()), (5, 4));
        assert_eq!(games[1].ending.termination(), "abandoned");
        assert_eq!((standing.faults[1].crashes, standing.faults[1].total()), (2, 2));
        let (games, _) = failures("aborts", "60");
        assert!(ends(&games)[1].contains("SIGABRT"), "{:?}", ends(&games));
    }

    #[test]
    fn programs_that_play_nonsense_lose() {
        for (behavior, text) in [("illegal", "e1e8"), ("nothing", "(none)"), ("empty", "")] {
            let (games, standing) = failures(behavior, "depth=1");
            let end = format!("White wins by forfeit: {behavior} played `{text}`, which is not a legal move");
            assert_eq!((&ends(&games)[0], games[0].ending.termination()), (&end, "rules infraction"));
            assert_eq!((standing.faults[1].illegal_moves, standing.faults[1].total()), (2, 2));
        }
    }

    #[test]
    fn programs_that_are_silent_or_never_stop_talking_lose() {
        let is_hanging = |behavior, time| {
            let (games, standing) = failures(behavior, time);
            assert_eq!((standing.faults[1].hangs, standing.faults[1].total()), (2, 2), "{:?}", ends(&games));
        };
        // All wait for their time to be over, so they wait together.
        std::thread::scope(|scope| {
            scope.spawn(|| is_hanging("silent", "depth=1"));
            scope.spawn(|| is_hanging("silent", "2"));
            scope.spawn(|| is_hanging("floods", "2"));
            scope.spawn(|| is_hanging("endless line", "2"));
            let (games, standing) = failures("stops", "2");
            assert_eq!(ends(&games), ["White wins by time", "Black wins by time"]);
            assert_eq!((standing.faults[1].time_losses, standing.faults[1].total()), (2, 2));
        });
    }

    #[test]
    fn programs_that_talk_much_and_do_not_quit_can_play() {
        let tournament = of_two(program("babbles"), program("stays"));
        let (games, standing) = played(tournament);
        assert_eq!((standing.tally.games(), standing.faults[0].total() + standing.faults[1].total()), (2, 0));
        let scores = games[0].moves.iter().map(|played| played.score.map(|score| score.to_string()));
        let scores: Vec<_> = scores.take(2).collect();
        assert_eq!(scores, [Some("+0.12".to_owned()), Some("#-3".to_owned())]);
        assert_eq!((games[0].moves[1].depth, games[0].moves[1].nodes), (Some(2), Some(17)));
    }

    #[test]
    fn a_program_that_hangs_between_two_games_is_started_again() {
        let tournament = of_two(program("plays"), program("forgets")).with_start_time(Duration::from_secs(5));
        let (games, standing) = played(tournament);
        assert_eq!((standing.tally.games(), standing.faults[1].total()), (2, 0), "{:?}", ends(&games));
    }

    /// What was said in a match, as its log has it.
    #[derive(Clone, Default)]
    struct Said(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

    impl Write for Said {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("no panic").extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// One opponent always plays the move that is expected, after a while; the other one never does.
    #[test]
    fn who_ponders_is_asked_while_the_other_one_thinks() {
        let first = |game: &Game, _: &Clock| {
            std::thread::sleep(Duration::from_millis(1500));
            game.position().legal_moves()[0]
        };
        let expected = Contender::from_bot("expected", move || bot::from_fn("first", first));
        let last = |game: &Game, _: &Clock| *game.position().legal_moves().last().unwrap_or(&Move::invalid());
        let unexpected = Contender::from_bot("unexpected", move || bot::from_fn("last", last));
        for (opponent, is_hit) in [(expected, true), (unexpected, false)] {
            let said = Said::default();
            let mut rules = philidor_uci::tournament::Adjudication::default();
            rules.max_moves = Some(3);
            let tournament = of_two(program("ponders").with_pondering(), opponent)
                .with_time_control("60".parse().expect("a time control"))
                .with_adjudication(rules)
                .with_log(said.clone());
            let (games, standing) = played(tournament);
            assert_eq!(standing.faults[0].total() + standing.faults[1].total(), 0, "{:?}", ends(&games));
            let log = String::from_utf8(said.0.lock().expect("no panic").clone()).expect("text");
            let count = |text: &str| log.matches(text).count();
            assert!(count(" < go ponder wtime ") >= 4, "{log}");
            assert_eq!((count(" < ponderhit\n") >= 4, count(" < stop\n") >= 4), (is_hit, !is_hit), "{log}");
            // Its clock does not run while it ponders: of nine seconds it has used next to none.
            let clock = games[0].moves[4].clock.expect("a clock");
            assert!(clock > Duration::from_secs(57), "{clock:?}");
        }
    }

    /// The last one plays only after the first two.
    #[test]
    fn what_cannot_play_is_refused_before_the_first_game() {
        for (last, reason) in [
            (program("plays").with_option("Foo", "1"), "plays: it cannot be set up: it has no option Foo"),
            (
                program("refuses").with_option("hash", "9"),
                "refuses: it cannot be set up: it refuses the option hash: cannot do that: name Hash value 9",
            ),
        ] {
            let tournament =
                Tournament::new(clever(), vec![fool(), last]).expect("three names").with_pairs(1);
            let mut games = 0;
            let error = tournament.run(&Control::new(), &mut |_| games += 1).expect_err(reason).to_string();
            assert!(error.starts_with(reason) && games == 0, "{error} {games}");
        }
        // A program is started only for its own game.
        let empty = of_two(clever(), Contender::from_program("empty", Vec::new()));
        let error = empty.run(&Control::new(), &mut |_| {}).expect_err("no program").to_string();
        assert!(error.contains("the command is empty"), "{error}");
    }
}

/// Ten games of a large table against a small one: all of them were lost on time before the table was touched ahead.
#[test]
#[ignore = "a match with a gibibyte"]
fn a_large_table_loses_no_game_on_time() {
    let contender = |name: &str, hash: &str| Contender::from_bot(name, standard).with_option("Hash", hash);
    let tournament = Tournament::new(contender("large", "1024"), vec![contender("small", "16")]);
    let tournament = tournament.expect("two names").with_pairs(5);
    let second = TimeControl::per_game(Duration::from_secs(1), Duration::from_millis(10));
    let mut endings = Vec::new();
    let standings = tournament.with_time_control(second).run(&Control::new(), &mut |event| {
        if let Event::Ended { game, .. } = event {
            endings.push(game.ending.to_string());
        }
    });
    let faults = standings.expect("both start").remove(0).faults;
    assert_eq!(faults.map(|faults| faults.total()), [0, 0], "{endings:?}");
}
