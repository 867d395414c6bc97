use std::convert::Infallible;

use philidor::{Game, Move};
use philidor_engine::{Bot, Clock, OptionError, UciOption};
use philidor_uci::tournament::{Contender, MatchOpening, TimeControl, TournamentError, openings_from_epd};

use super::*;
use crate::spsa::SpsaGames;

const OPTIMUM: [f64; 4] = [30.0, -120.0, 7.0, 900.0];

fn parameters() -> Vec<SpsaParameter> {
    let parameter = |name, start, min, max, step| SpsaParameter::new(name, start, min, max, step);
    let all = [
        parameter("Margin", 60.0, 0.0, 200.0, 8.0),
        parameter("Skill Level", 0.0, -400.0, 400.0, 30.0),
        parameter("Depth", 4.0, 1.0, 16.0, 0.75),
        parameter("Divisor", 500.0, 1.0, 2000.0, 80.0),
    ];
    all.into_iter().collect::<Result<_, _>>().expect("parameters")
}

/// How much weaker a setting is than the best one, in steps.
fn loss(setting: impl Iterator<Item = f64>) -> f64 {
    let steps = parameters().into_iter().map(|parameter| parameter.step);
    setting.zip(OPTIMUM).zip(steps).map(|((value, best), step)| ((value - best) / step).powi(2)).sum()
}

/// Two random games, in which the setting that is nearer to the best one scores more often.
fn play(pair: &SpsaPair) -> Result<Option<u8>, Infallible> {
    let [first, other] = pair.settings.each_ref().map(|set| loss(set.iter().map(|&value| value as f64)));
    let score = 1.0 / (1.0 + ((first - other) / 10.0).exp());
    let mut random = Random::new(pair.number.wrapping_mul(77));
    let game = |random: &mut Random| if (random.below(1000) as f64) < 1000.0 * score { 2 } else { 0 };
    Ok(Some(game(&mut random) + game(&mut random)))
}

fn run(spsa: &mut Spsa, threads: usize) {
    let threads = NonZero::new(threads).expect("some");
    let Ok(()) = spsa.run(threads, &Control::new(), play, |_| Ok(()));
}

#[test]
fn the_optimum_of_a_noisy_quadratic_is_found() {
    for seed in 1..4 {
        let mut spsa = Spsa::new(parameters(), SpsaPlan::new(3_000, seed).with_rate(0.02)).expect("a run");
        let before = loss(spsa.values().iter().copied());
        run(&mut spsa, 2);
        let after = loss(spsa.values().iter().copied());
        assert!(before > 50.0 && after < 1.0, "seed {seed}: {before} to {after}: {:?}", spsa.values());
    }
}

#[test]
fn a_resumed_run_equals_an_uninterrupted_one() {
    let new = || Spsa::new(parameters(), SpsaPlan::new(203, 5).with_batch(7)).expect("a run");
    let mut whole = new();
    run(&mut whole, 3);
    assert_eq!(whole.played(), 203);
    let mut part = new();
    let stop = Control::new();
    let Ok(()) = part.run(NonZero::<usize>::MIN, &stop, play, |spsa| {
        if spsa.played() == 70 {
            stop.stop();
        }
        Ok(())
    });
    assert_eq!(part.played(), 70);
    let mut resumed: Spsa = part.to_string().parse().expect("its own text");
    assert_eq!(resumed, part);
    run(&mut resumed, 2);
    assert_eq!(resumed, whole);
}

#[test]
fn a_batch_that_was_stopped_or_failed_does_not_count() {
    let mut spsa = Spsa::new(parameters(), SpsaPlan::new(100, 5)).expect("a run");
    let before = spsa.clone();
    let stopped = |pair: &SpsaPair| Ok::<_, String>((pair.number < 3).then_some(4));
    assert_eq!(spsa.run(NonZero::<usize>::MIN, &Control::new(), stopped, |_| Ok(())), Ok(()));
    assert_eq!(spsa, before);
    let failed = |pair: &SpsaPair| if pair.number == 3 { Err("no engine") } else { Ok(Some(4)) };
    assert_eq!(spsa.run(NonZero::<usize>::MIN, &Control::new(), failed, |_| Ok(())), Err("no engine"));
    assert_eq!(spsa, before);
}

