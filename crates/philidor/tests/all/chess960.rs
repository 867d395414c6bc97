//! The start positions of Chess960 and their numbers.

use std::collections::HashSet;

use philidor::{Color, Position, Setup};

/// Another library numbers them alike, and so did python-chess 1.11.
#[test]
fn every_number_has_the_array_of_the_table() {
    for number in 0..960 {
        let expected = cozy_chess::Board::chess960_startpos(number.into());
        let expected = format!("{expected:#}").parse().expect("a start position");
        assert_eq!(Position::chess960(number), Some(expected), "{number}");
    }
    assert_eq!(Position::chess960(518), Some(Position::default()));
}

#[test]
fn each_of_960_positions_is_another_and_has_its_number() {
    let mut seen = HashSet::new();
    for number in 0..960 {
        let setup = Setup::chess960(number).expect("a number below 960");
        assert_eq!(setup.chess960_number(), Some(number));
        assert_eq!(setup.double_chess960_number(), Some(u32::from(number) * 961));
        let position = Position::try_from(setup).expect("a start position has no fault");
        assert_eq!(Position::chess960(number), Some(position));
        assert_eq!(position.to_string().parse(), Ok(position), "X-FEN names its rooks");
        assert!(seen.insert(setup));
    }
    assert_eq!(Setup::chess960(960), None);
    assert_eq!(Setup::chess960(u16::MAX), None);
}

#[test]
fn bishops_stand_on_both_colors_and_kings_between_their_rooks() {
    for number in 0..960 {
        let setup = Setup::chess960(number).expect("a number below 960").to_string();
        let home = setup.split('/').next().expect("a rank");
        let at = |letter: char| {
            home.char_indices().filter(move |&(_, piece)| piece == letter).map(|(file, _)| file)
        };
        assert_eq!(at('b').map(|file| file % 2).sum::<usize>(), 1, "{home}");
        let rooks: Vec<usize> = at('r').collect();
        assert!(at('k').all(|king| rooks[0] < king && king < rooks[1]), "{home}");
    }
}

#[test]
fn double_positions_have_the_arrays_of_both_numbers() {
    // In steps of 311, every number of either side occurs.
    for number in (0..921_600).step_by(311) {
        let setup = Setup::double_chess960(number).expect("a number below 921,600");
        assert_eq!(setup.double_chess960_number(), Some(number));
        let (white, black) = ((number / 960) as u16, (number % 960) as u16);
        let [one, other] = [white, black].map(|number| Setup::chess960(number).expect("a start position"));
        assert_eq!(setup.board.colors(Color::White), one.board.colors(Color::White));
        let halves = [one.to_string(), other.to_string(), setup.to_string()].map(|fen| {
            let ranks: Vec<String> = fen.split([' ', '/']).map(str::to_owned).collect();
            [ranks[0].clone(), ranks[7].clone()]
        });
        assert_eq!(halves[2], [halves[1][0].clone(), halves[0][1].clone()]);
        assert_eq!(Position::double_chess960(number), Position::try_from(setup).ok());
        assert_eq!(setup.chess960_number(), (white == black).then_some(white));
    }
    assert_eq!(Setup::double_chess960(921_600), None);
    assert_eq!(Setup::double_chess960(u32::MAX), None);
}

#[test]
fn what_is_no_start_has_no_number() {
    let number = |fen: &str| fen.parse::<Setup>().expect("a FEN").double_chess960_number();
    assert_eq!(number("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 9"), Some(518 * 961));
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR w KQkq - 0 1",
        "8/8/8/8/8/8/8/8 w - - 0 1",
    ] {
        assert_eq!(number(fen), None, "{fen}");
    }
}
