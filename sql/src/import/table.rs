//! The tables: their columns, and rows put into them.
//!
//! ```text
//! games       id  file  offset  Event … TimeControl  ply_count  moves  start_fen  clocks  evaluations  nags
//!             annotated_movetext  tags  final_material  white_left  black_left  home_pawns  line
//!             opening_eco  opening_name  opening_ply
//! positions   game  ply  key  position  move
//! rejects     file  offset  game  ply  error_offset  text  reason
//! ```
//!
//! `moves` has the digests of the library, two bytes per move, lower byte first; [`philidor::MoveDigest`] documents the
//! bits. A digest and the position before it give the move. `clocks`, in hundredths of a second, and `evaluations` have
//! an element for each move, and are null if a game has none.

use std::sync::Arc;

use anyhow::Result;
use arrow::array::{
    Array, ArrayRef, BinaryBuilder, Int32Array, Int32Builder, Int64Builder, ListArray, NullBufferBuilder,
    RecordBatch, StringBuilder, StructArray, UInt8Builder, UInt32Builder,
};
use arrow::buffer::{NullBuffer, OffsetBuffer};
use arrow::datatypes::{DataType, Field, Fields, Schema, SchemaRef};
use philidor::binary::PackedPosition;
use philidor_pgn::{Eval, EvalScore};

use super::game::GameRow;
use super::signature::{self, Signatures};
use super::tags;

/// A field that may be null.
fn field(name: &str, data_type: DataType) -> Field {
    Field::new(name, data_type, true)
}

/// A field that is never null.
fn whole(name: &str, data_type: DataType) -> Field {
    Field::new(name, data_type, false)
}

fn list(of: DataType) -> DataType {
    DataType::List(Arc::new(Field::new_list_field(of, true)))
}

fn evaluation() -> Fields {
    vec![
        field("centipawns", DataType::Int32),
        field("mate", DataType::Int32),
        field("depth", DataType::UInt32),
    ]
    .into()
}

fn nag() -> Fields {
    vec![whole("ply", DataType::Int32), whole("nag", DataType::UInt8)].into()
}

fn tag() -> Fields {
    vec![whole("name", DataType::Utf8), whole("value", DataType::Utf8)].into()
}

/// The columns of games except those of [`place_fields`].
fn read_fields() -> Vec<Field> {
    let mut fields = vec![whole("offset", DataType::Int64)];
    fields.extend(tags::fields());
    fields.extend([
        whole("ply_count", DataType::Int32),
        whole("moves", DataType::Binary),
        field("start_fen", DataType::Utf8),
        field("clocks", list(DataType::Int32)),
        field("evaluations", list(DataType::Struct(evaluation()))),
        field("nags", list(DataType::Struct(nag()))),
        field("annotated_movetext", DataType::Utf8),
        field("tags", list(DataType::Struct(tag()))),
    ]);
    fields.extend(signature::fields());
    fields
}

/// The columns that follow from the order of games.
fn place_fields() -> Vec<Field> {
    vec![whole("id", DataType::Int64), whole("file", DataType::Utf8)]
}

/// The columns of games read from a part of a file.
fn read_games() -> SchemaRef {
    Arc::new(Schema::new(read_fields()))
}

/// The columns of games.
pub(crate) fn games() -> SchemaRef {
    Arc::new(Schema::new([place_fields(), read_fields()].concat()))
}

/// The columns of positions.
pub(super) fn positions() -> SchemaRef {
    Arc::new(Schema::new(vec![
        whole("game", DataType::Int64),
        whole("ply", DataType::Int32),
        whole("key", DataType::UInt64),
        whole("position", DataType::FixedSizeBinary(PackedPosition::BYTES as i32)),
        field("move", DataType::UInt16),
    ]))
}

/// The columns of rejects.
pub(super) fn rejects() -> SchemaRef {
    Arc::new(Schema::new(vec![
        whole("file", DataType::Utf8),
        whole("offset", DataType::Int64),
        field("game", DataType::Int64),
        field("ply", DataType::Int32),
        whole("error_offset", DataType::Int64),
        field("text", DataType::Utf8),
        whole("reason", DataType::Utf8),
    ]))
}

/// Where the lists of a growing column begin.
#[derive(Default)]
struct Lists {
    lengths: Vec<usize>,
    valid: Vec<bool>,
}

impl Lists {
    /// Adds a list with this many elements, or null.
    fn append(&mut self, length: Option<usize>) {
        self.lengths.push(length.unwrap_or(0));
        self.valid.push(length.is_some());
    }

