//! The engine that counts the units.

use std::sync::Arc;

use datafusion::logical_expr::ScalarUDF;
use datafusion::prelude::SessionContext;

use crate::args::SessionArgs;
use crate::session;

/// The engine of this program, or a cluster.
pub(super) struct Engine {
    pub(super) session: SessionContext,
    /// The scheduler, on a cluster.
    pub(super) scheduler: Option<String>,
}

impl Engine {
    pub(super) async fn open(args: &SessionArgs, functions: &[Arc<ScalarUDF>]) -> anyhow::Result<Engine> {
        let (session, scheduler) = session::open(args, &[], functions).await?;
        Ok(Engine { session, scheduler })
    }
}
