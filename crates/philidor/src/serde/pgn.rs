//! The forms of PGN: games with variations, their tags, and remarks about moves.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use ::serde::de::{self, Deserialize, Deserializer, MapAccess};
use ::serde::ser::{self, Serialize, Serializer};

use super::forms::{Written, texts, worded};
use super::records::records;
use super::words::words;
use super::{Form, refused, through_serde};
use crate::pgn::{
    CheckOptions, Comment, Counts, Eval, EvalScore, GameTree, Limits, Lines, Place, Remarks, Tags, games,
};

through_serde! { Comment, Eval, GameTree, EvalScore }

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
    EvalScore, "a score, such as `0.17` or `#-3`",
        |score| *score,
        |text| match evaluation(text) {
            Some(Eval { score, depth: None }) => Ok(score),
            _ => Err(refused::<EvalScore>(text)),
        };
}

words! {
    Lines, "`main` or `all`": Main "main", All "all";
}

records! {
    Place { offset, line, column }
    Counts { games, moves, bad_games }
    Limits { game, line, comment, tags, moves, nesting, comment_nesting, is_lenient }
    CheckOptions { limits, lines }
    Remarks { nags_before, before, nags, comment }
}

/// The game in a text that has exactly one.
fn only_game(text: &str) -> Result<GameTree, String> {
    let mut all = games(text.as_bytes());
    let first = worded(all.next().ok_or_else(|| refused::<GameTree>(text))?)?;
    if all.next().is_none() { Ok(first) } else { Err("there is more than one game".to_string()) }
}

/// A text as the evaluation that it would be in a comment.
fn evaluation(text: &str) -> Option<Eval> {
    let comment = Comment::from(format!("[%eval {text}]").as_str());
    comment.eval.filter(|_| comment.text().is_empty() && comment.clock.is_none() && comment.elapsed.is_none())
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
