//! Games as JSON lines: what `--to json` writes and reads again.
//!
//! ```text
//! {"tags":{"Event":"?",…},"start":"rnbq…","result":"1-0","moves":["e4",…],"uci":["e2e4",…]}
//! ```
//!
//! Only `tags`, `start`, `result` and `uci` are read, since `moves` adds nothing to them; the first three may be
//! missing. Games with comments, glyphs or variations have `movetext` (`movetext.rs`), too.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use philidor::Position;
use philidor::characters::decode;
use philidor_pgn::{GameResult, GameTree, PgnErrorKind, own_tag};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::movetext::{self, AnnotatedMove, Annotations};
use super::uci;
use crate::parts::file_position::FilePosition;
use crate::parts::reading::Verdict;
use crate::parts::replay::{Fault, Replay};
use crate::parts::variants::{ByRules, OwnGame, VariantPosition, is_name_of_variant};

/// Appends an object on a line of its own. Moves have no characters to escape, so they are
/// written directly.
pub(crate) fn write<P: FilePosition>(game: &Replay<P>, text: &mut Vec<u8>) -> io::Result<()> {
    write_moves(game, text)?;
    text.extend_from_slice(b"}\n");
    Ok(())
}

/// The same with the annotations of its moves, which the tree has. Returns a warning if variations nest too deep.
pub(crate) fn write_annotated<P: FilePosition>(
    game: &Replay<P>,
    tree: &GameTree<P>,
    text: &mut Vec<u8>,
) -> Verdict {
    write_moves(game, text)?;
    write_movetext(tree, text)
}

/// Appends the annotations of a game, and the end of its object.
pub(super) fn write_movetext<P: FilePosition>(tree: &GameTree<P>, text: &mut Vec<u8>) -> Verdict {
    let too_deep = movetext::write(tree, text)?;
    text.extend_from_slice(b"}\n");
    let are = if too_deep == 1 { "is" } else { "are" };
    let warning = || format!("variations nest too deep for JSON: {too_deep} {are} left out");
    Ok((too_deep > 0).then(warning).into_iter().collect())
}

/// Adds the annotations of a line to the tree of its game, and returns warnings about variations that are cut.
///
/// # Errors
///
/// What is wrong with it.
pub(crate) fn annotate<P: FilePosition>(line: &[u8], tree: &mut GameTree<P>) -> Verdict {
    let annotations: Annotations = serde_json::from_str(&decode(line))?;
    annotations.add_to(tree)
}

/// Appends an object without its end.
fn write_moves<P: FilePosition>(game: &Replay<P>, text: &mut Vec<u8>) -> io::Result<()> {
    write_parts(&game.tags, game.positions().first(), game.result, text, |text| {
        for (index, (position, mv)) in game.steps().enumerate() {
            text.extend_from_slice(if index > 0 { b",\"" } else { b"\"" });
            text.extend_from_slice(position.to_san(mv).as_bytes());
            text.push(b'"');
        }
        text.extend_from_slice(b"],\"uci\":[");
        for (index, (position, mv)) in game.steps().enumerate() {
            text.extend_from_slice(if index > 0 { b",\"" } else { b"\"" });
            uci::write_move(position, mv, game.castling, text);
            text.push(b'"');
        }
    })
}

/// Appends an object without its end. `moves` writes both lists of its moves, and what stands between them.
pub(crate) fn write_parts(
    tags: &[(String, String)],
    start: Option<&impl fmt::Display>,
    result: GameResult,
    text: &mut Vec<u8>,
    moves: impl FnOnce(&mut Vec<u8>),
) -> io::Result<()> {
    text.extend_from_slice(b"{\"tags\":");
    serde_json::to_writer(&mut *text, &Pairs(Cow::Borrowed(tags)))?;
    text.extend_from_slice(b",\"start\":");
    match start {
        Some(start) => write!(text, "\"{start}\"")?,
        None => text.extend_from_slice(b"null"),
    }
    write!(text, ",\"result\":\"{}\",\"moves\":[", result.as_str())?;
    moves(text);
    text.push(b']');
    Ok(())
}

