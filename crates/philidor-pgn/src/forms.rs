//! The forms of games, tags and remarks for `serde`. Values that are written as their fields derive them: neither the
//! names nor the order of the fields ever change.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::marker::PhantomData;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::{Comment, Eval, EvalScore, GameTree, Lines, Tags};

/// What is written as a text, in every format.
trait Text: Sized {
    /// Completes the error for an invalid text.
    const EXPECTED: &'static str;

    fn read(text: &str) -> Result<Self, String>;
}

/// Visits a text.
struct TextVisitor<T>(PhantomData<T>);

impl<T: Text> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        T::read(text).map_err(E::custom)
    }
}

fn refused<T: Text>(what: impl fmt::Display) -> String {
    format!("`{what}` is not {}", T::EXPECTED)
}

macro_rules! texts {
    ($($name:ty, $expected:literal, |$text:ident| $read:expr;)*) => {$(
        impl Text for $name {
            const EXPECTED: &'static str = $expected;

            fn read($text: &str) -> Result<$name, String> {
                $read
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                deserializer.deserialize_str(TextVisitor(PhantomData))
            }
        }
    )*};
}

texts! {
    GameTree, "a game of PGN", |text| text.parse().map_err(|error: crate::PgnError| error.to_string());
    Comment, "a comment", |text| Ok(Comment::from(text));
    Eval, "an evaluation, such as `0.17,22` or `#-3`",
        |text| evaluation(text).ok_or_else(|| refused::<Eval>(text));
    EvalScore, "a score, such as `0.17` or `#-3`",
        |text| match evaluation(text) {
            Some(Eval { score, depth: None }) => Ok(score),
            _ => Err(refused::<EvalScore>(text)),
        };
}

/// A text as the evaluation that it would be in a comment.
fn evaluation(text: &str) -> Option<Eval> {
    let comment = Comment::from(format!("[%eval {text}]").as_str());
    comment.eval.filter(|_| comment.text().is_empty() && comment.clock.is_none() && comment.elapsed.is_none())
}

impl Text for Lines {
    const EXPECTED: &'static str = "`main` or `all`";

    fn read(text: &str) -> Result<Lines, String> {
        match text {
            "main" => Ok(Lines::Main),
            "all" => Ok(Lines::All),
            _ => Err(refused::<Lines>(text)),
        }
    }
}

impl Serialize for Lines {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (word, number) = match self {
            Lines::Main => ("main", 0),
            Lines::All => ("all", 1),
        };
        if serializer.is_human_readable() {
            serializer.serialize_str(word)
        } else {
            serializer.serialize_u8(number)
        }
    }
}

impl<'de> Deserialize<'de> for Lines {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Lines, D::Error> {
        if deserializer.is_human_readable() {
            return deserializer.deserialize_str(TextVisitor(PhantomData));
        }
        match u8::deserialize(deserializer)? {
            0 => Ok(Lines::Main),
            1 => Ok(Lines::All),
            other => Err(de::Error::custom(refused::<Lines>(other))),
        }
    }
}

impl Serialize for Tags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Tags {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tags, D::Error> {
        deserializer.deserialize_map(TagsVisitor)
    }
}

struct TagsVisitor;

impl<'de> Visitor<'de> for TagsVisitor {
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
