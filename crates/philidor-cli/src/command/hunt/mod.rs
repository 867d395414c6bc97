//! `philidor hunt`: what is wrong in another program's move generator.
//!
//! ```text
//! agenda.rs      the questions: counts of a suite, small ones first
//! suspect/       the program, and the ways to ask it
//! interview.rs   the program and everything it was asked
//! truth.rs       what philidor counts itself, and who else has to agree before a program is accused
//! difference.rs  an answer compared with the truth
//! case.rs        a wrong count followed down to where it comes from, and what it takes to see it
//! memory.rs      a tree that is wrong because of a count that is remembered
//! reason.rs      why a move is illegal, or what is special about one that is missing; told.rs reads moves
//! verdict.rs     the rules that a case breaks; class.rs names them
//! shrink.rs      a case made small
//! search.rs      all of this for the whole suite
//! report/        what is told: on the terminal, as JSON, as a page
//! ```

mod agenda;
mod case;
mod class;
mod difference;
mod interview;
mod memory;
mod reason;
mod report;
mod search;
mod shrink;
mod suspect;
mod told;
mod truth;
mod verdict;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::bail;
use philidor::Position;
use philidor::perft::perft;
use philidor_files::WholeFile;
use philidor_files::ending::INTERRUPTED;

use super::suite::{Entry, Limits, Suite};
use super::{Output, WrongUsage};
use crate::args::{HuntArgs, Men, Protocol};
use crate::named;
use crate::quantity::Grouped;
use crate::refusal::Visible;
use agenda::Posed;
use interview::Interview;
use report::Report;
use suspect::Suspect;
use truth::Truth;

/// The most leaves of a question of the suite, if nothing is said.
const LEAVES: u64 = 100_000;

/// How deep a single position is asked if nothing is said.
const DEPTH: u32 = 4;

/// The exit code if philidor's own generators disagree, which is neither a bug of the suspect nor a wrong suite.
const CONTRADICTED: u8 = 3;

/// As deep as a suite can say.
const DEEPEST: u32 = u8::MAX as u32;

pub(super) fn run(args: &HuntArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let limit = Duration::from_secs_f64(args.timeout);
    hunt(args, Truth::default(), || suspect(args, limit), output)
}

