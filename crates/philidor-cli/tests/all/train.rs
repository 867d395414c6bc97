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

/// A training that goes on from its state comes to the same network, and one with other numbers is refused.
#[test]
fn a_training_goes_on_from_its_state() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let run = |line: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_philidor"));
        command.current_dir(folder.path()).args(line.split(' ')).output()
    };
    let bytes = |name: &str| fs::read(folder.path().join(name));
    assert!(run("selfplay games.viri --engine material --nodes 60 --games 20")?.status.success());
    assert!(run("train games.viri -o whole.net --epochs 2 --batch 64 --scale 300")?.status.success());
    let train = "train games.viri -o net.net --epochs 2 --batch 64 --scale 300 --checkpoint state --resume";
    let output = run(train)?;
    assert!(
        output.status.success(),
        "without a state it begins: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout)?;
    assert_eq!(text.lines().filter(|line| line.contains('●') || line.contains('○')).count(), 2, "{text}");
    assert_eq!(bytes("net.net")?, bytes("whole.net")?);

    fs::remove_file(folder.path().join("net.net"))?;
    let again = run(train)?;
    assert!(
        again.status.success() && !String::from_utf8(again.stdout)?.contains('○'),
        "nothing is left to learn"
    );
    assert_eq!(bytes("net.net")?, bytes("whole.net")?);

    let other = run(&format!("{train} --seed 2"))?;
    let error = String::from_utf8(other.stderr)?;
    assert_eq!(other.status.code(), Some(1), "{error}");
    assert!(error.contains("state: a checkpoint of another training: seed was 1 and is 2"), "{error}");
    Ok(())
}
