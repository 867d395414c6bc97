//! Programs as tests start them.

use std::env;
use std::error::Error;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::thread;

/// What a test comes to.
pub type Outcome = Result<(), Box<dyn Error>>;

/// The environment variables that programs of philidor obey, and no test is to depend on.
const VARIABLES: [&str; 4] = ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "PHILIDOR_CPU"];

/// A program with these words, without input, its output caught.
pub fn program(path: impl AsRef<OsStr>, words: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new(path);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    for variable in VARIABLES {
        command.env_remove(variable);
    }
    command
}

/// What a program makes of a whole input. It may end before it has taken all.
///
/// # Errors
///
/// The program does not start.
pub fn fed(command: &mut Command, input: &[u8]) -> Result<Output, Box<dyn Error>> {
    let mut child = command.stdin(Stdio::piped()).spawn()?;
    let mut stdin = child.stdin.take().ok_or("no input")?;
    thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input));
        Ok(child.wait_with_output()?)
    })
}

/// The folder with all programs of the workspace. They are built first, since Cargo builds for a test the programs of
/// its own package alone. `cargo test --workspace` has built all of them, with more features, so that another build
/// would begin anew: with `PHILIDOR_PROGRAMS=built` the programs are taken as they are.
///
/// # Panics
///
/// If the programs cannot be built.
pub fn programs() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        // target/debug/deps/sessions-…
        let test = env::current_exe().expect("a path");
        let folder = test.parent().and_then(Path::parent).expect("target/debug").to_owned();
        if env::var_os("PHILIDOR_PROGRAMS").is_some_and(|are| are == "built") {
            return folder;
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut build = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        build
            .args(["build", "--quiet", "--bins"])
            .current_dir(root)
            .env("CARGO_TARGET_DIR", folder.parent().expect("target"));
        for package in ["cli", "engine-cli", "hunt-cli", "pgn-cli", "tables-cli", "train", "variants-cli"] {
            build.args(["-p", &format!("philidor-{package}")]);
        }
        if folder.ends_with("release") {
            build.arg("--release");
        }
        assert!(build.status().expect("cargo starts").success(), "the programs cannot be built");
        folder
    })
}
