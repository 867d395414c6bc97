//! The tool that names openings.

use philidor::openings::Opening as Name;
use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};

use super::call::Call;
use super::place::ChessPlace;
use super::reply::{Refusal, Reply};
use super::tool::Tool;

/// The name of an opening.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Opening {
    #[serde(flatten)]
    place: ChessPlace,
}

#[derive(Serialize)]
struct OpeningReport {
    fen: String,
    /// The last name that a position of the game has.
    opening: Option<NameReport>,
    /// After how many half-moves it had this name.
    named_at_ply: Option<usize>,
    /// Moves from here to positions with names.
    next: Vec<Next>,
}

#[derive(Serialize)]
struct NameReport {
    eco: String,
    name: String,
}

#[derive(Serialize)]
struct Next {
    san: String,
    #[serde(flatten)]
    opening: NameReport,
}

impl NameReport {
    fn new(name: Name) -> NameReport {
        NameReport { eco: name.eco().to_string(), name: name.to_string() }
    }
}

impl Tool for Opening {
    const NAME: &'static str = "opening";
    const TITLE: &'static str = "Name of an opening";
    const DESCRIPTION: &'static str = "The ECO code and name of the opening that the moves (or the FEN) lead to, found by \
        position, so transpositions count; and which moves from here lead to positions with names of their own. Only chess \
        from its usual start has openings.";

    fn answer(self, _: &Call<'_>) -> Result<Reply, Refusal> {
        let game = self.place.game()?;
        let position = game.position();
        let found = game.opening();
        let next: Vec<Next> = position
            .legal_moves()
            .into_iter()
            .filter_map(|mv| {
                let opening = NameReport::new(position.after(mv).opening()?);
                Some(Next { san: position.to_san(mv).to_string(), opening })
            })
            .collect();
        let mut text = match &found {
            Some((name, ply)) if *ply == game.ply() => format!("{} {name}", name.eco()),
            Some((name, ply)) => format!("{} {name}, which was left after {ply} half-moves", name.eco()),
            None => "no position of this game has the name of an opening".to_owned(),
        };
        for Next { san, opening } in &next {
            text.push_str(&format!("\n{san}: {} {}", opening.eco, opening.name));
        }
        let report = OpeningReport {
            fen: position.to_string(),
            named_at_ply: found.map(|(_, ply)| ply),
            opening: found.map(|(name, _)| NameReport::new(name)),
            next,
        };
        Ok(Reply::new(text, &report))
    }
}
