//! The memory of large hash tables, such as a transposition table.
//!
//! A table is looked up at random places in gigabytes, and most of that time is spent waiting. Three things shorten it:
//!
//! ```text
//! buckets   64 bytes, which the processor fetches at once: a table that stays within one waits once
//! pages     of 2 MiB where the system has them: with pages of 4 KiB, finding the page takes a fetch of its own
//! fetching  asked for ahead, a bucket arrives while the move that leads to it is played
//! ```
//!
//! Most systems hand out large memory zeroed, and page by page as it is touched.

#![allow(unsafe_code)] // zeroed memory that is not touched before it is used, advice on pages, prefetching

use alloc::alloc::{Layout, alloc_zeroed};
use alloc::vec::Vec;
#[cfg(all(target_os = "linux", feature = "std", not(miri)))]
use core::ffi::{c_int, c_void};
use core::fmt;
use core::sync::atomic::AtomicU64;
#[cfg(feature = "std")]
use std::sync::{Mutex, PoisonError};
#[cfg(feature = "std")]
use std::thread;

#[cfg(feature = "std")]
use crate::threads::start_in;

/// The words of a bucket, which the processor fetches from memory at once.
const BUCKET: usize = 8;

/// Zeroed memory for a table, in buckets of eight words, shared by any number of threads.
///
/// What to keep is up to the table, and so is how a thread notices that another has written one word of two. Only on
/// CPUs with 64-bit atomics.
///
/// ```
/// use core::sync::atomic::Ordering::Relaxed;
/// use philidor::{Position, search_support::Memory};
///
/// let table = Memory::new(1 << 20).expect("a mebibyte");
/// let position = Position::default();
/// let mv = position.legal_moves()[0];
///
/// table.prefetch(position.key_after(mv)); // arrives while the move is played
/// let key = position.after(mv).key();
/// let bucket = table.bucket(key).expect("not empty");
/// bucket[0].store(key, Relaxed);
/// assert_eq!(table.bucket(key).map(|bucket| bucket[0].load(Relaxed)), Some(key));
/// ```
#[derive(Default)]
pub struct Memory {
    words: Vec<AtomicU64>,
    /// Words before the first bucket: the allocator aligns to less than buckets are.
    skipped: usize,
}

impl Memory {
    /// As many buckets of 64 bytes as fit into `bytes`; `None` if the allocator refuses.
    ///
    /// Most systems hand out large memory zeroed and page by page, so a new table takes almost no time, and a page
    /// takes memory only when it is first used. That first use may take a millisecond: before a clock runs,
    /// [`clear`](Memory::clear) touches them all. Linux may promise more than it has: ask for what the machine can
    /// spare. With `std`, Linux is asked for huge pages, and then a page is 2 MiB.
    #[must_use]
    pub fn new(bytes: usize) -> Option<Memory> {
        let count = bytes / (BUCKET * size_of::<u64>()) * BUCKET;
        if count == 0 {
            return Some(Memory::default());
        }
        let words = zeroed(count + BUCKET - 1)?;
        let address = words.as_ptr().addr() / size_of::<u64>();
        let skipped = address.next_multiple_of(BUCKET) - address;
        Some(Memory { words, skipped })
    }

    /// The buckets. Words after the last whole one are left over.
    #[inline(always)]
    fn all(&self) -> &[[AtomicU64; BUCKET]] {
        self.words.get(self.skipped..).unwrap_or_default().as_chunks().0
    }

