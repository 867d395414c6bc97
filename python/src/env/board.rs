//! One board of an environment: the game in progress, its legal moves by number, and what the caller's arrays show of
//! it.
//!
//! ```text
//!  actions ──► choice ──► play ──► (opponent) ──► end? ──► reset ──► show
//!              a place in the list of legal moves            only what has changed is written
//! ```
//!
//! The list of legal moves is made once for each position: it says what an action means, and what to clear in the mask.

use philidor::{Color, Game, Move, Outcome, Win};
use philidor_engine::Random;

use super::rows::Row;
use super::rules::{self, Autoreset, Rules, TRUNCATION};
use crate::encoding::{MOMENTS, Moment, Pixel, Sheet};

/// What an action means on a board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choice {
    /// The legal move at a place of the list.
    Move(usize),
    /// No legal move.
    Illegal,
    /// The game is over: whatever the action, the next one begins.
    Ignored,
    /// The game is over, and the caller has not reset it.
    Over,
}

/// What a board continues from.
pub(crate) struct State {
    pub(crate) game: Game,
    /// The caller's side, if there is an opponent.
    pub(crate) side: Color,
    /// The seed of the random numbers that are still to come.
    pub(crate) random: u64,
}

/// A game, and what is shown of it.
pub(crate) struct Board {
    pub(crate) game: Game,
    random: Random,
    /// The caller's side, if there is an opponent.
    side: Color,
    is_over: bool,
    /// The legal moves, and the number of each.
    moves: Vec<Move>,
    numbers: Vec<u16>,
    /// The last positions, in a ring buffer.
    moments: [Moment; MOMENTS],
    newest: usize,
    shown: Sheet,
}

impl Board {
    /// A board whose game is over: it has to be seeded, and reset before it is used.
    pub(crate) fn new() -> Board {
        let mut game = Game::new();
        game.end(Outcome::Abandoned);
        Board {
            game,
            random: Random::new(0),
            side: Color::White,
            is_over: true,
            moves: Vec::new(),
            numbers: Vec::new(),
            moments: [Moment::NOTHING; MOMENTS],
            newest: 0,
            shown: Sheet::EMPTY,
        }
    }

    /// Begins with the random numbers of a seed; boards of one environment have the same seed and different numbers.
    /// The two are not interchangeable: board 1 with seed 2 is not board 2 with seed 1.
    pub(crate) fn seed(&mut self, seed: u64, number: usize) {
        let mixed = Random::new(seed).next_number();
        self.random = Random::new(Random::seed_of(mixed, number as u64));
    }

    /// What it continues from.
    pub(crate) fn state(&self) -> State {
        State { game: self.game.clone(), side: self.side, random: self.random.state() }
    }

    /// Continues from a state, and shows it. Only the last `MOMENTS` moves of its game are looked at, since planes show
    /// no more.
    pub(crate) fn restore<N: Pixel>(&mut self, rules: &Rules, state: &State, mut row: Row<'_, N>) {
        self.clear(&mut row);
        self.begin(rules, *state.game.start());
        let moves = state.game.moves();
        let first = moves.len().saturating_sub(MOMENTS);
        for (ply, mv) in moves.enumerate() {
            self.game.play_digest(mv.digest());
            if ply >= first {
                self.look(rules);
            }
        }
        self.game = state.game.clone();
        self.is_over = rules.outcome(&self.game).is_some();
        (self.side, self.random) = (state.side, Random::new(state.random));
        self.show(rules, &mut row);
    }

    /// The number of a random legal move; 0 if there is none.
    pub(crate) fn sample(&mut self) -> u16 {
        if self.is_over || self.numbers.is_empty() {
            return 0;
        }
        let place = self.random.below(self.numbers.len());
        self.numbers[place]
    }

    /// The numbers of the legal moves; none if the game is over.
    pub(crate) fn numbers(&self) -> &[u16] {
        if self.is_over { &[] } else { &self.numbers }
    }

    /// What an action means here.
    pub(crate) fn choice(&self, rules: &Rules, action: i64) -> Choice {
        if self.is_over {
            return if rules.autoreset == Autoreset::NextStep { Choice::Ignored } else { Choice::Over };
        }
        let is_it = |&number: &u16| i64::from(number) == action;
        self.numbers.iter().position(is_it).map_or(Choice::Illegal, Choice::Move)
    }

    /// Begins a game.
    fn reset(&mut self, rules: &Rules) {
        let place = if rules.starts.len() > 1 { self.random.below(rules.starts.len()) } else { 0 };
        let start = rules.starts[place];
        self.begin(rules, start);
        if !rules.has_opponent {
            return;
        }
        self.side = rules.side.unwrap_or_else(|| Color::ALL[self.random.below(2)]);
        if self.side != start.side_to_move() {
            self.reply(rules);
            if rules.outcome(&self.game).is_some() {
                // If the opponent's first move ends the game, the caller plays the other side instead.
                self.side = start.side_to_move();
                self.begin(rules, start);
            }
        }
    }

