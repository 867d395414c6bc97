//! The visitor that reads the main line of a game of PGN, with its tags and its result. It counts whatever else the
//! text has.

use philidor::{CastlingMode, GamePosition};
use philidor_pgn::{Checker, Flow, GameResult, Lines, PgnErrorKind, TagValue, Tags, Visitor};

use super::file_position::FilePosition;
use super::left_out::LeftOut;

/// How many tags of earlier games are kept at most, so that their memory is used again: as many as games usually have.
const MAX_SPARE: usize = 32;

/// The longest value that is kept so that its memory is used again.
const MAX_SPARE_VALUE: usize = 256;

/// What is kept of the moves of a game.
pub(crate) trait Kept: Default {
    /// The positions of the game.
    type Position: FilePosition;

    /// Forgets the game before.
    fn clear(&mut self);

    /// Begins a game at a position.
    fn start(&mut self, start: &Self::Position, castling: CastlingMode);

    /// Plays a move in SAN.
    fn san(&mut self, checker: &mut Checker<Self::Position>, san: &[u8]) -> Result<(), PgnErrorKind>;

    /// Plays a null move, or refuses it as this fault.
    fn null_move(
        &mut self,
        checker: &mut Checker<Self::Position>,
        fault: PgnErrorKind,
    ) -> Result<(), PgnErrorKind>;

    /// Takes a glyph after the last move.
    fn nag(&mut self, _nag: u8) {}

    /// Takes a comment after the last move.
    fn comment(&mut self, _comment: &[u8]) {}
}

/// A game as it is read.
pub(crate) struct MainLine<K: Kept> {
    checker: Checker<K::Position>,
    /// Names and values, in order.
    pub(crate) tags: Vec<(String, String)>,
    /// Names and values of earlier games, whose memory is used again.
    spare: Vec<(String, String)>,
    pub(crate) kept: K,
    /// The result.
    pub(crate) result: GameResult,
    /// How castling is written in UCI.
    pub(crate) castling: CastlingMode,
    /// How many comments, glyphs and variations the text of the game has besides.
    pub(crate) left_out: LeftOut,
}

impl<K: Kept> MainLine<K> {
    pub(crate) fn new() -> MainLine<K> {
        MainLine {
            checker: Checker::for_positions(Lines::Main),
            tags: Vec::new(),
            spare: Vec::new(),
            kept: K::default(),
            result: GameResult::Unknown,
            castling: CastlingMode::Standard,
            left_out: LeftOut::default(),
        }
    }

    /// The value of a tag, if the game has it.
    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The same game with these tags, and castling as they say; an error if they name a variant with
    /// other rules, which only positions of variants can have.
    pub(crate) fn tagged(self, mut tags: Vec<(String, String)>) -> Result<MainLine<K>, PgnErrorKind> {
        keep_last(&mut tags);
        let mut castling = self.castling;
        for (name, value) in tags.iter().filter(|(name, _)| name == "Variant") {
            let mut variant = Tags::default();
            // A tag may have this name.
            let _ = variant.set(name, value);
            match variant.castling_mode() {
                Ok(CastlingMode::Chess960) => castling = CastlingMode::Chess960,
                Err(fault) if !K::Position::HAS_VARIANTS => return Err(fault),
                _ => {}
            }
        }
        Ok(MainLine { tags, castling, ..self })
    }
}

/// Of several tags with the same name, the last one counts, in the place of the first.
fn keep_last(tags: &mut Vec<(String, String)>) {
    let mut order: Vec<usize> = (0..tags.len()).collect();
    order.sort_by(|&one, &other| tags[one].0.cmp(&tags[other].0)); // stable: each name in its order
    let mut is_first = vec![true; tags.len()];
    let mut first = order.first().copied().unwrap_or_default();
    for &place in order.iter().skip(1) {
        if tags[place].0 == tags[first].0 {
            tags[first].1 = std::mem::take(&mut tags[place].1);
            is_first[place] = false;
        } else {
            first = place;
        }
    }
    let mut is_first = is_first.into_iter();
    tags.retain(|_| is_first.next().unwrap_or_default());
}

impl<K: Kept> Visitor for MainLine<K> {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        let usual = self.tags.drain(..).filter(|(_, value)| value.capacity() <= MAX_SPARE_VALUE);
        self.spare.extend(usual.take(MAX_SPARE));
        self.spare.truncate(MAX_SPARE);
        self.kept.clear();
        self.result = GameResult::Unknown;
        self.left_out = LeftOut::default();
        self.checker.begin_game()
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        self.checker.tag(name, value)?;
        let (mut known, mut text) = self.spare.pop().unwrap_or_default();
        known.clear();
        known.push_str(&String::from_utf8_lossy(name));
        text.clear();
        text.push_str(&value.to_text());
        self.tags.push((known, text));
        Ok(())
    }

    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        keep_last(&mut self.tags);
        let flow = self.checker.begin_moves()?;
        self.castling = self.checker.castling_mode();
        self.kept.start(self.checker.position(), self.castling);
        Ok(flow)
    }

    #[inline]
    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        self.kept.san(&mut self.checker, san)
    }

    fn null_move(&mut self, fault: PgnErrorKind) -> Result<(), PgnErrorKind> {
        self.kept.null_move(&mut self.checker, fault)
    }

    fn nag(&mut self, nag: u8) -> Result<(), PgnErrorKind> {
        self.left_out.glyphs += 1;
        self.kept.nag(nag);
        Ok(())
    }

    fn comment(&mut self, comment: &[u8]) -> Result<(), PgnErrorKind> {
        self.left_out.comments += 1;
        self.kept.comment(comment);
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        self.left_out.variations += 1;
        Ok(Flow::Skip)
    }

    fn result(&mut self, result: GameResult) -> Result<(), PgnErrorKind> {
        self.result = result;
        self.checker.result(result)
    }

    fn end_game(&mut self) -> Result<(), PgnErrorKind> {
        self.checker.end_game()
    }
}
