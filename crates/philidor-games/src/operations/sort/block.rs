//! The games of a chunk of a file, with the keys by which they are sorted.

use crate::formats::scoresheets::each_scoresheet;
use crate::parts::chunk::Chunk;
use crate::parts::format::Format;
use crate::parts::reading::Reading;
use crate::parts::scoresheet::GameFacts;
use crate::writing::unchanged;

/// The games of a chunk, with their keys.
pub(crate) struct Block {
    pub(crate) format: Format,
    text: Vec<u8>,
    /// The key of each, and where its text ends.
    pub(crate) games: Vec<(Vec<u8>, usize)>,
}

impl Block {
    /// How much memory it takes.
    pub(super) fn size(&self) -> u64 {
        let game = |(key, _): &(Vec<u8>, usize)| {
            key.capacity() + size_of::<(Vec<u8>, usize)>() + size_of::<(u32, u32)>()
        };
        (self.text.capacity() + self.games.iter().map(game).sum::<usize>()) as u64
    }

    /// The key and the text of a game.
    pub(super) fn game(&self, number: u32) -> (&[u8], &[u8]) {
        let number = number as usize;
        let end_of = |number: usize| self.games.get(number).map_or(0, |(_, end)| *end);
        let start = if number == 0 { 0 } else { end_of(number - 1) };
        let key = self.games.get(number).map_or(&[][..], |(key, _)| key);
        (key, self.text.get(start..end_of(number)).unwrap_or_default())
    }
}

/// Makes the keys of games.
pub(crate) struct KeyMaker<'k> {
    pub(crate) key: &'k (dyn Fn(GameFacts<'_>) -> Vec<u8> + Sync),
    /// Whether it needs the number of half-moves.
    pub(crate) needs_plies: bool,
}

/// The games of a chunk with their keys.
pub(super) fn block(chunk: &Chunk<'_>, maker: &KeyMaker<'_>) -> Reading<Block> {
    let made = Block { format: chunk.source.format, text: Vec::new(), games: Vec::new() };
    each_scoresheet(chunk, maker.needs_plies, made, |facts, found, block| {
        unchanged::push_scoresheet(chunk, found, facts, &mut block.text);
        block.games.push(((maker.key)(facts), block.text.len()));
    })
}
