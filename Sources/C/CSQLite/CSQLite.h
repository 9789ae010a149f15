#include <sqlite3.h>

// Swift cannot call variadic functions.
static inline int weatherd_sqlite_set(sqlite3 *connection, int option, int value) {
    return sqlite3_db_config(connection, option, value, (int *)0);
}

// SQLite copies the text. SQLITE_TRANSIENT is a cast, which Swift does not import.
static inline int weatherd_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}
