//! What `search` finds, and what it asks before it plays a game.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use philidor::GameResult;
use philidor::{Game, Position};
use philidor_patterns::{GameFacts, Pattern};
use tempfile::TempDir;

use crate::import::SplitMix;
use crate::machine::{errors, philidor_sql, value, written};

/// Imported games, and the same as the library has them.
struct Imported {
    folder: TempDir,
    games: Vec<(Game, GameResult)>,
}

impl Imported {
    /// The folder of the tables.
    fn dir(&self) -> String {
        self.folder.path().join("tables").to_str().unwrap().to_owned()
    }
}

/// Random games that like captures, some from another start, in several parts.
fn imported() -> &'static Imported {
    static IMPORTED: OnceLock<Imported> = OnceLock::new();
    IMPORTED.get_or_init(|| {
        let folder = TempDir::new().unwrap();
        let mut random = SplitMix(5);
        let (mut text, mut games) = (String::new(), Vec::new());
        for number in 0..300 {
            let start = match number % 10 {
                0 => "4k3/pppp4/8/8/8/8/4PPPP/4K3 b - - 0 1".parse().unwrap(),
                _ => Position::default(),
            };
            let mut game = Game::from_position(start);
            for _ in 0..random.below(200) {
                let mut moves: Vec<_> = game.position().legal_moves().into_iter().collect();
                if random.below(2) == 0 && moves.iter().any(|mv| mv.is_tactical()) {
                    moves.retain(|mv| mv.is_tactical());
                }
                if moves.is_empty() || game.play(moves[random.below(moves.len())]).is_err() {
                    break;
                }
            }
            let result = [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw][random.below(3)];
            // Half of the games have the tag of Lichess, the others leave the day open.
            let date = if number % 2 == 0 { "UTCDate \"1851.06.21\"" } else { "Date \"1851.??.??\"" };
            write!(
                text,
                "[White \"player {number}\"]\n[{date}]\n[FEN \"{}\"]\n[SetUp \"1\"]\n\n",
                game.start()
            )
            .unwrap();
            let mut position = *game.start();
            for mv in game.moves() {
                write!(text, "{} ", position.to_san(mv)).unwrap();
                position.play_unchecked(mv);
            }
            writeln!(text, "{result}\n").unwrap();
            games.push((game, result));
        }
        let pgn = folder.path().join("games.pgn");
        fs::write(&pgn, text).unwrap();
        let imported = Imported { folder, games };
        let (pgn, dir) = (pgn.to_str().unwrap(), imported.dir());
        written(["import", pgn, "-o", &dir, "--part-games", "70"]);
        imported
    })
}

/// The numbers of the games that a pattern is found in, with the ply, by the library alone.
fn expected(pattern: &Pattern) -> String {
    let search = pattern.search();
    let mut found = String::new();
    for (number, (game, result)) in (1..).zip(&imported().games) {
        let digests: Vec<_> = game.moves().map(|mv| mv.digest()).collect();
        if let Some(ply) = search.first(game.start(), digests, GameFacts::with_result(*result)).unwrap() {
            write!(found, "{number}:{ply} ").unwrap();
        }
    }
    found.trim_end().to_owned()
}

/// The same by the statement of `search`, and the statement.
fn found(pattern: &str, more: &[&str]) -> (String, String) {
    let dir = imported().dir();
    let arguments = ["search", &dir, "--pattern", pattern, "--statement"];
    let statement = written(arguments.into_iter().chain(more.iter().copied()));
    let each = "string_agg(id || ':' || ply || ' ', '' ORDER BY id)";
    let found = value(&format!("SELECT coalesce({each}, '') FROM ({statement})")).unwrap();
    (found, statement)
}

