//! The parts of a cluster: one scheduler, any number of workers.
//!
//! ```text
//! philidor-sql query ──statement──► scheduler ◄──"what can I do?"── worker, worker, …
//!          ▲                                                          │
//!          └──────────────────────── results ─────────────────────────┘
//! ```
//!
//! ```text
//! scheduler.rs, worker.rs   the two programs
//! engine.rs                 how a worker runs a task; watch.rs how it stops one
//! connections.rs            how it fetches the results of others
//! cause.rs                  what went wrong, in plain words
//! ```
//!
//! Both are Ballista's, used as libraries, since its own programs know no chess. Workers ask for tasks instead of being
//! sent them, which is not Ballista's default: this way no bookkeeping of free workers is needed, and a worker needs
//! one port rather than two. (With a scheduler that sends tasks, we once saw the tasks of a silent worker never run
//! again, in Ballista 55.0, and have not looked for the reason.) The price is that a scheduler cannot cancel a task, so
//! workers ask about that, too.

pub(crate) mod cause;
mod connections;
mod engine;
pub(crate) mod scheduler;
mod watch;
pub(crate) mod worker;

use std::net::IpAddr;

use anyhow::Context;
use ballista_core::JobId;
use ballista_core::serde::protobuf::CancelJobParams;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use tokio::signal;

/// Lets a scheduler know that a job is no longer wanted.
pub(crate) async fn cancel(scheduler: &str, job: &JobId) -> anyhow::Result<()> {
    let mut client =
        SchedulerGrpcClient::connect(scheduler.to_owned()).await.context("cannot reach the scheduler")?;
    client.cancel_job(CancelJobParams { job_id: job.to_string() }).await?;
    Ok(())
}

/// An address as written before a port.
fn host(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

/// Waits for a request to end the program: Ctrl-C, or on Unix the signal that service managers send.
async fn stop_requested() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = signal::ctrl_c() => {}
            }
            return;
        }
    }
    // If the program cannot listen to it, the system ends the program in its usual way.
    if signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