    /// How many bytes there are.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(self.all())
    }

    /// The bucket of a key; `None` only if there is no memory at all.
    ///
    /// The highest bits of the key choose it, so that each bucket has the same share of all keys, however many there
    /// are. A table that keeps only part of a key has to keep its lowest bits.
    #[must_use]
    #[inline(always)]
    pub fn bucket(&self, key: u64) -> Option<&[AtomicU64; 8]> {
        let buckets = self.all();
        buckets.get(place(key, buckets.len()))
    }

    /// Asks the processor to fetch the bucket of a key that will be needed soon, and does not wait for it. On x86-64
    /// only; elsewhere it does nothing.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        if let Some(bucket) = self.bucket(key) {
            prefetch(bucket);
        }
    }

    /// All buckets in turn.
    pub fn buckets(&self) -> impl ExactSizeIterator<Item = &[AtomicU64; 8]> {
        self.all().iter()
    }

    /// Sets everything to zero. The pages stay, and all of them have been touched afterwards: no later access waits for
    /// the system.
    pub fn clear(&mut self) {
        set_to_zero(&mut self.words);
    }

    /// The same on this many threads at once: new gigabytes take one thread most of a second. Only with `std`.
    ///
    /// ```
    /// use philidor::search_support::Memory;
    ///
    /// let mut table = Memory::new(64 << 20).expect("64 mebibytes");
    /// table.clear_on(2); // before a clock runs
    /// assert_eq!(table.bytes(), 64 << 20);
    /// ```
    #[cfg(feature = "std")]
    pub fn clear_on(&mut self, threads: usize) {
        /// In words. For a smaller share, starting a thread does not pay.
        const SHARE: usize = 1 << 20;
        let shares = self.words.len().div_ceil(SHARE);
        let waiting = Mutex::new(self.words.chunks_mut(SHARE));
        let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            while let Some(share) = next() {
                set_to_zero(share);
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads.min(shares) {
                // A thread that does not start leaves its shares to the others.
                let _ = start_in(scope, work);
            }
            work();
        });
    }
}

fn set_to_zero(words: &mut [AtomicU64]) {
    words.iter_mut().for_each(|word| *word.get_mut() = 0);
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").field("bytes", &self.bytes()).finish()
    }
}

/// A random word as a number below `count`, by its high bits.
#[inline(always)]
pub(crate) fn place(random: u64, count: usize) -> usize {
    ((u128::from(random) * count as u128) >> 64) as usize
}

/// Fetches a place of memory that will be read soon.
#[inline(always)]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: the address is that of a reference; prefetching reads nothing that the program could see. Every x86-64
    // CPU has the instruction. Its price: bench/record/engine.md, "One move ahead".
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(place).cast());
    }
    let _ = place;
}

/// Zeroed words, which the system provides when they are first touched; `None` if it will not.
pub(crate) fn zeroed(words: usize) -> Option<Vec<AtomicU64>> {
    if words == 0 {
        return Some(Vec::new());
    }
    let layout = Layout::array::<AtomicU64>(words).ok()?;
    // SAFETY: the layout is not empty; zeros are valid atomics; the vector has the very layout that was allocated. The
    // safe form writes every word at the start; its price is not measured separately; see bench/record/unsafe.md.
    unsafe {
        let memory = alloc_zeroed(layout);
        if memory.is_null() {
            return None;
        }
        advise_huge_pages(memory, layout.size());
        Some(Vec::from_raw_parts(memory.cast(), words, words))
    }
}

