//! Analysis for sites and tools: the best lines of a position, with their scores.
//!
//! ```text
//! Game ──► Analyst ──asks──► any Bot ──reports──► Analysis ──► progress, as often as something new is known
//!            limits, lines                            └──────► the result: lines with score, depth, moves
//! ```
//!
//! There is no search in this file: an [`Analyst`] sets up a bot, asks it, and puts its reports in order.

use philidor::{Color, Game, Move, Position};

use crate::bot::Bot;
use crate::bot::control::Control;
use crate::bot::limits::SearchLimits;
use crate::bot::options::{LINES, OptionError, OptionKind};
use crate::bot::report::{Listener, Report};
use crate::bot::score::Score;
use crate::standard::standard;

/// An engine with limits, which analyzes one position after another.
///
/// What it learns about a position helps with the next one, as is best for the positions of one game. Between
/// games, [`Analyst::new_game`] makes it forget.
///
/// ```
/// use philidor::{Color, Game, Position};
/// use philidor_engine::{Analyst, SearchLimits};
///
/// let position: Position = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1".parse()?;
/// let mut analyst = Analyst::new().with_limits(SearchLimits::new().with_depth(5)).with_lines(2);
/// let found = analyst.analyze(&Game::from_position(position));
/// assert_eq!(found.best().map(|mv| position.to_san(mv).to_string()).as_deref(), Some("Rd8#"));
/// assert_eq!(found.score_for(Color::White).and_then(|score| score.mate()), Some(1));
/// assert_eq!(found.lines().len(), 2);
/// assert!(found.lines()[0].score > found.lines()[1].score);
/// # Ok::<(), philidor::PositionError>(())
/// ```
///
/// A [`Control`] ends an analysis early, from any thread, and a closure is called with what is found meanwhile:
///
/// ```
/// use philidor::Game;
/// use philidor_engine::{Analysis, Analyst, Control};
///
/// let control = Control::new();
/// let stop = control.clone();
/// // Without limits it would take forever. A site would call `stop` from elsewhere.
/// let found = Analyst::new().analyze_with(&Game::new(), &control, &mut |so_far: &Analysis| {
///     if so_far.depth() >= 3 {
///         stop.stop();
///     }
/// });
/// assert!(found.depth() >= 3 && found.best().is_some());
/// ```
pub struct Analyst {
    bot: Box<dyn Bot>,
    limits: SearchLimits,
    lines: usize,
}

impl Default for Analyst {
    fn default() -> Analyst {
        Analyst::new()
    }
}

impl std::fmt::Debug for Analyst {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Analyst { bot, limits, lines } = self;
        f.debug_struct("Analyst")
            .field("bot", &bot.name())
            .field("limits", limits)
            .field("lines", lines)
            .finish()
    }
}

impl Analyst {
    /// The engine that philidor plays with, on one thread, without limits.
    #[must_use]
    pub fn new() -> Analyst {
        Analyst::from_bot(standard())
    }

    /// An analyst that asks this bot. A bot that does not search names a move and nothing else.
    #[must_use]
    pub fn from_bot(bot: impl Bot + 'static) -> Analyst {
        Analyst { bot: Box::new(bot), limits: SearchLimits::new(), lines: 1 }
    }

    /// The same with limits, for each position that is analyzed.
    #[must_use]
    pub fn with_limits(self, limits: SearchLimits) -> Analyst {
        Analyst { limits, ..self }
    }

    /// The same with this many lines: the best moves, each with its score. At least one, and fewer where there are
    /// fewer legal moves. A bot without the option `MultiPV` finds one.
    #[must_use]
    pub fn with_lines(mut self, lines: usize) -> Analyst {
        let option = self.bot.options().into_iter().find(|option| option.is_named(LINES));
        if let Some(OptionKind::Spin { max, .. }) = option.map(|option| option.kind) {
            let lines = lines.clamp(1, usize::try_from(max).unwrap_or(1).max(1));
            // A number within the bounds of the option is accepted.
            let _ = self.set_option(LINES, &lines.to_string());
        }
        self
    }

