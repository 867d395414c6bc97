//! A plan running here or on a cluster, until it is done or interrupted by Ctrl-C.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow};
use ballista_core::JobId;
use ballista_core::execution_plans::DistributedQueryExec;
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::Result;
use datafusion::common::config::{ConfigNonZeroUsize, ExecutionOptions};
use datafusion::common::tree_node::{TreeNode, TreeNodeRecursion};
use datafusion::error::DataFusionError;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::{Expr, LogicalPlan};
use datafusion::physical_plan::{ExecutionPlan, execute_stream};
use datafusion::prelude::DataFrame;
use datafusion_proto::protobuf::LogicalPlanNode;
use futures::StreamExt;
use tokio::time::{sleep, timeout};

use super::progress::Progress;
use crate::cluster::{self, cause};
use crate::ending::{Ending, Interruption};
use crate::{files, functions, session};

/// Rows that the engine passes to a function at a time if each of them may take seconds: only between two such batches
/// can it stop and distribute work.
const SLOW_ROWS: usize = 64;

/// How long a scheduler may take to hear that a job is no longer wanted: less than a statement has to end cleanly.
const TO_CANCEL: Duration = Duration::from_secs(2);

/// How often a job that is not wanted is asked for its number.
const LOOK: Duration = Duration::from_millis(20);

/// A statement that is being answered.
pub(crate) struct Answer {
    plan: Arc<dyn ExecutionPlan>,
    /// The URL of the scheduler, on a cluster.
    scheduler: Option<String>,
    stream: SendableRecordBatchStream,
    /// Whether rows have been asked for, which sends the statement to the cluster.
    is_begun: bool,
    interruption: Interruption,
    progress: Progress,
    ending: Ending,
}

impl Answer {
    /// Plans the statement and begins to run it, until it is done or interrupted.
    pub(crate) async fn begin(
        frame: DataFrame,
        scheduler: Option<&str>,
        interruption: &Interruption,
    ) -> Result<Answer> {
        let mut answer = Answer::begin_quietly(frame, scheduler, interruption).await?;
        answer.progress = Progress::new(&answer.plan);
        Ok(answer)
    }

    /// The same, without showing progress.
    pub(crate) async fn begin_quietly(
        frame: DataFrame,
        scheduler: Option<&str>,
        interruption: &Interruption,
    ) -> Result<Answer> {
        let (mut state, plan) = frame.into_parts();
        let slow = calls_slow_function(&plan)?;
        let parts = match scheduler {
            Some(_) => session::partitions(state.config(), files::bytes(&plan, &state).await?, slow),
            None => None,
        };
        let execution = &mut state.config_mut().options_mut().execution;
        // A number set by the user takes precedence.
        if execution.batch_size == ExecutionOptions::default().batch_size && slow {
            execution.batch_size = ConfigNonZeroUsize::try_new(SLOW_ROWS)?;
        }
        if let Some(parts) = parts {
            execution.target_partitions = parts;
        }
        let plan = state.create_physical_plan(&plan).await?;
        let stream = execute_stream(Arc::clone(&plan), Arc::new(TaskContext::from(&state)))?;
        let (scheduler, interruption) = (scheduler.map(str::to_owned), interruption.clone());
        let (progress, ending) = (Progress::hidden(), Ending::Done);
        Ok(Answer { plan, scheduler, stream, is_begun: false, interruption, progress, ending })
    }

    /// The columns of the rows.
    pub(crate) fn schema(&self) -> SchemaRef {
        self.stream.schema()
    }

    /// The next rows; `None` when there are no more, or after Ctrl-C.
    pub(crate) async fn next(&mut self) -> anyhow::Result<Option<RecordBatch>> {
        let interruption = self.interruption.clone();
        tokio::select! {
            // In this order: what has been interrupted already is not even begun.
            biased;
            () = interruption.came() => {
                self.progress.clear();
                self.ending = Ending::Interrupted;
                self.cancel().await;
                Ok(None)
            }
            batch = self.rows() => {
                if batch.is_none() {
                    self.progress.clear();
                }
                batch.transpose().map_err(|error| self.in_words(error))
            }
        }
    }

    async fn rows(&mut self) -> Option<Result<RecordBatch>> {
        self.is_begun = true;
        self.stream.next().await
    }

    /// An error in plain words.
    fn in_words(&self, error: DataFusionError) -> anyhow::Error {
        match self.scheduler {
            Some(_) => anyhow::Error::msg(cause::peeled(&error.to_string())),
            None => error.into(),
        }
    }

    /// Whether the rows are complete or were interrupted.
    pub(crate) fn ending(&self) -> Ending {
        self.ending
    }

    /// Calls `act`, such as writing to the same terminal, while the progress is hidden.
    pub(crate) fn aside<T>(&self, act: impl FnOnce() -> T) -> T {
        self.progress.aside(act)
    }

    /// Lets the cluster, if there is one, know that the job is no longer wanted.
    async fn cancel(&mut self) {
        let Some(scheduler) = self.scheduler.clone() else { return };
        let asking = async {
            let Some(job) = self.job().await else { return Ok(()) };
            cluster::cancel(&scheduler, &job).await.with_context(|| format!("job {job}"))
        };
        let asked = timeout(TO_CANCEL, asking).await;
        if let Err(error) = asked.unwrap_or_else(|_| Err(anyhow!("the scheduler does not answer"))) {
            log::warn!("the cluster may continue with what was interrupted: {error:#}");
        }
    }

    /// The number of the job; `None` if there is none. A statement that is on its way to the scheduler gets it in a
    /// moment, and rows come only from a job that has it.
    async fn job(&mut self) -> Option<JobId> {
        while self.is_begun && self.number().is_none() {
            tokio::select! {
                batch = self.stream.next() => self.is_begun = matches!(batch, Some(Ok(_))),
                () = sleep(LOOK) => {}
            }
        }
        self.number()
    }

    /// The number that the scheduler has given to the job.
    fn number(&self) -> Option<JobId> {
        let plan: &dyn Any = self.plan.as_ref();
        plan.downcast_ref::<DistributedQueryExec<LogicalPlanNode>>()?.job_id()
    }
}

/// Whether a function in a plan may take seconds per row.
fn calls_slow_function(plan: &LogicalPlan) -> Result<bool> {
    let mut slow = false;
    plan.apply_with_subqueries(|node| {
        node.apply_expressions(|expression| {
            expression.apply(|part| {
                if let Expr::ScalarFunction(call) = part {
                    slow |= functions::is_slow(call.name(), call.args.len());
                }
                Ok(if slow { TreeNodeRecursion::Stop } else { TreeNodeRecursion::Continue })
            })
        })
    })?;
    Ok(slow)
}
