"""The names of places, regions and countries by language, from several packages: the names that `prepare.py` writes with a language.

Names are kept as {identifier: {language: name}}: "524901" for a place by its geonameid, "AT" for a country, "AT.09" for a region.
"""

import collections
import difflib
import gettext
import io
import re
import subprocess
import sys
import tarfile
import tempfile
import unicodedata
import xml.etree.ElementTree
import zipfile

import chinese
from corrections import CORRECTIONS

# The languages for which missing region names are taken from the Unicode CLDR: those that weatherd supports.
SPOKEN = ("de", "es", "fr", "it", "ja", "pl", "pt", "ru", "uk", "zh")
# The languages whose city names are taken from the CLDR, since GeoNames mixes spellings, and in Chinese those of several countries.
PREFERRED = ("ja", "zh")

# The script of a language.
SCRIPTS = {"ja": ("CJK", "HIRAGANA", "KATAKANA"), "zh": ("CJK",), "ru": ("CYRILLIC",), "uk": ("CYRILLIC",)}
# Letters that only Russian has, and letters that only Ukrainian has.
RUSSIAN = set("ёъыэ")
UKRAINIAN = set("ґєії")
# Letters that differ in Ukrainian; foreign names without them are the same in both languages.
DIFFERENT = re.compile("[ёъыэги]|(^|[-аеоуюя ])е", re.IGNORECASE)
LETTERS = "абвгґдеёєжзиіїйклмнопрстуфхцчшщъыьэюя"
SOUNDS = "a b v g g d e e e zh z i i i i k l m n o p r s t u f h ts ch sh sh  y  e yu ya".split(" ")
ROMANIZED = dict(zip(LETTERS, SOUNDS, strict=True))
# Types of regions, which only one of the sources includes in names.
KINDS = set(
    "autonomous canton capital city county department district division do emirate federal governorate krai municipality"
    " oblast of parish prefecture province region republic rayon raion si state territory the voivodeship wilaya".split())


def fold(name):
    """A name without accents, case and punctuation, similar to SQLite's unicode61."""
    decomposed = unicodedata.normalize("NFD", name.lower())
    letters = "".join(c for c in decomposed if not unicodedata.combining(c))
    return " ".join(re.findall(r"\w+", letters))


def read(package):
    """The names in Debian's package of GeoNames' translations."""
    names = collections.defaultdict(dict)
    for path, file in files(package):
        if not path.endswith("/LC_MESSAGES/geonames.mo"):
            continue
        language = path.split("/")[-3]
        for identifier, name in gettext.GNUTranslations(file)._catalog.items():
            if identifier and is_written_in(language, name):
                names[identifier][language] = name
    return names


def files(package):
    """The files of a Debian package, with their paths."""
    with tempfile.TemporaryFile() as file:
        subprocess.run(["dpkg-deb", "--fsys-tarfile", package], check=True, stdout=file)
        file.seek(0)
        with tarfile.open(fileobj=file) as archive:
            for member in archive:
                if member.isfile():
                    yield member.name, io.BytesIO(archive.extractfile(member).read())


def is_written_in(language, name):
    """Whether a name has letters of the language's script."""
    scripts = SCRIPTS.get(language)
    return not scripts or any(unicodedata.name(letter, "").startswith(scripts) for letter in name)


def add_countries_and_cities(wheel, countries, cities, names):
    """Takes country names from the CLDR, which are the common short ones, and the cities of its time zones."""
    with tempfile.TemporaryDirectory() as directory:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(directory)
        sys.path.insert(0, directory)
        import babel
        from babel.core import get_global

        zones = zone_cities(babel.Locale.parse("en").time_zones, get_global("zone_territories"), cities)
        for language in sorted({language for country in countries for language in names[country["iso"]]}):
            try:
                locale = babel.Locale.parse(language)
            except (babel.UnknownLocaleError, ValueError):
                continue
            for country in countries:
                if country["iso"] in locale.territories:
                    names[country["iso"]][language] = locale.territories[country["iso"]]
            for zone, city in zones.items():
                name = locale.time_zones.get(zone, {}).get("city")
                known = names[str(city["geonameid"])]
                if name and (language in PREFERRED or language not in known):
                    known[language] = name.replace("\u00ad", "")


def zone_cities(english, territories, cities):
    """The city of a time zone: the largest one with that name in the country."""
    named = collections.defaultdict(list)
    for city in cities:
        named[city["countrycode"], fold(city["name"])].append(city)
    found = {}
    for zone, country in sorted(territories.items()):
        name = fold(english.get(zone, {}).get("city") or zone.split("/")[-1].replace("_", " "))
        called = named[country, name] or named[country, name + " city"]
        if called:
            found[zone] = max(called, key=lambda city: (city["population"], -int(city["geonameid"])))
    return found


