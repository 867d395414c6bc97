//! Parts of one's own, and one engine of all of them. A search is compiled for each set of parts, so tests share this
//! one.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use philidor::{Color, Move, Position};
use philidor_engine::{
    Clock, Engine, Entry, Evaluator, MoveOrdering, OptionError, Score, SearchPath, Selective, TimeBudget,
    TimeManager, TranspositionTable, UciOption,
};

/// An engine of these parts.
pub(crate) type OwnEngine = Engine<Constant, Shuffled, Selective, Pace, Thorough>;

/// The engine, with its parts as they begin.
pub(crate) fn own_engine(evaluator: Constant) -> OwnEngine {
    Engine::new(evaluator).with_ordering(Shuffled(0)).with_time_manager(Pace(40)).with_table(Thorough)
}

/// Scores every position with one number after some time, and notes the number whenever a search begins.
#[derive(Clone, Default)]
pub(crate) struct Constant {
    pub(crate) value: i32,
    pub(crate) time: Duration,
    pub(crate) seen: Arc<Mutex<Vec<i32>>>,
}

impl Evaluator for Constant {
    fn evaluate(&mut self, _: &Position) -> Score {
        std::thread::sleep(self.time);
        Score::centipawns(self.value)
    }

    fn reset(&mut self, _: &Position) {
        self.seen.lock().expect("no panic").push(self.value);
    }

    fn options(&self) -> Vec<UciOption> {
        vec![UciOption::spin("Worth", 0, -50, 50), UciOption::button("hash"), UciOption::text("EvalFile", "")]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if name == "EvalFile" {
            let (name, text) = (name.to_owned(), value.to_owned());
            return Err(OptionError::Value { name, text, expected: "a file that exists".to_owned() });
        }
        self.value = value.parse().expect("checked by the engine");
        Ok(())
    }
}

/// Spends a fixed share of the remaining time on each move; the share is an option.
#[derive(Clone)]
pub(crate) struct Pace(pub(crate) u32);

impl TimeManager for Pace {
    fn begin(&mut self, clock: &Clock, color: Color, _: Duration) -> Option<TimeBudget> {
        let time = clock.remaining(color)? / self.0;
        Some(TimeBudget { soft: time, hard: time })
    }

    fn options(&self) -> Vec<UciOption> {
        vec![UciOption::spin("Pace", 40, 10, 100), UciOption::spin("worth", 0, 0, 1)]
    }

    fn set_option(&mut self, _: &str, value: &str) -> Result<(), OptionError> {
        self.0 = value.parse().expect("checked by the engine");
        Ok(())
    }
}

/// Orders quiet moves by their keys and a number, which is an option.
#[derive(Clone)]
pub(crate) struct Shuffled(pub(crate) u64);

impl MoveOrdering for Shuffled {
    fn score_quiet(&self, position: &Position, _: SearchPath<'_>, mv: Move) -> i32 {
        (position.key_after(mv) ^ self.0) as i32 % 1_000
    }

    fn options(&self) -> Vec<UciOption> {
        vec![UciOption::spin("Seed", 0, 0, 1 << 40)]
    }

    fn set_option(&mut self, _: &str, value: &str) -> Result<(), OptionError> {
        self.0 = value.parse().expect("checked by the engine");
        Ok(())
    }
}

/// A table that remembers nothing, and takes its time to forget.
pub(crate) struct Thorough;

impl Thorough {
    /// How long the table takes.
    pub(crate) const CLEARING: Duration = Duration::from_millis(30);
}

impl TranspositionTable for Thorough {
    fn get(&self, _: u64) -> Option<Entry> {
        None
    }

    fn put(&self, _: u64, _: Entry) {}

    fn clear(&mut self) {
        std::thread::sleep(Thorough::CLEARING);
    }
}
