//! Threads, as far as the system has them: a container or `ulimit -u` may refuse the next one.
//!
//! The library starts its threads here and nowhere else (`scripts/map` checks): the functions of the standard library
//! that return no error panic where a thread is refused, and a pool of rayon has all the threads that it was asked for,
//! or none.

#[cfg(feature = "rayon")]
use alloc::vec::Vec;
use std::io;
#[cfg(feature = "rayon")]
use std::thread::JoinHandle;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// Starts a thread.
#[cfg(feature = "rayon")]
fn start<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> io::Result<JoinHandle<R>> {
    #[cfg(test)]
    tests::take()?;
    Builder::new().spawn(work)
}

/// Starts a thread in a scope.
#[cfg(any(target_has_atomic = "64", feature = "perft"))]
pub(crate) fn start_in<'scope, R: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> R + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, R>> {
    #[cfg(test)]
    tests::take()?;
    Builder::new().spawn_scoped(scope, work)
}

/// A pool of up to this many threads: as many as the system starts. `None` if it starts none.
///
/// The threads end some time after the pool is dropped; those of [`in_pool`] have ended when it returns. Needs the
/// feature `rayon`.
///
/// ```
/// let pool = philidor::threads::pool(2).expect("a thread");
/// assert_eq!(pool.install(|| 1 + 1), 2);
/// ```
#[cfg(feature = "rayon")]
#[must_use]
pub fn pool(threads: usize) -> Option<rayon::ThreadPool> {
    started(threads).map(|(pool, _)| pool)
}

/// A pool, and its threads.
#[cfg(feature = "rayon")]
fn started(threads: usize) -> Option<(rayon::ThreadPool, Vec<JoinHandle<()>>)> {
    use std::sync::{Arc, Mutex, PoisonError, mpsc::channel};

    let (places, receiver) = channel::<rayon::ThreadBuilder>();
    let receiver = Arc::new(Mutex::new(receiver));
    // The threads come first, and then the pool, which has a place for each of them.
    let start_one = |_| {
        let receiver = Arc::clone(&receiver);
        let work = move || {
            let place = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
            place.into_iter().for_each(rayon::ThreadBuilder::run);
        };
        start(work).ok()
    };
    let handles: Vec<JoinHandle<()>> = (0..threads).map_while(start_one).collect();
    if handles.is_empty() {
        return None;
    }
    let builder = rayon::ThreadPoolBuilder::new().num_threads(handles.len());
    let send = |place| places.send(place).map_err(|_| io::ErrorKind::BrokenPipe.into());
    let pool = builder.spawn_handler(send).build().ok()?;
    Some((pool, handles))
}

/// A pool whose threads have ended once the pool is dropped, even after a panic. A program that then unloads this
/// library, counts threads or forks finds none of them.
#[cfg(feature = "rayon")]
struct ScopedPool {
    pool: Option<rayon::ThreadPool>,
    handles: Vec<JoinHandle<()>>,
}

#[cfg(feature = "rayon")]
impl ScopedPool {
    /// Up to this many threads, like [`pool`].
    fn new(threads: usize) -> Option<ScopedPool> {
        started(threads).map(|(pool, handles)| ScopedPool { pool: Some(pool), handles })
    }

    /// Does work on the threads.
    fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

#[cfg(feature = "rayon")]
impl Drop for ScopedPool {
    fn drop(&mut self) {
        // The threads end when the pool is gone. What the work panicked with has reached the caller of `install`.
        drop(self.pool.take());
        self.handles.drain(..).for_each(|handle| _ = handle.join());
    }
}

/// Does work whose parallel parts run on up to this many threads: as many as the system starts, and if it starts none,
/// on the caller's. The threads have ended when it returns. Needs the feature `rayon`.
///
/// ```
/// use rayon::prelude::*;
///
/// let sum: u64 = philidor::threads::in_pool(4, || (1..=100_u64).into_par_iter().sum());
/// assert_eq!(sum, 5050);
/// ```
#[cfg(feature = "rayon")]
pub fn in_pool<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    if let Some(pool) = ScopedPool::new(threads) {
        return pool.install(work);
    }
    if rayon::current_thread_index().is_none() {
        // This thread stays a pool of its own, which has no threads to end.
        let builder = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
        core::mem::forget(builder.build());
    }
    work()
}

#[cfg(test)]
pub(crate) mod tests {
    use core::cell::Cell;

    use super::*;

    std::thread_local! {
        /// How many more threads the system starts for this one.
        static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
    }

    pub(super) fn take() -> io::Result<()> {
        let left = LEFT.get().checked_sub(1).ok_or(io::ErrorKind::WouldBlock)?;
        LEFT.set(left);
        Ok(())
    }

    /// Does work where the system starts no more than this many threads.
    pub(crate) fn with_at_most<R>(threads: usize, work: impl FnOnce() -> R) -> R {
        LEFT.set(threads);
        let result = work();
        LEFT.set(usize::MAX);
        result
    }

    /// Each thread of the pool keeps a value until its very end, later than its last work.
    #[cfg(feature = "rayon")]
    #[test]
    #[cfg_attr(miri, ignore)] // the thread pool is slow under Miri
    fn the_threads_have_ended_when_the_pool_is_gone() {
        use std::sync::Arc;

        std::thread_local! {
            static KEPT: Cell<Option<Arc<()>>> = const { Cell::new(None) };
        }
        let kept = Arc::new(());
        let keep = |_: rayon::BroadcastContext<'_>| KEPT.set(Some(Arc::clone(&kept)));
        in_pool(3, || rayon::broadcast(keep));
        assert_eq!(Arc::strong_count(&kept), 1);
        let panics = || in_pool(2, || rayon::broadcast(|_| panic!("on purpose")));
        assert!(std::panic::catch_unwind(panics).is_err());
    }

    #[cfg(feature = "rayon")]
    #[test]
    #[cfg_attr(miri, ignore)] // the thread pool is slow under Miri
    fn a_pool_has_the_threads_that_there_are() {
        use rayon::prelude::*;
        for started in 0..4 {
            let size = with_at_most(started, || pool(3)).map(|pool| pool.current_num_threads());
            assert_eq!(size, Some(started.min(3)).filter(|&size| size > 0));
            // Twice, since the first time leaves this thread in a pool of its own.
            for _ in 0..2 {
                let squares = || (0..100_u64).into_par_iter().map(|number| number * number).sum::<u64>();
                assert_eq!(with_at_most(started, || in_pool(3, squares)), 328_350, "{started}");
            }
        }
    }
}
