//! `philidor game`: replays one game of a file.

use anyhow::bail;
use philidor::{Color, Draw, Game, Position};
use philidor_games::{ByRules, FilePosition, GameReport, Replay, read_numbered_game};
use philidor_host::Visible;
#[cfg(feature = "variants")]
use philidor_variants::{AnyPosition, VariantGame};
use serde::Serialize;

use crate::args::GameArgs;
use crate::terminal::drawing::{Drawing, Glyphs};
use crate::terminal::output::Output;
use crate::terminal::paint::Paint;

/// A game, as JSON.
#[derive(Serialize)]
struct ReplayReport<'a> {
    #[serde(flatten)]
    game: GameReport<'a>,
    /// The position after the moves.
    fen: String,
    #[serde(flatten)]
    end: End,
}

/// How a game stands after its moves.
#[derive(Serialize)]
struct End {
    /// How it has ended.
    outcome: Option<String>,
    /// The draw that may be claimed, if it has not ended.
    claim: Option<String>,
}

/// A position whose games are replayed.
trait Replayed: FilePosition {
    /// Its board.
    fn drawing(&self, glyphs: Glyphs, paint: Paint) -> Drawing;

    /// How a game that begins here stands after these moves.
    fn end_after(&self, moves: &[Self::Move]) -> anyhow::Result<End>;
}

impl Replayed for Position {
    fn drawing(&self, glyphs: Glyphs, paint: Paint) -> Drawing {
        Drawing::of(self, glyphs, paint)
    }

    fn end_after(&self, moves: &[Self::Move]) -> anyhow::Result<End> {
        let mut game = Game::from_position(*self);
        moves.iter().try_for_each(|&mv| game.play(mv))?;
        let claim = game.claimable_draw().map(|claim| Draw::from(claim).to_string());
        Ok(End { outcome: game.outcome().map(|outcome| outcome.to_string()), claim })
    }
}

#[cfg(feature = "variants")]
impl Replayed for AnyPosition {
    fn drawing(&self, glyphs: Glyphs, paint: Paint) -> Drawing {
        super::variant::drawing(self, glyphs, paint)
    }

    fn end_after(&self, moves: &[Self::Move]) -> anyhow::Result<End> {
        let mut game = VariantGame::new(*self);
        for &mv in moves {
            anyhow::ensure!(game.play(mv), "{mv} is not a legal move");
        }
        let claim = game.claimable_draw().map(|claim| Draw::from(claim).to_string());
        Ok(End { outcome: game.outcome().map(|outcome| outcome.to_string()), claim })
    }
}

/// The longest line of moves.
const COLUMNS: usize = 80;

pub(crate) fn run(args: &GameArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    match read_numbered_game(&args.file, args.number, args.letters)? {
        ByRules::Chess(game) => replay(&game, args, output),
        ByRules::Variant(game) => replay(&game, args, output),
    }
}

fn replay<P: Replayed>(replay: &Replay<P>, args: &GameArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    let plies = args.ply.unwrap_or(replay.moves().len());
    let Some(moves) = replay.moves().get(..plies) else {
        bail!("the game has {} half-moves, not {plies}", replay.moves().len());
    };
    let start = replay.start();
    let last = replay.positions().get(plies).copied().unwrap_or(start);
    let end = start.end_after(moves)?;
    if output.json {
        let (game, fen) = (GameReport::new(replay, plies), last.to_string());
        return output.write_json(&ReplayReport { game, fen, end });
    }
    let label = output.paint.label();
    for (name, value) in &replay.tags {
        writeln!(output.writer, "{label}{name:<16}{label:#}{}", Visible(value))?;
    }
    writeln!(output.writer)?;
    let glyphs = Glyphs::from(args.glyphs);
    if args.boards {
        writeln!(output.writer, "{}", start.drawing(glyphs, output.paint))?;
    }
    let mut line = String::new();
    for (ply, (before, &mv)) in replay.positions().iter().zip(moves).enumerate() {
        let san = before.san(mv);
        let number = before.fullmove_number();
        let word = match before.side_to_move() {
            Color::White => format!("{number}. {san}"),
            Color::Black if ply == 0 || args.boards => format!("{number}... {san}"),
            Color::Black => san.to_string(),
        };
        if let (true, Some(after)) = (args.boards, replay.positions().get(ply + 1)) {
            writeln!(output.writer, "{word}\n{}", after.drawing(glyphs, output.paint))?;
        } else {
            if line.len() + word.len() >= COLUMNS {
                writeln!(output.writer, "{}", line.trim_end())?;
                line.clear();
            }
            line += &word;
            line.push(' ');
        }
    }
    if !args.boards {
        writeln!(output.writer, "{}\n\n{}", line.trim_end(), last.drawing(glyphs, output.paint))?;
    }
    if let Some(outcome) = end.outcome {
        writeln!(output.writer, "{outcome}")?;
    } else if let Some(claim) = end.claim {
        writeln!(output.writer, "{claim} may be claimed")?;
    }
    if plies == replay.moves().len() {
        writeln!(output.writer, "{}", replay.result)?;
    }
    Ok(())
}
