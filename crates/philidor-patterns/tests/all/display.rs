//! Patterns as text, read again.

use std::num::NonZero;

use philidor::GameResult;
use philidor::{Bitboard, Color, Piece, PieceType, Square};
use philidor_patterns::{
    Bound, Comparison, GameFacts, MovePattern, Occupant, Operand, Pattern, PieceCounts, PieceSet, Pieces,
    Quality, Step,
};
use philidor_proof::{at_least, samples, seed};

use crate::agreement::pattern;
use crate::games::{Game, Random};
use crate::plain::Plain;

/// The pattern that the text of another one is read as; its own text is the same.
fn read_back(pattern: &Pattern) -> Pattern {
    let text = pattern.to_string();
    let read: Pattern = text.parse().unwrap_or_else(|error| panic!("{text}: {error}\n{pattern:?}"));
    assert_eq!(read.to_string(), text, "{pattern:?}");
    read
}

#[test]
fn random_patterns_are_read_back() {
    let mut random = Random(seed(17));
    let (mut same, mut other) = (0, 0);
    for _ in 0..samples(60) {
        let game = Game::random(&mut random);
        let plain = Plain::new(&game, Some(GameResult::WhiteWins));
        for _ in 0..100 {
            let depth = random.below(5);
            let pattern = pattern(&mut random, &game, depth);
            let read = read_back(&pattern);
            if read == pattern {
                same += 1;
            } else {
                // A part has a value that no text has.
                assert_eq!(plain.plies(&read), plain.plies(&pattern), "{pattern:?}\n{read:?}");
                assert_eq!(read_back(&read), read);
                other += 1;
            }
        }
    }
    assert!(same >= at_least(3_000) && other >= at_least(100), "{same} {other}");
}

#[test]
fn any_squares_and_any_pieces_are_read_back() {
    let (mut random, mut same) = (Random(seed(19)), 0);
    let pieces =
        || Color::ALL.into_iter().flat_map(|color| PieceType::ALL.map(|kind| Piece::new(color, kind)));
    for round in 0..samples(600) {
        let mut word = || (random.below(usize::MAX) as u64) << 1 | random.below(2) as u64;
        let zone = Bitboard(match round % 3 {
            0 => word(),
            1 => word() & word() & word(),
            _ => word() | word() | word(),
        });
        let mut set = || -> PieceSet { pieces().filter(|_| random.below(3) == 0).collect() };
        let (set, taken, promoted) = (set() | Piece::new(Color::White, PieceType::Pawn).into(), set(), set());
        let count = Pieces::new(set).with_zone(zone).with_quality(Quality::Passed);
        let count = Pattern::Count(count.clone(), Comparison::Less, Operand::Count(count));
        assert_eq!(read_back(&count), count);
        let mut mv = MovePattern::default();
        mv.destinations = zone;
        mv.captured = Occupant { pieces: taken, nothing: round % 2 == 0 };
        mv.promotion = Occupant { pieces: promoted, nothing: round % 4 < 2 };
        let mv = Pattern::Plays(Box::new(mv));
        let read = read_back(&mv);
        // No game has a promotion to kings alone.
        if read == mv { same += 1 } else { assert_eq!(read, !Pattern::Always, "{mv:?}") }
    }
    assert!(same > at_least(400), "{same}");
}

