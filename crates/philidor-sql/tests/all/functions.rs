//! Every function, in every form of its arguments.

use std::collections::BTreeSet;

use datafusion::prelude::SessionConfig;
use philidor_sql::functions::{FUNCTIONS, all};
use philidor_sql::session;

use crate::machine::{KIWIPETE, START, table, value};

#[test]
fn every_example_of_the_list_gives_what_it_says() {
    for function in FUNCTIONS {
        assert!(!function.examples().is_empty(), "{} has no example", function.name());
        for example in function.examples() {
            let found = value(&format!("SELECT CAST({} AS VARCHAR)", example.call));
            assert_eq!(found.as_deref(), Ok(example.value), "{}", example.call);
            assert!(example.call.contains(&format!("{}(", function.name())), "{}", example.call);
        }
    }
}

#[test]
fn scheduler_and_worker_know_what_the_embedded_engine_knows() {
    let ours: BTreeSet<String> = all().iter().map(|function| function.name().to_owned()).collect();
    assert_eq!(ours.len(), 2 * FUNCTIONS.len(), "two functions share a name");
    let state = session::state(SessionConfig::new(), &all()).unwrap();
    let embedded: BTreeSet<String> = state.scalar_functions().keys().cloned().collect();
    let scheduler = session::state(session::cluster_config(), &all()).unwrap();
    let scheduler: BTreeSet<String> = scheduler.scalar_functions().keys().cloned().collect();
    let worker: BTreeSet<String> =
        session::worker_functions(&all()).unwrap().scalar_functions.keys().cloned().collect();
    assert!(ours.is_subset(&embedded), "{:?}", ours.difference(&embedded));
    assert_eq!(embedded, scheduler);
    assert_eq!(embedded, worker);
    assert!(
        embedded.contains("abs") && embedded.contains("array_length"),
        "ours replaced those of the engine"
    );
}

/// An argument of each parameter that is all right, by the name of the parameter.
fn argument(parameter: &str) -> &'static str {
    match parameter {
        "position" | "start" => "'4k3/8/8/8/8/8/8/4K3 w - - 0 1'",
        "move" => "'e1e2'",
        "moves" => "'Ke2 Kd8'",
        "square" => "'e2'",
        "color" => "'white'",
        "depth" | "plies" | "ply" | "seed" => "1",
        other => panic!("an argument for {other} is missing in this test"),
    }
}

/// The calls of a function with one argument replaced.
fn calls_with(name: &str, usage: &str, replaced: impl Fn(&str) -> Option<&'static str>) -> Vec<String> {
    let inside = usage.split_once('(').unwrap().1.trim_end_matches(')').replace(['[', ']'], "");
    let parameters: Vec<&str> = inside.split(", ").collect();
    let with = parameters.iter().enumerate().filter_map(|(index, parameter)| {
        let instead = replaced(parameter)?;
        let mut arguments: Vec<&str> = parameters.iter().map(|parameter| argument(parameter)).collect();
        arguments[index] = instead;
        Some(format!("{name}({})", arguments.join(", ")))
    });
    with.collect()
}

#[test]
fn null_in_any_argument_gives_null_but_for_the_start_of_a_game() {
    for function in FUNCTIONS {
        let null = |parameter: &str| (parameter != "start").then_some("NULL");
        let calls = calls_with(function.name(), &function.usage(), null);
        assert!(!calls.is_empty());
        for call in calls {
            assert_eq!(value(&format!("SELECT {call} IS NULL")).as_deref(), Ok("true"), "{call}");
        }
    }
    for call in ["to_pgn('e4 e5'{})", "to_fen(position_at('e4 e5', 2{}))"] {
        let (given, not_given) = (call.replace("{}", ", NULL"), call.replace("{}", ""));
        assert_eq!(value(&format!("SELECT {given} = {not_given}")).as_deref(), Ok("true"), "{call}");
    }
}

#[test]
fn what_is_wrong_is_named_and_null_in_the_forms_that_try() {
    let wrong = |parameter: &str| match parameter {
        "position" | "start" => Some("'4k3/8/8/8/8/8/8/8 w - - 0 1'"),
        "move" => Some("'Qh9'"),
        "moves" => Some("'Qh9'"),
        "square" => Some("'k9'"),
        "color" => Some("'blue'"),
        "depth" | "plies" | "ply" | "seed" => Some("-7"),
        _ => None,
    };
    for function in FUNCTIONS {
        for call in calls_with(function.name(), &function.usage(), wrong) {
            let error = value(&format!("SELECT {call}")).expect_err(&call);
            let named = ["4k3/8/8/8/8/8/8/8 w - - 0 1", "Qh9", "k9", "blue", "-7"];
            assert!(named.iter().any(|named| error.contains(named)), "{call}: {error}");
            assert!(error.contains(function.name()), "{call}: {error}");
            assert_eq!(value(&format!("SELECT try_{call} IS NULL")).as_deref(), Ok("true"), "{call}");
        }
    }
}

