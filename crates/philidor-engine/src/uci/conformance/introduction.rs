//! What a program says of itself.

use std::collections::HashSet;

use super::exchange::Record;
use super::subject::{Judgment, Subject, Verdict, identity};
use crate::bot::options::OptionKind;
use crate::harmless::harmless;
use crate::uci::client::{option_fault, read_option};

pub(super) fn answers_uci(subject: &Subject<'_>, _: &mut Record) -> Judgment {
    subject.introduction.clone().map(|_| Verdict::Passed)
}

pub(super) fn has_name(subject: &Subject<'_>, _: &mut Record) -> Judgment {
    let lines = subject.introduction.clone()?;
    identity(&lines, "name").map(|_| Verdict::Passed).ok_or_else(|| "no `id name` came".to_owned())
}

pub(super) fn has_author(subject: &Subject<'_>, _: &mut Record) -> Judgment {
    let lines = subject.introduction.clone()?;
    identity(&lines, "author").map(|_| Verdict::Passed).ok_or_else(|| "no `id author` came".to_owned())
}

pub(super) fn announces_options(subject: &Subject<'_>, _: &mut Record) -> Judgment {
    let lines = subject.introduction.clone()?;
    let announcements: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("option ")).collect();
    let mut names = HashSet::new();
    for line in &announcements {
        let named = |fault: String| format!("`option {}`: {fault}", harmless(line));
        let option = read_option(line).map_err(named)?;
        if let Some(fault) = option_fault(&option) {
            return Err(named(fault));
        }
        if !names.insert(option.name.to_ascii_lowercase()) {
            return Err(named("another option has this name".to_owned()));
        }
    }
    Ok(match announcements.is_empty() {
        true => Verdict::NotApplicable("it has no options".to_owned()),
        false => Verdict::Passed,
    })
}

/// Each option is set to what it is set to already.
pub(super) fn accepts_options(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    if subject.options.is_empty() {
        return Ok(Verdict::NotApplicable("it has no options".to_owned()));
    }
    let mut exchange = subject.meet(record)?;
    for option in &subject.options {
        let value = match &option.kind {
            OptionKind::Check { default } => default.to_string(),
            OptionKind::Spin { default, .. } => default.to_string(),
            OptionKind::Combo { default, .. } => default.clone(),
            // How an empty text is written differs, and some create a file by that name.
            OptionKind::Text { default } if default.is_empty() => continue,
            OptionKind::Text { default } => default.clone(),
            OptionKind::Button => {
                exchange.send(&format!("setoption name {}", option.name));
                continue;
            }
        };
        exchange.send(&format!("setoption name {} value {value}", option.name));
    }
    exchange.ready()?;
    Ok(Verdict::Passed)
}
