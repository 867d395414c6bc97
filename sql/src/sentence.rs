//! What an error of the engine says to people: a sentence, after its place in the statement where that is known.
//!
//! The engine formats some errors for debugging, puts the kind of each before it, and lists the types of a function
//! after what the function has said itself:
//!
//! ```text
//! SQL error: ParserError("Expected: an SQL statement, found: SELEC at Line: 1, Column: 1")
//! line 1, column 1: expected an SQL statement, found SELEC
//! ```

use datafusion::error::DataFusionError;

/// What a function has said itself stands between these two, in an error of the engine.
const SAID: [&str; 2] =
    [" user-defined coercion failed with: Error during planning: ", ". No function matches the given name"];

/// How an error of a function of the engine begins, and what divides it from the functions that there are.
const NO_FUNCTION: [&str; 2] = [
    "No function matches the given name and argument types '",
    "'. You might need to add explicit type casts.\n\tCandidate functions:\n",
];

/// The error as a sentence.
pub(crate) fn sentence(error: &DataFusionError) -> String {
    match error {
        DataFusionError::SQL(error, _) => parsing(&error.to_string()),
        DataFusionError::Plan(text) => planning(text),
        DataFusionError::Execution(text) | DataFusionError::Configuration(text) => text.clone(),
        DataFusionError::SchemaError(error, _) => error.to_string().replace('\n', " "),
        DataFusionError::ArrowError(error, _) => error.to_string(),
        DataFusionError::External(error) => error.to_string(),
        DataFusionError::Shared(error) => sentence(error),
        DataFusionError::Collection(errors) => errors.first().map_or_else(|| error.to_string(), sentence),
        // Rules of the engine, by their names, mean nothing to those who write statements.
        DataFusionError::Context(what, error) if is_of_a_rule(what) => sentence(error),
        DataFusionError::Context(what, error) => format!("{what}: {}", sentence(error)),
        DataFusionError::Diagnostic(diagnostic, error) => match diagnostic.span {
            Some(span) if !matches!(**error, DataFusionError::SQL(..)) => {
                format!("line {}, column {}: {}", span.start.line, span.start.column, sentence(error))
            }
            _ => sentence(error),
        },
        other => other.strip_backtrace(),
    }
}

/// Whether it is a rule that has met an error: `type_coercion`, `Optimizer rule 'simplify_expressions' failed`.
fn is_of_a_rule(context: &str) -> bool {
    !context.contains(' ') || context.starts_with("Optimizer rule ")
}

/// A sentence of the parser, which ends with the place: ` at Line: 1, Column: 8`.
fn parsing(text: &str) -> String {
    let text = text.strip_prefix("sql parser error: ").unwrap_or(text);
    let place = text.rsplit_once(" at Line: ").and_then(|(said, place)| {
        let (line, column) = place.split_once(", Column: ")?;
        Some((said, format!("line {line}, column {column}: ")))
    });
    let (said, place) = place.unwrap_or((text, String::new()));
    match said.strip_prefix("Expected: ").and_then(|said| said.split_once(", found: ")) {
        Some((expected, "EOF")) => format!("{place}the statement ends where {expected} is expected"),
        Some((expected, found)) => format!("{place}expected {expected}, found {found}"),
        None => place + said,
    }
}

/// A sentence of the planner, about a function or anything else.
fn planning(text: &str) -> String {
    let said = text.split_once(SAID[0]).and_then(|(_, rest)| rest.split_once(SAID[1]));
    if let Some((said, _)) = said {
        return said.to_owned();
    }
    let functions = text.split_once(NO_FUNCTION[0]).and_then(|(_, rest)| rest.split_once(NO_FUNCTION[1]));
    match functions {
        Some((called, known)) => {
            let known: Vec<&str> = known.lines().map(str::trim).collect();
            format!("there is no function {called}, but {}", known.join(", "))
        }
        None => text.replace('\n', " "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use datafusion::common::{plan_datafusion_err, plan_err};
    use datafusion::sql::parser::DFParser;

    #[test]
    fn the_parser_says_what_it_expected_and_where() {
        for (sql, said) in [
            ("SELEC 1", "line 1, column 1: expected an SQL statement, found SELEC"),
            ("SELECT 1;\n  SELECT 2 ORDER", "line 2, column 12: expected end of statement, found ORDER"),
            ("SELECT 'no end", "line 1, column 8: Unterminated string literal"),
            ("SELECT (1", "the statement ends where ) is expected"),
        ] {
            let error = DFParser::parse_sql(sql).expect_err(sql);
            assert_eq!(sentence(&error), said, "{error}");
        }
    }

    #[test]
    fn a_function_says_how_it_is_called() {
        let ours = "Execution error: Function 'perft' user-defined coercion failed with: Error during planning: \
                    perft is called as perft(position, depth), not with 1 arguments. No function matches the given name and argument \
                    types 'perft(Utf8)'. You might need to add explicit type casts.\n\tCandidate functions:\n\tperft(UserDefined)";
        let called = "perft is called as perft(position, depth), not with 1 arguments";
        assert_eq!(sentence(&plan_datafusion_err!("{ours}")), called);
        let theirs = "Function 'f' failed to match any signature. No function matches the given name and argument types \
                      'f(Utf8)'. You might need to add explicit type casts.\n\tCandidate functions:\n\tf(Int64)\n\tf()";
        let error = plan_err!("{theirs}").map_err(|error: DataFusionError| error.context("type_coercion"));
        let error = error.map(|(): ()| ()).expect_err("an error");
        assert_eq!(sentence(&error), "there is no function f(Utf8), but f(Int64), f()");
    }
}
