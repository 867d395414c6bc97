//! What `programs/grand-chess-tree.json` says to people who count with many programs is true: philidor is started as it
//! describes.

use std::error::Error;

use serde_json::Value;

use philidor_proof::program::{Outcome, fed};

use crate::philidor;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const LEAVES: u64 = 97_862; // At depth 3, as in the suite.

fn description() -> Result<Value, Box<dyn Error>> {
    Ok(serde_json::from_str(include_str!("../../programs/grand-chess-tree.json"))?)
}

/// The texts of a list, the placeholders replaced. The table of four gigabytes becomes one of four megabytes.
fn filled(list: &Value) -> Vec<String> {
    let texts = list.as_array().into_iter().flatten().filter_map(Value::as_str);
    texts
        .map(|text| {
            let text = text.replace("{fen}", KIWIPETE).replace("{depth}", "3").replace("{threads}", "2");
            if text == "4G" { "4M".to_owned() } else { text }
        })
        .collect()
}

#[test]
fn the_command_counts_in_every_category() -> Outcome {
    let description = description()?;
    let categories = description["categories"].as_array().ok_or("no categories")?;
    assert_eq!(categories.len(), 4);
    let answer = description["command"]["answer"].as_str().ok_or("no answer")?;
    for category in categories {
        let arguments =
            [filled(&description["command"]["arguments"]), filled(&category["arguments"])].concat();
        let output = philidor(&arguments).output()?;
        let counted: Value = serde_json::from_slice(&output.stdout)?;
        assert_eq!(counted[answer], LEAVES, "{category}: {output:?}");
    }
    Ok(())
}

#[test]
fn by_uci_it_counts_in_every_category() -> Outcome {
    let description = description()?;
    let uci = &description["uci"];
    let text = |key: &str| uci[key].as_str().ok_or_else(|| format!("no {key}"));
    let answer = text("answer")?.replace("{leaves}", &LEAVES.to_string());
    for category in description["categories"].as_array().ok_or("no categories")? {
        let mut lines = Vec::new();
        for (option, value) in category["options"].as_object().ok_or("no options")? {
            let value = if option == "Hash" {
                "4".to_owned()
            } else {
                value.to_string().replace("\"{threads}\"", "2")
            };
            lines.push(text("set")?.replace("{option}", option).replace("{value}", &value));
        }
        lines.extend(filled(&uci["ask"]));
        let output = fed(&mut philidor(&filled(&uci["arguments"])), (lines.join("\n") + "\n").as_bytes())?;
        let said = String::from_utf8(output.stdout)?;
        // No complaint about an option or a line, and the count.
        assert!(!said.contains("info string"), "{category}: {said}");
        assert!(said.lines().any(|line| line == answer), "{category}: {said}");
    }
    Ok(())
}
