//! Judging a game without a list of moves finds what checking it finds.

use philidor_pgn::{Arbiter, Checker, Doubt, Lines, PgnError, Reader, Visitor};

use philidor_proof::Random;

fn read(bytes: &[u8], visitor: &mut impl Visitor) -> Vec<Result<(), PgnError>> {
    let mut reader = Reader::new(bytes);
    std::iter::from_fn(|| reader.read_game(visitor)).collect()
}

const GAMES: &[u8] = b"[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 { [%clk 0:05:00] } 1... e5 { [%clk 0:04:58] } \
    2. Nf3 (2. Ke2 Z0) Nc6 3. Bb5 a6 4. O-O $1 Nf6 5. Bxc6 dxc6 6. Nxe5 Qd4 7. Nf3 Qxe4 8. Re1 1-0\n\n\
    [Event \"?\"]\n[FEN \"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1\"]\n\n1... gxh1=Q 2. bxa8=R Qg2+ *\n\n\
    [Event \"?\"]\n[Variant \"Chess960\"]\n\n1. d4 e5 2. d5 c5 3. dxc6 Ke7 4. c7 Kf6 5. cxd8=N 1/2-1/2\n\n\
    [Event \"?\"]\n[Variant \"Atomic\"]\n\n1. d4 1-0\n\n[Event \"?\"]\n\n1. d4 d5 2. Kd2 Kd7 3. Ke3 Kd6 4. Kf4 Ke5\n";

/// Also for broken games: with one or two bytes replaced by other bytes of the text.
#[test]
fn arbiters_and_checkers_find_the_same() {
    let mut random = Random(1838);
    let mut place = || random.next() as usize % GAMES.len();
    let (mut good, mut bad) = (0, 0);
    for _ in 0..3_000 {
        let mut games = GAMES.to_vec();
        for _ in 0..2 {
            games[place()] = GAMES[place()];
        }
        let (mut arbiter, mut checker) = (Arbiter::new(), Checker::new(Lines::Main));
        let found = read(&games, &mut arbiter);
        assert_eq!(found, read(&games, &mut checker), "{}", games.escape_ascii());
        let doubts: Vec<Doubt> = arbiter.doubts().collect();
        assert_eq!(doubts, checker.doubts().collect::<Vec<_>>(), "{}", games.escape_ascii());
        assert_eq!(arbiter.counts(), checker.counts(), "{}", games.escape_ascii());
        good += found.iter().filter(|game| game.is_ok()).count();
        bad += found.iter().filter(|game| game.is_err()).count();
    }
    assert!(good > 1_000 && bad > 3_000, "{good} {bad}");
}
