//! The report as one page for browsers, which can be attached to a bug report: pictures and style are inside, and it
//! has no scripts.

use std::fmt::{self, Write};

use philidor::{Bitboard, Diagram, Square};
use philidor_host::{Grouped, Several, is_hidden};

use super::{CONTRADICTED, Finding, REFUSED, Report};

/// How many questions without an answer are listed.
const MAX_UNANSWERED: usize = 20;

const STYLE: &str = "\
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { line-height: 1.2; }
h2 { border-top: 1px solid #8888; padding-top: 1rem; }
.finding { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 1.5rem; }
.facts { flex: 1 1 20rem; min-width: 0; }
svg { flex: none; max-width: 100%; height: auto; }
code, pre { font: 14px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap; }
pre { border: 1px solid #8886; border-radius: 4px; padding: .5rem .75rem; }
dt { font-weight: 600; margin-top: .6rem; } dd { margin: 0; } dd, li { white-space: pre-line; }
th { text-align: left; padding-right: 1.5rem; font-weight: 600; }
";

/// A report as a page for browsers, written by its `Display`. See [`Report`].
#[derive(Debug)]
pub struct Page<'a> {
    report: &'a Report,
}

impl Report {
    /// The report as a page for browsers, with the boards drawn. It is one file without scripts.
    #[must_use]
    pub fn page(&self) -> Page<'_> {
        Page { report: self }
    }
}

impl fmt::Display for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self.report, f)
    }
}

