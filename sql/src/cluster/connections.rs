//! Connections between workers, kept for a while: opening a new one for each fetch of results would use up the ports of
//! a machine.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use ballista_core::client::BallistaClient;
use ballista_core::client_pool::{BallistaClientPool, PooledClient};
use ballista_core::error::Result;
use ballista_core::extension::BallistaConfigGrpcEndpoint;
use ballista_core::utils::GrpcClientConfig;

/// How long an unused connection is kept.
const KEEP: Duration = Duration::from_secs(30);

/// The target of a connection, and how it is made.
type Address = (String, u16, GrpcClientConfig);

/// Unused connections, each with the time since which it has been unused; the newest is last.
type Idle = HashMap<Address, Vec<(Instant, BallistaClient)>>;

/// The connections of a worker to others.
#[derive(Default)]
pub(super) struct Connections(Arc<Mutex<Idle>>);

#[async_trait]
impl BallistaClientPool for Connections {
    async fn acquire(
        &self,
        host: &str,
        port: u16,
        config: &GrpcClientConfig,
        endpoint: Option<Arc<BallistaConfigGrpcEndpoint>>,
    ) -> Result<PooledClient> {
        let address = (host.to_owned(), port, config.clone());
        let idle = changed(&self.0, |idle| idle.get_mut(&address).and_then(Vec::pop));
        let client = match idle {
            Some((_, client)) => client,
            None => {
                BallistaClient::try_new(
                    host,
                    port,
                    config.max_message_size,
                    config.use_tls,
                    endpoint,
                    config.io_retries_times,
                    config.io_retry_wait_time_ms,
                    config.initial_connection_window_size,
                    config.initial_stream_window_size,
                )
                .await?
            }
        };
        let home = Arc::clone(&self.0);
        let back = move |client| {
            changed(&home, |idle| idle.entry(address).or_default().push((Instant::now(), client)));
        };
        Ok(PooledClient::new(client, Box::new(back)))
    }

    async fn evict_idle(&self) {
        changed(&self.0, |_| ());
    }
}

impl std::fmt::Debug for Connections {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Connections")
    }
}

/// Closes connections unused for long, and calls a function with the others.
fn changed<T>(idle: &Mutex<Idle>, act: impl FnOnce(&mut Idle) -> T) -> T {
    let mut idle = idle.lock().unwrap_or_else(PoisonError::into_inner);
    idle.retain(|_, clients| {
        clients.retain(|(since, _)| since.elapsed() < KEEP);
        !clients.is_empty()
    });
    act(&mut idle)
}