/// Hunts a program that is started once all else is known to be right.
fn hunt(
    args: &HuntArgs,
    truth: Truth,
    start: impl FnOnce() -> anyhow::Result<Box<dyn Suspect>>,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let began = Instant::now();
    let limits = limits(args);
    let agenda = agenda(args, limits).map_err(WrongUsage)?;
    // Before the search nothing is found, so that a file that cannot be written is known first.
    let page = args.html.as_deref().map(WholeFile::create).transpose()?;
    let [limit, time] = [args.timeout, args.time].map(Duration::from_secs_f64);
    let mut interview = Interview::new(start()?, truth, limit, time);
    let outcome = search::search(&mut interview, &agenda)
        .map_err(|failure| anyhow::anyhow!("{}: {failure}", interview.name()))?;
    let command = args.command.clone().unwrap_or_else(|| args.program.join(" "));
    let report = Report::new(&interview, outcome, began.elapsed(), command, in_words(limits, args));
    if let Some(mut page) = page {
        report::write_page(&report, &mut page)?;
        page.finish()?;
    }
    if output.json {
        output.write_json(&report)?;
    } else {
        report::write_text(&report, Men::from(args.men), output)?;
    }
    Ok(if report.is_interrupted() {
        ExitCode::from(INTERRUPTED)
    } else if report.is_contradicted() {
        ExitCode::from(CONTRADICTED)
    } else if report.is_clean() && report.is_suite_right() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// How much of the suite is asked. A single position is asked as deep as is said, whatever that costs.
fn limits(args: &HuntArgs) -> Limits {
    let most = args.fen.is_none().then_some(LEAVES);
    Limits { depth: args.suite.depth_limit, leaves: args.suite.nodes_limit.or(most) }
}

/// `at most 100,000 leaves a question, 60 s`
fn in_words(limits: Limits, args: &HuntArgs) -> String {
    let depth = limits.depth.map(|depth| format!("depth {depth}"));
    let leaves = limits.leaves.map(|leaves| format!("{} leaves", Grouped(leaves.into())));
    let asked: Vec<String> = [depth, leaves].into_iter().flatten().collect();
    let asked =
        if asked.is_empty() { String::new() } else { format!("{} a question, ", asked.join(" and ")) };
    format!("at most {asked}{} s, {} s for an answer", args.time, args.timeout)
}

/// The questions.
fn agenda(args: &HuntArgs, limits: Limits) -> anyhow::Result<Vec<agenda::Item>> {
    if !args.options.is_empty() && (args.command.is_some() || args.protocol != Protocol::Uci) {
        bail!("only a program that speaks UCI has options to set");
    }
    let entries = entries(args)?;
    let agenda = agenda::of(&entries, limits);
    if agenda.is_empty() {
        bail!("there is no count within the limits");
    }
    Ok(agenda)
}

/// The positions to ask about.
fn entries(args: &HuntArgs) -> anyhow::Result<Vec<Posed>> {
    if let Some(text) = &args.fen {
        let position = named::position(text)?;
        let depth = args.suite.depth_limit.unwrap_or(DEPTH);
        let counts = counts(&position, depth, Duration::from_secs_f64(args.time));
        let entry = Entry { name: "the position given".to_owned(), position, counts };
        return Ok(vec![Posed { entry, line: None }]);
    }
    let suite = match &args.suite.file {
        Some(path) => Suite::read(path)?,
        None => Suite::of(super::verify::built_in().into_bytes()),
    };
    let mut entries = Vec::new();
    for (line, entry) in suite.entries {
        match entry {
            // The built-in suite is counted by `philidor verify`.
            Ok(entry) => entries.push(Posed { entry, line: args.suite.file.as_ref().map(|_| line) }),
            Err(error) => bail!("line {line}: {}", Visible(&error)),
        }
    }
    Ok(entries)
}

/// The counts of a position, as deep as is asked, unless that takes more than a quarter of the time.
fn counts(position: &Position, depth: u32, time: Duration) -> Vec<(u32, u128)> {
    let began = Instant::now();
    let mut counts: Vec<(u32, u128)> = Vec::new();
    for depth in 1..=depth.min(DEEPEST) {
        let branches = match counts.as_slice() {
            [.., (_, one), (_, two)] => *two as f64 / (*one).max(1) as f64,
            _ => 1.0,
        };
        if began.elapsed().as_secs_f64() * branches > time.as_secs_f64() / 4.0 {
            break;
        }
        let leaves = perft(position, depth);
        counts.push((depth, leaves));
        // Deeper, too.
        if leaves == 0 {
            break;
        }
    }
    counts
}

/// The program, started.
fn suspect(args: &HuntArgs, limit: Duration) -> anyhow::Result<Box<dyn Suspect>> {
    if let Some(template) = &args.command {
        let template =
            suspect::Template::new(template).map_err(|words| WrongUsage(anyhow::Error::msg(words)))?;
        return Ok(Box::new(template));
    }
    let (program, options) = (&args.program, &args.options);
    let started: Result<Box<dyn Suspect>, suspect::Failure> = match args.protocol {
        Protocol::Uci => suspect::Uci::start(program, options, limit).map(|suspect| Box::new(suspect) as _),
        Protocol::Lines => suspect::Lines::start(program, limit).map(|suspect| Box::new(suspect) as _),
    };
    started.map_err(|failure| anyhow::anyhow!("{}: {failure}", program.join(" ")))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use clap::Parser;
    use philidor::Move;
    use philidor::perft::divide;
    use serde_json::Value;

    use super::suspect::fake::Fake;
    use super::*;
    use crate::args::{Args, Command};
    use crate::paint::Paint;

    /// Where the fast count was wrong once.
    const DENSE: &str = "5R2/2Nrb3/7k/6n1/2N5/4q3/K2N2p1/4q3 b - - 4 115";

    /// A fast count that has one leaf too many, in the tree of that depth below its last move.
    fn lying(depth: u32) -> Truth {
        Truth::of(move |position, asked| {
            let mut counts = divide(position, asked);
            if let Some((_, leaves)) = counts.last_mut().filter(|_| asked == depth) {
                *leaves += 1;
            }
            counts
        })
    }

    /// What a hunt with these arguments says, and its exit code.
    fn hunted(arguments: &[&str], truth: Truth, suspect: Fake) -> (String, ExitCode) {
        let words = ["philidor", "hunt"].into_iter().chain(arguments.iter().copied()).chain(["--", "fake"]);
        let args = Args::try_parse_from(words).expect("arguments");
        let Command::Hunt(hunt_args) = &args.command else { panic!("another command") };
        let mut written = Vec::new();
        let mut output = Output { writer: &mut written, paint: Paint::Plain, json: args.json };
        let code = hunt(hunt_args, truth, || Ok(Box::new(suspect)), &mut output).expect("a hunt");
        (String::from_utf8(written).expect("text"), code)
    }

    fn right() -> Fake {
        Fake::without(|_, _| false)
    }

    /// A suite of one line, in a file of its own.
    fn suite(name: &str, line: &str) -> std::path::PathBuf {
        let path = std::env::temp_dir().join(format!("philidor-{}-{name}.epd", std::process::id()));
        fs::write(&path, line).expect("a file can be written");
        path
    }

    #[test]
    fn who_is_right_is_not_accused_because_philidor_is_wrong() {
        // A small tree is recounted at once; a large one when it is all that is left to accuse somebody of.
        for (depth, moderate) in [(1, 1_000_000), (2, 1_000_000), (4, 1_000_000), (1, 0), (2, 0), (4, 0)] {
            let limits = ["--fen", DENSE, "--depth-limit", "4", "--json"];
            let (text, code) = hunted(&limits, lying(depth).recounting(moderate), right());
            let report: Value = serde_json::from_str(&text).expect("JSON");
            assert_eq!(report["findings"].as_array().map(Vec::len), Some(0), "{text}");
            assert_eq!((&report["wrong"], code), (&0.into(), ExitCode::from(3)), "{text}");
            let contradiction = &report["contradictions"][0];
            // A large tree that is not recounted at once is made small before.
            if moderate > 0 {
                assert_eq!((&contradiction["fen"], &contradiction["depth"]), (&DENSE.into(), &depth.into()));
                assert_eq!(
                    (&contradiction["about"], &contradiction["moves"][0]),
                    (&"leaves".into(), &last_move(depth).into())
                );
            }
            let count = |index: usize| contradiction["counts"][index]["count"].as_u64();
            assert!(
                count(0).is_some() && count(0) == count(1).map(|count| count + 1) && count(1) == count(2),
                "{text}"
            );
        }
    }

    fn last_move(depth: u32) -> String {
        let position: Position = DENSE.parse().expect("a position");
        divide(&position, depth).last().map(|(mv, _): &(Move, u128)| mv.notation()).expect("a move")
    }

    #[test]
    fn a_contradiction_is_told_in_words_and_on_the_page() {
        let page = suite("page", "");
        let html = page.to_str().expect("UTF-8");
        let limits = ["--fen", DENSE, "--depth-limit", "2", "--html", html];
        let (text, code) = hunted(&limits, lying(2), right());
        let page_text = fs::read_to_string(&page).expect("a page");
        fs::remove_file(&page).expect("it can be removed");
        assert_eq!(code, ExitCode::from(3));
        for text in [&text, &page_text] {
            for words in [
                "philidor contradicts itself, please tell us",
                DENSE,
                "at depth 2",
                "fast ",
                "chain ",
                "mailbox ",
            ] {
                assert!(text.contains(words), "{words}: {text}");
            }
        }
        assert!(text.starts_with("philidor contradicts itself"), "{text}");
    }

    #[test]
    fn who_is_wrong_elsewhere_is_still_accused() {
        // Only pawns promote wrong, and philidor lies about a tree without any.
        let rooks = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 ;id rooks ;D2 80";
        let file = suite("both", &format!("{rooks}\n8/P6k/8/8/8/8/8/K7 w - - 0 1 ;id pawn ;D1 7\n"));
        let path = file.to_str().expect("UTF-8");
        let no_knights = Fake::without(|_, mv| mv.promotion() == Some(philidor::PieceType::Knight));
        let (text, code) = hunted(&["--suite", path, "--json"], lying(2), no_knights);
        fs::remove_file(&file).expect("it can be removed");
        let report: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(
            (&report["findings"][0]["class"], code),
            (&"promotion".into(), ExitCode::from(3)),
            "{text}"
        );
        assert!(!report["contradictions"].as_array().expect("a list").is_empty(), "{text}");
    }

    #[test]
    fn a_suite_that_is_right_is_not_called_wrong_because_philidor_is() {
        let file = suite(
            "right",
            &format!(
                "{DENSE} ;id dense ;D1 {}\n",
                DENSE.parse::<Position>().expect("a position").legal_moves().len()
            ),
        );
        let path = file.to_str().expect("UTF-8");
        let (text, code) = hunted(&["--suite", path, "--json"], lying(1), right());
        fs::remove_file(&file).expect("it can be removed");
        let report: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(report["suite"].as_array().map(Vec::len), Some(0), "{text}");
        assert_eq!(
            (report["contradictions"].as_array().map(Vec::len), code),
            (Some(1), ExitCode::from(3)),
            "{text}"
        );
    }

    #[test]
    fn a_position_without_moves_is_counted_once_however_deep_is_asked() {
        let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse().expect("a stalemate");
        assert_eq!(counts(&stalemate, u32::MAX, Duration::from_secs(60)), [(1, 0)]);
    }
}
