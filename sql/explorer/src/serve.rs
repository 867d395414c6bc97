//! The server: Lichess's explorer API over indexes, and a page that asks it.
//!
//! ```text
//! /lichess   /masters   /player          counts for a position, as JSON
//! /master/pgn/ID  /masters/pgn/ID        a game, as PGN
//! /                                      the page
//! ```
//!
//! No request may cost much: parameters are short, one position is read and a few games, so many requests at once and no
//! more, for so long and no longer. `/player` reads all games, and so few of them run at once.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};
use axum::Router;
use axum::body::Body;
use axum::extract::{Path, RawQuery, Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL,
    CONTENT_TYPE, ETAG, IF_NONE_MATCH, RETRY_AFTER,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::answer::Answer;
use crate::index::Index;
use crate::question::{Database, Question};
use crate::record;

/// How long clients may keep an answer.
const CACHE: &str = "public, max-age=600";
/// The page.
pub(crate) const PAGE: &str = include_str!("browser/index.html");
/// The most bytes of answers that are kept.
const MOST_KEPT: usize = 16 << 20;
/// How often a search for a player's games reports.
const REPORT: Duration = Duration::from_secs(1);
/// How long requests that are under way may take once the server is to end.
const PATIENCE: Duration = Duration::from_millis(300);

/// What a server allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// How many requests may be under way at once; any more are refused with status 429.
    pub requests: usize,
    /// How many of them may look for a player's games.
    pub searches: usize,
    /// How long an answer may take; then the status is 503.
    pub time: Duration,
    /// How long a search for a player's games may take; then it ends with what is known.
    pub search_time: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            requests: 256,
            searches: 2,
            time: Duration::from_secs(10),
            search_time: Duration::from_secs(60),
        }
    }
}

/// A server that has not begun to listen.
#[derive(Clone, Debug)]
pub struct Server {
    state: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    lichess: Arc<Index>,
    masters: Arc<Index>,
    limits: Limits,
    requests: Arc<Semaphore>,
    searches: Arc<Semaphore>,
    kept: Mutex<Kept>,
}

/// Answers that were costly, by their questions: the first positions of games are asked for most, and have the most
/// entries.
#[derive(Debug, Default)]
struct Kept {
    answers: std::collections::HashMap<String, Bytes>,
    bytes: usize,
}

impl Kept {
    fn put(&mut self, question: String, answer: &Bytes) {
        let bytes = question.len() + answer.len();
        if self.bytes + bytes > MOST_KEPT {
            *self = Kept::default();
        }
        self.bytes += bytes;
        self.answers.insert(question, answer.clone());
    }
}

impl Server {
    /// A server of this index; `/masters` asks another one, if there is one.
    #[must_use]
    pub fn new(index: Index, masters: Option<Index>, limits: Limits) -> Server {
        let lichess = Arc::new(index);
        let masters = masters.map_or_else(|| Arc::clone(&lichess), Arc::new);
        let requests = Arc::new(Semaphore::new(limits.requests));
        let searches = Arc::new(Semaphore::new(limits.searches));
        Server {
            state: Arc::new(Shared { lichess, masters, limits, requests, searches, kept: Mutex::default() }),
        }
    }

