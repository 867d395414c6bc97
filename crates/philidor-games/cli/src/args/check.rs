//! `philidor pgn check`.

pub(super) const HELP: &str = "\
Examples:
  philidor pgn check games.pgn.zst
  philidor pgn check games.pgn --variations           the moves of variations, too
  philidor pgn check games.pgn --lenient              what can be kept of faulty games is good
  philidor pgn check partien.pgn --letters german     Sf3 is Nf3
  philidor pgn check games.json --json | tail -1

Warnings name what is doubtful about a game that can be read: a result that the tag or the board
contradicts, the first move with another number than its own, the first + or # that is none.
";
