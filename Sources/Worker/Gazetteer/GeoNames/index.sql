-- The gazetteer's indexes, filled by words.sql and extent.sql.

-- The names of places and their other names, each with its id: as words, unless the language is unknown, and as one
-- token that starts with "_" and has "_" between its words, which makes lookups of whole names and prefixes as fast as
-- words. The country, region and province of the place are tokens too: "$" and the id.
CREATE VIRTUAL TABLE place_index USING fts5(
    words, content = '', columnsize = 0, detail = none, prefix = '1 2 3 4',
    tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co' tokenchars '_$'");
-- The names of areas likewise, but only whole names of their other names.
CREATE VIRTUAL TABLE area_index USING fts5(
    words, content = '', columnsize = 0, detail = none,
    tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co' tokenchars '_'");

-- A box around the probable extent of each place.
CREATE VIRTUAL TABLE extent USING rtree(id, south, north, west, east);
