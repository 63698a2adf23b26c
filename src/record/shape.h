/*
 * shape.h: what one JSON value of a source is, told by its keys (record-format: the shapes it comes in).
 */
#ifndef ED_RECORD_SHAPE_H
#define ED_RECORD_SHAPE_H

#include "json/read.h"

enum ed_shape {
    ED_SHAPE_RECORD,     /* has errorMessage, or id, slug and a key that only full records have */
    ED_SHAPE_WRAPPED,    /* {"record": {...}, "datasetVersion": ...} */
    ED_SHAPE_FAMILY,     /* clusterKey and errorIds */
    ED_SHAPE_EXAMPLE,    /* lines a record is tried on: a record's id, lines */
    ED_SHAPE_PLAYBOOK,   /* what to ask a machine: no part of a data set, but it may lie in the same folder */
    ED_SHAPE_MANIFEST,   /* schemaVersion, counts, files */
    ED_SHAPE_REPO_ENTRY, /* one of repos.json */
    ED_SHAPE_INFO_ENTRY, /* one of info/index.json: a compact copy of a family */
    ED_SHAPE_COMPACT, /* a compact copy of a record, an index of them, or a table or number of search/: skipped and said
                       */
    ED_SHAPE_UNKNOWN
};

enum ed_shape ed_shape_of(const struct ed_json_node *value);
/* The shape of a value that is too large to be read, by its first bytes: COMPACT for index.json, which is one object of
   60 MB, else UNKNOWN. */
enum ed_shape ed_shape_of_head(struct ed_str head);

#endif
