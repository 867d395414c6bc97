//! Many positions at once: in the order of their values in the files, so that those in one block are unpacked together.
//!
//! ```text
//! positions ──► (file, part, index) ──► sorted ──► blocks one after the other ──► stored values ──► captures ──► answers
//!                                                    │ 3 │ 17 │ 18 │ 90 │
//!                                                    └──────────────────►   the cursor goes on where the last value was
//! ```

use philidor::Position;

use super::pairs::Cursor;
use super::probe::{are_only_kings, check, may_capture};
use super::table::{Entry, Table};
use super::tables::Lazy;
use super::{Metric, ProbeError, Tables};
use crate::{Material, Wdl};

/// How many positions are sorted at once, which bounds the memory: 16 bytes for each.
const AT_ONCE: usize = 1 << 18;

/// A position that waits for its stored value: its place as one number, so that sorting compares no more than that.
///
/// ```text
///  63      51 50  48 47                  0
///   slot       part   index                     the index of seven pieces has 41 bits
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Request {
    place: u64,
    /// Twice the number of the position, and 1 more if it may capture: then it is looked at again.
    position: u32,
}

impl Request {
    fn new(slot: usize, entry: Entry, position: u32, may_capture: bool) -> Request {
        let place = (slot as u64) << 51 | u64::from(entry.part) << 48 | entry.index;
        Request { place, position: position << 1 | u32::from(may_capture) }
    }

    fn position(self) -> usize {
        (self.position >> 1) as usize
    }

    fn may_capture(self) -> bool {
        self.position & 1 != 0
    }

    fn slot(self) -> usize {
        (self.place >> 51) as usize
    }

    fn entry(self) -> Entry {
        Entry { part: (self.place >> 48 & 7) as u8, index: self.place & ((1 << 48) - 1) }
    }
}

impl Tables {
    /// The values of many positions, as [`probe_wdl`](Tables::probe_wdl) has them, one answer for each position; positions
    /// beyond the answers, and answers beyond the positions, are left alone.
    ///
    /// Blocks are visited in order, each once. While the tables fit into the processor's cache this is no faster than single
    /// probes (`bench/record/tables.md` in the repository).
    ///
    /// ```
    /// use philidor::Position;
    /// use philidor_tables::{Wdl, syzygy::Tables};
    ///
    /// let positions: Vec<Position> =
    ///     ["8/8/4k3/8/8/3K4/8/8 w - - 0 1", "8/8/4k3/8/8/3K4/8/7N b - - 0 1"].map(str::parse).into_iter().collect::<Result<_, _>>()?;
    /// let mut answers = [const { Ok(Wdl::Loss) }; 2];
    /// Tables::new().probe_wdl_batch(&positions, &mut answers);
    /// assert!(matches!(answers[0], Ok(Wdl::Draw)));
    /// assert!(answers[1].is_err()); // KNvK.rtbw is missing
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn probe_wdl_batch(&self, positions: &[Position], answers: &mut [Result<Wdl, ProbeError>]) {
        let mut requests = Vec::with_capacity(positions.len().min(AT_ONCE));
        for (positions, answers) in positions.chunks(AT_ONCE).zip(answers.chunks_mut(AT_ONCE)) {
            requests.clear();
            for (index, (position, answer)) in positions.iter().zip(&mut *answers).enumerate() {
                match self.request(position, index as u32) {
                    Ok(Some(request)) => requests.push(request),
                    Ok(None) => *answer = Ok(Wdl::Draw),
                    Err(error) => *answer = Err(error),
                }
            }
            requests.sort_unstable();
            for same_table in requests.chunk_by(|one, next| one.slot() == next.slot()) {
                self.answer(same_table, positions, answers);
            }
        }
    }

    /// Where the value of a position is stored; `None` if it has only kings.
    fn request(&self, position: &Position, index: u32) -> Result<Option<Request>, ProbeError> {
        check(position)?;
        let board = position.board();
        if are_only_kings(board) {
            return Ok(None);
        }
        let (slot, is_flipped) = self.find_slot(board, Metric::Wdl)?;
        let (material, lazy) = self.wdl_of(slot);
        let entry = lazy.get(material, Metric::Wdl)?.entry(board, position.side_to_move(), is_flipped);
        Ok(Some(Request::new(slot, entry, index, may_capture(position))))
    }

    /// Answers the requests of one table, which are in order.
    fn answer(&self, requests: &[Request], positions: &[Position], answers: &mut [Result<Wdl, ProbeError>]) {
        let Some(first) = requests.first() else { return };
        let (material, lazy) = self.wdl_of(first.slot());
        let table = match lazy.get(material, Metric::Wdl) {
            Ok(table) => table,
            Err(error) => {
                return requests.iter().for_each(|request| answers[request.position()] = Err(error.clone()));
            }
        };
        let mut cursor = Cursor::default();
        for request in requests {
            let stored = stored(table, request.entry(), &mut cursor, lazy, material);
            answers[request.position()] = match stored {
                Ok(wdl) if wdl != Wdl::Win && request.may_capture() => {
                    self.resolve(&positions[request.position()], wdl).map(|(wdl, _)| wdl)
                }
                other => other,
            };
        }
    }
}

fn stored(
    table: &Table,
    entry: Entry,
    cursor: &mut Cursor,
    lazy: &Lazy,
    material: &Material,
) -> Result<Wdl, ProbeError> {
    table.wdl_after(entry, cursor).map_err(|fault| lazy.error(fault, material, Metric::Wdl))
}
