//! The games that workers play next: those of a stage, one after the other, then those of the next stage, when it is
//! opened.

use std::collections::HashSet;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::schedule::{Stage, Turn};
use crate::client::SLICE;
use philidor_engine::Control;

/// What workers share.
#[derive(Debug)]
pub(super) struct Queue {
    played: HashSet<Turn>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    stage: Stage,
    /// The number of the next game of the stage.
    next: usize,
    /// Whether no stage follows.
    is_closed: bool,
}

impl Queue {
    /// The games of a stage, without those that have been played.
    pub(super) fn new(stage: Stage, played: HashSet<Turn>) -> Queue {
        let state = Mutex::new(State { stage, next: 0, is_closed: false });
        Queue { played, state, changed: Condvar::new() }
    }

    /// The next game that has not been played; waits for the next stage, and returns none when there is none or the
    /// match is halted.
    pub(super) fn next(&self, halt: &Control) -> Option<Turn> {
        let mut state = self.state();
        while !halt.is_stopped() {
            while let Some(turn) = state.stage.turn(state.next).filter(|_| state.next < state.stage.games()) {
                state.next += 1;
                if !self.played.contains(&turn) {
                    return Some(turn);
                }
            }
            if state.is_closed {
                return None;
            }
            // In slices, since a halt is not announced.
            state = match self.changed.wait_timeout(state, SLICE) {
                Ok((state, _)) => state,
                Err(error) => error.into_inner().0,
            };
        }
        None
    }

    /// Opens the next stage; none is the end.
    pub(super) fn open(&self, stage: Option<Stage>) {
        let mut state = self.state();
        match stage {
            Some(stage) => (state.stage, state.next) = (stage, 0),
            None => state.is_closed = true,
        }
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
