//! The arguments of matches: `match`, `openings`.

use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use philidor_engine::EVALUATIONS;
use philidor_uci::tournament::{Adjudication, DrawRule, EloModel, ResignRule, Schedule, Sprt, TimeControl};

use philidor_program::arguments::values::file_parser;

/// Play a match between engines, and say which is stronger and how sure that is
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor openings 200 > openings.epd
  philidor match --against 'cmd=\"gnuchess --uci\"' --openings openings.epd --tc 5+0.05 --pgn gnu.pgn
  philidor match --engine chains --against classic --openings openings.epd --tc nodes=20000
  philidor match --engine 'name=new cmd=./new' --against 'name=old cmd=./old' --sprt 0,5
  philidor match --against 'name=fish cmd=stockfish option.Threads=1 \"option.Skill Level=5\"'
  philidor match --schedule round-robin --against chains --against squares --tc 1+0.01

An engine is a list of NAME=VALUE, quoted as in a shell:
  cmd=COMMAND      a program that speaks UCI; args=ARGUMENTS and dir=FOLDER go with it
  NAME             an engine of this program: net, classic, chains, squares, material, or random
  name=NAME        what it is called; tc=TIME a time control of its own
  ponder=true      thinks on the move that it expects while the opponent does
  option.NAME=VALUE  an option, such as option.Hash=16

Time controls: 5+0.05 seconds and increment, 40/60 moves and seconds, move=0.1 seconds for each
move, nodes=20000 or depth=8 for each move.

In a gauntlet the engine meets each that it is played --against, in a round robin everyone meets
everyone; in a Swiss tournament those with about the same number of points meet, round by round.
These two end with a cross table and ratings by all games, the most likely ones, with their errors.

Games come in pairs: the same opening, colors reversed. With a number of nodes or a depth, each pair
needs an opening of its own, or it would repeat games. Draws that may be claimed are claimed. Who
crashes, does not answer, is late or plays an illegal move loses that game and is started again. Who
cannot be started again loses the next game, too, and the others play on. The PGN has clocks, scores
and the reason of the end. With --resume, the games that it has are not played again; the other
arguments have to be the same.

Ctrl-C ends the match; the games that are over are recorded.

Exit code: 0 fine, 1 an engine that cannot be started or refuses an option, or a file that cannot
be read, 2 wrong usage, 130 interrupted.")]
pub(crate) struct MatchArgs {
    /// The first engine, from whose side everything is counted
    #[arg(long, value_name = "ENGINE", default_value = EVALUATIONS[0])]
    pub(crate) engine: String,

    /// Its opponent; may be repeated
    #[arg(long, value_name = "ENGINE", required = true)]
    pub(crate) against: Vec<String>,

    /// Who meets whom
    #[arg(long, value_name = "SCHEDULE", default_value = "gauntlet", value_parser = schedule_parser())]
    pub(crate) schedule: ScheduleName,

    /// Number of rounds of a Swiss tournament
    #[arg(long, value_name = "N", required_if_eq("schedule", "swiss"))]
    pub(crate) rounds: Option<usize>,

    /// Number of games of each two that meet, an even one
    #[arg(long, value_name = "N", default_value = "100", value_parser = games)]
    pub(crate) games: usize,

    /// Time control
    #[arg(long, value_name = "TIME", default_value = "5+0.05")]
    pub(crate) tc: TimeControl,

    /// File of openings: EPD, FENs or PGN; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,

    /// Begin each pair with another start of Chess960, at random, from this seed
    #[arg(long, value_name = "SEED", conflicts_with = "openings")]
    pub(crate) chess960: Option<u64>,

    /// How many half-moves of each game of a PGN are the opening
    #[arg(long, value_name = "N", default_value = "16", requires = "openings")]
    pub(crate) plies: usize,

    /// Take the openings in random order, from this seed
    #[arg(long, value_name = "SEED", requires = "openings")]
    pub(crate) shuffle: Option<u64>,

    /// File for the games; each is written when it is over
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    pub(crate) pgn: Option<PathBuf>,

    /// Resume the match in that file
    #[arg(long, requires = "pgn")]
    pub(crate) resume: bool,

