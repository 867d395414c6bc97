//! The clock is kept, however slow the parts are and however large the table is.

use std::time::{Duration, Instant};

use philidor::Game;
use philidor_engine::{Bot, Control, Report, SearchLimits, available_memory, standard};

use crate::own_parts::{Constant, Thorough, own_engine};

/// How long a search of this many milliseconds takes, and how many nodes it visits.
fn search(bot: &mut dyn Bot, milliseconds: u64) -> (Duration, u64) {
    let begin = Instant::now();
    let nodes = nodes_of(bot, &SearchLimits::new().with_time(Duration::from_millis(milliseconds)));
    (begin.elapsed(), nodes)
}

/// How many nodes a search visits.
fn nodes_of(bot: &mut dyn Bot, limits: &SearchLimits) -> u64 {
    let answer = bot.search(&Game::new(), limits, &Control::new(), &mut |_: &Report| {});
    assert!(answer.best.is_some());
    answer.report.map_or(0, |report| report.nodes)
}

#[test]
fn a_slow_evaluation_does_not_cost_the_game() {
    for milliseconds in [1, 10] {
        for threads in [1, 2] {
            let slow = Constant { time: Duration::from_millis(milliseconds), ..Constant::default() };
            let mut engine = own_engine(slow).with_threads(threads);
            let (time, _) = search(&mut engine, 150);
            assert!(time < Duration::from_millis(400), "{milliseconds} ms a node: {time:.0?}");
        }
    }
}

/// A busy machine may only make it longer.
#[test]
fn the_clock_runs_while_a_search_forgets_what_was_learned() {
    let mut engine = own_engine(Constant::default());
    engine.change_evaluator(|_| ());
    let limits = SearchLimits::new().with_depth(1);
    let answer = engine.search(&Game::new(), &limits, &Control::new(), &mut |_: &Report| {});
    let time = answer.report.expect("a report").time;
    assert!(time >= Thorough::CLEARING, "{time:?}");
}

/// What the system says of the memory of this process that is in use, in MiB.
#[cfg(target_os = "linux")]
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kibibytes| kibibytes >> 10)
}

/// Other tests of this process give memory back meanwhile: a quarter of it may be theirs.
#[test]
#[cfg(target_os = "linux")]
fn all_of_a_table_is_there_before_a_search_and_stays() {
    let Some(before) = resident() else { return };
    let mut engine = standard();
    engine.set_option("Hash", "256").expect("256 MiB");
    for _ in 0..2 {
        let taken = resident().expect("as before").saturating_sub(before);
        assert!(taken >= 192, "{taken} MiB");
        engine.new_game();
    }
}

#[test]
fn more_memory_than_there_is_is_refused_and_the_table_stays() {
    if available_memory().is_none() {
        return;
    }
    let mut engine = standard();
    let error = engine.set_option("Hash", "4194304").expect_err("four tebibytes");
    assert_eq!(error.to_string(), "Hash is at most what there is memory for, not `4194304`");
    assert!(nodes_of(&mut *engine, &SearchLimits::new().with_nodes(1_000)) > 0);
}

#[test]
#[ignore = "takes a quarter of the memory, and a quiet machine"]
fn with_any_table_the_answer_comes_in_time() {
    let quarter = available_memory().map_or(1024, |bytes| bytes >> 22);
    for mebibytes in [1, 16, 256, 1024, 2048, quarter].into_iter().filter(|&size| size <= quarter) {
        let mut engine = standard();
        engine.set_option("Hash", &mebibytes.to_string()).expect("a quarter of the memory");
        for game in 0..4 {
            engine.new_game();
            let (time, nodes) = search(&mut *engine, 100);
            assert!(time <= Duration::from_millis(130), "Hash {mebibytes}, game {game}: {time:.0?}");
            assert!(nodes > 5_000, "Hash {mebibytes}, game {game}: {nodes} nodes");
        }
    }
}
