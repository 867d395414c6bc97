//! A search as a value: start it in a thread, ask it for reports, stop it, and wait for its result.
//!
//! ```text
//! Running::start(bot, game, limits) ──► reports() … reports() … stop() ──► finish() gives bot and result
//! ```

use std::io;
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;

use philidor::Game;

use super::control::Control;
use super::limits::SearchLimits;
use super::report::{Report, SearchResult};
use crate::bot::player::Bot;
use crate::search_thread::start_search_thread;

/// A bot that searches in a thread of its own. Dropping this stops the search.
///
/// ```
/// use philidor::Game;
/// use philidor_engine::{Running, SearchLimits, standard};
///
/// let running = Running::start(standard(), Game::new(), SearchLimits::new().with_depth(4))?;
/// let (engine, answer) = running.finish().expect("the engine does not panic");
/// assert!(Game::new().position().is_legal(answer.best.expect("a move")));
///
/// // The engine is back, for the next search. This one would take forever.
/// let endless = Running::start(engine, Game::new(), SearchLimits::new())?;
/// let first = endless.next_report().expect("a report");
/// endless.stop();
/// assert!(endless.finish().is_some_and(|(_, answer)| answer.best.is_some()));
/// assert_eq!(first.line, 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Running<B> {
    control: Control,
    reports: Receiver<Report>,
    thread: Option<JoinHandle<(B, SearchResult)>>,
}

impl<B: Bot + 'static> Running<B> {
    /// Starts to search.
    ///
    /// # Errors
    ///
    /// The system does not start a thread.
    pub fn start(mut bot: B, game: Game, limits: SearchLimits) -> io::Result<Running<B>> {
        let control = Control::new();
        let (sender, reports) = channel();
        let theirs = control.clone();
        let thread = start_search_thread(move || {
            // The receiver may be gone.
            let mut listener = |report: &Report| drop(sender.send(report.clone()));
            let answer = bot.search(&game, &limits, &theirs, &mut listener);
            (bot, answer)
        })?;
        Ok(Running { control, reports, thread: Some(thread) })
    }

    /// A control of the search, to stop it from elsewhere.
    #[must_use]
    pub fn control(&self) -> Control {
        self.control.clone()
    }

    /// Stops the search.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// Whether the search has ended.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// The reports that have arrived since the last call, without waiting.
    pub fn reports(&self) -> impl Iterator<Item = Report> {
        self.reports.try_iter()
    }

    /// Waits for the next report; `None` once the search has ended.
    #[must_use]
    pub fn next_report(&self) -> Option<Report> {
        self.reports.recv().ok()
    }

    /// Waits for the result and gives the bot back. `None` if the bot has panicked.
    #[must_use]
    pub fn finish(mut self) -> Option<(B, SearchResult)> {
        self.thread.take()?.join().ok()
    }
}

impl<B> Drop for Running<B> {
    fn drop(&mut self) {
        self.control.stop();
    }
}
