//! Games of files of any form, as replays.

use super::game_per_line::each_line;
use super::{binary, epd, json, uci};
use crate::args::Form;
use crate::games::parts::part::{Found, Part};
use crate::games::parts::reading::{Reading, Taken};
use crate::games::parts::replay::Replay;
use crate::games::reading::files::each_fit_game;
use crate::games::writing::export::{FAULT, mark};

/// Reads the games of a part in its form, and passes every game to `each`; it may refuse a game, which is then reported
/// as bad, or warn about it.
pub(crate) fn each_fit_replay<T>(
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
pub(crate) fn each_replay<T>(
    part: &Part<'_>,
    made: T,
    mut each: impl FnMut(&Replay, &Found<'_>, &mut T),
) -> Reading<T> {
    each_fit_replay(part, made, |game, found, made| {
        each(game, found, made);
        Ok(Vec::new())
    })
}
