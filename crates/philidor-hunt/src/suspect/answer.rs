//! What a program counted, in whatever words it says so.
//!
//! Nobody has laid down how a divide is written. These lines, and mixtures of them, all say that 20 leaves are below one
//! move:
//!
//! ```text
//! e2e4: 20        e2e4 - 20        1. e2e4 20      info string e2e4 20      | e2e4 | 20 |
//! e2-e4 = 20      e2e4 : 20 nodes  move e2e4 20    e4 20                    "e2e4": 20,
//! ```
//!
//! and these tell a total of 1,234, those further right less certainly:
//!
//! ```text
//! leaf nodes 1234      perft 3 = 1234       Nodes searched: 1,234      1234      info depth 3 nodes 1234
//! ```
//!
//! A line is cut into words and what they can be: a number, a move, or neither. It counts only if every word up to the
//! number is one that such lines have; whatever else a program tells, the time, say, is skipped. A move is kept as it is
//! written, also one that no board has: which move it means, if any, is asked later.

use super::{Answer, Failure, quote};

/// More moves than any position has, and more than any bug should list.
const MOST_MOVES: usize = 4096;

/// More characters than any move has, however it is written.
const LONGEST_MOVE: usize = 100;

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// The leaves below a move, or below several that stand side by side.
    Moves(Vec<(String, u128)>),
    /// The leaves of the tree.
    Total(Rank, u128),
    /// Something else.
    Other,
}

/// How certainly a number is the total that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// An engine tells its progress.
    Progress,
    /// A number on a line of its own.
    Bare,
    /// It is called nodes, or a total.
    Named,
    /// The depth is said with it.
    WithDepth,
    /// It is called leaves.
    Leaves,
}

/// What was read of an answer so far.
#[derive(Debug)]
pub(super) struct Reader {
    depth: u32,
    divide: Vec<(String, u128)>,
    total: Option<(Rank, u128)>,
    /// The first line that was not understood, for it tells most.
    other: Option<String>,
}

impl Reader {
    /// For the answer to a question of this depth.
    pub(super) fn new(depth: u32) -> Reader {
        Reader { depth, divide: Vec::new(), total: None, other: None }
    }

    /// What was read of a program that has nothing to count.
    pub(super) fn of_nothing() -> Reader {
        Reader { total: Some((Rank::Progress, 0)), ..Reader::new(0) }
    }

