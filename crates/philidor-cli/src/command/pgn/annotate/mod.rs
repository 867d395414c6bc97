//! `philidor pgn annotate`: games with the engine's scores and best lines.
//!
//! Each game is a part of its own, worked on by one thread with one engine, which has forgotten the game before. So
//! the games come out as with one thread, whatever their number. `annotation.rs` is what the engine adds.

mod annotation;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use philidor::pgn::{Exporter, GameTree, Tags};
use philidor_engine::{Analyst, Limits};
use philidor_host::ending::threads;

use self::annotation::Annotation;
use crate::args::{AnnotateArgs, Form};
use crate::command::analyze::set_hash;
use crate::games::forms::any::try_each_replay;
use crate::games::forms::pgn;
use crate::games::forms::pgn::try_each_game;
use crate::games::parts::part::Part;
use crate::games::parts::read_options::ReadOptions;
use crate::games::parts::reading::Reading;
use crate::games::reading::files::{read_files, report_aside};
use crate::games::writing::export::exported;
use crate::games::writing::warnings::{doubt, emptied};
use crate::terminal::streams;

/// The nodes for each position without a limit.
const NODES: u64 = 100_000;

pub(crate) fn run(args: &AnnotateArgs, path: Option<&Path>) -> anyhow::Result<ExitCode> {
    let idle = Idle::new(args)?;
    let annotation = Annotation { variations: args.variations, glyphs: args.glyphs };
    let mut out = streams::create(path)?;
    let make = |part: &Part<'_>| {
        let mut engine = idle.take();
        let made = annotated(part, |tree| annotation.add(tree, &mut engine));
        idle.put(engine);
        made
    };
    let options = ReadOptions { by_game: true, ..ReadOptions::new(&args.files) };
    let summary = read_files(&args.files, options, make, report_aside, |text: String, _| {
        out.write_all(text.as_bytes())?;
        // The next game may take a minute.
        Ok(out.flush()?)
    })?;
    summary.finish(out)
}

/// The games of a part as PGN, each after `annotate` has had it.
fn annotated(part: &Part<'_>, mut annotate: impl FnMut(&mut GameTree)) -> Reading<String> {
    if part.source.form != Form::Pgn {
        return try_each_replay(part, String::new(), |game, _, text| {
            let (mut tree, mut warnings) = pgn::tree(game)?;
            annotate(&mut tree);
            tree.write_pgn(text);
            warnings.extend(game.tag("Result").and_then(|tag| doubt(tag, game.result)));
            Ok(warnings)
        });
    }
    let mut exporter = Exporter::new();
    try_each_game(part, &mut exporter, String::new(), |exporter, found, text| {
        let empty = Some(exporter.empty_variations()).filter(|&count| count > 0).map(emptied);
        let mut tree = exporter.take();
        if !found.is_whole() {
            tree = exported(tree, &Tags::default(), found);
        }
        annotate(&mut tree);
        tree.write_pgn(text);
        Ok(doubt(tree.result_tag(), tree.result).into_iter().chain(empty).collect())
    })
}

/// The engines that are not at work; one for each thread, so that a thread always finds one.
struct Idle(Mutex<Vec<Analyst>>);

impl Idle {
    fn new(args: &AnnotateArgs) -> anyhow::Result<Idle> {
        let limits = args.effort.limits_or(Limits::new().with_nodes(NODES));
        let engine = |_| {
            let mut engine = Analyst::new().with_limits(limits.clone());
            set_hash(&mut engine, args.hash)?;
            // No clock has to be reached.
            engine.set_option("Move Overhead", "0")?;
            anyhow::Ok(engine)
        };
        let engines = (0..threads(args.files.threads).get()).map(engine);
        Ok(Idle(Mutex::new(engines.collect::<anyhow::Result<_>>()?)))
    }

    fn take(&self) -> Analyst {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    fn put(&self, engine: Analyst) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(engine);
    }
}
