//! What a tool is: a name and a description for models, arguments, and an answer.

use std::sync::Arc;

use rmcp::model::{self, JsonObject, ToolAnnotations};
use rmcp::schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::call::Call;
use super::reply::{Refusal, Reply};
use super::schema;
use super::settings::Settings;

/// The arguments of a tool, which know how to answer. The comments on their fields are what a model reads about them.
pub(super) trait Tool: DeserializeOwned + JsonSchema + 'static {
    /// What models call it by.
    const NAME: &'static str;
    /// What people see.
    const TITLE: &'static str;
    /// What models read before they choose it.
    const DESCRIPTION: &'static str;
    /// Whether it may take long, so that it waits until others that do have ended.
    const IS_LONG: bool = false;
    /// Whether it runs what others have written, which may do anything.
    const RUNS_PROGRAMS: bool = false;

    /// Whether the user's settings allow it; otherwise it is not there.
    fn is_offered(_: &Settings) -> bool {
        true
    }

    /// The answer.
    ///
    /// # Errors
    ///
    /// Why there is none, in words that a model can learn from.
    fn answer(self, call: &Call<'_>) -> Result<Reply, Refusal>;
}

/// A tool of which only the name is known.
#[derive(Clone, Copy)]
pub(super) struct AnyTool {
    pub(super) name: &'static str,
    pub(super) is_long: bool,
    pub(super) runs_programs: bool,
    pub(super) is_offered: fn(&Settings) -> bool,
    pub(super) definition: fn() -> model::Tool,
    pub(super) answer: fn(JsonObject, &Call<'_>) -> Result<Reply, Refusal>,
}

impl AnyTool {
    pub(super) const fn of<T: Tool>() -> AnyTool {
        AnyTool {
            name: T::NAME,
            is_long: T::IS_LONG,
            runs_programs: T::RUNS_PROGRAMS,
            is_offered: T::is_offered,
            definition: definition::<T>,
            answer: answer::<T>,
        }
    }
}

/// How a tool is listed. A tool changes nothing by itself; one that runs programs is listed as if it might.
fn definition<T: Tool>() -> model::Tool {
    let schema: Arc<JsonObject> = schema::of::<T>();
    let runs = T::RUNS_PROGRAMS;
    let annotations = ToolAnnotations::new().read_only(!runs).idempotent(!runs).open_world(runs);
    model::Tool::new(T::NAME, T::DESCRIPTION, schema).with_title(T::TITLE).with_annotations(annotations)
}

fn answer<T: Tool>(arguments: JsonObject, call: &Call<'_>) -> Result<Reply, Refusal> {
    let arguments = schema::judged(&schema::of::<T>(), arguments).map_err(Refusal::new)?;
    let question: T = serde_json::from_value(Value::Object(arguments))
        .map_err(|error| Refusal::new(format!("wrong arguments: {error}")))?;
    question.answer(call)
}
