// philidor: the rules of chess, for C and whatever calls C.
//
// Written by cbindgen from the source in c/src/. MIT OR Apache-2.0.
//
// What holds for every function:
//
// * It returns PHILIDOR_OK, or what is wrong; `philidor_error_text` has each error in words. Where a text or 32 bytes
//   are at fault, a `philidor_fault` has the place and the reason; the pointer to it may be null.
// * A result is written through the last pointers, and only if the function succeeds, unless its comment or the next lines
//   say more.
// * A batch (`philidor_batch_…` and `philidor_play_line`) continues after an element without a result. It writes all other
//   results and, for this one, what its comment says; then it returns the error of the first such element, and writes its
//   place to `first_bad`, which may be null and stays as it is if there is none.
// * A text is a pointer and a length in bytes; the length PHILIDOR_NUL_TERMINATED says that it ends with a zero instead. A
//   text is written with a zero at its end, and its length without that zero, unless the place for it is null.
// * Where a length or a capacity is 0, the pointer beside it may be null: an empty text, an array of nothing, no room.
// * If room is too small (PHILIDOR_TOO_SMALL), the count of what was to be written is written all the same. A text needs room
//   for its length and one byte more; an empty one is written then, if there is any room.
// * Pointers that are null or not aligned, and lengths that no memory has, are errors. The caller sees to it that the memory
//   is there, is initialized where it is read, and that no other thread writes it during the call. What is read and what is
//   written may overlap only where a comment says so, and then as the same array; a batch refuses any other.
// * There is no state but in what a caller holds. All functions may be called by many threads at once. One game or one
//   reader may be asked by many threads at once, by the functions that take it by a pointer to `const`, as long as no thread
//   changes or frees it; what one thread has made, another may use and free.
// * Nothing is printed, no file is read, no signal handled, and no thread started unless a number of threads is asked for.
//   A panic, which would be a bug of the library, is PHILIDOR_INTERNAL, and its message is printed only if the environment
//   variable RUST_BACKTRACE is set and not 0. Running out of memory ends the program by `abort`, without a message.
// * A function needs at most 64 KiB of the stack of the thread that calls it, `philidor_perft` and `philidor_divide` 256 KiB.
//   The threads that these two start have stacks of their own.


#ifndef PHILIDOR_H
#define PHILIDOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
// The version of this header: its numbers, and as text. `philidor_version` has that of the library that is loaded.
#define PHILIDOR_VERSION_MAJOR 0
#define PHILIDOR_VERSION_MINOR 1
#define PHILIDOR_VERSION_PATCH 0
#define PHILIDOR_VERSION "0.1.0"

// The length of a text that ends with a zero instead.
#define PHILIDOR_NUL_TERMINATED SIZE_MAX

// The parts of a move: its squares, its type, and of a promotion the piece (a `philidor_piece`).
#define PHILIDOR_ORIGIN(move) (((move) >> 8) & 63)
#define PHILIDOR_DESTINATION(move) (((move) >> 2) & 63)
#define PHILIDOR_IS_EN_PASSANT(move) ((move) - 1u < 0x3fffu)
#define PHILIDOR_IS_PROMOTION(move) (((move) >> 14) == 1)
#define PHILIDOR_IS_CASTLING(move) (((move) >> 14) == 2)
#define PHILIDOR_PROMOTION(move) (((move) & 3) + 1)


// The number of this interface. It rises when a program that was compiled against an earlier header would no longer
// work.
#define PHILIDOR_ABI_VERSION 1

// Room for any FEN, the zero at the end included.
#define PHILIDOR_FEN_SIZE 128

// Castling rights as in Shredder-FEN, `HAha`. Without it as in X-FEN: `KQkq`, and a file only where an inner rook
// castles.
#define PHILIDOR_FEN_SHREDDER 1

// The en-passant square only where the capture is legal. Without it after every double advance, as the standard says.
#define PHILIDOR_FEN_LEGAL_EN_PASSANT 2

// Stands for a piece type where there is none.
#define PHILIDOR_NO_PIECE 6

// Stands for a square where there is none.
#define PHILIDOR_NO_SQUARE 64

// White may castle on the king side.
#define PHILIDOR_WHITE_KING_SIDE 1

// White may castle on the queen side.
#define PHILIDOR_WHITE_QUEEN_SIDE 2

// Black may castle on the king side.
#define PHILIDOR_BLACK_KING_SIDE 4

// Black may castle on the queen side.
#define PHILIDOR_BLACK_QUEEN_SIDE 8

// Room for the moves of any position.
#define PHILIDOR_MAX_MOVES 449

// Room for the text of any move, the zero at the end included.
#define PHILIDOR_MOVE_TEXT_SIZE 16

// All legal moves.
#define PHILIDOR_ALL_MOVES 0

