//! The memory of large tables.
//!
//! A table is looked up at random places of gigabytes, and most of that time is waiting. Three things shorten it:
//!
//! ```text
//! lines     64 bytes, which is what the processor fetches at once: who keeps to one waits once
//! pages     of 2 MiB where the system has them: with pages of 4 KiB their addresses have to be fetched, too
//! fetching  asked for ahead, a line arrives while the move that leads to it is played
//! ```
//!
//! The system provides zeroed memory page by page as it is touched, so a new table costs nothing but what is used of it.

#![allow(unsafe_code)] // zeroed memory that is not touched before it is used, advice on pages, prefetching

use alloc::alloc::{Layout, alloc_zeroed};
use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::AtomicU64;

/// The words of a line, which is what the processor fetches from memory at once.
const LINE: usize = 8;

/// Zeroed memory for a table, in lines of eight words, shared by any number of threads.
///
/// What a table keeps, and how it notices that another thread has written one word of two, is its own affair.
///
/// ```
/// use core::sync::atomic::Ordering::Relaxed;
/// use philidor::{Position, engine::Memory};
///
/// let table = Memory::of_bytes(1 << 20).expect("a mebibyte");
/// let position = Position::default();
/// let mv = position.legal_moves()[0];
///
/// table.fetch(position.key_after(mv)); // arrives while the move is played
/// let key = position.after(mv).key();
/// let line = table.line(key).expect("a line");
/// line[0].store(key, Relaxed);
/// assert_eq!(table.line(key).map(|line| line[0].load(Relaxed)), Some(key));
/// ```
#[derive(Default)]
pub struct Memory {
    words: Vec<AtomicU64>,
    /// Words before the first line: the system aligns less than lines are.
    skipped: usize,
}

impl Memory {
    /// As many lines of 64 bytes as there are in `bytes`; `None` if there is not so much memory.
    ///
    /// Linux is asked for huge pages. Nothing is touched, so it takes no time, and only what is used takes memory.
    #[must_use]
    pub fn of_bytes(bytes: usize) -> Option<Memory> {
        let count = bytes / (LINE * size_of::<u64>()) * LINE;
        if count == 0 {
            return Some(Memory::default());
        }
        let mut words = zeroed(count + LINE - 1)?;
        let address = words.as_ptr().addr() / size_of::<u64>();
        let skipped = address.next_multiple_of(LINE) - address;
        words.truncate(skipped + count);
        Some(Memory { words, skipped })
    }

    /// The lines.
    #[inline(always)]
    fn all(&self) -> &[[AtomicU64; LINE]] {
        self.words.get(self.skipped..).unwrap_or_default().as_chunks().0
    }

    /// How many bytes there are.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(self.all())
    }

    /// The line of a key; `None` only if there is no memory at all.
    ///
    /// It is the highest bits of the key that choose: each line has the same share of all keys, however many there are.
    #[must_use]
    #[inline(always)]
    pub fn line(&self, key: u64) -> Option<&[AtomicU64; 8]> {
        let lines = self.all();
        lines.get(place(key, lines.len()))
    }

    /// Fetches the line of a key, which will be asked for soon. Returns at once.
    #[inline(always)]
    pub fn fetch(&self, key: u64) {
        if let Some(line) = self.line(key) {
            fetch(line);
        }
    }

    /// All lines in turn.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = &[AtomicU64; 8]> {
        self.all().iter()
    }

    /// Everything is zero again: small memory is written, large memory replaced by what is not touched yet, if there is
    /// as much once more.
    pub fn clear(&mut self) {
        /// From here on writing takes longer than anyone notices in a game's first moves.
        const LARGE: usize = 64 << 20;
        let untouched = if self.bytes() < LARGE { None } else { Memory::of_bytes(self.bytes()) };
        match untouched {
            Some(memory) => *self = memory,
            None => self.words.iter_mut().for_each(|word| *word.get_mut() = 0),
        }
    }
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
pub(crate) fn fetch<T>(place: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: the address is that of a reference; prefetching reads nothing that the program could see. Every x86-64 CPU
    // has the instruction. Its price: bench/record/unsafe.md.
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
    const PAGE: usize = 4096;
    let skipped = memory.align_offset(PAGE);
    if skipped < bytes {
        let whole_pages = (bytes - skipped) & !(PAGE - 1);
        // SAFETY: the range lies within memory that was just allocated, and the advice changes no byte of it.
        // Price of doing without: measured in bench/record/unsafe.md.
        unsafe { libc::madvise(memory.add(skipped).cast(), whole_pages, libc::MADV_HUGEPAGE) };
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
    fn lines_are_aligned_zeroed_and_shared_out_evenly() {
        let memory = Memory::of_bytes(1000).expect("a thousand bytes");
        assert_eq!(memory.bytes(), 15 * 64);
        for line in memory.lines() {
            assert_eq!(core::ptr::from_ref(line).addr() % 64, 0);
            assert!(line.iter().all(|word| word.load(Relaxed) == 0));
        }
        let fifteenth = u64::MAX / 15;
        for part in 0..15 {
            let line = memory.line(fifteenth * part + fifteenth / 2).expect("a line");
            line[7].store(part + 1, Relaxed);
        }
        assert!(memory.lines().map(|line| line[7].load(Relaxed)).eq(1..=15));
        assert!(core::ptr::eq(
            memory.line(u64::MAX).expect("a line"),
            memory.lines().last().expect("a line")
        ));
    }

    #[test]
    fn cleared_memory_is_zeros_again() {
        let mut memory = Memory::of_bytes(640).expect("640 bytes");
        memory.lines().for_each(|line| line[3].store(9, Relaxed));
        memory.clear();
        assert!(memory.lines().flatten().all(|word| word.load(Relaxed) == 0));
    }

    #[test]
    fn no_memory_and_too_much_are_no_panic() {
        let none = Memory::of_bytes(63).expect("nothing");
        none.fetch(7);
        assert_eq!((none.bytes(), none.line(7).is_none()), (0, true));
        assert!(Memory::of_bytes(usize::MAX).is_none());
        assert_eq!(Memory::default().bytes(), 0);
    }
}