/// A pattern that some game has, or nearly has, and that limits the end of the game.
fn random_pattern(random: &mut SplitMix) -> String {
    let single = |random: &mut SplitMix| {
        let (game, _) = &imported().games[random.below(300)];
        let mut position = *game.start();
        for mv in game.moves().take(random.below(180)) {
            position.play_unchecked(mv);
        }
        let fen = position.to_string();
        let board = fen.split(' ').next().unwrap();
        let pawns: String =
            board.chars().map(|letter| if "/12345678Pp".contains(letter) { letter } else { '1' }).collect();
        let square = ["a2", "e2", "h2", "d7", "c7", "e2,d7"][random.below(6)];
        match random.below(9) {
            0 => format!("fen {board}"),
            1 => format!("fen {fen}"),
            2 => format!("pawns {pawns}"),
            3 => format!("white-pawns {}", pawns.replace('p', "1")),
            4 => format!("material {}", value(&format!("SELECT material('{fen}')")).unwrap()),
            5 => format!("material <= {}", value(&format!("SELECT material('{fen}')")).unwrap()),
            6 => format!("Pp on {square} = 0"),
            7 => format!("A <= {}", 1 + random.below(9)),
            _ => format!("check and p < {}", 1 + random.below(7)),
        }
    };
    let one = single(random);
    match random.below(7) {
        0 => format!("{one} or {}", single(random)),
        1 => format!("{one} and {}", single(random)),
        2 => format!("{one} then {}", single(random)),
        3 => format!("not ({one})"),
        4 => format!("once ({one}) and result 1-0"),
        5 => format!("either ({one}) for 2"),
        _ => one,
    }
}

#[test]
fn what_the_end_of_a_game_says_loses_no_game() {
    let mut random = SplitMix(9);
    let (mut asked, mut nonempty) = (0, 0);
    for _ in 0..50 {
        let text = random_pattern(&mut random);
        let pattern: Pattern = text.parse().unwrap();
        let expected = expected(&pattern);
        let (found, statement) = found(&text, &[]);
        assert_eq!(found, expected, "{text}\n{statement}");
        asked += usize::from(statement.contains("(home_pawns &") || statement.contains("_left <="));
        nonempty += usize::from(!expected.is_empty());
    }
    assert!(asked > 25 && nonempty > 25, "{asked} {nonempty}");
    let (all, statement) = self::found("A < 5", &["--play-all"]);
    assert!(!statement.contains("_left"), "{statement}");
    assert_eq!(all, self::found("A < 5", &[]).0);
}

#[test]
fn the_columns_about_beginning_and_end_are_those_of_the_moves() {
    let table = format!("'{}/games/*.parquet'", imported().dir());
    let last = "position_at(moves, ply_count, start_fen)";
    let pawns = |rank: &str, kind: &str| {
        // The seventh field of the board is the second rank.
        format!(
            "length(regexp_replace(split_part(split_part(to_fen({last}), ' ', 1), '/', {rank}), '[^{kind}]', '', 'g'))"
        )
    };
    for (name, condition) in [
        ("material", format!("final_material = material({last})")),
        ("opening", "opening_name IS NOT DISTINCT FROM game_opening(moves, start_fen)".to_owned()),
        ("code", "opening_eco IS NOT DISTINCT FROM game_eco(moves, start_fen)".to_owned()),
        (
            "ply",
            "coalesce(opening_name = opening(position_at(moves, opening_ply, start_fen)), opening_ply IS NULL)"
                .to_owned(),
        ),
        ("pieces", "white_left = strpos(final_material, 'v') - 1".to_owned()),
        ("pieces", "black_left = length(final_material) - strpos(final_material, 'v')".to_owned()),
        ("White's home", format!("((home_pawns & 255) = 0) = ({} = 0)", pawns("7", "P"))),
        ("Black's home", format!("((home_pawns >> 8) = 0) = ({} = 0)", pawns("2", "p"))),
        ("e2", "((home_pawns & 16) <> 0) = matches(moves, 'end and P on e2', start_fen)".to_owned()),
        ("a7", "((home_pawns & 256) <> 0) = matches(moves, 'end and p on a7', start_fen)".to_owned()),
    ] {
        let wrong = value(&format!("SELECT count(*) FROM {table} WHERE ({condition}) IS NOT TRUE"));
        assert_eq!(wrong.as_deref(), Ok("0"), "{name}");
    }
    // Games are in the same line if they begin with the same moves.
    let lines = value(&format!("SELECT count(DISTINCT line) FROM {table}"));
    let begin = "coalesce(start_fen, '') || substr(encode(moves, 'hex'), 1, 64)";
    assert_eq!(lines, value(&format!("SELECT count(DISTINCT {begin}) FROM {table}")));
}

