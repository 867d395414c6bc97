//! The standings of a match, as a table and as JSON.

use std::fmt;

use philidor_host::Visible;
use philidor_uci::tournament::{EloModel, Faults, Rating, Schedule, Sprt, Standing, Verdict};
use serde::Serialize;

/// The standings of the first contender, or those of all as a cross table.
pub(super) struct Table<'a> {
    pub(super) schedule: Schedule,
    pub(super) standings: &'a [Standing],
    pub(super) sprt: Option<Sprt>,
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.schedule {
            Schedule::Gauntlet => self.write_gauntlet(f),
            _ => self.write_cross_table(f),
        }
    }
}

impl Table<'_> {
    /// Everyone's rating, and points against everyone, the highest rating first.
    fn write_cross_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ratings = Rating::of(self.standings);
        let names: Vec<String> = ratings.iter().map(|rating| Visible(&rating.name).to_string()).collect();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or_default().clamp(6, 1_000);
        write!(f, "{:width$}       Elo  ±, 95 %  games  points", "engine")?;
        names.iter().try_for_each(|name| write!(f, "  {name:>9}"))?;
        writeln!(f)?;
        for (name, rating) in names.iter().zip(&ratings) {
            let Rating { elo, error, games, points, .. } = rating;
            let error = if error.is_finite() { format!("{error:.1}") } else { "∞".to_owned() };
            write!(f, "{name:width$}  {elo:+8.1}  {error:>7}  {games:5}  {points:6.1}")?;
            for (opponent, column) in ratings.iter().zip(&names) {
                let cell = self.points(&rating.name, &opponent.name);
                let cell = cell.map_or_else(|| "-".to_owned(), |(points, games)| format!("{points}/{games}"));
                write!(f, "  {cell:>0$}", column.chars().count().clamp(9, 1_000))?;
            }
            writeln!(f)?;
        }
        for standing in self.standings {
            write_faults(f, standing)?;
        }
        Ok(())
    }

    /// The points of one against another, and the games; none if they have not met.
    fn points(&self, one: &str, other: &str) -> Option<(f64, u64)> {
        let half = |points: u64, draws: u64| points as f64 + draws as f64 / 2.0;
        let met = self.standings.iter().find_map(|standing| {
            let tally = &standing.tally;
            if (standing.first.as_str(), standing.opponent.as_str()) == (one, other) {
                Some((half(tally.wins, tally.draws), tally.games()))
            } else if (standing.first.as_str(), standing.opponent.as_str()) == (other, one) {
                Some((half(tally.losses, tally.draws), tally.games()))
            } else {
                None
            }
        });
        met.filter(|(_, games)| *games > 0)
    }

    fn write_gauntlet(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.standings.iter().map(|standing| standing.opponent.chars().count());
        let width = names.chain([7]).max().unwrap_or_default().min(1_000);
        writeln!(f, "{:width$}  games    won  drawn   lost    score  Elo, 95 %", "against")?;
        for standing in self.standings {
            let tally = &standing.tally;
            let opponent = Visible(&standing.opponent).to_string();
            write!(
                f,
                "{opponent:width$} {:6} {:6} {:6} {:6}",
                tally.games(),
                tally.wins,
                tally.draws,
                tally.losses
            )?;
            write!(f, "  {:5.1} %", 100.0 * tally.score())?;
            if let Some(estimate) = tally.estimate() {
                let [low, high] = estimate.elo_bounds();
                write!(f, "  {} ({} to {})", Elo(estimate.elo()), Elo(low), Elo(high))?;
            }
            writeln!(f)?;
            let [none, quarter, half, more, all] = tally.pairs;
            write!(f, "  pairs with 0, ½, 1, 1½, 2 points: {none}, {quarter}, {half}, {more}, {all}")?;
            let normalized =
                tally.estimate().and_then(|found| found.normalized_elo().zip(found.normalized_elo_bounds()));
            if let Some((elo, [low, high])) = normalized {
                write!(f, "; normalized Elo {} ({} to {})", Elo(elo), Elo(low), Elo(high))?;
            }
            writeln!(f)?;
            write_faults(f, standing)?;
        }
        let Some((sprt, standing)) = self.sprt.zip(self.standings.first()) else { return Ok(()) };
        let [low, high] = sprt.bounds();
        let kind = if sprt.model == EloModel::Normalized { "normalized Elo" } else { "Elo" };
        let verdict = match sprt.verdict(&standing.tally) {
            Some(Verdict::Gain) => format!("{} {kind} rather than {}", sprt.elo1, sprt.elo0),
            Some(Verdict::NoGain) => format!("{} {kind} rather than {}", sprt.elo0, sprt.elo1),
            None => "not decided".to_owned(),
        };
        let ratio = sprt.log_likelihood_ratio(&standing.tally);
        writeln!(
            f,
            "  test of {} or {} {kind}: {ratio:.2} of {low:.2} to {high:.2}, {verdict}",
            sprt.elo0, sprt.elo1
        )
    }
}

