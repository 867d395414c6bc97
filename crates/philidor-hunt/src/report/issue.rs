//! Findings as texts for the authors of a program: Markdown, one for each bug, with everything needed to reproduce it.

use std::fmt::{self, Write};

use philidor_host::{Grouped, Visible};

use super::{Finding, Report};
use crate::report::Mistake;

/// A bug in words for the authors of the suspect, as Markdown, written by its `Display`. See [`Report::issues`].
#[derive(Clone, Copy, Debug)]
pub struct Issue<'a> {
    report: &'a Report,
    finding: &'a Finding,
}

impl Report {
    /// A text for each bug that can be seen again, the most informative first: a title, the position, what was
    /// expected and what was answered, the rule, and how to see it.
    ///
    /// There are none about a suspect that is [doubted](Report::misread), since it may be asked or read wrongly.
    ///
    /// ```
    /// use philidor::{MoveType, Position};
    /// use philidor_hunt::{Agenda, Hunt, listing, suite::SuiteLimits};
    ///
    /// let mine = listing(|fen| {
    ///     let moves = fen.parse::<Position>().expect("a FEN").legal_moves();
    ///     let moves = moves.iter().filter(|mv| mv.move_type() != MoveType::EnPassant);
    ///     moves.map(|mv| mv.notation()).collect::<Vec<_>>()
    /// });
    /// let report = Hunt::new(Agenda::built_in(SuiteLimits::up_to_leaves(30))).run(mine)?;
    /// let issue = report.issues().next().expect("a bug").to_string();
    /// assert!(issue.starts_with("# en-passant: "));
    /// # Ok::<(), philidor_hunt::HuntError>(())
    /// ```
    pub fn issues(&self) -> impl Iterator<Item = Issue<'_>> {
        let can_be_seen = |finding: &&Finding| self.misread.is_none() && !finding.repeat.is_empty();
        self.findings.iter().filter(can_be_seen).map(|finding| Issue { report: self, finding })
    }
}

impl fmt::Display for Issue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Issue { report, finding } = self;
        writeln!(f, "# {}: {}\n", finding.class, title(finding))?;
        writeln!(f, "{}\n", finding.rule)?;
        self.write_position(f)?;
        self.write_counts(f)?;
        let (reasons, more) = finding.shown_reasons();
        for reason in reasons {
            let words = Visible(&reason.words).to_string().replace('\n', "\n  ");
            match reason.mistake {
                Mistake::Counted => writeln!(f, "* {words}")?,
                fault => writeln!(f, "* {} {}: {words}", Code(&reason.text), said_of(fault))?,
            }
        }
        if let Some(more) = more {
            writeln!(f, "* {more}")?;
        }
        writeln!(f, "\nTo see it, type:\n")?;
        write_block(&finding.repeat.join("\n"), f)?;
        if let Some(compare) = &finding.compare {
            writeln!(f, "\nThe right answer, by philidor:\n")?;
            write_block(compare, f)?;
        }
        let positions = Grouped(finding.positions as u128);
        let plural = if finding.positions == 1 { "" } else { "s" };
        writeln!(
            f,
            "\nSeen in {positions} position{plural} of the suite; this one was made as small as possible. Found by \
             `philidor hunt` {}, which asked {}.",
            report.philidor,
            Code(&report.suspect)
        )
    }
}

impl Issue<'_> {
    /// Whether a text is the whole of one about a bug, and of nothing else: it is known by how it begins and ends.
    ///
    /// ```
    /// use philidor_hunt::report::Issue;
    ///
    /// assert!(!Issue::is_text("# en-passant: my notes\n"));
    /// ```
    #[must_use]
    pub fn is_text(text: &str) -> bool {
        let last = text.trim_end().lines().last().unwrap_or_default();
        let first = text.lines().next().and_then(|line| line.strip_prefix("# "));
        first.is_some_and(|line| line.contains(": "))
            && last.starts_with("Seen in ")
            && last.contains("Found by `philidor hunt` ")
            && last.ends_with('.')
    }

    /// The position with its board, and the moves that lead to it if they are needed.
    fn write_position(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let finding = self.finding;
        let board = finding.picture.board;
        match &finding.start {
            Some(start) => writeln!(
                f,
                "After {} from {} the position is {}:\n",
                Code(&finding.line.join(" ")),
                Code(start),
                Code(&finding.fen)
            )?,
            None => writeln!(f, "The position is {}:\n", Code(&finding.fen))?,
        }
        write_block(&board.to_string(), f)?;
        writeln!(f)
    }

    fn write_counts(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let finding = self.finding;
        let what = if finding.depth == 1 {
            "legal moves".to_owned()
        } else {
            format!("leaves at depth {}", finding.depth)
        };
        if let (Some(expected), Some(counted)) = (finding.expected, finding.counted) {
            writeln!(f, "* expected: {} {what}", Grouped(expected))?;
            writeln!(f, "* answered: {}", Grouped(counted))?;
        }
        if let Some(variant) = self.report.variant {
            writeln!(f, "* the variant is {variant}")?;
        }
        if finding.chess960 {
            writeln!(f, "* castling is that of Chess960")?;
        }
        Ok(())
    }
}

/// What is wrong, in a few words.
fn title(finding: &Finding) -> String {
    match finding.reasons.first() {
        Some(reason) if !reason.text.is_empty() => {
            format!("{} {}", Code(&reason.text), said_of(reason.mistake))
        }
        _ if finding.expected.is_none() => "no answer".to_owned(),
        _ => format!("wrong count at depth {}", finding.depth),
    }
}

fn said_of(mistake: Mistake) -> &'static str {
    match mistake {
        Mistake::Invented => "is listed and not legal",
        Mistake::Missing => "is legal and not listed",
        Mistake::Refused => "is legal and refused",
        Mistake::Repeated => "is listed more than once",
        Mistake::Odd => "is not how the move is written",
        Mistake::Counted => "has a wrong count",
    }
}

/// Lines as they are, in an indented code block.
fn write_block(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for line in text.lines() {
        writeln!(f, "    {}", Visible(line))?;
    }
    Ok(())
}

/// A suspect's text as code, in which nothing is markup.
struct Code<'a>(&'a str);

impl fmt::Display for Code<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = Visible(self.0).to_string().replace('`', "'");
        f.write_char('`')?;
        f.write_str(&text)?;
        f.write_char('`')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_suspect_is_not_markup() {
        assert_eq!(Code("a`b\u{202e}*").to_string(), "`a'b<U+202E>*`");
    }
}
