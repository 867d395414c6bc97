//! A row of the index: all that is known of a position, in one piece, so that a request reads one place.
//!
//! ```text
//! row       move …                                                           in the order of their digests
//! move      digest (2 bytes)  entry …                                        in the order of bucket and month
//! entry     head (1)  month (2)  shape (2)  then, by the lowest two bits of the shape:
//!             0, 1, 2   one game, which White won, which was drawn, which Black won; the other 14 bits are the sum
//!                       of both ratings, and its number follows (varint)
//!             3         white, draws, black, sum of all ratings (varints); the other 14 bits of the shape are the
//!                       number of games that are mentioned, and for each follow its number (varint) and the sum of
//!                       both ratings (2)
//! head      bucket, and the highest bit for the last entry of its move
//! ```
//!
//! The sum of both ratings is 0 if a player has none. Numbers of two bytes have the lower one first; a varint has seven
//! bits in a byte, the lowest first, and the highest bit in all but the last one (LEB128). Most positions were reached
//! once: they take 10 to 12 bytes.
//!
//! An entry mentions the [`TOP`] games of the highest rating and the [`RECENT`] ones of the highest number, latest
//! first. The first of a union are among the first of its parts, so rows can be merged in any order.
//!
//! # Stability
//!
//! The format of a row is given by the manifest's `explorer` number.

use std::cmp::Reverse;

use philidor::MoveDigest;

use crate::bucket::{Bucket, Month};
use crate::bytes::{push_varint, take, take_byte, take_varint};
pub use crate::mention::{Mention, Mentions, RECENT, TOP};
pub use crate::tally::{Tally, Winner};

/// The highest rating that is kept.
pub const MAX_RATING: u16 = 4095;

/// The highest bit of a head.
const LAST: u8 = 0x80;
/// The shape of an entry of many games.
const MANY: u16 = 3;

/// A move with what became of it in the games of one bucket and month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The move.
    pub digest: MoveDigest,
    /// The ratings and the speed.
    pub bucket: Bucket,
    /// When.
    pub month: Month,
    /// How the games ended.
    pub tally: Tally,
    /// Some of the games, latest first.
    pub mentions: Mentions,
}

impl Entry {
    /// What entries are sorted by.
    #[must_use]
    pub fn place(&self) -> (u16, Bucket, Month) {
        (self.digest.0, self.bucket, self.month)
    }

    /// Adds the games of another entry of the same place.
    fn add(&mut self, other: &Entry) {
        self.tally.add(&other.tally);
        self.mentions.add(&other.mentions);
    }
}

/// Writes the row of a position that one game reached.
pub(crate) fn push_single(out: &mut Vec<u8>, digest: u16, game: &Single) {
    out.extend_from_slice(&digest.to_le_bytes());
    push_entry_of_one(out, game, LAST);
}

fn push_entry_of_one(out: &mut Vec<u8>, game: &Single, last: u8) {
    out.push(game.bucket.bits() | last);
    out.extend_from_slice(&game.month.bits().to_le_bytes());
    out.extend_from_slice(&(game.rating_sum << 2 | game.winner as u16).to_le_bytes());
    push_varint(out, game.number);
}

/// What an entry says of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Single {
    /// Its number among all games.
    pub(crate) number: u64,
    /// The sum of both ratings, 0 if a player has none.
    pub(crate) rating_sum: u16,
    pub(crate) month: Month,
    pub(crate) bucket: Bucket,
    pub(crate) winner: Winner,
}

impl Single {
    /// The entry of a move in this game.
    pub(crate) fn entry(&self, digest: u16) -> Entry {
        let mention = Mention { number: Reverse(self.number), rating_sum: self.rating_sum };
        Entry {
            digest: MoveDigest(digest),
            bucket: self.bucket,
            month: self.month,
            tally: Tally::of(self.winner, self.rating_sum),
            mentions: Mentions::of(mention),
        }
    }
}

/// Sorts entries and joins those of the same place, in the order in which a row has them.
pub fn settle(entries: &mut Vec<Entry>) {
    entries.sort_unstable_by_key(Entry::place);
    entries.dedup_by(|later, first| {
        let is_same = later.place() == first.place();
        if is_same {
            first.add(later);
        }
        is_same
    });
}

