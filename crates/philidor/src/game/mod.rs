//! A game: a start position, its moves, and how it ends.
//!
//! Each half-move is kept with the state that takes it back and the key of the position before it:
//!
//! ```text
//! start ── e2e4 ── e7e5 ── g1f3 ──┊── b8c6 ── f1b5
//!  key      key     key     key   ┊    taken back, and still there to be played again
//!                                 └── the position
//! ```
//!
//! So taking back and replaying cost one step each, and finding a repetition means searching the keys since the last
//! irreversible move, no further back than the halfmove clock reaches. Where pieces return from a pocket no move is
//! irreversible, and each key is counted.

use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::vec::Vec;
use core::fmt;

use crate::notation::{CastlingMode, GamePosition, San, SanError, Uci, UciError};
use crate::position::{IllegalMove, Position};
use crate::types::{Claim, Color, Draw, Move, MoveDigest, Outcome, Win};

/// Half-moves without capture or pawn move after which a draw may be claimed.
const FIFTY_MOVES: u16 = 100;

/// A game in progress: play, take back, replay, look back, and ask how it ended.
///
/// ```
/// use philidor::{Color, Game, GameResult, Outcome, Win};
///
/// let mut game = Game::new();
/// for san in ["f3", "e5", "g4", "Qh4#"] {
///     game.play_san(san)?;
/// }
/// assert_eq!(game.outcome(), Some(Outcome::Win { winner: Color::Black, by: Win::Checkmate }));
/// assert_eq!(game.san(3).map(|san| san.to_string()).as_deref(), Some("Qh4#"));
///
/// game.undo();
/// assert_eq!(game.outcome(), None);
/// game.redo();
/// assert_eq!(game.outcome().map(Outcome::result), Some(GameResult::BlackWins));
/// # Ok::<(), philidor::SanError>(())
/// ```
///
/// The position is one of chess, or of any other rules: a game of crazyhouse is a `Game<AnyPosition>` of
/// `philidor-variants`.
#[derive(Clone, Debug)]
pub struct Game<P: GamePosition = Position> {
    start: P,
    castling: CastlingMode,
    position: P,
    /// All half-moves, with those taken back at the end.
    played: Vec<HalfMove<P::Undo>>,
    /// How many of them lead to the current position.
    ply: usize,
    /// How often each key has occurred, if no move is irreversible; otherwise nothing.
    occurrences: BTreeMap<u64, u32>,
    ended: Option<Outcome>,
}

/// A half-move of a game.
#[derive(Clone, Debug)]
struct HalfMove<U> {
    mv: Move,
    undo: U,
    /// The key of the position before it.
    key: u64,
}

impl<P: GamePosition> PartialEq for Game<P> {
    /// Whether start, form of castling, moves (those taken back included), ply and a declared end are the same; the
    /// scores of moves do not count.
    fn eq(&self, other: &Game<P>) -> bool {
        let digests =
            |game: &Game<P>| game.played.iter().map(|played| played.mv.digest()).collect::<Vec<_>>();
        (&self.start, self.castling, self.ply, self.ended)
            == (&other.start, other.castling, other.ply, other.ended)
            && digests(self) == digests(other)
    }
}

impl<P: GamePosition> Eq for Game<P> {}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

impl Game {
    /// A game from the start position of standard chess.
    #[must_use]
    pub fn new() -> Game {
        Game::from_position(Position::default())
    }
}

impl<P: GamePosition> Game<P> {
    /// A game that begins with a position; nothing is known about what came before.
    #[must_use]
    pub fn from_position(position: P) -> Game<P> {
        let castling = position.castling_mode();
        let (start, occurrences) = (position.clone(), BTreeMap::new());
        let mut game =
            Game { start, castling, position, played: Vec::new(), ply: 0, occurrences, ended: None };
        game.arrive();
        game
    }

