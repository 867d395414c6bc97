//! The options of an engine: its own, and those of its parts, as one list without clashes.

use philidor_host::is_hidden;

use crate::bot::options::UciOption;

/// Whose option it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    Engine,
    Evaluator,
    Ordering,
    Pruning,
    TimeManager,
    Table,
}

impl Owner {
    const fn noun(self) -> &'static str {
        match self {
            Owner::Engine => "engine",
            Owner::Evaluator => "evaluator",
            Owner::Ordering => "ordering",
            Owner::Pruning => "pruning",
            Owner::TimeManager => "time manager",
            Owner::Table => "table",
        }
    }
}

/// Options in the order in which they are shown, and why others are missing.
#[derive(Debug, Default)]
pub(crate) struct OfferedOptions {
    pub(crate) list: Vec<(Owner, UciOption)>,
    pub(crate) refusals: Vec<String>,
}

impl OfferedOptions {
    /// Adds the options of an owner, except those that no client could set.
    pub(crate) fn add(&mut self, owner: Owner, options: Vec<UciOption>) {
        for option in options {
            match self.fault(owner, &option.name) {
                None => self.list.push((owner, option)),
                Some(fault) => {
                    let (noun, name) = (owner.noun(), &option.name);
                    self.refusals.push(format!("the option `{name}` of the {noun} is not offered: {fault}"));
                }
            }
        }
    }

    fn fault(&self, owner: Owner, name: &str) -> Option<String> {
        let words: Vec<&str> = name.split_whitespace().collect();
        let is_writable = !words.is_empty() && words.join(" ") == name && !name.chars().any(is_hidden);
        if !is_writable || words.iter().any(|word| word.eq_ignore_ascii_case("value")) {
            return Some("the protocol cannot write its name".to_owned());
        }
        if owner != Owner::Engine && name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("UCI_")) {
            return Some("names that begin with `UCI_` are the protocol's".to_owned());
        }
        let (other, _) = self.find(name)?;
        Some(format!("the {} has one of that name", other.noun()))
    }

    /// The option of this name, in upper or lower case.
    pub(crate) fn find(&self, name: &str) -> Option<&(Owner, UciOption)> {
        self.list.iter().find(|(_, option)| option.is_named(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_clashes_is_refused_with_the_reason() {
        let mut offered = OfferedOptions::default();
        offered.add(
            Owner::Engine,
            vec![UciOption::button("Clear Hash"), UciOption::check("UCI_ShowWDL", false)],
        );
        let names = ["clear hash", "Eval  File", "", "the value", "uci_elo", "EvalFile", "a\nb"];
        offered.add(Owner::Evaluator, names.iter().map(|name| UciOption::button(name)).collect());
        offered.add(Owner::Table, vec![UciOption::button("EVALFILE")]);
        let list: Vec<_> = offered.list.iter().map(|(_, option)| option.name.as_str()).collect();
        assert_eq!(list, ["Clear Hash", "UCI_ShowWDL", "EvalFile"]);
        assert_eq!(offered.refusals.len(), 7);
        assert_eq!(
            offered.refusals.last().map(String::as_str),
            Some("the option `EVALFILE` of the table is not offered: the evaluator has one of that name")
        );
        assert_eq!(offered.find("evalfile").map(|(owner, _)| *owner), Some(Owner::Evaluator));
    }
}
