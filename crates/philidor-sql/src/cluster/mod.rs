//! The parts of a cluster: one scheduler, any number of workers.
//!
//! ```text
//! philidor-sql query ──statement──► scheduler ◄──"what can I do?"── worker, worker, …
//!          ▲                                                          │
//!          └──────────────────────── results ─────────────────────────┘
//! ```
//!
//! Both are Ballista's, as libraries, because its own programs know no chess. Workers ask for tasks rather than get them
//! sent, which is not what Ballista does by itself: a scheduler that sends must keep account of who is free, and in
//! Ballista 55.0 a worker that was silent for a while, and its tasks, can fall out of that account for ever. It also
//! does not tell what a worker could not read of a task, and needs a second port.

pub(crate) mod scheduler;
pub(crate) mod worker;

use anyhow::Context;
use ballista_core::JobId;
use ballista_core::serde::protobuf::CancelJobParams;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use tokio::signal;

/// Tells a scheduler that nobody waits for a job any more.
pub(crate) async fn cancel(scheduler: &str, job: &JobId) -> anyhow::Result<()> {
    let mut client =
        SchedulerGrpcClient::connect(scheduler.to_owned()).await.context("cannot reach the scheduler")?;
    client.cancel_job(CancelJobParams { job_id: job.to_string() }).await?;
    Ok(())
}

/// Waits until somebody ends the program: Ctrl-C, or on Unix the signal that service managers send.
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
    // If not even that can be listened to, the program ends as the system ends programs.
    if signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