// Captures, en passant included, and every promotion.
#define PHILIDOR_TACTICAL_MOVES 1

// All other legal moves.
#define PHILIDOR_QUIET_MOVES 2

// Captures alone, en passant and capturing promotions among them.
#define PHILIDOR_CAPTURES 3

// Castling as the origin and destination of the king: `e1g1`. In Chess960 that can be another king move, too, and is
// read as one.
#define PHILIDOR_CASTLING_STANDARD 0

// Castling as the king taking its own rook, as engines write it in Chess960: `e1h1`.
#define PHILIDOR_CASTLING_CHESS960 1

// The count that a batch writes for bytes that are not a position.
#define PHILIDOR_NO_COUNT 4294967295

// What a function reports: `PHILIDOR_OK`, or what is wrong.
//
// Numbers keep their meaning in every version. New ones may be added, so treat one that you do not know as a failure.
enum philidor_error
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Success.
    PHILIDOR_OK = 0,
    // There are no more games.
    PHILIDOR_END = 1,
    // A pointer is null, or not aligned for what it points at, or what a batch writes overlaps with what it reads or
    // with its other results.
    PHILIDOR_BAD_POINTER = 2,
    // A length is greater than any memory.
    PHILIDOR_BAD_LENGTH = 3,
    // There is too little room: it takes the count that was written, or for a text one byte more than its length.
    PHILIDOR_TOO_SMALL = 4,
    // A number that stands for nothing: a square above 63, an unknown kind of moves; or sets of squares that
    // contradict each other.
    PHILIDOR_BAD_ARGUMENT = 5,
    // The 32 bytes are not a position; `philidor_check` says why.
    PHILIDOR_INVALID_POSITION = 6,
    // The move is not legal in the position.
    PHILIDOR_ILLEGAL_MOVE = 7,
    // The text is not a FEN.
    PHILIDOR_INVALID_FEN = 8,
    // The FEN or the parts of a position describe a board on which the rules are broken.
    PHILIDOR_INVALID_SETUP = 9,
    // The text is not a move in any position.
    PHILIDOR_INVALID_MOVE_TEXT = 10,
    // The text fits several legal moves.
    PHILIDOR_AMBIGUOUS_MOVE = 11,
    // A game of a file is bad; the next call reads the game after it.
    PHILIDOR_INVALID_GAME = 12,
    // The count does not fit into 64 bits.
    PHILIDOR_OVERFLOW = 13,
    // There is nothing of the kind: no move to take back, no piece on the square, no tag of this name, no game read
    // yet.
    PHILIDOR_NOTHING = 14,
    // The library has a bug: please report it. Do not use what the call was to write.
    PHILIDOR_INTERNAL = 15,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum philidor_error philidor_error;
#else
typedef int32_t philidor_error;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// A piece type.
enum philidor_piece
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint8_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // A king.
    PHILIDOR_KING = 0,
    // A queen.
    PHILIDOR_QUEEN = 1,
    // A rook.
    PHILIDOR_ROOK = 2,
    // A bishop.
    PHILIDOR_BISHOP = 3,
    // A knight.
    PHILIDOR_KNIGHT = 4,
    // A pawn.
    PHILIDOR_PAWN = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum philidor_piece philidor_piece;
#else
typedef uint8_t philidor_piece;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The color of a side or of a piece.
enum philidor_color
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint8_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // White.
    PHILIDOR_WHITE = 0,
    // Black.
    PHILIDOR_BLACK = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum philidor_color philidor_color;
#else
typedef uint8_t philidor_color;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// How a game ended by the rules. Numbers keep their meaning in every version; new ones may be added.
enum philidor_outcome
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint8_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // The game continues.
    PHILIDOR_ONGOING = 0,
    // Black is mated.
    PHILIDOR_WHITE_MATES = 1,
    // White is mated.
    PHILIDOR_BLACK_MATES = 2,
    // No legal move, and no check.
    PHILIDOR_STALEMATE = 3,
    // Neither side has the pieces to mate.
    PHILIDOR_INSUFFICIENT_MATERIAL = 4,
    // No moves lead to a mate, though there are pieces for it.
    PHILIDOR_DEAD_POSITION = 5,
    // The position has occurred five times. Only a game can know.
    PHILIDOR_FIVEFOLD_REPETITION = 6,
    // 75 moves of each side without a capture or a pawn move.
    PHILIDOR_SEVENTY_FIVE_MOVES = 7,
    // An outcome for which this library has no number.
    PHILIDOR_OTHER_OUTCOME = 254,
    // What a batch writes where there is no valid position.
    PHILIDOR_NO_OUTCOME = 255,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum philidor_outcome philidor_outcome;
