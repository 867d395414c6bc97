//! `philidor pgn convert`: its help names the formats.

/// What each format keeps, and what it loses.
pub(super) const HELP: &str = "\
Examples:
  philidor pgn convert games.pgn --to json | jq .moves
  philidor pgn convert games.pgn --to binary -o games.bin
  philidor pgn convert games.bin --to pgn             the format of the input is recognized
  philidor pgn convert positions.txt --from fen --to pgn

Formats, each of which may be input and output:
  pgn     export format; comments, glyphs and variations come from PGN and JSON, and the moves of
          variations must be legal, too, as for `pgn check --variations`
  json    an object per line: tags, start, result, moves (SAN), uci; read without `moves`. A game
          with comments, glyphs or variations has `movetext`, too, an object for each move: san,
          nags, comment, variations (lists of such objects; the first may have `before` and
          `nags_before`); nags and comment of the object come before the first move
  binary  tags, start, result, one byte per move
  uci     `position startpos moves e2e4` per line: start and moves; of a variant
          `variant atomic position startpos moves e2e4`
  epd     the last position per line, with players and result as comments (` - ` in White's name
          becomes `-`); read as games without moves: `id` becomes the tag Event, `eco` ECO, `nic`
          NIC, `c0` to `c9` C0 to C9; other operations are lost
  fen     the last position per line, and nothing else; read as epd. `pgn fens` writes all positions
";

/// What follows the formats.
pub(super) const HELP_END: &str = "
Bad games and lines are reported and skipped. A tag Result that contradicts the moves is kept, with
a warning. Other warnings name tags that PGN cannot have, variations without moves, whose comments
go to the move before them, and for JSON variations with illegal moves, which are cut; the last one
counts the comments, glyphs and variations that binary and uci leave out. With --lenient, faulty
games are kept as far as they go (see `philidor pgn --help`).

Exit code: 0 fine, 1 bad games or a file that cannot be read or written, 2 wrong usage.";
