import Almanac
import Weather

/// Italian, with the terms of the Servizio Meteorologico dell'Aeronautica Militare and of newspapers.
struct Italian: Words {
    /// Switzerland writes numbers in its own way.
    var region: String?

    let name = "Italiano"

    func condition(_ condition: Condition) -> String {
        switch condition {
        case .clear: "sereno"
        case .mostlyClear: "poco nuvoloso"
        case .partlyCloudy: "parzialmente nuvoloso"
        case .overcast: "coperto"
        case .fog: "nebbia"
        case .drizzle: "pioviggine"
        case .freezingDrizzle: "pioviggine congelante"
        case .rainLight: "pioggia debole"
        case .rain: "pioggia"
        case .rainHeavy: "pioggia forte"
        case .freezingRain: "pioggia congelante"
        case .sleet: "pioggia mista a neve"
        case .snowLight: "neve debole"
        case .snow: "neve"
        case .snowHeavy: "neve forte"
        case .rainShowers: "rovesci di pioggia"
        case .snowShowers: "rovesci di neve"
        case .thunderstorm: "temporale"
        case .thunderstormHail: "temporale con grandine"
        case .haze: "caligine"
        case .smoke: "fumo"
        case .dust: "polvere in sospensione"
        case .squall: "raffiche di vento"
        case .tornado: "tornado"
        case .unknown: "sconosciuto"
        }
    }

    func conditionByDay(_ condition: Condition) -> String? {
        switch condition {
        case .clear: "soleggiato"
        case .mostlyClear: "in prevalenza soleggiato"
        default: nil
        }
    }

    func condition(_ condition: Condition, _ likelihood: Likelihood) -> String {
        let isPlural = [Condition.rainShowers, .snowShowers, .squall].contains(condition)
        let word =
            switch likelihood {
            case .possible: isPlural ? "possibili" : "possibile"
            case .likely: isPlural ? "probabili" : "probabile"
            }
        return "\(self.condition(condition)) \(word)"
    }

    func label(_ label: Label) -> String {
        switch label {
        case .condition: "Cielo"
        case .nowcast: "Evoluzione"
        case .temperature: "Temperatura"
        case .feelsLike: "Percepita"
        case .highAndLow: "Max / min di oggi"
        case .humidity: "Umidità"
        case .dewPoint: "Punto di rugiada"
        case .cloudCover: "Nuvolosità"
        case .wind: "Vento"
        case .pressure: "Pressione"
        case .precipitation: "Precipitazioni"
        case .rain: "Pioggia"
        case .snowfall: "Neve fresca"
        case .visibility: "Visibilità"
        case .uvIndex: "Indice UV"
        case .sunrise: "Alba"
        case .sunset: "Tramonto"
        case .sun: "Sole"
        case .solarNoon: "Mezzogiorno solare"
        case .dayLength: "Durata del giorno"
        case .dawn: "Inizio crepuscolo mattutino"
        case .dusk: "Fine crepuscolo serale"
        case .civilTwilight: "Crepuscolo civile"
        case .nauticalTwilight: "Crepuscolo nautico"
        case .astronomicalTwilight: "Crepuscolo astronomico"
        case .moon: "Luna"
        case .moonrise: "Sorgere della luna"
        case .moonset: "Tramonto della luna"
        case .europeanIndex: "Indice europeo"
        case .usIndex: "Indice USA"
        case .openWeatherIndex: "Indice OpenWeather"
        case .canadianIndex: "Indice canadese"
        case .indianIndex: "Indice indiano"
        case .britishIndex: "Indice britannico"
        case .ozone: "Ozono"
        case .nitrogenDioxide: "Biossido di azoto"
        case .sulphurDioxide: "Biossido di zolfo"
        case .carbonMonoxide: "Monossido di carbonio"
        case .ammonia: "Ammoniaca"
        case .dust: "Polvere"
        case .alderPollen: "Polline di ontano"
        case .birchPollen: "Polline di betulla"
        case .grassPollen: "Polline di graminacee"
        case .mugwortPollen: "Polline di artemisia"
        case .olivePollen: "Polline di olivo"
        case .ragweedPollen: "Polline di ambrosia"
        case .weatherData: "Dati meteo"
        case .warnings: "Allerte"
        case .airQuality: "Qualità dell’aria"
        case .observations: "Osservazioni"
        case .normals: "Valori normali"
        case .ensemble: "Insieme"
        case .marine: "Meteo marino"
        case .waves: "Onde"
        case .windWaves: "Mare di vento"
        case .swell: "Mare lungo"
        case .waterTemperature: "Temperatura dell’acqua"
        case .current: "Corrente"
        case .seaLevel: "Livello del mare"
        case .highTide: "Alta marea"
        case .lowTide: "Bassa marea"
        case .nextHours: "Prossime ore"
        case .nextDays: "Prossimi giorni"
        case .tomorrow: "Domani"
        }
    }

