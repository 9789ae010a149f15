"""The codes of regions and provinces by ISO 3166-2, from the Unicode CLDR, and the provinces that GeoNames has as counties."""

import collections
import re
import unicodedata
import xml.etree.ElementTree

import languages

# Types of divisions in several languages, and the words that join them to a name.
KINDS = languages.KINDS | set(
    "al autonoma autonomous borough citta comarca comunidad communaute comune concelho council da dal de degli del dell della delle des di"
    " diu do dos du departement departamento e el estado foral greater ili iles ilha il ir is island islands istimewa kraj kreis lan land le"
    " les london los megye metropolitan metropolitana metropole nomos obcina oblast okres parroquia periferia principado provincia provincial"
    " provincias provincie provinsi raion regency regional regione royal stadt upon union viloyati zupanija".split())
# Letters without an accent that can be removed.
LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ı": "i", "ß": "ss", "æ": "ae", "ð": "d", "þ": "th"})

# Regions whose name occurs twice in their country: ISO codes by country and GeoNames code.
NAMESAKES = {
    "AR": {"01": "B", "07": "C"}, "CO": {"34": "DC"}, "HR": {"20": "01", "21": "21"}, "PE": {"15": "LIM", "LMA": "LMA"},
    "RU": {"03": "AL", "04": "ALT", "47": "MOS", "48": "MOW"},
}
# Codes that are newer than the packages, or that people use instead; by ISO code.
OTHERS = {
    "AR-C": ["CABA"], "BR-DF": ["DF"], "CA-NL": ["NF"], "CA-QC": ["PQ"], "DE-NW": ["NRW"], "DE-MV": ["MVP"],
    "IN-CT": ["CG"], "IN-OR": ["OD"], "IN-TG": ["TS"], "IN-UT": ["UK", "UA"], "IN-DH": ["DN", "DD"], "IT-FC": ["FO"],
    "IT-PU": ["PS"], "MX-DIF": ["CMX", "CDMX"], "MX-MEX": ["EDOMEX"],
}
# Counties with another name than the province, by country and name.
COUNTIES = {
    ("FR", "South Corsica"): "2A", ("FR", "Upper Corsica"): "2B", ("FR", "Upper Garonne"): "31", ("FR", "Loire-et-Cher"): "41",
    ("GB", "City and Borough of Leeds"): "LDS", ("GB", "Eilean Siar"): "ELS", ("GB", "Greater London"): "LND",
    ("IE", "Dún Laoghaire-Rathdown"): "D", ("IE", "Fingal County"): "D", ("IE", "South Dublin"): "D",
    ("IE", "Limerick City and County Council"): "LK", ("IT", "Città metropolitana di Roma Capitale"): "RM", ("IT", "Valle d'Aosta"): "AO",
}


def read(package):
    """The divisions of each country, {country: {code: {language: name}}}, and the codes of those that are part of no other."""
    found = collections.defaultdict(lambda: collections.defaultdict(dict))
    largest = collections.defaultdict(set)
    for path, file in languages.files(package):
        language = path.rsplit("/", 1)[-1].removesuffix(".xml")
        if path.endswith("/supplemental/subdivisions.xml"):
            for element in xml.etree.ElementTree.parse(file).iter("subgroup"):
                if element.get("type").isupper():
                    largest[element.get("type")].update(code[2:].upper() for code in element.get("contains").split())
        if "/common/subdivisions/" not in path:
            continue
        for element in xml.etree.ElementTree.parse(file).iter("subdivision"):
            code = element.get("type").upper()
            name = re.sub(r" *\(.*\)|[²³]", "", element.text)
            if code[2:] and not element.get("alt") and name and languages.is_written_in(language, name):
                found[code[:2]][code[2:]][language] = name
    return found, largest


def with_others(country, codes):
    """The codes of a division, with the others that people use for it."""
    return sorted({*codes, *(other for code in codes for other in OTHERS.get(f"{country}-{code}", []))})


def assign(country, divisions, largest, regions, counties):
    """The codes of a country's regions, {region: codes}, and of its counties. Those of parts of a region are first looked for among the
    counties, since a province may have the name of its region.

    :param regions: {code: names}
    :param counties: names
    """
    known = {code: set(names.values()) for code, names in divisions.items()}
    of_region = join({code: names for code, names in known.items() if code in largest}, regions)
    of_region |= {iso: region for region, iso in NAMESAKES.get(country, {}).items() if region in regions}
    rest = {code: names for code, names in known.items() if code not in of_region}
    of_county = join(rest, {county: {county} for county in counties})
    of_county |= {f"{COUNTIES[country, county]} {county}": county for county in counties if (country, county) in COUNTIES}
    rest = {code: names for code, names in rest.items() if code not in of_county}
    of_region |= join(rest, {code: names for code, names in regions.items() if code not in NAMESAKES.get(country, {})})

    def inverted(joined):
        codes = collections.defaultdict(set)
        for code, area in joined.items():
            iso = code.split(" ")[0]
            codes[area].update([iso, *OTHERS.get(f"{country}-{iso}", [])])
        return {area: sorted(found) for area, found in sorted(codes.items())}

    return inverted(of_region), inverted(of_county)


def join(divisions, areas):
    """Maps codes to areas with the same name: the whole name, without its type, or also without spaces."""
    joined = {}
    for key in (folded, without_kind, lambda name: without_kind(name).replace(" ", "")):
        codes = collections.defaultdict(set)
        for code in divisions.keys() - joined.keys():
            for name in divisions[code]:
                codes[key(name)].add(code)
        codes.pop("", None)
        meant = collections.defaultdict(set)
        for area in areas.keys() - joined.values():
            for name in areas[area]:
                for code in codes.get(key(name), ()):
                    meant[code].add(area)
        joined |= {code: min(found) for code, found in sorted(meant.items()) if len(found) == 1}
    return joined


def folded(name):
    return languages.fold(unicodedata.normalize("NFC", name.lower()).translate(LETTERS))


def without_kind(name):
    words = folded(name).replace("st ", "saint ").split()
    return " ".join(word for word in words if word not in KINDS)
