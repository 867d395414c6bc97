//! What a chess function is to the engine: a name, parameters, a type, and a way from arrays to an array.
//!
//! The engine passes columns, the functions want rows: `rows.rs` converts. Each function exists twice: `to_fen` stops
//! the statement at the first text that is not a position and names it; `try_to_fen` gives null there, for tables that
//! have not been checked yet.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, ScalarValue, plan_err};
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};

use super::kind::Kind;
use super::rows::{OnFault, Rows};

/// A chess function, as an entry of the list.
pub struct Function {
    pub(super) name: &'static str,
    /// Its parameters, in order.
    pub(super) parameters: &'static [Parameter],
    /// What comes out.
    pub(super) returns: fn() -> DataType,
    /// A sentence for the list.
    pub(super) about: &'static str,
    /// Tested calls and their results.
    pub(super) examples: &'static [Example],
    /// From arrays to an array with the same number of rows.
    pub(super) evaluate: fn(&Rows<'_>) -> Result<ArrayRef>,
}

/// A parameter of a function.
pub struct Parameter {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    /// Whether it may be omitted, together with all those after it.
    pub(super) optional: bool,
}

/// A required parameter.
pub(super) const fn needed(name: &'static str, kind: Kind) -> Parameter {
    Parameter { name, kind, optional: false }
}

pub(super) const fn optional(name: &'static str, kind: Kind) -> Parameter {
    Parameter { name, kind, optional: true }
}

/// A position, the parameter that most functions have.
pub(super) const POSITION: Parameter = needed("position", Kind::Position);

/// A call and its result.
pub struct Example {
    /// An expression in SQL.
    pub call: &'static str,
    /// Its value, as `CAST(… AS VARCHAR)` writes it.
    pub value: &'static str,
}

impl Function {
    /// Its name, without `try_`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What it does, in one sentence.
    pub const fn about(&self) -> &'static str {
        self.about
    }

    /// Calls and their results.
    pub const fn examples(&self) -> &'static [Example] {
        self.examples
    }

    /// The name with the parameters in parentheses, the optional ones in brackets.
    pub fn usage(&self) -> String {
        let mut usage = format!("{}(", self.name);
        for (index, parameter) in self.parameters.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            let written = if parameter.optional {
                format!("[{comma}{}]", parameter.name)
            } else {
                format!("{comma}{}", parameter.name)
            };
            usage.push_str(&written);
        }
        usage.push(')');
        usage
    }

    /// What comes out.
    pub fn returns(&self) -> DataType {
        (self.returns)()
    }

    /// The function that stops at a fault, and the one that returns null there.
    pub(super) fn forms(&'static self, volatility: Volatility) -> [Arc<ScalarUDF>; 2] {
        let form = |on_fault| {
            let name = match on_fault {
                OnFault::Stop => self.name.to_owned(),
                OnFault::Null => format!("try_{}", self.name),
            };
            let signature = Signature::user_defined(volatility);
            Arc::new(ScalarUDF::new_from_impl(Form { function: self, name, on_fault, signature }))
        };
        [form(OnFault::Stop), form(OnFault::Null)]
    }
}

/// A function and what it does at a fault, as the engine knows it.
struct Form {
    function: &'static Function,
    name: String,
    on_fault: OnFault,
    signature: Signature,
}

impl std::fmt::Debug for Form {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

impl PartialEq for Form {
    fn eq(&self, other: &Form) -> bool {
        self.name == other.name
    }
}

impl Eq for Form {}

impl Hash for Form {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl ScalarUDFImpl for Form {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.function.returns())
    }

    fn coerce_types(&self, given: &[DataType]) -> Result<Vec<DataType>> {
        let parameters = self.function.parameters;
        let fewest = parameters.iter().filter(|parameter| !parameter.optional).count();
        if given.len() < fewest || given.len() > parameters.len() {
            return plan_err!(
                "{} is called as {}, not with {} argument{}",
                self.name,
                self.function.usage(),
                given.len(),
                if given.len() == 1 { "" } else { "s" }
            );
        }
        let coerced =
            parameters.iter().zip(given).map(|(parameter, given)| match parameter.kind.taken_as(given) {
                Some(taken) => Ok(taken),
                None => plan_err!(
                    "{}: `{}` takes {}, not {given}",
                    self.name,
                    parameter.name,
                    parameter.kind.in_words()
                ),
            });
        coerced.collect()
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        // Only constants: a single row, and a constant result.
        let constant = args.args.iter().all(|value| matches!(value, ColumnarValue::Scalar(_)));
        let count = if constant { 1 } else { args.number_rows };
        let arrays: Result<Vec<ArrayRef>> =
            args.args.iter().map(|value| value.clone().into_array(count)).collect();
        let arrays = arrays?;
        let settings = &args.config_options;
        let rows = Rows { name: &self.name, arrays: &arrays, count, on_fault: self.on_fault, settings };
        let array = (self.function.evaluate)(&rows)?;
        Ok(if constant {
            ColumnarValue::Scalar(ScalarValue::try_from_array(&array, 0)?)
        } else {
            ColumnarValue::Array(array)
        })
    }
}
