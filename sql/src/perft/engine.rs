//! The engine that counts the units.

use std::path::Path;
use std::sync::Arc;

use datafusion::common::Result;
use datafusion::logical_expr::ScalarUDF;
use datafusion::prelude::{DataFrame, ParquetReadOptions, SessionContext};

use crate::args::SessionArgs;
use crate::ending::Interruption;
use crate::query::Answer;
use crate::{file_names, session};

/// The engine of this program, or a cluster.
pub(super) struct Engine {
    pub(super) session: SessionContext,
    /// The scheduler, on a cluster.
    scheduler: Option<String>,
    /// What ends all statements.
    pub(super) interruption: Interruption,
}

impl Engine {
    pub(super) async fn open(args: &SessionArgs, functions: &[Arc<ScalarUDF>]) -> anyhow::Result<Engine> {
        let (session, scheduler) = session::open(args, &[], functions).await?;
        Ok(Engine { session, scheduler, interruption: Interruption::new() })
    }

    /// The rows of a file.
    pub(super) async fn read(&self, file: &Path) -> Result<DataFrame> {
        let file = file_names::literal(file)?;
        self.session.read_parquet(file.as_str(), ParquetReadOptions::default()).await
    }

    /// Begins to run a statement.
    pub(super) async fn answer(&self, frame: DataFrame) -> Result<Answer> {
        Answer::begin_quietly(frame, self.scheduler.as_deref(), &self.interruption).await
    }
}
