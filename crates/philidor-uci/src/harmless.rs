//! Text of other programs, made fit for messages, tags and comments.

use philidor_host::is_hidden;

/// At most this many characters of an engine's output are shown.
const SHOWN: usize = 80;

/// Makes text from outside fit for a message, a tag and a comment of PGN: short, on one line, without braces, and
/// without letters that are invisible or reverse others.
pub(crate) fn harmless(text: &str) -> String {
    let harmless = |letter: char| match letter {
        '{' => '(',
        '}' => ')',
        _ if letter.is_control() => ' ',
        _ if is_hidden(letter) => char::REPLACEMENT_CHARACTER,
        _ => letter,
    };
    let mut shown: String = text.trim().chars().take(SHOWN).map(harmless).collect();
    if text.trim().chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_is_short_and_cannot_end_a_comment() {
        assert_eq!(harmless(" a}b\x1b[2J{\n"), "a)b [2J(");
        assert_eq!(harmless(&"x".repeat(1000)).chars().count(), SHOWN + 1);
        assert_eq!(harmless("e2e4\u{202e}4d2d\u{200b}\u{feff}"), "e2e4\u{fffd}4d2d\u{fffd}\u{fffd}");
        for text in
            ["Jos\u{e9} Rau\u{301}l", "\u{410}\u{43b}\u{435}", "\u{68cb}", "\u{1f600}", "\"it's\" a\\b"]
        {
            assert_eq!(harmless(text), text);
        }
    }
}