    /// Joins the lists with their elements.
    fn finish(self, values: ArrayRef) -> Result<ArrayRef> {
        let field = Field::new_list_field(values.data_type().clone(), true);
        let offsets = OffsetBuffer::from_lengths(self.lengths);
        Ok(Arc::new(ListArray::try_new(
            Arc::new(field),
            offsets,
            values,
            Some(NullBuffer::from(self.valid)),
        )?))
    }
}

/// A growing table of games.
pub(super) struct Games {
    offsets: Int64Builder,
    tags: tags::Builders,
    ply_counts: Int32Builder,
    moves: BinaryBuilder,
    start_fens: StringBuilder,
    clock_lists: Lists,
    clocks: Clocks,
    eval_lists: Lists,
    evals: Evaluations,
    nag_lists: Lists,
    nag_plies: Int32Builder,
    nags: UInt8Builder,
    annotated: StringBuilder,
    tag_lists: Lists,
    tag_names: StringBuilder,
    tag_values: StringBuilder,
    signatures: Signatures,
}

/// The elements of the clocks: one for nearly every move, and hardly any of them null.
struct Clocks {
    values: Vec<i32>,
    valid: NullBufferBuilder,
}

impl Default for Clocks {
    fn default() -> Clocks {
        Clocks { values: Vec::new(), valid: NullBufferBuilder::new(0) }
    }
}

impl Clocks {
    /// Adds those of a game with this many moves; the last moves may have none.
    fn append(&mut self, clocks: &[Option<i32>], plies: usize) {
        self.values.extend(clocks.iter().map(|clock| clock.unwrap_or_default()));
        if clocks.iter().all(Option::is_some) {
            self.valid.append_n_non_nulls(clocks.len());
        } else {
            clocks.iter().for_each(|clock| self.valid.append(clock.is_some()));
        }
        let unsaid = plies - clocks.len();
        self.values.extend(std::iter::repeat_n(0, unsaid));
        self.valid.append_n_nulls(unsaid);
    }

    fn finish(mut self) -> Result<ArrayRef> {
        Ok(Arc::new(Int32Array::try_new(self.values.into(), self.valid.finish())?))
    }
}

/// The elements of the evaluations.
#[derive(Default)]
struct Evaluations {
    centipawns: Int32Builder,
    mates: Int32Builder,
    depths: UInt32Builder,
    valid: Vec<bool>,
}

impl Evaluations {
    fn append(&mut self, eval: Option<Eval>) {
        let (centipawns, mate) = match eval.map(|eval| eval.score) {
            Some(EvalScore::Centipawns(value)) => (Some(value), None),
            Some(EvalScore::Mate(moves)) => (None, Some(moves)),
            None => (None, None),
        };
        self.centipawns.append_option(centipawns);
        self.mates.append_option(mate);
        self.depths.append_option(eval.and_then(|eval| eval.depth));
        self.valid.push(eval.is_some());
    }

    fn finish(mut self) -> Result<ArrayRef> {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.centipawns.finish()),
            Arc::new(self.mates.finish()),
            Arc::new(self.depths.finish()),
        ];
        Ok(Arc::new(StructArray::try_new(evaluation(), columns, Some(NullBuffer::from(self.valid)))?))
    }
}

impl Games {
    /// A table without rows.
    pub(super) fn new() -> Games {
        Games {
            offsets: Int64Builder::new(),
            tags: tags::Builders::new(),
            ply_counts: Int32Builder::new(),
            moves: BinaryBuilder::new(),
            start_fens: StringBuilder::new(),
            clock_lists: Lists::default(),
            clocks: Clocks::default(),
            eval_lists: Lists::default(),
            evals: Evaluations::default(),
            nag_lists: Lists::default(),
            nag_plies: Int32Builder::new(),
            nags: UInt8Builder::new(),
            annotated: StringBuilder::new(),
            tag_lists: Lists::default(),
            tag_names: StringBuilder::new(),
            tag_values: StringBuilder::new(),
            signatures: Signatures::default(),
        }
    }

