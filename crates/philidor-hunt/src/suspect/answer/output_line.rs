//! One line of an answer: moves with their leaves, a total, or something else.

use super::word::{NULL_MOVE, Word, number, words};

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OutputLine {
    /// The leaves below a move, or below several that stand side by side.
    Moves(Vec<(String, u128)>),
    /// The leaves of the tree.
    Total(Certainty, u128),
    /// Something else.
    Other,
}

/// How certainly a number is the total that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Certainty {
    /// An engine reports its progress.
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

/// Words before a total that say nothing about it.
const FILLERS: [&str; 14] = [
    "the", "of", "number", "searched", "counted", "visited", "found", "final", "all", "is", "overall", "at",
    "depth", "ply",
];

/// Words one of which comes before a total, or after it.
const NAMES: [&str; 9] = ["nodes", "node", "total", "totals", "perft", "result", "sum", "count", "positions"];

/// Words that say for certain what is counted.
const LEAVES: [&str; 3] = ["leaf", "leaves", "leafs"];

/// Words that say that the number before them counts no leaves.
const OTHER_UNITS: [&str; 11] =
    ["ms", "s", "sec", "secs", "seconds", "second", "moves", "nps", "knps", "mnps", "per"];

/// Reads one line of an answer to a question of this depth.
pub(super) fn read(text: &str, depth: u32) -> OutputLine {
    let text = text.trim();
    let text = match text.strip_prefix("info string ") {
        Some(rest) => rest.trim(),
        None if text.starts_with("info ") => return read_progress(text, depth),
        None => text,
    };
    if text != NULL_MOVE
        && let Some(leaves) = number(text)
    {
        return OutputLine::Total(Certainty::Bare, leaves);
    }
    let words = words(text);
    let moves = divide_line(&words);
    if moves.is_empty() {
        total_line(&words, depth).unwrap_or(OutputLine::Other)
    } else {
        OutputLine::Moves(moves)
    }
}

/// `info depth 3 nodes 8902`, unless a score shows that the engine searches for a move.
fn read_progress(text: &str, depth: u32) -> OutputLine {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let after = |name| words.iter().position(|&word| word == name).and_then(|at| words.get(at + 1));
    let same_depth = after("depth").and_then(|word| word.parse().ok()) == Some(depth);
    match after("nodes").and_then(|word| number(word)) {
        Some(nodes) if same_depth && !is_thinking(text) => OutputLine::Total(Certainty::Progress, nodes),
        _ => OutputLine::Other,
    }
}

/// Whether a line is what engines say while they search for a move.
pub(in crate::suspect) fn is_thinking(text: &str) -> bool {
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
fn total_line(words: &[Word], depth: u32) -> Option<OutputLine> {
    let mut named_depth = false;
    let mut at = number_at(words, 0)?;
    if is_depth(words, at, depth) {
        if words[at] != Word::Number(u128::from(depth)) {
            return None;
        }
        named_depth = true;
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
    if !named_depth {
        names.peek()?;
    }
    let rank = match () {
        () if names.any(|word| LEAVES.contains(&word.as_str())) => Certainty::Leaves,
        () if named_depth => Certainty::WithDepth,
        () => Certainty::Named,
    };
    Some(OutputLine::Total(rank, leaves))
}

/// Where the next number stands, unless a move stands before it.
fn number_at(words: &[Word], from: usize) -> Option<usize> {
    let at = words[from..].iter().position(|word| matches!(word, Word::Number(_) | Word::Move(_)))? + from;
    matches!(words[at], Word::Number(_)).then_some(at)
}

/// Whether the number there is a depth: `perft 3`, `depth: 3`; but `perft: 3` only if another number follows.
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
            assert_eq!(read(text, 2), OutputLine::Moves(vec![("e2e4".to_owned(), 20)]), "{text}");
        }
    }

    #[test]
    fn moves_stay_as_they_are_written() {
        let moves = [
            "e7e8Q", "E2E4", "e1g1", "e1h1", "O-O", "0-0-0", "e2-e4", "e5xd6", "Ng1-f3", "e4", "Nf3",
            "Nbxd7", "R1a3", "exd5", "e8=Q", "dxe8Q", "e7e8=N", "a2a9", "i1i2", "0000", "N@f3", "P@e9",
        ];
        for mv in moves {
            for text in [format!("{mv}: 1,234"), format!("{mv} 1234")] {
                assert_eq!(read(&text, 2), OutputLine::Moves(vec![(mv.to_owned(), 1234)]), "{text}");
            }
        }
        assert_eq!(read("e8=Q+: 2", 2), OutputLine::Moves(vec![("e8=Q".to_owned(), 2)]));
    }

    #[test]
    fn several_moves_may_stand_in_a_line() {
        let moves = [("a2a3", 1), ("b2b3", 22)].map(|(mv, leaves)| (mv.to_owned(), leaves));
        assert_eq!(read("a2a3: 1   b2b3: 22", 1), OutputLine::Moves(moves.to_vec()));
    }

    #[test]
    fn a_total_in_many_words() {
        let totals = [
            ("1234", Certainty::Bare),
            ("1,234", Certainty::Bare),
            ("Nodes searched: 1234", Certainty::Named),
            ("Nodes searched  : 1234", Certainty::Named),
            ("Nodes: 1234", Certainty::Named),
            ("nodes 1234", Certainty::Named),
            ("info string nodes 1234 time 3 nps 400000", Certainty::Named),
            ("Total: 1.234", Certainty::Named),
            ("total = 1'234", Certainty::Named),
            ("Total: 1_234 nodes, 3 ms", Certainty::Named),
            ("perft: 1234", Certainty::Named),
            ("Searched 1234 nodes in 3 ms", Certainty::Named),
            ("1234 nodes (0.1 s)", Certainty::Named),
            ("perft 3 = 1234", Certainty::WithDepth),
            ("perft(3) = 1234", Certainty::WithDepth),
            ("Perft 3: 1234 nodes", Certainty::WithDepth),
            ("perft: 3 nodes: 1234", Certainty::WithDepth),
            ("depth 3 nodes 1234 time 5", Certainty::WithDepth),
            ("Depth: 3 Nodes: 1234", Certainty::WithDepth),
            ("3 leaves", Certainty::Leaves),
            ("Leaf nodes: 1234", Certainty::Leaves),
            ("info depth 3 nodes 1234 nps 9", Certainty::Progress),
        ];
        for (text, rank) in totals {
            let leaves = if text.starts_with('3') { 3 } else { 1234 };
            assert_eq!(read(text, 3), OutputLine::Total(rank, leaves), "{text}");
        }
    }

    #[test]
    fn all_other_lines_hold_no_count() {
        let others = [
            "",
            "readyok",
            "perft 3",
            "depth: 3",
            "perft 2 = 400",
            "Nodes searched: -5",
            "Nodes searched:-5",
            "perft 3 = -5",
            "-5 nodes",
            "-5",
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
            assert_eq!(read(text, 3), OutputLine::Other, "{text}");
        }
    }
}
