//! The incremental sums against refreshed ones, the file against its bytes, and every level of the CPU against a plain
//! reading of the formula.

use std::sync::Arc;

use philidor::cpu::Cpu;
use philidor::search_support::{Change, Level, Work};
use philidor::{Color, Position};

use super::net_evaluation::Net;
use super::*;
use crate::bot::score::Score;
use crate::evaluation::evaluator::Evaluator;

/// Random weights, as large as they may be.
fn noise(layout: Layout) -> Network {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |bound: i64| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        ((state >> 33) as i64 % (2 * bound + 1) - bound) as i16
    };
    let count = Network::weight_count(layout, HIDDEN);
    let inputs = layout::INPUTS * HIDDEN;
    let weights: Vec<i16> = (0..count).map(|at| if at < inputs { next(500) } else { next(126) }).collect();
    Network::from_weights(layout, Scale::default(), &weights).expect("they fit")
}

fn layouts() -> impl Iterator<Item = Layout> {
    [plain_layout(1), plain_layout(8).with_mirroring(), plain_layout(3).with_mirroring()].into_iter()
}

fn plain_layout(buckets: usize) -> Layout {
    Layout::new(buckets).expect("1 to 8")
}

/// The formula of the module, one number after the other.
fn plain(network: &Network, position: &Position) -> i32 {
    let layout = network.layout();
    let sums = |color: Color| -> Vec<i64> {
        let view = inputs::View::new(color, position.king(color), layout);
        let squares = position.board().occupied().into_iter();
        let rows = squares.map(|square| view.input(position.piece_at(square).expect("a piece"), square));
        let rows: Vec<usize> = rows.collect();
        let sum = |at: usize| rows.iter().map(|&row| i64::from(network.inputs[row].0[at])).sum::<i64>();
        (0..HIDDEN).map(|at| i64::from(network.bias.0[at]) + sum(at)).collect()
    };
    let us = position.side_to_move();
    let output = &network.outputs[layout.bucket(position.board().occupied().len())];
    let mut total = 0;
    for (side, color) in [us, !us].into_iter().enumerate() {
        for (sum, weight) in sums(color).iter().zip(output.weights[side].0) {
            let clamped = (*sum).clamp(0, 255);
            total += clamped * clamped * i64::from(weight);
        }
    }
    ((total / 255 + i64::from(output.bias)) * 400 / (255 * 64)) as i32
}

/// Plays random moves, taking some of them back, and evaluates now and then.
struct Walk<'a>(&'a mut Net, Position);

impl Work for Walk<'_> {
    type Output = Vec<i32>;

    fn run<L: Level>(self, _: L) -> Vec<i32> {
        let Walk(net, mut position) = self;
        let network = Arc::clone(net.network());
        net.reset(&position);
        let (mut line, mut values, mut state) = (Vec::new(), Vec::new(), 12_345_u64);
        for step in 0..2_000 {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let random = (state >> 40) as usize;
            let moves = position.legal_moves();
            if moves.is_empty() || (random.is_multiple_of(3) && !line.is_empty()) || line.len() > 600 {
                let Some((mv, undo, change)) = line.pop() else { break };
                position.undo(mv, undo);
                net.undone(&change);
            } else {
                let mv = moves[random / 3 % moves.len()];
                let change = Change::new(&position, mv);
                let undo = position.play_unchecked(mv);
                net.played(&change);
                line.push((mv, undo, change));
            }
            if step % 3 == 0 {
                let value = net.evaluate(&position).value();
                assert_eq!(value, Score::centipawns(plain(&network, &position)).value(), "{position}");
                values.push(value);
            }
        }
        assert!(line.len() > PLIES_OF_THE_STACK, "the stack has grown: {}", line.len());
        values
    }
}

/// How many entries the stack begins with.
const PLIES_OF_THE_STACK: usize = 256;

