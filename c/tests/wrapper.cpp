// What philidor.hpp says of itself, with and without exceptions.
#include <philidor.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <unordered_set>
#include <vector>

using namespace philidor;

static void check(bool holds, const char *what, int line) {
    if (holds) return;
    std::fprintf(stderr, "wrapper.cpp:%d: %s\n", line, what);
    std::exit(1);
}
#define CHECK(holds) check(holds, #holds, __LINE__)

// Whether this ends the program.
template <class Work> static bool ends(Work work) {
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        if (!std::freopen("/dev/null", "w", stderr)) _exit(1);
        work();
        _exit(0);
    }
    int status = 0;
    return waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

// Larger than a position, so an array of these is not an array of positions.
struct Tagged : Position {
    int note = 0;
};
static_assert(std::is_convertible_v<const std::vector<Position> &, Span<Position>>);
static_assert(!std::is_convertible_v<const std::vector<Tagged> &, Span<Position>>);

static void values() {
    CHECK(is_compatible() && version() == PHILIDOR_VERSION);
    // What is not there is an assertion in every build, and names the reason.
    CHECK(ends([] { (void)*Position::from_fen("nonsense"); }) && ends([] { (void)Position::from_fen("nonsense")->fen(); }));
    CHECK(ends([] { const auto result = Position::from_fen("nonsense"); (void)(*result).fen(); }));
    CHECK(Square::from_name("e4")->name() == "e4" && !Square::from_name("e9"));
    CHECK(Squares(0x8000000000000001).size() == 2 && *std::next(Squares(0x8000000000000001).begin()) == Square(63u));
    static_assert(*Squares(~std::uint64_t{0}).begin() == Square(0u) && Squares(~std::uint64_t{0}).size() == 64);
    for (unsigned index = 0; index < 64; ++index) {
        const std::uint64_t above = ~std::uint64_t{0} << index;
        CHECK(*Squares(above).begin() == Square(index) && Squares(above).size() == 64 - index);
        CHECK(detail::plain_lowest(above) == index && detail::plain_count(above) == 64 - index);
    }
    const Position start;
    CHECK(start == Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").value());
    CHECK(*Position::chess960(518) == start && !Position::chess960(960) && *Position::from_packed(start.packed()) == start);
    CHECK(!Position::from_packed(philidor_position{}));
    CHECK(start.piece_at(Square(4u)) == (Piece{Color::White, PieceType::King}) && !start.piece_at(Square(20u)));
    CHECK(start.piece_at(Square(63u))->letter() == 'r' && start.side_to_move() == Color::White);
    CHECK(start.attackers_to(Square(21u)).size() == 3 && start.attacked_by(Color::White).contains(Square(21u)));
    CHECK(attacks({Color::Black, PieceType::Pawn}, Square(12u), {}) == (Squares(Square(3u)) | Square(5u)));
    CHECK(std::unordered_set<Position>({start, start, start.after(start.moves()[0]).value()}).size() == 2);

    Position position;
    CHECK(!position.play(Move()) && position == start);
    CHECK(position.play(position.parse_san("e4").value()) && position.side_to_move() == Color::Black);
    CHECK(position.fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    CHECK(position.fen(PHILIDOR_FEN_LEGAL_EN_PASSANT).find("e3") == std::string::npos);
    CHECK(position.key() != start.key() && position.polyglot_key() == 0x823c9b50fd114196);
    CHECK(!position.san(Move()) && position.san(Move()).fault().code() == PHILIDOR_ILLEGAL_MOVE);
    // A result has no room for a fault beside its value.
    static_assert(sizeof(Result<std::string>) <= sizeof(Fault) + sizeof(void *));
    CHECK(start.san(start.moves()[0]).fault().code() == PHILIDOR_OK);
    const MoveList moves = start.moves();
    CHECK(moves.size() == 20 && start.move_count() == 20 && start.moves(MoveKind::Tactical).empty());
    CHECK(std::all_of(moves.begin(), moves.end(), [&](Move move) { return *start.parse_uci(*start.uci(move)) == move; }));
    // Not a Result, which would be true for every legal move.
    const Position mating = Position::from_fen("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1").value();
    static_assert(std::is_same_v<decltype(mating.gives_check(Move())), bool>);
    CHECK(mating.gives_check(*mating.parse_uci("e1e8")) && !mating.gives_check(*mating.parse_uci("e1e7")));
    CHECK(!mating.gives_check(Move()));
    const Position promoting = *Position::from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1");
    CHECK(promoting.moves(MoveKind::Tactical).size() == 4);
    CHECK(promoting.find_move(Square(48u), Square(56u), PieceType::Queen)->promotion() == PieceType::Queen);
    CHECK(promoting.find_move(Square(48u), Square(56u)).fault().code() == PHILIDOR_ILLEGAL_MOVE);
    CHECK(promoting.after_null_move()->side_to_move() == Color::Black && !mating.after(*mating.parse_san("Re8"))->after_null_move());
    CHECK(promoting.has_insufficient_material(Color::Black) && !promoting.has_insufficient_material(Color::White));
    CHECK(*promoting.exchange(promoting.moves()[0]) == *promoting.exchange(promoting.moves()[0]) && !promoting.exchange(Move()));
    const auto promotion = promoting.parse_uci("a7a8n");
    CHECK(promotion->promotion() == PieceType::Knight && !moves[0].promotion());
}

static void parts() {
    Position start;
    CHECK(start.castling_rights() == 15 && *Position::from_board(start.board()) == start);
    philidor_board board = start.board();
    board.pieces[PHILIDOR_KING] = 0;
    CHECK(Position::from_board(board).fault().code() == PHILIDOR_BAD_ARGUMENT && !Position::from_board(philidor_board{}));
    const auto mended = Position::from_fen_leniently("4k3/8/8/8/8/8/8/4K3_B_KQ");
    CHECK(mended->position.fen() == "4k3/8/8/8/8/8/8/4K3 b - - 0 1" && mended->mended->column() == 20);
    CHECK(!Position::from_fen_leniently(start.fen())->mended && !Position::from_fen_leniently("4k3"));
    // Equal but for their clocks: not the same bytes, but the same key.
    const Position later = *Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 8 5");
    CHECK(later != start && later.key() == start.key());
}

static void known_totals() {
    // https://www.chessprogramming.org/Perft_Results
    const std::pair<const char *, std::uint64_t> totals[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 197281},
        {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4085603},
        {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 43238},
        {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 422333},
        {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 2103487},
    };
    for (const auto &[fen, leaves] : totals) CHECK(*Position::from_fen(fen)->perft(4, 0) == leaves);
}

static void words() {
    const Position mated = Position::from_fen("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1").value();
    CHECK(mated.is_check() && mated.checkers() == Squares(Square(56u)) && !Position().is_check());
    CHECK(mated.outcome() == Outcome::WhiteMates && text(mated.outcome()) == std::string("White wins by checkmate"));
    CHECK(text(Claim::FiftyMoves) == std::string("50 moves") && text(GameResult::Draw) == std::string("1/2-1/2"));
    CHECK(between(Square(0u), Square(18u)) == Squares(Square(9u)) && between(Square(0u), Square(17u)).empty());
    const auto divided = Position().divide(3).value();
    std::uint64_t leaves = 0;
    for (const auto &[move, below] : divided) leaves += move == divided[0].first ? 0 : below;
    CHECK(divided.size() == 20 && leaves + divided[0].second == 8902 && Position().divide(0)->empty());
    CHECK(divided[0].second == *Position().after(divided[0].first)->perft(2));
}

static void batches() {
    std::vector<Position> positions{Position(), *Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")};
    CHECK(move_counts(positions) == (std::vector<std::uint32_t>{20, 0}));
    CHECK(keys(positions)[0] == Position().key());
    CHECK(outcomes(positions) == (std::vector<Outcome>{Outcome::Ongoing, Outcome::Stalemate}));
    const std::vector<Move> first{*Position().parse_san("e4"), Move()};
    CHECK(after(positions, first).fault().code() == PHILIDOR_ILLEGAL_MOVE && after(positions, first).fault().offset() == 1);
    CHECK(!after(positions, {}) && after({}, {})->empty());
    positions.pop_back();
    CHECK(after(positions, {first.data(), 1})->front() == *Position().after(first[0]));
    // More moves than room at first.
    positions.assign(3, *Position::from_fen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"));
    const MoveLists lists = move_lists(positions);
    CHECK(lists.size() == 3 && lists[1].size() == 218 && lists.all().size() == 654 && lists[0][217] == lists[2][217]);
    // Of nothing, and of what was moved from, there are none.
    MoveLists from = move_lists(positions);
    const MoveLists to = std::move(from);
    CHECK(to.all().size() == 654 && from.size() == 0 && from.all().empty());
    CHECK(MoveLists().size() == 0 && MoveLists().all().empty() && move_lists({}).size() == 0);
    const Position start;
    const std::vector<Move> played{start.moves()[0], Move(), start.moves()[0]};
    CHECK(line(start, played).size() == 1 && line(start, played)[0] == *start.after(played[0]) && line(start, {}).empty());
}

static void games() {
    Game game;
    for (int times = 0; times < 2; ++times)
        for (const char *uci : {"g1f3", "g8f6", "f3g1", "f6g8"}) CHECK(game.play(game.position().parse_uci(uci).value()));
    CHECK(game.repetitions() == 3 && game.claim() == Claim::ThreefoldRepetition && game.ply() == 8);
    CHECK(game.outcome() == Outcome::Ongoing && game.undo() && game.claim() == Claim::None);
    CHECK(game.moves().size() == game.move_count());
    const Position now = game.position();
    CHECK(game.key() == now.key() && game.castling_rights() == now.castling_rights() && game.checkers() == now.checkers());
    CHECK(game.board().colors[0] == now.board().colors[0] && !game.is_check() && game.attackers_to(Square(21u)).size() == 3);
    for (unsigned square = 0; square < 64; ++square) CHECK(game.piece_at(Square(square)) == now.piece_at(Square(square)));
    for (Move move : game.moves()) {
        CHECK(*game.san(move) == *now.san(move) && *game.parse_san(*game.san(move)) == move && game.is_legal(move));
        CHECK(*game.uci(move) == *now.uci(move) && *game.parse_uci(*game.uci(move)) == move && !game.gives_check(move));
        CHECK(*game.find_move(move.origin(), move.destination()) == move && *game.exchange(move) == *now.exchange(move));
    }
    const std::string written = *game.pgn({{"White", "Philidor"}}, GameResult::Draw);
    CHECK(written.find("[White \"Philidor\"]\n") != std::string::npos && !game.pgn({{"", "x"}}));
    CHECK((*Pgn(written).next())->last() == now && written.substr(written.size() - 9) == "1/2-1/2\n\n");
    CHECK(game.play_null_move() && game.repetitions() == 1 && game.position() == *now.after_null_move());
    CHECK(game.undo()->origin() == Square(60u) && game.position() == now && game.repetitions() == 2);

    // A copy goes its own way; what was moved from takes a new value, and nothing else.
    static_assert(std::is_nothrow_move_constructible_v<Game> && std::is_nothrow_move_assignable_v<Game>);
    const Game shuffled = game;
    CHECK(game.undo() && game.ply() == 6 && shuffled.ply() == 7 && shuffled.start() == Position());
    CHECK(line(shuffled.start(), shuffled.played()).back() == shuffled.position() && shuffled.played().size() == 7);
    const Game &same = game = shuffled;
    game = same;
    CHECK(game.played() == shuffled.played() && &same == &game);
    Game moved = std::move(game);
    CHECK(ends([&] { (void)game.play(moved.moves()[0]); }) && ends([&] { game.undo(); }) && ends([&] { Game copy(game); }));
    game = Game();
    CHECK(game.play(game.moves()[0]) && game.ply() == 1 && moved.ply() == 7);

    const std::string text = "[White \"a\"]\n\n1. e4 e4 *\n\n[White \"b\"] [Black \"c\"] 1. d4 d5 1-0";
    Pgn pgn(text);
    std::size_t good = 0, bad = 0;
    for (const auto &read : pgn) {
        if (!read) {
            ++bad;
            CHECK(read.fault().line() == 3 && read.fault().code() == PHILIDOR_INVALID_GAME);
            continue;
        }
        ++good;
        CHECK(read->result() == GameResult::WhiteWins && read->moves().size() == 2 && read->start() == Position());
        CHECK(read->tags().size() == 2 && read->tag("Black") == "c" && !read->tag("Event"));
        CHECK(line(read->start(), read->moves()).back() == read->last());
    }
    CHECK(good == 1 && bad == 1);

    // A string that is given away is kept, so what becomes of its place does not matter, nor that the games are moved.
    std::string given = text;
    Pgn first(std::move(given));
    given.assign(text.size(), ' ');
    Pgn games(std::move(first));
    CHECK(!first.next() && !*games.next());
    const Result<PgnGame> *read = games.next();
    CHECK(read && (*read)->tag("White") == "b" && !games.next());
    // An iterator continues where the games are.
    Pgn begun(text);
    auto place = begun.begin();
    const Pgn there(std::move(begun));
    CHECK(place != Pgn::iterator() && !*place && ++place != Pgn::iterator() && *place && ++place == Pgn::iterator());
    std::size_t moves = 0;
    for (const auto &one : Pgn(std::string("1. e4 e5 *"))) moves += one->moves().size();
    CHECK(moves == 2 && Pgn("1. e4 *").next());
    CHECK(!*Pgn("1. e4").next() && *Pgn("1. e4", philidor_pgn_new_lenient).next());
    // A kept game would answer for the one after it.
    static_assert(!std::is_copy_constructible_v<PgnGame> && !std::is_move_constructible_v<PgnGame>);
    static_assert(!std::is_copy_constructible_v<Result<PgnGame>> && !std::is_move_constructible_v<Result<PgnGame>>);
}

// What a walk through all kinds of functions finds, as text.
static std::string walked(const std::vector<Position> &positions, const std::string &games) {
    std::string found;
    for (std::size_t index = 0; index < positions.size(); ++index) {
        const Position &position = positions[index];
        for (Move move : position.moves()) found += *position.san(*position.parse_uci(*position.uci(move)));
        found += position.fen() + std::to_string(*position.perft(2, 2)) + std::to_string(position.board().pinned);
        found += std::to_string(move_counts(positions)[index]) + std::to_string(move_lists(positions)[index].size());
    }
    Game game(positions[0]);
    while (game.ply() < 30 && game.move_count() && game.play(game.moves()[game.ply() % game.move_count()])) {}
    found += game.position().fen() + text(game.outcome());
    for (const auto &read : Pgn(games)) found += read ? read->last().fen() : read.fault().text();
    return found + Position::from_fen("nonsense").fault().text();
}

// "All functions may be called by many threads at once."
static void threads() {
    const std::vector<Position> positions{
        Position(), *Position::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        *Position::from_fen("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")};
    const std::string games = "1. e4 e5 2. Nf3 *\n\n1. e4 e4 *\n\n1. d4 d5 1-0";
    std::vector<std::string> found(8);
    std::vector<std::thread> running;
    for (std::string &place : found) running.emplace_back([&] { place = walked(positions, games); });
    for (std::thread &thread : running) thread.join();
    const std::string alone = walked(positions, games);
    for (const std::string &place : found) CHECK(place == alone);
}

// "One game or one reader may be asked by many threads at once."
static void readers() {
    Game game;
    for (const char *san : {"e4", "e5", "Nf3"}) CHECK(game.play(*game.parse_san(san)));
    Pgn games("[White \"a\"]\n\n1. e4 e5 2. Nf3 *");
    const Result<PgnGame> &read = *games.next();
    std::vector<std::string> found(4);
    std::vector<std::thread> running;
    for (std::string &place : found)
        running.emplace_back([&] {
            for (int times = 0; times < 100; ++times) {
                place = std::to_string(game.key()) + game.position().fen() + std::to_string(game.repetitions());
                for (Move move : game.moves()) place += *game.san(move);
                place += text(game.outcome()) + Game(game).position().fen();
                place += std::string(*read->tag("White")) + read->last().fen() + std::to_string(read->moves().size());
            }
        });
    for (std::thread &thread : running) thread.join();
    for (const std::string &place : found) CHECK(place == found[0] && !place.empty());
}

int main() {
    threads(); // first, when nothing has been called before
    readers();
    values();
    parts();
    known_totals();
    words();
    batches();
    games();
#ifdef PHILIDOR_EXCEPTIONS
    try {
        (void)Position::from_fen("nonsense").value();
        CHECK(false);
    } catch (const Exception &exception) {
        CHECK(exception.fault().code() == PHILIDOR_INVALID_FEN && exception.fault().line() == 1);
    }
#endif
    std::puts("the wrapper holds what it says");
}
