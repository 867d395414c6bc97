//! The beginning of a game at the end of a match's PGN, where a run was killed while it wrote.
//!
//! A file is cut there only if these bytes begin as [the PGN](super::game_pgn) of a game of the match does: the tags of
//! the roster in their order, with a round and two names of the match as far as they are written.

/// The tags of the roster that say nothing about which game it is.
const FIRST: [&str; 3] = ["Event", "Site", "Date"];

/// The longest unfinished line that may be half of a tag.
const MAX_HALF_LINE: usize = 4096;

#[derive(Clone, Debug, Default)]
pub(super) struct TornGame {
    text: String,
    length: usize,
}

impl TornGame {
    pub(super) fn read(bytes: &[u8]) -> TornGame {
        TornGame { text: String::from_utf8_lossy(bytes).into_owned(), length: bytes.len() }
    }

    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// What follows the tags that every game has, from the tag `Round` on; empty if it ends among them. `None` if the
    /// text does not begin as a game of a match does.
    pub(super) fn after_date(&self) -> Option<&str> {
        let mut rest = self.text.as_str();
        for name in FIRST {
            let opening = format!("[{name} \"");
            let Some((line, next)) = rest.split_once('\n') else {
                let fits = opening.starts_with(rest) || rest.starts_with(&opening);
                return (fits && rest.len() <= MAX_HALF_LINE).then_some("");
            };
            line.strip_prefix(&opening)?.strip_suffix("\"]")?;
            rest = next;
        }
        Some(rest)
    }
}

/// Whether a text is a part of the tag `Round`.
pub(super) fn is_half_round(text: &str) -> bool {
    let opening = "[Round \"";
    text.strip_prefix(opening).map_or(opening.starts_with(text), |value| {
        value.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'"' | b']'))
    })
}

/// Whether a text begins with the tags of a game, as far as it goes.
pub(super) fn begins_as(text: &str, round: &str, [white, black]: [&str; 2]) -> bool {
    let value = |name: &str| name.replace('\\', "\\\\").replace('"', "\\\"");
    let tags = format!(
        "[Round \"{round}\"]\n[White \"{}\"]\n[Black \"{}\"]\n[Result \"",
        value(white),
        value(black)
    );
    text.starts_with(&tags) || tags.starts_with(text)
}
