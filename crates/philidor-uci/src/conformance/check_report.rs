//! A check, and what it has found.

use core::fmt;

use philidor_host::processes::Speaker;

/// How much a check weighs. See [`Check`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckLevel {
    /// The protocol demands it: a program that fails it breaks matches or interfaces.
    Must,
    /// Users expect it.
    Should,
}

impl fmt::Display for CheckLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CheckLevel::Must => "must",
            CheckLevel::Should => "should",
        })
    }
}

/// A property that programs of the protocol are checked for.
///
/// ```
/// use philidor_uci::conformance::{CheckLevel, Examination};
///
/// let level = |name| Examination::checks().find(|check| check.name == name).map(|check| check.level);
/// assert_eq!((level("stop"), level("multipv")), (Some(CheckLevel::Must), Some(CheckLevel::Should)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Check {
    /// A short name, such as `go-depth`.
    pub name: &'static str,
    /// How much it weighs.
    pub level: CheckLevel,
    /// What a program does that passes, in words.
    pub rule: &'static str,
}

/// The outcome of a check. The [module](crate::conformance) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckOutcome {
    /// The program does what it should.
    Passed,
    /// It does not: the fault in words.
    Failed(String),
    /// The check says nothing about this program: why.
    NotApplicable(String),
}

/// A line of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConversationLine {
    /// Who said it.
    pub speaker: Speaker,
    /// The line, as it was said.
    pub line: String,
}

/// A check with its outcome. The [module](crate::conformance) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckReport {
    /// The check.
    pub check: Check,
    /// What it has found.
    pub outcome: CheckOutcome,
    /// What was sent and what came; without the introduction, unless that is what is checked. If much came, only the
    /// last lines of it are kept.
    pub exchange: Vec<ConversationLine>,
}

impl CheckReport {
    /// Whether a rule of the protocol is broken.
    #[must_use]
    pub fn is_breach(&self) -> bool {
        self.check.level == CheckLevel::Must && matches!(self.outcome, CheckOutcome::Failed(_))
    }
}
