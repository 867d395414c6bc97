//! An analysis as JSON.

use philidor::{CastlingMode, Color, Position};
use serde::Serialize;

use crate::arguments::movetext::movetext;
use crate::{Analysis, Bound, Chances, Report, Score};

/// A score from White's side.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum White {
    /// In hundredths of a pawn.
    Cp(i32),
    /// In how many moves; negative if Black mates.
    Mate(i32),
}

impl White {
    fn new(score: Score, side_to_move: Color) -> White {
        let score = if side_to_move == Color::White { score } else { -score };
        score.mate().map_or(White::Cp(score.value()), White::Mate)
    }
}

/// Chances from White's side.
fn white_wdl(Chances { win, draw, loss }: Chances, side_to_move: Color) -> [u32; 3] {
    if side_to_move == Color::White { [win, draw, loss] } else { [loss, draw, win] }
}

/// A line at a depth.
#[derive(Serialize)]
pub struct LineReport {
    depth: u32,
    selective_depth: u32,
    line: u32,
    white: White,
    /// What is known about the score.
    bound: &'static str,
    /// How often White wins, draws and loses, in thousandths, if the engine was asked for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    white_wdl: Option<[u32; 3]>,
    nodes: u64,
    /// How often endgame tables had an answer (tablebase hits); left out if they never had.
    #[serde(skip_serializing_if = "is_zero")]
    table_hits: u64,
    seconds: f64,
    moves: Vec<String>,
    san: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde asks")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl LineReport {
    pub fn new(position: &Position, report: &Report) -> LineReport {
        let turn = position.side_to_move();
        let bound = match (report.bound, turn) {
            (Bound::Exact, _) => "exact",
            (Bound::Lower, Color::White) | (Bound::Upper, Color::Black) => "at least",
            (Bound::Lower, Color::Black) | (Bound::Upper, Color::White) => "at most",
        };
        let ucis = report.uci(position, CastlingMode::detect(position));
        LineReport {
            depth: report.depth,
            selective_depth: report.selective_depth,
            line: report.line,
            white: White::new(report.score, turn),
            bound,
            white_wdl: report.chances.map(|wdl| white_wdl(wdl, turn)),
            nodes: report.nodes,
            table_hits: report.endgame_hits,
            seconds: report.time.as_secs_f64(),
            moves: ucis.split_whitespace().map(str::to_owned).collect(),
            san: movetext(position, &report.moves),
        }
    }
}

/// The whole analysis, written at the end.
#[derive(Serialize)]
pub struct AnalysisReport<T> {
    fen: String,
    /// None if there is no legal move.
    best: Option<String>,
    /// How the game has ended here.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<String>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    lines: Vec<LineReport>,
    /// In how many moves no mate is possible, if that was asked for and is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_mate: Option<u32>,
    /// What endgame tables know of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    tables: Option<T>,
    is_complete: bool,
}

impl<T> AnalysisReport<T> {
    /// The report of an analysis, with what tables say of its position.
    pub fn new(analysis: &Analysis, tables: Option<T>, is_complete: bool) -> AnalysisReport<T> {
        let position = analysis.position();
        let first = analysis.lines().first();
        AnalysisReport {
            fen: position.to_string(),
            best: analysis.best().map(|mv| position.to_uci(mv).to_string()),
            outcome: position.outcome().map(|outcome| outcome.to_string()),
            depth: analysis.depth(),
            nodes: first.map_or(0, |line| line.nodes),
            seconds: first.map_or(0.0, |line| line.time.as_secs_f64()),
            lines: analysis.lines().iter().map(|line| LineReport::new(position, line)).collect(),
            no_mate: analysis.no_mate(),
            tables,
            is_complete,
        }
    }

    /// The number of each line and the chances of White in it, if the engine was asked for them.
    pub fn chances(&self) -> impl Iterator<Item = (u32, [u32; 3])> {
        self.lines.iter().filter_map(|line| Some((line.line, line.white_wdl?)))
    }
}
