//! Two plies that the npm package counts at once are as many as those that are played.
#![no_main]

#[path = "../../web/module/src/replies.rs"]
mod replies;

use philidor::{MoveList, Position};
use philidor_fuzz::{Game, chosen};

fn counts_what_is_played(position: &Position) {
    let replies =
        position.legal_moves().iter().map(|&mv| position.after(mv).legal_move_count() as u64).sum::<u64>();
    assert_eq!(replies::count(position, &mut MoveList::new()), replies, "{position}");
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let game = Game::read(bytes);
    let mut position = game.start;
    counts_what_is_played(&position);
    for &choice in game.choices {
        let Some(mv) = chosen(&position.legal_moves(), choice) else { break };
        position.play(mv);
        counts_what_is_played(&position);
    }
});
