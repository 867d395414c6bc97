// What is wrong is refused with the right code, nothing is written that was not promised, and sizes are those documented.
#include <philidor.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(philidor_position) == 32, "a position is 32 bytes");
_Static_assert(sizeof(philidor_move) == 2, "a move is 16 bits");
_Static_assert(sizeof(philidor_fault) == 256 && offsetof(philidor_fault, text) == 24, "a fault is 256 bytes");
_Static_assert(sizeof(philidor_board) == 96 && offsetof(philidor_board, en_passant) == 95, "a board is 96 bytes");
_Static_assert(sizeof(philidor_error) == 4 && sizeof(philidor_outcome) == 1, "errors are 32 bits, outcomes 8");

static void check(int holds, const char *what, int line) {
    if (holds) return;
    fprintf(stderr, "rubbish.c:%d: %s\n", line, what);
    exit(1);
}
#define CHECK(holds) check(holds, #holds, __LINE__)
_Static_assert(!PHILIDOR_IS_EN_PASSANT(0) && PHILIDOR_IS_EN_PASSANT(1) && PHILIDOR_IS_EN_PASSANT(0x3fff), "0 is not a move");
_Static_assert(!PHILIDOR_IS_EN_PASSANT(0x4000) && PHILIDOR_IS_PROMOTION(0x4000), "one type each");
#define TEXT PHILIDOR_NUL_TERMINATED

