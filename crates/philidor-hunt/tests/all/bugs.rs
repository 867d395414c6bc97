//! The mutant, hunted: bugs of every class are found, named and shown, and nothing else is. All bugs are hunted by
//! `scripts/test-oracles -m long`, and so are known to be bugs.
//!
//! The report is not taken on trust. Its moves are looked up in philidor's own lists, and its commands are given to a
//! mutant that was just started, which must answer as the report says.

use std::collections::HashSet;
use std::error::Error;
use std::path::Path;
use std::process::Output;
use std::time::Duration;

use philidor::perft::perft;
use philidor::{CastlingMode, Position};
use philidor_hunt::program::{LineProtocol, UciProgram};
use philidor_hunt::report::{Conclusion, Finding, Mistake, Report};
use philidor_hunt::suite::{STANDARD, Suite, SuiteError, SuiteLimits};
use philidor_hunt::{Agenda, Class, Hunt};
use philidor_prey::mutant;
use philidor_proof::{drawn, some_of};

use crate::prey::{Outcome, bugs, complaints, converse};

#[derive(Clone, Copy)]
enum Asked {
    /// All positions, to this number of leaves.
    All(u64),
    /// Few positions, with larger trees.
    Standard(u64),
}

/// Bugs that are hunted here, at least one of each class, and what is asked: no more than is needed to find them.
/// `scripts/test-oracles -m long` hunts all bugs, with larger counts.
const SAMPLE: [(Asked, &[&str]); 4] = [
    (
        Asked::All(100),
        &[
            "pin-diagonal-ignored",
            "pin-frozen",
            "check-no-blocks",
            "check-by-pawn-unseen",
            "double-check-one-answered",
            "king-in-shadow",
            "king-takes-protected",
            "en-passant-missing",
            "en-passant-rank-pin",
            "castling-path-rook",
            "castling-through-attack",
            "chess960-rook-shield",
            "promotion-capture-missing",
            "double-push-over-piece",
            "pawn-captures-ahead",
            "knight-wraps",
            "slider-jumps",
            "wrong-side-fen",
            "castling-rook-stays",
            "undo-en-passant",
            "output-capital",
        ],
    ),
    (Asked::All(300), &["right-kept-capture"]),
    (Asked::All(1_000), &["right-kept-king", "en-passant-never-cleared"]),
    (Asked::Standard(10_000), &["undo-rights", "leak-castling", "key-castling"]),
];

impl Asked {
    fn agenda(self) -> Result<Agenda, SuiteError> {
        match self {
            Asked::All(leaves) => Ok(Agenda::built_in(SuiteLimits::up_to_leaves(leaves))),
            Asked::Standard(leaves) => {
                Agenda::from_suite(Suite::read(STANDARD.as_bytes()), SuiteLimits::up_to_leaves(leaves))
            }
        }
    }
}

/// How long the mutant may take for an answer where the test is not about time.
const LIMIT: Duration = Duration::from_secs(10);

fn started(mutant: &Path, options: &[&str], limit: Duration) -> Result<UciProgram, Box<dyn Error>> {
    Ok(UciProgram::start(&words(mutant, options)?, &[], limit)?)
}

fn words(mutant: &Path, options: &[&str]) -> Result<Vec<String>, Box<dyn Error>> {
    let program = mutant.to_str().ok_or("a path that is not UTF-8")?;
    Ok([&[program], options].concat().into_iter().map(str::to_owned).collect())
}

/// The report of a hunt for a mutant with these options.
fn hunted(options: &[&str], agenda: Agenda, limit: Duration) -> Result<Report, Box<dyn Error>> {
    Ok(Hunt::new(agenda).with_answer_time(limit).run(started(&mutant(), options, limit)?)?)
}

fn classes(report: &Report) -> Vec<Class> {
    report.findings.iter().map(|finding| finding.class).collect()
}

/// An answer to `go perft`: the moves listed, and the total.
#[derive(Debug)]
struct LastAnswer {
    moves: Vec<String>,
    total: u128,
}

