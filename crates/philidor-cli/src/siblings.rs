//! The other programs of philidor, which this one starts: `philidor pgn check …` runs `philidor-pgn check …`.
//!
//! ```text
//! philidor --json uci …      a name of the table        philidor-engine --json uci …
//! philidor pgn …             a program of this name     philidor-pgn …
//! philidor NAME …            a name that is not in it   philidor-NAME …, if there is one
//! ```
//!
//! A program is looked for beside this one, then on the PATH. On Unix it takes the place of this one, so that exit
//! code, signals, terminal and standard input are its own.

use std::env;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use philidor_host::threads;
use philidor_program::command_tree::CommandTree;
use philidor_program::program::{BUILD, NotInstalled, STARTED_BY, TREE};

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

/// The programs, and where they are in the tree: below `crates/`, or an island, which is not built with the workspace.
/// The package of a folder `cli/` is called `PROGRAM-cli`, any other as its program.
const PROGRAMS: [(&str, &str); 9] = [
    ("philidor-pgn", "crates/philidor-games/cli"),
    ("philidor-engine", "crates/philidor-engine/cli"),
    ("philidor-hunt", "crates/philidor-hunt/cli"),
    ("philidor-tables", "crates/philidor-tables/cli"),
    ("philidor-variants", "crates/philidor-variants/cli"),
    ("philidor-train", "crates/philidor-train"),
    ("philidor-explorer", "explorer"),
    ("philidor-mcp", "mcp"),
    ("philidor-sql", "sql"),
];

/// The engine, which also answers for `philidor pgn annotate`.
const ENGINE: &str = "philidor-engine";

/// How long a program may take to say what its arguments are.
const PATIENCE: Duration = Duration::from_secs(5);

/// No program has more to say of its arguments.
const MAX_TREE: u64 = 1 << 24;

/// What another program is asked.
pub(crate) struct Request {
    pub(crate) program: String,
    /// What people type for the program: `philidor pgn`.
    pub(crate) typed: String,
    pub(crate) words: Vec<OsString>,
}

impl Request {
    fn new(program: &str, words: Vec<OsString>) -> Request {
        let alone = TABLE.iter().find(|row| row.program == program && row.words.is_empty());
        let typed = alone.map_or_else(|| "philidor".to_owned(), |row| format!("philidor {}", row.name));
        Request { program: program.to_owned(), typed, words }
    }
}

/// What the words ask of another program, unless this program, which has these commands of its own, answers by itself.
pub(crate) fn asked_for(own: &clap::Command, words: &[OsString]) -> Option<Request> {
    let words = words.get(1..)?;
    let is_flag = |word: &OsString| word == "--json";
    let (flags, words) = words.split_at(words.iter().take_while(|word| is_flag(word)).count());
    let (name, rest) = words.split_first()?;
    let name = name.to_str()?;
    let given = |program: &str, first: &[&str], rest: &[OsString]| {
        let first = first.iter().map(OsString::from);
        Some(Request::new(program, flags.iter().cloned().chain(first).chain(rest.iter().cloned()).collect()))
    };
    // Games belong to one program, and their scores to another.
    let annotate = |words: &[OsString]| {
        let name = words.iter().position(|word| !is_flag(word))?;
        let (before, after) = (words.get(..name)?, words.get(name + 1..)?);
        (words.get(name)? == "annotate").then(|| [before, after].concat())
    };
    if name == "help" {
        let (asked, below) = rest.split_first()?;
        let asked = asked.to_str()?;
        if asked == "pgn" && annotate(below).is_some() {
            return given(ENGINE, &["annotate"], &["--help".into()]);
        }
        let (program, first) = program_for(own, asked)?;
        let names = below.iter().take_while(|word| !word.to_string_lossy().starts_with('-'));
        // `help` itself has no `--help`.
        let last = if below.last().is_some_and(|word| word == "help") { "help" } else { "--help" };
        let names: Vec<OsString> = names.cloned().chain([last.into()]).collect();
        return given(&program, first, &names);
    }
    if name == "pgn" {
        if let Some(rest) = annotate(rest) {
            return given(ENGINE, &["annotate"], &rest);
        }
        if rest.first().is_some_and(|word| word == "help") && rest.get(1..).and_then(annotate).is_some() {
            return given(ENGINE, &["annotate"], &["--help".into()]);
        }
    }
    // OpenBench's workers give several words as one.
    if name.starts_with("genfens ") {
        return given(ENGINE, &[name], rest);
    }
    let (program, first) = program_for(own, name)?;
    given(&program, first, rest)
}

