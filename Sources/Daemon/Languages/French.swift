import Almanac
import Weather

/// French, with the terms of Météo-France.
struct French: Words {
    let name = "Français"

    func condition(_ condition: Condition) -> String {
        switch condition {
        case .clear: "ciel dégagé"
        case .mostlyClear: "peu nuageux"
        case .partlyCloudy: "nuageux avec éclaircies"
        case .overcast: "couvert"
        case .fog: "brouillard"
        case .drizzle: "bruine"
        case .freezingDrizzle: "bruine verglaçante"
        case .rainLight: "pluie faible"
        case .rain: "pluie"
        case .rainHeavy: "pluie forte"
        case .freezingRain: "pluie verglaçante"
        case .sleet: "pluie et neige mêlées"
        case .snowLight: "neige faible"
        case .snow: "neige"
        case .snowHeavy: "neige forte"
        case .rainShowers: "averses"
        case .snowShowers: "averses de neige"
        case .thunderstorm: "orage"
        case .thunderstormHail: "orage avec grêle"
        case .haze: "brume sèche"
        case .smoke: "fumée"
        case .dust: "poussière"
        case .squall: "grains"
        case .tornado: "tornade"
        case .unknown: "inconnu"
        }
    }

    func conditionByDay(_ condition: Condition) -> String? {
        switch condition {
        case .clear: "ensoleillé"
        case .mostlyClear: "plutôt ensoleillé"
        default: nil
        }
    }

    func condition(_ condition: Condition, _ likelihood: Likelihood) -> String {
        let isPlural = [Condition.rainShowers, .snowShowers, .squall, .sleet].contains(condition)
        let plural = isPlural ? "s" : ""
        return "\(self.condition(condition)) \(likelihood == .possible ? "possible" : "probable")\(plural)"
    }

    func label(_ label: Label) -> String {
        switch label {
        case .condition: "Temps"
        case .nowcast: "Évolution"
        case .temperature: "Température"
        case .feelsLike: "Ressenti"
        case .highAndLow: "Max. / min. du jour"
        case .humidity: "Humidité"
        case .dewPoint: "Point de rosée"
        case .cloudCover: "Nébulosité"
        case .wind: "Vent"
        case .pressure: "Pression"
        case .precipitation: "Précipitations"
        case .rain: "Pluie"
        case .snowfall: "Neige fraîche"
        case .visibility: "Visibilité"
        case .uvIndex: "Indice UV"
        case .sunrise: "Lever du soleil"
        case .sunset: "Coucher du soleil"
        case .sun: "Soleil"
        case .solarNoon: "Midi solaire"
        case .dayLength: "Durée du jour"
        case .dawn: "Aube"
        case .dusk: "Crépuscule"
        case .civilTwilight: "Aube et crépuscule civils"
        case .nauticalTwilight: "Aube et crépuscule nautiques"
        case .astronomicalTwilight: "Aube et crépuscule astronomiques"
        case .moon: "Lune"
        case .moonrise: "Lever de la lune"
        case .moonset: "Coucher de la lune"
        case .europeanIndex: "Indice européen"
        case .usIndex: "Indice américain"
        case .openWeatherIndex: "Indice OpenWeather"
        case .canadianIndex: "Indice canadien"
        case .indianIndex: "Indice indien"
        case .britishIndex: "Indice britannique"
        case .ozone: "Ozone"
        case .nitrogenDioxide: "Dioxyde d’azote"
        case .sulphurDioxide: "Dioxyde de soufre"
        case .carbonMonoxide: "Monoxyde de carbone"
        case .ammonia: "Ammoniac"
        case .dust: "Poussières"
        case .alderPollen: "Pollen d’aulne"
        case .birchPollen: "Pollen de bouleau"
        case .grassPollen: "Pollen de graminées"
        case .mugwortPollen: "Pollen d’armoise"
        case .olivePollen: "Pollen d’olivier"
        case .ragweedPollen: "Pollen d’ambroisie"
        case .weatherData: "Données météo"
        case .warnings: "Avertissements"
        case .airQuality: "Qualité de l’air"
        case .observations: "Observations"
        case .normals: "Normales"
        case .ensemble: "Ensemble"
        case .marine: "Météo marine"
        case .waves: "Vagues"
        case .windWaves: "Mer du vent"
        case .swell: "Houle"
        case .waterTemperature: "Température de l’eau"
        case .current: "Courant"
        case .seaLevel: "Niveau de la mer"
        case .highTide: "Pleine mer"
        case .lowTide: "Basse mer"
        case .nextHours: "Prochaines heures"
        case .nextDays: "Prochains jours"
        case .tomorrow: "Demain"
        }
    }

