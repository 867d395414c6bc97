//! The files of the page. Those that draw boards are links to the explorer's in `web/explorer/`.

/// A file, as a browser asks for it.
pub(crate) struct File {
    /// Its path below the page.
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
}

impl File {
    /// What it is, for the header `Content-Type`.
    pub(crate) fn content_type(&self) -> &'static str {
        match self.name.rsplit_once('.') {
            Some((_, "js")) => "text/javascript; charset=utf-8",
            Some((_, "css")) => "text/css; charset=utf-8",
            _ => "text/html; charset=utf-8",
        }
    }
}

macro_rules! files {
    ($($name:literal)*) => {
        [$(File { name: $name, text: include_str!(concat!("browser/", $name)) }),*]
    };
}

/// All files. The first one is the page itself.
pub(crate) const FILES: [File; 13] = files![
    "index.html"
    "page.js"
    "answers.js"
    "line.js"
    "element.js"
    "squares.js"
    "board/board.js"
    "board/pieces.js"
    "board/promotion.js"
    "style/colors.css"
    "style/controls.css"
    "style/board.css"
    "style/page.css"
];

// Git without symbolic links leaves the names of files where the files should be.
const _: () = {
    let mut at = 0;
    while at < FILES.len() {
        assert!(
            FILES[at].text.as_bytes()[0] != b'.',
            "this checkout has no symbolic links: git config core.symlinks true"
        );
        at += 1;
    }
};
