//! A game of a variant: a start, its moves, repetition, claims, ends.
//!
//! Each half-move is kept with the position before it, so taking back is an assignment. Repetition is counted by key:
//! with pockets a position can come back after captures, so the clocks do not say how far back to look.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use philidor::{CastlingMode, Claim, Color, Draw, IllegalMove, Win};

use crate::any::AnyPosition;
use crate::moves::VariantMove;
use crate::notation::VariantMoveError;
use crate::outcome::{VariantDraw, VariantOutcome, Victory};
use crate::playable::Playable;

const FIFTY_MOVES: u16 = 100;

/// A game of a variant that can be taken back.
///
/// ```
/// use philidor_variants::{AnyPosition, Variant, VariantGame};
/// let mut game = VariantGame::new(AnyPosition::start(Variant::KingOfTheHill));
/// for text in ["e4", "e5", "Ke2", "Ke7", "Ke3", "Ke6", "Kd3", "Kd6", "Kc4", "Kc6", "Kd5"] {
///     game.play_san(text).ok();
/// }
/// assert_eq!(game.ply(), 10, "the last move runs into check");
/// assert!(game.outcome().is_none());
/// ```
#[derive(Clone, Debug)]
pub struct VariantGame<P: Playable = AnyPosition> {
    position: P,
    /// Each move and the position before it.
    played: Vec<(VariantMove, P)>,
    /// How often each key has occurred, the current one included.
    occurrences: BTreeMap<u64, u32>,
    declared: Option<VariantOutcome>,
}

impl Default for VariantGame {
    /// A game of chess from its start.
    fn default() -> VariantGame {
        VariantGame::new(AnyPosition::default())
    }
}

impl<P: Playable> VariantGame<P> {
    /// A game from a position.
    #[must_use]
    pub fn new(start: P) -> VariantGame<P> {
        let occurrences = BTreeMap::from([(start.key(), 1)]);
        VariantGame { position: start, played: Vec::new(), occurrences, declared: None }
    }

    /// The start.
    #[must_use]
    pub fn start(&self) -> &P {
        self.played.first().map_or(&self.position, |(_, before)| before)
    }

    /// The position now.
    #[must_use]
    pub const fn position(&self) -> &P {
        &self.position
    }

