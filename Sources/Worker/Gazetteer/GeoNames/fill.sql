-- Fills the tables of schema.sql from this directory's tables, unpacked in the working directory.

CREATE TEMP TABLE raw_area (country, code, name);
CREATE TEMP TABLE raw_area_name (area INTEGER, languages, name);
CREATE TEMP TABLE raw_place (
    geonameid, name, latitude INTEGER, longitude INTEGER, country, code, population INTEGER, zone);
CREATE TEMP TABLE raw_airport (
    code, icao, name, words, distinct_words, latitude INTEGER, longitude INTEGER, line INTEGER, people INTEGER, zone);
CREATE TEMP TABLE raw_name (line INTEGER, languages, name);
CREATE TEMP TABLE raw_code (code, area INTEGER);
CREATE TEMP TABLE raw_province (line INTEGER, area INTEGER);
CREATE TEMP TABLE raw_english (geonameid, english, name);
CREATE TEMP TABLE raw_zone_run (length INTEGER, zone);
CREATE TEMP TABLE raw_zone_country (zone, country);
-- Unlike the mode "tabs", this one reads quotation marks literally.
.mode ascii
.separator "\t" "\n"
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
.import areas.tsv raw_area
.import area-names.tsv raw_area_name
.import places.tsv raw_place
.import names.tsv raw_name
.import codes.tsv raw_code
.import provinces.tsv raw_province
.import english.tsv raw_english
.import zones.tsv raw_zone_run
.import zone-countries.tsv raw_zone_country
.import airports.tsv raw_airport

BEGIN;

-- Parishes of Macau.
UPDATE raw_place SET country = 'MO', code = '' WHERE country = 'CN' AND zone = 'Asia/Macau';

-- Where GeoNames has the zone of another country, as for Hanoi or at a border, the nearest place of the country has the zone, except
-- where the clocks are really another country's: in East Jerusalem, at bases, and where the country is disputed.
CREATE TEMP TABLE used_zone (zone, country, PRIMARY KEY (zone, country)) WITHOUT ROWID;
INSERT INTO used_zone SELECT zone, country FROM raw_zone_country UNION VALUES
    ('America/New_York', 'CU'), ('Asia/Jerusalem', 'PS'), ('Asia/Karachi', 'IN'), ('Asia/Nicosia', 'GB');
CREATE INDEX temp.raw_place_by_country ON raw_place (country);
CREATE TEMP TABLE corrected AS
    SELECT line, zone FROM (
        SELECT wrong.rowid AS line, other.zone, row_number() OVER (
            PARTITION BY wrong.rowid
            ORDER BY abs(other.latitude - wrong.latitude) + abs(other.longitude - wrong.longitude), other.geonameid) AS place
        FROM raw_place AS wrong JOIN raw_place AS other ON other.country = wrong.country
        WHERE (wrong.zone, wrong.country) NOT IN (SELECT zone, country FROM used_zone)
            AND (other.zone, other.country) IN (SELECT zone, country FROM used_zone))
    WHERE place = 1;
UPDATE raw_place SET zone = (SELECT zone FROM corrected WHERE line = raw_place.rowid)
WHERE rowid IN (SELECT line FROM corrected);

-- The English names, which are kept as other names of the place too.
CREATE TEMP TABLE english AS
    SELECT raw.rowid AS line, english AS name FROM raw_english JOIN raw_place AS raw USING (geonameid);
CREATE UNIQUE INDEX temp.english_by_line ON english (line);
UPDATE raw_name SET languages = 'en' WHERE languages = '' AND (line, name) IN (SELECT line, name FROM english);
CREATE TEMP TABLE known AS SELECT line, name FROM raw_name WHERE line IN (SELECT line FROM english);
INSERT INTO raw_name SELECT line, 'en', name FROM english WHERE (line, name) NOT IN (SELECT line, name FROM known);

INSERT INTO area SELECT rowid, country, code, name FROM raw_area;
INSERT INTO area_name SELECT (SELECT count(*) FROM area) + rowid, area, name FROM raw_area_name;
INSERT INTO area_code SELECT DISTINCT code, area FROM raw_code ORDER BY code, area;
INSERT INTO zone SELECT row_number() OVER (ORDER BY zone), zone FROM (SELECT zone FROM raw_place UNION SELECT zone FROM raw_zone_run UNION SELECT zone FROM raw_airport);
INSERT INTO zone_country SELECT zone.id, country FROM raw_zone_country AS raw JOIN zone ON zone.name = raw.zone ORDER BY zone.id, country;
INSERT INTO zone_run
SELECT sum(length) OVER (ORDER BY run.rowid) - length, zone.id FROM raw_zone_run AS run JOIN zone ON zone.name = run.zone ORDER BY run.rowid;

CREATE UNIQUE INDEX temp.province_by_line ON raw_province (line);
CREATE TEMP TABLE area_key AS SELECT id, country, code FROM area;
CREATE UNIQUE INDEX temp.area_by_key ON area_key (country, code);
CREATE TEMP TABLE rank AS
    SELECT rowid AS line, row_number() OVER (ORDER BY population DESC, CAST(geonameid AS INTEGER)) AS place FROM raw_place;
CREATE UNIQUE INDEX temp.rank_by_line ON rank (line);

INSERT INTO place
SELECT
    rank.place, raw.name, latitude, longitude,
    (SELECT id FROM area_key WHERE country = raw.country AND code = ''),
    (SELECT id FROM area_key WHERE country = raw.country AND code = raw.code AND code <> ''),
    province.area,
    population, zone.id
FROM raw_place AS raw JOIN rank ON rank.line = raw.rowid JOIN zone ON zone.name = raw.zone LEFT JOIN raw_province AS province ON province.line = raw.rowid
ORDER BY rank.place;

INSERT INTO airport
SELECT code, icao, raw.name, words, distinct_words, latitude, longitude, rank.place, people, zone.id
FROM raw_airport AS raw JOIN rank USING (line) JOIN zone ON zone.name = raw.zone;

CREATE TEMP TABLE ranked_name AS
    SELECT
        (SELECT count(*) FROM place) + row_number() OVER (ORDER BY languages = '', rank.place, raw.rowid) AS id,
        rank.place, line, languages, raw.name
    FROM raw_name AS raw JOIN rank USING (line);
INSERT INTO name SELECT id, place, name FROM ranked_name ORDER BY id;
INSERT INTO boundary
SELECT (SELECT count(*) FROM place), (SELECT count(*) FROM place) + (SELECT count(*) FROM raw_name WHERE languages <> '');

-- One row for each word of `languages`. The package's English names are often those of a district or a municipality: they are only
-- searched.
INSERT INTO translation
WITH RECURSIVE split (place, language, rest, name) AS (
    SELECT place, '', languages || ' ', id FROM ranked_name WHERE languages <> ''
    UNION ALL
    SELECT place, substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1), name FROM split WHERE rest <> ''
)
SELECT place, language, name FROM split WHERE language NOT IN ('', 'en')
UNION ALL
SELECT place, 'en', min(id) FROM ranked_name JOIN english USING (line) WHERE english.name = ranked_name.name GROUP BY place
ORDER BY place, language;
INSERT INTO area_translation
WITH RECURSIVE split (area, language, rest, name) AS (
    SELECT area, '', languages || ' ', (SELECT count(*) FROM area) + rowid FROM raw_area_name WHERE languages <> ''
    UNION ALL
    SELECT area, substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1), name FROM split WHERE rest <> ''
)
SELECT area, language, name FROM split WHERE language <> '' ORDER BY area, language;

COMMIT;
