//! Limits on what is read: a device has no end, and a few packed megabytes can be many gigabytes unpacked.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, Read};

/// Why an input is not read to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooLong {
    /// The input, unpacked, has more bytes than this.
    Input(u64),
    /// A line has more bytes than this.
    Line(u64),
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooLong::Input(limit) => write!(f, "it has more than {}, the limit (unpacked)", Bytes(*limit)),
            TooLong::Line(limit) => write!(f, "a line has more than {}, the limit", Bytes(*limit)),
        }
    }
}

impl Error for TooLong {}

impl From<TooLong> for io::Error {
    fn from(error: TooLong) -> io::Error {
        io::Error::new(io::ErrorKind::FileTooLarge, error)
    }
}

/// A number of bytes, in MiB if it is a multiple.
struct Bytes(u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 >> 20, self.0 % (1 << 20)) {
            (mebibytes @ 1.., 0) => write!(f, "{mebibytes} MiB"),
            _ => write!(f, "{} bytes", self.0),
        }
    }
}

/// Reads to the end, unless there are more bytes than the limit.
///
/// ```
/// assert_eq!(philidor_host::read_whole(&b"1. e4 *"[..], 7)?, b"1. e4 *");
/// let error = philidor_host::read_whole(std::io::repeat(0), 1 << 20).expect_err("no end");
/// assert_eq!(error.to_string(), "it has more than 1 MiB, the limit (unpacked)");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// What the reader reports; [`TooLong`] as `FileTooLarge`.
pub fn read_whole(reader: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = reader.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if read as u64 > limit { Err(TooLong::Input(limit).into()) } else { Ok(bytes) }
}

/// Reads the next line, with its line feed, in place of what `line` holds, and returns its length in bytes; 0 at the
/// end.
///
/// ```
/// let (mut text, mut line) = (&b"one\ntwo"[..], Vec::new());
/// assert_eq!((philidor_host::read_line(&mut text, 4, &mut line)?, &line[..]), (4, &b"one\n"[..]));
/// let error = philidor_host::read_line(&mut text, 2, &mut line).expect_err("three bytes");
/// assert_eq!(error.to_string(), "a line has more than 2 bytes, the limit");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// What the reader reports; [`TooLong`] as `FileTooLarge`.
pub fn read_line(reader: &mut (impl BufRead + ?Sized), limit: u64, line: &mut Vec<u8>) -> io::Result<usize> {
    line.clear();
    let read = reader.take(limit.saturating_add(1)).read_until(b'\n', line)?;
    if read as u64 > limit { Err(TooLong::Line(limit).into()) } else { Ok(read) }
}
