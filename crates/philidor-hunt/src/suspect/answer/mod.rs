//! What a program counted, however it words it.
//!
//! There is no standard for a divide. These lines, and mixtures of them, all say that a move has 20 leaves below it:
//!
//! ```text
//! e2e4: 20        e2e4 - 20        1. e2e4 20      info string e2e4 20      | e2e4 | 20 |
//! e2-e4 = 20      e2e4 : 20 nodes  move e2e4 20    e4 20                    "e2e4": 20,
//! ```
//!
//! and these give a total of 1,234, those further right less certainly:
//!
//! ```text
//! leaf nodes 1234      perft 3 = 1234       Nodes searched: 1,234      1234      info depth 3 nodes 1234
//! ```
//!
//! A line is cut into words and what they can be: a number, a move, or neither. It counts only if every word up to the
//! number is one that such lines have; everything else, such as the time, is skipped. A move is kept as it is written,
//! even if no board has it: which move it means, if any, is decided later.
//!
//! `output_line.rs` reads a line, `word.rs` cuts it into words.

mod output_line;
mod word;

use super::{Answer, Failure, quote};
use output_line::{Certainty, OutputLine, read};

pub(super) use output_line::is_thinking;

/// More moves than any position has, and more than any bug should list.
const MAX_MOVES: usize = 4096;

/// More characters than any move has, however it is written.
const MAX_MOVE: usize = 100;

/// What was read from an answer so far.
#[derive(Debug)]
pub(super) struct Reader {
    depth: u32,
    divide: Vec<(String, u128)>,
    total: Option<(Certainty, u128)>,
    /// The first line that was not understood, which usually explains most.
    other: Option<String>,
}

impl Reader {
    /// For the answer to a question of this depth.
    pub(super) fn new(depth: u32) -> Reader {
        Reader { depth, divide: Vec::new(), total: None, other: None }
    }

    /// For the answer to a question where there is nothing to count.
    pub(super) fn nothing_to_count() -> Reader {
        Reader { total: Some((Certainty::Progress, 0)), ..Reader::new(0) }
    }

