//! Games read for their fingerprints alone.

use philidor::GameResult;
use philidor::Position;

use super::agreement::Agreement;
use crate::formats::any::each_replay;
use crate::formats::pgn::each_game;
use crate::parts::chunk::Chunk;
use crate::parts::fingerprint::{Fingerprint, FingerprintReader, Fingerprints};
use crate::parts::format::Format;
use crate::parts::found::{FAULT, Found};
use crate::parts::left_out::LeftOut;
use crate::parts::reading::Reading;
use crate::parts::variants::{VariantPosition, Visitors, with_game};

/// What is known of a game to find its twins.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FingerprintedGame {
    /// Its number, counting bad games: in its chunk, from 1, or, once chunks are put together, over all files, from 0.
    pub(super) number: u64,
    /// The fingerprint of its start and moves.
    pub(super) moves: Fingerprint,
    /// The hash of the tags that have to agree.
    pub(super) tags: u64,
    pub(super) plies: u32,
    /// The result at the end of the moves, or, where that is unknown, the one in the tag.
    pub(super) result: GameResult,
    /// How many comments, glyphs and variations it has, and how many tags.
    pub(super) riches: [u32; 2],
}

impl FingerprintedGame {
    /// Whether the tags and the results agree with those of another game.
    pub(super) fn agrees(&self, other: &FingerprintedGame) -> bool {
        let results = [self.result, other.result];
        self.tags == other.tags && (results[0] == results[1] || results.contains(&GameResult::Unknown))
    }
}

/// Calls `each` for every good game of a chunk.
pub(super) fn each_fingerprinted_game<T>(
    chunk: &Chunk<'_>,
    agreement: &Agreement<'_>,
    made: T,
    mut each: impl FnMut(FingerprintedGame, &Found<'_>, &mut T),
) -> Reading<T> {
    each_game_with_beginnings(chunk, agreement, made, |game, _, found, made| each(game, found, made))
}

/// The same with the fingerprints of the beginnings of the game, that of its start first.
pub(super) fn each_game_with_beginnings<T>(
    chunk: &Chunk<'_>,
    agreement: &Agreement<'_>,
    made: T,
    mut each: impl FnMut(FingerprintedGame, &[Fingerprint], &Found<'_>, &mut T),
) -> Reading<T> {
    if chunk.source.format != Format::Pgn {
        return each_replay(chunk, made, |game, found, made| {
            with_game!(game, game => {
                let fingerprints = Fingerprints::of(game);
                let game = fingerprinted(fingerprints.all(), game.result, agreement, (game.left_out, &game.tags), found);
                each(game, fingerprints.all(), found, made);
            });
        });
    }
    let variants = FingerprintReader::<VariantPosition>::new;
    let visitors = Visitors::new(FingerprintReader::<Position>::new(), variants);
    let read = each_game(chunk, visitors, made, |visitors, found, made| {
        with_game!(visitors.reader(), game => {
            let fingerprints = game.kept.all();
            let game = fingerprinted(fingerprints, game.result, agreement, (game.left_out, &game.tags), found);
            each(game, fingerprints, found, made);
        });
    });
    read.0
}

fn fingerprinted(
    fingerprints: &[Fingerprint],
    result: GameResult,
    agreement: &Agreement<'_>,
    (remarks, all_tags): (LeftOut, &[(String, String)]),
    found: &Found<'_>,
) -> FingerprintedGame {
    let tag = |name: &str| all_tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    agreement.asked.see(all_tags);
    let LeftOut { comments, glyphs, variations } = remarks;
    let small = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
    let plies = small(fingerprints.len().saturating_sub(1) as u64);
    let riches = [small(comments + glyphs + variations), small(all_tags.len() as u64)];
    let of_tag = || tag("Result").and_then(|value| GameResult::from_bytes(value.as_bytes()));
    let result = Some(result).filter(|result| *result != GameResult::Unknown).or_else(of_tag);
    let number = found.number;
    let (moves, tags) = if found.mark().is_some() || tag(FAULT).is_some() {
        // The part that is lost may be what makes it a different game.
        let text = Fingerprint::default().then_text(found.text);
        (text, text.half())
    } else {
        let last = fingerprints.last().copied().unwrap_or_default();
        (agreement.of_moves(last, plies, all_tags), agreement.of(tag))
    };
    FingerprintedGame { number, moves, tags, plies, result: result.unwrap_or_default(), riches }
}
