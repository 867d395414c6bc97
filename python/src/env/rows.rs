//! The arrays of an environment, cut into rows, one for each board, and into runs of rows, one for each thread.

use std::mem;

/// What is shown of all boards, or of a run of them: each list has a part for each board.
pub(crate) struct Rows<'a, N> {
    pub(crate) observations: &'a mut [N],
    pub(crate) masks: &'a mut [bool],
    pub(crate) rewards: &'a mut [f32],
    pub(crate) terminations: &'a mut [bool],
    pub(crate) truncations: &'a mut [bool],
    pub(crate) reasons: &'a mut [u8],
    pub(crate) results: &'a mut [i8],
    pub(crate) players: &'a mut [u8],
}

/// What is shown of one board.
pub(crate) struct Row<'a, N> {
    pub(super) observation: &'a mut [N],
    pub(super) mask: &'a mut [bool],
    pub(super) reward: &'a mut f32,
    pub(super) termination: &'a mut bool,
    pub(super) truncation: &'a mut bool,
    pub(super) reason: &'a mut u8,
    pub(super) result: &'a mut i8,
    pub(super) player: &'a mut u8,
}

impl<N> Row<'_, N> {
    /// Shows that no game has ended and no reward is due.
    pub(super) fn clear(&mut self) {
        (*self.reward, *self.termination, *self.truncation) = (0.0, false, false);
        (*self.reason, *self.result) = (0, 0);
    }
}

impl<'a, N> Rows<'a, N> {
    /// The first rows, and the others.
    pub(crate) fn split(self, rows: usize, width: usize, actions: usize) -> (Rows<'a, N>, Rows<'a, N>) {
        let (observations, later_observations) = self.observations.split_at_mut(rows * width);
        let (masks, later_masks) = self.masks.split_at_mut(rows * actions);
        let (rewards, later_rewards) = self.rewards.split_at_mut(rows);
        let (terminations, later_terminations) = self.terminations.split_at_mut(rows);
        let (truncations, later_truncations) = self.truncations.split_at_mut(rows);
        let (reasons, later_reasons) = self.reasons.split_at_mut(rows);
        let (results, later_results) = self.results.split_at_mut(rows);
        let (players, later_players) = self.players.split_at_mut(rows);
        let first =
            Rows { observations, masks, rewards, terminations, truncations, reasons, results, players };
        let later = Rows {
            observations: later_observations,
            masks: later_masks,
            rewards: later_rewards,
            terminations: later_terminations,
            truncations: later_truncations,
            reasons: later_reasons,
            results: later_results,
            players: later_players,
        };
        (first, later)
    }

    /// The rows one by one.
    pub(crate) fn each(self, width: usize, actions: usize) -> impl Iterator<Item = Row<'a, N>> {
        let (mut observations, mut masks) = (self.observations, self.masks);
        let ends = self.rewards.iter_mut().zip(self.terminations).zip(self.truncations);
        let words = self.reasons.iter_mut().zip(self.results).zip(self.players);
        ends.zip(words).map(move |(((reward, termination), truncation), ((reason, result), player))| Row {
            observation: first(&mut observations, width),
            mask: first(&mut masks, actions),
            reward,
            termination,
            truncation,
            reason,
            result,
            player,
        })
    }
}

/// Takes the first elements off a list; there may be none to take, where nothing is observed.
fn first<'a, T>(list: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (first, rest) = mem::take(list).split_at_mut(count);
    *list = rest;
    first
}
