//! Laws for arbitrary text read as a FEN.

use philidor::{
    CastlingNotation, CastlingRights, EnPassantPolicy, Fault, Fen, FenError, Position, PositionError, Setup,
    Strictness,
};

const POLICIES: [EnPassantPolicy; 3] =
    [EnPassantPolicy::Always, EnPassantPolicy::PseudoLegal, EnPassantPolicy::Legal];

const NOTATIONS: [CastlingNotation; 2] = [CastlingNotation::XFen, CastlingNotation::Shredder];

/// Reading never panics. What is read is written and read back; what is refused has a place. Setups and positions,
/// which have a fast path of their own, are those of the text read word by word.
pub(crate) fn of_text(text: &str) {
    let fen = text.parse::<Fen>();
    assert_eq!(text.parse::<Setup>(), fen.clone().map(|fen| fen.setup), "{text:?}");
    let position = fen.clone().map_err(PositionError::from).and_then(|fen| Ok(fen.setup.try_into()?));
    assert_eq!(text.parse::<Position>(), position, "{text:?}");
    match fen {
        Err(error) => of_error(text, &error),
        Ok(fen) => {
            assert_eq!(fen.to_string().parse(), Ok(fen), "{text}");
            of_setup(fen.setup);
        }
    }
}

/// Pieces, state and rooks in any combination are written as a FEN that can be read, in every notation.
#[allow(dead_code, reason = "one of two users has no setups but those of texts")]
pub(crate) fn of_any_setup(setup: Setup) {
    for castling in NOTATIONS {
        let text = Fen::new(setup, castling).to_string();
        let read: Setup = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((read.board, read.state), (setup.board, setup.state), "{text}");
        let lost = setup.rights_lost_in_fen();
        for (right, color, side) in CastlingRights::EACH {
            if setup.state.castling_rights.has(color, side) && (lost & right).is_empty() {
                let rooks = [read, setup].map(|setup| setup.castling_rooks.square(color, side));
                assert_eq!(rooks[0], rooks[1], "{text}");
            }
        }
        assert_eq!(lost.is_empty(), read == setup.without_unused_castling_rooks(), "{text}");
        assert_eq!(read.rights_lost_in_fen(), CastlingRights::NONE, "{text}");
    }
    of_faults(setup);
}

/// A setup becomes a position if none of its faults counts, and its lost rights are among them.
fn of_faults(setup: Setup) {
    let faults = setup.faults();
    let undefined: Vec<Fault> =
        faults.iter().copied().filter(|fault| fault.leaves_rules_undefined()).collect();
    for (strictness, counted) in [(Strictness::Reachable, &faults), (Strictness::WellDefined, &undefined)] {
        match Position::from_setup(setup, strictness) {
            Ok(_) => assert_eq!(counted, &[], "{setup}"),
            Err(error) => assert_eq!((&error.faults, *error.setup), (counted, setup), "{setup}"),
        }
    }
    if undefined.is_empty() {
        assert!(setup.rights_lost_in_fen().is_empty(), "{setup}");
    }
}

/// The error shows the text at its column.
fn of_error(text: &str, error: &FenError) {
    assert!(error.column >= 1, "{error:?}");
    let there: String = text.chars().skip(error.column - 1).collect();
    assert!(there.starts_with(&error.text), "{error:?} of {text:?}");
    assert!(error.to_string().contains(&error.field.to_string()), "{error}");
}

/// A setup is a position, or the error says why not; either way it is written and read back.
fn of_setup(setup: Setup) {
    assert_eq!(setup.to_string().parse(), Ok(setup));
    match Position::try_from(setup) {
        Ok(position) => {
            assert_eq!(setup.faults(), []);
            assert_eq!(position.to_setup(), setup);
            of_position(&position);
        }
        Err(error) => {
            assert_eq!((&*error.setup, &error.faults), (&setup, &setup.faults()));
            assert!(!error.faults.is_empty() && !error.to_string().is_empty());
            of_repairs(setup, &error.faults);
        }
    }
}

/// Repairs remove the faults that they are for, and no others.
fn of_repairs(setup: Setup, faults: &[Fault]) {
    let without = |unwanted: fn(&Fault) -> bool| {
        let others = faults.iter().filter(|fault| !unwanted(fault));
        others.copied().collect::<Vec<Fault>>()
    };
    let castling: fn(&Fault) -> bool = |fault| matches!(fault, Fault::Castling { .. });
    let en_passant: fn(&Fault) -> bool = |fault| matches!(fault, Fault::EnPassant { .. });
    let repaired = setup.without_impossible_castling_rights();
    assert_eq!(repaired.faults(), without(castling));
    let repaired = setup.without_impossible_en_passant();
    assert_eq!(repaired.faults(), without(en_passant));
}

/// In whatever notation a position is written, the same position is read back.
pub(crate) fn of_position(position: &Position) {
    let read = |text: String| -> Position {
        text.parse().unwrap_or_else(|error| panic!("{text}, written for {position}: {error}"))
    };
    assert_eq!(read(position.to_string()), *position);
    assert_eq!(read(position.to_string()).to_string(), position.to_string());
    for policy in POLICIES {
        for notation in NOTATIONS {
            let fen = position.to_fen(policy, notation);
            let same = read(fen.to_string());
            assert_eq!(fen.to_string().parse::<Fen>().map(|read| read.to_string()), Ok(fen.to_string()));
            assert_eq!(same.key(), position.key(), "{fen}");
            assert_eq!(same.legal_move_count(), position.legal_move_count(), "{fen}");
            assert!(same.en_passant().is_none() || same.en_passant() == position.en_passant());
        }
    }
}
