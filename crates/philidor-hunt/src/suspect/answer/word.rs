//! The words of a line, and what they can be: a number, a move, or neither.

/// A word, and what it can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Number(u128),
    /// As it is written.
    Move(String),
    /// In lowercase.
    Other(String),
    /// A colon or an equals sign.
    Is,
}

/// The null move, which some list by mistake; it is written like a number.
pub(super) const NULL_MOVE: &str = "0000";

/// The words of a line, without brackets, bars, quotes and arrows, and the dots around them.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let brackets = |c: char| "/()[]{}\"`<>*".contains(c);
    for piece in text.split(|c: char| c.is_ascii_whitespace() || c == '|') {
        piece.split(brackets).for_each(|word| push_word(word, &mut words));
    }
    words
}

/// Adds one word, cut at colons, at an equals sign that does not belong to a promotion, and after the number of a move.
fn push_word(mut word: &str, words: &mut Vec<Word>) {
    let letter = |text: &str| text.starts_with(|c: char| c.is_ascii_alphabetic());
    // A loop instead of recursion, since a line may have any number of colons.
    loop {
        // Nothing is counted below zero, and no other number is meant.
        if word.strip_prefix('-').is_some_and(|rest| number(rest).is_some()) {
            words.push(Word::Other(word.to_owned()));
            return;
        }
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
pub(super) fn number(text: &str) -> Option<u128> {
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

/// Whether a word looks like a move: two squares, even if no board has them; castling; short notation; or a drop.
fn is_move(word: &str) -> bool {
    is_coordinates(word) || is_castling(word) || is_short(word) || is_drop(word)
}

/// `N@f3`.
fn is_drop(word: &str) -> bool {
    matches!(word.as_bytes(), [piece, b'@', file, rank]
        if piece.is_ascii_alphabetic() && file.is_ascii_alphabetic() && rank.is_ascii_digit())
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
