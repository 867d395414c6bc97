//! `philidor-sql cluster worker`: runs the tasks of a scheduler.

use std::fs;
use std::io::{Write, stdout};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use ballista_core::config::TaskSchedulingPolicy;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use datafusion::logical_expr::ScalarUDF;
use philidor_host::interruption;
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout_at};

use super::engine::Engine;
use super::{host, stop_requested};
use crate::args::WorkerArgs;
use crate::ending::Ending;
use crate::session;

/// Seconds between clean-ups of intermediate results that will not be fetched any more, and the age of those.
const CLEAN_EVERY: u64 = 600;
const KEEP: u64 = 24 * 3600;

/// How often a worker tries to reach its scheduler.
const LOOK: Duration = Duration::from_millis(500);

/// Runs a worker until it is asked to stop. It finishes the tasks that have begun, unless it is asked twice.
pub(crate) async fn run(args: &WorkerArgs, functions: Vec<Arc<ScalarUDF>>) -> anyhow::Result<Ending> {
    let (scheduler_host, scheduler_port) =
        args.scheduler.rsplit_once(':').context("a scheduler is HOST:PORT, such as localhost:50050")?;
    let scheduler_port = scheduler_port.parse().with_context(|| format!("{scheduler_port} is not a port"))?;
    wait_for(&args.scheduler, Duration::from_secs(args.connect_timeout.into())).await?;
    let work = work_folder(args.work.as_deref())?;
    let port = free_port(args)?;
    let name = args.host.clone().unwrap_or_else(|| host(args.listen));
    let engine = Engine::new(&format!("{name}:{port}"), &format!("http://{}", args.scheduler))?;
    let config = ExecutorProcessConfig {
        bind_host: host(args.listen),
        external_host: Some(name),
        port,
        // A worker that asks for its tasks is never called.
        grpc_port: port,
        task_scheduling_policy: TaskSchedulingPolicy::PullStaged,
        scheduler_host: scheduler_host.to_owned(),
        scheduler_port,
        // One attempt, since the scheduler was there a moment ago. By itself, the engine would wait forever.
        scheduler_connect_timeout_seconds: 0,
        vcores: args.tasks.map_or(0, |tasks| tasks as usize),
        work_dir: Some(work.path().to_string_lossy().into_owned()),
        job_data_ttl_seconds: KEEP,
        job_data_clean_up_interval_seconds: CLEAN_EVERY,
        override_config_producer: Some(session::settings_of_clients()),
        override_execution_engine: Some(Arc::new(engine)),
        override_function_registry: Some(Arc::new(session::worker_functions(&functions)?)),
        ..ExecutorProcessConfig::default()
    };
    let address = SocketAddr::new(args.listen, port);
    writeln!(stdout(), "worker on {address}, for the scheduler {}", args.scheduler)?;
    tokio::spawn(async {
        stop_requested().await;
        log::info!("finishing the tasks that have begun; press Ctrl-C again to stop immediately");
        stop_requested().await;
        interruption::end_program();
    });
    start_executor_process(Arc::new(config)).await?;
    Ok(Ending::Done)
}

/// A new folder for intermediate results, in the given one or among the temporary files. The engine removes all folders
/// that it finds in its working folder, so it never shares one. Ours is removed when the worker ends; a worker that is
/// killed leaves it behind.
fn work_folder(given: Option<&Path>) -> anyhow::Result<TempDir> {
    const PREFIX: &str = "philidor-worker-";
    let Some(folder) = given else { return Ok(TempDir::with_prefix(PREFIX)?) };
    fs::create_dir_all(folder)
        .and_then(|()| TempDir::with_prefix_in(PREFIX, folder))
        .with_context(|| format!("cannot work in {}", folder.display()))
}

/// Waits until a scheduler can be reached, at most for a time.
async fn wait_for(scheduler: &str, patience: Duration) -> anyhow::Result<()> {
    let end = Instant::now() + patience;
    loop {
        let reason = match timeout_at(end, TcpStream::connect(scheduler)).await {
            Ok(Ok(_)) => return Ok(()),
            Ok(Err(error)) => error.to_string(),
            Err(_) => "no answer".to_owned(),
        };
        if Instant::now() + LOOK > end {
            bail!("no scheduler at {scheduler} within {} s: {reason}", patience.as_secs());
        }
        log::warn!("no scheduler at {scheduler} yet: {reason}");
        sleep(LOOK).await;
    }
}

/// The given port, or a free one. It is closed again, since the engine opens it by itself.
fn free_port(args: &WorkerArgs) -> anyhow::Result<u16> {
    let wanted = SocketAddr::new(args.listen, args.port.unwrap_or(0));
    let held = TcpListener::bind(wanted).with_context(|| format!("cannot listen on {wanted}"))?;
    Ok(held.local_addr()?.port())
}
