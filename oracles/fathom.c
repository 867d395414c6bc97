/* Compares what philidor says of positions with what Fathom says: reads what the example `every_position` of
 * philidor-tables writes. The DTZ table is asked at the root, if there is a distance.
 *
 *     every_position DIR KQvKR dtz | fathom DIR
 *
 * The last line says how many positions were compared, and how many differed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef FATHOM_SOURCE /* the path of its tbprobe.c; its internal probe_dtz is up to 20 times as fast as tb_probe_root */
#include FATHOM_SOURCE
#else
#include <tbprobe.h>
#endif

int main(int argc, char **argv) {
    int count, faults = 0;
    char letters[8];
    unsigned char record[16];
    unsigned long positions = 0, distances = 0;
    static char buffer[1 << 16];
    setvbuf(stdin, buffer, _IOFBF, sizeof buffer);
    count = getchar();
    if (argc != 2 || !tb_init(argv[1]) || !TB_LARGEST || count < 2 || count > 7 ||
        fread(letters, 1, count, stdin) != (size_t)count)
        return fprintf(stderr, "usage: every_position DIR MATERIAL | fathom DIR\n"), 2;
    while (fread(record, 1, count + 6, stdin) == (size_t)count + 6) {
        uint64_t colors[2] = {0}, types[128] = {0};
        const unsigned char *state = record + count;
        for (int i = 0; i < count; i++) {
            int black = (letters[i] > 'Z') ^ state[1];
            colors[black] |= 1ull << record[i];
            types[letters[i] & 31] |= 1ull << record[i];
        }
#define BOARD colors[0], colors[1], types['K' & 31], types['Q' & 31], types['R' & 31], types['B' & 31], types['N' & 31], \
              types['P' & 31]
        unsigned found = tb_probe_wdl(BOARD, 0, 0, state[2], !state[0]);
        int wdl = (signed char)state[3], dtz = (short)(state[4] | state[5] << 8), difference = (int)found - 2 != wdl;
        int distance = 0;
        if (dtz != -32768) {
#ifdef FATHOM_SOURCE
            Pos position = {BOARD, 0, state[2], !state[0]};
            int success;
            distance = probe_dtz(&position, &success);
            difference |= !success || dtz != distance;
#else
            unsigned results[TB_MAX_MOVES], root = tb_probe_root(BOARD, 0, 0, state[2], !state[0], results);
            /* Mate and stalemate have no distance there. */
            distance = root == TB_RESULT_CHECKMATE ? 1 : root == TB_RESULT_STALEMATE ? 0 : (int)TB_GET_DTZ(root);
            difference |= root == TB_RESULT_FAILED || abs(dtz) != distance;
#endif
            distances++;
        }
        if (difference && faults++ < 20) {
            for (int i = 0; i < count; i++)
                printf("%c%c%c ", letters[i] ^ (state[1] ? 32 : 0), 'a' + record[i] % 8, '1' + record[i] / 8);
            printf("%s to move, en passant %d: %d %d, but Fathom says %d %d\n", state[0] ? "Black" : "White", state[2], wdl,
                   dtz, (int)found - 2, distance);
        }
        positions++;
    }
    printf("%lu positions, %lu distances, %d differences\n", positions, distances, faults);
    return faults != 0 || positions == 0;
}
