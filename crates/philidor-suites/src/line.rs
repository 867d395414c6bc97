//! A line of a suite: a position and its counts, with a name if it gives one.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use philidor::Position;

use crate::entry::{Entry, ReadPosition};
use crate::error::{LineError, MAX_DEPTH};
use crate::operations::{operations, unquoted};

/// A position and its counts in one line: `FEN ;D1 20 ;D2 400`, or as EPD has it, `FEN D1 20; D2 400;`.
pub(crate) fn entry(line: &str, read: &ReadPosition<'_>) -> Result<Entry, LineError> {
    let operations = operations(line)?;
    let (&position_and_first, others) = operations.split_first().unwrap_or((&"", &[]));
    let (text, first) = split_position(position_and_first);
    let position = position(text, read)?;
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
        return Err(LineError::NoCount);
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

/// The position of a FEN, of the first four fields of one, or of a name.
pub(crate) fn position(text: &str, read: &ReadPosition<'_>) -> Result<Position, LineError> {
    let refused = |reason: String| LineError::refused(&reason);
    if text.contains('/') {
        let whole =
            if text.split_whitespace().count() == 4 { format!("{text} 0 1") } else { text.to_owned() };
        read(&whole).map_err(refused)
    } else if text.contains(char::is_whitespace) {
        Err(LineError::about(LineError::NotAPosition, text))
    } else {
        read(text).map_err(refused)
    }
}

fn odd(part: &str) -> LineError {
    LineError::about(LineError::UnknownOperation, part)
}

/// A depth and the leaves there.
fn count_of(depth: &str, leaves: &str, part: &str) -> Result<(u32, u128), LineError> {
    let depth = depth.strip_prefix('D').filter(|depth| is_number(depth) && is_number(leaves));
    count(depth.ok_or_else(|| odd(part))?, leaves, part)
}

pub(crate) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A depth and the leaves there, both of digits alone.
pub(crate) fn count(depth: &str, leaves: &str, part: &str) -> Result<(u32, u128), LineError> {
    let depth = depth.parse().ok().filter(|&depth| depth <= MAX_DEPTH);
    let depth = depth.ok_or_else(|| LineError::about(LineError::DepthTooLarge, part))?;
    let leaves = leaves.parse().map_err(|_| LineError::about(LineError::CountTooLarge, part))?;
    Ok((depth, leaves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::named;

    fn entry(line: &str) -> Result<Entry, LineError> {
        super::entry(line, &named)
    }

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
        assert!(entry("kiwipete ;id \"a ;D1 48").is_err_and(|error| error == LineError::OpenQuotes(14)));
    }

    #[test]
    fn a_number_that_is_too_large_is_called_so() {
        let said = |count: &str| entry(&format!("{BARE} ;{count}")).expect_err("too large").to_string();
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
    fn a_line_may_begin_with_a_name_that_its_reader_knows() {
        for text in ["kiwipete ;D1 48", "kiwipete D1 48;", "kiwipete;D1 48"] {
            let entry = entry(text).expect(text);
            assert_eq!((entry.name.as_str(), entry.position.legal_move_count()), ("kiwipete", 48), "{text}");
        }
        assert!(matches!(entry("kiwi ;D1 48"), Err(LineError::Refused(reason)) if reason == "no such name"));
    }
}
