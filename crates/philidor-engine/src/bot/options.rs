//! The options of a bot: names, kinds and bounds, as UCI shows them to a user.
//!
//! Options belong to an instance: two engines in one process each have their own.

use core::fmt;

/// The option that says how many lines are searched: the best moves of the root, each with its own.
pub(crate) const LINES: &str = "MultiPV";

/// How UCI writes an empty text.
pub(crate) const EMPTY: &str = "<empty>";

/// The most lines that an engine searches.
pub(crate) const MAX_LINES: usize = 256;

/// An option that a user can set.
///
/// ```
/// use philidor_engine::{OptionKind, UciOption};
/// let style = UciOption::combo("Style", "Solid", &["Solid", "Risky"]);
/// assert_eq!(style.to_string(), "name Style type combo default Solid var Solid var Risky"); // as UCI has it
/// assert!(style.is_named("style"));
/// assert!(matches!(style.kind, OptionKind::Combo { words, .. } if words == ["Solid", "Risky"]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UciOption {
    /// The name, as users see it. Its case does not matter when it is set.
    pub name: String,
    /// What kind of value it takes.
    pub kind: OptionKind,
}

/// The kinds of options in UCI. See [`UciOption`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionKind {
    /// True or false.
    Check {
        /// The default value.
        default: bool,
    },
    /// A number within bounds.
    Spin {
        /// The default value.
        default: i64,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The default value.
        default: String,
        /// The words to choose from, the default among them.
        words: Vec<String>,
    },
    /// Any text.
    Text {
        /// The default value.
        default: String,
    },
    /// An action instead of a value.
    Button,
}

impl UciOption {
    /// An option that is true or false.
    #[must_use]
    pub fn check(name: &str, default: bool) -> UciOption {
        UciOption { name: name.to_owned(), kind: OptionKind::Check { default } }
    }

    /// An option that is a number within bounds.
    #[must_use]
    pub fn spin(name: &str, default: i64, min: i64, max: i64) -> UciOption {
        UciOption { name: name.to_owned(), kind: OptionKind::Spin { default, min, max } }
    }

    /// An option that is one of several words.
    #[must_use]
    pub fn combo(name: &str, default: &str, words: &[&str]) -> UciOption {
        let words = words.iter().map(|&word| word.to_owned()).collect();
        UciOption { name: name.to_owned(), kind: OptionKind::Combo { default: default.to_owned(), words } }
    }

    /// An option that is a text.
    #[must_use]
    pub fn text(name: &str, default: &str) -> UciOption {
        UciOption { name: name.to_owned(), kind: OptionKind::Text { default: default.to_owned() } }
    }

    /// An option that is an action.
    #[must_use]
    pub fn button(name: &str) -> UciOption {
        UciOption { name: name.to_owned(), kind: OptionKind::Button }
    }

    /// Whether this is the option's name, in upper or lower case.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Checks a value that a user gives, and returns it in the option's own spelling. `<empty>` is how UCI writes an
    /// empty text.
    ///
    /// ```
    /// use philidor_engine::UciOption;
    /// let hash = UciOption::spin("Hash", 16, 1, 1024);
    /// assert_eq!(hash.accept("+64"), Ok("64".into()));
    /// assert_eq!(hash.accept("4096").unwrap_err().to_string(), "Hash is a number from 1 to 1024, not `4096`");
    /// assert_eq!(UciOption::text("EvalFile", "").accept("<empty>"), Ok(String::new()));
    /// ```
    ///
    /// # Errors
    ///
    /// If the kind does not allow the text.
    pub fn accept(&self, text: &str) -> Result<String, OptionError> {
        let refused = |expected: String| OptionError::Value {
            name: self.name.clone(),
            text: text.to_owned(),
            expected,
        };
        match &self.kind {
            OptionKind::Check { .. } => match text.to_ascii_lowercase().as_str() {
                word @ ("true" | "false") => Ok(word.to_owned()),
                _ => Err(refused("true or false".to_owned())),
            },
            OptionKind::Spin { min, max, .. } => {
                let number = text.parse().ok().filter(|number: &i64| (min..=max).contains(&number));
                number
                    .map(|number| number.to_string())
                    .ok_or_else(|| refused(format!("a number from {min} to {max}")))
            }
            OptionKind::Combo { words, .. } => {
                let word = words.iter().find(|word| word.eq_ignore_ascii_case(text));
                word.cloned().ok_or_else(|| refused(format!("one of {}", words.join(", "))))
            }
            OptionKind::Text { .. } => Ok(if text == EMPTY { String::new() } else { text.to_owned() }),
            OptionKind::Button => Ok(String::new()),
        }
    }
}

impl fmt::Display for UciOption {
    /// As UCI announces it, after the word `option`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, words } => {
                write!(f, "combo default {default}")?;
                words.iter().try_for_each(|word| write!(f, " var {word}"))
            }
            OptionKind::Text { default } if default.is_empty() => write!(f, "string default {EMPTY}"),
            OptionKind::Text { default } => write!(f, "string default {default}"),
            OptionKind::Button => f.write_str("button"),
        }
    }
}

/// Why an option could not be set. See [`UciOption::accept`].
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionError {
    /// There is no option with this name.
    Unknown {
        /// The name.
        name: String,
    },
    /// The option cannot be set to this.
    Value {
        /// The option's name.
        name: String,
        /// The refused value.
        text: String,
        /// The values that are allowed.
        expected: String,
    },
    /// What the option names, such as a file, cannot be used.
    Unusable {
        /// The option's name.
        name: String,
        /// The refused value.
        text: String,
        /// Why.
        reason: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown { name } => write!(f, "unknown option: {name}"),
            OptionError::Value { name, text, expected } => write!(f, "{name} is {expected}, not `{text}`"),
            OptionError::Unusable { name, text, reason } => write!(f, "{name} cannot be `{text}`: {reason}"),
        }
    }
}

philidor::debug_is_the_sentence!(OptionError);

impl core::error::Error for OptionError {}
