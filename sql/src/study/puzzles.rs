//! Lichess's puzzles (database.lichess.org, `lichess_db_puzzle.csv.zst`): a line of CSV for each.
//!
//! ```text
//! PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
//! 00008,r6k/pp2r2p/… b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1801,75,94,6903,crushing hangingPiece long middlegame,…
//!       └ before the mistake    └──┘ └─────────────────────── the solution, from the position to solve
//!                               the mistake
//! ```
//!
//! `key` and `position` are those of the position to solve, so that puzzles join games and evaluations.

use std::sync::Arc;

use anyhow::Result;
use arrow::array::{ArrayRef, BinaryBuilder, Int32Builder, ListBuilder, StringBuilder, UInt16Builder};
use arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use csv::{ReaderBuilder, StringRecord};

use super::rows::{Positions, Table, played, position};

/// The columns of a file, in the order of one without a header.
const COLUMNS: [&str; 10] = [
    "PuzzleId",
    "FEN",
    "Moves",
    "Rating",
    "RatingDeviation",
    "Popularity",
    "NbPlays",
    "Themes",
    "GameUrl",
    "OpeningTags",
];

/// A growing table of puzzles.
pub(super) struct Puzzles {
    /// The place of each of [`COLUMNS`] in a line; `None` if the header lacks it.
    places: [Option<usize>; 10],
    ids: StringBuilder,
    positions: Positions,
    solutions: BinaryBuilder,
    setup_fens: StringBuilder,
    setup_moves: UInt16Builder,
    numbers: [Int32Builder; 4],
    themes: ListBuilder<StringBuilder>,
    urls: StringBuilder,
    opening_tags: ListBuilder<StringBuilder>,
}

/// The type of a list of words.
fn words() -> DataType {
    DataType::List(Arc::new(Field::new_list_field(DataType::Utf8, true)))
}

impl Table for Puzzles {
    const NAME: &'static str = "puzzles";
    const ROW: &'static str = "puzzle";
    const HEADER: Option<&'static str> = Some("PuzzleId,");

    fn new(header: &str) -> Result<Puzzles, String> {
        let mut places = std::array::from_fn(Some);
        if !header.is_empty() {
            let names = record(header)?;
            places = COLUMNS.map(|wanted| names.iter().position(|name| name == wanted));
            let mut needed = COLUMNS.iter().zip(&places).take(3);
            if let Some((missing, _)) = needed.find(|(_, place)| place.is_none()) {
                return Err(format!("the header has no column {missing}"));
            }
        }
        Ok(Puzzles {
            places,
            ids: StringBuilder::new(),
            positions: Positions::default(),
            solutions: BinaryBuilder::new(),
            setup_fens: StringBuilder::new(),
            setup_moves: UInt16Builder::new(),
            numbers: Default::default(),
            themes: ListBuilder::new(StringBuilder::new()),
            urls: StringBuilder::new(),
            opening_tags: ListBuilder::new(StringBuilder::new()),
        })
    }

    fn schema() -> SchemaRef {
        let [key, position] = Positions::fields();
        let whole = |name, data_type| Field::new(name, data_type, false);
        let number = |name| Field::new(name, DataType::Int32, true);
        Arc::new(Schema::new(vec![
            whole("id", DataType::Utf8),
            key,
            position,
            whole("solution", DataType::Binary),
            whole("setup_fen", DataType::Utf8),
            whole("setup_move", DataType::UInt16),
            number("rating"),
            number("rating_deviation"),
            number("popularity"),
            number("plays"),
            whole("themes", words()),
            Field::new("game_url", DataType::Utf8, true),
            whole("opening_tags", words()),
        ]))
    }

    fn take(&mut self, line: &str) -> Result<(), String> {
        let fields = record(line)?;
        let field =
            |column: usize| self.places[column].and_then(|place| fields.get(place)).unwrap_or_default();
        let before = position(field(1))?;
        let (mistake, solution) =
            field(2).split_once(' ').ok_or_else(|| format!("`{}` is not two moves or more", field(2)))?;
        let mv = before.parse_uci(mistake).map_err(|error| error.to_string())?;
        let position = before.after(mv);
        let solution = played(&position, solution)?;
        let number = |column: usize| match field(column) {
            "" => Ok(None),
            text => {
                text.parse().map(Some).map_err(|_| format!("{}: `{text}` is not a number", COLUMNS[column]))
            }
        };
        let numbers = [number(3)?, number(4)?, number(5)?, number(6)?];

        self.ids.append_value(field(0));
        self.positions.push(&position);
        self.solutions.append_value(solution);
        self.setup_fens.append_value(field(1));
        self.setup_moves.append_value(mv.digest().0);
        for (builder, number) in self.numbers.iter_mut().zip(numbers) {
            builder.append_option(number);
        }
        for (list, column) in [(&mut self.themes, 7), (&mut self.opening_tags, 9)] {
            field(column).split_ascii_whitespace().for_each(|word| list.values().append_value(word));
            list.append(true);
        }
        self.urls.append_option(Some(field(8)).filter(|url| !url.is_empty()));
        Ok(())
    }

    fn finish(mut self) -> Result<Vec<ArrayRef>> {
        let [key, position] = self.positions.finish()?;
        let mut columns: Vec<ArrayRef> = vec![
            Arc::new(self.ids.finish()),
            key,
            position,
            Arc::new(self.solutions.finish()),
            Arc::new(self.setup_fens.finish()),
            Arc::new(self.setup_moves.finish()),
        ];
        for mut numbers in self.numbers {
            columns.push(Arc::new(numbers.finish()));
        }
        columns.push(Arc::new(self.themes.finish()));
        columns.push(Arc::new(self.urls.finish()));
        columns.push(Arc::new(self.opening_tags.finish()));
        Ok(columns)
    }
}

/// The fields of a line.
fn record(line: &str) -> Result<StringRecord, String> {
    let mut fields = StringRecord::new();
    let mut reader = ReaderBuilder::new().has_headers(false).from_reader(line.as_bytes());
    match reader.read_record(&mut fields) {
        Ok(true) => Ok(fields),
        Ok(false) => Err("no fields".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}
