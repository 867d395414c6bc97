//! Reading an EPD: fields, then operations, each with its place.
//!
//! ```text
//! epd        = field{4} [number number] operations
//! operations = { [opcode operands] ; }            the last semicolon may be missing
//! operands   = what follows up to a semicolon that is not between quotes
//! quotes     = " … " | “ … ”                      in which \" is a quote and \\ a backslash
//! ```

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

use philidor::{Fen, FenError, Move, Position, PositionError, characters};

use super::{Epd, EpdError, EpdErrorKind, Operation};

impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(text: &str) -> Result<Epd, EpdError> {
        let fields = end_of_fields(text);
        let mut position = read_position(&text[..fields.end])?;
        let mut operations = Vec::new();
        let mut rest = Slice { offset: fields.end, text: &text[fields.end..] };
        while let Some((operation, after)) = next_operation(rest)? {
            rest = after;
            if !operation.text.is_empty() {
                operations.push(read_operation(operation, &position)?);
            }
        }
        if !fields.has_clocks {
            let mut setup = position.to_setup();
            (setup.state.halfmove_clock, setup.state.fullmove_number) = Epd::clocks_of(&operations);
            // No clock is a fault in any position.
            position = Position::try_from(setup).unwrap_or(position);
        }
        Ok(Epd { position, operations })
    }
}

/// The end of the fields, and whether there are six.
struct Fields {
    end: usize,
    has_clocks: bool,
}

/// Four words, and two more if the fifth begins with a digit, which no opcode does.
fn end_of_fields(text: &str) -> Fields {
    let word_from = |at: usize| {
        let start = at + text[at..].len() - text[at..].trim_start().len();
        let len = text[start..].find(|letter: char| letter.is_whitespace() || letter == ';');
        (start, len.map_or(text.len(), |len| start + len))
    };
    let end = (0..4).fold(0, |at, _| word_from(at).1);
    let (fifth, after) = word_from(end);
    if text[fifth..].starts_with(|letter: char| letter.is_ascii_digit()) {
        Fields { end: word_from(after).1, has_clocks: true }
    } else {
        Fields { end, has_clocks: false }
    }
}

fn read_position(text: &str) -> Result<Position, EpdError> {
    let error = |offset, text: &str, error| EpdError {
        offset,
        text: text.to_string(),
        kind: EpdErrorKind::Position(error),
    };
    let fen: Fen = text.parse().map_err(|fault: FenError| {
        let place = text.char_indices().nth(fault.column.saturating_sub(1));
        error(place.map_or(text.len(), |(at, _)| at), &fault.text.clone(), PositionError::Fen(fault))
    })?;
    let trimmed = text.trim_start();
    Position::try_from(fen.setup)
        .map_err(|fault| error(text.len() - trimmed.len(), trimmed, PositionError::Setup(fault)))
}

/// White space, and characters without any width.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || characters::is_invisible(letter)
}

/// A straight quote, or one of a word processor.
fn is_quote(letter: char) -> bool {
    matches!(letter, '"' | '“' | '”' | '„')
}

/// A part of the text and where it begins.
#[derive(Clone, Copy)]
struct Slice<'a> {
    offset: usize,
    text: &'a str,
}

impl<'a> Slice<'a> {
    fn error(self, kind: EpdErrorKind) -> EpdError {
        EpdError { offset: self.offset, text: self.text.to_string(), kind }
    }

    /// Splits it at an offset in bytes.
    fn split_at(self, at: usize) -> (Slice<'a>, Slice<'a>) {
        let (before, after) = self.text.split_at(at);
        (Slice { text: before, ..self }, Slice { offset: self.offset + at, text: after })
    }

