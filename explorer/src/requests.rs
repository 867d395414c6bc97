//! Requests, from their limits to their answers.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use axum::Extension;
use axum::body::Body;
use axum::extract::{RawQuery, Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_MAX_AGE, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LOCATION, RETRY_AFTER,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use philidor_host::threads;
use serde_json::json;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};
use tokio::time::{Instant, timeout, timeout_at};

use crate::answer::Statistics;
use crate::index::Index;
use crate::limits::ServerLimits;
use crate::question::{Database, Question};
use crate::record;
use crate::served::Served;

/// How long clients may keep an answer.
pub(crate) const CACHE: &str = "public, max-age=600";
/// The most bytes of answers that are kept.
const MAX_KEPT: usize = 16 << 20;

/// What all requests share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) lichess: Arc<Served>,
    pub(crate) masters: Arc<Served>,
    pub(crate) limits: ServerLimits,
    pub(crate) requests: Arc<Semaphore>,
    pub(crate) searches: Arc<Semaphore>,
    pub(crate) kept: Mutex<Kept>,
    pub(crate) fault: fn(&str),
}

impl Shared {
    /// Looks at the folder of an index, and reports why what is new there is not served.
    fn look(&self, served: &Served) {
        if let Err(error) = served.look() {
            (self.fault)(&format!("error: games that were added are not served: {error:#}"));
        }
    }
}

/// A place among the requests that are under way. The work for a request holds it until it ends, even if no client
/// waits.
#[derive(Clone)]
pub(crate) struct Permit {
    _place: Arc<OwnedSemaphorePermit>,
}

/// Answers that were costly, by their questions: the first positions of games are asked for most, and have the most
/// entries.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    answers: std::collections::HashMap<String, Bytes>,
    bytes: usize,
}

impl Kept {
    fn put(&mut self, question: String, answer: &Bytes) {
        let bytes = question.len() + answer.len();
        if self.bytes + bytes > MAX_KEPT {
            *self = Kept::default();
        }
        self.bytes += bytes;
        self.answers.insert(question, answer.clone());
    }
}

/// What every request goes through: the limits, and the headers that let pages of other sites ask.
pub(crate) async fn guard(State(state): State<Arc<Shared>>, mut request: Request, next: Next) -> Response {
    let mut response = if request.method() == Method::OPTIONS {
        // A star stands for all headers but the one by which clients of Lichess say who they are.
        let methods = [
            (ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD, OPTIONS"),
            (ACCESS_CONTROL_ALLOW_HEADERS, "authorization, *"),
            (ACCESS_CONTROL_MAX_AGE, "86400"),
        ];
        (StatusCode::NO_CONTENT, methods).into_response()
    } else {
        match Arc::clone(&state.requests).try_acquire_owned() {
            Ok(permit) => {
                request.extensions_mut().insert(Permit { _place: Arc::new(permit) });
                let answered = timeout(state.limits.time, next.run(request)).await;
                answered
                    .unwrap_or_else(|_| fault(StatusCode::SERVICE_UNAVAILABLE, "the answer takes too long"))
            }
            Err(_) => busy(),
        }
    };
    response.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    response
}

/// Runs `work` on a thread that may wait for the disk. The error of a thread that the system does not start is that of
/// the request.
async fn on_disk<T: Send + 'static>(
    permit: Permit,
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    let (sender, done) = oneshot::channel();
    threads::start(move || {
        let _permit = permit;
        // No one listens any more to a request that has taken too long.
        let _ = sender.send(work());
    })?;
    done.await.map_err(anyhow::Error::from).flatten()
}

/// Asks an index on such a thread, and its successor if the files of the first one have gone. The index that has
/// answered is returned with the answer.
async fn ask<T: Send + 'static>(
    permit: Permit,
    served: Arc<Served>,
    question: impl Fn(&Index) -> Result<T> + Send + 'static,
) -> Result<(Arc<Index>, T)> {
    let asked = move || {
        let index = served.index();
        match question(&index) {
            Ok(answer) => Ok((index, answer)),
            Err(error) => {
                let index = served.successor(&index).ok_or(error)?;
                let answer = question(&index)?;
                Ok((index, answer))
            }
        }
    };
    on_disk(permit, asked).await
}

