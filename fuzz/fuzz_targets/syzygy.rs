//! Any bytes are a Syzygy table or are refused with their place; whatever a table says, a probe ends with a value or an
//! error.
//!
//! The first line names the file (`KNvK.rtbw`), the rest is the file. Its length and its head are mended, so that most
//! inputs pass the first checks.
#![no_main]

use philidor::{Color, Piece, PieceType, Position, Setup, Square, Strictness};
use philidor_tables::Material;
use philidor_tables::syzygy::{Metric, Tables};

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let end = input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len());
    let name = String::from_utf8_lossy(&input[..end]);
    let (name, extension) = name.rsplit_once('.').unwrap_or((&name, "rtbw"));
    let Ok(material) = name.parse::<Material>() else { return };
    let metric = if extension == "rtbz" { Metric::Dtz } else { Metric::Wdl };
    // No checksum is verified: otherwise damage would never get past it.
    let mut tables = Tables::new().verifying(0);
    if tables.add(&material, metric, mended(&input[end..], metric)).is_err() {
        return;
    }
    // Where both are needed the same bytes stand for the other metric, too.
    let other = if metric == Metric::Wdl { Metric::Dtz } else { Metric::Wdl };
    let _ = tables.add(&material, other, mended(&input[end..], other));
    let _ = tables.verify(&material, metric);
    let positions: Vec<Position> = (0..40).filter_map(|seed| position(&material, seed)).collect();
    let single: Vec<_> = positions.iter().map(|position| tables.probe_wdl(position)).collect();
    assert_eq!(format!("{:?}", tables.probe_wdl_batch(&positions)), format!("{single:?}"));
    for position in &positions {
        let _ = tables.probe_dtz(position);
        let _ = tables.rank_moves(position);
    }
});

/// The rest of a line as a file: with the number that it begins with, and a length that one can have.
fn mended(rest: &[u8], metric: Metric) -> Vec<u8> {
    let mut file = match metric {
        Metric::Wdl => vec![0x71, 0xe8, 0x23, 0x5d],
        Metric::Dtz => vec![0xd7, 0x66, 0x0c, 0xa5],
    };
    file.extend(rest.iter().skip(1));
    file.resize(file.len().next_multiple_of(64) + 16, 0);
    file
}

/// A position with these pieces on squares that follow from a number, if that is one.
fn position(material: &Material, seed: usize) -> Option<Position> {
    let mut setup = Setup::empty();
    let mut square = seed;
    for color in Color::ALL {
        for piece_type in PieceType::ALL {
            for _ in 0..material.count(color, piece_type) {
                square = (29 * square + 17 + seed) % 64;
                while setup.board.piece_at(Square::from_index(square)?).is_some() {
                    square = (square + 1) % 64;
                }
                setup.board.put(Square::from_index(square)?, Piece::new(color, piece_type));
            }
        }
    }
    setup.state.side_to_move = Color::ALL[seed % 2];
    Position::from_setup(setup, Strictness::WellDefined).ok()
}
