//! Laws for every position and arbitrary text read as a move.

#![allow(dead_code, reason = "each user takes a part of it")]

use std::collections::BTreeSet;

use philidor::{CastlingMode, Move, MoveFault, MoveType, PieceType, Position, SanErrorKind, UciErrorKind};

/// Every legal move is written differently from all others, and read back from strict and lenient forms.
pub(crate) fn of_moves(position: &Position) {
    let moves = position.legal_moves();
    let texts: BTreeSet<String> = moves.iter().map(|&mv| position.to_san(mv).to_string()).collect();
    assert_eq!(texts.len(), moves.len(), "{position}: {texts:?}");
    for &mv in &moves {
        of_move(position, mv);
    }
}

/// [`of_moves`] for one move, chosen by a number, so that a fuzzer runs more inputs.
pub(crate) fn of_one_move(position: &Position, choice: usize) {
    let moves = position.legal_moves();
    if let Some(&mv) = choice.checked_rem(moves.len()).and_then(|index| moves.get(index)) {
        of_move(position, mv);
    }
}

fn of_move(position: &Position, mv: Move) {
    let strict = position.to_san(mv);
    reads(position, strict.as_str(), mv);
    let text = strict.as_str().trim_end_matches(['+', '#']);
    is_marked_truly(position, mv, &strict.as_str()[text.len()..]);
    for variant in lenient(text) {
        reads(position, &variant, mv);
    }
    reads(position, &position.to_lan(mv).to_string(), mv);
    reads(position, &position.to_uci_in(mv, CastlingMode::Chess960).to_string(), mv);
    reads_uci(position, mv);
    for text in [position.to_lan(mv).to_string(), position.to_uci_in(mv, CastlingMode::Chess960).to_string()]
    {
        assert_eq!(position.parse_move(&text), Ok(mv), "{text} in {position}");
    }
    if mv.move_type() != MoveType::Castling {
        says_no_more_than_needed(position, mv, text);
        with_more_of_the_origin(position, mv).iter().for_each(|text| reads(position, text, mv));
    }
}

fn reads(position: &Position, text: &str, mv: Move) {
    assert_eq!(position.parse_san(text), Ok(mv), "{text} in {position}");
    assert_eq!(position.parse_san(text.as_bytes()), Ok(mv), "{text} in {position}");
    assert_eq!(position.parse_move(text), Ok(mv), "{text} in {position}");
}

/// In Chess960 a castling written by the king's destination may also be a step of the king, which then takes
/// precedence.
fn reads_uci(position: &Position, mv: Move) {
    let by_rook = position.to_uci_in(mv, CastlingMode::Chess960).to_string();
    assert_eq!(position.parse_uci(&by_rook), Ok(mv), "{by_rook} in {position}");
    let by_king = position.to_uci_in(mv, CastlingMode::Standard).to_string();
    let step = position.legal_moves().into_iter().find(|other| other.notation() == by_king && *other != mv);
    let meant = if mv.move_type() == MoveType::Castling { step.unwrap_or(mv) } else { mv };
    assert_eq!(position.parse_uci(&by_king), Ok(meant), "{by_king} in {position}");
}

/// `+` is check, `#` is mate, and without either it is neither.
fn is_marked_truly(position: &Position, mv: Move, mark: &str) {
    let child = position.after(mv);
    let expected = match (child.is_check(), child.legal_moves().is_empty()) {
        (true, true) => "#",
        (true, false) => "+",
        _ => "",
    };
    assert_eq!(mark, expected, "{mv} in {position}");
}

/// The same move with marks that are missing, wrong or too many, and as other programs write it.
fn lenient(text: &str) -> Vec<String> {
    let mut variants: Vec<String> = ["", "+", "#", "++", "!", "?!", "+!!", " e.p.", "e.p.+", "ep"]
        .map(|mark| format!("{text}{mark}"))
        .into();
    if text.starts_with('O') {
        variants.extend([text.replace('O', "0"), text.replace('O', "o")]);
        return variants;
    }
    if let Some((before, becomes)) = text.split_once('=') {
        let small = becomes.to_lowercase();
        variants.extend([
            format!("{before}{becomes}"),
            format!("{before}{small}"),
            format!("{before}={small}"),
            format!("{before}({becomes})"),
            format!("{before}/{becomes}!?"),
        ]);
    }
    if text.starts_with(char::is_uppercase) {
        variants.push(text.replace('x', ""));
        let kind = text.chars().next().and_then(philidor::Piece::from_letter).expect("a piece's letter");
        variants.push(text.replacen(kind.letter(), &kind.figurine().to_string(), 1));
        variants.push(format!("{}\u{fe0e}{}", kind.figurine(), &text[1..]));
    } else {
        variants.extend([
            text.replace('x', ":"),
            text.replace('x', ""),
            format!("P{text}"),
            format!("♟{text}"),
        ]);
    }
    variants
}

