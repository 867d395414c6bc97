/* How many WDL probes a second Fathom makes of the positions that the example `probe_rate` of philidor-tables writes.
 *
 *     probe_rate DIR > positions; fathom_rate DIR < positions */
#include <stdio.h>
#include <stdlib.h>
#include <tbprobe.h>
#include <time.h>

int main(int argc, char **argv) {
    size_t count = 0, room = 1 << 22;
    uint64_t(*positions)[9] = malloc(room * sizeof *positions);
    if (argc != 2 || !positions || !tb_init(argv[1]) || !TB_LARGEST)
        return fprintf(stderr, "usage: fathom_rate DIR < positions\n"), 2;
    while (count < room && fread(positions[count], sizeof *positions, 1, stdin) == 1)
        count++;
    double best = 0;
    unsigned long sum = 0;
    for (int round = 0; round < 30; round++) {
        struct timespec begin, end;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
        for (size_t i = 0; i < count; i++) {
            uint64_t *p = positions[i];
            sum += tb_probe_wdl(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], 0, 0, 0, p[8]);
        }
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
        double time = 1e9 * (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec);
        best = round && best < time ? best : time;
    }
    printf("Fathom, WDL: %.0f ns a probe at best, %.0f a second (sum %lu)\n", best / (double)count, 1e9 * (double)count / best,
           sum);
    return 0;
}
