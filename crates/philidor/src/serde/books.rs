//! The forms of what is in an opening book.

use alloc::format;
use alloc::string::String;
use core::fmt;

use super::{Bytes, Form, hexadecimal, refused, through_serde};
use crate::polyglot::BookEntry;

through_serde! { BookEntry }

impl Form for BookEntry {
    const EXPECTED: &'static str = "32 hexadecimal digits";
    type Compact = Bytes;

    fn text(&self) -> impl fmt::Display {
        hexadecimal::text(self.to_bytes())
    }

    fn from_text(text: &str) -> Result<BookEntry, String> {
        hexadecimal::bytes(text).map(BookEntry::from_bytes).ok_or_else(|| refused::<BookEntry>(text))
    }

    fn compact(&self) -> Bytes {
        Bytes(self.to_bytes().into())
    }

    fn from_compact(Bytes(bytes): Bytes) -> Result<BookEntry, String> {
        let bytes: Result<[u8; BookEntry::BYTES], _> = bytes.try_into();
        bytes.map(BookEntry::from_bytes).map_err(|bytes| {
            format!("a record of a book has {} bytes, not {}", BookEntry::BYTES, bytes.len())
        })
    }
}
