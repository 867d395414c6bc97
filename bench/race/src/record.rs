//! What is kept of a race: enough to repeat it and to know what it is worth.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};
use protocol::Introduction;

use crate::{arguments::Arguments, contestant::Team};

/// The build profile of all contestants, word for word.
const MANIFEST: &str = include_str!("../../Cargo.toml");

/// One race.
pub(crate) struct Record {
    pub(crate) date: String,
    pub(crate) cpu: String,
    core: usize,
    pub(crate) rustc: String,
    profile: Vec<String>,
    commit: String,
    pub(crate) command: String,
    rounds: usize,
    pub(crate) contestants: Vec<Built>,
}

/// A contestant and how it was built.
pub(crate) struct Built {
    pub(crate) name: String,
    pub(crate) version: String,
    features: String,
    rustflags: String,
    instruction_sets: String,
}

impl Record {
    /// Gathers what the machine, the compiler and the repository say about themselves.
    pub(crate) fn new(team: &Team, arguments: &Arguments, introductions: &[Introduction]) -> Result<Self> {
        let folder = &team.folder;
        let command: Vec<&str> =
            ["bench/run"].into_iter().chain(arguments.typed.iter().map(String::as_str)).collect();
        Ok(Self {
            date: ask("date", &["-u", "+%Y-%m-%dT%H:%M:%SZ"], folder)?,
            cpu: cpu_model()?,
            core: team.core,
            rustc: ask("rustc", &["--version"], folder)?,
            profile: profile(),
            commit: commit(folder),
            command: command.join(" "),
            rounds: arguments.rounds,
            contestants: introductions.iter().map(built).collect(),
        })
    }

    /// Writes `record/<date>-<cpu>.md`, over that of an earlier race of the same day.
    pub(crate) fn write(&self, folder: &Path, tables: &str) -> Result<PathBuf> {
        let day = self.date.split('T').next().unwrap_or(&self.date);
        let records = folder.join("record");
        fs::create_dir_all(&records).with_context(|| format!("cannot make {}", records.display()))?;
        let path = records.join(format!("{day}-{}.md", slug(&self.cpu)));
        fs::write(&path, self.markdown(tables))
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    }

    fn markdown(&self, tables: &str) -> String {
        let mut text = format!("# Race of {}\n\n| | |\n|---|---|\n", self.date);
        let facts = [
            ("CPU", self.cpu.clone()),
            ("core", self.core.to_string()),
            ("rustc", self.rustc.clone()),
            ("profile", self.profile.join(", ")),
            ("philidor's commit", self.commit.clone()),
            ("command", format!("`{}`", self.command)),
            ("rounds", self.rounds.to_string()),
        ];
        for (name, fact) in facts {
            text += &format!("| {name} | {fact} |\n");
        }
        for built in &self.contestants {
            text += &format!("| {} | {} |\n", built.name, built.describe());
        }
        text += "\nHow to read the figures: [README](../README.md).\n\n";
        text + tables.trim_end() + "\n"
    }
}

impl Built {
    fn describe(&self) -> String {
        let mut text = self.version.clone();
        if !self.features.is_empty() {
            text += &format!(", features {}", self.features);
        }
        if self.rustflags.is_empty() {
            text += ", plain build";
        } else {
            text += &format!(", `{}`", self.rustflags);
        }
        if !self.instruction_sets.is_empty() {
            text += &format!(" ({})", self.instruction_sets);
        }
        text
    }
}

fn built(introduction: &Introduction) -> Built {
    Built {
        name: introduction.name.clone(),
        version: introduction.version.clone(),
        features: introduction.features.clone(),
        rustflags: introduction.flags.clone(),
        instruction_sets: introduction.instructions.clone(),
    }
}

/// A contestant and how it was built, in one line.
pub(crate) fn portrait(introduction: &Introduction) -> String {
    format!("{} {}", introduction.name, built(introduction).describe())
}

/// The lines of `[profile.release]`.
fn profile() -> Vec<String> {
    MANIFEST
        .lines()
        .skip_while(|line| *line != "[profile.release]")
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.trim().is_empty())
        .map(str::to_owned)
        .collect()
}

/// What a command prints, without the line end.
fn ask(program: &str, arguments: &[&str], folder: &Path) -> Result<String> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .output()
        .with_context(|| format!("cannot run {program}"))?;
    if !output.status.success() {
        bail!("{program} {} failed", arguments.join(" "));
    }
    let text =
        String::from_utf8(output.stdout).with_context(|| format!("{program} does not answer in UTF-8"))?;
    Ok(text.trim().to_owned())
}

/// The commit of philidor, and whether files have been changed since; a tree without git is not a reason to
/// fail.
fn commit(folder: &Path) -> String {
    let Ok(commit) = ask("git", &["rev-parse", "--verify", "--quiet", "HEAD"], folder) else {
        return "none".to_owned();
    };
    let changes =
        ask("git", &["--no-optional-locks", "status", "--porcelain", "--", "..", ":!record"], folder);
    match changes.as_deref() {
        Ok("") => commit,
        _ => commit + " with changes",
    }
}

/// The model name of the first CPU.
fn cpu_model() -> Result<String> {
    let text = fs::read_to_string("/proc/cpuinfo").context("cannot read /proc/cpuinfo")?;
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.trim_start().strip_prefix(':'));
    Ok(model.map_or("unknown CPU", str::trim).to_owned())
}

/// A name that is safe in file names: small letters and digits, everything else one hyphen.
fn slug(name: &str) -> String {
    let words: Vec<String> = name
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    words.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_names_become_file_names() {
        assert_eq!(slug("AMD EPYC 9B14 96-Core"), "amd-epyc-9b14-96-core");
        assert_eq!(slug("Intel(R) Xeon(R) CPU @ 2.60GHz"), "intel-r-xeon-r-cpu-2-60ghz");
    }

    #[test]
    fn the_profile_is_found() {
        assert!(profile().iter().any(|line| line == "codegen-units = 16"), "{:?}", profile());
    }
}
