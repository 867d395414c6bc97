//! A task stops when its job is no longer wanted.
//!
//! The scheduler cannot call a worker, so the worker asks every two seconds, for each task. And the engine cannot stop
//! a task that never yields, such as one that counts for hours, so the leaves of its plan check a flag before they
//! produce more rows:
//!
//! ```text
//! aggregate ◄── filter ◄── Watched ◄── file      stop? then an error, which ends the task
//!                             ▲
//!              every two seconds: "is the job still wanted?"
//! ```
//!
//! The rows are produced in batches: one, two, four … as long as a batch is done within a moment, and fewer again when
//! it takes longer. So a task stops soon, even if each row takes seconds.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ballista_core::JobId;
use ballista_core::error::BallistaError;
use ballista_core::serde::protobuf::GetJobStatusParams;
use ballista_core::serde::protobuf::job_status::Status;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::utils::create_grpc_client_endpoint;
use datafusion::arrow::array::RecordBatch;
use datafusion::common::tree_node::{Transformed, TreeNode, TreeNodeRecursion};
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{DisplayAs, DisplayFormatType, ExecutionPlan, PlanProperties};
use futures::future::BoxFuture;
use futures::{FutureExt, StreamExt, stream};
use tokio::runtime::Handle;
use tokio::task::AbortHandle;
use tokio::time::sleep;

/// How often a task asks whether it is still wanted.
const ASK_EVERY: Duration = Duration::from_secs(2);

/// The approximate time that the work on a batch of rows should take.
const MOMENT: Duration = Duration::from_millis(100);

/// Answers whether a job is still wanted.
type Wanted = Arc<dyn Fn(JobId) -> BoxFuture<'static, bool> + Send + Sync>;

/// Asks the scheduler about jobs.
#[derive(Clone)]
pub(super) struct Watch {
    wanted: Wanted,
    /// A runtime other than that of the tasks, whose threads may be busy for hours.
    runtime: Handle,
}

impl Watch {
    /// Asks the scheduler at this URL, on this runtime.
    pub(super) fn new(scheduler: &str) -> anyhow::Result<Watch> {
        let channel = create_grpc_client_endpoint(scheduler.to_owned(), None)?.connect_lazy();
        let client = SchedulerGrpcClient::new(channel);
        let wanted = move |job: JobId| {
            let mut client = client.clone();
            async move {
                let asked = client.get_job_status(GetJobStatusParams { job_id: job.to_string() }).await;
                // A scheduler that does not answer may soon be back; one that was restarted does not know the job.
                asked.map_or(true, |answer| {
                    let status = answer.into_inner().status.and_then(|status| status.status);
                    matches!(status, Some(Status::Queued(_) | Status::Running(_)))
                })
            }
            .boxed()
        };
        Ok(Watch { wanted: Arc::new(wanted), runtime: Handle::current() })
    }

    /// Begins to ask about a job, and raises the flag when it is no longer wanted.
    pub(super) fn begin(&self, job: JobId, stop: Stop) -> Asking {
        let wanted = Arc::clone(&self.wanted);
        let asking = self.runtime.spawn(async move {
            loop {
                sleep(ASK_EVERY).await;
                if !wanted(job.clone()).await {
                    stop.0.store(true, Ordering::Relaxed);
                    return;
                }
            }
        });
        Asking(asking.abort_handle())
    }
}

/// Stops asking when the task ends.
pub(super) struct Asking(AbortHandle);

impl Drop for Asking {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The flag of one task.
#[derive(Clone, Debug, Default)]
pub(super) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Whether the task is to stop.
    pub(super) fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The same plan, whose leaves check the flag.
    pub(super) fn watched(&self, plan: Arc<dyn ExecutionPlan>) -> Result<Arc<dyn ExecutionPlan>> {
        let watched = plan.transform_up(|node| {
            if node.children().is_empty() {
                return Ok(Transformed::yes(Arc::new(Watched { inner: node, stop: self.clone() }) as _));
            }
            Ok(Transformed::no(node))
        })?;
        Ok(watched.data)
    }
}

/// The error of a stopped task.
pub(super) fn stopped() -> DataFusionError {
    BallistaError::Cancelled.into_datafusion()
}

/// A leaf of a plan that produces no more rows once the flag is raised.
#[derive(Debug)]
struct Watched {
    inner: Arc<dyn ExecutionPlan>,
    stop: Stop,
}

impl DisplayAs for Watched {
    fn fmt_as(&self, _: DisplayFormatType, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Watched")
    }
}

impl ExecutionPlan for Watched {
    fn name(&self) -> &str {
        "Watched"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        self.inner.properties()
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.inner]
    }

    fn with_new_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let inner = children.into_iter().next().unwrap_or_else(|| Arc::clone(&self.inner));
        Ok(Arc::new(Watched { inner, stop: self.stop.clone() }))
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let rows = self.inner.execute(partition, context)?;
        let schema = rows.schema();
        let handfuls = Handfuls { rows, left: None, size: 1, given: None, stop: self.stop.clone() };
        let handfuls = stream::unfold(handfuls, |mut handfuls| async {
            let next = handfuls.next().await?;
            Some((next, handfuls))
        });
        Ok(Box::pin(RecordBatchStreamAdapter::new(schema, handfuls)))
    }
}

/// The rows of a leaf, in batches that are done within a moment.
struct Handfuls {
    rows: SendableRecordBatchStream,
    /// Rows that have arrived and have not been passed on.
    left: Option<RecordBatch>,
    /// The number of rows in a batch.
    size: usize,
    /// When the last batch was passed on: the work on it has begun then.
    given: Option<Instant>,
    stop: Stop,
}

impl Handfuls {
    /// The next rows, or the error that ends the task.
    async fn next(&mut self) -> Option<Result<RecordBatch>> {
        if let Some(given) = self.given.take() {
            self.size = next_size(self.size, given.elapsed());
        }
        if self.stop.is_raised() {
            return Some(Err(stopped()));
        }
        let batch = match self.left.take() {
            Some(batch) => batch,
            None => match self.rows.next().await? {
                Ok(batch) => batch,
                Err(error) => return Some(Err(error)),
            },
        };
        let here = batch.num_rows().min(self.size);
        if here < batch.num_rows() {
            self.left = Some(batch.slice(here, batch.num_rows() - here));
        }
        self.given = Some(Instant::now());
        Some(Ok(batch.slice(0, here)))
    }
}

/// The size of the next batch, after one of this size that took this long.
fn next_size(size: usize, took: Duration) -> usize {
    if took < MOMENT / 2 {
        size.saturating_mul(2)
    } else if took > 2 * MOMENT {
        (size / 2).max(1)
    } else {
        size
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handful_grows_while_it_is_quick_and_shrinks_to_one_row() {
        let sizes = |took: Duration| (0..8).fold(16, |size, _| next_size(size, took));
        assert_eq!(sizes(Duration::ZERO), 16 << 8);
        assert_eq!(sizes(MOMENT), 16);
        assert_eq!(sizes(Duration::from_secs(9)), 1);
        assert_eq!(next_size(usize::MAX, Duration::ZERO), usize::MAX);
    }
}
