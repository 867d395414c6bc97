//! `peers pgn FILE`: plays every move of every game's main line with pgn-reader and shakmaty. `peers scan FILE` plays
//! nothing; the reader takes each move's text apart even so. `peers san FILE` reads and writes moves as text.
//!
//! Comments, glyphs and variations are skipped, which is the reader's own fast path. A start position is read from
//! the tag `FEN`. A game ends at its first bad move, as in `philidor pgn check`; the marks `+` and `#` are not checked
//! by either. Moves are played with `play_unchecked` after `to_move` found them legal, the faster way that the API
//! offers. The last line has the same form as that of `philidor pgn check --json`.

use std::fs::File;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Move, Position};

/// Counts what it plays.
#[derive(Default)]
struct Validator {
    games: u64,
    moves: u64,
}

/// The output for a game is whether it was good.
impl Visitor for Validator {
    type Tags = Option<Chess>;
    type Movetext = Chess;
    type Output = bool;

    fn begin_tags(&mut self) -> ControlFlow<bool, Option<Chess>> {
        self.games += 1;
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, start: &mut Option<Chess>, name: &[u8], value: RawTag<'_>) -> ControlFlow<bool> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).ok();
            *start = fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
            if start.is_none() {
                return ControlFlow::Break(false);
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<bool, Chess> {
        ControlFlow::Continue(start.unwrap_or_default())
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<bool> {
        match san.san.to_move(position) {
            Ok(mv) => {
                position.play_unchecked(mv);
                self.moves += 1;
                ControlFlow::Continue(())
            }
            Err(_) => ControlFlow::Break(false),
        }
    }

    fn end_game(&mut self, _position: Chess) -> bool {
        true
    }
}

/// Plays the games of a file and prints how many there were.
pub(crate) fn check(path: &str) -> Result<()> {
    let file = File::open(path).with_context(|| format!("cannot read {path}"))?;
    let started = Instant::now();
    let mut reader = Reader::new(file);
    let mut validator = Validator::default();
    let mut bad_games = 0_u64;
    while let Some(good) = reader.read_game(&mut validator)? {
        bad_games += u64::from(!good);
    }
    let Validator { games, moves } = validator;
    let seconds = started.elapsed().as_secs_f64();
    println!(r#"{{"games":{games},"moves":{moves},"bad_games":{bad_games},"seconds":{seconds}}}"#);
    Ok(())
}

/// Counts moves and plays none.
#[derive(Default)]
struct Scanner {
    games: u64,
    moves: u64,
}

impl Visitor for Scanner {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        self.games += 1;
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, _tags: ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, _movetext: &mut (), _san: SanPlus) -> ControlFlow<()> {
        self.moves += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _movetext: ()) {}
}

/// Reads the games of a file and prints how many there were.
pub(crate) fn scan(path: &str) -> Result<()> {
    let mut reader = Reader::new(File::open(path).with_context(|| format!("cannot read {path}"))?);
    let mut scanner = Scanner::default();
    while reader.read_game(&mut scanner)?.is_some() {}
    let Scanner { games, moves } = scanner;
    println!(r#"{{"games":{games},"moves":{moves},"bad_games":0}}"#);
    Ok(())
}

/// How often the games are gone through.
const PASSES: usize = 50;

/// The games of a file from the usual start, as moves and as text.
#[derive(Default)]
struct Gatherer {
    games: Vec<Vec<(Box<[u8]>, Move)>>,
}

impl Visitor for Gatherer {
    type Tags = ();
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        self.games.push(Vec::new());
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, _tags: ()) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        let (Ok(mv), Some(game)) = (san.san.to_move(position), self.games.last_mut()) else {
            return ControlFlow::Break(());
        };
        game.push((san.to_string().into_bytes().into(), mv));
        position.play_unchecked(mv);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _position: Chess) {}
}

/// Reads all moves as text, then writes them as text, playing each, and prints how long either took.
pub(crate) fn san(path: &str) -> Result<()> {
    let mut reader = Reader::new(File::open(path).with_context(|| format!("cannot read {path}"))?);
    let mut gatherer = Gatherer::default();
    while reader.read_game(&mut gatherer)?.is_some() {}
    let games = gatherer.games;
    let (mut moves, mut right) = (0_u64, 0_u64);
    let started = Instant::now();
    for game in (0..PASSES).flat_map(|_| &games) {
        let mut position = black_box(Chess::default());
        for (text, mv) in game {
            let read = SanPlus::from_ascii(text)?.san.to_move(&position)?;
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
        let mut position = black_box(Chess::default());
        line.clear();
        for (_, mv) in game {
            SanPlus::from_move_and_play_unchecked(&mut position, *mv).append_ascii_to(&mut line);
        }
        bytes += black_box(&line).len();
    }
    let write_seconds = started.elapsed().as_secs_f64();
    println!(
        r#"{{"moves":{moves},"bytes":{bytes},"read_seconds":{read_seconds},"write_seconds":{write_seconds}}}"#
    );
    Ok(())
}
