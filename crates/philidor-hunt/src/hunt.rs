//! A hunt: an agenda, the terms, and who watches.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use philidor::Strictness;

use super::agenda::Agenda;
use super::interview::Interview;
use super::progress::Progress;
use super::report::Report;
use super::search::search;
use super::suspect::{Failure, Suspect};
use super::terms::Terms;
use super::truth::Truth;

/// Hunts with the built-in suite: every count of up to 100,000 leaves, for a minute at most.
///
/// # Errors
///
/// Those of [`Hunt::run`].
pub fn hunt(suspect: impl Suspect) -> Result<Report, HuntError> {
    Hunt::default().run(suspect)
}

/// A hunt that has not begun.
///
/// ```
/// use std::time::Duration;
///
/// use philidor::{Position, perft::divide};
/// use philidor_hunt::{Agenda, Hunt, dividing, suite::Limits};
///
/// let mut asked = 0;
/// let report = Hunt::new(Agenda::built_in(Limits::to_leaves(30)))
///     .with_time(Duration::from_secs(600))
///     .observed_by(|progress| asked = progress.asked)
///     .run(dividing(|fen, depth| divide(&fen.parse::<Position>().unwrap(), depth)))?;
/// assert!(report.is_clean(), "{report}");
/// assert!(asked > 1_000);
/// # Ok::<(), philidor_hunt::HuntError>(())
/// ```
#[derive(Default)]
pub struct Hunt<'a> {
    agenda: Agenda,
    terms: Terms,
    truth: Truth,
    observer: Option<Box<dyn FnMut(&Progress) + 'a>>,
}

/// Why a suspect could not be hunted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HuntError {
    /// What the suspect is called.
    pub suspect: String,
    /// It could not be started again, or refused all that it was asked.
    pub failure: Failure,
}

impl<'a> Hunt<'a> {
    /// A hunt with these questions, for a minute, with ten seconds for an answer.
    #[must_use]
    pub fn new(agenda: Agenda) -> Hunt<'a> {
        Hunt { agenda, ..Hunt::default() }
    }

    /// How long to hunt. What has been found by then is still verified.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Hunt<'a> {
        self.terms.time = time;
        self
    }

    /// How long one answer may take. Generators in this process cannot be cut short.
    #[must_use]
    pub fn with_answer_time(mut self, time: Duration) -> Hunt<'a> {
        self.terms.answer_time = time;
        self
    }

    /// Which positions may be asked about when examples are made small; by default those that games can reach.
    #[must_use]
    pub fn with_strictness(mut self, strictness: Strictness) -> Hunt<'a> {
        self.terms.strictness = strictness;
        self
    }

    /// A flag that stops the hunt once it is set. The report then has what was found so far. An answer that is being
    /// waited for is waited for still: [`end_programs`](crate::end_programs) ends the programs.
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Hunt<'a> {
        self.terms.stop = stop;
        self
    }

    /// What reports call the limit of the time and the stop, such as `--time` and `Ctrl-C`.
    #[must_use]
    pub fn with_names(mut self, time: &str, stop: &str) -> Hunt<'a> {
        self.terms.time_name = Some(time.to_owned());
        self.terms.stop_name = Some(stop.to_owned());
        self
    }

    /// Calls a function after each question, and before examples are made small.
    #[must_use]
    pub fn observed_by(mut self, observer: impl FnMut(&Progress) + 'a) -> Hunt<'a> {
        self.observer = Some(Box::new(observer));
        self
    }

    /// With another truth than philidor's.
    #[cfg(test)]
    pub(crate) fn with_truth(self, truth: Truth) -> Hunt<'a> {
        Hunt { truth, ..self }
    }

    /// Asks the suspect, follows its wrong answers, and makes a small example of each kind of bug.
    ///
    /// # Errors
    ///
    /// A program could not be started again, or the suspect refused all that it was asked.
    pub fn run(mut self, suspect: impl Suspect) -> Result<Report, HuntError> {
        let began = Instant::now();
        let limits = format!("at most {}{}", self.agenda.limits_in_words(), self.terms.times());
        let mut interview = Interview::new(Box::new(suspect), self.truth, self.terms);
        let mut observe = |progress: &Progress| {
            if let Some(observer) = &mut self.observer {
                observer(progress);
            }
        };
        match search(&mut interview, &self.agenda.items, &mut observe) {
            Ok(outcome) => Ok(Report::new(&interview, outcome, began.elapsed(), limits)),
            Err(failure) => Err(HuntError { suspect: interview.name(), failure }),
        }
    }
}

impl fmt::Debug for Hunt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Hunt { agenda, terms, .. } = self;
        f.debug_struct("Hunt").field("questions", &agenda.len()).field("terms", terms).finish_non_exhaustive()
    }
}

impl fmt::Display for HuntError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.suspect, self.failure)
    }
}

impl std::error::Error for HuntError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        None
    }
}
