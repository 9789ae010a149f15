import Almanac
import Weather

/// Ukrainian, with the terms of the Український гідрометцентр.
struct Ukrainian: Words {
    let name = "Українська"

    func condition(_ condition: Condition) -> String {
        switch condition {
        case .clear: "ясно"
        case .mostlyClear: "малохмарно"
        case .partlyCloudy: "мінлива хмарність"
        case .overcast: "похмуро"
        case .fog: "туман"
        case .drizzle: "мряка"
        case .freezingDrizzle: "переохолоджена мряка"
        case .rainLight: "невеликий дощ"
        case .rain: "дощ"
        case .rainHeavy: "сильний дощ"
        case .freezingRain: "крижаний дощ"
        case .sleet: "дощ зі снігом"
        case .snowLight: "невеликий сніг"
        case .snow: "сніг"
        case .snowHeavy: "сильний сніг"
        case .rainShowers: "короткочасний дощ"
        case .snowShowers: "короткочасний сніг"
        case .thunderstorm: "гроза"
        case .thunderstormHail: "гроза з градом"
        case .haze: "імла"
        case .smoke: "дим"
        case .dust: "пил"
        case .squall: "шквал"
        case .tornado: "смерч"
        case .unknown: "невідомо"
        }
    }

    func conditionByDay(_ condition: Condition) -> String? {
        switch condition {
        case .clear: "сонячно"
        case .mostlyClear: "переважно сонячно"
        default: nil
        }
    }

    func condition(_ condition: Condition, _ likelihood: Likelihood) -> String {
        // The word agrees with the gender of the name.
        let (possible, likely) =
            switch condition {
            case .clear, .mostlyClear, .overcast, .unknown: ("можливо", "імовірно")
            case .partlyCloudy, .drizzle, .freezingDrizzle, .thunderstorm, .thunderstormHail, .haze:
                ("можлива", "імовірна")
            default: ("можливий", "імовірний")
            }
        return "\(likelihood == .possible ? possible : likely) \(self.condition(condition))"
    }

    func label(_ label: Label) -> String {
        switch label {
        case .condition: "Погода"
        case .nowcast: "Далі"
        case .temperature: "Температура"
        case .feelsLike: "Відчувається як"
        case .highAndLow: "Макс. / мін. сьогодні"
        case .humidity: "Вологість"
        case .dewPoint: "Точка роси"
        case .cloudCover: "Хмарність"
        case .wind: "Вітер"
        case .pressure: "Тиск"
        case .precipitation: "Опади"
        case .rain: "Дощ"
        case .snowfall: "Свіжий сніг"
        case .visibility: "Видимість"
        case .uvIndex: "УФ-індекс"
        case .sunrise: "Схід сонця"
        case .sunset: "Захід сонця"
        case .sun: "Сонце"
        case .solarNoon: "Істинний полудень"
        case .dayLength: "Тривалість дня"
        case .dawn: "Початок сутінків"
        case .dusk: "Кінець сутінків"
        case .civilTwilight: "Цивільні сутінки"
        case .nauticalTwilight: "Навігаційні сутінки"
        case .astronomicalTwilight: "Астрономічні сутінки"
        case .moon: "Місяць"
        case .moonrise: "Схід місяця"
        case .moonset: "Захід місяця"
        case .europeanIndex: "Європейський індекс"
        case .usIndex: "Індекс США"
        case .openWeatherIndex: "Індекс OpenWeather"
        case .canadianIndex: "Канадський індекс"
        case .indianIndex: "Індійський індекс"
        case .britishIndex: "Британський індекс"
        case .ozone: "Озон"
        case .nitrogenDioxide: "Діоксид азоту"
        case .sulphurDioxide: "Діоксид сірки"
        case .carbonMonoxide: "Оксид вуглецю"
        case .ammonia: "Аміак"
        case .dust: "Пил"
        case .alderPollen: "Пилок вільхи"
        case .birchPollen: "Пилок берези"
        case .grassPollen: "Пилок злаків"
        case .mugwortPollen: "Пилок полину"
        case .olivePollen: "Пилок оливи"
        case .ragweedPollen: "Пилок амброзії"
        case .weatherData: "Дані про погоду"
        case .warnings: "Попередження"
        case .airQuality: "Якість повітря"
        case .observations: "Спостереження"
        case .normals: "Норми"
        case .ensemble: "Ансамбль"
        case .marine: "Погода на морі"
        case .waves: "Хвилі"
        case .windWaves: "Вітрові хвилі"
        case .swell: "Зиб"
        case .waterTemperature: "Температура води"
        case .current: "Течія"
        case .seaLevel: "Рівень моря"
        case .highTide: "Приплив"
        case .lowTide: "Відплив"
        case .nextHours: "Найближчі години"
        case .nextDays: "Найближчі дні"
        case .tomorrow: "Завтра"
        }
    }

