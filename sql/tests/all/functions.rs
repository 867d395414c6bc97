//! Every function, in every form of its arguments.

use std::collections::BTreeSet;

use datafusion::execution::SessionState;
use datafusion::prelude::SessionConfig;
use philidor_sql::functions::{FUNCTIONS, all};
use philidor_sql::session;

use crate::machine::{KIWIPETE, START, table, value, wait};

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

/// Compares the functions that the parts of a cluster know, as far as that works without processes: those of client
/// sessions, of the state that the scheduler makes for each client, and of the registry that a worker is given.
/// `every_function_gives_the_same_on_a_cluster` asks real processes.
#[test]
fn scheduler_and_worker_know_what_the_embedded_engine_knows() {
    let ours: BTreeSet<String> = all().iter().map(|function| function.name().to_owned()).collect();
    assert_eq!(ours.len(), 2 * FUNCTIONS.len(), "two functions share a name");
    let names = |state: &SessionState| state.scalar_functions().keys().cloned().collect::<BTreeSet<String>>();
    let embedded = names(&session::embedded(SessionConfig::new(), &all()).unwrap().state());
    let scheduler = names(&session::state(session::cluster_config(), &all()).unwrap());
    let worker: BTreeSet<String> =
        session::worker_functions(&all()).unwrap().scalar_functions.keys().cloned().collect();
    // Nothing listens there, and nothing is sent before the first statement.
    let remote = wait(async { session::remote("df://127.0.0.1:1", session::cluster_config(), &all()).await });
    let remote = names(&remote.unwrap().state());
    assert!(ours.is_subset(&embedded), "{:?}", ours.difference(&embedded));
    assert_eq!(embedded, scheduler);
    assert_eq!(embedded, worker);
    assert_eq!(embedded, remote);
    assert!(
        embedded.contains("abs") && embedded.contains("array_length"),
        "ours replaced those of the engine"
    );
}

/// A valid argument for a parameter, by its name.
fn argument(parameter: &str) -> &'static str {
    match parameter {
        "position" | "start" => "'4k3/8/8/8/8/8/8/4K3 w - - 0 1'",
        "move" => "'e1e2'",
        "moves" => "'Ke2 Kd8'",
        "square" => "'e2'",
        "color" => "'white'",
        "pattern" => "'check'",
        "query" => "'{\"stm\": \"white\"}'",
        "result" => "'1-0'",
        "depth" | "plies" | "ply" | "seed" => "1",
        "row" => "x'0000a2d266903307'",
        "rows" => "[x'0000a2d266903307']",
        "digest" | "number" | "white_rating" | "black_rating" => "7",
        "date" => "'2024.10.31'",
        "time_control" => "'300+3'",
        other => panic!("an argument for {other} is missing in this test"),
    }
}

/// The calls of a function with `{}` for one argument, and what may stand there instead.
fn calls_with(
    name: &str,
    usage: &str,
    instead: impl Fn(&str) -> &'static [&'static str],
) -> Vec<(String, &'static str)> {
    let inside = usage.split_once('(').unwrap().1.trim_end_matches(')').replace(['[', ']'], "");
    let parameters: Vec<&str> = inside.split(", ").collect();
    let mut calls = Vec::new();
    for (index, parameter) in parameters.iter().enumerate() {
        let mut arguments: Vec<&str> = parameters.iter().map(|parameter| argument(parameter)).collect();
        arguments[index] = "{}";
        let call = format!("{name}({})", arguments.join(", "));
        calls.extend(instead(parameter).iter().map(|instead| (call.clone(), *instead)));
    }
    calls
}

#[test]
fn null_in_any_argument_gives_null_but_for_the_start_of_a_game() {
    for function in FUNCTIONS {
        let null = |parameter: &str| if parameter == "start" { [].as_slice() } else { &["NULL"] };
        let calls = calls_with(function.name(), &function.usage(), null);
        assert!(!calls.is_empty());
        for (call, null) in calls {
            let call = call.replace("{}", null);
            assert_eq!(value(&format!("SELECT {call} IS NULL")).as_deref(), Ok("true"), "{call}");
        }
    }
    for call in ["to_pgn('e4 e5'{})", "to_fen(position_at('e4 e5', 2{}))"] {
        let (given, not_given) = (call.replace("{}", ", NULL"), call.replace("{}", ""));
        assert_eq!(value(&format!("SELECT {given} = {not_given}")).as_deref(), Ok("true"), "{call}");
    }
}

/// Arguments of a parameter that are of a type it takes, and wrong.
fn wrong(parameter: &str) -> &'static [&'static str] {
    match parameter {
        "position" | "start" => &["'4k3/8/8/8/8/8/8/8 w - - 0 1'"],
        "move" => &["'Qh9'", "65535", "70000", "-5", "18446744073709551615"],
        "moves" => &["'Qh9'", "[65535]", "[70000]", "[-5]", "[18446744073709551615]"],
        "square" => &["'k9'"],
        "color" => &["'blue'"],
        "pattern" => &["'chess'"],
        "query" => &["'{torn'"],
        "result" => &["'2-0'"],
        "row" => &["x'ff'"],
        "rows" => &["[x'ff']"],
        "digest" => &["-7", "65536"],
        "number" => &["-7"],
        // A value that an index cannot use counts as unknown.
        "white_rating" | "black_rating" | "date" | "time_control" => &[],
        "depth" | "plies" | "ply" | "seed" => &["-7", "4294967296", "18446744073709551615"],
        other => panic!("wrong arguments for {other} are missing in this test"),
    }
}

