//! Random games, many of which begin alike, as PGN, and in files as `philidor-sql import` writes them.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

use arrow_array::builder::{ListBuilder, StringBuilder, StructBuilder};
use arrow_array::{ArrayRef, BinaryArray, Date32Array, Int16Array, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Fields};
use chrono::NaiveDate;
use parquet::arrow::ArrowWriter;
use parquet::file::properties::WriterProperties;
use philidor::{MoveDigest, Position};

/// Numbers that look random and are always the same (Marsaglia's xorshift).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % limit as u64) as usize
    }

    pub(crate) fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) site: Option<String>,
    pub(crate) white: String,
    pub(crate) black: String,
    pub(crate) ratings: [Option<i16>; 2],
    pub(crate) result: &'static str,
    /// Days after 1970-01-01.
    pub(crate) day: Option<i32>,
    /// Tag `Date`.
    pub(crate) date: Option<String>,
    pub(crate) time_control: Option<&'static str>,
    pub(crate) start: Option<&'static str>,
    pub(crate) digests: Vec<u16>,
}

/// A game in which the first of the legal moves are the most likely ones, so that many games share their beginnings.
fn game(random: &mut Random, number: usize) -> Game {
    let start = (random.below(12) == 0).then_some("4k3/pppp4/8/8/8/8/4PPPP/4K2R w K - 0 1");
    let mut position: Position = start.map_or_else(Position::default, |fen| fen.parse().unwrap());
    let mut digests = Vec::new();
    for _ in 0..random.below(90) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[random
            .below(moves.len())
            .min(random.below(moves.len()))
            .min(random.below(4) + random.below(40) / 38 * 9)
            % moves.len()];
        digests.push(mv.digest().0);
        position.play_unchecked(mv);
    }
    let mut rating = || (random.below(10) > 0).then(|| 700 + random.below(2000) as i16);
    let ratings = [rating(), rating()];
    let day = (random.below(4) > 0).then(|| 20_000 + random.below(100) as i32);
    Game {
        site: (random.below(3) > 0).then(|| format!("https://lichess.org/g{number:07}")),
        white: format!("player {}", random.below(5)),
        black: format!("player {}", random.below(5)),
        ratings,
        result: random.one_of(&["1-0", "1-0", "0-1", "0-1", "1/2-1/2", "*"]),
        day,
        date: if day.is_none() {
            random.one_of(&[None, Some("2023.??.??"), Some("1999.12.31")]).map(str::to_owned)
        } else {
            None
        },
        time_control: random.one_of(&[
            Some("60+0"),
            Some("300+3"),
            Some("300+3"),
            Some("600+0"),
            Some("-"),
            None,
        ]),
        start,
        digests,
    }
}

pub(crate) fn games(seed: u64, count: usize) -> Vec<Game> {
    let mut random = Random::new(seed);
    (0..count).map(|number| game(&mut random, number + seed as usize * 10_000)).collect()
}

/// Writes games into files of an import, each with a number of games, and row groups of another number.
pub(crate) fn import(folder: &Path, games: &[Game], part: usize, group: usize) {
    fs::create_dir_all(folder.join("games")).unwrap();
    // An import without games has a file, too.
    let none = if games.is_empty() { Some(games) } else { None };
    for (number, part) in games.chunks(part).chain(none).enumerate() {
        let rows = rows(part);
        let file = File::create(folder.join(format!("games/part-{number:05}.parquet"))).unwrap();
        let properties = WriterProperties::builder().set_max_row_group_row_count(Some(group)).build();
        let mut writer = ArrowWriter::try_new(file, rows.schema(), Some(properties)).unwrap();
        writer.write(&rows).unwrap();
        writer.close().unwrap();
    }
}

/// The same games as PGN.
pub(crate) fn pgn(games: &[Game]) -> String {
    let mut text = String::new();
    for game in games {
        let mut tag = |name: &str, value: Option<String>| {
            value.into_iter().for_each(|value| writeln!(text, "[{name} \"{value}\"]").unwrap());
        };
        tag("Event", Some("Rated Blitz game".to_owned()));
        tag("Site", game.site.clone());
        tag("Round", Some("7".to_owned()));
        tag("White", Some(game.white.clone()));
        tag("Black", Some(game.black.clone()));
        tag("Result", Some(game.result.to_owned()));
        let [white, black] = game.ratings.map(|rating| rating.map(|rating| rating.to_string()));
        tag("WhiteElo", white);
        tag("BlackElo", black);
        let day = game.day.and_then(NaiveDate::from_epoch_days);
        tag("UTCDate", day.map(|day| day.format("%Y.%m.%d").to_string()));
        tag("Date", game.date.clone());
        tag("TimeControl", game.time_control.map(str::to_owned));
        tag("FEN", game.start.map(str::to_owned));
        let mut position: Position = game.start.map_or_else(Position::default, |fen| fen.parse().unwrap());
        for &digest in &game.digests {
            let mv = position.decode(MoveDigest(digest)).unwrap();
            write!(text, "\n{}", position.to_san(mv)).unwrap();
            position.play_unchecked(mv);
        }
        writeln!(text, "\n{}\n", game.result).unwrap();
    }
    text
}

fn rows(games: &[Game]) -> RecordBatch {
    let texts = |of: &dyn Fn(&Game) -> Option<String>| -> ArrayRef {
        Arc::new(games.iter().map(of).collect::<StringArray>())
    };
    let ratings = |side: usize| -> ArrayRef {
        Arc::new(games.iter().map(|game| game.ratings[side]).collect::<Int16Array>())
    };
    let moves = games
        .iter()
        .map(|game| game.digests.iter().flat_map(|digest| digest.to_le_bytes()).collect::<Vec<u8>>());
    let fields: Fields =
        ["name", "value"].map(|name| Field::new(name, DataType::Utf8, false)).to_vec().into();
    let builders = vec![Box::new(StringBuilder::new()) as _, Box::new(StringBuilder::new()) as _];
    let mut tags = ListBuilder::new(StructBuilder::new(fields, builders));
    for _ in games {
        let tag = tags.values();
        tag.field_builder::<StringBuilder>(0).unwrap().append_value("Round");
        tag.field_builder::<StringBuilder>(1).unwrap().append_value("7");
        tag.append(true);
        tags.append(true);
    }
    RecordBatch::try_from_iter_with_nullable([
        ("Event", texts(&|_| Some("Rated Blitz game".to_owned())), true),
        ("Site", texts(&|game| game.site.clone()), true),
        ("White", texts(&|game| Some(game.white.clone())), true),
        ("Black", texts(&|game| Some(game.black.clone())), true),
        ("Result", texts(&|game| Some(game.result.to_owned())), true),
        ("WhiteElo", ratings(0), true),
        ("BlackElo", ratings(1), true),
        ("UTCDate", Arc::new(games.iter().map(|game| game.day).collect::<Date32Array>()) as ArrayRef, true),
        ("Date", texts(&|game| game.date.clone()), true),
        ("TimeControl", texts(&|game| game.time_control.map(str::to_owned)), true),
        ("moves", Arc::new(BinaryArray::from_iter_values(moves)) as ArrayRef, false),
        ("start_fen", texts(&|game| game.start.map(str::to_owned)), true),
        ("tags", Arc::new(tags.finish()) as ArrayRef, true),
    ])
    .unwrap()
}
