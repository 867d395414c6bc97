//! The transposition table: what a search remembers of positions, shared by all threads without a lock.
//!
//! ```text
//! bucket of 64 bytes, as a cache fetches them:   four times   key XOR data │ data
//!
//! data    63 ─ 59   58   57 ─ 56   55 ─ 48   47 ──── 32   31 ──── 16   15 ──── 0
//!          age       PV   bound    depth     evaluation     value        move
//! ```
//!
//! An entry is two words, and without a lock no thread can write both at once. So the key is stored XORed with the data
//! (*lockless hashing*, Robert Hyatt and Tim Mann, 2002): a reader that meets one old and one new word does not find
//! its key, and takes nothing.
//!
//! Replacement (*aging*): a new entry takes the place of the least valuable one in its bucket, which is shallow or from
//! an earlier search. The memory itself, its pages and the prefetching belong to the library ([`Memory`]). All of it is
//! written when it is new and between games: the first touch of a page costs a search up to a millisecond, and there
//! are thousands of pages.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use philidor::MoveDigest;
use philidor::search_support::Memory;
use philidor_host::available_memory;

use crate::bot::options::{OptionError, UciOption};
use crate::bot::report::Bound;

/// What the transposition table knows of a position.
///
/// ```
/// use philidor_engine::{Bound, Entry};
///
/// let entry = Entry { mv: None, value: 35, evaluation: None, depth: 9, bound: Some(Bound::Lower), is_pv: false };
/// // Is a node of this depth over before a move is tried?
/// let fails_high = |depth, beta| {
///     let is_at_least = matches!(entry.bound, Some(Bound::Lower | Bound::Exact));
///     is_at_least && entry.depth >= depth && entry.value >= beta
/// };
/// assert!(fails_high(8, 30) && !fails_high(8, 40) && !fails_high(10, 30));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, or the one that caused a beta cutoff.
    pub mv: Option<MoveDigest>,
    /// The value, in the numbers of [`Score::value`](crate::Score::value), with mates counted from this position.
    pub value: i32,
    /// The static evaluation, uncorrected; `None` if it was not computed.
    pub evaluation: Option<i32>,
    /// How deep the search was, from -7 to 200.
    pub depth: i32,
    /// What is known of the value; `None` if it is not known at all.
    pub bound: Option<Bound>,
    /// Whether it was a PV node: on a line that could have become the principal variation.
    pub is_pv: bool,
}

/// A transposition table: remembers positions by their keys.
///
/// A table may forget anything, but an entry that it returns for a key must have been put under that key.
/// [`Engine::with_table`](crate::Engine::with_table) takes a table of your own:
///
/// ```
/// use std::{collections::HashMap, sync::RwLock};
/// use philidor_engine::{Entry, TranspositionTable};
///
/// /// Forgets nothing: for experiments with few nodes.
/// #[derive(Default)]
/// struct Everything(RwLock<HashMap<u64, Entry>>);
///
/// impl TranspositionTable for Everything {
///     fn get(&self, key: u64) -> Option<Entry> {
///         self.0.read().ok()?.get(&key).copied()
///     }
///
///     fn put(&self, key: u64, entry: Entry) {
///         self.0.write().map(|mut entries| entries.insert(key, entry)).ok();
///     }
/// }
///
/// let table = Everything::default();
/// let entry = Entry { mv: None, value: 0, evaluation: None, depth: 1, bound: None, is_pv: false };
/// table.put(1, entry);
/// assert_eq!((table.get(1), table.get(2)), (Some(entry), None));
/// ```
pub trait TranspositionTable: Send + Sync {
    /// The entry of the position with this key.
    fn get(&self, key: u64) -> Option<Entry>;

    /// Remembers a position. Called by all threads at the same time.
    fn put(&self, key: u64, entry: Entry);

    /// Prefetches: this key will be asked for soon.
    #[inline(always)]
    fn prefetch(&self, key: u64) {
        let _ = key;
    }

