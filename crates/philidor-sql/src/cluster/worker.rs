//! `philidor-sql cluster worker`: carries out the tasks of a scheduler.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use anyhow::Context;
use ballista_core::config::TaskSchedulingPolicy;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use datafusion::logical_expr::ScalarUDF;
use tempfile::TempDir;

use crate::args::WorkerArgs;
use crate::command::Ending;
use crate::session;

/// Seconds between looks for intermediate results that nobody will fetch any more, and how old those are.
const CLEAN_EVERY: u64 = 600;
const KEEP: u64 = 24 * 3600;

/// Runs a worker until it is told to stop; tasks that are begun are finished.
pub(crate) async fn run(args: &WorkerArgs, functions: Vec<Arc<ScalarUDF>>) -> anyhow::Result<Ending> {
    let (scheduler_host, scheduler_port) =
        args.scheduler.rsplit_once(':').context("a scheduler is HOST:PORT, such as localhost:50050")?;
    let scheduler_port = scheduler_port.parse().with_context(|| format!("{scheduler_port} is no port"))?;
    // Removed when the worker ends; a worker that is killed leaves it behind.
    let own = if args.work.is_none() { Some(TempDir::with_prefix("philidor-worker-")?) } else { None };
    let work = args.work.as_deref().or(own.as_ref().map(TempDir::path)).context("no folder to work in")?;
    let port = free_port(args)?;
    let config = ExecutorProcessConfig {
        bind_host: args.listen.to_string(),
        external_host: Some(args.host.clone().unwrap_or_else(|| args.listen.to_string())),
        port,
        // Nobody calls a worker that asks for its tasks.
        grpc_port: port,
        task_scheduling_policy: TaskSchedulingPolicy::PullStaged,
        scheduler_host: scheduler_host.to_owned(),
        scheduler_port,
        scheduler_connect_timeout_seconds: args.connect_timeout,
        vcores: args.tasks.map_or(0, |tasks| tasks as usize),
        work_dir: Some(work.to_string_lossy().into_owned()),
        job_data_ttl_seconds: KEEP,
        job_data_clean_up_interval_seconds: CLEAN_EVERY,
        override_function_registry: Some(Arc::new(session::worker_functions(&functions)?)),
        ..ExecutorProcessConfig::default()
    };
    println!("worker on {}:{port}, for the scheduler {}", args.listen, args.scheduler);
    start_executor_process(Arc::new(config)).await?;
    Ok(Ending::Done)
}

/// The port that was given, or a free one. It is let go again, since the engine wants to open it by itself.
fn free_port(args: &WorkerArgs) -> anyhow::Result<u16> {
    let wanted = SocketAddr::new(args.listen, args.port.unwrap_or(0));
    let held = TcpListener::bind(wanted).with_context(|| format!("cannot listen on {wanted}"))?;
    Ok(held.local_addr()?.port())
}