    /// What answers requests, for programs that have a server of their own.
    pub fn router(&self) -> Router {
        let pgn = |index: fn(&Shared) -> &Arc<Index>| {
            get(move |State(state): State<Arc<Shared>>, Path(id): Path<String>| async move {
                pgn(index(&state), id).await
            })
        };
        Router::new()
            .route("/lichess", get(lichess))
            .route("/masters", get(masters))
            .route("/master", get(masters))
            .route("/player", get(player))
            .route("/lichess/pgn/{id}", pgn(|state| &state.lichess))
            .route("/master/pgn/{id}", pgn(|state| &state.masters))
            .route("/masters/pgn/{id}", pgn(|state| &state.masters))
            .route(
                "/",
                get(async || ([(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, CACHE)], PAGE)),
            )
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
        let ending = Arc::new(tokio::sync::Notify::new());
        let noted = Arc::clone(&ending);
        let end = async move {
            end.await;
            noted.notify_one();
        };
        let served = axum::serve(listener, self.router()).with_graceful_shutdown(end);
        tokio::select! {
            ended = served.into_future() => ended,
            () = async { ending.notified().await; tokio::time::sleep(PATIENCE).await } => Ok(()),
        }
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

/// What every request goes through: the limits, and the headers that let pages of other sites ask.
async fn guard(State(state): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let mut response = if request.method() == Method::OPTIONS {
        let methods =
            [(ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD, OPTIONS"), (ACCESS_CONTROL_ALLOW_HEADERS, "*")];
        (StatusCode::NO_CONTENT, methods).into_response()
    } else {
        match Arc::clone(&state.requests).try_acquire_owned() {
            Ok(permit) => limited(&state, permit, next.run(request)).await,
            Err(_) => busy(),
        }
    };
    response.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    response
}

async fn limited(
    state: &Shared,
    permit: OwnedSemaphorePermit,
    answer: impl Future<Output = Response>,
) -> Response {
    let answered = timeout(state.limits.time, answer).await;
    drop(permit);
    answered.unwrap_or_else(|_| fault(StatusCode::SERVICE_UNAVAILABLE, "the answer takes too long"))
}

fn busy() -> Response {
    let mut response = fault(StatusCode::TOO_MANY_REQUESTS, "too many requests at once");
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    response
}

/// A refusal as JSON.
fn fault(status: StatusCode, text: impl Into<String>) -> Response {
    let body = json!({"error": text.into()}).to_string();
    (status, [(CONTENT_TYPE, "application/json")], body).into_response()
}

/// A fault of this machine, which clients need not understand.
fn own_fault(error: &anyhow::Error) -> Response {
    eprintln!("error: {error:#}");
    fault(StatusCode::INTERNAL_SERVER_ERROR, "the index cannot be read")
}

async fn lichess(
    State(state): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let index = Arc::clone(&state.lichess);
    answer(state, index, Database::Lichess, query.unwrap_or_default(), &headers).await
}

async fn masters(
    State(state): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let index = Arc::clone(&state.masters);
    answer(state, index, Database::Masters, query.unwrap_or_default(), &headers).await
}

/// Answers a question about all games of an index.
async fn answer(
    state: Arc<Shared>,
    index: Arc<Index>,
    database: Database,
    query: String,
    headers: &HeaderMap,
) -> Response {
    let question = match Question::read(database, &query) {
        Ok(question) => question,
        Err(error) => return fault(StatusCode::BAD_REQUEST, error.to_string()),
    };
    let tag = tag(&index, database, &query);
    let kept_as = format!("{database:?} {query}");
    let known = headers.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    if known.is_some_and(|known| known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag)) {
        return (StatusCode::NOT_MODIFIED, [(ETAG, tag), (CACHE_CONTROL, CACHE.to_owned())]).into_response();
    }
    let kept = {
        let kept = state.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.answers.get(&kept_as).cloned()
    };
    let body = match kept {
        Some(body) => body,
        None => {
            let asked = spawn_blocking(move || {
                let answer = Answer::of(&index, &question)?;
                anyhow::Ok(Bytes::from(serde_json::to_vec(&answer)?))
            });
            match asked.await.map_err(anyhow::Error::from).flatten() {
                Ok(body) => {
                    state.kept.lock().unwrap_or_else(PoisonError::into_inner).put(kept_as, &body);
                    body
                }
                Err(error) => return own_fault(&error),
            }
        }
    };
    let headers =
        [(CONTENT_TYPE, "application/json".to_owned()), (ETAG, tag), (CACHE_CONTROL, CACHE.to_owned())];
    (headers, body).into_response()
}

/// What changes with an answer: the index, the program and the question.
fn tag(index: &Index, database: Database, query: &str) -> String {
    let text = format!("{} {database:?} {query}", env!("CARGO_PKG_VERSION"));
    format!("\"{}-{:08x}-{:x}\"", index.manifest().fingerprint, crc32fast::hash(text.as_bytes()), query.len())
}

/// Streams what is known of a player's games, a line of JSON at a time.
async fn player(State(state): State<Arc<Shared>>, RawQuery(query): RawQuery) -> Response {
    let question = match Question::read(Database::Player, &query.unwrap_or_default()) {
        Ok(question) => question,
        Err(error) => return fault(StatusCode::BAD_REQUEST, error.to_string()),
    };
    let Ok(permit) = Arc::clone(&state.searches).try_acquire_owned() else { return busy() };
    let (sender, receiver) = mpsc::channel::<Result<String, io::Error>>(2);
    let (index, end) = (Arc::clone(&state.lichess), std::time::Instant::now() + state.limits.search_time);
    spawn_blocking(move || {
        let _permit = permit;
        let found = Answer::of_player(&index, &question, REPORT, |answer| {
            let Ok(line) = serde_json::to_string(answer) else { return false };
            // A client that has gone needs no more.
            sender.blocking_send(Ok(line + "\n")).is_ok() && std::time::Instant::now() < end
        });
        if let Err(error) = found {
            eprintln!("error: {error:#}");
            let _ = sender.blocking_send(Err(io::Error::other("the index cannot be read")));
        }
    });
    let lines =
        futures_util::stream::unfold(receiver, async |mut receiver| Some((receiver.recv().await?, receiver)));
    let headers = [(CONTENT_TYPE, "application/x-ndjson"), (CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(lines)).into_response()
}

/// A game as PGN.
async fn pgn(index: &Arc<Index>, id: String) -> Response {
    let unknown = || fault(StatusCode::NOT_FOUND, "there is no such game");
    let Some(number) = record::number_of(&id) else { return unknown() };
    let index = Arc::clone(index);
    let asked = spawn_blocking(move || {
        let row = index.game(number)?;
        row.as_deref().and_then(|row| record::read(number, row)).map(|game| record::pgn(&game)).transpose()
    });
    match asked.await.map_err(anyhow::Error::from).flatten() {
        Ok(Some(text)) => {
            ([(CONTENT_TYPE, "application/x-chess-pgn"), (CACHE_CONTROL, CACHE)], text).into_response()
        }
        Ok(None) => unknown(),
        Err(error) => own_fault(&error),
    }
}
