//! The transposition table of counts: a position reached in many ways is counted once.
//!
//! A position is identified by a key of 128 bits, whose two halves have different purposes:
//!
//! ```text
//! 127                64 63                  0
//! +--------------------+--------------------+
//! |      verifier      |       index        |
//! +--------------------+--------------------+
//!   is it the one?       where to look
//! ```
//!
//! A key of 64 bits for both is not enough: one such program printed a wrong perft(12). En passant is part of the key
//! only if a legal capture exists, so that equal positions share an entry. There are two parts:
//!
//! * three quarters of the memory for *depth two*, by far the most numerous: one word each, 48 bits of verifier and 16
//!   of count. Boards that no game reaches may have counts above 65,535, which are not stored.
//! * one quarter for *deeper* ones: two words each, the verifier exclusive-ored with the count, and the count. A thread
//!   that reads while another writes sees words that do not match, and treats the entry as a miss.
//!
//! Depth one is never stored: counting again is cheaper than a miss. The newest entry always replaces the old one. The
//! system provides zeroed memory page by page as it is touched, and nothing is cleared between the depths of one run.

use alloc::alloc::{Layout, handle_alloc_error};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU64, Ordering};

use super::children::Node;
use crate::attacks::Magic;
use crate::memory::{self, place};
use crate::types::{CastlingRights, CastlingRooks, Color, Piece, Side, Square};

/// A transposition table: counts of positions counted before, shared by any number of threads.
///
/// ```
/// use philidor::{perft::{Perft, Table}, Position};
/// let table = Table::new(1 << 20, 1);
/// let count = Perft::new().table(&table).count(&Position::default(), 5);
/// assert_eq!(count, 4_865_609);
/// ```
///
/// It works for all positions, including Chess960 with castling rooks on any squares.
pub struct Table {
    keys: Box<Keys>,
    shallow: Vec<AtomicU64>,
    deep: Vec<AtomicU64>,
}

/// The random words from which keys are made.
struct Keys {
    pieces: [[[u128; 64]; 6]; 2],
    side: [u128; 2],
    castling: [u128; 16],
    /// For each right the home file of its rook; zero for the corners of standard chess.
    homes: [[u128; 8]; 4],
    en_passant: [u128; 8],
}

/// The depth from which entries have two words.
const DEEP: u32 = 3;

impl Table {
    /// The smallest size of a table, in bytes.
    pub const MIN_BYTES: usize = 1024;

    /// A table of about `bytes` bytes, at least [`Table::MIN_BYTES`], with keys made from a seed.
    ///
    /// A second seed guards against keys that collide, and against nothing else: a fault of the generator shows in both
    /// counts. Aborts if the memory cannot be allocated, like all allocations.
    #[must_use]
    pub fn new(bytes: usize, seed: u64) -> Table {
        let words = bytes.max(Table::MIN_BYTES) / size_of::<u64>();
        Table { keys: Box::new(Keys::new(seed)), shallow: zeroed(words / 4 * 3), deep: zeroed(words / 8 * 2) }
    }

    /// Whether entries of a depth have one word.
    #[inline(always)]
    pub(super) fn is_shallow(depth: u32) -> bool {
        depth < DEEP
    }

    /// The key of a position, computed from scratch.
    pub(super) fn key<S: Side>(&self, node: &mut Node) -> u128 {
        let mut key = self.keys.castling(node) ^ self.keys.side[S::COLOR.index()];
        for square in node.board.occupied() {
            key ^= self.keys.piece(node.board.piece_at(square), square);
        }
        key ^ self.en_passant::<S>(node)
    }

    /// The key of a position with `S` to move, from its parent's. Removes an en-passant square that cannot be used.
    #[inline(always)]
    pub(super) fn key_after<S: Side>(&self, parent: &Node, parent_key: u128, child: &mut Node) -> u128 {
        let mut key = parent_key
            ^ self.keys.side[Color::White.index()]
            ^ self.keys.side[Color::Black.index()]
            ^ self.keys.castling_change(parent, child);
        for square in parent.board.changed_squares(&child.board) {
            key ^= self.keys.piece(parent.board.piece_at(square), square);
            key ^= self.keys.piece(child.board.piece_at(square), square);
        }
        if let Some(square) = parent.rights.en_passant {
            // The parent's square is one that counts: others were removed.
            key ^= self.keys.en_passant[square.file().index()];
        }
        key ^ self.en_passant::<S>(child)
    }

    /// The word of an en-passant square that `S` can use; otherwise removes the square.
    #[inline(always)]
    fn en_passant<S: Side>(&self, node: &mut Node) -> u128 {
        let Some(target) = node.rights.en_passant else { return 0 };
        if node.board.can_capture_en_passant(Magic, S::COLOR, target) {
            return self.keys.en_passant[target.file().index()];
        }
        node.rights.en_passant = None;
        0
    }

