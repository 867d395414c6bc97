//! `philidor tables generate`: tables solved from nothing, and kept in files if that is wished.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use indicatif::ProgressBar;
use philidor::{Color, Position};
use philidor_host::ending::INTERRUPTED;
use philidor_host::{Size, WholeFile, interruption, note, progress};
use philidor_tables::solve::{Census, Measure, Observer, SolveError, SolvedTables, Solver, Table};
use philidor_tables::syzygy::Tables;
use philidor_tables::{Material, Wdl, syzygy};
use serde::Serialize;

use crate::args::{GenerateArgs, MetricName};
use philidor_program::counting::tables::available_memory;
use philidor_program::quantity::{Grouped, Several, Span};
use philidor_program::terminal::output::Output;

/// What is drawn while a table is solved.
const PROGRESS: &str = "{wide_bar} {percent:>3} %  {msg}  {elapsed}";

/// The memory for all tables if the machine has more: 16 GiB.
const USUAL_MEMORY: u64 = 16 << 30;

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// Draws how far a table is, or its file.
struct Bar(ProgressBar);

impl Bar {
    fn begin(&self, message: String, steps: u64) {
        self.0.set_position(0);
        self.0.set_length(steps);
        self.0.set_message(message);
    }
}

impl Observer for Bar {
    fn start(&self, material: Material, measure: Measure, steps: u64) {
        let metric = if measure == Measure::Mate { "dtm" } else { "dtz" };
        self.begin(format!("{material} {metric}"), steps);
    }

    fn start_file(&self, material: Material, metric: syzygy::Metric, steps: u64) {
        self.begin(format!("{material}.{}", metric.extension()), steps);
    }

    fn advance(&self, steps: u64) {
        self.0.inc(steps);
    }
}

/// A material that was solved, as JSON.
#[derive(Serialize)]
struct Report {
    material: String,
    white_to_move: Counts,
    black_to_move: Counts,
    longest_dtz: Option<Longest>,
    longest_dtm: Option<Longest>,
    seconds: f64,
    bytes: u64,
}

/// How many positions have each value.
#[derive(Serialize)]
struct Counts {
    win: u64,
    cursed_win: u64,
    draw: u64,
    blessed_loss: u64,
    loss: u64,
}

/// The position that takes longest.
#[derive(Serialize)]
struct Longest {
    half_moves: u16,
    fen: String,
}

pub(super) fn run(args: &GenerateArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    // An error means that Ctrl-C still ends the program, as without this. A second one always does.
    let _ = interruption::listen(|| {
        if STOP.swap(true, Relaxed) {
            interruption::end_program();
        }
    });
    // Asked once: what is solved takes from what the machine can give.
    let memory = memory(args);
    solver(args, memory).check_all(&SolvedTables::new(), &args.materials).map_err(refused)?;
    if let Some(folder) = &args.out {
        look_at_solved(args, folder)?;
    }
    let unwritten = args.syzygy.as_deref().map_or(Ok(Vec::new()), |folder| unwritten(args, folder))?;
    let mut solved = SolvedTables::new();
    for &material in &args.materials {
        let start = Instant::now();
        match solve(args, memory, material.canonical(), &mut solved) {
            Ok(()) => write(&solved, material, start.elapsed(), output)?,
            Err(error) if matches!(error.downcast_ref(), Some(SolveError::Stopped)) => {
                return Ok(interrupted(args.out.is_some()));
            }
            Err(error) => return Err(error),
        }
    }
    write_syzygy(args, &solved, &unwritten)
}

/// All materials that the arguments lead to.
fn needed(args: &GenerateArgs) -> impl Iterator<Item = Material> {
    args.materials.iter().flat_map(|&material| SolvedTables::new().missing(material, Measure::Zeroing))
}

/// Whether each table is in the folder, as a file, or could be written there.
fn look_at_solved(args: &GenerateArgs, folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    for material in needed(args) {
        let path = path(folder, material);
        if !is_there(&path)? {
            drop(WholeFile::create(&path)?);
        }
    }
    Ok(())
}

/// A Syzygy file that is to be written.
struct Unwritten {
    material: Material,
    metric: syzygy::Metric,
    path: PathBuf,
}

/// The Syzygy files of all materials, and of what they lead to, that are not in the folder. It must be possible to
/// write them, and those that are there are compared with their checksums: before anything is solved, which may take
/// hours.
fn unwritten(args: &GenerateArgs, folder: &Path) -> anyhow::Result<Vec<Unwritten>> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let mut unwritten: Vec<Unwritten> = Vec::new();
    for (material, metric) in
        needed(args).flat_map(|material| syzygy::Metric::ALL.map(|metric| (material, metric)))
    {
        let path = folder.join(format!("{material}.{}", metric.extension()));
        if unwritten.iter().any(|known| known.path == path) {
            continue;
        }
        if path.try_exists().with_context(|| path.display().to_string())? {
            let mut tables = Tables::new().unmapped();
            tables.add_file(&path);
            let verified = tables.verify(&material, metric);
            verified.map_err(|error| anyhow!("{error}; without the file it is written again"))?;
        } else {
            // Dropping it leaves no file behind.
            drop(WholeFile::create(&path)?);
            unwritten.push(Unwritten { material, metric, path });
        }
    }
    Ok(unwritten)
}

