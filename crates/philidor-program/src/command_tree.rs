//! The arguments of a program as data: another program completes them, or writes their manual pages, without linking
//! the program.
//!
//! ```text
//! philidor-pgn ──its arguments──▶ CommandTree ──JSON──▶ philidor completions bash: `philidor pgn <TAB>`
//! ```

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, Command, ValueHint};
use serde::{Deserialize, Serialize};

/// A command with its arguments and its subcommands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandTree {
    name: String,
    version: Option<String>,
    about: Option<String>,
    after_help: Option<String>,
    is_hidden: bool,
    needs_subcommand: bool,
    arguments: Vec<Argument>,
    subcommands: Vec<CommandTree>,
}

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Argument {
    id: String,
    short: Option<char>,
    long: Option<String>,
    help: Option<String>,
    heading: Option<String>,
    /// The least and the largest number of values; `None` for a flag.
    count: Option<(usize, usize)>,
    value_names: Vec<String>,
    /// What the values are, with the help of each.
    possible_values: Vec<(String, Option<String>)>,
    defaults: Vec<String>,
    environment: Option<String>,
    /// What a value is for a shell, such as the path of a file.
    hint: String,
    is_required: bool,
    is_repeated: bool,
    is_global: bool,
    is_last: bool,
    is_hidden: bool,
    hides_defaults: bool,
}

impl CommandTree {
    /// The tree of a command that clap has not built yet, so that it lacks what clap adds: `--help`, `help`.
    #[must_use]
    pub fn of(command: &Command) -> CommandTree {
        CommandTree {
            name: command.get_name().to_owned(),
            version: command.get_version().map(str::to_owned),
            about: command.get_about().map(ToString::to_string),
            after_help: command.get_after_help().map(ToString::to_string),
            is_hidden: command.is_hide_set(),
            needs_subcommand: command.is_subcommand_required_set(),
            arguments: command.get_arguments().map(Argument::of).collect(),
            subcommands: command.get_subcommands().map(CommandTree::of).collect(),
        }
    }

    /// The name of the command.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The subcommand that a path of names leads to.
    #[must_use]
    pub fn at(&self, path: &[&str]) -> Option<&CommandTree> {
        path.iter().try_fold(self, |tree, name| tree.subcommands.iter().find(|child| child.name == *name))
    }

    /// The command for clap, called by another name.
    #[must_use]
    pub fn command(&self, name: &str) -> Command {
        let CommandTree { version, about, after_help, arguments, subcommands, .. } = self;
        let mut command = Command::new(name.to_owned())
            .hide(self.is_hidden)
            .subcommand_required(self.needs_subcommand)
            .args(arguments.iter().map(Argument::arg))
            .subcommands(subcommands.iter().map(|tree| tree.command(&tree.name)));
        if let Some(version) = version {
            command = command.version(version.clone());
        }
        if let Some(about) = about {
            command = command.about(about.clone());
        }
        if let Some(text) = after_help {
            command = command.after_help(text.clone());
        }
        command
    }
}

impl Argument {
    fn of(arg: &Arg) -> Argument {
        let takes_values = arg.get_action().takes_values();
        let count = arg.get_num_args().map_or((1, 1), |range| (range.min_values(), range.max_values()));
        let names = arg.get_value_names().unwrap_or_default();
        let possible_values = if takes_values { arg.get_possible_values() } else { Vec::new() };
        let is_shown = |value: &&PossibleValue| !value.is_hide_set();
        Argument {
            id: arg.get_id().to_string(),
            short: arg.get_short(),
            long: arg.get_long().map(str::to_owned),
            help: arg.get_help().map(ToString::to_string),
            heading: arg.get_help_heading().map(str::to_owned),
            count: takes_values.then_some(count),
            value_names: names.iter().filter(|_| takes_values).map(ToString::to_string).collect(),
            possible_values: possible_values
                .iter()
                .filter(is_shown)
                .map(|value| (value.get_name().to_owned(), value.get_help().map(ToString::to_string)))
                .collect(),
            defaults: arg
                .get_default_values()
                .iter()
                .map(|value| value.to_string_lossy().into_owned())
                .collect(),
            environment: arg.get_env().map(|name| name.to_string_lossy().into_owned()),
            hint: format!("{:?}", arg.get_value_hint()),
            is_required: arg.is_required_set(),
            is_repeated: matches!(arg.get_action(), ArgAction::Append | ArgAction::Count),
            is_global: arg.is_global_set(),
            is_last: arg.is_last_set(),
            is_hidden: arg.is_hide_set(),
            hides_defaults: arg.is_hide_default_value_set(),
        }
    }

