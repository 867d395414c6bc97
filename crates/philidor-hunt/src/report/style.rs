//! How a report looks as text: what stands before and after words of some kind, and how a board is drawn.

use std::fmt;

use philidor::Position;

/// How a report looks as text. The default has no colors, and draws boards in letters.
#[derive(Clone)]
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
/// use philidor_hunt::Tint;
///
/// let red = Tint { before: "\u{1b}[31m".to_owned(), after: "\u{1b}[0m".to_owned() };
/// assert_eq!(format!("{red}wrong{red:#}"), "\u{1b}[31mwrong\u{1b}[0m");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tint {
    /// Written before the words.
    pub before: String,
    /// Written after the words.
    pub after: String,
}

impl fmt::Display for Tint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if f.alternate() { &self.after } else { &self.before })
    }
}

impl Default for Style<'_> {
    fn default() -> Style<'static> {
        let none = Tint::default();
        Style { label: none.clone(), good: none.clone(), bad: none, board: &letters }
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
fn letters(position: &Position) -> String {
    position.board().to_string().lines().map(|line| format!("   {line}\n")).collect()
}
