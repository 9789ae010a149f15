import Almanac
import Weather

/// Russian, with the terms of the Гидрометцентр and of Gismeteo.
struct Russian: Words {
    let name = "Русский"

    func condition(_ condition: Condition) -> String {
        switch condition {
        case .clear: "ясно"
        case .mostlyClear: "малооблачно"
        case .partlyCloudy: "переменная облачность"
        case .overcast: "пасмурно"
        case .fog: "туман"
        case .drizzle: "морось"
        case .freezingDrizzle: "переохлаждённая морось"
        case .rainLight: "небольшой дождь"
        case .rain: "дождь"
        case .rainHeavy: "сильный дождь"
        case .freezingRain: "ледяной дождь"
        case .sleet: "дождь со снегом"
        case .snowLight: "небольшой снег"
        case .snow: "снег"
        case .snowHeavy: "сильный снег"
        case .rainShowers: "кратковременный дождь"
        case .snowShowers: "кратковременный снег"
        case .thunderstorm: "гроза"
        case .thunderstormHail: "гроза с градом"
        case .haze: "мгла"
        case .smoke: "дым"
        case .dust: "пыль"
        case .squall: "шквал"
        case .tornado: "смерч"
        case .unknown: "неизвестно"
        }
    }

    func conditionByDay(_ condition: Condition) -> String? {
        switch condition {
        case .clear: "солнечно"
        case .mostlyClear: "преимущественно солнечно"
        default: nil
        }
    }

    func condition(_ condition: Condition, _ likelihood: Likelihood) -> String {
        // The word agrees with the gender of the name.
        let (possible, likely) =
            switch condition {
            case .clear, .mostlyClear, .overcast, .unknown: ("возможно", "вероятно")
            case .partlyCloudy, .drizzle, .freezingDrizzle, .thunderstorm, .thunderstormHail, .haze, .dust:
                ("возможна", "вероятна")
            default: ("возможен", "вероятен")
            }
        return "\(likelihood == .possible ? possible : likely) \(self.condition(condition))"
    }

    func label(_ label: Label) -> String {
        switch label {
        case .condition: "Погода"
        case .nowcast: "Дальше"
        case .temperature: "Температура"
        case .feelsLike: "Ощущается как"
        case .highAndLow: "Макс. / мин. сегодня"
        case .humidity: "Влажность"
        case .dewPoint: "Точка росы"
        case .cloudCover: "Облачность"
        case .wind: "Ветер"
        case .pressure: "Давление"
        case .precipitation: "Осадки"
        case .rain: "Дождь"
        case .snowfall: "Свежий снег"
        case .visibility: "Видимость"
        case .uvIndex: "УФ-индекс"
        case .sunrise: "Восход"
        case .sunset: "Закат"
        case .sun: "Солнце"
        case .solarNoon: "Истинный полдень"
        case .dayLength: "Долгота дня"
        case .dawn: "Начало сумерек"
        case .dusk: "Конец сумерек"
        case .civilTwilight: "Гражданские сумерки"
        case .nauticalTwilight: "Навигационные сумерки"
        case .astronomicalTwilight: "Астрономические сумерки"
        case .moon: "Луна"
        case .moonrise: "Восход луны"
        case .moonset: "Заход луны"
        case .europeanIndex: "Европейский индекс"
        case .usIndex: "Индекс США"
        case .openWeatherIndex: "Индекс OpenWeather"
        case .canadianIndex: "Канадский индекс"
        case .indianIndex: "Индийский индекс"
        case .britishIndex: "Британский индекс"
        case .ozone: "Озон"
        case .nitrogenDioxide: "Диоксид азота"
        case .sulphurDioxide: "Диоксид серы"
        case .carbonMonoxide: "Оксид углерода"
        case .ammonia: "Аммиак"
        case .dust: "Пыль"
        case .alderPollen: "Пыльца ольхи"
        case .birchPollen: "Пыльца берёзы"
        case .grassPollen: "Пыльца злаков"
        case .mugwortPollen: "Пыльца полыни"
        case .olivePollen: "Пыльца оливы"
        case .ragweedPollen: "Пыльца амброзии"
        case .weatherData: "Данные о погоде"
        case .warnings: "Предупреждения"
        case .airQuality: "Качество воздуха"
        case .observations: "Наблюдения"
        case .normals: "Нормы"
        case .ensemble: "Ансамбль"
        case .marine: "Погода на море"
        case .waves: "Волны"
        case .windWaves: "Ветровые волны"
        case .swell: "Зыбь"
        case .waterTemperature: "Температура воды"
        case .current: "Течение"
        case .seaLevel: "Уровень моря"
        case .highTide: "Прилив"
        case .lowTide: "Отлив"
        case .nextHours: "Ближайшие часы"
        case .nextDays: "Ближайшие дни"
        case .tomorrow: "Завтра"
        }
    }

