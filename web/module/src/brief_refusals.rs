//! Errors where no one reads them: `philidor/chess` says in words of its own why it refuses, but for texts of PGN.

use core::fmt::Display;

use crate::json::Json;

/// A refusal without the library's words.
pub(crate) fn refused() -> Json {
    plain("PhilidorError", "refused", "import \"philidor\" as well, and the error says why")
}

/// A refusal with its message.
pub(crate) fn plain(class: &str, code: &str, message: impl Display) -> Json {
    let mut json = Json::new();
    json.open('{').key("class").text(class).key("code").text(code).key("message").text(message).close('}');
    json
}
