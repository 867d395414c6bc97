//! A table made by hand: KNvK with values that follow a rule, read whole and damaged.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};

use philidor::Position;
use philidor_proof::{drawn, samples, seed};

use super::checksum::Checksum;
#[cfg(feature = "solve")]
use super::header::Header;
use super::index::THREE;
use super::pairs::Cursor;
use super::source::ByteSource;
use super::table::{Entry, Opening, Table};
use super::{Dtz, Metric, ProbeError, TableFault, Tables};
use crate::material::Material;
use crate::value::Wdl;

const BLOCK_BYTES: usize = 32;
const SPAN: usize = 512;

/// Values 0 to 4, and pairs. The first eight have codes of four bits, 0000 to 0111; the ninth, which stands for 0 to 4
/// four times, has the code 1; what it consists of has none.
const SYMBOLS: [[u16; 2]; 11] = [
    [0, 0xfff],
    [1, 0xfff],
    [2, 0xfff],
    [3, 0xfff],
    [4, 0xfff],
    [0, 1],
    [2, 3],
    [5, 6],
    [9, 9],
    [10, 10],
    [7, 4],
];

/// The value with this index, for White or Black to move.
fn value(subtable: usize, index: usize) -> usize {
    (index + subtable) % 5
}

/// The blocks of a subtable, and how many values each has.
fn blocks(subtable: usize) -> (Vec<u8>, Vec<usize>) {
    let (mut bytes, mut lengths, mut index) = (Vec::new(), Vec::new(), 0);
    while index < THREE as usize {
        let (begin, mut bits) = (index, Vec::new());
        while index < THREE as usize {
            let is_long = index > begin + 20 && value(subtable, index) == 0 && index + 20 <= THREE as usize;
            let (code, values) = match value(subtable, index) {
                0 if is_long => (&[1][..], 20),
                0 if index > begin + 9 && index + 4 <= THREE as usize => (&[0, 1, 1, 1][..], 4),
                value => {
                    (&[[0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0], [0, 0, 1, 1], [0, 1, 0, 0]][value][..], 1)
                }
            };
            if bits.len() + code.len() > 8 * BLOCK_BYTES {
                break;
            }
            bits.extend_from_slice(code);
            index += values;
        }
        bits.resize(8 * BLOCK_BYTES, 0);
        bytes.extend(bits.chunks(8).map(|byte| byte.iter().fold(0, |byte, bit| byte << 1 | bit)));
        lengths.push(index - begin);
    }
    (bytes, lengths)
}

/// The index of a subtable: the block and the place of the middle of each span.
fn index(lengths: &[usize]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for middle in (SPAN / 2..).step_by(SPAN).take((THREE as usize).div_ceil(SPAN)) {
        let (mut block, mut within) = (0, middle);
        while block + 1 < lengths.len() && within >= lengths[block] {
            within -= lengths[block];
            block += 1;
        }
        bytes.extend((block as u32).to_le_bytes());
        bytes.extend((within as u16).to_le_bytes());
    }
    bytes
}

fn file() -> Vec<u8> {
    let mut file = vec![0x71, 0xe8, 0x23, 0x5d, 0x31, 0x00, 0xee, 0x66, 0x22, 0x00];
    let subtables = [0, 1].map(blocks);
    for (_, lengths) in &subtables {
        file.extend([0, 5, 9, 0]);
        file.extend((lengths.len() as u32).to_le_bytes());
        file.extend([4, 1]);
        file.extend([8u16, 8, 8, 0, 11].iter().flat_map(|word| word.to_le_bytes()));
        for [left, right] in SYMBOLS {
            file.extend([left as u8, (left >> 8 | right << 4) as u8, (right >> 4) as u8]);
        }
        file.push(0);
    }
    for (_, lengths) in &subtables {
        file.extend(index(lengths));
    }
    for (_, lengths) in &subtables {
        file.extend(lengths.iter().flat_map(|&length| (length as u16 - 1).to_le_bytes()));
    }
    for (bytes, _) in &subtables {
        file.resize(file.len().next_multiple_of(64), 0);
        file.extend(bytes);
    }
    file.resize(file.len().next_multiple_of(64), 0);
    seal(&mut file);
    file
}

