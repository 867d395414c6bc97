//! Reads and counts the bytes of a file, and keeps those of the record that is being read.

use std::io::{self, BufRead, Read};

use super::error::DataErrorKind;

/// A fault and the byte where it is.
pub(super) struct Fault {
    pub(super) offset: u64,
    pub(super) kind: DataErrorKind,
}

#[derive(Debug)]
pub(super) struct Source<R> {
    input: R,
    /// Bytes read so far.
    pub(super) offset: u64,
    /// The bytes of this record.
    pub(super) record: Vec<u8>,
}

impl<R: BufRead> Source<R> {
    pub(super) const fn new(input: R) -> Source<R> {
        Source { input, offset: 0, record: Vec::new() }
    }

    /// Whether there is nothing more.
    pub(super) fn is_at_end(&mut self) -> io::Result<bool> {
        loop {
            match self.input.fill_buf() {
                Ok(buffer) => return Ok(buffer.is_empty()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The next bytes of the record.
    pub(super) fn take<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let mut bytes = [0; N];
        match self.input.read_exact(&mut bytes) {
            Ok(()) => {
                self.offset += N as u64;
                self.record.extend_from_slice(&bytes);
                Ok(bytes)
            }
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Err(self.fault(DataErrorKind::Torn))
            }
            Err(error) => Err(self.fault(DataErrorKind::Io(error))),
        }
    }

    /// Adds this many bytes to the record, as they come: a wrong length costs no memory.
    pub(super) fn take_many(&mut self, count: u64) -> Result<(), Fault> {
        match (&mut self.input).take(count).read_to_end(&mut self.record) {
            Ok(read) => {
                self.offset += read as u64;
                if read as u64 == count { Ok(()) } else { Err(self.fault(DataErrorKind::Torn)) }
            }
            Err(error) => Err(self.fault(DataErrorKind::Io(error))),
        }
    }

    /// Adds the rest of the line with its end to the record, but no more than this many bytes.
    pub(super) fn take_line(&mut self, limit: u64) -> Result<(), Fault> {
        match (&mut self.input).take(limit).read_until(b'\n', &mut self.record) {
            Ok(read) => {
                self.offset += read as u64;
                Ok(())
            }
            Err(error) => Err(self.fault(DataErrorKind::Io(error))),
        }
    }

    /// A fault here.
    pub(super) const fn fault(&self, kind: DataErrorKind) -> Fault {
        Fault { offset: self.offset, kind }
    }
}
