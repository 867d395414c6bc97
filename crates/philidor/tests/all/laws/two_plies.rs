//! Two plies counted at once are as many as those that are played.

use philidor::Position;
use philidor::perft::perft_by_two_plies;

/// The replies to all moves, counted by what each move disturbs and one move at a time.
pub(crate) fn are_counted_as_played(position: &Position) {
    let played = position.legal_moves().into_iter().map(|mv| position.after(mv).legal_move_count() as u64);
    assert_eq!(perft_by_two_plies(position, 2), played.sum::<u64>(), "{position}");
}
