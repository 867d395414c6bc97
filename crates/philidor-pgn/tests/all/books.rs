//! The example that makes an opening book of games.

use philidor::Position;
use philidor_books::Book;

#[path = "../../examples/pgn_to_book.rs"]
#[allow(dead_code, unreachable_pub)]
mod pgn_to_book;

/// The moves for a position in UCI, each with its weight.
fn weights<B: AsRef<[u8]>>(book: &Book<B>, position: &Position) -> Vec<(String, u16)> {
    book.entries_of(position).map(|(mv, entry)| (mv.notation(), entry.weight)).collect()
}

/// Games with other rules, or whose start is no position, are left out; games from a position of their own are kept.
#[test]
fn the_example_makes_a_book_of_games_that_can_be_played() {
    let [pgn, bin] =
        ["games.pgn", "book.bin"].map(|name| format!("{}/pgn_to_book-{name}", env!("CARGO_TARGET_TMPDIR")));
    let rook = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let game = |tags: &str, moves: &str| format!("[Event \"x\"]\n{tags}\n{moves} 1-0\n\n");
    let fen = |fen: &str| format!("[FEN \"{fen}\"]\n");
    let texts = [
        game("", "1. d4 d5"),
        game(&fen(rook), "1. O-O"),
        game(&fen("4k3/8/8/8/8/8/8/4K3 w K - 0 1"), "1. e4"),
        game("[Variant \"Atomic\"]\n", "1. e4 e5"),
        game("", "1. e4 e5 2. Ke3"),
    ];
    std::fs::write(&pgn, texts.iter().flat_map(|text| [text.as_str(); 2]).collect::<String>())
        .expect("a file");
    // White's moves alone: Black's have scored nothing.
    assert_eq!(pgn_to_book::make(&pgn, &bin).expect("a book"), 2);
    let book = Book::new(std::fs::read(&bin).expect("it was written")).expect("a book");
    assert_eq!(weights(&book, &Position::default()), [("d2d4".to_owned(), 4)]);
    assert_eq!(weights(&book, &rook.parse().expect("a position")).len(), 1);
    [pgn, bin].iter().for_each(|path| std::fs::remove_file(path).expect("its own file"));
}
