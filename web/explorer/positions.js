// Positions to begin with.

export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

export const KNOWN = [
    ["Start position", START],
    ["Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"],
    ["Rook ending (position 3)", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"],
    ["Promotions (position 4)", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"],
    ["Position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"],
    ["Two pins and a check", "4r1k1/8/8/q7/7b/8/3N1P2/R2BK3 w - - 0 1"],
    ["Two pins, Black to move", "4r1k1/5ppp/8/8/1b6/2N1B3/PP3PPP/R3K2R b KQ - 0 1"],
    ["Double check", "4k3/8/8/8/4r3/3n4/3P1P2/4K3 w - - 0 1"],
    ["En passant that exposes the king", "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2"],
    ["The page of 2024", "r3k2r/1p2b1p1/b1n1p3/2pp2qp/3PP1B1/1Q3pP1/PB1N4/R3K2R w KQkq - 0 1"],
    ["A rook alone", "4k3/8/2p5/8/2R2P2/8/8/4K3 w - - 0 1"],
    ["Most moves known (218)", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"],
];
