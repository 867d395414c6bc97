//! `peers pgn FILE`: plays every move of every game's main line with pgn-reader and shakmaty.
//!
//! Comments, glyphs and variations are skipped, which is the reader's own fast path. A start position is read from
//! the tag `FEN`. A game ends at its first bad move, as in `philidor pgn check`; the marks `+` and `#` are not checked
//! by either. Moves are played with `play_unchecked` after `to_move` found them legal, the faster way that the API
//! offers. The last line has the same form as that of `philidor pgn check --json`.

use std::fs::File;
use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::{Context, Result};
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};

/// Counts what it plays.
#[derive(Default)]
struct Validator {
    games: u64,
    moves: u64,
}

/// Whether the game was good is what it makes of a game.
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