    /// The same game with castling written in this form; at first it is that of [`CastlingMode::detect`]. A game of
    /// Chess960 that begins as one of standard chess needs it.
    ///
    /// ```
    /// use philidor::{CastlingMode, Game, Position};
    /// let start: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let mut game = Game::from_position(start).with_castling_mode(CastlingMode::Chess960);
    /// game.play_san("O-O")?;
    /// assert_eq!(game.uci(0).map(|uci| uci.to_string()).as_deref(), Some("e1h1"));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_castling_mode(mut self, mode: CastlingMode) -> Game<P> {
        self.castling = mode;
        self
    }

    /// A game from a position and moves in UCI, the way engines receive a position.
    ///
    /// # Errors
    ///
    /// Which move is wrong, counted from 1, and why.
    ///
    /// ```
    /// use philidor::{Game, Position};
    /// let game = Game::from_uci(Position::default(), ["e2e4", "e7e5"])?;
    /// assert_eq!(game.ply(), 2);
    /// let error = Game::from_uci(Position::default(), ["e2e4", "e2e4"]).expect_err("it is Black's turn");
    /// assert_eq!((error.number, error.to_string().starts_with("move 2: ")), (2, true));
    /// # Ok::<(), philidor::GameMoveError>(())
    /// ```
    pub fn from_uci<T: AsRef<[u8]>>(
        start: P,
        moves: impl IntoIterator<Item = T>,
    ) -> Result<Game<P>, GameMoveError> {
        let mut game = Game::from_position(start);
        for (ply, text) in moves.into_iter().enumerate() {
            game.play_uci(text).map_err(|error| GameMoveError { number: ply + 1, error })?;
        }
        Ok(game)
    }

    /// The position in which the game began.
    #[must_use]
    pub const fn start(&self) -> &P {
        &self.start
    }

    /// How UCI moves of this game write castling.
    #[must_use]
    pub const fn castling_mode(&self) -> CastlingMode {
        self.castling
    }

    /// The current position.
    #[must_use]
    pub const fn position(&self) -> &P {
        &self.position
    }

    /// How many half-moves lead from the start to the position.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.ply
    }

    /// The moves from the start to the position.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.played[..self.ply].iter().map(|played| played.mv)
    }

    /// The moves that were taken back and can be played again, the next one first.
    pub fn undone(&self) -> impl ExactSizeIterator<Item = Move> {
        self.played[self.ply..].iter().map(|played| played.mv)
    }

    /// Plays a move. What was taken back before is forgotten, unless it begins with this very move.
    ///
    /// A game that has ended can continue if there is a legal move: whether it should is up to the caller. Packing, SAN
    /// and PGN rely on legal moves, so a game has no `play_unchecked`.
    ///
    /// # Errors
    ///
    /// If the move is not legal; the game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.position.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.play_legal(mv);
        Ok(())
    }

    /// Plays a move in SAN, read leniently.
    ///
    /// # Errors
    ///
    /// Those of [`GamePosition::parse_san`]; the game is then unchanged.
    pub fn play_san(&mut self, text: impl AsRef<[u8]>) -> Result<Move, SanError> {
        let mv = self.position.parse_san(text)?;
        self.play_legal(mv);
        Ok(mv)
    }

    /// Plays a move in UCI, castling in either form.
    ///
    /// # Errors
    ///
    /// Those of [`GamePosition::parse_uci`]; the game is then unchanged.
    pub fn play_uci(&mut self, text: impl AsRef<[u8]>) -> Result<Move, UciError> {
        let mv = self.position.parse_uci(text)?;
        self.play_legal(mv);
        Ok(mv)
    }

    /// Plays the legal move that a digest stands for, and returns it: the fastest way to play what a transposition
    /// table, a file or the network holds, because legality is checked once.
    ///
    /// `None` if no legal move has this digest; the game is then unchanged.
    ///
    /// ```
    /// use philidor::{Game, MoveDigest, Position};
    /// let first = Position::default().legal_moves()[0];
    /// let mut game = Game::new();
    /// assert_eq!(game.play_digest(first.digest()), Some(first));
    /// assert_eq!(game.play_digest(first.digest()), None); // it is Black's turn now
    /// assert_eq!(game.ply(), 1);
    /// ```
    pub fn play_digest(&mut self, digest: MoveDigest) -> Option<Move> {
        let mv = self.position.decode(digest)?;
        self.play_legal(mv);
        Some(mv)
    }

    fn play_legal(&mut self, mv: Move) {
        self.ended = None;
        if self.undone().next().is_some_and(|next| next.digest() == mv.digest()) {
            self.redo();
            return;
        }
        self.played.truncate(self.ply);
        let key = self.position.key();
        let undo = self.position.play_unchecked(mv);
        self.played.push(HalfMove { mv, undo, key });
        self.ply += 1;
        self.arrive();
    }

    /// Counts the position, where each occurrence counts.
    fn arrive(&mut self) {
        if !self.position.counts_moves() {
            *self.occurrences.entry(self.position.key()).or_default() += 1;
        }
    }

    /// Counts the position no more.
    fn leave(&mut self) {
        if let Entry::Occupied(mut count) = self.occurrences.entry(self.position.key()) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }

    /// Takes the last move back and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        let ply = self.ply.checked_sub(1)?;
        let HalfMove { mv, undo, .. } = self.played[ply].clone();
        if !self.occurrences.is_empty() {
            self.leave();
        }
        self.position.undo(mv, undo);
        self.ply = ply;
        self.ended = None;
        Some(mv)
    }

    /// Replays the move that was taken back last and returns it; `None` if there is none.
    pub fn redo(&mut self) -> Option<Move> {
        let mv = self.undone().next()?;
        self.position.play_unchecked(mv);
        self.ply += 1;
        self.arrive();
        self.ended = None;
        Some(mv)
    }

    /// The position after the first `ply` half-moves, those taken back included; `None` beyond the last.
    ///
    /// It is reached from the current one or from the start, whichever is nearer.
    ///
    /// ```
    /// use philidor::{Game, Position};
    /// let game = Game::from_uci(Position::default(), ["e2e4", "e7e5", "g1f3"])?;
    /// assert_eq!(game.position_at(0), Some(Position::default()));
    /// assert_eq!(game.position_at(3).as_ref(), Some(game.position()));
    /// assert_eq!(game.position_at(4), None);
    /// # Ok::<(), philidor::GameMoveError>(())
    /// ```
    #[must_use]
    pub fn position_at(&self, ply: usize) -> Option<P> {
        if ply > self.played.len() {
            return None;
        }
        let mut position = self.position.clone();
        if ply < self.ply / 2 {
            position = self.start.clone();
            self.played[..ply].iter().for_each(|played| _ = position.play_unchecked(played.mv));
        } else if ply < self.ply {
            self.played[ply..self.ply]
                .iter()
                .rev()
                .for_each(|played| position.undo(played.mv, played.undo.clone()));
        } else {
            self.played[self.ply..ply].iter().for_each(|played| _ = position.play_unchecked(played.mv));
        }
        Some(position)
    }

    /// A half-move in SAN, counted from 0; `None` beyond the last.
    #[must_use]
    pub fn san(&self, ply: usize) -> Option<San> {
        let mv = self.played.get(ply)?.mv;
        Some(self.position_at(ply)?.to_san(mv))
    }

    /// A half-move in UCI, counted from 0, castling in the [form of the game](Game::castling_mode); `None` beyond the
    /// last.
    #[must_use]
    pub fn uci(&self, ply: usize) -> Option<Uci> {
        let mv = self.played.get(ply)?.mv;
        Some(self.position_at(ply)?.to_uci_in(mv, self.castling))
    }

    /// All moves from the start to the position in SAN, each written in its own position.
    ///
    /// ```
    /// use philidor::{Game, Position};
    /// let game = Game::from_uci(Position::default(), ["e2e4", "e7e5", "g1f3"])?;
    /// let sans: Vec<String> = game.sans().map(|san| san.to_string()).collect();
    /// assert_eq!(sans, ["e4", "e5", "Nf3"]);
    /// # Ok::<(), philidor::GameMoveError>(())
    /// ```
    pub fn sans(&self) -> impl ExactSizeIterator<Item = San> {
        self.each_before(P::to_san)
    }

    /// All moves from the start to the position in UCI, castling in the [form of the game](Game::castling_mode).
    ///
    /// ```
    /// use philidor::{Game, Position};
    /// let game = Game::from_uci(Position::default(), ["e2e4", "e7e5"])?;
    /// assert_eq!(game.ucis().map(|uci| uci.to_string()).collect::<Vec<_>>(), ["e2e4", "e7e5"]);
    /// # Ok::<(), philidor::GameMoveError>(())
    /// ```
    pub fn ucis(&self) -> impl ExactSizeIterator<Item = Uci> {
        self.each_before(|position, mv| position.to_uci_in(mv, self.castling))
    }

    /// Something of each move and of the position before it.
    fn each_before<T>(&self, of: impl Fn(&P, Move) -> T) -> impl ExactSizeIterator<Item = T> {
        let mut position = self.start.clone();
        self.moves().map(move |mv| {
            let value = of(&position, mv);
            position.play_unchecked(mv);
            value
        })
    }

    /// The keys of all positions from the start to the current one.
    pub fn keys(&self) -> impl Iterator<Item = u64> {
        self.played[..self.ply].iter().map(|played| played.key).chain([self.position.key()])
    }

    /// How often the position has occurred, including now. Only the keys since the last capture or pawn move are
    /// searched; where captured pieces return from a pocket, each occurrence is counted instead.
    ///
    /// ```
    /// use philidor::{Game, Position};
    /// let game = Game::from_uci(Position::default(), ["g1f3", "g8f6", "f3g1", "f6g8"])?;
    /// assert_eq!(game.repetitions(), 2);
    /// # Ok::<(), philidor::GameMoveError>(())
    /// ```
    #[must_use]
    pub fn repetitions(&self) -> u32 {
        let key = self.position.key();
        if !self.position.counts_moves() {
            return self.occurrences.get(&key).copied().unwrap_or(1);
        }
        let reversible = reversible(&self.position).min(self.ply);
        let earlier = self.played[self.ply - reversible..self.ply].iter().rev().skip(1).step_by(2);
        earlier.filter(|half_move| half_move.key == key).count() as u32 + 1
    }

    /// How the game ended: as [declared](Game::end), or by the rules themselves. `None` while it is in progress.
    ///
    /// The rules end a game as they end [the position](Position::outcome), and by fivefold repetition.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended.or_else(|| self.outcome_by_rule())
    }

    /// Whether the game has an [outcome](Game::outcome).
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    fn outcome_by_rule(&self) -> Option<Outcome> {
        // Repetition is sought among no more keys than the clock allows: a game that plays on for hours would look
        // through all of them after each move.
        let is_repeated = || (self.repetitions() >= 5).then_some(Outcome::Draw(Draw::FivefoldRepetition));
        self.position.outcome().or_else(is_repeated)
    }

    /// The draw that the side to move may claim in the current position; `None` if no move is possible. After an end by
    /// another rule, or a declared one, a claim may still exist.
    ///
    /// ```
    /// use philidor::{Claim, Game, Position};
    /// let back_and_forth = ["g1f3", "g8f6", "f3g1", "f6g8"];
    /// let game = Game::from_uci(Position::default(), [back_and_forth, back_and_forth].concat())?;
    /// assert_eq!(game.claimable_draw(), Some(Claim::ThreefoldRepetition));
    /// assert_eq!(game.outcome(), None); // until a player claims it
    /// # Ok::<(), philidor::GameMoveError>(())
    /// ```
    #[must_use]
    pub fn claimable_draw(&self) -> Option<Claim> {
        claimable_draw(self.repetitions(), &self.position)
    }

    /// The draw that the side to move may claim by announcing this move; `None` if the move is not legal.
    #[must_use]
    pub fn claimable_draw_after(&self, mv: Move) -> Option<Claim> {
        if !self.position.is_legal(mv) {
            return None;
        }
        let after = self.position.after(mv);
        let key = after.key();
        if !after.counts_moves() {
            return claimable_draw(self.occurrences.get(&key).map_or(1, |before| before + 1), &after);
        }
        // After a capture or pawn move the clock is zero, and no key is searched. The key of the current position is
        // always skipped, since it has the other side to move.
        let reversible = reversible(&after).min(self.ply + 1);
        let earlier = (self.ply + 1 - reversible..self.ply).rev().step_by(2);
        let before = earlier.filter(|&ply| self.played[ply].key == key).count() as u32;
        claimable_draw(before + 1, &after)
    }

    /// Declares how the game ended, such as by resignation or by a claim; holds until a move is played or taken back.
    ///
    /// An ended game stays ended: after an end by the rules, or one declared before, this changes nothing.
    ///
    /// ```
    /// use philidor::{Color, Game, Outcome, Position, Win};
    /// let position: Position = "R3k3/8/4K3/8/8/8/8/8 b - - 0 1".parse()?;
    /// let mut game = Game::from_position(position);
    /// let mate = Outcome::Win { winner: Color::White, by: Win::Checkmate };
    /// assert_eq!(game.outcome(), Some(mate));
    /// game.end(Outcome::Win { winner: Color::Black, by: Win::Resignation });
    /// assert_eq!(game.outcome(), Some(mate));
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    pub fn end(&mut self, outcome: Outcome) {
        if self.outcome().is_none() {
            self.ended = Some(outcome);
        }
    }

    /// How the game was [declared](Game::end) to have ended; none if the rules ended it, or nothing has.
    ///
    /// It is kept by [`Game::pack`] and through `serde`.
    ///
    /// ```
    /// use philidor::{Color, Game, Outcome, Win};
    /// let mut game = Game::new();
    /// assert_eq!(game.declared_end(), None);
    /// game.end(Outcome::Win { winner: Color::White, by: Win::Forfeit });
    /// assert_eq!(game.declared_end(), game.outcome());
    /// ```
    #[must_use]
    pub const fn declared_end(&self) -> Option<Outcome> {
        self.ended
    }

    /// Ends the game because a side ran out of time: the other side wins, or draws if it lacks the material to mate. As
    /// with [`Game::end`], a game that has ended stays as it is: a flag that falls after mate changes nothing.
    ///
    /// ```
    /// use philidor::{Color, Draw, Game, Outcome, Position};
    /// let position: Position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse()?;
    /// let mut game = Game::from_position(position);
    /// game.end_by_time(Color::White);
    /// assert_eq!(game.outcome(), Some(Outcome::Draw(Draw::TimeWithoutMaterial)));
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    pub fn end_by_time(&mut self, loser: Color) {
        self.end(match self.position.has_insufficient_material(!loser) {
            true => Outcome::Draw(Draw::TimeWithoutMaterial),
            false => Outcome::Win { winner: !loser, by: Win::Time },
        });
    }
}

