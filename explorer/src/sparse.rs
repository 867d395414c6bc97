//! The sparse index of a store: a record for each row group (`store.rs` draws it).

use std::path::{Path, PathBuf};

use crate::bytes::take;

/// The bytes of a record of a sparse index.
pub(crate) const PAGE_RECORD: usize = 32;
/// No page is longer than its column can say.
pub(crate) const MAX_PAGE: u32 = 1 << 30;

/// A row group, as the sparse index knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) first: u64,
    pub(crate) offset: u64,
    pub(crate) keys: u32,
    pub(crate) rows: u32,
    pub(crate) count: u32,
    pub(crate) crc: u32,
}

impl Page {
    pub(crate) fn to_bytes(self) -> Vec<u8> {
        let Page { first, offset, keys, rows, count, crc } = self;
        let counts = [keys, rows, count, crc].into_iter().flat_map(u32::to_le_bytes);
        [first, offset].into_iter().flat_map(u64::to_le_bytes).chain(counts).collect()
    }

    pub(crate) fn from_bytes(bytes: &[u8; PAGE_RECORD]) -> Page {
        let mut bytes = &bytes[..];
        let mut long = || take(&mut bytes).map_or(0, u64::from_le_bytes);
        let (first, offset) = (long(), long());
        let mut short = || take(&mut bytes).map_or(0, u32::from_le_bytes);
        Page { first, offset, keys: short(), rows: short(), count: short(), crc: short() }
    }

    /// The bytes of both pages.
    pub(crate) fn bytes(self) -> usize {
        self.keys as usize + self.rows as usize
    }
}

/// The sparse index of a file.
pub(crate) fn pages_file(path: &Path) -> PathBuf {
    path.with_extension("pages")
}
