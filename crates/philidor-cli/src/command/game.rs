//! `philidor game`: replays one game of a file.

use anyhow::bail;
use philidor::{Color, Game};
use philidor_games::{GameReport, read_numbered_game};
use philidor_host::Visible;
use serde::Serialize;

use crate::args::GameArgs;
use crate::terminal::drawing::{Drawing, Glyphs};
use crate::terminal::output::Output;

/// A game, as JSON.
#[derive(Serialize)]
struct ReplayReport<'a> {
    #[serde(flatten)]
    game: GameReport<'a>,
    /// The position after the moves.
    fen: String,
    /// How the game has ended there.
    outcome: Option<String>,
    /// The draw that may be claimed there, if the game has not ended.
    claim: Option<String>,
}

/// The longest line of moves.
const COLUMNS: usize = 80;

pub(crate) fn run(args: &GameArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    let replay = read_numbered_game(&args.file, args.number, args.letters)?;
    let start = replay.start();
    let mut game = Game::from_position(start);
    let plies = args.ply.unwrap_or(replay.moves().len());
    if plies > replay.moves().len() {
        bail!("the game has {} half-moves, not {plies}", replay.moves().len());
    }
    replay.moves().iter().take(plies).try_for_each(|&mv| game.play(mv))?;
    if output.json {
        let (fen, outcome) = (game.position().to_string(), game.outcome().map(|outcome| outcome.to_string()));
        let claim = game.claim().map(|claim| philidor::Draw::from(claim).to_string());
        return output.write_json(&ReplayReport {
            game: GameReport::new(&replay, plies),
            fen,
            outcome,
            claim,
        });
    }
    let label = output.paint.label();
    for (name, value) in &replay.tags {
        writeln!(output.writer, "{label}{name:<16}{label:#}{}", Visible(value))?;
    }
    writeln!(output.writer)?;
    let glyphs = Glyphs::from(args.glyphs);
    if args.boards {
        writeln!(output.writer, "{}", Drawing::of(&start, glyphs, output.paint))?;
    }
    let mut line = String::new();
    for (ply, san) in game.sans().enumerate() {
        let Some(before) = replay.positions().get(ply) else { break };
        let number = before.fullmove_number();
        let word = match before.side_to_move() {
            Color::White => format!("{number}. {san}"),
            Color::Black if ply == 0 || args.boards => format!("{number}... {san}"),
            Color::Black => san.to_string(),
        };
        if let (true, Some(after)) = (args.boards, replay.positions().get(ply + 1)) {
            writeln!(output.writer, "{word}\n{}", Drawing::of(after, glyphs, output.paint))?;
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
        writeln!(
            output.writer,
            "{}\n\n{}",
            line.trim_end(),
            Drawing::of(game.position(), glyphs, output.paint)
        )?;
    }
    if let Some(outcome) = game.outcome() {
        writeln!(output.writer, "{outcome}")?;
    } else if let Some(claim) = game.claim() {
        writeln!(output.writer, "{} may be claimed", philidor::Draw::from(claim))?;
    }
    if plies == replay.moves().len() {
        writeln!(output.writer, "{}", replay.result)?;
    }
    Ok(())
}
