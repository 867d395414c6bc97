//! The tool that looks positions up in endgame tables.

use philidor_tables::report::EndgameReport;
use rmcp::schemars::{self, JsonSchema};
use serde::Deserialize;

use super::call::Call;
use super::place::ChessPlace;
use super::reply::{Refusal, Reply};
use super::settings::Settings;
use super::tool::Tool;

/// What endgame tables say of a position.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Tables {
    #[serde(flatten)]
    place: ChessPlace,
}

impl Tool for Tables {
    const NAME: &'static str = "tables";
    const TITLE: &'static str = "Endgame tables";
    const DESCRIPTION: &'static str = "What perfect play leads to with few pieces on the board, by Syzygy tables: win, draw or \
        loss for the side to move, half-moves to the next capture, pawn move or mate (dtz), and every move with what it leads \
        to, the best first.";

    fn is_offered(settings: &Settings) -> bool {
        settings.tables.is_some()
    }

    fn answer(self, call: &Call<'_>) -> Result<Reply, Refusal> {
        let game = self.place.game()?;
        let Some(tables) = &call.settings.tables else {
            return Err(Refusal::new("the server was started without --tables"));
        };
        let report = EndgameReport::new(tables, game.position(), true);
        let report = report.map_err(|error| Refusal::new(error.to_string()))?;
        let turn = game.position().side_to_move();
        let mut text = format!("{}\n{turn} to move: {}", game.position(), report.value);
        for mv in report.moves.iter().flatten() {
            text.push_str(&format!("\n{mv}"));
        }
        if let Some(error) = &report.error {
            text.push_str(&format!("\nno moves: {error}"));
        }
        Ok(Reply::new(text, &report))
    }
}
