-- Fills place_index and area_index with the names of places and areas. For the list of cities, which has no index,
-- FoldedNames.swift finds the same names.

-- The spellings of names; those of areas have negative ids. An apostrophe separates words, and may be omitted.
CREATE TEMP TABLE spelling (id INTEGER, name, plain);
CREATE TEMP VIEW every_name AS
    SELECT id, name FROM place UNION ALL SELECT id, name FROM name
    UNION ALL SELECT -id, name FROM area UNION ALL SELECT -id, name FROM area_name;
INSERT INTO spelling SELECT id, name, name FROM every_name;
INSERT INTO spelling
SELECT id, bare, bare FROM (
    SELECT id, name, replace(replace(replace(name, '’', ''), '‘', ''), '''', '') AS bare FROM every_name)
WHERE bare <> name;
-- Everything that can separate words becomes one space.
UPDATE spelling SET plain =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    plain, '-', ' '), '’', ' '), '''', ' '), '‘', ' '), '.', ' '), ',', ' '), '(', ' '), ')', ' '), '/', ' '), '[', ' '),
    ']', ' '), '–', ' '), '&', ' '), '`', ' '), '"', ' ')
WHERE plain GLOB '*[^a-zA-Z ]*';
UPDATE spelling SET plain = trim(replace(replace(plain, '  ', ' '), '  ', ' ')) WHERE plain GLOB '*  *' OR plain GLOB ' *' OR plain GLOB '* ';
CREATE TEMP TABLE document AS
    SELECT id, group_concat(name, ' ') AS words, '_' || group_concat(replace(plain, ' ', '_'), ' _') AS wholes
    FROM spelling GROUP BY id;

INSERT INTO place_index (rowid, words)
SELECT document.id, CASE WHEN document.id <= (SELECT translations FROM boundary) THEN words || ' ' ELSE '' END || wholes || ' $' || country || coalesce(' $' || region, '') || coalesce(' $' || province, '')
FROM document LEFT JOIN name ON name.id = document.id JOIN place ON place.id = coalesce(name.place, document.id)
ORDER BY document.id;
INSERT INTO area_index (rowid, words)
SELECT -id, CASE WHEN -id <= (SELECT count(*) FROM area) THEN words || ' ' ELSE '' END || wholes
FROM document WHERE id < 0 ORDER BY -id;
DROP TABLE document;
DROP TABLE spelling;
DROP VIEW every_name;