#[test]
fn sums_follow_every_line_and_every_level_finds_the_same() {
    let castles = "r3k2r/1P1pqpb1/bn2pnp1/2pPN3/1p2P3/2N2Q1p/P1PBBPPP/R3K2R w KQkq c6 0 2";
    let chess960 = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1";
    let mut digest = 0_u64;
    for layout in layouts() {
        let mut net = Net::new(Arc::new(noise(layout)));
        for fen in ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", castles, chess960] {
            let position: Position = fen.parse().expect("a position");
            let values = Cpu::Portable.run(Walk(&mut net, position));
            assert!(values.iter().any(|&value| value != values[0]));
            for &cpu in Cpu::ALL {
                assert_eq!(cpu.run(Walk(&mut net, position)), values, "{cpu}");
            }
            let mixed =
                |digest: u64, &value: &i32| (digest ^ u64::from(value as u32)).wrapping_mul(0x100_0000_01b3);
            digest = values.iter().fold(digest, mixed);
        }
    }
    assert_eq!(digest, DIGEST, "another machine finds other values");
}

/// The digest of all values of the walks, on every machine.
const DIGEST: u64 = 0xe0cb_2f18_0ab1_25a2;

#[test]
fn a_mirrored_network_does_not_tell_left_from_right() {
    let fens = ["4k3/8/8/2p5/8/8/1P6/K7 w - - 0 1", "3k4/8/8/5p2/8/8/6P1/7K w - - 0 1"];
    let [left, right] = fens.map(|fen| fen.parse::<Position>().expect("a position"));
    let values = |layout| {
        let mut net = Net::new(Arc::new(noise(layout)));
        [&left, &right].map(|position| {
            net.reset(position);
            net.evaluate(position)
        })
    };
    let ([a, b], [c, d]) = (values(Layout::default()), values(plain_layout(8)));
    assert!(a == b && c != d);
}

#[test]
fn a_network_reads_back_from_its_bytes() {
    for layout in layouts() {
        let network = noise(layout);
        for bytes in [packed(&network), in_words(&network)] {
            assert_eq!(Network::from_bytes(&bytes).as_ref(), Ok(&network));
            for cut in [0, 7, 63] {
                assert_eq!(Network::from_bytes(&bytes[..cut]), Err(NetworkError::Length { bytes: cut }));
            }
            let expected = network.weights().count();
            let empty = Err(NetworkError::Weights { count: 0, expected });
            assert_eq!(Network::from_bytes(&bytes[..64]), empty);
            let long = Network::from_bytes(&[&bytes[..], &[0, 0]].concat());
            assert!(matches!(long, Err(NetworkError::Weights { count, .. }) if count > expected), "{long:?}");
        }
        let bytes = in_words(&network);
        assert_eq!(Network::from_bytes(&bytes[..bytes.len() - 1]), Err(NetworkError::CutOff));
        let headless = Network::from_bytes(&bytes[64..]).map(|network| network.weights().collect::<Vec<_>>());
        assert_eq!(headless, Ok(network.weights().collect()));
    }
}

/// A file of format 2: without a checksum.
fn packed(network: &Network) -> Vec<u8> {
    let mut bytes = network.to_bytes();
    bytes[8] = 2;
    bytes[20..28].fill(0);
    bytes
}

/// Every bit of the header, and some of the weights; in the file of this crate, too.
#[test]
fn a_network_with_a_flipped_bit_is_refused() {
    let bytes = include_bytes!("../../../data/philidor.net");
    assert!(Network::from_bytes(bytes).is_ok());
    for bit in (0..64 * 8).chain((64 * 8..bytes.len() * 8).step_by(99_991)) {
        let mut flipped = bytes.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let error = Network::from_bytes(&flipped).expect_err("a flipped bit");
        let is_of_header = matches!(error, NetworkError::Format { .. } | NetworkError::Length { .. });
        assert!(error == NetworkError::Checksum || is_of_header && bit < 80, "{bit}: {error}");
    }
}

/// A file of format 1.
fn in_words(network: &Network) -> Vec<u8> {
    let mut bytes = packed(network)[..64].to_vec();
    bytes[8] = 1;
    bytes.extend(network.weights().flat_map(i16::to_le_bytes));
    bytes
}

#[test]
fn every_weight_survives_packing_and_a_cut_one_is_refused() {
    let layout = Layout::default();
    let edges = [0, 1, -1, 126, 127, 128, -126, -127, -128, -129, 255, 256, -256, 500];
    let count = Network::weight_count(layout, HIDDEN);
    let mut weights = vec![0; count];
    weights[..edges.len()].copy_from_slice(&edges);
    // The bias of the last output, which is large.
    weights[count - 1] = i16::MIN;
    let network = Network::from_weights(layout, Scale::default(), &weights).expect("they fit");
    let bytes = packed(&network);
    assert_eq!(bytes.len(), 64 + count + 2 * 8, "eight weights have two bytes more");
    assert_eq!(Network::from_bytes(&bytes), Ok(network));
    for cut in [1, 2] {
        assert_eq!(Network::from_bytes(&bytes[..bytes.len() - cut]), Err(NetworkError::CutOff));
    }
    let short = Network::from_bytes(&bytes[..bytes.len() - 3]);
    assert_eq!(short, Err(NetworkError::Weights { count: count - 1, expected: count }));
}