#[test]
fn games_that_columns_rule_out_are_not_played() {
    let dir = imported().dir();
    let broken = imported().folder.path().join("broken.parquet");
    // Bytes that are not a legal move, so that playing them fails.
    let moves =
        "CASE WHEN white_left > 9 THEN arrow_cast(x'ffff', 'Binary') ELSE arrow_cast(moves, 'Binary') END";
    let games = format!("SELECT * EXCLUDE (moves), {moves} AS moves FROM '{dir}/games/*.parquet'");
    let broken = broken.to_str().unwrap();
    written(["query", &games, "--output", broken]);
    let count = |more: &[&str]| {
        let arguments = ["search", broken, "--count", "--json", "--pattern", "A <= 9 and end"];
        philidor_sql(arguments.into_iter().chain(more.iter().copied())).output().unwrap()
    };
    let (left, all) = (count(&[]), count(&["--play-all"]));
    assert!(left.status.success(), "{}", errors(&left));
    let number = expected(&"A <= 9 and end".parse().unwrap()).split_whitespace().count();
    // Many are ruled out and many remain, so DataFusion takes no shortcut in an AND.
    assert!((60..280).contains(&number), "{number}");
    assert_eq!(String::from_utf8_lossy(&left.stdout).trim(), format!("{{\"games\":{number}}}"));
    assert!(!all.status.success() && errors(&all).contains("not a legal move"), "{}", errors(&all));
    let left = count(&["--play-all", "--where", "white_left < 10"]);
    assert!(left.status.success(), "{}", errors(&left));
}

#[test]
fn a_condition_is_one_expression() {
    let dir = imported().dir();
    let count = |condition: &str| {
        let arguments =
            ["search", &dir, "--pattern", "result 1-0", "--count", "--json", "--where", condition];
        let output = philidor_sql(arguments).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned(), errors(&output))
    };
    let (code, all, _) = count("true");
    assert_eq!(code, Some(0));
    assert_eq!(count("false OR true -- and no more").1, all);
    for condition in ["true) OR (true", "true; SELECT 1", "", "true true"] {
        let (code, _, error) = count(condition);
        assert!(code == Some(2) && error.contains("--where"), "{condition}: {error}");
    }
}

