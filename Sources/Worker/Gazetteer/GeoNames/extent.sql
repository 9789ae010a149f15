-- Fills `extent` for each place, with the radius of Extent.swift.

-- A disc with 3,000 inhabitants per square kilometre, at least one kilometre in radius, as a box in degrees.
INSERT INTO extent
WITH disc AS (
    SELECT id, latitude / 1e5 AS latitude, longitude / 1e5 AS longitude,
        degrees(max(1, sqrt(population / (pi() * 3000))) / 6371.0088) AS radius
    FROM place
), box AS (
    SELECT *, degrees(asin(min(1, sin(radians(radius)) / cos(radians(latitude))))) AS width FROM disc
)
SELECT id, latitude - radius, latitude + radius, longitude - width, longitude + width FROM box ORDER BY id;