/// The last answer in what a program said.
fn last_answer(said: &str) -> Result<LastAnswer, Box<dyn Error>> {
    let end = said.rfind("Nodes searched: ").ok_or_else(|| format!("no total: {said}"))?;
    let total = said[end..].lines().next().and_then(|line| line.strip_prefix("Nodes searched: "));
    let total = total.ok_or("no total")?.parse()?;
    let moves = said[..end].trim_end().rsplit("\n\n").next().unwrap_or_default();
    // An earlier answer or an error message may come first.
    let moves = moves.lines().filter_map(|line| Some(line.split_once(": ")?.0.to_owned())).collect();
    Ok(LastAnswer { moves, total })
}

/// What the report says of an example is so: in philidor's lists, and if a new mutant is given the commands.
fn verify(finding: &Finding, mutant: &Path, options: &[&str]) -> Outcome {
    let position: Position = finding.fen.parse()?;
    let mode = if finding.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
    let legal: HashSet<String> =
        position.legal_moves().iter().map(|&mv| position.to_uci_in(mv, mode).to_string()).collect();
    let said = converse(mutant, options, &(finding.repeat.join("\n") + "\nquit\n"))?;
    let Some(expected) = finding.expected else { return verify_refusal(finding, &said) };
    assert_eq!(expected, perft(&position, finding.depth), "{finding:?}");
    let answer = last_answer(std::str::from_utf8(&said.stdout)?)?;
    assert_eq!(finding.counted, Some(answer.total), "{finding:?}\n{answer:?}");
    let is_listed_right =
        answer.moves.len() == legal.len() && answer.moves.iter().all(|mv| legal.contains(mv));
    assert!(answer.total != expected || !is_listed_right, "nothing is wrong: {finding:?}\n{answer:?}");

    for reason in &finding.reasons {
        assert!(!reason.words.is_empty(), "{finding:?}");
        let mv = reason.text.as_str();
        let times = answer.moves.iter().filter(|listed| *listed == mv).count();
        let is_so = match reason.mistake {
            Mistake::Missing => legal.contains(mv) && times == 0,
            Mistake::Invented => !legal.contains(mv) && times > 0,
            Mistake::Repeated => legal.contains(mv) && times > 1,
            Mistake::Odd => !legal.contains(mv) && times > 0,
            Mistake::Counted => true,
            other => return Err(format!("an unknown fault: {other:?}").into()),
        };
        assert!(is_so, "{reason:?}\n{finding:?}\n{answer:?}");
    }
    Ok(())
}

/// A move that is reported as refused is legal, and a new mutant refuses it.
fn verify_refusal(finding: &Finding, said: &Output) -> Outcome {
    let [reason] = finding.reasons.as_slice() else { return Err(format!("{finding:?}").into()) };
    let start = finding.start.as_ref().ok_or("no line")?;
    let mut before: Position = start.parse()?;
    let (last, moves) = finding.line.split_last().ok_or("no move")?;
    for text in moves {
        before.play_unchecked(before.parse_uci(text)?);
    }
    assert!(
        before.parse_uci(last).is_ok() && (reason.mistake, &reason.text) == (Mistake::Refused, last),
        "{finding:?}"
    );
    let said = std::str::from_utf8(&said.stdout)?;
    assert!(
        said.contains("info string not a move") && !said.contains("Nodes searched"),
        "{finding:?}\n{said}"
    );
    Ok(())
}

/// A quick run hunts one bug in eight.
#[test]
fn a_bug_of_every_class_is_found_named_and_shown() -> Outcome {
    let mutant = mutant();
    let mut known = bugs(&mutant)?;
    known.retain(|bug| bug.variant == "chess");
    let class = |name: &str| known.iter().find(|bug| bug.name == name).map(|bug| bug.class.as_str());
    let sample = || SAMPLE.iter().flat_map(|(asked, names)| names.iter().map(move |name| (*asked, *name)));
    let sampled: HashSet<&str> = sample().filter_map(|(_, name)| class(name)).collect();
    assert_eq!(sampled, known.iter().map(|bug| bug.class.as_str()).collect());
    let complaints = complaints(drawn(sample(), 3).collect::<Vec<_>>(), |(asked, name)| {
        let class = class(name).ok_or_else(|| format!("no bug {name}"))?;
        let options = ["--bug", name];
        let report = hunted(&options, asked.agenda()?, LIMIT)?;
        let found = classes(&report);
        if !found.iter().any(|found| found.name() == class) || report.conclusion() != Conclusion::Wrong {
            return Err(format!("{name}: not {class} but {found:?}, {:?}", report.conclusion()).into());
        }
        report.findings.iter().try_for_each(|finding| verify(finding, &mutant, &options))
    });
    assert!(complaints.is_empty(), "{complaints:#?}");
    Ok(())
}

