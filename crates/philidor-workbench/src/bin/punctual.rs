//! How late the engine answers, by the size of its table: `go movetime 100` right after `ucinewgame`, four times.
//!
//! ```text
//! cargo run --release -p philidor-workbench --bin punctual              # up to a quarter of the memory
//! cargo run --release -p philidor-workbench --bin punctual 64 4096      # these sizes, in MiB
//! ```

use std::time::{Duration, Instant};

use philidor::Game;
use philidor_engine::{Bot, Control, Limits, OptionError, Report, available_memory, standard};

const TIME: Duration = Duration::from_millis(100);

fn main() -> Result<(), OptionError> {
    let quarter = available_memory().map_or(1024, |bytes| (bytes >> 22) as usize);
    let wished: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let all = [16, 64, 256, 1024, 2048, 4096, quarter].into_iter().filter(|&size| size <= quarter).collect();
    println!("{:>8} {:>9} {:>9}  answers after (nodes)", "MiB", "new table", "new game");
    for mebibytes in if wished.is_empty() { all } else { wished } {
        let mut engine = standard();
        let begin = Instant::now();
        engine.set_option("Hash", &mebibytes.to_string())?;
        let new_table = begin.elapsed();
        let games: Vec<_> = (0..4).map(|_| game(&mut *engine)).collect();
        let new_game = games.iter().map(|(ready, ..)| *ready).max().unwrap_or_default();
        let answers = games.iter().map(|(_, time, nodes)| format!("{} ms ({nodes})", time.as_millis()));
        let answers = answers.collect::<Vec<_>>().join(", ");
        println!("{mebibytes:>8} {:>6} ms {:>6} ms  {answers}", new_table.as_millis(), new_game.as_millis());
    }
    Ok(())
}

/// How long a new game takes to begin, how long its first move, and how many nodes that visits.
fn game(engine: &mut dyn Bot) -> (Duration, Duration, u64) {
    let begin = Instant::now();
    engine.new_game();
    let (ready, begin) = (begin.elapsed(), Instant::now());
    let limits = Limits::new().with_time(TIME);
    let answer = engine.search(&Game::new(), &limits, &Control::new(), &mut |_: &Report| {});
    (ready, begin.elapsed(), answer.report.map_or(0, |report| report.nodes))
}
