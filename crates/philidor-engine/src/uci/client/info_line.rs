//! What a program says about its search, `info depth 12 score cp 31 nodes 120000 pv e2e4`, as far as the PGN of a
//! game records it.

use crate::bot::score::Score;

/// The last of what it said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Info {
    pub(super) depth: Option<u32>,
    pub(super) score: Option<Score>,
    pub(super) nodes: Option<u64>,
}

impl Info {
    /// Takes a line in, after its first word. Other lines of play than the best, and bounds, are left out.
    pub(super) fn read(&mut self, words: &str) {
        let mut read = *self;
        let mut words = words.split_whitespace();
        let mut is_best = true;
        while let Some(word) = words.next() {
            match word {
                "string" => break,
                "pv" => break,
                "lowerbound" | "upperbound" => is_best = false,
                "multipv" => is_best &= words.next() == Some("1"),
                "depth" => read.depth = words.next().and_then(|word| word.parse().ok()).or(read.depth),
                "nodes" => read.nodes = words.next().and_then(|word| word.parse().ok()).or(read.nodes),
                "score" => read.score = score(words.next(), words.next()).or(read.score),
                _ => {}
            }
        }
        if is_best {
            *self = read;
        }
    }
}

/// `cp 31` or `mate -3`.
fn score(kind: Option<&str>, value: Option<&str>) -> Option<Score> {
    let value: i32 = value?.parse().ok()?;
    match kind? {
        "cp" => Some(Score::centipawns(value)),
        "mate" if value > 0 => Some(Score::mates_in(value.unsigned_abs().saturating_mul(2) - 1)),
        "mate" => Some(Score::mated_in(value.unsigned_abs().saturating_mul(2))),
        _ => None,
    }
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
            info.read(line);
        }
        let expected = Info { depth: Some(3), score: Some(Score::centipawns(31)), nodes: Some(1200) };
        assert_eq!(info, expected);
        for (text, mate) in [("mate 2", 2), ("mate -2", -2), ("mate 1", 1), ("mate 0", 0)] {
            info.read(&format!("score {text}"));
            assert_eq!(info.score.and_then(Score::mate), Some(mate), "{text}");
        }
        info.read("score mate -2147483648");
        assert!(info.score.is_some_and(|score| score < Score::DRAW));
    }
}
