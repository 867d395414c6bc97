//! Patterns written in the words that are read.
//!
//! ```text
//! Any([All([Check, Turn(White)]), Last])    check and white to move or end
//! All([Any([Check, Last]), Turn(White)])    (check or end) and white to move
//! ```
//!
//! Parentheses stand only where a part binds less than what is around it. A value that no text has, such as pieces on
//! no squares or a move that no piece can make, is written as one with the same meaning.

use std::fmt::{self, Write};

use philidor::{Bitboard, CastlingSide, Color, File, Piece, PieceType, Rank, Square};

use super::words::{COMPARISONS, DARK, LIGHT, QUALITIES, opposite_castling, rectangle};
use crate::board::BoardPattern;
use crate::material::{Bound, COUNTED};
use crate::moves::{CastlingPattern, MovePattern};
use crate::pattern::{Comparison, Ending, Operand, Pattern, Step};
use crate::pieces::{Occupant, PieceSet, Pieces};

/// The precedence of what binds a text together, the loosest first.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Binding {
    Then,
    Or,
    And,
    Prefix,
    Word,
}

impl fmt::Display for Pattern {
    /// The pattern in the words that [`FromStr`](std::str::FromStr) reads. A pattern that was read from a text is
    /// read back as the same value. So is any other, unless no text has its value, such as [`All`](Pattern::All) of
    /// one part: the text then has the same meaning, except that a position that no game reaches is refused, and so is
    /// a pattern beyond the largest one allowed.
    ///
    /// ```
    /// use philidor_patterns::Pattern;
    /// let pattern: Pattern = "mirrored (N on d4,e4 and plays e5 or not check) then within 1 end".parse()?;
    /// assert_eq!(pattern.to_string(), "n on d5-e5 and plays e4 or not check next end");
    /// # Ok::<(), philidor_patterns::ParsePatternError>(())
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_within(self, Binding::Then, f)
    }
}

/// Writes a pattern, in parentheses if it binds less than what is around it.
fn write_within(pattern: &Pattern, around: Binding, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if let Some(same) = with_a_text(pattern) {
        return write_within(&same, around, f);
    }
    if binding(pattern) >= around {
        return write_bare(pattern, f);
    }
    f.write_char('(')?;
    write_bare(pattern, f)?;
    f.write_char(')')
}

/// For a value that no text has, one with the same meaning.
fn with_a_text(pattern: &Pattern) -> Option<Pattern> {
    let truth = |holds| if holds { Pattern::Always } else { !Pattern::Always };
    match pattern {
        impossible if impossible.is_impossible() => Some(!Pattern::Always),
        Pattern::All(parts) if parts.is_empty() => Some(Pattern::Always),
        Pattern::Any(parts) if parts.is_empty() => Some(!Pattern::Always),
        Pattern::Sequence(steps) if steps.is_empty() => Some(!Pattern::Always),
        Pattern::All(parts) | Pattern::Any(parts) if parts.len() == 1 => parts.first().cloned(),
        Pattern::Sequence(steps) if steps.len() == 1 => steps.first().map(|step| step.pattern.clone()),
        Pattern::Sequence(steps) => in_a_row(steps),
        Pattern::For(part, plies) => match settled(part) {
            Pattern::For(part, more) => Some(Pattern::For(part, plies.saturating_add(more.get() - 1))),
            _ => None,
        },
        Pattern::Count(pieces, comparison, operand) => match (pieces.are_none(), operand) {
            (true, Operand::Number(number)) => Some(truth(comparison.holds(0, *number))),
            (true, Operand::Count(others)) => {
                Some(Pattern::Count(others.clone(), comparison.turned(), Operand::Number(0)))
            }
            (false, Operand::Count(others)) if others.are_none() => {
                Some(Pattern::Count(pieces.clone(), *comparison, Operand::Number(0)))
            }
            (false, _) => None,
        },
        Pattern::Pawns { white: None, black: None } => Some(Pattern::Always),
        Pattern::Pawns { white: white @ Some(these), black: black @ Some(those) }
            if these.intersects(*those) =>
        {
            Some(
                Pattern::Pawns { white: *white, black: None } & Pattern::Pawns { white: None, black: *black },
            )
        }
        _ => None,
    }
}

/// The pattern itself, or one with the same meaning that a text has.
fn settled(pattern: &Pattern) -> Pattern {
    with_a_text(pattern).map_or_else(|| pattern.clone(), |same| settled(&same))
}

