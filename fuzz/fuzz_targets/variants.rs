//! Any bytes: a variant, a FEN of it, and moves. Whatever is taken for a position is written back, packs, and keeps its
//! laws from move to move; the rest is refused.
//!
//! The first byte chooses the variant (`d` to `m`, in the order of `Variant::ALL`), the text up to the first line break
//! is a FEN or else the start is taken, and each byte after it chooses one of the legal moves. The same bytes are tried
//! as a packed position and a packed game, too.
#![no_main]

use philidor::binary::PackedMoves;
use philidor::{CastlingMode, Game, GamePosition, Strictness};
use philidor_variants::{AnyPosition, Variant};

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let unpack = |bytes| PackedMoves::<AnyPosition>::new(bytes, Strictness::WellDefined)?.into_game();
    let _ = unpack(input).map(|game| game.sans().count());
    if let Ok(position) = AnyPosition::unpack_with(input, Strictness::WellDefined) {
        assert_eq!(position.pack(), input);
        hold(&position);
    }
    let Some((&choice, rest)) = input.split_first() else { return };
    let variant = Variant::ALL[usize::from(choice) % Variant::ALL.len()];
    let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    let text = String::from_utf8_lossy(&rest[..end]);
    let read = AnyPosition::from_fen_with(variant, &text, Strictness::WellDefined);
    let mut game = Game::from_position(read.unwrap_or_else(|_| AnyPosition::start(variant)));
    for &byte in rest.iter().skip(end + 1).take(100) {
        hold(game.position());
        let moves = game.position().legal_moves();
        let Some(&mv) = moves.get(usize::from(byte) % moves.len().max(1)) else { break };
        assert_eq!(game.play(mv), Ok(()));
    }
    hold(game.position());
    let again = unpack(&game.pack()).expect("what was packed");
    assert_eq!(again.position(), game.position());
});

/// What holds in every position.
fn hold(position: &AnyPosition) {
    let fen = position.to_string();
    let read = AnyPosition::from_fen_with(position.variant(), &fen, Strictness::WellDefined)
        .expect("what was written");
    assert_eq!((&read, read.key()), (position, position.key()), "{fen}");
    assert_eq!(
        AnyPosition::unpack_with(&position.pack(), Strictness::WellDefined).as_ref(),
        Ok(position),
        "{fen}"
    );
    let moves = position.legal_moves();
    assert_eq!(position.perft(1), moves.len() as u64, "{fen}");
    for &mv in moves.iter().take(8) {
        assert_eq!(position.parse_san(position.to_san(mv).as_bytes()), Ok(mv), "{mv} {fen}");
        assert_eq!(
            position.parse_uci(position.to_uci_in(mv, CastlingMode::Chess960).to_string().as_bytes()),
            Ok(mv),
            "{mv} {fen}"
        );
    }
    assert!(!moves.is_empty() || position.outcome().is_some(), "{fen}");
}
