//! Colors, where they are allowed. Every color of the program is chosen here.
//!
//! The board takes its colors from the 256 that nearly every terminal has, so that it looks the same on light and dark
//! screens; words take theirs from the sixteen that the user has configured.

use std::io::IsTerminal;

use anstream::{AutoStream, ColorChoice, stream::RawStream};
use anstyle::{Ansi256Color, AnsiColor, Style};
use philidor::{Color, Square};

/// Whether to use color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// No color: a file, a pipe, `NO_COLOR`, a terminal without color.
    Plain,
    /// Full color.
    Colored,
}

/// A mark on a square, the most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A piece or pawn that gives check.
    Checker,
    /// A piece or pawn that may not leave the line to its king.
    Pinned,
    /// A square under attack.
    Attacked,
}

impl Mark {
    /// All marks, the most important first.
    pub const ALL: [Mark; 3] = [Mark::Checker, Mark::Pinned, Mark::Attacked];

    /// The brackets around a marked square in a drawing without color.
    pub const fn brackets(self) -> (char, char) {
        match self {
            Mark::Checker => ('<', '>'),
            Mark::Pinned => ('[', ']'),
            Mark::Attacked => ('(', ')'),
        }
    }
}

impl Paint {
    /// What the environment and a stream allow.
    pub fn for_stream(stream: &(impl RawStream + IsTerminal)) -> Paint {
        match AutoStream::choice(stream) {
            ColorChoice::Never => Paint::Plain,
            _ => Paint::Colored,
        }
    }

    /// The background of a square and the color of the piece or pawn on it.
    pub fn square(self, square: Square, mark: Option<Mark>, piece: Option<Color>) -> Style {
        let is_light = (square.index() / 8 + square.index() % 8) % 2 == 1;
        let (light, dark) = match mark {
            None => (137, 95),
            Some(Mark::Checker) => (167, 160),
            Some(Mark::Pinned) => (74, 67),
            Some(Mark::Attacked) => (107, 65),
        };
        let background = Ansi256Color(if is_light { light } else { dark });
        let foreground = Ansi256Color(if piece == Some(Color::White) { 231 } else { 16 });
        self.if_colored(
            Style::new().bg_color(Some(background.into())).fg_color(Some(foreground.into())).bold(),
        )
    }

    /// For secondary text: the edge of the board, the names of facts.
    pub fn label(self) -> Style {
        self.if_colored(Style::new().dimmed())
    }

    /// For the result itself.
    pub fn result(self) -> Style {
        self.if_colored(Style::new().bold())
    }

    /// For success.
    pub fn good(self) -> Style {
        self.if_colored(AnsiColor::Green.on_default())
    }

    /// For errors.
    pub fn bad(self) -> Style {
        self.if_colored(AnsiColor::Red.on_default().bold())
    }

    fn if_colored(self, style: Style) -> Style {
        if self == Paint::Colored { style } else { Style::new() }
    }
}
