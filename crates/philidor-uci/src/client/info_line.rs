//! What an engine says about its search: `info depth 12 score cp 31 nodes 120000 pv e2e4`.
//!
//! A line of moves is kept as words: most lines are overtaken by the next one before anyone asks for their moves.

use std::iter::Peekable;
use std::str::{FromStr, SplitWhitespace};
use std::time::Duration;

use philidor::{Move, Position};
use philidor_engine::{Bound, Report, Score};

/// The words of the protocol that name a value, and those that common engines add.
const WORDS: [&str; 18] = [
    "depth",
    "seldepth",
    "time",
    "nodes",
    "pv",
    "multipv",
    "score",
    "currmove",
    "currmovenumber",
    "hashfull",
    "nps",
    "tbhits",
    "sbhits",
    "cpuload",
    "string",
    "refutation",
    "currline",
    "wdl",
];

/// One line, after its first word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Info {
    pub(crate) depth: Option<u32>,
    pub(crate) selective_depth: Option<u32>,
    /// The number of the line of play, from 1.
    pub(crate) line: Option<u32>,
    pub(crate) score: Option<Score>,
    pub(crate) bound: Bound,
    pub(crate) nodes: Option<u64>,
    pub(crate) time: Option<Duration>,
    pub(crate) hashfull: Option<u32>,
    pub(crate) endgame_hits: Option<u64>,
    pub(crate) moves: Vec<String>,
    /// The move that is searched.
    pub(crate) current: Option<String>,
    /// What does not fit the protocol, in words.
    pub(crate) faults: Vec<String>,
}

impl Info {
    /// Reads a line, after the word `info`. What cannot be read is left out, and noted among the faults.
    pub(crate) fn read(text: &str) -> Info {
        let mut info = Info::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "string" => break,
                "depth" => info.depth = info.number(word, &mut words),
                "seldepth" => info.selective_depth = info.number(word, &mut words),
                "multipv" => info.line = info.number(word, &mut words),
                "nodes" => info.nodes = info.number(word, &mut words),
                "hashfull" => info.hashfull = info.number(word, &mut words),
                "tbhits" => info.endgame_hits = info.number(word, &mut words),
                "time" => info.time = info.number(word, &mut words).map(Duration::from_millis),
                "nps" | "currmovenumber" | "sbhits" | "cpuload" => {
                    let _: Option<u64> = info.number(word, &mut words);
                }
                "score" => info.score = info.read_score(&mut words),
                "lowerbound" => info.bound = Bound::Lower,
                "upperbound" => info.bound = Bound::Upper,
                "pv" => info.moves = values(&mut words).map(str::to_owned).collect(),
                "currmove" => info.current = values(&mut words).next().map(str::to_owned),
                "refutation" | "currline" | "wdl" => values(&mut words).for_each(drop),
                _ => info.faults.push(format!("`{word}` is not a word of the protocol")),
            }
        }
        info
    }

    fn number<T: FromStr>(&mut self, name: &str, words: &mut Peekable<SplitWhitespace<'_>>) -> Option<T> {
        let word = values(words).next();
        let number = word.and_then(|word| word.parse().ok());
        if number.is_none() {
            self.faults.push(format!("{name} is `{}`, not a number", word.unwrap_or_default()));
        }
        number
    }

    /// `cp 31` or `mate -3`.
    fn read_score(&mut self, words: &mut Peekable<SplitWhitespace<'_>>) -> Option<Score> {
        let kind = values(words).next().unwrap_or_default();
        let value: i32 = self.number("score", words)?;
        match kind {
            "cp" => Some(Score::centipawns(value)),
            "mate" if value > 0 => Some(Score::mates_in(value.unsigned_abs().saturating_mul(2) - 1)),
            "mate" => Some(Score::mated_in(value.unsigned_abs().saturating_mul(2))),
            _ => {
                self.faults.push(format!("score is in `{kind}`, not in cp or mate"));
                None
            }
        }
    }

    /// Whether it is about the best line of play and not a bound: only then does it speak for the search as a whole.
    fn is_best(&self) -> bool {
        self.bound == Bound::Exact && self.line.is_none_or(|line| line == 1)
    }

    /// The line as a report, if it has a score.
    pub(crate) fn report(&self, position: &Position) -> Option<Report> {
        let mut report = Report::new(self.score?, legal(&self.moves, position).0);
        report.depth = self.depth.unwrap_or_default();
        report.selective_depth = self.selective_depth.unwrap_or_default();
        report.line = self.line.unwrap_or(1);
        report.bound = self.bound;
        report.nodes = self.nodes.unwrap_or_default();
        report.time = self.time.unwrap_or_default();
        report.hashfull = self.hashfull;
        report.endgame_hits = self.endgame_hits.unwrap_or_default();
        Some(report)
    }

    /// Takes in a later line: what it says of the best play replaces what is known.
    pub(crate) fn update(&mut self, later: &Info) {
        if !later.is_best() {
            return;
        }
        let Info { depth, selective_depth, score, nodes, time, hashfull, endgame_hits, .. } = *later;
        self.depth = depth.or(self.depth);
        self.selective_depth = selective_depth.or(self.selective_depth);
        self.nodes = nodes.or(self.nodes);
        self.time = time.or(self.time);
        self.hashfull = hashfull.or(self.hashfull);
        self.endgame_hits = endgame_hits.or(self.endgame_hits);
        if score.is_some() {
            self.score = score;
            self.moves.clone_from(&later.moves);
        }
    }
}

