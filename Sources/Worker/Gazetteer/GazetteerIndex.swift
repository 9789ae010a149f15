/// An index of the tables. The gazetteer's file contains it; for the list of cities it is built in memory on first use.
enum GazetteerIndex {
    /// The words of names.
    case words
    /// The probable extents of places.
    case extent
}