    /// Reads a line, and says whether there was something to count in it.
    pub(super) fn take(&mut self, text: &str) -> Result<bool, Failure> {
        match read(text, self.depth) {
            OutputLine::Moves(moves) => {
                for (mv, leaves) in moves {
                    self.leaves(&mv, leaves)?;
                }
            }
            // The last of equally certain numbers is the result, and the others are steps toward it.
            OutputLine::Total(certainty, leaves) => {
                if self.total.is_none_or(|(known, _)| certainty >= known) {
                    self.total = Some((certainty, leaves));
                }
            }
            OutputLine::Other => {
                if self.other.is_none() && !text.trim().is_empty() {
                    self.other = Some(quote(text.trim()));
                }
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Notes the leaves below a move.
    pub(super) fn leaves(&mut self, mv: &str, leaves: u128) -> Result<(), Failure> {
        if self.divide.len() == MAX_MOVES {
            return Err(Failure::Garbage(format!("a divide with more than {MAX_MOVES} moves")));
        }
        if mv.len() > MAX_MOVE {
            return Err(Failure::garbage(mv));
        }
        self.divide.push((mv.to_owned(), leaves));
        Ok(())
    }

    /// Notes a total that is one for certain.
    pub(super) fn total(&mut self, leaves: u128) {
        self.total = Some((Certainty::Leaves, leaves));
    }

    /// Whether a move or a total was read.
    pub(super) fn has_counts(&self) -> bool {
        self.total.is_some() || !self.divide.is_empty()
    }

    /// Whether a total was read, and not only progress.
    pub(super) fn has_total(&self) -> bool {
        self.total.is_some_and(|(certainty, _)| certainty > Certainty::Progress)
    }

    /// Whether a move was read with its leaves.
    pub(super) fn has_divide(&self) -> bool {
        !self.divide.is_empty()
    }

    /// The first line that was not understood, if no line was and it is not an `info` either.
    pub(super) fn nonsense(&self) -> Option<String> {
        self.other.clone().filter(|line| !self.has_counts() && !line.starts_with("info "))
    }

    /// The answer. Without a total it is the sum; without moves there is no divide, unless there is nothing to divide.
    pub(super) fn finish(self) -> Result<Answer, Failure> {
        if self.has_counts() {
            return Ok(self.finish_divide());
        }
        Err(Failure::Garbage(self.other.unwrap_or_else(|| "nothing".to_owned())))
    }

    /// The answer of a program whose output has ended. No output means no moves.
    pub(super) fn finish_divide(self) -> Answer {
        let total = match self.total {
            Some((certainty, total)) if certainty > Certainty::Progress || self.divide.is_empty() => total,
            _ => sum(&self.divide),
        };
        let divide = (!self.divide.is_empty() || total == 0).then_some(self.divide);
        Answer { total, divide }
    }
}

fn sum(divide: &[(String, u128)]) -> u128 {
    divide.iter().fold(0, |sum, (_, leaves)| sum.saturating_add(*leaves))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(depth: u32, text: &str) -> Result<Answer, Failure> {
        let mut reader = Reader::new(depth);
        for line in text.lines() {
            reader.take(line)?;
        }
        reader.finish()
    }

    #[test]
    fn the_most_certain_total_counts_and_of_equal_ones_the_last() {
        let total = |depth, text| answer(depth, text).map(|answer| answer.total);
        assert_eq!(total(2, "perft 1 = 20\nperft 2 = 400\nperft 3 = 8902"), Ok(400));
        assert_eq!(total(2, "Leaf nodes: 400\nTotal nodes: 421"), Ok(400));
        assert_eq!(total(2, "nodes 100\nnodes 400\n17"), Ok(400));
        assert_eq!(total(2, "e2e4: 200\nd2d4: 201\ninfo depth 2 nodes 300"), Ok(401));
        assert_eq!(total(2, "e2e4: 200\nd2d4: 201\n\nNodes searched: 400"), Ok(400));
    }

    #[test]
    fn nothing_is_invented_that_was_not_said() {
        let bare = |total, divide| Ok(Answer { total, divide });
        assert_eq!(answer(2, "400"), bare(400, None));
        assert_eq!(answer(2, "\nNodes searched: 0"), bare(0, Some(Vec::new())));
        assert_eq!(answer(2, "hm\nwell"), Err(Failure::Garbage("hm".to_owned())));
        assert_eq!(answer(2, ""), Err(Failure::Garbage("nothing".to_owned())));
        assert_eq!(Reader::new(2).finish_divide(), Answer { total: 0, divide: Some(Vec::new()) });
        let endless = "e2e4 1\n".repeat(MAX_MOVES + 1);
        assert!(matches!(answer(1, &endless), Err(Failure::Garbage(_))));
    }

    #[test]
    fn a_text_too_long_for_a_move_is_refused_and_cut() {
        let mut reader = Reader::new(1);
        let long = "e2e4".repeat(4_000);
        let Err(Failure::Garbage(shown)) = reader.leaves(&long, 1) else { panic!("no move is that long") };
        assert!(shown.chars().count() <= 301 && shown.starts_with("e2e4") && shown.ends_with('…'), "{shown}");
        assert_eq!(answer(1, &long).map_err(|failure| failure.to_string().len() < 400), Err(true));
    }

    #[test]
    fn the_sum_of_huge_counts_is_huge() {
        let huge = format!("e2e4: {0}\nd2d4: {0}", u128::MAX);
        assert_eq!(answer(2, &huge).map(|answer| answer.total), Ok(u128::MAX));
    }

    #[test]
    fn every_odd_line_can_be_read() {
        for sign in [
            ":", "=", ".", "1.", "1.a", "e8=Q:", "(", "|", "0000 ", "e2e4 ", "e2e4 1 ", "perft ", "1'",
            "\u{2019}", "é2e4",
        ] {
            let line = sign.repeat((1 << 14) / sign.len());
            for line in
                [line.clone(), format!("e2e4{line}"), format!("perft 3 {line} 1"), format!("{line}e2e4: 1")]
            {
                // The stack of a test is a quarter of the program's.
                let _ = read(&line, 3);
                let _ = Reader::new(3).take(&line);
            }
        }
    }
}
