//! One bit for each position.

use philidor::Color;
use philidor_proof::drawn;
use philidor_tables::Wdl;
use philidor_tables::solve::Bitbase;

use super::{THREE, material};

#[test]
fn bits_say_what_the_table_says() {
    for name in ["KPvK", "KRvK", "KNvK"] {
        let bitbase = Bitbase::new(&THREE, material(name)).expect(name);
        for position in drawn(THREE.table(material(name)).expect(name).positions(), 19) {
            let value = THREE.probe(&position).expect(name);
            let won = if position.side_to_move() == Color::White { Wdl::Win } else { Wdl::Loss };
            assert_eq!(bitbase.is_won(&position), Some(value.wdl == won), "{position}");
            assert_eq!(bitbase.is_won(&position.flip_colors()), Some(value.wdl == won), "{position}");
        }
    }
}

#[test]
fn other_positions_have_no_bit() {
    let bitbase = Bitbase::solve(material("KRvK")).expect("small");
    let won = |fen: &str| bitbase.is_won(&fen.parse().expect(fen));
    assert_eq!(won("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), None);
    assert_eq!(won("4k3/8/8/8/8/8/8/4K2Q w - - 0 1"), None);
    assert_eq!(won("4k2r/8/8/8/8/8/8/4K3 b - - 0 1"), Some(true));
}
