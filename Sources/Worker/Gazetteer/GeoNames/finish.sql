INSERT INTO place_index (place_index) VALUES ('optimize');
INSERT INTO area_index (area_index) VALUES ('optimize');
VACUUM;
