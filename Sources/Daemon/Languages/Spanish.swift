import Almanac
import Weather

/// Spanish, with the terms of AEMET that are also understood in America.
struct Spanish: Words {
    /// Spain and America name the sky differently, and not all of America writes a decimal comma.
    var region: String?

    private var isAmerican: Bool { region.map { !["EA", "ES", "GQ", "IC", "PH"].contains($0) } ?? false }

    let name = "Español"

    func condition(_ condition: Condition) -> String {
        switch condition {
        case .clear: "despejado"
        case .mostlyClear: "poco nuboso"
        case .partlyCloudy: isAmerican ? "parcialmente nublado" : "intervalos nubosos"
        case .overcast: "cubierto"
        case .fog: "niebla"
        case .drizzle: "llovizna"
        case .freezingDrizzle: "llovizna engelante"
        case .rainLight: "lluvia débil"
        case .rain: "lluvia"
        case .rainHeavy: "lluvia fuerte"
        case .freezingRain: "lluvia engelante"
        case .sleet: "aguanieve"
        case .snowLight: "nevadas débiles"
        case .snow: "nieve"
        case .snowHeavy: "nevadas fuertes"
        case .rainShowers: "chubascos"
        case .snowShowers: "chubascos de nieve"
        case .thunderstorm: "tormenta"
        case .thunderstormHail: "tormenta con granizo"
        case .haze: "calima"
        case .smoke: "humo"
        case .dust: "polvo en suspensión"
        case .squall: "turbonada"
        case .tornado: "tornado"
        case .unknown: "desconocido"
        }
    }

    func conditionByDay(_ condition: Condition) -> String? {
        switch condition {
        case .clear: "soleado"
        case .mostlyClear: "poco nuboso"
        default: nil
        }
    }

    func condition(_ condition: Condition, _ likelihood: Likelihood) -> String {
        let isPlural =
            [Condition.rainShowers, .snowShowers, .snowLight, .snowHeavy].contains(condition)
            || condition == .partlyCloudy && !isAmerican
        let word =
            switch likelihood {
            case .possible: isPlural ? "posibles" : "posible"
            case .likely: isPlural ? "probables" : "probable"
            }
        return "\(word) \(self.condition(condition))"
    }

    func label(_ label: Label) -> String {
        switch label {
        case .condition: "Estado del cielo"
        case .nowcast: "Evolución"
        case .temperature: "Temperatura"
        case .feelsLike: "Sensación térmica"
        case .highAndLow: "Máx. / mín. de hoy"
        case .humidity: "Humedad"
        case .dewPoint: "Punto de rocío"
        case .cloudCover: "Nubosidad"
        case .wind: "Viento"
        case .pressure: "Presión"
        case .precipitation: "Precipitación"
        case .rain: "Lluvia"
        case .snowfall: "Nieve nueva"
        case .visibility: "Visibilidad"
        case .uvIndex: "Índice UV"
        case .sunrise: "Salida del sol"
        case .sunset: "Puesta del sol"
        case .sun: "Sol"
        case .solarNoon: "Mediodía solar"
        case .dayLength: "Duración del día"
        case .dawn: "Amanecer"
        case .dusk: "Anochecer"
        case .civilTwilight: "Crepúsculo civil"
        case .nauticalTwilight: "Crepúsculo náutico"
        case .astronomicalTwilight: "Crepúsculo astronómico"
        case .moon: "Luna"
        case .moonrise: "Salida de la luna"
        case .moonset: "Puesta de la luna"
        case .europeanIndex: "Índice europeo"
        case .usIndex: "Índice de EE. UU."
        case .openWeatherIndex: "Índice de OpenWeather"
        case .canadianIndex: "Índice canadiense"
        case .indianIndex: "Índice indio"
        case .britishIndex: "Índice británico"
        case .ozone: "Ozono"
        case .nitrogenDioxide: "Dióxido de nitrógeno"
        case .sulphurDioxide: "Dióxido de azufre"
        case .carbonMonoxide: "Monóxido de carbono"
        case .ammonia: "Amoníaco"
        case .dust: "Polvo"
        case .alderPollen: "Polen de aliso"
        case .birchPollen: "Polen de abedul"
        case .grassPollen: "Polen de gramíneas"
        case .mugwortPollen: "Polen de artemisa"
        case .olivePollen: "Polen de olivo"
        case .ragweedPollen: "Polen de ambrosía"
        case .weatherData: "Datos meteorológicos"
        case .warnings: "Avisos"
        case .airQuality: "Calidad del aire"
        case .observations: "Observaciones"
        case .normals: "Valores normales"
        case .ensemble: "Conjunto"
        case .marine: "Tiempo marítimo"
        case .waves: "Olas"
        case .windWaves: "Mar de viento"
        case .swell: "Mar de fondo"
        case .waterTemperature: "Temperatura del agua"
        case .current: "Corriente"
        case .seaLevel: "Nivel del mar"
        case .highTide: "Pleamar"
        case .lowTide: "Bajamar"
        case .nextHours: "Próximas horas"
        case .nextDays: "Próximos días"
        case .tomorrow: "Mañana"
        }
    }

