//! A line of a suite: a position and its counts, with a name if it gives one.

use std::borrow::Cow;

use philidor::Position;

use super::Entry;
use super::operations::{operations, unquoted};
use crate::args::DEEPEST;
use crate::named;
use crate::refusal;

/// How many characters of a line a message repeats.
const LONGEST_QUOTE: usize = 60;

/// A position and its counts in one line: `FEN ;D1 20 ;D2 400`, or as EPD has it, `FEN D1 20; D2 400;`.
pub(super) fn entry(line: &str) -> Result<Entry, String> {
    let operations = operations(line)?;
    let (&position_and_first, others) = operations.split_first().unwrap_or((&"", &[]));
    let (text, first) = split_position(position_and_first);
    let position = position(text)?;
    let mut entry = Entry { name: text.to_owned(), position, counts: Vec::new() };
    for &part in [&first].into_iter().chain(others).filter(|part| !part.is_empty()) {
        match part.split_once(char::is_whitespace) {
            Some(("id", name)) => entry.name = unquoted(name),
            Some((word, _)) if is_note(word) => {}
            Some((depth, leaves)) => entry.counts.push(count_of(depth, leaves.trim(), part)?),
            None => return Err(odd(part)),
        }
    }
    if entry.counts.is_empty() {
        return Err("there is no count, such as `;D1 20`".to_owned());
    }
    Ok(entry)
}

/// Whether an operation changes no count: what EPD says of the clocks, and comments.
fn is_note(word: &str) -> bool {
    let is_comment = word
        .strip_prefix('c')
        .is_some_and(|number| matches!(number.as_bytes(), [digit] if digit.is_ascii_digit()));
    is_comment || ["hmvc", "fmvn"].contains(&word)
}

/// The position before the first semicolon, and the operation that follows it there, as in EPD.
fn split_position(text: &str) -> (&str, &str) {
    let fields = if text.split_whitespace().next().is_some_and(|word| word.contains('/')) { 4 } else { 1 };
    let words = text.split_whitespace().skip(fields);
    let operation = words.map(|word| word.as_ptr() as usize - text.as_ptr() as usize).find(|&start| {
        let word = text[start..].split_whitespace().next().unwrap_or_default();
        let is_depth =
            word.strip_prefix('D').is_some_and(|depth| depth.bytes().all(|byte| byte.is_ascii_digit()));
        is_depth || word == "id" || is_note(word)
    });
    let (position, operation) = text.split_at(operation.unwrap_or(text.len()));
    (position.trim(), operation.trim())
}

/// The position that a FEN stands for, or EPD's four fields of it, or a name.
pub(super) fn position(text: &str) -> Result<Position, String> {
    if text.contains('/') {
        let whole =
            if text.split_whitespace().count() == 4 { format!("{text} 0 1") } else { text.to_owned() };
        refusal::read(&whole).map_err(|refusal| refusal.sentence())
    } else if text.contains(char::is_whitespace) {
        Err(format!("`{}` is neither a FEN nor the name of a position", quote(text)))
    } else {
        named::position(text).map_err(|error| error.to_string())
    }
}

fn odd(part: &str) -> String {
    format!("`{}` is neither a count, such as `D1 20`, nor a name, such as `id startpos`", quote(part))
}

/// A depth and the leaves there.
fn count_of(depth: &str, leaves: &str, part: &str) -> Result<(u32, u128), String> {
    let depth = depth.strip_prefix('D').filter(|depth| is_number(depth) && is_number(leaves));
    count(depth.ok_or_else(|| odd(part))?, leaves, part)
}

pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The depth and the leaves that two numbers stand for.
pub(super) fn count(depth: &str, leaves: &str, part: &str) -> Result<(u32, u128), String> {
    let depth = depth.parse().ok().filter(|&depth| depth <= DEEPEST);
    let depth = depth.ok_or_else(|| format!("the depth of `{}` is larger than {DEEPEST}", quote(part)))?;
    let leaves =
        leaves.parse().map_err(|_| format!("the count of `{}` has more than 128 bits", quote(part)))?;
    Ok((depth, leaves))
}

