//! An engine: an evaluation, a search on one or many threads (Lazy SMP), and everything else it needs to play.

use std::time::Duration;

use philidor::search_support::Repetitions;
use philidor::{Game, Move, Position};

use crate::bot::Bot;
use crate::bot::clock::Clock;
use crate::bot::control::Control;
use crate::bot::limits::SearchLimits;
use crate::bot::options::{LINES, MAX_LINES, OptionError, UciOption};
use crate::bot::report::{Listener, Report, SearchResult};
use crate::evaluation::Standard;
use crate::evaluation::evaluator::Evaluator;
use crate::instant::Instant;
use crate::mate::MateSearch;
use crate::offered_options::{OfferedOptions, Owner};
use crate::parts::correction::CorrectionHistory;
use crate::parts::endgame_tables::{EndgameTables, MAX_LIMIT};
use crate::parts::histories::Histories;
use crate::parts::ordering::MoveOrdering;
use crate::parts::pruning::Pruning;
use crate::parts::search_parts::SearchParts;
use crate::parts::selective::Selective;
use crate::parts::time_manager::{DefaultTimeManager, TimeBudget, TimeManager};
use crate::parts::transposition_table::{HashTable, TranspositionTable};
use crate::search::{Found, Plan, RootMove, Shared, Task, ThreadData, lazy_smp};
use crate::strength::{MAX_ELO, MIN_ELO, nodes_at};

/// An engine made of parts.
///
/// | part | default | replaced by |
/// |---|---|---|
/// | what a position is worth | [`Net`](crate::evaluation::Net), or without the feature `net` [`Classic`](crate::evaluation::Classic) | [`Engine::new`] with your [`Evaluator`] |
/// | which move comes first | [`Histories`] | [`Engine::with_ordering`] |
/// | which moves are pruned and reduced | [`Selective`] | [`Engine::with_pruning`] |
/// | how long to think | [`DefaultTimeManager`] | [`Engine::with_time_manager`] |
/// | the transposition table | [`HashTable`] | [`Engine::with_table`] |
///
/// Every part is a type parameter, so the compiler inlines them all into one search. Two engines share nothing: each
/// has its own options, memory and threads.
///
/// # Options of parts
///
/// Each part may have options: `options` is their list, which never changes, and `set_option` sets one of them between
/// searches. It gets the name as the list spells it, and only values that the kind allows; it may still refuse one,
/// such as the name of a file that cannot be read. The clones of an evaluation or an ordering in other threads get the
/// option, too.
///
/// The options of the parts follow those of the engine, in the order of the table. An option is not offered if its name
/// is that of an earlier one, begins with `UCI_`, or cannot be written in the protocol; [`Bot::notices`] says so once.
/// When an option of the evaluation, the ordering or the pruning is set, the engine forgets what it has learned.
///
/// ```
/// use philidor::{Game, Position};
/// use philidor_engine::{Bot, Control, Engine, Report, SearchLimits};
///
/// let position: Position = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1".parse()?;
/// let mut engine = Engine::default();
/// let mut depths = Vec::new();
/// let answer = engine.search(
///     &Game::from_position(position),
///     &SearchLimits::new().with_depth(5),
///     &Control::new(),
///     &mut |report: &Report| depths.push(report.depth),
/// );
/// assert_eq!(answer.best.map(|mv| position.to_san(mv).to_string()), Some("Rd8#".into()));
/// assert_eq!(answer.score().and_then(|score| score.mate()), Some(1));
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Debug)]
pub struct Engine<E, O = Histories, P = Selective, T = DefaultTimeManager, H = HashTable> {
    /// One for each thread.
    threads: Vec<ThreadData<E, O>>,
    pruning: P,
    time_manager: T,
    tt: H,
    settings: Settings,
}

#[derive(Clone, Debug)]
struct Settings {
    name: String,
    author: String,
    /// Whether the options of parts that are not offered have been reported.
    has_named_refusals: bool,
    /// Whether what was learned is out of date, because an option has changed since.
    is_stale: bool,
    /// What searches want people to know, until it is reported.
    notices: Vec<String>,
    mebibytes: usize,
    lines: usize,
    overhead: Duration,
    endgame_tables: EndgameTables,
    shows_wdl: bool,
    /// Whether `elo` limits the nodes of a move.
    is_limited: bool,
    elo: u32,
}