    func heading(_ heading: Heading) -> String {
        switch heading {
        case .time: "Ora"
        case .temperature: "Temp."
        case .feelsLike: "Perc."
        case .precipitation: "Precip."
        case .probability: "Prob."
        case .wind: "Vento"
        case .gusts: "Raffiche"
        case .from: "Dir."
        case .humidity: "Umid."
        case .cloud: "Nubi"
        case .pressure: "Press."
        case .condition: "Cielo"
        case .day: "Giorno"
        case .low: "Min"
        case .high: "Max"
        case .snow: "Neve"
        case .snowDepth: "Spessore"
        case .freezingLevel: "Zero term."
        case .maxWind: "Vento max"
        case .sun: "Sole"
        case .provider: "Fornitore"
        case .ahead: "Antic."
        case .bias: "Bias"
        case .hits: "Esatti"
        case .misses: "Persi"
        case .falseAlarms: "Falsi"
        case .pairs: "Coppie"
        }
    }

    func upSince(_ day: String) -> String { "oggi no, sopra l’orizzonte senza interruzione da \(day)" }

    func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .withClearSky: "con cielo sereno"
        case .unitsHint: "unità metriche; per °F e mph: weatherctl set-units imperial"
        case .metersPerSecondHint:
            "vento in km/h, pressione in hPa; per m/s e mmHg: weatherctl set-units wind=ms pressure=mmhg"
        case .calm: "calmo"
        case .forecast: "previsione"
        case .model: "modello"
        case .radar: "radar"
        case .ensembleSpread: "dispersione dell’ensemble (\(percent("80")) dei membri)"
        case .updatedJustNow: "appena aggiornato"
        case .loading: "caricamento dei dati meteo"
        case .sampleData: "dati di esempio"
        case .sampleExplained: "dati di esempio, inventati: non è il tempo di questo luogo"
        case .warning: "allerta"
        case .noEnd: "fine non indicata"
        case .actNow: "agire subito"
        case .noWarnings: "nessuna allerta in vigore"
        case .noWarningsThen: "nessuna allerta era in vigore all’ultimo aggiornamento"
        case .approximate: "approssimativo, in base al fuso orario"
        case .approximatePlace: "il luogo è dedotto dal fuso orario; imposta il tuo con: weatherctl set-location CITTÀ"
        case .sunDoesNotSet: "oggi non tramonta"
        case .sunDoesNotRise: "oggi non sorge"
        case .noneToday: "oggi no"
        case .allNight: "tutta la notte"
        case .noTwilight: "assente, il sole resta troppo basso"
        case .noTimeZone: "il fuso orario di questo luogo non è ancora noto, perciò il giorno e gli orari sono in UTC"
        case .polarDay: "giorno polare"
        case .polarNight: "notte polare"
        case .currentPlace: "luogo attuale"
        case .shownInBar: "nella barra"
        case .noFavourites: "Ancora nessun preferito. Aggiungine uno con: weatherctl places add CITTÀ"
        case .now: "adesso"
        case .today: "oggi"
        case .restOfToday: "resto della giornata"
        case .dry: "asciutto"
        case .probablyDry: "probabilmente asciutto"
        case .tonight: "stasera e stanotte"
        case .tomorrow: "domani"
        case .hot: "caldo"
        case .cold: "freddo"
        case .wet: "piovoso"
        case .windy: "ventoso"
        case .offline: "non connesso"
        case .noWeather: "ancora nessun dato meteo"
        case .weatherLost: "i dati meteo non sono più disponibili"
        case .weatherBack: "i dati meteo sono di nuovo disponibili"
        case .notForNavigation: "maree approssimative, calcolate da un modello; non per la navigazione"
        case .mapKeys: "le frecce spostano, + e - regolano lo zoom, Invio imposta il luogo, q esce"
        case .refresh: "Aggiorna"
        case .places: "Luoghi"
        case .units: "Unità"
        }
    }

    func severity(_ severity: Alert.Severity) -> String {
        switch severity {
        case .unknown: "gravità sconosciuta"
        case .minor: "lieve"
        case .moderate: "moderata"
        case .severe: "grave"
        case .extreme: "estrema"
        }
    }

    func kind(_ kind: Alert.Kind) -> String {
        switch kind {
        case .wind: "vento"
        case .rain: "pioggia"
        case .flood: "alluvione"
        case .thunderstorm: "temporale"
        case .tornado: "tornado"
        case .fog: "nebbia"
        case .heat: "caldo"
        case .cold: "freddo"
        case .coastal: "mareggiata"
        case .avalanche: "valanghe"
        case .tsunami: "tsunami"
        case .dust: "polvere"
        case .snowIce: "neve o ghiaccio"
        case .forestFire: "incendio boschivo"
        case .tropicalCyclone: "ciclone tropicale"
        case .airQuality: "qualità dell’aria"
        case .other: "altro pericolo"
        }
    }

    func certainty(_ certainty: Alert.Certainty) -> String {
        switch certainty {
        case .unknown: "certezza sconosciuta"
        case .unlikely: "probabilità bassa"
        case .possible: "possibilmente"
        case .likely: "probabilmente"
        case .observed: "in atto"
        }
    }

    func airBand(_ band: AirIndex.Band) -> String {
        switch band {
        case .good: "buono"
        case .fair: "discreto"
        case .moderate: "moderato"
        case .poor: "scadente"
        case .veryPoor: "molto scadente"
        case .extremelyPoor: "pessimo"
        case .unhealthyForSensitiveGroups: "malsano per i gruppi sensibili"
        case .unhealthy: "malsano"
        case .veryUnhealthy: "molto malsano"
        case .hazardous: "pericoloso"
        case .low: "basso"
        case .high: "alto"
        case .veryHigh: "molto alto"
        case .satisfactory: "soddisfacente"
        case .severe: "critico"
        }
    }

    func exposure(_ exposure: UVExposure) -> String {
        switch exposure {
        case .low: "basso"
        case .moderate: "moderato"
        case .high: "alto"
        case .veryHigh: "molto alto"
        case .extreme: "estremo"
        }
    }

    func moonPhase(_ phase: MoonPhase) -> String {
        switch phase {
        case .newMoon: "luna nuova"
        case .waxingCrescent: "luna crescente"
        case .firstQuarter: "primo quarto"
        case .waxingGibbous: "gibbosa crescente"
        case .fullMoon: "luna piena"
        case .waningGibbous: "gibbosa calante"
        case .lastQuarter: "ultimo quarto"
        case .waningCrescent: "luna calante"
        }
    }

    func freshness(_ freshness: Freshness) -> String {
        switch freshness {
        case .fresh: "dati aggiornati"
        case .stale: "dati non recenti"
        case .expired: "dati scaduti"
        case .none: "nessun dato"
        }
    }

    func falling(isSnow: Bool) -> String { isSnow ? "neve" : "pioggia" }

    /// As in CLDR.
    var decimalSign: String { region == "CH" ? "." : "," }
    var groupSign: String { region == "CH" ? "’" : "." }
    let fineParticles = "PM2.5"

    func symbol(_ unit: UnitSymbol) -> String {
        switch unit {
        case .milesPerHour: "mi/h"
        case .knots: "nodi"
        case .inches: "pollici"
        case .feet: "piedi"
        case .grainsPerCubicMeter: "granuli/m³"
        default: unit.international
        }
    }

    func symbol(_ unit: UnitSymbol, after number: String) -> String {
        guard number == "1" else { return symbol(unit) }
        return switch unit {
        case .knots: "nodo"
        case .inches: "pollice"
        case .feet: "piede"
        case .grainsPerCubicMeter: "granulo/m³"
        default: symbol(unit)
        }
    }

    let degreeSpace = "\u{A0}"

    func percent(_ number: String) -> String { number + "%" }

    let compass = [
        "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSO", "SO", "OSO", "O", "ONO", "NO", "NNO",
    ]

    let weekdays = [
        "domenica", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato",
    ]
    let shortWeekdays = [
        "dom", "lun", "mar", "mer", "gio", "ven", "sab",
    ]
    let months = [
        "gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre",
        "novembre", "dicembre",
    ]
    let shortMonths = [
        "gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic",
    ]

    func longDate(_ date: CalendarDate, year: Int?, _ order: DateOrder) -> String {
        let year = year.map { " \($0)" } ?? ""
        return switch order {
        case .dayMonthYear: "\(weekday(date)) \(date.day) \(month(date))\(year)"
        case .monthDayYear: "\(weekday(date)) \(month(date)) \(date.day)\(year)"
        case .yearMonthDay: "\(weekday(date))\(year) \(month(date)) \(date.day)"
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

    func clock(region: String?) -> ClockFormat { .hours24 }
    func dateOrder(region: String?) -> DateOrder { .dayMonthYear }

    func time(_ time: String, onDate date: String) -> String { "\(time) di \(date)" }

    func time(_ time: String, onDay day: String) -> String {
        shortWeekdays.contains(day) ? "\(day) \(time)" : "\(day) \(with("alle", "all’", time))"
    }

    /// `alle 15:42`, but `all’1:42`.
    private func with(_ preposition: String, _ elided: String, _ time: String) -> String {
        time.hasPrefix("1:") ? elided + time : "\(preposition) \(time)"
    }

    func age(_ age: Age.Count) -> String {
        switch age {
        case .underOneMinute: "meno di 1 min"
        case .minutes(let count): "\(count) min"
        case .hours(let count): "\(count) h"
        case .days(let count): count == 1 ? "1 giorno" : "\(count) giorni"
        }
    }

    func duration(hours: Int, minutes: Int) -> String { Self.duration(hours, "h", minutes, "min") }
    func duration(minutes: Int, seconds: Int) -> String { Self.duration(minutes, "min", seconds, "s") }

    func begins(isSnow: Bool, minutes: Int) -> String { "\(falling(isSnow: isSnow)) tra \(minutes) min" }
    func begins(isSnow: Bool, around time: String) -> String {
        "\(falling(isSnow: isSnow)) \(with("verso le", "verso l’", time))"
    }
    func dry(from time: String) -> String { "asciutto \(with("dalle", "dall’", time))" }
    func continues(isSnow: Bool) -> String { isSnow ? "continua a nevicare" : "continua a piovere" }
    func amount(_ amount: String, in period: String) -> String { "\(amount) in \(period)" }
    func orMore(_ amount: String) -> String { "\(amount) o più" }
    func perHour(_ amount: String) -> String { "\(amount)/h" }

    func wind(speed: String?, from direction: String?) -> String {
        [speed, direction.map { "da \($0)" }].compactMap(\.self).joined(separator: " ")
    }

    func coming(from direction: String) -> String { "da \(direction)" }
    func going(towards direction: String) -> String { "verso \(direction)" }
    func gusts(_ speed: String) -> String { "raffiche a \(speed)" }
    func from(_ time: String) -> String { with("dalle", "dall’", ofDay: time) ?? "da \(time)" }

    func until(_ time: String) -> String {
        "fino \(with("alle", "all’", ofDay: time) ?? "a \(time)")"
    }

    /// `dalle 15:42`, `dalle 15:42 di martedì`; nil for a day without a time. "da martedì alle" would be a range.
    private func with(_ preposition: String, _ elided: String, ofDay time: String) -> String? {
        guard beginsWithWeekday(time) else { return with(preposition, elided, time) }
        return parts(of: time, at: [" alle ", " all’"]).map { "\(with(preposition, elided, $0.time)) di \($0.day)" }
    }

    func period(from start: String?, until end: String?) -> String? {
        guard let start, let end else { return start.map { from($0) } ?? end.map { until($0) } }
        return "\(from(start)) \(with("alle", "all’", ofDay: end) ?? "a \(end)")"
    }

    func measured(at time: String, by station: String?, distance: String?) -> String {
        let distance = distance.map { " (a \($0))" } ?? ""
        return "misurato \(with("alle", "all’", time))" + (station.map { " dalla stazione \($0)\(distance)" } ?? "")
    }

    func stationHeight(_ height: String, isHigher: Bool) -> String {
        "stazione \(height) più in \(isHigher ? "alto" : "basso")"
    }
    func temperatureCorrected(by difference: String) -> String { "temperatura corretta di \(difference)" }
    func measured(ago age: String) -> String { "misurato \(age) fa" }

    func stated(_ text: String, by source: Phrase) -> String { "\(phrase(source)): \(text)" }
    func forecast(for time: String) -> String { "previsione \(with("per le", "per l’", time))" }
    func valid(at time: String) -> String { "dati \(with("delle", "dell’", time))" }

    func updated(ago age: String, isLast: Bool) -> String {
        "\(isLast ? "ultimo aggiornamento" : "aggiornato") \(age) fa"
    }

    func updated(at time: String, isLast: Bool) -> String {
        "\(isLast ? "ultimo aggiornamento" : "aggiornato") \(with("alle", "all’", time))"
    }

    func updated(ago age: String, at time: String) -> String {
        "ultimo aggiornamento \(age) fa, \(with("alle", "all’", time))"
    }

    func updatedBeforeClockChange(at time: String, isLast: Bool) -> String {
        "\(updated(at: time, isLast: isLast)), prima che l’orologio fosse messo indietro"
    }

    func attribution(_ data: Label, by name: String) -> String { "\(label(data)): \(name)" }

    func unreadableWarnings(_ count: Int) -> String {
        count == 1
            ? "1 allerta non leggibile, forse in vigore" : "\(count) allerte non leggibili, forse in vigore"
    }
    func unplacedWarnings(_ count: Int, severest severity: String?) -> String {
        count == 1
            ? "1 allerta per una zona non localizzabile" + (severity.map { " (gravità: \($0))" } ?? "")
            : "\(count) allerte per zone non localizzabili" + (severity.map { " (gravità massima: \($0))" } ?? "")
    }
    func unknownWarnings(of country: String) -> String { "le allerte di \(country) non sono note" }
    func more(_ count: Int, command: String?) -> String {
        "e \(count == 1 ? "un’altra" : "altre \(count)")" + (command.map { ", vedere: \($0)" } ?? "")
    }

    func extremes(high: String, low: String) -> String { "max \(high) / min \(low)" }
    func twilight(from dawn: String, until dusk: String) -> String {
        "al mattino \(from(dawn)), alla sera \(until(dusk))"
    }
    func lit(_ share: String) -> String { "illuminata al \(share)" }

    func dayLength(_ change: String?, isLonger: Bool) -> String {
        change.map { "\($0) in \(isLonger ? "più" : "meno") di ieri" } ?? "come ieri"
    }

    func next(_ phase: MoonPhase) -> String {
        let isQuarter = phase == .firstQuarter || phase == .lastQuarter
        return "\(isQuarter ? "Prossimo" : "Prossima") \(moonPhase(phase))"
    }

    func issued(at time: String) -> String { "emessa \(with("alle", "all’", time))" }
    func computed(for position: String) -> String { "calcolato per \(position)" }
    func favourite(_ position: Int) -> String { "preferito \(position)" }

    func position(_ distance: String, _ direction: String, of place: String) -> String {
        "\(distance) a \(direction) di \(place)"
    }

    func frostTonight(_ low: String) -> String { "gelo stanotte, fino a \(low)" }

    func tomorrow(_ difference: String?, isWarmer: Bool) -> String {
        difference.map { "\($0) in \(isWarmer ? "più" : "meno") di oggi" } ?? "stessa temperatura di oggi"
    }

    func yesterday(_ difference: String?, isWarmer: Bool) -> String {
        difference.map { "\($0) in \(isWarmer ? "più" : "meno") di ieri" } ?? "stessa temperatura di ieri"
    }

    func normal(_ difference: String, isAbove: Bool) -> String {
        "\(difference) \(isAbove ? "sopra" : "sotto") la media del periodo"
    }

    func trend(_ trend: Trend, to temperature: String) -> String {
        switch trend {
        case .rising: "in aumento fino a \(temperature)"
        case .falling: "in calo fino a \(temperature)"
        case .steady: "stazionaria"
        }
    }

    func accuracy(of place: String, from start: String, until end: String) -> String {
        "Previsioni per \(place), confrontate con le misurazioni dal \(start) al \(end)"
    }

    var accuracyLegend: String {
        "Antic.: anticipo della previsione. ±: errore assoluto medio. Bias: previsione meno misurazione, in media. "
            + "Esatti, Persi, Falsi (falsi allarmi): ore in cui almeno 0,1 mm di pioggia o neve era previsto ed è "
            + "caduto, è caduto senza essere previsto o era previsto ma non è caduto. Coppie: ore con una previsione e "
            + "una temperatura misurata."
    }

    func noAccuracy(of place: String, _ reason: MissingPairs) -> String {
        switch reason {
        case .forecasts:
            "Ancora niente da confrontare per \(place): non è stata ancora conservata nessuna previsione. Se ne "
                + "conserva una ogni sei ore."
        case .stations:
            "Ancora niente da confrontare per \(place): nessuna stazione è configurata. Per usare la più vicina, "
                + "imposta current.source su \"both\" in config.toml."
        case .coverage:
            "Niente da confrontare per \(place): nessuna fonte di stazioni copre questo luogo."
        case .sample:
            "Niente da confrontare per \(place): il meteo mostrato si basa su dati di esempio."
        case .measurements:
            "Ancora niente da confrontare per \(place): ci sono previsioni conservate, ma nessuna stazione vi ha "
                + "effettuato misurazioni. 'weatherctl status' mostra se ne è stata trovata una."
        case .time(let time):
            "Ancora niente da confrontare per \(place): la prima previsione confrontabile è per il \(time)."
        }
    }

    func providerOrder(_ names: String, isMeasured: Bool) -> String {
        "Ordine dei fornitori: \(names) (\(isMeasured ? "in base alle misurazioni" : "predefinito"))"
    }

    func daysOfPairs(of provider: String, _ days: Int, needed: Int) -> String {
        "\(provider) ha \(days) \(days == 1 ? "giorno" : "giorni") con coppie su \(needed)"
    }

    func error(of provider: String, _ difference: String?, isLarger: Bool) -> String {
        guard let difference else { return "errore di \(provider): uguale" }
        // Without an article, whose form would depend on the number: `del 15%`, but `dell’8%`.
        return "errore di \(provider): \(difference) in \(isLarger ? "più" : "meno")"
    }

    func daylightLeft(_ duration: String) -> String { "ancora \(duration) di luce" }

    func trend(_ trend: Trend) -> String {
        switch trend {
        case .rising: "in aumento"
        case .falling: "in calo"
        case .steady: "stazionaria"
        }
    }

    func allDay(_ weather: String) -> String { "\(weather) per tutto il giorno" }

    func then(_ weather: String, until time: String?) -> String {
        "poi \(weather)" + (time.map { " " + until($0) } ?? "")
    }

    func both(_ period: String, _ other: String) -> String { "\(period) e \(other)" }

    func more(_ omission: Summary.Omission) -> String {
        switch omission {
        case .possible: "possibili precipitazioni in altri orari"
        case .expected: "altre precipitazioni in altri orari"
        }
    }

    /// `Domani: pioggia debole dalle 14:00 alle 17:00, da 12° a 18°, ventoso.`
    func summary(_ summary: Summary) -> String {
        let parts = parts(of: summary) { low, high in "da \(low) a \(high)" }
        return "\(subject(of: summary)): \(parts.joined(separator: ", "))."
    }
}
