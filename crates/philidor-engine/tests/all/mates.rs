//! Mates are found, and the distance is right.
//!
//! The suite of 200 mates in one to four moves is our own: `data/mates.epd` is made of random games by
//! [`Prover`], which tries everything and shares nothing with the engine.

use philidor::{Game, Position};
use philidor_engine::{Analyst, Bot, Control, Random, Report, Running, Score, SearchLimits, standard};
use philidor_proof::{at_least, drawn, samples, seed};
use philidor_suites::epd::{Epd, Operation};

use crate::positions;

/// Finds mates by trying everything. It looks at this many more positions and then gives up.
struct Prover {
    left: u32,
}

impl Prover {
    /// In how many moves the side to move can force mate, if it can in at most this many; `None` where it gives up.
    fn mates_in(&mut self, position: &Position, most: u32) -> Option<Option<u32>> {
        for moves in 1..=most {
            if self.forces(position, moves)? {
                return Some(Some(moves));
            }
        }
        Some(None)
    }

    fn forces(&mut self, position: &Position, moves: u32) -> Option<bool> {
        for &mv in &position.legal_moves() {
            self.left = self.left.checked_sub(1)?;
            let after = position.after(mv);
            // The last move has to be a check.
            if (moves > 1 || after.is_check()) && self.is_lost(&after, moves - 1)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether the side to move is mated, or will be in this many moves, whatever it does.
    fn is_lost(&mut self, position: &Position, moves: u32) -> Option<bool> {
        let replies = position.legal_moves();
        if replies.is_empty() {
            return Some(position.is_check());
        }
        if moves == 0 {
            return Some(false);
        }
        for &reply in &replies {
            if !self.forces(&position.after(reply), moves)? {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// The seed of the suite's random games.
const SEED: u64 = 18;

/// How many mates of each distance are in the suite.
const OF_EACH: usize = 50;

/// The suite, made anew: positions of random games, the first of each distance.
fn made() -> String {
    let (mut random, mut suite) = (Random::new(SEED), [const { Vec::new() }; 4]);
    while suite.iter().any(|mates| mates.len() < OF_EACH) {
        let plies = 20 + positions::below(&mut random, 180);
        let game = positions::game(Position::default(), plies, &mut random);
        let most = if suite[2].len() + suite[3].len() < 2 * OF_EACH { 4 } else { 2 };
        let position = *game.position();
        // The prover ignores the fifty-move rule.
        if position.halfmove_clock() > 80 {
            continue;
        }
        let Some(Some(moves)) = (Prover { left: 300_000 }).mates_in(&position, most) else { continue };
        let mates = &mut suite[moves as usize - 1];
        if mates.len() < OF_EACH {
            mates.push(Epd::new(position, vec![Operation::DirectMate(moves)]).to_string());
        }
    }
    suite.concat().join("\n") + "\n"
}

const SUITE: &str = include_str!("../data/mates.epd");

#[test]
#[ignore = "minutes, in release"]
fn the_suite_is_what_its_seed_makes() {
    let made = made();
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/mates.epd");
    std::fs::write(path, &made).expect("a file");
    assert!(made == SUITE, "the new one is {path}");
}

fn search(engine: &mut impl Bot, position: &Position, limits: SearchLimits) -> Option<i32> {
    engine.new_game();
    let answer =
        engine.search(&Game::from_position(*position), &limits, &Control::new(), &mut |_: &Report| {});
    answer.score().and_then(|score| score.mate())
}

/// In a quick run, one line in eight.
#[test]
fn the_mates_of_the_suite_are_found_at_once_and_their_lines_end_with_them() {
    let mut engine = standard();
    assert_eq!(SUITE.lines().count(), 4 * OF_EACH);
    for line in drawn(SUITE.lines(), 22) {
        let epd: Epd = line.parse().expect("a line of EPD");
        let [Operation::DirectMate(moves)] = epd.operations[..] else { panic!("{line}") };
        engine.new_game();
        let game = Game::from_position(epd.position);
        let limits = SearchLimits::new().with_mate(moves).with_nodes(300_000);
        let answer = engine.search(&game, &limits, &Control::new(), &mut |_: &Report| {});
        assert_eq!(answer.score().and_then(Score::mate), Some(moves as i32), "{line}");
        let report = answer.report.expect("a report");
        let mut position = epd.position;
        for &mv in &report.moves {
            assert!(position.is_legal(mv), "{line}");
            position.play_unchecked(mv);
        }
        let is_mate = position.is_checkmate();
        assert!(is_mate && report.moves.len() as u32 == 2 * moves - 1, "{line}: {:?}", report.moves);
    }
}

/// The positions after the first move of each mate in two or three of the suite: the side to move is mated.
fn lost() -> impl Iterator<Item = Position> {
    SUITE.lines().filter_map(|line| {
        let epd: Epd = line.parse().expect("a line of EPD");
        let [Operation::DirectMate(moves @ 2..=3)] = epd.operations[..] else { return None };
        let mut prover = Prover { left: 300_000 };
        let mut after = epd.position.legal_moves().into_iter().map(|mv| epd.position.after(mv));
        after.find(|after| prover.is_lost(after, moves - 1) == Some(true))
    })
}

/// A search for a mate ends by itself, with the answer of trying everything: a mate, being mated, or neither.
#[test]
fn a_search_for_a_mate_of_two_moves_knows_as_much_as_trying_everything() {
    let mut engine = standard();
    let mut random = Random::new(seed(21));
    let mut of_each = [0; 3];
    let random = (0..samples(300)).map(|_| {
        let plies = 20 + positions::below(&mut random, 160);
        *positions::game(Position::default(), plies, &mut random).position()
    });
    for position in random.chain(lost()) {
        if position.halfmove_clock() > 80 || !position.has_legal_move() {
            continue;
        }
        let mut prover = Prover { left: 100_000 };
        let Some(mates) = prover.mates_in(&position, 2) else { continue };
        let mated: Option<Vec<bool>> = (1..=2).map(|moves| prover.is_lost(&position, moves)).collect();
        let Some(mated) = mated else { continue };
        let expected = match (mates, mated.iter().position(|&is_lost| is_lost)) {
            (Some(moves), _) => Some(moves as i32),
            (None, Some(before)) => Some(-(before as i32 + 1)),
            (None, None) => None,
        };
        let found = search(&mut engine, &position, SearchLimits::new().with_mate(2));
        let found = found.filter(|moves| moves.abs() <= 2);
        assert_eq!(found, expected, "{position}");
        of_each[(expected.unwrap_or_default().signum() + 1) as usize] += 1;
    }
    assert!(of_each.iter().all(|&count| count >= at_least(6)), "{of_each:?}");
}

/// The only mate in two begins with a move to a position that would occur for the third time.
#[test]
fn a_mate_does_not_lead_through_a_draw() {
    let position: Position = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1".parse().expect("a position");
    let mate = |game: &Game| {
        let limits = SearchLimits::new().with_mate(2);
        standard().search(game, &limits, &Control::new(), &mut |_: &Report| {}).score().and_then(Score::mate)
    };
    assert_eq!(mate(&Game::from_position(position)), Some(2));
    let moves = ["f6f7", "h8h7", "f7f6", "h7h8"].repeat(2);
    let game = Game::from_uci(position, moves).expect("legal");
    assert!(mate(&game).is_none_or(|moves| moves > 2), "{:?}", mate(&game));
}

/// Asking for several lines does not prolong the search: it ends with the prover's answer, too.
#[test]
fn a_search_for_a_mate_with_several_lines_ends_with_the_same_answer() {
    let most = 100_000;
    let mut analyst =
        Analyst::new().with_lines(3).with_limits(SearchLimits::new().with_mate(2).with_nodes(most));
    let none = analyst.analyze(&Game::new());
    assert_eq!((none.no_mate(), none.lines().len()), (Some(2), 3));
    assert!(none.lines()[0].nodes < most);
    // The first move of this mate in two is quiet.
    let position: Position = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1".parse().expect("a position");
    let found = analyst.analyze(&Game::from_position(position));
    assert_eq!((found.no_mate(), found.score().and_then(Score::mate)), (None, Some(2)));
    let first_moves: Vec<_> = found.lines().iter().filter_map(|line| line.moves.first()).collect();
    assert!(first_moves.len() == 3 && first_moves[0] != first_moves[1] && first_moves[1] != first_moves[2]);
}

#[test]
fn a_search_for_a_mate_obeys_its_limits_and_a_stop() {
    let nodes = 50_000;
    let limits = SearchLimits::new().with_mate(9).with_nodes(nodes);
    let answer = standard().search(&Game::new(), &limits, &Control::new(), &mut |_: &Report| {});
    assert_eq!(answer.report.map(|report| report.nodes), Some(nodes));
    let running =
        Running::start(standard(), Game::new(), SearchLimits::new().with_mate(9)).expect("a thread");
    while running.next_report().is_some_and(|report| report.nodes < 100_000) {}
    running.stop();
    assert!(running.finish().is_some_and(|(_, answer)| answer.best.is_some()));
    // Only the moves that are asked for count: the mate in one is not among them.
    let position: Position = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1".parse().expect("a position");
    let away = position.parse_uci("a1a2").expect("legal");
    let limits = SearchLimits::new().with_mate(1).with_moves(vec![away]);
    assert_eq!(search(&mut standard(), &position, limits), None);
}

#[test]
fn known_mates_are_found() {
    for (fen, moves) in [
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1),
        ("8/8/8/8/8/2k5/1r6/K7 w - - 0 1", 0),
        ("k7/8/1K6/8/8/8/8/7R w - - 0 1", 1),
        ("8/8/8/8/8/4k3/7q/4K3 b - - 0 1", 1),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
        ("8/8/8/3k4/8/8/5Q2/4K3 w - - 0 1", 10),
    ] {
        let position: Position = fen.parse().expect("a position");
        let limits = SearchLimits::new().with_mate(moves).with_nodes(3_000_000);
        let mate = search(&mut standard(), &position, limits);
        if moves == 0 {
            continue;
        }
        assert!(mate.is_some_and(|mate| mate > 0 && mate.unsigned_abs() <= moves + 1), "{fen}: {mate:?}");
    }
}
