//! `philidor pgn fens`.

pub(super) const HELP: &str = "\
Examples:
  philidor pgn fens games.pgn -o positions.fen
  philidor pgn fens games.pgn | sort -u | wc -l
  philidor pgn fens games.pgn --json                  with ply, move and number of the game";
