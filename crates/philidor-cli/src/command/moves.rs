//! `philidor moves`: the board, and the moves of the side to move.
//!
//! By default these are the legal moves, grouped by piece type. A generator chosen by name lists them in its own order,
//! and the legal ones among its pseudo-legal moves are found by playing each.

use std::fmt;
use std::process::ExitCode;

use philidor::chain::ChainBoard;
use philidor::mailbox::MailboxBoard;
use philidor::{CastlingMode, Move, MoveGenerator, MoveKind, MoveList, Piece, PieceType, Position};
use serde::Serialize;

use super::show::outcome;
use crate::args::{Generator, MovesArgs, Notation};
use crate::positions::line_by_line;
use crate::terminal::drawing::{Drawing, Glyphs};
use crate::terminal::output::Output;

/// Moves per line.
const MOVES_PER_LINE: usize = 12;

/// The moves, as JSON.
#[derive(Serialize)]
struct MovesReport {
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    generator: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pseudo_legal: Option<bool>,
    moves: Vec<Entry>,
    #[serde(skip)]
    outcome: Option<&'static str>,
}

#[derive(Serialize)]
struct Entry {
    uci: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    long: Option<String>,
    kind: &'static str,
    raw: String,
}

impl line_by_line::Answer for MovesReport {}

impl fmt::Display for MovesReport {
    /// Their number, and the moves; without any, how the game has ended.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.moves.len())?;
        self.moves.iter().try_for_each(|mv| write!(f, " {}", mv.long.as_ref().unwrap_or(&mv.uci)))?;
        self.outcome.map_or(Ok(()), |outcome| write!(f, " {outcome}"))
    }
}

pub(super) fn run(args: &MovesArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    if let Some(file) = &args.positions.file {
        return line_by_line::answer_positions(
            file,
            args.positions.position.door.into(),
            output,
            |&position| Question::new(args, position).answer(),
        );
    }
    let question = Question::new(args, args.positions.position.read()?);
    if output.json {
        output.write_json(&question.answer()?)?;
    } else {
        draw(&question, args, output)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The board, and the moves below it.
fn draw(question: &Question, args: &MovesArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    // Before anything is drawn, since a generator may refuse the position.
    let parts = [MoveKind::Tactical, MoveKind::Quiet].into_iter();
    let parts = parts.filter(|&part| args.kind == MoveKind::All || args.kind == part);
    let lists: Vec<_> = parts.map(|part| Ok((part, question.moves(part)?))).collect::<anyhow::Result<_>>()?;
    let glyphs = Glyphs::from(args.glyphs);
    writeln!(output.writer, "{}", Drawing::of(&question.position, glyphs, output.paint))?;
    for (part, moves) in lists {
        let result = output.paint.result();
        writeln!(output.writer, "{result}{}{result:#} {}", name(part), moves.len())?;
        match question.own_order {
            None => question.write_grouped(&moves, glyphs, output)?,
            Some(_) => question.write_rows(&moves, output)?,
        }
    }
    if let Some(outcome) = outcome(&question.position) {
        writeln!(output.writer, "{outcome}")?;
    }
    Ok(())
}

/// The question about a position.
struct Question {
    position: Position,
    kind: MoveKind,
    /// The generator whose order to use, if one was named.
    own_order: Option<Generator>,
    pseudo_legal: bool,
    notation: Notation,
}

impl Question {
    fn new(args: &MovesArgs, position: Position) -> Question {
        let &MovesArgs { kind, generator, pseudo_legal, notation, .. } = args;
        let own_order = if pseudo_legal { Some(generator.unwrap_or_default()) } else { generator };
        Question { position, kind, own_order, pseudo_legal, notation }
    }

    fn answer(&self) -> anyhow::Result<MovesReport> {
        let moves = self.moves(self.kind)?.iter().map(|&mv| self.entry(mv)).collect();
        Ok(MovesReport {
            fen: self.position.to_string(),
            generator: self.own_order.map(Generator::name),
            pseudo_legal: self.own_order.map(|_| self.pseudo_legal),
            moves,
            outcome: outcome(&self.position),
        })
    }

    fn entry(&self, mv: Move) -> Entry {
        let kind = if mv.is_tactical() { name(MoveKind::Tactical) } else { name(MoveKind::Quiet) };
        Entry {
            uci: self.uci(mv),
            long: (self.notation == Notation::Long).then(|| self.written(mv)),
            kind,
            raw: format!("{:#018x}", mv.raw()),
        }
    }

    /// The moves of one kind, from the generator in question.
    fn moves(&self, kind: MoveKind) -> anyhow::Result<Vec<Move>> {
        match self.own_order.unwrap_or_default() {
            // By itself, this one lists legal moves only.
            Generator::Bitboard if self.pseudo_legal => {
                let mut list = MoveList::new();
                self.position.pseudo_legal_moves_into(kind, &mut list);
                Ok(list.to_vec())
            }
            Generator::Bitboard => self.moves_by::<Position>(kind),
            Generator::Chain => self.moves_by::<ChainBoard>(kind),
            Generator::Mailbox => self.moves_by::<MailboxBoard>(kind),
        }
    }

    /// The moves of one kind as a generator lists them, or the legal ones among them.
    fn moves_by<G: MoveGenerator>(&self, kind: MoveKind) -> anyhow::Result<Vec<Move>> {
        let mut generator = G::from_position(&self.position)?;
        if !self.pseudo_legal {
            return Ok(generator.legal_moves_of(kind));
        }
        let mut list = MoveList::new();
        generator.write_moves(kind, &mut list);
        Ok(list.to_vec())
    }

    fn uci(&self, mv: Move) -> String {
        self.position.uci(mv, CastlingMode::detect(&self.position)).to_string()
    }

    /// A move in the chosen notation.
    fn written(&self, mv: Move) -> String {
        match self.notation {
            Notation::Uci => self.uci(mv),
            Notation::Long => self.position.long(mv).to_string(),
        }
    }

    /// The moves in the order of the generator.
    fn write_rows(&self, moves: &[Move], output: &mut Output<'_>) -> anyhow::Result<()> {
        for row in moves.chunks(MOVES_PER_LINE) {
            let row: Vec<String> = row.iter().map(|&mv| self.written(mv)).collect();
            writeln!(output.writer, "  {}", row.join(" "))?;
        }
        Ok(())
    }

    /// The moves of each piece type on lines of their own.
    fn write_grouped(&self, moves: &[Move], glyphs: Glyphs, output: &mut Output<'_>) -> anyhow::Result<()> {
        for piece_type in PieceType::ALL {
            let of_type = moves.iter().filter(|mv| mv.played_piece() == piece_type);
            let written: Vec<String> = of_type.map(|&mv| self.written(mv)).collect();
            let mut label = label(Piece::new(self.position.side_to_move(), piece_type), glyphs);
            for line in written.chunks(MOVES_PER_LINE) {
                let style = output.paint.label();
                writeln!(output.writer, "  {style}{label:8}{style:#}  {}", line.join(" "))?;
                label.clear();
            }
        }
        Ok(())
    }
}

const fn name(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Tactical => "tactical",
        MoveKind::Quiet => "quiet",
        _ => "all",
    }
}

fn label(piece: Piece, glyphs: Glyphs) -> String {
    match glyphs {
        Glyphs::Figurines => format!("{} {}", piece.figurine(), piece.piece_type),
        Glyphs::Letters => format!("{} {}", piece.letter(), piece.piece_type),
    }
}
