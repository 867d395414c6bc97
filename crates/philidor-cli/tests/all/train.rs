//! `philidor data` as its users meet it, and what a session cannot compare: bytes.

use std::fs;
use std::process::Command;

#[test]
fn sessions() {
    trycmd::TestCases::new().env("NO_COLOR", "1").case("tests/cmd/train/*.md");
}

/// Games that go from binpack and back are the same bytes, and so is every order for the same seed.
#[test]
fn bytes_come_back_and_orders_do_not_depend_on_memory() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let philidor = |line: &str| -> Result<(), Box<dyn std::error::Error>> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_philidor"));
        let output = command.current_dir(folder.path()).args(line.split(' ')).output()?;
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        Ok(())
    };
    let bytes = |name: &str| fs::read(folder.path().join(name));
    philidor("selfplay games.viri --engine material --nodes 60 --games 5 --threads 2")?;
    philidor("data convert games.viri -o games.binpack")?;
    philidor("data convert games.binpack -o again.viri")?;
    philidor("data convert again.viri -o again.binpack")?;
    assert_eq!(bytes("again.binpack")?, bytes("games.binpack")?);
    philidor("data shuffle games.viri -o small.marlin --memory 1K")?;
    philidor("data shuffle games.viri -o large.marlin --memory 64M")?;
    philidor("data convert games.viri -o plain.marlin")?;
    assert_eq!(bytes("small.marlin")?, bytes("large.marlin")?);
    assert!(bytes("large.marlin")? != bytes("plain.marlin")?);
    Ok(())
}