    /// Games played at the same time
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) concurrency: NonZero<usize>,

    /// Run each game on a core of its own, and one with an engine that ponders on two (Linux)
    #[arg(long)]
    pub(crate) affinity: bool,

    /// End when it is known whether the difference is ELO0 or ELO1; MODEL is logistic or normalized
    #[arg(long, value_name = "ELO0,ELO1[,MODEL]", value_parser = sprt, allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,

    /// Errors allowed for that, either way
    #[arg(long, value_name = "ALPHA,BETA", default_value = "0.05,0.05", value_parser = errors, requires = "sprt")]
    pub(crate) errors: (f64, f64),

    /// End won games, as in `score=600,moves=4`: both engines agree for that many moves
    #[arg(long, value_name = "RULE", value_parser = resign)]
    pub(crate) resign: Option<ResignRule>,

    /// End drawn games, as in `score=10,moves=8,from=40`: both agree, at move 40 or later
    #[arg(long, value_name = "RULE", value_parser = draw)]
    pub(crate) draw: Option<DrawRule>,

    /// End games that the Syzygy tables of a folder know; may be given several times
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Vec<PathBuf>,

    /// End games after that many moves, drawn
    #[arg(long, value_name = "N")]
    pub(crate) max_moves: Option<u32>,

    /// Milliseconds by which a clock may be overdrawn
    #[arg(long, value_name = "MS", default_value = "0")]
    pub(crate) margin: u64,

    /// Seconds to wait for an engine to start [default: 10], and for a move without a clock [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) timeout: Option<u64>,

    /// File for all that programs are asked and say, line by line; what is there stays
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    pub(crate) log: Option<PathBuf>,

    /// What the games' tag Event says
    #[arg(long, value_name = "TEXT", default_value = "philidor match")]
    pub(crate) event: String,
}

/// A schedule, as it is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScheduleName {
    Gauntlet,
    RoundRobin,
    Swiss,
}

fn schedule_parser() -> impl TypedValueParser<Value = ScheduleName> {
    PossibleValuesParser::new(["gauntlet", "round-robin", "swiss"]).map(|name| match name.as_str() {
        "round-robin" => ScheduleName::RoundRobin,
        "swiss" => ScheduleName::Swiss,
        _ => ScheduleName::Gauntlet,
    })
}

impl MatchArgs {
    /// Who meets whom.
    pub(crate) fn schedule(&self) -> Schedule {
        match self.schedule {
            ScheduleName::Gauntlet => Schedule::Gauntlet,
            ScheduleName::RoundRobin => Schedule::RoundRobin,
            ScheduleName::Swiss => Schedule::Swiss { rounds: self.rounds.unwrap_or_default() },
        }
    }

    /// The rules by which games end early.
    pub(crate) fn adjudication(&self) -> Adjudication {
        let mut rules = Adjudication::default();
        (rules.resign, rules.draw, rules.max_moves) = (self.resign, self.draw, self.max_moves);
        rules
    }

    /// The time for a move without a clock.
    pub(crate) fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout.unwrap_or(60))
    }

    pub(crate) fn start_time(&self) -> Duration {
        Duration::from_secs(self.timeout.unwrap_or(10))
    }
}

/// Make openings of random half-moves, to positions that the engine finds even
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor openings 500 > openings.epd
  philidor openings 500 --seed 7 --plies 6-9 --score 100

Each line is an EPD: the position, its clocks (`hmvc`, `fmvn`), `ce` with the score of the side to
move, and the moves as a comment. All positions are different. The head of the file has the command;
the same command of the same version makes the same file.")]
pub(crate) struct OpeningsArgs {
    /// How many
    #[arg(value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) count: u64,

    /// Seed of the random moves
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub(crate) seed: u64,

    /// Number of half-moves: from, to
    #[arg(long, value_name = "FROM-TO", default_value = "6-9", value_parser = range)]
    pub(crate) plies: RangeInclusive<usize>,

    /// Highest score of either side, in hundredths of a pawn
    #[arg(long, value_name = "CP", default_value = "100", value_parser = clap::value_parser!(i32).range(0..=10_000))]
    pub(crate) score: i32,

    /// Nodes that the engine searches for it
    #[arg(long, value_name = "N", default_value = "20000", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
}

fn games(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(games @ 2..=10_000_000) if games % 2 == 0 => Ok(games),
        _ => Err("not an even number from 2 to 10000000: games come in pairs".to_owned()),
    }
}

/// Two numbers with a comma between them.
fn two(text: &str) -> Result<(f64, f64), String> {
    let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    let (one, other) = text.split_once(',').ok_or("not two numbers, as in 0,5")?;
    number(one).zip(number(other)).ok_or_else(|| "not two numbers, as in 0,5".to_owned())
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let models = [(",logistic", EloModel::Logistic), (",normalized", EloModel::Normalized)];
    let named = models.iter().find_map(|(name, model)| Some((text.trim().strip_suffix(name)?, *model)));
    let (text, model) = named.unwrap_or((text, EloModel::Logistic));
    let (elo0, elo1) = two(text)?;
    if elo0 < elo1 && elo0.abs().max(elo1.abs()) <= 1000.0 {
        Ok(Sprt::new(elo0, elo1).with_model(model))
    } else {
        Err("the first has to be the smaller one, both from -1000 to 1000".to_owned())
    }
}

