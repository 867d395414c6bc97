//! What can be said of a game whose moves are not played: its tags, its result, how many moves it has.

use philidor_pgn::{Flow, GameResult, PgnErrorKind, TagValue, Visitor};

use super::tag_value::known_value;

/// How many tags of earlier games are kept at most, so that their memory is used again.
const MAX_SPARE: usize = 64;

/// The longest value that is kept so that its memory is used again.
const MAX_SPARE_VALUE: usize = 256;

/// What is asked about a game, however it was read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GameFacts<'a> {
    pub(crate) tags: &'a [(String, String)],
    pub(crate) result: GameResult,
    /// The number of half-moves, if it was asked for.
    pub(crate) plies: u32,
    /// Whether the text of the game ends without a result.
    pub(crate) lacks_result: bool,
}

impl<'a> GameFacts<'a> {
    /// The value of a tag; of several tags with a name the last one counts.
    pub(crate) fn tag(self, name: &str) -> Option<&'a str> {
        self.tags.iter().rfind(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The value of a tag, if it is known. Where `Date` is unknown, that is `UTCDate`.
    pub(crate) fn known_tag(self, name: &str) -> Option<&'a str> {
        known_value(|name| self.tag(name), name)
    }
}

/// A game as it is read. No rules are applied: its moves need not be legal.
#[derive(Default)]
pub(crate) struct Scoresheet {
    /// Those of the game first; then those of earlier games, whose memory is used again.
    tags: Vec<(String, String)>,
    tag_count: usize,
    result: Option<GameResult>,
    plies: u32,
    /// Whether the moves are read, to be counted.
    counts_plies: bool,
}

impl Scoresheet {
    pub(crate) fn new(counts_plies: bool) -> Scoresheet {
        Scoresheet { counts_plies, ..Scoresheet::default() }
    }

    pub(crate) fn facts(&self) -> GameFacts<'_> {
        let tags = self.tags.get(..self.tag_count).unwrap_or_default();
        let lacks_result = self.result.is_none();
        GameFacts { tags, result: self.result.unwrap_or_default(), plies: self.plies, lacks_result }
    }
}

impl Visitor for Scoresheet {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        self.tags.truncate(MAX_SPARE);
        (self.tag_count, self.result, self.plies) = (0, None, 0);
        Ok(())
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        if self.tag_count >= self.tags.len() {
            self.tags.push(<(String, String)>::default());
        }
        if let Some((known, text)) = self.tags.get_mut(self.tag_count) {
            known.clear();
            known.push_str(&String::from_utf8_lossy(name));
            if text.capacity() > MAX_SPARE_VALUE {
                *text = String::new();
            }
            text.clear();
            text.push_str(&value.to_text());
            self.tag_count += 1;
        }
        Ok(())
    }

    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        Ok(if self.counts_plies { Flow::Read } else { Flow::Skip })
    }

    #[inline]
    fn san(&mut self, _: &[u8]) -> Result<(), PgnErrorKind> {
        self.plies += 1;
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        Ok(Flow::Skip)
    }

    fn null_move(&mut self, _: PgnErrorKind) -> Result<(), PgnErrorKind> {
        self.plies += 1;
        Ok(())
    }

    fn result(&mut self, result: GameResult) -> Result<(), PgnErrorKind> {
        self.result = Some(result);
        Ok(())
    }
}
