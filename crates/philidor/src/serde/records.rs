//! Values that are written as their named fields; formats without names get them in this order.

use alloc::string::String;
use core::fmt;

use ::serde::de::{self, Deserialize, Deserializer};
use ::serde::ser::{self, Serialize, Serializer};

use crate::perft::Statistics;

/// The fields of structs; neither their names nor their order ever change.
macro_rules! records {
    ($($name:ident { $($field:ident),* $(,)? })*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use ser::SerializeStruct as _;

                let fields = [$(stringify!($field)),*].len();
                let mut record = serializer.serialize_struct(stringify!($name), fields)?;
                $(record.serialize_field(stringify!($field), &self.$field)?;)*
                record.end()
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                const FIELDS: &[&str] = &[$(stringify!($field)),*];

                struct Fields;

                impl<'de> de::Visitor<'de> for Fields {
                    type Value = $name;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        write!(f, "the fields {}", FIELDS.join(", "))
                    }

                    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<$name, A::Error> {
                        $(let mut $field = None;)*
                        while let Some(name) = map.next_key::<String>()? {
                            match name.as_str() {
                                $(stringify!($field) if $field.is_some() => {
                                    return Err(de::Error::duplicate_field(stringify!($field)));
                                })*
                                $(stringify!($field) => $field = Some(map.next_value()?),)*
                                unknown => return Err(de::Error::unknown_field(unknown, FIELDS)),
                            }
                        }
                        Ok($name {
                            $($field: $field.ok_or_else(|| de::Error::missing_field(stringify!($field)))?,)*
                        })
                    }

                    fn visit_seq<A: de::SeqAccess<'de>>(self, mut fields: A) -> Result<$name, A::Error> {
                        $(
                            let next = fields.next_element()?;
                            let $field = next.ok_or_else(|| de::Error::missing_field(stringify!($field)))?;
                        )*
                        Ok($name { $($field),* })
                    }
                }

                deserializer.deserialize_struct(stringify!($name), FIELDS, Fields)
            }
        }
    )*};
}

records! {
    Statistics {
        nodes,
        captures,
        en_passant,
        castles,
        promotions,
        direct_checks,
        single_discovered_checks,
        direct_discovered_checks,
        double_discovered_checks,
        direct_mates,
        single_discovered_mates,
        direct_discovered_mates,
        double_discovered_mates,
    }
}
