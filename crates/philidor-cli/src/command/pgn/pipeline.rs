//! Work on a file of games by several threads, with results in the order of the file.
//!
//! ```text
//! one thread   reads, unpacks, cuts between games     a megabyte at a time, with its place in the file
//! so many      work on one part each
//! the caller   takes the results in order
//! ```
//!
//! Only so many parts are on their way at once, so that a file may be larger than memory: a part is read when the
//! result of an earlier one was taken, and into its memory, which the system need not clear again.
//!
//! Where one thread is asked for, the caller does all of it, in parts that stay in the cache of its core.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use philidor::pgn::{Chunks, Place};

use super::input::Source;

/// How large a part should be.
pub(super) const PART: usize = 1 << 20;

/// How large a part should be that the thread works on that has read it: some of them fit into the cache of a core.
const OWN_PART: usize = 128 << 10;

/// How large a part should be for so many threads.
pub(super) fn part_size(jobs: NonZero<usize>) -> usize {
    if jobs.get() == 1 { OWN_PART } else { PART }
}

/// Some whole games of a file.
pub(super) struct Part<'a> {
    /// Where they come from.
    pub(super) source: &'a Source,
    /// From 0.
    number: usize,
    /// Where it begins.
    pub(super) place: Place,
    pub(super) bytes: Vec<u8>,
}

/// Cuts a file between games.
pub(super) trait Cut: Send {
    /// Fills a buffer with the next part, in place of what it holds, and says where in the file it begins; none at the
    /// end. An error of reading comes after the whole games that were read before it.
    fn next_part(&mut self, bytes: &mut Vec<u8>) -> io::Result<Option<Place>>;
}

impl<R: Read + Send> Cut for Chunks<R> {
    fn next_part(&mut self, bytes: &mut Vec<u8>) -> io::Result<Option<Place>> {
        self.next_chunk(bytes)
    }
}

/// Reads a file, lets `work` make something of each part, on so many threads, and gives it to `take` in order, until
/// that breaks or the file ends.
///
/// An error of reading comes after all that was read before it.
pub(super) fn run<T: Send>(
    source: &Source,
    cut: &mut dyn Cut,
    jobs: NonZero<usize>,
    work: impl Fn(&Part<'_>) -> T + Sync,
    mut take: impl FnMut(T) -> io::Result<ControlFlow<()>>,
) -> io::Result<()> {
    if jobs.get() == 1 {
        return run_alone(source, cut, work, take);
    }
    let on_their_way = 2 * jobs.get() + 1;
    let (permits, permitted) = sync_channel(on_their_way);
    for _ in 0..on_their_way {
        // There is room for as many as are sent.
        let _ = permits.send(Vec::new());
    }
    let (parts, to_do) = sync_channel(on_their_way);
    let to_do = Mutex::new(to_do);
    let (results, done) = channel();
    thread::scope(|scope| {
        let reading = scope.spawn(move || read(source, cut, &permitted, &parts));
        for _ in 0..jobs.get() {
            let (to_do, work, results) = (&to_do, &work, results.clone());
            scope.spawn(move || {
                while let Ok(part) = next(to_do) {
                    let result = work(&part);
                    if results.send((part.number, result, part.bytes)).is_err() {
                        return; // nobody takes results any more
                    }
                }
            });
        }
        drop(results);
        let taken = take_in_order(&done, &permits, &mut take);
        // Whoever still works finds nobody to take results, the reader nobody to give parts to.
        drop((done, permits));
        while next(&to_do).is_ok() {}
        let read = reading.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        taken.and(read)
    })
}

/// The same without other threads: each part is read when the last one is done, and into its memory.
fn run_alone<T>(
    source: &Source,
    cut: &mut dyn Cut,
    work: impl Fn(&Part<'_>) -> T,
    mut take: impl FnMut(T) -> io::Result<ControlFlow<()>>,
) -> io::Result<()> {
    let mut bytes = Vec::new();
    for number in 0.. {
        let Some(place) = cut.next_part(&mut bytes)? else { break };
        let part = Part { source, number, place, bytes };
        if take(work(&part))?.is_break() {
            break;
        }
        bytes = part.bytes;
    }
    Ok(())
}

fn next<'a>(parts: &Mutex<Receiver<Part<'a>>>) -> Result<Part<'a>, std::sync::mpsc::RecvError> {
    parts.lock().unwrap_or_else(PoisonError::into_inner).recv()
}

fn take_in_order<T>(
    done: &Receiver<(usize, T, Vec<u8>)>,
    permits: &SyncSender<Vec<u8>>,
    take: &mut impl FnMut(T) -> io::Result<ControlFlow<()>>,
) -> io::Result<()> {
    let mut waiting = BTreeMap::new();
    let mut due = 0;
    while let Ok((number, result, bytes)) = done.recv() {
        waiting.insert(number, (result, bytes));
        while let Some((result, bytes)) = waiting.remove(&due) {
            due += 1;
            if take(result)?.is_break() {
                return Ok(());
            }
            // The reader may have ended, and need no permission any more.
            let _ = permits.send(bytes);
        }
    }
    Ok(())
}

/// Reads parts of whole games, each after it was permitted.
fn read<'a>(
    source: &'a Source,
    cut: &mut dyn Cut,
    permitted: &Receiver<Vec<u8>>,
    parts: &SyncSender<Part<'a>>,
) -> io::Result<()> {
    for number in 0.. {
        let Ok(mut bytes) = permitted.recv() else { break };
        let Some(place) = cut.next_part(&mut bytes)? else { break };
        if parts.send(Part { source, number, place, bytes }).is_err() {
            break;
        }
    }
    Ok(())
}
