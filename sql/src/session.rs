//! An engine that knows the chess functions: DataFusion in this process, or a connection to a cluster.
//!
//! Both are a `SessionContext`, so the code that asks is written once:
//!
//! ```text
//! statement ──► SessionContext ──┬── no cluster   DataFusion plans and runs it on the cores of this machine
//!                                └── df://…       the scheduler plans it, the workers run it, Ballista in between
//! ```
//!
//! On a cluster, three places must know a function: this process, which reads the statement, the scheduler, which plans
//! it, and the workers, which call it. All three get it from [`state`], the workers through [`worker_functions`].

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use ballista::prelude::{SessionConfigExt, SessionContextExt};
use ballista_core::ConfigProducer;
use ballista_core::registry::BallistaFunctionRegistry;
use datafusion::error::Result;
use datafusion::execution::{FunctionRegistry, SessionState, SessionStateBuilder};
use datafusion::logical_expr::ScalarUDF;
use datafusion::prelude::{SessionConfig, SessionContext};

use crate::args::SessionArgs;
pub use crate::tables::{TableOptions, TablesError};
use crate::{file_names, files};

/// The default number of parts of a table on a cluster: more than the cores of a few workers, so that none waits long
/// for the last one. Each part costs about 50 ms of asking and answering.
const CLUSTER_PARTITIONS: usize = 16;

/// Bytes of files per part, unless each row takes long: about a second of work.
const PART_BYTES: u64 = 16 << 20;

/// The most parts: with more, the bookkeeping would exceed the work.
const MAX_PARTITIONS: usize = 256;

/// Marks in a configuration that the user has not set the number of parts, so that each statement chooses its own.
struct AsNeeded;

/// The number of parts of the tables of a statement, from the bytes of its files and from whether its functions are
/// slow. `None` if the user has set it.
pub(crate) fn partitions(config: &SessionConfig, bytes: u64, slow: bool) -> Option<usize> {
    config.get_extension::<AsNeeded>()?;
    let parts = usize::try_from(bytes.div_ceil(PART_BYTES)).unwrap_or(MAX_PARTITIONS);
    Some(parts.clamp(if slow { CLUSTER_PARTITIONS } else { 2 }, MAX_PARTITIONS))
}

/// The state of an engine: all functions of DataFusion, and these; and the setting `philidor.tables`, which some of
/// them ask for.
///
/// # Errors
///
/// If the engine refuses a function.
pub fn state(config: SessionConfig, functions: &[Arc<ScalarUDF>]) -> Result<SessionState> {
    let config = match config.options().extensions.get::<TableOptions>() {
        Some(_) => config,
        None => config.with_option_extension(TableOptions::default()),
    };
    let mut state = SessionStateBuilder::new().with_config(config).with_default_features().build();
    for function in functions {
        state.register_udf(Arc::clone(function))?;
    }
    Ok(state)
}

/// The functions of a worker: all those of DataFusion, and these.
///
/// # Errors
///
/// If the engine refuses a function.
pub fn worker_functions(functions: &[Arc<ScalarUDF>]) -> Result<BallistaFunctionRegistry> {
    Ok(BallistaFunctionRegistry::from(&state(SessionConfig::new(), functions)?))
}

/// An engine in this process. A file is a table: `SELECT … FROM 'positions/*.parquet'`.
///
/// # Errors
///
/// If the engine refuses a function.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let session = philidor_sql::session::embedded(Default::default(), &philidor_sql::functions::all())?;
/// let answer = session.sql("SELECT legal_move_count('4k3/8/8/8/8/8/8/4K3 w - -')").await?;
/// assert_eq!(answer.collect().await?[0].num_rows(), 1);
/// # Ok::<(), datafusion::error::DataFusionError>(()) }).unwrap();
/// ```
pub fn embedded(config: SessionConfig, functions: &[Arc<ScalarUDF>]) -> Result<SessionContext> {
    let config = config.with_information_schema(true);
    Ok(file_names::as_tables(SessionContext::new_with_state(state(config, functions)?)))
}

