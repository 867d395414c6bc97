//! A game of a variant as PGN, as Lichess writes it: the tag `Variant`, a FEN with pockets and checks, drops as `N@f3`.
//!
//! ```text
//! [Variant "Crazyhouse"]
//!
//! 1. e4 { [%emt 0:00:00.02] } 1... d5 { … } 2. exd5 { … } 2... Qxd5 { … } 3. P@e4 { … }
//! ```

use philidor::Color;
use philidor::pgn::Comment;
use philidor_variants::{AnyPosition, Playable, VariantGame};

use super::move_remark::remark_on;
use super::played::PlayedGame;

/// No line is longer, unless a word is.
const WIDTH: usize = 80;

/// The text of a game with these tags, and a blank line after it.
pub(super) fn text(played: &PlayedGame, game: &VariantGame, tags: Vec<(&'static str, String)>) -> String {
    let start = game.start();
    let result = played.ending.outcome.result();
    let is_standard = *start == AnyPosition::start(start.variant());
    let setup = [("SetUp", "1".to_owned()), ("FEN", start.to_string())];
    let setup = setup.into_iter().filter(|_| !is_standard);
    let own = [("Result", result.to_owned()), ("Variant", start.variant_name().to_owned())];
    let all: Vec<(&str, String)> = tags.into_iter().chain(own).chain(setup).collect();

    // The roster first, in its order.
    let roster = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
    let value = |name: &str| all.iter().find(|(other, _)| *other == name).map_or("?", |(_, value)| value);
    let others = all.iter().filter(|(name, _)| !roster.contains(name));
    let mut text: String = roster.iter().map(|name| tag(name, value(name))).collect();
    text.extend(others.map(|(name, value)| tag(name, value)));
    text.push('\n');
    wrap(&mut text, words(played, game).iter().map(String::as_str).chain([result]));
    text.push_str("\n\n");
    text
}

/// A tag as a line.
fn tag(name: &str, value: &str) -> String {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    format!("[{name} \"{value}\"]\n")
}

/// Move numbers, moves and comments.
fn words(played: &PlayedGame, game: &VariantGame) -> Vec<String> {
    let mut words = Vec::new();
    let mut color = game.start().side_to_move();
    let mut number = game.start().state().fullmove_number;
    let mut is_interrupted = true;
    let last = game.ply().saturating_sub(1);
    for (at, san) in game.sans().enumerate() {
        match color {
            Color::White => words.push(format!("{number}.")),
            Color::Black if is_interrupted => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(san);
        let mut comment = Comment::default();
        if let Some(move_played) = played.moves.get(at) {
            remark_on(&mut comment, move_played, color);
        }
        if at == last {
            comment.push(&played.ending.to_string());
        }
        let comment = comment.to_string();
        is_interrupted = !comment.is_empty();
        if is_interrupted {
            words.extend(format!("{{ {comment} }}").split_whitespace().map(str::to_owned));
        }
        number = number.wrapping_add(u32::from(color == Color::Black));
        color = !color;
    }
    if game.ply() == 0 {
        words.push(format!("{{ {} }}", played.ending));
    }
    words
}

/// Adds words with spaces or line ends between them.
fn wrap<'a>(text: &mut String, words: impl Iterator<Item = &'a str>) {
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
}
