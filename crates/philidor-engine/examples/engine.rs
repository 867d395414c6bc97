//! The engine as a program: `cargo run --release -p philidor-engine --example engine`.

fn main() -> std::io::Result<()> {
    philidor_engine::uci::run(philidor_engine::standard())
}
