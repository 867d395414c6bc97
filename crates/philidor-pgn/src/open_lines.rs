//! Lines of moves while they are played: the current one, and those outside the open variations.
//!
//! A variation begins before the last move, so that move is taken back; the outer line waits until the variation ends.
//!
//! ```text
//! 1. e4 e5 ( 1... c5 ) 2. Nf3
//!            └ before e5, which waits
//! ```

use alloc::vec::Vec;

use philidor::{GamePosition, Move, MoveFault, SanError, SanErrorKind};

use super::error::PgnErrorKind;

/// A line, and how to take its last move back.
#[derive(Clone, Debug)]
struct Line<P: GamePosition> {
    position: P,
    last: Option<(Move, P::Undo)>,
}

/// The current line and those that wait.
#[derive(Clone, Debug)]
pub(super) struct OpenLines<P: GamePosition> {
    here: Line<P>,
    outside: Vec<Line<P>>,
    /// Whether moves are read strictly.
    is_strict: bool,
}

impl<P: GamePosition> OpenLines<P> {
    pub(super) fn new(start: P) -> OpenLines<P> {
        OpenLines { here: Line { position: start, last: None }, outside: Vec::new(), is_strict: false }
    }

    /// The same lines, whose moves are read strictly.
    pub(super) fn with_strict_moves(self) -> OpenLines<P> {
        OpenLines { is_strict: true, ..self }
    }

    /// Begins another game.
    #[inline]
    pub(super) fn restart(&mut self, start: &P) {
        self.here = Line { position: start.clone(), last: None };
        self.outside.clear();
    }

    /// The position after the last move.
    pub(super) const fn position(&self) -> &P {
        &self.here.position
    }

    /// The last move, if the line has one.
    pub(super) fn last_move(&self) -> Option<Move> {
        self.here.last.as_ref().map(|&(mv, _)| mv)
    }

    pub(super) fn is_in_variation(&self) -> bool {
        !self.outside.is_empty()
    }

    /// Plays the legal move that a text means.
    #[inline(always)]
    pub(super) fn play_san(&mut self, san: &[u8]) -> Result<Move, SanError> {
        let mv = self.here.position.parse_san(san)?;
        if self.is_strict {
            self.here.position.to_san(mv).check(san)?;
        }
        self.play(mv);
        Ok(mv)
    }

    /// Plays a move that is known to be legal.
    #[inline(always)]
    pub(super) fn play(&mut self, mv: Move) {
        self.here.last = Some((mv, self.here.position.play_unchecked(mv)));
    }

    /// Plays the null move if that is why a text was rejected; in check there is none.
    #[cold]
    #[inline(never)]
    pub(super) fn play_null(&mut self, error: SanError) -> Result<Move, SanError> {
        let is_null = error.kind == SanErrorKind::Illegal(MoveFault::NullMove);
        let null = self.here.position.null_move().filter(|_| is_null).ok_or(error)?;
        self.play(null);
        Ok(null)
    }

    /// The same for the fault of a game.
    pub(super) fn play_null_for(&mut self, fault: PgnErrorKind) -> Result<Move, PgnErrorKind> {
        match fault {
            PgnErrorKind::San(error) => Ok(self.play_null(error)?),
            other => Err(other),
        }
    }

    /// A variation begins.
    pub(super) fn open(&mut self) {
        self.outside.push(self.here.clone());
        if let Some((mv, undo)) = self.here.last.take() {
            self.here.position.undo(mv, undo);
        }
    }

    /// A variation ends.
    pub(super) fn close(&mut self) {
        if let Some(line) = self.outside.pop() {
            self.here = line;
        }
    }
}