#[test]
fn a_program_without_a_bug_comes_out_clean() -> Outcome {
    let report = hunted(&[], Asked::All(100).agenda()?, LIMIT)?;
    assert_eq!((report.conclusion(), report.wrong, report.not_asked), (Conclusion::Clean, 0, 0), "{report}");
    // At least one question about each position.
    assert!(report.right > 2_100, "{report}");
    Ok(())
}

/// A fast count of ours was wrong here, and a right program was accused.
#[test]
fn a_right_program_is_not_accused_where_philidor_was_wrong_once() -> Outcome {
    let position = "5R2/2Nrb3/7k/6n1/2N5/4q3/K2N2p1/4q3 b - - 4 115".parse()?;
    let limits = SuiteLimits::default().with_depth(4);
    let ten_minutes = Duration::from_secs(600);
    let agenda = Agenda::from_position(&position, limits, ten_minutes);
    let report = Hunt::new(agenda).with_time(ten_minutes).run(started(&mutant(), &[], ten_minutes)?)?;
    assert_eq!((report.conclusion(), report.right, report.wrong), (Conclusion::Clean, 4, 0), "{report}");
    assert!(report.contradictions.is_empty(), "{report}");
    Ok(())
}

#[test]
fn a_program_that_fails_now_and_then_is_started_again_and_the_hunt_continues() -> Outcome {
    let failures = [
        ("crash-at 50", "ended: ", "mutant: asked once too often"),
        ("hang-at 1000", "said nothing for ", ""),
    ];
    let complaints = complaints(failures, |(misbehavior, why, complaint)| {
        let options: Vec<&str> = ["--misbehave"].into_iter().chain(misbehavior.split(' ')).collect();
        // The limit is for the one that hangs; one that is only slow would leave more questions without an answer.
        let report = hunted(&options, Asked::All(100).agenda()?, Duration::from_secs(2))?;
        let is_named =
            report.unanswered.iter().any(|one| one.why.contains(why) && one.why.contains(complaint));
        let is_so = is_named
            && report.conclusion() == Conclusion::Wrong
            && report.restarts >= report.unanswered.len() as u64
            && report.right > 2_000
            && report.given_up.is_none()
            && classes(&report) == [Class::Unanswered];
        if is_so { Ok(()) } else { Err(format!("{misbehavior}: {report}").into()) }
    });
    assert!(complaints.is_empty(), "{complaints:#?}");
    Ok(())
}

#[test]
fn a_program_that_never_answers_is_given_up() -> Outcome {
    let failures = [
        ("garbage", "not an answer: e2e4 -> lots"),
        ("truncated", "not an answer: "),
        ("silent", "said nothing for "),
        ("exit-early", "ended: "),
    ];
    let position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse()?;
    let limits = SuiteLimits::default().with_depth(1);
    let complaints = complaints(failures, |(misbehavior, why)| {
        let agenda = Agenda::from_position(&position, limits, LIMIT);
        let report = hunted(&["--misbehave", misbehavior], agenda, Duration::from_millis(200))?;
        let is_so = !report.unanswered.is_empty()
            && report.unanswered.iter().all(|one| one.why.starts_with(why))
            && classes(&report) == [Class::Unanswered]
            && (report.right, report.conclusion()) == (0, Conclusion::Wrong);
        if is_so { Ok(()) } else { Err(format!("{misbehavior}: {report}").into()) }
    });
    assert!(complaints.is_empty(), "{complaints:#?}");
    let report = hunted(&["--misbehave", "exit-early"], Asked::All(30).agenda()?, LIMIT)?;
    assert!(report.given_up.as_ref().is_some_and(|words| words.contains("questions in a row")), "{report}");
    assert!(report.not_asked > 1_000, "{report}");
    Ok(())
}