/// The index as it is now, after a look at its folder if it is time for one.
async fn now(state: &Arc<Shared>, permit: &Permit, served: &Arc<Served>) -> Arc<Index> {
    if served.is_due(state.limits.look) {
        let (state, served) = (Arc::clone(state), Arc::clone(served));
        let looked = on_disk(permit.clone(), move || {
            state.look(&served);
            Ok(())
        });
        // Any fault has been reported already.
        drop(looked.await);
    }
    served.index()
}

fn busy() -> Response {
    let mut response = fault(StatusCode::TOO_MANY_REQUESTS, "too many requests at once");
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    response
}

/// A refusal as JSON.
pub(crate) fn fault(status: StatusCode, text: impl Into<String>) -> Response {
    let body = json!({"error": text.into()}).to_string();
    (status, [(CONTENT_TYPE, "application/json")], body).into_response()
}

/// A fault of this machine, which clients need not understand.
fn own_fault(state: &Shared, error: &anyhow::Error) -> Response {
    (state.fault)(&format!("error: {error:#}"));
    fault(StatusCode::INTERNAL_SERVER_ERROR, "the index cannot be read")
}

pub(crate) async fn lichess(
    State(state): State<Arc<Shared>>,
    Extension(permit): Extension<Permit>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let served = Arc::clone(&state.lichess);
    answer(state, permit, served, Database::Lichess, query.unwrap_or_default(), &headers).await
}

pub(crate) async fn masters(
    State(state): State<Arc<Shared>>,
    Extension(permit): Extension<Permit>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let served = Arc::clone(&state.masters);
    answer(state, permit, served, Database::Masters, query.unwrap_or_default(), &headers).await
}

/// Answers a question about all games of an index.
async fn answer(
    state: Arc<Shared>,
    permit: Permit,
    served: Arc<Served>,
    database: Database,
    query: String,
    headers: &HeaderMap,
) -> Response {
    let question = match Question::read(database, &query) {
        Ok(question) => question,
        Err(error) => return fault(StatusCode::BAD_REQUEST, error.to_string()),
    };
    let index = now(&state, &permit, &served).await;
    let mut tag = tag_of(&index, database, &query);
    let kept_as = |index: &Index| format!("{} {database:?} {query}", index.manifest().fingerprint);
    let known = headers.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    if known.is_some_and(|known| known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag)) {
        return (StatusCode::NOT_MODIFIED, [(ETAG, tag), (CACHE_CONTROL, CACHE.to_owned())]).into_response();
    }
    let kept = {
        let kept = state.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.answers.get(&kept_as(&index)).cloned()
    };
    let body = match kept {
        Some(body) => body,
        None => {
            let asked = ask(permit, served, move |index| {
                let answer = Statistics::of(index, &question)?;
                anyhow::Ok(Bytes::from(serde_json::to_vec(&answer)?))
            });
            match asked.await {
                Ok((index, body)) => {
                    tag = tag_of(&index, database, &query);
                    let mut kept = state.kept.lock().unwrap_or_else(PoisonError::into_inner);
                    kept.put(kept_as(&index), &body);
                    body
                }
                Err(error) => return own_fault(&state, &error),
            }
        }
    };
    let headers =
        [(CONTENT_TYPE, "application/json".to_owned()), (ETAG, tag), (CACHE_CONTROL, CACHE.to_owned())];
    (headers, body).into_response()
}

/// The `ETag` of an answer, made of what changes it: the index, the program and the question.
fn tag_of(index: &Index, database: Database, query: &str) -> String {
    let text = format!("{} {database:?} {query}", env!("CARGO_PKG_VERSION"));
    format!("\"{}-{:08x}-{:x}\"", index.manifest().fingerprint, crc32fast::hash(text.as_bytes()), query.len())
}

