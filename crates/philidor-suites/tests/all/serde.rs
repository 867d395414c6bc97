//! An EPD through serde is its line, in JSON and in CBOR.

use philidor_suites::epd::Epd;

const LINE: &str = "4k3/8/8/8/8/8/8/R3K3 w Q - bm O-O-O; id \"x\";";

#[test]
fn an_epd_is_its_line() {
    let epd: Epd = LINE.parse().expect("an EPD");
    let json = serde_json::to_string(&epd).expect("a text");
    assert_eq!(json, r#""4k3/8/8/8/8/8/8/R3K3 w Q - bm O-O-O; id \"x\";""#);
    assert_eq!(serde_json::from_str::<Epd>(&json).ok().as_ref(), Some(&epd));
    let cbor = cbor4ii::serde::to_vec(vec![], &epd).expect("a text");
    assert_eq!(cbor, [&[0x78, LINE.len() as u8], LINE.as_bytes()].concat());
    assert_eq!(cbor4ii::serde::from_slice::<Epd>(&cbor).ok().as_ref(), Some(&epd));
}

#[test]
fn a_text_that_is_not_an_epd_is_refused_with_its_place() {
    let error = serde_json::from_str::<Epd>(r#""8/8""#).expect_err("not an EPD").to_string();
    assert!(error.starts_with("byte 0: "), "{error}");
    let error = serde_json::from_str::<Epd>("7").expect_err("not a text").to_string();
    assert!(error.contains("expected an EPD"), "{error}");
}
