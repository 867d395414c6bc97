//! The pictures of the book are what the examples draw now.

use std::fs;
use std::path::Path;

use philidor::attacks::MagicNumbers;

#[path = "../../examples/draw.rs"]
#[allow(dead_code, unreachable_pub)]
mod draw;
#[path = "../../examples/magics.rs"]
#[allow(dead_code, unreachable_pub)]
mod magics;

/// What the example draws for each session of a chapter is what the chapter shows.
#[test]
fn the_pictures_of_the_book_are_those_of_the_examples() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src");
    // A published package, to which Cargo adds the original manifest, comes without the book.
    if Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml.orig").exists() {
        return;
    }
    let mut pictures = 0;
    for chapter in ["about.md", "attacks.md", "chain.md", "mailbox.md"] {
        let text = fs::read_to_string(book.join(chapter)).expect(chapter);
        for session in text.split("$ cargo run -qp philidor --example draw -- ").skip(1) {
            let (command, shown) = session.split_once('\n').expect("a picture");
            // A FEN stands between quotes.
            let (words, fen) = command.trim_end_matches('\'').split_once(" '").expect("a FEN");
            let words: Vec<&str> = words.split(' ').chain([fen]).collect();
            let drawn = draw::picture(&words).expect(command);
            assert_eq!(shown.split("```").next(), Some(drawn.as_str()), "{command}");
            pictures += 1;
        }
        if let Some((_, shown)) = text.split_once(" --example magics\n") {
            let first: Vec<&str> = shown.lines().take(2).collect();
            assert!(magics::listed(&MagicNumbers::BUILT_IN).starts_with(&first.join("\n")), "{first:?}");
            pictures += 1;
        }
    }
    assert_eq!(pictures, 8);
}
