//! `philidor-sql cluster scheduler`: takes statements, splits them into tasks, and hands these to workers.

use std::io::{Write, stdout};
use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context;
use ballista_core::config::TaskSchedulingPolicy;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use datafusion::logical_expr::ScalarUDF;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use tokio::net::TcpListener;

use super::{host, stop_requested};
use crate::args::SchedulerArgs;
use crate::ending::Ending;
use crate::{files, session};

/// How often to look for silent workers, in seconds.
const LOOK_FOR_DEAD: u64 = 15;

/// Runs a scheduler until it is asked to stop.
pub(crate) async fn run(args: &SchedulerArgs, functions: Vec<Arc<ScalarUDF>>) -> anyhow::Result<Ending> {
    let wanted = SocketAddr::new(args.listen, args.port);
    let listener = TcpListener::bind(wanted).await.with_context(|| format!("cannot listen on {wanted}"))?;
    let address = listener.local_addr()?;
    let host = args.host.clone().unwrap_or_else(|| host(args.listen));
    let config = SchedulerConfig {
        external_host: host.clone(),
        bind_host: args.listen.to_string(),
        bind_port: address.port(),
        executor_timeout_seconds: args.worker_timeout,
        expire_dead_executor_interval_seconds: LOOK_FOR_DEAD.min(args.worker_timeout / 4).max(1),
        no_executors_grace_period_seconds: args.no_worker_timeout,
        scheduling_policy: TaskSchedulingPolicy::PullStaged,
        override_config_producer: Some(session::settings_of_clients()),
        override_session_builder: Some(Arc::new(move |config| {
            session::state(config, &functions).map(files::comparing)
        })),
        ..SchedulerConfig::default()
    };
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let scheduler = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, Arc::new(config)).await?;
    let port = address.port();
    writeln!(stdout(), "scheduler on {address}: query it with --cluster df://{host}:{port}")?;
    tokio::select! {
        served = start_grpc_service_with_listener(listener, scheduler) => served?,
        () = stop_requested() => {}
    }
    Ok(Ending::Done)
}
