//! Precomputed next-square chains (Hans Eric Sandström, 1989).
