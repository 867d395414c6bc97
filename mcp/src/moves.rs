//! The tools about moves: which are legal, why one is not, and where a line leads.

use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};

use super::call::Call;
use super::explanation::Explanation;
use super::game::{Notations, Standing};
use super::place::{Place, play};
use super::reply::{Refusal, Reply};
use super::tool::Tool;
use philidor_engine::arguments::movetext::numbered;

/// The legal moves of a position.
#[derive(Deserialize, JsonSchema)]
pub(super) struct LegalMoves {
    #[serde(flatten)]
    place: Place,
}

#[derive(Serialize)]
struct MovesReport {
    #[serde(flatten)]
    standing: Standing,
    legal_moves: Vec<Notations>,
    /// In SAN.
    captures: Vec<String>,
    checks: Vec<String>,
}

impl Tool for LegalMoves {
    const NAME: &'static str = "legal_moves";
    const TITLE: &'static str = "Legal moves";
    const DESCRIPTION: &'static str = "All legal moves of a position in SAN and UCI, which of them capture and give check, \
        and how the game stands: check, checkmate, stalemate, other draws, draws that can be claimed.";

    fn answer(self, _: &Call<'_>) -> Result<Reply, Refusal> {
        let game = self.place.game()?;
        let standing = game.standing();
        let legal_moves = game.legal_moves();
        let with = |signs: &[char]| -> Vec<String> {
            let moves = legal_moves.iter().filter(|mv| mv.san.contains(signs));
            moves.map(|mv| mv.san.clone()).collect()
        };
        let (captures, checks) = (with(&['x']), with(&['+', '#']));
        let list = |moves: &[String]| if moves.is_empty() { "none".to_owned() } else { moves.join(" ") };
        let sans: Vec<String> = legal_moves.iter().map(|mv| mv.san.clone()).collect();
        let mut text = standing.words();
        if !sans.is_empty() {
            let (captures, checks) = (list(&captures), list(&checks));
            text.push_str(&format!("\nLegal: {}\nCaptures: {captures}\nChecks: {checks}", sans.join(" ")));
        }
        Ok(Reply::new(text, &MovesReport { standing, legal_moves, captures, checks }))
    }
}

/// Whether a move is legal, and why not.
#[derive(Deserialize, JsonSchema)]
pub(super) struct CheckMove {
    /// The move to check, in SAN or UCI: "Nf3", "exd5", "O-O", "e7e8q"
    #[serde(rename = "move")]
    text: String,
    #[serde(flatten)]
    place: Place,
}

#[derive(Serialize)]
struct Legal {
    legal: bool,
    #[serde(rename = "move")]
    notations: Notations,
    after: Standing,
}

#[derive(Serialize)]
struct Illegal<'a> {
    legal: bool,
    #[serde(rename = "move")]
    text: &'a str,
    explanation: Explanation,
}

impl Tool for CheckMove {
    const NAME: &'static str = "check_move";
    const TITLE: &'static str = "Check a move";
    const DESCRIPTION: &'static str = "Is this move legal here? If it is: its SAN and UCI, and the position after it. If \
        not: why, with the squares and pieces that matter (a pin, an attacked square, the wrong side), near moves that may \
        have been meant, and all legal moves. Ask this before proposing a move.";

    fn answer(self, _: &Call<'_>) -> Result<Reply, Refusal> {
        let mut game = self.place.game()?;
        let text = self.text.trim();
        let text = philidor_program::positions::without_number(text).unwrap_or(text);
        let is_over = game.end().is_some();
        match game.play(text) {
            Ok(notations) => {
                let after = game.standing();
                let Notations { san, uci } = &notations;
                let legal = if is_over { "legal, but the game is over" } else { "legal" };
                let words = format!("{legal}: {san} (UCI {uci}). After it: {}", after.words());
                Ok(Reply::new(words, &Legal { legal: true, notations, after }))
            }
            Err(reason) => {
                let explanation = Explanation::new(&game, text, reason);
                let text = philidor_program::positions::shown_move(text);
                let words = format!("not legal: {text} {}", explanation.text());
                Ok(Reply::new(words, &Illegal { legal: false, text: &text, explanation }))
            }
        }
    }
}

/// A line of moves, played and converted.
#[derive(Deserialize, JsonSchema)]
pub(super) struct PlayMoves {
    /// The line to play from the position, in SAN or UCI, with or without move numbers: "1. e4 e5 2. Nf3"
    line: String,
    #[serde(flatten)]
    place: Place,
}

#[derive(Serialize)]
struct LineReport<'a> {
    san: &'a str,
    uci: &'a str,
    #[serde(flatten)]
    standing: Standing,
    /// Where the line broke, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal: Option<IllegalReport<'a>>,
}

#[derive(Serialize)]
struct IllegalReport<'a> {
    number: usize,
    #[serde(rename = "move")]
    text: &'a str,
    explanation: &'a Explanation,
}

impl Tool for PlayMoves {
    const NAME: &'static str = "play_moves";
    const TITLE: &'static str = "Play moves";
    const DESCRIPTION: &'static str = "Plays a line of moves and returns the FEN it leads to, how the game stands there, and \
        the line in SAN and in UCI (so it converts either into the other). At an illegal move it stops and says why, and what \
        was legal there.";

    fn answer(self, _: &Call<'_>) -> Result<Reply, Refusal> {
        let mut game = self.place.game()?;
        let start = (game.side_to_move(), game.fullmove_number());
        let played = play(&mut game, &self.line)?;
        let standing = game.standing();
        let [san, uci]: [String; 2] = [
            numbered(start, played.moves.iter().map(|mv| mv.san.clone())),
            played.moves.iter().map(|mv| mv.uci.as_str()).collect::<Vec<_>>().join(" "),
        ];
        let text = match san.as_str() {
            "" => format!("No move was played: {}", standing.words()),
            san => format!("{san}\nUCI: {uci}\nThen: {}", standing.words()),
        };
        let illegal = played.broken.as_ref().map(|broken| IllegalReport {
            number: broken.number,
            text: &broken.text,
            explanation: &broken.explanation,
        });
        let report = LineReport { san: &san, uci: &uci, standing, illegal };
        match &played.broken {
            None => Ok(Reply::new(text, &report)),
            Some(broken) => {
                let (number, explanation) = (broken.number, broken.explanation.text());
                let text =
                    format!("move {number}, `{}`, {explanation}\nPlayed before it: {text}", broken.text);
                Err(Refusal::with_data(text, &report))
            }
        }
    }
}