    func heading(_ heading: Heading) -> String {
        switch heading {
        case .time: "Время"
        case .temperature: "Темп."
        case .feelsLike: "Ощущ."
        case .precipitation: "Осадки"
        case .probability: "Вер."
        case .wind: "Ветер"
        case .gusts: "Порывы"
        case .from: "Напр."
        case .humidity: "Влажн."
        case .cloud: "Обл."
        case .pressure: "Давление"
        case .condition: "Погода"
        case .day: "День"
        case .low: "Мин."
        case .high: "Макс."
        case .snow: "Снег"
        case .snowDepth: "Высота"
        case .freezingLevel: "Изот. 0°"
        case .maxWind: "Макс. ветер"
        case .sun: "Солнце"
        case .provider: "Источник"
        case .ahead: "Срок"
        case .bias: "Смещ."
        case .hits: "Верно"
        case .misses: "Пропуски"
        case .falseAlarms: "Ложные"
        case .pairs: "Пары"
        }
    }

    func upSince(_ day: String) -> String { "сегодня нет, последний был: \(day)" }

    func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .withClearSky: "при ясном небе"
        case .unitsHint: "метрические единицы; для °F и mph: weatherctl set-units imperial"
        case .metersPerSecondHint:
            "ветер в км/ч, давление в гПа; для м/с и мм рт. ст.: weatherctl set-units wind=ms pressure=mmhg"
        case .calm: "штиль"
        case .forecast: "прогноз"
        case .model: "модель"
        case .radar: "радар"
        case .ensembleSpread: "разброс ансамбля (\(percent("80")) членов)"
        case .updatedJustNow: "обновлено только что"
        case .loading: "погода загружается"
        case .sampleData: "демоданные"
        case .sampleExplained: "демоданные, вымышленные: это не погода в этом месте"
        case .warning: "предупреждение"
        case .noEnd: "срок окончания не указан"
        case .actNow: "действовать немедленно"
        case .noWarnings: "действующих предупреждений нет"
        case .noWarningsThen: "при последнем обновлении предупреждений не было"
        case .approximate: "приблизительно, по часовому поясу"
        case .approximatePlace:
            "место определено по часовому поясу; задайте своё командой: weatherctl set-location ГОРОД"
        case .sunDoesNotSet: "сегодня не заходит"
        case .sunDoesNotRise: "сегодня не восходит"
        case .noneToday: "сегодня нет"
        case .allNight: "всю ночь"
        case .noTwilight: "нет, солнце слишком низко"
        case .noTimeZone: "часовой пояс этого места пока неизвестен, поэтому дата и время указаны по UTC"
        case .polarDay: "полярный день"
        case .polarNight: "полярная ночь"
        case .currentPlace: "текущее место"
        case .shownInBar: "на панели"
        case .noFavourites: "Избранных мест пока нет. Добавьте командой: weatherctl places add ГОРОД"
        case .now: "сейчас"
        case .today: "сегодня"
        case .restOfToday: "до конца дня"
        case .dry: "без осадков"
        case .probablyDry: "вероятно, без осадков"
        case .tonight: "вечером и ночью"
        case .tomorrow: "завтра"
        case .hot: "жарко"
        case .cold: "холодно"
        case .wet: "дождливо"
        case .windy: "ветрено"
        case .offline: "нет сети"
        case .noWeather: "данных о погоде пока нет"
        case .weatherLost: "данные о погоде недоступны"
        case .weatherBack: "данные о погоде снова доступны"
        case .notForNavigation: "приливы приблизительны, рассчитаны по модели; не для навигации"
        case .mapKeys: "стрелки — движение, + и - — масштаб, Enter — выбрать место, q — выход"
        case .refresh: "Обновить"
        case .places: "Места"
        case .units: "Единицы"
        }
    }

    func severity(_ severity: Alert.Severity) -> String {
        switch severity {
        case .unknown: "степень опасности неизвестна"
        case .minor: "незначительная опасность"
        case .moderate: "умеренная опасность"
        case .severe: "высокая опасность"
        case .extreme: "чрезвычайная опасность"
        }
    }

    func kind(_ kind: Alert.Kind) -> String {
        switch kind {
        case .wind: "ветер"
        case .rain: "дождь"
        case .flood: "наводнение"
        case .thunderstorm: "гроза"
        case .tornado: "смерч"
        case .fog: "туман"
        case .heat: "жара"
        case .cold: "холод"
        case .coastal: "сильное волнение или нагон"
        case .avalanche: "лавины"
        case .tsunami: "цунами"
        case .dust: "пыль"
        case .snowIce: "снег или гололёд"
        case .forestFire: "лесной пожар"
        case .tropicalCyclone: "тропический циклон"
        case .airQuality: "качество воздуха"
        case .other: "другая опасность"
        }
    }

    func certainty(_ certainty: Alert.Certainty) -> String {
        switch certainty {
        case .unknown: "вероятность неизвестна"
        case .unlikely: "маловероятно"
        case .possible: "возможно"
        case .likely: "вероятно"
        case .observed: "по наблюдениям"
        }
    }

    func airBand(_ band: AirIndex.Band) -> String {
        switch band {
        case .good: "хорошо"
        case .fair: "приемлемо"
        case .moderate: "умеренно"
        case .poor: "плохо"
        case .veryPoor: "очень плохо"
        case .extremelyPoor: "крайне плохо"
        case .unhealthyForSensitiveGroups: "вредно для чувствительных групп"
        case .unhealthy: "вредно"
        case .veryUnhealthy: "очень вредно"
        case .hazardous: "опасно"
        case .low: "низкий"
        case .high: "высокий"
        case .veryHigh: "очень высокий"
        case .satisfactory: "удовлетворительно"
        case .severe: "критично"
        }
    }

    func exposure(_ exposure: UVExposure) -> String {
        switch exposure {
        case .low: "низкий"
        case .moderate: "умеренный"
        case .high: "высокий"
        case .veryHigh: "очень высокий"
        case .extreme: "экстремальный"
        }
    }

    func moonPhase(_ phase: MoonPhase) -> String {
        switch phase {
        case .newMoon: "новолуние"
        case .waxingCrescent: "растущий серп"
        case .firstQuarter: "первая четверть"
        case .waxingGibbous: "растущая луна"
        case .fullMoon: "полнолуние"
        case .waningGibbous: "убывающая луна"
        case .lastQuarter: "последняя четверть"
        case .waningCrescent: "убывающий серп"
        }
    }

    func freshness(_ freshness: Freshness) -> String {
        switch freshness {
        case .fresh: "свежие данные"
        case .stale: "устаревшие данные"
        case .expired: "просроченные данные"
        case .none: "нет данных"
        }
    }

    func falling(isSnow: Bool) -> String { isSnow ? "снег" : "дождь" }

    let decimalSign = ","
    let groupSign = "\u{A0}"

    func symbol(_ unit: UnitSymbol) -> String {
        switch unit {
        case .celsius: "°C"
        case .fahrenheit: "°F"
        case .kelvin: "К"
        case .metersPerSecond: "м/с"
        case .kilometersPerHour: "км/ч"
        case .milesPerHour: "миль/ч"
        case .knots: "уз"
        case .beaufort: "балл."
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
        case .grainsPerCubicMeter: "зёрен/м³"
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
        case .miles: inflected("миля", "мили", "миль", "мили")
        case .milesPerHour: inflected("миля", "мили", "миль", "мили") + "/ч"
        case .grainsPerCubicMeter: inflected("зерно", "зерна", "зёрен", "зерна") + "/м³"
        default: symbol(unit)
        }
    }

    let degreeSpace = "\u{A0}"

    func percent(_ number: String) -> String { number + "\u{A0}%" }

    let compass = [
        "С", "ССВ", "СВ", "ВСВ", "В", "ВЮВ", "ЮВ", "ЮЮВ", "Ю", "ЮЮЗ", "ЮЗ", "ЗЮЗ", "З", "ЗСЗ", "СЗ", "ССЗ",
    ]

    let weekdays = [
        "воскресенье", "понедельник", "вторник", "среда", "четверг", "пятница", "суббота",
    ]
    let shortWeekdays = [
        "вс", "пн", "вт", "ср", "чт", "пт", "сб",
    ]
    let months = [
        "января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября", "ноября",
        "декабря",
    ]
    let shortMonths = [
        "янв.", "февр.", "марта", "апр.", "мая", "июня", "июля", "авг.", "сент.", "окт.", "нояб.", "дек.",
    ]

    /// `в пятницу`, `во вторник`.
    private static let onWeekday = [
        "в воскресенье", "в понедельник", "во вторник", "в среду", "в четверг", "в пятницу", "в субботу",
    ]
    /// `с воскресенья`, `со вторника`: the genitive.
    private static let ofWeekday = [
        "воскресенья", "понедельника", "вторника", "среды", "четверга", "пятницы", "субботы",
    ]

    func longDate(_ date: CalendarDate, year: Int?, _ order: DateOrder) -> String {
        switch order {
        case .dayMonthYear, .monthDayYear:
            "\(weekday(date)), \(date.day) \(month(date))" + (year.map { " \($0) г." } ?? "")
        case .yearMonthDay: "\(weekday(date)), " + (year.map { "\($0) г., " } ?? "") + "\(date.day) \(month(date))"
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
        case .underOneMinute: "меньше минуты"
        case .minutes(let count): "\(count) мин"
        case .hours(let count): "\(count) ч"
        case .days(let count):
            switch PluralForm(eastSlavic: count) {
            case .one: "\(count) день"
            case .few: "\(count) дня"
            case .many: "\(count) дней"
            }
        }
    }

    func duration(hours: Int, minutes: Int) -> String { Self.duration(hours, "ч", minutes, "мин") }
    func duration(minutes: Int, seconds: Int) -> String { Self.duration(minutes, "мин", seconds, "с") }

    func begins(isSnow: Bool, minutes: Int) -> String { "\(falling(isSnow: isSnow)) через \(minutes) мин" }
    func begins(isSnow: Bool, around time: String) -> String { "\(falling(isSnow: isSnow)) около \(time)" }
    func dry(from time: String) -> String { "без осадков \(from(time))" }
    func continues(isSnow: Bool) -> String { "\(falling(isSnow: isSnow)) продолжается" }
    func amount(_ amount: String, in period: String) -> String { "\(amount) за \(period)" }
    func orMore(_ amount: String) -> String { "\(amount) и более" }
    func perHour(_ amount: String) -> String { "\(amount)/ч" }

    func wind(speed: String?, from direction: String?) -> String {
        [direction, speed].compactMap(\.self).joined(separator: " ")
    }

    func coming(from direction: String) -> String { "с \(direction)" }
    func going(towards direction: String) -> String { "на \(direction)" }
    func gusts(_ speed: String) -> String { "порывы до \(speed)" }

    func from(_ time: String) -> String {
        let time = withWeekday(time, as: Self.ofWeekday)
        return time.hasPrefix("вторника") ? "со \(time)" : "с \(time)"
    }

    func until(_ time: String) -> String { "до \(withWeekday(time, as: Self.ofWeekday))" }
    func measured(at time: String, by station: String?, distance: String?) -> String {
        let distance = distance.map { " (в \($0))" } ?? ""
        return "измерено в \(time)" + (station.map { ": \($0)\(distance)" } ?? "")
    }

    func stationHeight(_ height: String, isHigher: Bool) -> String {
        "станция на \(height) \(isHigher ? "выше" : "ниже")"
    }
    func temperatureCorrected(by difference: String) -> String { "поправка к температуре \(difference)" }
    func measured(ago age: String) -> String { "измерено \(age) назад" }

    func stated(_ text: String, by source: Phrase) -> String { "\(phrase(source)): \(text)" }
    func forecast(for time: String) -> String { "прогноз на \(time)" }
    func valid(at time: String) -> String { "по состоянию на \(time)" }

    func updated(ago age: String, isLast: Bool) -> String {
        "\(isLast ? "последнее обновление" : "обновлено") \(age) назад"
    }

    func updated(at time: String, isLast: Bool) -> String {
        "\(isLast ? "последнее обновление" : "обновлено") в \(time)"
    }

    func updated(ago age: String, at time: String) -> String { "последнее обновление \(age) назад, в \(time)" }

    func updatedBeforeClockChange(at time: String, isLast: Bool) -> String {
        "\(updated(at: time, isLast: isLast)), до того как часы перевели назад"
    }

    func attribution(_ data: Label, by name: String) -> String { "\(label(data)): \(name)" }
    func unreadableWarnings(_ count: Int) -> String {
        PluralForm(eastSlavic: count) == .one
            ? "не удалось прочитать \(count) предупреждение, оно может действовать"
            : "не удалось прочитать предупреждения (\(count)), они могут действовать"
    }
    func unplacedWarnings(_ count: Int, severest severity: String?) -> String {
        let form =
            switch PluralForm(eastSlavic: count) {
            case .one: "предупреждение для района, положение которого неизвестно"
            case .few: "предупреждения для районов, положение которых неизвестно"
            case .many: "предупреждений для районов, положение которых неизвестно"
            }
        return "\(count) \(form)" + (severity.map { count == 1 ? " (\($0))" : " (наивысшая степень: \($0))" } ?? "")
    }
    func unknownWarnings(of country: String) -> String { "предупреждения \(country) неизвестны" }
    func more(_ count: Int, command: String?) -> String { "и ещё \(count)" + (command.map { ", см.: \($0)" } ?? "") }
    func extremes(high: String, low: String) -> String { "макс. \(high) / мин. \(low)" }
    func twilight(from dawn: String, until dusk: String) -> String { "утром \(from(dawn)), вечером \(until(dusk))" }
    func lit(_ share: String) -> String { "освещено \(share)" }

    func dayLength(_ change: String?, isLonger: Bool) -> String {
        change.map { "на \($0) \(isLonger ? "длиннее" : "короче"), чем вчера" } ?? "столько же, сколько вчера"
    }

    func next(_ phase: MoonPhase) -> String {
        switch phase {
        case .newMoon, .fullMoon: "Ближайшее \(moonPhase(phase))"
        case .waxingCrescent, .waningCrescent: "Ближайший \(moonPhase(phase))"
        default: "Ближайшая \(moonPhase(phase))"
        }
    }

    func issued(at time: String) -> String { "выпущено в \(time)" }
    func computed(for position: String) -> String { "рассчитано для \(position)" }
    func favourite(_ position: Int) -> String { "избранное \(position)" }

    /// `Фуншал (41 км к ЮЗ)`: the name stays in the nominative, without a preposition.
    func position(_ distance: String, _ direction: String, of place: String) -> String {
        "\(place) (\(distance) к \(direction))"
    }

    func coordinate(latitude: String, isNorth: Bool, longitude: String, isEast: Bool) -> String {
        "\(latitude)° \(isNorth ? "с. ш." : "ю. ш.") \(longitude)° \(isEast ? "в. д." : "з. д.")"
    }

    func frostTonight(_ low: String) -> String { "ночью заморозки до \(low)" }

    func tomorrow(_ difference: String?, isWarmer: Bool) -> String {
        difference.map { "на \($0) \(isWarmer ? "теплее" : "холоднее"), чем сегодня" }
            ?? "та же температура, что и сегодня"
    }

    func yesterday(_ difference: String?, isWarmer: Bool) -> String {
        difference.map { "на \($0) \(isWarmer ? "теплее" : "холоднее"), чем вчера" }
            ?? "та же температура, что и вчера"
    }

    func normal(_ difference: String, isAbove: Bool) -> String {
        "на \(difference) \(isAbove ? "выше" : "ниже") нормы для этой даты"
    }

    func trend(_ trend: Trend, to temperature: String) -> String {
        switch trend {
        case .rising: "повышение до \(temperature)"
        case .falling: "понижение до \(temperature)"
        case .steady: "без изменений"
        }
    }

    func accuracy(of place: String, from start: String, until end: String) -> String {
        "\(place): прогнозы в сравнении с измерениями с \(start) по \(end)"
    }

    var accuracyLegend: String {
        "Срок: заблаговременность прогноза. ±: средняя абсолютная ошибка. Смещ. (смещение): прогноз минус измерение, в "
            + "среднем. Верно, Пропуски, Ложные (ложные тревоги): часы, в которые дождь или снег (не менее 0,1 мм) был "
            + "в прогнозе и выпал, выпал без прогноза либо был в прогнозе, но не выпал. Пары: часы с прогнозом и "
            + "измеренной температурой."
    }

    func noAccuracy(of place: String, _ reason: MissingPairs) -> String {
        switch reason {
        case .forecasts:
            "\(place): сравнивать пока нечего, ни один прогноз ещё не сохранён. Прогноз сохраняется каждые шесть часов."
        case .stations:
            "\(place): сравнивать пока нечего; станция не настроена. Чтобы использовать ближайшую, задайте в "
                + "config.toml для current.source значение \"both\"."
        case .coverage:
            "\(place): сравнивать нечего; ни один источник данных станций не охватывает это место."
        case .sample:
            "\(place): сравнивать нечего; показанная погода — демоданные."
        case .measurements:
            "\(place): сравнивать пока нечего; прогнозы сохраняются, но ни одна станция здесь ещё не измеряла погоду. "
                + "'weatherctl status' показывает, найдена ли станция."
        case .time(let time):
            "\(place): сравнивать пока нечего, первый прогноз для сравнения — на \(time)."
        }
    }

    func providerOrder(_ names: String, isMeasured: Bool) -> String {
        "Порядок источников: \(names) (\(isMeasured ? "по измерениям" : "по умолчанию"))"
    }

    func daysOfPairs(of provider: String, _ days: Int, needed: Int) -> String {
        let noun = PluralForm(eastSlavic: needed) == .one ? "дня" : "дней"
        return "\(provider): пары за \(days) из \(needed) \(noun)"
    }

    func error(of provider: String, _ difference: String?, isLarger: Bool) -> String {
        guard let difference else { return "ошибка \(provider) такая же" }
        return "ошибка \(provider) на \(difference) \(isLarger ? "больше" : "меньше")"
    }

    func daylightLeft(_ duration: String) -> String { "ещё \(duration) светового дня" }

    func trend(_ trend: Trend) -> String {
        switch trend {
        case .rising: "повышение"
        case .falling: "понижение"
        case .steady: "без изменений"
        }
    }

    func allDay(_ weather: String) -> String { "весь день \(weather)" }

    func then(_ weather: String, until time: String?) -> String {
        "затем \(weather)" + (time.map { " " + until($0) } ?? "")
    }

    func both(_ period: String, _ other: String) -> String { "\(period) и \(other)" }

    func more(_ omission: Summary.Omission) -> String {
        switch omission {
        case .possible: "в другое время также возможны осадки"
        case .expected: "в другое время также осадки"
        }
    }

    /// `Завтра: небольшой дождь с 14:00 до 17:00, от 12° до 18°, ветрено.`
    func summary(_ summary: Summary) -> String {
        let parts = parts(of: summary) { low, high in "от \(low) до \(high)" }
        return "\(subject(of: summary)): \(parts.joined(separator: ", "))."
    }
}
