//! Sets `unoptimized` for a build that is not optimized at all: `src/cpu/mod.rs` says why it has one level only. Only a
//! build script learns the level of optimization.

fn main() {
    println!("cargo::rustc-check-cfg=cfg(unoptimized)");
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("OPT_LEVEL").is_ok_and(|level| level == "0") {
        println!("cargo::rustc-cfg=unoptimized");
    }
}
