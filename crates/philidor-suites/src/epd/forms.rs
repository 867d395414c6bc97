//! The form of an EPD through serde: its line, in binary formats, too.

use core::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

use super::Epd;

impl Serialize for Epd {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Epd {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Epd, D::Error> {
        deserializer.deserialize_str(Text)
    }
}

struct Text;

impl Visitor<'_> for Text {
    type Value = Epd;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an EPD")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Epd, E> {
        text.parse().map_err(E::custom)
    }
}
