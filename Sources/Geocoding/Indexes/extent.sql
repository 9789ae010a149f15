-- Fills `extent` for each place, in the gazetteer and in memory likewise.

-- The disc that the inhabitants would fill at 3,000 a square kilometre, of one kilometre at least, in boxes of degrees.
INSERT INTO extent
WITH disc AS (
    SELECT id, latitude / 1e5 AS latitude, longitude / 1e5 AS longitude,
        degrees(max(1, sqrt(population / (pi() * 3000))) / 6371.0088) AS radius
    FROM place
), box AS (
    SELECT *, degrees(asin(min(1, sin(radians(radius)) / cos(radians(latitude))))) AS width FROM disc
)
SELECT id, latitude - radius, latitude + radius, longitude - width, longitude + width FROM box ORDER BY id;
