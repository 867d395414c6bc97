//! How a report looks as text: what stands before and after words of some kind, and how a board is drawn.

use std::fmt;

use philidor::{Board, Position};

/// How a report looks as text. The default has no colors, and draws boards in letters.
///
/// ```
/// use philidor::{Position, perft::divide};
/// use philidor_hunt::{Agenda, Hunt, dividing, suite::SuiteLimits};
/// use philidor_hunt::report::{Style, Tint};
///
/// let mine = dividing(|fen, depth| divide(&fen.parse::<Position>().expect("a FEN"), depth));
/// let report = Hunt::new(Agenda::built_in(SuiteLimits::up_to_leaves(5))).run(mine)?;
/// let style = Style::default().with_good(Tint::new("\u{1b}[32m", "\u{1b}[0m"));
/// assert!(report.styled(&style).to_string().contains("\u{1b}[32m"));
/// # Ok::<(), philidor_hunt::HuntError>(())
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct Style<'a> {
    /// Around the names of facts.
    pub label: Tint,
    /// Around what is right.
    pub good: Tint,
    /// Around what is wrong.
    pub bad: Tint,
    /// Draws a position, each line ended by a line feed.
    pub board: &'a dyn Fn(&Position) -> String,
}

/// What is written before and after words, such as the codes of a color.
///
/// `{}` writes what comes before, and `{:#}` what comes after.
///
/// ```
/// use philidor_hunt::report::Tint;
///
/// let red = Tint::new("\u{1b}[31m", "\u{1b}[0m");
/// assert_eq!(format!("{red}wrong{red:#}"), "\u{1b}[31mwrong\u{1b}[0m");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tint {
    /// Written before the words.
    pub before: String,
    /// Written after the words.
    pub after: String,
}

impl Tint {
    /// With these texts around words.
    #[must_use]
    pub fn new(before: impl Into<String>, after: impl Into<String>) -> Tint {
        Tint { before: before.into(), after: after.into() }
    }
}

impl<'a> Style<'a> {
    /// The same with another tint of the names of facts.
    #[must_use]
    pub fn with_label(self, label: Tint) -> Style<'a> {
        Style { label, ..self }
    }

    /// The same with another tint of what is right.
    #[must_use]
    pub fn with_good(self, good: Tint) -> Style<'a> {
        Style { good, ..self }
    }

    /// The same with another tint of what is wrong.
    #[must_use]
    pub fn with_bad(self, bad: Tint) -> Style<'a> {
        Style { bad, ..self }
    }

    /// The same with another drawing of positions, each line ended by a line feed.
    #[must_use]
    pub fn with_board<'b>(self, board: &'b dyn Fn(&Position) -> String) -> Style<'b> {
        let Style { label, good, bad, .. } = self;
        Style { label, good, bad, board }
    }
}

impl fmt::Display for Tint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if f.alternate() { &self.after } else { &self.before })
    }
}

impl Default for Style<'_> {
    fn default() -> Style<'static> {
        let none = Tint::default();
        Style {
            label: none.clone(),
            good: none.clone(),
            bad: none,
            board: &|position| letters(position.board()),
        }
    }
}

impl fmt::Debug for Style<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Style { label, good, bad, .. } = self;
        f.debug_struct("Style")
            .field("label", label)
            .field("good", good)
            .field("bad", bad)
            .finish_non_exhaustive()
    }
}

/// The board in letters, indented.
pub(super) fn letters(board: &Board) -> String {
    board.to_string().lines().map(|line| format!("   {line}\n")).collect()
}
