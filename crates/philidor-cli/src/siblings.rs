//! The other programs of philidor, which this one starts: `philidor pgn check …` runs `philidor-pgn check …`.
//!
//! ```text
//! philidor --json uci …      a name of the table        philidor-engine --json uci …
//! philidor pgn …             a program of this name     philidor-pgn …
//! philidor sql …             a name that is not in it   philidor-sql …, if there is one
//! ```
//!
//! A program is looked for beside this one, then on the PATH. On Unix it takes the place of this one, so that exit
//! code, signals, terminal and standard input are its own.

use std::env;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use philidor_program::program::{BUILD, NotInstalled, STARTED_BY};

/// A subcommand that another program answers.
struct Answered {
    /// The subcommand of `philidor`.
    name: &'static str,
    /// The program.
    program: &'static str,
    /// The first words that the program is given.
    words: &'static [&'static str],
    /// What the subcommand does.
    about: &'static str,
}

/// A row of the table.
const fn row(
    name: &'static str,
    program: &'static str,
    words: &'static [&'static str],
    about: &'static str,
) -> Answered {
    Answered { name, program, words, about }
}

/// The subcommands of other programs, in the order of the help.
const TABLE: [Answered; 23] = [
    row("pgn", "philidor-pgn", &[], "files of games: check, count, filter, cut, convert"),
    row("book", "philidor-pgn", &["polyglot"], "Polyglot books: their moves, several as one"),
    row("uci", "philidor-engine", &["uci"], "the engine, for any chess program"),
    row("analyze", "philidor-engine", &["analyze"], "the best moves of a position"),
    row("play", "philidor-engine", &["play"], "a game in the terminal"),
    row("evaluate", "philidor-engine", &["evaluate"], "what an evaluation is made of"),
    row("match", "philidor-engine", &["match"], "engines play each other"),
    row("openings", "philidor-engine", &["openings"], "positions to begin matches with"),
    row("genfens", "philidor-engine", &["genfens"], "openings for OpenBench"),
    row("bench", "philidor-engine", &["bench"], "nodes and speed of the search"),
    row("check-uci", "philidor-engine", &["check-uci"], "does a program keep to the protocol?"),
    row("annotate", "philidor-engine", &["annotate"], "games with the engine's scores"),
    row("hunt", "philidor-hunt", &[], "what is wrong in another move generator"),
    row("tables", "philidor-tables", &[], "endgame tables: solve, probe, check"),
    row("selfplay", "philidor-train", &["selfplay"], "games to learn from"),
    row("train", "philidor-train", &["train"], "a net from such games"),
    row("data", "philidor-train", &["data"], "files of training data"),
    row("tune", "philidor-train", &["tune"], "the numbers of an evaluation"),
    row("spsa", "philidor-train", &["spsa"], "the numbers of a search"),
    row("variants", "philidor-variants", &[], "positions of other rules: moves, counts, checks"),
    row("explorer", "philidor-explorer", &[], "an opening explorer of your games, made and served"),
    row("sql", "philidor-sql", &[], "SQL over games and positions, on a cluster, too"),
    row("mcp", "philidor-mcp", &[], "a server for language models"),
];

/// The programs, with the packages that have them; those of islands are built by themselves.
const PROGRAMS: [(&str, &str); 7] = [
    ("philidor-pgn", "philidor-pgn-cli"),
    ("philidor-engine", "philidor-engine-cli"),
    ("philidor-hunt", "philidor-hunt-cli"),
    ("philidor-tables", "philidor-tables-cli"),
    ("philidor-variants", "philidor-variants-cli"),
    ("philidor-train", "philidor-train"),
    ("philidor-mcp", "philidor-mcp"),
];