#else
typedef uint8_t philidor_outcome;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The draw that a player may claim.
enum philidor_claim
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint8_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // None.
    PHILIDOR_NO_CLAIM = 0,
    // The position has occurred three times.
    PHILIDOR_CLAIM_THREEFOLD_REPETITION = 1,
    // 50 moves of each side without a capture or a pawn move.
    PHILIDOR_CLAIM_FIFTY_MOVES = 2,
    // A claim for which this library has no number.
    PHILIDOR_OTHER_CLAIM = 254,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum philidor_claim philidor_claim;
#else
typedef uint8_t philidor_claim;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The result that stands at the end of a game.
enum philidor_result
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint8_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // `*`
    PHILIDOR_UNKNOWN_RESULT = 0,
    // `1-0`
    PHILIDOR_WHITE_WINS = 1,
    // `0-1`
    PHILIDOR_BLACK_WINS = 2,
    // `1/2-1/2`
    PHILIDOR_DRAW = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum philidor_result philidor_result;
#else
typedef uint8_t philidor_result;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// A game in progress: a start and its moves. What is asked of 32 bytes can be asked of the position after the last
// move, too, by functions with the same names after `philidor_game_`: nothing is then unpacked, checked or copied.
//
// Many threads may ask one game at once, by the functions that take a `const philidor_game *`, as long as no thread
// plays, takes back or frees it.
typedef struct philidor_game philidor_game;

// A reader of games in PGN, with the last game that it read.
//
// Many threads may ask one reader at once, by the functions that take a `const philidor_pgn *`, as long as no thread
// reads the next game or frees the reader.
typedef struct philidor_pgn philidor_pgn;

// A position: 32 bytes, to be copied, compared, hashed and stored as they are.
//
// Equal bytes are equal positions and the other way round, where everything in a FEN counts: both clocks, and the
// square behind a pawn after its double advance, whether or not it can be captured. `philidor_key` compares positions
// as the rule of repetition does.
//
//     bytes  0 …  7   the occupied squares, a1 the lowest bit of the first byte
//            8 … 23   the pieces on them from a1 to h8, four bits each, the low half of a byte first; then zeros:
//                     0 king, 1 queen, 2 rook, 3 bishop, 4 knight, 5 pawn, 6 a rook that may castle; + 8 for Black
//           24 … 25   the halfmove clock
//           26 … 29   the fullmove number, any of 32 bits; after the greatest comes 0
//           30        bits 0–3 the file of the en-passant square, 8 for none; bit 4 Black is to move; bits 5–7 zero
//           31        the number of this format, 1
//
// Numbers of several bytes are little-endian. The bytes of a position are the same in every version. Every function
// checks the bytes it is given; those that are not a valid position, 32 zeros for example, are
// `PHILIDOR_INVALID_POSITION`.
typedef struct philidor_position {
    // The bytes.
    uint8_t bytes[32];
} philidor_position;

// What is wrong with a text, with 32 bytes or with the parts of a position, and where. Written only when a function
// fails because of it, and by `philidor_read_fen_leniently` also for what it mends.
typedef struct philidor_fault {
    // The offset of the first offending byte; 0 if no byte is to blame.
    uint64_t offset;
    // The line, from 1; 0 if there is none.
    uint64_t line;
    // The column in characters, from 1; 0 if there is none.
    uint64_t column;
    // What is wrong, with the offending text but without the place, as UTF-8 that ends with a zero; cut off where it
    // is too long.
    char text[232];
} philidor_fault;

// A position taken apart. A set of squares is 64 bits, a1 the lowest, h1 the eighth, h8 the highest; a square is the
// number of its bit.
typedef struct philidor_board {
    // The pieces and pawns of White and of Black.
    uint64_t colors[2];
    // Kings, queens, rooks, bishops, knights and pawns of both, by `philidor_piece`.
    uint64_t pieces[6];
    // The pieces that give check to the side to move.
    uint64_t checkers;
    // The pieces of the side to move that are pinned to their king.
    uint64_t pinned;
    // The rooks that may castle.
    uint64_t castling_rooks;
    // The fullmove number.
    uint32_t fullmove_number;
    // The halfmove clock.
    uint16_t halfmove_clock;
    // The side to move, a `philidor_color`.
    uint8_t side_to_move;
    // The square that a pawn has just passed in a double advance, or `PHILIDOR_NO_SQUARE`.
    uint8_t en_passant;
} philidor_board;

// A move: 16 bits, which say what it does. It belongs to the position it was made for; 0 is not a move in any.
//
//     bits 14 … 15   0 en passant, 1 promotion, 2 castling, 3 any other move
//           8 … 13   the origin; in castling that of the king
//           2 …  7   the destination; in castling that of the king
//           0 …  1   of a promotion: 0 queen, 1 rook, 2 bishop, 3 knight; else 0
//
// The bits are the same in every version.
typedef uint16_t philidor_move;

