/* tool-json.h: members of JSON objects, where missing ones don't matter.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef TOOL_JSON_H
#define TOOL_JSON_H

#include <jansson.h>

/* The member KEY of OBJECT: "" and 0 if it has none of that kind.  The text
   lives as long as the object.  */
static inline const char *
tool_json_text (const json_t *object, const char *key)
{
  const char *text = json_string_value (json_object_get (object, key));
  return text ? text : "";
}

static inline double
tool_json_number (const json_t *object, const char *key)
{
  return json_number_value (json_object_get (object, key));
}

#endif
