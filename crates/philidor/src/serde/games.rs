//! The forms of games, of remarks about them, and of books.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use ::serde::de::{self, Deserialize, Deserializer, MapAccess};
use ::serde::ser::{Serialize, Serializer};

use super::forms::{Written, texts, told};
use super::{Bytes, Form, hexadecimal, refused, through_serde};
use crate::pgn::{Comment, Eval, GameTree, Score, Tags, games};
use crate::polyglot::BookEntry;

through_serde! { BookEntry, Comment, Eval, GameTree, Score }

texts! {
    GameTree, "a game of PGN",
        |tree| Written(move |f: &mut fmt::Formatter<'_>| write!(f, "{tree}")),
        |text| only_game(text);
    Comment, "a comment",
        |comment| Written(move |f: &mut fmt::Formatter<'_>| write!(f, "{comment}")),
        |text| Ok(Comment::from(text));
    Eval, "an evaluation, such as `0.17,22` or `#-3`",
        |eval| *eval,
        |text| evaluation(text).ok_or_else(|| refused::<Eval>(text));
    Score, "a score, such as `0.17` or `#-3`",
        |score| *score,
        |text| match evaluation(text) {
            Some(Eval { score, depth: None }) => Ok(score),
            _ => Err(refused::<Score>(text)),
        };
}

/// The game in a text that has exactly one.
fn only_game(text: &str) -> Result<GameTree, String> {
    let mut all = games(text.as_bytes());
    let first = told(all.next().ok_or_else(|| refused::<GameTree>(text))?)?;
    if all.next().is_none() { Ok(first) } else { Err("there is more than one game".to_string()) }
}

/// A text as the evaluation that it would be in a comment.
fn evaluation(text: &str) -> Option<Eval> {
    let comment = Comment::from(format!("[%eval {text}]").as_str());
    comment.eval.filter(|_| comment.text().is_empty() && comment.clock.is_none() && comment.elapsed.is_none())
}

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

impl Serialize for Tags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Tags {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tags, D::Error> {
        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Tags;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("names and values of tags")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tags, A::Error> {
                let mut tags = Tags::default();
                while let Some((name, value)) = map.next_entry::<String, String>()? {
                    tags.set(&name, &value).map_err(de::Error::custom)?;
                }
                Ok(tags)
            }
        }

        deserializer.deserialize_map(Visitor)
    }
}
