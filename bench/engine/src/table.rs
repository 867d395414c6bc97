//! The transposition table. Unlike an engine's, it loses nothing: which entries are lost would depend on the keys, and
//! each board has its own.

use std::mem::MaybeUninit;

/// How a value bounds the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Bound {
    #[default]
    Exact,
    AtLeast,
    AtMost,
}

/// What is known of a position. A key of zero is an empty place.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry {
    pub(crate) key: u64,
    pub(crate) value: i16,
    pub(crate) digest: u16,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
}

pub(crate) struct Table {
    entries: Vec<Entry>,
    used: usize,
}

impl Table {
    /// A table with room for `1 << bits` positions.
    pub(crate) fn new(bits: u32) -> Table {
        let mut entries = Vec::with_capacity(1 << bits);
        ask_for_huge_pages(entries.spare_capacity_mut());
        entries.resize(1 << bits, Entry::default());
        Table { entries, used: 0 }
    }

    /// The place of a key: its own, or the empty one where it would be. An entry with key zero is an empty place.
    #[inline(always)]
    fn place(&self, key: u64) -> usize {
        let mask = self.entries.len() - 1;
        let mut at = key as usize & mask;
        while self.entries[at].key != key && self.entries[at].key != 0 {
            at = (at + 1) & mask;
        }
        at
    }

    /// Fetches the place of a key from memory ahead of [`Table::get`].
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        let entry = &self.entries[key as usize & (self.entries.len() - 1)];
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code, reason = "there is no safe way to prefetch")]
        // SAFETY: the address is that of a reference, and nothing is read that the program could see.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(entry).cast());
        }
        let _ = entry;
    }

    #[inline(always)]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let entry = self.entries[self.place(key)];
        (entry.key == key).then_some(entry)
    }

    /// Keeps what is known; fails once the table is three quarters full.
    #[inline(always)]
    pub(crate) fn put(&mut self, entry: Entry) -> bool {
        let at = self.place(entry.key);
        self.used += usize::from(self.entries[at].key == 0);
        self.entries[at] = entry;
        self.used < self.entries.len() / 4 * 3
    }
}

/// Asks for pages of 2 MiB, as engines do: with small ones each look into the table waits for the page's address, too.
/// To be asked before anything is written there: until then, the pages do not exist.
fn ask_for_huge_pages(entries: &mut [MaybeUninit<Entry>]) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let range = entries.as_ptr_range();
        let start = (range.start as usize).next_multiple_of(PAGE);
        let length = (range.end as usize).saturating_sub(start) / PAGE * PAGE;
        #[allow(unsafe_code, reason = "there is no safe way to advise the kernel")]
        // SAFETY: whole pages inside of a live allocation; the advice changes how they are mapped, never what they
        // hold.
        unsafe {
            libc::madvise(start as *mut libc::c_void, length, libc::MADV_HUGEPAGE);
        }
    }
    let _ = entries;
}
