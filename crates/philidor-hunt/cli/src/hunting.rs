//! `philidor hunt`: what is wrong in another program's move generator.
//!
//! `philidor_hunt` hunts. Here are the arguments, the bar of progress, Ctrl-C, and where the report goes.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use indicatif::ProgressBar;
use philidor::Position;
use philidor_host::ending::INTERRUPTED;
use philidor_host::{Visible, WholeFile, cut, interruption, processes, progress};
use philidor_hunt::program::{LineProtocol, Template, UciProgram};
use philidor_hunt::progress::{Progress, Stage};
use philidor_hunt::report::{Conclusion, Issue, Report, Style, Tint};
use philidor_hunt::{Agenda, Failure, Hunt, HuntedPosition, Suspect, variants};
use philidor_program::positions::{Door, read_by_rules};
use philidor_variants::{AnyPosition, Variant};

use crate::args::{Args, Protocol};
use philidor_program::quantity::Grouped;
use philidor_program::suite::{Suite, SuiteLimits};
use philidor_program::terminal::drawing::{Drawing, Glyphs};
use philidor_program::terminal::output::{Output, WrongUsage};

/// What is advised if a program gives no answer that can be read: whatever was not tried.
const OTHER_WAYS: [&str; 3] = [
    "It can be asked in other ways: with --protocol lines, for which a few lines of code around its
move generator are enough, or with --command, which runs a program for each question.",
    "It can be asked in other ways: by UCI with `go perft`, if it speaks that, without --protocol, or
with --command, which runs a program for each question.",
    "It can be asked in other ways if it keeps running: by UCI with `go perft`, or with
--protocol lines, for which a few lines of code around its move generator are enough.",
];

/// What is longer is cut where a message repeats it.
const SHOWN_LENGTH: usize = 120;

/// What is drawn while the hunt runs.
const PROGRESS: &str = "{wide_bar} {percent:>3} %  {pos} asked  {msg}  {elapsed}";

/// The exit code if philidor's own generators disagree, which is neither a bug of the suspect nor a wrong suite.
const CONTRADICTED: u8 = 3;

pub(crate) fn run(args: &Args, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let questions = questions(args).map_err(WrongUsage)?;
    // Created before the search, so that a file that cannot be written is reported at once.
    let page = args.html.as_deref().map(WholeFile::create).transpose()?;
    let stop = stop_when_interrupted();
    let issue = args.issue.as_deref().map(WholeFile::create).transpose()?;
    args.issue.as_deref().map_or(Ok(()), refuse_foreign)?;
    let report = match hunted(args, questions, Arc::clone(&stop)) {
        // Ctrl-C ends the program, too, and its end is all that the error reports.
        Err(_) if stop.load(Ordering::Relaxed) => return Ok(ExitCode::from(INTERRUPTED)),
        hunted => hunted?,
    };
    if let Some(mut page) = page {
        write!(page, "{}", report.page())?;
        page.finish()?;
    }
    if let Some(file) = issue {
        write_issues(&report, file)?;
    }
    if output.json {
        output.write_json(&report)?;
    } else {
        write_text(&report, Glyphs::from(args.glyphs), output)?;
    }
    Ok(code(report.conclusion()))
}

/// What the answers to the questions show.
fn hunted(args: &Args, questions: Questions, stop: Arc<AtomicBool>) -> anyhow::Result<Report> {
    match questions {
        Questions::OfChess(agenda) => hunt(args, agenda, stop, program(args, &[])?.suspect()),
        Questions::OfVariant(agenda) => {
            let name = args.variant.unwrap_or_default().uci_name().to_owned();
            let program = program(args, &[(variants::OPTION.to_owned(), name)])?;
            hunt(args, agenda, stop, program.suspect())
        }
    }
}

/// Refuses a file for the texts about the bugs that has anything but such texts, or nothing.
fn refuse_foreign(path: &Path) -> anyhow::Result<()> {
    if !fs::metadata(path).is_ok_and(|known| known.is_file() && known.len() > 0) {
        return Ok(());
    }
    let content = fs::read(path).with_context(|| path.display().to_string())?;
    let is_ours = str::from_utf8(&content).is_ok_and(are_issues);
    ensure!(is_ours, "{} exists, and a hunt did not write it", Visible(&path.display().to_string()));
    Ok(())
}

/// What stands between the texts about two bugs.
const BETWEEN: &str = "\n---\n\n";

/// Whether a file is one that a hunt wrote.
fn are_issues(content: &str) -> bool {
    content.split(BETWEEN).all(Issue::is_text)
}