/// Writes a row of settled entries.
pub fn push_row(out: &mut Vec<u8>, entries: &[Entry]) {
    for of_move in entries.chunk_by(|one, other| one.digest == other.digest) {
        let Some((last, _)) = of_move.split_last() else { continue };
        out.extend_from_slice(&last.digest.0.to_le_bytes());
        for entry in of_move {
            push_entry(out, entry, if std::ptr::eq(entry, last) { LAST } else { 0 });
        }
    }
}

fn push_entry(out: &mut Vec<u8>, entry: &Entry, last: u8) {
    let mentions = entry.mentions.as_slice();
    let tally = &entry.tally;
    if let (1, [mention]) = (tally.games(), mentions) {
        let winner = match (tally.white, tally.draws) {
            (1, _) => Winner::White,
            (_, 1) => Winner::Draw,
            _ => Winner::Black,
        };
        let Entry { bucket, month, .. } = *entry;
        let single =
            Single { number: mention.number.0, rating_sum: mention.rating_sum, month, bucket, winner };
        push_entry_of_one(out, &single, last);
        return;
    }
    out.push(entry.bucket.bits() | last);
    out.extend_from_slice(&entry.month.bits().to_le_bytes());
    out.extend_from_slice(&((mentions.len() as u16) << 2 | MANY).to_le_bytes());
    for count in [tally.white, tally.draws, tally.black, tally.ratings] {
        push_varint(out, count);
    }
    for mention in mentions {
        push_varint(out, mention.number.0);
        out.extend_from_slice(&mention.rating_sum.to_le_bytes());
    }
}

/// The entries of a row, in their order. It ends at the first byte that cannot be one of a row.
#[derive(Clone, Debug)]
pub struct Entries<'a> {
    bytes: &'a [u8],
    digest: Option<u16>,
    is_damaged: bool,
}

impl<'a> Entries<'a> {
    /// Those of the row in these bytes.
    #[must_use]
    pub const fn new(row: &'a [u8]) -> Entries<'a> {
        Entries { bytes: row, digest: None, is_damaged: false }
    }

    /// Whether it ended within a row.
    #[must_use]
    pub const fn is_damaged(&self) -> bool {
        self.is_damaged
    }
}

impl Iterator for Entries<'_> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        if self.is_damaged || (self.bytes.is_empty() && self.digest.is_none()) {
            return None;
        }
        let entry = self.take();
        self.is_damaged = entry.is_none();
        entry
    }
}

