//! Files put in order, with more games than fit into memory, and interrupted on the way.

use super::*;

/// Games whose dates, ratings and numbers are in no order.
fn shuffled(count: u32) -> String {
    let game = |number: u32| {
        let (year, month) = (1900 + number * 7 % 13, 1 + number * 5 % 12);
        let rating = number * 7919 % 2_000 + 900;
        let moves = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat((number % 4) as usize);
        format!(
            "[Round \"{number}\"]\n[Date \"{year}.{month:02}.??\"]\n[WhiteElo \"{rating}\"]\n\n{moves}{{{}}} *\n\n",
            "x".repeat((number * 31 % 400) as usize)
        )
    };
    (0..count).map(game).collect()
}

/// The values of a tag, in the order of the games.
fn values(text: &str, tag: &str) -> Vec<u32> {
    let start = format!("[{tag} \"");
    let digits = |line: &str| line.chars().filter(char::is_ascii_digit).collect::<String>();
    let values = text.lines().filter_map(|line| line.strip_prefix(&start));
    values.filter_map(|value| digits(value).parse().ok()).collect()
}

fn sorted(folder: &Path, arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let output = philidor(folder, &[&["sort"], arguments, &["-o", "out"]].concat())?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(fs::read_to_string(folder.join("out"))?)
}

#[test]
fn the_order_is_the_same_in_any_memory_and_on_any_number_of_threads() -> Outcome {
    const COUNT: u32 = 12_000;
    let folder = folder("sort")?;
    let text = shuffled(COUNT);
    assert!(text.len() > 3 << 20, "some chunks");
    fs::write(folder.join("games.pgn"), &text)?;
    let by_date = sorted(&folder, &["games.pgn"])?;
    let (dates, rounds) = (values(&by_date, "Date"), values(&by_date, "Round"));
    assert!(rounds.len() == COUNT as usize && dates.is_sorted());
    // Games with the same date keep their order.
    let mut expected: Vec<(u32, u32)> = values(&text, "Date").into_iter().zip(0..).collect();
    expected.sort_unstable();
    assert!(expected.into_iter().eq(dates.into_iter().zip(rounds)));
    for (memory, threads) in [("1", "5"), ("1M", "1"), ("3M", "2")] {
        let arguments = ["games.pgn", "--memory", memory, "--threads", threads];
        assert!(sorted(&folder, &arguments)? == by_date, "{arguments:?}");
    }
    let descending = sorted(&folder, &["games.pgn", "--by", "WhiteElo:desc,plies", "--memory", "1M"])?;
    assert!(values(&descending, "WhiteElo").iter().rev().is_sorted());
    assert_ne!(values(&descending, "Round"), values(&by_date, "Round"));
    // Nothing but the files that were asked for.
    let names: Vec<_> =
        fs::read_dir(&folder)?.map(|entry| Ok(entry?.file_name())).collect::<Result<_, Box<dyn Error>>>()?;
    assert_eq!(names.len(), 2, "{names:?}");
    Ok(())
}

