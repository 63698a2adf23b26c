/*
 * shape.h: what one JSON value of a source is, told by its keys (record-format: the shapes it comes in).
 */
#ifndef ED_RECORD_SHAPE_H
#define ED_RECORD_SHAPE_H

#include "json/read.h"

enum ed_shape {
    ED_SHAPE_RECORD,      /* has errorMessage and id (or slug): a record */
    ED_SHAPE_WRAPPED,     /* {"record": {...}, "datasetVersion": ...} */
    ED_SHAPE_FAMILY,      /* clusterKey and errorIds */
    ED_SHAPE_MANIFEST,    /* schemaVersion 2, counts, files */
    ED_SHAPE_REPO_ENTRY,  /* one of repos.json */
    ED_SHAPE_INFO_ENTRY,  /* one of info/index.json, or the index itself: a compact copy */
    ED_SHAPE_COMPACT,     /* a compact copy of a record (index.json, search/): skipped and said */
    ED_SHAPE_UNKNOWN
};

enum ed_shape ed_shape_of(const struct ed_json_node *value);

#endif
