//! Options as engines announce them: `name Hash type spin default 16 min 1 max 1024`.
//!
//! Names and values may have spaces, so the line is cut at the words that begin the next part.

use philidor_engine::{OptionKind, UciOption};

/// How the protocol writes an empty text.
const EMPTY: &str = "<empty>";

/// The words that begin a part of an announcement.
const PARTS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

/// What an announcement says, after the word `option`; the error is in words.
pub(crate) fn read(text: &str) -> Result<UciOption, String> {
    let parts = parts(text);
    let part = |wanted: &str| parts.iter().find(|(name, _)| *name == wanted).map(|(_, value)| value.as_str());
    let name = part("name").filter(|name| !name.is_empty()).ok_or("it has no name")?;
    let default = part("default");
    let number = |wanted: &str| {
        let text = part(wanted).ok_or_else(|| format!("it has no {wanted}"))?;
        text.parse::<i64>().map_err(|_| format!("{wanted} is `{text}`, not a number"))
    };
    let kind = match part("type").ok_or("it has no type")? {
        "check" => match default {
            Some("true") => OptionKind::Check { default: true },
            Some("false") => OptionKind::Check { default: false },
            other => return Err(format!("default is `{}`, not true or false", other.unwrap_or_default())),
        },
        "spin" => {
            let (default, min, max) = (number("default")?, number("min")?, number("max")?);
            OptionKind::Spin { default, min, max }
        }
        "combo" => {
            let words = parts.iter().filter(|(name, _)| *name == "var").map(|(_, value)| value.clone());
            OptionKind::Combo { default: default.unwrap_or_default().to_owned(), words: words.collect() }
        }
        "string" => {
            OptionKind::Text { default: default.filter(|text| *text != EMPTY).unwrap_or_default().to_owned() }
        }
        "button" => OptionKind::Button,
        other => return Err(format!("type is `{other}`, not check, spin, combo, button or string")),
    };
    Ok(UciOption { name: name.to_owned(), kind })
}

/// What is wrong with the values of an option, in words.
pub(crate) fn fault(option: &UciOption) -> Option<String> {
    match &option.kind {
        OptionKind::Spin { default, min, max } if !(min..=max).contains(&default) => {
            Some(format!("default {default} is not from {min} to {max}"))
        }
        OptionKind::Combo { default, words } if !words.contains(default) => {
            Some(format!("default `{default}` is not one of {}", words.join(", ")))
        }
        _ => None,
    }
}

/// The parts of an announcement in their order.
fn parts(text: &str) -> Vec<(&str, String)> {
    let mut parts: Vec<(&str, String)> = Vec::new();
    for word in text.split_whitespace() {
        // A text may have any word in it.
        let is_text = parts.last().is_some_and(|(name, _)| *name == "default")
            && parts.iter().any(|(name, value)| *name == "type" && value == "string");
        if PARTS.contains(&word) && !is_text {
            parts.push((word, String::new()));
        } else if let Some((_, value)) = parts.last_mut() {
            if !value.is_empty() {
                value.push(' ');
            }
            value.push_str(word);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_we_announce_is_read_back() {
        for option in [
            UciOption::check("UCI_Chess960", false),
            UciOption::spin("Move Overhead", 10, 0, 5000),
            UciOption::combo("Style of Play", "very calm", &["very calm", "wild"]),
            UciOption::text("Book File", "a max name.bin"),
            UciOption::text("Nothing", ""),
            UciOption::button("Clear Hash"),
        ] {
            assert_eq!(read(&option.to_string()), Ok(option.clone()));
            assert_eq!(fault(&option), None);
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, words) in [
            ("", "it has no name"),
            ("name Hash", "it has no type"),
            ("name Hash type number default 3", "type is `number`"),
            ("name Hash type spin default 3 min 1", "it has no max"),
            ("name Hash type spin default x min 1 max 2", "default is `x`, not a number"),
            ("name Ponder type check default 0", "default is `0`, not true or false"),
        ] {
            assert!(read(text).is_err_and(|error| error.starts_with(words)), "{text}");
        }
        let fault = |text: &str| fault(&read(text).expect("an option"));
        assert_eq!(
            fault("name Hash type spin default 3 min 4 max 9").as_deref(),
            Some("default 3 is not from 4 to 9")
        );
        assert!(fault("name Style type combo default calm var wild var loud").is_some());
    }
}
