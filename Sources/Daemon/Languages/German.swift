import Almanac
import Weather

/// German, with the terms of the Deutscher Wetterdienst.
struct German: Words {
    /// Switzerland and Liechtenstein write numbers in their own way.
    var region: String?

    let name = "Deutsch"

    func condition(_ condition: Condition) -> String {
        switch condition {
        case .clear: "klar"
        case .mostlyClear: "gering bewölkt"
        case .partlyCloudy: "wolkig"
        case .overcast: "bedeckt"
        case .fog: "Nebel"
        case .drizzle: "Sprühregen"
        case .freezingDrizzle: "gefrierender Sprühregen"
        case .rainLight: "leichter Regen"
        case .rain: "Regen"
        case .rainHeavy: "starker Regen"
        case .freezingRain: "gefrierender Regen"
        case .sleet: "Schneeregen"
        case .snowLight: "leichter Schneefall"
        case .snow: "Schneefall"
        case .snowHeavy: "starker Schneefall"
        case .rainShowers: "Regenschauer"
        case .snowShowers: "Schneeschauer"
        case .thunderstorm: "Gewitter"
        case .thunderstormHail: "Gewitter mit Hagel"
        case .haze: "Dunst"
        case .smoke: "Rauch"
        case .dust: "Staub"
        case .squall: "Böen"
        case .tornado: "Tornado"
        case .unknown: "unbekannt"
        }
    }

    func conditionByDay(_ condition: Condition) -> String? {
        switch condition {
        case .clear: "sonnig"
        case .mostlyClear: "heiter"
        default: nil
        }
    }

    func condition(_ condition: Condition, _ likelihood: Likelihood) -> String {
        "\(self.condition(condition)) \(likelihood == .possible ? "möglich" : "wahrscheinlich")"
    }

    func label(_ label: Label) -> String {
        switch label {
        case .condition: "Wetter"
        case .nowcast: "Entwicklung"
        case .temperature: "Temperatur"
        case .feelsLike: "Gefühlt"
        case .highAndLow: "Max. / Min. heute"
        case .humidity: "Luftfeuchte"
        case .dewPoint: "Taupunkt"
        case .cloudCover: "Bewölkung"
        case .wind: "Wind"
        case .pressure: "Luftdruck"
        case .precipitation: "Niederschlag"
        case .rain: "Regen"
        case .snowfall: "Neuschnee"
        case .visibility: "Sichtweite"
        case .uvIndex: "UV-Index"
        case .sunrise: "Sonnenaufgang"
        case .sunset: "Sonnenuntergang"
        case .sun: "Sonne"
        case .solarNoon: "Sonnenhöchststand"
        case .dayLength: "Tageslänge"
        case .dawn: "Morgendämmerung ab"
        case .dusk: "Abenddämmerung bis"
        case .civilTwilight: "Bürgerliche Dämmerung"
        case .nauticalTwilight: "Nautische Dämmerung"
        case .astronomicalTwilight: "Astronomische Dämmerung"
        case .moon: "Mond"
        case .moonrise: "Mondaufgang"
        case .moonset: "Monduntergang"
        case .europeanIndex: "Europäischer Index"
        case .usIndex: "US-Index"
        case .openWeatherIndex: "OpenWeather-Index"
        case .canadianIndex: "Kanadischer Index"
        case .indianIndex: "Indischer Index"
        case .britishIndex: "Britischer Index"
        case .ozone: "Ozon"
        case .nitrogenDioxide: "Stickstoffdioxid"
        case .sulphurDioxide: "Schwefeldioxid"
        case .carbonMonoxide: "Kohlenmonoxid"
        case .ammonia: "Ammoniak"
        case .dust: "Staub"
        case .alderPollen: "Erlenpollen"
        case .birchPollen: "Birkenpollen"
        case .grassPollen: "Gräserpollen"
        case .mugwortPollen: "Beifußpollen"
        case .olivePollen: "Olivenpollen"
        case .ragweedPollen: "Ambrosiapollen"
        case .weatherData: "Wetterdaten"
        case .warnings: "Warnungen"
        case .airQuality: "Luftqualität"
        case .observations: "Messungen"
        case .normals: "Vieljährige Mittel"
        case .ensemble: "Ensemble"
        case .marine: "Seewetter"
        case .waves: "Wellen"
        case .windWaves: "Windsee"
        case .swell: "Dünung"
        case .waterTemperature: "Wassertemperatur"
        case .current: "Strömung"
        case .seaLevel: "Meeresspiegel"
        case .highTide: "Hochwasser"
        case .lowTide: "Niedrigwasser"
        case .nextHours: "Nächste Stunden"
        case .nextDays: "Nächste Tage"
        case .tomorrow: "Morgen"
        }
    }