    /// Reads a line, and says whether there was something to count in it.
    pub(super) fn take(&mut self, text: &str) -> Result<bool, Failure> {
        match read(text, self.depth) {
            Line::Moves(moves) => {
                for (mv, leaves) in moves {
                    self.leaves(&mv, leaves)?;
                }
            }
            // Of numbers told with equal certainty the last is the result, and the others are steps towards it.
            Line::Total(rank, leaves) => {
                if self.total.is_none_or(|(known, _)| rank >= known) {
                    self.total = Some((rank, leaves));
                }
            }
            Line::Other => {
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
        if self.divide.len() == MOST_MOVES {
            return Err(Failure::Garbage(format!("a divide with more than {MOST_MOVES} moves")));
        }
        if mv.len() > LONGEST_MOVE {
            return Err(Failure::garbage(mv));
        }
        self.divide.push((mv.to_owned(), leaves));
        Ok(())
    }

    /// Notes a total that is one for certain.
    pub(super) fn total(&mut self, leaves: u128) {
        self.total = Some((Rank::Leaves, leaves));
    }

    /// Whether a move or a total was read.
    pub(super) fn has_counts(&self) -> bool {
        self.total.is_some() || !self.divide.is_empty()
    }

    /// Whether a total was read, and not only progress.
    pub(super) fn has_total(&self) -> bool {
        self.total.is_some_and(|(rank, _)| rank > Rank::Progress)
    }

    /// The first line that was not understood, where nothing was and it is no information either.
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

    /// The answer of a program that has told all that there is: if there was nothing, the answer is that.
    pub(super) fn finish_divide(self) -> Answer {
        let total = match self.total {
            Some((rank, total)) if rank > Rank::Progress || self.divide.is_empty() => total,
            _ => sum(&self.divide),
        };
        let divide = (!self.divide.is_empty() || total == 0).then_some(self.divide);
        Answer { total, divide }
    }
}

fn sum(divide: &[(String, u128)]) -> u128 {
    divide.iter().fold(0, |sum, (_, leaves)| sum.saturating_add(*leaves))
}

/// A word, and what it can be.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Word {
    Number(u128),
    /// As it is written.
    Move(String),
    /// In small letters.
    Other(String),
    /// A colon or an equals sign.
    Is,
}

/// The null move, which some list by mistake; it is written like a number.
const NULL_MOVE: &str = "0000";

/// Words that stand before a total and tell nothing about it.
const FILLERS: [&str; 14] = [
    "the", "of", "number", "searched", "counted", "visited", "found", "final", "all", "is", "overall", "at",
    "depth", "ply",
];

/// Words one of which stands before a total, or behind it.
const NAMES: [&str; 9] = ["nodes", "node", "total", "totals", "perft", "result", "sum", "count", "positions"];

/// Words that say for certain what is counted.
const LEAVES: [&str; 3] = ["leaf", "leaves", "leafs"];

/// Words that say that the number before them counts no leaves.
const OTHER_UNITS: [&str; 11] =
    ["ms", "s", "sec", "secs", "seconds", "second", "moves", "nps", "knps", "mnps", "per"];

/// Reads one line of an answer to a question of this depth.
fn read(text: &str, depth: u32) -> Line {
    let text = text.trim();
    let text = match text.strip_prefix("info string ") {
        Some(rest) => rest.trim(),
        None if text.starts_with("info ") => return read_progress(text, depth),
        None => text,
    };
    if text != NULL_MOVE
        && let Some(leaves) = number(text)
    {
        return Line::Total(Rank::Bare, leaves);
    }
    let words = words(text);
    let moves = divide_line(&words);
    if moves.is_empty() { total_line(&words, depth).unwrap_or(Line::Other) } else { Line::Moves(moves) }
}

/// `info depth 3 nodes 8902`, where no score tells that a game is being thought about.
fn read_progress(text: &str, depth: u32) -> Line {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let after = |name| words.iter().position(|&word| word == name).and_then(|at| words.get(at + 1));
    let same_depth = after("depth").and_then(|word| word.parse().ok()) == Some(depth);
    match after("nodes").and_then(|word| number(word)) {
        Some(nodes) if same_depth && !is_thinking(text) => Line::Total(Rank::Progress, nodes),
        _ => Line::Other,
    }
}

/// Whether a line is what engines say while they look for a move.
pub(super) fn is_thinking(text: &str) -> bool {
    let mut words = text.split_ascii_whitespace();
    words.next() == Some("info")
        && words.next().is_some_and(|word| word != "string")
        && words.any(|word| ["score", "pv", "currmove"].contains(&word))
}

/// `e2e4: 20`, with a number before the move and words for what is counted, if need be; or several such.
fn divide_line(words: &[Word]) -> Vec<(String, u128)> {
    let mut moves = Vec::new();
    let mut rest = match words {
        [Word::Number(_), rest @ ..] => rest,
        _ => words,
    };
    loop {
        rest = skip(rest, |word| ["move", "moves", "perft", "divide", "root"].contains(&word));
        let [Word::Move(mv), behind @ ..] = rest else { return moves };
        let [Word::Number(leaves), behind @ ..] = skip(behind, is_name) else { return moves };
        moves.push((mv.clone(), *leaves));
        rest = behind;
    }
}

/// What is left of words when those that say nothing are skipped.
fn skip(mut words: &[Word], says_nothing: impl Fn(&str) -> bool) -> &[Word] {
    while let [first, rest @ ..] = words {
        match first {
            Word::Is => {}
            Word::Other(word) if says_nothing(word) => {}
            _ => break,
        }
        words = rest;
    }
    words
}

fn is_name(word: &str) -> bool {
    NAMES.contains(&word) || LEAVES.contains(&word)
}

/// `Nodes searched: 20`, `perft 1 = 20`, `20 nodes`.
fn total_line(words: &[Word], depth: u32) -> Option<Line> {
    let mut told_depth = false;
    let mut at = number_at(words, 0)?;
    if is_depth(words, at, depth) {
        if words[at] != Word::Number(u128::from(depth)) {
            return None;
        }
        told_depth = true;
        at = number_at(words, at + 1)?;
    }
    let Word::Number(leaves) = words[at] else { return None };

    let others = |word: &'_ Word| match word {
        Word::Other(word) => Some(word.clone()),
        _ => None,
    };
    let label: Vec<String> = words[..at].iter().filter_map(others).collect();
    let known = |word: &String| is_name(word) || FILLERS.contains(&word.as_str());
    let behind: Vec<String> = words[at + 1..].iter().map_while(others).collect();
    let unit: Vec<&String> = behind.iter().take_while(|word| is_name(word)).collect();
    let is_something_else = behind.get(unit.len()).is_some_and(|word| OTHER_UNITS.contains(&word.as_str()));
    if !label.iter().all(known) || is_something_else {
        return None;
    }
    let mut names = label.iter().chain(unit).filter(|word| is_name(word)).peekable();
    if !told_depth {
        names.peek()?;
    }
    let rank = match () {
        () if names.any(|word| LEAVES.contains(&word.as_str())) => Rank::Leaves,
        () if told_depth => Rank::WithDepth,
        () => Rank::Named,
    };
    Some(Line::Total(rank, leaves))
}

