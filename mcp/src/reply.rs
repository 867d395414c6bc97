//! What a tool answers: a text for the model, and the same as JSON for programs.
//!
//! Clients show a model one or the other, so each says everything. A refusal is an answer, too, which the protocol
//! marks as an error of the tool: the model reads it and asks better.

use rmcp::model::{CallToolResult, ContentBlock};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// An answer.
#[derive(Debug)]
pub(super) struct Reply {
    text: String,
    data: Value,
}

/// Why there is none, and what would have been right.
#[derive(Debug)]
pub(super) struct Refusal {
    text: String,
    data: Value,
}

impl Reply {
    /// A text and an object with the same facts.
    pub(super) fn new(text: impl Into<String>, data: &impl Serialize) -> Reply {
        // What is written here has names for keys and small numbers, so it is JSON.
        let data = serde_json::to_value(data).unwrap_or_else(|_| Value::Object(Map::new()));
        Reply { text: text.into(), data }
    }
}

impl Refusal {
    /// A reason in words.
    pub(super) fn new(reason: impl Into<String>) -> Refusal {
        let text = reason.into();
        Refusal { data: json!({ "error": text }), text }
    }

    /// A reason in words, and an object with more about it.
    pub(super) fn with_data(reason: impl Into<String>, data: &impl Serialize) -> Refusal {
        let Reply { text, data } = Reply::new(reason, data);
        Refusal { text, data }
    }
}

impl From<Reply> for CallToolResult {
    fn from(reply: Reply) -> CallToolResult {
        let mut result = CallToolResult::success(vec![ContentBlock::text(reply.text)]);
        result.structured_content = Some(reply.data);
        result
    }
}

impl From<Refusal> for CallToolResult {
    fn from(refusal: Refusal) -> CallToolResult {
        let mut result = CallToolResult::error(vec![ContentBlock::text(refusal.text)]);
        result.structured_content = Some(refusal.data);
        result
    }
}
