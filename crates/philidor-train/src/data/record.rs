//! One reader and one writer for all formats: a file is records, each a game or a position.
//!
//! ```text
//! file ── Reader ──► Record ── into_format ──► Record … ── Writer ──► file
//! ```
//!
//! A record keeps its bytes: what is written in the format in which it was read is the same byte for byte.

use std::io::{self, BufRead, Write};

use super::binpack::{self, Block};
use super::error::{DataError, DataErrorKind};
use super::filter::Filter;
use super::format::{BINPACK_MARK, Format};
use super::packed_board;
use super::scored_game::{ScoredGame, ScoredPosition};
use super::source::{Fault, Source};
use super::{TrainingPosition, bulletformat, text, viriformat};

/// A game, or a position without its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sample {
    /// A game.
    Game(ScoredGame),
    /// A position.
    Position(ScoredPosition),
}

/// A game or position with its bytes in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What the bytes mean.
    pub sample: Sample,
    /// The format that they have.
    pub format: Format,
    /// The bytes.
    pub bytes: Vec<u8>,
}

impl Record {
    fn of_game(game: ScoredGame, format: Format) -> Record {
        let mut bytes = Vec::new();
        if format == Format::Binpack {
            binpack::write_game(&game, &mut bytes);
        } else {
            // Writing to memory does not fail.
            let _ = viriformat::write(&game, &mut bytes);
        }
        Record { sample: Sample::Game(game), format, bytes }
    }

    fn of_position(scored: ScoredPosition, format: Format) -> Record {
        let ScoredPosition { position, score, outcome } = scored;
        let bytes = match format {
            Format::Bulletformat => TrainingPosition::new(&position, score, outcome).to_bytes().to_vec(),
            Format::Text => {
                let mut line = Vec::new();
                let _ = text::write(&scored, &mut line);
                line
            }
            _ => packed_board::write(&position, score, outcome).to_vec(),
        };
        Record { sample: Sample::Position(scored), format, bytes }
    }

    /// Converts to another format, without what a filter drops. A game becomes its positions in a format of positions,
    /// and the stretches that are kept in a format of games. A position is not a game, so a format of games gets
    /// nothing from it, nor does binpack from a game without moves.
    pub fn into_format(self, format: Format, filter: Option<&Filter>, each: &mut dyn FnMut(Record)) {
        let Record { sample, format: own, bytes } = self;
        match sample {
            Sample::Game(game) if format.has_games() => match filter {
                None if own == format => each(Record { sample: Sample::Game(game), format, bytes }),
                // Binpack keeps a position with the move played there, so it has no game without moves.
                None if format == Format::Binpack && game.moves.is_empty() => {}
                None => each(Record::of_game(game, format)),
                Some(filter) => {
                    filter.stretches(&game).into_iter().for_each(|game| each(Record::of_game(game, format)));
                }
            },
            Sample::Game(game) => {
                let kept = game.positions().zip(&game.moves).enumerate().filter(|(ply, (scored, mv))| {
                    filter.is_none_or(|filter| filter.keeps(*ply, &scored.position, mv))
                });
                kept.for_each(|(_, (scored, _))| each(Record::of_position(scored, format)));
            }
            Sample::Position(scored) => {
                if format.has_games() || filter.is_some_and(|filter| !filter.keeps_position(&scored)) {
                    return;
                }
                each(if own == format {
                    Record { sample: Sample::Position(scored), format, bytes }
                } else {
                    Record::of_position(scored, format)
                });
            }
        }
    }

    /// The positions to learn from; those of a game with [mixed scores](ScoredGame::mixed_scores), in which later ones
    /// have the share `later`.
    pub fn training_positions(&self, filter: &Filter, later: f32) -> Vec<TrainingPosition> {
        match &self.sample {
            Sample::Game(game) => filter.positions(game, later).collect(),
            Sample::Position(scored) if filter.keeps_position(scored) => {
                vec![TrainingPosition::new(&scored.position, scored.score, scored.outcome)]
            }
            Sample::Position(_) => Vec::new(),
        }
    }

    /// A number that is the same for the same position, or for the same moves from the same position; scores and
    /// results do not matter.
    #[must_use]
    pub fn key(&self) -> u64 {
        match &self.sample {
            Sample::Position(scored) => scored.position.key(),
            Sample::Game(game) => game.moves.iter().fold(game.start.key(), |key, scored| {
                let digest = u64::from(scored.mv.digest().0);
                (key.rotate_left(5) ^ digest).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            }),
        }
    }
}