/// Where the next number stands, unless a move stands before it.
fn number_at(words: &[Word], from: usize) -> Option<usize> {
    let at = words[from..].iter().position(|word| matches!(word, Word::Number(_) | Word::Move(_)))? + from;
    matches!(words[at], Word::Number(_)).then_some(at)
}

/// Whether the number there is a depth: `perft 3`, `depth: 3`; but `perft: 3` only with another number behind it.
fn is_depth(words: &[Word], at: usize, depth: u32) -> bool {
    let is = |word: &Word, name: &str| matches!(word, Word::Other(word) if word == name);
    match &words[..at] {
        [.., word] if is(word, "perft") || is(word, "depth") || is(word, "ply") => true,
        [.., word, Word::Is] if is(word, "depth") || is(word, "ply") => true,
        [.., word, Word::Is] if is(word, "perft") => {
            words[at] == Word::Number(u128::from(depth)) && number_at(words, at + 1).is_some()
        }
        _ => false,
    }
}

/// The words of a line, without brackets, bars, quotes and arrows, and the dots around them.
fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let brackets = |c: char| "/()[]{}\"`<>*".contains(c);
    for piece in text.split(|c: char| c.is_ascii_whitespace() || c == '|') {
        piece.split(brackets).for_each(|word| push_word(word, &mut words));
    }
    words
}

/// Adds one word, cut at colons, at an equals sign unless a promotion has it, and behind the number of a move.
fn push_word(mut word: &str, words: &mut Vec<Word>) {
    let letter = |text: &str| text.starts_with(|c: char| c.is_ascii_alphabetic());
    // A loop, for a line may have as many colons as it likes.
    loop {
        word = word.trim_matches(['.', ',', ';', '\'', '#', '-', '+', '!', '?']);
        let is_sign = |at: &usize| !letter(&word[at + 1..]);
        let Some(at) = word.find(':').or_else(|| word.find('=').filter(is_sign)) else { break };
        push_word(&word[..at], words);
        words.push(Word::Is);
        word = &word[at + 1..];
    }
    let behind_number = word.split_once('.').filter(|(left, right)| number(left).is_some() && letter(right));
    if let Some((_, right)) = behind_number {
        push_word(right, words);
    } else if word == NULL_MOVE || is_move(word) {
        words.push(Word::Move(word.to_owned()));
    } else if let Some(number) = number(word) {
        words.push(Word::Number(number));
    } else if !word.is_empty() {
        words.push(Word::Other(word.to_ascii_lowercase()));
    }
}

/// A number, with or without separators between thousands.
fn number(text: &str) -> Option<u128> {
    let is_separator = |c: char| matches!(c, ',' | '.' | '_' | '\'' | '\u{2019}' | '\u{a0}' | '\u{202f}');
    let mut groups = text.split(is_separator);
    let first = groups.next()?;
    let digits = |group: &str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(first) {
        return None;
    }
    let mut joined = first.to_owned();
    for group in groups {
        if group.len() != 3 || !digits(group) || first.len() > 3 {
            return None;
        }
        joined.push_str(group);
    }
    joined.parse().ok()
}

