//! The engine for variants: options, memory and clock around the search.

use std::time::Duration;

use philidor::Move;
use philidor_variants::{AnyPosition, Playable, VariantGame, VariantMove};

use super::bot::VariantBot;
use super::deepening::Deepening;
use super::ordering::Ordering;
use super::search::Search;
use super::weights::Weights;
use crate::analysis::Analysis;
use crate::bot::control::Control;
use crate::bot::limits::Limits;
use crate::bot::options::{LINES, MAX_LINES, OptionError, UciOption};
use crate::bot::report::{Listener, Report, SearchResult};
use crate::instant::Instant;
use crate::parts::time_manager::{DefaultTimeManager, TimeBudget, TimeManager as _};
use crate::parts::transposition_table::{HashTable, TranspositionTable as _};
use crate::search::Shared;

const DEFAULT_HASH_MIB: usize = 16;

const MAX_HASH_MIB: usize = 1 << 22;

/// What each move loses on its way to the clock.
const DEFAULT_OVERHEAD: Duration = Duration::from_millis(20);

/// An engine that plays every variant, on one thread.
///
/// It has the options `Hash`, `MultiPV`, `Move Overhead` and `Clear Hash`. Others of the [`Engine`](crate::Engine) for
/// chess change nothing here, such as `Threads`, and `UCI_Elo`, whose levels were measured in chess. Its table is made
/// when it is first needed, or when `UCI_Variant` is set, and is gone once that is chess again, so that it costs
/// nothing to those who play chess.
///
/// ```
/// use philidor_engine::variants::{VariantBot, VariantEngine};
/// use philidor_engine::{Control, Limits, Report};
/// use philidor_variants::{AnyPosition, Playable, Variant, VariantGame};
///
/// let position = AnyPosition::from_fen(Variant::KingOfTheHill, "7k/8/8/8/8/2K5/8/8 w - - 0 1")?;
/// let game = VariantGame::new(position);
/// let mut engine = VariantEngine::new();
/// let answer = engine.search(&game, &Limits::new().with_depth(4), &Control::new(), &mut |_: &Report| {});
/// assert_eq!(answer.best.map(|mv| position.san(mv.into())).as_deref(), Some("Kd4#"));
/// assert_eq!(answer.score().and_then(|score| score.mate()), Some(1));
/// # Ok::<(), philidor_variants::VariantError>(())
/// ```
#[derive(Debug)]
pub struct VariantEngine {
    /// Made when it is needed.
    tt: Option<HashTable>,
    mebibytes: usize,
    overhead: Duration,
    lines: usize,
    ordering: Ordering,
    /// The rules of what is remembered: the name of the variant, and how many checks win. Keys do not contain them.
    rules: Option<(&'static str, u8)>,
}

impl Default for VariantEngine {
    fn default() -> VariantEngine {
        VariantEngine::new()
    }
}

impl VariantEngine {
    /// An engine with a hash size of 16 MiB.
    #[must_use]
    pub fn new() -> VariantEngine {
        let ordering = Ordering::default();
        let (mebibytes, overhead) = (DEFAULT_HASH_MIB, DEFAULT_OVERHEAD);
        VariantEngine { tt: None, mebibytes, overhead, lines: 1, ordering, rules: None }
    }

    /// The same with a hash size of this many MiB; without enough memory for that it plays without a table.
    #[must_use]
    pub fn with_hash(self, mebibytes: usize) -> VariantEngine {
        VariantEngine { mebibytes: mebibytes.min(MAX_HASH_MIB), tt: None, ..self }
    }

    /// The same with this many best lines, but at least one.
    #[must_use]
    pub fn with_lines(self, lines: usize) -> VariantEngine {
        VariantEngine { lines: lines.clamp(1, MAX_LINES), ..self }
    }

    /// Forgets everything, so that the next search is the same as with a new engine.
    pub fn clear(&mut self) {
        self.tt.iter_mut().for_each(HashTable::clear);
        self.ordering = Ordering::default();
    }

    /// Replaces an existing table now; one that does not exist is made later. Without enough memory nothing changes.
    fn set_hash(&mut self, mebibytes: usize) -> bool {
        let before = std::mem::replace(&mut self.mebibytes, mebibytes);
        let fits = self.tt.take().is_none() || self.make_tt();
        if !fits {
            self.mebibytes = before;
            self.make_tt();
        }
        fits
    }

    fn make_tt(&mut self) -> bool {
        if self.tt.is_none() {
            self.tt = HashTable::new(self.mebibytes);
        }
        self.tt.is_some()
    }

    /// Searches a game of any rules, including your own, with weights for them. A search by other rules forgets what
    /// was learned.
    ///
    /// ```
    /// use philidor_engine::variants::{VariantEngine, Weights};
    /// use philidor_engine::{Control, Limits, Report};
    /// use philidor_variants::{ManyChecks, Variant, VariantGame, VariantPosition};
    ///
    /// let five_check = VariantGame::new(VariantPosition::<ManyChecks<5>>::default());
    /// let weights = Weights::of(Variant::ThreeCheck);
    /// let limits = Limits::new().with_depth(3);
    /// let mut engine = VariantEngine::new();
    /// let answer = engine.search_rules(&five_check, &weights, &limits, &Control::new(), &mut |_: &Report| {});
    /// assert!(answer.best.is_some());
    /// ```
    pub fn search_rules<P: Playable>(
        &mut self,
        game: &VariantGame<P>,
        weights: &Weights,
        limits: &Limits,
        control: &Control,
        listener: &mut dyn Listener,
    ) -> SearchResult {
        // A drawn game can be asked about all the same, as long as there are moves.
        let moves = game.position().legal_moves().into_iter();
        let moves: Vec<VariantMove> = moves.filter(|mv| limits.allows(mv.word())).collect();
        let any = moves.first().map(|mv| mv.word());
        let report = match any {
            Some(_) => self.search_moves(game, weights, limits, control, listener, &moves),
            None => None,
        };
        if limits.infinite || (limits.ponder && !control.is_ponder_hit()) {
            control.wait();
        }
        let line: &[Move] = report.as_ref().map_or(&[], |report| &report.moves);
        SearchResult { best: line.first().copied().or(any), ponder: line.get(1).copied(), report }
    }