/// The same move with rank, file or both of the origin written, needed or not.
fn with_more_of_the_origin(position: &Position, mv: Move) -> Vec<String> {
    let (origin, destination) = (mv.orig_square(), mv.dest_square());
    let letter = mv.played_piece().letter().to_ascii_uppercase();
    let becomes =
        mv.promotion().map_or(String::new(), |kind| format!("={}", kind.letter().to_ascii_uppercase()));
    let fits = |text: &str| match position.parse_san(text) {
        Ok(_) => true,
        Err(error) => matches!(error.kind, SanErrorKind::Ambiguous(_)),
    };
    // The file alone, or the rank alone, may fit other moves, but must not be wrong.
    for said in [origin.file().letter(), origin.rank().letter()] {
        let is_capture = mv.captured_piece().is_some() && mv.played_piece() == PieceType::Pawn;
        let between = if is_capture { "x" } else { "" };
        let text = format!("{letter}{said}{between}{destination}{becomes}");
        assert!(fits(&text), "{text} in {position}");
    }
    ["", "-", "x", ":"].map(|between| format!("{letter}{origin}{between}{destination}{becomes}")).into()
}

/// Taking any part of the origin away leaves several moves, or a pawn's capture without its file.
fn says_no_more_than_needed(position: &Position, mv: Move, text: &str) {
    if mv.played_piece() == PieceType::Pawn {
        let expected = if mv.captured_piece().is_some() {
            format!("{}x", mv.orig_square().file())
        } else {
            String::new()
        };
        assert_eq!(text.split(mv.dest_square().to_string().as_str()).next(), Some(expected.as_str()));
        return;
    }
    let named = text[1..].trim_end_matches(&mv.dest_square().to_string()).trim_end_matches('x');
    for at in 0..named.len() {
        let mut shorter = named.to_owned();
        shorter.remove(at);
        let shorter = format!("{}{shorter}{}", &text[..1], mv.dest_square());
        let error = position.parse_san(&shorter).expect_err("written without need");
        let SanErrorKind::Ambiguous(candidates) = error.kind else {
            panic!("{shorter} in {position}: {error}")
        };
        assert!(candidates.origins().contains(mv.orig_square()) && candidates.moves().len() >= 2);
        let same_target = |other: &Move| {
            position.is_legal(*other)
                && other.dest_square() == mv.dest_square()
                && other.played_piece() == mv.played_piece()
        };
        assert!(candidates.moves().all(|other| same_target(&other)), "{shorter} in {position}");
        assert!(candidates.moves().map(|other| other.orig_square()).eq(candidates.origins()));
    }
    // If the file alone would do, the rank is not written instead.
    if named.starts_with(|first: char| first.is_ascii_digit()) {
        let by_file = format!("{}{}{}", &text[..1], mv.orig_square().file(), mv.dest_square());
        assert!(position.parse_san(&by_file).is_err(), "{text} for {by_file} in {position}");
    }
}

/// Any bytes are a legal move, or are refused with a place in them and a reason.
pub(crate) fn of_text(position: &Position, text: &[u8]) {
    match position.parse_san(text) {
        Ok(mv) => assert!(position.is_legal(mv), "{:?} in {position}: {mv}", text.escape_ascii()),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            match error.kind {
                SanErrorKind::Syntax { offset } => {
                    assert!(offset <= text.len(), "{offset} of {:?}", text.escape_ascii());
                    // The text after the place does not matter: the refusal depends only on what comes before it.
                    let same =
                        position.parse_san([&text[..offset], b"\0"].concat()).map_err(|error| error.kind);
                    assert_eq!(same, Err(SanErrorKind::Syntax { offset }), "{:?}", text.escape_ascii());
                }
                SanErrorKind::Ambiguous(candidates) => {
                    assert!(candidates.moves().len() >= 2);
                    assert!(candidates.moves().all(|mv| position.is_legal(mv)), "{position}: {candidates:?}");
                }
                _ => {}
            }
        }
    }
    match position.parse_uci(text) {
        Ok(mv) => assert!(position.is_legal(mv), "{:?} in {position}: {mv}", text.escape_ascii()),
        Err(error) => match error.kind {
            UciErrorKind::Syntax { offset } => assert!(offset <= text.len() && offset <= 5),
            UciErrorKind::Illegal(fault) => assert!(text == b"0000" || fault != MoveFault::NullMove),
            _ => {}
        },
    }
}
