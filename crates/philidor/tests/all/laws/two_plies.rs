//! Two plies counted at once give the same count as playing the first and counting the replies.

use philidor::Position;
use philidor::perft::perft_by_two_plies;

/// The replies counted by what each move disturbs are as many as those counted after playing each move.
pub(crate) fn are_counted_as_played(position: &Position) {
    let played = position.legal_moves().into_iter().map(|mv| position.after(mv).legal_move_count() as u64);
    assert_eq!(perft_by_two_plies(position, 2), played.sum::<u64>(), "{position}");
}