#[test]
fn what_is_wrong_is_named_and_null_in_the_forms_that_try() {
    for function in FUNCTIONS {
        let calls = calls_with(function.name(), &function.usage(), wrong);
        assert!(!calls.is_empty());
        for (call, wrong) in calls {
            // As a constant, which is judged when the statement is planned, and as a column, judged row by row.
            let constant = format!("SELECT {} AS found", call.replace("{}", wrong));
            let column =
                format!("SELECT {} AS found FROM (VALUES ({wrong})) AS t(x)", call.replace("{}", "x"));
            for statement in [constant, column] {
                let error = value(&statement).expect_err(&statement);
                assert!(error.contains(wrong.trim_matches(['\'', '[', ']'])), "{statement}: {error}");
                assert!(error.contains(&format!("{}: ", function.name())), "{statement}: {error}");
                let tried = statement.replacen("SELECT ", "SELECT try_", 1);
                let tried = value(&format!("SELECT found IS NULL FROM ({tried})"));
                assert_eq!(tried.as_deref(), Ok("true"), "{statement}");
            }
        }
    }
}

#[test]
fn a_column_with_a_number_out_of_range_has_its_other_rows() {
    let m = format!("arrow_cast(legal_moves('{START}')[1], 'Int64')");
    let san = format!("to_san('{START}', {m})");
    for (call, wrong, right, found) in [
        (format!("try_to_san('{START}', x)"), "-5", m.clone(), san.clone()),
        ("try_to_pgn(x)".to_owned(), "[70000]", format!("[{m}]"), format!("concat('1. ', {san})")),
        (format!("try_perft('{START}', x)"), "18446744073709551615", "1".to_owned(), "20".to_owned()),
    ] {
        let rows = format!("(VALUES (1, {wrong}), (2, {right}), (3, NULL)) AS t(id, x)");
        let rows = format!("SELECT id FROM {rows} WHERE {call} = {found}");
        let sum = value(&format!("SELECT concat(count(*), ' ', sum(id)) FROM ({rows})"));
        assert_eq!(sum.as_deref(), Ok("1 2"), "{call}");
    }
}

#[test]
fn a_number_comes_in_every_type_of_whole_numbers() {
    let m = format!("legal_moves('{START}')[1]");
    let san = value(&format!("SELECT to_san('{START}', {m})")).unwrap();
    for of in ["UInt16", "Int32", "UInt32", "Int64", "UInt64", "Decimal128(20, 0)", "Decimal128(38, 0)"] {
        let cast = format!("arrow_cast({m}, '{of}')");
        assert_eq!(value(&format!("SELECT to_san('{START}', {cast})")), Ok(san.clone()), "{of}");
        assert_eq!(value(&format!("SELECT to_pgn([{cast}])")), Ok(format!("1. {san}")), "{of}");
        let count = value(&format!("SELECT perft('{START}', arrow_cast(2, '{of}'))"));
        assert_eq!(count.as_deref(), Ok("400"), "{of}");
    }
    for list in ["LargeList", "List"] {
        let list = format!("arrow_cast([{m}], '{list}(Int32)')");
        assert_eq!(value(&format!("SELECT to_pgn({list})")), Ok(format!("1. {san}")), "{list}");
    }
    for other in ["1.5", "arrow_cast(1, 'Decimal128(20, 1)')", "'one'"] {
        let error = value(&format!("SELECT try_perft('{START}', {other})")).expect_err(other);
        assert!(error.contains("a whole number"), "{error}");
    }
}

#[test]
fn each_row_of_a_column_of_lists_is_its_own_game() {
    // Rows that are null, empty and of several lengths, and not the first rows of the column.
    let first = format!("legal_moves('{START}')[1]");
    let second = format!("legal_moves(play('{START}', {first}))[1]");
    let both = format!("concat(to_san('{START}', {first}), ' ', to_san(play('{START}', {first}), {second}))");
    for of in ["UInt16", "Int64", "UInt64"] {
        let (first, second) =
            (format!("arrow_cast({first}, '{of}')"), format!("arrow_cast({second}, '{of}')"));
        let rows = format!(
            "(VALUES (1, [{first}, {second}]), (2, NULL), (3, []), (4, [{first}]), (5, [{first}, {second}])) AS t(id, moves)"
        );
        let found = value(&format!(
            "SELECT string_agg(coalesce(to_pgn(moves), 'null'), ';' ORDER BY id) FROM {rows} WHERE id > 1"
        ));
        let both = value(&format!("SELECT {both}")).unwrap();
        let one = both.split_whitespace().next().unwrap();
        assert_eq!(found, Ok(format!("null;;1. {one};1. {both}")), "{of}");
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
    let error = value("SELECT legal_move_count(7)").expect_err("a number is not a position");
    assert!(error.contains("a FEN or 32 bytes"), "{error}");
    let error = value("SELECT legal_move_count(x'00')").expect_err("one byte is not a position");
    assert!(error.contains("32 bytes"), "{error}");
    for (bytes, width) in [("", 0), ("00", 1)] {
        let given = format!("arrow_cast(x'{bytes}', 'FixedSizeBinary({width})')");
        let error = value(&format!("SELECT legal_move_count({given})")).expect_err(&given);
        assert!(error.contains("a FEN or 32 bytes, not FixedSizeBinary"), "{error}");
    }
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
        table(&format!("SELECT legal_move_count(fen) FROM ({rows})")).expect_err("row 4 is not a position");
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
    let error = value(&format!("SELECT to_pgn({list})")).expect_err("65535 is not a move");
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