/// Adds the checksum.
fn seal(file: &mut Vec<u8>) {
    let mut checksum = Checksum::default();
    checksum.add(file);
    file.extend(checksum.bytes());
}

fn material() -> Material {
    "KNvK".parse().expect("a material")
}

/// Nothing is read before it is asked for.
const PACKED: Opening = Opening { verified: 0, unpacked: 0, marked: 0, may_map: false };
const UNPACKED: Opening = Opening { unpacked: THREE, ..PACKED };
const MARKED: Opening = Opening { marked: u64::MAX, ..PACKED };

fn open(source: impl ByteSource + 'static, opening: Opening) -> Table {
    let table = Table::open(Box::new(source), &material(), Metric::Wdl, opening);
    table.map_err(|fault| format!("{fault:?}")).expect("a table")
}

/// A source that is asked for ranges, and counts how often.
struct Ranges(Vec<u8>, &'static AtomicUsize);

impl ByteSource for Ranges {
    fn len(&self) -> io::Result<u64> {
        Ok(self.0.len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.read_at(offset, buffer)
    }
}

#[test]
fn every_value_is_read() {
    static READS: AtomicUsize = AtomicUsize::new(0);
    let [in_memory, unpacked, marked] = [PACKED, UNPACKED, MARKED].map(|opening| open(file(), opening));
    let in_ranges = open(Ranges(file(), &READS), MARKED);
    let kinds = [&in_memory, &unpacked, &marked, &in_ranges].map(Table::kind_of_lists);
    assert_eq!(kinds, ["packed", "unpacked", "marked", "packed"]);
    for subtable in 0..2 {
        let mut cursor = Cursor::default();
        for index in 0..THREE as usize {
            let entry = Entry { subtable: subtable as u8, index: index as u64 };
            let wdl = Wdl::from_number(value(subtable, index) as i8 - 2);
            assert_eq!(in_memory.wdl(entry).ok(), wdl, "{entry:?}");
            assert_eq!(unpacked.wdl(entry).ok(), wdl, "{entry:?}");
            assert_eq!(marked.wdl(entry).ok(), wdl, "{entry:?}");
            assert_eq!(in_memory.wdl_after(entry, &mut cursor).ok(), wdl, "{entry:?}");
            let before = READS.load(Ordering::Relaxed);
            assert_eq!(in_ranges.wdl(entry).ok(), wdl, "{entry:?}");
            assert!(READS.load(Ordering::Relaxed) <= before + 4);
        }
    }
    assert!(in_memory.verify().is_ok() && in_ranges.verify().is_ok());
}

/// The file of a material with pawns, of which all positions with White to move have one value, and all with Black to
/// move another. The pieces are in the order of the file, the leading pawn first.
fn constant(pieces: &[u8], values: [u8; 2]) -> Vec<u8> {
    let mut file = vec![0x71, 0xe8, 0x23, 0x5d, 0x03];
    let places: &[u8] = if pieces.starts_with(&[1, 9]) { &[0x00, 0x11] } else { &[0x00] };
    for _ in 0..4 {
        file.extend(places);
        file.extend(pieces.iter().map(|piece| piece << 4 | piece));
    }
    file.resize(file.len().next_multiple_of(2), 0);
    (0..4).for_each(|_| file.extend(values.map(|value| [128, value]).as_flattened()));
    file.resize(file.len().next_multiple_of(64), 0);
    seal(&mut file);
    file
}

/// After d4 Black has no move but exd3 en passant. The file takes that position for stalemate.
#[test]
fn a_move_after_which_all_moves_capture_en_passant_wins() {
    let mut tables = Tables::new();
    let (win, draw, loss) = (4, 2, 0);
    for (name, pieces, values) in [
        ("KQPvKP", &[1, 9, 6, 5, 14][..], [win, draw]),
        ("KQPvK", &[1, 6, 5, 14], [win, draw]),
        ("KQvKP", &[9, 6, 5, 14], [win, loss]),
    ] {
        let material = name.parse().expect("a material");
        tables.add(&material, Metric::Wdl, constant(pieces, values)).expect("a table");
    }
    let after: Position = "7k/8/6Q1/8/3Pp3/4K3/8/8 b - d3 0 1".parse().expect("a position");
    assert_eq!(tables.stored_wdl(&after).expect("a value"), Wdl::Draw);
    assert_eq!(tables.probe_wdl(&after).expect("a value"), Wdl::Loss);
    // Without a file of distances, only this move has one.
    let before: Position = "7k/8/6Q1/8/4p3/4K3/3P4/8 w - - 0 1".parse().expect("a position");
    assert_eq!(tables.probe_dtz(&before).expect("a distance"), Dtz::exact(1));
}

#[test]
fn a_batch_has_the_values_of_single_probes() {
    let mut tables = Tables::new();
    tables.add(&material(), Metric::Wdl, file()).expect("a table");
    let positions: Vec<Position> = (0..64)
        .filter_map(|square| {
            let mut setup: philidor::Setup = "8/8/8/3k4/8/8/8/K7 w - - 0 1".parse().expect("a setup");
            let knight = philidor::Piece::from_letter(if square % 3 == 0 { 'n' } else { 'N' })?;
            setup.board.piece_at(philidor::Square::from_index(square)?).is_none().then_some(())?;
            setup.board.put(philidor::Square::from_index(square)?, knight);
            setup.state.side_to_move = philidor::Color::ALL[square % 2];
            Position::from_setup(setup, philidor::Strictness::WellDefined).ok()
        })
        .chain(
            ["8/8/4k3/8/8/3K4/8/8 w - - 0 1", "8/8/4k3/8/8/3K4/8/7R w - - 0 1"]
                .map(|fen| fen.parse().expect("a FEN")),
        )
        .collect();
    assert!(positions.len() > 40);
    for (position, answer) in positions.iter().zip(tables.probe_wdl_batch(&positions)) {
        let single = tables.probe_wdl(position);
        assert_eq!(format!("{answer:?}"), format!("{single:?}"));
    }
}

/// Opens a damaged file, and asserts that its values are the same however it is read. Returns whether it was refused.
fn is_refused(bytes: Vec<u8>) -> bool {
    let open = |opening| Table::open(Box::new(bytes.clone()), &material(), Metric::Wdl, opening);
    let (Ok(table), Ok(marked)) = (open(PACKED), open(MARKED)) else { return true };
    let _ = open(UNPACKED);
    let mut cursor = Cursor::default();
    for subtable in 0..2 {
        for index in (0..THREE).step_by(97) {
            // Any value, or an error; no panic.
            let entry = Entry { subtable, index };
            let answers = [table.wdl(entry), table.wdl_after(entry, &mut cursor), marked.wdl(entry)];
            let [single, in_order, by_marks] = answers.map(|answer| format!("{answer:?}"));
            assert!(single == in_order && single == by_marks, "{single} {in_order} {by_marks}");
        }
    }
    // What shows nowhere else is found when a small file is opened, before any answer.
    table.verify().is_err() && Tables::new().add(&material(), Metric::Wdl, bytes).is_err()
}

/// How much of the file counts as its head, where each bit is tried. Beyond it one of each byte will do.
const HEAD: usize = 180;

/// Tries the file with each of some bits flipped in each of these bytes.
fn assert_damage_is_found(file: &[u8], bytes: impl Iterator<Item = usize>, bits: u32) {
    for at in bytes.step_by(if cfg!(miri) { 97 } else { 1 }) {
        for bit in 0..bits {
            let mut damaged = file.to_vec();
            damaged[at] ^= 1 << bit;
            assert!(is_refused(damaged), "byte {at}, bit {bit}");
        }
    }
}

/// In a quick run, one byte in eight.
#[test]
fn a_damaged_head_is_detected_and_never_panics() {
    assert_damage_is_found(&file(), drawn(0..HEAD, 0), 8);
}

/// In a quick run, one byte in sixty-four, since a file is read whole for each of them.
#[test]
fn damaged_bytes_are_detected_and_never_panic() {
    let file = file();
    let step = (8 / samples(8).min(8)).pow(2);
    let first = (seed(7) >> 16) as usize % step;
    assert_damage_is_found(&file, (HEAD..file.len()).skip(first).step_by(step), 1);
    for len in (0..file.len()).step_by(7).skip(first).step_by(step) {
        assert!(is_refused(file[..len].to_vec()), "{len} bytes");
    }
}

/// A file with one bit flipped is refused when it is opened: in every byte of its head, and in every seventh beyond; in
/// a quick run, in one of eight of them. Both sides have pawns, so the head has the place of another group; the values
/// are made up, and the lists stay packed, since they would be read whole otherwise.
#[cfg(feature = "solve")]
#[test]
fn each_byte_of_a_file_with_pawns_of_both_sides_counts() {
    let (file, material) = (super::writing::made_up("KPvKP"), "KPvKP".parse().expect("a material"));
    let is_accepted = |bytes: Vec<u8>| Tables::new().unpacking(0).add(&material, Metric::Wdl, bytes).is_ok();
    assert!(is_accepted(file.clone()));
    let header = Header::read(&file, &material, Metric::Wdl);
    let head = header.map_err(|fault| format!("{fault:?}")).expect("a head").index_at as usize;
    for at in drawn((0..head).chain((head..file.len()).step_by(7)), 8) {
        let mut damaged = file.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(!is_accepted(damaged), "byte {at}");
    }
}

#[test]
fn two_kings_have_no_table() {
    let kings = "KvK".parse().expect("a material");
    let error = Tables::new().add(&kings, Metric::Wdl, file()).expect_err("no table");
    assert!(matches!(error, ProbeError::File(error) if matches!(error.fault, TableFault::Pieces)));
}

/// A value that means nothing is a fault of its block, however the list is kept.
#[test]
fn values_that_mean_nothing_name_their_block() {
    let mut damaged = file();
    // The fifth symbol, of value 4.
    damaged[30 + 3 * 4] = 9;
    for opening in [PACKED, UNPACKED, MARKED] {
        let table = open(damaged.clone(), opening);
        let (bytes, lengths) = blocks(0);
        let begin = file().windows(bytes.len()).position(|window| window == bytes).expect("the blocks");
        let (mut first, mut faults) = (0, 0);
        for (block, length) in lengths.into_iter().enumerate() {
            for index in (first..first + length).filter(|&index| value(0, index) == 4) {
                let fault = table.wdl(Entry { subtable: 0, index: index as u64 }).expect_err("no value");
                assert_eq!(fault.offset, (begin + block * BLOCK_BYTES) as u64, "{index}");
                faults += usize::from(matches!(fault.fault, TableFault::Value));
            }
            first += length;
        }
        assert!(faults > 5_000, "{faults}");
    }
}

#[test]
fn faults_name_their_byte() {
    let fault = |at: usize, byte: u8| {
        let mut damaged = file();
        damaged[at] = byte;
        let mut tables = Tables::new();
        match tables.add(&material(), Metric::Wdl, damaged) {
            Err(ProbeError::File(error)) => (error.fault.to_string(), error.offset),
            other => panic!("{at}: {other:?}"),
        }
    };
    assert_eq!(fault(0, 0), (TableFault::Magic.to_string(), 0));
    assert_eq!(fault(4, 0x32), (TableFault::Layout.to_string(), 4));
    assert_eq!(fault(5, 0x33), (TableFault::Order.to_string(), 5));
    assert_eq!(fault(8, 0x23), (TableFault::Pieces.to_string(), 5));
    assert_eq!(fault(11, 40), (TableFault::BlockSize.to_string(), 11));
    assert_eq!(fault(18, 99), (TableFault::Code.to_string(), 18));
    // The ninth symbol gets itself as a half.
    assert_eq!(fault(30 + 3 * 8, 8), (TableFault::Symbol.to_string(), 30 + 3 * 8));
    assert_eq!(fault(15, 255), (TableFault::Truncated.to_string(), file().len() as u64));
}
