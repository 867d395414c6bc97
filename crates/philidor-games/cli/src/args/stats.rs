//! `philidor pgn stats`.

pub(super) const HELP: &str = "\
Examples:
  philidor pgn stats *.pgn
  philidor pgn stats games.bin                        any format that `convert` writes
  philidor pgn stats games.pgn --json | jq .openings";
