//! The draw of a round of a Swiss tournament.
//!
//! The contenders are ranked by points, then by their order. The highest meets the next one that it has not met; if
//! that leaves someone without an opponent, the one after, and so on. If there is no draw without a second meeting, or
//! none that is found soon, the ranking is paired from the top.

use std::collections::HashSet;

/// How many meetings are tried for a draw.
const MAX_TRIES: u32 = 100_000;

/// What is known before a round.
#[derive(Clone, Debug, Default)]
pub(super) struct Draw {
    /// The points of each contender, in any unit.
    pub(super) points: Vec<u64>,
    /// Who has met, in both orders.
    pub(super) met: HashSet<[usize; 2]>,
    /// How often each contender has rested.
    pub(super) rests: Vec<usize>,
}

impl Draw {
    /// The meetings of the next round, and who rests.
    pub(super) fn meetings(&self) -> (Vec<[usize; 2]>, Option<usize>) {
        let mut ranking: Vec<usize> = (0..self.points.len()).collect();
        ranking.sort_by_key(|&one| (std::cmp::Reverse(self.points[one]), one));
        if ranking.len().is_multiple_of(2) {
            return (self.paired(&ranking), None);
        }
        // The last of those that have rested least often.
        let least = self.rests.iter().min().copied().unwrap_or_default();
        let place = ranking.iter().rposition(|&one| self.rests[one] == least).unwrap_or_default();
        let resting = ranking.remove(place);
        (self.paired(&ranking), Some(resting))
    }

    fn paired(&self, ranking: &[usize]) -> Vec<[usize; 2]> {
        let (mut meetings, mut tries) = (Vec::new(), 0);
        if self.pair(ranking, &mut meetings, &mut tries) {
            return meetings;
        }
        ranking.chunks_exact(2).map(|two| [two[0], two[1]]).collect()
    }

    /// Pairs those that are left, and returns whether that is possible.
    fn pair(&self, left: &[usize], meetings: &mut Vec<[usize; 2]>, tries: &mut u32) -> bool {
        let Some((&first, others)) = left.split_first() else { return true };
        for (place, &other) in others.iter().enumerate() {
            *tries += 1;
            if *tries > MAX_TRIES {
                return false;
            }
            if self.met.contains(&[first, other]) {
                continue;
            }
            meetings.push([first, other]);
            let rest = [&others[..place], &others[place + 1..]].concat();
            if self.pair(&rest, meetings, tries) {
                return true;
            }
            meetings.pop();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first of the two contenders wins.
    fn played(contenders: usize, rounds: usize) -> (Draw, Vec<Vec<[usize; 2]>>) {
        let mut draw = Draw { points: vec![0; contenders], met: HashSet::new(), rests: vec![0; contenders] };
        let mut all = Vec::new();
        for _ in 0..rounds {
            let (meetings, resting) = draw.meetings();
            for &[one, other] in &meetings {
                draw.points[one.min(other)] += 1;
                draw.met.extend([[one, other], [other, one]]);
            }
            if let Some(resting) = resting {
                draw.points[resting] += 1;
                draw.rests[resting] += 1;
            }
            all.push(meetings);
        }
        (draw, all)
    }

    #[test]
    fn no_two_meet_twice_as_long_as_that_is_possible() {
        for (contenders, rounds) in [(2, 1), (4, 3), (8, 5), (7, 5), (16, 4), (40, 12)] {
            let (draw, all) = played(contenders, rounds);
            let meetings: Vec<[usize; 2]> = all.concat();
            let distinct: HashSet<[usize; 2]> = meetings.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
            assert_eq!((meetings.len(), distinct.len()), (contenders / 2 * rounds, meetings.len()));
            assert!(draw.rests.iter().all(|&rests| rests <= 1), "{:?}", draw.rests);
        }
        // Two have met in the first round, and meet again.
        assert_eq!(played(2, 3).1, [[[0, 1]]; 3]);
    }

    #[test]
    fn those_with_equal_points_meet_and_the_best_wins() {
        let (draw, all) = played(8, 3);
        assert_eq!(all[0], [[0, 1], [2, 3], [4, 5], [6, 7]]);
        assert_eq!(all[1], [[0, 2], [4, 6], [1, 3], [5, 7]]);
        assert_eq!((draw.points[0], draw.points[7]), (3, 0));
        assert_eq!(draw.points.iter().filter(|&&points| points == 3).count(), 1);
    }
}
