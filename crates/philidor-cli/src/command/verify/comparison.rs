//! The counts of a suite, each taken by every counter that it is not too large for.
//!
//! ```text
//! startpos, depth 3          8,902      avx512 counted   8,902
//!                                       portable plain   8,902
//!                                       chain generator  8,901  ◄── reported with its name
//!                                       …
//! ```

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use philidor_host::ending::INTERRUPTED;
use philidor_host::threads;
use serde::Serialize;

use super::counters::{COUNTED, Counter};
use super::mismatch::Mismatch;
use philidor_program::counting::interruptible::InterruptibleCount;
use philidor_program::counting::progress::{Progress, Unit};
use philidor_program::quantity::Several;
use philidor_program::suite::{self, Entry, NumberedEntries, SuiteLimits, Unreadable};
use philidor_program::terminal::output::Output;

/// A count of the suite.
struct Question {
    line: usize,
    entry: Arc<Entry>,
    depth: u32,
    expected: u128,
}

/// A count that some counters get wrong, as it is written for a program.
#[derive(Debug, Serialize)]
struct Wrong {
    #[serde(skip)]
    question: usize,
    #[serde(flatten)]
    mismatch: Mismatch,
    counters: Vec<String>,
    /// How many counters counted this tree.
    counters_in_all: usize,
}

/// The last line, as it is written for a program.
#[derive(Serialize)]
struct Summary<'a> {
    passed: usize,
    failed: usize,
    counts: usize,
    counters: Vec<&'a str>,
    /// Positions that no counter can hold.
    #[serde(skip_serializing_if = "is_zero")]
    skipped: usize,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// What the threads share.
struct Task {
    counters: Vec<Counter>,
    questions: Vec<Question>,
    /// Each question with a counter for it; the large counts first, so that the threads end together.
    jobs: Vec<(usize, usize)>,
    /// How many of the first jobs are counted one after the other, each by all threads.
    shared: usize,
    next: AtomicUsize,
    answers: Mutex<Answers>,
    progress: Progress,
}

/// What is known: by question, each counter with its count.
#[derive(Default)]
struct Answers {
    counts: BTreeMap<usize, Vec<(usize, u128)>>,
    counted: usize,
    jobs_done: usize,
    closed: bool,
}

