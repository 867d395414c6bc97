//! The same search finds the same in the same number of nodes.

use std::time::{Duration, Instant};

use philidor::Game;
use philidor_engine::{Bot, Bound, Control, Report, Running, SearchLimits, bench, standard};
use philidor_proof::Proof;

use crate::positions;

fn threaded(threads: u32) -> Box<dyn Bot> {
    let mut engine = standard();
    engine.set_option("Threads", &threads.to_string()).expect("an option");
    engine
}

#[test]
fn nodes_are_counted_exactly() {
    let mut engine = standard();
    for (index, game) in positions::some(20).iter().enumerate() {
        let nodes = 1 + 177 * index as u64;
        let mut search = || {
            engine.new_game();
            let limits = SearchLimits::new().with_nodes(nodes);
            engine.search(game, &limits, &Control::new(), &mut |_: &Report| {})
        };
        let (first, second) = (search(), search());
        assert_eq!((first.best, first.score()), (second.best, second.score()), "{}", game.position());
        let visited = first.report.map(|report| report.nodes);
        assert!(
            first.best.is_some() && visited.is_none_or(|visited| visited <= nodes),
            "{visited:?} {nodes}"
        );
    }
}

/// A search that is cut off while its window is being widened knows a bound of the value, and says so.
#[test]
fn a_search_that_is_cut_off_reports_bounds_as_bounds() {
    let mut engine = standard();
    let (mut bounds, mut cut_off) = (0, 0);
    for (index, game) in positions::some(20).iter().enumerate() {
        engine.new_game();
        let mut reports: Vec<Report> = Vec::new();
        let limits = SearchLimits::new().with_nodes(3_001 + 997 * index as u64);
        engine.search(game, &limits, &Control::new(), &mut |report: &Report| reports.push(report.clone()));
        let Some((last, complete)) = reports.split_last() else { continue };
        assert!(complete.iter().all(|report| report.bound == Bound::Exact));
        cut_off += 1;
        bounds += u32::from(last.bound != Bound::Exact);
    }
    assert!(bounds > 0 && bounds < cut_off, "{bounds} of {cut_off}");
}

/// Eight half-moves deep, what a quick run searches.
const SHALLOW: u64 = 130_980;

/// What `philidor bench` prints. A change that is not meant to change how the engine plays leaves this number as it is;
/// another network is meant to.
#[test]
fn the_signature_is_the_same_on_every_machine() {
    let (depth, nodes) =
        if Proof::of_this_run() == Proof::Quick { (8, SHALLOW) } else { (bench::DEPTH, 869_906) };
    assert_eq!(bench::run(&mut *standard(), depth).nodes, nodes);
}

#[test]
fn two_engines_share_nothing() {
    let limits = SearchLimits::new().with_nodes(20_000);
    let search = |engine: &mut dyn Bot| {
        let answer = engine.search(&Game::new(), &limits, &Control::new(), &mut |_: &Report| {});
        answer.report.map(|report| (report.depth, report.score, report.moves, report.nodes))
    };
    let alone = search(&mut *standard());
    let (mut one, mut other) = (standard(), standard());
    one.set_option("hash", "1").expect("an option");
    search(&mut *one);
    assert_eq!(search(&mut *other), alone);
}

#[test]
fn a_search_without_end_ends_when_it_is_stopped() {
    for threads in [1, 3] {
        let running = Running::start(threaded(threads), Game::new(), SearchLimits::new()).expect("a thread");
        while running.next_report().is_some_and(|report| report.depth < 6) {}
        let stopped = Instant::now();
        running.stop();
        let (_, answer) = running.finish().expect("no panic");
        assert!(answer.best.is_some());
        // Five milliseconds on a machine with nothing else to do; this only excludes a search that is not stopped.
        assert!(stopped.elapsed() < Duration::from_secs(10));
    }
}

/// What a stop leaves unfinished may have a new first line, which was another one before.
#[test]
fn a_stop_leaves_lines_that_begin_with_different_moves() {
    let mut new_first_lines = 0;
    for nodes in (1_000..14_000).step_by(1_999) {
        let mut engine = standard();
        engine.set_option("MultiPV", "3").expect("an option");
        let mut reports = Vec::new();
        let mut listener = |report: &Report| reports.push(report.clone());
        let limits = SearchLimits::new().with_nodes(nodes);
        let answer = engine.search(&Game::new(), &limits, &Control::new(), &mut listener);
        let [.., before, last] = reports.chunks(3).collect::<Vec<_>>()[..] else { panic!("{reports:?}") };
        assert_eq!(last.iter().map(|line| line.line).collect::<Vec<_>>(), [1, 2, 3], "{nodes} {last:?}");
        assert!(last.iter().all(|line| line.nodes == last[0].nodes && line.time == last[0].time), "{last:?}");
        assert_eq!(answer.best, Some(last[0].moves[0]), "{nodes}");
        let mut moves: Vec<_> = last.iter().map(|line| line.moves[0].digest()).collect();
        moves.sort_unstable();
        moves.dedup();
        assert_eq!(moves.len(), 3, "{nodes} {last:?}");
        new_first_lines += u32::from(before[0].moves[0] != last[0].moves[0]);
    }
    assert!(new_first_lines > 2, "{new_first_lines}");
}

/// A stop need not wait for all lines of the first depth: the first one is an answer.
#[test]
fn what_is_stopped_before_it_begins_has_few_lines() {
    let control = Control::new();
    control.stop();
    let nodes = ["1", "256"].map(|lines| {
        let mut engine = standard();
        engine.set_option("MultiPV", lines).expect("an option");
        let answer = engine.search(&Game::new(), &SearchLimits::new(), &control, &mut |_: &Report| {});
        answer.report.expect("a report").nodes
    });
    // 64 nodes may pass between two looks.
    assert!(nodes[1] <= nodes[0] + 64, "{nodes:?}");
}

/// A move that no line has begun with has no score.
#[test]
fn a_stop_within_the_first_depth_leaves_the_lines_that_are_known() {
    let mut counts = Vec::new();
    for nodes in 1..100 {
        let mut engine = standard();
        engine.set_option("MultiPV", "20").expect("an option");
        let mut lines = 0;
        let mut listener = |report: &Report| {
            if report.depth == 1 {
                lines = lines.max(report.line);
            }
        };
        engine.search(&Game::new(), &SearchLimits::new().with_nodes(nodes), &Control::new(), &mut listener);
        counts.push(lines);
    }
    assert_eq!((counts.first(), counts.is_sorted()), (Some(&1), true), "{counts:?}");
    assert!(counts.iter().any(|count| (2..20).contains(count)), "{counts:?}");
}
