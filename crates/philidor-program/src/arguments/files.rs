//! Which arguments name files to read, which no output replaces, and which name files to write.

use std::any::TypeId;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::{Arg, ArgMatches, Command};
use philidor_host::{Place, STANDARD, protect, refuse_standard_output};

use crate::terminal::output::WrongUsage;

/// The arguments that name a file to write.
const WRITTEN: [&str; 9] =
    ["output", "html", "issue", "pgn", "log", "frontier", "checkpoint", "state", "held_out"];

/// The arguments that name a folder to write into.
const FOLDERS: [&str; 3] = ["out", "syzygy", "temporary"];

/// The arguments in whose words are files that programs read: programs, their arguments, and options.
const WORDS: [&str; 5] = ["engine", "against", "program", "command", "options"];

/// The arguments that name a file to read.
const READ: [&str; 13] = [
    "book",
    "books",
    "eval_file",
    "file",
    "files",
    "games",
    "known",
    "openings",
    "paths",
    "start",
    "sum",
    "tables",
    "path",
];

/// The files of a folder of tables, by their extensions; the other files in it are not read.
const TABLES: [&str; 2] = ["rtbw", "rtbz"];

/// Notes every file that the arguments name for reading, before any output is opened.
///
/// # Errors
///
/// Two outputs are one file, or standard output goes to a file that is read.
pub fn protect_inputs(command: &Command, matches: &ArgMatches) -> Result<(), WrongUsage> {
    let (mut command, mut matches) = (command, matches);
    let (mut read, mut outputs) = (Vec::new(), Vec::<(String, Place)>::new());
    loop {
        for argument in command.get_arguments() {
            let name = argument.get_id().as_str();
            for value in matches.try_get_raw(name).ok().flatten().into_iter().flatten() {
                match role(argument) {
                    Role::Read => read.push(PathBuf::from(value)),
                    Role::Words => read.extend(files_in(value)),
                    Role::Written => {
                        outputs.extend(place_of_output(value).map(|place| (shown(argument), place)))
                    }
                    Role::Other => {}
                }
            }
        }
        let Some((name, below)) = matches.subcommand() else { break };
        let Some(found) = command.find_subcommand(name) else { break };
        (command, matches) = (found, below);
    }
    if !outputs.is_empty() {
        read.extend(read.iter().flat_map(|path| tables_in(path)).collect::<Vec<_>>());
    }
    read.iter().for_each(|path| protect(path));
    for (at, (one, place)) in outputs.iter().enumerate() {
        if let Some((other, _)) = outputs[at + 1..].iter().find(|(_, other)| other == place) {
            let error = anyhow!("{one} and {other} are the same file, and one would replace the other");
            return Err(WrongUsage(error));
        }
    }
    refuse_standard_output().context("cannot write to standard output").map_err(WrongUsage)
}

/// The arguments of a command and its subcommands that are files and neither known to be written nor to be read: one
/// would be lost if an output replaced it, or refused as an input. A program asserts that it has none.
pub fn unknown_files(command: &Command) -> Vec<String> {
    let own = command.get_arguments().filter(|argument| match role(argument) {
        Role::Read => !READ.contains(&argument.get_id().as_str()),
        Role::Words => READ.contains(&argument.get_id().as_str()),
        Role::Written | Role::Other => false,
    });
    let own = own.map(|argument| format!("{} {}", command.get_name(), argument.get_id()));
    own.chain(command.get_subcommands().flat_map(unknown_files)).collect()
}

/// What the values of an argument are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Read,
    Words,
    Written,
    Other,
}

fn role(argument: &Arg) -> Role {
    let name = argument.get_id().as_str();
    let is_path = argument.get_value_parser().type_id() == TypeId::of::<PathBuf>();
    match () {
        () if is_path && WRITTEN.contains(&name) => Role::Written,
        () if is_path && FOLDERS.contains(&name) => Role::Other,
        () if is_path => Role::Read,
        () if WORDS.contains(&name) => Role::Words,
        () => Role::Other,
    }
}

/// An argument as a user knows it.
fn shown(argument: &Arg) -> String {
    let value = || argument.get_value_names().and_then(|names| names.first()).map(ToString::to_string);
    let long = argument.get_long().map(|long| format!("--{long}"));
    long.or_else(value).unwrap_or_else(|| argument.get_id().to_string())
}

fn place_of_output(value: &OsStr) -> Option<Place> {
    if value == STANDARD { Place::of_standard_output() } else { Place::of(Path::new(value)) }
}

/// The tables in a folder; none of a file.
fn tables_in(path: &Path) -> Vec<PathBuf> {
    let is_table = |path: &PathBuf| {
        let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        TABLES.iter().any(|known| extension.eq_ignore_ascii_case(known))
    };
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(is_table).collect()
}

/// The files that the words of a text name: `./engine`, `cmd="python3 engine.py"`, `option.EvalFile=my.net`.
fn files_in(text: &OsStr) -> Vec<PathBuf> {
    let text = text.to_string_lossy();
    let mut files = vec![PathBuf::from(&*text)];
    for word in words(&text) {
        let value = word.split_once('=').map_or(&*word, |(_, value)| value);
        files.extend(words(value).map(PathBuf::from));
        files.push(value.into());
    }
    let folder = words(&text).find_map(|word| word.strip_prefix("dir=").map(PathBuf::from));
    let in_folder = files.iter().filter_map(|file| Some(folder.as_ref()?.join(file))).collect::<Vec<_>>();
    files.extend(in_folder);
    files.retain(|file| file.is_file());
    files
}

/// The words of a text that is quoted as in a shell.
fn words(text: &str) -> impl Iterator<Item = String> {
    shlex::split(text).into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A new argument for a file has to say whether it is read or written.
    #[test]
    fn an_argument_for_a_file_is_read_or_written() {
        let file = |name: &'static str| Arg::new(name).value_parser(clap::value_parser!(PathBuf));
        let below = Command::new("below").args([file("file"), file("output"), file("new")]);
        assert_eq!(unknown_files(&Command::new("program").subcommand(below)), ["below new"]);
    }

    #[test]
    fn programs_and_options_name_files() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = |name: &str| folder.path().join(name);
        let [program, script, net] = ["my engine", "engine.py", "my.net"].map(path);
        for file in [&program, &script, &net] {
            fs::write(file, "")?;
        }
        let [program_name, script_name, net_name] = [&program, &script, &net].map(|file| file.display());
        for (text, expected) in [
            (format!("{program_name}"), &program),
            (format!("name=x cmd='python3 {script_name}' option.Hash=16"), &script),
            (format!("net option.EvalFile={net_name}"), &net),
            (format!("cmd=no option.EvalFile=my.net dir={}", folder.path().display()), &net),
            (format!("python3 {script_name} {{fen}}"), &script),
        ] {
            assert_eq!(files_in(OsStr::new(&text)).first(), Some(expected), "{text}");
        }
        assert!(files_in(OsStr::new("net")).is_empty());
        Ok(())
    }
}
