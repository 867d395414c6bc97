//! Many threads on one small transposition table (Lazy SMP) never answer with an illegal move, a dropped search is
//! stopped, and a search for which no thread starts plays a legal move.

use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use philidor::{Game, Move, Position};
use philidor_engine::{
    Bot, Clock, Control, Listener, Random, Report, Running, SearchLimits, SearchResult, standard,
};
use philidor_host::threads::with_at_most;

use crate::positions;

/// Searches of this many milliseconds, each by two to eight threads, of positions by random play. Every move of every
/// report is legal where it is played, and the last report is that of the move which is played.
fn search(searches: u32, milliseconds: u64, seed: u64) {
    let mut random = Random::new(seed);
    let mut engine = standard();
    let mut set = |name: &str, value: usize| engine.set_option(name, &value.to_string()).expect("an option");
    set("Hash", 1);
    set("Move Overhead", 0);
    let limits = SearchLimits::new().with_time(Duration::from_millis(milliseconds));
    for number in 0..searches {
        if number % 16 == 0 {
            engine
                .set_option("Threads", &(2 + positions::below(&mut random, 7)).to_string())
                .expect("an option");
        }
        let start =
            Position::chess960(positions::below(&mut random, 960) as u16).expect("a number below 960");
        let start = if number % 2 == 0 { Position::default() } else { start };
        let plies = positions::below(&mut random, 120);
        let game = positions::game(start, plies, &mut random);
        let mut last = None;
        let mut legal = |report: &Report| {
            assert_legal(&game, &report.moves);
            last = report.moves.first().copied();
        };
        let answer = engine.search(&game, &limits, &Control::new(), &mut legal);
        assert_eq!(last, answer.best, "{}", game.position());
        if !game.position().has_legal_move() {
            assert_eq!(answer.best, None, "{}", game.position());
            continue;
        }
        let line: Vec<_> = answer.best.into_iter().chain(answer.ponder).collect();
        assert!(answer.best.is_some(), "{}", game.position());
        assert_legal(&game, &line);
    }
}

fn assert_legal(game: &Game, line: &[philidor::Move]) {
    let mut position = *game.position();
    for &mv in line {
        assert!(position.is_legal(mv), "{}: {mv} of {line:?}", game.position());
        position = position.after(mv);
    }
}

#[test]
fn several_threads_visit_no_more_nodes_than_were_asked_for() {
    let mut engine = standard();
    engine.set_option("Threads", "8").expect("an option");
    for nodes in [1, 100, 3_000] {
        let mut most = 0;
        let mut listener = |report: &Report| most = most.max(report.nodes);
        let limits = SearchLimits::new().with_nodes(nodes);
        let answer = engine.search(&Game::new(), &limits, &Control::new(), &mut listener);
        let last = answer.report.map_or(0, |report| report.nodes);
        assert!(most.max(last) <= nodes, "{most} and {last} of {nodes}");
        // The main thread has an eighth for itself.
        assert!(nodes < 1_000 || last >= nodes / 8, "{last} of {nodes}");
    }
}

#[test]
fn threads_answer_with_legal_moves() {
    search(60, 5, 1);
}

/// `SMP_SEARCHES` says how many (10,000 without it), `SMP_SEED` from which seed.
#[test]
#[ignore = "ten milliseconds each"]
fn threads_answer_with_legal_moves_ten_thousand_times() {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse().expect("a number"));
    let (searches, seed) = (number("SMP_SEARCHES").unwrap_or(10_000), number("SMP_SEED").unwrap_or(1));
    let begin = Instant::now();
    search(searches, 10, u64::from(seed));
    println!("{searches} searches from seed {seed} in {:.0?}", begin.elapsed());
}

#[test]
fn a_search_without_a_thread_says_so_and_plays_a_legal_move() {
    let mut engine = standard();
    let search = |engine: &mut dyn Bot| {
        let limits = SearchLimits::new().with_depth(2);
        let found = engine.search(&Game::default(), &limits, &Control::new(), &mut |_: &Report| {});
        (found.best.is_some(), found.report.is_some(), engine.notices())
    };
    let (has_move, has_report, notices) = with_at_most(0, || search(&mut *engine));
    assert!(has_move && !has_report);
    assert!(matches!(&*notices, [notice] if notice.contains("cannot start a thread")), "{notices:?}");
    assert_eq!(search(&mut *engine), (true, true, Vec::new()));
    // Helpers take no thread from the one that decides.
    engine.set_option("Threads", "3").expect("an option");
    for started in 1..4 {
        assert_eq!(with_at_most(started, || search(&mut *engine)), (true, true, Vec::new()), "{started}");
    }
}

/// Searches until it is stopped, and reports it.
struct Endless(Sender<()>);

impl Bot for Endless {
    fn think(&mut self, game: &Game, _: &Clock) -> Move {
        game.position().legal_moves()[0]
    }

    fn search(
        &mut self,
        _: &Game,
        _: &SearchLimits,
        control: &Control,
        _: &mut dyn Listener,
    ) -> SearchResult {
        control.wait();
        self.0.send(()).expect("the test waits for it");
        SearchResult::default()
    }
}

#[test]
fn a_search_that_is_dropped_is_stopped() {
    let (sender, stopped) = channel();
    drop(Running::start(Endless(sender), Game::new(), SearchLimits::new()).expect("a thread"));
    assert_eq!(stopped.recv_timeout(Duration::from_secs(20)), Ok(()));
}
