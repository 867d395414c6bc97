// The tags that every game of PGN has, besides its result, and their values where nothing is known.

export const ROSTER = { Event: "?", Site: "?", Date: "????.??.??", Round: "?", White: "?", Black: "?" };