/// The exit code after Ctrl-C, with a hint if what was finished is kept.
fn interrupted(is_kept: bool) -> ExitCode {
    if is_kept {
        note("interrupted: the same command resumes");
    }
    ExitCode::from(INTERRUPTED)
}

/// Writes the Syzygy files that are not there.
fn write_syzygy(
    args: &GenerateArgs,
    solved: &SolvedTables,
    unwritten: &[Unwritten],
) -> anyhow::Result<ExitCode> {
    let bar = Bar(progress::bar(Some(0), PROGRESS));
    let mut writer = syzygy::Writer::new().with_stop(&STOP).with_observer(&bar);
    if let Some(threads) = args.threads {
        writer = writer.with_threads(threads.get());
    }
    for &Unwritten { material, metric, ref path } in unwritten {
        // Another program may have written it meanwhile.
        if path.try_exists().with_context(|| path.display().to_string())? {
            continue;
        }
        let bytes = match writer.write(solved, material, metric) {
            Err(SolveError::Stopped) => return Ok(interrupted(true)),
            outcome => outcome?,
        };
        WholeFile::write_bytes(path, &bytes)?;
    }
    bar.0.finish_and_clear();
    Ok(ExitCode::SUCCESS)
}

/// How much memory all tables may take: without an argument at most what the machine can give.
fn memory(args: &GenerateArgs) -> u64 {
    let usual = || available_memory().map_or(USUAL_MEMORY, |Size(bytes)| bytes.min(USUAL_MEMORY));
    args.memory.map_or_else(usual, |Size(bytes)| bytes)
}

/// The solver that the arguments describe.
fn solver<'a>(args: &GenerateArgs, memory: u64) -> Solver<'a> {
    let mut solver = Solver::new().with_memory(memory).with_stop(&STOP);
    if args.metric == MetricName::Dtm {
        solver = solver.with_mate();
    }
    if let Some(threads) = args.threads {
        solver = solver.with_threads(threads.get());
    }
    solver
}

/// Why a material cannot be solved, with the argument that may help.
fn refused(error: SolveError) -> anyhow::Error {
    match error {
        SolveError::Memory { .. } => anyhow!("{error}: see --memory"),
        error => error.into(),
    }
}

/// Solves a material and what it leads to, or reads it.
fn solve(
    args: &GenerateArgs,
    memory: u64,
    material: Material,
    solved: &mut SolvedTables,
) -> anyhow::Result<()> {
    let bar = Bar(progress::bar(Some(0), PROGRESS));
    let solver = solver(args, memory).with_observer(&bar);
    solver.check(solved, material).map_err(refused)?;
    let outcome = solver.missing(solved, material).into_iter().try_for_each(|material| {
        let path = args.out.as_deref().map(|folder| path(folder, material));
        if let Some(table) = path.as_deref().map_or(Ok(None), |path| read(path, material))? {
            solved.insert(table);
        }
        if solver.missing(solved, material).is_empty() {
            return Ok(());
        }
        solve_and_keep(&solver, solved, material, path.as_deref())
    });
    bar.0.finish_and_clear();
    outcome
}

/// Solves a material and keeps its table, even if an interruption leaves it with the distances by one measure alone.
/// The file is begun before, since it may be impossible to write. If another run has kept the table meanwhile, its file
/// has at least one measure, and is replaced only by a table with both.
fn solve_and_keep(
    solver: &Solver<'_>,
    solved: &mut SolvedTables,
    material: Material,
    path: Option<&Path>,
) -> anyhow::Result<()> {
    let file = path.map(WholeFile::create).transpose()?;
    let outcome = solver.solve(solved, material);
    if let (Some(mut file), Some(path), Some(table)) = (file, path, solved.table(material)) {
        table.write_to(&mut file)?;
        if table.has(Measure::Mate) || !is_there(path)? {
            file.finish()?;
        }
    }
    Ok(outcome?)
}

/// The file of a table.
fn path(folder: &Path, material: Material) -> PathBuf {
    folder.join(format!("{material}.solved"))
}

/// The table of a material in a file, if there is the file.
fn read(path: &Path, material: Material) -> anyhow::Result<Option<Table>> {
    let name = || path.display().to_string();
    if !is_there(path)? {
        return Ok(None);
    }
    let file = File::open(path).with_context(name)?;
    let table = Table::read_from(BufReader::new(file))
        .map_err(|error| anyhow!("{}: {:#}; without the file it is solved again", name(), anyhow!(error)))?;
    if table.material() != material {
        bail!("{}: the table is that of {}, not of {material}", path.display(), table.material());
    }
    Ok(Some(table))
}

