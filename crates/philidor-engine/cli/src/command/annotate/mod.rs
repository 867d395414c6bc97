//! `philidor pgn annotate`: games with the engine's scores and best lines.
//!
//! Each game is a chunk of its own, worked on by one thread with one engine, which has forgotten the game before. So
//! the output does not depend on the number of threads. `annotation.rs` is what the engine adds.

mod annotation;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Condvar, Mutex, PoisonError};

use philidor::Game;
use philidor_engine::{Analyst, SearchLimits};
use philidor_games::{FileError, Files, annotate};
use philidor_host::interruption;
use philidor_pgn::GameTree;

use self::annotation::Annotation;
use crate::args::AnnotateArgs;
use philidor_engine::arguments::setting::set_hash;
use philidor_program::terminal::output::{WrongUsage, code};
use philidor_program::terminal::streams;

/// The nodes for each position if no limit is given.
const NODES: u64 = 100_000;

pub(crate) fn run(args: &AnnotateArgs, path: Option<&Path>) -> anyhow::Result<ExitCode> {
    // An output that is begun is removed.
    interruption::end_when_interrupted()?;
    let limits = args.effort.limits_or(SearchLimits::new().with_nodes(NODES));
    let engine = || {
        let mut engine = Analyst::new().with_limits(limits.clone());
        set_hash(&mut engine, args.hash)?;
        // No clock is running, so no time has to be kept in reserve.
        engine.set_option("Move Overhead", "0")?;
        anyhow::Ok(engine)
    };
    // A first engine says whether the settings are good, and whether there is memory for one.
    let idle = args.has_scores().then(|| Idle::new(engine)).transpose()?;
    let annotation = Annotation { variations: args.variations, glyphs: args.glyphs };
    let add = |tree: &mut GameTree| {
        if args.opening {
            add_opening(tree);
        }
        if let Some(idle) = &idle {
            idle.ask(|engine| annotation.add(tree, engine));
        }
    };
    let files = Files::from(&args.files);
    let summary = annotate(&files, &add, streams::create_in_place(path, &files.paths)?);
    let summary = summary.map_err(|error| match error {
        FileError::File(error) => error.into(),
        error if error.is_wrong_usage() => WrongUsage(error.into()).into(),
        error => anyhow::Error::from(error),
    })?;
    Ok(code(summary.is_fine()))
}

/// Sets the tags ECO and Opening. If the opening has no name, they stay as they are.
fn add_opening(tree: &mut GameTree) {
    if let Some((opening, _)) = Game::from(&*tree).opening() {
        // Both names, and all values, are those of tags.
        let _ = tree.tags.set("ECO", &opening.eco().to_string());
        let _ = tree.tags.set("Opening", &opening.to_string());
    }
}

/// The engines that are not at work. There are only as many engines as games have been worked on at a time.
struct Idle<M> {
    engines: Mutex<Vec<Analyst>>,
    /// Whether an engine has become idle.
    changed: Condvar,
    make: M,
}

impl<M: Fn() -> anyhow::Result<Analyst>> Idle<M> {
    fn new(make: M) -> anyhow::Result<Idle<M>> {
        Ok(Idle { engines: Mutex::new(vec![make()?]), changed: Condvar::new(), make })
    }

    /// Puts one to work. After a panic it is idle, too, so that no one waits for it.
    fn ask(&self, question: impl FnOnce(&mut Analyst)) {
        let mut engine = self.take();
        let asked = catch_unwind(AssertUnwindSafe(|| question(&mut engine)));
        self.engines.lock().unwrap_or_else(PoisonError::into_inner).push(engine);
        self.changed.notify_one();
        if let Err(panic) = asked {
            resume_unwind(panic);
        }
    }

    /// An engine: an idle one, else a new one, else the next one that becomes idle.
    fn take(&self) -> Analyst {
        let engines = || self.engines.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = engines().pop();
        if let Some(engine) = idle.or_else(|| (self.make)().ok()) {
            return engine;
        }
        let mut waiting = engines();
        loop {
            match waiting.pop() {
                Some(engine) => return engine,
                None => waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use anyhow::ensure;
    use philidor_host::threads;

    use super::*;

    #[test]
    fn there_are_no_more_engines_than_games_at_a_time() {
        let made = AtomicUsize::new(0);
        let make = || {
            made.fetch_add(1, Relaxed);
            ensure!(made.load(Relaxed) < 3, "there is no memory for more");
            Ok(Analyst::new())
        };
        let idle = Idle::new(make).expect("a first one");
        (0..20).for_each(|_| idle.ask(|_| ()));
        assert_eq!(made.load(Relaxed), 1);
        idle.ask(|_| idle.ask(|_| ()));
        assert_eq!(made.load(Relaxed), 2);
        // Four games at a time share the two engines that there is memory for.
        threads::share(4, &|| (0..20).for_each(|_| idle.ask(|_| std::thread::yield_now())));
        assert_eq!(idle.engines.lock().map(|engines| engines.len()).ok(), Some(2));
    }
}