    func heading(_ heading: Heading) -> String {
        switch heading {
        case .time: "Час"
        case .temperature: "Темп."
        case .feelsLike: "Відч."
        case .precipitation: "Опади"
        case .probability: "Імов."
        case .wind: "Вітер"
        case .gusts: "Пориви"
        case .from: "Напр."
        case .humidity: "Волог."
        case .cloud: "Хмари"
        case .pressure: "Тиск"
        case .condition: "Погода"
        case .day: "День"
        case .low: "Мін."
        case .high: "Макс."
        case .snow: "Сніг"
        case .snowDepth: "Висота"
        case .freezingLevel: "Ізот. 0°"
        case .maxWind: "Макс. вітер"
        case .sun: "Сонце"
        case .provider: "Джерело"
        case .ahead: "Строк"
        case .bias: "Зміщ."
        case .hits: "Влучні"
        case .misses: "Проп."
        case .falseAlarms: "Хибні"
        case .pairs: "Пари"
        }
    }

    func upSince(_ day: String) -> String { "сьогодні немає, останній був: \(day)" }

    func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .withClearSky: "за ясного неба"
        case .unitsHint: "метричні одиниці; для °F і mph: weatherctl set-units imperial"
        case .metersPerSecondHint:
            "вітер у км/год, тиск у гПа; для м/с і мм рт. ст.: weatherctl set-units wind=ms pressure=mmhg"
        case .calm: "штиль"
        case .forecast: "прогноз"
        case .model: "модель"
        case .radar: "радар"
        case .ensembleSpread: "розкид ансамблю (\(percent("80")) членів)"
        case .updatedJustNow: "оновлено щойно"
        case .loading: "погода завантажується"
        case .sampleData: "демодані"
        case .sampleExplained: "демодані, вигадані: це не погода в цьому місці"
        case .warning: "попередження"
        case .noEnd: "строк завершення не вказано"
        case .actNow: "діяти негайно"
        case .noWarnings: "чинних попереджень немає"
        case .noWarningsThen: "під час останнього оновлення попереджень не було"
        case .approximate: "приблизно, за часовим поясом"
        case .approximatePlace:
            "місце визначено за часовим поясом; задайте своє командою: weatherctl set-location МІСТО"
        case .sunDoesNotSet: "сьогодні не заходить"
        case .sunDoesNotRise: "сьогодні не сходить"
        case .noneToday: "сьогодні немає"
        case .allNight: "усю ніч"
        case .noTwilight: "немає, сонце надто низько"
        case .noTimeZone: "часовий пояс цього місця поки невідомий, тому дату й час указано за UTC"
        case .polarDay: "полярний день"
        case .polarNight: "полярна ніч"
        case .currentPlace: "поточне місце"
        case .shownInBar: "на панелі"
        case .noFavourites: "Вибраних місць поки немає. Додайте командою: weatherctl places add МІСТО"
        case .now: "зараз"
        case .today: "сьогодні"
        case .restOfToday: "до кінця дня"
        case .dry: "без опадів"
        case .probablyDry: "імовірно, без опадів"
        case .tonight: "увечері та вночі"
        case .tomorrow: "завтра"
        case .hot: "спекотно"
        case .cold: "холодно"
        case .wet: "дощово"
        case .windy: "вітряно"
        case .offline: "немає мережі"
        case .noWeather: "даних про погоду поки немає"
        case .weatherLost: "дані про погоду недоступні"
        case .weatherBack: "дані про погоду знову доступні"
        case .notForNavigation: "припливи приблизні, обчислені за моделлю; не для навігації"
        case .mapKeys: "стрілки — рух, + та - — масштаб, Enter — вибрати місце, q — вихід"
        case .refresh: "Оновити"
        case .places: "Місця"
        case .units: "Одиниці"
        }
    }

    func severity(_ severity: Alert.Severity) -> String {
        switch severity {
        case .unknown: "ступінь небезпеки невідомий"
        case .minor: "незначна небезпека"
        case .moderate: "помірна небезпека"
        case .severe: "висока небезпека"
        case .extreme: "надзвичайна небезпека"
        }
    }

    func kind(_ kind: Alert.Kind) -> String {
        switch kind {
        case .wind: "вітер"
        case .rain: "дощ"
        case .flood: "повінь"
        case .thunderstorm: "гроза"
        case .tornado: "смерч"
        case .fog: "туман"
        case .heat: "спека"
        case .cold: "холод"
        case .coastal: "сильне хвилювання або нагін"
        case .avalanche: "лавини"
        case .tsunami: "цунамі"
        case .dust: "пил"
        case .snowIce: "сніг або ожеледиця"
        case .forestFire: "лісова пожежа"
        case .tropicalCyclone: "тропічний циклон"
        case .airQuality: "якість повітря"
        case .other: "інша небезпека"
        }
    }

    func certainty(_ certainty: Alert.Certainty) -> String {
        switch certainty {
        case .unknown: "імовірність невідома"
        case .unlikely: "малоймовірно"
        case .possible: "можливо"
        case .likely: "імовірно"
        case .observed: "за спостереженнями"
        }
    }

    func airBand(_ band: AirIndex.Band) -> String {
        switch band {
        case .good: "добре"
        case .fair: "прийнятно"
        case .moderate: "помірно"
        case .poor: "погано"
        case .veryPoor: "дуже погано"
        case .extremelyPoor: "вкрай погано"
        case .unhealthyForSensitiveGroups: "шкідливо для чутливих груп"
        case .unhealthy: "шкідливо"
        case .veryUnhealthy: "дуже шкідливо"
        case .hazardous: "небезпечно"
        case .low: "низький"
        case .high: "високий"
        case .veryHigh: "дуже високий"
        case .satisfactory: "задовільно"
        case .severe: "критично"
        }
    }

    func exposure(_ exposure: UVExposure) -> String {
        switch exposure {
        case .low: "низький"
        case .moderate: "помірний"
        case .high: "високий"
        case .veryHigh: "дуже високий"
        case .extreme: "екстремальний"
        }
    }

    func moonPhase(_ phase: MoonPhase) -> String {
        switch phase {
        case .newMoon: "молодик"
        case .waxingCrescent: "молодий серп"
        case .firstQuarter: "перша чверть"
        case .waxingGibbous: "місяць росте"
        case .fullMoon: "повня"
        case .waningGibbous: "місяць спадає"
        case .lastQuarter: "остання чверть"
        case .waningCrescent: "старий серп"
        }
    }

    func freshness(_ freshness: Freshness) -> String {
        switch freshness {
        case .fresh: "свіжі дані"
        case .stale: "застарілі дані"
        case .expired: "прострочені дані"
        case .none: "немає даних"
        }
    }

    func falling(isSnow: Bool) -> String { isSnow ? "сніг" : "дощ" }

    let decimalSign = ","
    let groupSign = "\u{A0}"

    func symbol(_ unit: UnitSymbol) -> String {
        switch unit {
        case .celsius: "°C"
        case .fahrenheit: "°F"
        case .kelvin: "К"
        case .metersPerSecond: "м/с"
        case .kilometersPerHour: "км/год"
        case .milesPerHour: "миль/год"
        case .knots: "вуз."
        case .beaufort: "бал."
        case .hectopascals: "гПа"
        case .millimetersOfMercury: "мм рт. ст."
        case .inchesOfMercury: "дюйм. рт. ст."
        case .millimeters: "мм"
        case .centimeters: "см"
        case .inches: "дюйм."
        case .meters: "м"
        case .feet: "фт"
        case .kilometers: "км"
        case .miles: "миль"
        case .microgramsPerCubicMeter: "мкг/м³"
        case .seconds: "с"
        case .grainsPerCubicMeter: "зерен/м³"
        }
    }

    func symbol(_ unit: UnitSymbol, after number: String) -> String {
        func inflected(_ one: String, _ few: String, _ many: String, _ fraction: String) -> String {
            switch Int(number).map({ PluralForm(eastSlavic: abs($0)) }) {
            case .one: one
            case .few: few
            case .many: many
            // Fractions take the genitive singular.
            case nil: fraction
            }
        }
        return switch unit {
        case .miles: inflected("миля", "милі", "миль", "милі")
        case .milesPerHour: inflected("миля", "милі", "миль", "милі") + "/год"
        case .grainsPerCubicMeter: inflected("зерно", "зерна", "зерен", "зерна") + "/м³"
        default: symbol(unit)
        }
    }

    let degreeSpace = "\u{A0}"

    func percent(_ number: String) -> String { number + "%" }

    let compass = [
        "Пн", "ПнПнСх", "ПнСх", "СхПнСх", "Сх", "СхПдСх", "ПдСх", "ПдПдСх", "Пд", "ПдПдЗх", "ПдЗх", "ЗхПдЗх", "Зх",
        "ЗхПнЗх", "ПнЗх", "ПнПнЗх",
    ]

    let weekdays = [
        "неділя", "понеділок", "вівторок", "середа", "четвер", "п’ятниця", "субота",
    ]
    let shortWeekdays = [
        "нд", "пн", "вт", "ср", "чт", "пт", "сб",
    ]
    let months = [
        "січня", "лютого", "березня", "квітня", "травня", "червня", "липня", "серпня", "вересня", "жовтня", "листопада",
        "грудня",
    ]
    let shortMonths = [
        "січ.", "лют.", "бер.", "квіт.", "трав.", "черв.", "лип.", "серп.", "вер.", "жовт.", "лист.", "груд.",
    ]

    /// `у п’ятницю`.
    private static let onWeekday = [
        "у неділю", "у понеділок", "у вівторок", "у середу", "у четвер", "у п’ятницю", "у суботу",
    ]
    /// `до неділі`: the genitive.
    private static let ofWeekday = ["неділі", "понеділка", "вівторка", "середи", "четверга", "п’ятниці", "суботи"]

    func longDate(_ date: CalendarDate, year: Int?, _ order: DateOrder) -> String {
        switch order {
        case .dayMonthYear, .monthDayYear:
            "\(weekday(date)), \(date.day) \(month(date))" + (year.map { " \($0) р." } ?? "")
        case .yearMonthDay: "\(weekday(date)), " + (year.map { "\($0) р., " } ?? "") + "\(date.day) \(month(date))"
        }
    }

    func shortDate(_ date: CalendarDate, _ order: DateOrder) -> String {
        "\(shortWeekday(date)) \(date.paddedDay) \(shortMonth(date))"
    }

    func time(hour12: Int, minute: String, isAfternoon: Bool) -> String {
        "\(hour12):\(minute) \(isAfternoon ? "пп" : "дп")"
    }

    func clock(region: String?) -> ClockFormat { .hours24 }
    func dateOrder(region: String?) -> DateOrder { .dayMonthYear }

    func time(_ time: String, onDate date: String) -> String { "\(time) \(withWeekday(date, as: Self.onWeekday))" }

    func time(_ time: String, onDay day: String) -> String {
        shortWeekdays.contains(day) ? "\(day) \(time)" : "\(day), \(time)"
    }

    func age(_ age: Age.Count) -> String {
        switch age {
        case .underOneMinute: "менше хвилини"
        case .minutes(let count): "\(count) хв"
        case .hours(let count): "\(count) год"
        case .days(let count):
            switch PluralForm(eastSlavic: count) {
            case .one: "\(count) день"
            case .few: "\(count) дні"
            case .many: "\(count) днів"
            }
        }
    }

    func duration(hours: Int, minutes: Int) -> String { Self.duration(hours, "год", minutes, "хв") }
    func duration(minutes: Int, seconds: Int) -> String { Self.duration(minutes, "хв", seconds, "с") }

    func begins(isSnow: Bool, minutes: Int) -> String { "\(falling(isSnow: isSnow)) через \(minutes) хв" }
    func begins(isSnow: Bool, around time: String) -> String { "\(falling(isSnow: isSnow)) близько \(time)" }
    func dry(from time: String) -> String { "без опадів \(from(time))" }
    func continues(isSnow: Bool) -> String { "\(falling(isSnow: isSnow)) триває" }
    func amount(_ amount: String, in period: String) -> String { "\(amount) за \(period)" }
    func orMore(_ amount: String) -> String { "\(amount) і більше" }
    func perHour(_ amount: String) -> String { "\(amount)/год" }

    func wind(speed: String?, from direction: String?) -> String {
        [direction, speed].compactMap(\.self).joined(separator: " ")
    }

    func coming(from direction: String) -> String { "з \(direction)" }
    func going(towards direction: String) -> String { "на \(direction)" }
    func gusts(_ speed: String) -> String { "пориви до \(speed)" }

    /// `з 14:00`, `із середи`: the preposition has a vowel before a sibilant.
    func from(_ time: String) -> String {
        let time = withWeekday(time, as: Self.ofWeekday)
        return time.hasPrefix("с") || time.hasPrefix("ч") ? "із \(time)" : "з \(time)"
    }

    func until(_ time: String) -> String { "до \(withWeekday(time, as: Self.ofWeekday))" }

    /// `о 15:38`, `об 11:05`: the preposition before a vowel.
    private static func at(_ time: String) -> String { (time.hasPrefix("11:") ? "об " : "о ") + time }

    func measured(at time: String, by station: String?, distance: String?) -> String {
        let distance = distance.map { " (за \($0))" } ?? ""
        return "виміряно \(Self.at(time))" + (station.map { ": \($0)\(distance)" } ?? "")
    }

    func stationHeight(_ height: String, isHigher: Bool) -> String {
        "станція на \(height) \(isHigher ? "вище" : "нижче")"
    }
    func temperatureCorrected(by difference: String) -> String { "поправка до температури \(difference)" }
    func measured(ago age: String) -> String { "виміряно \(age) тому" }

    func stated(_ text: String, by source: Phrase) -> String { "\(phrase(source)): \(text)" }
    func forecast(for time: String) -> String { "прогноз на \(time)" }
    func valid(at time: String) -> String { "станом на \(time)" }

    func updated(ago age: String, isLast: Bool) -> String {
        "\(isLast ? "останнє оновлення" : "оновлено") \(age) тому"
    }

    func updated(at time: String, isLast: Bool) -> String {
        "\(isLast ? "останнє оновлення" : "оновлено") \(Self.at(time))"
    }

    func updated(ago age: String, at time: String) -> String { "останнє оновлення \(age) тому, \(Self.at(time))" }

    func updatedBeforeClockChange(at time: String, isLast: Bool) -> String {
        "\(updated(at: time, isLast: isLast)), до того як годинник перевели назад"
    }

    func attribution(_ data: Label, by name: String) -> String { "\(label(data)): \(name)" }
    func unreadableWarnings(_ count: Int) -> String {
        PluralForm(eastSlavic: count) == .one
            ? "не вдалося прочитати \(count) попередження, воно може бути чинним"
            : "не вдалося прочитати попередження (\(count)), вони можуть бути чинними"
    }
    func unplacedWarnings(_ count: Int, severest severity: String?) -> String {
        let form =
            switch PluralForm(eastSlavic: count) {
            case .one: "попередження для району, розташування якого невідоме"
            case .few: "попередження для районів, розташування яких невідоме"
            case .many: "попереджень для районів, розташування яких невідоме"
            }
        return "\(count) \(form)" + (severity.map { count == 1 ? " (\($0))" : " (найвищий ступінь: \($0))" } ?? "")
    }
    func unknownWarnings(of country: String) -> String { "попередження \(country) невідомі" }
    func more(_ count: Int, command: String?) -> String { "і ще \(count)" + (command.map { ", див.: \($0)" } ?? "") }
    func extremes(high: String, low: String) -> String { "макс. \(high) / мін. \(low)" }
    func twilight(from dawn: String, until dusk: String) -> String { "уранці \(from(dawn)), увечері \(until(dusk))" }
    func lit(_ share: String) -> String { "освітлено \(share)" }

    func dayLength(_ change: String?, isLonger: Bool) -> String {
        change.map { "на \($0) \(isLonger ? "довше" : "коротше"), ніж учора" } ?? "стільки ж, скільки вчора"
    }

    func next(_ phase: MoonPhase) -> String {
        switch phase {
        case .firstQuarter, .lastQuarter, .fullMoon: "Найближча \(moonPhase(phase))"
        default: "Найближчий \(moonPhase(phase))"
        }
    }

    func issued(at time: String) -> String { "видано \(Self.at(time))" }
    func computed(for position: String) -> String { "обчислено для \(position)" }
    func favourite(_ position: Int) -> String { "вибране \(position)" }

    /// `Фуншал (41 км на ПдЗх)`: the name stays in the nominative, without a preposition.
    func position(_ distance: String, _ direction: String, of place: String) -> String {
        "\(place) (\(distance) на \(direction))"
    }

    func coordinate(latitude: String, isNorth: Bool, longitude: String, isEast: Bool) -> String {
        "\(latitude)° \(isNorth ? "пн. ш." : "пд. ш.") \(longitude)° \(isEast ? "сх. д." : "зх. д.")"
    }

    func frostTonight(_ low: String) -> String { "уночі заморозки до \(low)" }

    func tomorrow(_ difference: String?, isWarmer: Bool) -> String {
        difference.map { "на \($0) \(isWarmer ? "тепліше" : "холодніше"), ніж сьогодні" }
            ?? "та сама температура, що й сьогодні"
    }

    func yesterday(_ difference: String?, isWarmer: Bool) -> String {
        difference.map { "на \($0) \(isWarmer ? "тепліше" : "холодніше"), ніж учора" }
            ?? "та сама температура, що й учора"
    }

    func normal(_ difference: String, isAbove: Bool) -> String {
        "на \(difference) \(isAbove ? "вище" : "нижче") за норму для цієї дати"
    }

    func trend(_ trend: Trend, to temperature: String) -> String {
        switch trend {
        case .rising: "підвищення до \(temperature)"
        case .falling: "зниження до \(temperature)"
        case .steady: "без змін"
        }
    }

    func accuracy(of place: String, from start: String, until end: String) -> String {
        "\(place): прогнози порівняно з вимірюваннями з \(start) до \(end)"
    }

    var accuracyLegend: String {
        "Строк: завчасність прогнозу. ±: середня абсолютна похибка. Зміщ. (зміщення): прогноз мінус вимірювання, у "
            + "середньому. Влучні, Проп. (пропущені), Хибні (хибні тривоги): години, у які дощ або сніг (щонайменше "
            + "0,1 мм) був у прогнозі й випав, випав без прогнозу або був у прогнозі, але не випав. Пари: години з "
            + "прогнозом і виміряною температурою."
    }

    func noAccuracy(of place: String, _ reason: MissingPairs) -> String {
        switch reason {
        case .forecasts:
            "\(place): порівнювати поки нічого, жодного прогнозу ще не збережено. Прогноз зберігається кожні шість "
                + "годин."
        case .stations:
            "\(place): порівнювати поки нічого; станцію не налаштовано. Щоб використовувати найближчу, задайте в "
                + "config.toml для current.source значення \"both\"."
        case .coverage:
            "\(place): порівнювати нічого; жодне джерело даних станцій не охоплює це місце."
        case .sample:
            "\(place): порівнювати нічого; показана погода — демодані."
        case .measurements:
            "\(place): порівнювати поки нічого; прогнози зберігаються, але жодна станція тут ще не вимірювала погоду. "
                + "'weatherctl status' показує, чи знайдено станцію."
        case .time(let time):
            "\(place): порівнювати поки нічого, перший прогноз для порівняння — на \(time)."
        }
    }

    func providerOrder(_ names: String, isMeasured: Bool) -> String {
        "Порядок джерел: \(names) (\(isMeasured ? "за вимірюваннями" : "типовий"))"
    }

    func daysOfPairs(of provider: String, _ days: Int, needed: Int) -> String {
        let noun = PluralForm(eastSlavic: needed) == .one ? "дня" : "днів"
        return "\(provider): пари за \(days) з \(needed) \(noun)"
    }

    func error(of provider: String, _ difference: String?, isLarger: Bool) -> String {
        guard let difference else { return "похибка \(provider) така сама" }
        return "похибка \(provider) на \(difference) \(isLarger ? "більша" : "менша")"
    }

    func daylightLeft(_ duration: String) -> String { "ще \(duration) світлового дня" }

    func trend(_ trend: Trend) -> String {
        switch trend {
        case .rising: "підвищення"
        case .falling: "зниження"
        case .steady: "без змін"
        }
    }

    func allDay(_ weather: String) -> String { "увесь день \(weather)" }

    func then(_ weather: String, until time: String?) -> String {
        "потім \(weather)" + (time.map { " " + until($0) } ?? "")
    }

    func both(_ period: String, _ other: String) -> String { "\(period) та \(other)" }

    func more(_ omission: Summary.Omission) -> String {
        switch omission {
        case .possible: "в інший час також можливі опади"
        case .expected: "в інший час також опади"
        }
    }

    /// `Завтра: невеликий дощ з 14:00 до 17:00, від 12° до 18°, вітряно.`
    func summary(_ summary: Summary) -> String {
        let parts = parts(of: summary) { low, high in "від \(low) до \(high)" }
        return "\(subject(of: summary)): \(parts.joined(separator: ", "))."
    }
}
