//! Binds a wasm module to JavaScript: `philidor-web-bind MODULE.wasm FOLDER NAME`.
//!
//! It writes `NAME.js` and `NAME_bg.wasm` into the folder. `wasm-bindgen` as a command does the same; as a library it
//! has the version of our lock file.

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder, name] = arguments.as_slice() else {
        bail!("usage: philidor-web-bind MODULE.wasm FOLDER NAME");
    };
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(module)
        .out_name(name)
        .typescript(false)
        .remove_name_section(std::env::var_os("NAMES").is_none());
    bindgen.remove_producers_section(true).web(true)?;
    bindgen.generate(folder).with_context(|| format!("cannot bind {module}"))
}
