//! A game of chess or of a variant: what tools ask of either.

use philidor::{Color, Game, GamePosition, Move};
use philidor_program::positions::read_move;
use philidor_variants::AnyPosition;
use serde::Serialize;

/// A game up to some position.
pub(super) enum BoardGame {
    Chess(Game),
    Variant(Game<AnyPosition>),
}

/// A move in the two notations that people and programs use.
#[derive(Clone, Serialize)]
pub(super) struct Notations {
    pub(super) san: String,
    pub(super) uci: String,
}

/// What is known of a position without searching.
#[derive(Serialize)]
pub(super) struct Standing {
    pub(super) fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<&'static str>,
    side_to_move: String,
    in_check: bool,
    legal_move_count: usize,
    /// How the game has ended, by the rules.
    outcome: Option<String>,
    /// After how many half-moves the game had ended, and by which move, if more were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_after: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while the game continues.
    result: &'static str,
    /// The draw that the side to move may claim.
    claimable_draw: Option<String>,
    /// How often the position has occurred.
    occurrences: u32,
}

/// How a game has ended by the rules, whatever was played afterwards.
pub(super) struct End {
    outcome: String,
    result: &'static str,
    ply: usize,
}

/// Does the same with a game of either.
macro_rules! either {
    ($value:expr, $game:ident => $result:expr) => {
        match $value {
            BoardGame::Chess($game) => $result,
            BoardGame::Variant($game) => $result,
        }
    };
}

impl BoardGame {
    /// Plays a move in SAN or UCI; the error says why the text is not one.
    pub(super) fn play(&mut self, text: &str) -> Result<Notations, String> {
        either!(self, game => {
            let mv = read_move(game.position(), text)?;
            let notations = notations(game, mv);
            game.play(mv).map_err(|error| error.to_string())?;
            Ok(notations)
        })
    }

    pub(super) fn legal_moves(&self) -> Vec<Notations> {
        either!(self, game => {
            let moves = game.position().legal_moves().into_iter();
            moves.map(|mv| notations(game, mv)).collect()
        })
    }

    /// The first end of the game, if it has ended.
    pub(super) fn end(&self) -> Option<End> {
        let mut first = None;
        either!(self, game => {
            let mut game = game.clone();
            loop {
                if let Some(end) = game.outcome() {
                    first = Some(End { outcome: end.to_string(), result: end.result().as_str(), ply: game.ply() });
                }
                if game.undo().is_none() {
                    return first;
                }
            }
        })
    }

    /// After how many half-moves the game had ended, if more were played.
    fn ended_after(&self, end: &End) -> Option<String> {
        let (ply, played) = (end.ply, either!(self, game => game.ply()));
        let last = ply.checked_sub(1);
        let san =
            last.and_then(|last| either!(self, game => game.sans().nth(last).map(|san| san.to_string())));
        let san = san.map_or_else(String::new, |san| format!(" ({san})"));
        (ply < played).then(|| format!("{ply} half-moves{san}"))
    }

    /// What is known of the position.
    pub(super) fn standing(&self) -> Standing {
        let end = self.end();
        Standing {
            fen: self.fen(),
            variant: match self {
                BoardGame::Chess(_) => None,
                BoardGame::Variant(game) => Some(game.position().variant().uci_name()),
            },
            side_to_move: self.side_to_move().to_string(),
            in_check: either!(self, game => game.position().is_check()),
            legal_move_count: either!(self, game => game.position().legal_moves().len()),
            ended_after: end.as_ref().and_then(|end| self.ended_after(end)),
            result: end.as_ref().map_or("*", |end| end.result),
            outcome: end.map(|end| end.outcome),
            claimable_draw: either!(self, game => game.claimable_draw()).map(|claim| claim.to_string()),
            occurrences: either!(self, game => game.repetitions()),
        }
    }

    pub(super) fn fen(&self) -> String {
        either!(self, game => game.position().to_string())
    }

    pub(super) fn side_to_move(&self) -> Color {
        either!(self, game => game.position().side_to_move())
    }

    /// Which move of the game comes next.
    pub(super) fn fullmove_number(&self) -> u32 {
        either!(self, game => game.position().fullmove_number())
    }
}

impl Standing {
    /// Whether the game has ended by the rules.
    pub(super) const fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// In words: whose turn it is, and how the game stands.
    pub(super) fn words(&self) -> String {
        let Standing { fen, side_to_move, legal_move_count, occurrences, .. } = self;
        let check = if self.in_check { ", in check" } else { "" };
        let turn = format!("{side_to_move} to move{check}");
        let state = match (&self.outcome, &self.ended_after, &self.claimable_draw) {
            (Some(outcome), None, _) => format!("the game is over: {outcome} ({})", self.result),
            (Some(outcome), Some(after), _) => {
                format!("the game had ended after {after}: {outcome} ({}); then {turn}", self.result)
            }
            (None, _, Some(claim)) => format!("{turn}, and may claim a draw: {claim}"),
            (None, _, None) => turn,
        };
        let moves = if *legal_move_count == 1 { "legal move" } else { "legal moves" };
        let again = if *occurrences > 1 {
            format!("\nThe position has occurred {occurrences} times.")
        } else {
            String::new()
        };
        format!("{fen}\n{state}; {legal_move_count} {moves}.{again}")
    }
}

fn notations<P: GamePosition>(game: &Game<P>, mv: Move) -> Notations {
    let (position, mode) = (game.position(), game.castling_mode());
    Notations { san: position.to_san(mv).to_string(), uci: position.to_uci_in(mv, mode).to_string() }
}
