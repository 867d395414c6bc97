// Disservin's chess-library (MIT), raced and not part of philidor: its header is given by bench/c. Boards are kept as it
// likes them best, so nothing is unpacked here; `packed` is the same from its own 24 bytes.
#include <algorithm>
#include <sstream>

#include <chess.hpp>

#include "race.hpp"

using chess::Board, chess::Movelist;

static std::uint64_t walk(Board &board, unsigned depth) {
    Movelist moves;
    chess::movegen::legalmoves(moves, board);
    if (depth == 1) return static_cast<std::uint64_t>(moves.size());
    std::uint64_t leaves = 0;
    for (const auto move : moves) {
        board.makeMove(move);
        leaves += walk(board, depth - 1);
        board.unmakeMove(move);
    }
    return leaves;
}

// Plays each move, as a reader has to that knows whether games are legal.
struct Reading : chess::pgn::Visitor {
    Board board;
    std::uint64_t moves = 0;

    void startPgn() override { board.setFen(chess::constants::STARTPOS); }
    void header(std::string_view name, std::string_view value) override {
        if (name == "FEN") board.setFen(value);
    }
    void startMoves() override {}
    void move(std::string_view san, std::string_view) override {
        board.makeMove(chess::uci::parseSan(board, san));
        ++moves;
    }
    void endPgn() override {}
};

int main(int, char **arguments) {
    std::vector<Board> boards;
    for (const std::string &line : read_lines(arguments[1])) boards.emplace_back(line);
    const std::string text = read_text(arguments[2]);
    const std::size_t many = boards.size();

    timed("counts", many, [&] {
        std::uint64_t sum = 0;
        Movelist moves;
        for (const Board &board : boards) {
            chess::movegen::legalmoves(moves, board);
            sum += static_cast<std::uint64_t>(moves.size());
        }
        return sum;
    });
    std::vector<std::uint16_t> all(64 * many);
    std::vector<std::size_t> offsets(many + 1);
    const auto list = [&](auto board_at) {
        std::size_t end = 0;
        Movelist moves;
        for (std::size_t i = 0; i < many; ++i) {
            chess::movegen::legalmoves(moves, board_at(i));
            for (const auto move : moves) all[end++] = move.move();
            offsets[i + 1] = end;
        }
        return std::uint64_t{end};
    };
    timed("moves", many, [&] { return list([&](std::size_t i) -> const Board & { return boards[i]; }); });
    std::vector<chess::PackedBoard> packed;
    for (const Board &board : boards) packed.push_back(Board::Compact::encode(board));
    timed("moves, packed", many, [&] { return list([&](std::size_t i) { return Board::Compact::decode(packed[i]); }); });
    timed("play, packed", many, [&] {
        std::uint64_t done = 0;
        for (std::size_t i = 0; i < many; ++i) {
            Board board = Board::Compact::decode(packed[i]);
            board.makeMove(chess::Move(all[offsets[i]]));
            done += Board::Compact::encode(board)[0] < 256;
        }
        return done;
    });
    Board start;
    timed("walk 4", 197281, [&] { return walk(start, 4); });
    const auto read = [&] {
        std::istringstream stream(text);
        chess::pgn::StreamParser parser(stream);
        Reading reading;
        parser.readGames(reading);
        return reading.moves;
    };
    timed("PGN, a move", read(), read);
}
