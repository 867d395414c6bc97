//! The tools that find bugs in other move generators: numbers of the caller compared, and a program hunted.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use philidor_hunt::program::UciProgram;
use philidor_hunt::report::Report;
use philidor_hunt::suite::SuiteLimits;
use philidor_hunt::{Agenda, Answer, Failure, Hunt as Hunter, Judgment, Question, judge};
use philidor_program::positions::{Door, read_position};
use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};

use super::call::Call;
use super::perft::{divide, too_deep};
use super::place::ChessPlace;
use super::reply::{Refusal, Reply};
use super::settings::Settings;
use super::tool::Tool;

/// How many moves are compared; no position has more than 218.
const MAX_MOVES: usize = 1_000;

/// The largest count of one move that is accepted, so that sums stay small.
const MAX_COUNT: u64 = 1_000_000_000_000_000;

/// How long a hunted program may take for one answer.
const ANSWER_TIME: Duration = Duration::from_secs(5);

/// How long a hunted program may take to start.
const START_TIME: Duration = Duration::from_secs(10);

/// The numbers of another move generator.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Hunt {
    #[serde(flatten)]
    place: ChessPlace,
    /// Depth of the perft that was counted, in half-moves; without it, 1
    #[schemars(range(min = 1, max = 12))]
    depth: Option<u32>,
    /// The other generator's moves for the position, in UCI: "a2a3 a2a4 b2b3"; for depth 1 only
    their_moves: Option<String>,
    /// The other generator's divide: leaves by move in UCI, such as {"a2a3": 20, "a2a4": 20}
    their_divide: Option<BTreeMap<String, u64>>,
    /// The other generator's total, if that is all it gives
    their_total: Option<u64>,
}

#[derive(Serialize)]
struct HuntReport {
    fen: String,
    depth: u32,
    is_right: bool,
    #[serde(flatten)]
    judgment: Option<Judgment>,
    /// What to ask the other generator next.
    next: Option<Next>,
}

/// A smaller tree that shows the same fault.
#[derive(Serialize)]
struct Next {
    fen: String,
    depth: u32,
}

impl Tool for Hunt {
    const NAME: &'static str = "hunt";
    const TITLE: &'static str = "Find a bug in a move generator";
    const DESCRIPTION: &'static str = "Compares what another move generator says about a position (its moves, its perft divide \
        or its total) with the reference, and explains each missing or invented move by the rule that is broken. Where only counts \
        below a move differ, it says which position to ask the generator about next; repeat until moves are named.";
    const IS_LONG: bool = true;

    fn answer(self, call: &Call<'_>) -> Result<Reply, Refusal> {
        let game = self.place.game()?;
        let depth = self.depth.unwrap_or(1);
        let answer = self.their_answer(depth)?;
        let position = *game.position();
        let mut question = Question::new(position, depth);
        question.chess960 = position.is_chess960();
        let Some(reference) = divide(&position, depth, call) else { return Err(too_deep(depth)) };
        let judgment = judge(&question, &answer, &reference);
        let smallest = judgment.iter().flat_map(|judgment| &judgment.counts);
        let smallest = smallest.min_by_key(|count| count.expected.max(count.counted));
        let next = smallest.filter(|_| depth > 1).and_then(|count| {
            let mv = position.parse_uci(&count.text).ok()?;
            Some(Next { fen: position.after(mv).to_string(), depth: depth - 1 })
        });
        let fen = position.to_string();
        let mut text = format!("{fen}, depth {depth}: ");
        match &judgment {
            None => text.push_str("all right."),
            Some(judgment) => text.push_str(&words(judgment)),
        }
        if let Some(Next { fen, depth }) = &next {
            text.push_str(&format!("\nNext, ask the generator about depth {depth} of {fen}"));
        }
        Ok(Reply::new(text, &HuntReport { fen, depth, is_right: judgment.is_none(), judgment, next }))
    }
}

