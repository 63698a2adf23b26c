/*
 * json_fields.h: a JSON object as the fields of a log record.
 */
#ifndef ED_INPUT_JSON_FIELDS_H
#define ED_INPUT_JSON_FIELDS_H

#include "input/fields.h"

/* How much of an object there was. */
enum ed_json_extent {
    ED_JSON_BROKEN, /* it is no JSON, or something stands behind it */
    ED_JSON_WHOLE,
    ED_JSON_CUT /* JSON that stops in its middle, as where a carrier cut it */
};

/* The members of the object at the front of the text, those of objects in it and of arrays, into the fields, which
   ed_fields_begin began. A string that is cut is read as far as it goes. */
enum ed_json_extent ed_json_fields_read(struct ed_fields *fields, struct ed_str object);

#endif
