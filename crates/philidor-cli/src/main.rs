//! tmp
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let p: philidor::Position = a[2].parse().expect("fen");
    let d = a[1].parse().expect("n");
    let t = std::time::Instant::now();
    let n = if a.len() > 3 {
        philidor::perft::perft_plain(&p, d)
    } else {
        philidor::perft::perft(&p, d)
    };
    let s = t.elapsed().as_secs_f64();
    println!("{n} {s:.3} {:.3} G", n as f64 / s / 1e9);
}
