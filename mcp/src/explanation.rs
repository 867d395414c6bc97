//! Why a text is not a legal move here, and what would be.
//!
//! The library says which rule is broken, the hunter's judge names the squares and pieces that matter. What is near is
//! what a model may have meant: moves to the same square, or of the same piece.
//!
//! ```text
//! Nd5   illegal: no such knight can move to d5
//!       b1d5: a knight does not go from b1 to d5        g1d5: …
//!       Moves to d5: none. Legal: a3 a4 b3 …
//! ```

use philidor::{
    CastlingSide, Color, Game, GamePosition, MoveFault, PieceType, Position, Rank, SanErrorKind, Square,
    UciErrorKind,
};
use philidor_hunt::{Class, why_illegal};
use serde::Serialize;

use super::game::{BoardGame, Notations};

/// How many pieces are looked at, and how many near moves are named.
const MAX_NAMED: usize = 8;

/// The letters with which moves of pieces begin in SAN.
const PIECES: [char; 5] = ['K', 'Q', 'R', 'B', 'N'];

/// The longest text, in bytes, that may be near a move.
const MAX_TEXT: usize = 20;

/// Why a text is not a legal move, and what is legal.
#[derive(Debug, Serialize)]
pub(super) struct Explanation {
    /// What is wrong with it, in the words of the library.
    reason: String,
    /// For each piece that may be meant, why it cannot make the move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    details: Vec<String>,
    /// Legal moves that are near, in SAN.
    near_moves: Vec<String>,
    /// All legal moves, in SAN.
    legal_moves: Vec<String>,
    /// The position in which the move was tried.
    fen: String,
    side_to_move: String,
}

impl Explanation {
    /// Explains a text that the library has refused for a reason.
    pub(super) fn new(game: &BoardGame, text: &str, reason: String) -> Explanation {
        let reason = match is_move(game, text) {
            true => philidor_host::Visible(&reason).to_string(),
            false => "not a move; write it like Nf3 or g1f3".to_owned(),
        };
        let details = match game {
            BoardGame::Chess(game) => details(game, text),
            BoardGame::Variant(_) => Vec::new(),
        };
        let legal = game.legal_moves();
        let is_short = text.len() <= MAX_TEXT;
        let of_squares = |mv: &&Notations| is_short && is_near(text, &mv.san, &mv.uci);
        let of_piece = |mv: &&Notations| text.starts_with(PIECES) && text.get(..1) == mv.san.get(..1);
        let mut near: Vec<String> = sans(legal.iter().filter(of_squares).take(MAX_NAMED));
        if near.is_empty() {
            near = sans(legal.iter().filter(of_piece).take(MAX_NAMED));
        }
        Explanation {
            reason,
            details,
            near_moves: near,
            legal_moves: sans(legal.iter()),
            fen: game.fen(),
            side_to_move: game.side_to_move().to_string(),
        }
    }

    /// The whole as a clause that follows the move.
    pub(super) fn text(&self) -> String {
        let Explanation { reason, details, near_moves, legal_moves, fen, side_to_move } = self;
        let mut text = format!("cannot be played in {fen} ({side_to_move} to move): {reason}.");
        for detail in details {
            text.push_str(&format!("\n- {detail}"));
        }
        if !near_moves.is_empty() {
            text.push_str(&format!("\nNear it: {}", near_moves.join(" ")));
        }
        match legal_moves.len() {
            0 => text.push_str("\nThere is no legal move: the game is over."),
            count => text.push_str(&format!("\nLegal moves ({count}): {}", legal_moves.join(" "))),
        }
        text
    }
}

/// Whether a text is a move in some position.
fn is_move(game: &BoardGame, text: &str) -> bool {
    fn is_move_in(position: &impl GamePosition, text: &[u8]) -> bool {
        let (san, uci) = (position.parse_san(text), position.parse_uci(text));
        !matches!(san.map_err(|error| error.kind), Err(SanErrorKind::Syntax { .. }))
            || !matches!(uci.map_err(|error| error.kind), Err(UciErrorKind::Syntax { .. }))
    }
    match game {
        BoardGame::Chess(game) => is_move_in(game.position(), text.as_bytes()),
        BoardGame::Variant(game) => is_move_in(game.position(), text.as_bytes()),
    }
}

fn sans<'a>(moves: impl Iterator<Item = &'a Notations>) -> Vec<String> {
    moves.map(|mv| mv.san.clone()).collect()
}

