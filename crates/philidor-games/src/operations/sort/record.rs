//! A game to be sorted: its key and its text.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::error::FileError;

/// A key, and the text that goes with it.
#[derive(Debug, Default)]
pub(super) struct Record {
    pub(super) key: Vec<u8>,
    pub(super) text: Vec<u8>,
}

/// Records in the order of their keys.
pub(super) trait Sorted {
    /// The next one; `None` at the end.
    fn next(&mut self) -> Result<Option<Record>, FileError>;
}

/// Passes the keys and texts of all sources on in the order of their keys; those of equal keys in the order of the
/// sources.
pub(super) fn merge<S: Sorted>(
    sources: &mut [S],
    mut take: impl FnMut(&[u8], &[u8]) -> Result<(), FileError>,
) -> Result<(), FileError> {
    let mut heads = BinaryHeap::new();
    let mut texts: Vec<Vec<u8>> = Vec::new();
    for (number, source) in sources.iter_mut().enumerate() {
        texts.push(Vec::new());
        if let Some(Record { key, text }) = source.next()? {
            texts[number] = text;
            heads.push(Reverse((key, number)));
        }
    }
    while let Some(Reverse((key, number))) = heads.pop() {
        take(&key, &texts[number])?;
        if let Some(Record { key, text }) = sources[number].next()? {
            texts[number] = text;
            heads.push(Reverse((key, number)));
        }
    }
    Ok(())
}
