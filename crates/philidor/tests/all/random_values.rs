//! Strategies and arbitrary values: what is made is what its type promises, and of every sort.

mod by_proptest {
    use std::collections::HashSet;

    use philidor::{Game, Position, Setup, Square, strategies};
    use proptest::prelude::*;
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn positions_pass_the_door_and_come_from_games(game in any::<Game>()) {
            let position = *game.position();
            prop_assert_eq!(Position::try_from(position.to_setup()), Ok(position));
            let moves = game.moves().fold(*game.start(), |position, mv| position.after(mv));
            prop_assert_eq!(moves, position);
            prop_assert!(game.start().double_chess960_number().is_some());
        }

        #[test]
        fn a_position_comes_with_a_legal_move((position, mv) in strategies::moves(90)) {
            prop_assert!(position.is_legal(mv));
        }
    }

    #[test]
    fn values_are_of_every_sort() {
        let mut runner = TestRunner::deterministic();
        let mut draw = || strategies::setups().new_tree(&mut runner).expect("a setup").current();
        let setups: Vec<Setup> = (0..300).map(|_| draw()).collect();
        assert!(setups.iter().any(|setup| setup.state.en_passant.is_some()));
        assert!(setups.iter().any(|setup| setup.board.occupied().is_empty()));
        let faults: HashSet<_> =
            setups.iter().flat_map(Setup::faults).map(|fault| std::mem::discriminant(&fault)).collect();
        assert!(faults.len() >= 5, "{}", faults.len());
        let mut runner = TestRunner::deterministic();
        let squares =
            (0..2_000).map(|_| strategies::squares().new_tree(&mut runner).expect("a square").current());
        assert_eq!(squares.collect::<HashSet<Square>>().len(), 64);
    }

    #[test]
    fn games_shrink_to_shorter_ones() {
        let mut runner = TestRunner::deterministic();
        let mut tree = strategies::games(60).new_tree(&mut runner).expect("a game");
        let before = tree.current().ply();
        while tree.simplify() {}
        assert!(tree.current().ply() == 0 && before > 0, "{before}");
    }
}

mod by_arbitrary {
    use arbitrary::{Arbitrary, Unstructured};
    use philidor::{Game, Position, Setup};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_bytes_are_a_game_and_a_setup(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let game = Game::arbitrary(&mut Unstructured::new(&bytes)).expect("a game of any bytes");
            prop_assert_eq!(Position::try_from(game.position().to_setup()), Ok(*game.position()));
            let setup = Setup::arbitrary(&mut Unstructured::new(&bytes)).expect("a setup of any bytes");
            prop_assert_eq!(setup.to_string().parse::<Setup>().is_ok(), true);
        }
    }

    #[test]
    fn longer_inputs_are_longer_games() {
        let plies = |len: usize| {
            let bytes: Vec<u8> = (0..len).map(|index| (index * 37 % 251) as u8).collect();
            Game::arbitrary(&mut Unstructured::new(&bytes)).expect("a game").ply()
        };
        assert_eq!(plies(0), 0);
        assert!(plies(60) > 30, "{}", plies(60));
    }
}