    fn arg(&self) -> Arg {
        let mut arg = Arg::new(self.id.clone())
            .required(self.is_required)
            .global(self.is_global)
            .last(self.is_last)
            .hide(self.is_hidden)
            .hide_default_value(self.hides_defaults);
        if let Some(short) = self.short {
            arg = arg.short(short);
        }
        if let Some(long) = &self.long {
            arg = arg.long(long.clone());
        }
        if let Some(help) = &self.help {
            arg = arg.help(help.clone());
        }
        if let Some(heading) = &self.heading {
            arg = arg.help_heading(heading.clone());
        }
        if let Some(name) = &self.environment {
            arg = arg.env(name.clone());
        }
        let Some((least, most)) = self.count else {
            return arg.action(if self.is_repeated { ArgAction::Count } else { ArgAction::SetTrue });
        };
        arg = arg
            .action(if self.is_repeated { ArgAction::Append } else { ArgAction::Set })
            .num_args(least..=most);
        if !self.value_names.is_empty() {
            arg = arg.value_names(self.value_names.clone());
        }
        if !self.possible_values.is_empty() {
            let values = self.possible_values.iter().map(|(name, help)| {
                let value = PossibleValue::new(name.clone());
                if let Some(help) = help { value.help(help.clone()) } else { value }
            });
            arg = arg.value_parser(PossibleValuesParser::new(values));
        }
        if !self.defaults.is_empty() {
            arg = arg.default_values(self.defaults.clone());
        }
        // By name: a hint that this version of clap lacks is none.
        arg.value_hint(self.hint.parse().unwrap_or(ValueHint::Unknown))
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    /// A program.
    #[derive(Debug, Parser)]
    #[command(name = "some", version = "1.2", after_help = "Examples:\n  some dig a.txt")]
    struct Digger {
        /// Say more
        #[arg(short, long, global = true, action = ArgAction::Count)]
        loud: u8,
        #[command(subcommand)]
        what: What,
    }

    #[derive(Debug, clap::Subcommand)]
    enum What {
        /// Dig in files
        Dig {
            /// The files
            #[arg(required = true, value_name = "FILE")]
            files: Vec<std::path::PathBuf>,
            /// How deep
            #[arg(long, default_value = "7", env = "DEEP")]
            deep: u32,
            /// With which tool
            #[arg(long, value_parser = ["spade", "spoon"])]
            tool: Option<String>,
        },
    }

    #[test]
    fn a_command_made_of_a_tree_has_the_same_tree_and_the_same_help() {
        let tree = CommandTree::of(&<Digger as clap::CommandFactory>::command());
        let json = serde_json::to_string(&tree).expect("JSON");
        let read: CommandTree = serde_json::from_str(&json).expect("a tree");
        assert_eq!(read, tree);
        let mut again = read.command("some");
        again.clone().debug_assert();
        assert_eq!(CommandTree::of(&again), tree);
        let mut known = <Digger as clap::CommandFactory>::command();
        for path in [&[][..], &["dig"]] {
            let help = |command: &mut Command| {
                let command = path
                    .iter()
                    .fold(command, |command, name| command.find_subcommand_mut(name).expect("one"));
                command.render_help().to_string()
            };
            assert_eq!(help(&mut again), help(&mut known));
        }
        assert_eq!(tree.at(&["dig"]).map(|dig| dig.arguments.len()), Some(3));
        assert_eq!(tree.at(&["bury"]), None);
    }
}
