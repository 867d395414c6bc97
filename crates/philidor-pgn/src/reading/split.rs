//! Cutting a file between games, so that many threads can read it.
//!
//! ```text
//! [Event … 1-0 ⏎⏎ [Event … 0-1 ⏎⏎ [Event … 1-0 ⏎⏎ [Event …
//! └────────── chunk ──────────┘ └────────── chunk ────────
//! ```
//!
//! The cuts are at boundaries (see `scan.rs`), and a boundary begins a game whatever comes before it. So readers of the
//! chunks find the same games as one reader of the whole. A file without boundaries is one chunk; its games can be
//! read, but not shared. A boundary with only comments before it is not a cut: they belong to the first game.

use super::game;
use super::scan;
use crate::limits::Limits;

/// Cuts a buffer into chunks of whole games, each of about `size` bytes: it ends before the first game that begins
/// there or later. Concatenated, they are the buffer.
///
/// ```
/// use philidor_pgn::{Counts, check, chunks};
/// let file = b"[Event \"?\"]\n\n1. e4 *\n\n[Event \"?\"]\n\n1. d4 *\n\n[Event \"?\"]\n\n1. c4 *\n";
/// assert_eq!(chunks(file, 1).count(), 3);
/// let mut counts = Counts::default();
/// chunks(file, 30).for_each(|chunk| counts += check(chunk, |error| panic!("{error}")));
/// assert_eq!(counts, check(file, |error| panic!("{error}")));
/// ```
pub fn chunks(bytes: &[u8], size: usize) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    let mut least = size.max(game::first_game(bytes, &Limits::default()).saturating_add(1));
    core::iter::from_fn(move || {
        let end = scan::boundary_from(rest, least).unwrap_or(rest.len());
        least = size.max(1);
        let (chunk, others) = rest.split_at_checked(end)?;
        rest = others;
        (!chunk.is_empty()).then_some(chunk)
    })
}