/// Which of the two has lost games by faults rather than on the board.
fn write_faults(f: &mut fmt::Formatter<'_>, standing: &Standing) -> fmt::Result {
    for (name, faults) in [&standing.first, &standing.opponent].into_iter().zip(standing.faults) {
        if faults.total() > 0 {
            writeln!(f, "  {}: {}", Visible(name), Lost(faults))?;
        }
    }
    Ok(())
}

/// A difference in Elo, with its sign.
struct Elo(f64);

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_infinite() {
            f.write_str(if self.0 > 0.0 { "+∞" } else { "-∞" })
        } else {
            write!(f, "{:+.1}", self.0)
        }
    }
}

/// Games lost by faults rather than on the board.
struct Lost(Faults);

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Faults { crashes, hangs, time_losses, illegal_moves, .. } = self.0;
        let kinds = [
            (crashes, "crashed"),
            (hangs, "hung"),
            (time_losses, "out of time"),
            (illegal_moves, "illegal moves"),
        ];
        let found = kinds.into_iter().filter(|(count, _)| *count > 0);
        let found: Vec<String> = found.map(|(count, what)| format!("{what} {count} ×")).collect();
        f.write_str(&found.join(", "))
    }
}

/// A standing, as JSON.
#[derive(Serialize)]
pub(super) struct StandingReport<'a> {
    engine: &'a str,
    against: &'a str,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    pairs: [u64; 5],
    score: f64,
    /// Infinite values are `null`.
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    /// `null` as long as all pairs ended alike.
    normalized_elo: Option<f64>,
    normalized_elo_low: Option<f64>,
    normalized_elo_high: Option<f64>,
    score_low: Option<f64>,
    score_high: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted_elo: Option<f64>,
    faults: Counts,
    faults_against: Counts,
    is_complete: bool,
}

/// Games lost by faults rather than on the board, as JSON.
#[derive(Serialize)]
struct Counts {
    crashes: u64,
    hangs: u64,
    time_losses: u64,
    illegal_moves: u64,
}

impl From<Faults> for Counts {
    fn from(faults: Faults) -> Counts {
        let Faults { crashes, hangs, time_losses, illegal_moves, .. } = faults;
        Counts { crashes, hangs, time_losses, illegal_moves }
    }
}

impl<'a> StandingReport<'a> {
    pub(super) fn new(standing: &'a Standing, sprt: Option<Sprt>, is_complete: bool) -> StandingReport<'a> {
        let tally = &standing.tally;
        let estimate = tally.estimate();
        let finite = |value: Option<f64>| value.filter(|value| value.is_finite());
        let elo = |index: usize| finite(estimate.map(|estimate| estimate.elo_bounds()[index]));
        let normalized =
            |index: usize| Some(estimate.and_then(|estimate| estimate.normalized_elo_bounds())?[index]);
        let verdict = sprt.and_then(|sprt| Some((sprt, sprt.verdict(tally)?)));
        StandingReport {
            engine: &standing.first,
            against: &standing.opponent,
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            pairs: tally.pairs,
            score: tally.score(),
            elo: finite(estimate.map(|estimate| estimate.elo())),
            elo_low: elo(0),
            elo_high: elo(1),
            normalized_elo: estimate.and_then(|estimate| estimate.normalized_elo()),
            normalized_elo_low: normalized(0),
            normalized_elo_high: normalized(1),
            score_low: estimate.map(|estimate| estimate.score_bounds[0]),
            score_high: estimate.map(|estimate| estimate.score_bounds[1]),
            ratio: sprt.map(|sprt| sprt.log_likelihood_ratio(tally)),
            accepted_elo: verdict.map(|(sprt, verdict)| match verdict {
                Verdict::Gain => sprt.elo1,
                _ => sprt.elo0,
            }),
            faults: standing.faults[0].into(),
            faults_against: standing.faults[1].into(),
            is_complete,
        }
    }
}

/// A rating, as JSON.
#[derive(Serialize)]
pub(super) struct RatingReport<'a> {
    engine: &'a str,
    rating: f64,
    /// `null` before the first pair.
    rating_error: Option<f64>,
    games: u64,
    points: f64,
}

impl<'a> RatingReport<'a> {
    pub(super) fn new(rating: &'a Rating) -> RatingReport<'a> {
        RatingReport {
            engine: &rating.name,
            rating: rating.elo,
            rating_error: Some(rating.error).filter(|error| error.is_finite()),
            games: rating.games,
            points: rating.points,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What one has won, the other has lost.
    #[test]
    fn a_cross_table_has_the_points_of_both() {
        let mut standing = Standing::default();
        (standing.first, standing.opponent) = ("one".to_owned(), "other".to_owned());
        (standing.tally.wins, standing.tally.draws, standing.tally.losses) = (4, 2, 1);
        let table = Table { schedule: Schedule::RoundRobin, standings: &[standing], sprt: None };
        assert_eq!(table.points("one", "other"), Some((5.0, 7)));
        assert_eq!(table.points("other", "one"), Some((2.0, 7)));
        assert_eq!(table.points("other", "third"), None);
    }
}