#[test]
fn a_position_comes_in_every_type_of_text_and_bytes() {
    let types = [
        format!("'{KIWIPETE}'"),
        format!("arrow_cast('{KIWIPETE}', 'Utf8')"),
        format!("arrow_cast('{KIWIPETE}', 'LargeUtf8')"),
        format!("arrow_cast('{KIWIPETE}', 'Utf8View')"),
        format!("arrow_cast('{KIWIPETE}', 'Dictionary(Int32, Utf8)')"),
        format!("from_fen('{KIWIPETE}')"),
        format!("arrow_cast(from_fen('{KIWIPETE}'), 'Binary')"),
        format!("arrow_cast(from_fen('{KIWIPETE}'), 'LargeBinary')"),
        format!("arrow_cast(from_fen('{KIWIPETE}'), 'BinaryView')"),
    ];
    for position in types {
        assert_eq!(value(&format!("SELECT legal_move_count({position})")).as_deref(), Ok("48"), "{position}");
    }
    let error = value("SELECT legal_move_count(7)").expect_err("a number is no position");
    assert!(error.contains("a FEN or 32 bytes"), "{error}");
    let error = value("SELECT legal_move_count(x'00')").expect_err("one byte is no position");
    assert!(error.contains("32 bytes"), "{error}");
}

#[test]
fn a_column_gives_row_by_row_what_constants_give() {
    let rows = format!(
        "SELECT * FROM (VALUES (1, '{START}'), (2, NULL), (3, '{KIWIPETE}'), (4, 'no position')) AS t(id, fen)"
    );
    let counts =
        table(&format!("SELECT id, try_legal_move_count(fen) AS n FROM ({rows}) ORDER BY id")).unwrap();
    let counts: Vec<&str> = counts.lines().skip(3).map(|line| line.trim_matches(['|', ' '])).collect();
    let cells: Vec<String> =
        counts.iter().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(cells[..4], ["1 | 20", "2", "3 | 48", "4"]);
    let error =
        table(&format!("SELECT legal_move_count(fen) FROM ({rows})")).expect_err("row 4 is no position");
    assert!(error.contains("`no position`"), "{error}");
}

#[test]
fn moves_play_from_digests_as_from_texts() {
    let sum = format!(
        "SELECT count(*) FROM (SELECT unnest(legal_moves('{KIWIPETE}')) AS m) \
         WHERE play('{KIWIPETE}', m) = play('{KIWIPETE}', to_san('{KIWIPETE}', m)) \
         AND play('{KIWIPETE}', m) = play('{KIWIPETE}', to_uci('{KIWIPETE}', m))"
    );
    assert_eq!(value(&sum).as_deref(), Ok("48"));
    let list = format!("make_array(legal_moves('{START}')[1], 65535)");
    let error = value(&format!("SELECT to_pgn({list})")).expect_err("65535 is no move");
    assert!(error.contains("65535"), "{error}");
    assert_eq!(value(&format!("SELECT to_fen(position_at({list}, 0))")).as_deref(), Ok(START));
}

#[test]
fn a_frontier_is_made_by_expand_and_group_by() {
    // Ply by ply: 20 and 400 positions, then 5,362 of 8,902 paths; known from the library and the literature.
    let ply = |inner: &str| {
        format!(
            "SELECT child.position AS position, sum(before * child.paths) AS paths FROM \
             (SELECT paths AS before, unnest(expand(position)) AS child FROM ({inner})) GROUP BY child.position"
        )
    };
    let first = format!("SELECT from_fen('{START}') AS position, 1 AS paths");
    let third = ply(&ply(&ply(&first)));
    let found = value(&format!("SELECT concat(count(*), ' ', sum(paths)) FROM ({third})"));
    assert_eq!(found.as_deref(), Ok("5362 8902"));
    let sum = value(&format!("SELECT sum(paths * perft(position, 2)) FROM ({third})"));
    assert_eq!(sum.as_deref(), Ok("4865609"));
}

#[test]
fn totals_above_two_to_the_64_do_not_wrap() {
    let sum = format!(
        "SELECT sum(paths * perft('{START}', 4)) FROM (VALUES (18446744073709551615), (18446744073709551615)) AS t(paths)"
    );
    let expected = 2 * u128::from(u64::MAX) * 197_281;
    assert_eq!(value(&sum), Ok(expected.to_string()));
}

#[test]
fn perft_with_keys_counts_the_same_for_every_seed() {
    for (fen, depth, count) in [(START, 4, "197281"), (KIWIPETE, 3, "97862")] {
        for seed in [0, 1, 4_294_967_295_u32] {
            assert_eq!(value(&format!("SELECT perft('{fen}', {depth}, {seed})")).as_deref(), Ok(count));
        }
    }
}