// A text that belongs to the library: bytes of UTF-8, and a zero after them. Or a text of the caller, for which
// `PHILIDOR_NUL_TERMINATED` may stand in place of the length.
typedef struct philidor_text {
    // The first byte.
    const char *data;
    // How many bytes, without the zero.
    size_t length;
} philidor_text;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The number of the interface of the library that is loaded. A program compares it with `PHILIDOR_ABI_VERSION` in the
// header that it was compiled with, and must not continue if they differ. A linker already sees to that.
uint32_t philidor_abi_version(void);

// The version of the library as text, such as `0.1.0`. It is there for the whole run of the program.
const char *philidor_version(void);

// An error in words, in English; `unknown error` for a number that is not an error. The text is there for the whole
// run of the program.
const char *philidor_error_text(int32_t error);

// The start position of standard chess.
philidor_error philidor_start(struct philidor_position *start);

// The start position of Chess960 with a number from 0 to 959; 518 is that of standard chess.
philidor_error philidor_chess960(uint32_t number, struct philidor_position *start);

// Reads a FEN: standard, X-FEN or Shredder-FEN. The last two fields, both numbers, may be missing together.
//
// `PHILIDOR_INVALID_FEN` if the text is not a FEN, `PHILIDOR_INVALID_SETUP` if it is one but its board breaks rules;
// the fault, which may be null, names all of them.
philidor_error philidor_read_fen(const char *fen,
                                 size_t length,
                                 struct philidor_position *position,
                                 struct philidor_fault *fault);

// Reads a FEN as people and other programs write one. A field that is missing or cannot be read has its value in
// `w - - 0 1`, impossible castling rights and an impossible en-passant square are left out, and so is what follows
// the last field; a large `W` or `B` and underscores in place of blanks are read. The board is read as it is.
//
// `mended`, which may be null, says whether the text is not a FEN of a position as it stands. Then the fault, which
// may be null, has what was wrong in each field, at the place of the first; after an error it is that of
// `philidor_read_fen`.
philidor_error philidor_read_fen_leniently(const char *fen,
                                           size_t length,
                                           struct philidor_position *position,
                                           bool *mended,
                                           struct philidor_fault *fault);

// Writes the FEN. It needs room for its length and a zero, and `PHILIDOR_FEN_SIZE` is enough for any. The style is 0,
// or a sum of `PHILIDOR_FEN_SHREDDER` and `PHILIDOR_FEN_LEGAL_EN_PASSANT`.
philidor_error philidor_write_fen(const struct philidor_position *position,
                                  uint32_t style,
                                  char *buffer,
                                  size_t size,
                                  size_t *length);

// Whether 32 bytes are a valid position; the fault, which may be null, says why they are not.
philidor_error philidor_check(const struct philidor_position *position, struct philidor_fault *fault);

// Sets up a position from its parts: the inverse of `philidor_describe`. What is in `checkers` and `pinned` does not
// count. An empty board has `PHILIDOR_NO_SQUARE` as its en-passant square, not 0, which is a1.
//
// `PHILIDOR_BAD_ARGUMENT` if sets contradict each other (two pieces on a square, a piece without a color, a castling
// rook that is none) or a number stands for nothing, `PHILIDOR_INVALID_SETUP` if the board breaks rules. The fault,
// which may be null, names all rules that are broken.
philidor_error philidor_setup(const struct philidor_board *board,
                              struct philidor_position *position,
                              struct philidor_fault *fault);

// Takes a position apart.
philidor_error philidor_describe(const struct philidor_position *position, struct philidor_board *board);

// The piece on a square, and its color; `PHILIDOR_NOTHING` if the square is empty.
philidor_error philidor_piece_at(const struct philidor_position *position,
                                 uint8_t square,
                                 philidor_piece *piece,
                                 philidor_color *color);

// The castling rights: a sum of `PHILIDOR_WHITE_KING_SIDE`, `PHILIDOR_WHITE_QUEEN_SIDE`, `PHILIDOR_BLACK_KING_SIDE`
// and `PHILIDOR_BLACK_QUEEN_SIDE`. A right says that king and rook have not moved, not that castling is legal now;
// `philidor_describe` has the squares of the rooks.
philidor_error philidor_castling_rights(const struct philidor_position *position,
                                        uint8_t *rights);

// The Zobrist key of a position. It does not depend on the halfmove clock or the fullmove number, and has en passant
// only where the capture is legal: two positions repeat each other if their keys are equal. Keys are the same in every
// version.
philidor_error philidor_key(const struct philidor_position *position,
                            uint64_t *key);

// The key of a position in Polyglot opening books.
philidor_error philidor_polyglot_key(const struct philidor_position *position, uint64_t *key);

