//! Threads, as far as the system has them: a container or `ulimit -u` may refuse the next one.
//!
//! ```text
//! start, start_in    one thread, or the error that says that there is none
//! share              one piece of work on up to so many threads, of which the caller's is one
//! for_each           each of some items on one of those threads
//! ```
//!
//! Everything beside the library starts its threads here, since the functions of the standard library that return no
//! error panic where a thread is refused (`scripts/map` checks).

use std::cell::RefCell;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle, Scope, ScopedJoinHandle};

/// A thread that is to be started.
#[derive(Clone, Copy, Debug, Default)]
pub struct NewThread {
    stack_bytes: Option<usize>,
}

impl NewThread {
    /// A thread with a stack of this size.
    pub const fn with_stack(bytes: usize) -> NewThread {
        NewThread { stack_bytes: Some(bytes) }
    }

    /// Starts it.
    ///
    /// # Errors
    ///
    /// The system does not start a thread.
    pub fn start<R: Send + 'static>(
        self,
        work: impl FnOnce() -> R + Send + 'static,
    ) -> io::Result<JoinHandle<R>> {
        let permit = Permit::take().map_err(refused)?;
        self.builder().spawn(move || permit.hold_for(work)).map_err(refused)
    }

    /// Starts it in a scope.
    ///
    /// # Errors
    ///
    /// The system does not start a thread.
    pub fn start_in<'scope, R: Send + 'scope>(
        self,
        scope: &'scope Scope<'scope, '_>,
        work: impl FnOnce() -> R + Send + 'scope,
    ) -> io::Result<ScopedJoinHandle<'scope, R>> {
        let permit = Permit::take().map_err(refused)?;
        self.builder().spawn_scoped(scope, move || permit.hold_for(work)).map_err(refused)
    }

    fn builder(self) -> thread::Builder {
        let builder = thread::Builder::new();
        match self.stack_bytes {
            Some(bytes) => builder.stack_size(bytes),
            None => builder,
        }
    }
}

/// The system's own words say only that something is not available.
fn refused(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot start a thread: {error}"))
}

/// Starts a thread.
///
/// # Errors
///
/// The system does not start a thread.
///
/// ```
/// let sum = philidor_host::threads::start(|| 1 + 1)?;
/// assert_eq!(sum.join().expect("no panic"), 2);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn start<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> io::Result<JoinHandle<R>> {
    NewThread::default().start(work)
}

/// Starts a thread in a scope.
///
/// # Errors
///
/// The system does not start a thread.
pub fn start_in<'scope, R: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> R + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, R>> {
    NewThread::default().start_in(scope, work)
}

/// Does work on up to this many threads at once, of which the caller's is one: as many as the system starts.
///
/// # Panics
///
/// If the work does.
///
/// ```
/// use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
///
/// let (next, sum) = (AtomicUsize::new(1), AtomicUsize::new(0));
/// philidor_host::threads::share(4, &|| {
///     while let Some(number) = Some(next.fetch_add(1, Relaxed)).filter(|number| *number <= 100) {
///         sum.fetch_add(number, Relaxed);
///     }
/// });
/// assert_eq!(sum.into_inner(), 5050);
/// ```
pub fn share(threads: usize, work: &(dyn Fn() + Sync)) {
    thread::scope(|scope| {
        // The threads that are not started leave their part to the others.
        let others = (1..threads).map_while(|_| start_in(scope, work).ok());
        let others: Vec<ScopedJoinHandle<'_, ()>> = others.collect();
        work();
        for other in others {
            other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
}

/// Works on each item, on up to this many threads at once, of which the caller's is one: as many as the system starts.
///
/// # Panics
///
/// If the work does.
///
/// ```
/// let mut squares = [1, 2, 3, 4];
/// philidor_host::threads::for_each(2, squares.iter_mut(), |number| *number *= *number);
/// assert_eq!(squares, [1, 4, 9, 16]);
/// ```
pub fn for_each<T: Send>(threads: usize, items: impl Iterator<Item = T> + Send, work: impl Fn(T) + Sync) {
    let items = Mutex::new(items);
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    share(threads, &|| {
        while let Some(item) = next() {
            work(item);
        }
    });
}

/// How many threads the system starts now, at most this many: for those that have to say how many they need before they
/// start any. All of them have ended when this returns, so that the system can start as many again.
pub fn available(most: usize) -> usize {
    let (all_started, waits) = channel::<()>();
    let waits = Mutex::new(waits);
    let wait = || _ = waits.lock().unwrap_or_else(PoisonError::into_inner).recv();
    thread::scope(|scope| {
        let started: Vec<_> = (0..most).map_while(|_| start_in(scope, wait).ok()).collect();
        drop(all_started);
        // A scope waits for the work of its threads, and not for their ends.
        let count = started.len();
        started.into_iter().for_each(|thread| drop(thread.join()));
        count
    })
}

/// Does work as on a system that runs no more than this many threads for it, for tests of what is done then.
pub fn with_at_most<R>(threads: usize, work: impl FnOnce() -> R) -> R {
    let before = LEFT.replace(Some(Arc::new(AtomicUsize::new(threads))));
    let result = work();
    LEFT.set(before);
    result
}

/// How many threads may still be started.
type Left = Option<Arc<AtomicUsize>>;

thread_local! {
    /// The same for this thread and those that were started here; without a limit in general.
    static LEFT: RefCell<Left> = const { RefCell::new(None) };
}

/// What a thread has been started with, and gives back when it ends.
struct Permit(Left);

impl Permit {
    fn take() -> io::Result<Permit> {
        let left = LEFT.with_borrow(Left::clone);
        let take = |left: &Arc<AtomicUsize>| left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1));
        match left.as_ref().map(take) {
            Some(Err(_)) => Err(io::ErrorKind::WouldBlock.into()),
            _ => Ok(Permit(left)),
        }
    }

    fn hold_for<R>(self, work: impl FnOnce() -> R) -> R {
        LEFT.set(self.0.clone());
        work()
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.iter().for_each(|left| _ = left.fetch_add(1, Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;

    #[test]
    fn work_is_done_by_as_many_threads_as_there_are() {
        for started in 0..4 {
            let (seen, sum) = (Mutex::new(Vec::new()), AtomicUsize::new(0));
            with_at_most(started, || {
                let all = Barrier::new(1 + started.min(2));
                share(3, &|| {
                    seen.lock().expect("no panic").push(thread::current().id());
                    all.wait();
                });
                for_each(3, 1..=100, |number| _ = sum.fetch_add(number, Relaxed));
            });
            let mut seen = seen.into_inner().expect("no panic");
            assert!(seen.contains(&thread::current().id()));
            assert_eq!((seen.len(), sum.into_inner()), (1 + started.min(2), 5050), "{started}");
            assert_eq!(with_at_most(started, || available(2)), started.min(2));
            seen.dedup();
            assert_eq!(seen.len(), 1 + started.min(2));
        }
    }

    #[test]
    fn a_thread_that_is_refused_is_an_error_wherever_it_is_asked_for() {
        let error = with_at_most(0, || start(|| ())).map(drop).expect_err("none is left");
        assert!(error.to_string().starts_with("cannot start a thread: "), "{error}");
        let inner = with_at_most(1, || start(|| start(|| ()).is_ok())).expect("one is left");
        assert!(!inner.join().expect("no panic"), "the second one");
        // No system has addresses for such a stack.
        let error = NewThread::with_stack(usize::MAX / 2).start(|| ()).map(drop).expect_err("no room");
        assert!(error.to_string().starts_with("cannot start a thread: "), "{error}");
        assert!(start(|| ()).is_ok());
    }
}
