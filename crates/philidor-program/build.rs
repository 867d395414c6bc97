//! Says which build this is: the version, and in a checkout the commit, since every checkout has the same version.

use std::path::Path;
use std::process::Command;

fn main() {
    let version = env!("CARGO_PKG_VERSION");
    let build = commit().map_or_else(|| version.to_owned(), |commit| format!("{version}-{commit}"));
    println!("cargo::rustc-env=PHILIDOR_BUILD={build}");
    println!("cargo::rerun-if-changed=build.rs");
}

/// The commit of the checkout that this crate belongs to, if it is in one.
fn commit() -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if !root.join(".git").exists() {
        return None;
    }
    let git = |words: &[&str]| {
        let output = Command::new("git").arg("-C").arg(&root).args(words).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    // Each commit, and each other checkout, adds a line to this log.
    println!(
        "cargo::rerun-if-changed={}",
        root.join(git(&["rev-parse", "--git-path", "logs/HEAD"])?).display()
    );
    git(&["rev-parse", "--short=12", "HEAD"])
}
