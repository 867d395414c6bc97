//! How a worker runs a task: as the engine does, with four additions of our own.
//!
//! ```text
//! before    check that each file that the task opens has the length that the scheduler saw
//! meanwhile stop when the job is no longer wanted; see watch.rs
//! after     let an error name the worker and say what went wrong, in plain words
//!           treat a panic like any other error
//! ```

use std::any::Any;
use std::fmt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use async_trait::async_trait;
use ballista_core::JobId;
use ballista_core::error::BallistaError;
use ballista_core::serde::protobuf::{
    RuntimeStatsReport, ShuffleWritePartition, TaskColumnStats, WindowStateReport,
};
use ballista_executor::execution_engine::{DefaultExecutionEngine, ExecutionEngine, QueryStageExecutor};
use datafusion::common::tree_node::{TreeNode, TreeNodeRecursion};
use datafusion::datasource::physical_plan::FileScanConfig;
use datafusion::datasource::source::DataSourceExec;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::TaskContext;
use datafusion::object_store::{Error, ObjectStoreExt};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::metrics::MetricsSet;
use datafusion::prelude::SessionConfig;
use futures::FutureExt;

use super::connections::Connections;
use super::watch::{Stop, Watch, stopped};
use crate::sentence::sentence;

/// Makes tasks from the plans of the scheduler.
pub(super) struct Engine {
    inner: DefaultExecutionEngine,
    /// The address under which others know this worker.
    worker: Arc<str>,
    watch: Watch,
}

impl Engine {
    /// The engine of the worker at this address, with a scheduler at that URL.
    pub(super) fn new(worker: &str, scheduler: &str) -> anyhow::Result<Engine> {
        let inner = DefaultExecutionEngine::with_client_pool(Arc::new(Connections::default()));
        Ok(Engine { inner, worker: worker.into(), watch: Watch::new(scheduler)? })
    }
}

impl ExecutionEngine for Engine {
    fn create_query_stage_exec(
        &self,
        job: JobId,
        stage: usize,
        task: usize,
        partitions: Vec<usize>,
        plan: Arc<dyn ExecutionPlan>,
        folder: &str,
        config: &SessionConfig,
    ) -> Result<Arc<dyn QueryStageExecutor>> {
        let stop = Stop::default();
        let watched = stop.watched(Arc::clone(&plan))?;
        let inner = self.inner.create_query_stage_exec(
            job.clone(),
            stage,
            task,
            partitions,
            watched,
            folder,
            config,
        )?;
        let (worker, watch) = (Arc::clone(&self.worker), self.watch.clone());
        Ok(Arc::new(Task { inner, plan, job, worker, watch, stop }))
    }
}

struct Task {
    inner: Arc<dyn QueryStageExecutor>,
    plan: Arc<dyn ExecutionPlan>,
    job: JobId,
    worker: Arc<str>,
    watch: Watch,
    stop: Stop,
}

impl Task {
    /// An error that names this worker. Errors after which the engine tries again are unchanged.
    fn named(&self, error: DataFusionError) -> DataFusionError {
        match cause(&error) {
            Some(cause) => self.failed(&cause),
            None => error,
        }
    }

    fn failed(&self, cause: &str) -> DataFusionError {
        BallistaError::General(format!("worker {}: {cause}", self.worker)).into_datafusion()
    }
}

#[async_trait]
impl QueryStageExecutor for Task {
    async fn execute_query_stage(
        &self,
        task: usize,
        context: Arc<TaskContext>,
    ) -> Result<Vec<ShuffleWritePartition>> {
        same_files(&self.plan, &context).await.map_err(|error| self.named(error))?;
        let _asking = self.watch.begin(self.job.clone(), self.stop.clone());
        match AssertUnwindSafe(self.inner.execute_query_stage(task, context)).catch_unwind().await {
            Ok(Err(_)) if self.stop.is_raised() => Err(stopped()),
            Ok(outcome) => outcome.map_err(|error| self.named(error)),
            Err(panic) => Err(self.failed(&format!("a panic: {}", said(panic.as_ref())))),
        }
    }

    fn collect_plan_metrics(&self) -> Vec<MetricsSet> {
        self.inner.collect_plan_metrics()
    }

    fn collect_runtime_stats_reports(&self) -> Vec<RuntimeStatsReport> {
        self.inner.collect_runtime_stats_reports()
    }

    fn collect_window_state_reports(&self) -> Result<Vec<WindowStateReport>> {
        self.inner.collect_window_state_reports()
    }

    fn collect_column_stats(&self) -> Vec<TaskColumnStats> {
        self.inner.collect_column_stats()
    }
}

impl fmt::Debug for Task {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(out)
    }
}

impl fmt::Display for Task {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.inner, out)
    }
}

/// Fails if a file that a plan opens is missing here, or does not have the length that the scheduler saw.
async fn same_files(plan: &Arc<dyn ExecutionPlan>, context: &TaskContext) -> Result<()> {
    let mut files = Vec::new();
    plan.apply(|node| {
        let source = node.downcast_ref::<DataSourceExec>().map(DataSourceExec::data_source);
        if let Some(scan) = source.and_then(|source| source.downcast_ref::<FileScanConfig>()) {
            for file in scan.file_groups.iter().flat_map(|group| group.iter()) {
                files.push((scan.object_store_url.clone(), file.object_meta.clone()));
            }
        }
        Ok(TreeNodeRecursion::Continue)
    })?;
    for (url, meant) in files {
        let name = format!("{}{}", url.as_str(), meant.location);
        match context.runtime_env().object_store(&url)?.head(&meant.location).await {
            Ok(here) if here.size == meant.size => {}
            Ok(here) => {
                return Err(DataFusionError::Execution(format!(
                    "{name} has {} bytes here and {} where the scheduler is: \
                     all machines of a cluster must see the same files under the same names",
                    here.size, meant.size
                )));
            }
            Err(Error::NotFound { .. }) => {
                return Err(DataFusionError::Execution(format!(
                    "{name} is not here: all machines of a cluster must see the same files under the same names"
                )));
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// What went wrong, in plain words; `None` if the engine will try again.
fn cause(error: &DataFusionError) -> Option<String> {
    match error.find_root() {
        DataFusionError::IoError(_) => None,
        DataFusionError::External(inner) => match inner.downcast_ref::<BallistaError>() {
            Some(BallistaError::DataFusionError(inner)) => cause(inner),
            Some(BallistaError::General(text) | BallistaError::Internal(text)) => Some(text.clone()),
            Some(_) => None,
            None => Some(inner.to_string()),
        },
        root => Some(sentence(root)),
    }
}

/// The message of a panic.
fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}
