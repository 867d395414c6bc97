//! The beginning of a game at the end of a match's PGN, where a run was killed while it wrote.
//!
//! A file is cut there only if these bytes begin as [the PGN](super::game_pgn) of a game of the match does: the tags of
//! the roster in their order, with a round and two names of the match as far as they are written.

/// The tags that come first, as they are written.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

#[derive(Clone, Debug, Default)]
pub(super) struct TornGame {
    text: String,
    length: usize,
}

/// What the roster says, as far as it is written.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct TornRoster {
    pub(super) round: Option<String>,
    pub(super) names: Option<[String; 2]>,
}

impl TornGame {
    pub(super) fn read(bytes: &[u8]) -> TornGame {
        TornGame { text: String::from_utf8_lossy(bytes).into_owned(), length: bytes.len() }
    }

    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// The roster, if the text begins as a game of a match does.
    pub(super) fn roster(&self) -> Option<TornRoster> {
        let mut values = Vec::new();
        let mut lines = self.text.split_inclusive('\n');
        for name in ROSTER {
            let Some(line) = lines.next() else { break };
            let Some(line) = line.strip_suffix('\n') else {
                let opening = format!("[{name} \"");
                let fits = opening.starts_with(line) || line.starts_with(&opening);
                return fits.then(|| TornRoster::read(&values));
            };
            let value = line.strip_prefix(&format!("[{name} \""))?.strip_suffix("\"]")?;
            values.push(value.replace("\\\"", "\"").replace("\\\\", "\\"));
        }
        Some(TornRoster::read(&values))
    }
}

impl TornRoster {
    fn read(values: &[String]) -> TornRoster {
        let value = |index: usize| values.get(index).cloned();
        TornRoster { round: value(3), names: value(4).zip(value(5)).map(|(white, black)| [white, black]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_beginning_of_a_sheet_has_a_roster() {
        let whole =
            "[Event \"e\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"1.2\"]\n[White \"a\"]\n[Black \"b\"]\n";
        for length in 1..=whole.len() {
            let roster = TornGame::read(&whole.as_bytes()[..length]).roster().expect("a roster");
            assert_eq!(roster.names.is_some(), length == whole.len(), "{length}");
        }
        for text in
            ["notes", "{\"a\": 1}", "\n\n", "\x7fELF\0", "[White \"a\"]\n", "[Event \"e\"]\n1. e4 *\n"]
        {
            assert_eq!(TornGame::read(text.as_bytes()).roster(), None, "{text}");
        }
    }
}
