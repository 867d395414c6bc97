//! The report as text: first what is wrong, drawn, then the sums.

use std::fmt::{self, Write};

use philidor_host::{Grouped, Several, Visible};

use super::style::letters;
use super::{CONTRADICTED, Finding, REFUSED, Report, Style, Tint};

/// A report as text, written by its `Display`. See [`Style`].
#[derive(Debug)]
pub struct Text<'a> {
    report: &'a Report,
    style: &'a Style<'a>,
}

impl Report {
    /// The report as text in a style of the caller's; `to_string` writes it without colors.
    #[must_use]
    pub fn styled<'a>(&'a self, style: &'a Style<'a>) -> Text<'a> {
        Text { report: self, style }
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self.report, &mut Output { writer: f, style: self.style })
    }
}

impl fmt::Display for Report {
    /// The report as text without colors.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.styled(&Style::default()).fmt(f)
    }
}

struct Output<'a> {
    writer: &'a mut dyn Write,
    style: &'a Style<'a>,
}

/// How long a line of words may be.
const COLUMNS: usize = 98;

/// How many wrong counts of the suite are shown.
const MAX_CLAIMS: usize = 20;

/// How many positions that may be refused are shown.
const MAX_REFUSED: usize = 3;

fn write(report: &Report, output: &mut Output<'_>) -> fmt::Result {
    write_contradictions(report, output)?;
    if let Some(words) = &report.misread {
        let bad = &output.style.bad;
        write_wrapped(&format!("{bad}doubtful{bad:#}: {words}"), "", output)?;
        writeln!(output.writer)?;
    }
    for (index, finding) in report.findings.iter().enumerate() {
        write_finding(index + 1, finding, output)?;
    }
    write_suite(report, output)?;
    let (writer, Style { label, good, bad, .. }) = (&mut *output.writer, output.style);
    let unanswered = report.other_unanswered();
    for unanswered in unanswered.iter().take(3) {
        let depth = unanswered.depth;
        writeln!(writer, "{label}no answer{label:#} depth {depth} of {}", unanswered.fen)?;
        writeln!(writer, "          {}", unanswered.why.replace('\n', "\n          "))?;
    }
    if let Some(more) = unanswered.len().checked_sub(4) {
        writeln!(writer, "          and {} more", more + 1)?;
    }
    if let Some(words) = &report.given_up {
        writeln!(writer, "{bad}given up{bad:#}: {words}")?;
    }
    let number = |count: usize| Grouped(count as u128);
    if let Some(variant) = report.variant {
        writeln!(writer, "{label}variant{label:#}   {variant}")?;
    }
    writeln!(
        writer,
        "{label}suspect{label:#}   {}\n{label}asked{label:#}     {}, {}, {:.1} s",
        Visible(&report.suspect),
        Several(report.questions.into(), "question"),
        Several(report.leaves, "leaf"),
        report.seconds,
    )?;
    if report.not_supported > 0 {
        writeln!(
            writer,
            "{label}left out{label:#}  {} of Chess960, which it cannot be asked",
            Several(report.not_supported as u128, "question")
        )?;
    }
    write_refused(report, writer, label)?;
    if report.not_asked > 0 {
        writeln!(
            writer,
            "{label}left out{label:#}  {} {}",
            Several(report.not_asked as u128, "question"),
            report.why_not_asked
        )?;
    }
    let tint = match report.has_found_nothing() {
        true if report.is_clean() => good,
        true => label,
        false => bad,
    };
    let findings = match report.findings.len() {
        0 => String::new(),
        1 => ", 1 kind of bug".to_owned(),
        several => format!(", {several} kinds of bugs"),
    };
    let right = number(report.right);
    // That nothing was wrong says little where most was not asked.
    let wrong = match (report.wrong, report.not_asked) {
        (0, not_asked @ 1..) => format!("{} not asked", number(not_asked)),
        (wrong, _) => format!("{} wrong", number(wrong)),
    };
    let unanswered = match report.unanswered.len() {
        0 => String::new(),
        some => format!(", {} without an answer", number(some)),
    };
    writeln!(writer, "{tint}{right} right, {wrong}{unanswered}{findings}{tint:#}")
}

/// Positions that the suspect refuses and may refuse.
fn write_refused(report: &Report, writer: &mut dyn Write, label: &Tint) -> fmt::Result {
    if report.refused.is_empty() {
        return Ok(());
    }
    let number = Grouped(report.refused.len() as u128);
    writeln!(writer, "{label}left out{label:#}  {number} {REFUSED}")?;
    for refused in report.refused.iter().take(MAX_REFUSED) {
        writeln!(writer, "          {}: {}", refused.fen, refused.unreachable)?;
    }
    if let Some(more @ 1..) = report.refused.len().checked_sub(MAX_REFUSED) {
        writeln!(writer, "          and {} more", Grouped(more as u128))?;
    }
    Ok(())
}