    /// A new search begins: entries of earlier ones are worth less.
    fn age(&mut self) {}

    /// Forgets everything. No clock runs meanwhile, so slow work belongs here rather than in the next search.
    fn clear(&mut self) {}

    /// Sets how many threads may share work that takes long, such as clearing gigabytes.
    fn set_threads(&mut self, threads: usize) {
        let _ = threads;
    }

    /// Changes the size, in MiB, and forgets everything. Returns whether there was enough memory.
    fn resize(&mut self, mebibytes: usize) -> bool {
        let _ = mebibytes;
        true
    }

    /// How much of it the current search has filled, in thousandths (UCI's *hashfull*); `None` if it has no size.
    fn fullness(&self) -> Option<u32> {
        None
    }

    /// The UCI options of this table; see [options of parts](crate::Engine#options-of-parts).
    fn options(&self) -> Vec<UciOption> {
        Vec::new()
    }

    /// Sets one of them; see [options of parts](crate::Engine#options-of-parts).
    ///
    /// # Errors
    ///
    /// If the value is refused. Nothing changes then.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let _ = value;
        Err(OptionError::Unknown { name: name.to_owned() })
    }
}

/// Remembers nothing.
impl TranspositionTable for () {
    #[inline(always)]
    fn get(&self, _: u64) -> Option<Entry> {
        None
    }

    #[inline(always)]
    fn put(&self, _: u64, _: Entry) {}
}

/// The default: a hash table in buckets of four entries.
///
/// ```
/// use philidor_engine::{Bound, Entry, HashTable, TranspositionTable};
///
/// let table = HashTable::new(1).expect("a mebibyte");
/// let entry = Entry { mv: None, value: 35, evaluation: Some(-7), depth: 9, bound: Some(Bound::Lower), is_pv: true };
/// table.put(0x1234_5678_9abc_def0, entry);
/// assert_eq!(table.get(0x1234_5678_9abc_def0), Some(entry));
/// assert_eq!(table.get(0x1234_5678_9abc_def1), None);
/// ```
#[derive(Debug)]
pub struct HashTable {
    memory: Memory,
    age: u64,
    /// How many threads set the memory to zero.
    threads: usize,
}

/// An entry of a bucket: the key XOR the data, and the data.
type Slot = [AtomicU64; 2];

/// Ages wrap around at this number.
const AGES: u64 = 32;

/// What is added to a depth, so that none is negative.
const DEPTH_OFFSET: i32 = 8;

/// Stands for an evaluation that was not computed; none is that low.
const NO_EVALUATION: i16 = i16::MIN;

impl Entry {
    #[inline(always)]
    fn pack(self, age: u64) -> u64 {
        let mv = self.mv.map_or(0, |mv| mv.0);
        let bound = match self.bound {
            None => 0,
            Some(Bound::Upper) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Exact) => 3,
        };
        let depth = (self.depth + DEPTH_OFFSET).clamp(1, 255) as u64;
        let evaluation = self.evaluation.map_or(NO_EVALUATION, |value| value as i16);
        u64::from(mv)
            | u64::from(self.value as i16 as u16) << 16
            | u64::from(evaluation as u16) << 32
            | depth << 48
            | bound << 56
            | u64::from(self.is_pv) << 58
            | age << 59
    }

    #[inline(always)]
    fn unpack(data: u64) -> Entry {
        let mv = MoveDigest(data as u16);
        let evaluation = (data >> 32) as u16 as i16;
        Entry {
            mv: (mv != MoveDigest::invalid()).then_some(mv),
            value: i32::from((data >> 16) as u16 as i16),
            evaluation: (evaluation != NO_EVALUATION).then_some(i32::from(evaluation)),
            depth: depth_of(data),
            bound: match data >> 56 & 3 {
                0 => None,
                1 => Some(Bound::Upper),
                2 => Some(Bound::Lower),
                _ => Some(Bound::Exact),
            },
            is_pv: data >> 58 & 1 != 0,
        }
    }
}