// Lists the legal moves of a kind, and their number. `PHILIDOR_MAX_MOVES` is room for those of any position; with
// less, `PHILIDOR_TOO_SMALL` if they do not fit. Their order is the same in every version.
philidor_error philidor_moves(const struct philidor_position *position,
                              uint32_t kind,
                              philidor_move *moves,
                              size_t capacity,
                              size_t *count);

// Counts the legal moves.
philidor_error philidor_move_count(const struct philidor_position *position, size_t *count);

// Whether 16 bits, which may be any, are a legal move.
philidor_error philidor_is_legal(const struct philidor_position *position, philidor_move mv, bool *legal);

// Whether a legal move gives check.
philidor_error philidor_gives_check(const struct philidor_position *position, philidor_move mv, bool *check);

// The legal move from one square to another, as a user enters it with two clicks: castling is the king's move to its
// destination, two squares or more away, or to the rook. Of a pawn that reaches its last rank, the promotion is the
// piece that it becomes (a `philidor_piece`); of any other move it is `PHILIDOR_NO_PIECE`.
//
// `PHILIDOR_ILLEGAL_MOVE` if no legal move goes there. The fault, which may be null, says why: an empty square, a
// pinned piece, a missing promotion.
philidor_error philidor_find_move(const struct philidor_position *position,
                                  uint8_t origin,
                                  uint8_t destination,
                                  uint8_t promotion,
                                  philidor_move *mv,
                                  struct philidor_fault *fault);

// What a legal move wins in centipawns, or loses if it is below zero, by captures on its destination alone (*static
// exchange evaluation*): a pawn is 100, a knight or a bishop 300, a rook 500, a queen 900. Castling is 0.
philidor_error philidor_exchange(const struct philidor_position *position,
                                 philidor_move mv,
                                 int32_t *value);

// Passes the turn (*null move*), which no player may do but searches and analyses need. `PHILIDOR_ILLEGAL_MOVE` in
// check. The position after it may be written over the one before.
philidor_error philidor_play_null_move(const struct philidor_position *position,
                                       struct philidor_position *after);

// Plays a legal move. The position after it may be written over the one before.
philidor_error philidor_play(const struct philidor_position *position,
                             philidor_move mv,
                             struct philidor_position *after);

// Reads a move in standard notation: `Nf3`, `exd8=Q+`, `O-O`. It is read as people write it: without `+`, `x`, `=`, or
// with more of them, with more of the origin, in UCI. Castling is `O-O` or UCI, never `Kg1`.
//
// `PHILIDOR_INVALID_MOVE_TEXT`, `PHILIDOR_ILLEGAL_MOVE` or `PHILIDOR_AMBIGUOUS_MOVE`; the fault, which may be null,
// has the text and the reason.
philidor_error philidor_read_san(const struct philidor_position *position,
                                 const char *san,
                                 size_t length,
                                 philidor_move *mv,
                                 struct philidor_fault *fault);

// Reads a move in standard notation as `philidor_write_san` writes it; only `+` or `#` may be missing.
//
// Likewise; a legal move that is written otherwise is `PHILIDOR_INVALID_MOVE_TEXT`, and the fault says how.
philidor_error philidor_read_san_strictly(const struct philidor_position *position,
                                          const char *san,
                                          size_t length,
                                          philidor_move *mv,
                                          struct philidor_fault *fault);

// Writes a legal move in standard notation, with `+` or `#`. It needs room for its length and a zero, and
// `PHILIDOR_MOVE_TEXT_SIZE` is enough for any.
philidor_error philidor_write_san(const struct philidor_position *position,
                                  philidor_move mv,
                                  char *buffer,
                                  size_t size,
                                  size_t *length);

// Reads a move as engines write it: `e2e4`, `e7e8q`. Castling is read in both forms.
//
// `PHILIDOR_INVALID_MOVE_TEXT` or `PHILIDOR_ILLEGAL_MOVE`; the fault, which may be null, has the text and the reason.
philidor_error philidor_read_uci(const struct philidor_position *position,
                                 const char *uci,
                                 size_t length,
                                 philidor_move *mv,
                                 struct philidor_fault *fault);

// Writes a legal move as engines do, castling as `PHILIDOR_CASTLING_STANDARD` or `PHILIDOR_CASTLING_CHESS960`. It
// needs room for its length and a zero, and `PHILIDOR_MOVE_TEXT_SIZE` is enough for any.
philidor_error philidor_write_uci(const struct philidor_position *position,
                                  philidor_move mv,
                                  uint32_t castling,
                                  char *buffer,
                                  size_t size,
                                  size_t *length);