static void pointers(void) {
    philidor_position start, other;
    philidor_move move, moves[PHILIDOR_MAX_MOVES];
    size_t count = 7;
    uint64_t number;
    bool is;
    philidor_board board;
    philidor_piece piece;
    philidor_color color;
    CHECK(philidor_start(NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_start(&start) == PHILIDOR_OK);
    CHECK(philidor_chess960(518, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_read_fen(NULL, 5, &other, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_read_fen(NULL, TEXT, &other, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_read_fen(NULL, 0, &other, NULL) == PHILIDOR_INVALID_FEN);
    CHECK(philidor_read_fen("x", SIZE_MAX - 1, &other, NULL) == PHILIDOR_BAD_LENGTH);
    CHECK(philidor_read_fen("x", 1, NULL, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_read_fen_leniently(NULL, 0, &other, &is, NULL) == PHILIDOR_INVALID_FEN);
    CHECK(philidor_read_fen_leniently("x", 1, NULL, &is, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_setup(NULL, &other, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_describe(&start, &board) == PHILIDOR_OK && philidor_setup(&board, NULL, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_piece_at(&start, 0, NULL, &color) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_piece_at(&start, 0, &piece, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_castling_rights(&start, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_find_move(&start, 0, 0, PHILIDOR_NO_PIECE, NULL, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_exchange(NULL, 0, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_play_null_move(&start, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_has_insufficient_material(&start, 0, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_write_fen(NULL, 0, NULL, 0, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_write_fen(&start, 0, NULL, 9, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_check(NULL, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_describe(&start, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_key(&start, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_polyglot_key(NULL, &number) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_moves(&start, 0, NULL, PHILIDOR_MAX_MOVES, &count) == PHILIDOR_BAD_POINTER && count == 7);
    CHECK(philidor_moves(&start, 0, moves, PHILIDOR_MAX_MOVES, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_moves(&start, 0, (philidor_move *)((char *)moves + 1), 20, &count) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_moves(&start, 0, moves, SIZE_MAX, &count) == PHILIDOR_BAD_LENGTH);
    CHECK(philidor_move_count(NULL, &count) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_is_legal(&start, 0, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_gives_check(NULL, 0, &is) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_play(&start, 0, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_read_san(&start, NULL, 2, &move, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_read_uci(&start, "e2e4", 4, NULL, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_write_uci(NULL, 0, 0, NULL, 0, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_checkers(&start, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_perft(&start, 1, 1, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_batch_move_counts(NULL, 1, NULL, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_batch_move_counts(NULL, 0, NULL, NULL) == PHILIDOR_OK);
    CHECK(philidor_batch_move_counts(&start, SIZE_MAX / 16, NULL, NULL) == PHILIDOR_BAD_LENGTH);
    CHECK(philidor_batch_moves(&start, SIZE_MAX, 0, NULL, 0, NULL, NULL) == PHILIDOR_BAD_LENGTH);
    CHECK(philidor_batch_moves(NULL, 0, 0, NULL, 0, NULL, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_batch_play(&start, NULL, 1, &other, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_batch_keys(&start, 1, (uint64_t *)(void *)((char *)&number + 1), NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_game_new(&start, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_game_copy(NULL, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_game_start(NULL, &other) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_game_played(NULL, moves, 1, &count) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_game_play(NULL, 0) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_game_position(NULL, &other) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_game_play_null_move(NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_game_key(NULL, &number) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_game_describe(NULL, &board) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_game_piece_at(NULL, 0, &piece, &color) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_game_checkers(NULL, &number) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_game_is_legal(NULL, 0, &is) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_game_find_move(NULL, 0, 0, 0, &move, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_game_read_san(NULL, "e4", 2, &move, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_game_write_uci(NULL, 0, 0, NULL, 0, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_pgn_new(NULL, 1, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_pgn_next(NULL, NULL) == PHILIDOR_BAD_POINTER);
    philidor_game_free(NULL);
    philidor_pgn_free(NULL);
}

static void values(void) {
    philidor_position start, none, other;
    philidor_move moves[PHILIDOR_MAX_MOVES], move;
    philidor_fault fault;
    char text[PHILIDOR_FEN_SIZE], name[4];
    size_t count, length;
    uint64_t set;
    bool is = true;
    CHECK(philidor_start(&start) == PHILIDOR_OK);
    memset(&none, 0, sizeof none);
    memset(&fault, 1, sizeof fault);
    CHECK(philidor_chess960(960, &other) == PHILIDOR_BAD_ARGUMENT);
    CHECK(philidor_chess960(70000, &other) == PHILIDOR_BAD_ARGUMENT);
    CHECK(philidor_chess960(518, &other) == PHILIDOR_OK && !memcmp(&start, &other, 32));
    CHECK(philidor_check(&start, &fault) == PHILIDOR_OK && fault.text[0] == 1);
    CHECK(philidor_check(&none, &fault) == PHILIDOR_INVALID_POSITION);
    CHECK(!strcmp(fault.text, "byte 31: 0 is not a known format of a position") && fault.line == 0);
    CHECK(philidor_move_count(&none, &count) == PHILIDOR_INVALID_POSITION);
    CHECK(philidor_moves(&start, 4, moves, 1, &count) == PHILIDOR_BAD_ARGUMENT);
    CHECK(philidor_moves(&start, 0, moves, 19, &count) == PHILIDOR_TOO_SMALL && count == 20);
    CHECK(philidor_moves(&start, PHILIDOR_TACTICAL_MOVES, NULL, 0, &count) == PHILIDOR_OK && count == 0);
    CHECK(philidor_is_legal(&start, 0, &is) == PHILIDOR_OK && !is);
    CHECK(philidor_play(&start, 0, &other) == PHILIDOR_ILLEGAL_MOVE);
    CHECK(philidor_write_san(&start, 0, text, sizeof text, &length) == PHILIDOR_ILLEGAL_MOVE);
    CHECK(philidor_attacks(6, 0, 0, 0, &set) == PHILIDOR_BAD_ARGUMENT);
    CHECK(philidor_attacks(0, 2, 0, 0, &set) == PHILIDOR_BAD_ARGUMENT);
    CHECK(philidor_attacks(0, 0, 64, 0, &set) == PHILIDOR_BAD_ARGUMENT);
    CHECK(philidor_attackers(&start, 64, &set) == PHILIDOR_BAD_ARGUMENT);
    CHECK(philidor_attacked_by(&start, 9, &set) == PHILIDOR_BAD_ARGUMENT);
    CHECK(philidor_between(0, 64, &set) == PHILIDOR_BAD_ARGUMENT);
    CHECK(philidor_divide(&start, 0, 1, NULL, NULL, 0, &count) == PHILIDOR_OK && count == 0);
    CHECK(philidor_divide(&start, 2, 1, NULL, NULL, 0, &count) == PHILIDOR_TOO_SMALL && count == 20);

    // A text is written whole or not at all, and never without its zero.
    CHECK(philidor_write_fen(&start, 4, text, sizeof text, &length) == PHILIDOR_BAD_ARGUMENT);
    CHECK(philidor_write_fen(&start, 0, NULL, 0, &length) == PHILIDOR_TOO_SMALL && length == 56);
    memset(text, 'x', sizeof text);
    CHECK(philidor_write_fen(&start, 0, text, 56, &length) == PHILIDOR_TOO_SMALL && text[0] == 0 && text[1] == 'x');
    CHECK(philidor_write_fen(&start, 0, text, length + 1, NULL) == PHILIDOR_OK && text[56] == 0 && text[57] == 'x');
    CHECK(philidor_read_uci(&start, "e2e4", 4, &move, NULL) == PHILIDOR_OK);
    CHECK(PHILIDOR_ORIGIN(move) == 12 && PHILIDOR_DESTINATION(move) == 28 && !PHILIDOR_IS_CASTLING(move));
    CHECK(philidor_write_uci(&start, move, 2, name, sizeof name, &length) == PHILIDOR_BAD_ARGUMENT);
    CHECK(philidor_write_uci(&start, move, 0, name, sizeof name, &length) == PHILIDOR_TOO_SMALL && length == 4);

    // A fault has the text and its place.
    CHECK(philidor_read_san(&start, "Nx", 2, &move, &fault) == PHILIDOR_INVALID_MOVE_TEXT && fault.column == 3);
    CHECK(!strcmp(fault.text, "`Nx`: not a move"));
    CHECK(philidor_read_san_strictly(&start, NULL, 2, &move, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_read_san_strictly(&start, "Ng1f3", TEXT, &move, &fault) == PHILIDOR_INVALID_MOVE_TEXT && strstr(fault.text, "Nf3"));
    CHECK(philidor_read_san(&start, "Nd4", TEXT, &move, &fault) == PHILIDOR_ILLEGAL_MOVE && strstr(fault.text, "`Nd4`"));
    CHECK(philidor_read_uci(&start, "e2e5", TEXT, &move, &fault) == PHILIDOR_ILLEGAL_MOVE && strstr(fault.text, "`e2e5`"));
    CHECK(philidor_read_uci(&start, "e2\xff", 3, &move, &fault) == PHILIDOR_INVALID_MOVE_TEXT && fault.offset == 2);
    CHECK(philidor_read_fen("k7/8/8/8/8/8/8/8 w - - 0 1", TEXT, &other, &fault) == PHILIDOR_INVALID_SETUP);
    CHECK(!strcmp(fault.text, "white has no king") && fault.column == 0);
    CHECK(philidor_read_fen("8/8/8/8/8/8/8/K6x w - - 0 1", TEXT, &other, &fault) == PHILIDOR_INVALID_FEN && fault.column == 17);
    CHECK(!strcmp(fault.text, "board: `x` is neither a piece nor a number of empty squares"));

    // An unknown number has a text, too.
    CHECK(!strcmp(philidor_outcome_text(8), "unknown outcome") && !strcmp(philidor_outcome_text(255), "unknown outcome"));
    CHECK(!strcmp(philidor_claim_text(3), "unknown claim") && !strcmp(philidor_result_text(4), "*"));
    CHECK(!strcmp(philidor_error_text(-1), "unknown error") && !strcmp(philidor_error_text(16), "unknown error"));
    CHECK(!strcmp(philidor_error_text(PHILIDOR_INTERNAL), "the library has a bug; please report it"));
}

// The text that the fault of a call has.
static bool says(const philidor_fault *fault, const char *text) {
    return strstr(fault->text, text) != NULL;
}

static void parts(void) {
    philidor_position start, position, none;
    philidor_board board, empty;
    philidor_fault fault;
    philidor_piece piece;
    philidor_color color;
    philidor_move move;
    char fen[PHILIDOR_FEN_SIZE], version[32];
    uint8_t rights;
    int32_t value;
    bool is;
    memset(&none, 0, sizeof none);
    CHECK(!strcmp(philidor_version(), PHILIDOR_VERSION));
    snprintf(version, sizeof version, "%d.%d.%d", PHILIDOR_VERSION_MAJOR, PHILIDOR_VERSION_MINOR, PHILIDOR_VERSION_PATCH);
    CHECK(!strcmp(version, PHILIDOR_VERSION));

    // A board is taken apart and set up again, and what is wrong with its parts is named.
    CHECK(philidor_start(&start) == PHILIDOR_OK && philidor_describe(&start, &board) == PHILIDOR_OK);
    CHECK(philidor_setup(&board, &position, NULL) == PHILIDOR_OK && !memcmp(&start, &position, 32));
    memset(&empty, 0, sizeof empty);
    CHECK(philidor_setup(&empty, &position, &fault) == PHILIDOR_INVALID_SETUP && says(&fault, "a1 cannot be the en-passant"));
    empty.en_passant = PHILIDOR_NO_SQUARE;
    CHECK(philidor_setup(&empty, &position, &fault) == PHILIDOR_INVALID_SETUP);
    CHECK(says(&fault, "white has no king") && says(&fault, "black has no king"));
    empty.en_passant = 65;
    CHECK(philidor_setup(&empty, &position, &fault) == PHILIDOR_BAD_ARGUMENT && says(&fault, "65 is not a square"));
    empty.en_passant = 64, empty.side_to_move = 2;
    CHECK(philidor_setup(&empty, &position, &fault) == PHILIDOR_BAD_ARGUMENT && says(&fault, "2 is not a color"));
    empty.colors[0] = 16;
    CHECK(philidor_setup(&empty, &position, &fault) == PHILIDOR_BAD_ARGUMENT && says(&fault, "e1: "));
    empty.pieces[PHILIDOR_KING] = empty.castling_rooks = 16;
    CHECK(philidor_setup(&empty, &position, &fault) == PHILIDOR_BAD_ARGUMENT && says(&fault, "e1: "));
    memset(&empty.colors, 255, sizeof empty.colors[0]);
    memset(&empty.pieces[PHILIDOR_PAWN], 255, sizeof empty.pieces[0]);
    empty.pieces[PHILIDOR_KING] = empty.castling_rooks = empty.side_to_move = 0;
    CHECK(philidor_setup(&empty, &position, &fault) == PHILIDOR_INVALID_SETUP && says(&fault, "64 pieces"));
    board.colors[0] &= ~(uint64_t)0x80, board.pieces[PHILIDOR_ROOK] &= ~(uint64_t)0x80, board.castling_rooks &= ~(uint64_t)0x80;
    CHECK(philidor_setup(&board, &position, NULL) == PHILIDOR_OK);
    CHECK(philidor_castling_rights(&position, &rights) == PHILIDOR_OK);
    CHECK(rights == PHILIDOR_WHITE_QUEEN_SIDE + PHILIDOR_BLACK_KING_SIDE + PHILIDOR_BLACK_QUEEN_SIDE);
    CHECK(philidor_castling_rights(&none, &rights) == PHILIDOR_INVALID_POSITION);
    CHECK(philidor_piece_at(&start, 59, &piece, &color) == PHILIDOR_OK && piece == PHILIDOR_QUEEN && color == PHILIDOR_BLACK);
    CHECK(philidor_piece_at(&start, 20, &piece, &color) == PHILIDOR_NOTHING && piece == PHILIDOR_QUEEN);
    CHECK(philidor_piece_at(&start, 64, &piece, &color) == PHILIDOR_BAD_ARGUMENT);
    CHECK(philidor_has_insufficient_material(&start, 1, &is) == PHILIDOR_OK && !is);
    CHECK(philidor_has_insufficient_material(&start, 2, &is) == PHILIDOR_BAD_ARGUMENT);

    // A FEN with faults is refused, or read with all that is mended.
    const char *faulty = "4k3/P7/8/3p4/4P3/8/8/4K2R W KQ";
    CHECK(philidor_read_fen(faulty, TEXT, &position, &fault) == PHILIDOR_INVALID_FEN && fault.column == 27);
    CHECK(philidor_read_fen_leniently(faulty, TEXT, &position, &is, &fault) == PHILIDOR_OK && is);
    CHECK(fault.column == 27 && says(&fault, "`W` is neither w nor b; white cannot have the right to castle long"));
    CHECK(philidor_write_fen(&position, 0, fen, sizeof fen, NULL) == PHILIDOR_OK);
    CHECK(!strcmp(fen, "4k3/P7/8/3p4/4P3/8/8/4K2R w K - 0 1"));
    memset(&fault, 1, sizeof fault);
    CHECK(philidor_read_fen_leniently(fen, TEXT, &position, &is, &fault) == PHILIDOR_OK && !is && fault.text[0] == 1);
    CHECK(philidor_read_fen_leniently("4k3/8/8/8/8/8/8/8 w", TEXT, &start, NULL, &fault) == PHILIDOR_INVALID_FEN);
    CHECK(fault.column == 20 && says(&fault, "castling rights: "));

    // A move by its squares.
    CHECK(philidor_find_move(&position, 4, 6, PHILIDOR_NO_PIECE, &move, NULL) == PHILIDOR_OK && PHILIDOR_IS_CASTLING(move));
    CHECK(philidor_find_move(&position, 48, 56, PHILIDOR_KNIGHT, &move, NULL) == PHILIDOR_OK && PHILIDOR_PROMOTION(move) == 4);
    CHECK(philidor_find_move(&position, 48, 56, PHILIDOR_NO_PIECE, &move, &fault) == PHILIDOR_ILLEGAL_MOVE);
    CHECK(says(&fault, "promotion"));
    CHECK(philidor_find_move(&position, 20, 28, PHILIDOR_NO_PIECE, &move, &fault) == PHILIDOR_ILLEGAL_MOVE && says(&fault, "e3"));
    CHECK(philidor_find_move(&position, 64, 0, PHILIDOR_NO_PIECE, &move, NULL) == PHILIDOR_BAD_ARGUMENT);
    CHECK(philidor_find_move(&position, 0, 64, PHILIDOR_NO_PIECE, &move, NULL) == PHILIDOR_BAD_ARGUMENT);
    CHECK(philidor_find_move(&position, 0, 0, 7, &move, NULL) == PHILIDOR_BAD_ARGUMENT);
    CHECK(philidor_find_move(&position, 28, 35, PHILIDOR_NO_PIECE, &move, NULL) == PHILIDOR_OK);
    CHECK(philidor_exchange(&position, move, &value) == PHILIDOR_OK && value == 100);
    CHECK(philidor_exchange(&position, 0, &value) == PHILIDOR_ILLEGAL_MOVE);

    // The turn is passed in place, but not in check.
    CHECK(philidor_play_null_move(&position, &position) == PHILIDOR_OK && philidor_describe(&position, &board) == PHILIDOR_OK);
    CHECK(board.side_to_move == PHILIDOR_BLACK);
    CHECK(philidor_read_fen("4k3/8/8/8/8/8/8/4R1K1 b - - 0 1", TEXT, &position, NULL) == PHILIDOR_OK);
    CHECK(philidor_play_null_move(&position, &position) == PHILIDOR_ILLEGAL_MOVE);
}

static void batches(void) {
    philidor_position three[3], after[3];
    philidor_move moves[40], played[3];
    philidor_outcome outcomes[3];
    uint32_t counts[3];
    uint64_t keys[3];
    size_t offsets[4], bad = 9;
    memset(three, 0, sizeof three);
    CHECK(philidor_start(&three[0]) == PHILIDOR_OK && philidor_start(&three[2]) == PHILIDOR_OK);
    CHECK(philidor_batch_move_counts(three, 3, counts, &bad) == PHILIDOR_INVALID_POSITION && bad == 1);
    CHECK(counts[0] == 20 && counts[1] == PHILIDOR_NO_COUNT && counts[2] == 20);
    CHECK(philidor_batch_keys(three, 3, keys, NULL) == PHILIDOR_INVALID_POSITION && keys[0] == keys[2] && keys[1] == 0);
    CHECK(philidor_batch_outcomes(three, 3, outcomes, &bad) == PHILIDOR_INVALID_POSITION);
    CHECK(outcomes[0] == PHILIDOR_ONGOING && outcomes[1] == PHILIDOR_NO_OUTCOME);
    CHECK(philidor_batch_moves(three, 3, 0, moves, 40, offsets, &bad) == PHILIDOR_INVALID_POSITION && bad == 1);
    CHECK(offsets[0] == 0 && offsets[1] == 20 && offsets[2] == 20 && offsets[3] == 40 && moves[0] == moves[20]);
    // Two faults at once: without room for the moves none may be read, so that one comes first.
    bad = 9;
    CHECK(philidor_batch_moves(three, 3, 0, moves, 10, offsets, &bad) == PHILIDOR_TOO_SMALL && bad == 1 && offsets[3] == 40);
    CHECK(philidor_play_line(&three[1], moves, 1, after, &bad) == PHILIDOR_INVALID_POSITION && bad == 1);
    // Not over what is read, but right after it.
    uint64_t words[16];
    memcpy(words, &three[0], sizeof three[0]);
    CHECK(philidor_batch_keys((philidor_position *)(void *)words, 1, &words[3], NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_batch_keys((philidor_position *)(void *)words, 1, &words[4], NULL) == PHILIDOR_OK);
    CHECK(words[4] == keys[0]);
    // Nor may results overlap with each other. Positions may be written over those before them, each over its own.
    philidor_position *room = (philidor_position *)(void *)words;
    size_t *place = (size_t *)(void *)&words[9];
    philidor_move *numbers = (philidor_move *)(void *)&words[8];
    CHECK(philidor_batch_keys(three, 3, &words[8], place) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_batch_move_counts(three, 3, (uint32_t *)(void *)place, place) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_batch_moves(three, 1, 0, numbers, 8, offsets, place) == PHILIDOR_BAD_POINTER);
    for (size_t index = 0; index < 4; ++index) memcpy(&room[index], &three[0], sizeof three[0]);
    CHECK(philidor_batch_play(room, moves, 3, room, place) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_batch_play(room, moves, 2, room + 1, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_batch_play(three, numbers, 3, room, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_play_line(room, moves, 1, room, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_play_line(three, numbers, 3, room, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_play_line(three, moves, 3, room, place) == PHILIDOR_BAD_POINTER);
    CHECK(!memcmp(&room[0], &three[0], 32) && !memcmp(&room[2], &three[0], 32));
    CHECK(philidor_batch_play(room, moves, 1, room, NULL) == PHILIDOR_OK && memcmp(&room[0], &three[0], 32));
    three[1] = three[0];
    bad = 9;
    CHECK(philidor_batch_moves(three, 3, 0, moves, 40, offsets, &bad) == PHILIDOR_TOO_SMALL && offsets[3] == 60 && bad == 9);
    played[0] = moves[0], played[1] = 0, played[2] = moves[19];
    CHECK(philidor_batch_play(three, played, 3, after, &bad) == PHILIDOR_ILLEGAL_MOVE && bad == 1);
    CHECK(after[1].bytes[31] == 0 && after[2].bytes[31] == 1);
    CHECK(philidor_play_line(&three[0], played, 3, after, &bad) == PHILIDOR_ILLEGAL_MOVE && bad == 1);
    CHECK(after[0].bytes[31] == 1 && after[1].bytes[31] == 0 && after[2].bytes[31] == 0);
}

static void handles(void) {
    philidor_position start, position;
    philidor_game *game, *copy;
    philidor_move move, played;
    philidor_pgn *pgn;
    philidor_fault fault;
    philidor_text name, value;
    const char text[] = "[White \"a\"]\n\n1. e4 e4 *\n\n[White \"b\\\"\"] 1. d4 1-0";
    const char misread[] = "1. e4x *\n\n[FEN \"k7\"]\n\n1. e4 *";
    const philidor_move *moves;
    size_t count;
    CHECK(philidor_start(&start) == PHILIDOR_OK && philidor_game_new(&start, &game) == PHILIDOR_OK);
    CHECK(philidor_game_undo(game, NULL) == PHILIDOR_NOTHING && philidor_game_play(game, 0) == PHILIDOR_ILLEGAL_MOVE);
    // Where no value can stand there is none.
    CHECK(philidor_game_undo((philidor_game *)((char *)game + 1), NULL) == PHILIDOR_BAD_POINTER);
    philidor_game_free((philidor_game *)((char *)game + 1));
    // A copy goes its own way, and outlives the game.
    CHECK(philidor_read_uci(&start, "e2e4", TEXT, &move, NULL) == PHILIDOR_OK && philidor_game_play(game, move) == PHILIDOR_OK);
    CHECK(philidor_game_played(game, NULL, 0, &count) == PHILIDOR_TOO_SMALL && count == 1);
    CHECK(philidor_game_copy(game, &copy) == PHILIDOR_OK && philidor_game_undo(game, NULL) == PHILIDOR_OK);
    // A game as PGN, whose length is asked for first.
    const philidor_text tags[] = {{"White", 5}, {"P\"h", TEXT}};
    char pgn_text[200];
    CHECK(philidor_write_pgn(game, NULL, 0, 0, NULL, 0, &count, NULL) == PHILIDOR_TOO_SMALL && count > 20);
    CHECK(philidor_write_pgn(game, tags, 1, 2, pgn_text, sizeof pgn_text, &count, NULL) == PHILIDOR_OK && count == strlen(pgn_text));
    CHECK(strstr(pgn_text, "[White \"P\\\"h\"]\n") && !strcmp(pgn_text + count - 6, "\n0-1\n\n"));
    CHECK(philidor_write_pgn(game, tags, 1, 4, pgn_text, sizeof pgn_text, &count, NULL) == PHILIDOR_BAD_ARGUMENT);
    const philidor_text unnamed[] = {{NULL, 0}, {"x", 1}};
    CHECK(philidor_write_pgn(game, unnamed, 1, 0, NULL, 0, NULL, &fault) == PHILIDOR_BAD_ARGUMENT && fault.text[0]);
    CHECK(philidor_write_pgn(game, NULL, 1, 0, NULL, 0, NULL, NULL) == PHILIDOR_BAD_POINTER);
    CHECK(philidor_write_pgn(game, tags, SIZE_MAX, 0, NULL, 0, NULL, NULL) == PHILIDOR_BAD_LENGTH);
    // Passing is taken back like a move, which is that of a king to its own square.
    CHECK(philidor_game_play_null_move(game) == PHILIDOR_OK && philidor_game_play(game, move) == PHILIDOR_ILLEGAL_MOVE);
    CHECK(philidor_game_played(game, &played, 1, &count) == PHILIDOR_OK && count == 1);
    CHECK(PHILIDOR_ORIGIN(played) == 4 && PHILIDOR_DESTINATION(played) == 4 && !PHILIDOR_IS_CASTLING(played));
    CHECK(philidor_game_start(game, &position) == PHILIDOR_OK && !memcmp(&position, &start, 32));
    CHECK(philidor_game_undo(game, &move) == PHILIDOR_OK && move == played);
    CHECK(philidor_game_undo(game, NULL) == PHILIDOR_NOTHING && philidor_game_ply(game, &count) == PHILIDOR_OK && count == 0);
    CHECK(philidor_read_uci(&start, "e2e4", TEXT, &move, NULL) == PHILIDOR_OK);
    philidor_game_free(game);
    CHECK(philidor_game_played(copy, &played, 1, &count) == PHILIDOR_OK && count == 1 && played == move);
    CHECK(philidor_game_start(copy, &position) == PHILIDOR_OK && !memcmp(&position, &start, 32));
    philidor_game_free(copy);
    CHECK(philidor_pgn_new(text, TEXT, &pgn) == PHILIDOR_OK);
    CHECK(philidor_pgn_start(pgn, &position) == PHILIDOR_NOTHING);
    CHECK(philidor_pgn_next(pgn, &fault) == PHILIDOR_INVALID_GAME && fault.line == 3 && fault.column == 7);
    CHECK(!strncmp(fault.text, "`e4`: illegal", 13));
    CHECK(philidor_pgn_moves(pgn, &moves, &count) == PHILIDOR_NOTHING);
    CHECK(philidor_pgn_next(pgn, NULL) == PHILIDOR_OK);
    CHECK(philidor_pgn_moves(pgn, &moves, &count) == PHILIDOR_OK && count == 1 && PHILIDOR_DESTINATION(moves[0]) == 27);
    CHECK(philidor_pgn_tag_count(pgn, &count) == PHILIDOR_OK && count == 1);
    CHECK(philidor_pgn_tag_at(pgn, 0, &name, &value) == PHILIDOR_OK && !strcmp(name.data, "White") && name.length == 5);
    CHECK(!strcmp(value.data, "b\"") && value.length == 2);
    CHECK(philidor_pgn_tag_at(pgn, 1, &name, &value) == PHILIDOR_NOTHING);
    CHECK(philidor_pgn_tag(pgn, "Black", TEXT, &value) == PHILIDOR_NOTHING);
    CHECK(philidor_pgn_next(pgn, NULL) == PHILIDOR_END && philidor_pgn_next(pgn, NULL) == PHILIDOR_END);
    CHECK(philidor_pgn_tag_count(pgn, &count) == PHILIDOR_NOTHING);
    philidor_pgn_free(pgn);
    // The one place that is named is that in the text.
    CHECK(philidor_pgn_new(misread, TEXT, &pgn) == PHILIDOR_OK);
    CHECK(philidor_pgn_next(pgn, &fault) == PHILIDOR_INVALID_GAME && fault.line == 1 && fault.column == 4);
    CHECK(!strcmp(fault.text, "`e4x`: not a move"));
    CHECK(philidor_pgn_next(pgn, &fault) == PHILIDOR_INVALID_GAME && fault.line == 3 && fault.column == 1);
    CHECK(!strcmp(fault.text, "`[FEN \"k7\"]`: board: expected eight ranks, found 1"));
    philidor_pgn_free(pgn);
}

int main(void) {
    pointers();
    values();
    parts();
    batches();
    handles();
    puts("refused, and nothing else was written");
    return 0;
}