#[inline(always)]
fn depth_of(data: u64) -> i32 {
    (data >> 48 & 255) as i32 - DEPTH_OFFSET
}

impl HashTable {
    /// A table of this many MiB; `None` if there is not enough memory. With 0 it remembers nothing.
    #[must_use]
    pub fn new(mebibytes: usize) -> Option<HashTable> {
        HashTable::on_threads(mebibytes, 1)
    }

    /// The same, set up on this many threads.
    fn on_threads(mebibytes: usize, threads: usize) -> Option<HashTable> {
        let bytes = mebibytes.checked_mul(1 << 20)?;
        if available_memory().is_some_and(|available| bytes as u64 > available) {
            return None;
        }
        let mut memory = Memory::new(bytes)?;
        memory.clear_on(threads);
        Some(HashTable { memory, age: 0, threads })
    }

    /// A table that remembers nothing.
    #[must_use]
    pub fn empty() -> HashTable {
        HashTable { memory: Memory::default(), age: 0, threads: 1 }
    }

    /// The four slots that may hold this key.
    #[inline(always)]
    fn bucket(&self, key: u64) -> Option<&[Slot]> {
        Some(self.memory.bucket(key)?.as_chunks().0)
    }

    /// What keeping an entry is worth: its depth, less for each search since.
    #[inline(always)]
    fn worth(&self, data: u64) -> i32 {
        let searches_ago = (self.age + AGES - (data >> 59)) % AGES;
        if data == 0 { i32::MIN } else { depth_of(data) - 4 * searches_ago as i32 }
    }
}

impl TranspositionTable for HashTable {
    #[inline(always)]
    fn get(&self, key: u64) -> Option<Entry> {
        let bucket = self.bucket(key)?;
        for [check, data] in bucket {
            let data = data.load(Relaxed);
            if check.load(Relaxed) ^ data == key && data != 0 {
                return Some(Entry::unpack(data));
            }
        }
        None
    }

    #[inline(always)]
    fn put(&self, key: u64, mut entry: Entry) {
        let Some(bucket) = self.bucket(key) else { return };
        let [first, ..] = bucket else { return };
        let (mut place, mut least) = (first, i32::MAX);
        for slot in bucket {
            let [check, data] = slot;
            let data = data.load(Relaxed);
            if data != 0 && check.load(Relaxed) ^ data == key {
                let is_old = data >> 59 != self.age;
                let keeps = entry.depth + 3 < depth_of(data) && entry.bound != Some(Bound::Exact) && !is_old;
                if keeps {
                    return;
                }
                entry.mv = entry.mv.or(Entry::unpack(data).mv);
                place = slot;
                break;
            }
            let worth = self.worth(data);
            if worth < least {
                (place, least) = (slot, worth);
            }
        }
        let data = entry.pack(self.age);
        let [check, word] = place;
        check.store(key ^ data, Relaxed);
        word.store(data, Relaxed);
    }

    #[inline(always)]
    fn prefetch(&self, key: u64) {
        self.memory.prefetch(key);
    }

