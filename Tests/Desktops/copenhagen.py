"""The double of weatherd with the forecast of Open-Meteo for Copenhagen on 26 July 2026, 18:00, for pictures."""

import json
import pathlib
import sys

from gi.repository import GLib

from mock import WARNING, Service, Weather

RAIN = dict(WARNING, event="Heavy rain", severity="moderate", headline="Heavy rain, locally 25 mm in 6 hours", area="Zealand", kind="rain",
            description="Basements and low roads may be flooded.", instruction=None, texts={"severity": "moderate", "when": "until Monday 06:00"})


class Copenhagen(Weather):
    def show(self, state):
        super().show(state)
        recorded = json.loads((pathlib.Path(__file__).parent / "copenhagen.json").read_text())["Copenhagen"]
        # The base class serves it in place of London.
        self.recorded["London"] = dict(self.recorded["London"], **recorded)
        self.here = "Copenhagen"
        if state.startswith("warning"):
            self.alerts = [RAIN]

    def current_texts(self, value):
        super().current_texts(value)
        value["texts"]["highLow"] = "high 21° / low 17°"
        rows = {"UV index": "1 (low)", "Wind": "↗ " + value["texts"]["wind"] + " from SW"}
        for row in value["rows"]:
            row["value"] = rows.get(row["label"], row["value"])


if __name__ == "__main__":
    Service(Copenhagen(sys.argv[1] if len(sys.argv) > 1 else "fresh"))
    GLib.MainLoop().run()