/// How many half-moves ago the same position can have occurred: any number once the clock has its greatest value, where
/// the clock stops.
fn reversible(position: &impl GamePosition) -> usize {
    match position.state().halfmove_clock {
        u16::MAX => usize::MAX,
        clock => clock.into(),
    }
}

fn claimable_draw(repetitions: u32, position: &impl GamePosition) -> Option<Claim> {
    if !position.has_legal_move() {
        None
    } else if repetitions >= 3 {
        Some(Claim::ThreefoldRepetition)
    } else if position.counts_moves() && position.state().halfmove_clock >= FIFTY_MOVES {
        Some(Claim::FiftyMoves)
    } else {
        None
    }
}

/// The error for a move in a list that cannot be played.
///
/// ```
/// use philidor::{Game, Position};
/// let error = Game::from_uci(Position::default(), ["e2e4", "e7e5", "e4e5"]).expect_err("a pawn stands there");
/// assert_eq!(error.number, 3);
/// assert_eq!(error.to_string(), "move 3: illegal: no such pawn can move to e5");
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameMoveError {
    /// Which half-move of the list, counted from 1.
    pub number: usize,
    /// What is wrong with it.
    pub error: UciError,
}

impl fmt::Display for GameMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: {}", self.number, self.error)
    }
}

impl core::error::Error for GameMoveError {}