/// Why each piece that may be meant cannot make the move.
fn details(game: &Game, text: &str) -> Vec<String> {
    let position = game.position();
    let turn = position.side_to_move();
    let mut details = match position.parse_uci(text).map_err(|error| error.kind) {
        Err(UciErrorKind::Illegal(_)) => why(position, text).into_iter().collect(),
        _ => match position.parse_san(text).map_err(|error| error.kind) {
            Err(SanErrorKind::Illegal(fault)) => about_fault(position, text, fault),
            _ => Vec::new(),
        },
    };
    // A move of the other side, which the model thought to be on turn.
    let passed = position.null_move().map(|null| position.after(null));
    if let Some(passed) = passed
        && (passed.parse_san(text).is_ok() || passed.parse_uci(text).is_ok())
    {
        details.push(format!("it is {turn}'s turn; {} could play it", !turn));
    }
    details
}

/// The judge's words about a move from square to square.
fn why(position: &Position, uci: &str) -> Option<String> {
    let reason = why_illegal(position, uci)?;
    Some(match reason.class {
        // The library has said that it is not a move.
        Class::Output => return None,
        // The rule, that each piece moves in its own way, would add nothing to the words.
        Class::PieceMoves => format!("{uci}: {}", reason.words),
        class => format!("{uci}: {} ({})", reason.words, class.rule()),
    })
}

/// The same for all that a move in SAN may mean.
fn about_fault(position: &Position, text: &str, fault: MoveFault) -> Vec<String> {
    let turn = position.side_to_move();
    let of_type = |piece_type, destination: Square| {
        let origins = origins(position, text, piece_type, destination);
        if origins.is_empty() {
            return vec![format!("{turn} has no {piece_type} there that could be meant")];
        }
        let is_last = Rank::Eighth.relative_to(turn) == destination.rank();
        let promotion = if piece_type == PieceType::Pawn && is_last { "q" } else { "" };
        let tries = origins.into_iter().map(|origin| format!("{origin}{destination}{promotion}"));
        tries.filter_map(|uci| why(position, &uci)).collect()
    };
    match fault {
        MoveFault::Unreachable { piece_type, destination }
        | MoveFault::KingInCheck { piece_type, destination } => of_type(piece_type, destination),
        MoveFault::NoCastlingRight(side)
        | MoveFault::CastlingBlocked(side)
        | MoveFault::CastlingAttacked(side) => castling(position, turn, side).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// The squares of the pieces that may be meant; of pawns those on the file that is named, or on that of the
/// destination.
fn origins(position: &Position, text: &str, piece_type: PieceType, destination: Square) -> Vec<Square> {
    let pieces = position.board().colored_pieces(position.side_to_move(), piece_type);
    let file = text.get(..1).and_then(|letter| letter.parse().ok()).unwrap_or(destination.file());
    let is_meant = |square: &Square| piece_type != PieceType::Pawn || square.file() == file;
    pieces.into_iter().filter(is_meant).take(MAX_NAMED).collect()
}

fn castling(position: &Position, turn: Color, side: CastlingSide) -> Option<String> {
    let text = match side {
        CastlingSide::KingSide => "O-O",
        CastlingSide::QueenSide => "O-O-O",
    };
    let reason = why_illegal(position, text)?;
    Some(format!("{turn} {text}: {} ({})", reason.words, reason.class.rule()))
}

/// Whether a legal move may be what was meant: it is written the same but for case and signs, goes to the same square,
/// or comes from the same one.
fn is_near(text: &str, san: &str, uci: &str) -> bool {
    let signs = |letter: char| !matches!(letter, 'x' | '+' | '#' | '=' | '-' | '!' | '?');
    let bare = |text: &str| text.to_lowercase().chars().filter(|&letter| signs(letter)).collect::<String>();
    let (text, origin) = (bare(text), uci.get(..2));
    let squares = squares(&text);
    let destination = squares.last().copied();
    text == bare(san)
        || destination.is_some() && destination == uci.get(2..4)
        || squares.len() == 2 && origin == squares.first().copied()
}

/// The squares that a text names.
fn squares(text: &str) -> Vec<&str> {
    let is_square = |word: &&str| matches!(word.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
    (0..text.len()).filter_map(|at| text.get(at..at + 2)).filter(is_square).collect()
}
