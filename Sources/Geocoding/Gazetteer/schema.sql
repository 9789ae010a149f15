-- The gazetteer's tables. Positions are in units of 1e-5 degrees, some metre; ids are given by the rank of the population, so that
-- whatever is read in the order of ids has the largest places first. docs/gazetteer.md tells how they are used.

-- "WthD" in ASCII; and the version of this schema, which GazetteerFile.swift expects.
PRAGMA application_id = 0x57746844;
PRAGMA user_version = 3;

-- A country, where region is '', or its first-order division.
CREATE TABLE area (
    id INTEGER PRIMARY KEY,
    country TEXT NOT NULL,
    code TEXT NOT NULL,
    name TEXT NOT NULL);

-- What else an area is called; the ids begin after those of the areas.
CREATE TABLE area_name (
    id INTEGER PRIMARY KEY,
    area INTEGER NOT NULL,
    name TEXT NOT NULL);

CREATE TABLE zone (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL);

-- The time zones of the Earth, land and sea, in cells of a fortieth of a degree: rows from north to south, in each the cells from west
-- to east. A zone holds from its cell up to the next one that is named here.
CREATE TABLE zone_run (
    cell INTEGER PRIMARY KEY,
    zone INTEGER NOT NULL);

CREATE TABLE place (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    latitude INTEGER NOT NULL,
    longitude INTEGER NOT NULL,
    country INTEGER NOT NULL,
    region INTEGER,
    population INTEGER NOT NULL,
    zone INTEGER NOT NULL);

-- What else a place is called. The ids begin after those of the places: first the names that are known to be of a language, then the
-- others, each in the order of the places.
CREATE TABLE name (
    id INTEGER PRIMARY KEY,
    place INTEGER NOT NULL,
    name TEXT NOT NULL);

-- Up to which id the names of places go, and after them the names that are known to be of a language.
CREATE TABLE boundary (
    places INTEGER NOT NULL,
    translations INTEGER NOT NULL);

-- The name of a place in a language, and of an area.
CREATE TABLE translation (
    place INTEGER NOT NULL,
    language TEXT NOT NULL,
    name INTEGER NOT NULL,
    PRIMARY KEY (place, language)) WITHOUT ROWID;
CREATE TABLE area_translation (
    area INTEGER NOT NULL,
    language TEXT NOT NULL,
    name INTEGER NOT NULL,
    PRIMARY KEY (area, language)) WITHOUT ROWID;

-- The airports that many people live around. The words are those of the name and of the city, in small letters, without accents, with
-- spaces around each; the distinct ones are not the city's. `place` is the city that it serves, `people` the inhabitants of the largest
-- place within 60 km.
CREATE TABLE airport (
    code TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    words TEXT NOT NULL,
    distinct_words TEXT NOT NULL,
    latitude INTEGER NOT NULL,
    longitude INTEGER NOT NULL,
    place INTEGER NOT NULL,
    people INTEGER NOT NULL,
    zone INTEGER NOT NULL) WITHOUT ROWID;