    fn age(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    fn clear(&mut self) {
        self.age = 0;
        self.memory.clear_on(self.threads);
    }

    fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    fn resize(&mut self, mebibytes: usize) -> bool {
        // The old memory is given back first, so that both need not fit at once.
        let before = self.memory.bytes() >> 20;
        self.memory = Memory::default();
        let table = HashTable::on_threads(mebibytes, self.threads);
        let fits = table.is_some();
        let table = table.or_else(|| HashTable::on_threads(before, self.threads));
        *self = HashTable { threads: self.threads, ..table.unwrap_or_else(HashTable::empty) };
        fits
    }

    fn fullness(&self) -> Option<u32> {
        let (mut used, mut all) = (0, 0);
        for [_, data] in self.memory.buckets().take(250).flat_map(|bucket| bucket.as_chunks().0) {
            let data = data.load(Relaxed);
            used += u32::from(data != 0 && data >> 59 == self.age);
            all += 1;
        }
        (all > 0).then(|| used * 1000 / all)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn entry(depth: i32) -> Entry {
        Entry { mv: None, value: depth, evaluation: None, depth, bound: Some(Bound::Upper), is_pv: false }
    }

    /// A table of one page: Miri tracks every byte, so a mebibyte takes it minutes.
    fn small() -> HashTable {
        HashTable { memory: Memory::new(4_096).expect("a page"), age: 0, threads: 1 }
    }

    #[test]
    fn everything_survives_packing() {
        for value in [-32_000, -1, 0, 5, 32_000] {
            for depth in [-7, 0, 1, 100, 200] {
                for bound in [None, Some(Bound::Exact), Some(Bound::Lower), Some(Bound::Upper)] {
                    let evaluation = (depth > 0).then_some(-value.clamp(-30_000, 30_000));
                    let mv = (value > 0).then_some(MoveDigest(0xfedc));
                    let entry = Entry { mv, value, evaluation, depth, bound, is_pv: depth == 1 };
                    assert_eq!(Entry::unpack(entry.pack(31)), entry);
                }
            }
        }
    }

    #[test]
    fn a_torn_entry_is_not_found() {
        let table = small();
        table.put(77, entry(5));
        let bucket = table.bucket(77).expect("a bucket");
        let [_, torn] = bucket.iter().find(|[_, data]| data.load(Relaxed) != 0).expect("an entry");
        torn.fetch_xor(1 << 20, Relaxed);
        assert_eq!(table.get(77), None);
    }

    /// Threads write and read the same few places at the same time; whatever is found for a key was put for it.
    #[test]
    fn threads_never_find_what_was_put_for_another_key() {
        let table = small();
        let rounds = if cfg!(miri) { 50 } else { 20_000 };
        let of_key = |key: u64, depth: i32| Entry { value: (key % 1_000) as i32, ..entry(depth) };
        thread::scope(|scope| {
            for number in 0..4_u64 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..rounds {
                        let key = 1 + (round * 7 + number * 13) % 40;
                        table.put(key, of_key(key, (round % 20) as i32));
                        let other = 1 + (round * 11 + number) % 40;
                        if let Some(found) = table.get(other) {
                            assert_eq!(found, of_key(other, found.depth));
                        }
                    }
                });
            }
        });
    }

    #[test]
    fn the_shallowest_and_oldest_goes() {
        let mut table = small();
        // All in the first bucket: their highest bits are zero.
        for key in 1..=4 {
            table.put(key, entry(key as i32 * 2));
        }
        table.put(5, entry(1));
        assert_eq!((table.get(1), table.get(5).map(|entry| entry.depth)), (None, Some(1)));
        table.age();
        table.put(6, entry(1));
        table.put(7, entry(1));
        assert_eq!(table.get(6).map(|entry| entry.depth), Some(1), "older ones went first");
        assert!(table.get(4).is_some(), "deep ones stay longest");
    }

    #[test]
    fn a_deep_entry_survives_a_shallow_one_of_the_same_position() {
        let table = small();
        table.put(9, entry(10));
        table.put(9, entry(2));
        assert_eq!(table.get(9).map(|entry| entry.depth), Some(10));
        table.put(9, Entry { bound: Some(Bound::Exact), ..entry(2) });
        assert_eq!(table.get(9).map(|entry| entry.depth), Some(2));
    }

    #[test]
    fn without_memory_nothing_is_remembered() {
        let mut table = HashTable::new(0).expect("nothing");
        table.put(9, entry(10));
        assert_eq!((table.get(9), table.fullness()), (None, None));
        assert!(table.resize(1));
        table.put(9, entry(10));
        assert_eq!(table.get(9).map(|entry| entry.depth), Some(10));
        table.clear();
        assert_eq!(table.get(9), None);
        assert!(!table.resize(usize::MAX) && !table.resize(1 << 40), "an exbibyte");
        table.put(9, entry(10));
        assert!(table.get(9).is_some(), "as large as before");
    }
}
