//! The mutant of variants, hunted: each bug is found and named, and nothing is found where there is none.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use philidor_hunt::program::{Lines, Template, Uci};
use philidor_hunt::report::{Conclusion, Report};
use philidor_hunt::suite::Limits;
use philidor_hunt::variants::{OPTION, VariantHunt, VariantSuspect};
use philidor_hunt::{Class, Failure};
use philidor_variants::{AnyPosition, Playable, Variant};

use crate::prey::{Outcome, complaints, converse};

/// How long the mutant may take for an answer where the test is not about time.
const LIMIT: Duration = Duration::from_secs(10);

/// The engine, built once.
fn mutant() -> Result<PathBuf, Box<dyn Error>> {
    static BUILT: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("prey").join("all");
    let build = || philidor_hunt::mutant::build_for_variants(&folder).map_err(|error| error.to_string());
    Ok(BUILT.get_or_init(build).clone()?)
}

/// A bug as the engine lists it: its name, its class, and a variant in which it shows.
struct Bug {
    name: String,
    class: String,
    variant: Variant,
}

fn bugs(mutant: &Path) -> Result<Vec<Bug>, Box<dyn Error>> {
    let list = String::from_utf8(Command::new(mutant).arg("--list").output()?.stdout)?;
    let mut bugs = Vec::new();
    for line in list.lines() {
        let [name, class, variant, sentence] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!("not four fields: {line}").into());
        };
        assert!(sentence.ends_with('.'), "{line}");
        bugs.push(Bug { name: name.to_owned(), class: class.to_owned(), variant: variant.parse()? });
    }
    Ok(bugs)
}

fn words(mutant: &Path, options: &[&str]) -> Result<Vec<String>, Box<dyn Error>> {
    let program = mutant.to_str().ok_or("a path that is not UTF-8")?;
    Ok([program].iter().chain(options).map(|&word| word.to_owned()).collect())
}

fn uci(mutant: &Path, options: &[&str], variant: Variant) -> Result<Uci, Box<dyn Error>> {
    let chosen = [(OPTION.to_owned(), variant.uci_name().to_owned())];
    Ok(Uci::start(&words(mutant, options)?, &chosen, LIMIT)?)
}

fn hunted(suspect: &mut dyn VariantSuspect, variant: Variant) -> Result<Report, Box<dyn Error>> {
    let hunt = VariantHunt::new(variant).with_limits(Limits::up_to_leaves(3_000)).with_positions(60);
    Ok(hunt.with_time(Duration::from_secs(600)).run(suspect)?)
}

#[test]
fn without_a_bug_nothing_is_found() -> Outcome {
    let mutant = mutant()?;
    let found = complaints(Variant::ALL, |variant| {
        let report = hunted(&mut uci(&mutant, &[], variant)?, variant)?;
        assert!(report.right > 80, "{variant}: {report}");
        if report.is_clean() { Ok(()) } else { Err(format!("{variant}: {report}").into()) }
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

#[test]
fn each_bug_is_found_and_named_and_what_is_reported_is_so() -> Outcome {
    let mutant = mutant()?;
    let bugs = bugs(&mutant)?;
    assert!(bugs.len() >= 36, "{} bugs", bugs.len());
    let wrong = complaints(bugs, |bug| {
        let mut suspect = uci(&mutant, &["--bug", &bug.name], bug.variant)?;
        let report = hunted(&mut suspect, bug.variant)?;
        let first = report.findings.first().ok_or(format!("{}: nothing found", bug.name))?;
        if first.class.name() != bug.class {
            let names: Vec<_> = report.findings.iter().map(|finding| finding.class.name()).collect();
            return Err(format!("{} is {}, and is called {names:?}\n{report}", bug.name, bug.class).into());
        }
        let words =
            first.reasons.iter().any(|reason| reason.class == first.class && !reason.words.is_empty());
        assert!(words, "{}: {report}", bug.name);
        // A mutant just started answers so, and the right count is philidor's.
        let said = converse(&mutant, &["--bug", &bug.name], &first.repeat.join("\n"))?;
        let said = String::from_utf8(said.stdout)?;
        let total = format!("Nodes searched: {}\n", first.counted.ok_or("no count")?);
        assert!(said.contains(&total), "{}: {said}{report}", bug.name);
        let right = AnyPosition::from_fen_with(bug.variant, &first.fen, philidor::Strictness::WellDefined)?;
        assert_eq!(Some(u128::from(right.perft(first.depth))), first.expected, "{}: {report}", bug.name);
        assert!(first.compare.as_ref().is_some_and(|command| command.contains(&first.fen)), "{report}");
        Ok(())
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

#[test]
fn every_class_of_variants_has_a_bug() -> Outcome {
    let bugs = bugs(&mutant()?)?;
    let classes: BTreeSet<&str> = bugs.iter().map(|bug| bug.class.as_str()).collect();
    for class in Class::OF_VARIANTS {
        assert!(classes.contains(class.name()), "no bug of {class}");
    }
    let names: BTreeSet<&str> = bugs.iter().map(|bug| bug.name.as_str()).collect();
    assert_eq!(names.len(), bugs.len());
    Ok(())
}