    fn begin(&mut self, rules: &Rules, start: philidor::Position) {
        self.game = Game::from_position(start);
        self.moments = [rules.planes.map_or(Moment::NOTHING, |planes| planes.before(&start)); MOMENTS];
        self.is_over = false;
        self.look(rules);
    }

    /// Lists the legal moves of the position, and remembers it.
    fn look(&mut self, rules: &Rules) {
        let position = self.game.position();
        self.newest = (self.newest + 1) % MOMENTS;
        self.moments[self.newest] = Moment::of(position, self.game.repetitions());
        self.moves.clear();
        self.numbers.clear();
        for &mv in &position.legal_moves() {
            if let Some(number) = rules.code.number(position, mv) {
                self.moves.push(mv);
                self.numbers.push(number);
            }
        }
    }

    /// Plays a legal move.
    fn play(&mut self, rules: &Rules, mv: Move) {
        self.game.play_digest(mv.digest());
        self.look(rules);
    }

    /// The opponent plays at random.
    fn reply(&mut self, rules: &Rules) {
        if !self.moves.is_empty() {
            let mv = self.moves[self.random.below(self.moves.len())];
            self.play(rules, mv);
        }
    }

    /// Plays an action, begins the next game if autoreset says so, and shows the result. If a game ends and the next
    /// one begins in this step, the last observation of the old one is appended to `last`.
    pub(crate) fn step<N: Pixel>(
        &mut self,
        rules: &Rules,
        choice: Choice,
        mut row: Row<'_, N>,
        last: &mut Vec<N>,
    ) {
        self.clear(&mut row);
        match choice {
            Choice::Ignored | Choice::Over => self.reset(rules),
            Choice::Move(_) | Choice::Illegal => {
                self.act(rules, choice, &mut row);
                if self.is_over && rules.autoreset == Autoreset::SameStep {
                    self.show_planes(rules, &mut row);
                    last.extend_from_slice(row.observation);
                    self.reset(rules);
                }
            }
        }
        self.show(rules, &mut row);
    }

    /// Plays an action and the opponent's reply, and records how the game stands.
    fn act<N>(&mut self, rules: &Rules, choice: Choice, row: &mut Row<'_, N>) {
        let mover = self.game.position().side_to_move();
        let mut outcome = match choice {
            Choice::Move(place) => {
                let mv = self.moves[place];
                self.play(rules, mv);
                rules.outcome(&self.game)
            }
            _ => Some(Outcome::Win { winner: !mover, by: Win::Forfeit }),
        };
        if rules.has_opponent && outcome.is_none() {
            self.reply(rules);
            outcome = rules.outcome(&self.game);
        }
        if let Some(outcome) = outcome {
            self.game.end(outcome);
            self.is_over = true;
            *row.termination = true;
            *row.reason = rules::reason(outcome);
            if let Some(winner) = outcome.winner() {
                *row.reward = if winner == mover { 1.0 } else { -1.0 };
                *row.result = if winner == Color::White { 1 } else { -1 };
            }
        } else if self.game.ply() >= rules.max_plies {
            self.game.end(Outcome::Abandoned);
            self.is_over = true;
            *row.truncation = true;
            *row.reason = TRUNCATION;
        }
    }

    /// Begins a game and shows it.
    pub(crate) fn show_next<N: Pixel>(&mut self, rules: &Rules, mut row: Row<'_, N>) {
        self.clear(&mut row);
        self.reset(rules);
        self.show(rules, &mut row);
    }

    /// Clears what is shown of the last step, except the planes.
    fn clear<N>(&self, row: &mut Row<'_, N>) {
        row.clear();
        for &number in self.numbers() {
            row.mask[usize::from(number)] = false;
        }
    }

    fn show<N: Pixel>(&mut self, rules: &Rules, row: &mut Row<'_, N>) {
        self.show_planes(rules, row);
        for &number in self.numbers() {
            row.mask[usize::from(number)] = true;
        }
        *row.player = self.game.position().side_to_move() as u8;
    }

    fn show_planes<N: Pixel>(&mut self, rules: &Rules, row: &mut Row<'_, N>) {
        let Some(planes) = rules.planes else { return };
        let mut wanted = Sheet::EMPTY;
        let moments = (0..MOMENTS).map(|age| &self.moments[(self.newest + MOMENTS - age) % MOMENTS]);
        planes.put(self.game.position(), moments, &mut wanted);
        self.shown.become_in(&wanted, planes, row.observation);
    }
}
