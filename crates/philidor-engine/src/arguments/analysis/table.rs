//! An analysis as a table.

use std::fmt;

use philidor::Color;

use philidor_program::quantity::{Grouped, Several, Span};
use philidor_program::terminal::paint::Paint;

use crate::arguments::movetext::movetext;
use crate::{Analysis, Bound, Report, Score};

/// A score that is further from 0 and not a mate is a win or a loss by endgame tables.
const MAX: i32 = Score::MAX_EVALUATION.value();

/// The lines, the best first, and what it took to find them.
pub struct Table<'a> {
    /// What was found.
    pub analysis: &'a Analysis,
    /// The colors.
    pub paint: Paint,
    /// How wide a row may be.
    pub columns: usize,
}

impl Table<'_> {
    fn write_line(&self, f: &mut fmt::Formatter<'_>, line: &Report) -> fmt::Result {
        let position = self.analysis.position();
        let is_white = position.side_to_move() == Color::White;
        let bound = match line.bound {
            Bound::Exact => "",
            bound if (bound == Bound::Lower) == is_white => "≥",
            _ => "≤",
        };
        let score = if is_white { line.score } else { -line.score };
        let words = match score.value() {
            _ if score.mate().is_some() => score.to_string(),
            value if value < -MAX => "lost".to_owned(),
            value if value > MAX => "won".to_owned(),
            _ => score.to_string(),
        };
        let head = format!("{:5}  {:>8}  ", line.depth, format!("{bound}{words}"));
        let room = self.columns.saturating_sub(head.chars().count());
        let moves = cut(movetext(position, &line.moves), room);
        let bold = if line.line == 1 { self.paint.result() } else { Default::default() };
        writeln!(f, "{bold}{head}{moves}{bold:#}")
    }
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Table { analysis, paint, .. } = self;
        let lines = analysis.lines();
        let Some(first) = lines.first() else {
            return match analysis.position().outcome() {
                Some(outcome) => writeln!(f, "{outcome}\nThere is no best move."),
                None => Ok(()),
            };
        };
        let label = paint.label();
        writeln!(f, "{label}depth   White's  best play{label:#}")?;
        lines.iter().try_for_each(|line| self.write_line(f, line))?;
        if let Some(moves) = analysis.no_mate() {
            writeln!(f, "no mate in {moves} {}", if moves == 1 { "move" } else { "moves" })?;
        }
        let (nodes, rate) = (Grouped(first.nodes.into()), Grouped(first.nodes_per_second().into()));
        let hits = match first.endgame_hits {
            0 => String::new(),
            hits => format!(", {}", Several(hits.into(), "table hit")),
        };
        writeln!(f, "{label}{nodes} nodes in {}, {rate} a second{hits}{label:#}", Span(first.time))
    }
}

/// Words that fit into some columns, with an ellipsis if some do not.
fn cut(text: String, columns: usize) -> String {
    if text.chars().count() <= columns {
        return text;
    }
    let fits = text.char_indices().nth(columns.saturating_sub(2)).map_or(0, |(end, _)| end);
    let end = text.get(..fits + 1).and_then(|text| text.rfind(' ')).unwrap_or(0);
    format!("{} …", &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_cut_between_them() {
        let text = "1. e4 e5 2. Nf3";
        for (columns, expected) in
            [(15, "1. e4 e5 2. Nf3"), (14, "1. e4 e5 2. …"), (10, "1. e4 e5 …"), (9, "1. e4 …"), (1, " …")]
        {
            assert_eq!(cut(text.to_owned(), columns), expected);
        }
    }
}