/// The program that the words ask for and the words for it, unless this program, which has these commands of its own,
/// answers by itself.
pub(crate) fn asked_for(own: &clap::Command, words: &[OsString]) -> Option<(String, Vec<OsString>)> {
    let words = words.get(1..)?;
    let flags = words.iter().take_while(|word| *word == "--json").count();
    let (flags, words) = words.split_at(flags);
    let (name, rest) = words.split_first()?;
    let name = name.to_str()?;
    let given = |program: &str, first: &[&str], rest: &[OsString]| {
        let first = first.iter().map(OsString::from);
        Some((program.to_owned(), flags.iter().cloned().chain(first).chain(rest.iter().cloned()).collect()))
    };
    match (name, rest.first().and_then(|word| word.to_str())) {
        ("help", Some("pgn")) if rest.get(1).is_some_and(|word| word == "annotate") => {
            return given("philidor-engine", &["annotate"], &["--help".into()]);
        }
        ("help", Some(asked)) => {
            let help = |rest: &[OsString]| {
                let names = rest.iter().skip(1).take_while(|word| !word.to_string_lossy().starts_with('-'));
                names.cloned().chain(["--help".into()]).collect::<Vec<OsString>>()
            };
            let foreign = || Some((foreign(own, asked)?, &[][..]));
            let (program, words) =
                in_table(asked).map(|row| (row.program.to_owned(), row.words)).or_else(foreign)?;
            return given(&program, words, &help(rest));
        }
        // Games belong to one program, and the engine to another.
        ("pgn", Some("annotate")) => return given("philidor-engine", &[], rest),
        ("pgn", Some("help")) if rest.get(1).is_some_and(|word| word == "annotate") => {
            return given("philidor-engine", &["annotate"], &["--help".into()]);
        }
        ("pgn", Some("help")) if rest.get(1).is_some_and(|word| word == "annotate") => {
            return given("philidor-engine", &["annotate"], &["--help".into()]);
        }
        _ => {}
    }
    // OpenBench's workers give several words as one.
    if name.starts_with("genfens ") {
        return given("philidor-engine", &[name], rest);
    }
    if let Some(Answered { program, words, .. }) = in_table(name) {
        return given(program, words, rest);
    }
    given(&foreign(own, name)?, &[], rest)
}

/// The program for a name that is not in the table, if there is one.
fn foreign(own: &clap::Command, name: &str) -> Option<String> {
    let is_own = name == "help" || own.get_subcommands().any(|command| command.get_name() == name);
    let may_be_one = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let program = format!("philidor-{name}");
    (!is_own && may_be_one && !name.starts_with('-') && find(&program).is_some()).then_some(program)
}

/// Starts a program with these words.
///
/// # Errors
///
/// The program is not here, or does not start.
pub(crate) fn start(program: &str, words: &[OsString]) -> anyhow::Result<ExitCode> {
    let path = find(program).ok_or_else(|| NotInstalled(how_to_get(program)))?;
    let mut command = Command::new(path);
    // Other programs do not know the word, philidor-sql among them.
    if PROGRAMS.iter().any(|(name, _)| *name == program) {
        command.arg(format!("{STARTED_BY}{BUILD}"));
    }
    command.args(words);
    run(command, program)
}

/// Takes the place of this program.
#[cfg(unix)]
fn run(mut command: Command, program: &str) -> anyhow::Result<ExitCode> {
    use std::os::unix::process::CommandExt as _;

    philidor_program::terminal::streams::keep_closed();
    let error = command.exec();
    Err(anyhow::Error::new(error).context(format!("cannot start {program}")))
}

/// Waits for the program, and ends as it does.
#[cfg(not(unix))]
fn run(mut command: Command, program: &str) -> anyhow::Result<ExitCode> {
    use anyhow::Context as _;

    let status = command.status().with_context(|| format!("cannot start {program}"))?;
    Ok(ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)))
}

/// The programs that are here.
pub(crate) fn installed() -> impl Iterator<Item = PathBuf> {
    PROGRAMS.iter().filter_map(|(program, _)| find(program))
}

/// What the help says of the other programs.
pub(crate) fn help() -> String {
    let mut text = "Other programs answer these, and `philidor help NAME` asks them:\n".to_owned();
    for Answered { name, program, about, .. } in TABLE {
        let here = if find(program).is_some() { "" } else { ", not installed" };
        // Writing to a string does not fail.
        let _ = writeln!(text, "  {name:<12} {about:<52} {program}{here}");
    }
    text
}

/// The names of the table, for the suggestions after a misspelt one.
pub(crate) fn stubs() -> Vec<clap::Command> {
    TABLE.iter().map(|row| clap::Command::new(row.name).about(row.about).hide(true)).collect()
}

fn in_table(name: &str) -> Option<&'static Answered> {
    TABLE.iter().find(|answered| answered.name == name)
}

