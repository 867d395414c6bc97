//! What the user has allowed and chosen when the server was started.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use philidor_engine::Analyst;
use philidor_host::Size;
use philidor_host::ending::threads;
use philidor_host::processes::Process;
use philidor_tables::syzygy::Tables;

use crate::args::Args;
use philidor_engine::arguments::setting::set_hash;
use philidor_program::terminal::output::WrongUsage;

/// The arguments of the command, opened and read.
pub(super) struct Settings {
    /// Endgame tables.
    pub(super) tables: Option<Arc<Tables>>,
    /// The program that may be hunted, and its arguments.
    pub(super) prey: Option<Vec<String>>,
    /// How long a call may take.
    pub(super) time_limit: Duration,
    pub(super) threads: usize,
    /// The size of the engine's table.
    pub(super) hash: Size,
}

impl Settings {
    pub(super) fn new(args: &Args) -> anyhow::Result<Settings> {
        set_hash(&mut Analyst::new(), args.hash)?;
        let has_tables = !args.tables.is_empty();
        let tables = has_tables.then(|| Tables::new().with_folders(&args.tables)).transpose()?;
        let prey = args.allow_hunt.as_deref().map(words).transpose().map_err(WrongUsage)?;
        // Whether it can be started, the system knows; what it says is not heard.
        prey.as_deref().map(|prey| Process::start(prey, None, None)).transpose().context("--allow-hunt")?;
        Ok(Settings {
            tables: tables.map(Arc::new),
            prey,
            time_limit: args.time_limit,
            threads: threads(args.threads).get(),
            hash: args.hash,
        })
    }
}

/// A command as a shell reads it.
fn words(command: &str) -> anyhow::Result<Vec<String>> {
    let words = shlex::split(command).context("--allow-hunt: a quote is not closed")?;
    anyhow::ensure!(!words.is_empty(), "--allow-hunt: no program is named");
    Ok(words)
}
