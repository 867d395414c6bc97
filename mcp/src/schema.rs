//! What a tool accepts, as JSON Schema, and whether arguments conform to it.
//!
//! The schema is derived from the type of the arguments and made plain, since many clients know only a part of JSON
//! Schema. It is then the single source of truth for names, types and bounds: arguments are validated against it, so
//! that a refusal names what is wrong.

use std::sync::Arc;

use rmcp::handler::server::tool::schema_for_type;
use rmcp::model::JsonObject;
use rmcp::schemars::JsonSchema;
use serde_json::{Number, Value};

/// The schema of the arguments.
pub(super) fn of<T: JsonSchema + 'static>() -> Arc<JsonObject> {
    let mut schema = schema_for_type::<T>().as_ref().clone();
    for name in ["$schema", "title", "description"] {
        schema.remove(name);
    }
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.values_mut().filter_map(Value::as_object_mut).for_each(make_plain);
    }
    Arc::new(schema)
}

/// Leaves out what most clients do not know: that a value may be null, and formats of Rust's numbers.
fn make_plain(property: &mut JsonObject) {
    for name in ["format", "default"] {
        property.remove(name);
    }
    if let Some(Value::Object(values)) = property.get_mut("additionalProperties") {
        make_plain(values);
    }
    if let Some(types) = property.get_mut("type")
        && let Some(first) = types.as_array().and_then(|types| types.iter().find(|&name| name != "null"))
    {
        *types = first.clone();
    }
}

/// Arguments that conform to a schema, without those that are null, and with whole numbers such as 5.0 as integers.
///
/// # Errors
///
/// What is wrong with one of them.
pub(super) fn judged(schema: &JsonObject, arguments: JsonObject) -> Result<JsonObject, String> {
    let none = JsonObject::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
    let mut judged = JsonObject::new();
    for (name, value) in arguments.into_iter().filter(|(_, value)| !value.is_null()) {
        let Some(property) = properties.get(&name) else {
            let known: Vec<&str> = properties.keys().map(String::as_str).collect();
            let name = philidor_program::positions::shown_move(&name);
            return Err(format!("unknown argument `{name}`, expected one of {}", known.join(", ")));
        };
        let value = judged_value(property, value).map_err(|wanted| format!("`{name}` must be {wanted}"))?;
        judged.insert(name, value);
    }
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    match required.filter_map(Value::as_str).find(|&name| !judged.contains_key(name)) {
        Some(name) => Err(format!("the argument `{name}` is missing")),
        None => Ok(judged),
    }
}

/// A value that conforms to its schema; the error says what is wanted.
fn judged_value(property: &Value, value: Value) -> Result<Value, String> {
    match (property["type"].as_str(), value) {
        (Some("string"), Value::String(text)) => match property["enum"].as_array() {
            Some(words) if !words.contains(&Value::String(text.to_lowercase())) => {
                let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
                Err(format!("one of: {}", words.join(", ")))
            }
            Some(_) => Ok(Value::String(text.to_lowercase())),
            None => Ok(Value::String(text)),
        },
        (Some("string"), Value::Array(_)) => Err("a text, such as \"e4 e5\", not a list".to_owned()),
        (Some("string"), _) => Err("a text".to_owned()),
        (Some("integer"), Value::Number(number)) => {
            let (min, max) = (&property["minimum"], &property["maximum"]);
            let bounds = (min.as_u64().unwrap_or(0), max.as_u64().unwrap_or(u64::MAX));
            let whole = whole(&number).filter(|number| (bounds.0..=bounds.1).contains(number));
            whole.map(Value::from).ok_or_else(|| format!("a whole number from {} to {}", bounds.0, bounds.1))
        }
        (Some("integer"), _) => Err("a whole number".to_owned()),
        (Some("boolean"), value) if !value.is_boolean() => Err("true or false".to_owned()),
        (Some("object"), Value::Object(values)) => {
            let judged = values.into_iter().map(|(name, value)| {
                let shown = philidor_program::positions::shown_move(&name);
                let value = judged_value(&property["additionalProperties"], value);
                value
                    .map(|value| (name, value))
                    .map_err(|wanted| format!("an object with `{shown}` as {wanted}"))
            });
            judged.collect::<Result<JsonObject, String>>().map(Value::Object)
        }
        (Some("object"), _) => Err("an object".to_owned()),
        (Some("array"), value) if !value.is_array() => Err("a list".to_owned()),
        (_, value) => Ok(value),
    }
}

/// A number without a fraction; some clients write 5 as 5.0.
fn whole(number: &Number) -> Option<u64> {
    let rounded = || number.as_f64().filter(|number| number.fract() == 0.0 && (0.0..1e15).contains(number));
    number.as_u64().or_else(|| rounded().map(|number| number as u64))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn schema() -> JsonObject {
        let schema = json!({
            "properties": {
                "fen": {"type": "string"},
                "depth": {"type": "integer", "minimum": 1, "maximum": 9},
                "variant": {"type": "string", "enum": ["chess", "atomic"]},
                "divide": {"type": "boolean"},
            },
            "required": ["depth"],
        });
        schema.as_object().cloned().unwrap_or_default()
    }

    fn judge(arguments: Value) -> Result<Value, String> {
        judged(&schema(), arguments.as_object().cloned().unwrap_or_default()).map(Value::Object)
    }

    #[test]
    fn what_clients_write_differently_is_understood() {
        let given = json!({"depth": 5.0, "fen": "e4 e5", "variant": "Atomic", "divide": null});
        assert_eq!(judge(given), Ok(json!({"depth": 5, "fen": "e4 e5", "variant": "atomic"})));
    }

    #[test]
    fn what_is_wrong_is_named_with_what_is_wanted() {
        for (given, wanted) in [
            (json!({}), "the argument `depth` is missing"),
            (json!({"depth": 0}), "`depth` must be a whole number from 1 to 9"),
            (json!({"depth": u64::MAX}), "`depth` must be a whole number from 1 to 9"),
            (json!({"depth": -1}), "`depth` must be a whole number from 1 to 9"),
            (json!({"depth": 1.5}), "`depth` must be a whole number from 1 to 9"),
            (json!({"depth": "3"}), "`depth` must be a whole number"),
            (json!({"depth": 1, "fen": 5}), "`fen` must be a text"),
            (json!({"depth": 1, "fen": ["e4"]}), "`fen` must be a text, such as \"e4 e5\", not a list"),
            (json!({"depth": 1, "variant": "go"}), "`variant` must be one of: chess, atomic"),
            (json!({"depth": 1, "divide": "yes"}), "`divide` must be true or false"),
        ] {
            assert_eq!(judge(given.clone()), Err(wanted.to_owned()), "{given}");
        }
        let unknown = judge(json!({"depth": 1, "moove": "e4"})).expect_err("no such argument");
        assert!(unknown.starts_with("unknown argument `moove`, expected one of "), "{unknown}");
    }
}
