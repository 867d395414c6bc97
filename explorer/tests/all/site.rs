//! Files that are read by ranges, from a server that knows nothing but files.

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;

use philidor::Position;
use philidor_explorer::{Build, Database, Index, Question, Site, Statistics};
use serde_json::Value;
use tempfile::TempDir;

use crate::games::{games, import};

/// Serves the files of a folder, whole or a range of them, until the program ends.
fn file_server(folder: PathBuf) -> SocketAddr {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || listener.incoming().for_each(|stream| answer(&folder, stream.unwrap())));
    address
}

fn answer(folder: &Path, mut stream: TcpStream) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map(Result::unwrap);
    let request = lines.next().unwrap();
    let heads: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
    let bytes = fs::read(folder.join(request.split(' ').nth(1).unwrap().trim_start_matches('/'))).unwrap();
    let range = heads.iter().find_map(|head| head.strip_prefix("Range: bytes="));
    let (from, to) = range.map_or((0, bytes.len()), |range| {
        let (from, last) = range.split_once('-').unwrap();
        (from.parse().unwrap(), last.parse::<usize>().unwrap() + 1)
    });
    let status = if range.is_some() { "206 Partial Content" } else { "200 OK" };
    write!(stream, "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", to - from)
        .unwrap();
    stream.write_all(&bytes[from..to]).unwrap();
}

fn fetch(address: SocketAddr, name: &str, range: &str) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET /{name} HTTP/1.1\r\n{range}\r\n").unwrap();
    let mut all = Vec::new();
    stream.read_to_end(&mut all).unwrap();
    let at = all.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    all[at + 4..].to_vec()
}

/// The record of a key, found as `browser/answers.js` finds it.
fn record(address: SocketAddr, bits: u32, key: u64) -> Option<Value> {
    let list = if bits == 0 { 0 } else { key >> (64 - bits) };
    let keys = fetch(address, &format!("{list:04}.keys"), "");
    let long = |at: usize| u64::from_le_bytes(keys[at..at + 8].try_into().unwrap());
    let at = (0..keys.len()).step_by(16).find(|&at| long(at) == key)?;
    let (offset, length) = (long(at + 8) as u32, (long(at + 8) >> 32) as u32);
    let range = format!("Range: bytes={offset}-{}\r\n", offset + length - 1);
    Some(serde_json::from_slice(&fetch(address, &format!("{list:04}.json"), &range)).unwrap())
}

fn games_of(counts: &Value) -> u64 {
    ["white", "draws", "black"].iter().map(|part| counts[part].as_u64().unwrap()).sum()
}

#[test]
fn a_site_says_what_the_index_does() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    import(&at("import"), &games(21, 900), 1000, 1000);
    Build::new(vec![at("import")], at("index")).run().unwrap();
    let index = Index::open(&at("index")).unwrap();
    // A larger site was there before, and one over it was killed.
    fs::create_dir_all(at("site/0000.json/in the way")).unwrap();
    fs::write(at("site/site.json"), "{}").unwrap();
    for name in ["site/4095.keys", "site/4095.json", "site/notes"] {
        fs::write(at(name), "old").unwrap();
    }
    assert!(Site::write(&index, &at("site"), 2).is_err());
    assert!(!at("site/site.json").exists(), "a mixture looks whole");
    fs::remove_dir_all(at("site/0000.json")).unwrap();
    let site = Site::write(&index, &at("site"), 2).unwrap();
    assert!(!at("site/4095.keys").exists() && !at("site/4095.json").exists() && at("site/notes").exists());
    let address = file_server(at("site"));
    let about: Value = serde_json::from_slice(&fetch(address, "site.json", "")).unwrap();
    assert_eq!(about["positions"], site.positions);
    assert!(fetch(address, "index.html", "").starts_with(b"<!doctype html>"));
    assert!(String::from_utf8(fetch(address, "board/board.js", "")).unwrap().contains("export class Board"));
    let bits = about["bits"].as_u64().unwrap() as u32;
    assert_eq!(site.lists, 1 << bits);

    // Follow all moves from the start, three half-moves deep, as a page would.
    let start = u64::from_str_radix(about["start"].as_str().unwrap(), 16).unwrap();
    let (mut open, mut seen, mut missing) = (vec![(Position::default(), start, 0, 2)], HashSet::new(), 0);
    while let Some((position, key, depth, played)) = open.pop() {
        assert_eq!(position.key(), key);
        let fen = position.to_string().replace(' ', "_");
        let question =
            Question::read(Database::Lichess, &format!("fen={fen}&moves=300&recentGames=0")).unwrap();
        let known = serde_json::to_value(Statistics::of(&index, &question).unwrap()).unwrap();
        let games = games_of(&known);
        let Some(mut record) = record(address, bits, key) else {
            assert!(played < 2 || games == 0);
            missing += 1;
            continue;
        };
        let keys = record.as_object_mut().unwrap().remove("keys").unwrap();
        assert_eq!(record, known);
        for (mv, key) in known["moves"].as_array().unwrap().iter().zip(keys.as_array().unwrap()) {
            let after = position.after(position.parse_uci(mv["uci"].as_str().unwrap()).unwrap());
            let key = u64::from_str_radix(key.as_str().unwrap(), 16).unwrap();
            if depth < 3 && seen.insert(key) {
                open.push((after, key, depth + 1, games_of(mv)));
            }
        }
    }
    assert!(seen.len() > 100 && missing > 0, "{} {missing}", seen.len());
}