fn write(report: &Report, writer: &mut dyn Write) -> fmt::Result {
    let suspect = Escaped(&report.suspect);
    writeln!(writer, "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">")?;
    writeln!(writer, "<meta name=\"viewport\" content=\"width=device-width\">")?;
    writeln!(writer, "<title>philidor hunt: {suspect}</title>\n<style>\n{STYLE}{}</style>", Diagram::STYLE)?;
    let verdict = if report.is_clean() {
        "Nothing wrong was found in"
    } else if report.has_found_nothing() {
        "Nothing wrong was found so far in"
    } else if !report.contradictions.is_empty() && report.findings.is_empty() {
        "Nothing is known for certain of"
    } else if report.right == 0 && report.findings.is_empty() {
        "Nothing was answered by"
    } else {
        "What is wrong in"
    };
    writeln!(writer, "<h1>{verdict} {suspect}</h1>")?;
    write_sums(report, writer)?;
    if let Some(words) = &report.misread {
        writeln!(writer, "<p><strong>Doubtful</strong>: {}</p>", Escaped(words))?;
    }
    write_contradictions(report, writer)?;
    write_suite(report, writer)?;
    for (index, finding) in report.findings.iter().enumerate() {
        write_finding(index + 1, finding, writer)?;
    }
    let unanswered = report.other_unanswered();
    if !unanswered.is_empty() {
        writeln!(writer, "<h2>Questions without an answer</h2>\n<ul>")?;
        for unanswered in unanswered.iter().take(MAX_UNANSWERED) {
            let (fen, why) = (Escaped(&unanswered.fen), Escaped(&unanswered.why));
            writeln!(writer, "<li><code>{fen}</code>, depth {}: {why}", unanswered.depth)?;
        }
        if let Some(more @ 1..) = unanswered.len().checked_sub(MAX_UNANSWERED) {
            writeln!(writer, "<li>and {} more", Grouped(more as u128))?;
        }
        writeln!(writer, "</ul>")?;
    }
    writeln!(writer, "<p><small>Written by philidor {}.</small>\n</html>", report.philidor)
}

fn write_contradictions(report: &Report, writer: &mut dyn Write) -> fmt::Result {
    for contradiction in &report.contradictions {
        writeln!(writer, "<h2>{CONTRADICTED}</h2>\n<dl>")?;
        writeln!(writer, "<dt>position<dd><code>{}</code>", Escaped(&contradiction.fen))?;
        writeln!(writer, "<dt>about<dd>{}", Escaped(&contradiction.what()))?;
        writeln!(writer, "<dt>counts<dd>{}</dl>", Escaped(&contradiction.counts()))?;
        writeln!(writer, "<p>The suspect is not accused of anything here.")?;
    }
    Ok(())
}

fn write_suite(report: &Report, writer: &mut dyn Write) -> fmt::Result {
    if report.suite.is_empty() {
        return Ok(());
    }
    writeln!(writer, "<h2>Counts of the suite that are wrong</h2>\n<ul>")?;
    for claimed in &report.suite {
        writeln!(writer, "<li>{}", Escaped(&claimed.words()))?;
    }
    writeln!(writer, "</ul>")
}

fn write_sums(report: &Report, writer: &mut dyn Write) -> fmt::Result {
    let questions = Several(report.questions.into(), "question");
    let leaves = Several(report.leaves, "leaf");
    let mut rows = vec![
        ("program", report.command.clone()),
        ("limits", report.limits.clone()),
        ("right", Grouped(report.right as u128).to_string()),
        ("wrong", Grouped(report.wrong as u128).to_string()),
        ("without an answer", Grouped(report.unanswered.len() as u128).to_string()),
        ("asked", format!("{questions}, {leaves}, {:.1} s", report.seconds)),
    ];
    if report.not_supported > 0 {
        rows.push(("left out", format!("{} of Chess960, which it cannot be asked", report.not_supported)));
    }
    if !report.refused.is_empty() {
        rows.push(("left out", format!("{} {REFUSED}", Grouped(report.refused.len() as u128))));
    }
    if report.not_asked > 0 {
        rows.push(("left out", format!("{} {}", Grouped(report.not_asked as u128), report.why_not_asked)));
    }
    if let Some(variant) = report.variant {
        rows.insert(1, ("variant", variant.to_owned()));
    }
    rows.extend(report.given_up.iter().map(|words| ("given up", words.clone())));
    writeln!(writer, "<table>")?;
    for (name, value) in rows {
        writeln!(writer, "<tr><th>{name}<td>{}", Escaped(&value))?;
    }
    writeln!(writer, "</table>")
}

fn write_finding(number: usize, finding: &Finding, writer: &mut dyn Write) -> fmt::Result {
    let own = finding.reasons.iter().filter(|reason| reason.class == finding.class);
    let squares = |range: std::ops::Range<usize>| -> Bitboard {
        let square = |text: &str| text.get(range.clone())?.parse::<Square>().ok();
        own.clone().filter_map(|reason| square(&reason.text)).collect()
    };
    let (origins, destinations) = (squares(0..2), squares(2..4));
    let picture = Diagram::new(finding.picture.board)
        .with_title(&finding.fen)
        .without_style()
        .with_squares(destinations, "to")
        .with_squares(origins, "from")
        .with_squares(finding.picture.checkers, "check");
    writeln!(writer, "<h2>{number}. {}</h2>\n<p>{}", finding.class, Escaped(finding.rule))?;
    writeln!(writer, "<p>Seen {}: {}.", Escaped(&finding.whereabouts()), finding.seen)?;
    writeln!(writer, "<div class=\"finding\">\n{picture}\n<div class=\"facts\">\n<dl>")?;
    writeln!(writer, "<dt>position<dd><code>{}</code>", Escaped(&finding.fen))?;
    if let Some(start) = &finding.start {
        writeln!(writer, "<dt>from<dd><code>{}</code>", Escaped(start))?;
        writeln!(writer, "<dt>line<dd><code>{}</code>", finding.line.join(" "))?;
    }
    if let (Some(counted), Some(expected)) = (finding.counted, finding.expected) {
        writeln!(writer, "<dt>leaves<dd>{} counted, {} expected", Grouped(counted), Grouped(expected))?;
    }
    let (reasons, more) = finding.shown_reasons();
    for reason in reasons {
        let words = Escaped(&reason.words);
        if reason.text.is_empty() {
            writeln!(writer, "<dt>{}<dd>{words}", reason.class)?;
        } else {
            let (fault, text) = (reason.mistake.name(), Escaped(&reason.text));
            writeln!(writer, "<dt>{fault} <code>{text}</code><dd>{words}")?;
        }
    }
    if let Some(more) = more {
        writeln!(writer, "<dd>{more}")?;
    }
    if !finding.repeat.is_empty() {
        writeln!(writer, "<dt>see it<dd><pre>{}</pre>", Escaped(&finding.repeat.join("\n")))?;
    }
    if let Some(compare) = &finding.compare {
        writeln!(writer, "<dt>right answer<dd><pre>{}</pre>", Escaped(compare))?;
    }
    writeln!(writer, "</dl>\n</div>\n</div>")
}

/// Text in which nothing is markup, and nothing hidden. Lines stay lines.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\n' => f.write_char('\n')?,
                _ if letter.is_control() => write!(f, "{}", letter.escape_default())?,
                _ if is_hidden(letter) => write!(f, "&lt;U+{:04X}&gt;", letter as u32)?,
                letter => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_suspect_are_not_markup() {
        assert_eq!(Escaped("<b>\"&\"</b>").to_string(), "&lt;b&gt;&quot;&amp;&quot;&lt;/b&gt;");
    }

    #[test]
    fn hidden_characters_of_a_suspect_are_seen() {
        let text = "e2e4\u{202e}\u{200b}\u{feff}\u{e0041}\u{1b}\nd2d4 é";
        assert_eq!(
            Escaped(text).to_string(),
            "e2e4&lt;U+202E&gt;&lt;U+200B&gt;&lt;U+FEFF&gt;&lt;U+E0041&gt;\\u{1b}\nd2d4 é"
        );
    }
}
