//! The members of a gzip file, one after another, and what follows them.
//!
//! `gzip -dc` unpacks what comes before rubbish, warns of it, and fails. Here, too, everything before it is read; then
//! there is an error, since what looks like rubbish may be a damaged member with most of the file.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

/// The first byte of a member.
const FIRST: u8 = 0x1f;

/// Unpacks all members; zero bytes between them and at the end are padding.
pub(super) struct Members<R> {
    /// The current member; none at the end.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Members<R> {
    pub(super) fn new(packed: R) -> Members<R> {
        Members { member: Some(GzDecoder::new(packed)) }
    }

    /// The byte that follows the current member and its padding.
    fn next_byte(&mut self) -> io::Result<Option<u8>> {
        let Some(packed) = self.member.as_mut().map(GzDecoder::get_mut) else { return Ok(None) };
        loop {
            let rest = packed.fill_buf()?;
            let zeros = rest.iter().take_while(|&&byte| byte == 0).count();
            let (is_end, next) = (rest.is_empty(), rest.get(zeros).copied());
            packed.consume(zeros);
            if is_end || next.is_some() {
                return Ok(next);
            }
        }
    }
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let Some(member) = &mut self.member else { return Ok(0) };
            let read = match member.read(buffer) {
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
                Err(error) => {
                    // Where the next member begins is unknown.
                    self.member = None;
                    return Err(error);
                }
            };
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            match self.next_byte()? {
                Some(FIRST) => {
                    self.member = self.member.take().map(|member| GzDecoder::new(member.into_inner()))
                }
                Some(_) => {
                    self.member = None;
                    return Err(rubbish());
                }
                None => self.member = None,
            }
        }
    }
}

fn rubbish() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "what follows the packed bytes is not packed with gzip")
}
