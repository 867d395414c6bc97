//! Chunks of a file, worked on by several threads, with the results in the order of the file.
//!
//! ```text
//! one thread      reads chunks, each into memory that is reused
//! many threads    work on one chunk each
//! the caller      takes the results in order
//! ```
//!
//! The number of chunks under way is bounded, so that a file may be larger than memory: a chunk is read once the result
//! of an earlier one has been taken, and into the memory of that one, which the system need not clear again.
//!
//! With one thread the caller does everything, chunk by chunk.

use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvError, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::in_order::InOrder;
use super::wait;
use crate::threads::start_in;

/// A chunk of a file: its number, the slot that holds its place and its result, and its bytes.
struct Chunk {
    number: usize,
    slot: usize,
    bytes: Vec<u8>,
}

/// The parts of a chunk under way that have the caller's types.
struct Slot<P, T> {
    place: Option<P>,
    result: Option<T>,
}

/// Reads chunks, works on each with `threads` threads, and passes the results to `take` in order, until `take` breaks
/// or the chunks end.
///
/// `next_chunk` fills a buffer with the next chunk, in place of what it holds, and returns the chunk's place, or `None`
/// at the end.
///
/// # Errors
///
/// An error of `take`, at once; an error of `next_chunk`, after everything that was read before it. What the system
/// reports if it cannot start the reading thread and one worker; fewer workers than asked for are enough.
///
/// ```
/// use std::num::NonZero;
/// use std::ops::ControlFlow;
///
/// let mut words = "to be or not to be".split(' ');
/// let next_chunk = |bytes: &mut Vec<u8>| {
///     Ok(words.next().map(|word| *bytes = word.as_bytes().to_vec()))
/// };
/// let mut lengths = Vec::new();
/// let take = |length| {
///     lengths.push(length);
///     Ok(ControlFlow::Continue(()))
/// };
/// let threads = NonZero::new(3).expect("three");
/// philidor_host::pipeline::run(next_chunk, threads, |(), bytes| bytes.len(), take)?;
/// assert_eq!(lengths, [2, 2, 2, 3, 2, 2]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn run<P: Send, T: Send>(
    mut next_chunk: impl FnMut(&mut Vec<u8>) -> io::Result<Option<P>> + Send,
    threads: NonZero<usize>,
    work: impl Fn(P, &[u8]) -> T + Sync,
    mut take: impl FnMut(T) -> io::Result<ControlFlow<()>>,
) -> io::Result<()> {
    if threads.get() == 1 {
        return run_alone(next_chunk, work, take);
    }
    let under_way = 2 * threads.get() + 1;
    let slots: Vec<_> = (0..under_way).map(|_| Mutex::new(Slot { place: None, result: None })).collect();
    let lock = |slot: usize| slots[slot].lock().unwrap_or_else(PoisonError::into_inner);
    let mut next_chunk = |slot: usize, bytes: &mut Vec<u8>| {
        let place = next_chunk(bytes)?;
        let has_chunk = place.is_some();
        lock(slot).place = place;
        Ok(has_chunk)
    };
    let work = |slot: usize, bytes: &[u8]| {
        let place = lock(slot).place.take();
        let result = place.map(|place| work(place, bytes));
        lock(slot).result = result;
    };
    let mut take = |slot: usize| {
        let result = lock(slot).result.take();
        result.map_or(Ok(ControlFlow::Continue(())), &mut take)
    };
    run_slots(under_way, threads, &mut next_chunk, &work, &mut take)
}

/// The core of [`run`], which knows slots by their numbers and no types: compiled once, not once for each caller.
fn run_slots(
    under_way: usize,
    threads: NonZero<usize>,
    next_chunk: &mut (dyn FnMut(usize, &mut Vec<u8>) -> io::Result<bool> + Send),
    work: &(dyn Fn(usize, &[u8]) + Sync),
    take: &mut dyn FnMut(usize) -> io::Result<ControlFlow<()>>,
) -> io::Result<()> {
    let (permits, permitted) = permits((0..under_way).map(|slot| (slot, Vec::new())));
    let (chunks, to_do) = sync_channel(under_way);
    let to_do = Mutex::new(to_do);
    let (results, done) = channel();
    let given_up = Arc::new(AtomicBool::new(false));
    thread::scope(|scope| {
        let end = GiveUp(&given_up);
        let until = Arc::clone(&given_up);
        let reading = start_in(scope, move || {
            wait::read_until(until);
            read(next_chunk, &permitted, &chunks)
        })?;
        for number in 0..threads.get() {
            let (to_do, results) = (&to_do, results.clone());
            let worker = start_in(scope, move || {
                while let Ok(chunk) = next(to_do) {
                    work(chunk.slot, &chunk.bytes);
                    if results.send(chunk).is_err() {
                        return; // the caller takes no more results
                    }
                }
            });
            match worker {
                Err(error) if number == 0 => return Err(error),
                Err(_) => break,
                Ok(_) => {}
            }
        }
        drop(results);
        let taken = take_in_order(&done, &permits, take);
        // Now the workers cannot send results, nor the reader chunks, so all of them end; a reader that waits for a
        // pipe ends, too.
        drop((end, done, permits));
        while next(&to_do).is_ok() {}
        let read = reading.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        match taken? {
            // Nothing after that matters, not even a truncated archive.
            ControlFlow::Break(()) => Ok(()),
            ControlFlow::Continue(()) => read,
        }
    })
}

