/*
 * exit.h: the exit codes, part of the program's contract (README).
 */
#ifndef ED_CLI_EXIT_H
#define ED_CLI_EXIT_H

enum ed_exit {
    ED_EXIT_OK = 0,      /* it ran */
    ED_EXIT_FINDING = 1, /* a finding at or above --fail-on; look-ups: nothing found; test, check: a flaw */
    ED_EXIT_USAGE = 2,   /* the command line is off */
    ED_EXIT_DATA = 3     /* an input, the data base or the system failed */
};

#endif
