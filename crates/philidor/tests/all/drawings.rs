//! The pictures of the chapter on attacks are what the examples draw; the names of the book are those of the libraries.

use std::fs;
use std::path::Path;

use philidor::attacks::MagicNumbers;

#[path = "../../examples/draw.rs"]
#[allow(dead_code, unreachable_pub)]
mod draw;
#[path = "../../examples/magics.rs"]
#[allow(dead_code, unreachable_pub)]
mod magics;

/// What the examples print for the sessions of a chapter is what the chapter shows.
#[test]
fn the_pictures_of_the_book_are_those_of_the_examples() {
    // A published package, to which Cargo adds the original manifest, comes without the book.
    if Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml.orig").exists() {
        return;
    }
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src");
    let text = fs::read_to_string(book.join("attacks.md")).expect("the chapter");
    let (_, session) = text.split_once("$ cargo run -qp philidor --example draw -- ").expect("a picture");
    let (command, shown) = session.split_once('\n').expect("a picture");
    // A FEN stands between quotes.
    let (words, fen) = command.trim_end_matches('\'').split_once(" '").expect("a FEN");
    let words: Vec<&str> = words.split(' ').chain([fen]).collect();
    let drawn = draw::picture(&words).expect(command);
    assert_eq!(shown.split("```").next(), Some(drawn.as_str()), "{command}");
    let (_, shown) = text.split_once(" --example magics\n").expect("a picture");
    let first: Vec<&str> = shown.lines().take(2).collect();
    assert!(magics::listed(&MagicNumbers::BUILT_IN).starts_with(&first.join("\n")), "{first:?}");
}

/// Each name that the chapter on the five documents shows on the right is one of a library, and the documentation finds
/// names on the left.
#[test]
fn the_names_of_the_five_documents_are_where_the_book_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    if root.join("Cargo.toml.orig").exists() {
        return;
    }
    let read = |path: &str| fs::read_to_string(root.join(path)).expect(path);
    let chapter = read("../../book/src/from-documents.md");
    let names = read("api.txt")
        + &read("../philidor-historic/api.txt")
        + &read("../philidor-engine/api.txt")
        + &read("../philidor-uci/api.txt");
    let is_public = |path: &str| {
        let mut found = names.match_indices(path).map(|(at, _)| &names[at + path.len()..]);
        found.any(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_'))
    };
    let mut paths = 0;
    for row in chapter.lines().filter(|line| line.starts_with("| ")) {
        let (_, here) = row.trim_end_matches(" |").split_once(" | ").expect("two columns");
        for path in here.split('`').skip(1).step_by(2).filter(|path| path.contains("::")) {
            let from = match path.split("::").next() {
                Some("philidor_engine" | "philidor_uci") => "",
                Some("chain" | "mailbox") => "philidor_historic::",
                _ => "philidor::",
            };
            assert!(is_public(&format!(" {from}{path}")), "{path}");
            paths += 1;
        }
    }
    assert!(paths > 80, "{paths}");
    let mut aliases = Vec::new();
    collect_aliases(&root.join("src"), &mut aliases);
    collect_aliases(&root.join("../philidor-historic/src"), &mut aliases);
    for alias in &aliases {
        assert!(chapter.contains(alias), "{alias} is not in the chapter");
    }
    for alias in ["posdata", "nextpos", "ptype", "try_move_digest", "WHITE_00", "KNIGHT_MOVES", "ep-idx"] {
        assert!(aliases.iter().any(|known| known == alias), "{alias}");
    }
}

/// The names in the `doc(alias)` attributes of a folder.
fn collect_aliases(folder: &Path, aliases: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect_aliases(&path, aliases);
            continue;
        }
        let text = fs::read_to_string(&path).expect("a source");
        for line in text.lines().filter(|line| line.trim_start().starts_with("#[doc(alias")) {
            aliases.extend(line.split('"').skip(1).step_by(2).map(String::from));
        }
    }
}