def add_regions(package, regions, names):
    """Takes missing region names from the CLDR. Codes differ, so regions are matched by their English names."""
    subdivisions = collections.defaultdict(dict)
    for path, file in files(package):
        language = path.rsplit("/", 1)[-1].removesuffix(".xml")
        if "/common/subdivisions/" in path and language in (*SPOKEN, "en"):
            for element in xml.etree.ElementTree.parse(file).iter("subdivision"):
                if not element.get("alt"):
                    subdivisions[element.get("type")][language] = element.text
    by_country = collections.defaultdict(dict)
    for code, known in subdivisions.items():
        by_country[code[:2].upper()][code] = known
    for country in sorted({country for country, _ in regions}):
        own = {code: name for (of, code), name in regions.items() if of == country}
        for code, subdivision in same_regions(country, own, by_country[country], names).items():
            known = names[f"{country}.{code}"]
            for language in SPOKEN:
                name = re.sub(r" *\(.*\)| or .*", "", by_country[country][subdivision].get(language, ""))
                if name and language not in known and is_written_in(language, name):
                    known[language] = name


def same_regions(country, regions, subdivisions, names):
    """Maps region codes to CLDR codes: by whole name, by name without the type, or by names in other languages."""
    def without_kind(name):
        return " ".join(word for word in fold(name).replace("st ", "saint ").split() if word not in KINDS)

    joined = {}

    def join(keys_of_region, keys_of_subdivision):
        keys = collections.defaultdict(set)
        for code in subdivisions.keys() - joined.values():
            for key in keys_of_subdivision(subdivisions[code]):
                keys[key].add(code)
        meant = collections.defaultdict(list)
        for code in sorted(regions.keys() - joined.keys()):
            found = set().union(*(keys.get(key, set()) for key in keys_of_region(code)))
            if len(found) == 1:
                meant[found.pop()].append(code)
        joined.update({codes[0]: subdivision for subdivision, codes in meant.items() if len(codes) == 1})

    def translations(known):
        return {(language, fold(known[language])) for language in SPOKEN if language in known}

    join(lambda code: {fold(regions[code])}, lambda known: {fold(known.get("en", ""))} - {""})
    join(lambda code: {without_kind(regions[code])}, lambda known: {without_kind(known.get("en", ""))} - {""})
    join(lambda code: translations(names[f"{country}.{code}"]), translations)
    return joined


def add_by_script(city, known):
    """If a language has no name, takes the only other name in its script."""
    others = {known.get(language) for language in ("be", "bg", "mk", "sr")}
    cyrillic = {
        name for name in city["alternatenames"]
        if name not in others and is_only(ROMANIZED.__contains__, name.lower()) and sounds_alike(name, city["name"])}
    han = {name for name in city["alternatenames"] if is_only(is_han, name)}
    kana = {name for name in city["alternatenames"] if is_only(is_kana, name)}
    candidates = {
        "ja": han if city["countrycode"] == "JP" else kana,
        "zh": {chinese.simplified(name) for name in han},
        "ru": {name for name in cyrillic if not set(name.lower()) & UKRAINIAN},
        "uk": {name for name in cyrillic if not set(name.lower()) & RUSSIAN},
    }
    # Without any of these letters, a name outside Ukraine is probably Russian.
    ukrainian = {name for name in candidates["uk"] if set(name.lower()) & UKRAINIAN}
    candidates["uk"] = ukrainian or (candidates["uk"] if city["countrycode"] == "UA" else set())
    for language, found in candidates.items():
        shortest = min(found, key=lambda name: (len(name), name), default="")
        # A name may also occur with a word for city or district appended.
        if language not in known and shortest and all(shortest in (name, name[:-1]) for name in found):
            known[language] = shortest
    if "uk" not in known and "ru" in known and not DIFFERENT.search(known["ru"]):
        known["uk"] = known["ru"]
    chinese.share(city["countrycode"], known)


def is_only(is_letter, name):
    """Whether a name has only letters of one script, and punctuation."""
    letters = [c for c in name if c not in " -‐・·＝ʼ’'"]
    return bool(letters) and all(map(is_letter, letters))


def is_han(letter):
    return unicodedata.name(letter, "").startswith("CJK")


def is_kana(letter):
    return unicodedata.name(letter, "").startswith("KATAKANA")


def sounds_alike(name, latin):
    """Whether a Cyrillic name is plausibly a transliteration of the Latin name, not a different name."""
    romanized = "".join(ROMANIZED.get(letter, "") for letter in name.lower())
    return difflib.SequenceMatcher(None, romanized, fold(latin).replace(" ", "")).ratio() >= 0.6


def settle(cities, names):
    """Final steps for all sources: consistent Chinese, names by script, and corrections."""
    for known in names.values():
        chinese.unify(known)
    for city in cities:
        add_by_script(city, names[str(city["geonameid"])])
    for identifier, corrected in CORRECTIONS.items():
        names[identifier].update(corrected)
