//! Text from outside, made safe to show.

/// Whether a letter is invisible or changes how others are shown. Rust escapes those, and quotes and backslashes; of
/// marks that combine with the letter before only those without one.
pub(crate) fn is_hidden(letter: char) -> bool {
    let text: String = ['a', letter].into_iter().collect();
    letter.is_control() || (!matches!(letter, '"' | '\'' | '\\') && text.escape_debug().nth(2).is_some())
}

/// Text from outside with its hidden letters as escapes, on one line.
pub(crate) fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            _ if is_hidden(letter) => shown.extend(letter.escape_unicode()),
            _ => shown.push(letter),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_letters_are_escaped_and_others_stay() {
        assert_eq!(visible("e2e4\u{202e}\r\u{1b}[2J"), r"e2e4\u{202e}\u{d}\u{1b}[2J");
        for text in
            ["Jos\u{e9} Rau\u{301}l", "\u{410}\u{43b}\u{435}", "\u{68cb}", "\u{1f600}", "\"it's\" a\\b"]
        {
            assert_eq!(visible(text), text);
        }
    }
}