// The squares that a piece (a `philidor_piece`) of a color (a `philidor_color`) attacks from a square, where the
// occupied squares block it.
philidor_error philidor_attacks(uint8_t piece,
                                uint8_t color,
                                uint8_t square,
                                uint64_t occupied,
                                uint64_t *attacked);

// The pieces and pawns of both colors that attack a square.
philidor_error philidor_attackers(const struct philidor_position *position,
                                  uint8_t square,
                                  uint64_t *attackers);

// The pieces that give check to the side to move.
philidor_error philidor_checkers(const struct philidor_position *position, uint64_t *checkers);

// All squares that a color (a `philidor_color`) attacks, occupied or not.
philidor_error philidor_attacked_by(const struct philidor_position *position,
                                    uint8_t color,
                                    uint64_t *attacked);

// The squares strictly between two squares of one rank, file or diagonal; none for any other two.
philidor_error philidor_between(uint8_t one, uint8_t other, uint64_t *between);

// A `philidor_outcome` in words, in English: `White wins by checkmate`, `draw by stalemate`; `unknown outcome` for any
// other number. The text is there for the whole run of the program.
const char *philidor_outcome_text(uint8_t outcome);

// A `philidor_claim` in words, likewise: `threefold repetition`.
const char *philidor_claim_text(uint8_t claim);

// Whether a color (a `philidor_color`) can never mate, with the pieces that are left, whatever the other side does. If
// the other side then runs out of time, the game is drawn.
philidor_error philidor_has_insufficient_material(const struct philidor_position *position,
                                                  uint8_t color,
                                                  bool *insufficient);

// How a position ends the game, as far as one position shows: `philidor_game_outcome` knows repetitions, too.
philidor_error philidor_position_outcome(const struct philidor_position *position, philidor_outcome *outcome);

// Counts the leaves of the tree of legal moves at a depth, on a number of threads; 0 is as many as the machine runs at
// once, 1 is the caller's thread alone. Threads that are started have ended when the function returns; where the
// system refuses some, the others count. It cannot be stopped before it is done, and each further half-move takes
// about thirty times as long.
//
// `PHILIDOR_OVERFLOW` if the leaves do not fit into 64 bits. It may also stand for a tree with a line of more than
// 65,535 half-moves: only forced moves lead so far.
philidor_error philidor_perft(const struct philidor_position *position,
                              uint32_t depth,
                              uint32_t threads,
                              uint64_t *leaves);

// Lists the legal moves with the leaves after each, and their number; at depth 0 there are none. Do not use the counts
// after `PHILIDOR_OVERFLOW`.
philidor_error philidor_divide(const struct philidor_position *position,
                               uint32_t depth,
                               uint32_t threads,
                               philidor_move *moves,
                               uint64_t *leaves,
                               size_t capacity,
                               size_t *count);

// Counts the legal moves of each position; `PHILIDOR_NO_COUNT` where one is not valid.
philidor_error philidor_batch_move_counts(const struct philidor_position *positions,
                                          size_t length,
                                          uint32_t *counts,
                                          size_t *first_bad);

// Lists the legal moves of each position, one list after the other in one array, and where they begin and end: those
// of the position `i` are `moves[offsets[i]]` to `moves[offsets[i + 1] - 1]`. There is one offset more than there are
// positions. A position that is not valid has no moves.
//
// `PHILIDOR_TOO_SMALL` if the moves do not all fit, whatever else is wrong. The offsets are written all the same, so
// the last one is the number of moves, and so is every list that fits whole. Room for forty moves a position is
// usually enough.
philidor_error philidor_batch_moves(const struct philidor_position *positions,
                                    size_t length,
                                    uint32_t kind,
                                    philidor_move *moves,
                                    size_t capacity,
                                    size_t *offsets,
                                    size_t *first_bad);

// Plays one move in each position; where that cannot be, 32 zeros, which are not a position. The positions after the
// moves may be written over those before them.
philidor_error philidor_batch_play(const struct philidor_position *positions,
                                   const philidor_move *moves,
                                   size_t length,
                                   struct philidor_position *after,
                                   size_t *first_bad);

// Plays a line of moves and writes the position after each. It ends at the first move that is not legal: from there on
// all positions are 32 zeros. If the first position is not valid, nothing is written.
philidor_error philidor_play_line(const struct philidor_position *position,
                                  const philidor_move *moves,
                                  size_t length,
                                  struct philidor_position *after,
                                  size_t *first_bad);

// The key of each position; 0 where one is not valid.
philidor_error philidor_batch_keys(const struct philidor_position *positions,
                                   size_t length,
                                   uint64_t *keys,
                                   size_t *first_bad);

// How each position ends the game; `PHILIDOR_NO_OUTCOME` where one is not valid.
philidor_error philidor_batch_outcomes(const struct philidor_position *positions,
                                       size_t length,
                                       philidor_outcome *outcomes,
                                       size_t *first_bad);

