//! Errors as JSON.

use philidor_tables::syzygy::ProbeError;

use crate::files::name;

/// A refusal as JSON. Only the message, which may quote an argument, has to be escaped.
pub(crate) fn error(code: &str, message: &str, more: &str) -> String {
    let message = message.replace(char::is_control, " ").replace('\\', "\\\\").replace('"', "\\\"");
    format!(r#"{{"error":{{"code":"{code}","message":"{message}"{more}}}}}"#)
}

/// Why there is no answer, as JSON.
pub(crate) fn refusal(refused: &ProbeError) -> String {
    let (code, more) = match refused {
        ProbeError::CastlingRights => ("castling", String::new()),
        ProbeError::TooManyPieces { .. } => ("too-many-pieces", String::new()),
        ProbeError::Missing { material, metric } => {
            ("missing", format!(r#","file":"{}""#, name(material, *metric)))
        }
        ProbeError::File(fault) => {
            ("damaged", format!(r#","file":"{}","offset":{}"#, fault.file, fault.offset))
        }
        _ => ("refused", String::new()),
    };
    error(code, &refused.to_string(), &more)
}
