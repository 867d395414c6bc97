//! What a person types, read while the engine thinks, so that it does not think on for someone who has left.

use std::io::{self, BufRead, Read, stdin};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::Duration;

use philidor_engine::Control;
use philidor_host::{TooLong, threads};

use super::request::Request;

/// How long the engine may still think then.
const GRACE: Duration = Duration::from_millis(500);

/// No request is longer. The rest of a longer line is skipped.
const MAX_LINE: u64 = 1 << 16;

/// At most this much of a line is skipped, since a device may never end it.
const MAX_PASSED_OVER: u64 = 64 << 20;

/// How many lines are read ahead, so that a `quit` after other requests is heard while the engine thinks.
const LINES_AHEAD: usize = 256;

/// The lines of standard input, a few read ahead. Soon after `quit`, or after the end of the input, the control is
/// stopped.
///
/// # Errors
///
/// The system does not start a thread.
pub(super) fn lines(control: Control) -> io::Result<Receiver<io::Result<String>>> {
    let (sender, lines) = sync_channel(LINES_AHEAD);
    threads::start(move || {
        let mut input = stdin().lock();
        while let Some(line) = next_line(&mut input).transpose() {
            if line.as_ref().is_ok_and(|line| matches!(Request::read(line), Request::Quit)) {
                let theirs = control.clone();
                if threads::start(move || stop_soon(&theirs)).is_err() {
                    stop_soon(&control);
                }
            }
            let is_last = line.is_err();
            // No one listens any more once the program ends.
            if sender.send(line).is_err() || is_last {
                return;
            }
        }
        drop(sender);
        stop_soon(&control);
    })?;
    Ok(lines)
}

fn stop_soon(control: &Control) {
    thread::sleep(GRACE);
    control.stop();
}

/// The next line, cut where it is too long to be a request; `None` at the end of the input.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let read = input.take(MAX_LINE).read_until(b'\n', &mut line)?;
    if read as u64 == MAX_LINE && !line.ends_with(b"\n") {
        let passed_over = input.take(MAX_PASSED_OVER).skip_until(b'\n')?;
        if passed_over as u64 == MAX_PASSED_OVER {
            return Err(TooLong::Line(MAX_PASSED_OVER).into());
        }
    }
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}