/// A part of a line as a message shows it.
pub(super) fn quote(text: &str) -> Cow<'_, str> {
    refusal::cut(text, LONGEST_QUOTE)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BARE: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

    #[test]
    fn spaces_around_semicolons_mean_nothing() {
        for form in
            [" ;D1 5 ;D2 25", ";D1 5;D2 25", "  ; D1  5 ; D2 25 ;", ";D1 5 ;D2 25\r", "\t;D1\t5\t;D2\t25"]
        {
            let entry = entry(&format!("{BARE}{form}")).expect(form);
            assert_eq!((entry.name.as_str(), entry.counts), (BARE, vec![(1, 5), (2, 25)]), "{form:?}");
        }
    }

    #[test]
    fn a_line_has_a_name_if_it_gives_one() {
        for form in ["id two kings", "id \"two kings\""] {
            assert_eq!(entry(&format!("{BARE} ;{form} ;D1 5")).expect(form).name, "two kings");
        }
    }

    #[test]
    fn a_name_may_have_semicolons() {
        for line in ["4k3/8/8/8/8/8/8/4K3 w - - id \"a; D1 6\"; D1 5;", "kiwipete ;id \"a; D1 6\" ;D1 48"] {
            let entry = entry(line).expect(line);
            assert_eq!((entry.name.as_str(), entry.counts.len()), ("a; D1 6", 1), "{line}");
        }
        assert!(entry("kiwipete c9 \"a;b\"; D1 48; c0 \";\"").is_ok());
        assert!(entry("kiwipete ;id \"a ;D1 48").is_err_and(|error| error.contains("are not closed")));
    }

    #[test]
    fn a_number_that_is_too_large_is_called_so() {
        let said = |count: &str| entry(&format!("{BARE} ;{count}")).expect_err("too large");
        assert_eq!(said("D300 5"), "the depth of `D300 5` is larger than 255");
        assert_eq!(said(&format!("D{} 5", "9".repeat(99))).chars().count(), 95);
        let leaves = u128::MAX.to_string() + "0";
        assert_eq!(
            said(&format!("D1 {leaves}")),
            format!("the count of `D1 {leaves}` has more than 128 bits")
        );
    }

    #[test]
    fn a_line_is_read_as_a_whole_or_not_at_all() {
        for form in ["", ";", ";id a", ";D1", ";D1 x", ";D1 -5", ";d1 5", ";D 5", ";D256 1", ";D1 5 ;D2"] {
            assert!(entry(&format!("{BARE} {form}")).is_err(), "{form}");
        }
        assert!(entry("nonsense ;D1 5").is_err());
    }

    #[test]
    fn epd_has_its_semicolons_after_the_counts() {
        for text in [
            "4k3/8/8/8/8/8/8/4K3 w - - D1 5; D2 25;",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 D1 5; D2 25;",
            "4k3/8/8/8/8/8/8/4K3 w - - hmvc 0; fmvn 1; D1 5; D2 25; c0 \"no comment\";",
            "4k3/8/8/8/8/8/8/4K3 w - - ;D1 5 ;D2 25",
        ] {
            let entry = entry(text).expect(text);
            assert_eq!(
                (entry.position.to_string().as_str(), entry.counts),
                (BARE, vec![(1, 5), (2, 25)]),
                "{text}"
            );
        }
        let named = entry("4k3/8/8/8/8/8/8/4K3 w - - id \"two kings\"; D1 5;").expect("an entry");
        assert_eq!(named.name, "two kings");
    }

    #[test]
    fn a_line_may_begin_with_one_of_our_names() {
        for text in ["kiwipete ;D1 48", "kiwipete D1 48;", "kiwipete;D1 48"] {
            let entry = entry(text).expect(text);
            assert_eq!((entry.name.as_str(), entry.position.legal_move_count()), ("kiwipete", 48), "{text}");
        }
        assert!(entry("kiwi ;D1 48").is_err_and(|error| error.contains("neither a FEN nor the name")));
    }
}
