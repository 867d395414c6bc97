//! What positions of variants are, beyond what those of chess are.

use philidor::Color;
use philidor_variants::Pocket;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json::Json;
use crate::refusals;
use crate::state::with;

/// The variants, as JSON: their names in UCI, and in the tag `Variant` of PGN.
#[wasm_bindgen]
pub fn variants() -> i32 {
    with(|state| {
        let mut json = Json::new();
        json.open('{');
        for variant in philidor_variants::Variant::ALL {
            json.key(variant.uci_name()).text(variant);
        }
        json.close('}');
        state.answer(&json.0)
    })
}

/// What only positions of variants have, as JSON.
#[wasm_bindgen]
pub fn facts(place: u32) -> i32 {
    with(|state| {
        let position = state.at(place);
        let mut json = Json::new();
        json.open('{').key("variant").text(position.variant().uci_name());
        json.key("title").text(position.variant());
        json.key("checkers").bits(position.checkers().0).key("promoted").bits(position.promoted().0);
        json.key("pockets").open('{');
        for color in Color::ALL {
            json.key(refusals::color(color)).open('{');
            for kind in Pocket::KINDS {
                json.key(&kind.letter().to_string()).plain(position.pocket(color).count(kind));
            }
            json.close('}');
        }
        json.close('}').key("checksGiven").open('{');
        for color in Color::ALL {
            json.key(refusals::color(color)).plain(position.checks_given(color));
        }
        json.close('}').close('}');
        state.answer(&json.0)
    })
}
