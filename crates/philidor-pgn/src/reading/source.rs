//! Where bytes come from piece by piece: anything that `std` can read; without `std`, any type that can
//! fill a buffer.

/// A source of bytes, for [`Chunks`](super::Chunks) and [`Stream`](super::Stream). With the feature `std`, everything
/// that implements `std::io::Read` is one.
///
/// ```
/// use philidor_pgn::{Counts, Source, check, Chunks};
///
/// /// Hands out a byte at a time.
/// struct Drops(&'static [u8]);
///
/// impl Source for Drops {
///     type Error = core::convert::Infallible;
///
///     fn fill(&mut self, buffer: &mut [u8]) -> Result<usize, Self::Error> {
///         let (Some((first, rest)), Some(place)) = (self.0.split_first(), buffer.first_mut()) else { return Ok(0) };
///         (*place, self.0) = (*first, rest);
///         Ok(1)
///     }
/// }
///
/// let mut chunks = Chunks::new(Drops(b"1. e4 *\n\n1. d4 *\n"));
/// let (mut chunk, mut counts) = (Vec::new(), Counts::default());
/// while let Ok(Some(_)) = chunks.next_chunk(&mut chunk) {
///     counts += check(&chunk, |error| panic!("{error}"));
/// }
/// assert_eq!(counts.games, 2);
/// ```
pub trait Source {
    /// Why no bytes could be read.
    type Error: core::fmt::Debug;

    /// Writes bytes to the start of a buffer, and returns how many; none at the end of the source.
    ///
    /// # Errors
    ///
    /// Those of the source. It is asked again later.
    fn fill(&mut self, buffer: &mut [u8]) -> Result<usize, Self::Error>;
}

#[cfg(feature = "std")]
impl<R: std::io::Read> Source for R {
    type Error = std::io::Error;

    /// Interrupted reads are retried.
    fn fill(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        loop {
            match self.read(buffer) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                read => return read,
            }
        }
    }
}
