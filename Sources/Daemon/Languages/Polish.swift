import Almanac
import Weather

/// Polish, with the terms of the IMGW.
struct Polish: Words {
    let name = "Polski"

    func condition(_ condition: Condition) -> String {
        switch condition {
        case .clear: "bezchmurnie"
        case .mostlyClear: "zachmurzenie małe"
        case .partlyCloudy: "zachmurzenie umiarkowane"
        case .overcast: "zachmurzenie całkowite"
        case .fog: "mgła"
        case .drizzle: "mżawka"
        case .freezingDrizzle: "marznąca mżawka"
        case .rainLight: "słaby deszcz"
        case .rain: "deszcz"
        case .rainHeavy: "silny deszcz"
        case .freezingRain: "marznący deszcz"
        case .sleet: "deszcz ze śniegiem"
        case .snowLight: "słabe opady śniegu"
        case .snow: "śnieg"
        case .snowHeavy: "intensywne opady śniegu"
        case .rainShowers: "przelotny deszcz"
        case .snowShowers: "przelotny śnieg"
        case .thunderstorm: "burza"
        case .thunderstormHail: "burza z gradem"
        case .haze: "zmętnienie"
        case .smoke: "dym"
        case .dust: "pył"
        case .squall: "szkwał"
        case .tornado: "trąba powietrzna"
        case .unknown: "nieznane"
        }
    }

    func conditionByDay(_ condition: Condition) -> String? {
        switch condition {
        case .clear: "słonecznie"
        case .mostlyClear: "przeważnie słonecznie"
        default: nil
        }
    }

    func condition(_ condition: Condition, _ likelihood: Likelihood) -> String {
        let stem = likelihood == .possible ? "możliw" : "prawdopodobn"
        let ending =
            switch condition {
            case .fog, .drizzle, .freezingDrizzle, .thunderstorm, .thunderstormHail, .tornado: "a"
            case .clear, .mostlyClear, .partlyCloudy, .overcast, .haze, .unknown, .snowLight, .snowHeavy: "e"
            case .rainLight, .rain, .rainHeavy, .freezingRain, .sleet, .snow, .rainShowers,
                .snowShowers, .smoke, .dust, .squall:
                "y"
            }
        // An adverb takes no adjective.
        let name = condition == .clear ? "bezchmurne niebo" : self.condition(condition)
        return "\(stem)\(ending) \(name)"
    }

    func label(_ label: Label) -> String {
        switch label {
        case .condition: "Pogoda"
        case .nowcast: "Przebieg opadów"
        case .temperature: "Temperatura"
        case .feelsLike: "Odczuwalna"
        case .highAndLow: "Maks. / min. dziś"
        case .humidity: "Wilgotność"
        case .dewPoint: "Punkt rosy"
        case .cloudCover: "Zachmurzenie"
        case .wind: "Wiatr"
        case .pressure: "Ciśnienie"
        case .precipitation: "Opady"
        case .rain: "Deszcz"
        case .snowfall: "Świeży śnieg"
        case .visibility: "Widzialność"
        case .uvIndex: "Indeks UV"
        case .sunrise: "Wschód Słońca"
        case .sunset: "Zachód Słońca"
        case .sun: "Słońce"
        case .solarNoon: "Górowanie Słońca"
        case .dayLength: "Długość dnia"
        case .dawn: "Świt"
        case .dusk: "Zmierzch"
        case .civilTwilight: "Świt i zmierzch cywilny"
        case .nauticalTwilight: "Świt i zmierzch żeglarski"
        case .astronomicalTwilight: "Świt i zmierzch astronomiczny"
        case .moon: "Księżyc"
        case .moonrise: "Wschód Księżyca"
        case .moonset: "Zachód Księżyca"
        case .europeanIndex: "Indeks europejski"
        case .usIndex: "Indeks USA"
        case .openWeatherIndex: "Indeks OpenWeather"
        case .canadianIndex: "Indeks kanadyjski"
        case .indianIndex: "Indeks indyjski"
        case .britishIndex: "Indeks brytyjski"
        case .ozone: "Ozon"
        case .nitrogenDioxide: "Dwutlenek azotu"
        case .sulphurDioxide: "Dwutlenek siarki"
        case .carbonMonoxide: "Tlenek węgla"
        case .ammonia: "Amoniak"
        case .dust: "Pył"
        case .alderPollen: "Pyłek olchy"
        case .birchPollen: "Pyłek brzozy"
        case .grassPollen: "Pyłek traw"
        case .mugwortPollen: "Pyłek bylicy"
        case .olivePollen: "Pyłek oliwki"
        case .ragweedPollen: "Pyłek ambrozji"
        case .weatherData: "Dane pogodowe"
        case .warnings: "Ostrzeżenia"
        case .airQuality: "Jakość powietrza"
        case .observations: "Obserwacje"
        case .normals: "Normy"
        case .ensemble: "Wiązka prognoz"
        case .marine: "Pogoda morska"
        case .waves: "Fale"
        case .windWaves: "Fala wiatrowa"
        case .swell: "Martwa fala"
        case .waterTemperature: "Temperatura wody"
        case .current: "Prąd"
        case .seaLevel: "Poziom morza"
        case .highTide: "Przypływ"
        case .lowTide: "Odpływ"
        case .nextHours: "Najbliższe godziny"
        case .nextDays: "Najbliższe dni"
        case .tomorrow: "Jutro"
        }
    }

