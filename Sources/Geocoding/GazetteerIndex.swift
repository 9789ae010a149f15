/// A table that is derived from the others so that they can be searched. The gazetteer's file has it; for the list of cities it is made
/// in memory when it is first needed.
enum GazetteerIndex: String {
    /// The words of names: `place_index` and `area_index`.
    case words = "place_index"
    /// The probable extents of places.
    case extent

    /// What makes it in memory. The columns are those of `Gazetteer/index.sql`.
    var sql: String {
        switch self {
        case .words:
            """
            CREATE VIRTUAL TABLE temp.place_index USING fts5(
                words, content = '', columnsize = 0, detail = none,
                tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co' tokenchars '_$'");
            CREATE VIRTUAL TABLE temp.area_index USING fts5(
                words, content = '', columnsize = 0, detail = none,
                tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co' tokenchars '_'");
            """ + String(decoding: PackageResources.words_sql, as: UTF8.self)
        case .extent:
            "CREATE TEMP TABLE extent (id INTEGER PRIMARY KEY, south REAL, north REAL, west REAL, east REAL);\n"
                + String(decoding: PackageResources.extent_sql, as: UTF8.self)
        }
    }
}