#[test]
fn sorted_files_are_merged_in_any_form() -> Outcome {
    let folder = folder("merge")?;
    let text = shuffled(3_000);
    fs::write(folder.join("games.pgn"), &text)?;
    let all = sorted(&folder, &["games.pgn"])?;
    let mut names = Vec::new();
    for (name, part) in
        [("a", "Round < 1000"), ("b", "Round >= 1000 and Round < 2000"), ("c", "Round >= 2000")]
    {
        philidor(&folder, &["filter", "games.pgn", "--where", part, "-o", "part"])?;
        sorted(&folder, &["part"])?;
        fs::rename(folder.join("out"), folder.join(name))?;
        names.push(name);
    }
    let merged = philidor(&folder, &[&["merge"], &names[..], &["-o", "merged"]].concat())?;
    assert_eq!(String::from_utf8(merged.stderr)?, "3,000 games written\n");
    assert!(fs::read_to_string(folder.join("merged"))? == all);
    for format in ["json", "binary"] {
        for name in ["a", "b", "merged"] {
            philidor(&folder, &["convert", name, "--to", format, "-o", &format!("{name}.{format}")])?;
        }
        philidor(&folder, &["convert", "c", "--to", format, "-o", "c.format"])?;
        let files = [format!("a.{format}"), format!("b.{format}"), "c.format".to_owned()];
        let merged = philidor(&folder, &["merge", &files[0], &files[1], &files[2], "-o", "out"])?;
        assert!(merged.status.success());
        assert!(
            fs::read(folder.join("out"))? == fs::read(folder.join(format!("merged.{format}")))?,
            "{format}"
        );
        philidor(&folder, &["sort", &files[2], &files[0], &files[1], "--memory", "1", "-o", "again"])?;
        philidor(&folder, &["convert", "again", "--to", "pgn", "-o", "again.pgn"])?;
        assert!(values(&fs::read_to_string(folder.join("again.pgn"))?, "Date").is_sorted(), "{format}");
    }
    let mixed = philidor(&folder, &["merge", "a", "b.json", "-o", "out"])?;
    assert!(String::from_utf8(mixed.stderr)?.contains("different formats"));
    Ok(())
}

#[test]
fn splitting_by_a_value_keeps_every_game_once() -> Outcome {
    let folder = folder("split-by")?;
    let text = shuffled(2_000);
    fs::write(folder.join("games.pgn"), &text)?;
    for memory in ["1", "1G"] {
        let prefix = format!("m{memory}");
        let arguments =
            ["split", "games.pgn", "--by", "Date:year", "-o", &prefix, "--memory", memory, "--json"];
        let output = String::from_utf8(philidor(&folder, &arguments)?.stdout)?;
        let mut rounds = Vec::new();
        for (year, line) in (1900..1913).zip(output.lines()) {
            let name = format!("{prefix}-{year}.pgn");
            let part = fs::read_to_string(folder.join(&name))?;
            assert!(line.starts_with(&format!("{{\"file\":\"{name}\"")), "{line}");
            assert!(values(&part, "Date").iter().all(|date| date / 100 == year), "{name}");
            let in_file = values(&part, "Round");
            assert!(
                in_file.is_sorted() && line.ends_with(&format!("\"games\":{}}}", in_file.len())),
                "{line}"
            );
            rounds.extend(in_file);
        }
        rounds.sort_unstable();
        assert!(rounds.into_iter().eq(0..2_000) && output.lines().count() == 13);
    }
    Ok(())
}

/// A game without a result would become one with the game after it.
#[test]
fn games_without_results_stay_apart() -> Outcome {
    let folder = folder("no-result")?;
    fs::write(folder.join("a.pgn"), "[Date \"2024.01.01\"]\n\n1. e4 e5 { so }")?;
    fs::write(folder.join("b.pgn"), "1. d4 d5 1-0\n\n")?;
    fs::write(folder.join("c.pgn"), "[Result \"0-1\"]\n\n1. c4 c5")?;
    let ended = "[Date \"2024.01.01\"]\n\n1. e4 e5 { so }\n*\n\n1. d4 d5 1-0\n\n[Result \"0-1\"]\n\n1. c4 c5\n0-1\n\n";
    let files = ["a.pgn", "b.pgn", "c.pgn"];
    for arguments in
        [["sort", "--by", "Date"], ["filter", "--where", "White != x"], ["sort", "--by", "plies"]]
    {
        philidor(&folder, &[&arguments[..], &files, &["-o", "out"]].concat())?;
        assert_eq!(fs::read_to_string(folder.join("out"))?, ended, "{arguments:?}");
    }
    philidor(&folder, &[&["split", "--games", "9", "-o", "part"], &files[..]].concat())?;
    assert_eq!(fs::read_to_string(folder.join("part-0001.pgn"))?, ended);
    Ok(())
}

