# A machine whose journal holds the sample.
journalctl() {
    test "$*" = "-b -p err" && cat tests/docs/sample.log
}
