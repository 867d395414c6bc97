//! How far a match is: which stage is played, who has met, and how they stand.

use std::collections::HashSet;

use super::ending::Cause;
use super::schedule::{Stage, Turn};
use super::settings::Settings;
use super::sprt::Sprt;
use super::swiss::Pairing;
use super::tally::{Faults, Tally};

/// How a contender stands against an opponent. See [`Rating`](super::Rating).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Standing {
    /// The contender: in a gauntlet always the first one.
    pub first: String,
    /// The opponent.
    pub opponent: String,
    /// Games and pairs, seen by the contender.
    pub tally: Tally,
    /// How often the contender failed, and how often the opponent.
    pub faults: [Faults; 2],
}

#[derive(Clone, Debug, Default)]
pub(super) struct Course {
    /// The games that were played before the match was resumed.
    pub(super) played: HashSet<Turn>,
    /// The stage that is played, how many have begun, and how many games of this one are left.
    pub(super) stage: Stage,
    stages: usize,
    left: usize,
    /// How often each contender has had a bye.
    byes: Vec<usize>,
    /// Who has met, and how they stand, in the same order.
    meetings: Vec<[usize; 2]>,
    pub(super) standings: Vec<Standing>,
}

impl Course {
    /// The course of a match whose first stage is open.
    pub(super) fn new(settings: &Settings) -> Course {
        let mut course = Course { byes: vec![0; settings.contenders.len()], ..Course::default() };
        course.open_stage(settings);
        course
    }

    /// Whether no game of the stage is left.
    pub(super) const fn is_stage_over(&self) -> bool {
        self.left == 0
    }

    /// Opens the next stage, and returns whether there is one.
    pub(super) fn open_stage(&mut self, settings: &Settings) -> bool {
        let Settings { ref contenders, schedule, pairs, .. } = *settings;
        if self.stages == schedule.stages() {
            return false;
        }
        let meetings = schedule.meetings(contenders.len()).unwrap_or_else(|| self.pair_round(pairs));
        for &[first, opponent] in &meetings {
            if self.meeting([first, opponent]).is_none() {
                let [first_name, opponent_name] =
                    [first, opponent].map(|player| contenders[player].name().to_owned());
                let standing = Standing { first: first_name, opponent: opponent_name, ..Standing::default() };
                self.meetings.push([first, opponent]);
                self.standings.push(standing);
            }
        }
        self.stage = Stage { meetings, first_pair: self.stages.saturating_mul(pairs), pairs };
        self.stages += 1;
        self.left = self.stage.games();
        self.left > 0
    }

    /// The pairings of the next round of a Swiss tournament, by the points so far.
    fn pair_round(&mut self, pairs: usize) -> Vec<[usize; 2]> {
        let mut pairing = Pairing { byes: self.byes.clone(), ..Pairing::default() };
        // In half-points; a bye counts as a meeting that was won.
        let won = pairs as u64 * 4;
        pairing.points = self.byes.iter().map(|&byes| byes as u64 * won).collect();
        for (&[first, opponent], standing) in self.meetings.iter().zip(&self.standings) {
            let tally = &standing.tally;
            pairing.points[first] += 2 * tally.wins + tally.draws;
            pairing.points[opponent] += 2 * tally.losses + tally.draws;
            let times = tally.games().div_ceil(2 * pairs.max(1) as u64);
            pairing.met.extend([[first, opponent], [opponent, first]].map(|pair| (pair, times)));
        }
        let (pairings, bye) = pairing.pairings();
        if let Some(bye) = bye {
            self.byes[bye] += 1;
        }
        // Contenders that have met before are listed in the same order as then.
        let known = |[first, other]: [usize; 2]| match self.meeting([other, first]) {
            Some(_) => [other, first],
            None => [first, other],
        };
        pairings.into_iter().map(known).collect()
    }

    /// The place of a meeting among the standings.
    fn meeting(&self, players: [usize; 2]) -> Option<usize> {
        self.meetings.iter().position(|&known| known == players)
    }

    /// Counts a game: half-points are those of the first player.
    pub(super) fn count(&mut self, turn: Turn, half_points: usize, cause: &Cause) {
        let Some(place) = self.meeting(turn.players) else { return };
        let Standing { first, opponent, tally, faults } = &mut self.standings[place];
        tally.add(turn.pair, half_points);
        faults[0].add(first, cause);
        faults[1].add(opponent, cause);
        if self.stage.has_pair(turn.pair) {
            self.left = self.left.saturating_sub(1);
        }
    }

    /// Whether a test against the first opponent has a verdict.
    pub(super) fn is_decided(&self, sprt: Option<Sprt>) -> bool {
        let tally = self.standings.first().map(|standing| &standing.tally);
        sprt.zip(tally).is_some_and(|(sprt, tally)| sprt.verdict(tally).is_some())
    }
}