    fn trim(self) -> Slice<'a> {
        let text = self.text.trim_start_matches(is_blank);
        Slice { offset: self.offset + self.text.len() - text.len(), text: text.trim_end_matches(is_blank) }
    }

    /// The text before the first white space, and the text after it.
    fn split_word(self) -> (Slice<'a>, Slice<'a>) {
        let (word, rest) = self.split_at(self.text.find(is_blank).unwrap_or(self.text.len()));
        (word, rest.trim())
    }

    /// The words, split at white space.
    fn words(self) -> impl Iterator<Item = Slice<'a>> {
        let mut rest = self.trim();
        core::iter::from_fn(move || {
            let word;
            (word, rest) = rest.split_word();
            (!word.text.is_empty()).then_some(word)
        })
    }

    /// The length of the quoted text at its start, quotes included.
    fn quoted_len(self) -> Option<usize> {
        let mut escaped = false;
        let is_plain = self.text.starts_with('"');
        for (at, letter) in self.text.char_indices().skip(1) {
            match letter {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => return Some(at + 1),
                _ if !is_plain && is_quote(letter) => return Some(at + letter.len_utf8()),
                _ => {}
            }
        }
        None
    }
}

/// The next operation without surrounding white space, and the text after its semicolon; `None` at the end.
fn next_operation(rest: Slice<'_>) -> Result<Option<(Slice<'_>, Slice<'_>)>, EpdError> {
    if rest.text.is_empty() {
        return Ok(None);
    }
    let mut at = 0;
    while let Some(found) = rest.text[at..].find(|letter| letter == ';' || is_quote(letter)) {
        let here = rest.split_at(at + found).1;
        if here.text.starts_with(';') {
            let (operation, after) = rest.split_at(at + found);
            return Ok(Some((operation.trim(), after.split_at(1).1)));
        }
        at += found + here.quoted_len().ok_or_else(|| here.error(EpdErrorKind::UnclosedText))?;
    }
    let (operation, after) = rest.split_at(rest.text.len());
    Ok(Some((operation.trim(), after)))
}

fn read_operation(operation: Slice<'_>, position: &Position) -> Result<Operation, EpdError> {
    let (opcode, operands) = operation.split_word();
    let letters = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    if !opcode.text.starts_with(|letter: char| letter.is_ascii_alphabetic())
        || !opcode.text.chars().all(letters)
    {
        return Err(opcode.error(EpdErrorKind::Opcode));
    }
    Ok(match opcode.text {
        "acd" => Operation::AnalysisDepth(number(operands)?),
        "acn" => Operation::AnalysisNodes(number(operands)?),
        "acs" => Operation::AnalysisSeconds(number(operands)?),
        "am" => Operation::AvoidMoves(moves(operands, position)?),
        "bm" => Operation::BestMoves(moves(operands, position)?),
        "ce" => Operation::CentipawnEvaluation(number(operands)?),
        "dm" => Operation::DirectMate(number(operands)?),
        "draw_accept" => none(operands).map(|()| Operation::DrawAccept)?,
        "draw_claim" => none(operands).map(|()| Operation::DrawClaim)?,
        "draw_offer" => none(operands).map(|()| Operation::DrawOffer)?,
        "draw_reject" => none(operands).map(|()| Operation::DrawReject)?,
        "eco" => Operation::EcoCode(text(operands)?),
        "fmvn" => Operation::FullmoveNumber(number(operands)?),
        "hmvc" => Operation::HalfmoveClock(number(operands)?),
        "id" => Operation::Id(text(operands)?),
        "nic" => Operation::NicCode(text(operands)?),
        "noop" => Operation::NoOperation(operands.text.to_string()),
        "pm" => Operation::PredictedMove(single_move(operands, position)?),
        "pv" => Operation::PredictedVariation(variation(operands, *position)?),
        "rc" => Operation::RepetitionCount(number(operands)?),
        "resign" => none(operands).map(|()| Operation::Resign)?,
        "sm" => Operation::SuppliedMove(single_move(operands, position)?),
        "tcgs" => Operation::GameSelector(number(operands)?),
        "tcri" => {
            let (address, name) = one_or_two_texts(operands)?;
            Operation::Receiver { address, name }
        }
        "tcsi" => {
            let (address, name) = one_or_two_texts(operands)?;
            Operation::Sender { address, name }
        }
        other => return numbered(other, operands),
    })
}

