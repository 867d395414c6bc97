//! The pictures of the book are what the example draws.

use std::fs;
use std::path::Path;

#[path = "../../examples/draw.rs"]
#[allow(dead_code, unreachable_pub)]
mod draw;

#[test]
fn the_pictures_of_the_book_are_those_of_the_example() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src");
    let mut pictures = 0;
    for chapter in ["about.md", "chain.md", "mailbox.md"] {
        let text = fs::read_to_string(book.join(chapter)).expect(chapter);
        for session in text.split("$ cargo run -qp philidor-historic --example draw -- ").skip(1) {
            let (command, shown) = session.split_once('\n').expect("a picture");
            // A FEN stands between quotes.
            let (words, fen) = command.trim_end_matches('\'').split_once(" '").expect("a FEN");
            let words: Vec<&str> = words.split(' ').chain([fen]).collect();
            let drawn = draw::picture(&words).expect(command);
            assert_eq!(shown.split("```").next(), Some(drawn.as_str()), "{command}");
            pictures += 1;
        }
    }
    assert_eq!(pictures, 6);
}