impl Entries<'_> {
    fn take(&mut self) -> Option<Entry> {
        let bytes = &mut self.bytes;
        let digest = match self.digest {
            Some(digest) => digest,
            None => u16::from_le_bytes(take(bytes)?),
        };
        let head = take_byte(bytes)?;
        self.digest = if head & LAST == 0 { Some(digest) } else { None };
        let bucket = Bucket::from_bits(head);
        let month = Month::from_bits(u16::from_le_bytes(take(bytes)?));
        let shape = u16::from_le_bytes(take(bytes)?);
        let winner = match shape & 3 {
            0 => Winner::White,
            1 => Winner::Draw,
            2 => Winner::Black,
            _ => {
                let mut next = || take_varint(bytes);
                let (white, draws, black, ratings) = (next()?, next()?, next()?, next()?);
                let mut mentions: Option<Mentions> = None;
                for _ in 0..shape >> 2 {
                    let number = Reverse(take_varint(bytes)?);
                    let mention = Mention { number, rating_sum: u16::from_le_bytes(take(bytes)?) };
                    match &mut mentions {
                        Some(mentions) => mentions.push(mention),
                        None => mentions = Some(Mentions::of(mention)),
                    }
                }
                let tally = Tally { white, draws, black, ratings };
                return Some(Entry { digest: MoveDigest(digest), bucket, month, tally, mentions: mentions? });
            }
        };
        let number = take_varint(bytes)?;
        Some(Single { number, rating_sum: shape >> 2, month, bucket, winner }.entry(digest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    prop_compose! {
        fn single()(number in 1_u64..2000, rating_sum in 0..=2 * MAX_RATING, month in 24_000_u16..24_003, speed in 0_usize..2,
                    winner in 0..3) -> Single {
            // Ratings follow from numbers, as those of a game do.
            let rating_sum = rating_sum / 512 * 512 + (number % 512) as u16;
            let winner = [Winner::White, Winner::Draw, Winner::Black][winner as usize];
            let bucket = Bucket::new(rating_sum / 2, Speed::NAMED[speed]);
            Single { number, rating_sum, month: Month::from_bits(month), bucket, winner }
        }
    }

    use crate::bucket::Speed;

    /// The settled row of some games, from scratch: each place with all of its games, and then the first of them.
    fn plain(games: &[(u16, Single)]) -> Vec<Entry> {
        let mut places: Vec<_> = games.iter().map(|(digest, game)| game.entry(*digest).place()).collect();
        places.sort_unstable();
        places.dedup();
        let of_place = |place| {
            let of: Vec<Entry> = games
                .iter()
                .map(|(digest, game)| game.entry(*digest))
                .filter(|entry| entry.place() == place)
                .collect();
            let mut tally = Tally::default();
            of.iter().for_each(|entry| tally.add(&entry.tally));
            let mut all: Vec<Mention> = of.iter().map(|entry| entry.mentions.as_slice()[0]).collect();
            all.sort_by_key(|mention| (Reverse(mention.rating_sum), mention.number));
            let mut kept: Vec<Mention> = all.iter().take(TOP).copied().collect();
            all.sort();
            kept.extend(all.iter().take(RECENT));
            kept.sort();
            kept.dedup();
            (tally, kept, of[0].clone())
        };
        places
            .into_iter()
            .map(|place| {
                let (tally, kept, mut entry) = of_place(place);
                let mut mentions = Mentions::of(kept[0]);
                kept[1..].iter().for_each(|&mention| mentions.push(mention));
                (entry.tally, entry.mentions) = (tally, mentions);
                entry
            })
            .collect()
    }

    proptest! {
        #[test]
        fn rows_say_the_same_in_whatever_order_they_were_merged(
            mut games in prop::collection::vec((0_u16..3, single()), 1..60), cuts in prop::collection::vec(0_usize..60, 0..5)
        ) {
            games.sort_by_key(|(_, game)| game.number);
            games.dedup_by_key(|(_, game)| game.number);
            let mut parts: Vec<Vec<Entry>> = vec![Vec::new()];
            for (at, (digest, game)) in games.iter().enumerate() {
                if cuts.contains(&at) {
                    parts.push(Vec::new());
                }
                parts.last_mut().unwrap().push(game.entry(*digest));
            }
            let mut merged = Vec::new();
            for mut part in parts.into_iter().rev() {
                settle(&mut part);
                let mut row = Vec::new();
                push_row(&mut row, &part);
                let again: Vec<Entry> = Entries::new(&row).collect();
                prop_assert_eq!(&again, &part);
                merged.extend(again);
                settle(&mut merged);
            }
            prop_assert_eq!(merged, plain(&games));
        }

        #[test]
        fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            for entry in Entries::new(&bytes) {
                let _ = entry.tally.games();
            }
        }
    }

    #[test]
    fn a_game_is_written_as_the_general_form_would_write_it() {
        let bucket = Bucket::new(1500, Speed::Blitz);
        let game = Single {
            number: 300,
            rating_sum: 3000,
            month: Month::new(2024, 5),
            bucket,
            winner: Winner::Draw,
        };
        let (mut short, mut long) = (Vec::new(), Vec::new());
        push_single(&mut short, 7, &game);
        push_row(&mut long, &[game.entry(7)]);
        assert_eq!(short, long);
        for length in 0..=short.len() {
            let mut entries = Entries::new(&short[..length]);
            let count = entries.by_ref().count();
            let is_whole = [0, short.len()].contains(&length);
            assert_eq!(
                (count, entries.is_damaged()),
                (usize::from(length == short.len()), !is_whole),
                "{length}"
            );
        }
        assert_eq!(short.len(), 9);
    }
}