#[test]
fn a_reader_that_goes_ends_the_search_without_a_panic() {
    use std::process::Stdio;
    let dir = imported().dir();
    let mut command = philidor_sql(["search", &dir, "--pattern", "mate", "--statement"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(!errors(&output).contains("panicked"), "{}", errors(&output));
}

#[test]
fn games_are_shown_counted_and_limited() {
    let dir = imported().dir();
    let search = |more: &[&str]| written(["search", &dir].into_iter().chain(more.iter().copied()));
    let mates = expected(&"mate".parse().unwrap());
    let lines = search(&["--pattern", "mate", "--json"]);
    assert_eq!(lines.lines().count(), mates.split_whitespace().count());
    let first: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!(format!("{}:{}", first["id"], first["ply"]), mates.split(' ').next().unwrap());
    assert_eq!(first["White"], format!("player {}", first["id"].as_u64().unwrap() - 1));
    assert!(first["Result"].is_string());
    for line in lines.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let is_even = row["id"].as_u64().unwrap().is_multiple_of(2);
        assert_eq!(row["Date"], if is_even { "1851.??.??" } else { "1851.06.21" });
    }
    // A game without the tag ECO has the code of its moves.
    let coded = search(&["--fen", "startpos", "--where", "opening_eco = 'A00'", "--limit", "1", "--json"]);
    let coded: serde_json::Value = serde_json::from_str(&coded).unwrap();
    assert_eq!(coded["ECO"], "A00");
    let count = search(&["--pattern", "mate", "--count", "--json"]);
    assert_eq!(count.trim(), format!("{{\"games\":{}}}", lines.lines().count()));
    assert_eq!(search(&["--pattern", "mate", "--json", "--limit", "2"]).lines().count(), 2);
    // The folder of the games is the import, too; more rows than a table shows are named.
    let folder = format!("{dir}/games");
    assert_eq!(written(["search", &folder, "--pattern", "mate", "--json"]), lines);
    let most = i64::MAX.to_string();
    assert_eq!(
        search(&["--pattern", "mate", "--json", "--limit", &most]).lines().count(),
        lines.lines().count()
    );
    let start = Position::default().to_string();
    let all = search(&["--fen", &start, "--where", "id <= 20", "--count", "--json"]);
    assert_eq!(all.trim(), "{\"games\":18}");
    assert_eq!(search(&["--fen", "startpos", "--where", "id <= 20", "--count", "--json"]), all);
    let won = search(&["--pattern", "result 1-0", "--count", "--json"]);
    let expected = imported().games.iter().filter(|(_, result)| *result == GameResult::WhiteWins).count();
    assert_eq!(won.trim(), format!("{{\"games\":{expected}}}"));
}

/// A folder is meant literally, whatever letters its name has.
#[test]
fn an_import_whose_name_looks_like_a_pattern_is_searched() {
    let folder = TempDir::new().unwrap();
    let (known, import) = (imported().dir(), folder.path().join("lichess [2024]"));
    fs::create_dir_all(import.join("games")).unwrap();
    for entry in fs::read_dir(Path::new(&known).join("games")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, import.join("games").join(path.file_name().unwrap())).unwrap();
    }
    let count = |table: &Path| {
        let arguments = ["--pattern", "mate", "--count", "--json"];
        written(["search", table.to_str().unwrap()].into_iter().chain(arguments))
    };
    let all = count(Path::new(&known));
    for table in ["", "games", "games/part-*.parquet"] {
        assert_eq!(count(&import.join(table)), all, "{table}");
    }
}

#[test]
fn what_cannot_be_searched_is_named() {
    let dir = imported().dir();
    let failed = |arguments: &[&str]| {
        let output = philidor_sql(["search"].into_iter().chain(arguments.iter().copied())).output().unwrap();
        assert!(!output.status.success(), "{arguments:?}");
        (output.status.code(), errors(&output))
    };
    let pgn = Path::new(&dir).parent().unwrap().join("games.pgn");
    let (code, error) = failed(&[pgn.to_str().unwrap(), "--pattern", "mate"]);
    assert_eq!(code, Some(1));
    assert!(error.contains("philidor pgn filter"), "{error}");
    let (code, error) = failed(&["nowhere", "--pattern", "mate"]);
    assert!(code == Some(1) && error.contains("nowhere/games/*.parquet"), "{error}");
    let (code, error) = failed(&[&dir, "--pattern", "N on k9"]);
    assert!(code == Some(2) && error.contains("at byte 5: `k9`"), "{error}");
    let (code, error) = failed(&[&dir, "--fen", "kiwipet"]);
    assert!(code == Some(2) && error.contains("nor the name of a position: startpos, kiwipete"), "{error}");
    assert_eq!(failed(&[&dir]).0, Some(2));
    assert_eq!(failed(&[&dir, "--pattern", "mate", "--limit", "9223372036854775808"]).0, Some(2));
    let (code, error) = failed(&["", "--pattern", "mate"]);
    assert!(code == Some(1) && error.contains("is empty"), "{error}");
}
