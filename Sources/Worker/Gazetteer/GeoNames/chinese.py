"""Converts Chinese characters from traditional to simplified, and between Chinese and Japanese, with OpenCC's tables."""

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
    # The reverse mapping is used only where it is unambiguous.
    _tables["JPOriginals"] = {new: old for old, new in _tables["JPVariants"].items()}


def _converted(name, table):
    return "".join(_tables[table].get(character, character) for character in name)


def simplified(name):
    """In simplified characters; Japanese ones are converted too: 広島 is 广岛."""
    for phrase, simple in _tables["TSPhrases"].items():
        name = name.replace(phrase, simple)
    return _converted(_converted(name, "JPOriginals"), "TSCharacters")


def japanese(name):
    """A Chinese name in Japanese characters: 广州 is 広州."""
    return _converted(_converted(name, "STCharacters"), "JPVariants")


def unify(known):
    """Makes the names consistent: `zh` is simplified, `zh_TW` is traditional."""
    name = known.get("zh")
    if name and simplified(name) != name:
        known.setdefault("zh_TW", name)
    name = known.pop("zh_CN", name)
    if name:
        known["zh"] = simplified(name)


def share(country, known):
    """Fills in missing names: Chinese cities keep their characters in Japanese, and Japanese cities in Chinese."""
    if "ja" not in known and "zh" in known and country in ("CN", "HK", "MO", "TW"):
        known["ja"] = japanese(known["zh"])
    elif "zh" not in known and "ja" in known and country == "JP":
        name = known["ja"]
        if all(unicodedata.name(character, "").startswith("CJK") for character in name):
            known["zh"] = simplified(name)
