//! The mutant, hunted by the rules of variants: each bug is found and named, and nothing is found where there is none.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;
use std::time::Duration;

use philidor::GamePosition;
use philidor_hunt::program::{LineProtocol, Template, UciProgram};
use philidor_hunt::report::{Conclusion, Report};
use philidor_hunt::suite::SuiteLimits;
use philidor_hunt::variants::{GAMES, OPTION};
use philidor_hunt::{Agenda, Answer, Class, Failure, Generator, Hunt, Question, Suspect};
use philidor_prey::mutant;
use philidor_proof::drawn;
use philidor_variants::{AnyPosition, Variant};

use crate::prey::{Bug, Outcome, bugs, complaints, converse};

/// How long the mutant may take for an answer where the test is not about time.
const LIMIT: Duration = Duration::from_secs(10);

fn bugs_of_variants(mutant: &Path) -> Result<Vec<Bug>, Box<dyn Error>> {
    let mut bugs = bugs(mutant)?;
    bugs.retain(|bug| bug.variant != "chess");
    Ok(bugs)
}

fn words(mutant: &Path, options: &[&str]) -> Result<Vec<String>, Box<dyn Error>> {
    let program = mutant.to_str().ok_or("a path that is not UTF-8")?;
    Ok([program].iter().chain(options).map(|&word| word.to_owned()).collect())
}

fn uci(mutant: &Path, options: &[&str], variant: Variant) -> Result<UciProgram, Box<dyn Error>> {
    let chosen = [(OPTION.to_owned(), variant.uci_name().to_owned())];
    Ok(UciProgram::start(&words(mutant, options)?, &chosen, LIMIT)?)
}

fn hunted(suspect: impl Suspect<AnyPosition>, variant: Variant) -> Result<Report, Box<dyn Error>> {
    let agenda = Agenda::from_variant(variant, 60, 1, SuiteLimits::up_to_leaves(3_000));
    Ok(Hunt::new(agenda).with_time(Duration::from_secs(600)).run(suspect)?)
}