    func heading(_ heading: Heading) -> String {
        switch heading {
        case .time: "Godz."
        case .temperature: "Temp."
        case .feelsLike: "Odcz."
        case .precipitation: "Opady"
        case .probability: "Prawd."
        case .wind: "Wiatr"
        case .gusts: "Porywy"
        case .from: "Kier."
        case .humidity: "Wilg."
        case .cloud: "Chmury"
        case .pressure: "Ciśnienie"
        case .condition: "Pogoda"
        case .day: "Dzień"
        case .low: "Min."
        case .high: "Maks."
        case .snow: "Śnieg"
        case .snowDepth: "Pokrywa"
        case .freezingLevel: "Izot. 0°"
        case .maxWind: "Maks. wiatr"
        case .sun: "Słońce"
        case .provider: "Dostawca"
        case .ahead: "Wyprz."
        case .bias: "Bias"
        case .hits: "Trafne"
        case .misses: "Pomin."
        case .falseAlarms: "Fałsz."
        case .pairs: "Pary"
        }
    }

    func upSince(_ day: String) -> String { "dziś brak, Słońce nad horyzontem \(from(day))" }

    func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .withClearSky: "przy bezchmurnym niebie"
        case .unitsHint: "jednostki metryczne; dla °F i mph: weatherctl set-units imperial"
        case .metersPerSecondHint:
            "wiatr w km/h, ciśnienie w hPa; dla m/s i mmHg: weatherctl set-units wind=ms pressure=mmhg"
        case .calm: "cisza"
        case .forecast: "prognoza"
        case .model: "model"
        case .radar: "radar"
        case .ensembleSpread: "rozrzut prognoz zespołowych (\(percent("80")) członków)"
        case .updatedJustNow: "zaktualizowano przed chwilą"
        case .loading: "wczytywanie danych o pogodzie"
        case .sampleData: "dane przykładowe"
        case .sampleExplained: "dane przykładowe, fikcyjne: to nie jest pogoda w tym miejscu"
        case .warning: "ostrzeżenie"
        case .noEnd: "nie podano terminu zakończenia"
        case .actNow: "działać natychmiast"
        case .noWarnings: "brak obowiązujących ostrzeżeń"
        case .noWarningsThen: "przy ostatniej aktualizacji nie było ostrzeżeń"
        case .approximate: "w przybliżeniu, według strefy czasowej"
        case .approximatePlace:
            "miejsce ustalono według strefy czasowej; własne ustawia się poleceniem: weatherctl set-location MIASTO"
        case .sunDoesNotSet: "dziś nie zachodzi"
        case .sunDoesNotRise: "dziś nie wschodzi"
        case .noneToday: "dziś brak"
        case .allNight: "całą noc"
        case .noTwilight: "brak, Słońce jest zbyt nisko"
        case .noTimeZone: "strefa czasowa tego miejsca nie jest jeszcze znana, więc dzień i godziny podano w UTC"
        case .polarDay: "dzień polarny"
        case .polarNight: "noc polarna"
        case .currentPlace: "bieżące miejsce"
        case .shownInBar: "na pasku"
        case .noFavourites: "Brak ulubionych miejsc. Dodaj je poleceniem: weatherctl places add MIASTO"
        case .now: "teraz"
        case .today: "dziś"
        case .restOfToday: "do końca dnia"
        case .dry: "bez opadów"
        case .probablyDry: "prawdopodobnie bez opadów"
        case .tonight: "wieczorem i w nocy"
        case .tomorrow: "jutro"
        case .hot: "gorąco"
        case .cold: "zimno"
        case .wet: "deszczowo"
        case .windy: "wietrznie"
        case .offline: "brak połączenia"
        case .noWeather: "jeszcze brak danych o pogodzie"
        case .weatherLost: "dane o pogodzie są niedostępne"
        case .weatherBack: "dane o pogodzie są znów dostępne"
        case .notForNavigation: "pływy przybliżone, obliczone z modelu; nie do nawigacji"
        case .mapKeys: "strzałki przesuwają, + i - zmieniają skalę, Enter wybiera miejsce, q kończy"
        case .refresh: "Odśwież"
        case .places: "Miejsca"
        case .units: "Jednostki"
        }
    }

    func severity(_ severity: Alert.Severity) -> String {
        switch severity {
        case .unknown: "stopień nieznany"
        case .minor: "niewielkie zagrożenie"
        case .moderate: "umiarkowane zagrożenie"
        case .severe: "poważne zagrożenie"
        case .extreme: "skrajne zagrożenie"
        }
    }

    func kind(_ kind: Alert.Kind) -> String {
        switch kind {
        case .wind: "wiatr"
        case .rain: "deszcz"
        case .flood: "powódź"
        case .thunderstorm: "burza"
        case .tornado: "trąba powietrzna"
        case .fog: "mgła"
        case .heat: "upał"
        case .cold: "mróz"
        case .coastal: "wysokie fale lub stany wody"
        case .avalanche: "lawiny"
        case .tsunami: "tsunami"
        case .dust: "pył"
        case .snowIce: "śnieg lub oblodzenie"
        case .forestFire: "pożar lasu"
        case .tropicalCyclone: "cyklon tropikalny"
        case .airQuality: "jakość powietrza"
        case .other: "inne zagrożenie"
        }
    }

    func certainty(_ certainty: Alert.Certainty) -> String {
        switch certainty {
        case .unknown: "pewność nieznana"
        case .unlikely: "mało prawdopodobne"
        case .possible: "możliwe"
        case .likely: "prawdopodobne"
        case .observed: "według obserwacji"
        }
    }

    func airBand(_ band: AirIndex.Band) -> String {
        switch band {
        case .good: "dobry"
        case .fair: "dość dobry"
        case .moderate: "umiarkowany"
        case .poor: "zły"
        case .veryPoor: "bardzo zły"
        case .extremelyPoor: "skrajnie zły"
        case .unhealthyForSensitiveGroups: "niezdrowy dla osób wrażliwych"
        case .unhealthy: "niezdrowy"
        case .veryUnhealthy: "bardzo niezdrowy"
        case .hazardous: "niebezpieczny"
        case .low: "niski"
        case .high: "wysoki"
        case .veryHigh: "bardzo wysoki"
        case .satisfactory: "zadowalający"
        case .severe: "krytyczny"
        }
    }

    func exposure(_ exposure: UVExposure) -> String {
        switch exposure {
        case .low: "niski"
        case .moderate: "umiarkowany"
        case .high: "wysoki"
        case .veryHigh: "bardzo wysoki"
        case .extreme: "ekstremalny"
        }
    }

    func moonPhase(_ phase: MoonPhase) -> String {
        switch phase {
        case .newMoon: "nów"
        case .waxingCrescent: "Księżyc w fazie sierpa, przybywający"
        case .firstQuarter: "pierwsza kwadra"
        case .waxingGibbous: "garbaty przybywający"
        case .fullMoon: "pełnia"
        case .waningGibbous: "garbaty ubywający"
        case .lastQuarter: "ostatnia kwadra"
        case .waningCrescent: "Księżyc w fazie sierpa, ubywający"
        }
    }

    func freshness(_ freshness: Freshness) -> String {
        switch freshness {
        case .fresh: "dane aktualne"
        case .stale: "dane nieaktualne"
        case .expired: "dane przeterminowane"
        case .none: "brak danych"
        }
    }

    func falling(isSnow: Bool) -> String { isSnow ? "śnieg" : "deszcz" }

    let decimalSign = ","
    let groupSign = "\u{A0}"

    func symbol(_ unit: UnitSymbol) -> String {
        switch unit {
        case .grainsPerCubicMeter: "ziaren/m³"
        default: unit.international
        }
    }

    func symbol(_ unit: UnitSymbol, after number: String) -> String {
        guard unit == .grainsPerCubicMeter else { return symbol(unit) }
        return switch Int(number).map(PluralForm.init(polish:)) {
        case .one: "ziarno/m³"
        case .few: "ziarna/m³"
        case .many: symbol(unit)
        // Fractions take the genitive singular.
        case nil: "ziarna/m³"
        }
    }

    let degreeSpace = "\u{A0}"

    func percent(_ number: String) -> String { number + "%" }

    let compass = [
        "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
    ]

    let weekdays = [
        "niedziela", "poniedziałek", "wtorek", "środa", "czwartek", "piątek", "sobota",
    ]
    let shortWeekdays = [
        "niedz.", "pon.", "wt.", "śr.", "czw.", "pt.", "sob.",
    ]
    let months = [
        "stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca", "lipca", "sierpnia", "września", "października",
        "listopada", "grudnia",
    ]
    let shortMonths = [
        "sty", "lut", "mar", "kwi", "maj", "cze", "lip", "sie", "wrz", "paź", "lis", "gru",
    ]

    /// `w piątek`, `we wtorek`.
    private static let onWeekday = [
        "w niedzielę", "w poniedziałek", "we wtorek", "w środę", "w czwartek", "w piątek", "w sobotę",
    ]
    /// `od niedzieli`: the genitive.
    private static let ofWeekday = ["niedzieli", "poniedziałku", "wtorku", "środy", "czwartku", "piątku", "soboty"]

    func longDate(_ date: CalendarDate, year: Int?, _ order: DateOrder) -> String {
        switch order {
        case .dayMonthYear, .monthDayYear:
            "\(weekday(date)), \(date.day) \(month(date))" + (year.map { " \($0)" } ?? "")
        case .yearMonthDay: "\(weekday(date)), " + (year.map { "\($0), " } ?? "") + "\(date.day) \(month(date))"
        }
    }

    func shortDate(_ date: CalendarDate, _ order: DateOrder) -> String {
        "\(shortWeekday(date)) \(date.paddedDay) \(shortMonth(date))"
    }

    func time(hour12: Int, minute: String, isAfternoon: Bool) -> String {
        "\(hour12):\(minute) \(isAfternoon ? "PM" : "AM")"
    }

    func clock(region: String?) -> ClockFormat { .hours24 }
    func dateOrder(region: String?) -> DateOrder { .dayMonthYear }

    func time(_ time: String, onDate date: String) -> String { "\(time) \(withWeekday(date, as: Self.onWeekday))" }

    func time(_ time: String, onDay day: String) -> String {
        shortWeekdays.contains(day) ? "\(day) \(time)" : "\(day), \(time)"
    }

    func age(_ age: Age.Count) -> String {
        switch age {
        case .underOneMinute: "niecała minuta"
        case .minutes(let count): "\(count) min"
        case .hours(let count): "\(count) godz."
        case .days(let count):
            switch PluralForm(polish: count) {
            case .one: "\(count) dzień"
            case .few, .many: "\(count) dni"
            }
        }
    }

    func duration(hours: Int, minutes: Int) -> String { Self.duration(hours, "godz.", minutes, "min") }
    func duration(minutes: Int, seconds: Int) -> String { Self.duration(minutes, "min", seconds, "s") }

    func begins(isSnow: Bool, minutes: Int) -> String { "\(falling(isSnow: isSnow)) za \(minutes) min" }
    func begins(isSnow: Bool, around time: String) -> String { "\(falling(isSnow: isSnow)) około \(time)" }
    func dry(from time: String) -> String { "bez opadów \(from(time))" }
    func continues(isSnow: Bool) -> String { "nadal pada \(falling(isSnow: isSnow))" }
    func amount(_ amount: String, in period: String) -> String { "\(amount) w \(period)" }
    func orMore(_ amount: String) -> String { "co najmniej \(amount)" }
    func perHour(_ amount: String) -> String { "\(amount)/h" }

    func wind(speed: String?, from direction: String?) -> String {
        [speed, direction.map { "z \($0)" }].compactMap(\.self).joined(separator: " ")
    }

    func coming(from direction: String) -> String { "z \(direction)" }
    func going(towards direction: String) -> String { "na \(direction)" }
    func gusts(_ speed: String) -> String { "w porywach do \(speed)" }
    func from(_ time: String) -> String { "od \(inGenitive(time))" }
    func until(_ time: String) -> String { "do \(inGenitive(time))" }

    /// `piątku 4 grudnia godz. 04:48`: commas would separate the day from its preposition.
    private func inGenitive(_ time: String) -> String {
        guard beginsWithWeekday(time) else { return time }
        let day = withWeekday(time, as: Self.ofWeekday)
        let (name, hour) = parts(of: day, at: [", "]).map { ($0.day, " godz. \($0.time)") } ?? (day, "")
        return name.filter { $0 != "," } + hour
    }

    func measured(at time: String, by station: String?, distance: String?) -> String {
        let distance = distance.map { " (w odległości \($0))" } ?? ""
        return "pomiar o \(time)" + (station.map { ": \($0)\(distance)" } ?? "")
    }

    func stationHeight(_ height: String, isHigher: Bool) -> String {
        "stacja \(height) \(isHigher ? "wyżej" : "niżej")"
    }
    func temperatureCorrected(by difference: String) -> String { "poprawka temperatury \(difference)" }
    func measured(ago age: String) -> String { "pomiar \(ago(age))" }

    func stated(_ text: String, by source: Phrase) -> String { "\(phrase(source)): \(text)" }
    func forecast(for time: String) -> String { "prognoza na \(time)" }
    func valid(at time: String) -> String { "stan na \(time)" }

    func updated(ago age: String, isLast: Bool) -> String {
        "\(isLast ? "ostatnia aktualizacja" : "zaktualizowano") \(ago(age))"
    }

    func updated(at time: String, isLast: Bool) -> String {
        "\(isLast ? "ostatnia aktualizacja" : "zaktualizowano") o \(time)"
    }

    func updated(ago age: String, at time: String) -> String { "ostatnia aktualizacja \(ago(age)), o \(time)" }

    func updatedBeforeClockChange(at time: String, isLast: Bool) -> String {
        "\(updated(at: time, isLast: isLast)), zanim cofnięto zegar"
    }

    func attribution(_ data: Label, by name: String) -> String { "\(label(data)): \(name)" }
    func unreadableWarnings(_ count: Int) -> String {
        switch PluralForm(polish: count) {
        case .one: "nie udało się odczytać \(count) ostrzeżenia, które może obowiązywać"
        case .few, .many: "nie udało się odczytać \(count) ostrzeżeń, które mogą obowiązywać"
        }
    }
    func unplacedWarnings(_ count: Int, severest severity: String?) -> String {
        let form =
            switch PluralForm(polish: count) {
            case .one: "ostrzeżenie dla obszaru o nieznanym położeniu"
            case .few: "ostrzeżenia dla obszarów o nieznanym położeniu"
            case .many: "ostrzeżeń dla obszarów o nieznanym położeniu"
            }
        return "\(count) \(form)" + (severity.map { count == 1 ? " (\($0))" : " (najwyższy stopień: \($0))" } ?? "")
    }
    func unknownWarnings(of country: String) -> String { "ostrzeżenia dla \(country) nie są znane" }
    func more(_ count: Int, command: String?) -> String {
        "i jeszcze \(count)" + (command.map { ", zob.: \($0)" } ?? "")
    }
    func extremes(high: String, low: String) -> String { "maks. \(high) / min. \(low)" }
    /// `niecałą minutę temu`: the accusative.
    private func ago(_ age: String) -> String {
        "\(age == self.age(.underOneMinute) ? "niecałą minutę" : age) temu"
    }

    func twilight(from dawn: String, until dusk: String) -> String { "rano \(from(dawn)), wieczorem \(until(dusk))" }
    func lit(_ share: String) -> String { "oświetlony w \(share)" }

    func dayLength(_ change: String?, isLonger: Bool) -> String {
        change.map { "o \($0) \(isLonger ? "dłużej" : "krócej") niż wczoraj" } ?? "tyle samo co wczoraj"
    }

    func next(_ phase: MoonPhase) -> String {
        switch phase {
        case .newMoon, .waxingCrescent, .waxingGibbous, .waningGibbous, .waningCrescent:
            "Najbliższy \(moonPhase(phase))"
        case .firstQuarter, .fullMoon, .lastQuarter: "Najbliższa \(moonPhase(phase))"
        }
    }

    func issued(at time: String) -> String { "wydano o \(time)" }
    func computed(for position: String) -> String { "obliczono dla \(position)" }
    func favourite(_ position: Int) -> String { "ulubione \(position)" }

    /// `Funchal (41 km na SW)`: the name stays in the nominative, without a preposition.
    func position(_ distance: String, _ direction: String, of place: String) -> String {
        "\(place) (\(distance) na \(direction))"
    }

    func frostTonight(_ low: String) -> String { "w nocy przymrozek do \(low)" }

    func tomorrow(_ difference: String?, isWarmer: Bool) -> String {
        difference.map { "o \($0) \(isWarmer ? "cieplej" : "chłodniej") niż dziś" } ?? "taka sama temperatura jak dziś"
    }

    func yesterday(_ difference: String?, isWarmer: Bool) -> String {
        difference.map { "o \($0) \(isWarmer ? "cieplej" : "chłodniej") niż wczoraj" }
            ?? "taka sama temperatura jak wczoraj"
    }

    func normal(_ difference: String, isAbove: Bool) -> String {
        "\(difference) \(isAbove ? "powyżej" : "poniżej") normy dla tej daty"
    }

    func trend(_ trend: Trend, to temperature: String) -> String {
        switch trend {
        case .rising: "wzrost do \(temperature)"
        case .falling: "spadek do \(temperature)"
        case .steady: "bez zmian"
        }
    }

    func accuracy(of place: String, from start: String, until end: String) -> String {
        "\(place): prognozy w porównaniu z pomiarami od \(start) do \(end)"
    }

    var accuracyLegend: String {
        "Wyprz.: wyprzedzenie prognozy. ±: średni błąd bezwzględny. Bias: prognoza minus pomiar, średnio. Trafne, "
            + "Pomin. (pominięte), Fałsz. (fałszywe alarmy): godziny, w których deszcz lub śnieg (co najmniej 0,1 mm) "
            + "był w prognozie i spadł, spadł bez prognozy albo był w prognozie, ale nie spadł. Pary: godziny z "
            + "prognozą i zmierzoną temperaturą."
    }

    func noAccuracy(of place: String, _ reason: MissingPairs) -> String {
        switch reason {
        case .forecasts:
            "\(place): nie ma jeszcze czego porównać, nie zapisano dotąd żadnej prognozy. Prognozę zapisuje się co "
                + "sześć godzin."
        case .stations:
            "\(place): nie ma jeszcze czego porównać; nie skonfigurowano żadnej stacji. Aby używać najbliższej, należy "
                + "w config.toml ustawić current.source na \"both\"."
        case .coverage:
            "\(place): nie ma czego porównać; żadne źródło danych ze stacji nie obejmuje tego miejsca."
        case .sample:
            "\(place): nie ma czego porównać; wyświetlana pogoda to dane przykładowe."
        case .measurements:
            "\(place): nie ma jeszcze czego porównać; prognozy są zapisywane, ale żadna stacja nie wykonała tu "
                + "pomiarów. 'weatherctl status' pokazuje, czy znaleziono stację."
        case .time(let time):
            "\(place): nie ma jeszcze czego porównać, pierwsza prognoza do porównania jest na \(time)."
        }
    }

    func providerOrder(_ names: String, isMeasured: Bool) -> String {
        "Kolejność dostawców: \(names) (\(isMeasured ? "według pomiarów" : "domyślna"))"
    }

    func daysOfPairs(of provider: String, _ days: Int, needed: Int) -> String {
        let noun = PluralForm(polish: needed) == .one ? "dnia" : "dni"
        return "\(provider): \(days) z \(needed) \(noun) z parami"
    }

    func error(of provider: String, _ difference: String?, isLarger: Bool) -> String {
        guard let difference else { return "błąd \(provider) jest taki sam" }
        return "błąd \(provider) jest o \(difference) \(isLarger ? "większy" : "mniejszy")"
    }

    func daylightLeft(_ duration: String) -> String { "jeszcze \(duration) światła dziennego" }

    func trend(_ trend: Trend) -> String {
        switch trend {
        case .rising: "wzrost"
        case .falling: "spadek"
        case .steady: "bez zmian"
        }
    }

    func allDay(_ weather: String) -> String { "przez cały dzień \(weather)" }

    func then(_ weather: String, until time: String?) -> String {
        "potem \(weather)" + (time.map { " " + until($0) } ?? "")
    }

    func both(_ period: String, _ other: String) -> String { "\(period) i \(other)" }

    func more(_ omission: Summary.Omission) -> String {
        switch omission {
        case .possible: "możliwe opady także o innych porach"
        case .expected: "opady także o innych porach"
        }
    }

    /// `Jutro: słaby deszcz od 14:00 do 17:00, od 12° do 18°, wietrznie.`
    func summary(_ summary: Summary) -> String {
        let parts = parts(of: summary) { low, high in "od \(low) do \(high)" }
        return "\(subject(of: summary)): \(parts.joined(separator: ", "))."
    }
}