/// Names and values of one object, in order.
#[derive(Default)]
struct Pairs<'a>(Cow<'a, [(String, String)]>);

impl Serialize for Pairs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Pairs<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Vec<(String, String)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of texts")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(pairs)
            }
        }
        Ok(Pairs(Cow::Owned(deserializer.deserialize_map(InOrder)?)))
    }
}

/// A text, borrowed from the line if it has no escapes, so that its place is known.
#[derive(Deserialize)]
#[serde(transparent)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// The keys of an object that are read.
#[derive(Deserialize)]
#[serde(expecting = "an object with the moves as `uci`")]
struct Game<'a> {
    #[serde(default)]
    tags: Pairs<'static>,
    #[serde(borrow)]
    start: Option<Text<'a>>,
    #[serde(borrow)]
    result: Option<Text<'a>>,
    #[serde(borrow)]
    uci: Vec<Text<'a>>,
    #[serde(default)]
    nags: Vec<u8>,
    #[serde(default)]
    comment: String,
    #[serde(default)]
    movetext: Vec<AnnotatedMove>,
}

impl Game<'_> {
    /// The value of a tag about the start, which may be given only once.
    fn tag(&self, name: &str, line: &str) -> Result<Option<&str>, Fault> {
        let mut values = self.tags.0.iter().filter(|tag| tag.0 == name).map(|tag| tag.1.as_str());
        let value = values.next();
        if values.next().is_some() {
            return Err(Fault::at(line, line, format_args!("the tag `{name}` is given again")));
        }
        Ok(value)
    }
}

pub(crate) fn read(line: &str, lenient: bool) -> Result<OwnGame, Fault> {
    let mut game: Game<'_> = serde_json::from_str(line).map_err(|error| {
        let message = error.to_string();
        // The place is reported separately.
        let reason = message.rsplit_once(" at line").map_or(message.as_str(), |parts| parts.0);
        Fault { at: error.column().saturating_sub(1), reason: reason.to_owned() }
    })?;
    for (name, _) in game.tags.0.to_mut() {
        if let Some(own) = own_tag(name.as_bytes()) {
            *name = own.into();
        }
    }
    let variant = game.tag("Variant", line)?.map(str::to_owned);
    match variant.filter(|variant| is_name_of_variant(variant.as_bytes())) {
        Some(variant) => played::<VariantPosition>(game, Some(&variant), line, lenient).map(ByRules::Variant),
        None => played::<Position>(game, None, line, lenient).map(ByRules::Chess),
    }
}

/// The game of an object, played from its start.
fn played<P: FilePosition>(
    game: Game<'_>,
    variant: Option<&str>,
    line: &str,
    lenient: bool,
) -> Result<Replay<P>, Fault> {
    let fen = match &game.start {
        Some(start) => Some(start.0.as_ref()),
        None => game.tag("FEN", line)?,
    };
    let start = P::from_tags(variant.map(str::as_bytes), fen.map(str::as_bytes))
        .map_err(|error| Fault::at(line, fen.unwrap_or(line), PgnErrorKind::from(error)))?;
    let result = match &game.result {
        Some(Text(marker)) => GameResult::from_bytes(marker.as_bytes())
            .ok_or_else(|| Fault::at(line, marker, format_args!("`{marker}` is not a result")))?,
        None => GameResult::Unknown,
    };
    let mut replay =
        Replay::from_uci(line, start, game.uci.iter().map(|text| text.0.as_ref()), result, lenient)?;
    let Game { nags, comment, movetext, .. } = game;
    replay.left_out = Annotations { nags, comment, movetext }.counts();
    replay.tagged(game.tags.0.into_owned()).map_err(|error| Fault::at(line, line, error))
}
