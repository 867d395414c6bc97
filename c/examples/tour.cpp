// Counts, lists, plays and reads PGN: c++ -std=c++17 tour.cpp $(pkg-config --cflags --libs philidor)
#include <philidor.hpp>

#include <fstream>
#include <iostream>
#include <iterator>

using philidor::Game, philidor::Move, philidor::Pgn, philidor::Position;

int main(int argc, char **argv) {
    // Counting: the tree of legal moves, and many positions in one call.
    const Position start;
    std::cout << "perft 5: " << *start.perft(5, 2) << '\n';
    std::vector<Position> children;
    for (Move move : start.moves()) children.push_back(start.after(move).value());
    std::size_t sum = 0;
    for (std::uint32_t count : philidor::move_counts(children)) sum += count;
    std::cout << children.size() << " positions have " << sum << " moves\n";

    // Listing: each move in standard notation and as engines write it.
    const auto promoting = Position::from_fen("3r4/4P1k1/8/8/8/8/8/4K2R w K - 0 1").value();
    for (Move move : promoting.moves())
        std::cout << *promoting.san(move) << ' ' << *promoting.uci(move) << '\n';

    // Playing: a mate in four half-moves, then one of them taken back.
    Game game;
    for (const char *san : {"f3", "e5", "g4", "Qh4#"})
        if (!game.play(game.position().parse_san(san).value())) return 1;
    std::cout << game.position().fen() << (game.outcome() == philidor::Outcome::BlackMates ? ": Black mates\n" : "\n");
    game.undo();
    std::cout << game.move_count() << " moves instead\n";

    // What is wrong, and where.
    const auto bad = Position::from_fen("8/8/8/8/8/8/8/K6x w - - 0 1");
    std::cout << "column " << bad.fault().column() << ": " << bad.fault().text() << '\n';

    // Reading: each game of a file, or what is wrong with it.
    if (argc < 2) return 0;
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    Pgn games(text);
    for (const auto &read : games) {
        if (read)
            std::cout << read->tag("White").value_or("?") << ": " << read->moves().size() << " moves, " << read->last().key() << '\n';
        else
            std::cout << "line " << read.fault().line() << ": " << read.fault().text() << '\n';
    }
}
