//! The mutant: how to talk to it and what bugs it has.

use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::thread::{self, available_parallelism};

pub(crate) type Outcome = Result<(), Box<dyn Error>>;

/// A bug that can be switched on, the rule that it breaks, and a variant in which it shows.
#[derive(Clone, Debug)]
pub(crate) struct Bug {
    pub(crate) name: String,
    pub(crate) class: String,
    pub(crate) variant: String,
}

/// All bugs, as the engine lists them; a bug that shows in two variants comes twice.
pub(crate) fn bugs(mutant: &Path) -> Result<Vec<Bug>, Box<dyn Error>> {
    let list = String::from_utf8(Command::new(mutant).arg("--list").output()?.stdout)?;
    let mut bugs = Vec::new();
    for line in list.lines() {
        let [name, class, variants, sentence] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!("not four fields: {line}").into());
        };
        assert!(sentence.ends_with('.'), "{line}");
        let [name, class] = [name, class].map(str::to_owned);
        let one =
            |variant: &str| Bug { name: name.clone(), class: class.clone(), variant: variant.to_owned() };
        bugs.extend(variants.split(',').map(one));
    }
    Ok(bugs)
}

/// What the engine says to these lines, and how it ends.
pub(crate) fn converse(mutant: &Path, options: &[&str], lines: &str) -> Result<Output, Box<dyn Error>> {
    let mut command = Command::new(mutant);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.args(options).spawn()?;
    // The engine may have ended before it has taken all.
    let _ = child.stdin.take().ok_or("no input")?.write_all(lines.as_bytes());
    Ok(child.wait_with_output()?)
}

/// Runs a check on each item, on all cores, and returns all complaints.
pub(crate) fn complaints<T: Send>(
    each: impl IntoIterator<Item = T, IntoIter: Send>,
    judge: impl Fn(T) -> Result<(), Box<dyn Error>> + Sync,
) -> Vec<String> {
    let (each, complaints) = (Mutex::new(each.into_iter()), Mutex::new(Vec::new()));
    let next = || each.lock().ok()?.next();
    thread::scope(|scope| {
        for _ in 0..available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some(one) = next() {
                    if let Err(error) = judge(one)
                        && let Ok(mut complaints) = complaints.lock()
                    {
                        complaints.push(error.to_string());
                    }
                }
            });
        }
    });
    complaints.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
}