/// Counts a suite by all these counters, and reports what differs.
pub(super) fn run(
    lines: NumberedEntries,
    name: &str,
    limits: SuiteLimits,
    threads: usize,
    counters: Vec<Counter>,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    // Only now, so that Ctrl-C still ends the program while standard input is read.
    let run = InterruptibleCount::new()?;
    let (questions, unreadable) = questions(lines, limits);
    let task = Arc::new(Task::new(counters, questions));
    let shared = Arc::clone(&task);
    run.work(move || shared.work_on(threads))?;
    let mut answers = task.answers();
    answers.closed = true;
    task.progress.clear();

    for (line, error) in &unreadable {
        suite::write_unreadable(&Unreadable { line: *line, error }, output)?;
    }
    let mismatches = task.mismatches(&answers);
    mismatches.iter().try_for_each(|mismatch| report(mismatch, output))?;
    let summary = task.summary(&answers, &mismatches, unreadable.len());
    write_summary(&summary, output)?;
    output.writer.flush()?;
    if !summary.interrupted && summary.passed + summary.failed == 0 {
        match summary.skipped {
            0 => anyhow::bail!("{name} has no count within the limits"),
            _ => anyhow::bail!("the generator can hold no position of {name}"),
        }
    }
    Ok(match summary.failed {
        _ if summary.interrupted => ExitCode::from(INTERRUPTED),
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// The counts within the limits, and the lines that cannot be read.
fn questions(lines: NumberedEntries, limits: SuiteLimits) -> (Vec<Question>, Vec<(usize, String)>) {
    let (mut questions, mut unreadable) = (Vec::new(), Vec::new());
    for (line, entry) in lines {
        match entry {
            Err(error) => unreadable.push((line, error)),
            Ok(entry) => {
                let entry = Arc::new(entry);
                let admitted = entry.counts.iter().filter(|&&(depth, leaves)| limits.admit(depth, leaves));
                questions.extend(admitted.map(|&(depth, expected)| Question {
                    line,
                    entry: Arc::clone(&entry),
                    depth,
                    expected,
                }));
            }
        }
    }
    (questions, unreadable)
}

impl Task {
    fn new(counters: Vec<Counter>, questions: Vec<Question>) -> Task {
        let of_counter = |counter: usize| {
            let limit = counters[counter].limit;
            let admitted =
                questions.iter().enumerate().filter(move |(_, question)| question.expected <= limit);
            admitted.map(move |(question, _)| (question, counter))
        };
        let mut jobs: Vec<(usize, usize)> = (0..counters.len()).flat_map(of_counter).collect();
        let is_shared = |&(question, counter): &(usize, usize)| {
            counters[counter].shares && questions[question].expected > COUNTED
        };
        jobs.sort_by_key(|job| std::cmp::Reverse((is_shared(job), questions[job.0].expected)));
        let shared = jobs.iter().filter(|job| is_shared(job)).count();
        let leaves = jobs.iter().map(|&(question, _)| questions[question].expected);
        let length = leaves.fold(0, u128::saturating_add);
        let progress = Progress::new(Unit::Leaves, u64::try_from(length).unwrap_or(u64::MAX), 0);
        let (next, answers) = (AtomicUsize::new(0), Mutex::default());
        Task { counters, questions, jobs, shared, next, answers, progress }
    }

    fn answers(&self) -> MutexGuard<'_, Answers> {
        // A thread that panicked has left whole answers behind.
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work_on(&self, count: usize) {
        for _ in 0..self.shared {
            self.work_on_the_next(count);
        }
        threads::share(count.min(self.jobs.len()), &|| while self.work_on_the_next(1).is_some() {});
    }

    /// Counts for one question by one counter; `None` if none is left, or the reader of answers is gone.
    fn work_on_the_next(&self, threads: usize) -> Option<()> {
        let &(question, counter) = self.jobs.get(self.next.fetch_add(1, Relaxed))?;
        let Question { entry, depth, expected, .. } = &self.questions[question];
        let counted = (self.counters[counter].count)(&entry.position, *depth, threads);
        let mut answers = self.answers();
        if answers.closed {
            return None;
        }
        answers.jobs_done += 1;
        if let Some(counted) = counted {
            answers.counted += 1;
            answers.counts.entry(question).or_default().push((counter, counted));
        }
        drop(answers);
        self.progress.advance(*expected);
        Some(())
    }

    /// What differs from what is expected, in the order of the suite; the counters that agree with each other together.
    fn mismatches(&self, answers: &Answers) -> Vec<Wrong> {
        let mut mismatches = Vec::new();
        for (&question, counts) in &answers.counts {
            let Question { line, entry, depth, expected } = &self.questions[question];
            let mut wrong: BTreeMap<u128, Vec<usize>> = BTreeMap::new();
            for &(counter, counted) in counts.iter().filter(|(_, counted)| counted != expected) {
                wrong.entry(counted).or_default().push(counter);
            }
            for (counted, mut counters) in wrong {
                counters.sort_unstable();
                mismatches.push(Wrong {
                    question,
                    mismatch: Mismatch::new(*line, entry, *depth, *expected, counted),
                    counters: counters.iter().map(|&counter| self.counters[counter].name.clone()).collect(),
                    counters_in_all: counts.len(),
                });
            }
        }
        mismatches
    }

    fn summary<'a>(&'a self, answers: &Answers, mismatches: &[Wrong], unreadable: usize) -> Summary<'a> {
        // Not by line and depth: a line may give two counts for one depth.
        let mut wrong: Vec<usize> = mismatches.iter().map(|wrong| wrong.question).collect();
        wrong.dedup();
        let interrupted = answers.jobs_done < self.jobs.len();
        Summary {
            passed: answers.counts.len() - wrong.len(),
            failed: wrong.len() + unreadable,
            counts: answers.counted,
            counters: self.counters.iter().map(|counter| counter.name.as_str()).collect(),
            skipped: if interrupted { 0 } else { self.questions.len() - answers.counts.len() },
            interrupted,
        }
    }
}

fn report(wrong: &Wrong, output: &mut Output<'_>) -> anyhow::Result<()> {
    if output.json {
        return output.write_json(wrong);
    }
    let Wrong { mismatch, counters, counters_in_all, .. } = wrong;
    mismatch.write(output)?;
    if counters.len() == *counters_in_all && counters.len() > 1 {
        writeln!(output.writer, " by all {counters_in_all} counters")?;
    } else {
        writeln!(output.writer, " by {}", counters.join("; "))?;
    }
    Ok(())
}

fn write_summary(summary: &Summary<'_>, output: &mut Output<'_>) -> anyhow::Result<()> {
    if output.json {
        return output.write_json(summary);
    }
    if summary.interrupted {
        writeln!(output.writer, "interrupted")?;
    }
    let Summary { passed, failed, counts, counters, skipped, .. } = summary;
    let label = output.paint.label();
    let (counts, counters) = (Several(*counts as u128, "count"), Several(counters.len() as u128, "counter"));
    writeln!(output.writer, "{label}{counts} by {counters}{label:#}")?;
    let paint = if *failed == 0 { output.paint.good() } else { output.paint.bad() };
    write!(output.writer, "{paint}{passed} passed, {failed} failed{paint:#}")?;
    if *skipped > 0 {
        write!(output.writer, ", {skipped} skipped, which the generator cannot hold")?;
    }
    Ok(writeln!(output.writer)?)
}

#[cfg(test)]
mod tests {
    use super::super::counters;
    use super::*;
    use philidor_program::positions::Door;
    use philidor_program::suite::Suite;
    use philidor_program::terminal::paint::Paint;

    const SUITE: &str =
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;id startpos ;D1 20 ;D2 400 ;D3 8902\n";

    /// What is written when these counters count, and how it ends.
    fn outcome(counters: Vec<Counter>, json: bool) -> String {
        outcome_of(SUITE, counters, json)
    }

    fn outcome_of(suite: &str, counters: Vec<Counter>, json: bool) -> String {
        let (questions, unreadable) =
            questions(Suite::parse(suite.into(), Door::Strict).entries, SuiteLimits::default());
        assert!(unreadable.is_empty());
        let task = Task::new(counters, questions);
        // Where the system has no other thread, this one counts.
        threads::with_at_most(0, || task.work_on(2));
        let mut written = Vec::new();
        let mut output = Output { writer: &mut written, paint: Paint::Plain, json };
        let answers = task.answers();
        let mismatches = task.mismatches(&answers);
        mismatches.iter().try_for_each(|mismatch| report(mismatch, &mut output)).expect("written");
        write_summary(&task.summary(&answers, &mismatches, 0), &mut output).expect("written");
        String::from_utf8(written).expect("text")
    }

    #[test]
    fn a_counter_that_lies_is_named() {
        let liar = |depth_of_lie| {
            Counter::new("liar", 1_000, move |position, depth| {
                Some(philidor::perft::perft(position, depth) + u128::from(depth == depth_of_lie))
            })
        };
        let with = |depth| counters::all().into_iter().chain([liar(depth)]).collect();
        let said = outcome(with(2), false);
        assert!(said.starts_with("line 1: startpos, depth 2: expected 400, counted 401 by liar\n"), "{said}");
        assert!(said.ends_with("\n2 passed, 1 failed\n"), "{said}");
        let said = outcome(with(2), true);
        assert!(said.contains(r#""expected":400,"counted":401,"counters":["liar"],"#), "{said}");
        // Beyond its limit it is not asked.
        assert!(outcome(with(3), false).ends_with("\n3 passed, 0 failed\n"));
    }

    #[test]
    fn a_large_tree_is_counted_by_all_threads() {
        let counter = Counter::on_threads("liar", |_, _, threads| threads as u128);
        let said = outcome_of("startpos ;D1 1 ;D2 20000001\n", vec![counter], false);
        assert!(said.contains("depth 2: expected 20,000,001, counted 2 by liar\n"), "{said}");
        assert!(said.ends_with("\n1 passed, 1 failed\n"), "{said}");
    }

    #[test]
    fn counters_that_agree_on_a_wrong_count_are_named_together() {
        let wrong =
            |name: &str| Counter::new(name, u128::MAX, |_, depth| Some(if depth == 1 { 19 } else { 1 }));
        let said = outcome(vec![wrong("one"), wrong("other")], false);
        assert!(said.contains("depth 1: expected 20, counted 19 by all 2 counters\n"), "{said}");
        let counters = counters::fastest().into_iter().chain(["one", "other"].map(wrong));
        let said = outcome(counters.collect(), false);
        assert!(said.contains("depth 1: expected 20, counted 19 by one; other\n"), "{said}");
    }

    #[test]
    fn two_counts_of_one_depth_in_one_line_fail_one_by_one() {
        let said = outcome_of("startpos ;D1 21 ;D1 22 ;D2 400\n", counters::fastest(), false);
        assert!(
            said.contains("expected 21, counted 20") && said.contains("expected 22, counted 20"),
            "{said}"
        );
        assert!(said.ends_with("\n1 passed, 2 failed\n"), "{said}");
    }
}
