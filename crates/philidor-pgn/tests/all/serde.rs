//! Values through `serde`: as text in JSON and in CBOR, and refused if they are invalid.

use std::fmt::Debug;

use philidor_pgn::{
    CheckOptions, Comment, Counts, Eval, EvalScore, GameTree, Limits, Lines, Place, Remarks, Tags,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("every value is a text")
}

fn cbor<T: Serialize>(value: &T) -> Vec<u8> {
    cbor4ii::serde::to_vec(vec![], value).expect("every value has a compact form")
}

fn from_cbor<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    cbor4ii::serde::from_slice(bytes).map_err(|error| error.to_string())
}

/// Writes and reads a value both ways.
fn reads_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    assert_eq!(serde_json::from_str::<T>(&json(value)).as_ref().ok(), Some(value), "{}", json(value));
    assert_eq!(from_cbor::<T>(&cbor(value)).as_ref(), Ok(value));
}

/// A value, its JSON, and its CBOR.
fn is_written<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, text: &str, compact: &[u8]) {
    assert_eq!(json(&value), text);
    assert_eq!(cbor(&value), compact, "{text}");
    reads_back(&value);
}

/// The forms of the documentation. CBOR writes small numbers as themselves.
#[test]
fn the_forms_are_those_of_the_documentation() {
    is_written(Lines::All, r#""all""#, &[1]);
    let text_in_cbor = |text: &str| [&[0x60 + text.len() as u8][..], text.as_bytes()].concat();
    is_written(EvalScore::Mate(-3), r##""#-3""##, &text_in_cbor("#-3"));
    let eval = Eval { score: EvalScore::Centipawns(17), depth: Some(22) };
    is_written(eval, r#""0.17,22""#, &text_in_cbor("0.17,22"));
    let text = "a reply [%eval 0.17,22]";
    let comment = Comment::from(text);
    is_written(comment.clone(), &format!("\"{text}\""), &text_in_cbor(text));
    let mut tags = Tags::default();
    for (name, value) in [("ECO", "C65"), ("White", "\"A\"")] {
        tags.set(name, value).expect("a name");
    }
    is_written(tags, r#"{"White":"\"A\"","ECO":"C65"}"#, b"\xa2\x65White\x63\"A\"\x63ECO\x63C65");
    let place = Place { offset: 3, line: 1, column: 4 };
    is_written(place, r#"{"offset":3,"line":1,"column":4}"#, b"\xa3\x66offset\x03\x64line\x01\x66column\x04");
    let mut counts = Counts::default();
    (counts.games, counts.moves, counts.bad_games) = (1, 2, 3);
    assert_eq!(json(&counts), r#"{"games":1,"moves":2,"bad_games":3}"#);
    reads_back(&counts);
    reads_back(&Limits::default());
    reads_back(&CheckOptions::new().with_lines(Lines::All));
    let mut remarks = Remarks::default();
    (remarks.before, remarks.nags, remarks.comment) = ("x".into(), vec![1, 14], comment);
    remarks.nags_before = vec![142];
    reads_back(&remarks);
    assert_eq!(serde_json::from_str::<Place>("[3,1,4]").ok(), Some(place));
}

#[test]
fn trees_are_pgn() {
    let file = include_bytes!("../data/features.pgn");
    let trees: Vec<GameTree> = philidor_pgn::games(file).filter_map(Result::ok).collect();
    assert!(trees.len() > 1);
    for tree in &trees {
        assert_eq!(serde_json::from_str::<String>(&json(tree)).ok(), Some(tree.to_string()));
        reads_back(tree);
        reads_back(&tree.tags);
        tree.main_line().filter_map(|node| tree.remarks(node)).for_each(reads_back);
    }
}

fn is_refused<T: DeserializeOwned + Debug>(texts: &[&str], compact: &[&[u8]]) {
    for text in texts {
        assert!(serde_json::from_str::<T>(text).is_err(), "{text}");
    }
    for bytes in compact {
        assert!(from_cbor::<T>(bytes).is_err(), "{bytes:x?}");
    }
}

#[test]
fn invalid_values_are_refused() {
    is_refused::<Lines>(&[r#""main line""#, "0"], &[&[2]]);
    is_refused::<Eval>(&[r#""x""#, r#""1] [%clk 1""#, r#""1] x""#], &[]);
    is_refused::<EvalScore>(&[r#""0.17,22""#, r#""""#], &[]);
    is_refused::<Tags>(&[r#"{"FEN":"x"}"#, r#"{"two words":"x"}"#, "[]"], &[]);
    is_refused::<GameTree>(&[r#""""#, r#""1. e5 *""#, r#""1. e4 * 1. d4 *""#], &[]);
    is_refused::<Place>(
        &[
            r#"{"offset":3,"line":1}"#,
            r#"{"offset":3,"offset":3,"line":1,"column":4}"#,
            r#"{"x":1}"#,
            "[3,1]",
        ],
        &[],
    );
}
