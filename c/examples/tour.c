// Counts, lists, plays and reads PGN: cc tour.c $(pkg-config --cflags --libs philidor)
#include <philidor.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

// Ends the program when what cannot fail here does.
static void sure(philidor_error error) {
    if (error == PHILIDOR_OK) return;
    fprintf(stderr, "%s\n", philidor_error_text(error));
    exit(1);
}

static char *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    *length = 0;
    for (size_t room = 4096; file; room *= 2) {
        char *more = realloc(text, room);
        if (!more) break;
        text = more;
        *length += fread(text + *length, 1, room - *length, file);
        if (*length < room) {
            fclose(file);
            return text;
        }
    }
    perror(path);
    exit(1);
}

int main(int argc, char **argv) {
    if (philidor_abi_version() != PHILIDOR_ABI_VERSION) return 1;

    // Counting: the tree of legal moves, and many positions in one call.
    philidor_position start;
    philidor_move moves[PHILIDOR_MAX_MOVES];
    uint64_t leaves;
    size_t count;
    sure(philidor_start(&start));
    sure(philidor_perft(&start, 5, 2, &leaves));
    printf("perft 5: %" PRIu64 "\n", leaves);
    philidor_position children[PHILIDOR_MAX_MOVES];
    uint32_t counts[PHILIDOR_MAX_MOVES];
    sure(philidor_moves(&start, PHILIDOR_ALL_MOVES, moves, PHILIDOR_MAX_MOVES, &count));
    for (size_t i = 0; i < count; i++) children[i] = start;
    sure(philidor_batch_play(children, moves, count, children, NULL));
    sure(philidor_batch_move_counts(children, count, counts, NULL));
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += counts[i];
    printf("%zu positions have %" PRIu64 " moves\n", count, sum);

    // Listing: each move in standard notation and as engines write it.
    philidor_position promoting;
    char san[PHILIDOR_MOVE_TEXT_SIZE], uci[PHILIDOR_MOVE_TEXT_SIZE];
    sure(philidor_read_fen("3r4/4P1k1/8/8/8/8/8/4K2R w K - 0 1", PHILIDOR_NUL_TERMINATED, &promoting, NULL));
    sure(philidor_moves(&promoting, PHILIDOR_ALL_MOVES, moves, PHILIDOR_MAX_MOVES, &count));
    for (size_t i = 0; i < count; i++) {
        sure(philidor_write_san(&promoting, moves[i], san, sizeof san, NULL));
        sure(philidor_write_uci(&promoting, moves[i], PHILIDOR_CASTLING_STANDARD, uci, sizeof uci, NULL));
        printf("%s %s\n", san, uci);
    }

    // Playing: a mate in four half-moves, then one of them taken back.
    const char *line[] = {"f3", "e5", "g4", "Qh4#"};
    char fen[PHILIDOR_FEN_SIZE];
    philidor_game *game;
    philidor_position position;
    philidor_outcome outcome;
    sure(philidor_game_new(&start, &game));
    for (size_t i = 0; i < 4; i++) {
        philidor_move move;
        sure(philidor_game_position(game, &position));
        sure(philidor_read_san(&position, line[i], PHILIDOR_NUL_TERMINATED, &move, NULL));
        sure(philidor_game_play(game, move));
    }
    sure(philidor_game_position(game, &position));
    sure(philidor_write_fen(&position, 0, fen, sizeof fen, NULL));
    sure(philidor_game_outcome(game, &outcome));
    printf("%s%s\n", fen, outcome == PHILIDOR_BLACK_MATES ? ": Black mates" : "");
    sure(philidor_game_undo(game, NULL));
    sure(philidor_game_move_count(game, &count));
    printf("%zu moves instead\n", count);
    philidor_game_free(game);

    // What is wrong, and where.
    philidor_fault fault;
    if (philidor_read_fen("8/8/8/8/8/8/8/K6x w - - 0 1", PHILIDOR_NUL_TERMINATED, &position, &fault) != PHILIDOR_OK)
        printf("column %" PRIu64 ": %s\n", fault.column, fault.text);

    // Reading: each game of a file, or what is wrong with it.
    if (argc < 2) return 0;
    size_t length;
    char *text = read_file(argv[1], &length);
    philidor_pgn *games;
    philidor_error error;
    sure(philidor_pgn_new(text, length, &games));
    while ((error = philidor_pgn_next(games, &fault)) != PHILIDOR_END) {
        if (error == PHILIDOR_OK) {
            const philidor_move *played;
            philidor_text white;
            uint64_t key;
            if (philidor_pgn_tag(games, "White", PHILIDOR_NUL_TERMINATED, &white) != PHILIDOR_OK) white.data = "?";
            sure(philidor_pgn_moves(games, &played, &count));
            sure(philidor_pgn_last(games, &position));
            sure(philidor_key(&position, &key));
            printf("%s: %zu moves, %" PRIu64 "\n", white.data, count, key);
        } else {
            printf("line %" PRIu64 ": %s\n", fault.line, fault.text);
        }
    }
    philidor_pgn_free(games);
    free(text);
    return 0;
}