/// Where a program is: beside this one, or on the PATH.
fn find(program: &str) -> Option<PathBuf> {
    // Without /proc, as in a bare root, the name by which this program was started has to do.
    let started = || env::args_os().next().map(PathBuf::from).filter(|path| path.components().count() > 1);
    let own = env::current_exe().ok().or_else(started);
    let real = own.as_deref().and_then(|path| path.canonicalize().ok());
    let beside = [own, real].into_iter().flatten().filter_map(|path| Some(path.parent()?.to_owned()));
    let on_path = env::var_os("PATH");
    let on_path = on_path.iter().flat_map(env::split_paths);
    let file = format!("{program}{}", env::consts::EXE_SUFFIX);
    beside.chain(on_path).map(|folder| folder.join(&file)).find(|path| is_program(path))
}

/// Whether a file can be started.
#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;

    path.metadata().is_ok_and(|known| known.is_file() && known.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

/// How a program that is not here is had: from the checkout that this program was built in, or from its package.
fn how_to_get(program: &str) -> String {
    let package = PROGRAMS.iter().find(|(name, _)| *name == program).map_or(program, |(_, package)| package);
    let folder = env::current_exe().ok().and_then(|path| Some(path.parent()?.to_owned()));
    let profile =
        folder.as_deref().filter(|folder| is_built(folder)).and_then(|folder| folder.file_name()?.to_str());
    let how = match profile {
        _ if package == "philidor-mcp" => {
            format!("cargo install {package}`, or in a checkout `cargo install --path mcp")
        }
        Some("debug") => format!("cargo build -p {package}"),
        Some("release") => format!("cargo build --release -p {package}"),
        Some(profile) => format!("cargo build --profile {profile} -p {package}"),
        None => format!("cargo install {package}"),
    };
    format!("{program} answers this, and is neither beside this program nor on the PATH: `{how}`")
}

/// Whether a folder is one in which Cargo builds.
fn is_built(folder: &Path) -> bool {
    folder.parent().is_some_and(|target| target.join("CACHEDIR.TAG").is_file())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::args::Args;

    fn asked(text: &str) -> Option<String> {
        let words: Vec<OsString> = text.split(' ').map(OsString::from).collect();
        asked_for(&Args::command(), &words).map(|(program, words)| {
            [vec![program], words.iter().map(|word| word.to_string_lossy().into_owned()).collect()]
                .concat()
                .join(" ")
        })
    }

    #[test]
    fn a_name_of_the_table_starts_its_program() {
        for (words, started) in [
            ("philidor pgn check a.pgn", "philidor-pgn check a.pgn"),
            ("philidor --json uci", "philidor-engine --json uci"),
            ("philidor book dump a.bin", "philidor-pgn polyglot dump a.bin"),
            ("philidor pgn annotate a.pgn", "philidor-engine annotate a.pgn"),
            ("philidor hunt --fen kiwipete -- ./engine", "philidor-hunt --fen kiwipete -- ./engine"),
            ("philidor help analyze", "philidor-engine analyze --help"),
            ("philidor help hunt -- ./program", "philidor-hunt --help"),
            ("philidor help hunt -- ./program", "philidor-hunt --help"),
            ("philidor help pgn check", "philidor-pgn check --help"),
            ("philidor help pgn annotate", "philidor-engine annotate --help"),
        ] {
            assert_eq!(asked(words).as_deref(), Some(started), "{words}");
        }
        let openbench = ["philidor", "genfens 8 seed 1", "quit"].map(OsString::from);
        assert_eq!(asked_for(&Args::command(), &openbench).map(|(_, words)| words.len()), Some(2));
    }

    #[test]
    fn own_commands_and_unknown_names_are_this_programs() {
        for words in
            ["philidor", "philidor perft 7", "philidor help", "philidor help perft", "philidor --version"]
        {
            assert_eq!(asked(words), None, "{words}");
        }
        for words in ["philidor no-such-name", "philidor ../x", "philidor -x"] {
            assert_eq!(asked(words), None, "{words}");
        }
    }

    #[test]
    fn every_program_has_a_package_and_no_name_is_taken_twice() {
        let own = Args::command();
        for row in &TABLE {
            assert!(PROGRAMS.iter().any(|(program, _)| *program == row.program), "{}", row.name);
            assert!(
                !own.get_subcommands()
                    .any(|command| command.get_name() == row.name && !command.is_hide_set())
            );
            assert_eq!(TABLE.iter().filter(|other| other.name == row.name).count(), 1);
        }
    }
}