fn errors(text: &str) -> Result<(f64, f64), String> {
    let (alpha, beta) = two(text)?;
    let is_error = |error: f64| error > 0.0 && error < 0.5;
    let both = is_error(alpha) && is_error(beta);
    both.then_some((alpha, beta)).ok_or_else(|| "both have to be between 0 and 0.5".to_owned())
}

/// The numbers of `score=10,moves=8`, in the order of their names.
fn numbers<const N: usize>(text: &str, names: [&str; N]) -> Result<[i32; N], String> {
    let mut numbers = [None; N];
    let expected =
        || format!("expected {} with a number each", names.map(|name| format!("{name}=")).join(", "));
    for part in text.split(',') {
        let (name, value) = part.split_once('=').ok_or_else(expected)?;
        let place = names.iter().position(|&known| known == name.trim()).ok_or_else(expected)?;
        let value = value.trim().parse().ok().filter(|&value: &i32| value >= 0);
        numbers[place] = Some(value.ok_or_else(|| format!("{name} is a number, not `{part}`"))?);
    }
    if numbers.contains(&None) { Err(expected()) } else { Ok(numbers.map(Option::unwrap_or_default)) }
}

fn resign(text: &str) -> Result<ResignRule, String> {
    let [score, moves] = numbers(text, ["score", "moves"])?;
    if score == 0 || moves == 0 {
        return Err("a score of 0 wins no game, and none is won in 0 moves".to_owned());
    }
    Ok(ResignRule { score, moves: moves.unsigned_abs() })
}

fn draw(text: &str) -> Result<DrawRule, String> {
    let [score, moves, from] = numbers(text, ["score", "moves", "from"])?;
    if moves == 0 {
        return Err("no game is drawn in 0 moves".to_owned());
    }
    Ok(DrawRule { score, moves: moves.unsigned_abs(), from: from.unsigned_abs() })
}

fn range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    match (from.trim().parse(), to.trim().parse()) {
        (Ok(from), Ok(to)) if from <= to && to <= 100 => Ok(from..=to),
        _ => Err("not a range such as 6-9, up to 100".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_have_all_their_numbers() {
        assert_eq!(resign("moves=4,score=600"), Ok(ResignRule { score: 600, moves: 4 }));
        assert_eq!(draw("score=10,moves=8,from=40"), Ok(DrawRule { score: 10, moves: 8, from: 40 }));
        for text in ["", "score=600", "score=600,moves=", "score=600,moves=-4", "score=1,moves=2,other=3"] {
            assert!(resign(text).is_err(), "{text}");
        }
        for text in ["score=0,moves=0", "score=0,moves=4", "score=600,moves=0"] {
            assert!(resign(text).is_err(), "{text}: the first moves would end each game");
        }
        assert!(draw("score=0,moves=8,from=0").is_ok() && draw("score=10,moves=0,from=0").is_err());
    }

    #[derive(clap::Parser)]
    struct Words {
        #[command(flatten)]
        args: MatchArgs,
    }

    #[test]
    fn a_timeout_is_for_starts_and_moves_however_long_it_is() {
        let times = |words: &[&str]| {
            let words = ["match", "--against", "random"].iter().chain(words);
            let Words { args } = <Words as clap::Parser>::try_parse_from(words).expect("arguments");
            [args.start_time(), args.timeout()].map(|time| time.as_secs())
        };
        assert_eq!(times(&[]), [10, 60]);
        assert_eq!(times(&["--timeout", "5"]), [5, 5]);
        assert_eq!(times(&["--timeout", "300"]), [300, 300]);
    }

    #[test]
    fn tests_and_ranges_are_in_order() {
        assert_eq!(sprt("-5,0").map(|sprt| (sprt.elo0, sprt.elo1)), Ok((-5.0, 0.0)));
        assert!(
            sprt("5,0").is_err() && sprt("0").is_err() && sprt("0,NaN").is_err() && errors("0,1").is_err()
        );
        let model = |text| sprt(text).map(|sprt| sprt.model);
        assert_eq!(model("0,5"), Ok(EloModel::Logistic));
        assert_eq!(model("0,5,normalized"), Ok(EloModel::Normalized));
        assert!(sprt("0,5,bayes").is_err());
        assert_eq!(range("6-9"), Ok(6..=9));
        assert_eq!(range("8"), Ok(8..=8));
        assert!(range("9-6").is_err() && games("3").is_err() && games("0").is_err());
    }
}