#[test]
fn a_narrow_network_is_filled_up_with_zeros() {
    let layout = plain_layout(8);
    let wide = noise(layout);
    for width in [1, 32, 100, 128, HIDDEN] {
        let mut narrow = wide.clone();
        for row in narrow.inputs.iter_mut().chain([&mut narrow.bias]) {
            row.0[width..].fill(0);
        }
        for row in narrow.outputs.iter_mut().flat_map(|output| &mut output.weights) {
            row.0[width..].fill(0);
        }
        let mut weights: Vec<i16> = narrow.inputs.iter().flat_map(|row| &row.0[..width]).copied().collect();
        weights.extend(&narrow.bias.0[..width]);
        let rows = narrow.outputs.iter().flat_map(|output| &output.weights);
        weights.extend(rows.flat_map(|row| &row.0[..width]));
        weights.extend(narrow.outputs.iter().map(|output| output.bias));
        let mut bytes = in_words(&wide)[..64].to_vec();
        bytes[10..12].copy_from_slice(&(width as u16).to_le_bytes());
        bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        assert_eq!(Network::from_bytes(&bytes).as_ref(), Ok(&narrow), "{width}");
        // What bullet writes has no header.
        let headless = Network::from_bytes(&bytes[64..]);
        assert_eq!(headless.as_ref().ok(), (width % 32 == 0).then_some(&narrow), "{width}");
    }
}

#[test]
fn a_file_filled_up_to_64_bytes_without_a_header_is_read() {
    let network = noise(plain_layout(8));
    let mut bytes = in_words(&network).split_off(64);
    bytes.resize(bytes.len().next_multiple_of(64), b'b');
    assert_eq!(Network::from_bytes(&bytes), Ok(network));
}

#[test]
fn what_would_overflow_or_means_nothing_is_refused() {
    let layout = plain_layout(1);
    let mut weights = vec![0; Network::weight_count(layout, HIDDEN)];
    let network = |weights: &[i16]| Network::from_weights(layout, Scale::default(), weights);
    assert!(network(&weights).is_some() && network(&weights[1..]).is_none());
    for input in 0..layout::INPUTS {
        weights[input * HIDDEN] = if input < 64 { 1_100 } else { 0 };
    }
    assert!(network(&weights).is_none(), "32 of 1,100");
    let mut weights = vec![0; Network::weight_count(layout, HIDDEN)];
    weights[(layout::INPUTS + 1) * HIDDEN] = 129;
    assert!(network(&weights).is_none(), "255 times 129");
    let bytes = packed(&network(&vec![0; Network::weight_count(layout, HIDDEN)]).expect("zeros"));
    for (at, byte) in
        [(8, 0), (8, 4), (10, 1), (11, 0), (11, 2), (12, 0), (12, 9), (14, 0), (15, 1), (16, 0), (19, 0x80)]
    {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        assert!(Network::from_bytes(&bytes).is_err(), "{at}: {byte}");
    }
}

#[test]
fn the_number_of_pieces_chooses_the_output() {
    let buckets = plain_layout;
    assert!((0..=32).all(|pieces| buckets(1).bucket(pieces) == 0));
    let eight: Vec<_> = [2, 5, 6, 9, 29, 30, 32, 64].map(|pieces| buckets(8).bucket(pieces)).into();
    assert_eq!(eight, [0, 0, 1, 1, 6, 7, 7, 7]);
    for layout in (1..=MAX_BUCKETS).map(buckets) {
        let ranges = (0..layout.buckets()).map(|bucket| layout.pieces_of_bucket(bucket));
        assert!(ranges.flatten().eq(2..=32), "each number once: {layout:?}");
        let is_chosen = |pieces| layout.pieces_of_bucket(layout.bucket(pieces)).contains(&pieces);
        assert!((2..=32).all(is_chosen), "{layout:?}");
    }
}
