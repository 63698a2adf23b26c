/*
 * pipeline.h: ed_prepare on several processors. Values go in and come out prepared, on the caller's thread, in the
 * order they were added: the result of an ingest does not depend on the number of threads.
 */
#ifndef ED_KB_PIPELINE_H
#define ED_KB_PIPELINE_H

#include "kb/prepare.h"

struct ed_pipeline;

/* The prepared value and the arena's texts live during the call. Anything but ED_OK stops and is returned. */
typedef enum ed_rc (*ed_prepared_fn)(void *ctx, struct ed_prepared *prepared, struct ed_err *err);

struct ed_pipeline *ed_pipeline_new(ed_prepared_fn fn, void *ctx);
/* Stops the threads; values that were not handed out are dropped. May be NULL. */
void ed_pipeline_free(struct ed_pipeline *pipeline);
/* The text is copied. May hand out values that were added before. */
ED_NODISCARD enum ed_rc ed_pipeline_add(struct ed_pipeline *pipeline, const struct ed_raw *raw, struct ed_err *err);
/* Hand out all that was added. */
ED_NODISCARD enum ed_rc ed_pipeline_drain(struct ed_pipeline *pipeline, struct ed_err *err);

#endif
