//! The arguments that name a position: a FEN, the moves since, and by which rules.

use philidor::{Game, Strictness};
use philidor_host::Visible;
use philidor_program::positions::{Door, read_by_rules, read_position, shown_move, without_number};
use philidor_variants::{AnyPosition, Variant};
use rmcp::schemars::{self, JsonSchema};
use serde::Deserialize;
use serde_json::json;

use super::explanation::Explanation;
use super::game::{BoardGame, Notations};
use super::reply::Refusal;

/// The longest FEN that is read, in bytes; those of variants with full pockets are shorter.
const MAX_FEN: usize = 500;

/// The half-moves of a game, at most: no game by the rules is longer, since seventy-five moves end it.
const MAX_MOVES: usize = 12_000;

/// A position of chess.
#[derive(Default, Deserialize, JsonSchema)]
pub(super) struct ChessPlace {
    /// Position as a FEN; without it, the start of the game
    fen: Option<String>,
    /// Moves played since that position, in SAN or UCI: "e4 e5 Nf3", "1. d4 Nf6 2. c4" or "e2e4 e7e5"
    moves: Option<String>,
}

/// A position of chess or of a variant.
#[derive(Default, Deserialize, JsonSchema)]
pub(super) struct Place {
    #[serde(flatten)]
    chess: ChessPlace,
    /// Rules of a variant; without it, chess (also Chess960, which the FEN shows)
    #[schemars(extend("enum" = Variant::ALL.map(Variant::uci_name)))]
    variant: Option<String>,
}

impl ChessPlace {
    /// The game up to the position.
    pub(super) fn game(&self) -> Result<Game, Refusal> {
        match self.played(chess(self.fen()?)?)? {
            BoardGame::Chess(game) => Ok(game),
            BoardGame::Variant(_) => Err(Refusal::new("not a game of chess")),
        }
    }

    /// The FEN, if it is not far too long for one.
    fn fen(&self) -> Result<&str, Refusal> {
        match self.fen.as_deref().map(str::trim).filter(|fen| !fen.is_empty()) {
            Some(fen) if fen.len() > MAX_FEN => {
                Err(Refusal::new(format!("`fen` has {} bytes, more than any position needs", fen.len())))
            }
            fen => Ok(fen.unwrap_or("startpos")),
        }
    }

    /// The game after the moves.
    fn played(&self, mut game: BoardGame) -> Result<BoardGame, Refusal> {
        let broken = play(&mut game, self.moves.as_deref().unwrap_or_default())?.broken;
        broken.map_or(Ok(game), |broken| Err(broken.refusal()))
    }
}

impl Place {
    /// The game up to the position.
    pub(super) fn game(&self) -> Result<BoardGame, Refusal> {
        let fen = self.chess.fen()?;
        let variant = self.variant.as_deref().unwrap_or("chess").parse::<Variant>();
        let game = match variant.map_err(|error| Refusal::new(error.to_string()))? {
            Variant::Chess => chess(fen)?,
            variant => variant_game(variant, fen)?,
        };
        self.chess.played(game)
    }
}

fn chess(fen: &str) -> Result<BoardGame, Refusal> {
    let position = read_position(fen, Door::Strict);
    let position = position.map_err(|error| Refusal::new(format!("`fen` is refused: {error}")))?;
    Ok(BoardGame::Chess(Game::from_position(position)))
}

fn variant_game(variant: Variant, fen: &str) -> Result<BoardGame, Refusal> {
    let position = read_by_rules(
        fen,
        || AnyPosition::start(variant),
        |fen| AnyPosition::from_fen_with(variant, fen, Strictness::Reachable),
    );
    let position = position.map_err(|error| {
        let faults = error.to_string();
        Refusal::new(format!("`fen` is not a position of {variant}: {}", Visible(&faults)))
    })?;
    Ok(BoardGame::Variant(Game::from_position(position)))
}

/// Moves that were played, and where the line broke.
pub(super) struct PlayedLine {
    pub(super) moves: Vec<Notations>,
    pub(super) broken: Option<Broken>,
}

/// A text that could not be played.
pub(super) struct Broken {
    /// Its number among the words that are moves, from 1.
    pub(super) number: usize,
    /// The text, shortened if it is long.
    pub(super) text: String,
    pub(super) explanation: Explanation,
}

impl Broken {
    /// A refusal that says all about it.
    pub(super) fn refusal(&self) -> Refusal {
        let Broken { number, text, explanation } = self;
        let data = json!({ "number": number, "move": text, "explanation": explanation });
        Refusal::with_data(format!("move {number} of the line, `{text}`, {}", explanation.text()), &data)
    }
}

/// Plays moves in SAN or UCI up to the first that is not legal, with or without what score sheets have beside them:
/// numbers, comments in braces, glyphs such as `$1`, a result.
pub(super) fn play(game: &mut BoardGame, text: &str) -> Result<PlayedLine, Refusal> {
    let parts = text.split('{').enumerate().map(|(number, part)| match number {
        0 => part,
        _ => part.split_once('}').map_or("", |(_, after)| after),
    });
    let words = parts.flat_map(str::split_whitespace).filter_map(without_number);
    let words = words.filter(|&word| !is_result(word) && !is_glyph(word));
    let words: Vec<&str> = words.take(MAX_MOVES + 1).collect();
    if words.len() > MAX_MOVES {
        return Err(Refusal::new(format!("more than {MAX_MOVES} half-moves, which no game has")));
    }
    let mut line = PlayedLine { moves: Vec::with_capacity(words.len()), broken: None };
    for (index, word) in words.into_iter().enumerate() {
        match game.play(word) {
            Ok(notations) => line.moves.push(notations),
            Err(error) => {
                let explanation = Explanation::new(game, word, error);
                line.broken = Some(Broken { number: index + 1, text: shown_move(word), explanation });
                break;
            }
        }
    }
    Ok(line)
}

/// Whether a word is the number of a glyph.
fn is_glyph(word: &str) -> bool {
    word.strip_prefix('$').is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// Whether a word is the result with which a score sheet ends.
fn is_result(word: &str) -> bool {
    matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2")
}