    func heading(_ heading: Heading) -> String {
        switch heading {
        case .time: "Hora"
        case .temperature: "Temp."
        case .feelsLike: "Sens."
        case .precipitation: "Precip."
        case .probability: "Prob."
        case .wind: "Viento"
        case .gusts: "Rachas"
        case .from: "Dir."
        case .humidity: "Hum."
        case .cloud: "Nubes"
        case .pressure: "Presión"
        case .condition: "Cielo"
        case .day: "Día"
        case .low: "Mín."
        case .high: "Máx."
        case .snow: "Nieve"
        case .snowDepth: "Espesor"
        case .freezingLevel: "Isot. 0°"
        case .maxWind: "Viento máx."
        case .sun: "Sol"
        case .provider: "Proveedor"
        case .ahead: "Plazo"
        case .bias: "Sesgo"
        case .hits: "Éxitos"
        case .misses: "Omis."
        case .falseAlarms: "Falsas"
        case .pairs: "Pares"
        }
    }

    func upSince(_ day: String) -> String { "hoy no, sobre el horizonte desde el \(withoutCommas(day))" }

    func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .withClearSky: "con cielo despejado"
        case .unitsHint: "unidades métricas; para °F y mph: weatherctl set-units imperial"
        case .metersPerSecondHint:
            "viento en km/h, presión en hPa; para m/s y mmHg: weatherctl set-units wind=ms pressure=mmhg"
        case .calm: "calma"
        case .forecast: "pronóstico"
        case .model: "modelo"
        case .radar: "radar"
        case .ensembleSpread: "dispersión del conjunto (\(percent("80")) de los miembros)"
        case .updatedJustNow: "actualizado hace un momento"
        case .loading: "cargando los datos del tiempo"
        case .sampleData: "datos de ejemplo"
        case .sampleExplained: "datos de ejemplo, inventados: no es el tiempo de este lugar"
        case .warning: "aviso"
        case .noEnd: "sin hora de fin"
        case .actNow: "actuar de inmediato"
        case .noWarnings: "no hay avisos en vigor"
        case .noWarningsThen: "no había avisos en vigor en la última actualización"
        case .approximate: "aproximado, por la zona horaria"
        case .approximatePlace:
            "el lugar se ha deducido de la zona horaria; indique el suyo con: weatherctl set-location CIUDAD"
        case .sunDoesNotSet: "hoy no se pone"
        case .sunDoesNotRise: "hoy no sale"
        case .noneToday: "hoy no"
        case .allNight: "toda la noche"
        case .noTwilight: "no hay, el sol queda demasiado bajo"
        case .noTimeZone: "aún no se conoce la zona horaria de este lugar, así que el día y las horas son los de UTC"
        case .polarDay: "día polar"
        case .polarNight: "noche polar"
        case .currentPlace: "lugar actual"
        case .shownInBar: "en la barra"
        case .noFavourites: "Aún no hay favoritos. Añada uno con: weatherctl places add CIUDAD"
        case .now: "ahora"
        case .today: "hoy"
        case .restOfToday: "resto del día"
        case .dry: "sin precipitaciones"
        case .probablyDry: "probablemente sin precipitaciones"
        case .tonight: "esta noche"
        case .tomorrow: "mañana"
        case .hot: "caluroso"
        case .cold: "frío"
        case .wet: "lluvioso"
        case .windy: "ventoso"
        case .offline: "sin conexión"
        case .noWeather: "aún no hay datos del tiempo"
        case .weatherLost: "datos del tiempo no disponibles"
        case .weatherBack: "datos del tiempo de nuevo disponibles"
        case .notForNavigation: "mareas aproximadas, calculadas con un modelo; no aptas para la navegación"
        case .mapKeys: "las flechas mueven, + y - acercan y alejan, Intro fija el lugar, q sale"
        case .refresh: "Actualizar"
        case .places: "Lugares"
        case .units: "Unidades"
        }
    }

    func severity(_ severity: Alert.Severity) -> String {
        switch severity {
        case .unknown: "gravedad desconocida"
        case .minor: "leve"
        case .moderate: "moderado"
        case .severe: "grave"
        case .extreme: "extremo"
        }
    }

    func kind(_ kind: Alert.Kind) -> String {
        switch kind {
        case .wind: "viento"
        case .rain: "lluvia"
        case .flood: "inundación"
        case .thunderstorm: "tormenta"
        case .tornado: "tornado"
        case .fog: "niebla"
        case .heat: "calor"
        case .cold: "frío"
        case .coastal: "fenómenos costeros"
        case .avalanche: "aludes"
        case .tsunami: "tsunami"
        case .dust: "polvo"
        case .snowIce: "nieve o hielo"
        case .forestFire: "incendio forestal"
        case .tropicalCyclone: "ciclón tropical"
        case .airQuality: "calidad del aire"
        case .other: "otro peligro"
        }
    }

    func certainty(_ certainty: Alert.Certainty) -> String {
        switch certainty {
        case .unknown: "certeza desconocida"
        case .unlikely: "probabilidad baja"
        case .possible: "posiblemente"
        case .likely: "probablemente"
        case .observed: "según observaciones"
        }
    }

    func airBand(_ band: AirIndex.Band) -> String {
        switch band {
        case .good: "bueno"
        case .fair: "aceptable"
        case .moderate: "moderado"
        case .poor: "malo"
        case .veryPoor: "muy malo"
        case .extremelyPoor: "extremadamente malo"
        case .unhealthyForSensitiveGroups: "dañino para los grupos sensibles"
        case .unhealthy: "dañino"
        case .veryUnhealthy: "muy dañino"
        case .hazardous: "peligroso"
        case .low: "bajo"
        case .high: "alto"
        case .veryHigh: "muy alto"
        case .satisfactory: "satisfactorio"
        case .severe: "crítico"
        }
    }

    func exposure(_ exposure: UVExposure) -> String {
        switch exposure {
        case .low: "bajo"
        case .moderate: "moderado"
        case .high: "alto"
        case .veryHigh: "muy alto"
        case .extreme: "extremo"
        }
    }

    func moonPhase(_ phase: MoonPhase) -> String {
        switch phase {
        case .newMoon: "luna nueva"
        case .waxingCrescent: "luna creciente"
        case .firstQuarter: "cuarto creciente"
        case .waxingGibbous: "gibosa creciente"
        case .fullMoon: "luna llena"
        case .waningGibbous: "gibosa menguante"
        case .lastQuarter: "cuarto menguante"
        case .waningCrescent: "luna menguante"
        }
    }

    func freshness(_ freshness: Freshness) -> String {
        switch freshness {
        case .fresh: "datos al día"
        case .stale: "datos antiguos"
        case .expired: "datos caducados"
        case .none: "sin datos"
        }
    }

    func falling(isSnow: Bool) -> String { isSnow ? "nieve" : "lluvia" }

    /// As in CLDR.
    private static let decimalPoint: Set<String> = [
        "419", "BZ", "CU", "DO", "GT", "HN", "MX", "NI", "PA", "PE", "PR", "SV", "US",
    ]

    private var hasPoint: Bool { region.map(Self.decimalPoint.contains) ?? false }

    var decimalSign: String { hasPoint ? "." : "," }
    var groupSign: String { hasPoint ? "," : "." }

    func symbol(_ unit: UnitSymbol) -> String {
        switch unit {
        case .milesPerHour: "mi/h"
        case .inches: "pulg."
        case .feet: "pies"
        case .inchesOfMercury: "pulgHg"
        case .grainsPerCubicMeter: "granos/m³"
        default: unit.international
        }
    }

    func symbol(_ unit: UnitSymbol, after number: String) -> String {
        switch (unit, number) {
        case (.feet, "1"): "pie"
        case (.grainsPerCubicMeter, "1"): "grano/m³"
        default: symbol(unit)
        }
    }

    let degreeSpace = "\u{A0}"

    func percent(_ number: String) -> String { number + "\u{A0}%" }

    let compass = [
        "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSO", "SO", "OSO", "O", "ONO", "NO", "NNO",
    ]

    let weekdays = [
        "domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado",
    ]
    let shortWeekdays = [
        "dom", "lun", "mar", "mié", "jue", "vie", "sáb",
    ]
    let months = [
        "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
        "diciembre",
    ]
    let shortMonths = [
        "ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic",
    ]

    func longDate(_ date: CalendarDate, year: Int?, _ order: DateOrder) -> String {
        let year = year.map { " de \($0)" } ?? ""
        return switch order {
        case .dayMonthYear: "\(weekday(date)), \(date.day) de \(month(date))\(year)"
        case .monthDayYear: "\(weekday(date)), \(month(date)) \(date.day)\(year)"
        case .yearMonthDay: "\(weekday(date)), \(year.isEmpty ? "" : "\(date.year) ")\(month(date)) \(date.day)"
        }
    }

    func shortDate(_ date: CalendarDate, _ order: DateOrder) -> String {
        switch order {
        case .dayMonthYear: "\(shortWeekday(date)) \(date.paddedDay) \(shortMonth(date))"
        case .monthDayYear, .yearMonthDay: "\(shortWeekday(date)) \(shortMonth(date)) \(date.paddedDay)"
        }
    }

    func time(hour12: Int, minute: String, isAfternoon: Bool) -> String {
        "\(hour12):\(minute) \(isAfternoon ? "p. m." : "a. m.")"
    }

    /// As in CLDR: the 12-hour clock in America, except in Belize, Brazil and Haiti, and in the Philippines.
    func clock(region: String?) -> ClockFormat {
        guard let region else { return .hours24 }
        return Self.twelveHours.contains(region) ? .hours12 : .hours24
    }

    private static let twelveHours: Set<String> = [
        "419", "AR", "BO", "CL", "CO", "CR", "CU", "DO", "EC", "GT", "HN", "MX", "NI", "PA", "PE", "PH", "PR", "PY",
        "SV",
        "US", "UY", "VE",
    ]

    func dateOrder(region: String?) -> DateOrder { .dayMonthYear }

    func time(_ time: String, onDate date: String) -> String { "\(time) del \(withoutCommas(date))" }

    func time(_ time: String, onDay day: String) -> String {
        shortWeekdays.contains(day)
            ? "\(day) \(time)" : "\(day)\(day.contains(where: { $0 == "," }) ? "," : "") a \(withArticle(time))"
    }

    /// `el viernes 4 de diciembre a las 4:48`: after an article the weekday and its date are one phrase.
    private func withoutCommas(_ time: String) -> String { time.filter { $0 != "," } }

    /// `las 15:42`, `la 1:42`.
    private func withArticle(_ time: String) -> String {
        (time.hasPrefix("1:") || time.hasPrefix("01:") ? "la " : "las ") + time
    }

    func age(_ age: Age.Count) -> String {
        switch age {
        case .underOneMinute: "menos de 1 min"
        case .minutes(let count): "\(count) min"
        case .hours(let count): "\(count) h"
        case .days(let count): count == 1 ? "1 día" : "\(count) días"
        }
    }

    func duration(hours: Int, minutes: Int) -> String { Self.duration(hours, "h", minutes, "min") }
    func duration(minutes: Int, seconds: Int) -> String { Self.duration(minutes, "min", seconds, "s") }

    func begins(isSnow: Bool, minutes: Int) -> String { "\(falling(isSnow: isSnow)) dentro de \(minutes) min" }
    func begins(isSnow: Bool, around time: String) -> String { "\(falling(isSnow: isSnow)) hacia \(withArticle(time))" }
    func dry(from time: String) -> String { "sin precipitaciones a partir de \(withArticle(time))" }
    func continues(isSnow: Bool) -> String { isSnow ? "sigue nevando" : "sigue lloviendo" }
    func amount(_ amount: String, in period: String) -> String { "\(amount) en \(period)" }
    func orMore(_ amount: String) -> String { "\(amount) o más" }
    func perHour(_ amount: String) -> String { "\(amount)/h" }

    func wind(speed: String?, from direction: String?) -> String {
        [speed, direction.map { "del \($0)" }].compactMap(\.self).joined(separator: " ")
    }

    func coming(from direction: String) -> String { "del \(direction)" }
    func going(towards direction: String) -> String { "hacia el \(direction)" }
    func gusts(_ speed: String) -> String { "rachas de \(speed)" }
    func from(_ time: String) -> String {
        "desde \(beginsWithWeekday(time) ? "el \(withoutCommas(time))" : withArticle(time))"
    }
    func until(_ time: String) -> String {
        "hasta \(beginsWithWeekday(time) ? "el \(withoutCommas(time))" : withArticle(time))"
    }

    /// `de 14:00 a 17:00`, `desde las 20:00 hasta el domingo a las 18:00`.
    func period(from start: String?, until end: String?) -> String? {
        guard let start, let end else { return start.map { from($0) } ?? end.map { until($0) } }
        let isWithinADay = !beginsWithWeekday(start) && !beginsWithWeekday(end)
        return isWithinADay ? "de \(start) a \(end)" : "\(from(start)) \(until(end))"
    }

    func measured(at time: String, by station: String?, distance: String?) -> String {
        let distance = distance.map { " (a \($0))" } ?? ""
        return "medido a \(withArticle(time))" + (station.map { " en la estación \($0)\(distance)" } ?? "")
    }

    func stationHeight(_ height: String, isHigher: Bool) -> String {
        "estación \(height) más \(isHigher ? "alta" : "baja")"
    }
    func temperatureCorrected(by difference: String) -> String { "temperatura corregida en \(difference)" }
    func measured(ago age: String) -> String { "medido hace \(age)" }

    func stated(_ text: String, by source: Phrase) -> String { "\(phrase(source)): \(text)" }
    func forecast(for time: String) -> String { "pronóstico para \(withArticle(time))" }
    func valid(at time: String) -> String { "valores de \(withArticle(time))" }

    func updated(ago age: String, isLast: Bool) -> String {
        "\(isLast ? "última actualización" : "actualizado") hace \(age)"
    }

    func updated(at time: String, isLast: Bool) -> String {
        "\(isLast ? "última actualización" : "actualizado") a \(withArticle(time))"
    }

    func updated(ago age: String, at time: String) -> String {
        "última actualización hace \(age), a \(withArticle(time))"
    }

    func updatedBeforeClockChange(at time: String, isLast: Bool) -> String {
        "\(updated(at: time, isLast: isLast)), antes de que se atrasara el reloj"
    }

    func attribution(_ data: Label, by name: String) -> String { "\(label(data)): \(name)" }
    func unreadableWarnings(_ count: Int) -> String {
        count == 1
            ? "1 aviso no se pudo leer y podría estar en vigor"
            : "\(count) avisos no se pudieron leer y podrían estar en vigor"
    }
    func unplacedWarnings(_ count: Int, severest severity: String?) -> String {
        count == 1
            ? "1 aviso de una región que no se puede ubicar" + (severity.map { " (nivel: \($0))" } ?? "")
            : "\(count) avisos de regiones que no se pueden ubicar" + (severity.map { " (nivel máximo: \($0))" } ?? "")
    }
    func unknownWarnings(of country: String) -> String { "no se conocen los avisos de \(country)" }
    func more(_ count: Int, command: String?) -> String { "y \(count) más" + (command.map { ", véase: \($0)" } ?? "") }
    func extremes(high: String, low: String) -> String { "máx. \(high) / mín. \(low)" }
    func twilight(from dawn: String, until dusk: String) -> String {
        "por la mañana \(from(dawn)), por la tarde \(until(dusk))"
    }

    func lit(_ share: String) -> String { "iluminada al \(share)" }

    func dayLength(_ change: String?, isLonger: Bool) -> String {
        change.map { "\($0) \(isLonger ? "más" : "menos") que ayer" } ?? "igual que ayer"
    }

    func next(_ phase: MoonPhase) -> String {
        let isQuarter = phase == .firstQuarter || phase == .lastQuarter
        return "\(isQuarter ? "Próximo" : "Próxima") \(moonPhase(phase))"
    }

    func issued(at time: String) -> String { "emitido a \(withArticle(time))" }
    func computed(for position: String) -> String { "calculado para \(position)" }
    func favourite(_ position: Int) -> String { "favorito \(position)" }

    func position(_ distance: String, _ direction: String, of place: String) -> String {
        "\(distance) al \(direction) de \(place)"
    }

    func frostTonight(_ low: String) -> String { "helada esta noche, hasta \(low)" }

    func tomorrow(_ difference: String?, isWarmer: Bool) -> String {
        difference.map { "\($0) \(isWarmer ? "más" : "menos") que hoy" } ?? "la misma temperatura que hoy"
    }

    func yesterday(_ difference: String?, isWarmer: Bool) -> String {
        difference.map { "\($0) \(isWarmer ? "más" : "menos") que ayer" } ?? "la misma temperatura que ayer"
    }

    func normal(_ difference: String, isAbove: Bool) -> String {
        "\(difference) por \(isAbove ? "encima" : "debajo") de lo normal para la fecha"
    }

    func trend(_ trend: Trend, to temperature: String) -> String {
        switch trend {
        case .rising: "sube hasta \(temperature)"
        case .falling: "baja hasta \(temperature)"
        case .steady: "estable"
        }
    }

    func accuracy(of place: String, from start: String, until end: String) -> String {
        "Pronósticos para \(place), comparados con las mediciones del \(start) al \(end)"
    }

    var accuracyLegend: String {
        "Plazo: antelación del pronóstico. ±: error absoluto medio. Sesgo: pronóstico menos medición, en promedio. "
            + "Éxitos, Omis. (omisiones), Falsas (falsas alarmas): horas en las que al menos 0,1 mm de lluvia o nieve "
            + "se pronosticó y cayó, cayó sin pronosticarse, o se pronosticó y no cayó. Pares: horas con un pronóstico "
            + "y una temperatura medida."
    }

    func noAccuracy(of place: String, _ reason: MissingPairs) -> String {
        switch reason {
        case .forecasts:
            "Aún no hay nada que comparar para \(place): todavía no se ha guardado ningún pronóstico. Se guarda uno "
                + "cada seis horas."
        case .stations:
            "Aún no hay nada que comparar para \(place): no hay ninguna estación configurada. Para usar la más "
                + "cercana, establezca current.source en \"both\" en config.toml."
        case .coverage:
            "No hay nada que comparar para \(place): ninguna fuente de estaciones cubre este lugar."
        case .sample:
            "No hay nada que comparar para \(place): el tiempo mostrado son datos de ejemplo."
        case .measurements:
            "Aún no hay nada que comparar para \(place): se guardan pronósticos, pero ninguna estación ha hecho "
                + "mediciones allí. 'weatherctl status' muestra si se ha encontrado alguna."
        case .time(let time):
            "Aún no hay nada que comparar para \(place): el primer pronóstico comparable es para el \(time)."
        }
    }

    func providerOrder(_ names: String, isMeasured: Bool) -> String {
        "Orden de los proveedores: \(names) (\(isMeasured ? "según las mediciones" : "predeterminado"))"
    }

    func daysOfPairs(of provider: String, _ days: Int, needed: Int) -> String {
        "\(provider) tiene \(days) de \(needed) días con pares"
    }

    func error(of provider: String, _ difference: String?, isLarger: Bool) -> String {
        guard let difference else { return "el error de \(provider) es el mismo" }
        return "el error de \(provider) es un \(difference) \(isLarger ? "mayor" : "menor")"
    }

    func daylightLeft(_ duration: String) -> String { "quedan \(duration) de luz" }

    func trend(_ trend: Trend) -> String {
        switch trend {
        case .rising: "en ascenso"
        case .falling: "en descenso"
        case .steady: "estable"
        }
    }

    func allDay(_ weather: String) -> String { "\(weather) todo el día" }

    func then(_ weather: String, until time: String?) -> String {
        "después \(weather)" + (time.map { " " + until($0) } ?? "")
    }

    func both(_ period: String, _ other: String) -> String { "\(period) y \(other)" }

    func more(_ omission: Summary.Omission) -> String {
        switch omission {
        case .possible: "posibles precipitaciones a otras horas"
        case .expected: "más precipitaciones a otras horas"
        }
    }

    /// `Mañana: lluvia débil de 14:00 a 17:00, de 12° a 18°, ventoso.`
    func summary(_ summary: Summary) -> String {
        let parts = parts(of: summary) { low, high in "de \(low) a \(high)" }
        return "\(subject(of: summary)): \(parts.joined(separator: ", "))."
    }
}