/// Writes the texts about the bugs. If there are none, it writes no file, and after a whole hunt removes that of an
/// earlier one.
fn write_issues(report: &Report, mut file: WholeFile) -> anyhow::Result<()> {
    let issues: Vec<String> = report.issues().map(|issue| issue.to_string()).collect();
    if issues.is_empty() {
        return match report.conclusion() {
            Conclusion::Clean => Ok(file.remove(are_issues)?),
            _ => Ok(()),
        };
    }
    write!(file, "{}", issues.join(BETWEEN))?;
    Ok(file.finish()?)
}

/// The exit code of a hunt.
fn code(conclusion: Conclusion) -> ExitCode {
    match conclusion {
        Conclusion::Clean | Conclusion::Unfinished => ExitCode::SUCCESS,
        Conclusion::Interrupted => ExitCode::from(INTERRUPTED),
        Conclusion::Contradicted => ExitCode::from(CONTRADICTED),
        _ => ExitCode::FAILURE,
    }
}

/// What is asked.
enum Questions {
    OfChess(Agenda),
    OfVariant(Agenda<AnyPosition>),
}

fn questions(args: &Args) -> anyhow::Result<Questions> {
    if let Some(variant) = args.variant {
        return Ok(Questions::OfVariant(variant_agenda(variant, args)?));
    }
    Ok(Questions::OfChess(agenda(args)?))
}

/// The questions by the rules of a variant: at the edges of its rules and in random games, or in one position.
fn variant_agenda(variant: Variant, args: &Args) -> anyhow::Result<Agenda<AnyPosition>> {
    check_options(args)?;
    let is_limited = args.fen.is_none() || args.suite.depth_limit.is_none();
    let most = is_limited.then_some(Agenda::LEAVES);
    let limits = SuiteLimits::default()
        .with_depth(args.suite.depth_limit)
        .with_leaves(args.suite.nodes_limit.or(most));
    let Some(fen) = &args.fen else {
        return Ok(Agenda::from_variant(variant, variants::GAMES, 1, limits));
    };
    let read = |text: &str| AnyPosition::from_fen_with(variant, text, args.door.into());
    let position = read_by_rules(fen, || AnyPosition::start(variant), read)
        .with_context(|| format!("`{}` is not a position of {variant}", Visible(&cut(fen, SHOWN_LENGTH))))?;
    Ok(Agenda::from_variant_position(position, limits))
}

/// Hunts with a bar of progress on standard error, if that is a terminal.
fn hunt<P: HuntedPosition>(
    args: &Args,
    agenda: Agenda<P>,
    stop: Arc<AtomicBool>,
    suspect: Box<dyn Suspect<P>>,
) -> anyhow::Result<Report> {
    let bar = progress::bar(Some(agenda.len() as u64), PROGRESS);
    let [time, answer_time] = [args.time, args.timeout].map(Duration::from_secs_f64);
    let hunt = Hunt::new(agenda)
        .with_time(time)
        .with_answer_time(answer_time)
        .with_strictness(Door::from(args.door).into())
        .with_stop(stop)
        .with_names("--time", "Ctrl-C")
        .with_other_ways(&other_ways(args).replace('\n', " "))
        .observed_by(|progress| show(progress, &bar));
    let report = hunt.run(suspect);
    bar.finish_and_clear();
    report.map_err(|error| advised(args, &error.suspect, &error.failure))
}

/// Other means of asking a program than the one that was chosen.
fn other_ways(args: &Args) -> &'static str {
    match (&args.command, args.protocol) {
        (Some(_), _) => OTHER_WAYS[2],
        (None, Protocol::Lines) => OTHER_WAYS[1],
        (None, Protocol::Uci) => OTHER_WAYS[0],
    }
}

/// Why a program cannot be hunted, and how else it may be asked if it runs.
fn advised(args: &Args, program: &str, failure: &Failure) -> anyhow::Error {
    match failure {
        Failure::NotStarted(_) => anyhow::anyhow!("{program}: {failure}"),
        _ => anyhow::anyhow!("{program}: {failure}\n{}", indented(other_ways(args))),
    }
}

/// Lines below `error: `.
fn indented(text: &str) -> String {
    text.lines().map(|line| format!("       {line}")).collect::<Vec<_>>().join("\n")
}

