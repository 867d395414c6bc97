//! Boards that moves played on trust have left, with several pieces on one square: nothing panics there, and no list
//! has more unmoves than fit.
//!
//! Chance does not find the boards with the most unmoves, so a climb looks for them: of words drawn at random it keeps
//! those after which there are not fewer.

use philidor::{Move, Position};
use philidor_proof::games::Random;
use philidor_proof::seed;
use philidor_retro::{Retractor, UnmoveList};

/// Calls a function with each board that has more unmoves than those before it, and returns the highest number.
fn climb(own_seed: u64, look: impl Fn(&Position)) -> usize {
    let null = Position::default().null_move().expect("no check at the start");
    let mut random = Random(seed(own_seed));
    let (mut board, mut most) = (Position::default(), 0);
    for _ in 0..100_000 {
        let mut next = board;
        next.play_unchecked(Move::from_raw(random.next()));
        next.play_unchecked(null);
        let reached = Retractor::new().count(&next) as usize;
        if reached > most {
            look(&next);
        }
        if reached >= most {
            (board, most) = (next, reached);
        }
    }
    most
}

#[test]
fn no_list_of_unmoves_overflows() {
    let retractor = Retractor::new();
    let look = |position: &Position| {
        let unmoves = retractor.unmoves(position);
        // The last that fit are fewer than six, which are written together.
        let fit = (retractor.count(position) as usize).min(UnmoveList::CAPACITY - 5);
        assert!((fit..=UnmoveList::CAPACITY).contains(&unmoves.len()), "{} unmoves", unmoves.len());
        for &unmove in unmoves.iter().step_by(16) {
            let before = retractor.before(position, unmove);
            let _ = (retractor.unmoves(&before), retractor.predecessors(position, unmove).iter().count());
        }
    };
    // A climb may end on a lower hill.
    let mut climbs = (68..84).map(|seed| climb(seed, look));
    assert!(climbs.any(|most| most > UnmoveList::CAPACITY), "each climb ends below the capacity");
}
