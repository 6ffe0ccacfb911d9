/* tool-json.h: JSON files, and members of objects, where missing ones don't
   matter.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef TOOL_JSON_H
#define TOOL_JSON_H

#include <jansson.h>

#include "tool-file.h"
#include "tool-report.h"

/* What is in the file NAME; null after a report.  */
static inline json_t *
tool_json_load (const char *name)
{
  json_error_t error;
  struct pram_diag diag = { tool_report, &name };
  FILE *file = tool_open (name, "r");
  if (!file)
    return NULL;
  json_t *json = json_loadf (file, JSON_REJECT_DUPLICATES, &error);
  if (!json)
    pram_diag_report (&diag, PRAM_ERROR, error.line, "%s", error.text);
  tool_close (file, name);
  return json;
}

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
