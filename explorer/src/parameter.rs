//! The values of parameters, each read and checked.

use philidor::{Color, Position};

use crate::bucket::{GROUPS, Month, Speed};
use crate::refusal::QuestionError;

pub(crate) fn position(text: &str) -> Result<Position, QuestionError> {
    // Some clients write underscores instead of spaces.
    let fen = text.replace('_', " ");
    fen.parse().map_err(|error| QuestionError::Fen { text: text.to_owned(), error })
}

pub(crate) fn variant(text: &str) -> Result<(), QuestionError> {
    let is_known = ["standard", "chess"].contains(&text);
    if is_known { Ok(()) } else { Err(QuestionError::Variant { text: text.to_owned() }) }
}

/// The error for a value.
fn wrong(name: &'static str, text: &str, expected: &'static str) -> QuestionError {
    QuestionError::Value { name, text: text.to_owned(), expected }
}

pub(crate) fn speeds(text: &str) -> Result<u8, QuestionError> {
    let expected = "a list of ultraBullet, bullet, blitz, rapid, classical and correspondence";
    let speeds = text.split(',').try_fold(0, |speeds, name| {
        let speed = Speed::from_name(name.trim()).ok_or_else(|| wrong("speeds", name, expected))?;
        Ok(speeds | 1 << speed as u8)
    })?;
    // A client that names all speeds wants all games, including those without a time control.
    let all = Speed::NAMED.iter().fold(0, |all, &speed| all | 1 << speed as u8);
    Ok(if speeds == all { u8::MAX } else { speeds })
}

pub(crate) fn groups(text: &str) -> Result<u16, QuestionError> {
    // Clients name groups by numbers of their own, such as 400 for the lowest one.
    text.split(',').try_fold(0, |groups, name| {
        let rating: u16 = name.trim().parse().map_err(|_| wrong("ratings", name, "a list of ratings"))?;
        let group = GROUPS.iter().rposition(|&lowest| lowest <= rating).unwrap_or(0);
        Ok(groups | 1 << group)
    })
}

/// A month; a year stands for one of its months.
pub(crate) fn month(name: &'static str, text: &str, of_year: &str) -> Result<Month, QuestionError> {
    let whole = if text.contains('-') { text.to_owned() } else { format!("{text}-{of_year}") };
    Month::read(&whole).ok_or_else(|| wrong(name, text, "a month, YYYY-MM, or a year"))
}

pub(crate) fn number(name: &'static str, text: &str) -> Result<usize, QuestionError> {
    text.parse().map_err(|_| wrong(name, text, "a number"))
}

pub(crate) fn flag(text: &str) -> Result<bool, QuestionError> {
    match &*text.to_lowercase() {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(wrong("history", text, "true or false")),
    }
}

pub(crate) fn side(text: &str) -> Result<Color, QuestionError> {
    match text {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        _ => Err(wrong("color", text, "white or black")),
    }
}

/// Whether rated games count, and casual ones.
pub(crate) fn modes(text: &str) -> Result<(bool, bool), QuestionError> {
    text.split(',').try_fold((false, false), |(rated, casual), mode| match mode.trim() {
        "rated" => Ok((true, casual)),
        "casual" => Ok((rated, true)),
        _ => Err(wrong("modes", mode, "a list of rated and casual")),
    })
}