#[test]
fn without_a_bug_nothing_is_found() -> Outcome {
    let mutant = mutant();
    let found = complaints(Variant::ALL, |variant| {
        let report = hunted(&mut uci(&mutant, &[], variant)?, variant)?;
        assert!(report.right > 80, "{variant}: {report}");
        if report.is_clean() { Ok(()) } else { Err(format!("{variant}: {report}").into()) }
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

/// A quick run hunts one bug in eight.
#[test]
fn each_bug_is_found_and_named_and_what_is_reported_is_so() -> Outcome {
    let mutant = mutant();
    let bugs = bugs_of_variants(&mutant)?;
    assert!(bugs.len() >= 42, "{} bugs", bugs.len());
    let wrong = complaints(drawn(bugs.into_iter(), 3).collect::<Vec<_>>(), |bug| {
        let variant: Variant = bug.variant.parse()?;
        let mut suspect = uci(&mutant, &["--bug", &bug.name], variant)?;
        let report = hunted(&mut suspect, variant)?;
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
        let right = AnyPosition::from_fen_with(variant, &first.fen, philidor::Strictness::WellDefined)?;
        assert_eq!(Some(u128::from(right.perft(first.depth))), first.expected, "{}: {report}", bug.name);
        let pieces = right.board().occupied().len();
        assert!(pieces <= 12 && first.line.len() <= 2, "{} is not small: {report}", bug.name);
        assert!(first.compare.as_ref().is_some_and(|command| command.contains(&first.fen)), "{report}");
        Ok(())
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

/// The other ways to ask: by lines, and by a command for each question, which gets no moves and may return a total
/// alone.
#[test]
fn programs_are_asked_in_every_way() -> Outcome {
    let mutant = mutant();
    let program = mutant.to_str().ok_or("a path that is not UTF-8")?;
    let named = |suspect: &mut dyn Suspect<AnyPosition>, variant| -> Result<Vec<String>, Box<dyn Error>> {
        let agenda = Agenda::from_variant(variant, 0, 1, SuiteLimits::up_to_leaves(5_000));
        let report = Hunt::new(agenda).run(suspect)?;
        assert!(report.right > 0, "{report}");
        Ok(report.findings.iter().map(|finding| finding.class.to_string()).collect())
    };
    let lines = |bug: &str| {
        let options = ["--bug", bug, "--variant", "3check", "lines"];
        Ok::<_, Box<dyn Error>>(LineProtocol::start(&words(&mutant, &options)?, LIMIT)?)
    };
    assert_eq!(named(&mut lines("fourth-check")?, Variant::ThreeCheck)?, ["third-check"]);
    assert_eq!(named(&mut lines("double-check-twice")?, Variant::ThreeCheck)?, ["check-count"]);
    let template = |bug: &str, verb: &str| {
        let text = format!("'{program}' --bug {bug} --variant {{variant}} {verb} {{fen}} {{depth}}");
        Template::new(&text)
    };
    assert_eq!(named(&mut template("promoted-stays", "divide")?, Variant::Crazyhouse)?, ["pocket-promoted"]);
    assert_eq!(named(&mut template("capturer-stays", "divide")?, Variant::Atomic)?[0], "explosion");
    assert_eq!(named(&mut template("drop-pawn-anywhere", "count")?, Variant::Crazyhouse)?, ["count"]);
    Ok(())
}

#[test]
fn a_program_that_does_not_know_the_variant_is_not_asked() -> Outcome {
    let mutant = mutant();
    let started = |value: &str| {
        let chosen = [(OPTION.to_owned(), value.to_owned())];
        Ok::<_, Box<dyn Error>>(UciProgram::start(&words(&mutant, &[])?, &chosen, LIMIT).err())
    };
    assert_eq!(started("atomic")?, None);
    let refused = Failure::Unsupported("the engine's option UCI_Variant has no value xiangqi".to_owned());
    assert_eq!(started("xiangqi")?, Some(refused));
    Ok(())
}

#[test]
fn a_program_that_plays_chess_instead_is_doubted_or_named() -> Outcome {
    let mutant = mutant();
    let mut chess = uci(&mutant, &[], Variant::Chess)?;
    let agenda = Agenda::from_variant(Variant::RacingKings, 0, 1, SuiteLimits::up_to_leaves(500));
    let report = Hunt::new(agenda).run(&mut chess)?;
    assert_eq!(report.conclusion(), Conclusion::Wrong, "{report}");
    let classes: Vec<Class> = report.findings.iter().map(|finding| finding.class).collect();
    assert!(classes.contains(&Class::GivesCheck) && classes.contains(&Class::Goal), "{report}");
    Ok(())
}

/// What is written of a finding: text, JSON, a page and a text for the authors.
#[test]
fn a_report_names_the_variant_everywhere() -> Outcome {
    let mutant = mutant();
    let mut suspect = uci(&mutant, &["--bug", "drop-pawn-anywhere"], Variant::Crazyhouse)?;
    let agenda = Agenda::from_variant(Variant::Crazyhouse, 0, 1, SuiteLimits::up_to_leaves(200));
    let report = Hunt::new(agenda).run(&mut suspect)?;
    let compare = "philidor perft 1 --variant crazyhouse --fen '4k3/8/8/8/8/8/8/4K3[P] w - - 0 1' --divide";
    let texts = [
        report.to_string(),
        report.page().to_string().replace("&#39;", "'"),
        report.issues().next().ok_or("no issue")?.to_string(),
        serde_json::to_string(&report)?,
    ];
    for text in texts {
        for words in [compare, "setoption name UCI_Variant value crazyhouse", "a pawn cannot stand on"] {
            assert!(text.contains(words), "{words}: {text}");
        }
    }
    Ok(())
}

#[test]
fn every_class_of_variants_has_a_bug() -> Outcome {
    let bugs = bugs_of_variants(&mutant())?;
    let classes: BTreeSet<&str> = bugs.iter().map(|bug| bug.class.as_str()).collect();
    for class in Class::OF_VARIANTS {
        assert!(classes.contains(class.name()), "no bug of {class}");
    }
    let names: BTreeSet<&str> = bugs.iter().map(|bug| bug.name.as_str()).collect();
    assert_eq!(names.len(), bugs.len());
    Ok(())
}

/// Where a king of atomic is missing the game is over, which says nothing about a program that crashes.
#[test]
fn examples_stay_positions_in_which_the_game_is_not_over() -> Outcome {
    let crashing = |_: &Question<AnyPosition>| Err::<Answer, _>(Failure::Garbage("moo".to_owned()));
    let agenda = Agenda::from_variant(Variant::Atomic, GAMES, 1, SuiteLimits::up_to_leaves(100));
    let report = Hunt::new(agenda).run(Generator::new(crashing).with_chess960())?;
    let [finding] = report.findings.as_slice() else { return Err(report.to_string().into()) };
    assert_eq!((finding.class, finding.expected), (Class::Unanswered, None), "{report}");
    assert!(report.given_up.is_some() && finding.fen.contains('K') && finding.fen.contains('k'), "{report}");
    Ok(())
}
