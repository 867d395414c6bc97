//! Ratings of all contenders from all games, where not everyone has met everyone, or not equally often.
//!
//! The model is that of Elo: against an opponent that is `d` Elo weaker a contender makes `1 / (1 + 10^(-d / 400))` of
//! the points (Bradley and Terry, 1952). The ratings make the results most likely; their mean is 0. To each contender's
//! results one drawn game against a contender of rating 0 is added, without which one that has won all its games would
//! have no finite rating.
//!
//! The errors do not trust the model about how much results vary: as everywhere in a match the unit is the pair, and
//! the pairs themselves show their variance (the "sandwich" of Huber, 1967). Each meeting counts as if one more pair
//! had varied as much as the results of decisive games do, so that a few pairs that ended alike are not taken for
//! certainty.

use super::course::Standing;

/// Elo for each natural unit of strength.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The 97.5 % quantile of the normal distribution.
const QUANTILE: f64 = 1.959_964;

/// The weight of the added draw, in games.
const PRIOR: f64 = 1.0;

/// Newton's method doubles the digits with each step.
const STEPS: u32 = 100;

/// The rating of a contender, on average 0 in a match.
///
/// ```
/// use philidor_uci::tournament::{Rating, Standing};
///
/// let mut standing = Standing::default();
/// (standing.first, standing.opponent) = ("new".into(), "old".into());
/// (standing.tally.wins, standing.tally.draws, standing.tally.losses) = (40, 40, 20);
/// standing.tally.pairs = [2, 8, 20, 16, 4];
/// let ratings = Rating::of(&[standing]);
/// assert_eq!((ratings[0].name.as_str(), ratings[0].points, ratings[1].points), ("new", 60.0, 40.0));
/// assert!(ratings[0].elo - ratings[1].elo > 60.0 && ratings[0].error > 15.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rating {
    /// The contender.
    pub name: String,
    /// How many Elo it is above the average of the match.
    pub elo: f64,
    /// How far the true rating may be from it, either way, at 95 %; infinite before the first pair.
    pub error: f64,
    /// How many games it has played.
    pub games: u64,
    /// Its points: 1 for a win, ½ for a draw.
    pub points: f64,
}

impl Rating {
    /// The ratings of all contenders that have met, the highest first.
    ///
    /// ```no_run
    /// use philidor_engine::standard;
    /// use philidor_uci::tournament::{Contender, Rating, Schedule, Tournament};
    ///
    /// let contender = |name| Contender::from_bot(name, standard);
    /// let tournament = Tournament::new(contender("a"), vec![contender("b"), contender("c")])?
    ///     .with_schedule(Schedule::RoundRobin)?;
    /// for rating in Rating::of(&tournament.run(&philidor_engine::Control::new(), &mut |_| {})?) {
    ///     println!("{:10} {:+7.1} ± {:.1}", rating.name, rating.elo, rating.error);
    /// }
    /// # Ok::<(), philidor_uci::tournament::TournamentError>(())
    /// ```
    #[must_use]
    pub fn of(standings: &[Standing]) -> Vec<Rating> {
        let mut names: Vec<&str> = Vec::new();
        for name in standings.iter().flat_map(|standing| [&standing.first, &standing.opponent]) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        let place = |name: &str| names.iter().position(|known| *known == name).unwrap_or_default();
        let meetings: Vec<Meeting<'_>> = standings
            .iter()
            .map(|standing| Meeting {
                players: [place(&standing.first), place(&standing.opponent)],
                pairs: &standing.tally.pairs,
                games: standing.tally.games() as f64,
                score: standing.tally.score(),
            })
            .collect();
        let strengths = strengths(names.len(), &meetings);
        let errors = errors(&strengths, &meetings);
        let mut ratings: Vec<Rating> = names
            .iter()
            .zip(strengths.iter().zip(errors))
            .map(|(name, (strength, error))| {
                let mut rating = Rating {
                    name: (*name).to_owned(),
                    elo: ELO * strength,
                    error: ELO * QUANTILE * error,
                    games: 0,
                    points: 0.0,
                };
                for standing in standings {
                    let tally = &standing.tally;
                    let won = if standing.first == *name {
                        tally.wins
                    } else if standing.opponent == *name {
                        tally.losses
                    } else {
                        continue;
                    };
                    rating.games += tally.games();
                    rating.points += won as f64 + tally.draws as f64 / 2.0;
                }
                rating
            })
            .collect();
        ratings.sort_by(|one, other| other.elo.total_cmp(&one.elo));
        ratings
    }
}

