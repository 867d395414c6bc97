//! Pictures of boards: every square and piece is in them once, where it belongs, and text from the caller is escaped.

use philidor::{Bitboard, Board, Color, Diagram, Position, Square};

use crate::suites;

/// The tags of a picture, each as it is written.
fn tags(svg: &str) -> Vec<&str> {
    svg.split('<').skip(1).map(|tag| tag.split('>').next().expect("a tag")).collect()
}

#[test]
fn a_picture_has_all_squares_and_each_piece() {
    for position in suites::positions() {
        let svg = Diagram::of(&position).to_string();
        let tags = tags(&svg);
        let count = |start: &str| tags.iter().filter(|tag| tag.starts_with(start)).count();
        assert_eq!(count("rect "), 64);
        for color in Color::ALL {
            let pieces = count(&format!("text class=\"piece {color}\""));
            assert_eq!(pieces, position.board().colors(color).len() as usize, "{position}");
        }
        assert_eq!(count("text class=\"edge\""), 16);
        assert_eq!(count("line "), 0);
        let (opened, closed) = (count("text") + count("title") + count("style") + count("svg"), count("/"));
        assert_eq!(opened, closed, "{svg}");
    }
}

/// The place of the only rectangle with a class.
fn place_of(svg: &str, class: &str) -> (usize, usize) {
    let tags = tags(svg);
    let mut marked = tags.iter().filter(|tag| tag.starts_with("rect") && tag.contains(class));
    let tag = marked.next().expect("a marked square");
    assert!(marked.next().is_none(), "{class} marks one square");
    let number = |name: &str| {
        let value = tag.split_once(&format!(" {name}=\"")).expect("the attribute").1;
        value.split('"').next().and_then(|digits| digits.parse().ok()).expect("a number")
    };
    (number("x"), number("y"))
}

#[test]
fn squares_lie_where_the_player_sees_them() {
    let corner = |square: Square| Diagram::new(Board::default()).with_squares(square.into(), "mine");
    assert_eq!(place_of(&corner(Square::A1).to_string(), "dark mine"), (18, 315));
    assert_eq!(place_of(&corner(Square::H8).to_string(), "dark mine"), (333, 0));
    assert_eq!(place_of(&corner(Square::A1).seen_by(Color::Black).to_string(), "dark mine"), (333, 0));
    assert_eq!(place_of(&corner(Square::H1).without_coordinates().to_string(), "light mine"), (315, 315));
}

#[test]
fn arrows_lead_from_middle_to_middle() {
    let diagram = Diagram::new(Board::default()).with_arrow(Square::A1, Square::H8);
    let svg = diagram.clone().to_string();
    assert!(svg.contains("<line class=\"arrow\" x1=\"40\" y1=\"337\" x2=\"355\" y2=\"22\""), "{svg}");
    let turned = diagram.seen_by(Color::Black).to_string();
    assert!(turned.contains("x1=\"355\" y1=\"22\" x2=\"40\" y2=\"337\""), "{turned}");
    let none = Diagram::new(Board::default()).with_arrow(Square::A1, Square::A1).to_string();
    assert!(!none.contains("<line") && !none.contains("<marker"));
}

#[test]
fn what_is_given_is_no_markup() {
    let evil = "\"><script>&\u{1}";
    let diagram = Diagram::new(Board::default()).with_title(evil).with_squares(Bitboard::FULL, evil);
    let svg = diagram.to_string();
    assert!(!svg.contains("<script>") && !svg.contains('\u{1}'), "{svg}");
    assert!(svg.contains("<title>&quot;&gt;&lt;script&gt;&amp;\u{fffd}</title>"));
}

#[test]
fn a_page_may_have_the_style_once_for_all() {
    let diagram = Diagram::of(&Position::default());
    assert!(diagram.to_string().contains(Diagram::STYLE));
    assert!(!diagram.without_style().to_string().contains("<style>"));
}