    /// How many moves were played.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.played.len()
    }

    /// The moves from the start.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = VariantMove> {
        self.played.iter().map(|&(mv, _)| mv)
    }

    /// The moves from the start in standard algebraic notation.
    pub fn sans(&self) -> impl ExactSizeIterator<Item = String> {
        self.played.iter().map(|(mv, before)| before.to_san(*mv))
    }

    /// The moves from the start in UCI notation.
    pub fn ucis(&self, mode: CastlingMode) -> impl ExactSizeIterator<Item = String> {
        self.played.iter().map(move |(mv, before)| before.to_uci_in(*mv, mode))
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// If the move is not legal; the game is then unchanged.
    pub fn play(&mut self, mv: VariantMove) -> Result<(), IllegalMove<VariantMove>> {
        let legal = self.position.legal_moves().into_iter().find(|legal| legal.same_move(mv));
        legal.map(|legal| self.push(legal)).ok_or(IllegalMove(mv))
    }

    /// Plays the legal move that a text in standard algebraic notation stands for.
    ///
    /// # Errors
    ///
    /// Why the text is not a legal move.
    pub fn play_san(&mut self, text: impl AsRef<[u8]>) -> Result<VariantMove, VariantMoveError> {
        let mv = self.position.parse_san(text.as_ref())?;
        self.push(mv);
        Ok(mv)
    }

    /// Plays the legal move that a text in UCI notation stands for.
    ///
    /// # Errors
    ///
    /// Why the text is not a legal move.
    pub fn play_uci(&mut self, text: impl AsRef<[u8]>) -> Result<VariantMove, VariantMoveError> {
        let mv = self.position.parse_uci(text.as_ref())?;
        self.push(mv);
        Ok(mv)
    }

    pub(crate) fn push(&mut self, mv: VariantMove) {
        let after = self.position.after(mv);
        self.played.push((mv, core::mem::replace(&mut self.position, after)));
        *self.occurrences.entry(self.position.key()).or_default() += 1;
        self.declared = None;
    }

    /// Takes the last move back, and returns it.
    ///
    /// ```
    /// use philidor_variants::VariantGame;
    /// let mut game = VariantGame::default();
    /// let mv = game.play_san("e4")?;
    /// assert_eq!(game.undo(), Some(mv));
    /// assert_eq!(game.undo(), None);
    /// # Ok::<(), philidor_variants::VariantMoveError>(())
    /// ```
    pub fn undo(&mut self) -> Option<VariantMove> {
        let (mv, before) = self.played.pop()?;
        let key = self.position.key();
        if let Some(count) = self.occurrences.get_mut(&key) {
            *count -= 1;
            if *count == 0 {
                self.occurrences.remove(&key);
            }
        }
        self.position = before;
        self.declared = None;
        Some(mv)
    }

    /// How often the position has occurred, this time included.
    #[must_use]
    pub fn repetitions(&self) -> u32 {
        self.occurrences.get(&self.position.key()).copied().unwrap_or(1)
    }

    /// The draw that the side to move can claim, if any; none once the game is over.
    ///
    /// ```
    /// use philidor::Claim;
    /// use philidor_variants::{AnyPosition, Variant, VariantGame};
    /// let mut game = VariantGame::new(AnyPosition::start(Variant::Crazyhouse));
    /// for text in ["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle().take(8) {
    ///     game.play_san(text)?;
    /// }
    /// assert_eq!(game.claimable_draw(), Some(Claim::ThreefoldRepetition));
    /// # Ok::<(), philidor_variants::VariantMoveError>(())
    /// ```
    #[must_use]
    pub fn claimable_draw(&self) -> Option<Claim> {
        if self.outcome().is_some() {
            return None;
        }
        if self.repetitions() >= 3 {
            return Some(Claim::ThreefoldRepetition);
        }
        (self.clock() >= FIFTY_MOVES).then_some(Claim::FiftyMoves)
    }

    /// The halfmove clock, where it counts.
    fn clock(&self) -> u16 {
        if self.position.counts_moves() { self.position.state().halfmove_clock } else { 0 }
    }

    /// How the game has ended: on the board, by seventy-five moves, by the fifth repetition, or as was declared.
    ///
    /// ```
    /// use philidor_variants::{AnyPosition, Variant, VariantGame};
    /// let mut game = VariantGame::new(AnyPosition::start(Variant::Crazyhouse));
    /// for text in ["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle().take(16) {
    ///     game.play_san(text)?;
    /// }
    /// assert_eq!(game.outcome().map(|end| end.to_string()).as_deref(), Some("draw by fivefold repetition"));
    /// # Ok::<(), philidor_variants::VariantMoveError>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<VariantOutcome> {
        let repeated = VariantOutcome::Draw(VariantDraw::Chess(Draw::FivefoldRepetition));
        let is_repeated = || (self.repetitions() >= 5).then_some(repeated);
        self.position.outcome().or_else(is_repeated).or(self.declared)
    }

    /// Whether the game has an [outcome](VariantGame::outcome).
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// Ends the game off the board: by a claim, an agreement, a resignation. Another move takes that back.
    ///
    /// ```
    /// use philidor::{Color, Win};
    /// use philidor_variants::{VariantGame, VariantOutcome, Victory};
    /// let mut game = VariantGame::default();
    /// game.end(VariantOutcome::Win { winner: Color::Black, by: Victory::Declared(Win::Resignation) });
    /// assert_eq!(game.outcome().map(|end| end.result()), Some("0-1"));
    /// ```
    pub const fn end(&mut self, outcome: VariantOutcome) {
        self.declared = Some(outcome);
    }

    /// A side's time is up: it loses, unless the other side can no longer win.
    ///
    /// ```
    /// use philidor::Color;
    /// use philidor_variants::{AnyPosition, Variant, VariantGame};
    /// let start = AnyPosition::from_fen(Variant::ThreeCheck, "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1")?;
    /// let mut game = VariantGame::new(start);
    /// game.end_by_time(Color::White);
    /// assert_eq!(game.outcome().map(|end| end.result()), Some("1/2-1/2"), "a lone king gives no check");
    /// # Ok::<(), philidor_variants::VariantError>(())
    /// ```
    pub fn end_by_time(&mut self, loser: Color) {
        self.declared = Some(if self.position.has_insufficient_material(!loser) {
            VariantOutcome::Draw(VariantDraw::Chess(Draw::TimeWithoutMaterial))
        } else {
            VariantOutcome::Win { winner: !loser, by: Victory::Declared(Win::Time) }
        });
    }
}