/// Positions about which philidor contradicts itself.
fn write_contradictions(report: &Report, output: &mut Output<'_>) -> fmt::Result {
    let Style { label, bad, .. } = output.style;
    for contradiction in &report.contradictions {
        let writer = &mut *output.writer;
        writeln!(writer, "{bad}{CONTRADICTED}{bad:#}")?;
        writeln!(writer, "   {label}position{label:#}  {}", contradiction.fen)?;
        writeln!(writer, "   {label}about{label:#}     {}", contradiction.what())?;
        writeln!(writer, "   {label}counts{label:#}    {}", contradiction.counts())?;
        writeln!(writer, "   The suspect is not accused of anything here.\n")?;
    }
    Ok(())
}

/// Counts of the suite that are not philidor's.
fn write_suite(report: &Report, output: &mut Output<'_>) -> fmt::Result {
    let (bad, writer) = (&output.style.bad, &mut *output.writer);
    for claimed in report.suite.iter().take(MAX_CLAIMS) {
        writeln!(writer, "{bad}suite{bad:#}     {}", Visible(&claimed.words()))?;
    }
    if let Some(more @ 1..) = report.suite.len().checked_sub(MAX_CLAIMS) {
        writeln!(writer, "          and {} more", Grouped(more as u128))?;
    }
    Ok(())
}

fn write_finding(number: usize, finding: &Finding, output: &mut Output<'_>) -> fmt::Result {
    let Style { label, bad, .. } = output.style;
    writeln!(
        output.writer,
        "{bad}{number}. {}{bad:#}  {label}{}{label:#}",
        finding.class,
        Visible(&finding.whereabouts())
    )?;
    write_wrapped(finding.rule, "   ", output)?;
    let board = match &finding.picture.position {
        Some(position) => (output.style.board)(position),
        None => letters(&finding.picture.board),
    };
    writeln!(output.writer, "\n{board}")?;
    writeln!(output.writer, "   {label}position{label:#}  {}", finding.fen)?;
    if let Some(start) = &finding.start {
        writeln!(output.writer, "   {label}from{label:#}      {start}")?;
        writeln!(output.writer, "   {label}line{label:#}      {}", finding.line.join(" "))?;
    }
    writeln!(output.writer, "   {label}seen{label:#}      {}", finding.seen)?;
    if let (Some(counted), Some(expected)) = (finding.counted, finding.expected) {
        let (counted, expected) = (Grouped(counted), Grouped(expected));
        writeln!(output.writer, "   {label}leaves{label:#}    {counted} counted, {expected} expected")?;
    }
    let (reasons, more) = finding.shown_reasons();
    for reason in reasons {
        if reason.text.is_empty() {
            write_wrapped(&reason.words, "   ", output)?;
        } else {
            let text = format!("{:<8} {}", reason.mistake.name(), Visible(&reason.text));
            let is_own = if reason.class == finding.class { "" } else { reason.class.name() };
            let separator = if is_own.is_empty() { "" } else { ": " };
            let words = format!("{bad}{text}{bad:#}  {is_own}{separator}{}", reason.words);
            write_wrapped(&words, "   ", output)?;
        }
    }
    if let Some(more) = more {
        writeln!(output.writer, "   {more}")?;
    }
    if !finding.repeat.is_empty() {
        writeln!(output.writer, "   {label}see it{label:#}")?;
    }
    for command in &finding.repeat {
        writeln!(output.writer, "      {command}")?;
    }
    if let Some(command) = &finding.compare {
        writeln!(output.writer, "   {label}right answer{label:#}\n      {command}")?;
    }
    writeln!(output.writer)?;
    Ok(())
}

/// Writes words in lines that are not too long, each after an indent.
fn write_wrapped(words: &str, indent: &str, output: &mut Output<'_>) -> fmt::Result {
    let mut line = indent.to_owned();
    // The words of a failure may have several lines.
    if let Some((first, rest)) = words.split_once('\n') {
        write_wrapped(first, indent, output)?;
        return rest
            .lines()
            .try_for_each(|line| write_wrapped(line.trim_start(), &format!("{indent}  "), output));
    }
    for word in words.split(' ') {
        if line.len() + word.len() >= COLUMNS && line.trim() != "" {
            writeln!(output.writer, "{}", line.trim_end())?;
            line = format!("{indent}  ");
        }
        line += word;
        line.push(' ');
    }
    writeln!(output.writer, "{}", line.trim_end())?;
    Ok(())
}