/// The program for a name that is not this program's own, and the first words for it.
fn program_for(own: &clap::Command, name: &str) -> Option<(String, &'static [&'static str])> {
    if let Some(row) = in_table(name) {
        return Some((row.program.to_owned(), row.words));
    }
    let is_own = name == "help" || own.get_subcommands().any(|command| command.get_name() == name);
    let may_be_one = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let program = format!("philidor-{name}");
    (!is_own && may_be_one && !name.starts_with('-') && find(&program).is_some()).then_some((program, &[]))
}

/// Starts the program of a request.
///
/// # Errors
///
/// The program is not here, or does not start.
pub(crate) fn start(request: &Request) -> anyhow::Result<ExitCode> {
    let Request { program, typed, words } = request;
    let path = find(program).ok_or_else(|| NotInstalled(how_to_get(program)))?;
    let mut command = Command::new(path);
    if is_ours(program) {
        command.arg(format!("{STARTED_BY}{BUILD} {typed}"));
    }
    command.args(words);
    run(command, program)
}

/// Whether a program knows [`STARTED_BY`] and [`TREE`].
fn is_ours(program: &str) -> bool {
    folder_of(program).is_some()
}

/// Where one of our programs is in the tree.
fn folder_of(program: &str) -> Option<&'static str> {
    PROGRAMS.iter().find(|(name, _)| *name == program).map(|(_, folder)| *folder)
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

    // Ctrl-C reaches both, and the program decides how it ends.
    let _ = philidor_host::interruption::listen(|| {});
    let status = command.status().with_context(|| format!("cannot start {program}"))?;
    // Codes of Windows have 32 bits.
    std::process::exit(status.code().unwrap_or(1))
}

/// The arguments of the programs that are installed. A program that does not answer soon is left out.
pub(crate) fn trees() -> Vec<CommandTree> {
    let one = |&(program, _): &(&str, &str)| tree(&find(program)?).filter(|tree| tree.name() == program);
    PROGRAMS.iter().filter_map(one).collect()
}

fn tree(program: &Path) -> Option<CommandTree> {
    let mut child = Command::new(program)
        .arg(TREE)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut stdout = child.stdout.take()?;
    let (sender, answer) = mpsc::channel();
    let reading = threads::start(move || {
        let mut json = Vec::new();
        // Of an answer that comes too late the receiver is gone.
        let read = stdout.by_ref().take(MAX_TREE).read_to_end(&mut json);
        let _ = read.map(|_| sender.send(json));
    });
    let json = reading.ok().and_then(|_| answer.recv_timeout(PATIENCE).ok());
    // It may have ended.
    let _ = child.kill();
    let _ = child.wait();
    serde_json::from_slice(&json?).ok()
}

