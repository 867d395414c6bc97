//! Laws that hold for every position and every text. The fuzz targets assert the same ones.

pub(crate) mod binary;
pub(crate) mod cozy_chess;
pub(crate) mod fen;
pub(crate) mod generators;
pub(crate) mod moves;
pub(crate) mod picker;
pub(crate) mod play_undo;
pub(crate) mod san;
pub(crate) mod two_plies;
