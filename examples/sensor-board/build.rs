//! Gives the linker the memory map, which differs from board to board.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=memory");
    if env::var("CARGO_CFG_TARGET_OS").as_deref() != Ok("none") {
        return;
    }
    let here = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    for board in ["pico", "emulated"] {
        println!("cargo:rustc-link-arg-bin={board}=-L{here}/memory/{board}");
        println!("cargo:rustc-link-arg-bin={board}=-Tlink.x");
        // The linker of LLVM would let two sections share a page of 64 kB, and waste as much.
        println!("cargo:rustc-link-arg-bin={board}=--nmagic");
    }
}
