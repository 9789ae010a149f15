-- The gazetteer's tables. Positions are in units of 1e-5 degrees, about a metre; ids are ranks by population, so that
-- rows in the order of ids have the largest places first. See docs/gazetteer.md.

-- "WthD" in ASCII; and the schema version, which GazetteerFile.swift expects.
PRAGMA application_id = 0x57746844;
PRAGMA user_version = 4;

-- A country, where the code is '', or its first-order division, or a province: a part of one with a code in ISO 3166-2, here after
-- "-".
CREATE TABLE area (
    id INTEGER PRIMARY KEY,
    country TEXT NOT NULL,
    code TEXT NOT NULL,
    name TEXT NOT NULL);

-- Other names of areas; their ids start after those of the areas.
CREATE TABLE area_name (
    id INTEGER PRIMARY KEY,
    area INTEGER NOT NULL,
    name TEXT NOT NULL);

-- The codes of areas in capitals, as they are written after a town: of countries, of ISO 3166-2, and others in common use.
CREATE TABLE area_code (
    code TEXT NOT NULL,
    area INTEGER NOT NULL,
    PRIMARY KEY (code, area)) WITHOUT ROWID;

CREATE TABLE zone (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL);

-- The countries of each zone, ISO 3166-1 alpha-2; none for zones at sea.
CREATE TABLE zone_country (
    zone INTEGER NOT NULL,
    country TEXT NOT NULL,
    PRIMARY KEY (zone, country)) WITHOUT ROWID;

-- The world's time zones, land and sea, in cells of 1/40 degree: rows from north to south, cells from west to east. A
-- zone applies from its cell up to the next cell listed here.
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
    province INTEGER,
    population INTEGER NOT NULL,
    zone INTEGER NOT NULL);

-- Other names of places. Ids start after those of the places: first the names with a known language, then the others,
-- each in the order of the places.
CREATE TABLE name (
    id INTEGER PRIMARY KEY,
    place INTEGER NOT NULL,
    name TEXT NOT NULL);

-- The highest id of the places' own names, and after them of the names with a known language.
CREATE TABLE boundary (
    places INTEGER NOT NULL,
    translations INTEGER NOT NULL);

-- The name of a place or an area in a language.
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

-- Airports with many people around, by IATA code; `icao` is '' where there is none. The words are those of the name and the city, in lower case, without accents, with
-- spaces around each; the distinct ones are not the city's. `place` is the city that it serves, `people` the population
-- of the largest place within 60 km.
CREATE TABLE airport (
    code TEXT PRIMARY KEY,
    icao TEXT NOT NULL,
    name TEXT NOT NULL,
    words TEXT NOT NULL,
    distinct_words TEXT NOT NULL,
    latitude INTEGER NOT NULL,
    longitude INTEGER NOT NULL,
    place INTEGER NOT NULL,
    people INTEGER NOT NULL,
    zone INTEGER NOT NULL) WITHOUT ROWID;
