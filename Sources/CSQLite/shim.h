#pragma once

#include <sqlite3.h>

/// Necessary because the macro casts an integer to a function pointer, which Swift does not import:
/// tells SQLite to copy the bytes it is given before the call returns.
static inline sqlite3_destructor_type bridgehead_sqlite_transient(void) {
  return SQLITE_TRANSIENT;
}
