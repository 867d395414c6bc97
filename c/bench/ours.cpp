// philidor from C++: what ours.rs does, through the C library.
#include <algorithm>

#include <philidor.hpp>

#include "race.hpp"

using namespace philidor;

static std::uint64_t walk(Game &game, unsigned depth) {
    if (depth == 1) return game.move_count();
    std::uint64_t leaves = 0;
    for (Move move : game.moves()) {
        if (!game.play(move)) return 0;
        leaves += walk(game, depth - 1);
        game.undo();
    }
    return leaves;
}

static std::uint64_t walk_values(const Position &position, unsigned depth) {
    if (depth == 1) return position.move_count();
    std::uint64_t leaves = 0;
    for (Move move : position.moves()) leaves += walk_values(*position.after(move), depth - 1);
    return leaves;
}

int main(int, char **arguments) {
    std::vector<Position> positions;
    for (const std::string &line : read_lines(arguments[1])) positions.push_back(Position::from_fen(line).value());
    const std::string text = read_text(arguments[2]);
    const std::size_t many = positions.size();
    const auto *packed = reinterpret_cast<const philidor_position *>(positions.data());

    std::vector<std::uint32_t> counts(many);
    timed("counts", many, [&] {
        if (philidor_batch_move_counts(packed, many, counts.data(), nullptr)) return std::uint64_t{0};
        std::uint64_t sum = 0;
        for (std::uint32_t count : counts) sum += count;
        return sum;
    });
    std::vector<philidor_move> moves(64 * many);
    std::vector<std::size_t> offsets(many + 1);
    timed("moves", many, [&] {
        if (philidor_batch_moves(packed, many, 0, moves.data(), moves.size(), offsets.data(), nullptr)) return std::uint64_t{0};
        return std::uint64_t{offsets[many]};
    });
    std::vector<philidor_move> first(many);
    std::vector<philidor_position> after(many);
    for (std::size_t i = 0; i < many; ++i) first[i] = moves[offsets[i]];
    timed("play", many, [&] {
        if (philidor_batch_play(packed, first.data(), many, after.data(), nullptr)) return std::uint64_t{0};
        return std::uint64_t{after.size()};
    });
    std::vector<std::uint64_t> keys(many);
    timed("keys", many, [&] {
        if (philidor_batch_keys(packed, many, keys.data(), nullptr)) return std::uint64_t{0};
        std::uint64_t all = 0;
        for (std::uint64_t key : keys) all ^= key;
        return all;
    });
    timed("one count", many, [&] {
        std::uint64_t sum = 0;
        for (const Position &position : positions) sum += position.move_count();
        return sum;
    });
    const Position start;
    timed("perft 5", 4865609, [&] { return *start.perft(5); });
    Game game;
    timed("walk 4", 197281, [&] { return walk(game, 4); });
    timed("walk 4, values", 197281, [&] { return walk_values(start, 4); });
    std::size_t played = 0;
    for (const auto &read : Pgn(text)) played += read ? read->moves().size() : 0;
    timed("PGN, a move", played, [&] {
        std::uint64_t all = 0;
        Pgn games(text);
        for (const auto &read : games) all += read ? read->moves().size() : 0;
        return all;
    });
}
