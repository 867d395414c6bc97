//! A game of a match as PGN: clocks, times and scores at the moves, the reason of the end after the last one.
//!
//! ```text
//! 12. Nf3 { [%eval 0.35,14] [%clk 0:00:04.21] [%emt 0:00:00.11] }
//! ```
//!
//! `%eval` is from White's side, as Lichess writes it. The tag `Ending` says in words how the game ended, and `Round`
//! has the numbers of the pair and of the game in it. A match is resumed from these two, if the tags of the time
//! control, and `Adjudication` with the rules by which games end early, are those of the match.

use std::time::SystemTime;

use philidor::{CastlingMode, Color};
use philidor_pgn::{GameTree, NodeId};

use super::date;
use super::move_remark::remark_on;
use super::played::PlayedGame;
use super::time_control::TimeControl;

/// The tags that say what limits the moves.
pub(super) const LIMITS: [&str; 4] = ["TimeControl", "SearchLimit", "WhiteTimeControl", "BlackTimeControl"];

/// The tag with the rules by which games end early; a match without any has no such tag.
pub(super) const ADJUDICATION: &str = "Adjudication";

/// The tag with the words of the ending.
pub(super) const ENDING: &str = "Ending";

impl PlayedGame {
    /// The game as PGN, with a blank line after it.
    #[must_use]
    pub fn pgn(&self, event: &str) -> String {
        let game = self.game.clone().with_castling_mode(CastlingMode::detect(self.game.start()));
        let mut tree = GameTree::from(&game);
        for (name, value) in self.tags(event) {
            // All names are names that a tag can have.
            let _ = tree.tags.set(name, &value);
        }
        self.remark(&mut tree);
        tree.to_string()
    }

    /// The tags, but for the result and the position.
    fn tags(&self, event: &str) -> Vec<(&'static str, String)> {
        let mut tags = vec![
            ("Event", event.to_owned()),
            ("Date", date::date_of(SystemTime::now())),
            ("Round", self.turn.round()),
            ("White", self.name(Color::White).to_owned()),
            ("Black", self.name(Color::Black).to_owned()),
            ("Termination", self.ending.termination().to_owned()),
            (ENDING, self.ending.to_string()),
            ("PlyCount", self.game.ply().to_string()),
        ];
        tags.extend(limits(self.time_controls));
        if !self.adjudication.is_empty() {
            tags.push((ADJUDICATION, self.adjudication.clone()));
        }
        tags
    }

    fn remark(&self, tree: &mut GameTree) {
        let nodes: Vec<NodeId> = tree.main_line().filter(|&node| node != NodeId::ROOT).collect();
        let mut color = self.game.start().side_to_move();
        for (node, played) in nodes.iter().zip(&self.moves) {
            if let Some(remarks) = tree.remarks_mut(*node) {
                remark_on(&mut remarks.comment, played, color);
            }
            color = !color;
        }
        let last = nodes.last().copied().unwrap_or(NodeId::ROOT);
        if let Some(remarks) = tree.remarks_mut(last) {
            remarks.comment.push(&self.ending.to_string());
        }
    }
}

/// The tags that say what limits the moves of White and Black. Where the standard has no word for it, `TimeControl` is
/// `-`, and a tag of our own has the words.
pub(super) fn limits(time_controls: [TimeControl; 2]) -> Vec<(&'static str, String)> {
    match time_controls {
        [white, black] if white == black => match white.tag() {
            Some(tag) => vec![(LIMITS[0], tag)],
            None => vec![(LIMITS[0], "-".to_owned()), (LIMITS[1], white.to_string())],
        },
        [white, black] => vec![(LIMITS[2], white.to_string()), (LIMITS[3], black.to_string())],
    }
}
