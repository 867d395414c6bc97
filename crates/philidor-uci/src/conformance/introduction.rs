//! What a program says of itself.

use std::collections::HashSet;

use philidor_engine::{OptionKind, UciOption};
use philidor_host::processes::set_option;

use super::exchange::Record;
use super::subject::{CheckResult, Judgment, Subject, identity};
use crate::client::{option_fault, read_option};
use crate::harmless::harmless;

/// An option that no program has.
const UNKNOWN: &str = "Unheard Of";

pub(super) fn answers_uci(subject: &Subject<'_>, _: &mut Record) -> Judgment {
    subject.introduction.clone().map(|_| CheckResult::Passed)
}

pub(super) fn has_name(subject: &Subject<'_>, _: &mut Record) -> Judgment {
    let lines = subject.introduction.clone()?;
    identity(&lines, "name").map(|_| CheckResult::Passed).ok_or_else(|| "no `id name` came".to_owned())
}

pub(super) fn has_author(subject: &Subject<'_>, _: &mut Record) -> Judgment {
    let lines = subject.introduction.clone()?;
    identity(&lines, "author").map(|_| CheckResult::Passed).ok_or_else(|| "no `id author` came".to_owned())
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
        true => CheckResult::NotApplicable("it has no options".to_owned()),
        false => CheckResult::Passed,
    })
}

/// The command that sets an option to what it is set to already, if there is one.
fn set_again(option: &UciOption) -> Option<String> {
    let value = match &option.kind {
        OptionKind::Check { default } => default.to_string(),
        OptionKind::Spin { default, .. } => default.to_string(),
        OptionKind::Combo { default, .. } => default.clone(),
        OptionKind::Text { default } if !default.is_empty() => default.clone(),
        OptionKind::Button => return Some(set_option(&option.name, None)),
        // How an empty text is written differs, and some create a file by that name.
        _ => return None,
    };
    Some(set_option(&option.name, Some(&value)))
}

pub(super) fn accepts_options(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    if subject.options.is_empty() {
        return Ok(CheckResult::NotApplicable("it has no options".to_owned()));
    }
    let mut exchange = subject.meet(record)?;
    subject.options.iter().filter_map(set_again).for_each(|command| exchange.send(&command));
    exchange.ready()?;
    Ok(CheckResult::Passed)
}

/// An option of several words is set without the complaint that comes for one that does not exist.
pub(super) fn reads_long_names(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    let options = subject.options.iter().filter(|option| option.name.contains(' '));
    let options: Vec<_> = options.filter_map(|option| Some((&option.name, set_again(option)?))).collect();
    if options.is_empty() {
        return Ok(CheckResult::NotApplicable("no option has a name of several words".to_owned()));
    }
    let mut exchange = subject.meet(record)?;
    let mut said_of = |name: &str, command: &str| -> Result<Vec<String>, String> {
        exchange.send(command);
        exchange.send("isready");
        let mut lines = exchange.until("readyok", subject.times.timeout)?;
        lines.pop();
        // The complaint may name all of the option, or its first word.
        let first = name.split(' ').next().unwrap_or_default();
        Ok(lines.iter().map(|line| line.replace(name, "…").replace(first, "…")).collect())
    };
    let complaint = said_of(UNKNOWN, &set_option(UNKNOWN, Some("1")))?;
    for (name, command) in options {
        let said = said_of(name, &command)?;
        if !said.is_empty() && said == complaint {
            let said = harmless(&said.join(" ").replace('…', name));
            return Err(format!("`{command}` is answered as an unknown option is: `{said}`"));
        }
    }
    Ok(CheckResult::Passed)
}