// Starts a game from a position. Free it with `philidor_game_free`.
philidor_error philidor_game_new(const struct philidor_position *start, struct philidor_game **game);

// Copies a game: the copy is a game of its own, with the same start and the same moves.
philidor_error philidor_game_copy(const struct philidor_game *game, struct philidor_game **copy);

// Frees a game; does nothing if it is null.
void philidor_game_free(struct philidor_game *game);

// Plays a legal move.
philidor_error philidor_game_play(struct philidor_game *game, philidor_move mv);

// Passes the turn (*null move*), as `philidor_play_null_move`; `PHILIDOR_ILLEGAL_MOVE` in check. It is taken back like
// a move, and listed as a move of the king to its own square. Positions before it do not count as repeated after it.
philidor_error philidor_game_play_null_move(struct philidor_game *game);

// Takes the last move back, and writes it unless its place is null; `PHILIDOR_NOTHING` at the start.
philidor_error philidor_game_undo(struct philidor_game *game, philidor_move *mv);

// The position with which the game began.
philidor_error philidor_game_start(const struct philidor_game *game, struct philidor_position *start);

// Lists the moves that have been played, and their number, which `philidor_game_ply` gives in advance;
// `PHILIDOR_TOO_SMALL` if they do not fit.
philidor_error philidor_game_played(const struct philidor_game *game,
                                    philidor_move *moves,
                                    size_t capacity,
                                    size_t *count);

// The position after the last move.
philidor_error philidor_game_position(const struct philidor_game *game, struct philidor_position *position);

// How many moves have been played.
philidor_error philidor_game_ply(const struct philidor_game *game, size_t *ply);

// Lists the legal moves of a kind, like `philidor_moves`.
philidor_error philidor_game_moves(const struct philidor_game *game,
                                   uint32_t kind,
                                   philidor_move *moves,
                                   size_t capacity,
                                   size_t *count);

// Counts the legal moves.
philidor_error philidor_game_move_count(const struct philidor_game *game, size_t *count);

// The key, like `philidor_key`.
philidor_error philidor_game_key(const struct philidor_game *game, uint64_t *key);

// What is on the board, like `philidor_describe`.
philidor_error philidor_game_describe(const struct philidor_game *game, struct philidor_board *board);

// The piece on a square, and its color, like `philidor_piece_at`.
philidor_error philidor_game_piece_at(const struct philidor_game *game,
                                      uint8_t square,
                                      philidor_piece *piece,
                                      philidor_color *color);

// The castling rights, like `philidor_castling_rights`.
philidor_error philidor_game_castling_rights(const struct philidor_game *game, uint8_t *rights);

// The pieces that give check, like `philidor_checkers`.
philidor_error philidor_game_checkers(const struct philidor_game *game, uint64_t *checkers);

// The pieces that attack a square, like `philidor_attackers`.
philidor_error philidor_game_attackers(const struct philidor_game *game, uint8_t square, uint64_t *attackers);

// Whether 16 bits are a legal move, like `philidor_is_legal`.
philidor_error philidor_game_is_legal(const struct philidor_game *game, philidor_move mv, bool *legal);

// Whether a legal move gives check, like `philidor_gives_check`.
philidor_error philidor_game_gives_check(const struct philidor_game *game, philidor_move mv, bool *check);

// What a legal move wins by captures on its destination, like `philidor_exchange`.
philidor_error philidor_game_exchange(const struct philidor_game *game, philidor_move mv, int32_t *value);

// The legal move from one square to another, like `philidor_find_move`.
philidor_error philidor_game_find_move(const struct philidor_game *game,
                                       uint8_t origin,
                                       uint8_t destination,
                                       uint8_t promotion,
                                       philidor_move *mv,
                                       struct philidor_fault *fault);

// Reads a move in standard notation, like `philidor_read_san`.
philidor_error philidor_game_read_san(const struct philidor_game *game,
                                      const char *san,
                                      size_t length,
                                      philidor_move *mv,
                                      struct philidor_fault *fault);

// Writes a legal move in standard notation, like `philidor_write_san`.
philidor_error philidor_game_write_san(const struct philidor_game *game,
                                       philidor_move mv,
                                       char *buffer,
                                       size_t size,
                                       size_t *length);

// Reads a move as engines write it, like `philidor_read_uci`.
philidor_error philidor_game_read_uci(const struct philidor_game *game,
                                      const char *uci,
                                      size_t length,
                                      philidor_move *mv,
                                      struct philidor_fault *fault);

// Writes a legal move as engines do, like `philidor_write_uci`.
philidor_error philidor_game_write_uci(const struct philidor_game *game,
                                       philidor_move mv,
                                       uint32_t castling,
                                       char *buffer,
                                       size_t size,
                                       size_t *length);

