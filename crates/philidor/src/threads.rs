//! Threads, as far as the system has them: a container or `ulimit -u` may refuse the next one.
//!
//! The library starts its threads here and nowhere else (`scripts/map` checks): the functions of the standard library
//! that return no error panic where a thread is refused, and a pool of rayon has all the threads that it was asked for,
//! or none.

use std::io;
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle};

/// Starts a thread.
#[cfg(feature = "rayon")]
fn start<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> io::Result<JoinHandle<R>> {
    #[cfg(test)]
    tests::take()?;
    Builder::new().spawn(work)
}

/// Starts a thread in a scope.
#[cfg(target_has_atomic = "64")]
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
/// ```
/// let pool = philidor::threads::pool(2).expect("a thread");
/// assert_eq!(pool.install(|| 1 + 1), 2);
/// ```
#[cfg(feature = "rayon")]
#[must_use]
pub fn pool(threads: usize) -> Option<rayon::ThreadPool> {
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
    let started = (0..threads).map_while(start_one).count();
    let builder = rayon::ThreadPoolBuilder::new().num_threads(started);
    let send = |place| places.send(place).map_err(|_| io::ErrorKind::BrokenPipe.into());
    if started == 0 { None } else { builder.spawn_handler(send).build().ok() }
}

/// Does work whose parallel parts run on up to this many threads: as many as the system starts, and if it starts none,
/// on the caller's.
///
/// ```
/// use rayon::prelude::*;
///
/// let sum: u64 = philidor::threads::in_pool(4, || (1..=100_u64).into_par_iter().sum());
/// assert_eq!(sum, 5050);
/// ```
#[cfg(feature = "rayon")]
pub fn in_pool<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    if let Some(pool) = pool(threads) {
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
mod tests {
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