    fn search_moves<P: Playable>(
        &mut self,
        game: &VariantGame<P>,
        weights: &Weights,
        limits: &Limits,
        control: &Control,
        listener: &mut dyn Listener,
        moves: &[VariantMove],
    ) -> Option<Report> {
        let mut shared = Shared::new(control, Instant::now(), 1);
        let position = game.position();
        let rules = Some((position.variant_name(), position.checks_to_win()));
        if self.rules != rules {
            self.clear();
            self.rules = rules;
        }
        let budget = self.plan(limits, position, &mut shared);
        if !self.make_tt() {
            self.tt = Some(HashTable::empty());
        }
        let tt = self.tt.as_mut()?;
        tt.age();
        let mut search = Search::new(weights, tt, &mut self.ordering, &shared, game.keys().collect());
        Deepening::new(&mut search, position, moves, self.lines, limits, budget, listener).run()
    }

    /// Analyzes the current position of a game: the best lines, as many as
    /// [`with_lines`](VariantEngine::with_lines) or the option `MultiPV` asks for, as
    /// [`Analyst::analyze_with`](crate::Analyst::analyze_with) does in chess.
    ///
    /// ```
    /// use philidor_engine::variants::VariantEngine;
    /// use philidor_engine::{Control, Limits};
    /// use philidor_variants::{AnyPosition, Playable, Variant, VariantGame};
    ///
    /// let position = AnyPosition::from_fen(Variant::KingOfTheHill, "7k/8/8/8/8/2K5/8/8 w - - 0 1")?;
    /// let mut engine = VariantEngine::new().with_lines(2);
    /// let (game, limits) = (VariantGame::new(position), Limits::new().with_depth(4));
    /// let found = engine.analyze(&game, &limits, &Control::new(), &mut |_| {});
    /// let best = found.lines().iter().map(|line| (position.san(line.moves[0].into()), line.score.to_string()));
    /// assert_eq!(best.collect::<Vec<_>>()[0], ("Kd4#".to_owned(), "#1".to_owned()));
    /// assert_eq!(found.lines()[1].score.mate(), Some(2));
    /// # Ok::<(), philidor_variants::VariantError>(())
    /// ```
    pub fn analyze(
        &mut self,
        game: &VariantGame,
        limits: &Limits,
        control: &Control,
        progress: &mut (dyn FnMut(&Analysis<AnyPosition>) + Send),
    ) -> Analysis<AnyPosition> {
        Analysis::new(*game.position(), self.lines)
            .following(progress, |listener| self.search(game, limits, control, listener))
    }

    /// Sets the limits of this move, by the clock and what the caller asks for.
    fn plan<P: Playable>(
        &self,
        limits: &Limits,
        position: &P,
        shared: &mut Shared<'_>,
    ) -> Option<TimeBudget> {
        let overhead = self.overhead;
        let clock = limits.clock.unwrap_or_default();
        let budget = DefaultTimeManager.begin(&clock, position.side_to_move(), overhead);
        let time = limits.time.map(|time| time.saturating_sub(overhead.min(time / 2)));
        shared.hard = [time, budget.map(|budget| budget.hard)].into_iter().flatten().min();
        shared.max_nodes = limits.nodes;
        shared.ponders = limits.ponder;
        budget
    }
}

impl VariantBot for VariantEngine {
    fn search(
        &mut self,
        game: &VariantGame<AnyPosition>,
        limits: &Limits,
        control: &Control,
        listener: &mut dyn Listener,
    ) -> SearchResult {
        let weights = Weights::of(game.position().variant());
        self.search_rules(game, &weights, limits, control, listener)
    }

    fn new_game(&mut self) {
        self.make_tt();
        self.clear();
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let options = [
            UciOption::spin("Hash", DEFAULT_HASH_MIB as i64, 0, MAX_HASH_MIB as i64),
            UciOption::spin(LINES, 1, 1, MAX_LINES as i64),
            UciOption::spin("Move Overhead", DEFAULT_OVERHEAD.as_millis() as i64, 0, 10_000),
            UciOption::button("Clear Hash"),
            UciOption::text("UCI_Variant", "chess"),
        ];
        let Some(option) = options.into_iter().find(|option| option.is_named(name)) else {
            return Err(OptionError::Unknown { name: name.to_owned() });
        };
        let value = option.accept(value)?;
        let number = value.parse::<usize>().unwrap_or_default();
        let fits = match option.name.as_str() {
            "Hash" => self.set_hash(number),
            LINES => {
                self.lines = number;
                true
            }
            "Move Overhead" => {
                self.overhead = Duration::from_millis(number as u64);
                true
            }
            "Clear Hash" => {
                self.clear();
                true
            }
            // Chess has another engine, with a table of its own, for which there has to be memory.
            _ if value.eq_ignore_ascii_case("chess") => {
                self.tt = None;
                true
            }
            _ => self.make_tt(),
        };
        let text = if option.name == "Hash" { value } else { self.mebibytes.to_string() };
        let expected = "at most what there is memory for".to_owned();
        let refused = OptionError::Value { name: "Hash".to_owned(), text, expected };
        if fits { Ok(()) } else { Err(refused) }
    }
}
