//! A log of what engines were sent and what they said, line by line, to find out why one failed.
//!
//! ```text
//! seconds  engine, its number as a process
//!   0.012  stockfish 4711 < uci
//!   0.034  stockfish 4711 > id name Stockfish 17
//!   0.035  stockfish 4711 ! Warning: no book
//! ```

use std::fmt;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use philidor_host::Visible;
use philidor_host::processes::{Listener, Speaker};

/// Where lines are written, with the time since the match was set up. All programs of a match share it.
#[derive(Clone)]
pub(super) struct Log {
    output: Arc<Mutex<dyn Write + Send>>,
    begin: Instant,
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Log").field("begin", &self.begin).finish_non_exhaustive()
    }
}

impl Log {
    pub(super) fn new(output: impl Write + Send + 'static) -> Log {
        Log { output: Arc::new(Mutex::new(output)), begin: Instant::now() }
    }

    /// The listener that logs the lines of one program.
    pub(super) fn listener(&self, name: &str) -> Listener {
        let (log, name) = (self.clone(), Visible(name).to_string());
        Arc::new(move |number, speaker, line| log.write(&name, number, speaker, line.trim()))
    }

    /// Writes a line of the referee itself.
    pub(super) fn write_notice(&self, notice: &str) {
        self.write("referee", std::process::id(), Speaker::Complaint, notice);
    }

    /// Writes a line at once, so that a kill loses none. A log that cannot be written does not end the match.
    fn write(&self, name: &str, number: u32, speaker: Speaker, line: &str) {
        let sign = match speaker {
            Speaker::Parent => '<',
            Speaker::Child => '>',
            Speaker::Complaint => '!',
        };
        let time = self.begin.elapsed().as_secs_f64();
        let line = format!("{time:9.3}  {name} {number} {sign} {}\n", Visible(line));
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = output.write_all(line.as_bytes()).and_then(|()| output.flush());
    }
}