// How often the position has occurred, including now.
philidor_error philidor_game_repetitions(const struct philidor_game *game, uint32_t *times);

// How the rules ended the game.
philidor_error philidor_game_outcome(const struct philidor_game *game, philidor_outcome *outcome);

// The draw that the side to move may claim.
philidor_error philidor_game_claim(const struct philidor_game *game, philidor_claim *claim);

// A `philidor_result` as PGN has it: `1-0`; `*` for any other number. The text is there for the whole run of the
// program.
const char *philidor_result_text(uint8_t result);

// Makes a reader of the games in a text. The text is not copied, so it must stay as it is until `philidor_pgn_free`
// frees the reader.
philidor_error philidor_pgn_new(const char *pgn,
                                size_t length,
                                struct philidor_pgn **reader);

// As `philidor_pgn_new`, for a reader to which a fault costs only the part of the game that has it: a malformed tag, a
// symbol among the moves. A game without a result at its end has that of its tag `Result`, or `*`. After an illegal
// move or a null move a game is bad here, too.
philidor_error philidor_pgn_new_lenient(const char *pgn,
                                        size_t length,
                                        struct philidor_pgn **reader);

// As `philidor_pgn_new`, for a reader to which a game is bad if one of its moves is not written as
// `philidor_read_san_strictly` reads it.
philidor_error philidor_pgn_new_strict(const char *pgn, size_t length, struct philidor_pgn **reader);

// Frees a reader and what it gave out; does nothing if it is null.
void philidor_pgn_free(struct philidor_pgn *reader);

// Reads the next game and plays its moves; comments and variations are skipped.
//
// `PHILIDOR_END` after the last game. `PHILIDOR_INVALID_GAME` if one is bad: the fault, which may be null, has the
// place and the reason, and the next call reads the game after it. A game of more than 1,024 tags, 1,048,576 moves or
// 64 MiB is bad, too, and so is one with a comment of more than 1 MiB or a line of more than 4 MiB, unless the reader
// is lenient. Whatever it returns, what it gave out for the previous game is gone.
philidor_error philidor_pgn_next(struct philidor_pgn *reader,
                                 struct philidor_fault *fault);

// A remark on the game that was read last, good or bad, from 0: a symbol that was left out, a tag that is given twice
// with different values, or a part that a lenient reader mended or left out. `PHILIDOR_NOTHING` if there are no more.
philidor_error philidor_pgn_remark(const struct philidor_pgn *reader,
                                   size_t index,
                                   struct philidor_fault *remark);

// The position from which the game starts.
philidor_error philidor_pgn_start(const struct philidor_pgn *reader, struct philidor_position *start);

// The position after the last move.
philidor_error philidor_pgn_last(const struct philidor_pgn *reader, struct philidor_position *last);

// The moves of the main line, which belong to the reader until the next game is asked for.
philidor_error philidor_pgn_moves(const struct philidor_pgn *reader,
                                  const philidor_move **moves,
                                  size_t *count);

// The result at the end of the game.
philidor_error philidor_pgn_result(const struct philidor_pgn *reader, philidor_result *result);

// How many tags the game has.
philidor_error philidor_pgn_tag_count(const struct philidor_pgn *reader, size_t *count);

// The name and the value of a tag, from 0, in the order of the file; they belong to the reader until the next game is
// asked for. `PHILIDOR_NOTHING` if there are no more.
philidor_error philidor_pgn_tag_at(const struct philidor_pgn *reader,
                                   size_t index,
                                   struct philidor_text *name,
                                   struct philidor_text *value);

// The value of the tag with a name, or of the last one if there are several; it belongs to the reader until the next
// game is asked for. `PHILIDOR_NOTHING` if there is none.
philidor_error philidor_pgn_tag(const struct philidor_pgn *reader,
                                const char *name,
                                size_t length,
                                struct philidor_text *value);

// Writes a game as PGN: its tags, its moves, its result and an empty line. The tags are texts by turns, a name and its
// value, twice as many as there are tags; those of the roster that are missing are written as unknown, and a start
// other than the usual one as `FEN`. The result is a `philidor_result`; `PHILIDOR_UNKNOWN_RESULT` stands for that by
// the rules.
//
// It needs room for its length and a zero: ask with no room first. `PHILIDOR_BAD_ARGUMENT` if a tag cannot be written;
// the fault, which may be null, says which.
philidor_error philidor_write_pgn(const struct philidor_game *game,
                                  const struct philidor_text *tags,
                                  size_t tag_count,
                                  uint8_t result,
                                  char *buffer,
                                  size_t size,
                                  size_t *length,
                                  struct philidor_fault *fault);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PHILIDOR_H */
