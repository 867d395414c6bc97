//! Twins found after all games have been read for their fingerprints.
//!
//! ```text
//! games in order of moves, then tags, then of which of them stays
//!
//! moves  a a a a a  b b  c        same: games after the first one of a run of moves and tags, unless results contradict
//! tags   1 1 2 2 3  1 1  4        retagged: those of other runs with the moves of the one that stays
//! ```
//!
//! A part is found from the whole game: a game that may have parts, since others with its tags have other lengths, is
//! played once more, and each of its beginnings is looked up.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::agreement::Agreement;
use super::fingerprinted_game::{FingerprintedGame, each_game_with_beginnings};
use super::games_seen::FingerprintTable;
use super::twins::{Keep, TwinKind, TwinOptions};
use crate::parts::chunk::Chunk;
use crate::parts::reading::Reading;

/// Which games are dropped, and because of which.
pub(super) struct TwinVerdicts<'a> {
    options: &'a TwinOptions,
    /// How many of the games, the first ones, are known.
    known: u64,
    /// All games: 48 bytes each.
    games: Vec<FingerprintedGame>,
    /// Indices of the games in an order that puts twins side by side, the one that stays first.
    order: Vec<u32>,
    /// The twin of each game that is dropped; both are indices.
    twins: HashMap<u32, (TwinKind, u32)>,
}

impl<'a> TwinVerdicts<'a> {
    /// Compares all games, given in the order of their numbers, the `known` ones first.
    pub(super) fn new(
        games: Vec<FingerprintedGame>,
        known: u64,
        options: &'a TwinOptions,
    ) -> TwinVerdicts<'a> {
        // No input has more games than that.
        let mut order: Vec<u32> = (0..u32::try_from(games.len()).unwrap_or(u32::MAX)).collect();
        order.sort_unstable_by_key(|&at| {
            let game = &games[at as usize];
            (game.moves, game.tags, preference(game, known, options.keep))
        });
        let mut verdicts = TwinVerdicts { options, known, games, order, twins: HashMap::new() };
        verdicts.find_same();
        verdicts
    }

    fn game(&self, at: u32) -> &FingerprintedGame {
        &self.games[at as usize]
    }

    /// Whether a game stays, by what is found so far. Known games do.
    fn stays(&self, at: u32) -> bool {
        self.game(at).number < self.known || !self.twins.contains_key(&at)
    }

    /// Finds the twins with the same moves and tags.
    fn find_same(&mut self) {
        if !self.options.has(TwinKind::Same) {
            return;
        }
        let mut twins = HashMap::new();
        let is_group = |&one: &u32, &other: &u32| {
            let [one, other] = [self.game(one), self.game(other)];
            one.moves == other.moves && one.tags == other.tags
        };
        for group in self.order.chunk_by(is_group) {
            let mut stay: Vec<u32> = Vec::new();
            for &at in group {
                match stay.iter().find(|&&first| self.game(at).agrees(self.game(first))) {
                    Some(&first) => drop(twins.insert(at, (TwinKind::Same, first))),
                    None => stay.push(at),
                }
            }
        }
        self.twins = twins;
    }

    /// Finds the twins with the same moves and other tags among those that stay by now.
    pub(super) fn find_retagged(&mut self) {
        if !self.options.has(TwinKind::Retagged) {
            return;
        }
        let mut twins = Vec::new();
        for run in self.order.chunk_by(|&one, &other| self.game(one).moves == self.game(other).moves) {
            let stay = || run.iter().copied().filter(|&at| self.stays(at));
            let best = stay().min_by_key(|&at| preference(self.game(at), self.known, self.options.keep));
            let Some(best) = best else { continue };
            let others = stay().filter(|&at| !self.game(at).agrees(self.game(best)));
            twins.extend(others.map(|at| (at, (TwinKind::Retagged, best))));
        }
        self.twins.extend(twins);
    }

    /// The tags that games of different lengths have in common.
    fn tags_of_several_lengths(&self) -> HashSet<u64> {
        let mut lengths: HashMap<u64, u32> = HashMap::new();
        let mut several = HashSet::new();
        for game in self.order.iter().map(|&at| self.game(at)) {
            if *lengths.entry(game.tags).or_insert(game.plies) != game.plies {
                several.insert(game.tags);
            }
        }
        several
    }

    /// Whether any game can be a part of another.
    pub(super) fn may_have_parts(&self) -> bool {
        !self.tags_of_several_lengths().is_empty()
    }

    /// A finder of parts, for games that are read once more.
    pub(super) fn finder(&self) -> PartFinder {
        let tags = self.tags_of_several_lengths();
        let mut groups = FingerprintTable::default();
        for (place, &at) in self.order.iter().enumerate().rev() {
            let game = self.game(at);
            if tags.contains(&game.tags) {
                groups.insert(game.moves.then(game.tags), place as u32);
            }
        }
        PartFinder { tags, groups, min_plies: self.options.min_plies }
    }

    /// Notes a part that was found. Of the games that it is a part of, the longest of each result is kept.
    pub(super) fn note_part(&self, FoundPart { group, whole }: FoundPart, wholes: &mut WholeGames) {
        let Ok(whole) = self.games.binary_search_by_key(&whole, |game| game.number) else { return };
        let whole = whole as u32;
        let length = |at: u32| (self.game(at).plies, Reverse(at));
        let of_result = &mut wholes.0.entry(group).or_default()[self.game(whole).result as usize];
        *of_result =
            Some(of_result.map_or(whole, |known| if length(whole) > length(known) { whole } else { known }));
    }

    /// Makes twins of the parts that were noted.
    pub(super) fn take_parts(&mut self, wholes: WholeGames) {
        for (group, wholes) in wholes.0 {
            let Some(rest) = self.order.get(group as usize..) else { continue };
            let Some(&first) = rest.first() else { continue };
            let (moves, tags) = (self.game(first).moves, self.game(first).tags);
            let group = rest.iter().take_while(|&&at| {
                let game = &self.games[at as usize];
                game.moves == moves && game.tags == tags
            });
            for &at in group {
                let length = |at: &u32| (self.games[*at as usize].plies, Reverse(*at));
                let agrees = |whole: &u32| self.games[*whole as usize].agrees(&self.games[at as usize]);
                if let Some(whole) = wholes.iter().flatten().copied().filter(agrees).max_by_key(length) {
                    self.twins.entry(at).or_insert((TwinKind::Part, whole));
                }
            }
        }
    }

    /// The twin of a game, if it is dropped: one that stays, and what they have in common.
    pub(super) fn twin(&self, number: u64) -> Option<(TwinKind, u64)> {
        let at = self.games.binary_search_by_key(&number, |game| game.number).ok()? as u32;
        let &(_, mut twin) = self.twins.get(&at)?;
        // Each step leads to a longer game, or to one of the same length that is preferred to it.
        while let Some(&(_, next)) = self.twins.get(&twin).filter(|_| !self.stays(twin)) {
            twin = next;
        }
        let (game, twin) = (self.game(at), self.game(twin));
        let kind = match game.moves == twin.moves {
            false => TwinKind::Part,
            true if game.agrees(twin) => TwinKind::Same,
            true => TwinKind::Retagged,
        };
        Some((kind, twin.number))
    }
}

