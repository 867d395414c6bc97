//! A 10×12 board and offsets (Brian Adkins, 2024).