/// The command with the subcommands that other programs answer, in the order of the help: what people type.
pub(crate) fn grafted(own: clap::Command, trees: &[CommandTree]) -> clap::Command {
    TABLE.iter().fold(own, |own, row| {
        let program = trees.iter().find(|tree| tree.name() == row.program);
        match program.and_then(|tree| tree.at(row.words)) {
            Some(tree) => own.mut_subcommand(row.name, |_| tree.command(row.name).about(row.about)),
            None => own,
        }
    })
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
    let folder = folder_of(program);
    let is_cli = folder.is_some_and(|folder| folder.ends_with("/cli"));
    let package = if is_cli { format!("{program}-cli") } else { program.to_owned() };
    let built = env::current_exe().ok().and_then(|path| built_in(path.parent()?));
    let is_island = folder.is_some_and(|folder| !folder.starts_with("crates/"));
    let how = match (built, folder) {
        (Some(flags), _) if !is_island => format!("`cargo build{flags} -p {package}`"),
        // No registry has the build of a commit.
        (_, Some(folder)) if BUILD.contains('-') => {
            format!("`cargo install --path {folder}` in the folder that this program was built from")
        }
        _ => format!("`cargo install {package}`"),
    };
    format!("{program} answers this, and is neither beside this program nor on the PATH: {how}")
}

/// The flags with which Cargo builds in a folder; `None` if Cargo does not.
///
/// ```text
/// target/debug     target/release     target/TRIPLE/PROFILE
/// ```
fn built_in(folder: &Path) -> Option<String> {
    let has_tag = |folder: &Path| folder.join("CACHEDIR.TAG").is_file();
    let profile = match folder.file_name()?.to_str()? {
        "debug" => String::new(),
        "release" => " --release".to_owned(),
        profile => format!(" --profile {profile}"),
    };
    let above = folder.parent()?;
    if has_tag(above) {
        return Some(profile);
    }
    let target = above.file_name()?.to_str()?;
    has_tag(above.parent()?).then(|| format!("{profile} --target {target}"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::args::Args;

    fn asked(text: &str) -> Option<String> {
        let words: Vec<OsString> = text.split(' ').map(OsString::from).collect();
        asked_for(&Args::command(), &words).map(|Request { program, words, .. }| {
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
            ("philidor pgn --json annotate a.pgn", "philidor-engine annotate --json a.pgn"),
            ("philidor pgn help annotate", "philidor-engine annotate --help"),
            ("philidor variants --help", "philidor-variants --help"),
            ("philidor help hunt -- ./program", "philidor-hunt --help"),
            ("philidor help pgn check", "philidor-pgn check --help"),
            ("philidor help pgn help", "philidor-pgn help help"),
            ("philidor help pgn annotate", "philidor-engine annotate --help"),
        ] {
            assert_eq!(asked(words).as_deref(), Some(started), "{words}");
        }
        let openbench = ["philidor", "genfens 8 seed 1", "quit"].map(OsString::from);
        assert_eq!(asked_for(&Args::command(), &openbench).map(|asked| asked.words.len()), Some(2));
        for (name, typed) in [
            ("pgn", "philidor pgn"),
            ("book", "philidor pgn"),
            ("uci", "philidor"),
            ("spsa", "philidor"),
            ("variants", "philidor variants"),
        ] {
            let asked = asked_for(&Args::command(), &["philidor", name].map(OsString::from));
            assert_eq!(asked.map(|asked| asked.typed).as_deref(), Some(typed));
        }
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
    fn a_folder_of_cargo_says_how_a_program_is_built_into_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("target");
        for (built, flags) in [
            ("debug", Some("")),
            ("release", Some(" --release")),
            ("dist", Some(" --profile dist")),
            ("x86_64-unknown-linux-musl/release", Some(" --release --target x86_64-unknown-linux-musl")),
            ("a/b/c", None),
        ] {
            std::fs::create_dir_all(target.join(built)).expect("a folder");
            std::fs::write(target.join("CACHEDIR.TAG"), "").expect("a file");
            assert_eq!(built_in(&target.join(built)).as_deref(), flags, "{built}");
        }
    }

    #[test]
    fn every_program_has_a_package_and_no_name_is_taken_twice() {
        let own = Args::command();
        for row in &TABLE {
            assert!(is_ours(row.program), "{}", row.name);
            assert!(
                !own.get_subcommands()
                    .any(|command| command.get_name() == row.name && !command.is_hide_set())
            );
            assert_eq!(TABLE.iter().filter(|other| other.name == row.name).count(), 1);
        }
    }
}
