//! What is said to an engine before it searches: `position …` and `go …`.

use std::time::Duration;

use philidor::{CastlingMode, CastlingNotation, Color, EnPassantPolicy, Game, Position};
use philidor_engine::SearchLimits;

/// `position`, with the start of the game and its moves.
pub(crate) fn position(game: &Game, mode: CastlingMode) -> String {
    let start = game.start();
    let castling = match mode {
        CastlingMode::Chess960 => CastlingNotation::Shredder,
        _ => CastlingNotation::XFen,
    };
    let mut line = "position startpos".to_owned();
    if *start != Position::default() {
        line = format!("position fen {}", start.to_fen(EnPassantPolicy::PseudoLegal, castling));
    }
    if game.ply() > 0 {
        line.push_str(" moves");
        let game = game.clone().with_castling_mode(mode);
        game.ucis().for_each(|mv| line.push_str(&format!(" {mv}")));
    }
    line
}

/// `go`, with the limits; without any the search is endless.
pub(super) fn go(limits: &SearchLimits, position: &Position, mode: CastlingMode) -> String {
    let mut words = vec!["go".to_owned()];
    words.extend(limits.ponder.then(|| "ponder".to_owned()));
    let mut say =
        |name: &str, value: Option<u128>| words.extend(value.map(|value| format!("{name} {value}")));
    // An engine that is given no time at all may think that it has as much as it likes.
    let millis = |time: Duration| time.as_millis().max(1);
    if let Some(clock) = &limits.clock {
        say("wtime", clock.remaining(Color::White).map(millis));
        say("btime", clock.remaining(Color::Black).map(millis));
        for (name, color) in [("winc", Color::White), ("binc", Color::Black)] {
            let increment = clock.increment(color);
            say(name, (!increment.is_zero()).then_some(increment.as_millis()));
        }
        say("movestogo", clock.moves_to_go().map(u128::from));
    }
    say("movetime", limits.time.map(millis));
    say("depth", limits.depth.map(u128::from));
    say("nodes", [limits.nodes, limits.soft_nodes].into_iter().flatten().min().map(u128::from));
    say("mate", limits.mate.map(u128::from));
    let is_limited = words.len() > 1 + usize::from(limits.ponder);
    words.extend((limits.infinite || !is_limited && !limits.ponder).then(|| "infinite".to_owned()));
    // Last: older engines take everything after it for moves.
    if !limits.moves.is_empty() {
        words.push("searchmoves".to_owned());
        words.extend(limits.moves.iter().map(|&mv| position.to_uci_in(mv, mode).to_string()));
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use philidor_engine::Clock;

    #[test]
    fn limits_are_said_in_words_of_the_protocol() {
        let clock = Clock::for_both(Duration::from_secs(5)).with_increment(Duration::from_millis(50));
        let clock = clock.with_remaining(Color::Black, Duration::ZERO);
        let timed = SearchLimits::new().with_clock(clock.with_moves_to_go(12));
        let start = Position::default();
        let go = |limits: &SearchLimits| go(limits, &start, CastlingMode::Standard);
        assert_eq!(go(&timed), "go wtime 5000 btime 1 winc 50 binc 50 movestogo 12");
        assert_eq!(go(&SearchLimits::new().with_depth(7).with_nodes(9)), "go depth 7 nodes 9");
        assert_eq!(go(&SearchLimits::new().with_nodes(9).with_soft_nodes(8)), "go nodes 8");
        assert_eq!(go(&SearchLimits::new().with_time(Duration::from_millis(20))), "go movetime 20");
        assert_eq!(go(&SearchLimits::new()), "go infinite");
        let mut pondering = SearchLimits::new();
        pondering.ponder = true;
        assert_eq!(go(&pondering), "go ponder");
        let moves = ["e2e4", "g1f3"].map(|text| start.parse_uci(text).expect("legal"));
        assert_eq!(
            go(&SearchLimits::new().with_mate(2).with_moves(moves.to_vec())),
            "go mate 2 searchmoves e2e4 g1f3"
        );
    }
}