const DEFAULT_HASH_MIB: usize = 16;

const MAX_HASH_MIB: usize = 1 << 22;

const MAX_THREADS: usize = 512;

/// The default move overhead: what each move loses on its way to the clock.
const DEFAULT_OVERHEAD: Duration = Duration::from_millis(20);

impl<E: Evaluator> Engine<E> {
    /// An engine with an evaluation, and the defaults for everything else.
    #[must_use]
    pub fn new(evaluator: E) -> Engine<E> {
        let tt = HashTable::new(DEFAULT_HASH_MIB);
        let data = ThreadData {
            evaluator,
            ordering: Histories::default(),
            correction_history: CorrectionHistory::default(),
        };
        Engine {
            threads: vec![data],
            pruning: Selective,
            time_manager: DefaultTimeManager,
            tt: tt.unwrap_or_else(HashTable::empty),
            settings: Settings {
                name: concat!("philidor ", env!("CARGO_PKG_VERSION")).to_owned(),
                author: "the philidor authors".to_owned(),
                has_named_refusals: false,
                is_stale: false,
                notices: Vec::new(),
                mebibytes: DEFAULT_HASH_MIB,
                lines: 1,
                overhead: DEFAULT_OVERHEAD,
                endgame_tables: EndgameTables::default(),
                shows_wdl: false,
                is_limited: false,
                elo: MAX_ELO,
            },
        }
    }
}

impl Default for Engine<Standard> {
    /// The engine that philidor plays with.
    fn default() -> Self {
        Engine::new(Standard::default())
    }
}

impl<E: Evaluator, O: MoveOrdering, P: Pruning, T: TimeManager, H: TranspositionTable> Engine<E, O, P, T, H> {
    /// The same with another ordering.
    #[must_use]
    pub fn with_ordering<N: MoveOrdering>(self, ordering: N) -> Engine<E, N, P, T, H> {
        let Engine { threads, pruning, time_manager, tt, settings } = self;
        let threads = threads.into_iter();
        let threads = threads.map(|data| ThreadData {
            evaluator: data.evaluator,
            ordering: ordering.clone(),
            correction_history: data.correction_history,
        });
        Engine { threads: threads.collect(), pruning, time_manager, tt, settings }
    }

    /// The same with another pruning.
    #[must_use]
    pub fn with_pruning<N: Pruning>(self, pruning: N) -> Engine<E, O, N, T, H> {
        let Engine { threads, time_manager, tt, settings, .. } = self;
        Engine { threads, pruning, time_manager, tt, settings }
    }

    /// The same with another time manager.
    #[must_use]
    pub fn with_time_manager<N: TimeManager>(self, time_manager: N) -> Engine<E, O, P, N, H> {
        let Engine { threads, pruning, tt, settings, .. } = self;
        Engine { threads, pruning, time_manager, tt, settings }
    }

    /// The same with another transposition table; `()` remembers nothing.
    #[must_use]
    pub fn with_table<N: TranspositionTable>(self, tt: N) -> Engine<E, O, P, T, N> {
        let Engine { threads, pruning, time_manager, settings, .. } = self;
        let mut engine = Engine { threads, pruning, time_manager, tt, settings };
        engine.tt.set_threads(engine.threads.len());
        engine
    }

    /// The same with a hash size of this many MiB, if there is enough memory.
    #[must_use]
    pub fn with_hash(mut self, mebibytes: usize) -> Self {
        self.set_hash(mebibytes);
        self
    }