    /// Adds a game that begins at an offset of its file.
    pub(super) fn append(&mut self, offset: u64, game: &GameRow, annotated: Option<&str>) {
        self.offsets.append_value(signed(offset));
        self.tags.append(&game.tags);
        self.ply_counts.append_value(game.ply_count());
        self.moves.append_value(&game.moves);
        self.start_fens.append_option(Some(&game.start_fen).filter(|fen| !fen.is_empty()));

        let (plies, clocks, evals) = (game.plies(), &game.clocks.0, &game.evals.0);
        self.clock_lists.append(Some(plies).filter(|_| !clocks.is_empty()));
        if !clocks.is_empty() {
            self.clocks.append(clocks, plies);
        }
        self.eval_lists.append(Some(plies).filter(|_| !evals.is_empty()));
        if !evals.is_empty() {
            let unsaid = std::iter::repeat_n(None, plies - evals.len());
            evals.iter().copied().chain(unsaid).for_each(|eval| self.evals.append(eval));
        }
        self.nag_lists.append(Some(game.nags.len()).filter(|&nags| nags > 0));
        for &(ply, nag) in &game.nags {
            self.nag_plies.append_value(ply);
            self.nags.append_value(nag);
        }
        self.annotated.append_option(annotated);
        let others = game.tags.others();
        self.tag_lists.append(Some(others.len()).filter(|&tags| tags > 0));
        for (name, value) in others {
            self.tag_names.append_value(name);
            self.tag_values.append_value(value);
        }
        self.signatures.append(game);
    }

    /// The table.
    pub(super) fn finish(mut self) -> Result<RecordBatch> {
        let mut columns: Vec<ArrayRef> = vec![Arc::new(self.offsets.finish())];
        columns.extend(self.tags.finish());
        let nags: Vec<ArrayRef> = vec![Arc::new(self.nag_plies.finish()), Arc::new(self.nags.finish())];
        let tags: Vec<ArrayRef> = vec![Arc::new(self.tag_names.finish()), Arc::new(self.tag_values.finish())];
        columns.push(Arc::new(self.ply_counts.finish()));
        columns.push(Arc::new(self.moves.finish()));
        columns.push(Arc::new(self.start_fens.finish()));
        columns.push(self.clock_lists.finish(self.clocks.finish()?)?);
        columns.push(self.eval_lists.finish(self.evals.finish()?)?);
        columns.push(self.nag_lists.finish(Arc::new(StructArray::try_new(nag(), nags, None)?))?);
        columns.push(Arc::new(self.annotated.finish()));
        columns.push(self.tag_lists.finish(Arc::new(StructArray::try_new(tag(), tags, None)?))?);
        columns.extend(self.signatures.finish());
        Ok(RecordBatch::try_new(read_games(), columns)?)
    }
}

/// A table of games with the columns that follow from their order.
pub(super) fn placed(ids: ArrayRef, files: ArrayRef, games: &RecordBatch) -> Result<RecordBatch> {
    let columns = [vec![ids, files], games.columns().to_vec()].concat();
    Ok(RecordBatch::try_new(self::games(), columns)?)
}

/// Something that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reject {
    pub(super) file: Arc<str>,
    /// Where the game begins.
    pub(super) offset: u64,
    /// The number that it would have in the table of games; `None` for a file.
    pub(super) game: Option<u64>,
    /// The number of good half-moves.
    pub(super) ply: Option<i32>,
    /// Where the error is.
    pub(super) error_offset: u64,
    /// The text there.
    pub(super) text: Option<String>,
    pub(super) reason: String,
    /// Whether a game is lost, not a part of one.
    pub(super) is_bad: bool,
}

pub(super) fn rejects_table(rejects: &[Reject]) -> Result<RecordBatch> {
    let (mut files, mut texts, mut reasons) =
        (StringBuilder::new(), StringBuilder::new(), StringBuilder::new());
    let (mut offsets, mut games, mut errors) =
        (Int64Builder::new(), Int64Builder::new(), Int64Builder::new());
    let mut plies = Int32Builder::new();
    for reject in rejects {
        files.append_value(&reject.file);
        offsets.append_value(signed(reject.offset));
        games.append_option(reject.game.map(signed));
        plies.append_option(reject.ply);
        errors.append_value(signed(reject.error_offset));
        texts.append_option(reject.text.as_ref());
        reasons.append_value(&reject.reason);
    }
    let columns: Vec<ArrayRef> = vec![
        Arc::new(files.finish()),
        Arc::new(offsets.finish()),
        Arc::new(games.finish()),
        Arc::new(plies.finish()),
        Arc::new(errors.finish()),
        Arc::new(texts.finish()),
        Arc::new(reasons.finish()),
    ];
    Ok(RecordBatch::try_new(self::rejects(), columns)?)
}

/// A number of bytes or games in the type that most programs prefer; no file has 2⁶³ of them.
pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