/// Stops the reader when it is dropped, even if that happens because the caller panics.
struct GiveUp<'a>(&'a AtomicBool);

impl Drop for GiveUp<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Permits to read a chunk, each with something to use for it, such as memory.
pub fn permits<M>(with: impl ExactSizeIterator<Item = M>) -> (SyncSender<M>, Receiver<M>) {
    let (permits, permitted) = sync_channel(with.len());
    for permit in with {
        // The channel has room for all of them.
        let _ = permits.send(permit);
    }
    (permits, permitted)
}

/// The next task of a queue that several threads share.
///
/// # Errors
///
/// The queue is empty and closed.
pub fn next<T>(tasks: &Mutex<Receiver<T>>) -> Result<T, RecvError> {
    tasks.lock().unwrap_or_else(PoisonError::into_inner).recv()
}

/// [`run`] without other threads: each chunk is read when the one before is done, and into the same memory.
fn run_alone<P, T>(
    mut next_chunk: impl FnMut(&mut Vec<u8>) -> io::Result<Option<P>>,
    work: impl Fn(P, &[u8]) -> T,
    mut take: impl FnMut(T) -> io::Result<ControlFlow<()>>,
) -> io::Result<()> {
    let mut bytes = Vec::new();
    while let Some(place) = next_chunk(&mut bytes)? {
        if take(work(place, &bytes))?.is_break() {
            break;
        }
    }
    Ok(())
}

fn take_in_order(
    done: &Receiver<Chunk>,
    permits: &SyncSender<(usize, Vec<u8>)>,
    take: &mut dyn FnMut(usize) -> io::Result<ControlFlow<()>>,
) -> io::Result<ControlFlow<()>> {
    let mut results = InOrder::default();
    while let Ok(chunk) = done.recv() {
        results.put(chunk.number, chunk);
        while let Some(Chunk { slot, bytes, .. }) = results.take() {
            if take(slot)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            // The reader may have ended and need no more permits.
            let _ = permits.send((slot, bytes));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Reads chunks, each with a permit.
fn read(
    next_chunk: &mut dyn FnMut(usize, &mut Vec<u8>) -> io::Result<bool>,
    permitted: &Receiver<(usize, Vec<u8>)>,
    chunks: &SyncSender<Chunk>,
) -> io::Result<()> {
    for number in 0.. {
        let Ok((slot, mut bytes)) = permitted.recv() else { break };
        if !next_chunk(slot, &mut bytes)? || chunks.send(Chunk { number, slot, bytes }).is_err() {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::with_at_most;

    const CHUNKS: usize = 10_000;

    fn numbers(up_to: usize) -> impl FnMut(&mut Vec<u8>) -> io::Result<Option<usize>> + Send {
        let mut number = 0;
        move |bytes| {
            bytes.clear();
            bytes.extend(number.to_string().bytes());
            number += 1;
            if number > up_to { Err(io::Error::other("the disk is gone")) } else { Ok(Some(number - 1)) }
        }
    }

    /// Every third chunk takes longer, so that results arrive out of order.
    fn work(number: usize, bytes: &[u8]) -> usize {
        if number.is_multiple_of(3) {
            thread::yield_now();
        }
        assert_eq!(bytes, number.to_string().as_bytes());
        number
    }

    #[test]
    fn results_are_taken_in_order_and_an_error_of_reading_comes_after_them() {
        for threads in [1, 2, 7] {
            let threads = NonZero::new(threads).expect("at least one");
            let mut taken = Vec::new();
            let outcome = run(numbers(CHUNKS), threads, work, |number| {
                taken.push(number);
                Ok(ControlFlow::Continue(()))
            });
            assert_eq!(outcome.expect_err("an error").to_string(), "the disk is gone");
            assert!(taken.into_iter().eq(0..CHUNKS), "{threads} threads");
        }
    }

    #[test]
    fn without_threads_there_is_an_error_and_one_that_works_is_enough() {
        for started in 0..=4 {
            let (mut read, mut taken) = (0, 0);
            let mut next_chunk = |_: usize, _: &mut Vec<u8>| {
                read += 1;
                Ok(read <= 100)
            };
            let mut take = |_: usize| {
                taken += 1;
                Ok(ControlFlow::Continue(()))
            };
            let threads = NonZero::new(3).expect("three");
            let outcome =
                with_at_most(started, || run_slots(7, threads, &mut next_chunk, &|_, _| (), &mut take));
            if started < 2 {
                let error = outcome.expect_err("no worker").to_string();
                assert!(error.starts_with("cannot start a thread: "), "{error}");
            } else {
                outcome.expect("a worker");
                assert_eq!(taken, 100, "{started} threads");
            }
        }
    }

    #[test]
    fn a_break_and_an_error_of_the_taker_end_everything() {
        for threads in [1, 2, 7] {
            let threads = NonZero::new(threads).expect("at least one");
            let mut taken = 0;
            let outcome = run(numbers(CHUNKS), threads, work, |number| {
                taken += 1;
                Ok(if number == 20 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            });
            // The reader may reach its error before it notices the end, but the results taken are certain.
            assert!(outcome.is_ok(), "{outcome:?}");
            assert_eq!(taken, 21, "{threads} threads");
            let refused = run(numbers(CHUNKS), threads, work, |_| Err(io::Error::other("full")));
            assert_eq!(refused.expect_err("an error").to_string(), "full");
        }
    }
}
