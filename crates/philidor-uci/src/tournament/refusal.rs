//! What a program says when it refuses an option. UCI has no answer for that, but programs have words:
//!
//! ```text
//! setoption name BookFile value none.bin
//!                 info string BookFile cannot be `none.bin`: No such file or directory
//! setoption name Level value 99
//!                 error: Level is out of range
//! ```
//!
//! Programs also say much that is harmless, such as how large their table is. So a line counts only if it is worded as
//! the engines of this crate do it, or if it names an option or its value beside a word for refusing. A file may be
//! called `errors.log`: words within names and values refuse nothing.

use crate::harmless::harmless;

/// What programs say of options that they do not know.
const UNKNOWN: [&str; 5] =
    ["no such option", "unknown option", "unrecognized option", "invalid option", "unsupported option"];

/// Words for refusing, in lower case.
const REFUSING: [&str; 13] = [
    "error",
    "invalid",
    "illegal",
    "refused",
    "not found",
    "no such",
    "out of range",
    "cannot",
    "can't",
    "could not",
    "couldn't",
    "unable to",
    "failed to",
];

/// What is harmless beside an option's name, in lower case: tables are also made without large pages.
const HARMLESS: [&str; 4] = ["large page", "huge page", "no error", "without error"];

/// Values of at most this many bytes, such as `1` or `false`, are in many lines.
const SHORT: usize = 5;

/// Why an option is refused, if this line says that one is.
pub(super) fn refusal(line: &str, options: &[(String, String)]) -> Option<String> {
    if options.is_empty() {
        return None;
    }
    let text = line.strip_prefix("info string").unwrap_or(line).trim();
    let small = text.to_lowercase();
    let is_long = |value: &String| value.len() > SHORT;
    let is_named =
        |(name, value): &&(String, String)| names(&small, name) || (is_long(value) && names(&small, value));
    let named = options.iter().find(is_named);
    let has_any = |words: &[&str]| words.iter().any(|words| small.contains(words));
    let is_ours = text.contains(" is ") && text.contains(", not `") || text.contains(" cannot be `");
    let refuses = || {
        let values = options.iter().map(|(_, value)| value).filter(|value| is_long(value));
        let texts = options.iter().map(|(name, _)| name).chain(values).filter(|text| !text.is_empty());
        let rest = texts.fold(small.clone(), |rest, text| rest.replace(&text.to_lowercase(), " "));
        !has_any(&HARMLESS) && REFUSING.iter().any(|words| names(&rest, words))
    };
    if !(is_ours || has_any(&UNKNOWN) || (named.is_some() && refuses())) {
        return None;
    }
    let option = match named {
        Some((name, _)) => format!("the option {}", harmless(name)),
        None => "an option".to_owned(),
    };
    Some(format!("it refuses {option}: {}", harmless(text)))
}

/// Whether a text in lower case contains a name or a value as words of its own.
fn names(text: &str, name: &str) -> bool {
    let name = name.to_lowercase();
    let continues = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    let is_whole = |at: usize| {
        let (before, after) = (text[..at].chars().next_back(), text[at + name.len()..].chars().next());
        !continues(before) && !continues(after)
    };
    !name.is_empty() && text.match_indices(&name).any(|(at, _)| is_whole(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Option<String> {
        let options = [
            ("BookFile", "none.bin"),
            ("Hash", "9"),
            ("Skill Level", "true"),
            ("LogFile", "Errors/error.log"),
            ("Error Margin", "5"),
        ];
        refusal(line, &options.map(|(name, value)| (name.to_owned(), value.to_owned())))
    }

    #[test]
    fn a_refusal_names_its_option() {
        for (line, option) in [
            ("info string BookFile cannot be `none.bin`: it is empty", "the option BookFile"),
            ("info string Error: can't open none.bin", "the option BookFile"),
            ("Skill Level: invalid value", "the option Skill Level"),
            ("info string failed to open Errors/error.log", "the option LogFile"),
            ("info string Error: Error Margin is too small", "the option Error Margin"),
            ("No such option: Foo", "an option"),
            ("info string Threads is a number from 1 to 8, not `9`", "an option"),
        ] {
            let text = line.strip_prefix("info string ").unwrap_or(line);
            assert_eq!(of(line), Some(format!("it refuses {option}: {text}")));
        }
    }

    #[test]
    fn what_is_no_refusal_is_let_pass() {
        for line in [
            "",
            "readyok",
            "info string none.bin has 5 entries",
            "info string Hash table: 9 MiB",
            "info string the default network could not be found",
            "info string Rehashing without error",
            "info string logging to errors/error.log",
            "info string Error Margin set to 5",
            "info string Hash set to 9 MB, 0 errors",
            "info string Hash set without error",
            "info string cannot use large pages for Hash",
            "Hashing is out of range of this test",
            "error: it is not true that this is about an option",
        ] {
            assert_eq!(of(line), None, "{line}");
        }
        assert_eq!(refusal("No such option: Foo", &[]), None);
    }
}