/// Flattens a sequence whose steps are sequences, too; `None` if none of them is.
fn in_a_row(steps: &[Step]) -> Option<Pattern> {
    let is_sequence = |step: &Step| matches!(step.pattern, Pattern::Sequence(_));
    let steps = steps.iter().map(|step| Step { pattern: settled(&step.pattern), within: step.within });
    let steps: Vec<Step> = steps.collect();
    if !steps.iter().any(is_sequence) {
        return None;
    }
    let mut steps = steps.into_iter();
    let first = steps.next()?.pattern;
    Some(steps.fold(first, |before, step| before.then(step.within, step.pattern)))
}

/// The precedence of a pattern's text.
fn binding(pattern: &Pattern) -> Binding {
    match pattern {
        Pattern::Sequence(_) => Binding::Then,
        Pattern::Any(_) if *pattern == opposite_castling() => Binding::Word,
        Pattern::Any(_) => Binding::Or,
        Pattern::All(_) => Binding::And,
        Pattern::Not(_) | Pattern::Once(_) => Binding::Prefix,
        _ => Binding::Word,
    }
}

/// Writes a pattern without parentheses around it.
fn write_bare(pattern: &Pattern, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match pattern {
        Pattern::Always => f.write_str("any"),
        Pattern::Board(board) => write_board(board, f),
        Pattern::Position(position) => write!(f, "fen {position}"),
        Pattern::Count(pieces, comparison, operand) => {
            write_pieces(pieces, f)?;
            match operand {
                Operand::Number(1) if *comparison == Comparison::AtLeast => Ok(()),
                Operand::Number(number) => write!(f, " {} {number}", sign(*comparison)),
                Operand::Count(others) => {
                    write!(f, " {} ", sign(*comparison))?;
                    write_pieces(others, f)
                }
            }
        }
        Pattern::Material(bound, material) => {
            let bound = match bound {
                Bound::Exactly => "",
                Bound::AtLeast => ">= ",
                Bound::AtMost => "<= ",
            };
            let [white, black] = material.0.map(|counts| counts.map(usize::from));
            write!(f, "material {bound}K{}vK{}", counted(white), counted(black))
        }
        Pattern::Imbalance(more) => {
            let [white, black] = [1, -1].map(|sign| {
                more.map(|more| usize::try_from(i32::from(more.max(-i8::MAX)) * sign).unwrap_or(0))
            });
            write!(f, "imbalance {}v{}", counted(white), counted(black))
        }
        Pattern::Balance(comparison, pawns) => write!(f, "balance {} {pawns}", sign(*comparison)),
        Pattern::Pawns { white, black } => write_pawns(*white, *black, f),
        Pattern::Turn(color) => write!(f, "{} to move", word_of(*color)),
        Pattern::Ply(comparison, ply) => write!(f, "ply {} {ply}", sign(*comparison)),
        Pattern::MoveNumber(comparison, number) => write!(f, "move {} {number}", sign(*comparison)),
        Pattern::Castled(color, side) => write!(f, "castled {} {}", word_of(*color), word_of_side(*side)),
        Pattern::Check => f.write_str("check"),
        Pattern::Checkmate => f.write_str("mate"),
        Pattern::Stalemate => f.write_str("stalemate"),
        Pattern::Last => f.write_str("end"),
        Pattern::Plays(mv) => write_move(mv, f),
        Pattern::Result(result) => write!(f, "result {result}"),
        Pattern::Ends(Ending::Checkmate) => f.write_str("ends mate"),
        Pattern::Ends(Ending::Stalemate) => f.write_str("ends stalemate"),
        Pattern::Any(_) if *pattern == opposite_castling() => f.write_str("opposite-castling"),
        Pattern::All(parts) => write_joined(parts, " and ", Binding::Prefix, f),
        Pattern::Any(parts) => write_joined(parts, " or ", Binding::And, f),
        Pattern::Not(part) => {
            f.write_str("not ")?;
            write_within(part, Binding::Prefix, f)
        }
        Pattern::Once(part) => {
            f.write_str("once ")?;
            write_within(part, Binding::Prefix, f)
        }
        Pattern::For(part, plies) => {
            write_within(part, Binding::Word, f)?;
            write!(f, " for {plies}")
        }
        Pattern::Sequence(steps) => {
            for (index, step) in steps.iter().enumerate() {
                match step.within.map(std::num::NonZero::get) {
                    _ if index == 0 => {}
                    None => f.write_str(" then ")?,
                    Some(1) => f.write_str(" next ")?,
                    Some(plies) => write!(f, " then within {plies} ")?,
                }
                write_within(&step.pattern, Binding::Or, f)?;
            }
            Ok(())
        }
    }
}