    /// The same on this many threads, but at least one.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.set_threads(threads);
        self
    }

    /// The same with this many best lines, but at least one.
    #[must_use]
    pub fn with_lines(mut self, lines: usize) -> Self {
        self.settings.lines = lines.clamp(1, MAX_LINES);
        self
    }

    /// The same with this move overhead: the time that a move loses on its way to the clock.
    #[must_use]
    pub const fn with_overhead(mut self, overhead: Duration) -> Self {
        self.settings.overhead = overhead;
        self
    }

    /// The same with endgame tables, which know the value of every position with few pieces. Needs the feature
    /// `tables`.
    #[cfg(feature = "tables")]
    #[must_use]
    pub fn with_endgame_tables(mut self, tables: std::sync::Arc<philidor_tables::syzygy::Tables>) -> Self {
        self.settings.endgame_tables.set(Some(tables));
        self
    }

    /// The same with a name of its own, as other programs show it; one line.
    ///
    /// ```
    /// use philidor_engine::evaluation::MaterialBalance;
    /// use philidor_engine::{Bot, Engine};
    /// let engine = Engine::new(MaterialBalance::default()).with_name("Counter 1.0").with_author("A. U. Thor");
    /// assert_eq!((engine.name(), engine.author()), ("Counter 1.0".into(), "A. U. Thor".into()));
    /// ```
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.settings.name = name.into();
        self
    }

    /// The same with another author; one line.
    #[must_use]
    pub fn with_author(mut self, author: impl Into<String>) -> Self {
        self.settings.author = author.into();
        self
    }

    /// The evaluator of the main thread.
    #[must_use]
    pub fn evaluator(&self) -> &E {
        &self.threads[0].evaluator
    }

    /// Changes the evaluator of the main thread and gives all others a clone of it. Then the engine forgets what it has
    /// learned, since that was with another evaluation.
    pub fn change_evaluator<R>(&mut self, change: impl FnOnce(&mut E) -> R) -> R {
        let result = change(&mut self.threads[0].evaluator);
        self.share(|from, to| to.evaluator = from.evaluator.clone());
        result
    }

    /// The ordering of the main thread.
    #[must_use]
    pub fn ordering(&self) -> &O {
        &self.threads[0].ordering
    }

    /// Changes the ordering of the main thread, as [`Engine::change_evaluator`] changes its evaluator.
    pub fn change_ordering<R>(&mut self, change: impl FnOnce(&mut O) -> R) -> R {
        let result = change(&mut self.threads[0].ordering);
        self.share(|from, to| to.ordering = from.ordering.clone());
        result
    }

    /// The pruning.
    #[must_use]
    pub const fn pruning(&self) -> &P {
        &self.pruning
    }

    /// The pruning, to change it. The table still has values that were found with the old one: [`Engine::clear`]
    /// forgets them.
    #[must_use]
    pub const fn pruning_mut(&mut self) -> &mut P {
        &mut self.pruning
    }

    /// The time manager.
    #[must_use]
    pub const fn time_manager(&self) -> &T {
        &self.time_manager
    }

    /// The time manager, to change it.
    #[must_use]
    pub const fn time_manager_mut(&mut self) -> &mut T {
        &mut self.time_manager
    }

    /// The transposition table.
    #[must_use]
    pub const fn table(&self) -> &H {
        &self.tt
    }

    /// The transposition table, to change it.
    #[must_use]
    pub const fn table_mut(&mut self) -> &mut H {
        &mut self.tt
    }

    /// Shares a part of the main thread with the others, and forgets everything.
    fn share(&mut self, share: impl Fn(&ThreadData<E, O>, &mut ThreadData<E, O>)) {
        if let Some((first, others)) = self.threads.split_first_mut() {
            others.iter_mut().for_each(|other| share(first, other));
        }
        self.settings.is_stale = true;
    }

    /// Forgets everything, so that the next search is the same as with a new engine.
    pub fn clear(&mut self) {
        self.settings.is_stale = false;
        self.tt.clear();
        for data in &mut self.threads {
            data.ordering.clear();
            data.correction_history.clear();
        }
    }

    /// All options: those of the engine, and then those of the parts.
    fn offered_options(&self) -> OfferedOptions {
        let mut offered = OfferedOptions::default();
        let main = &self.threads[0];
        offered.add(Owner::Engine, own_options());
        offered.add(Owner::Evaluator, main.evaluator.options());
        offered.add(Owner::Ordering, main.ordering.options());
        offered.add(Owner::Pruning, self.pruning.options());
        offered.add(Owner::TimeManager, self.time_manager.options());
        offered.add(Owner::Table, self.tt.options());
        offered
    }

    /// Sets an option of the engine itself.
    fn set_own_option(&mut self, option: UciOption, value: String) -> Result<(), OptionError> {
        let number = value.parse::<usize>().unwrap_or_default();
        match option.name.as_str() {
            "Hash" if !self.set_hash(number) => {
                let expected = "at most what there is memory for".to_owned();
                return Err(OptionError::Value { name: option.name, text: value, expected });
            }
            "Threads" => self.set_threads(number),
            LINES => self.settings.lines = number,
            "Move Overhead" => self.settings.overhead = Duration::from_millis(number as u64),
            "UCI_ShowWDL" => self.settings.shows_wdl = value == "true",
            "UCI_LimitStrength" => self.settings.is_limited = value == "true",
            "UCI_Elo" => self.settings.elo = number as u32,
            "Clear Hash" => self.clear(),
            "SyzygyProbeLimit" => self.settings.endgame_tables.limit = number,
            #[cfg(feature = "tables")]
            "SyzygyPath" | "SyzygyUnpack" => {
                let tables = &mut self.settings.endgame_tables;
                let is_path = option.name == "SyzygyPath";
                let set =
                    if is_path { tables.set_path(&value) } else { tables.set_unpacking(value == "true") };
                if let Err(reason) = set {
                    return Err(OptionError::Unusable { name: option.name, text: value, reason });
                }
            }
            // Pondering and analysis make no difference to this search.
            _ => {}
        }
        Ok(())
    }

    fn set_hash(&mut self, mebibytes: usize) -> bool {
        let mebibytes = mebibytes.min(MAX_HASH_MIB);
        let fits = self.tt.resize(mebibytes);
        if fits {
            self.settings.mebibytes = mebibytes;
        }
        fits
    }

    fn set_threads(&mut self, threads: usize) {
        let first = self.threads[0].clone();
        self.threads.resize(threads.clamp(1, MAX_THREADS), first);
        self.tt.set_threads(self.threads.len());
    }

    /// How many threads search. Where the strength is limited, others would search as many nodes again.
    fn active_threads(&self) -> usize {
        if self.settings.is_limited { 1 } else { self.threads.len() }
    }

    /// Sets the limits of this move, by the clock and what the caller asks for.
    fn plan(
        &mut self,
        limits: &SearchLimits,
        position: &Position,
        shared: &mut Shared<'_>,
    ) -> Option<TimeBudget> {
        let overhead = self.settings.overhead;
        let clock = limits.clock.unwrap_or_default();
        let budget = self.time_manager.begin(&clock, position.side_to_move(), overhead);
        let time = limits.time.map(|time| time.saturating_sub(overhead.min(time / 2)));
        shared.hard = [time, budget.map(|budget| budget.hard)].into_iter().flatten().min();
        let most = self.settings.is_limited.then(|| nodes_at(self.settings.elo));
        shared.limit_nodes([limits.nodes, most].into_iter().flatten().min());
        shared.ponders = limits.ponder;
        shared.shows_wdl = self.settings.shows_wdl;
        budget
    }

    /// Searches on all threads, as in Lazy SMP. Returns the report of the thread that got the furthest.
    fn search_on_threads(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        mut shared: Shared<'_>,
        listener: &mut dyn Listener,
        root_moves: Vec<RootMove>,
    ) -> Option<Report> {
        if self.settings.is_stale {
            self.clear();
        }
        let position = *game.position();
        let active = self.active_threads();
        let budget = self.plan(limits, &position, &mut shared);
        self.tt.age();
        let Engine { threads, pruning, time_manager, tt, settings } = self;
        let repetitions = Repetitions::from_game(game);
        let task = Task::<SearchParts<E, O, P, H>> {
            position,
            repetitions,
            root_moves,
            pruning,
            tt,
            endgame_tables: &settings.endgame_tables,
            shared: &shared,
        };
        let mate_search = limits.mate.map(|moves| MateSearch::new(moves, game));
        let plan = Plan {
            depth: limits.depth,
            soft_nodes: limits.soft_nodes,
            lines: settings.lines,
            mate_search,
            budget,
            time_manager,
            listener,
        };
        let Found { report, notices } = lazy_smp::search(&mut threads[..active], &task, plan);
        for notice in notices {
            if !settings.notices.contains(&notice) {
                settings.notices.push(notice);
            }
        }
        report
    }

    /// The move to ponder on: the second of the principal variation, or the hash move after the first if it ends there.
    fn expected(&self, position: &Position, line: &[Move]) -> Option<Move> {
        let after = position.after(*line.first()?);
        let of_tt = || self.tt.get(after.key()).and_then(|entry| entry.mv);
        line.get(1).copied().or_else(|| of_tt().and_then(|digest| after.decode(digest)))
    }
}