    /// Sets an option of the bot: `Threads`, `Hash`.
    ///
    /// ```
    /// use philidor_engine::Analyst;
    /// let mut analyst = Analyst::new();
    /// analyst.set_option("Threads", "2")?;
    /// let error = analyst.set_option("Threads", "none").expect_err("not a number");
    /// assert_eq!(error.to_string(), "Threads is a number from 1 to 512, not `none`");
    /// # Ok::<(), philidor_engine::OptionError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such option, or it does not accept the value.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.bot.set_option(name, value)?;
        if name.eq_ignore_ascii_case(LINES) {
            self.lines = value.trim().parse().unwrap_or(1);
        }
        Ok(())
    }

    /// What the bot wants people to know ([`Bot::notices`]), such as that a table is damaged.
    pub fn notices(&mut self) -> Vec<String> {
        self.bot.notices()
    }

    /// Forgets what was learned, so that the next analysis is the same as with a new engine.
    pub fn new_game(&mut self) {
        self.bot.new_game();
    }

    /// Analyzes the current position of a game, whose earlier moves count for repetitions. For a position alone,
    /// [`Game::from_position`] makes a game of it.
    pub fn analyze(&mut self, game: &Game) -> Analysis {
        self.analyze_with(game, &Control::new(), &mut |_: &Analysis| {})
    }

    /// The same, but `control` can end it early. `progress` is called whenever something new is known, but not with the
    /// result. The search thread makes the call, and waits for its end.
    pub fn analyze_with(
        &mut self,
        game: &Game,
        control: &Control,
        progress: &mut (dyn FnMut(&Analysis) + Send),
    ) -> Analysis {
        let mut listener = Following { analysis: Analysis::new(*game.position(), self.lines), progress };
        let answer = self.bot.search(game, &self.limits, control, &mut listener);
        let mut analysis = listener.analysis;
        if let Some(report) = &answer.report {
            analysis.add(report);
        }
        analysis.best = answer.best;
        analysis
    }
}

/// Puts together what a bot reports, and passes it on.
struct Following<'a> {
    analysis: Analysis,
    progress: &'a mut (dyn FnMut(&Analysis) + Send),
}

impl Listener for Following<'_> {
    fn report(&mut self, report: &Report) {
        self.analysis.add(report);
        (self.progress)(&self.analysis);
    }

    fn no_mate(&mut self, moves: u32) {
        self.analysis.no_mate = Some(moves);
    }
}

/// The lines found so far for a position. [`Analyst`] fills an analysis by the engine.
///
/// ```
/// use philidor::{Color, Position};
/// use philidor_engine::{Analysis, Report, Score};
///
/// let position = Position::default();
/// let mut analysis = Analysis::new(position, 2); // of a search of your own, for two lines
/// for (san, score) in [("Nf3", 25), ("e4", 30), ("d4", 35)] {
///     let mv = position.parse_san(san)?;
///     analysis.add(&Report::new(Score::centipawns(score), vec![mv]));
/// }
/// assert_eq!(analysis.lines().iter().map(|line| line.san(&position)).collect::<Vec<_>>(), ["d4", "e4"]);
/// assert_eq!(analysis.score_for(Color::Black), Some(Score::centipawns(-35)));
/// # Ok::<(), philidor::SanError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    position: Position,
    max_lines: usize,
    lines: Vec<Report>,
    /// The index of the last report.
    newest: usize,
    best: Option<Move>,
    no_mate: Option<u32>,
}

impl Analysis {
    /// An empty analysis, for at most this many lines, but at least one.
    #[must_use]
    pub const fn new(position: Position, max_lines: usize) -> Analysis {
        let max_lines = if max_lines == 0 { 1 } else { max_lines };
        Analysis { position, max_lines, lines: Vec::new(), newest: 0, best: None, no_mate: None }
    }

    /// Adds a report of a search of the position.
    ///
    /// The report takes the place that it names. If its first move had another place before, the lines in between make
    /// room, so that no move is in two lines and none is lost, even if the search ends between two lines.
    pub fn add(&mut self, report: &Report) {
        let Some(&first) = report.moves.first() else { return };
        self.lines.retain(|line| line.moves.first().is_none_or(|mv| !mv.same_move(first)));
        let place = (report.line.max(1) as usize - 1).min(self.lines.len());
        self.lines.insert(place, report.clone());
        self.lines.truncate(self.max_lines);
        self.newest = place;
        for (line, number) in self.lines.iter_mut().zip(1..) {
            line.line = number;
        }
        self.best = self.lines.first().and_then(|line| line.moves.first().copied());
    }

