//! Finds the single cause in the message of a cluster when a statement fails.
//!
//! An error passes through several layers, each of which wraps it and formats it for debugging. This peels them off:
//!
//! ```text
//! Execution error: Job Xy7 failed: Job failed due to stage 0 failed: Task failed due to runtime execution error:
//! DataFusionError(Shared(External("worker 10.0.0.2:50051: `x` is not a position")))
//!                                  └────────────────── what is left ─────────────┘
//! ```

use std::str::Chars;

/// Prefixes of a cause; `…` is one word.
const LEADS: [&str; 11] = [
    "Execution error: ",
    "Job … failed: ",
    "Job failed due to stage … failed: ",
    "Task failed due to runtime execution error: ",
    "Task failed due to IO error: ",
    "Error planning job …: ",
    "Fail to execute query due to ",
    "Could not parse plan: ",
    "Internal Ballista error: ",
    "General error: ",
    "DataFusion error: ",
];

/// Prefixes of errors of the connection to a scheduler.
const UNREACHABLE: [&str; 2] = ["tonic::transport::Error(", "Status { "];

/// The cause without its wrappers.
pub(crate) fn peeled(text: &str) -> String {
    let mut text = text.trim().to_owned();
    loop {
        let inner = without_leads(&text).trim();
        let found = literals(inner);
        let next = match found.first() {
            // Its other texts are names of headers.
            Some(first) if inner.starts_with("Status { ") => first.clone(),
            Some(_) => found.join(": "),
            None => return in_the_end(inner),
        };
        if UNREACHABLE.iter().any(|start| inner.starts_with(start)) {
            return format!("the scheduler does not answer: {next}");
        }
        text = next;
    }
}

/// A sentence about the scheduler, ending with the error of the connection.
fn in_the_end(text: &str) -> String {
    let said = text.find(UNREACHABLE[0]).filter(|&at| text[..at].ends_with(": "));
    match said.map(|at| text.split_at(at)) {
        Some((sentence, said)) => format!("{sentence}{}", literals(said).join(": ")),
        None => text.to_owned(),
    }
}

fn without_leads(mut text: &str) -> &str {
    while let Some(rest) = LEADS.iter().find_map(|lead| without_lead(text, lead)) {
        text = rest;
    }
    text
}

fn without_lead<'a>(text: &'a str, lead: &str) -> Option<&'a str> {
    let Some((before, after)) = lead.split_once('…') else { return text.strip_prefix(lead) };
    let rest = text.strip_prefix(before)?;
    let word = rest.find(|letter: char| letter.is_whitespace() || letter == ':')?;
    rest[word..].strip_prefix(after)
}

/// The texts in a value in debug format, such as `Plan("…")`; empty if it is not one.
fn literals(text: &str) -> Vec<String> {
    let name = text.find(|letter: char| !letter.is_alphanumeric() && letter != ':' && letter != '_');
    let is_value = name.is_some_and(|end| {
        end > 0 && (text[end..].starts_with('(') && text.ends_with(')') || text[end..].starts_with(" { "))
    });
    let mut found = Vec::new();
    let mut letters = text.chars();
    while is_value && letters.by_ref().any(|letter| letter == '"') {
        let literal = literal(&mut letters);
        if !literal.trim().is_empty() {
            found.push(literal.trim().to_owned());
        }
    }
    found
}

/// The original of a quoted text, given from after its first quote up to and including its last.
fn literal(letters: &mut Chars<'_>) -> String {
    let mut text = String::new();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => break,
            '\\' => text.push(escaped(letters)),
            other => text.push(other),
        }
    }
    text
}

/// The character that an escape after a backslash means.
fn escaped(letters: &mut Chars<'_>) -> char {
    match letters.next() {
        Some('n') => '\n',
        Some('t') => '\t',
        Some('r') => '\r',
        Some('0') => '\0',
        Some('u') => {
            let digits: String = letters.by_ref().skip(1).take_while(|&letter| letter != '}').collect();
            u32::from_str_radix(&digits, 16)
                .ok()
                .and_then(char::from_u32)
                .unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        Some(other) => other,
        None => '\\',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cause_is_left() {
        let inner = "worker 10.0.0.2:50051: `a\"b\\c\u{1b}` is not a\nposition (really)";
        let quoted = format!("DataFusionError(Shared(External({inner:?})))");
        let twice = format!("DataFusionError(Plan({quoted:?}), Some(\"\"))");
        for wrapped in [inner.to_owned(), quoted, twice] {
            let text = format!(
                "Execution error: Job Xy7 failed: Job failed due to stage 0 failed: \
                 Task failed due to runtime execution error: {wrapped}\n"
            );
            assert_eq!(peeled(&text), inner);
        }
    }

    #[test]
    fn what_is_no_wrapping_stays() {
        for text in [
            "Error during planning: table 'x' not found",
            "Job done",
            "f(x) failed because of \"y\"",
            "to_fen: `no position` is not a position: \"no\" (6 ranks)",
        ] {
            assert_eq!(peeled(text), text);
        }
        assert_eq!(peeled("Execution error: Job Xy7 failed: Cancelled"), "Cancelled");
        let planning =
            "Job a failed: Error planning job a: DataFusionError(Plan(\"the scheduler sees no files\"))";
        assert_eq!(peeled(planning), "the scheduler sees no files");
        let parsing = "Execution error: Fail to execute query due to ExecuteQueryFailureResult { failure: \
                       Some(PlanParsingFailure(\"Could not parse plan: no such function\")) }";
        assert_eq!(peeled(parsing), "no such function");
    }

    #[test]
    fn several_texts_are_one_sentence() {
        let missing =
            "ObjectStore(NotFound { path: \"/a/b\", source: Os { code: 2, message: \"No such file\" } })";
        assert_eq!(peeled(missing), "/a/b: No such file");
        let refused = "Execution error: tonic::transport::Error(Transport, ConnectError(ConnectError(\"tcp connect \
                       error\", 127.0.0.1:1, Os { code: 111, message: \"Connection refused\" })))";
        assert_eq!(peeled(refused), "the scheduler does not answer: tcp connect error: Connection refused");
        let status =
            "Status { code: Unknown, message: \"transport error\", metadata: {\"a\": \"b\"}, source: None }";
        assert_eq!(peeled(status), "the scheduler does not answer: transport error");
    }
}