/// Whether a word looks like a move: two squares, also such as no board has; castling; or short notation.
fn is_move(word: &str) -> bool {
    is_coordinates(word) || is_castling(word) || is_short(word)
}

/// `e2e4`, `E7E8Q`, `e7-e8=Q`, `e5xd6`, `Ng1-f3`, `a2a9`.
fn is_coordinates(word: &str) -> bool {
    let bytes = word.as_bytes();
    let bytes = match bytes {
        [b'N' | b'B' | b'R' | b'Q' | b'K' | b'P', rest @ ..] if rest.len() >= 4 => rest,
        _ => bytes,
    };
    let [file, rank, rest @ ..] = bytes else { return false };
    let rest = match rest {
        [b'-' | b'x', rest @ ..] => rest,
        _ => rest,
    };
    let [to_file, to_rank, rest @ ..] = rest else { return false };
    let is_square = |file: &u8, rank: &u8| file.is_ascii_alphabetic() && rank.is_ascii_digit();
    let promotion = match rest {
        [] => true,
        [letter] | [b'=', letter] => letter.is_ascii_alphabetic(),
        _ => false,
    };
    is_square(file, rank) && is_square(to_file, to_rank) && promotion
}

fn is_castling(word: &str) -> bool {
    ["O-O", "O-O-O", "0-0", "0-0-0", "o-o", "o-o-o", "OO", "OOO"].contains(&word)
}