/// From now on the first Ctrl-C ends the hunt and its programs; the second one ends this process.
fn stop_when_interrupted() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    processes::adopt_orphans();
    // An error means that Ctrl-C still ends this process; the programs run on then.
    let _ = interruption::listen(move || {
        let again = flag.swap(true, Ordering::Relaxed);
        processes::end_programs();
        if again {
            interruption::end_program();
        }
    });
    stop
}

/// How much of the suite is asked. For a single position only the depth is limited, whatever that costs.
fn limits(args: &Args) -> SuiteLimits {
    let most = args.fen.is_none().then_some(Agenda::LEAVES);
    SuiteLimits::default().with_depth(args.suite.depth_limit).with_leaves(args.suite.nodes_limit.or(most))
}

fn check_options(args: &Args) -> anyhow::Result<()> {
    if !args.options.is_empty() && (args.command.is_some() || args.protocol != Protocol::Uci) {
        bail!("only a program that speaks UCI has options to set");
    }
    Ok(())
}

/// The questions.
fn agenda(args: &Args) -> anyhow::Result<Agenda> {
    check_options(args)?;
    let limits = limits(args);
    let agenda = match (&args.fen, &args.suite.file) {
        (Some(text), _) => {
            let position: Position = philidor_program::positions::read_position(text, args.door.into())?;
            Agenda::from_position(&position, limits, Duration::from_secs_f64(args.time) / 4)
        }
        (None, Some(path)) => {
            let mut entries = Vec::new();
            for (line, entry) in Suite::read(path, args.door.into())?.entries {
                let entry = entry.map_err(|error| anyhow::anyhow!("line {line}: {}", Visible(&error)))?;
                entries.push((line, entry));
            }
            Agenda::from_entries(entries, limits)
        }
        (None, None) => Agenda::built_in(limits),
    };
    if agenda.is_empty() {
        bail!("there is no count within the limits");
    }
    Ok(agenda)
}

/// A program that is asked in one of the three ways.
enum Program {
    Uci(UciProgram),
    Lines(LineProtocol),
    Template(Template),
}

impl Program {
    /// The same program as a suspect, of chess or of variants.
    fn suspect<P: HuntedPosition>(self) -> Box<dyn Suspect<P>> {
        match self {
            Program::Uci(program) => Box::new(program),
            Program::Lines(program) => Box::new(program),
            Program::Template(program) => Box::new(program),
        }
    }
}

/// The program, started; if it speaks UCI, with these options before those of the arguments.
fn program(args: &Args, options: &[(String, String)]) -> anyhow::Result<Program> {
    if let Some(template) = &args.command {
        let template = Template::new(template).map_err(|error| WrongUsage(error.into()))?;
        return Ok(Program::Template(template));
    }
    let (program, limit) = (&args.program, Duration::from_secs_f64(args.timeout));
    let options = [options, &args.options].concat();
    let started = match args.protocol {
        Protocol::Uci => UciProgram::start(program, &options, limit).map(Program::Uci),
        Protocol::Lines => LineProtocol::start(program, limit).map(Program::Lines),
    };
    started.map_err(|failure| match failure {
        // The program understood the question, so asking in another way would not help.
        Failure::Unsupported(_) => anyhow::anyhow!("{}: {failure}", program.join(" ")),
        _ => advised(args, &program.join(" "), &failure),
    })
}

fn write_text(report: &Report, glyphs: Glyphs, output: &mut Output<'_>) -> anyhow::Result<()> {
    let paint = output.paint;
    let tint = |style| Tint::new(format!("{style}"), format!("{style:#}"));
    let board = |position: &Position| Drawing::of(position, glyphs, paint).to_string();
    let style = Style::default()
        .with_label(tint(paint.label()))
        .with_good(tint(paint.good()))
        .with_bad(tint(paint.bad()))
        .with_board(&board);
    write!(output.writer, "{}", report.styled(&style))?;
    Ok(output.writer.flush()?)
}

fn show(progress: &Progress, bar: &ProgressBar) {
    bar.set_position(progress.asked as u64);
    bar.set_message(match progress.stage {
        Stage::Shrinking => "making the examples small".to_owned(),
        _ => {
            let [right, wrong] = [progress.right, progress.wrong].map(|count| Grouped(count as u128));
            format!("{right} right, {wrong} wrong")
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_conclusion_has_an_exit_code_of_its_own() {
        let codes = [Conclusion::Clean, Conclusion::Wrong, Conclusion::Contradicted, Conclusion::Interrupted];
        assert_eq!(codes.map(code), [0, 1, 3, 130].map(ExitCode::from));
        assert_eq!(code(Conclusion::Unfinished), ExitCode::SUCCESS, "nothing was found");
    }
}
