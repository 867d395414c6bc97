//! An evaluation is explained by terms, shares and an output of the network.

use philidor::{Piece, PieceType, Position, Square};
use philidor_engine::evaluation::{Explanation, PhasedScore};
use philidor_engine::{EVALUATIONS, Score};

const FENS: [&str; 3] = [
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 4 4",
    "4k3/5p2/4b3/8/8/2PB4/1P6/4K3 b - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
];

#[test]
fn every_evaluation_is_explained_by_its_name() {
    let position = Position::default();
    assert!(EVALUATIONS.iter().all(|name| Explanation::by(name, &position).is_some()));
    assert_eq!(Explanation::by("Net", &position), None);
}

#[test]
fn sums_and_shares_say_what_the_terms_say() {
    for fen in FENS {
        let position: Position = fen.parse().expect("a position");
        for name in ["classic", "squares", "material"] {
            let explanation = Explanation::by(name, &position).expect("one of EVALUATIONS");
            let sum = explanation.sums().iter().fold(PhasedScore::ZERO, |sum, term| sum + term.balance());
            let score = explanation.score.relative_to(position.side_to_move());
            assert_eq!(Score::centipawns(sum.at(explanation.phase)), score, "{name}: {fen}");
            let shares: i32 = Square::ALL.into_iter().map(|square| explanation.share(square)).sum();
            let rest = explanation.sums_of_no_piece().into_iter();
            let rest = rest.fold(PhasedScore::ZERO, |sum, term| sum + term.balance()).at(explanation.phase);
            // Each share is rounded.
            assert!((shares + rest - score.value()).abs() <= 32, "{name}: {fen}: {shares} {rest} {score:?}");
        }
        let material = Explanation::by("material", &position).expect("one of EVALUATIONS");
        let shares = Square::ALL.into_iter().map(|square| material.share(square));
        let score = material.score.relative_to(position.side_to_move());
        assert_eq!(Score::centipawns(shares.sum()), score, "{fen}");
    }
}

#[test]
fn the_net_judges_all_pieces_but_kings_and_names_its_output() {
    for fen in FENS {
        let position: Position = fen.parse().expect("a position");
        let explanation = Explanation::by("net", &position).expect("one of EVALUATIONS");
        for square in Square::ALL {
            let is_king = |piece: &Piece| piece.piece_type == PieceType::King;
            let piece = position.piece_at(square).filter(|piece| !is_king(piece));
            assert_eq!(explanation.share(square) != 0, piece.is_some(), "{square}: {fen}");
        }
        let output = explanation.output.expect("of a network");
        assert!(output.bucket < output.buckets, "{fen}");
        assert!(output.pieces.contains(&position.board().occupied().len()), "{fen}");
    }
}