fn write_joined(
    parts: &[Pattern],
    between: &str,
    around: Binding,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            f.write_str(between)?;
        }
        write_within(part, around, f)?;
    }
    Ok(())
}

fn sign(comparison: Comparison) -> &'static str {
    COMPARISONS.iter().find(|(_, known)| *known == comparison).map_or("=", |(text, _)| text)
}

fn word_of(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn word_of_side(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::KingSide => "short",
        CastlingSide::QueenSide => "long",
    }
}

/// The letters of pieces: `Nn`, `A` for all of White's.
fn letters(set: PieceSet) -> String {
    let of = |color: Color| {
        if PieceSet::of_color(color).is_subset_of(set) {
            return if color == Color::White { "A".to_owned() } else { "a".to_owned() };
        }
        let pieces = PieceType::ALL.into_iter().map(|kind| Piece::new(color, kind));
        pieces.filter(|&piece| set.contains(piece)).map(Piece::letter).collect()
    };
    of(Color::White) + &of(Color::Black)
}

/// The letters of material or of a surplus, each as often as it counts.
fn counted(counts: [usize; 5]) -> String {
    let each = COUNTED.iter().zip(counts);
    each.map(|(kind, count)| kind.letter().to_ascii_uppercase().to_string().repeat(count)).collect()
}

fn write_pieces(pieces: &Pieces, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for quality in &pieces.qualities {
        let word = QUALITIES.iter().find(|(_, known)| known == quality).map_or("", |(word, _)| word);
        write!(f, "{word} ")?;
    }
    f.write_str(&letters(pieces.set))?;
    match pieces.zone {
        Bitboard::FULL => Ok(()),
        zone => write!(f, " on {}", squares(zone)),
    }
}

/// Squares as files, ranks, rectangles and single squares: each time the largest of these that has the first square
/// left.
fn squares(set: Bitboard) -> String {
    match set {
        LIGHT => return "light".to_owned(),
        DARK => return "dark".to_owned(),
        _ => {}
    }
    let (mut rest, mut parts) = (set, Vec::new());
    while let Some(first) = rest.into_iter().next() {
        let corner = |file: File, rank: Rank| Square::new(file, rank);
        // A file, or a rank, is whole from one edge to the other.
        let starts = [first, corner(first.file(), Rank::First), corner(File::A, first.rank())];
        let ends = |start: Square| {
            let ends =
                set.into_iter().filter(move |end| end.file() >= start.file() && end.rank() >= start.rank());
            ends.map(move |end| (start, end, rectangle(Bitboard::from(start) | end.into())))
        };
        let all = starts.into_iter().flat_map(ends);
        let inside = all.filter(|&(.., area)| area.contains(first) && area.is_subset_of(set));
        let Some((start, end, area)) = inside.max_by_key(|&(.., area)| area.len()) else { break };
        parts.push(rectangle_from(start, end));
        rest -= area;
    }
    parts.join(",")
}

/// A rectangle by its corners, or by its files or ranks alone if it has all squares of these.
fn rectangle_from(start: Square, end: Square) -> String {
    let ranks = (start.rank(), end.rank()) == (Rank::First, Rank::Eighth);
    let files = (start.file(), end.file()) == (File::A, File::H);
    let [one, other] = [start, end].map(|square| match (ranks, files) {
        (true, _) => square.file().letter().to_string(),
        (false, true) => square.rank().letter().to_string(),
        (false, false) => square.to_string(),
    });
    if one == other { one } else { format!("{one}-{other}") }
}

fn write_board(board: &BoardPattern, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let is_exact = |occupant: &Occupant| {
        *occupant == Occupant::NOTHING
            || !occupant.nothing
                && letters(occupant.pieces).chars().count() == 1
                && !matches!(occupant.pieces, PieceSet::WHITE | PieceSet::BLACK)
    };
    if board.squares.iter().all(is_exact) {
        f.write_str("fen ")?;
        write_ranks(board, Occupant::NOTHING, f)
    } else {
        f.write_str("board ")?;
        write_ranks(board, Occupant::ANYTHING, f)
    }
}

/// Writes a board, rank by rank, with digits for squares like this one.
fn write_ranks(board: &BoardPattern, blank: Occupant, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for rank in Rank::ALL.into_iter().rev() {
        if rank != Rank::Eighth {
            f.write_char('/')?;
        }
        let mut blanks = 0;
        for file in File::ALL {
            let occupant = board.squares[Square::new(file, rank).index()];
            if occupant == blank {
                blanks += 1;
                continue;
            }
            if blanks > 0 {
                write!(f, "{blanks}")?;
                blanks = 0;
            }
            match (occupant, letters(occupant.pieces)) {
                (Occupant::NOTHING, _) => f.write_char('.')?,
                (Occupant::ANYTHING, _) => f.write_char('?')?,
                (Occupant { nothing: false, .. }, letters) if letters.len() == 1 => f.write_str(&letters)?,
                _ => f.write_str(&bracketed(occupant))?,
            }
        }
        if blanks > 0 {
            write!(f, "{blanks}")?;
        }
    }
    Ok(())
}

