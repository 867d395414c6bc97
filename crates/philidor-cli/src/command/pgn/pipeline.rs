//! Work on a file of games by several threads, with results in the order of the file.
//!
//! ```text
//! one thread   reads, unpacks, cuts before games      a few megabytes at a time, with their place in the file
//! so many      work on one part each
//! the caller   takes the results in order
//! ```
//!
//! Only so many parts are on their way at once, so that a file may be larger than memory: a part is read when the
//! result of an earlier one was taken, and into its memory, which the system need not clear again.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use philidor::pgn::{Chunks, Place};

/// How large a part should be.
const PART: usize = 4 << 20;

/// Some whole games of a file.
pub(super) struct Part {
    /// From 0.
    pub(super) number: usize,
    /// Where it begins.
    pub(super) place: Place,
    pub(super) bytes: Vec<u8>,
}

/// Reads a file, lets `work` make something of each part, on so many threads, and gives it to `take` in order, until
/// that breaks or the file ends.
///
/// An error of reading comes after all that was read before it.
pub(super) fn run<T: Send>(
    reader: &mut (dyn Read + Send),
    jobs: NonZero<usize>,
    work: impl Fn(&Part) -> T + Sync,
    mut take: impl FnMut(T) -> io::Result<ControlFlow<()>>,
) -> io::Result<()> {
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
        let reading = scope.spawn(move || read(reader, &permitted, &parts));
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

fn next(parts: &Mutex<Receiver<Part>>) -> Result<Part, std::sync::mpsc::RecvError> {
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
fn read(reader: &mut dyn Read, permitted: &Receiver<Vec<u8>>, parts: &SyncSender<Part>) -> io::Result<()> {
    let mut chunks = Chunks::new(reader).with_size(PART);
    for number in 0.. {
        let Ok(mut bytes) = permitted.recv() else { break };
        let Some(place) = chunks.next_chunk(&mut bytes)? else { break };
        if parts.send(Part { number, place, bytes }).is_err() {
            break;
        }
    }
    Ok(())
}
