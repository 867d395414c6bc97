//! Runs philidor and its peers against each other.
//!
//! Every contestant is a process of its own, pinned to one core, that lives for a round and works only while
//! it is asked. The runner goes round: for each task it asks one contestant after the other, in another order
//! each round, so that noise hits all alike. Each answer is checked against the known total; one wrong count
//! ends the race. What counts is the median.
//!
//! Reading order: [`arguments`], [`suite`] (what is asked), [`contestant`] (who is asked), [`measure`] (the
//! race), [`result`] (medians and ratios), [`table`], [`record`] and [`readme`] (how they are shown and kept).

mod arguments;
mod contestant;
mod measure;
mod readme;
mod record;
mod result;
mod suite;
mod table;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use protocol::Introduction;

use crate::{arguments::Arguments, contestant::Team};

/// The folder `bench`, where the contestants are built and the records are kept.
fn bench_folder() -> Result<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().map(Path::to_owned).with_context(|| format!("{} has no parent", here.display()))
}

fn main() -> Result<()> {
    let Some(arguments) = Arguments::read()? else {
        print!("{}", arguments::HELP);
        return Ok(());
    };
    let folder = bench_folder()?;
    let core = arguments.core.map_or_else(contestant::last_core, Ok)?;
    let tasks = suite::tasks(&folder, &arguments.works)?;
    let team = Team { folder, names: arguments.contestants.clone(), core };
    let introductions: Vec<Introduction> =
        team.start()?.into_iter().map(|contestant| contestant.introduction).collect();
    for introduction in &introductions {
        println!("{}", record::portrait(introduction));
    }

    let samples = measure::race(&team, &tasks, arguments.rounds)?;
    let results = result::results(&tasks, &team.names, &samples);
    let tables = table::tables(&arguments.works, &team.names, &results);
    println!("\n{tables}");

    if arguments.record {
        let record = record::Record::new(&team, &arguments, &introductions)?;
        let written = record.write(&team.folder, &tables)?;
        readme::write(&record, &results, &team.folder, &written)?;
        println!("written: {}", written.display());
    }
    Ok(())
}