/// Asks Linux to use huge pages for the whole pages of some memory; it may decline, and then nothing changes.
#[cfg(all(target_os = "linux", feature = "std", not(miri)))]
fn advise_huge_pages(memory: *mut u8, bytes: usize) {
    /// The largest page that is not a huge one: 4 KiB on x86-64, up to 64 KiB on ARM.
    const PAGE: usize = 64 << 10;
    /// Less memory than this holds no huge page.
    const MIN_BYTES: usize = 2 << 20;
    /// The number of the advice, as the kernel has it for every processor (`asm-generic/mman-common.h`).
    const MADV_HUGEPAGE: c_int = 14;
    unsafe extern "C" {
        // In the C library, which the standard library links. The crate `libc` declares it, too, and some thousand
        // others, for a twentieth of the seconds that this library takes to build.
        fn madvise(start: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    if bytes < MIN_BYTES {
        return;
    }
    let skipped = memory.align_offset(PAGE);
    if skipped < bytes {
        let whole_pages = (bytes - skipped) & !(PAGE - 1);
        // SAFETY: the range lies within memory that was just allocated, and the advice changes no byte of it.
        // Price of doing without: measured in bench/record/unsafe.md.
        unsafe { madvise(memory.add(skipped).cast(), whole_pages, MADV_HUGEPAGE) };
    }
}

/// Other systems decide by themselves, and Miri does not support such advice.
#[cfg(not(all(target_os = "linux", feature = "std", not(miri))))]
fn advise_huge_pages(_memory: *mut u8, _bytes: usize) {}

#[cfg(test)]
mod tests {
    use core::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn buckets_are_aligned_zeroed_and_shared_out_evenly() {
        let memory = Memory::new(1000).expect("a thousand bytes");
        assert_eq!(memory.bytes(), 15 * 64);
        for bucket in memory.buckets() {
            assert_eq!(core::ptr::from_ref(bucket).addr() % 64, 0);
            assert!(bucket.iter().all(|word| word.load(Relaxed) == 0));
        }
        let fifteenth = u64::MAX / 15;
        for part in 0..15 {
            let bucket = memory.bucket(fifteenth * part + fifteenth / 2).expect("a bucket");
            bucket[7].store(part + 1, Relaxed);
        }
        assert!(memory.buckets().map(|bucket| bucket[7].load(Relaxed)).eq(1..=15));
        let (last, highest) = (memory.buckets().last(), memory.bucket(u64::MAX));
        assert!(core::ptr::eq(last.expect("a bucket"), highest.expect("a bucket")));
    }

    #[test]
    fn cleared_memory_is_zeros_again() {
        let mut memory = Memory::new(640).expect("640 bytes");
        memory.buckets().for_each(|bucket| bucket[3].store(9, Relaxed));
        memory.clear();
        assert!(memory.buckets().flatten().all(|word| word.load(Relaxed) == 0));
    }

    /// A page that the system has yet to hand out delays the search that first touches it.
    #[test]
    #[cfg(feature = "std")]
    #[cfg_attr(miri, ignore = "Miri takes minutes for so many words")]
    fn large_memory_keeps_its_pages_and_has_touched_them() {
        let mut memory = Memory::new(80 << 20).expect("80 MiB");
        let place = memory.words.as_ptr();
        for threads in [0, 1, 3, 99] {
            memory.buckets().for_each(|bucket| bucket[3].store(9, Relaxed));
            memory.clear_on(threads);
            assert!(memory.buckets().flatten().all(|word| word.load(Relaxed) == 0), "{threads}");
        }
        memory.bucket(77).expect("a bucket")[3].store(9, Relaxed);
        memory.clear();
        assert_eq!(memory.bucket(77).expect("a bucket")[3].load(Relaxed), 0);
        assert_eq!(memory.words.as_ptr(), place, "the same memory");
    }

    /// The resident memory of this program in bytes, as the system reports it.
    #[cfg(all(target_os = "linux", feature = "std", not(miri)))]
    fn resident() -> Option<usize> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok().map(|kibibytes| kibibytes << 10)
    }

    /// Other tests of this process take memory and give it back meanwhile, so that up to a quarter may be missing.
    #[test]
    #[cfg(all(target_os = "linux", feature = "std", not(miri)))]
    fn cleared_memory_is_there() {
        let Some(before) = resident() else { return };
        let mut memory = Memory::new(256 << 20).expect("256 MiB");
        memory.clear_on(2);
        let taken = resident().expect("as before").saturating_sub(before);
        assert!(taken >= 192 << 20, "{} MiB", taken >> 20);
    }

    #[test]
    fn neither_no_memory_nor_too_much_panics() {
        let none = Memory::new(63).expect("nothing");
        none.prefetch(7);
        assert_eq!((none.bytes(), none.bucket(7).is_none()), (0, true));
        assert!(Memory::new(usize::MAX).is_none());
        assert_eq!(Memory::default().bytes(), 0);
    }
}
