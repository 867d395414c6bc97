//! `philidor evaluate`: what an evaluation is made of, as a table and on the board.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context as _;
use philidor::{Color, File, PieceType, Position, Rank, Square};
use philidor_engine::Evaluator as _;
use philidor_engine::evaluation::{Explanation, Net, PhasedScore, TermSum};
use serde::Serialize;

use crate::args::EvaluateArgs;
use philidor_program::terminal::drawing::Glyphs;
use philidor_program::terminal::output::Output;

/// The evaluation that the engine plays with.
const NET: &str = "net";

/// One term, as JSON: for each side the values for the middle game and for the endgame.
#[derive(Serialize)]
struct Term {
    term: &'static str,
    white: [i32; 2],
    black: [i32; 2],
}

/// Which output of the net gave the score, as JSON: its number from 0, how many there are, and the least and the most
/// pieces that it is for.
#[derive(Serialize)]
struct NetOutput {
    bucket: usize,
    buckets: usize,
    pieces: [u32; 2],
}

/// The whole evaluation, as JSON.
#[derive(Serialize)]
struct EvaluationReport<'a> {
    fen: String,
    by: &'a str,
    phase: i32,
    terms: Vec<Term>,
    squares: BTreeMap<String, i32>,
    /// What no piece has, for White; the shares of a net do not add up.
    #[serde(skip_serializing_if = "Option::is_none")]
    rest: Option<i32>,
    /// For the side to move; also in check, where a search does not ask for it.
    score: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<NetOutput>,
    /// What the net says, if another evaluation was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    net: Option<i32>,
}

pub(super) fn run(args: &EvaluateArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    let position = args.position.read()?;
    let own = args.net.eval_file.as_deref().map(net).transpose()?;
    let by = |name: &str| match &own {
        Some(net) if name == NET => Some(Explanation::by_net(net.clone(), &position)),
        _ => Explanation::by(name, &position),
    };
    let explanation = by(&args.by).with_context(|| format!("no evaluation {:?}", args.by))?;
    let by_net = (args.by != NET).then(|| by(NET)).flatten();
    let net = by_net.map(|net| net.score.value());
    if output.json {
        return output.write_json(&report(&position, &args.by, &explanation, net));
    }
    write_board(&position, &explanation, args.glyphs.into(), output)?;
    write_terms(&explanation, output)?;
    let names: Vec<&str> = explanation.sums_of_no_piece().into_iter().map(|sum| sum.name).collect();
    if let Some(rest) = rest(&position, &explanation).filter(|_| !names.is_empty()) {
        writeln!(output.writer, "\n{} for White belongs to no piece: {}", pawns(rest), names.join(", "))?;
    }
    let side = if position.side_to_move() == Color::White { "White" } else { "Black" };
    writeln!(output.writer, "\n{} for {side}, who is to move", pawns(explanation.score.value()))?;
    if let Some(net) = &explanation.output {
        let (number, buckets, pieces) = (net.bucket + 1, net.buckets, &net.pieces);
        let (least, most) = (pieces.start(), pieces.end());
        writeln!(output.writer, "by output {number} of {buckets}, for {least} to {most} pieces")?;
    }
    if let Some(net) = net {
        writeln!(
            output.writer,
            "{} by {}",
            pawns(net),
            if own.is_some() { "the net" } else { "the net, with which the engine plays" }
        )?;
    }
    Ok(())
}

/// The network of a file.
fn net(path: &Path) -> anyhow::Result<Net> {
    let mut net = Net::default();
    net.set_option("EvalFile", &path.to_string_lossy()).context("--eval-file")?;
    Ok(net)
}

fn report<'a>(
    position: &Position,
    by: &'a str,
    explanation: &Explanation,
    net: Option<i32>,
) -> EvaluationReport<'a> {
    let both = |value: PhasedScore| [value.middle(), value.end()];
    let term = |sum: TermSum| Term { term: sum.name, white: both(sum.white), black: both(sum.black) };
    let squares = position.board().occupied().into_iter();
    let output = explanation.output.as_ref().map(|output| NetOutput {
        bucket: output.bucket,
        buckets: output.buckets,
        pieces: [*output.pieces.start(), *output.pieces.end()],
    });
    EvaluationReport {
        fen: position.to_string(),
        by,
        phase: explanation.phase,
        terms: explanation.sums().into_iter().map(term).collect(),
        squares: squares.map(|square| (square.to_string(), explanation.share(square))).collect(),
        rest: rest(position, explanation),
        score: explanation.score.value(),
        output,
        net,
    }
}

/// What the shares of all pieces lack to White's total; `None` for a net, whose shares do not add up.
fn rest(position: &Position, explanation: &Explanation) -> Option<i32> {
    let shares: i32 = Square::ALL.into_iter().map(|square| explanation.share(square)).sum();
    let total = explanation.score.relative_to(position.side_to_move()).value();
    explanation.output.is_none().then_some(total - shares)
}

/// Hundredths of a pawn as pawns.
fn pawns(value: i32) -> String {
    let sign = if value < 0 { '-' } else { '+' };
    format!("{sign}{}.{:02}", value.abs() / 100, value.abs() % 100)
}

/// Two lines for each rank: the pieces, and below what each contributes.
fn write_board(
    position: &Position,
    explanation: &Explanation,
    glyphs: Glyphs,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    for rank in Rank::ALL.into_iter().rev() {
        let (mut pieces, mut shares) = (format!("{}", rank.index() + 1), " ".to_owned());
        for file in File::ALL {
            let square = Square::new(file, rank);
            let piece = position.piece_at(square);
            let glyph = piece.map_or('·', |piece| match glyphs {
                Glyphs::Letters => piece.letter(),
                Glyphs::Figurines => piece.figurine(),
            });
            let glyph = if glyphs == Glyphs::Letters && piece.is_none() { '.' } else { glyph };
            pieces.push_str(&format!("   {glyph}    "));
            let share = explanation.share(square);
            let has_share = piece.is_some_and(|piece| piece.piece_type != PieceType::King || share != 0);
            let text = if has_share { pawns(share) } else { String::new() };
            shares.push_str(&format!("{text:^8}"));
        }
        writeln!(output.writer, "{}\n{}", pieces.trim_end(), shares.trim_end())?;
    }
    let files: String = File::ALL.map(|file| format!("   {}    ", file.letter())).concat();
    writeln!(output.writer, " {}\n", files.trim_end())?;
    Ok(())
}

fn write_terms(explanation: &Explanation, output: &mut Output<'_>) -> anyhow::Result<()> {
    writeln!(output.writer, "{:12} {:>15} {:>15} {:>8}", "", "White", "Black", "White's")?;
    writeln!(
        output.writer,
        "{:12} {:>7} {:>7} {:>7} {:>7} {:>8}",
        "", "middle", "end", "middle", "end", "now"
    )?;
    for sum in explanation.sums() {
        writeln!(
            output.writer,
            "{:12} {:>7} {:>7} {:>7} {:>7} {:>8}",
            sum.name,
            pawns(sum.white.middle()),
            pawns(sum.white.end()),
            pawns(sum.black.middle()),
            pawns(sum.black.end()),
            pawns(sum.balance().at(explanation.phase))
        )?;
    }
    Ok(())
}
