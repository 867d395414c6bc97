//! The tool that asks the engine.

use std::sync::Arc;
use std::time::Duration;

use philidor::Move;
use philidor_engine::{Analyst, SearchLimits, standard_with_tables};
use philidor_program::positions::{read_move, shown_move, without_number};
use philidor_tables::report::EndgameAnswer;
use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};

use super::call::Call;
use super::explanation::Explanation;
use super::game::{BoardGame, Standing};
use super::place::ChessPlace;
use super::reply::{Refusal, Reply};
use super::tool::Tool;
use philidor_engine::arguments::analysis::json::AnalysisReport;
use philidor_engine::arguments::analysis::table::Table;
use philidor_engine::arguments::setting::set_hash;
use philidor_program::terminal::paint::Paint;

/// The time if nothing else is asked for.
const TIME: Duration = Duration::from_secs(1);

/// What the engine thinks of a position.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Analyze {
    #[serde(flatten)]
    place: ChessPlace,
    /// Time to think in milliseconds; without any limit, 1000
    #[schemars(range(min = 1, max = 600_000))]
    movetime_ms: Option<u64>,
    /// Depth to search to, in half-moves
    #[schemars(range(min = 1, max = 100))]
    depth: Option<u32>,
    /// Number of nodes to search
    #[schemars(range(min = 1))]
    nodes: Option<u64>,
    /// How many lines: the best moves, each with its score; without it, 1
    #[schemars(range(min = 1, max = 50))]
    multipv: Option<usize>,
    /// Consider only these moves, in SAN or UCI: "e4 d4"
    search_moves: Option<String>,
}

/// The answer for a game that is over.
#[derive(Serialize)]
struct Over {
    #[serde(flatten)]
    standing: Standing,
    best: Option<String>,
    lines: [String; 0],
}

impl Tool for Analyze {
    const NAME: &'static str = "analyze";
    const TITLE: &'static str = "Analyze with the engine";
    const DESCRIPTION: &'static str = "Asks a strong engine for the best moves of a position: scores in pawns as White sees \
        them (+ is good for White, #3 is mate in 3 by White, #-3 by Black), chances to win, draw and lose in thousandths, and \
        the expected play in SAN. Whatever limit is reached first ends it. A game that is over has no best move.";
    const IS_LONG: bool = true;

    fn answer(self, call: &Call<'_>) -> Result<Reply, Refusal> {
        let game = self.place.game()?;
        let standing = BoardGame::Chess(game.clone()).standing();
        if standing.is_over() {
            let text = format!("{}\nThere is no best move.", standing.words());
            return Ok(Reply::new(text, &Over { standing, best: None, lines: [] }));
        }
        let moves = self.considered(&game)?;
        let settings = call.settings;
        let mut analyst = match &settings.tables {
            Some(tables) => Analyst::from_bot(standard_with_tables(Arc::clone(tables))),
            None => Analyst::new(),
        };
        analyst = analyst
            .with_limits(self.limits(settings.time_limit).with_moves(moves))
            .with_lines(self.multipv.unwrap_or(1));
        set_hash(&mut analyst, settings.hash).map_err(|error| Refusal::new(error.to_string()))?;
        let threads = settings.threads.to_string();
        for (name, value) in [("Threads", threads.as_str()), ("Move Overhead", "0"), ("UCI_ShowWDL", "true")]
        {
            analyst.set_option(name, value).map_err(|error| Refusal::new(error.to_string()))?;
        }
        let found = analyst.analyze_with(&game, &call.stop.control, &mut |_| {});
        let tables = settings.tables.as_ref();
        let known = tables.map(|tables| EndgameAnswer::new(tables, game.position()));
        let mut text = format!(
            "{}\n{}",
            game.position(),
            Table { analysis: &found, paint: Paint::Plain, columns: usize::MAX }
        );
        let is_complete = !call.stop.is_stopped();
        let report = AnalysisReport::new(&found, known, is_complete);
        for (number, [win, draw, loss]) in report.chances() {
            text.push_str(&format!(
                "line {number}: White wins {win}, draws {draw}, loses {loss} of 1000 such games\n"
            ));
        }
        if let Some(best) = found.best() {
            text.push_str(&format!("best move: {}\n", game.position().to_san(best)));
        }
        if let Some(claim) = game.claimable_draw() {
            text.push_str(&format!("the side to move may claim a draw: {claim}\n"));
        }
        for notice in analyst.notices() {
            text.push_str(&format!("warning: {notice}\n"));
        }
        if !is_complete {
            text.push_str("It was stopped early, at the time limit of the server or by the client.\n");
        }
        Ok(Reply::new(text.trim_end(), &report))
    }
}

impl Analyze {
    /// The limits that are asked for. The server's own ends what would take longer.
    fn limits(&self, time_limit: Duration) -> SearchLimits {
        let mut limits = SearchLimits::new();
        let has_none = self.depth.is_none() && self.nodes.is_none();
        let time = self.movetime_ms.map(Duration::from_millis).or(has_none.then_some(TIME));
        (limits.depth, limits.nodes) = (self.depth, self.nodes);
        limits.time = time.map(|time| time.min(time_limit));
        limits
    }

    /// The moves that are considered; all if it is empty.
    fn considered(&self, game: &philidor::Game) -> Result<Vec<Move>, Refusal> {
        let text = self.search_moves.as_deref().unwrap_or_default();
        let words = text.split([' ', ',', '\n', '\t']).filter(|word| !word.is_empty());
        let read = |word| {
            read_move(game.position(), word).map_err(|reason| {
                let explanation = Explanation::new(&BoardGame::Chess(game.clone()), word, reason);
                let words = format!("`search_moves`: {} {}", shown_move(word), explanation.text());
                Refusal::with_data(words, &explanation)
            })
        };
        words.filter_map(without_number).map(read).collect()
    }
}
