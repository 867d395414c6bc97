//! A checksum that shows a file to be damaged: FNV-1a of 64 bits (Glenn Fowler, Landon Curt Noll, Kiem-Phong Vo).
//!
//! Each step takes different sums to different sums, so one damaged byte always shows.

/// The checksum of no bytes.
pub const NO_BYTES: u64 = 0xcbf2_9ce4_8422_2325;

/// The checksum of bytes that follow those of another checksum, or [`NO_BYTES`].
///
/// ```
/// use philidor_host::{NO_BYTES, checksum};
/// assert_eq!(checksum(NO_BYTES, b"foobar"), 0x8594_4171_f739_67e8);
/// assert_eq!(checksum(checksum(NO_BYTES, b"foo"), b"bar"), checksum(NO_BYTES, b"foobar"));
/// ```
#[must_use]
pub fn checksum(before: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