impl Hunt {
    /// What the other generator says.
    fn their_answer(&self, depth: u32) -> Result<Answer, Refusal> {
        let refuse = |text: &str| Err(Refusal::new(text));
        let counts: Vec<(String, u128)> = match (&self.their_moves, &self.their_divide) {
            (Some(_), Some(_)) => return refuse("give `their_moves` or `their_divide`, not both"),
            (Some(_), None) if depth > 1 => {
                return refuse("`their_moves` is for depth 1; give `their_divide`");
            }
            (Some(moves), None) => {
                let words = moves.split([' ', ',', '\n', '\t', '\r']).filter(|word| !word.is_empty());
                words.take(MAX_MOVES + 1).map(|word| (word.to_owned(), 1)).collect()
            }
            (None, Some(divide)) => {
                divide.iter().map(|(text, &leaves)| (text.clone(), leaves.into())).collect()
            }
            (None, None) => match self.their_total {
                Some(total) => return Ok(Answer::from_total(total.into())),
                None => return refuse("give `their_moves`, `their_divide` or `their_total`"),
            },
        };
        if counts.len() > MAX_MOVES {
            return refuse("more moves than any position has");
        }
        if counts.iter().any(|&(_, leaves)| leaves > MAX_COUNT.into()) {
            return refuse("a count is larger than any of such a depth");
        }
        let answer: Answer = counts.into_iter().collect();
        Ok(match self.their_total {
            Some(total) => answer.with_total(total.into()),
            None => answer,
        })
    }
}

fn words(judgment: &Judgment) -> String {
    let mut text = format!("{} leaves expected, {} counted", judgment.expected, judgment.counted);
    for reason in &judgment.reasons {
        let (fault, class) = (reason.mistake.name(), reason.class);
        let words = philidor_host::Visible(&reason.words);
        let mv = philidor_program::positions::shown_move(&reason.text);
        let mv = if reason.text.is_empty() { String::new() } else { format!(" {mv}") };
        text.push_str(&format!("\n{fault}{mv}: {words} ({})", class.name()));
    }
    for count in &judgment.counts {
        text.push_str(&format!(
            "\n{}: {} leaves expected, {} counted",
            count.text, count.expected, count.counted
        ));
    }
    let classes: BTreeMap<&str, &str> =
        judgment.reasons.iter().map(|reason| (reason.class.name(), reason.class.rule())).collect();
    for (name, rule) in classes {
        text.push_str(&format!("\nRule {name}: {rule}"));
    }
    text
}

/// The program that the user allows to be hunted.
#[derive(Deserialize, JsonSchema)]
pub(super) struct HuntProgram {
    /// Hunt only in the tree of this position, a FEN; without it, in 2,176 positions
    fen: Option<String>,
    /// The largest trees that are asked about, in leaves; without it, 1000
    #[schemars(range(min = 1, max = 10_000_000))]
    nodes_limit: Option<u64>,
}

impl Tool for HuntProgram {
    const NAME: &'static str = "hunt_program";
    const TITLE: &'static str = "Hunt the user's move generator";
    const DESCRIPTION: &'static str = "Runs the program that the user has allowed (it answers `go perft` by UCI), finds the bugs \
        of its move generator, makes an example of each small, and names the rule that is broken.";
    const IS_LONG: bool = true;
    const RUNS_PROGRAMS: bool = true;

    fn is_offered(settings: &Settings) -> bool {
        settings.prey.is_some()
    }

    fn answer(self, call: &Call<'_>) -> Result<Reply, Refusal> {
        let Some(prey) = &call.settings.prey else {
            return Err(Refusal::new("the server was started without --allow-hunt"));
        };
        let limits = SuiteLimits::up_to_leaves(self.nodes_limit.unwrap_or(1_000));
        let agenda = match &self.fen {
            Some(fen) => {
                let position = read_position(fen, Door::Strict);
                let position =
                    position.map_err(|error| Refusal::new(format!("`fen` is refused: {error}")))?;
                Agenda::from_position(&position, limits, call.time_left() / 4)
            }
            None => Agenda::built_in(limits),
        };
        let failed = |failure: &Failure| {
            let prey = prey.join(" ");
            Refusal::new(match call.stop.is_stopped() {
                true if call.time_left().is_zero() => {
                    let time = call.settings.time_limit.as_secs_f64();
                    format!(
                        "{prey}: had not answered after {time:.1} s, when the time was over (--time-limit)"
                    )
                }
                true => format!("{prey}: stopped before it had answered"),
                false => format!("{prey}: {failure}"),
            })
        };
        let suspect = UciProgram::start(prey, &[], START_TIME).map_err(|failure| failed(&failure))?;
        let report: Report = Hunter::new(agenda)
            // The rest is for proving what was found.
            .with_time(call.time_left() * 9 / 10)
            .with_answer_time(ANSWER_TIME)
            .with_stop(Arc::clone(&call.stop.flag))
            .with_names("--time-limit", "cancelling")
            .run(suspect)
            .map_err(|error| failed(&error.failure))?;
        Ok(Reply::new(report.to_string(), &report))
    }
}