/// The options of the engine itself.
fn own_options() -> Vec<UciOption> {
    let mut options = vec![
        UciOption::spin("Hash", DEFAULT_HASH_MIB as i64, 0, MAX_HASH_MIB as i64),
        UciOption::spin("Threads", 1, 1, MAX_THREADS as i64),
        UciOption::spin(LINES, 1, 1, MAX_LINES as i64),
        UciOption::spin("Move Overhead", DEFAULT_OVERHEAD.as_millis() as i64, 0, 10_000),
        UciOption::check("Ponder", false),
        UciOption::check("UCI_AnalyseMode", false),
        UciOption::check("UCI_ShowWDL", false),
        UciOption::check("UCI_LimitStrength", false),
        UciOption::spin("UCI_Elo", MAX_ELO.into(), MIN_ELO.into(), MAX_ELO.into()),
        UciOption::button("Clear Hash"),
    ];
    if cfg!(feature = "tables") {
        options.push(UciOption::text("SyzygyPath", ""));
        options.push(UciOption::spin("SyzygyProbeLimit", MAX_LIMIT as i64, 0, MAX_LIMIT as i64));
        options.push(UciOption::check("SyzygyUnpack", false));
    }
    options
}

impl<E, O, P, T, H> Bot for Engine<E, O, P, T, H>
where
    E: Evaluator,
    O: MoveOrdering,
    P: Pruning,
    T: TimeManager,
    H: TranspositionTable,
{
    fn think(&mut self, game: &Game, clock: &Clock) -> Move {
        let limits = SearchLimits::new().with_clock(*clock);
        let answer = self.search(game, &limits, &Control::new(), &mut |_: &Report| {});
        answer.best.unwrap_or(Move::invalid())
    }

    fn name(&self) -> String {
        self.settings.name.clone()
    }

    fn author(&self) -> String {
        self.settings.author.clone()
    }

    fn new_game(&mut self) {
        self.clear();
    }

    fn options(&self) -> Vec<UciOption> {
        self.offered_options().list.into_iter().map(|(_, option)| option).collect()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let offered = self.offered_options();
        let Some((owner, option)) = offered.find(name).cloned() else {
            return Err(OptionError::Unknown { name: name.to_owned() });
        };
        let value = option.accept(value)?;
        let name = option.name.as_str();
        let main = &mut self.threads[0];
        match owner {
            Owner::Engine => self.set_own_option(option, value)?,
            Owner::Evaluator => {
                main.evaluator.set_option(name, &value)?;
                self.share(|from, to| to.evaluator = from.evaluator.clone());
            }
            Owner::Ordering => {
                main.ordering.set_option(name, &value)?;
                self.share(|from, to| to.ordering = from.ordering.clone());
            }
            Owner::Pruning => {
                self.pruning.set_option(name, &value)?;
                self.settings.is_stale = true;
            }
            Owner::TimeManager => self.time_manager.set_option(name, &value)?,
            Owner::Table => self.tt.set_option(name, &value)?,
        }
        Ok(())
    }

    fn notices(&mut self) -> Vec<String> {
        let mut notices = self.settings.endgame_tables.notices();
        notices.append(&mut self.settings.notices);
        if !self.settings.has_named_refusals {
            self.settings.has_named_refusals = true;
            notices.append(&mut self.offered_options().refusals);
        }
        notices
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &Control,
        listener: &mut dyn Listener,
    ) -> SearchResult {
        // The clock runs from here on, also while tables are read from the disk and memory is cleared.
        let shared = Shared::new(control, Instant::now(), self.active_threads());
        let position = *game.position();
        let mut root_moves: Vec<_> = position.legal_moves().into_iter().map(RootMove::new).collect();
        let ranked = self.settings.endgame_tables.rank_moves(game);
        if !ranked.is_empty() {
            shared.count_endgame_hits(ranked.len() as u64);
            root_moves = ranked.into_iter().map(RootMove::ranked).collect();
        }
        root_moves.retain(|root_move| limits.allows(root_move.mv));
        let any = root_moves.first().map(|root_move| root_move.mv);
        let report = match any {
            Some(_) => self.search_on_threads(game, limits, shared, listener, root_moves),
            None => None,
        };
        if limits.infinite || (limits.ponder && !control.is_ponder_hit()) {
            control.wait();
        }
        let best = report.as_ref().and_then(|report| report.moves.first().copied()).or(any);
        let ponder = report.as_ref().and_then(|report| self.expected(&position, &report.moves));
        SearchResult { best, ponder, report }
    }
}
