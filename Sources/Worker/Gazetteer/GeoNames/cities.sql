-- Fills the tables of schema.sql for the list of cities, which ships with weatherd, from gazetteer.sqlite in the
-- working directory. It has no indexes, which would add half of its size: weatherd reads all names into memory. It has
-- no airports.

ATTACH 'gazetteer.sqlite' AS full;
-- "WthC" in ASCII; and the schema version, which GazetteerFile.swift expects.
PRAGMA application_id = 0x57746843;
PRAGMA user_version = 2;
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;

CREATE TEMP TABLE size (cities INTEGER, translated INTEGER, cells INTEGER);
-- The number of cities; how many of them have names in all languages below; and the number of cells per degree, a
-- divisor of the gazetteer's 40.
INSERT INTO size VALUES (25000, 2000, 4);

-- The languages that weatherd supports, and the countries where they are spoken. English names are kept of all places.
CREATE TEMP TABLE home (language TEXT, countries TEXT);
INSERT INTO home VALUES
    ('de', 'DE AT CH LI LU BE IT'), ('es', 'ES MX AR BO CL CO CR CU DO EC GQ GT HN NI PA PE PR PY SV UY VE'),
    ('fr', 'FR BE CH LU MC CA GF GP MQ NC PF PM RE YT BF BI BJ CD CF CG CI CM DJ GA GN HT KM MG ML NE RW SN TD TG'),
    ('it', 'IT CH SM VA'), ('ja', 'JP'), ('pl', 'PL'), ('pt', 'PT BR AO CV GW MZ ST TL'), ('pt_BR', 'BR'), ('ru', 'RU BY KG KZ UA'), ('uk', 'UA'),
    ('zh', 'CN HK MO SG TW'), ('zh_TW', 'TW HK MO'), ('en', '');

BEGIN;

-- Countries, and regions with at least one city, renumbered.
CREATE TEMP TABLE kept_area AS
    SELECT id AS former, row_number() OVER (ORDER BY id) AS id, country, code, name FROM full.area
    WHERE code = '' OR id IN (
        SELECT region FROM full.place WHERE id <= (SELECT cities FROM size)
        -- Only where their codes are in common use.
        UNION SELECT province FROM full.place JOIN full.area ON area.id = province
        WHERE place.id <= (SELECT cities FROM size) AND area.country IN ('BE', 'ES', 'FR', 'IE', 'IT'));
CREATE UNIQUE INDEX temp.area_by_former ON kept_area (former);
INSERT INTO area SELECT id, country, code, name FROM kept_area ORDER BY id;

CREATE TEMP TABLE kept_area_translation AS
    SELECT area.id AS area, language, translation.name FROM full.area_translation AS translation
    JOIN kept_area AS area ON area.former = translation.area JOIN home USING (language)
    -- Provinces are found by their codes and English names.
    WHERE area.code = '' OR area.code NOT LIKE '-%' AND instr(home.countries, area.country);
CREATE TEMP TABLE kept_area_name AS
    SELECT name AS former, (SELECT count(*) FROM area) + row_number() OVER (ORDER BY name) AS id, area
    FROM (
        SELECT name, area FROM kept_area_translation
        -- Codes and abbreviations, most of which belong to no language.
        UNION
        SELECT known.id, kept_area.id FROM full.area_name AS known JOIN kept_area ON kept_area.former = known.area
        WHERE known.name GLOB '[A-Z][A-Z]' OR known.name GLOB '[A-Z][A-Z][A-Z]'
            OR NOT EXISTS (SELECT 1 FROM full.area_translation AS translation WHERE translation.area = known.area AND translation.name = known.id));
CREATE UNIQUE INDEX temp.area_name_by_former ON kept_area_name (former);
INSERT INTO area_name
SELECT kept.id, kept.area, known.name FROM kept_area_name AS kept JOIN full.area_name AS known ON known.id = kept.former ORDER BY kept.id;
INSERT INTO area_translation
SELECT translation.area, language, kept.id FROM kept_area_translation AS translation JOIN kept_area_name AS kept ON kept.former = translation.name
ORDER BY translation.area, language;

-- Without the numbers of regions, which few people write.
INSERT INTO area_code
SELECT known.code, kept_area.id FROM full.area_code AS known JOIN kept_area ON kept_area.former = known.area
WHERE known.code NOT GLOB '*[0-9]*' OR kept_area.country = 'FR' ORDER BY known.code, kept_area.id;

INSERT INTO place
SELECT place.id, place.name, latitude, longitude, country.id, region.id, province.id, population, zone
FROM full.place JOIN kept_area AS country ON country.former = place.country
LEFT JOIN kept_area AS region ON region.former = place.region LEFT JOIN kept_area AS province ON province.former = place.province
WHERE place.id <= (SELECT cities FROM size) ORDER BY place.id;

CREATE TEMP TABLE kept_translation AS
    SELECT place.id AS place, language, translation.name FROM full.translation JOIN place ON place.id = translation.place
    JOIN area ON area.id = place.country JOIN home USING (language)
    WHERE place.id <= (SELECT translated FROM size) OR instr(home.countries, area.country) OR language = 'en';
CREATE TEMP TABLE kept_name AS
    SELECT name AS former, (SELECT count(*) FROM place) + row_number() OVER (ORDER BY name) AS id, place
    FROM (SELECT DISTINCT name, place FROM kept_translation);
CREATE UNIQUE INDEX temp.name_by_former ON kept_name (former);
INSERT INTO name SELECT kept.id, kept.place, known.name FROM kept_name AS kept JOIN full.name AS known ON known.id = kept.former ORDER BY kept.id;
INSERT INTO translation
SELECT translation.place, language, kept.id FROM kept_translation AS translation JOIN kept_name AS kept ON kept.former = translation.name
ORDER BY translation.place, language;
INSERT INTO boundary SELECT (SELECT count(*) FROM place), (SELECT count(*) FROM place) + (SELECT count(*) FROM name);

-- Larger cells, each with the zone of its middle: the runs of the row through the middle.
INSERT INTO zone_run
WITH scale AS (
    SELECT 40 / cells AS width, 360 * cells AS columns FROM size
), run AS (
    SELECT cell / 14400 AS line, cell % 14400 AS start,
        coalesce(lead(cell) OVER (ORDER BY cell), 7200 * 14400) AS next, zone, cell FROM full.zone_run
), line AS (
    SELECT line, start, zone FROM run
    -- A run may continue beyond the end of its row.
    UNION ALL SELECT value, 0, zone FROM run, generate_series(cell / 14400 + 1, (next - 1) / 14400)
), middle AS (
    SELECT line / width * columns + (start + width - 1 - width / 2) / width AS cell, start, zone FROM line, scale
    WHERE line % width = width / 2 AND (start + width - 1 - width / 2) / width < columns
), sampled AS (
    SELECT cell, zone, lag(zone) OVER (ORDER BY cell) AS before FROM (SELECT cell, max(start), zone FROM middle GROUP BY cell)
)
SELECT cell, zone FROM sampled WHERE zone IS NOT before ORDER BY cell;
INSERT INTO zone SELECT id, name FROM full.zone WHERE id IN (SELECT zone FROM place UNION SELECT zone FROM zone_run) ORDER BY id;
INSERT INTO zone_country SELECT zone, country FROM full.zone_country WHERE zone IN (SELECT id FROM zone) ORDER BY zone, country;

COMMIT;
DETACH full;
-- Half of the usual size wastes less space.
PRAGMA page_size = 2048;
VACUUM;
