//! The header is what cbindgen writes from the source: `HEADER=overwrite cargo test --test header` writes it.

use std::path::Path;

/// The version of Cargo.toml, which cbindgen does not know.
const VERSION: &str = concat!(
    "#define PHILIDOR_VERSION_MAJOR ",
    env!("CARGO_PKG_VERSION_MAJOR"),
    "\n#define PHILIDOR_VERSION_MINOR ",
    env!("CARGO_PKG_VERSION_MINOR"),
    "\n#define PHILIDOR_VERSION_PATCH ",
    env!("CARGO_PKG_VERSION_PATCH"),
    "\n#define PHILIDOR_VERSION \"",
    env!("CARGO_PKG_VERSION"),
    "\"\n",
);

#[test]
fn the_header_is_what_cbindgen_writes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).expect("cbindgen.toml is one");
    config.after_includes = config.after_includes.map(|text| text.replace("@VERSION@\n", VERSION));
    let builder = cbindgen::Builder::new().with_config(config).with_crate(folder);
    let mut written = Vec::new();
    builder.generate().expect("the source is parsed").write(&mut written);
    let path = folder.join("include/philidor.h");
    if std::env::var_os("HEADER").is_some_and(|value| value == "overwrite") {
        std::fs::write(&path, &written).expect("the header is written");
    }
    let header = std::fs::read(&path).expect("the header is there");
    assert!(
        header == written,
        "include/philidor.h is not what cbindgen writes now: run with HEADER=overwrite"
    );
}
