//! What a person says in a game: a move, or one of a few words.

/// A line of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Request<'a> {
    /// A blank line.
    Nothing,
    /// Anything that is not one of the words.
    Move(&'a str),
    Undo,
    Redo,
    Hint,
    /// A draw is claimed, perhaps by the move that is to be played.
    Draw(Option<&'a str>),
    Resign,
    New,
    Switch,
    Flip,
    Board,
    Fen,
    Moves,
    /// The game as PGN, on the screen or in a file.
    Pgn(Option<&'a str>),
    Help,
    Quit,
}

/// The words and what they do, as `help` lists them.
pub(super) const HELP: &str = "\
e4, Nf3, O-O   a move, in SAN or UCI
undo, redo     take your last move back, or play it again
hint           what the engine would play for you
draw [MOVE]    claim a draw, or announce the move that makes it one
resign         give up
new            a new game
switch         change sides
flip           turn the board around
board, fen     show the position
moves          list your legal moves
pgn [FILE]     show the game, or write it to a file
help, quit
";

impl<'a> Request<'a> {
    /// Reads a line. The words may be in capitals.
    pub(super) fn read(line: &'a str) -> Request<'a> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = Some(rest.trim()).filter(|rest| !rest.is_empty());
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => Request::Nothing,
            ("draw", mv) => Request::Draw(mv),
            ("pgn", path) => Request::Pgn(path),
            (_, Some(_)) => Request::Move(line),
            ("undo", None) => Request::Undo,
            ("redo", None) => Request::Redo,
            ("hint", None) => Request::Hint,
            ("resign", None) => Request::Resign,
            ("new", None) => Request::New,
            ("switch", None) => Request::Switch,
            ("flip", None) => Request::Flip,
            ("board", None) => Request::Board,
            ("fen", None) => Request::Fen,
            ("moves", None) => Request::Moves,
            ("help" | "?", None) => Request::Help,
            ("quit" | "exit", None) => Request::Quit,
            _ => Request::Move(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_may_be_in_capitals_and_moves_are_what_is_left() {
        assert_eq!(Request::read("  Undo\r\n"), Request::Undo);
        assert_eq!(Request::read("draw Nf3"), Request::Draw(Some("Nf3")));
        assert_eq!(Request::read("pgn My game.pgn"), Request::Pgn(Some("My game.pgn")));
        assert_eq!(Request::read("Nf3"), Request::Move("Nf3"));
        assert_eq!(Request::read("resign now"), Request::Move("resign now"));
        assert_eq!(Request::read(" "), Request::Nothing);
    }

    #[test]
    fn every_word_of_the_help_is_one() {
        let words = HELP.lines().skip(1).flat_map(|line| line[..15.min(line.len())].split(", "));
        for word in words.map(|words| words.split('[').next().unwrap_or(words).trim()) {
            assert!(!matches!(Request::read(word), Request::Move(_) | Request::Nothing), "{word}");
        }
    }
}