    /// Prefetches an entry that will be needed soon.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: u128, depth: u32) {
        let entry = if Table::is_shallow(depth) {
            &self.shallow[self.shallow_place(key)]
        } else {
            &self.deep[self.deep_place(key, depth)]
        };
        memory::prefetch(entry);
    }

    /// The count of a position at a depth, if it is known.
    #[inline(always)]
    pub(super) fn recall(&self, key: u128, depth: u32) -> Option<u64> {
        if Table::is_shallow(depth) {
            let word = self.shallow[self.shallow_place(key)].load(Ordering::Relaxed);
            let is_it = (word ^ verifier(key)) >> 16 == 0 && word & 0xffff != 0;
            return is_it.then_some(word & 0xffff);
        }
        let place = self.deep_place(key, depth);
        let count = self.deep[place + 1].load(Ordering::Relaxed);
        let mixed = self.deep[place].load(Ordering::Relaxed);
        (mixed ^ count == verifier(key) ^ word_for_depth(depth) && count != 0).then_some(count)
    }

    /// Stores the count of a position at a depth, unless it is zero, which marks an empty entry, or too large.
    #[inline(always)]
    pub(super) fn keep(&self, key: u128, depth: u32, count: u128) {
        let Ok(count) = u64::try_from(count) else { return };
        if count == 0 {
            return;
        }
        if Table::is_shallow(depth) {
            if count <= 0xffff {
                let word = verifier(key) & !0xffff | count;
                self.shallow[self.shallow_place(key)].store(word, Ordering::Relaxed);
            }
            return;
        }
        let place = self.deep_place(key, depth);
        self.deep[place].store(verifier(key) ^ word_for_depth(depth) ^ count, Ordering::Relaxed);
        self.deep[place + 1].store(count, Ordering::Relaxed);
    }

    #[inline(always)]
    fn shallow_place(&self, key: u128) -> usize {
        place(key as u64, self.shallow.len())
    }

    /// The first of two words.
    #[inline(always)]
    fn deep_place(&self, key: u128, depth: u32) -> usize {
        2 * place(key as u64 ^ word_for_depth(depth), self.deep.len() / 2)
    }
}

impl core::fmt::Debug for Table {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Table")
            .field("shallow", &self.shallow.len())
            .field("deep", &(self.deep.len() / 2))
            .finish()
    }
}

#[inline(always)]
fn verifier(key: u128) -> u64 {
    (key >> 64) as u64
}

