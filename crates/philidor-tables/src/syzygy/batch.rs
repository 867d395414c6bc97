//! Many positions at once: in the order of their values in the files, so that those in one block are unpacked together.
//!
//! ```text
//! positions ──► (file, subtable, index) ──► sorted ──► blocks in order ──► stored values ──► captures ──► answers
//!                                                        │ 3 │ 17 │ 18 │ 90 │
//!                                                        └──────────────────►   the cursor continues from the last value
//! ```
//!
//! Positions and answers are large, so they are visited in their own order. Only the blocks of the files and a byte for
//! each position are visited out of order, and those fit into the processor's cache.

use philidor::Position;

use super::pairs::Cursor;
use super::probe::{are_only_kings, check, may_capture};
use super::table::{Entry, Table};
use super::tables::Lazy;
use super::{Metric, ProbeError, Tables};
use crate::material::Material;
use crate::value::Wdl;

/// How many positions are sorted at once, which bounds the memory: 17 bytes for each.
const AT_ONCE: usize = if cfg!(test) { 32 } else { 1 << 18 };

/// A position that waits for its stored value: its place as one number, so that sorting compares no more than that.
///
/// ```text
///  63      51 50      48 47                  0
///   slot       subtable   index                     the index of seven pieces has 41 bits
/// ```
#[derive(Clone, Copy)]
struct Request {
    place: u64,
    position: u32,
}

impl Request {
    fn new(slot: usize, entry: Entry, position: u32) -> Request {
        let place = (slot as u64) << 51 | u64::from(entry.subtable) << 48 | entry.index;
        Request { place, position }
    }

    fn slot(self) -> usize {
        (self.place >> 51) as usize
    }

    fn entry(self) -> Entry {
        Entry { subtable: (self.place >> 48 & 7) as u8, index: self.place & ((1 << 48) - 1) }
    }
}

/// What is known of a position so far, in a byte. Until the stored value is found, a loss stands for it.
#[derive(Clone, Copy)]
enum Known {
    /// Its value: no capture is possible, or none can be better.
    Exact(Wdl),
    /// What is stored; a capture may be better.
    AtLeast(Wdl),
    /// It has its answer, an error.
    Answered,
}

impl Tables {
    /// The values of many positions, as [`probe_wdl`](Tables::probe_wdl) has them, one answer for each position.
    ///
    /// Blocks are visited in order, each once (`bench/record/tables.md` in the repository has what that brings).
    /// Distances have no such order: most of their time goes into the values after captures and moves of pawns.
    ///
    /// ```
    /// use philidor::Position;
    /// use philidor_tables::{Wdl, syzygy::Tables};
    ///
    /// let positions: Vec<Position> =
    ///     ["8/8/4k3/8/8/3K4/8/8 w - - 0 1", "8/8/4k3/8/8/3K4/8/7N b - - 0 1"].map(str::parse).into_iter().collect::<Result<_, _>>()?;
    /// let answers = Tables::new().probe_wdl_batch(&positions);
    /// assert!(matches!(answers[0], Ok(Wdl::Draw)));
    /// assert!(answers[1].is_err()); // KNvK.rtbw is missing
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn probe_wdl_batch(&self, positions: &[Position]) -> Vec<Result<Wdl, ProbeError>> {
        let mut answers = vec![Ok(Wdl::Draw); positions.len()];
        let (mut requests, mut known) = (Vec::new(), Vec::new());
        for (positions, answers) in positions.chunks(AT_ONCE).zip(answers.chunks_mut(AT_ONCE)) {
            requests.clear();
            known.clear();
            for (index, (position, answer)) in positions.iter().zip(&mut *answers).enumerate() {
                known.push(match self.request(position, index as u32) {
                    Ok(Some(request)) => {
                        requests.push(request);
                        if may_capture(position) {
                            Known::AtLeast(Wdl::Loss)
                        } else {
                            Known::Exact(Wdl::Loss)
                        }
                    }
                    Ok(None) => Known::Exact(Wdl::Draw),
                    Err(error) => {
                        *answer = self.win_or(position, error).map(|(value, _)| value);
                        Known::Answered
                    }
                });
            }
            requests.sort_unstable_by_key(|request| request.place);
            for same_table in requests.chunk_by(|one, next| one.slot() == next.slot()) {
                self.look_up(same_table, &mut known, answers);
            }
            for ((position, answer), known) in positions.iter().zip(answers).zip(&known) {
                match *known {
                    Known::Exact(value) => *answer = Ok(value),
                    Known::AtLeast(stored) => {
                        let value = self.resolve(position, stored);
                        *answer = value.or_else(|error| self.win_or(position, error)).map(|(value, _)| value);
                    }
                    Known::Answered => {}
                }
            }
        }
        answers
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
        Ok(Some(Request::new(slot, entry, index)))
    }

    /// Looks up what is stored for the requests of one table, which are in order.
    fn look_up(&self, requests: &[Request], known: &mut [Known], answers: &mut [Result<Wdl, ProbeError>]) {
        let Some(first) = requests.first() else { return };
        let (material, lazy) = self.wdl_of(first.slot());
        let table = lazy.get(material, Metric::Wdl);
        let mut cursor = Cursor::default();
        for request in requests {
            let index = request.position as usize;
            let stored = match &table {
                Ok(table) => stored(table, request.entry(), &mut cursor, lazy, material),
                Err(error) => Err(error.clone()),
            };
            known[index] = match (stored, known[index]) {
                (Ok(stored), Known::AtLeast(_)) if stored != Wdl::Win => Known::AtLeast(stored),
                (Ok(stored), _) => Known::Exact(stored),
                (Err(error), _) => {
                    answers[index] = Err(error);
                    Known::Answered
                }
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
