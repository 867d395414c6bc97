//! The standings of a match, as a table and as JSON.

use std::fmt;

use philidor_engine::tournament::{Faults, Sprt, Standing, Verdict};
use philidor_host::Visible;
use serde::Serialize;

/// The standings of the first contender.
pub(super) struct Table<'a> {
    pub(super) first: &'a str,
    pub(super) standings: &'a [Standing],
    pub(super) sprt: Option<Sprt>,
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.standings.iter().map(|standing| standing.opponent.chars().count());
        let width = names.chain([7]).max().unwrap_or_default();
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
            writeln!(f, "  pairs with 0, ½, 1, 1½, 2 points: {none}, {quarter}, {half}, {more}, {all}")?;
            for (name, faults) in [self.first, &standing.opponent].into_iter().zip(standing.faults) {
                if faults.total() > 0 {
                    writeln!(f, "  {}: {}", Visible(name), Lost(faults))?;
                }
            }
        }
        let Some((sprt, standing)) = self.sprt.zip(self.standings.first()) else { return Ok(()) };
        let [low, high] = sprt.bounds();
        let verdict = match sprt.verdict(&standing.tally) {
            Some(Verdict::Gain) => format!("{} Elo rather than {}", sprt.elo1, sprt.elo0),
            Some(Verdict::NoGain) => format!("{} Elo rather than {}", sprt.elo0, sprt.elo1),
            None => "not decided".to_owned(),
        };
        let ratio = sprt.ratio(&standing.tally);
        writeln!(
            f,
            "  test of {} or {} Elo: {ratio:.2} of {low:.2} to {high:.2}, {verdict}",
            sprt.elo0, sprt.elo1
        )
    }
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

/// Games lost otherwise than by chess.
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

/// Games lost otherwise than by chess, as JSON.
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
    pub(super) fn new(
        first: &'a str,
        standing: &'a Standing,
        sprt: Option<Sprt>,
        is_complete: bool,
    ) -> StandingReport<'a> {
        let tally = &standing.tally;
        let estimate = tally.estimate();
        let finite = |value: Option<f64>| value.filter(|value| value.is_finite());
        let elo = |index: usize| finite(estimate.map(|estimate| estimate.elo_bounds()[index]));
        let verdict = sprt.and_then(|sprt| Some((sprt, sprt.verdict(tally)?)));
        StandingReport {
            engine: first,
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
            score_low: estimate.map(|estimate| estimate.score_bounds[0]),
            score_high: estimate.map(|estimate| estimate.score_bounds[1]),
            ratio: sprt.map(|sprt| sprt.ratio(tally)),
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
