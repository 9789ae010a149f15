-- The indexes of the gazetteer, which the files of ../Indexes fill.

-- The names of places (rows with their ids) and the other names (with theirs), as words, unless they are of no known language, and as one
-- word that begins with
-- "_" and has "_" for everything between its words: with it, a whole name and the beginning of one are found as fast as a word. The areas
-- that the place is in stand there as "$" and their id.
CREATE VIRTUAL TABLE place_index USING fts5(
    words, content = '', columnsize = 0, detail = none, prefix = '1 2 3 4',
    tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co' tokenchars '_$'");
-- The names of areas likewise, but of their other names the whole ones only.
CREATE VIRTUAL TABLE area_index USING fts5(
    words, content = '', columnsize = 0, detail = none,
    tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co' tokenchars '_'");

-- A box around the probable extent of each place.
CREATE VIRTUAL TABLE extent USING rtree(id, south, north, west, east);
