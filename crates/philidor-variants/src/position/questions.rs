//! Questions to a position: who gives check, how the game has ended, the key.

use philidor::{Bitboard, Color, Draw, Move, Outcome, Square};

use super::VariantPosition;
use crate::attackers::attackers;
use crate::extra::Extra;
use crate::key;
use crate::position::Rules;

/// Half-moves without capture or pawn move after which the game is drawn.
const SEVENTY_FIVE_MOVES: u16 = 150;

impl<R: Rules> VariantPosition<R> {
    /// The enemy pieces that give check to the side to move; none where its king cannot be captured.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.checkers_of(self.input.setup.state.side_to_move)
    }

    /// Whether the side to move is in check.
    #[must_use]
    #[inline]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// The pieces that attack the king of a side.
    #[inline(always)]
    pub(crate) fn checkers_of(&self, color: Color) -> Bitboard {
        match R::royal(&self.input.setup.board, color) {
            Some(king) if !R::untouchable(&self.input.setup.board, color).contains(king) => {
                attackers(&self.input.setup.board, king, self.input.setup.board.occupied(), !color)
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// How the game has ended on the board, if it has: by the goal of the variant, by checkmate or stalemate, because
    /// neither side can win, as far as the rules decide it, or by 75 moves. Repetition needs a game:
    /// [`Game`](philidor::Game).
    ///
    /// ```
    /// use philidor_variants::{KingOfTheHill, VariantPosition};
    /// let position: VariantPosition<KingOfTheHill> = "8/8/2k5/8/4K3/8/8/8 b - - 0 1".parse()?;
    /// let outcome = position.outcome().expect("an end");
    /// assert_eq!(outcome.to_string(), "White wins by king in the center");
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(end) = R::end(self) {
            return Some(end);
        }
        if !self.has_legal_move() {
            return Some(R::end_without_moves(self));
        }
        let draw = |by| Some(Outcome::Draw(by));
        if Color::ALL.into_iter().all(|color| R::has_insufficient_material(self, color)) {
            draw(Draw::InsufficientMaterial)
        } else if R::is_dead(self) {
            draw(Draw::DeadPosition)
        } else if R::COUNTS_MOVES && self.state().halfmove_clock >= SEVENTY_FIVE_MOVES {
            draw(Draw::SeventyFiveMoves)
        } else {
            None
        }
    }

    /// How the game has ended by the goal of the variant: a king exploded, the hill reached. Mate is none of these.
    #[must_use]
    pub fn variant_end(&self) -> Option<Outcome> {
        R::end(self)
    }

    /// Whether fifty moves without capture or pawn move are a draw.
    pub(crate) const fn counts_moves(&self) -> bool {
        R::COUNTS_MOVES
    }

    /// Whether a side can no longer win, whatever the other one does, as far as the rules decide it.
    #[must_use]
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        R::has_insufficient_material(self, color)
    }

    /// The 64-bit Zobrist key: equal for positions that are the same under the rule of repetition, pockets and checks
    /// included. Clocks do not count, and en passant only if the capture is legal.
    ///
    /// # Stability
    ///
    /// A position will have the same key in every version.
    ///
    /// ```
    /// use philidor_variants::{ThreeCheck, VariantPosition};
    /// let position = |fen: &str| fen.parse::<VariantPosition<ThreeCheck>>();
    /// let [none, one] = [position("4k3/8/8/8/8/8/8/4K2R w K - 3+3 0 1")?, position("4k3/8/8/8/8/8/8/4K2R w K - 2+3 0 1")?];
    /// assert_ne!(none.key(), one.key());
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn key(&self) -> u64 {
        let en_passant = match self.input.setup.state.en_passant {
            Some(square) if self.has_legal_en_passant() => key::en_passant(square),
            _ => 0,
        };
        self.kept_key ^ self.extra.key() ^ en_passant
    }

    /// The move that only passes the turn, for searches and annotators; `None` in check.
    #[must_use]
    pub fn null_move(&self) -> Option<Move> {
        let king =
            R::royal(&self.input.setup.board, self.input.setup.state.side_to_move).unwrap_or(Square::A1);
        (!self.is_check()).then(|| self.stem().null(king))
    }
}
