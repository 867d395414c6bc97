//! `philidor-sql functions`: the list, for people and for programs.

use std::io::{Write, stdout};

use datafusion::arrow::datatypes::DataType;
use serde_json::json;

use super::{FUNCTIONS, Function};
use crate::args::FunctionsArgs;
use crate::ending::Ending;

/// The text below the whole list.
const RULES: &str = "\
A position is a FEN or 32 bytes; a move is 16 bits, UCI or SAN. Null gives null, except as the start
of a game. Anything that is not a position or a move ends the statement with an error that names it;
each function has a form with the prefix try_, which gives null there. Functions that begin with tb_
ask Syzygy tables: query --tables DIR, or SET philidor.tables = 'DIR'.";

/// Writes the functions with their examples.
pub(crate) fn run(args: &FunctionsArgs) -> anyhow::Result<Ending> {
    let mut out = stdout().lock();
    let wanted = |name: &str| args.name.as_ref().is_none_or(|part| name.contains(part.as_str()));
    for function in FUNCTIONS.iter().filter(|function| wanted(function.name())) {
        if args.json {
            writeln!(out, "{}", in_json(function))?;
            continue;
        }
        writeln!(out, "{} → {}", function.usage(), in_words(&function.returns()))?;
        writeln!(out, "    {}.", function.about())?;
        for example in function.examples() {
            writeln!(out, "    {}  →  {}", example.call, example.value)?;
        }
        writeln!(out)?;
    }
    if args.name.is_none() && !args.json {
        writeln!(out, "{RULES}")?;
    }
    Ok(Ending::Done)
}

/// A function as a line of JSON.
fn in_json(function: &Function) -> serde_json::Value {
    let examples = function.examples().iter();
    json!({
        "name": function.name(),
        "usage": function.usage(),
        "returns": in_words(&function.returns()),
        "about": function.about(),
        "examples": examples.map(|each| json!({ "call": each.call, "value": each.value })).collect::<Vec<_>>(),
    })
}

/// A type as SQL names it.
fn in_words(data_type: &DataType) -> String {
    match data_type {
        DataType::Boolean => "boolean".to_owned(),
        DataType::Utf8 => "text".to_owned(),
        DataType::FixedSizeBinary(32) => "position".to_owned(),
        DataType::UInt16 => "move".to_owned(),
        DataType::Int8 | DataType::Int32 | DataType::UInt32 | DataType::UInt64 => "number".to_owned(),
        DataType::Decimal128(digits, _) => format!("number of {digits} digits"),
        DataType::List(item) => format!("list of {}", in_words(item.data_type())),
        DataType::Struct(fields) => {
            let named =
                fields.iter().map(|field| format!("{} {}", field.name(), in_words(field.data_type())));
            format!("({})", named.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}