/// `e4`, `exd5`, `Nbd7`, `e8=Q`, `e8Q`.
fn is_short(word: &str) -> bool {
    let word = word.strip_prefix(['N', 'B', 'R', 'Q', 'K']).unwrap_or(word);
    let word = word.strip_suffix(['N', 'B', 'R', 'Q']).map_or(word, |word| word.trim_end_matches('='));
    let Some((origin, square)) = word.len().checked_sub(2).and_then(|at| word.split_at_checked(at)) else {
        return false;
    };
    let is_file = |byte: u8| (b'a'..=b'h').contains(&byte);
    let is_rank = |byte: u8| (b'1'..=b'8').contains(&byte);
    let square = square.as_bytes();
    let origin = origin.strip_suffix('x').unwrap_or(origin).as_bytes();
    square.len() == 2
        && is_file(square[0])
        && is_rank(square[1])
        && origin.len() <= 2
        && origin.iter().all(|&byte| is_file(byte) || is_rank(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_and_its_leaves_in_many_words() {
        let same = [
            "e2e4: 20",
            "e2e4:20",
            "e2e4 20",
            "  e2e4 - 20",
            "1. e2e4 20",
            "1.e2e4 20",
            "12) e2e4: 20",
            "3: e2e4 20",
            "e2e4 : 20 nodes",
            "e2e4 = 20",
            "e2e4=20",
            "e2e4 -> 20",
            "e2e4 (20)",
            "| e2e4 | 20 |",
            "\"e2e4\": 20,",
            "info string e2e4 20",
            "info string e2e4: 20 (5.0%)",
            "move e2e4 nodes 20 time 3",
            "Move: e2e4, leaves: 20",
        ];
        for text in same {
            assert_eq!(read(text, 2), Line::Moves(vec![("e2e4".to_owned(), 20)]), "{text}");
        }
    }

    #[test]
    fn moves_stay_as_they_are_written() {
        let moves = [
            "e7e8Q", "E2E4", "e1g1", "e1h1", "O-O", "0-0-0", "e2-e4", "e5xd6", "Ng1-f3", "e4", "Nf3",
            "Nbxd7", "R1a3", "exd5", "e8=Q", "dxe8Q", "e7e8=N", "a2a9", "i1i2", "0000",
        ];
        for mv in moves {
            for text in [format!("{mv}: 1,234"), format!("{mv} 1234")] {
                assert_eq!(read(&text, 2), Line::Moves(vec![(mv.to_owned(), 1234)]), "{text}");
            }
        }
        assert_eq!(read("e8=Q+: 2", 2), Line::Moves(vec![("e8=Q".to_owned(), 2)]));
    }

    #[test]
    fn several_moves_may_stand_in_a_line() {
        let moves = [("a2a3", 1), ("b2b3", 22)].map(|(mv, leaves)| (mv.to_owned(), leaves));
        assert_eq!(read("a2a3: 1   b2b3: 22", 1), Line::Moves(moves.to_vec()));
    }

    #[test]
    fn a_total_in_many_words() {
        let totals = [
            ("1234", Rank::Bare),
            ("1,234", Rank::Bare),
            ("Nodes searched: 1234", Rank::Named),
            ("Nodes searched  : 1234", Rank::Named),
            ("Nodes: 1234", Rank::Named),
            ("nodes 1234", Rank::Named),
            ("info string nodes 1234 time 3 nps 400000", Rank::Named),
            ("Total: 1.234", Rank::Named),
            ("total = 1'234", Rank::Named),
            ("Total: 1_234 nodes, 3 ms", Rank::Named),
            ("perft: 1234", Rank::Named),
            ("Searched 1234 nodes in 3 ms", Rank::Named),
            ("1234 nodes (0.1 s)", Rank::Named),
            ("perft 3 = 1234", Rank::WithDepth),
            ("perft(3) = 1234", Rank::WithDepth),
            ("Perft 3: 1234 nodes", Rank::WithDepth),
            ("perft: 3 nodes: 1234", Rank::WithDepth),
            ("depth 3 nodes 1234 time 5", Rank::WithDepth),
            ("Depth: 3 Nodes: 1234", Rank::WithDepth),
            ("3 leaves", Rank::Leaves),
            ("Leaf nodes: 1234", Rank::Leaves),
            ("info depth 3 nodes 1234 nps 9", Rank::Progress),
        ];
        for (text, rank) in totals {
            let leaves = if text.starts_with('3') { 3 } else { 1234 };
            assert_eq!(read(text, 3), Line::Total(rank, leaves), "{text}");
        }
    }

    #[test]
    fn all_else_is_nothing_to_count() {
        let others = [
            "",
            "readyok",
            "perft 3",
            "depth: 3",
            "perft 2 = 400",
            "Depth 4: 197281",
            "Total time (ms) : 5",
            "Nodes/second    : 123456",
            "123456 nodes/s",
            "123456 nodes per second",
            "nps 1234",
            "Time: 12 ms",
            "Total: 12 ms",
            "Position 3 of 20",
            "info string NNUE evaluation using nn-ad9b42354671.nnue enabled",
            "info string Available processors: 0-127",
            "info depth 3 seldepth 3 score cp 13 nodes 60 pv e2e4 e7e5",
            "info depth 2 nodes 400",
            "option name Hash type spin default 16 min 1 max 33554432",
            "bestmove e2e4 ponder e7e5",
            "best line: e2e4 e7e5 20",
            "8/8/8/k7/4P3/8/8/K7 b - e3 0 1",
            "Fen: 8/8/8/k7/4P3/8/8/K7 b - e3 0 1",
            "8   r n b q k b n r",
            "8 | . . . . . . . . |",
            "   a b c d e f g h",
            "Key: 1234567812345678",
            "Stockfish 15.1 by the Stockfish developers (see AUTHORS file)",
            "340282366920938463463374607431768211456",
        ];
        for text in others {
            assert_eq!(read(text, 3), Line::Other, "{text}");
        }
    }

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
    fn what_is_not_told_is_not_invented() {
        let bare = |total, divide| Ok(Answer { total, divide });
        assert_eq!(answer(2, "400"), bare(400, None));
        assert_eq!(answer(2, "\nNodes searched: 0"), bare(0, Some(Vec::new())));
        assert_eq!(answer(2, "hm\nwell"), Err(Failure::Garbage("hm".to_owned())));
        assert_eq!(answer(2, ""), Err(Failure::Garbage("nothing".to_owned())));
        assert_eq!(Reader::new(2).finish_divide(), Answer { total: 0, divide: Some(Vec::new()) });
        let endless = "e2e4 1\n".repeat(MOST_MOVES + 1);
        assert!(matches!(answer(1, &endless), Err(Failure::Garbage(_))));
    }

    #[test]
    fn what_is_too_long_for_a_move_is_none_and_is_cut() {
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
    fn no_line_is_too_odd_to_be_read() {
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
