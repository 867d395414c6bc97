//! The tool that draws a position and says what follows from it.

use philidor::{Color, GamePosition};
use philidor_program::positions::PositionReport;
use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};

use super::call::Call;
use super::game::{BoardGame, Standing};
use super::place::Place;
use super::reply::{Refusal, Reply};
use super::tool::Tool;
use philidor_program::terminal::drawing::{Drawing, Glyphs};
use philidor_program::terminal::paint::Paint;

/// A position to look at.
#[derive(Deserialize, JsonSchema)]
pub(super) struct ShowBoard {
    #[serde(flatten)]
    place: Place,
    /// Draw Unicode figurines; without it, the letters of a FEN: upper case for White
    figurines: Option<bool>,
    /// Draw it as Black sees it
    from_black: Option<bool>,
}

#[derive(Serialize)]
struct BoardReport {
    board: String,
    standing: Standing,
    /// Castling rights, pins, checkers and the like.
    #[serde(skip_serializing_if = "Option::is_none")]
    facts: Option<PositionReport>,
}

impl Tool for ShowBoard {
    const NAME: &'static str = "show_board";
    const TITLE: &'static str = "Show a board";
    const DESCRIPTION: &'static str = "Draws a position as text and lists what follows from its FEN: castling rights, en \
        passant, checkers, pinned pieces, and how the game stands. Pieces that give check are between < >, pinned ones between \
        [ ]. A FEN that is not valid is refused with everything that is wrong with it, so this checks FENs, too.";

    fn answer(self, _: &Call<'_>) -> Result<Reply, Refusal> {
        let game = self.place.game()?;
        let glyphs = if self.figurines == Some(true) { Glyphs::Figurines } else { Glyphs::Letters };
        let drawing = match &game {
            BoardGame::Chess(game) => Drawing::of(game.position(), glyphs, Paint::Plain),
            BoardGame::Variant(game) => {
                let position = game.position();
                Drawing::of_board(position.board(), position.checkers(), glyphs, Paint::Plain)
            }
        };
        let bottom = if self.from_black == Some(true) { Color::Black } else { Color::White };
        let board = drawing.seen_by(bottom).to_string();
        let standing = game.standing();
        let facts = match &game {
            BoardGame::Chess(game) => Some(PositionReport::new(game.position(), None)),
            BoardGame::Variant(_) => None,
        };
        let mut text = format!("{board}\n{}", standing.words());
        if let Some(facts) = &facts {
            text.push_str(&format!("\n{}", words(facts)));
        }
        Ok(Reply::new(text, &BoardReport { board, standing, facts }))
    }
}

/// The facts that the board does not show at first sight.
fn words(facts: &PositionReport) -> String {
    let en_passant = facts.en_passant.as_deref().unwrap_or("-");
    let checkers = philidor_program::positions::or_dash(facts.checkers.join(" "));
    let pinned = philidor_program::positions::or_dash(facts.pinned.to_string());
    let mut text = format!(
        "Castling rights {}; en-passant square {en_passant}; checkers {checkers}; pinned {pinned}; halfmove clock {}.",
        facts.castling_rights, facts.halfmove_clock
    );
    if let Some(why) = &facts.unreachable {
        text.push_str(&format!("\nUnreachable: {why}."));
    }
    text
}