/// What two contenders have scored.
struct Meeting<'a> {
    players: [usize; 2],
    pairs: &'a [u64; 5],
    games: f64,
    /// The share of the first one.
    score: f64,
}

fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// The most likely strengths, by Newton's method: the likelihood has one maximum.
fn strengths(count: usize, meetings: &[Meeting<'_>]) -> Vec<f64> {
    let mut strengths = vec![0.0; count];
    for _ in 0..STEPS {
        let mut slope: Vec<f64> =
            strengths.iter().map(|strength| PRIOR * (0.5 - expected(*strength))).collect();
        for meeting in meetings {
            let [one, other] = meeting.players;
            let surplus = meeting.games * (meeting.score - expected(strengths[one] - strengths[other]));
            slope[one] += surplus;
            slope[other] -= surplus;
        }
        let step = solve(information(&strengths, meetings), slope);
        // Far from the maximum a whole step may leap over it.
        let longest = step.iter().fold(0.0_f64, |longest, part| longest.max(part.abs()));
        let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        strengths.iter_mut().zip(&step).for_each(|(strength, part)| *strength += scale * part);
        if longest < 1e-12 {
            break;
        }
    }
    let mean = strengths.iter().sum::<f64>() / count.max(1) as f64;
    strengths.iter().map(|strength| strength - mean).collect()
}

/// How sharply the likelihood falls around strengths: the negative second derivatives.
fn information(strengths: &[f64], meetings: &[Meeting<'_>]) -> Vec<Vec<f64>> {
    let mut matrix = vec![vec![0.0; strengths.len()]; strengths.len()];
    for (index, strength) in strengths.iter().enumerate() {
        let share = expected(*strength);
        matrix[index][index] = PRIOR * share * (1.0 - share);
    }
    for meeting in meetings {
        let [one, other] = meeting.players;
        let share = expected(strengths[one] - strengths[other]);
        add(&mut matrix, meeting.players, meeting.games * share * (1.0 - share));
    }
    matrix
}

/// Adds a weight to the difference of two.
fn add(matrix: &mut [Vec<f64>], [one, other]: [usize; 2], weight: f64) {
    for (row, column, sign) in [(one, one, 1.0), (other, other, 1.0), (one, other, -1.0), (other, one, -1.0)]
    {
        matrix[row][column] += sign * weight;
    }
}

/// The standard deviation of each strength, relative to the mean of all.
fn errors(strengths: &[f64], meetings: &[Meeting<'_>]) -> Vec<f64> {
    let count = strengths.len();
    // How much the slope varies, by the pairs. A pair has two games, and deviates by twice its share.
    let mut variance = vec![vec![0.0; count]; count];
    for meeting in meetings {
        let [one, other] = meeting.players;
        let share = expected(strengths[one] - strengths[other]);
        let spread = meeting.pairs.iter().enumerate().map(|(quarters, &pairs)| {
            let surplus = 2.0 * (quarters as f64 / 4.0 - share);
            pairs as f64 * surplus * surplus
        });
        let decisive = 2.0 * share * (1.0 - share);
        let known = if meeting.games > 0.0 { decisive } else { 0.0 };
        add(&mut variance, meeting.players, spread.sum::<f64>() + known);
    }
    let has_pairs = |index: usize| {
        let mut own = meetings.iter().filter(|meeting| meeting.players.contains(&index));
        own.any(|meeting| meeting.pairs.iter().sum::<u64>() > 0)
    };
    let information = information(strengths, meetings);
    let deviation = |index: usize| {
        if !has_pairs(index) {
            return f64::INFINITY;
        }
        // The row of the inverse, less the mean.
        let mut wanted = vec![-1.0 / count as f64; count];
        wanted[index] += 1.0;
        let row = solve(information.clone(), wanted);
        let through =
            |index: usize| variance[index].iter().zip(&row).map(|(cell, part)| cell * part).sum::<f64>();
        (0..count).map(|index| row[index] * through(index)).sum::<f64>().max(0.0).sqrt()
    };
    (0..count).map(deviation).collect()
}

/// Solves a system of linear equations by elimination; the matrix is positive definite, so its diagonal will do.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for pivot in 0..count {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let pivot_row = &above[pivot];
        for (row, cells) in (pivot + 1..).zip(below) {
            let factor = cells[pivot] / pivot_row[pivot];
            cells.iter_mut().zip(pivot_row).skip(pivot).for_each(|(cell, above)| *cell -= factor * above);
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..count).rev() {
        let known: f64 = (row + 1..count).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use philidor_engine::Random;

    fn standing(first: &str, opponent: &str, pairs: [u64; 5]) -> Standing {
        let mut standing =
            Standing { first: first.to_owned(), opponent: opponent.to_owned(), ..Standing::default() };
        standing.tally.pairs = pairs;
        // As wins and losses alone: points and games are what counts.
        let points: u64 = pairs.iter().zip(0..).map(|(&pairs, half_points)| pairs * half_points).sum();
        let games = 2 * pairs.iter().sum::<u64>();
        standing.tally.draws = points % 2;
        standing.tally.wins = points / 2;
        standing.tally.losses = games - standing.tally.wins - standing.tally.draws;
        standing
    }

    /// Of two, the difference of the ratings is that of their score, and its error that of their pairs.
    #[test]
    fn two_contenders_are_as_far_apart_as_their_score_says() {
        let pairs = [1000, 3000, 9000, 5000, 2000];
        let standings = [standing("a", "b", pairs)];
        let ratings = Rating::of(&standings);
        let estimate = standings[0].tally.estimate().expect("pairs");
        let [low, high] = estimate.elo_bounds();
        assert_eq!((ratings[0].name.as_str(), ratings[0].games), ("a", 40_000));
        assert!((ratings[0].elo - ratings[1].elo - estimate.elo()).abs() < 0.01, "{ratings:?}");
        assert!((2.0 * ratings[0].error - (high - low) / 2.0).abs() < 0.01, "{ratings:?}");
    }

    /// A result against a third contender counts: b is 100 above c, and a 100 above b.
    #[test]
    fn ratings_add_up_where_not_everyone_meets() {
        // 64 % is 99.95 Elo.
        let pairs = [0, 0, 44_000, 56_000, 0];
        let ratings = Rating::of(&[standing("a", "b", pairs), standing("b", "c", pairs)]);
        let elos: Vec<f64> = ratings.iter().map(|rating| rating.elo).collect();
        assert_eq!(ratings.iter().map(|rating| rating.name.as_str()).collect::<String>(), "abc");
        assert!(
            (elos[0] - elos[1] - 99.95).abs() < 0.1 && (elos[1] - elos[2] - 99.95).abs() < 0.1,
            "{elos:?}"
        );
        assert!(elos.iter().sum::<f64>().abs() < 1e-9);
    }

    #[test]
    fn who_has_won_all_or_not_played_has_a_finite_rating() {
        let ratings = Rating::of(&[standing("a", "b", [0, 0, 0, 0, 5]), standing("a", "c", [0; 5])]);
        assert!(ratings.iter().all(|rating| rating.elo.is_finite()), "{ratings:?}");
        let c = ratings.iter().find(|rating| rating.name == "c").expect("listed");
        assert!(c.error.is_infinite() && c.games == 0);
        assert_eq!(Rating::of(&[]), []);
    }

    #[test]
    fn pairs_that_end_alike_are_no_certainty() {
        let error = |pairs| Rating::of(&[standing("a", "b", pairs)])[0].error;
        assert!(error([0, 0, 1, 0, 0]) > 60.0, "{}", error([0, 0, 1, 0, 0]));
        assert!(error([0, 0, 100, 0, 0]) < 3.0, "{}", error([0, 0, 100, 0, 0]));
    }

    /// The interval of 95 % has the true rating in about 95 of a hundred tournaments.
    #[test]
    fn errors_are_as_large_as_ratings_vary() {
        let truth = [120.0, 20.0, -40.0, -100.0];
        let mut random = Random::new(7);
        let (mut inside, mut all) = (0, 0);
        for _ in 0..200 {
            let mut standings = Vec::new();
            for one in 0..4 {
                for other in one + 1..4 {
                    let share = expected((truth[one] - truth[other]) / ELO);
                    let mut pairs = [0; 5];
                    for _ in 0..60 {
                        // Decisive games alone.
                        let wins =
                            |random: &mut Random| usize::from((random.below(1_000_000) as f64) < share * 1e6);
                        pairs[2 * (wins(&mut random) + wins(&mut random))] += 1;
                    }
                    standings.push(standing(&one.to_string(), &other.to_string(), pairs));
                }
            }
            for rating in Rating::of(&standings) {
                let index: usize = rating.name.parse().expect("a number");
                inside += usize::from((rating.elo - truth[index]).abs() <= rating.error);
                all += 1;
            }
        }
        let share = f64::from(inside as u32) / f64::from(all);
        assert!((0.93..0.975).contains(&share), "{share}");
    }
}