/// What brackets allow: `[.Pp]`.
fn bracketed(occupant: Occupant) -> String {
    format!("[{}{}]", if occupant.nothing { "." } else { "" }, letters(occupant.pieces))
}

/// Writes the pawns of both sides or of one, which stand on different squares.
fn write_pawns(white: Option<Bitboard>, black: Option<Bitboard>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut board = BoardPattern { squares: [Occupant::NOTHING; 64] };
    for (color, pawns) in [(Color::White, white), (Color::Black, black)] {
        for square in pawns.unwrap_or_default() {
            board.squares[square.index()] = Occupant::one_of(Piece::new(color, PieceType::Pawn).into());
        }
    }
    f.write_str(match (white, black) {
        (_, None) => "white-pawns ",
        (None, _) => "black-pawns ",
        _ => "pawns ",
    })?;
    write_ranks(&board, Occupant::NOTHING, f)
}

/// Writes a move, in SAN or UCI if these say the same, or else by its parts.
fn write_move(mv: &MovePattern, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("plays")?;
    if let Some(short) = short(mv) {
        return write!(f, " {short}");
    }
    if mv.pieces != PieceSet::ALL || *mv == MovePattern::default() {
        write!(f, " {}", letters(mv.pieces))?;
    }
    for (word, set) in [("from", mv.origins), ("to", mv.destinations)] {
        if set != Bitboard::FULL {
            write!(f, " {word} {}", squares(set))?;
        }
    }
    if (mv.captured, mv.promotion) == (Occupant::NOTHING, Occupant::NOTHING) {
        f.write_str(" quiet")?;
    } else {
        write_taken("takes", mv.captured, f)?;
        write_taken("promotes", mv.promotion, f)?;
    }
    f.write_str(match mv.castling {
        CastlingPattern::Either => "",
        CastlingPattern::Never => " castling never",
        CastlingPattern::Castles => " castling",
        CastlingPattern::To(CastlingSide::KingSide) => " castling short",
        CastlingPattern::To(CastlingSide::QueenSide) => " castling long",
    })
}

/// Writes what is captured or promoted to.
fn write_taken(word: &str, what: Occupant, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match what {
        Occupant::ANYTHING => Ok(()),
        Occupant { pieces: PieceSet::ALL, nothing: false } => write!(f, " {word}"),
        Occupant { nothing: false, pieces } if !pieces.is_empty() => write!(f, " {word} {}", letters(pieces)),
        _ => write!(f, " {word} {}", bracketed(what)),
    }
}

/// A move in SAN or UCI that is read as these conditions, if there is one.
fn short(mv: &MovePattern) -> Option<String> {
    let is_this = |text: &String| text.parse::<MovePattern>().as_ref() == Ok(mv);
    if let CastlingPattern::To(side) = mv.castling {
        let text = if side == CastlingSide::KingSide { "O-O" } else { "O-O-O" };
        return Some(text.to_owned()).filter(is_this);
    }
    let destination = squares(mv.destinations);
    let origin = squares(mv.origins);
    let promotion = PieceType::ALL.into_iter().find(|&kind| mv.promotion.pieces == PieceSet::of_type(kind));
    let promotion = promotion.map(PieceType::letter);
    let piece = PieceType::ALL.into_iter().find(|&kind| mv.pieces == PieceSet::of_type(kind));
    let piece = piece.filter(|&kind| kind != PieceType::Pawn).map(|kind| kind.letter().to_ascii_uppercase());
    let [piece, in_uci] = [piece, promotion].map(|letter| letter.map(String::from).unwrap_or_default());
    let in_san = promotion.map(|letter| format!("={}", letter.to_ascii_uppercase())).unwrap_or_default();
    let takes = if mv.captured.nothing { "" } else { "x" };
    let bare = format!("{piece}{takes}{destination}{in_san}");
    let whole = format!("{piece}{origin}{takes}{destination}{in_san}");
    // A pawn that captures names its file, even where there is only one.
    let in_san = if piece.is_empty() && !takes.is_empty() { [whole, bare] } else { [bare, whole] };
    let texts = in_san.into_iter().chain([format!("{origin}{destination}{in_uci}")]);
    { texts }.find(is_this)
}
