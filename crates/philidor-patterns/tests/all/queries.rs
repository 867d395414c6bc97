//! Scoutfish queries: the examples of its documentation, and faults.

use philidor_patterns::Pattern;
use philidor_patterns::scoutfish::{Query, QueryErrorKind as Kind};

/// Queries, and the same as texts.
const SAME: [(&str, &str); 17] = [
    (r#"{ "sub-fen": "8/8/p7/8/8/1B3N2/8/8" }"#, "board 8/8/p7/8/8/1B3N2/8/8"),
    (
        r#"{ "sub-fen": ["8/8/8/q7/8/8/8/8", "8/8/8/r7/8/8/8/8"] }"#,
        "board 8/8/8/q7/8/8/8/8 or board 8/8/8/r7/8/8/8/8",
    ),
    (r#"{ "result": ["1-0", "0-1"] }"#, "result 1-0 or result 0-1"),
    (r#"{ "result": "0-1", "result-type": "mate" }"#, "result 0-1 and ends mate"),
    (r#"{ "material": ["KBNKNN", "KBNPKNN"] }"#, "material KBNvKNN or material KBNPvKNN"),
    (r#"{ "imbalance": ["PPPv", "PPv"] }"#, "imbalance PPPv or imbalance PPv"),
    (r#"{ "imbalance": "PPvN" }"#, "imbalance PPvN"),
    (r#"{ "moved": "KP", "captured": "Q" }"#, "plays takes Qq and plays KPkp"),
    (r#"{ "captured": "" }"#, "plays takes [.]"),
    (r#"{ "stm": "black", "captured": "QR" }"#, "plays takes QRqr and black to move"),
    (r#"{ "pass": "" }"#, "any"),
    (r#"{ "stm": "white" }"#, "white to move"),
    (r#"{ "skip": 50, "limit": 10, "stm": "white" }"#, "white to move"),
    (
        r#"{ "sequence": [{ "stm": "white" }, { "pass": "" }, { "stm": "black" }] }"#,
        "white to move then any then black to move",
    ),
    (r#"{ "streak": [{ "imbalance": "vP" }, { "imbalance": "vP" }] }"#, "imbalance vP next imbalance vP"),
    (
        r#"{ "sequence": [{ "stm": "white" }, { "streak": [{ "pass": "" }, { "imbalance": "v" }] }, { "stm": "black" }] }"#,
        "white to move then any next imbalance v then black to move",
    ),
    (r#"{ "result-type": "stalemate" }"#, "ends stalemate"),
];

#[test]
fn queries_are_patterns() {
    for (query, text) in SAME {
        let read: Query = query.parse().unwrap_or_else(|error| panic!("{query}: {error}"));
        assert_eq!(read.pattern.to_string().parse().as_ref(), Ok(&read.pattern), "{query}");
        let expected: Pattern = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        // The rules of an object come in the order of their names.
        let parts = |pattern: Pattern| match pattern {
            Pattern::All(mut parts) => {
                parts.sort_by_key(|part| format!("{part:?}"));
                Pattern::All(parts)
            }
            other => other,
        };
        assert_eq!(parts(read.pattern), parts(expected), "{query}");
    }
    let query: Query = SAME[12].0.parse().expect("a query");
    assert_eq!((query.skip, query.limit), (50, Some(10)));
}

#[test]
fn moves_are_those_of_a_side() {
    let find = |query: &str| {
        let mut game = philidor::Game::default();
        for mv in [
            "e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5", "d4", "Nf6", "Bd2", "Bg4", "Be2", "Nc6", "Nf3", "O-O-O",
        ] {
            game.play_san(mv).expect("a legal move");
        }
        let digests: Vec<_> = game.moves().map(|mv| mv.digest()).collect();
        let query: Query = query.parse().expect("a query");
        query.pattern.search().first(game.start(), digests, Default::default()).expect("legal moves")
    };
    assert_eq!(find(r#"{ "white-move": "O-O-O" }"#), None);
    assert_eq!(find(r#"{ "black-move": ["O-O-O", "O-O"] }"#), Some(13));
    assert_eq!(find(r#"{ "white-move": "exd5" }"#), Some(2));
    assert_eq!(find(r#"{ "white-move": ["exd5+", "exd5#"] }"#), Some(2));
    assert_eq!(find(r#"{ "stm": "black", "captured": "P" }"#), Some(3));
    assert_eq!(
        find(r#"{ "streak": [{ "white-move": "exd5"}, { "pass": "" }, { "white-move": "Nc3" }] }"#),
        Some(4)
    );
    // The rules beside a streak are those of its last position.
    let castles = |queen: &str| {
        find(&format!(
            r#"{{ "sequence": [{{ "white-move": "Nc3" }}, {{ "streak": [{{ "black-move": "{queen}" }}, {{ "pass": "" }}], "stm": "white" }}] }}"#
        ))
    };
    assert_eq!((castles("Qxd5"), castles("Qa5")), (None, Some(6)));
    assert_eq!(find(r#"{ "sub-fen": "8/8/8/q7/8/8/8/8", "black-move": "Nf6" }"#), Some(7));
}

#[test]
fn faults_are_named_with_their_place() {
    for (query, place, kind) in [
        ("[]", "", Kind::NotAnObject),
        ("{}", "", Kind::NotAnObject),
        (r#"{"white-mvoe": "e4"}"#, "white-mvoe", Kind::UnknownRule),
        (r#"{"sequence": []}"#, "sequence", Kind::NotAList),
        (r#"{"sequence": [{"stm": "white"}, 7]}"#, "sequence[1]", Kind::NotAnObject),
        (
            r#"{"sequence": [{"streak": [{"stm": "red"}]}]}"#,
            "sequence[0].streak[0].stm",
            Kind::NotTheWord("`white` or `black`"),
        ),
        (r#"{"moved": ""}"#, "moved", Kind::NotPieces),
        (r#"{"captured": "q"}"#, "captured", Kind::NotPieces),
        (r#"{"limit": -1, "pass": ""}"#, "limit", Kind::NotANumber),
        (r#"{"material": 3}"#, "material", Kind::NotTexts),
        (r#"{"pass": 7}"#, "pass", Kind::NotTexts),
        (r#"{"sequence": [{"stm": "white"}, true]}"#, "sequence[1]", Kind::NotAnObject),
        (r#"{"limit": 2.5, "pass": ""}"#, "limit", Kind::NotANumber),
        (r#"{"stm": null}"#, "stm", Kind::NotTheWord("`white` or `black`")),
        (r#"{"material": []}"#, "material", Kind::NotTexts),
        (
            r#"{"material": ["KK", "K"]}"#,
            "material[1]",
            Kind::Value(philidor_patterns::ParsePatternErrorKind::NotMaterial),
        ),
    ] {
        let error = query.parse::<Query>().expect_err(query);
        assert_eq!((error.place.as_str(), &error.kind), (place, &kind), "{query}");
    }
    for query in [
        r#"{"stm": "white", "stm": "black"}"#,
        r#"{"sequence": [{"pass": ""}, {"stm": "white", "stm": "white"}]}"#,
    ] {
        let error = query.parse::<Query>().expect_err(query).to_string();
        assert!(error.starts_with("not JSON: `stm` is given twice at line 1"), "{error}");
    }
    assert!(matches!("{".parse::<Query>().expect_err("torn").kind, Kind::Json(_)));
}