/// A word for each depth, so that one position can have entries for several.
#[inline(always)]
fn word_for_depth(depth: u32) -> u64 {
    u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn zeroed(words: usize) -> Vec<AtomicU64> {
    memory::zeroed(words).unwrap_or_else(|| {
        handle_alloc_error(Layout::array::<AtomicU64>(words).unwrap_or(Layout::new::<AtomicU64>()))
    })
}

impl Keys {
    fn new(seed: u64) -> Keys {
        let mut random = crate::attacks::SplitMix(seed);
        let mut next = || u128::from(random.next()) << 64 | u128::from(random.next());
        let pieces = core::array::from_fn(|_| core::array::from_fn(|_| core::array::from_fn(|_| next())));
        let side = [next(), next()];
        let each: [u128; 4] = core::array::from_fn(|_| next());
        let castling = core::array::from_fn(|rights| {
            (0..4).filter(|right| rights >> right & 1 != 0).fold(0, |key, right| key ^ each[right])
        });
        let en_passant = core::array::from_fn(|_| next());
        let mut homes: [[u128; 8]; 4] = core::array::from_fn(|_| core::array::from_fn(|_| next()));
        for (files, (_, color, side)) in homes.iter_mut().zip(CastlingRights::EACH) {
            files[CastlingRooks::STANDARD.square(color, side).file().index()] = 0;
        }
        Keys { pieces, side, castling, homes, en_passant }
    }

    #[inline(always)]
    fn piece(&self, piece: Option<Piece>, square: Square) -> u128 {
        match piece {
            Some(Piece { color, piece_type }) => {
                self.pieces[color.index()][piece_type.index()][square.index()]
            }
            None => 0,
        }
    }

    /// The rights of a node, each with the home of its rook.
    fn castling(&self, node: &Node) -> u128 {
        let rights = node.rights.castling;
        let homes = CastlingRights::EACH.into_iter().zip(&self.homes);
        homes.filter(|((_, color, side), _)| rights.has(*color, *side)).fold(
            self.castling[(rights.bits() & 15) as usize],
            |key, ((_, color, side), files)| {
                key ^ files[node.rights.rooks.square(color, side).file().index()]
            },
        )
    }

    /// The change of a key when rights are lost, which is rare.
    #[inline(always)]
    fn castling_change(&self, parent: &Node, child: &Node) -> u128 {
        if parent.rights.castling == child.rights.castling {
            return 0;
        }
        self.castling(parent) ^ self.castling(child)
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::position::Position;
    use crate::types::{Black, MoveDigest, White};

    const KEY: u128 = 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210;

    #[test]
    fn an_entry_is_known_at_its_own_depth_only() {
        let table = Table::new(1 << 16, 1);
        for depth in 2..9 {
            assert_eq!(table.recall(KEY, depth), None);
            table.keep(KEY, depth, u128::from(depth) * 100);
            assert_eq!(table.recall(KEY, depth), Some(u64::from(depth) * 100));
            assert_eq!(table.recall(KEY ^ 1 << 127, depth), None, "another verifier");
        }
    }

    /// A table whose memory is address space alone: only the pages that are touched take memory. It is not freed.
    #[cfg(all(target_os = "linux", target_pointer_width = "64", feature = "std", not(miri)))]
    #[allow(unsafe_code, reason = "memory that is promised only")]
    fn sparse(bytes: usize) -> core::mem::ManuallyDrop<Table> {
        let promised = |words: usize| {
            let bytes = words * size_of::<u64>();
            let access = libc::PROT_READ | libc::PROT_WRITE;
            let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
            // SAFETY: the address is the system's choice, and the memory belongs to the vector alone, which is never
            // freed.
            unsafe {
                let memory = libc::mmap(core::ptr::null_mut(), bytes, access, kind, -1, 0);
                assert_ne!(memory, libc::MAP_FAILED, "{bytes} bytes of address space");
                libc::madvise(memory, bytes, libc::MADV_NOHUGEPAGE); // or each word used would take two megabytes
                Vec::from_raw_parts(memory.cast(), words, words)
            }
        };
        let words = bytes / size_of::<u64>();
        let (shallow, deep) = (promised(words / 4 * 3), promised(words / 8 * 2));
        core::mem::ManuallyDrop::new(Table { keys: Box::new(Keys::new(7)), shallow, deep })
    }

    /// Four gigabytes are where 32 bits end, a terabyte is more than any machine here has.
    #[test]
    #[cfg(all(target_os = "linux", target_pointer_width = "64", feature = "std", not(miri)))]
    fn a_terabyte_is_addressed_to_its_end() {
        for bytes in [1 << 32, 3 << 36, 1 << 40] {
            let table = sparse(bytes);
            let last = u128::from(u64::MAX);
            assert_eq!(table.shallow_place(last), bytes / 32 * 3 - 1);
            assert_eq!(table.deep_place(last ^ u128::from(word_for_depth(5)), 5), bytes / 32 - 2);
            // One key in each of 64 parts of the table: no two collide.
            let keys = (0..64).map(|part: u128| KEY & !0 << 64 | part << 58 | 1 << 57);
            for depth in [2, 5] {
                let places = keys.clone().map(|key| match depth {
                    2 => table.shallow_place(key),
                    _ => table.deep_place(key, depth),
                });
                assert_eq!(places.collect::<BTreeSet<_>>().len(), 64, "{bytes} bytes, depth {depth}");
                keys.clone().zip(1..).for_each(|(key, count)| table.keep(key, depth, count));
                let counts: Vec<_> = keys.clone().filter_map(|key| table.recall(key, depth)).collect();
                assert!(counts.into_iter().eq(1..=64), "{bytes} bytes, depth {depth}");
            }
        }
    }

    /// Cut to their lower bits, all of these would be counts.
    #[test]
    fn counts_that_do_not_fit_are_not_stored() {
        let table = Table::new(1 << 16, 1);
        table.keep(KEY, 2, 65_535);
        assert_eq!(table.recall(KEY, 2), Some(65_535));
        let other = KEY ^ u128::from(u64::MAX);
        for count in (16..64).flat_map(|bit| [1_u128 << bit, (1 << bit) + 7, (2 << bit) - 1]) {
            // Whatever the verifier, a bit of the count too many is among its bits.
            for key in [other, other ^ u128::from(u64::MAX) << 64] {
                table.keep(key, 2, count);
                assert_eq!(table.recall(key, 2), None, "{count}");
            }
        }
        for count in [1 << 64, (1 << 64) + 7, u128::MAX] {
            table.keep(KEY, 5, count);
            assert_eq!(table.recall(KEY, 5), None, "{count}");
        }
        table.keep(KEY, 5, u128::from(u64::MAX));
        assert_eq!(table.recall(KEY, 5), Some(u64::MAX));
        table.keep(KEY, 6, 0);
        assert_eq!(table.recall(KEY, 6), None);
    }

    /// The key of a position from scratch, and its node without an en-passant square that cannot be used.
    fn node_and_key(table: &Table, position: &Position) -> (Node, u128) {
        let mut node = Node::new(position);
        let key = match position.side_to_move() {
            Color::White => table.key::<White>(&mut node),
            Color::Black => table.key::<Black>(&mut node),
        };
        (node, key)
    }

    /// Shows a position and all that a few moves lead to, each with its incrementally updated key.
    fn walk(
        table: &Table,
        position: &Position,
        key: u128,
        plies: u32,
        show: &mut impl FnMut(&Position, u128),
    ) {
        show(position, key);
        if plies == 0 {
            return;
        }
        let (node, _) = node_and_key(table, position);
        // Decoded, since listing them would compile the generator once more.
        for mv in (0..=u16::MAX).filter_map(|bits| position.decode(MoveDigest(bits))) {
            let after = position.after(mv);
            let mut child = Node::new(&after);
            let key = match after.side_to_move() {
                Color::White => table.key_after::<White>(&node, key, &mut child),
                Color::Black => table.key_after::<Black>(&node, key, &mut child),
            };
            walk(table, &after, key, plies - 1, show);
        }
    }

    /// By any moves: the same key for the same position, another one for any other.
    #[test]
    #[cfg_attr(miri, ignore)]
    fn keys_kept_through_moves_are_those_of_the_positions() {
        let table = Table::new(Table::MIN_BYTES, 1);
        for fen in [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "4k3/8/8/8/8/8/8/RR2K1RR w BG - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "4k3/8/8/1pPp4/8/8/8/4K3 w - b6 0 1",
        ] {
            let position: Position = fen.parse().expect("a position");
            let (_, key) = node_and_key(&table, &position);
            let (mut keys, mut positions) = (BTreeMap::new(), BTreeSet::new());
            walk(&table, &position, key, 3, &mut |position, key| {
                assert_eq!(key, node_and_key(&table, position).1, "{position}");
                assert_eq!(*keys.entry(key).or_insert(position.key()), position.key(), "{position}");
                positions.insert(position.key());
            });
            assert_eq!(keys.len(), positions.len(), "{fen}");
        }
    }

    #[test]
    fn a_table_takes_the_memory_that_it_is_given() {
        for (given, taken) in
            [(0, Table::MIN_BYTES), (Table::MIN_BYTES, Table::MIN_BYTES), (1 << 16, 1 << 16)]
        {
            let Table { shallow, deep, .. } = Table::new(given, 1);
            assert_eq!((shallow.len() + deep.len()) * size_of::<u64>(), taken, "{given} bytes");
            assert_eq!(shallow.len(), 3 * deep.len(), "{given} bytes");
        }
    }

    /// A table that leaves a part of its memory unused still counts right, only more slowly.
    #[test]
    fn entries_are_spread_over_the_whole_table() {
        let mut random = crate::attacks::SplitMix(1);
        let keys: Vec<u128> =
            (0..100).map(|_| u128::from(random.next()) << 64 | u128::from(random.next())).collect();
        for depth in [2, 3, 4, 5] {
            let table = Table::new(1 << 16, 1);
            keys.iter().for_each(|&key| table.keep(key, depth, 1));
            let known = keys.iter().filter(|&&key| table.recall(key, depth).is_some()).count();
            assert!(known > 80, "{known} of 100 at depth {depth}");
            let places = keys.iter().map(|&key| table.deep_place(key, depth));
            assert!(
                places.into_iter().all(|place| place.is_multiple_of(2)),
                "entries of two words lie side by side"
            );
        }
        for len in [2, 1_000, 6_144] {
            assert_eq!([0, 1 << 63, u64::MAX].map(|word| place(word, len)), [0, len / 2, len - 1]);
        }
    }

    /// The verifiers of these keys are what an entry holds before it is written.
    #[test]
    fn an_empty_entry_is_no_count() {
        let table = Table::new(Table::MIN_BYTES, 1);
        assert_eq!(table.recall(u128::from(u64::MAX), 2), None);
        for depth in [3, 4] {
            assert_eq!(table.recall(u128::from(word_for_depth(depth)) << 64, depth), None);
        }
    }

    #[test]
    fn a_table_is_debugged_as_its_numbers_of_entries() {
        let table = Table::new(Table::MIN_BYTES, 1);
        assert_eq!(alloc::format!("{table:?}"), "Table { shallow: 96, deep: 16 }");
    }

    /// Two threads that write the same entry may leave one word of each behind.
    #[test]
    fn a_torn_entry_is_not_believed() {
        let table = Table::new(1 << 16, 1);
        let place = table.deep_place(KEY, 4);
        table.keep(KEY, 4, 1_000);
        table.deep[place + 1].store(2_000, Ordering::Relaxed);
        assert_eq!(table.recall(KEY, 4), None);
        table.keep(KEY, 4, 2_000);
        assert_eq!(table.recall(KEY, 4), Some(2_000));
    }
}
