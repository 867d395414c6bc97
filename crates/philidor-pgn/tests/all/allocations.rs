//! Checking games does not allocate.

use allocation_counter::measure;
use philidor_pgn::check;

const GAME: &[u8] =
    b"[Event \"?\"]\n\n1. e4 e5 {a comment} 2. Nf3 (2. f4 exf4) Nc6 3. Bb5 a6 $1 4. Bxc6 dxc6 5. O-O 1-0\n";

#[test]
fn games_are_checked_without_allocation() {
    let act = || {
        let counts = check(GAME, |error| panic!("{error}"));
        assert_eq!((counts.games, counts.moves, counts.bad_games), (1, 9, 0));
    };
    act();
    assert_eq!(measure(act).count_total, 0, "once, since what is allocated once does not count");
}