#[test]
fn a_crash_has_an_example_that_crashes() -> Outcome {
    let options = ["--misbehave", "crash-on-castling"];
    let report = hunted(&options, Asked::All(100).agenda()?, LIMIT)?;
    assert_eq!(classes(&report), [Class::Unanswered], "{report}");
    let finding = &report.findings[0];
    let position: Position = finding.fen.parse()?;
    assert!(position.legal_moves().iter().any(|mv| mv.castling_side().is_some()), "{finding:?}");
    assert_eq!(position.board().occupied().len(), 3, "two kings and a rook are enough: {finding:?}");
    assert!(!converse(&mutant(), &options, &(finding.repeat.join("\n") + "\n"))?.status.success());
    Ok(())
}

/// A quick run hunts one of the bugs.
#[test]
fn by_lines_the_same_is_found() -> Outcome {
    let mutant = mutant();
    let bugs = [
        ("en-passant-rank-pin", Class::EnPassantPin),
        ("chess960-rook-shield", Class::Chess960Castling),
        ("right-kept-capture", Class::CastlingRookCaptured), // Seen only if moves are given.
    ];
    for &(name, class) in some_of(&bugs, 4) {
        let lines = LineProtocol::start(&words(&mutant, &["--bug", name, "lines"])?, LIMIT)?;
        let report = Hunt::new(Asked::All(300).agenda()?).run(lines)?;
        assert_eq!(classes(&report).first(), Some(&class), "{report}");
    }
    Ok(())
}

#[test]
fn the_page_is_well_formed_and_has_a_board_for_each_finding() -> Outcome {
    let report = hunted(&["--bug", "check-by-pawn-unseen"], Asked::All(100).agenda()?, LIMIT)?;
    let page = report.page().to_string();
    assert!(report.findings.len() >= 2, "{report}");
    assert!(page.starts_with("<!doctype html>\n") && page.trim_end().ends_with("</html>"), "{page}");
    assert_eq!(unbalanced(&page), None);
    for broken in
        [page.replace("</svg>", ""), page.replace("</h1>", "</h2>"), page.replace("\"img\"", "\"img")]
    {
        assert!(unbalanced(&broken).is_some(), "a page that is broken is distinguished from one that is not");
    }
    assert!(
        !page.contains("<script") && !page.contains("src="),
        "nothing runs, and nothing comes from outside"
    );
    assert_eq!(page.matches("<svg ").count(), report.findings.len());
    assert_eq!(page.matches("<rect ").count(), 64 * report.findings.len());
    let mut pieces = 0;
    for finding in &report.findings {
        for text in [finding.class.name(), finding.rule, &finding.fen, &finding.origin] {
            assert!(page.contains(text), "{text}: {finding:?}");
        }
        assert!(finding.repeat.iter().all(|command| page.contains(command)), "{finding:?}");
        pieces += finding.fen.parse::<Position>()?.board().occupied().len();
    }
    assert_eq!(page.matches("class=\"piece ").count(), pieces as usize);
    Ok(())
}

/// The first tag of a page that does not match. Some ends may be left out in HTML, and some elements have none.
fn unbalanced(page: &str) -> Option<String> {
    const WITHOUT_END: [&str; 2] = ["meta", "rect"];
    const END_LEFT_OUT: [&str; 8] = ["p", "li", "dt", "dd", "tr", "th", "td", "tbody"];
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page.strip_prefix("<!doctype html>")?;
    while let Some((_, behind)) = rest.split_once('<') {
        let Some((tag, after)) = behind.split_once('>') else { return Some(behind.to_owned()) };
        rest = after;
        if tag.matches('"').count() % 2 == 1 {
            return Some(tag.to_owned());
        }
        let name = tag.trim_end_matches('/').split_whitespace().next().unwrap_or_default();
        match name.strip_prefix('/') {
            None if WITHOUT_END.contains(&name) => {}
            None => open.push(name),
            Some(name) => {
                while open.last().is_some_and(|last| *last != name && END_LEFT_OUT.contains(last)) {
                    open.pop();
                }
                if open.pop() != Some(name) {
                    return Some(tag.to_owned());
                }
            }
        }
    }
    open.last().map(|last| (*last).to_owned())
}