/// Streams what is known of a player's games, a line of JSON at a time.
pub(crate) async fn player(State(state): State<Arc<Shared>>, RawQuery(query): RawQuery) -> Response {
    let question = match Question::read(Database::Player, &query.unwrap_or_default()) {
        Ok(question) => question,
        Err(error) => return fault(StatusCode::BAD_REQUEST, error.to_string()),
    };
    let Ok(permit) = Arc::clone(&state.searches).try_acquire_owned() else { return busy() };
    let (sender, receiver) = mpsc::channel::<String>(2);
    let end = Instant::now() + state.limits.search_time;
    // Whether what was sent is not the end, so that the connection has to be cut.
    let is_cut = Arc::new(AtomicBool::new(false));
    let cut = Arc::clone(&is_cut);
    let runtime = Handle::current();
    let search = move || {
        let _permit = permit;
        if state.lichess.is_due(state.limits.look) {
            state.look(&state.lichess);
        }
        let index = state.lichess.index();
        // A client that has gone needs no more; one that does not read is waited for until the end.
        let send = |line: String| {
            let sent = runtime.block_on(async { timeout_at(end, sender.send(line)).await });
            (matches!(sent, Ok(Ok(()))), sent.is_err())
        };
        let mut is_late = false;
        let found = Statistics::of_player(&index, &question, state.limits.report, |answer| {
            let Ok(line) = serde_json::to_string(answer) else { return false };
            let (is_sent, is_stuck) = send(line + "\n");
            is_late = is_stuck || (answer.queue_position != Some(0) && Instant::now() >= end);
            is_sent && !is_late
        });
        if let Err(error) = &found {
            (state.fault)(&format!("error: {error:#}"));
        }
        cut.store(is_late || found.is_err(), Relaxed);
        drop(sender);
    };
    if let Err(error) = threads::start(search) {
        return fault(StatusCode::SERVICE_UNAVAILABLE, error.to_string());
    }
    let lines = futures_util::stream::unfold(receiver, move |mut receiver| {
        let is_cut = Arc::clone(&is_cut);
        async move {
            if let Some(line) = receiver.recv().await {
                return Some((Ok(line), receiver));
            }
            let fault = || io::Error::other("the search did not come to its end");
            is_cut.swap(false, Relaxed).then(|| (Err(fault()), receiver))
        }
    });
    let headers = [(CONTENT_TYPE, "application/x-ndjson"), (CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(lines)).into_response()
}

/// A game as PGN. One that has its name from Lichess is not found by that name here: the client is redirected there.
pub(crate) async fn pgn(state: &Arc<Shared>, permit: Permit, database: Database, id: String) -> Response {
    let is_lichess = database == Database::Lichess;
    let unknown = || {
        if is_lichess && record::is_identifier(&id) {
            let there = format!("https://lichess.org/game/export/{id}");
            return (StatusCode::FOUND, [(LOCATION, there)]).into_response();
        }
        fault(StatusCode::NOT_FOUND, "there is no such game")
    };
    let Some(number) = record::number_of(&id) else { return unknown() };
    let served = Arc::clone(if is_lichess { &state.lichess } else { &state.masters });
    now(state, &permit, &served).await;
    let asked = ask(permit, served, move |index| {
        let row = index.game(number)?;
        let game = row.as_deref().and_then(|row| record::read(number, row));
        // The letters of the number may be those of another game's name.
        let own =
            game.filter(|game| !is_lichess || record::identifier(game) == record::own_identifier(number));
        own.map(|game| record::pgn(&game)).transpose()
    });
    match asked.await {
        Ok((_, Some(text))) => {
            ([(CONTENT_TYPE, "application/x-chess-pgn"), (CACHE_CONTROL, CACHE)], text).into_response()
        }
        Ok((_, None)) => unknown(),
        Err(error) => own_fault(state, &error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_that_no_client_waits_for_has_its_place_until_it_ends() {
        let places = Arc::new(Semaphore::new(1));
        let permit = Permit { _place: Arc::new(Arc::clone(&places).try_acquire_owned().unwrap()) };
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let (begin, mut begun) = mpsc::channel::<()>(1);
        let work = on_disk(permit, move || {
            begin.blocking_send(())?;
            Ok(ended.recv()?)
        });
        tokio::select! {
            _ = work => panic!("it has not ended"),
            _ = begun.recv() => {}
        }
        assert_eq!(places.available_permits(), 0);
        end.send(()).unwrap();
        drop(places.acquire().await.unwrap());
    }
}