#[test]
fn splitting_by_a_value_writes_all_files_or_none() -> Outcome {
    let folder = folder("split-by-none")?;
    fs::write(folder.join("games.pgn"), shuffled(200))?;
    let whole = packed(shuffled(20_000).as_bytes())?;
    fs::write(folder.join("cut.pgn.gz"), &whole[..whole.len() / 2])?;
    fs::write(folder.join("old-1912.pgn"), "old")?;
    for (arguments, error) in [
        (["games.pgn", "missing.pgn", "-o", "new"].as_slice(), "cannot read missing.pgn"),
        (&["cut.pgn.gz", "-o", "new"], "cannot be read to its end"),
        (&["games.pgn", "-o", "old"], "old-1912.pgn exists"),
        (&["missing.pgn", "-o", "missing/new"], "cannot open missing: "),
    ] {
        let output = philidor(&folder, &[&["split", "--by", "Date:year"], arguments].concat())?;
        let message = String::from_utf8(output.stderr)?;
        assert!(output.status.code() == Some(1) && message.contains(error), "{message}");
        assert_eq!(fs::read_dir(&folder)?.count(), 3, "{arguments:?}");
    }
    Ok(())
}

#[test]
fn any_number_of_files_is_merged() -> Outcome {
    let folder = folder("merge-many")?;
    let mut names = Vec::new();
    for number in 0..250_u32 {
        let name = format!("{number}.pgn");
        fs::write(folder.join(&name), format!("[WhiteElo \"{}\"]\n\n*\n", 1_000 + number * 77 % 250))?;
        names.push(name);
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let arguments = [&["merge", "--by", "WhiteElo", "-o", "out"], &names[..]].concat();
    assert!(philidor(&folder, &arguments)?.status.success());
    let merged = values(&fs::read_to_string(folder.join("out"))?, "WhiteElo");
    assert!(merged.into_iter().eq(1_000..1_250));
    let twice = philidor(&folder, &["merge", "-", "-"])?;
    assert_eq!(twice.status.code(), Some(2));
    Ok(())
}

#[test]
fn a_tag_that_no_game_has_is_named() -> Outcome {
    let folder = folder("no-tag")?;
    fs::write(folder.join("games.pgn"), shuffled(3))?;
    for (arguments, known) in [
        (["sort", "--by", "Whit"].as_slice(), ["sort", "--by", "Round"].as_slice()),
        (&["dedupe", "--tags", "Whit"], &["dedupe", "--tags", "Round,Date"]),
        (&["filter", "--tag", "Whit=A"], &["filter", "--tag", "Round=1"]),
        (&["filter", "--where", "Whit = A", "--json"], &["filter", "--where", "Round = 1", "--json"]),
    ] {
        let message = |arguments| {
            let output = philidor(&folder, &[arguments, &["games.pgn", "-o", "out"][..]].concat())?;
            Ok::<_, Box<dyn Error>>(String::from_utf8(output.stderr)?)
        };
        assert!(message(arguments)?.contains("warning: no game has the tag Whit\n"), "{arguments:?}");
        assert!(!message(known)?.contains("warning"), "{known:?}");
    }
    for arguments in [
        ["sort", "--by", "date"],
        ["dedupe", "--tags", "white,black"],
        ["split", "--by", "white"],
        ["filter", "--tag", "plies>=1"],
        ["tags", "--set", "white=A"],
    ] {
        let output = philidor(&folder, &[&arguments[..], &["games.pgn", "-o", "x"]].concat())?;
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
    Ok(())
}

/// Neither the file nor what did not fit into memory is left.
#[cfg(unix)]
#[test]
fn an_interrupted_sort_leaves_nothing_behind() -> Outcome {
    let folder = folder("sort-interrupted")?;
    let mut sort = program(&["pgn", "sort", "-o", "out", "--memory", "1", "--threads", "1"]);
    let mut child = sort.current_dir(&folder).stdin(Stdio::piped()).spawn()?;
    let mut input = child.stdin.take().ok_or("no input")?;
    // Enough for several runs; the input stays open.
    input.write_all(shuffled(6_000).as_bytes())?;
    assert!(has_partial_file(&folder)? && child.try_wait()?.is_none());
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status()?.success());
    assert_eq!(child.wait()?.code(), Some(130));
    drop(input);
    assert_eq!(fs::read_dir(&folder)?.count(), 0);
    Ok(())
}
