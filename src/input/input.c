/*
 * input.c: one reader through lines, layers and streams. Nothing is kept between readers.
 */
#include "input/input.h"

#include "input/unwrap.h"

const struct ed_input_limits ed_input_limits_default = {
    .window = ED_LIMIT_WINDOW,
    .window_lines = ED_LIMIT_WINDOW_LINES,
    .message = ED_LIMIT_MESSAGE,
    .overlap = ED_LIMIT_OVERLAP,
    .overlap_lines = ED_LIMIT_OVERLAP_LINES,
    .pending = ED_LIMIT_PENDING,
    .piece = ED_LIMIT_LINE_PIECE,
};

enum ed_rc ed_input_run(struct ed_reader *reader, const struct ed_input_opts *opts, ed_message_fn fn, void *ctx,
                        struct ed_input_account *account, struct ed_err *err)
{
    struct ed_input_opts own = *opts;
    struct ed_splitter splitter;
    struct ed_streams streams;
    struct ed_unwrap unwrap;
    struct ed_block_ahead ahead = ed_unwrap_ahead(&unwrap);
    struct ed_raw_line line = {0};
    struct ed_err why = {0};
    struct ed_str head;
    enum ed_rc rc, end = ED_OK;
    bool all = false;

    own.limits = own.limits ? own.limits : &ed_input_limits_default;
    ed_splitter_init(&splitter, reader, own.limits->piece, own.marker, own.team, &ahead);
    ed_streams_init(&streams, &own, ed_reader_name(reader), fn, ctx, account);
    ed_unwrap_init(&unwrap, &own, ed_reader_meta(reader), &streams, account);
    account->sources++;
    head = ed_splitter_head(&splitter, &all);
    ed_unwrap_look(&unwrap, head, all);
    do {
        rc = ed_splitter_next(&splitter, &line, &why);
        if (rc == ED_OK) {
            rc = end = ed_unwrap_line(&unwrap, &line, err);
        } else if (rc == ED_IDLE) {
            rc = end = ed_streams_flush(&streams, err);
            rc = end = rc == ED_OK && own.idle ? own.idle(ctx, err) : rc;
        }
        if (rc == ED_OK && line.ends && line.number == own.first_lines) {
            rc = ED_STOP;
        }
    } while (rc == ED_OK);
    if (end == ED_OK) { /* the source ended, well or not; what was read goes out first */
        end = ed_unwrap_finish(&unwrap, err);
        end = end == ED_OK ? ed_streams_finish(&streams, err) : end;
        if (end == ED_OK && rc < 0) {
            end = rc;
            if (err) {
                *err = why;
            }
        }
    }
    account->bytes += ed_reader_bytes(reader);
    ed_splitter_done(&splitter); /* first: its threads work for the others */
    ed_unwrap_done(&unwrap);
    ed_streams_done(&streams);
    return end;
}
