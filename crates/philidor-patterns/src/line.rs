//! The first moves of a game as a number.

use philidor::{MoveDigest, Position};

/// The number of half-moves that count.
const PLIES: usize = 16;

/// A number for the start and the first 16 half-moves of a game. Games that begin alike share it; others share it only
/// by chance, once in 2⁶⁴.
///
/// # Stability
///
/// The number is the same in every version: FNV-1a over the bytes of the key of the start and of the digests, lower
/// ones first.
///
/// ```
/// use philidor::{MoveDigest, Position};
/// use philidor_patterns::line_id;
/// let start = Position::default();
/// let digests: Vec<MoveDigest> = start.legal_moves().into_iter().map(|mv| mv.digest()).collect();
/// assert_ne!(line_id(&start, [digests[0]]), line_id(&start, [digests[1]]));
/// ```
#[must_use]
pub fn line_id(start: &Position, moves: impl IntoIterator<Item = MoveDigest>) -> u64 {
    let digests = moves.into_iter().take(PLIES).flat_map(|digest| digest.0.to_le_bytes());
    let bytes = start.key().to_le_bytes().into_iter().chain(digests);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
