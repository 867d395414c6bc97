//! Games of files of any form, as replays.

use super::export::{FAULT, mark};
use super::games::each_fit_game;
use super::lines::each_line;
use super::part::{Found, Part};
use super::reading::{Reading, Taken};
use super::replay::Replay;
use super::{binary, epd, json, uci};
use crate::args::Form;

/// Reads the games of a part in its form, and passes every game to `each`; it may refuse a game, which is then reported
/// as bad, or warn about it.
pub(super) fn each_fit_replay<T>(
    part: &Part<'_>,
    made: T,
    mut each: impl FnMut(&Replay, &Found<'_>, &mut T) -> Taken,
) -> Reading<T> {
    let lenient = part.source.manner.lenient;
    match part.source.form {
        Form::Pgn => each_fit_game(part, &mut Replay::new(), made, |game, found, made| {
            game.tags.extend(mark(found).map(|fault| (FAULT.to_owned(), fault)));
            each(game, found, made)
        }),
        Form::Json => each_line(part, made, |line| json::read(line, lenient), each),
        Form::Uci => each_line(part, made, |line| uci::read(line, lenient), each),
        Form::Epd | Form::Fen => each_line(part, made, epd::read, each),
        Form::Binary => binary::each_record(part, made, each),
    }
}

/// The same, where no game is refused.
pub(super) fn each_replay<T>(
    part: &Part<'_>,
    made: T,
    mut each: impl FnMut(&Replay, &Found<'_>, &mut T),
) -> Reading<T> {
    each_fit_replay(part, made, |game, found, made| {
        each(game, found, made);
        Ok(Vec::new())
    })
}