    func heading(_ heading: Heading) -> String {
        switch heading {
        case .time: "Heure"
        case .temperature: "Temp."
        case .feelsLike: "Ressenti"
        case .precipitation: "Précip."
        case .probability: "Prob."
        case .wind: "Vent"
        case .gusts: "Rafales"
        case .from: "Dir."
        case .humidity: "Hum."
        case .cloud: "Nuages"
        case .pressure: "Pression"
        case .condition: "Temps"
        case .day: "Jour"
        case .low: "Min."
        case .high: "Max."
        case .snow: "Neige"
        case .snowDepth: "Épaisseur"
        case .freezingLevel: "Iso 0°"
        case .maxWind: "Vent max."
        case .sun: "Soleil"
        case .provider: "Service"
        case .ahead: "Éch."
        case .bias: "Biais"
        case .hits: "Succès"
        case .misses: "Manqués"
        case .falseAlarms: "Faux"
        case .pairs: "Paires"
        }
    }

    func upSince(_ day: String) -> String { "pas aujourd’hui, levé sans interruption depuis le \(day)" }

    func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .withClearSky: "par ciel dégagé"
        case .unitsHint: "unités métriques\u{A0}; pour °F et mph\u{A0}: weatherctl set-units imperial"
        case .metersPerSecondHint:
            "vent en km/h, pression en hPa\u{A0}; pour m/s et mmHg\u{A0}: weatherctl set-units wind=ms pressure=mmhg"
        case .calm: "calme"
        case .forecast: "prévision"
        case .model: "modèle"
        case .radar: "radar"
        case .ensembleSpread: "dispersion de l’ensemble (\(percent("80")) des membres)"
        case .updatedJustNow: "actualisé à l’instant"
        case .loading: "chargement des données météo"
        case .sampleData: "données d’exemple"
        case .sampleExplained: "données d’exemple, inventées\u{A0}: ce n’est pas le temps de ce lieu"
        case .warning: "avertissement"
        case .noEnd: "fin non précisée"
        case .actNow: "agir immédiatement"
        case .noWarnings: "aucun avertissement en vigueur"
        case .noWarningsThen: "aucun avertissement n’était en vigueur à la dernière actualisation"
        case .approximate: "approximatif, d’après le fuseau horaire"
        case .approximatePlace:
            "le lieu est déduit du fuseau horaire\u{A0}; indiquez le vôtre avec\u{A0}: weatherctl set-location VILLE"
        case .sunDoesNotSet: "ne se couche pas aujourd’hui"
        case .sunDoesNotRise: "ne se lève pas aujourd’hui"
        case .noneToday: "pas aujourd’hui"
        case .allNight: "toute la nuit"
        case .noTwilight: "aucun, le soleil reste trop bas"
        case .noTimeZone: "le fuseau horaire de ce lieu n’est pas encore connu, le jour et les heures sont donc en UTC"
        case .polarDay: "jour polaire"
        case .polarNight: "nuit polaire"
        case .currentPlace: "lieu actuel"
        case .shownInBar: "affiché dans la barre"
        case .noFavourites: "Pas encore de favoris. Ajoutez-en un avec\u{A0}: weatherctl places add VILLE"
        case .now: "maintenant"
        case .today: "aujourd’hui"
        case .restOfToday: "reste de la journée"
        case .dry: "temps sec"
        case .probablyDry: "probablement sec"
        case .tonight: "ce soir et cette nuit"
        case .tomorrow: "demain"
        case .hot: "chaud"
        case .cold: "froid"
        case .wet: "pluvieux"
        case .windy: "venteux"
        case .offline: "hors ligne"
        case .noWeather: "pas encore de données météo"
        case .weatherLost: "données météo indisponibles"
        case .weatherBack: "données météo de nouveau disponibles"
        case .notForNavigation:
            "marées approximatives, calculées par un modèle\u{A0}; ne pas utiliser pour la navigation"
        case .mapKeys: "les flèches déplacent, + et - zooment, Entrée choisit le lieu, q quitte"
        case .refresh: "Actualiser"
        case .places: "Lieux"
        case .units: "Unités"
        }
    }

    func severity(_ severity: Alert.Severity) -> String {
        switch severity {
        case .unknown: "gravité inconnue"
        case .minor: "mineur"
        case .moderate: "modéré"
        case .severe: "grave"
        case .extreme: "extrême"
        }
    }

    func kind(_ kind: Alert.Kind) -> String {
        switch kind {
        case .wind: "vent"
        case .rain: "pluie"
        case .flood: "inondation"
        case .thunderstorm: "orage"
        case .tornado: "tornade"
        case .fog: "brouillard"
        case .heat: "chaleur"
        case .cold: "froid"
        case .coastal: "vagues ou submersion"
        case .avalanche: "avalanches"
        case .tsunami: "tsunami"
        case .dust: "poussière"
        case .snowIce: "neige ou verglas"
        case .forestFire: "feu de forêt"
        case .tropicalCyclone: "cyclone tropical"
        case .airQuality: "qualité de l’air"
        case .other: "autre danger"
        }
    }

    func certainty(_ certainty: Alert.Certainty) -> String {
        switch certainty {
        case .unknown: "certitude inconnue"
        case .unlikely: "probabilité faible"
        case .possible: "possiblement"
        case .likely: "probablement"
        case .observed: "selon les observations"
        }
    }

    func airBand(_ band: AirIndex.Band) -> String {
        switch band {
        case .good: "bon"
        case .fair: "correct"
        case .moderate: "modéré"
        case .poor: "mauvais"
        case .veryPoor: "très mauvais"
        case .extremelyPoor: "extrêmement mauvais"
        case .unhealthyForSensitiveGroups: "malsain pour les groupes sensibles"
        case .unhealthy: "malsain"
        case .veryUnhealthy: "très malsain"
        case .hazardous: "dangereux"
        case .low: "faible"
        case .high: "élevé"
        case .veryHigh: "très élevé"
        case .satisfactory: "satisfaisant"
        case .severe: "critique"
        }
    }

    func exposure(_ exposure: UVExposure) -> String {
        switch exposure {
        case .low: "faible"
        case .moderate: "modéré"
        case .high: "élevé"
        case .veryHigh: "très élevé"
        case .extreme: "extrême"
        }
    }

    func moonPhase(_ phase: MoonPhase) -> String {
        switch phase {
        case .newMoon: "nouvelle lune"
        case .waxingCrescent: "premier croissant"
        case .firstQuarter: "premier quartier"
        case .waxingGibbous: "gibbeuse croissante"
        case .fullMoon: "pleine lune"
        case .waningGibbous: "gibbeuse décroissante"
        case .lastQuarter: "dernier quartier"
        case .waningCrescent: "dernier croissant"
        }
    }

    func freshness(_ freshness: Freshness) -> String {
        switch freshness {
        case .fresh: "données à jour"
        case .stale: "données anciennes"
        case .expired: "données périmées"
        case .none: "aucune donnée"
        }
    }

    func falling(isSnow: Bool) -> String { isSnow ? "neige" : "pluie" }

    let decimalSign = ","
    let groupSign = "\u{202F}"

    func symbol(_ unit: UnitSymbol) -> String {
        switch unit {
        case .milesPerHour: "mi/h"
        case .knots: "nd"
        case .inches: "po"
        case .feet: "pi"
        case .inchesOfMercury: "poHg"
        case .grainsPerCubicMeter: "grains/m³"
        default: unit.international
        }
    }

    func symbol(_ unit: UnitSymbol, after number: String) -> String {
        // Below two, the singular.
        let isSingular = number.hasPrefix("0") || number == "1" || number.hasPrefix("1,")
        return unit == .grainsPerCubicMeter && isSingular ? "grain/m³" : symbol(unit)
    }

    let degreeSpace = "\u{A0}"

    func percent(_ number: String) -> String { number + "\u{A0}%" }

    let compass = [
        "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSO", "SO", "OSO", "O", "ONO", "NO", "NNO",
    ]

    let weekdays = [
        "dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi",
    ]
    let shortWeekdays = [
        "dim.", "lun.", "mar.", "mer.", "jeu.", "ven.", "sam.",
    ]
    let months = [
        "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
        "décembre",
    ]
    let shortMonths = [
        "janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc.",
    ]

    /// The first of a month is `1er`.
    private func day(_ date: CalendarDate) -> String { date.day == 1 ? "1er" : String(date.day) }

    func longDate(_ date: CalendarDate, year: Int?, _ order: DateOrder) -> String {
        let year = year.map { " \($0)" } ?? ""
        return switch order {
        case .dayMonthYear: "\(weekday(date)) \(day(date)) \(month(date))\(year)"
        case .monthDayYear: "\(weekday(date)) \(month(date)) \(day(date))\(year)"
        case .yearMonthDay: "\(weekday(date))\(year) \(month(date)) \(day(date))"
        }
    }

    func shortDate(_ date: CalendarDate, _ order: DateOrder) -> String {
        switch order {
        case .dayMonthYear: "\(shortWeekday(date)) \(date.paddedDay) \(shortMonth(date))"
        case .monthDayYear, .yearMonthDay: "\(shortWeekday(date)) \(shortMonth(date)) \(date.paddedDay)"
        }
    }

    func time(hour12: Int, minute: String, isAfternoon: Bool) -> String {
        "\(hour12):\(minute) \(isAfternoon ? "PM" : "AM")"
    }

    /// As in CLDR: the 12-hour clock in regions that also speak Arabic, and in Vanuatu.
    func clock(region: String?) -> ClockFormat {
        region.map(["DJ", "DZ", "MR", "SY", "TD", "TN", "VU"].contains) ?? false ? .hours12 : .hours24
    }

    func dateOrder(region: String?) -> DateOrder { .dayMonthYear }

    func time(_ time: String, onDate date: String) -> String { "\(time) le \(date)" }

    func time(_ time: String, onDay day: String) -> String {
        shortWeekdays.contains(day) ? "\(day) \(time)" : "\(day) à \(time)"
    }

    func age(_ age: Age.Count) -> String {
        switch age {
        case .underOneMinute: "moins de 1 min"
        case .minutes(let count): "\(count) min"
        case .hours(let count): "\(count) h"
        case .days(let count): count == 1 ? "1 jour" : "\(count) jours"
        }
    }

    func duration(hours: Int, minutes: Int) -> String { Self.duration(hours, "h", minutes, "min") }
    func duration(minutes: Int, seconds: Int) -> String { Self.duration(minutes, "min", seconds, "s") }

    func begins(isSnow: Bool, minutes: Int) -> String { "\(falling(isSnow: isSnow)) dans \(minutes) min" }
    func begins(isSnow: Bool, around time: String) -> String { "\(falling(isSnow: isSnow)) vers \(time)" }
    func dry(from time: String) -> String { "temps sec à partir de \(time)" }
    func continues(isSnow: Bool) -> String { "la \(falling(isSnow: isSnow)) continue" }
    func amount(_ amount: String, in period: String) -> String { "\(amount) en \(period)" }
    func orMore(_ amount: String) -> String { "\(amount) ou plus" }
    func perHour(_ amount: String) -> String { "\(amount)/h" }

    func wind(speed: String?, from direction: String?) -> String {
        [speed, direction.map(from(point:))].compactMap(\.self).joined(separator: " ")
    }

    /// `du SO`, but `de l’O`: the names of east and west begin with a vowel.
    private func from(point: String) -> String { beginsWithVowel(point) ? "de l’\(point)" : "du \(point)" }

    private func beginsWithVowel(_ point: String) -> Bool { point.hasPrefix("E") || point.hasPrefix("O") }

    func coming(from direction: String) -> String { from(point: direction) }
    func going(towards direction: String) -> String { "vers \(beginsWithVowel(direction) ? "l’" : "le ")\(direction)" }
    func gusts(_ speed: String) -> String { "rafales à \(speed)" }
    func from(_ time: String) -> String { "à partir \(beginsWithDate(time) ? "du" : "de") \(time)" }
    func until(_ time: String) -> String { "\(beginsWithDate(time) ? "jusqu’au" : "jusqu’à") \(time)" }

    /// A date has an article where a weekday alone has none: `jusqu’au dimanche 29 novembre`, `jusqu’à dimanche`.
    private func beginsWithDate(_ time: String) -> Bool {
        beginsWithWeekday(time) && !weekdays.contains { time == $0 || time.hasPrefix("\($0) à ") }
    }

    func period(from start: String?, until end: String?) -> String? {
        guard let start, let end else { return start.map { from($0) } ?? end.map { until($0) } }
        // "de mardi à 04:48" would be a range of its own.
        guard beginsWithWeekday(start) else {
            return "de \(start) \(beginsWithWeekday(end) ? until(end) : "à \(end)")"
        }
        return "du \(undivided(start)) \(beginsWithWeekday(end) ? "au \(undivided(end))" : until(end))"
    }

    /// `mardi 04:48`
    private func undivided(_ time: String) -> String {
        parts(of: time, at: [" à "]).map { "\($0.day) \($0.time)" } ?? time
    }

    func measured(at time: String, by station: String?, distance: String?) -> String {
        let distance = distance.map { " (à \($0))" } ?? ""
        return "mesuré à \(time)" + (station.map { ", station \($0)\(distance)" } ?? "")
    }

    func stationHeight(_ height: String, isHigher: Bool) -> String {
        "station \(height) plus \(isHigher ? "haut" : "bas")"
    }
    func temperatureCorrected(by difference: String) -> String { "température corrigée de \(difference)" }
    func measured(ago age: String) -> String { "mesuré il y a \(age)" }

    func stated(_ text: String, by source: Phrase) -> String { "\(phrase(source))\u{A0}: \(text)" }
    func forecast(for time: String) -> String { "prévision pour \(time)" }
    func valid(at time: String) -> String { "valeurs de \(time)" }

    func updated(ago age: String, isLast: Bool) -> String {
        "\(isLast ? "dernière actualisation" : "actualisé") il y a \(age)"
    }

    func updated(at time: String, isLast: Bool) -> String {
        "\(isLast ? "dernière actualisation" : "actualisé") à \(time)"
    }

    func updated(ago age: String, at time: String) -> String { "dernière actualisation il y a \(age), à \(time)" }

    func updatedBeforeClockChange(at time: String, isLast: Bool) -> String {
        "\(updated(at: time, isLast: isLast)), avant que l’horloge ne soit retardée"
    }

    func attribution(_ data: Label, by name: String) -> String { "\(label(data))\u{A0}: \(name)" }

    func unreadableWarnings(_ count: Int) -> String {
        count == 1
            ? "1 avertissement n’a pas pu être lu et est peut-être en vigueur"
            : "\(count) avertissements n’ont pas pu être lus et sont peut-être en vigueur"
    }
    func unplacedWarnings(_ count: Int, severest severity: String?) -> String {
        count == 1
            ? "1 alerte pour une région impossible à situer" + (severity.map { " (gravité\u{A0}: \($0))" } ?? "")
            : "\(count) alertes pour des régions impossibles à situer"
                + (severity.map { " (gravité maximale\u{A0}: \($0))" } ?? "")
    }
    func unknownWarnings(of country: String) -> String { "les alertes de \(country) ne sont pas connues" }
    func more(_ count: Int, command: String?) -> String {
        "et \(count) \(count == 1 ? "autre" : "autres")" + (command.map { ", voir\u{A0}: \($0)" } ?? "")
    }

    func extremes(high: String, low: String) -> String { "max. \(high) / min. \(low)" }
    func twilight(from dawn: String, until dusk: String) -> String { "le matin \(from(dawn)), le soir \(until(dusk))" }
    func lit(_ share: String) -> String { "éclairée à \(share)" }

    func dayLength(_ change: String?, isLonger: Bool) -> String {
        change.map { "\($0) de \(isLonger ? "plus" : "moins") qu’hier" } ?? "comme hier"
    }

    func next(_ phase: MoonPhase) -> String {
        switch phase {
        case .newMoon, .fullMoon, .waxingGibbous, .waningGibbous: "Prochaine \(moonPhase(phase))"
        case .waxingCrescent, .firstQuarter, .lastQuarter, .waningCrescent: "Prochain \(moonPhase(phase))"
        }
    }

    func issued(at time: String) -> String { "émis à \(time)" }
    func computed(for position: String) -> String { "calculé pour \(position)" }
    func favourite(_ position: Int) -> String { "favori \(position)" }

    func position(_ distance: String, _ direction: String, of place: String) -> String {
        "\(distance) \(beginsWithVowel(direction) ? "à l’" : "au ")\(direction) \(of(place))"
    }

    /// `de Paris`, `d’Agen`, `du Havre`, `des Sables-d’Olonne`.
    private func of(_ place: String) -> String {
        if place.hasPrefix("Le ") { return "du \(place.dropFirst(3))" }
        if place.hasPrefix("Les ") { return "des \(place.dropFirst(4))" }
        let isVowel = place.lowercased().first.map("aâàeéèêëiîïoôöuùûüœæ".contains) ?? false
        return isVowel ? "d’\(place)" : "de \(place)"
    }

    func frostTonight(_ low: String) -> String { "gel cette nuit, jusqu’à \(low)" }

    func tomorrow(_ difference: String?, isWarmer: Bool) -> String {
        difference.map { "\($0) de \(isWarmer ? "plus" : "moins") qu’aujourd’hui" } ?? "même température qu’aujourd’hui"
    }

    func yesterday(_ difference: String?, isWarmer: Bool) -> String {
        difference.map { "\($0) de \(isWarmer ? "plus" : "moins") qu’hier" } ?? "même température qu’hier"
    }

    func normal(_ difference: String, isAbove: Bool) -> String {
        "\(difference) \(isAbove ? "au-dessus" : "en dessous") des normales de saison"
    }

    func trend(_ trend: Trend, to temperature: String) -> String {
        switch trend {
        case .rising: "en hausse jusqu’à \(temperature)"
        case .falling: "en baisse jusqu’à \(temperature)"
        case .steady: "stable"
        }
    }

    func accuracy(of place: String, from start: String, until end: String) -> String {
        "Prévisions pour \(place), comparées aux mesures du \(start) au \(end)"
    }

    var accuracyLegend: String {
        "Éch.\u{A0}: échéance de la prévision. ±\u{A0}: erreur absolue moyenne. Biais\u{A0}: prévision moins mesure, "
            + "en moyenne. Succès, Manqués, Faux (fausses alertes)\u{A0}: heures où au moins 0,1 mm de pluie ou de "
            + "neige était prévu et est tombé, est tombé sans être prévu, ou était prévu mais n’est pas tombé. "
            + "Paires\u{A0}: heures avec une prévision et une température mesurée."
    }

    func noAccuracy(of place: String, _ reason: MissingPairs) -> String {
        switch reason {
        case .forecasts:
            "Pas encore de comparaison pour \(place)\u{A0}: aucune prévision n’a encore été conservée. Une "
                + "prévision est conservée toutes les six heures."
        case .stations:
            "Pas encore de comparaison pour \(place)\u{A0}: aucune station n’est configurée. Pour utiliser la plus "
                + "proche, réglez current.source sur \"both\" dans config.toml."
        case .coverage:
            "Pas de comparaison pour \(place)\u{A0}: aucune source de stations ne couvre ce lieu."
        case .sample:
            "Pas de comparaison pour \(place)\u{A0}: la météo affichée provient de données d’exemple."
        case .measurements:
            "Pas encore de comparaison pour \(place)\u{A0}: des prévisions sont conservées, mais aucune station n’y a "
                + "fait de mesures. 'weatherctl status' indique si une station a été trouvée."
        case .time(let time):
            "Pas encore de comparaison pour \(place)\u{A0}: la première prévision comparable est celle pour le "
                + "\(time)."
        }
    }

    func providerOrder(_ names: String, isMeasured: Bool) -> String {
        "Ordre des services\u{A0}: \(names) (\(isMeasured ? "d’après les mesures" : "par défaut"))"
    }

    func daysOfPairs(of provider: String, _ days: Int, needed: Int) -> String {
        "\(provider) a \(days) \(days < 2 ? "jour" : "jours") avec des paires sur \(needed)"
    }

    func error(of provider: String, _ difference: String?, isLarger: Bool) -> String {
        guard let difference else { return "l’erreur \(of(provider)) est la même" }
        return "l’erreur \(of(provider)) est \(isLarger ? "supérieure" : "inférieure") de \(difference)"
    }

    func daylightLeft(_ duration: String) -> String { "encore \(duration) de jour" }

    func trend(_ trend: Trend) -> String {
        switch trend {
        case .rising: "en hausse"
        case .falling: "en baisse"
        case .steady: "stable"
        }
    }

    func allDay(_ weather: String) -> String { "\(weather) toute la journée" }

    func then(_ weather: String, until time: String?) -> String {
        "puis \(weather)" + (time.map { " " + until($0) } ?? "")
    }

    func both(_ period: String, _ other: String) -> String { "\(period) et \(other)" }

    func more(_ omission: Summary.Omission) -> String {
        switch omission {
        case .possible: "autres précipitations possibles à d’autres moments"
        case .expected: "autres précipitations à d’autres moments"
        }
    }

    /// `Demain : pluie faible de 14:00 à 17:00, de 12° à 18°, venteux.`
    func summary(_ summary: Summary) -> String {
        let parts = parts(of: summary) { low, high in "de \(low) à \(high)" }
        return "\(subject(of: summary))\u{A0}: \(parts.joined(separator: ", "))."
    }
}
