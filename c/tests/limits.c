// What the header promises of the machine: the stack that functions need, and that nothing is printed, even where memory runs
// out. For Linux.
#define _GNU_SOURCE
#include <philidor.h>

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void check(int holds, const char *what, int line) {
    if (holds) return;
    fprintf(stderr, "limits.c:%d: %s\n", line, what);
    exit(1);
}
#define CHECK(holds) check(holds, #holds, __LINE__)
#define TEXT PHILIDOR_NUL_TERMINATED

enum { STACK = 4 << 20, UNTOUCHED = 0x5a };

// One legal move on every ply, without an end.
static const char *const FORCED = "4b2k/3pPp1p/3P1P1P/8/8/p1p1p3/P1PpP3/K2B4 w - - 0 1";
static const char *const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

static void trees(void) {
    philidor_position position;
    philidor_move moves[PHILIDOR_MAX_MOVES];
    static uint64_t leaves[PHILIDOR_MAX_MOVES];
    size_t count;
    const uint32_t depths[] = {1, 2, 3, 40, 48, 49, 500, 5000};
    CHECK(philidor_read_fen(FORCED, TEXT, &position, NULL) == PHILIDOR_OK);
    for (size_t index = 0; index < sizeof depths / sizeof *depths; ++index)
        for (uint32_t threads = 1; threads < 3; ++threads)
            CHECK(philidor_perft(&position, depths[index], threads, leaves) == PHILIDOR_OK && leaves[0] == 1);
    CHECK(philidor_read_fen(KIWIPETE, TEXT, &position, NULL) == PHILIDOR_OK);
    CHECK(philidor_perft(&position, 4, 1, leaves) == PHILIDOR_OK && leaves[0] == 4085603);
    CHECK(philidor_divide(&position, 3, 1, moves, leaves, PHILIDOR_MAX_MOVES, &count) == PHILIDOR_OK && count == 48);
}

static void lists(void) {
    enum { LENGTH = 200 };
    static philidor_position positions[LENGTH], after[LENGTH];
    static philidor_move moves[LENGTH * 60], first[LENGTH];
    static size_t offsets[LENGTH + 1];
    static uint32_t counts[LENGTH];
    static uint64_t keys[LENGTH];
    static philidor_outcome outcomes[LENGTH];
    for (size_t index = 0; index < LENGTH; ++index)
        CHECK(philidor_read_fen(KIWIPETE, TEXT, &positions[index], NULL) == PHILIDOR_OK);
    CHECK(philidor_batch_move_counts(positions, LENGTH, counts, NULL) == PHILIDOR_OK);
    CHECK(philidor_batch_keys(positions, LENGTH, keys, NULL) == PHILIDOR_OK);
    CHECK(philidor_batch_outcomes(positions, LENGTH, outcomes, NULL) == PHILIDOR_OK);
    CHECK(philidor_batch_moves(positions, LENGTH, 0, moves, LENGTH * 60, offsets, NULL) == PHILIDOR_OK);
    for (size_t index = 0; index < LENGTH; ++index) first[index] = moves[offsets[index]];
    CHECK(philidor_batch_play(positions, first, LENGTH, after, NULL) == PHILIDOR_OK);
}

static void words(void) {
    philidor_position position;
    philidor_game *game;
    philidor_pgn *pgn;
    philidor_fault fault;
    philidor_move moves[PHILIDOR_MAX_MOVES], move;
    philidor_outcome outcome;
    char text[PHILIDOR_FEN_SIZE];
    size_t count;
    bool mended;
    CHECK(philidor_read_fen_leniently("4k3/8/8/8/8/8/8/4K3_W_KQ", TEXT, &position, &mended, &fault) == PHILIDOR_OK);
    CHECK(philidor_read_fen("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", TEXT, &position, &fault) == PHILIDOR_INVALID_SETUP);
    CHECK(philidor_read_fen(KIWIPETE, TEXT, &position, NULL) == PHILIDOR_OK && philidor_game_new(&position, &game) == PHILIDOR_OK);
    CHECK(philidor_game_moves(game, 0, moves, PHILIDOR_MAX_MOVES, &count) == PHILIDOR_OK);
    for (size_t index = 0; index < count; ++index) {
        CHECK(philidor_game_write_san(game, moves[index], text, sizeof text, NULL) == PHILIDOR_OK);
        CHECK(philidor_game_read_san(game, text, TEXT, &move, NULL) == PHILIDOR_OK && move == moves[index]);
    }
    CHECK(philidor_game_read_san(game, "Nh8", TEXT, &move, &fault) == PHILIDOR_ILLEGAL_MOVE);
    CHECK(philidor_game_play(game, moves[0]) == PHILIDOR_OK && philidor_game_outcome(game, &outcome) == PHILIDOR_OK);
    philidor_game_free(game);
    CHECK(philidor_pgn_new_lenient("[FEN \"4k3/8/8/8/8/8/8/4K3 w KQ\"]\n\n1. Kd2 ((( e5 foo", TEXT, &pgn) == PHILIDOR_OK);
    while (philidor_pgn_next(pgn, &fault) != PHILIDOR_END) {}
    philidor_pgn_free(pgn);
}

static void *thread(void *work) {
    (*(void (**)(void))work)();
    return NULL;
}

// How many bytes of its thread's stack some work has touched.
static size_t touched(void (*work)(void)) {
    pthread_attr_t attributes;
    pthread_t running;
    unsigned char *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    size_t free_bytes = 0;
    CHECK(stack != MAP_FAILED);
    memset(stack, UNTOUCHED, STACK);
    CHECK(!pthread_attr_init(&attributes) && !pthread_attr_setstack(&attributes, stack, STACK));
    CHECK(!pthread_create(&running, &attributes, thread, &work) && !pthread_join(running, NULL));
    while (stack[free_bytes] == UNTOUCHED) ++free_bytes;
    CHECK(!pthread_attr_destroy(&attributes) && !munmap(stack, STACK));
    return STACK - free_bytes;
}

// Copies a game until there is no memory left, in a process of its own whose standard error is a pipe.
static void memory_runs_out(void) {
    int ends[2], status = 0;
    char printed[64];
    CHECK(!pipe(ends));
    const pid_t child = fork();
    if (child == 0) {
        const struct rlimit limit = {64 << 20, 64 << 20}, no_core = {0, 0};
        philidor_position start;
        philidor_game *game, *copy;
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        setrlimit(RLIMIT_CORE, &no_core);
        if (philidor_start(&start) != PHILIDOR_OK || philidor_game_new(&start, &game) != PHILIDOR_OK) _exit(1);
        if (setrlimit(RLIMIT_AS, &limit)) _exit(1);
        for (;;)
            if (philidor_game_copy(game, &copy) != PHILIDOR_OK) _exit(2);
    }
    close(ends[1]);
    CHECK(read(ends[0], printed, sizeof printed) == 0);
    CHECK(waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    close(ends[0]);
}

int main(int argc, char **argv) {
    // Without optimization, functions need a multiple of what the header says.
    const size_t times = argc > 1 ? (size_t)atoi(argv[1]) : 1;
    const size_t promised[] = {times * 256 << 10, times * 64 << 10, times * 64 << 10};
    const size_t used[] = {touched(trees), touched(lists), touched(words)};
    printf("bytes of stack: %zu for trees, %zu for lists, %zu for words\n", used[0], used[1], used[2]);
    for (size_t index = 0; index < 3; ++index) CHECK(used[index] < promised[index]);
    memory_runs_out();
    return 0;
}
