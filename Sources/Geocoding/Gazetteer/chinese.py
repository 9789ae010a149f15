"""Names in Chinese characters: from traditional to simplified ones, and between Chinese and Japanese. The tables are OpenCC's."""

import unicodedata
import zipfile

_tables = {}


def load(wheel):
    """Reads the tables of characters in the package."""
    with zipfile.ZipFile(wheel) as archive:
        for table in ("TSCharacters", "TSPhrases", "STCharacters", "JPVariants"):
            lines = archive.read(f"opencc/dictionary/{table}.txt").decode().splitlines()
            pairs = (line.split("\t") for line in lines if "\t" in line)
            _tables[table] = {key: values.split()[0] for key, values in pairs}
    # Several traditional characters can have become one: the table is read backwards only where one did.
    _tables["JPOriginals"] = {new: old for old, new in _tables["JPVariants"].items()}


def _converted(name, table):
    return "".join(_tables[table].get(character, character) for character in name)


def simplified(name):
    """In the characters of the mainland; Japanese ones are understood too: 広島 is 广岛."""
    for phrase, simple in _tables["TSPhrases"].items():
        name = name.replace(phrase, simple)
    return _converted(_converted(name, "JPOriginals"), "TSCharacters")


def japanese(name):
    """A Chinese name as Japanese writes it: 广州 is 広州."""
    return _converted(_converted(name, "STCharacters"), "JPVariants")


def unify(known):
    """Leaves one Chinese in the names of something: `zh` is simplified, and `zh_TW` what was traditional."""
    name = known.get("zh")
    if name and simplified(name) != name:
        known.setdefault("zh_TW", name)
    name = known.pop("zh_CN", name)
    if name:
        known["zh"] = simplified(name)


def share(country, known):
    """Fills in what Chinese and Japanese write alike: a Chinese city has its characters in Japanese, and a Japanese one in Chinese."""
    if "ja" not in known and "zh" in known and country in ("CN", "HK", "MO", "TW"):
        known["ja"] = japanese(known["zh"])
    elif "zh" not in known and "ja" in known and country == "JP":
        name = known["ja"]
        if all(unicodedata.name(character, "").startswith("CJK") for character in name):
            known["zh"] = simplified(name)
