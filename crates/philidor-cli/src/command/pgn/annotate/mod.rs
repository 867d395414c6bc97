//! `philidor pgn annotate`: games with the engine's scores and best lines.
//!
//! Each game is a chunk of its own, worked on by one thread with one engine, which has forgotten the game before. So
//! the output does not depend on the number of threads. `annotation.rs` is what the engine adds.

mod annotation;

use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use philidor::Game;
use philidor::pgn::GameTree;
use philidor_engine::{Analyst, Limits};
use philidor_games::{Files, annotate};
use philidor_host::ending::threads;

use self::annotation::Annotation;
use crate::args::AnnotateArgs;
use crate::command::analyze::set_hash;
use crate::command::pgn::summary::code;
use crate::terminal::streams;

/// The nodes for each position if no limit is given.
const NODES: u64 = 100_000;

pub(crate) fn run(args: &AnnotateArgs, path: Option<&Path>) -> anyhow::Result<ExitCode> {
    let limits = args.effort.limits_or(Limits::new().with_nodes(NODES));
    let engine = || {
        let mut engine = Analyst::new().with_limits(limits.clone());
        set_hash(&mut engine, args.hash)?;
        // No clock is running, so no time has to be kept in reserve.
        engine.set_option("Move Overhead", "0")?;
        anyhow::Ok(engine)
    };
    let idle = args.has_scores().then(|| Idle::new(args, engine)).transpose()?;
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
    let summary = annotate(&files, &add, streams::create_in_place(path, &files.paths)?)?;
    Ok(code(&summary))
}

/// Sets the tags ECO and Opening. If the opening has no name, they stay as they are.
fn add_opening(tree: &mut GameTree) {
    if let Some((opening, _)) = Game::from(&*tree).opening() {
        // Both names, and all values, are those of tags.
        let _ = tree.tags.set("ECO", &opening.eco().to_string());
        let _ = tree.tags.set("Opening", &opening.to_string());
    }
}

/// The engines that are not at work; one for each thread, so that a thread always finds one.
struct Idle(Mutex<Vec<Analyst>>);

impl Idle {
    fn new(args: &AnnotateArgs, make: impl Fn() -> anyhow::Result<Analyst>) -> anyhow::Result<Idle> {
        let engines = (0..threads(args.files.threads).get()).map(|_| make());
        Ok(Idle(Mutex::new(engines.collect::<anyhow::Result<_>>()?)))
    }

    /// Puts one to work.
    fn ask(&self, question: impl FnOnce(&mut Analyst)) {
        let engines = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut engine = engines().pop().unwrap_or_default();
        question(&mut engine);
        engines().push(engine);
    }
}