#[test]
fn texts_are_short_and_say_what_was_read() {
    for (text, written) in [
        ("N on f3", "N on f3"),
        ("Nn on a1,b1,a2,b2,c1,c2 >=2", "Nn on a1-c2 >= 2"),
        ("P on a,b,c,4", "P on a-c,4"),
        ("KQRBNP on 7-8 = 0", "A on 7-8 = 0"),
        ("B on dark", "B on dark"),
        ("passed isolated P > p", "passed isolated P > p"),
        ("plays Nf3", "plays Nf3"),
        ("plays N1xf3", "plays N1xf3"),
        ("plays e4", "plays e4"),
        ("plays exd5", "plays exd5"),
        ("plays xd5", "plays xd5"),
        ("plays bxa8=N", "plays bxa8=N"),
        ("plays b7a8n", "plays b7a8n"),
        ("plays e1g1", "plays e1g1"),
        ("plays O-O-O", "plays O-O-O"),
        ("plays K castling short", "plays K castling short"),
        ("plays castling never", "plays castling never"),
        ("plays Pp promotes takes q", "plays Pp takes q promotes"),
        ("plays promotes NQqn", "plays promotes QNqn"),
        ("plays takes [.P]", "plays takes [.P]"),
        ("plays promotes [Q]", "plays promotes Q"),
        ("plays quiet from a", "plays from a quiet"),
        ("plays Aa", "plays Aa"),
        ("board 8/8/8/3?[.N]3/8/8/8/a7", "board 8/8/8/4[.N]3/8/8/8/a7"),
        (
            "board ......../......../......../......../......../......../......../k......K",
            "fen 8/8/8/8/8/8/8/k6K",
        ),
        ("pawns 8/8/8/3p4/8/8/8/8", "pawns 8/8/8/3p4/8/8/8/8"),
        ("black-pawns 8/8/8/3p4/8/8/8/8", "black-pawns 8/8/8/3p4/8/8/8/8"),
        ("material krpKR", "material KRPvKR"),
        ("imbalance PvN", "imbalance PvN"),
        ("imbalance v", "imbalance v"),
        ("opposite-castling for 2", "opposite-castling for 2"),
        ("mirrored castled white long", "castled black long"),
        ("not (check or mate) for 3", "not (check or mate) for 3"),
        ("(not check) for 3", "(not check) for 3"),
        ("(check and mate) and end", "(check and mate) and end"),
        ("(check and (mate)) or end", "check and mate or end"),
        ("check then (mate then within 7 end) next any", "check then mate then within 7 end next any"),
        ("check and (mate then end)", "check and (mate then end)"),
        ("fen 4k3/8/8/8/8/8/8/4K3 b - -", "fen 4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("result * and ends stalemate", "result * and ends stalemate"),
    ] {
        let pattern: Pattern = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(pattern.to_string(), written, "{text}");
        assert_eq!(read_back(&pattern), pattern, "{text}");
    }
}

#[test]
fn values_without_a_text_are_written_as_ones_with_the_same_meaning() {
    let one = |kind| Piece::from_letter(kind).map(PieceSet::from).expect("a letter");
    let knights = || Pieces::new(one('N'));
    let none = || knights().with_quality(Quality::Passed);
    let count = |pieces, comparison, operand| Pattern::Count(pieces, comparison, operand);
    let all_pawns = Some(Bitboard::from(Square::E4));
    let mut no_move = MovePattern::default();
    no_move.pieces = PieceSet::EMPTY;
    let first = Step { pattern: Pattern::Check, within: NonZero::new(3) };
    let last = Step { pattern: Pattern::Last, within: None };
    let inner =
        Step { pattern: Pattern::Sequence(vec![first.clone(), last.clone()]), within: NonZero::new(2) };
    for (pattern, text) in [
        (Pattern::All(vec![]), "any"),
        (Pattern::Any(vec![]), "not any"),
        (Pattern::Sequence(vec![]), "not any"),
        (Pattern::For(Box::new(Pattern::Any(vec![])), NonZero::<u32>::MIN), "(not any) for 1"),
        (Pattern::Check & Pattern::Any(vec![Pattern::All(vec![Pattern::Last])]), "check and end"),
        (Pattern::Sequence(vec![first.clone()]), "check"),
        (Pattern::Sequence(vec![first.clone(), last.clone()]), "check then end"),
        (Pattern::Sequence(vec![last, inner]), "end then within 2 check then end"),
        (count(none(), Comparison::Less, Operand::Number(1)), "any"),
        (count(Pieces::new(PieceSet::EMPTY), Comparison::Greater, Operand::Number(0)), "not any"),
        (count(knights().with_zone(Bitboard::EMPTY), Comparison::Less, Operand::Count(knights())), "N > 0"),
        (count(knights(), Comparison::AtMost, Operand::Count(none())), "N <= 0"),
        (count(none(), Comparison::Equal, Operand::Count(none())), "any"),
        (Pattern::Pawns { white: None, black: None }, "any"),
        (
            !Pattern::Pawns { white: all_pawns, black: all_pawns },
            "not (white-pawns 8/8/8/8/4P3/8/8/8 and black-pawns 8/8/8/8/4p3/8/8/8)",
        ),
        (Pattern::Plays(Box::new(no_move)), "not any"),
    ] {
        assert_eq!(pattern.to_string(), text, "{pattern:?}");
        let read = read_back(&pattern);
        let game = Game::random(&mut Random(3));
        let plain = Plain::new(&game, None);
        assert_eq!(plain.plies(&read), plain.plies(&pattern), "{text}");
    }
}

#[test]
fn no_number_is_too_large() {
    let many = PieceCounts([[255; 5], [0; 5]]);
    for pattern in [
        Pattern::Material(Bound::AtMost, many),
        Pattern::Imbalance([127, -127, 0, 0, 1]),
        Pattern::Balance(Comparison::NotEqual, i32::MIN),
        Pattern::Ply(Comparison::Equal, u32::MAX),
        Pattern::Check.then(NonZero::new(u32::MAX), Pattern::Last),
    ] {
        assert_eq!(read_back(&pattern), pattern);
        let search = pattern.search();
        assert!(search.first(&philidor::Position::default(), [], GameFacts::default()).is_ok());
    }
    // No board has a surplus of 127.
    assert_eq!(read_back(&Pattern::Imbalance([-128, 0, 0, 0, 0])), Pattern::Imbalance([-127, 0, 0, 0, 0]));
}
