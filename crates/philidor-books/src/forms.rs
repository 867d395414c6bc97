//! The forms of a record through serde: 32 hexadecimal digits for people, its 16 bytes for binary formats.

use core::fmt;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::BookEntry;

impl Serialize for BookEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bytes = self.to_bytes();
        if serializer.is_human_readable() {
            serializer.collect_str(&format_args!("{:032x}", u128::from_be_bytes(bytes)))
        } else {
            serializer.serialize_bytes(&bytes)
        }
    }
}

impl<'de> Deserialize<'de> for BookEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BookEntry, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(Record)
        } else {
            deserializer.deserialize_bytes(Record)
        }
    }
}

struct Record;

impl Visitor<'_> for Record {
    type Value = BookEntry;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a record of a book: 32 hexadecimal digits, or 16 bytes")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<BookEntry, E> {
        let is_hexadecimal = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let word = u128::from_str_radix(text, 16).ok().filter(|_| is_hexadecimal);
        let word = word.ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))?;
        Ok(BookEntry::from_bytes(word.to_be_bytes()))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<BookEntry, E> {
        let bytes = bytes.try_into().map_err(|_| E::invalid_length(bytes.len(), &self))?;
        Ok(BookEntry::from_bytes(bytes))
    }
}