/// A connection to the scheduler of a cluster, which must know the same functions. Nothing is sent before the first
/// statement.
///
/// # Errors
///
/// If the address is invalid, or the engine refuses a function.
pub async fn remote(
    url: &str,
    config: SessionConfig,
    functions: &[Arc<ScalarUDF>],
) -> Result<SessionContext> {
    let session = SessionContext::remote_with_state(url, state(config, functions)?).await?;
    let session = SessionContext::new_with_state(files::naming(session.state()));
    // The connection has replaced all functions by those of DataFusion.
    for function in functions {
        session.register_udf(ScalarUDF::clone(function));
    }
    Ok(file_names::as_tables(session))
}

/// Settings for a cluster: each task is one part of a table, so that little is lost when a worker dies.
pub fn cluster_config() -> SessionConfig {
    SessionConfig::new_with_ballista()
        .with_information_schema(true)
        .with_target_partitions(CLUSTER_PARTITIONS)
        .set_usize("ballista.scheduler.max_partitions_per_task", 1)
        // A scheduler that replans after each stage (Ballista 55.0) waits forever if it loses a worker whose stage was
        // done.
        .set_bool("ballista.planner.adaptive.enabled", false)
        // Poll the state of a job instead of being notified: then its number is known at once, and Ctrl-C can cancel
        // it.
        .set_bool("ballista.client.pull", true)
        .set_usize("datafusion.optimizer.repartition_file_min_size", 0)
}

/// Makes the configurations into which the other parts of a cluster write the settings of a client.
pub(crate) fn settings_of_clients() -> ConfigProducer {
    // A single value, so that its clones share the tables that were opened.
    let tables = TableOptions::default();
    Arc::new(move || SessionConfig::new_with_ballista().with_option_extension(tables.clone()))
}

/// The session that the arguments ask for, with the tables of these folders, and the URL of its scheduler, if it has
/// one.
pub(crate) async fn open(
    args: &SessionArgs,
    tables: &[PathBuf],
    functions: &[Arc<ScalarUDF>],
) -> anyhow::Result<(SessionContext, Option<String>)> {
    let mut config = if args.cluster.is_some() { cluster_config() } else { SessionConfig::new() };
    // Errors then have their place.
    config = config.set_bool("datafusion.sql_parser.collect_spans", true);
    config = config.with_option_extension(TableOptions::new(tables)?);
    if let Some(partitions) = args.partitions {
        config = config.with_target_partitions(partitions as usize);
    }
    let mut said = args.partitions.is_some();
    for setting in &args.settings {
        let (key, value) = setting.split_once('=').context("a setting is KEY=VALUE")?;
        config.options_mut().set(key, value).with_context(|| format!("cannot set {key}"))?;
        said |= key == "datafusion.execution.target_partitions";
    }
    if args.cluster.is_some() && !said {
        config = config.with_extension(Arc::new(AsNeeded));
    }
    let Some(url) = &args.cluster else { return Ok((embedded(config, functions)?, None)) };
    let scheduler = url.strip_prefix("df://").filter(|address| address.contains(':'));
    let scheduler = scheduler.with_context(|| format!("a cluster is df://HOST:PORT, not {url}"))?;
    let session =
        remote(url, config, functions).await.with_context(|| format!("cannot use the cluster {url}"))?;
    Ok((session, Some(format!("http://{scheduler}"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_has_as_many_parts_as_it_needs_unless_they_are_set() {
        let config = SessionConfig::new().with_extension(Arc::new(AsNeeded));
        for (bytes, slow, parts) in [
            (0, false, 2),
            (1_000_000, false, 2),
            (100 << 20, false, 7),
            (u64::MAX, false, 256),
            (1_000_000, true, 16),
            (1 << 30, true, 64),
        ] {
            assert_eq!(partitions(&config, bytes, slow), Some(parts), "{bytes} {slow}");
        }
        assert_eq!(partitions(&cluster_config(), 1, false), None);
    }
}
