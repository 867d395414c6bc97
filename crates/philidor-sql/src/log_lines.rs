//! What the engines tell about their work, a line each on standard error.
//!
//! A cluster tells what it does; a query does not, for what ends it is told anyway; `PHILIDOR_LOG` takes another level: `off`, `error`, `warn`,
//! `info`, `debug` or `trace`.

use std::io::{Write, stderr};
use std::time::SystemTime;

use log::{LevelFilter, Log, Metadata, Record};

/// Writes lines to standard error.
struct Lines;

static LINES: Lines = Lines;

/// Begins to write lines of this level and above, unless the environment says another.
pub(crate) fn begin(level: LevelFilter) {
    let wanted = std::env::var("PHILIDOR_LOG").ok().and_then(|level| level.parse().ok());
    // Whoever has a log of its own keeps it.
    if log::set_logger(&LINES).is_ok() {
        log::set_max_level(wanted.unwrap_or(level));
    }
}

impl Log for Lines {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let (day, time) = (since.as_secs() % 86_400, since.subsec_millis());
        let (hours, minutes, seconds) = (day / 3600, day / 60 % 60, day % 60);
        // A log that nobody can read is no reason to stop.
        let _ = writeln!(
            stderr(),
            "{hours:02}:{minutes:02}:{seconds:02}.{time:03} {:5} {}",
            record.level(),
            record.args()
        );
    }

    fn flush(&self) {}
}