/// Reads records one by one.
///
/// ```
/// use philidor_train::data::{Format, Reader, Record, Sample};
///
/// let text = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1 | 150 | 1.0\n4k3/8/8/8/8/8/p7/4K3 w - - 0 1 | -120 | 0.5\n";
/// let records: Result<Vec<Record>, _> = Reader::new(Format::Text, text.as_bytes()).collect();
/// let scores = records?.into_iter().map(|record| match record.sample {
///     Sample::Position(scored) => scored.score,
///     Sample::Game(_) => unreachable!("text has positions"),
/// });
/// assert!(scores.eq([150, -120]));
/// # Ok::<(), philidor_train::data::DataError>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    format: Format,
    source: Source<R>,
    block: Block,
    /// Records begun.
    records: u64,
    is_over: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads records from here on.
    pub fn new(format: Format, input: R) -> Reader<R> {
        Reader { format, source: Source::new(input), block: Block::default(), records: 0, is_over: false }
    }

    /// How many bytes the records read so far take.
    pub fn offset(&self) -> u64 {
        if self.block.is_empty() { self.source.offset } else { self.block.offset() }
    }

    /// The next record; `None` where the format leaves out a record, as for an empty line.
    fn read(&mut self) -> Result<Option<Sample>, Fault> {
        let Reader { source, block, .. } = self;
        source.record.clear();
        let begin = source.offset;
        let sample = match self.format {
            Format::Viriformat => Sample::Game(viriformat::read(source)?),
            Format::Binpack => {
                if block.is_empty() {
                    block.fill(source)?;
                    return Ok(None);
                }
                Sample::Game(block.game(&mut source.record)?)
            }
            Format::Marlinformat => {
                let bytes = source.take()?;
                let (position, score, outcome) =
                    packed_board::read(&bytes).map_err(|fault| fault.at(begin))?;
                Sample::Position(ScoredPosition { position, score, outcome })
            }
            Format::Bulletformat => {
                let bytes = source.take()?;
                Sample::Position(bulletformat::read(&bytes).map_err(|fault| fault.at(begin))?)
            }
            Format::Text => match text::read(source)? {
                Some(scored) => Sample::Position(scored),
                None => return Ok(None),
            },
        };
        Ok(Some(sample))
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Record, DataError>;

    /// The next record. After one that is wrong, reading resumes: in viriformat after the end of the game, in binpack
    /// at the next block. After the end of the file, or an error of it, there are none.
    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_over {
            let begin = self.offset();
            let read = match self.source.is_at_end() {
                Ok(true) if self.block.is_empty() => match self.block.end() {
                    Ok(()) => break,
                    Err(fault) => Err(fault),
                },
                Ok(_) => self.read(),
                Err(error) => Err(Fault { offset: begin, kind: DataErrorKind::Io(error) }),
            };
            let format = self.format;
            match read {
                Ok(None) => {}
                Ok(Some(sample)) => {
                    self.records += 1;
                    let mut bytes = self.source.record.clone();
                    if format == Format::Text && !bytes.ends_with(b"\n") {
                        bytes.push(b'\n');
                    }
                    return Some(Ok(Record { sample, format, bytes }));
                }
                Err(Fault { offset, kind }) => {
                    self.records += 1;
                    self.is_over = kind.is_last();
                    return Some(Err(DataError { format, record: self.records, begin, offset, kind }));
                }
            }
        }
        self.is_over = true;
        None
    }
}

/// The size at which a block of binpack is written, in bytes.
const BLOCK: usize = 1 << 20;

/// Writes records of a format.
#[derive(Debug)]
pub struct Writer<W> {
    format: Format,
    output: W,
    /// The games of a block of binpack.
    block: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// Writes to an output, which should be buffered.
    pub fn new(format: Format, output: W) -> Writer<W> {
        Writer { format, output, block: Vec::new() }
    }

    /// Writes the bytes of one record of this format.
    ///
    /// # Errors
    ///
    /// If the output cannot be written to.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.format != Format::Binpack {
            return self.output.write_all(bytes);
        }
        self.block.extend_from_slice(bytes);
        if self.block.len() >= BLOCK { self.end_block() } else { Ok(()) }
    }

    fn end_block(&mut self) -> io::Result<()> {
        if self.block.is_empty() {
            return Ok(());
        }
        let length = u32::try_from(self.block.len()).map_err(io::Error::other)?;
        self.output.write_all(BINPACK_MARK)?;
        self.output.write_all(&length.to_le_bytes())?;
        self.output.write_all(&self.block)?;
        self.block.clear();
        Ok(())
    }

    /// Writes what is left, and gives the output back.
    ///
    /// # Errors
    ///
    /// If the output cannot be written to.
    pub fn finish(mut self) -> io::Result<W> {
        self.end_block()?;
        self.output.flush()?;
        Ok(self.output)
    }
}