/// The opcodes with a number, `c0`, `v0` and `D1`, and unknown ones.
fn numbered(opcode: &str, operands: Slice<'_>) -> Result<Operation, EpdError> {
    let (letter, digits) = opcode.split_at(1);
    // The number must be written back the same.
    let canonical = digits == "0" || !digits.starts_with('0');
    let depth: Option<u32> = digits.parse().ok().filter(|_| canonical);
    let single: Option<u8> = digits.parse().ok().filter(|_| digits.len() == 1);
    Ok(match (letter, single, depth) {
        ("c", Some(number), _) => Operation::Comment { number, text: text(operands)? },
        ("v", Some(number), _) => Operation::VariationName { number, text: text(operands)? },
        ("D", _, Some(depth)) => Operation::Leaves { depth, count: number(operands)? },
        _ => Operation::Other { opcode: opcode.to_string(), operands: operands.text.to_string() },
    })
}

/// The only operand, which is a word.
fn single(operands: Slice<'_>) -> Result<Slice<'_>, EpdError> {
    let (word, rest) = operands.split_word();
    if word.text.is_empty() {
        return Err(word.error(EpdErrorKind::MissingOperand));
    }
    if !rest.text.is_empty() {
        return Err(rest.error(EpdErrorKind::SurplusOperand));
    }
    Ok(word)
}

fn number<N: FromStr>(operands: Slice<'_>) -> Result<N, EpdError> {
    let word = single(operands)?;
    word.text.parse().map_err(|_| word.error(EpdErrorKind::Number))
}

fn none(operands: Slice<'_>) -> Result<(), EpdError> {
    if operands.text.is_empty() { Ok(()) } else { Err(operands.error(EpdErrorKind::SurplusOperand)) }
}

fn legal_move(word: Slice<'_>, position: &Position) -> Result<Move, EpdError> {
    position.parse_san(word.text).map_err(|error| word.error(EpdErrorKind::Move(error)))
}

fn single_move(operands: Slice<'_>, position: &Position) -> Result<Move, EpdError> {
    legal_move(single(operands)?, position)
}

/// Moves of one position, at least one.
fn moves(operands: Slice<'_>, position: &Position) -> Result<Vec<Move>, EpdError> {
    if operands.text.is_empty() {
        return Err(operands.error(EpdErrorKind::MissingOperand));
    }
    operands.words().map(|word| legal_move(word, position)).collect()
}

/// Moves played one after another.
fn variation(operands: Slice<'_>, mut position: Position) -> Result<Vec<Move>, EpdError> {
    let play = |word| {
        let mv = legal_move(word, &position)?;
        position.play_unchecked(mv);
        Ok(mv)
    };
    operands.words().map(play).collect()
}

/// A text in quotes, or everything if there are none.
fn text(operands: Slice<'_>) -> Result<String, EpdError> {
    if !operands.text.starts_with(is_quote) {
        let text = operands.text.to_string();
        return if text.is_empty() { Err(operands.error(EpdErrorKind::MissingOperand)) } else { Ok(text) };
    }
    let (text, rest) = first_text(operands)?;
    none(rest).map(|()| text)
}

/// One or two texts, each in quotes or a single word.
fn one_or_two_texts(operands: Slice<'_>) -> Result<(String, Option<String>), EpdError> {
    let (first, rest) = first_text(operands)?;
    if rest.text.is_empty() {
        return Ok((first, None));
    }
    Ok((first, Some(text(rest)?)))
}

/// The text at the start, in quotes or a single word, and the rest.
fn first_text(operands: Slice<'_>) -> Result<(String, Slice<'_>), EpdError> {
    if operands.text.is_empty() {
        return Err(operands.error(EpdErrorKind::MissingOperand));
    }
    if !operands.text.starts_with(is_quote) {
        let (word, rest) = operands.split_word();
        return Ok((word.text.to_string(), rest));
    }
    let len = operands.quoted_len().ok_or_else(|| operands.error(EpdErrorKind::UnclosedText))?;
    let (quoted, rest) = operands.split_at(len);
    Ok((unquoted(quoted.text), rest.trim()))
}

/// The text inside the quotes.
fn unquoted(quoted: &str) -> String {
    let mut text = String::new();
    let mut escaped = false;
    let inside = quoted.strip_prefix(is_quote).and_then(|rest| rest.strip_suffix(is_quote));
    for letter in inside.unwrap_or_default().chars() {
        if letter == '\\' && !escaped {
            escaped = true;
            continue;
        }
        if escaped && !matches!(letter, '"' | '\\') {
            text.push('\\');
        }
        escaped = false;
        text.push(letter);
    }
    text
}
