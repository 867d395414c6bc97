//! The table of openings is what the volumes say, every name is found where its moves lead, and nowhere else.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use philidor::openings::{Eco, Opening};
use philidor::{CastlingNotation, EnPassantPolicy, Game, Position};

use crate::games::{self, Random};

const VOLUMES: [&str; 5] = [
    include_str!("../../data/openings/a.tsv"),
    include_str!("../../data/openings/b.tsv"),
    include_str!("../../data/openings/c.tsv"),
    include_str!("../../data/openings/d.tsv"),
    include_str!("../../data/openings/e.tsv"),
];

/// A line of a volume, and where its moves lead.
struct Entry {
    eco: &'static str,
    name: &'static str,
    game: Game,
}

fn entries() -> Vec<Entry> {
    let lines = VOLUMES.iter().flat_map(|volume| volume.lines().skip(1));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let &[eco, name, moves] = fields.as_slice() else { panic!("not three fields: {line}") };
            let mut game = Game::new();
            for word in moves.split(' ').filter(|word| !word.ends_with('.')) {
                game.play_san(word).unwrap_or_else(|error| panic!("{line}: {error}"));
            }
            Entry { eco, name, game }
        })
        .collect()
}

fn parts(name: &str) -> Vec<&str> {
    let (family, rest) = name.split_once(": ").map_or((name, None), |(family, rest)| (family, Some(rest)));
    [family].into_iter().chain(rest.into_iter().flat_map(|rest| rest.split(", "))).collect()
}

/// The table that `src/openings/table.rs` draws.
fn table(entries: &[Entry]) -> Vec<u8> {
    const BUCKETS: usize = 1 << 10;
    let mut sorted: Vec<&Entry> = entries.iter().collect();
    sorted.sort_by_key(|entry| entry.game.position().key());
    let names: BTreeSet<Vec<&str>> = entries.iter().map(|entry| parts(entry.name)).collect();
    let words: Vec<&str> = names.iter().flatten().copied().collect::<BTreeSet<_>>().into_iter().collect();
    let number = |wanted: &str| words.binary_search(&wanted).expect("a word of a name");

    // A name can be the end of another only if it is a family, and families only begin names: nothing to share.
    let mut sequence = Vec::new();
    let mut starts = BTreeMap::new();
    for name in &names {
        starts.insert(name.clone(), sequence.len());
        sequence.extend(name.iter().map(|&word| number(word)));
        *sequence.last_mut().expect("a name has a part") |= 0x8000;
    }

    let mut numbers: Vec<usize> = (0..=BUCKETS)
        .map(|bucket| sorted.partition_point(|entry| ((entry.game.position().key() >> 54) as usize) < bucket))
        .collect();
    let mut bytes = Vec::new();
    let write = |bytes: &mut Vec<u8>, numbers: &mut Vec<usize>| {
        for number in numbers.drain(..) {
            bytes.extend(u16::try_from(number).expect("a small number").to_le_bytes());
        }
    };
    write(&mut bytes, &mut numbers);
    bytes.extend(sorted.iter().flat_map(|entry| entry.game.position().key().to_le_bytes()));
    numbers.extend(sorted.iter().map(|entry| {
        let eco = entry.eco.as_bytes();
        usize::from(eco[0] - b'A') * 100 + usize::from(eco[1] - b'0') * 10 + usize::from(eco[2] - b'0')
    }));
    numbers.extend(sorted.iter().map(|entry| starts[&parts(entry.name)]));
    numbers.extend(&sequence);
    let mut at = 0;
    numbers.push(0);
    numbers.extend(words.iter().map(|word| {
        at += word.len();
        at
    }));
    write(&mut bytes, &mut numbers);
    bytes.extend(words.concat().bytes());
    println!(
        "{} entries, {} parts, {} words, {} bytes",
        sorted.len(),
        sequence.len(),
        words.len(),
        bytes.len()
    );
    bytes
}

#[test]
fn the_table_is_made_of_the_volumes() {
    let made = table(&entries());
    if std::env::var_os("PHILIDOR_WRITE_OPENINGS").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/openings/table.bin");
        std::fs::write(path, &made).expect("the table can be written");
    }
    let kept = include_bytes!("../../data/openings/table.bin");
    assert!(
        made == kept,
        "data/openings/table.bin is out of date: data/openings/README.md says how to write it"
    );
    assert!(made.len() < 150_000);
}

#[test]
fn each_name_is_found_where_its_moves_lead() {
    let entries = entries();
    let mut keys = BTreeSet::new();
    for Entry { eco, name, game } in &entries {
        let opening = game.position().opening().unwrap_or_else(|| panic!("{name} is not found"));
        assert_eq!((opening.to_string().as_str(), opening.eco().to_string().as_str()), (*name, *eco));
        assert_eq!(game.opening(), Some((opening, game.ply())));
        assert_eq!(opening.key(), game.position().key());
        assert!(keys.insert(opening.key()), "two names for one position: {name}");
    }
    assert_eq!(Opening::all().len(), entries.len());
    assert_eq!(Opening::all().map(Opening::key).collect::<BTreeSet<_>>(), keys);
}

#[test]
fn games_have_the_last_name_that_a_plain_search_finds() {
    let entries = entries();
    let named: HashMap<String, &str> =
        entries.iter().map(|entry| (place(entry.game.position()), entry.name)).collect();
    let (mut in_book, mut beyond, mut unnamed) = (0, 0, 0);
    for seed in 0..600 {
        let mut random = Random(seed);
        // Some moves of the book, then others, until few pieces are left.
        let book = &entries[random.below(entries.len())].game;
        let length = random.below(book.ply() + 1);
        let other_start = seed % 10 == 0;
        let length = if other_start { 0 } else { length };
        let mut game = if other_start { Game::from_position(games::start(100, 100)) } else { Game::new() };
        let mut expected = None;
        for ply in 0..200 {
            let mv = book.moves().nth(ply).filter(|_| ply < length);
            let Some(mv) = mv.or_else(|| random.chooses(game.position())) else { break };
            game.play(mv).expect("a legal move");
            if let Some(name) = named.get(&place(game.position())) {
                expected = Some(((*name).to_owned(), game.ply()));
            }
        }
        let found = game.opening().map(|(opening, ply)| (opening.to_string(), ply));
        match &found {
            None => unnamed += 1,
            Some((_, ply)) if *ply <= length => in_book += 1,
            Some(_) => beyond += 1,
        }
        assert_eq!(found, expected, "seed {seed}");
    }
    assert!(in_book > 100 && beyond > 100 && unnamed > 5, "{in_book}, {beyond}, {unnamed}");
}

#[test]
fn no_position_with_a_name_has_fewer_pieces_than_are_looked_at() {
    let fewest = entries().iter().map(|entry| entry.game.position().board().occupied().len()).min();
    assert_eq!(fewest, Some(22));
}

/// A position as text, without its clocks, and with an en-passant square only if a capture is legal.
fn place(position: &Position) -> String {
    let fen = position.to_fen(EnPassantPolicy::Legal, CastlingNotation::XFen).to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

#[test]
fn codes_are_read_and_written() {
    for text in ["A00", "B09", "E99"] {
        assert_eq!(text.parse::<Eco>().map(|eco| eco.to_string()).as_deref(), Ok(text));
    }
    for text in ["", "A", "F00", "a00", "A0", "A000", "A0x", "É0"] {
        let refused = text.parse::<Eco>().map_err(|error| error.text().to_owned());
        assert_eq!(refused, Err(text.to_owned()));
    }
}
