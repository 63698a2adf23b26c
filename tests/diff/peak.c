/*
 * peak.c: diff_peak FILE PROGRAM ARGUMENT... runs the program and writes its peak of resident memory, in KiB, to the
 * file. A process of its own for that, because what the kernel tells of a child counts its parent's memory at the fork.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct rusage usage;
    int status;
    FILE *out;
    pid_t child = argc > 2 ? fork() : -1;

    if (child == 0) {
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &usage) != child || (out = fopen(argv[1], "w")) == NULL) {
        fprintf(stderr, "usage: diff_peak FILE PROGRAM ARGUMENT...\n");
        return 126;
    }
    fprintf(out, "%ld\n", usage.ru_maxrss);
    fclose(out);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 125;
}