    func heading(_ heading: Heading) -> String {
        switch heading {
        case .time: "Zeit"
        case .temperature: "Temp."
        case .feelsLike: "Gefühlt"
        case .precipitation: "Niederschl."
        case .probability: "Wahrsch."
        case .wind: "Wind"
        case .gusts: "Böen"
        case .from: "Richt."
        case .humidity: "Feuchte"
        case .cloud: "Wolken"
        case .pressure: "Druck"
        case .condition: "Wetter"
        case .day: "Tag"
        case .low: "Min."
        case .high: "Max."
        case .snow: "Schnee"
        case .snowDepth: "Schneehöhe"
        case .freezingLevel: "Nullgrad"
        case .maxWind: "Max. Wind"
        case .sun: "Sonne"
        case .provider: "Anbieter"
        case .ahead: "Voraus"
        case .bias: "Bias"
        case .hits: "Treffer"
        case .misses: "Verp."
        case .falseAlarms: "Falsch"
        case .pairs: "Paare"
        }
    }

    func upSince(_ day: String) -> String { "heute nicht, ununterbrochen am Himmel seit \(day)" }

    func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .withClearSky: "bei klarem Himmel"
        case .unitsHint: "metrische Einheiten; für °F und mph: weatherctl set-units imperial"
        case .metersPerSecondHint:
            "Wind in km/h, Luftdruck in hPa; für m/s und mmHg: weatherctl set-units wind=ms pressure=mmhg"
        case .calm: "windstill"
        case .forecast: "Vorhersage"
        case .model: "Modell"
        case .radar: "Radar"
        case .ensembleSpread: "Streuung des Ensembles (\(percent("80")) der Mitglieder)"
        case .updatedJustNow: "gerade aktualisiert"
        case .loading: "Wetter wird geladen"
        case .sampleData: "Beispieldaten"
        case .sampleExplained: "Beispieldaten, frei erfunden: nicht das Wetter dieses Ortes"
        case .warning: "Warnung"
        case .noEnd: "Ende nicht angegeben"
        case .actNow: "sofort handeln"
        case .noWarnings: "derzeit keine Warnungen"
        case .noWarningsThen: "beim letzten Abruf gab es keine Warnungen"
        case .approximate: "anhand der Zeitzone geschätzt"
        case .approximatePlace:
            "der Ort ist anhand der Zeitzone geschätzt; Ihren eigenen setzen Sie mit: weatherctl set-location ORT"
        case .sunDoesNotSet: "geht heute nicht unter"
        case .sunDoesNotRise: "geht heute nicht auf"
        case .noneToday: "heute nicht"
        case .allNight: "die ganze Nacht"
        case .noTwilight: "keine, die Sonne bleibt zu tief"
        case .noTimeZone: "die Zeitzone dieses Ortes ist noch nicht bekannt, Tag und Uhrzeiten sind daher in UTC"
        case .polarDay: "Polartag"
        case .polarNight: "Polarnacht"
        case .currentPlace: "aktueller Ort"
        case .shownInBar: "in der Leiste"
        case .noFavourites: "Noch keine Favoriten. Fügen Sie einen hinzu mit: weatherctl places add ORT"
        case .now: "jetzt"
        case .today: "heute"
        case .restOfToday: "heute noch"
        case .dry: "trocken"
        case .probablyDry: "wahrscheinlich trocken"
        case .tonight: "heute Abend und Nacht"
        case .tomorrow: "morgen"
        case .hot: "heiß"
        case .cold: "kalt"
        case .wet: "nass"
        case .windy: "windig"
        case .offline: "offline"
        case .noWeather: "noch keine Wetterdaten"
        case .weatherLost: "Wetterdaten nicht mehr verfügbar"
        case .weatherBack: "Wetterdaten wieder verfügbar"
        case .notForNavigation: "Gezeiten ungefähr, aus einem Modell berechnet; nicht zur Navigation"
        case .mapKeys: "Pfeiltasten bewegen, + und - zoomen, Eingabetaste setzt den Ort, q beendet"
        case .refresh: "Aktualisieren"
        case .places: "Orte"
        case .units: "Einheiten"
        }
    }

    func severity(_ severity: Alert.Severity) -> String {
        switch severity {
        case .unknown: "Schwere unbekannt"
        case .minor: "gering"
        case .moderate: "markant"
        case .severe: "schwer"
        case .extreme: "extrem"
        }
    }

    func kind(_ kind: Alert.Kind) -> String {
        switch kind {
        case .wind: "Wind"
        case .rain: "Regen"
        case .flood: "Hochwasser"
        case .thunderstorm: "Gewitter"
        case .tornado: "Tornado"
        case .fog: "Nebel"
        case .heat: "Hitze"
        case .cold: "Kälte"
        case .coastal: "Seegang oder Sturmflut"
        case .avalanche: "Lawinen"
        case .tsunami: "Tsunami"
        case .dust: "Staub"
        case .snowIce: "Schnee oder Glätte"
        case .forestFire: "Waldbrand"
        case .tropicalCyclone: "tropischer Wirbelsturm"
        case .airQuality: "Luftqualität"
        case .other: "andere Gefahr"
        }
    }

    func certainty(_ certainty: Alert.Certainty) -> String {
        switch certainty {
        case .unknown: "Gewissheit unbekannt"
        case .unlikely: "unwahrscheinlich"
        case .possible: "möglich"
        case .likely: "wahrscheinlich"
        case .observed: "beobachtet"
        }
    }

    func airBand(_ band: AirIndex.Band) -> String {
        switch band {
        case .good: "gut"
        case .fair: "annehmbar"
        case .moderate: "mäßig"
        case .poor: "schlecht"
        case .veryPoor: "sehr schlecht"
        case .extremelyPoor: "äußerst schlecht"
        case .unhealthyForSensitiveGroups: "ungesund für empfindliche Gruppen"
        case .unhealthy: "ungesund"
        case .veryUnhealthy: "sehr ungesund"
        case .hazardous: "gefährlich"
        case .low: "niedrig"
        case .high: "hoch"
        case .veryHigh: "sehr hoch"
        case .satisfactory: "zufriedenstellend"
        case .severe: "kritisch"
        }
    }

    func exposure(_ exposure: UVExposure) -> String {
        switch exposure {
        case .low: "niedrig"
        case .moderate: "mäßig"
        case .high: "hoch"
        case .veryHigh: "sehr hoch"
        case .extreme: "extrem"
        }
    }

    func moonPhase(_ phase: MoonPhase) -> String {
        switch phase {
        case .newMoon: "Neumond"
        case .waxingCrescent: "zunehmende Sichel"
        case .firstQuarter: "erstes Viertel"
        case .waxingGibbous: "zunehmender Dreiviertelmond"
        case .fullMoon: "Vollmond"
        case .waningGibbous: "abnehmender Dreiviertelmond"
        case .lastQuarter: "letztes Viertel"
        case .waningCrescent: "abnehmende Sichel"
        }
    }

    func freshness(_ freshness: Freshness) -> String {
        switch freshness {
        case .fresh: "aktuell"
        case .stale: "veraltet"
        case .expired: "abgelaufen"
        case .none: "keine Daten"
        }
    }

    func falling(isSnow: Bool) -> String { isSnow ? "Schnee" : "Regen" }

    /// As in CLDR.
    private var isSwiss: Bool { region == "CH" || region == "LI" }

    var decimalSign: String { isSwiss ? "." : "," }
    var groupSign: String { isSwiss ? "’" : "." }

    func symbol(_ unit: UnitSymbol) -> String {
        switch unit {
        case .inches: "Zoll"
        case .feet: "Fuß"
        case .grainsPerCubicMeter: "Pollen/m³"
        default: unit.international
        }
    }

    let degreeSpace = "\u{A0}"

    func percent(_ number: String) -> String { number + "\u{A0}%" }

    let compass = [
        "N", "NNO", "NO", "ONO", "O", "OSO", "SO", "SSO", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
    ]

    let weekdays = [
        "Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag",
    ]
    let shortWeekdays = [
        "So", "Mo", "Di", "Mi", "Do", "Fr", "Sa",
    ]
    let months = [
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
        "Dezember",
    ]
    let shortMonths = [
        "Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez.",
    ]

    func longDate(_ date: CalendarDate, year: Int?, _ order: DateOrder) -> String {
        let year = year.map { " \($0)" } ?? ""
        return switch order {
        case .dayMonthYear: "\(weekday(date)), \(date.day). \(month(date))\(year)"
        case .monthDayYear: "\(weekday(date)), \(month(date)) \(date.day).\(year)"
        case .yearMonthDay: "\(weekday(date)),\(year) \(month(date)) \(date.day)."
        }
    }

    func shortDate(_ date: CalendarDate, _ order: DateOrder) -> String {
        switch order {
        case .dayMonthYear: "\(shortWeekday(date)) \(date.paddedDay). \(shortMonth(date))"
        case .monthDayYear, .yearMonthDay: "\(shortWeekday(date)) \(shortMonth(date)) \(date.paddedDay)."
        }
    }

    func time(hour12: Int, minute: String, isAfternoon: Bool) -> String {
        "\(hour12):\(minute) \(isAfternoon ? "PM" : "AM")"
    }

    /// As in CLDR.
    func zone(_ abbreviation: String) -> String { Self.zones[abbreviation] ?? abbreviation }

    private static let zones = [
        "CET": "MEZ", "CEST": "MESZ", "EET": "OEZ", "EEST": "OESZ", "WET": "WEZ", "WEST": "WESZ",
    ]

    func clock(region: String?) -> ClockFormat { .hours24 }
    func dateOrder(region: String?) -> DateOrder { .dayMonthYear }

    func time(_ time: String, onDate date: String) -> String { "\(oClock(time)) am \(date)" }

    func time(_ time: String, onDay day: String) -> String {
        shortWeekdays.contains(day) ? "\(day) \(time)" : "\(day), \(oClock(time))"
    }

    /// `15:42 Uhr`; only a bare time, not `3:42 PM` or `15:42 UTC`.
    private func oClock(_ time: String) -> String { isClock(time) ? "\(time) Uhr" : time }

    private func isClock(_ time: String) -> Bool { time.allSatisfy { $0.isNumber || $0 == ":" } }

    func age(_ age: Age.Count) -> String {
        switch age {
        case .underOneMinute: "weniger als 1 min"
        case .minutes(let count): "\(count) min"
        case .hours(let count): "\(count) h"
        case .days(let count): count == 1 ? "1 Tag" : "\(count) Tage"
        }
    }

    /// `vor 5 Tagen`.
    private func ago(_ age: String) -> String { "vor \(age)\(age.hasSuffix("Tage") ? "n" : "")" }

    func duration(hours: Int, minutes: Int) -> String { Self.duration(hours, "h", minutes, "min") }
    func duration(minutes: Int, seconds: Int) -> String { Self.duration(minutes, "min", seconds, "s") }

    func begins(isSnow: Bool, minutes: Int) -> String { "\(falling(isSnow: isSnow)) in \(minutes) min" }
    func begins(isSnow: Bool, around time: String) -> String { "\(falling(isSnow: isSnow)) gegen \(oClock(time))" }
    func dry(from time: String) -> String { "trocken ab \(oClock(time))" }
    func continues(isSnow: Bool) -> String { "\(falling(isSnow: isSnow)) hält an" }
    func amount(_ amount: String, in period: String) -> String { "\(amount) in \(period)" }
    func orMore(_ amount: String) -> String { "\(amount) oder mehr" }
    func perHour(_ amount: String) -> String { "\(amount)/h" }

    func wind(speed: String?, from direction: String?) -> String {
        [speed, direction.map { "aus \($0)" }].compactMap(\.self).joined(separator: " ")
    }

    func coming(from direction: String) -> String { "aus \(direction)" }
    func going(towards direction: String) -> String { "nach \(direction)" }
    func gusts(_ speed: String) -> String { "Böen \(speed)" }
    func from(_ time: String) -> String { "ab \(oClock(time))" }
    func until(_ time: String) -> String { "bis \(oClock(time))" }

    func period(from start: String?, until end: String?) -> String? {
        guard let start, let end else { return start.map { from($0) } ?? end.map { until($0) } }
        if isClock(start), isClock(end) { return "von \(start) bis \(oClock(end))" }
        return "von \(oClock(start))\(start.contains(where: { $0 == "," }) ? "," : "") bis \(oClock(end))"
    }

    func measured(at time: String, by station: String?, distance: String?) -> String {
        let distance = distance.map { " (\($0) entfernt)" } ?? ""
        return "gemessen um \(oClock(time))" + (station.map { " an der Station \($0)\(distance)" } ?? "")
    }

    func stationHeight(_ height: String, isHigher: Bool) -> String {
        "Station \(height) \(isHigher ? "höher" : "tiefer")"
    }
    func temperatureCorrected(by difference: String) -> String { "Temperatur um \(difference) korrigiert" }
    func measured(ago age: String) -> String { "gemessen \(ago(age))" }

    func stated(_ text: String, by source: Phrase) -> String { "\(phrase(source)): \(text)" }
    func forecast(for time: String) -> String { "Vorhersage für \(oClock(time))" }
    func valid(at time: String) -> String { "Stand \(oClock(time))" }

    func updated(ago age: String, isLast: Bool) -> String { "\(isLast ? "zuletzt " : "")aktualisiert \(ago(age))" }
    func updated(at time: String, isLast: Bool) -> String {
        "\(isLast ? "zuletzt " : "")aktualisiert um \(oClock(time))"
    }
    func updated(ago age: String, at time: String) -> String { "zuletzt aktualisiert \(ago(age)), um \(oClock(time))" }

    func updatedBeforeClockChange(at time: String, isLast: Bool) -> String {
        "\(updated(at: time, isLast: isLast)), bevor die Uhr zurückgestellt wurde"
    }

    func attribution(_ data: Label, by name: String) -> String { "\(label(data)): \(name)" }
    func unreadableWarnings(_ count: Int) -> String {
        count == 1
            ? "1 Warnung war nicht lesbar und gilt möglicherweise"
            : "\(count) Warnungen waren nicht lesbar und gelten möglicherweise"
    }
    func unplacedWarnings(_ count: Int, severest severity: String?) -> String {
        count == 1
            ? "1 Warnung für ein Gebiet, dessen Lage unbekannt ist" + (severity.map { " (\($0))" } ?? "")
            : "\(count) Warnungen für Gebiete, deren Lage unbekannt ist"
                + (severity.map { " (höchste Stufe: \($0))" } ?? "")
    }
    func unknownWarnings(of country: String) -> String { "die Warnungen von \(country) sind nicht bekannt" }
    func more(_ count: Int, command: String?) -> String {
        "und \(count) weitere" + (command.map { ", siehe: \($0)" } ?? "")
    }

    func extremes(high: String, low: String) -> String { "max. \(high) / min. \(low)" }
    func twilight(from dawn: String, until dusk: String) -> String { "morgens \(from(dawn)), abends \(until(dusk))" }
    func lit(_ share: String) -> String { "\(share) beleuchtet" }

    func dayLength(_ change: String?, isLonger: Bool) -> String {
        change.map { "\($0) \(isLonger ? "länger" : "kürzer") als gestern" } ?? "so lang wie gestern"
    }

    func next(_ phase: MoonPhase) -> String {
        switch phase {
        case .firstQuarter, .lastQuarter: "Nächstes: \(moonPhase(phase))"
        case .waxingCrescent, .waningCrescent: "Nächste \(moonPhase(phase))"
        case .newMoon, .fullMoon: "Nächster \(moonPhase(phase))"
        case .waxingGibbous, .waningGibbous: "Nächster: \(moonPhase(phase))"
        }
    }

    func issued(at time: String) -> String { "ausgegeben um \(oClock(time))" }
    func computed(for position: String) -> String { "berechnet für \(position)" }
    func favourite(_ position: Int) -> String { "Favorit \(position)" }

    func position(_ distance: String, _ direction: String, of place: String) -> String {
        "\(distance) \(direction) von \(place)"
    }

    func frostTonight(_ low: String) -> String { "heute Nacht Frost bis \(low)" }

    func tomorrow(_ difference: String?, isWarmer: Bool) -> String {
        difference.map { "\($0) \(isWarmer ? "wärmer" : "kälter") als heute" } ?? "gleiche Temperatur wie heute"
    }

    func yesterday(_ difference: String?, isWarmer: Bool) -> String {
        difference.map { "\($0) \(isWarmer ? "wärmer" : "kälter") als gestern" } ?? "gleiche Temperatur wie gestern"
    }

    func normal(_ difference: String, isAbove: Bool) -> String {
        "\(difference) \(isAbove ? "über" : "unter") dem vieljährigen Mittel für dieses Datum"
    }

    func trend(_ trend: Trend, to temperature: String) -> String {
        switch trend {
        case .rising: "steigt auf \(temperature)"
        case .falling: "sinkt auf \(temperature)"
        case .steady: "gleichbleibend"
        }
    }

    func accuracy(of place: String, from start: String, until end: String) -> String {
        "Vorhersagen für \(place), verglichen mit Messungen vom \(start) bis zum \(end)"
    }

    var accuracyLegend: String {
        "Voraus: Vorlaufzeit der Vorhersage. ±: mittlerer absoluter Fehler. Bias: Vorhersage minus Messung, im Mittel. "
            + "Treffer, Verp. (verpasst), Falsch (Fehlalarm): Stunden, in denen mindestens 0,1 mm Regen oder Schnee "
            + "vorhergesagt war und fiel, ohne Vorhersage fiel oder vorhergesagt war, aber ausblieb. Paare: Stunden "
            + "mit einer Vorhersage und einer gemessenen Temperatur."
    }

    func noAccuracy(of place: String, _ reason: MissingPairs) -> String {
        switch reason {
        case .forecasts:
            "Für \(place) gibt es noch nichts zu vergleichen: Bisher ist keine Vorhersage gespeichert. Alle sechs "
                + "Stunden wird eine gespeichert."
        case .stations:
            "Für \(place) gibt es noch nichts zu vergleichen: Keine Station ist eingerichtet. Um die nächste Station "
                + "zu verwenden, setzen Sie current.source in config.toml auf \"both\"."
        case .coverage:
            "Für \(place) gibt es nichts zu vergleichen: Keine Quelle von Stationsmessungen deckt diesen Ort ab."
        case .sample:
            "Für \(place) gibt es nichts zu vergleichen: Das angezeigte Wetter sind Beispieldaten."
        case .measurements:
            "Für \(place) gibt es noch nichts zu vergleichen: Vorhersagen sind gespeichert, aber keine Station hat "
                + "dort gemessen. 'weatherctl status' zeigt, ob eine gefunden wurde."
        case .time(let time):
            "Für \(place) gibt es noch nichts zu vergleichen: Die erste vergleichbare Vorhersage gilt für \(time)."
        }
    }

    func providerOrder(_ names: String, isMeasured: Bool) -> String {
        "Reihenfolge der Anbieter: \(names) (\(isMeasured ? "nach Messungen" : "Standard"))"
    }

    func daysOfPairs(of provider: String, _ days: Int, needed: Int) -> String {
        "\(provider) hat \(days) von \(needed) Tagen mit Paaren"
    }

    func error(of provider: String, _ difference: String?, isLarger: Bool) -> String {
        guard let difference else { return "der Fehler von \(provider) ist gleich groß" }
        return "der Fehler von \(provider) ist \(difference) \(isLarger ? "größer" : "kleiner")"
    }

    func daylightLeft(_ duration: String) -> String { "noch \(duration) Tageslicht" }

    func trend(_ trend: Trend) -> String {
        switch trend {
        case .rising: "steigend"
        case .falling: "sinkend"
        case .steady: "gleichbleibend"
        }
    }

    func allDay(_ weather: String) -> String { "den ganzen Tag \(weather)" }

    func then(_ weather: String, until time: String?) -> String {
        "dann \(weather)" + (time.map { " " + until($0) } ?? "")
    }

    func both(_ period: String, _ other: String) -> String { "\(period) und \(other)" }

    func more(_ omission: Summary.Omission) -> String {
        switch omission {
        case .possible: "zu anderen Zeiten weiterer Niederschlag möglich"
        case .expected: "zu anderen Zeiten weiterer Niederschlag"
        }
    }

    /// `Morgen: leichter Regen von 14:00 bis 17:00, 12° bis 18°, windig.`
    func summary(_ summary: Summary) -> String {
        let parts = parts(of: summary) { low, high in "\(low) bis \(high)" }
        return "\(subject(of: summary)): \(parts.joined(separator: ", "))."
    }
}
