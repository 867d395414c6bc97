//! The server: Lichess's explorer API over indexes, and a page that asks it.
//!
//! ```text
//! /lichess   /masters   /player          counts for a position, as JSON
//! /master/pgn/ID  /masters/pgn/ID        a game, as PGN
//! /  /page.js  …                         the page and its files
//! ```
//!
//! No request may cost much: parameters are short, one position is read and a few games. [`ServerLimits`] says how many
//! requests and connections there may be at once, and of one address, and for how long. `/player` reads all games, so
//! only a few of them run at once.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Context, Result};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::routing::get;
use axum::{Extension, Router, middleware};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::sleep;

use crate::browser::FILES;
use crate::client::ClientStream;
use crate::connections::Connections;
use crate::index::Index;
use crate::limits::ServerLimits;
use crate::question::Database;
use crate::requests::{Permit, Shared, fault, guard, lichess, masters, pgn, player};
use crate::served::Served;

/// How long the server waits where the system has no room for another connection.
const RETRY: Duration = Duration::from_millis(50);
/// How long requests that are under way may take once the server is to end.
const PATIENCE: Duration = Duration::from_millis(300);

/// A server that has not begun to listen.
#[derive(Clone, Debug)]
pub struct Server {
    state: Arc<Shared>,
}

impl Server {
    /// A server of this index; `/masters` asks another one, if there is one. Games that a build adds to their folders
    /// are served from the next [look](ServerLimits::look) on.
    #[must_use]
    pub fn new(index: Index, masters: Option<Index>, limits: ServerLimits) -> Server {
        let lichess = Arc::new(Served::new(index));
        let masters = masters.map_or_else(|| Arc::clone(&lichess), |masters| Arc::new(Served::new(masters)));
        let requests = Arc::new(Semaphore::new(limits.requests));
        let searches = Arc::new(Semaphore::new(limits.searches));
        let (kept, fault) = (Mutex::default(), (|_| {}) as fn(&str));
        Server { state: Arc::new(Shared { lichess, masters, limits, requests, searches, kept, fault }) }
    }

    /// The same, which passes on what is wrong with the index or the machine, a line at a time.
    #[must_use]
    pub fn with_faults(mut self, fault: fn(&str)) -> Server {
        if let Some(state) = Arc::get_mut(&mut self.state) {
            state.fault = fault;
        }
        self
    }

    /// What answers requests, for programs that have a server of their own.
    pub fn router(&self) -> Router {
        let game = |database: Database| {
            get(
                async move |State(state): State<Arc<Shared>>,
                            Extension(permit): Extension<Permit>,
                            id: Result<Path<String>, PathRejection>| {
                    match id {
                        Ok(Path(id)) => pgn(&state, permit, database, id).await,
                        Err(rejection) => fault(StatusCode::BAD_REQUEST, rejection.body_text()),
                    }
                },
            )
        };
        let page = FILES.iter().enumerate().fold(Router::new(), |router, (number, file)| {
            let path = if number == 0 { "/".to_owned() } else { format!("/{}", file.name) };
            // Browsers ask each time, since files of different versions do not work together.
            let headers = [(CONTENT_TYPE, file.content_type()), (CACHE_CONTROL, "no-cache")];
            router.route(&path, get(async move || (headers, file.text)))
        });
        page.route("/lichess", get(lichess))
            .route("/masters", get(masters))
            .route("/master", get(masters))
            .route("/player", get(player))
            .route("/lichess/pgn/{id}", game(Database::Lichess))
            .route("/master/pgn/{id}", game(Database::Masters))
            .route("/masters/pgn/{id}", game(Database::Masters))
            .method_not_allowed_fallback(async || {
                fault(StatusCode::METHOD_NOT_ALLOWED, "only GET, HEAD and OPTIONS are answered")
            })
            .fallback(async || fault(StatusCode::NOT_FOUND, "there is nothing here"))
            .layer(middleware::from_fn_with_state(Arc::clone(&self.state), guard))
            .with_state(Arc::clone(&self.state))
    }

    /// Answers requests until `end`, and then for a fraction of a second those that are under way.
    ///
    /// # Errors
    ///
    /// What the system reports.
    pub async fn run(
        self,
        listener: TcpListener,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        let limits = self.state.limits;
        let (places, connections) =
            (Arc::new(Semaphore::new(limits.connections)), Connections::new(limits.idle));
        let (router, open) = (self.router(), GracefulShutdown::new());
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(limits.head_time);
        let mut end = pin!(end);
        loop {
            let next = async {
                let place = Arc::clone(&places).acquire_owned().await.map_err(io::Error::other)?;
                let (stream, address) = listener.accept().await?;
                io::Result::Ok((place, stream, address.ip()))
            };
            let (place, stream, address) = tokio::select! {
                () = &mut end => break,
                next = next => match next {
                    Ok(next) => next,
                    // The client has gone, or the system has no room for now.
                    Err(_) => {
                        sleep(RETRY).await;
                        continue;
                    }
                },
            };
            let connection = Arc::new(connections.enter(address));
            let (router, client) = (TowerToHyperService::new(router.clone()), Arc::clone(&connection));
            let service = service_fn(move |request| {
                let (under_way, answer) = (client.begin(), router.call(request));
                async move { Ok::<_, Infallible>(answer.await?.map(|body| under_way.until_sent(body))) }
            });
            let stream = TokioIo::new(ClientStream::new(stream, limits.write_time));
            let served = open.watch(http.serve_connection(stream, service));
            tokio::spawn(async move {
                tokio::select! {
                    // What goes wrong with a connection concerns its client alone.
                    _ = served => {}
                    () = connection.cut() => {}
                }
                drop(place);
            });
        }
        tokio::select! {
            () = open.shutdown() => {}
            () = sleep(PATIENCE) => {}
        }
        Ok(())
    }
}

/// Serves on an address until Ctrl-C or a request to end, and calls `ready` with the address once it listens.
///
/// # Errors
///
/// If the address cannot be listened to, or for what the system reports.
pub async fn serve(server: Server, address: SocketAddr, ready: impl FnOnce(SocketAddr)) -> Result<()> {
    let listener = TcpListener::bind(address).await.with_context(|| format!("cannot listen on {address}"))?;
    let end = ended()?;
    ready(listener.local_addr()?);
    Ok(server.run(listener, end).await?)
}

/// Waits for Ctrl-C, or for the signal by which systems end programs.
#[cfg(unix)]
fn ended() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut signals = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = signals.0.recv() => {}
            _ = signals.1.recv() => {}
        }
    })
}

/// Waits for Ctrl-C.
#[cfg(not(unix))]
fn ended() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async { drop(tokio::signal::ctrl_c().await) })
}
