// philidor: the rules of chess, for C++17. Header-only, over the C library.
//
// A `Position` is a value of 32 bytes and always valid, a `Move` one of 16 bits, so both are copied, compared, hashed, put
// into arrays and handed to other threads like numbers. What can fail returns a `Result`: it is true if there is a value,
// `*result` is the value, `result.fault()` says what was wrong and where. Where there is no value, `*result` and `result->` end
// the program with the reason, in builds with NDEBUG, too; `result.value()` does the same, or throws a `philidor::Exception`
// where PHILIDOR_EXCEPTIONS is defined before this header is included. Nothing else throws, except that memory may run out.
//
// MIT OR Apache-2.0.

#ifndef PHILIDOR_HPP
#define PHILIDOR_HPP

#include "philidor.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>
#ifdef PHILIDOR_EXCEPTIONS
#include <stdexcept>
#endif

namespace philidor {

// Two translation units may differ in it, so their functions have different names.
#ifdef PHILIDOR_EXCEPTIONS
inline namespace with_exceptions {
#else
inline namespace without_exceptions {
#endif

// Whether the library that is loaded is one for this header.
inline bool is_compatible() noexcept { return philidor_abi_version() == PHILIDOR_ABI_VERSION; }

// The version of the library that is loaded; PHILIDOR_VERSION is that of the header.
inline std::string_view version() noexcept { return philidor_version(); }

// What went wrong: a code, and where a text is at fault the place in it.
class Fault {
public:
    Fault() noexcept = default;
    explicit Fault(philidor_error code) noexcept : code_(code) {}
    Fault(philidor_error code, const philidor_fault &detail) noexcept : code_(code), detail_(detail) {}

    philidor_error code() const noexcept { return code_; }
    // The reason in words, with the offending text if there is one.
    const char *text() const noexcept { return detail_.text[0] ? detail_.text : philidor_error_text(code_); }
    // The offset of the offending byte, or of a batch the offending element; the byte's line and column, from 1, or 0 if there is
    // none.
    std::uint64_t offset() const noexcept { return detail_.offset; }
    std::uint64_t line() const noexcept { return detail_.line; }
    std::uint64_t column() const noexcept { return detail_.column; }

private:
    philidor_error code_ = PHILIDOR_OK;
    philidor_fault detail_{};
};

#ifdef PHILIDOR_EXCEPTIONS
class Exception : public std::runtime_error {
public:
    explicit Exception(const Fault &fault) : std::runtime_error(fault.text()), fault_(fault) {}
    const Fault &fault() const noexcept { return fault_; }

private:
    Fault fault_;
};
#endif

namespace detail {
// Ends the program, and says why: the caller was sure of what is not so.
[[noreturn]] inline void end(const char *text) noexcept {
    std::fprintf(stderr, "philidor: %s\n", text);
    std::abort();
}
} // namespace detail

// A value, or why there is none.
template <class T> class [[nodiscard]] Result {
    static_assert(!std::is_same_v<T, bool>, "`if (result)` would be true where the value is false");

public:
    Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}
    // The value is made from these.
    template <class... A>
    explicit Result(std::in_place_t, A &&...from) : held_(std::in_place_index<0>, std::forward<A>(from)...) {}
    Result(const Fault &fault) : held_(std::in_place_index<1>, fault) {}

    explicit operator bool() const noexcept { return has_value(); }
    bool has_value() const noexcept { return held_.index() == 0; }
    // The value, which must be there: an assertion, which holds in every build.
    T &operator*() & noexcept { return *there(); }
    const T &operator*() const & noexcept { return *there(); }
    T &&operator*() && noexcept { return std::move(*there()); }
    T *operator->() noexcept { return there(); }
    const T *operator->() const noexcept { return there(); }
    // The value; without one this throws or ends the program.
    T &value() & { return require(), **this; }
    const T &value() const & { return require(), **this; }
    T &&value() && { return require(), *std::move(*this); }
    T value_or(T other) const & { return has_value() ? **this : std::move(other); }
    // Why there is no value; with one, a fault whose code is PHILIDOR_OK.
    const Fault &fault() const noexcept {
        static const Fault none;
        const Fault *const fault = std::get_if<1>(&held_);
        return fault ? *fault : none;
    }

private:
    T *there() noexcept { return has_value() ? std::get_if<0>(&held_) : (detail::end(fault().text()), nullptr); }
    const T *there() const noexcept { return has_value() ? std::get_if<0>(&held_) : (detail::end(fault().text()), nullptr); }
    void require() const {
#ifdef PHILIDOR_EXCEPTIONS
        if (!has_value()) throw Exception(fault());
#else
        (void)there();
#endif
    }

    std::variant<T, Fault> held_;
};

namespace detail {
// A fault without a place and a reason; no more of its text is written before there is one.
struct NoFault : philidor_fault {
    NoFault() noexcept { offset = line = column = 0, text[0] = '\0'; }
};

// For what cannot fail with the valid values that this header holds.
inline void sure(philidor_error error) {
    if (error != PHILIDOR_OK) end(philidor_error_text(error));
}

// What a function writes at its end, which cannot fail with these arguments.
template <class T, class Write, class... A> T asked(Write write, A... arguments) {
    T value{};
    sure(write(arguments..., &value));
    return value;
}
} // namespace detail

enum class Color : std::uint8_t { White, Black };

constexpr Color operator!(Color color) noexcept { return color == Color::White ? Color::Black : Color::White; }

enum class PieceType : std::uint8_t { King, Queen, Rook, Bishop, Knight, Pawn };

struct Piece {
    Color color;
    PieceType type;

    friend constexpr bool operator==(Piece a, Piece b) noexcept { return a.color == b.color && a.type == b.type; }
    friend constexpr bool operator!=(Piece a, Piece b) noexcept { return !(a == b); }
    // As in a FEN.
    constexpr char letter() const noexcept {
        return (color == Color::White ? "KQRBNP" : "kqrbnp")[static_cast<std::size_t>(type)];
    }
};

// A square: a1 is 0, h1 is 7, h8 is 63.
class Square {
public:
    constexpr Square() noexcept = default;
    // From a number below 64; of greater ones the lowest six bits count.
    constexpr explicit Square(unsigned index) noexcept : index_(static_cast<std::uint8_t>(index & 63)) {}
    // From a file and a rank, both from 0.
    constexpr Square(unsigned file, unsigned rank) noexcept : Square((rank & 7) << 3 | (file & 7)) {}
    // From its name, such as "e4".
    static constexpr std::optional<Square> from_name(std::string_view name) noexcept {
        if (name.size() != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8') return {};
        return Square(static_cast<unsigned>(name[0] - 'a'), static_cast<unsigned>(name[1] - '1'));
    }

    constexpr unsigned index() const noexcept { return index_; }
    constexpr unsigned file() const noexcept { return index_ & 7u; }
    constexpr unsigned rank() const noexcept { return index_ >> 3; }
    std::string name() const { return {static_cast<char>('a' + file()), static_cast<char>('1' + rank())}; }

    friend constexpr bool operator==(Square a, Square b) noexcept { return a.index_ == b.index_; }
    friend constexpr bool operator!=(Square a, Square b) noexcept { return a.index_ != b.index_; }
    friend constexpr bool operator<(Square a, Square b) noexcept { return a.index_ < b.index_; }

private:
    std::uint8_t index_ = 0;
};

namespace detail {
// How many bits are set, where the compiler has no word for it.
constexpr unsigned plain_count(std::uint64_t bits) noexcept {
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    return static_cast<unsigned>(((bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
}
// Where the lowest bit is, likewise.
constexpr unsigned plain_lowest(std::uint64_t bits) noexcept { return plain_count((bits & (~bits + 1)) - 1); }

#ifdef __GNUC__
constexpr unsigned count(std::uint64_t bits) noexcept { return static_cast<unsigned>(__builtin_popcountll(bits)); }
constexpr unsigned lowest(std::uint64_t bits) noexcept { return static_cast<unsigned>(__builtin_ctzll(bits)); }
#else
constexpr unsigned count(std::uint64_t bits) noexcept { return plain_count(bits); }
constexpr unsigned lowest(std::uint64_t bits) noexcept { return plain_lowest(bits); }
#endif
} // namespace detail

// A set of squares, and a range of them from a1 to h8.
class Squares {
public:
    constexpr Squares() noexcept = default;
    constexpr explicit Squares(std::uint64_t bits) noexcept : bits_(bits) {}
    constexpr Squares(Square square) noexcept : bits_(std::uint64_t{1} << square.index()) {}

    constexpr std::uint64_t bits() const noexcept { return bits_; }
    constexpr bool empty() const noexcept { return bits_ == 0; }
    constexpr bool contains(Square square) const noexcept { return bits_ >> square.index() & 1; }
    constexpr std::size_t size() const noexcept { return detail::count(bits_); }

    class iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = Square;
        using difference_type = std::ptrdiff_t;
        using pointer = const Square *;
        using reference = Square;

        constexpr explicit iterator(std::uint64_t rest = 0) noexcept : rest_(rest) {}
        constexpr Square operator*() const noexcept { return Square(detail::lowest(rest_)); }
        constexpr iterator &operator++() noexcept { return rest_ &= rest_ - 1, *this; }
        constexpr iterator operator++(int) noexcept {
            const iterator before = *this;
            return ++*this, before;
        }
        friend constexpr bool operator==(iterator a, iterator b) noexcept { return a.rest_ == b.rest_; }
        friend constexpr bool operator!=(iterator a, iterator b) noexcept { return a.rest_ != b.rest_; }

    private:
        std::uint64_t rest_;
    };

    constexpr iterator begin() const noexcept { return iterator(bits_); }
    constexpr iterator end() const noexcept { return iterator(); }

    friend constexpr Squares operator&(Squares a, Squares b) noexcept { return Squares(a.bits_ & b.bits_); }
    friend constexpr Squares operator|(Squares a, Squares b) noexcept { return Squares(a.bits_ | b.bits_); }
    friend constexpr Squares operator-(Squares a, Squares b) noexcept { return Squares(a.bits_ & ~b.bits_); }
    friend constexpr Squares operator~(Squares a) noexcept { return Squares(~a.bits_); }
    friend constexpr bool operator==(Squares a, Squares b) noexcept { return a.bits_ == b.bits_; }
    friend constexpr bool operator!=(Squares a, Squares b) noexcept { return a.bits_ != b.bits_; }

private:
    std::uint64_t bits_ = 0;
};

// A move: 16 bits. It belongs to the position it was made for.
class Move {
public:
    constexpr Move() noexcept = default;
    constexpr explicit Move(philidor_move bits) noexcept : bits_(bits) {}

    constexpr philidor_move bits() const noexcept { return bits_; }
    constexpr Square origin() const noexcept { return Square(static_cast<unsigned>(PHILIDOR_ORIGIN(bits_))); }
    constexpr Square destination() const noexcept { return Square(static_cast<unsigned>(PHILIDOR_DESTINATION(bits_))); }
    constexpr bool is_castling() const noexcept { return PHILIDOR_IS_CASTLING(bits_); }
    constexpr bool is_en_passant() const noexcept { return PHILIDOR_IS_EN_PASSANT(bits_); }
    constexpr std::optional<PieceType> promotion() const noexcept {
        if (!PHILIDOR_IS_PROMOTION(bits_)) return {};
        return static_cast<PieceType>(PHILIDOR_PROMOTION(bits_));
    }

    friend constexpr bool operator==(Move a, Move b) noexcept { return a.bits_ == b.bits_; }
    friend constexpr bool operator!=(Move a, Move b) noexcept { return a.bits_ != b.bits_; }
    friend constexpr bool operator<(Move a, Move b) noexcept { return a.bits_ < b.bits_; }

private:
    philidor_move bits_ = 0;
};

static_assert(sizeof(Move) == sizeof(philidor_move) && std::is_standard_layout_v<Move>);

// Values of someone else, one after another: a range that does not own them.
template <class T> class Span {
public:
    constexpr Span() noexcept = default;
    constexpr Span(const T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    // Any container whose values lie one after another: a vector, an array, a list of moves. Not one of derived values, which
    // are larger: an array of them is not an array of T.
    template <class C, class U = std::remove_pointer_t<decltype(std::data(std::declval<const C &>()))>,
              class = std::enable_if_t<std::is_convertible_v<U (*)[], const T (*)[]>>>
    constexpr Span(const C &values) noexcept : data_(std::data(values)), size_(std::size(values)) {}

    constexpr const T *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr const T *begin() const noexcept { return data_; }
    constexpr const T *end() const noexcept { return data_ + size_; }
    constexpr const T &operator[](std::size_t index) const noexcept { return data_[index]; }

private:
    const T *data_ = nullptr;
    std::size_t size_ = 0;
};

// The moves of a position, in place, without allocation.
class MoveList {
public:
    MoveList() noexcept {} // the moves are not written before there are any

    const Move *data() const noexcept { return moves_; }
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    const Move *begin() const noexcept { return moves_; }
    const Move *end() const noexcept { return moves_ + size_; }
    Move operator[](std::size_t index) const noexcept { return moves_[index]; }

private:
    friend class Position;
    friend class Game;
    philidor_move *room() noexcept { return reinterpret_cast<philidor_move *>(moves_); }

    union {
        Move moves_[PHILIDOR_MAX_MOVES];
    };
    std::size_t size_ = 0;
};

enum class MoveKind : std::uint32_t {
    All = PHILIDOR_ALL_MOVES,
    Tactical = PHILIDOR_TACTICAL_MOVES,
    Quiet = PHILIDOR_QUIET_MOVES,
    Captures = PHILIDOR_CAPTURES,
};

enum class Castling : std::uint32_t { Standard = PHILIDOR_CASTLING_STANDARD, Chess960 = PHILIDOR_CASTLING_CHESS960 };

// How the rules ended a game. A library newer than this header may have others.
enum class Outcome : std::uint8_t {
    Ongoing = PHILIDOR_ONGOING,
    WhiteMates = PHILIDOR_WHITE_MATES,
    BlackMates = PHILIDOR_BLACK_MATES,
    Stalemate = PHILIDOR_STALEMATE,
    InsufficientMaterial = PHILIDOR_INSUFFICIENT_MATERIAL,
    DeadPosition = PHILIDOR_DEAD_POSITION,
    FivefoldRepetition = PHILIDOR_FIVEFOLD_REPETITION,
    SeventyFiveMoves = PHILIDOR_SEVENTY_FIVE_MOVES,
    Other = PHILIDOR_OTHER_OUTCOME,
};

// The draw that a player may claim.
enum class Claim : std::uint8_t {
    None = PHILIDOR_NO_CLAIM,
    ThreefoldRepetition = PHILIDOR_CLAIM_THREEFOLD_REPETITION,
    FiftyMoves = PHILIDOR_CLAIM_FIFTY_MOVES,
    Other = PHILIDOR_OTHER_CLAIM,
};

// The result that stands at the end of a game.
enum class GameResult : std::uint8_t {
    Unknown = PHILIDOR_UNKNOWN_RESULT,
    WhiteWins = PHILIDOR_WHITE_WINS,
    BlackWins = PHILIDOR_BLACK_WINS,
    Draw = PHILIDOR_DRAW,
};

// These in words: "White wins by checkmate", "threefold repetition"; of a result "1-0".
inline const char *text(Outcome outcome) noexcept { return philidor_outcome_text(static_cast<std::uint8_t>(outcome)); }
inline const char *text(Claim claim) noexcept { return philidor_claim_text(static_cast<std::uint8_t>(claim)); }
inline const char *text(GameResult result) noexcept { return philidor_result_text(static_cast<std::uint8_t>(result)); }

namespace detail {
// A move by its squares, in a position or in a game.
template <class Find, class Of>
Result<Move> found(Find find, const Of *of, Square origin, Square destination, std::optional<PieceType> promotion) {
    philidor_move move = 0;
    NoFault fault;
    const auto from = static_cast<std::uint8_t>(origin.index()), to = static_cast<std::uint8_t>(destination.index());
    const auto piece = promotion ? static_cast<std::uint8_t>(*promotion) : std::uint8_t{PHILIDOR_NO_PIECE};
    const philidor_error error = find(of, from, to, piece, &move, &fault);
    if (error != PHILIDOR_OK) return Fault(error, fault);
    return Move(move);
}

// A move from its text, likewise.
template <class Read, class Of> Result<Move> parsed(Read read, const Of *of, std::string_view text) {
    philidor_move move = 0;
    NoFault fault;
    const philidor_error error = read(of, text.data(), text.size(), &move, &fault);
    if (error != PHILIDOR_OK) return Fault(error, fault);
    return Move(move);
}

// The text of a move, likewise.
template <class Write, class... A> Result<std::string> move_text(Write write, A... arguments) {
    char buffer[PHILIDOR_MOVE_TEXT_SIZE];
    std::size_t length = 0;
    const philidor_error error = write(arguments..., buffer, sizeof buffer, &length);
    if (error != PHILIDOR_OK) return Fault(error);
    return std::string(buffer, length);
}

// Whether a move is legal and gives check, likewise.
template <class Ask, class Of> bool gives_check(Ask ask, const Of *of, Move move) {
    bool check = false;
    const philidor_error error = ask(of, move.bits(), &check);
    if (error != PHILIDOR_ILLEGAL_MOVE) sure(error);
    return check;
}

// What a move wins by captures on its destination, likewise.
template <class Ask, class Of> Result<std::int32_t> exchange(Ask ask, const Of *of, Move move) {
    std::int32_t value = 0;
    const philidor_error error = ask(of, move.bits(), &value);
    if (error != PHILIDOR_OK) return Fault(error);
    return value;
}
} // namespace detail

struct LenientFen;

// A position: 32 bytes, always of a valid position.
class Position {
public:
    // The start position of standard chess.
    Position() noexcept { detail::sure(philidor_start(&packed_)); }

    static Result<Position> from_fen(std::string_view fen) {
        Position position{Unwritten{}};
        detail::NoFault fault;
        const philidor_error error = philidor_read_fen(fen.data(), fen.size(), &position.packed_, &fault);
        if (error != PHILIDOR_OK) return Fault(error, fault);
        return position;
    }
    // From a FEN as people and other programs write one: see `philidor_read_fen_leniently`.
    static Result<LenientFen> from_fen_leniently(std::string_view fen);
    // From its parts, as `board()` has them; what gives check and what is pinned does not count.
    static Result<Position> from_board(const philidor_board &board) {
        Position position{Unwritten{}};
        detail::NoFault fault;
        const philidor_error error = philidor_setup(&board, &position.packed_, &fault);
        if (error != PHILIDOR_OK) return Fault(error, fault);
        return position;
    }
    // A start position of Chess960, by its number below 960.
    static Result<Position> chess960(unsigned number) {
        Position position{Unwritten{}};
        const philidor_error error = philidor_chess960(number, &position.packed_);
        if (error != PHILIDOR_OK) return Fault(error);
        return position;
    }
    // The 32 bytes of a position, as they were stored or made by a program.
    static Result<Position> from_packed(const philidor_position &packed) {
        detail::NoFault fault;
        const philidor_error error = philidor_check(&packed, &fault);
        if (error != PHILIDOR_OK) return Fault(error, fault);
        return Position(packed);
    }

    const philidor_position &packed() const noexcept { return packed_; }

    // The style is 0, or a sum of PHILIDOR_FEN_SHREDDER and PHILIDOR_FEN_LEGAL_EN_PASSANT.
    std::string fen(std::uint32_t style = 0) const {
        char buffer[PHILIDOR_FEN_SIZE];
        std::size_t length = 0;
        detail::sure(philidor_write_fen(&packed_, style, buffer, sizeof buffer, &length));
        return {buffer, length};
    }

    Color side_to_move() const noexcept { return static_cast<Color>(packed_.bytes[30] >> 4 & 1); }
    // Everything that stands on the board, as sets.
    philidor_board board() const { return detail::asked<philidor_board>(philidor_describe, &packed_); }
    std::optional<Piece> piece_at(Square square) const noexcept {
        std::uint64_t occupied = 0;
        for (unsigned byte = 0; byte < 8; ++byte) occupied |= std::uint64_t{packed_.bytes[byte]} << 8 * byte;
        if (!Squares(occupied).contains(square)) return {};
        const std::size_t before = Squares(occupied & (Squares(square).bits() - 1)).size();
        const unsigned code = packed_.bytes[8 + before / 2] >> before % 2 * 4 & 15u;
        const unsigned type = (code & 7) == 6 ? 2 : code & 7;
        return Piece{code >> 3 ? Color::Black : Color::White, static_cast<PieceType>(type)};
    }
    // What may still castle: a sum of PHILIDOR_WHITE_KING_SIDE and its like.
    std::uint8_t castling_rights() const { return detail::asked<std::uint8_t>(philidor_castling_rights, &packed_); }
    // The same for positions that repeat each other, whatever their clocks: `==` compares everything in a FEN.
    std::uint64_t key() const { return detail::asked<std::uint64_t>(philidor_key, &packed_); }
    std::uint64_t polyglot_key() const { return detail::asked<std::uint64_t>(philidor_polyglot_key, &packed_); }

    MoveList moves(MoveKind kind = MoveKind::All) const {
        MoveList list;
        const auto number = static_cast<std::uint32_t>(kind);
        detail::sure(philidor_moves(&packed_, number, list.room(), PHILIDOR_MAX_MOVES, &list.size_));
        return list;
    }
    std::size_t move_count() const { return detail::asked<std::size_t>(philidor_move_count, &packed_); }
    bool is_legal(Move move) const { return detail::asked<bool>(philidor_is_legal, &packed_, move.bits()); }
    // The legal move from one square to another, as a user enters it; castling is the king's move to its destination or to
    // the rook.
    Result<Move> find_move(Square origin, Square destination, std::optional<PieceType> promotion = {}) const {
        return detail::found(philidor_find_move, &packed_, origin, destination, promotion);
    }
    // The pieces that give check to the side to move.
    Squares checkers() const { return Squares(detail::asked<std::uint64_t>(philidor_checkers, &packed_)); }
    bool is_check() const { return !checkers().empty(); }
    Outcome outcome() const {
        return static_cast<Outcome>(detail::asked<philidor_outcome>(philidor_position_outcome, &packed_));
    }
    // Whether a color can never mate with the pieces that are left.
    bool has_insufficient_material(Color color) const {
        const auto number = static_cast<std::uint8_t>(color);
        return detail::asked<bool>(philidor_has_insufficient_material, &packed_, number);
    }
    // Whether a move is legal and gives check.
    bool gives_check(Move move) const { return detail::gives_check(philidor_gives_check, &packed_, move); }
    // What a legal move wins by captures on its destination alone, in centipawns (static exchange evaluation).
    Result<std::int32_t> exchange(Move move) const { return detail::exchange(philidor_exchange, &packed_, move); }

    // The position after a legal move.
    Result<Position> after(Move move) const {
        Position position{Unwritten{}};
        const philidor_error error = philidor_play(&packed_, move.bits(), &position.packed_);
        if (error != PHILIDOR_OK) return Fault(error);
        return position;
    }
    // Plays a legal move, and says whether it was one; another one changes nothing.
    [[nodiscard]] bool play(Move move) { return philidor_play(&packed_, move.bits(), &packed_) == PHILIDOR_OK; }
    // The position after passing the turn, which cannot be done in check.
    Result<Position> after_null_move() const {
        Position position{Unwritten{}};
        const philidor_error error = philidor_play_null_move(&packed_, &position.packed_);
        if (error != PHILIDOR_OK) return Fault(error);
        return position;
    }

    // A legal move in standard notation.
    Result<std::string> san(Move move) const { return detail::move_text(philidor_write_san, &packed_, move.bits()); }
    // A legal move as engines write it.
    Result<std::string> uci(Move move, Castling castling = Castling::Standard) const {
        return detail::move_text(philidor_write_uci, &packed_, move.bits(), static_cast<std::uint32_t>(castling));
    }
    Result<Move> parse_san(std::string_view text) const { return detail::parsed(philidor_read_san, &packed_, text); }
    Result<Move> parse_san_strictly(std::string_view text) const {
        return detail::parsed(philidor_read_san_strictly, &packed_, text);
    }
    Result<Move> parse_uci(std::string_view text) const { return detail::parsed(philidor_read_uci, &packed_, text); }

    Squares attackers_to(Square square) const {
        const auto number = static_cast<std::uint8_t>(square.index());
        return Squares(detail::asked<std::uint64_t>(philidor_attackers, &packed_, number));
    }
    Squares attacked_by(Color color) const {
        const auto number = static_cast<std::uint8_t>(color);
        return Squares(detail::asked<std::uint64_t>(philidor_attacked_by, &packed_, number));
    }

    // The leaves of the tree of legal moves; 0 threads are as many as the machine runs at once.
    Result<std::uint64_t> perft(unsigned depth, unsigned threads = 1) const {
        std::uint64_t leaves = 0;
        const philidor_error error = philidor_perft(&packed_, depth, threads, &leaves);
        if (error != PHILIDOR_OK) return Fault(error);
        return leaves;
    }
    // The leaves after each legal move; at depth 0 there are none.
    Result<std::vector<std::pair<Move, std::uint64_t>>> divide(unsigned depth, unsigned threads = 1) const {
        std::array<philidor_move, PHILIDOR_MAX_MOVES> moves;
        std::array<std::uint64_t, PHILIDOR_MAX_MOVES> leaves;
        std::size_t count = 0;
        const philidor_error error =
            philidor_divide(&packed_, depth, threads, moves.data(), leaves.data(), PHILIDOR_MAX_MOVES, &count);
        if (error != PHILIDOR_OK) return Fault(error);
        std::vector<std::pair<Move, std::uint64_t>> divided;
        for (std::size_t index = 0; index < count; ++index) divided.emplace_back(Move(moves[index]), leaves[index]);
        return divided;
    }

    friend bool operator==(const Position &a, const Position &b) noexcept {
        return std::memcmp(a.packed_.bytes, b.packed_.bytes, sizeof a.packed_.bytes) == 0;
    }
    friend bool operator!=(const Position &a, const Position &b) noexcept { return !(a == b); }
    friend bool operator<(const Position &a, const Position &b) noexcept {
        return std::memcmp(a.packed_.bytes, b.packed_.bytes, sizeof a.packed_.bytes) < 0;
    }

private:
    friend class Game;
    friend class PgnGame;
    friend std::vector<Position> line(const Position &, Span<Move>);
    friend Result<std::vector<Position>> after(Span<Position>, Span<Move>);
    struct Unwritten {};
    explicit Position(Unwritten) noexcept : packed_() {}
    explicit Position(const philidor_position &packed) noexcept : packed_(packed) {}

    philidor_position packed_;
};

// A position that was read leniently, and all that was mended; none if the text is a FEN.
struct LenientFen {
    Position position;
    std::optional<Fault> mended;
};

inline Result<LenientFen> Position::from_fen_leniently(std::string_view fen) {
    Position position{Unwritten{}};
    detail::NoFault fault;
    bool mended = false;
    const philidor_error error =
        philidor_read_fen_leniently(fen.data(), fen.size(), &position.packed_, &mended, &fault);
    if (error != PHILIDOR_OK) return Fault(error, fault);
    if (!mended) return LenientFen{position, {}};
    return LenientFen{position, Fault(PHILIDOR_INVALID_FEN, fault)};
}

static_assert(sizeof(Position) == 32 && std::is_standard_layout_v<Position> && std::is_trivially_copyable_v<Position>);

namespace detail {
inline const philidor_position *packed(Span<Position> positions) noexcept {
    return reinterpret_cast<const philidor_position *>(positions.data());
}
inline const philidor_move *bits(Span<Move> moves) noexcept {
    return reinterpret_cast<const philidor_move *>(moves.data());
}
} // namespace detail

// The squares that a piece attacks from a square, where the occupied ones block it.
inline Squares attacks(Piece piece, Square square, Squares occupied) {
    const auto type = static_cast<std::uint8_t>(piece.type), color = static_cast<std::uint8_t>(piece.color);
    const auto number = static_cast<std::uint8_t>(square.index());
    return Squares(detail::asked<std::uint64_t>(philidor_attacks, type, color, number, occupied.bits()));
}

// The squares strictly between two squares of one rank, file or diagonal; none of any others.
inline Squares between(Square one, Square other) {
    const auto from = static_cast<std::uint8_t>(one.index()), to = static_cast<std::uint8_t>(other.index());
    return Squares(detail::asked<std::uint64_t>(philidor_between, from, to));
}

// Many positions in one call, which is faster than one after another: how many legal moves each has …
inline std::vector<std::uint32_t> move_counts(Span<Position> positions) {
    std::vector<std::uint32_t> counts(positions.size());
    detail::sure(philidor_batch_move_counts(detail::packed(positions), positions.size(), counts.data(), nullptr));
    return counts;
}

// … their keys …
inline std::vector<std::uint64_t> keys(Span<Position> positions) {
    std::vector<std::uint64_t> keys(positions.size());
    detail::sure(philidor_batch_keys(detail::packed(positions), positions.size(), keys.data(), nullptr));
    return keys;
}

// … how they end the game …
inline std::vector<Outcome> outcomes(Span<Position> positions) {
    std::vector<Outcome> outcomes(positions.size());
    auto *room = reinterpret_cast<philidor_outcome *>(outcomes.data());
    detail::sure(philidor_batch_outcomes(detail::packed(positions), positions.size(), room, nullptr));
    return outcomes;
}

// … the positions after one move in each, of which there have to be as many; where one is not legal, `fault().offset()` is the
// place of the first such move …
inline Result<std::vector<Position>> after(Span<Position> positions, Span<Move> moves) {
    if (positions.size() != moves.size()) return Fault(PHILIDOR_BAD_ARGUMENT);
    std::vector<Position> after(positions.size(), Position{Position::Unwritten{}});
    std::size_t first_bad = 0;
    const philidor_error error = philidor_batch_play(detail::packed(positions), detail::bits(moves), moves.size(),
                                                     reinterpret_cast<philidor_position *>(after.data()), &first_bad);
    if (error == PHILIDOR_OK) return after;
    detail::NoFault fault;
    fault.offset = first_bad;
    return Fault(error, fault);
}

// … and their legal moves, all in one array: `lists[i]` are those of the position `i`.
class MoveLists {
public:
    std::size_t size() const noexcept { return offsets_.empty() ? 0 : offsets_.size() - 1; }
    Span<Move> operator[](std::size_t index) const noexcept {
        return {moves_.data() + offsets_[index], offsets_[index + 1] - offsets_[index]};
    }
    Span<Move> all() const noexcept { return moves_; }

private:
    friend MoveLists move_lists(Span<Position>, MoveKind);
    std::vector<Move> moves_;
    std::vector<std::size_t> offsets_; // none of nothing, and of what was moved from
};

inline MoveLists move_lists(Span<Position> positions, MoveKind kind = MoveKind::All) {
    MoveLists lists;
    lists.offsets_.resize(positions.size() + 1);
    lists.moves_.resize(48 * positions.size());
    for (;;) {
        const philidor_error error = philidor_batch_moves(
            detail::packed(positions), positions.size(), static_cast<std::uint32_t>(kind),
            reinterpret_cast<philidor_move *>(lists.moves_.data()), lists.moves_.size(), lists.offsets_.data(), nullptr);
        lists.moves_.resize(lists.offsets_.back());
        if (error != PHILIDOR_TOO_SMALL) {
            detail::sure(error);
            return lists;
        }
    }
}

// The positions after each move of a line; as many as there are legal moves at its beginning.
inline std::vector<Position> line(const Position &start, Span<Move> moves) {
    std::vector<Position> after(moves.size(), start);
    std::size_t first_bad = moves.size();
    const philidor_error error = philidor_play_line(&start.packed_, detail::bits(moves), moves.size(),
                                                    reinterpret_cast<philidor_position *>(after.data()), &first_bad);
    if (error != PHILIDOR_OK && error != PHILIDOR_ILLEGAL_MOVE) detail::sure(error);
    after.erase(after.begin() + static_cast<std::ptrdiff_t>(first_bad), after.end());
    return after;
}

// A game in progress: it keeps its position ready, so a step costs less than with a `Position`, and knows repetitions. Many
// threads may call its `const` members at once, as long as no thread calls another one. What was moved from may be assigned to
// or dropped; anything else ends the program.
class Game {
public:
    explicit Game(const Position &start = Position()) {
        philidor_game *game = nullptr;
        detail::sure(philidor_game_new(&start.packed_, &game));
        game_.reset(game);
    }
    Game(const Game &other) {
        philidor_game *game = nullptr;
        detail::sure(philidor_game_copy(other.game_.get(), &game));
        game_.reset(game);
    }
    Game(Game &&) noexcept = default;
    Game &operator=(Game other) noexcept { return game_.swap(other.game_), *this; }
    ~Game() = default;

    // Plays a legal move, and says whether it was one; another one changes nothing.
    [[nodiscard]] bool play(Move move) {
        const philidor_error error = philidor_game_play(game_.get(), move.bits());
        if (error != PHILIDOR_ILLEGAL_MOVE) detail::sure(error);
        return error == PHILIDOR_OK;
    }
    // Passes the turn, and says whether that may be: not in check. It is taken back like a move; positions before it do not
    // count as repeated after it.
    [[nodiscard]] bool play_null_move() {
        const philidor_error error = philidor_game_play_null_move(game_.get());
        if (error != PHILIDOR_ILLEGAL_MOVE) detail::sure(error);
        return error == PHILIDOR_OK;
    }
    // Takes the last move back.
    std::optional<Move> undo() {
        philidor_move move = 0;
        const philidor_error error = philidor_game_undo(game_.get(), &move);
        if (error == PHILIDOR_NOTHING) return {};
        detail::sure(error);
        return Move(move);
    }
    Position start() const {
        Position position{Position::Unwritten{}};
        detail::sure(philidor_game_start(game_.get(), &position.packed_));
        return position;
    }
    // The moves from the start to the position.
    std::vector<Move> played() const {
        std::vector<Move> moves(ply());
        std::size_t count = 0;
        auto *room = reinterpret_cast<philidor_move *>(moves.data());
        detail::sure(philidor_game_played(game_.get(), room, moves.size(), &count));
        return moves;
    }
    Position position() const {
        Position position{Position::Unwritten{}};
        detail::sure(philidor_game_position(game_.get(), &position.packed_));
        return position;
    }
    std::size_t ply() const { return detail::asked<std::size_t>(philidor_game_ply, get()); }
    MoveList moves(MoveKind kind = MoveKind::All) const {
        MoveList list;
        const auto number = static_cast<std::uint32_t>(kind);
        detail::sure(philidor_game_moves(game_.get(), number, list.room(), PHILIDOR_MAX_MOVES, &list.size_));
        return list;
    }
    std::size_t move_count() const { return detail::asked<std::size_t>(philidor_game_move_count, get()); }
    std::uint32_t repetitions() const { return detail::asked<std::uint32_t>(philidor_game_repetitions, get()); }
    Outcome outcome() const {
        return static_cast<Outcome>(detail::asked<philidor_outcome>(philidor_game_outcome, get()));
    }
    Claim claim() const { return static_cast<Claim>(detail::asked<philidor_claim>(philidor_game_claim, get())); }

    // What a `Position` answers, without one.
    std::uint64_t key() const { return detail::asked<std::uint64_t>(philidor_game_key, get()); }
    philidor_board board() const { return detail::asked<philidor_board>(philidor_game_describe, get()); }
    std::optional<Piece> piece_at(Square square) const {
        philidor_piece piece = PHILIDOR_KING;
        philidor_color color = PHILIDOR_WHITE;
        const auto number = static_cast<std::uint8_t>(square.index());
        const philidor_error error = philidor_game_piece_at(get(), number, &piece, &color);
        if (error == PHILIDOR_NOTHING) return {};
        detail::sure(error);
        return Piece{static_cast<Color>(color), static_cast<PieceType>(piece)};
    }
    std::uint8_t castling_rights() const { return detail::asked<std::uint8_t>(philidor_game_castling_rights, get()); }
    Squares checkers() const { return Squares(detail::asked<std::uint64_t>(philidor_game_checkers, get())); }
    bool is_check() const { return !checkers().empty(); }
    Squares attackers_to(Square square) const {
        const auto number = static_cast<std::uint8_t>(square.index());
        return Squares(detail::asked<std::uint64_t>(philidor_game_attackers, get(), number));
    }
    bool is_legal(Move move) const { return detail::asked<bool>(philidor_game_is_legal, get(), move.bits()); }
    bool gives_check(Move move) const { return detail::gives_check(philidor_game_gives_check, get(), move); }
    Result<std::int32_t> exchange(Move move) const { return detail::exchange(philidor_game_exchange, get(), move); }
    Result<Move> find_move(Square origin, Square destination, std::optional<PieceType> promotion = {}) const {
        return detail::found(philidor_game_find_move, get(), origin, destination, promotion);
    }
    Result<Move> parse_san(std::string_view text) const { return detail::parsed(philidor_game_read_san, get(), text); }
    Result<Move> parse_uci(std::string_view text) const { return detail::parsed(philidor_game_read_uci, get(), text); }
    Result<std::string> san(Move move) const { return detail::move_text(philidor_game_write_san, get(), move.bits()); }
    Result<std::string> uci(Move move, Castling castling = Castling::Standard) const {
        return detail::move_text(philidor_game_write_uci, get(), move.bits(), static_cast<std::uint32_t>(castling));
    }

    // As PGN, with tags by name and value; without a result the one by the rules is written.
    Result<std::string> pgn(const std::vector<std::pair<std::string_view, std::string_view>> &tags = {},
                            GameResult result = GameResult::Unknown) const {
        std::vector<philidor_text> texts;
        for (const auto &[name, value] : tags) {
            texts.push_back({name.data(), name.size()});
            texts.push_back({value.data(), value.size()});
        }
        std::string text;
        for (;;) {
            detail::NoFault fault;
            std::size_t length = 0;
            // The zero at the end is in the room that a string has for its own.
            const philidor_error error = philidor_write_pgn(get(), texts.data(), tags.size(), static_cast<std::uint8_t>(result),
                                                            text.data(), text.size() + 1, &length, &fault);
            if (error != PHILIDOR_OK && error != PHILIDOR_TOO_SMALL) return Fault(error, fault);
            text.resize(length);
            if (error == PHILIDOR_OK) return text;
        }
    }

private:
    const philidor_game *get() const noexcept { return game_.get(); }

    struct Free {
        void operator()(philidor_game *game) const noexcept { philidor_game_free(game); }
    };
    std::unique_ptr<philidor_game, Free> game_;
};

// A game of a file, as its reader has it until the next one is read: then it and what it gave out are gone. So it is not copied;
// who keeps something copies that, `moves()` into a vector, a tag into a string.
class PgnGame {
public:
    // Of a reader that has just read a game.
    explicit PgnGame(const philidor_pgn *reader) noexcept : reader_(reader) {}
    PgnGame(const PgnGame &) = delete;
    PgnGame &operator=(const PgnGame &) = delete;

    Position start() const {
        Position position{Position::Unwritten{}};
        detail::sure(philidor_pgn_start(reader_, &position.packed_));
        return position;
    }
    // The position after the last move.
    Position last() const {
        Position position{Position::Unwritten{}};
        detail::sure(philidor_pgn_last(reader_, &position.packed_));
        return position;
    }
    Span<Move> moves() const {
        const philidor_move *moves = nullptr;
        std::size_t count = 0;
        detail::sure(philidor_pgn_moves(reader_, &moves, &count));
        return {reinterpret_cast<const Move *>(moves), count};
    }
    GameResult result() const {
        philidor_result result = PHILIDOR_UNKNOWN_RESULT;
        detail::sure(philidor_pgn_result(reader_, &result));
        return static_cast<GameResult>(result);
    }
    std::optional<std::string_view> tag(std::string_view name) const {
        philidor_text value{};
        if (philidor_pgn_tag(reader_, name.data(), name.size(), &value) != PHILIDOR_OK) return {};
        return std::string_view(value.data, value.length);
    }
    // All tags in the order of the file.
    std::vector<std::pair<std::string_view, std::string_view>> tags() const {
        std::vector<std::pair<std::string_view, std::string_view>> tags;
        philidor_text name{}, value{};
        while (philidor_pgn_tag_at(reader_, tags.size(), &name, &value) == PHILIDOR_OK)
            tags.emplace_back(std::string_view(name.data, name.length), std::string_view(value.data, value.length));
        return tags;
    }

private:
    const philidor_pgn *reader_;
};

// The games of a text, as a range that is walked once. A text that is lent has to stay as it is until then; a string that is
// given away, such as one that a function returns, is kept. What was moved from has no games; its iterators continue with those
// of what it was moved to, as long as that is there. Read leniently, a fault costs only the part of its game that has it, and a
// game without a result has that of its tag: `Pgn games(text, philidor_pgn_new_lenient);`
class Pgn {
    struct State;
    using Make = decltype(philidor_pgn_new);

public:
    explicit Pgn(std::string_view lent, Make *make = philidor_pgn_new) : state_(std::make_unique<State>()) { read(lent, make); }
    explicit Pgn(const char *lent, Make *make = philidor_pgn_new) : Pgn(std::string_view(lent), make) {}
    explicit Pgn(std::string &&given, Make *make = philidor_pgn_new) : state_(std::make_unique<State>()) {
        read(state_->text = std::move(given), make);
    }

    // The next game or what is wrong with it, until the one after it is read; null after the last one.
    const Result<PgnGame> *next() { return state_ ? state_->next() : nullptr; }

    class iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = Result<PgnGame>;
        using difference_type = std::ptrdiff_t;
        using pointer = const value_type *;
        using reference = const value_type &;

        iterator() = default;
        explicit iterator(Pgn &pgn) : state_(pgn.state_.get()), game_(pgn.next()) {}
        reference operator*() const noexcept { return *game_; }
        pointer operator->() const noexcept { return game_; }
        iterator &operator++() { return game_ = state_->next(), *this; }
        void operator++(int) { ++*this; }
        // All iterators that have a game are the same: there is one reader.
        friend bool operator==(const iterator &a, const iterator &b) noexcept { return !a.game_ == !b.game_; }
        friend bool operator!=(const iterator &a, const iterator &b) noexcept { return !(a == b); }

    private:
        State *state_ = nullptr;
        pointer game_ = nullptr;
    };

    iterator begin() { return iterator(*this); }
    iterator end() noexcept { return {}; }

private:
    struct Free {
        void operator()(philidor_pgn *reader) const noexcept { philidor_pgn_free(reader); }
    };
    // Where it stays when its `Pgn` is moved.
    struct State {
        std::string text;
        std::unique_ptr<philidor_pgn, Free> reader;
        std::optional<Result<PgnGame>> game;

        const Result<PgnGame> *next() {
            detail::NoFault fault;
            switch (const philidor_error error = philidor_pgn_next(reader.get(), &fault)) {
            case PHILIDOR_OK: return &game.emplace(std::in_place, reader.get());
            case PHILIDOR_END: return nullptr;
            default: return &game.emplace(Fault(error, fault));
            }
        }
    };

    void read(std::string_view text, Make *make) {
        philidor_pgn *reader = nullptr;
        detail::sure(make(text.data(), text.size(), &reader));
        state_->reader.reset(reader);
    }

    std::unique_ptr<State> state_;
};

} // namespace with_exceptions or without_exceptions
} // namespace philidor

template <> struct std::hash<philidor::Position> {
    std::size_t operator()(const philidor::Position &position) const noexcept {
        return std::hash<std::string_view>()({reinterpret_cast<const char *>(position.packed().bytes), 32});
    }
};

template <> struct std::hash<philidor::Move> {
    std::size_t operator()(philidor::Move move) const noexcept { return move.bits(); }
};

#endif // PHILIDOR_HPP
