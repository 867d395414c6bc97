//! Says which build this is. A release, from its packages or from its tag, is its version; any other checkout is the
//! version and the commit, since every checkout has the same version.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let version = env!("CARGO_PKG_VERSION");
    let commit = checkout().and_then(|root| unreleased_commit(&root, version));
    let build = commit.map_or_else(|| version.to_owned(), |commit| format!("{version}-{commit}"));
    println!("cargo::rustc-env=PHILIDOR_BUILD={build}");
}

/// The checkout of philidor that this crate is built in. A package is in none, although a repository of others may have
/// it in a folder; Cargo leaves the original manifest beside that of a package.
fn checkout() -> Option<PathBuf> {
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?);
    let root = folder.join("../..");
    let is_checkout = !folder.join("Cargo.toml.orig").exists() && root.join(".git").exists();
    is_checkout.then_some(root)
}

/// The commit of a checkout, unless it is the one that the tag of this version names, without a change.
fn unreleased_commit(root: &Path, version: &str) -> Option<String> {
    let git = |words: &[&str]| {
        let output = Command::new("git").arg("-C").arg(root).args(words).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    // Each commit, and each other checkout, adds a line to the log.
    for place in ["logs/HEAD", "refs/tags"] {
        let path = root.join(git(&["rev-parse", "--git-path", place])?);
        println!("cargo::rerun-if-changed={}", path.display());
    }
    let tag = format!("v{version}");
    let described = git(&["describe", "--tags", "--exact-match", "--dirty", "--match", &tag]);
    if described == Some(tag) { None } else { git(&["rev-parse", "--short=12", "HEAD"]) }
}