#[test]
fn settings_stay_within_bounds_and_differ_by_steps() {
    let parameter = |start| SpsaParameter::new("Margin", start, 0.0, 10.0, 2.0).expect("a parameter");
    let spsa = Spsa::new(vec![parameter(9.5)], SpsaPlan::new(50, 1).with_batch(50)).expect("a run");
    for SpsaPair { settings: [one, other], signs, .. } in spsa.batch() {
        let (up, down) = if signs[0] > 0.0 { (one[0], other[0]) } else { (other[0], one[0]) };
        assert_eq!(up, 10);
        assert!((6..=8).contains(&down), "{down}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let text = Spsa::new(parameters(), SpsaPlan::new(9, 1)).expect("a run").to_string();
    let error = |text: &str| text.parse::<Spsa>().expect_err("refused").to_string();
    assert_eq!(error(""), "line 1: expected `philidor spsa 2`");
    assert_eq!(error(&text.replace("rate ", "rat ")), "line 4: expected `rate` and a number");
    let end = text.find("played").expect("its pairs");
    assert_eq!(error(&text[..end]), "line 9: expected `played` and a number");
    assert_eq!(error(&text.replace("500 500", "5000 500")), "line 13: the value is not within its bounds");
    assert_eq!(error(&text.replace("Divisor", "Depth")), "parameter `Depth` is there twice");
    assert_eq!(error(&text.replace("pairs 9", "pairs 0")), "there is no pair to play");
    assert!(Spsa::new(Vec::new(), SpsaPlan::new(9, 1)).is_err());
    // A flipped bit of a number, which is one as before.
    for (from, to) in [("500 500", "501 500"), ("seed 1", "seed 3"), ("checksum", "cheaksum")] {
        assert!(text.contains(from), "{from}");
        let flipped = error(&text.replacen(from, to, 1));
        assert!(flipped.contains("damaged") || to == "cheaksum", "{flipped}");
    }
    let between_integers = "line 13: parameter `Divisor`: no integer is within its bounds";
    assert_eq!(error(&text.replace("500 500 1 2000", "1.5 1.5 1.2 1.8")), between_integers);
    let mut parameters_changed_later = parameters();
    parameters_changed_later[0].min = f64::NAN;
    assert!(Spsa::new(parameters_changed_later, SpsaPlan::new(9, 1)).is_err());
    assert!(Spsa::new(parameters(), SpsaPlan::new(9, 1).with_rate(f64::NAN)).is_err());
}

/// Plays by its settings and without a search, which would be compiled for this test alone.
#[derive(Default)]
struct Settings(Vec<(String, i64)>);

impl Bot for Settings {
    fn think(&mut self, game: &Game, _: &Clock) -> Move {
        let sum = self.0.iter().fold(game.ply() as i64, |sum, (_, value)| sum.wrapping_mul(31) + value);
        let moves = game.position().legal_moves();
        moves[sum.rem_euclid(moves.len() as i64) as usize]
    }

    fn options(&self) -> Vec<UciOption> {
        parameters().iter().map(|parameter| UciOption::spin(&parameter.name, 0, -1_000, 3_000)).collect()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.0.retain(|(known, _)| known != name);
        self.0.push((name.to_owned(), value.parse().expect("a number")));
        Ok(())
    }
}

#[test]
fn real_games_are_the_same_on_any_number_of_threads() {
    let openings = || -> Vec<MatchOpening> {
        let text = "rnbqkb1r/pppp1pp1/4pn2/7p/P1P3P1/8/1P1PPP1P/RNBQKBNR w KQkq h6\n\
            r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq -\n";
        openings_from_epd(text).expect("openings")
    };
    let tuned = |threads: usize| {
        let make = |name: &str| Contender::from_bot(name, Settings::default);
        let games = SpsaGames::new(make, openings(), TimeControl::fixed_nodes(300), 1);
        let parameters = parameters();
        let plan = SpsaPlan::new(6, 1).with_batch(3).with_rate(0.5);
        let mut spsa = Spsa::new(parameters.clone(), plan).expect("a run");
        let threads = NonZero::new(threads).expect("some");
        let stop = Control::new();
        let played = spsa.run(threads, &stop, |pair| games.play(pair, &parameters, &stop), |_| Ok(()));
        played.map(|()| spsa)
    };
    let spsa: Result<Spsa, TournamentError> = tuned(1);
    let spsa = spsa.expect("engines start");
    assert!(spsa.is_over());
    assert!(spsa.values().iter().zip(spsa.parameters()).any(|(value, parameter)| *value != parameter.start));
    assert_eq!(tuned(3).expect("engines start"), spsa);
}
