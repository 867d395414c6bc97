//! `ours scan FILE`: reads every game of a file and plays nothing. `ours san FILE`: how fast moves are read and written
//! as text.
//!
//! The peer's counterparts are in `peers/src/pgn.rs`, and answer with the same lines; `bench/pgn` races them.

use std::fs::File;
use std::hint::black_box;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use philidor::{Move, Position};
use philidor_pgn::{Flow, PgnErrorKind, Reader, Stream, Visitor};

/// How often the games are gone through.
const PASSES: usize = 50;

/// Counts moves and looks at nothing.
#[derive(Default)]
struct Scanner {
    moves: u64,
}

impl Visitor for Scanner {
    fn san(&mut self, _san: &[u8]) -> Result<(), PgnErrorKind> {
        self.moves += 1;
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        Ok(Flow::Skip)
    }
}

/// Reads the games of a file and prints how many there were.
pub(crate) fn scan(path: &str) -> Result<()> {
    let mut stream = Stream::new(File::open(path).with_context(|| format!("cannot read {path}"))?);
    let mut scanner = Scanner::default();
    let (mut games, mut bad_games) = (0_u64, 0_u64);
    while let Some(game) = stream.read_game(&mut scanner)? {
        games += 1;
        bad_games += u64::from(game.is_err());
    }
    let moves = scanner.moves;
    println!(r#"{{"games":{games},"moves":{moves},"bad_games":{bad_games}}}"#);
    Ok(())
}

/// The games of a file from the usual start, as moves and as text.
#[derive(Default)]
struct Gatherer {
    position: Position,
    games: Vec<Vec<(Box<[u8]>, Move)>>,
}

impl Visitor for Gatherer {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        self.position = Position::default();
        self.games.push(Vec::new());
        Ok(())
    }

    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        let mv = self.position.parse_san(san)?;
        self.position.play_unchecked(mv);
        if let Some(game) = self.games.last_mut() {
            game.push((san.into(), mv));
        }
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        Ok(Flow::Skip)
    }
}

/// Reads all moves as text, then writes them as text, playing each, and prints how long either took.
pub(crate) fn san(path: &str) -> Result<()> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {path}"))?;
    let mut gatherer = Gatherer::default();
    let mut reader = Reader::new(&bytes);
    while let Some(game) = reader.read_game(&mut gatherer) {
        game?;
    }
    let games = gatherer.games;
    let (mut moves, mut right) = (0_u64, 0_u64);
    let started = Instant::now();
    for game in (0..PASSES).flat_map(|_| &games) {
        let mut position = black_box(Position::default());
        for (text, mv) in game {
            let read = position.parse_san(&**text)?;
            right += u64::from(read == *mv);
            moves += 1;
            position.play_unchecked(read);
        }
    }
    let read_seconds = started.elapsed().as_secs_f64();
    ensure!(right == moves, "{right} of {moves} moves read as they are");
    let (mut line, mut bytes) = (Vec::new(), 0);
    let started = Instant::now();
    for game in (0..PASSES).flat_map(|_| &games) {
        let mut position = black_box(Position::default());
        line.clear();
        for (_, mv) in game {
            line.extend_from_slice(position.to_san(*mv).as_bytes());
            position.play_unchecked(*mv);
        }
        bytes += black_box(&line).len();
    }
    let write_seconds = started.elapsed().as_secs_f64();
    println!(
        r#"{{"moves":{moves},"bytes":{bytes},"read_seconds":{read_seconds},"write_seconds":{write_seconds}}}"#
    );
    Ok(())
}