/// The words up to the next one that names a value.
fn values<'a>(words: &mut Peekable<SplitWhitespace<'a>>) -> impl Iterator<Item = &'a str> {
    std::iter::from_fn(|| words.next_if(|word| !WORDS.contains(word)))
}

/// The moves of a line as far as they are legal, and the first word that is not.
pub(crate) fn legal<'a>(words: &'a [String], position: &Position) -> (Vec<Move>, Option<&'a str>) {
    let mut position = *position;
    let mut moves = Vec::new();
    for word in words {
        let Ok(mv) = position.parse_uci(word) else { return (moves, Some(word)) };
        position.play_unchecked(mv);
        moves.push(mv);
    }
    (moves, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_the_best_play_counts() {
        let mut info = Info::default();
        for line in [
            "depth 3 seldepth 5 score cp 31 nodes 1200 nps 99 pv e2e4 e7e5",
            "depth 4 score cp 90 lowerbound nodes 1300",
            "depth 4 multipv 2 score cp -7 nodes 1400",
            "string depth 99 score mate 1",
            "currmove e2e4 currmovenumber 1",
            "depth x score cp nodes 99999999999999999999",
        ] {
            info.update(&Info::read(line));
        }
        let report = info.report(&Position::default()).expect("a score");
        assert_eq!((report.depth, report.score, report.nodes), (3, Score::centipawns(31), 1200));
        assert_eq!(report.moves.len(), 2);
        for (text, mate) in [("mate 2", 2), ("mate -2", -2), ("mate 1", 1), ("mate 0", 0)] {
            info.update(&Info::read(&format!("score {text}")));
            assert_eq!(info.score.and_then(Score::mate), Some(mate), "{text}");
        }
        info.update(&Info::read("score mate -2147483648"));
        assert!(info.score.is_some_and(|score| score < Score::DRAW));
    }

    #[test]
    fn a_line_of_moves_ends_where_the_next_value_is_named_or_a_move_is_not_legal() {
        let info = Info::read("pv e2e4 e7e5 nodes 7 multipv 2 wdl 1 2 3 score cp 1 upperbound");
        assert_eq!((info.nodes, info.line, info.bound), (Some(7), Some(2), Bound::Upper));
        assert_eq!(info.moves, ["e2e4", "e7e5"]);
        assert_eq!(info.faults, [""; 0]);
        let words = ["e2e4", "e7e5", "e4e5", "a7a6"].map(str::to_owned);
        let (moves, first) = legal(&words, &Position::default());
        assert_eq!((moves.len(), first), (2, Some("e4e5")));
    }

    #[test]
    fn what_cannot_be_read_is_noted() {
        let faults = |text| Info::read(text).faults;
        assert_eq!(faults("depth x"), ["depth is `x`, not a number"]);
        assert_eq!(faults("nodes"), ["nodes is ``, not a number"]);
        assert_eq!(faults("score pawns 3"), ["score is in `pawns`, not in cp or mate"]);
        assert_eq!(faults("hello depth 3"), ["`hello` is not a word of the protocol"]);
    }
}