/// For each group of twins, the longest game of each result that it is a part of.
#[derive(Default)]
pub(super) struct WholeGames(HashMap<u32, [Option<u32>; 4]>);

/// The order of preference among twins: the least stays.
fn preference(game: &FingerprintedGame, known: u64, keep: Keep) -> impl Ord + use<> {
    let riches = match keep {
        Keep::First => [0; 2],
        Keep::Richest => game.riches,
    };
    (game.number >= known, Reverse(riches), game.number)
}

/// A part that was found: where its twins are in the order of all games, and the number of the whole game.
pub(super) struct FoundPart {
    group: u32,
    whole: u64,
}

impl FoundPart {
    /// The same with the number of the whole game over all files.
    pub(super) fn after(self, before: u64) -> FoundPart {
        FoundPart { whole: before + self.whole - 1, ..self }
    }
}

/// Finds parts of games.
pub(super) struct PartFinder {
    /// The tags of games that may have parts.
    tags: HashSet<u64>,
    /// Where those games are in the order of all games, by moves and tags.
    groups: FingerprintTable<u32>,
    min_plies: u32,
}

impl PartFinder {
    /// The parts of the games in a chunk of a file.
    pub(super) fn parts(&self, chunk: &Chunk<'_>, agreement: &Agreement<'_>) -> Reading<Vec<FoundPart>> {
        each_game_with_beginnings(chunk, agreement, Vec::new(), |game, line, _, found| {
            if !self.tags.contains(&game.tags) {
                return;
            }
            let beginnings = line.split_last().map_or(line, |(_, rest)| rest);
            for beginning in beginnings.iter().skip(self.min_plies as usize) {
                if let Some(&group) = self.groups.get(&beginning.then(game.tags)) {
                    found.push(FoundPart { group, whole: game.number });
                }
            }
        })
    }
}
