//! Gives the shared library the name by which programs look for it at run time, which ends with the number of its ABI.

include!("src/abi.rs");

fn main() {
    println!("cargo::rerun-if-changed=src/abi.rs");
    match std::env::var("CARGO_CFG_TARGET_VENDOR").as_deref() {
        Ok("apple") => {
            println!(
                "cargo::rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libphilidor.{PHILIDOR_ABI_VERSION}.dylib"
            );
        }
        _ if std::env::var("CARGO_CFG_TARGET_FAMILY").as_deref() == Ok("unix") => {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libphilidor.so.{PHILIDOR_ABI_VERSION}");
        }
        _ => {}
    }
}
