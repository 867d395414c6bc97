//! A declared end is kept by every form of a game that is read back, and no form declares one after the rules have.

use philidor::binary::PackedGameErrorKind;
use philidor::{Color, Draw, Game, Outcome, Position, Win};

const MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

/// A game that goes on, after two moves.
fn running() -> Game {
    Game::from_uci(Position::default(), ["e2e4", "e7e5"]).expect("legal moves")
}

/// All outcomes, whether or not anyone would declare them.
fn outcomes() -> Vec<Outcome> {
    let wins = [Win::Checkmate, Win::Resignation, Win::Time, Win::Forfeit];
    let draws = [
        Draw::Stalemate,
        Draw::Agreement,
        Draw::ThreefoldRepetition,
        Draw::FiftyMoves,
        Draw::TimeWithoutMaterial,
    ];
    let wins = Color::ALL.into_iter().flat_map(|winner| wins.map(|by| Outcome::Win { winner, by }));
    wins.chain(draws.map(Outcome::Draw)).chain([Outcome::Abandoned]).collect()
}

#[test]
fn a_packed_game_ends_as_was_declared() {
    let plain = running().pack();
    for outcome in outcomes() {
        let mut game = running();
        game.end(outcome);
        let bytes = game.pack();
        assert_eq!((bytes.len(), &bytes[..plain.len()]), (plain.len() + 3, &plain[..]));
        let read = Game::unpack(&bytes).expect("a game");
        assert_eq!(read, game);
        assert_eq!(read.outcome(), Some(outcome));
    }
}

#[test]
fn an_end_by_the_rules_is_not_written_and_not_overruled() {
    let mut mate = Game::from_uci(Position::default(), MATE).expect("legal moves");
    let bytes = mate.pack();
    mate.end(Outcome::Abandoned);
    assert_eq!((mate.declared_end(), mate.pack()), (None, bytes.clone()));
    let error = Game::unpack(&[&bytes[..], &[255, 0x30, 255]].concat()).expect_err("ended twice");
    assert_eq!((error.offset, error.ply, error.kind), (bytes.len(), 4, PackedGameErrorKind::AlreadyEnded));
}

#[test]
fn an_end_is_the_last_of_the_bytes_and_known() {
    for tail in
        [&[255, 0x30, 255, 0][..], &[255, 0x30, 255, 255, 0x30, 255], &[255, 0x31, 255], &[255, 0x40, 255]]
    {
        let bytes = [&running().pack()[..], tail].concat();
        let error = Game::unpack(&bytes).expect_err("not an end");
        assert!(matches!(error.kind, PackedGameErrorKind::NoMove { .. }), "{error}");
    }
}

#[test]
fn a_move_after_the_end_or_taken_back_revokes_it() {
    let mut game = running();
    game.end(Outcome::Abandoned);
    game.play_uci("g1f3").expect("a legal move");
    assert_eq!(game.declared_end(), None);
    game.end(Outcome::Abandoned);
    game.undo();
    assert_eq!((game.declared_end(), Game::unpack(&game.pack()).map(|game| game.ply())), (None, Ok(2)));
}

#[test]
fn a_serialized_game_ends_as_was_declared() {
    for outcome in outcomes() {
        let mut game = running();
        game.end(outcome);
        let json = serde_json::to_string(&game).expect("a text");
        assert_eq!(serde_json::from_str::<Game>(&json).expect("a game"), game, "{json}");
        let bytes = cbor4ii::serde::to_vec(Vec::new(), &game).expect("bytes");
        assert_eq!(cbor4ii::serde::from_slice::<Game>(&bytes).expect("a game"), game);
        let alone = serde_json::to_string(&outcome).expect("a text");
        assert_eq!(serde_json::from_str::<Outcome>(&alone).expect("an outcome"), outcome);
    }
    let text = |words: &str| format!("\"{} moves {words}\"", Position::default());
    let read = |words: &str| serde_json::from_str::<Game>(&text(words)).map_err(|error| error.to_string());
    assert_eq!(read("e2e4 e7e5").expect("as before"), running());
    let mut resigned = running();
    resigned.end(Outcome::Win { winner: Color::Black, by: Win::Resignation });
    assert_eq!(serde_json::to_string(&resigned).expect("a text"), text("e2e4 e7e5 end 0-1 resignation"));
    let error = read("f2f3 e7e5 g2g4 d8h4 end * abandoned").expect_err("ended twice");
    assert!(error.contains("the game has ended already: Black wins by checkmate"), "{error}");
    assert!(read("e2e4 end").is_err() && read("e2e4 end 1-0 magic").is_err());
}
