//! Threads with a stack that a search fits in.
//!
//! A search begins a thread of its own, since its caller's stack may be small. That takes longer than a search of a few
//! hundred nodes, so a caller with many of these begins such a thread itself: searches with one thread stay on it.

use std::cell::Cell;
use std::io;
use std::thread::{JoinHandle, Scope, ScopedJoinHandle};

use philidor_host::threads::NewThread;

/// A line of 120 plies takes some two and a half MiB.
const STACK_BYTES: usize = 16 << 20;

thread_local! {
    static IS_SEARCH_THREAD: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread's stack is large enough for a search.
pub(crate) fn is_search_thread() -> bool {
    IS_SEARCH_THREAD.get()
}

/// Such a thread, before its start.
const NEW_THREAD: NewThread = NewThread::with_stack(STACK_BYTES);

/// What such a thread has to run.
fn on_search_thread<R>(run: impl FnOnce() -> R) -> impl FnOnce() -> R {
    move || {
        IS_SEARCH_THREAD.set(true);
        run()
    }
}

/// Starts a thread as [`spawn_search_thread`] does, without a scope: for a bot that outlives the function which starts
/// the thread.
///
/// # Errors
///
/// If the system has no thread to give.
///
/// ```
/// use philidor::Game;
/// use philidor_engine::{Bot, Control, Report, SearchLimits, standard, start_search_thread};
///
/// let thread = start_search_thread(|| {
///     let limits = SearchLimits::new().with_nodes(200);
///     standard().search(&Game::default(), &limits, &Control::new(), &mut |_: &Report| {}).best
/// })?;
/// assert!(thread.join().expect("no panic").is_some());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn start_search_thread<R: Send + 'static>(
    run: impl FnOnce() -> R + Send + 'static,
) -> io::Result<JoinHandle<R>> {
    NEW_THREAD.start(on_search_thread(run))
}

/// Spawns a thread with a stack deep enough to search on: single-threaded searches called from it run in place instead
/// of spawning another. For many short searches.
///
/// # Errors
///
/// If the system has no thread to give.
///
/// ```
/// use philidor::Game;
/// use philidor_engine::{Bot, Control, Report, SearchLimits, spawn_search_thread, standard};
///
/// let searches = || {
///     let mut bot = standard();
///     let limits = SearchLimits::new().with_nodes(200);
///     let mut search = || bot.search(&Game::default(), &limits, &Control::new(), &mut |_: &Report| {}).best;
///     (search(), search())
/// };
/// let (first, second) = std::thread::scope(|scope| {
///     spawn_search_thread(scope, searches).map(|thread| thread.join().expect("no panic"))
/// })?;
/// assert!(first.is_some() && second.is_some());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn spawn_search_thread<'scope, R: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    run: impl FnOnce() -> R + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, R>> {
    NEW_THREAD.start_in(scope, on_search_thread(run))
}