/// Whether there is a file, which has to be a regular one: opening a pipe would wait for its other end.
fn is_there(path: &Path) -> anyhow::Result<bool> {
    let name = || path.display().to_string();
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error).with_context(name),
        Ok(known) if !known.is_file() => bail!("{}: not a regular file", name()),
        Ok(_) => Ok(true),
    }
}

/// Writes what a table has.
fn write(
    solved: &SolvedTables,
    material: Material,
    time: Duration,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    let Some(table) = solved.table(material) else { return Ok(()) };
    let census = Census::new(table);
    if output.json {
        let [white_to_move, black_to_move] = Color::ALL.map(|side| counts(&census, side));
        output.write_json(&Report {
            material: table.material().to_string(),
            white_to_move,
            black_to_move,
            longest_dtz: census.longest_zeroing.map(longest),
            longest_dtm: census.longest_mate.map(longest),
            seconds: time.as_secs_f64(),
            bytes: table.bytes(),
        })?;
    } else {
        let tables = Several(solved.tables().count() as u128, "table");
        write_words(table, &census, output)?;
        writeln!(output.writer, "{tables} in {}\n", Span(time))?;
    }
    Ok(output.writer.flush()?)
}

fn write_words(table: &Table, census: &Census, output: &mut Output<'_>) -> anyhow::Result<()> {
    let columns = [Wdl::Win, Wdl::CursedWin, Wdl::Draw, Wdl::BlessedLoss, Wdl::Loss];
    let title = format!("{} to move", table.material());
    let cells: String = columns.iter().map(|wdl| format!("{:>15}", wdl.to_string())).collect();
    writeln!(output.writer, "{title:<16}{cells}")?;
    for side in Color::ALL {
        let cells: String = columns
            .iter()
            .map(|&wdl| format!("{:>15}", Grouped(census.count(side, wdl).into()).to_string()))
            .collect();
        writeln!(output.writer, "{:<16}{cells}", side.to_string())?;
    }
    for (name, longest) in [("dtz", census.longest_zeroing), ("dtm", census.longest_mate)] {
        if let Some((plies, position)) = longest {
            writeln!(output.writer, "longest {name}  {plies:>4}  {position}")?;
        }
    }
    Ok(())
}

fn counts(census: &Census, side: Color) -> Counts {
    let count = |wdl| census.count(side, wdl);
    Counts {
        win: count(Wdl::Win),
        cursed_win: count(Wdl::CursedWin),
        draw: count(Wdl::Draw),
        blessed_loss: count(Wdl::BlessedLoss),
        loss: count(Wdl::Loss),
    }
}

fn longest((half_moves, position): (u16, Position)) -> Longest {
    Longest { half_moves, fen: position.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stops when distances to mate are begun.
    struct BeforeMate<'a>(&'a AtomicBool);

    impl Observer for BeforeMate<'_> {
        fn start(&self, _material: Material, measure: Measure, _steps: u64) {
            self.0.store(measure == Measure::Mate, Relaxed);
        }
    }

    #[test]
    fn distances_that_are_finished_are_kept_when_the_others_are_interrupted() {
        let path = std::env::temp_dir().join(format!("philidor-half-{}.solved", std::process::id()));
        let (stop, material) = (AtomicBool::new(false), "KRvK".parse().expect("a material"));
        let observer = BeforeMate(&stop);
        let solver = Solver::new().with_mate().with_stop(&stop).with_observer(&observer);
        let error =
            solve_and_keep(&solver, &mut SolvedTables::new(), material, Some(&path)).expect_err("stopped");
        assert!(matches!(error.downcast_ref(), Some(SolveError::Stopped)));
        let table = read(&path, material).expect("a table").expect("a file");
        assert!(table.has(Measure::Zeroing) && !table.has(Measure::Mate));
        fs::remove_file(path).expect("the file of this test");
    }

    /// Another run, which finishes the table meanwhile.
    struct Other<'a>(&'a [u8], &'a Path);

    impl Observer for Other<'_> {
        fn start(&self, _material: Material, _measure: Measure, _steps: u64) {
            fs::write(self.1, self.0).expect("written");
        }
    }

    #[test]
    fn two_runs_at_once_keep_the_distances_to_mate_whichever_ends_last() {
        let path = std::env::temp_dir().join(format!("philidor-both-{}.solved", std::process::id()));
        let material = "KRvK".parse().expect("a material");
        let table = |solver: Solver<'_>| {
            let (mut solved, mut bytes) = (SolvedTables::new(), Vec::new());
            solver.solve(&mut solved, material).expect("small");
            solved.table(material).expect("solved").write_to(&mut bytes).expect("memory");
            bytes
        };
        let (zeroing, mate) = (Solver::new(), Solver::new().with_mate());
        for (solver, other) in [(zeroing, table(mate)), (mate, table(zeroing))] {
            let other = Other(&other, &path);
            let kept = solve_and_keep(
                &solver.with_observer(&other),
                &mut SolvedTables::new(),
                material,
                Some(&path),
            );
            kept.expect("solved");
            assert!(read(&path, material).expect("a table").expect("a file").has(Measure::Mate));
            fs::remove_file(&path).expect("the file of this test");
        }
    }
}