    /// The position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The lines that were found, the best first. Scores are for the side to move.
    #[must_use]
    pub fn lines(&self) -> &[Report] {
        &self.lines
    }

    /// The line that was reported last; `None` before the first report.
    #[must_use]
    pub fn newest(&self) -> Option<&Report> {
        self.lines.get(self.newest)
    }

    /// The best move; `None` only if there is no legal one, or before the first report.
    #[must_use]
    pub const fn best(&self) -> Option<Move> {
        self.best
    }

    /// The number of moves within which neither side can force mate, if that is proved. Only a search for a mate proves
    /// it, and only for the root moves that it was limited to, if it was.
    ///
    /// ```
    /// use philidor::Game;
    /// use philidor_engine::{Analyst, SearchLimits};
    ///
    /// let found = Analyst::new().with_limits(SearchLimits::new().with_mate(2)).analyze(&Game::new());
    /// assert_eq!(found.no_mate(), Some(2));
    /// ```
    #[must_use]
    pub const fn no_mate(&self) -> Option<u32> {
        self.no_mate
    }

    /// The depth in half-moves to which the best line was searched; 0 if nothing was.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.lines.first().map_or(0, |line| line.depth)
    }

    /// The value for the side to move: that of the best line, or of the end of the game if there is no legal move.
    ///
    /// ```
    /// use philidor::{Game, Position};
    /// use philidor_engine::{Analyst, Score};
    /// let mated: Position = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1".parse()?;
    /// let found = Analyst::new().analyze(&Game::from_position(mated));
    /// assert_eq!((found.score(), found.best()), (Some(Score::mated_in(0)), None));
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        match self.lines.first() {
            Some(line) => Some(line.score),
            None if self.position.has_legal_move() => None,
            None if self.position.is_check() => Some(Score::mated_in(0)),
            None => Some(Score::DRAW),
        }
    }

    /// The value for a color.
    #[must_use]
    pub fn score_for(&self, color: Color) -> Option<Score> {
        let score = self.score()?;
        Some(if color == self.position.side_to_move() { score } else { -score })
    }
}

#[cfg(test)]
mod tests {
    use philidor::Position;

    use super::*;

    fn report(position: &Position, line: u32, depth: u32, mv: &str) -> Report {
        let mv = position.parse_uci(mv).expect("a legal move");
        let mut report = Report::new(Score::centipawns(depth as i32), vec![mv]);
        (report.line, report.depth) = (line, depth);
        report
    }

    /// First moves and depths, the best first.
    fn order(analysis: &Analysis) -> Vec<(String, u32)> {
        let moves = analysis.lines().iter().map(|line| (line.san(analysis.position()), line.depth));
        moves.collect()
    }

    #[test]
    fn a_move_is_in_one_line_and_none_is_lost_when_the_order_changes() {
        let position = Position::default();
        let mut analysis = Analysis::new(position, 3);
        for (line, mv) in [(1, "e2e4"), (2, "d2d4"), (3, "g1f3")] {
            analysis.add(&report(&position, line, 7, mv));
        }
        let line = |mv: &str, depth| (mv.to_owned(), depth);
        assert_eq!(order(&analysis), [line("e4", 7), line("d4", 7), line("Nf3", 7)]);
        // The search ends here: the second move has become the first, and the old first one is the second.
        analysis.add(&report(&position, 1, 8, "d2d4"));
        assert_eq!(order(&analysis), [line("d4", 8), line("e4", 7), line("Nf3", 7)]);
        // Or it continues, with a move that was in no line before.
        analysis.add(&report(&position, 2, 8, "c2c4"));
        assert_eq!(order(&analysis), [line("d4", 8), line("c4", 8), line("e4", 7)]);
        assert_eq!(analysis.newest(), analysis.lines().get(1));
        let numbers: Vec<u32> = analysis.lines().iter().map(|line| line.line).collect();
        assert_eq!(numbers, [1, 2, 3]);
        assert_eq!(analysis.best(), Some(position.parse_uci("d2d4").expect("legal")));
    }
}
