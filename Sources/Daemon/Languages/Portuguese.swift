import Almanac
import Weather

/// Portuguese, with terms common to Brazil's INMET and Portugal's IPMA, or else Brazil's.
struct Portuguese: Words {
    /// Whether it is European Portuguese.
    var isEuropean = false

    private func either(_ brazilian: String, _ european: String) -> String { isEuropean ? european : brazilian }

    var name: String { either("Português", "Português (Portugal)") }

    func condition(_ condition: Condition) -> String {
        switch condition {
        case .clear: either("céu claro", "céu limpo")
        case .mostlyClear: either("poucas nuvens", "pouco nublado")
        case .partlyCloudy: "parcialmente nublado"
        case .overcast: "encoberto"
        case .fog: "nevoeiro"
        case .drizzle: "chuvisco"
        case .freezingDrizzle: either("chuvisco congelante", "chuvisco gelado")
        case .rainLight: "chuva fraca"
        case .rain: "chuva"
        case .rainHeavy: "chuva forte"
        case .freezingRain: either("chuva congelante", "chuva gelada")
        case .sleet: "chuva com neve"
        case .snowLight: "neve fraca"
        case .snow: "neve"
        case .snowHeavy: "neve forte"
        case .rainShowers: either("pancadas de chuva", "aguaceiros")
        case .snowShowers: either("pancadas de neve", "aguaceiros de neve")
        case .thunderstorm: "trovoada"
        case .thunderstormHail: "trovoada com granizo"
        case .haze: either("névoa seca", "bruma")
        case .smoke: either("fumaça", "fumo")
        case .dust: either("poeira", "poeiras")
        case .squall: "rajadas de vento"
        case .tornado: "tornado"
        case .unknown: "desconhecido"
        }
    }

    func conditionByDay(_ condition: Condition) -> String? {
        switch condition {
        case .clear: either("ensolarado", "céu limpo")
        case .mostlyClear: either("sol com poucas nuvens", "céu pouco nublado")
        default: nil
        }
    }

    func condition(_ condition: Condition, _ likelihood: Likelihood) -> String {
        let isPlural = [Condition.rainShowers, .snowShowers, .squall].contains(condition)
        let word =
            switch likelihood {
            case .possible: isPlural ? "possíveis" : "possível"
            case .likely: isPlural ? "prováveis" : "provável"
            }
        return "\(self.condition(condition)) \(word)"
    }

    func label(_ label: Label) -> String {
        switch label {
        case .condition: "Tempo"
        case .nowcast: "Evolução"
        case .temperature: "Temperatura"
        case .feelsLike: "Sensação térmica"
        case .highAndLow: "Máx. / mín. de hoje"
        case .humidity: either("Umidade", "Humidade")
        case .dewPoint: "Ponto de orvalho"
        case .cloudCover: "Nebulosidade"
        case .wind: "Vento"
        case .pressure: "Pressão"
        case .precipitation: "Precipitação"
        case .rain: "Chuva"
        case .snowfall: "Queda de neve"
        case .visibility: "Visibilidade"
        case .uvIndex: "Índice UV"
        case .sunrise: "Nascer do sol"
        case .sunset: "Pôr do sol"
        case .sun: "Sol"
        case .solarNoon: "Meio-dia solar"
        case .dayLength: "Duração do dia"
        case .dawn: "Amanhecer"
        case .dusk: "Anoitecer"
        case .civilTwilight: "Crepúsculo civil"
        case .nauticalTwilight: "Crepúsculo náutico"
        case .astronomicalTwilight: either("Crepúsculo astronômico", "Crepúsculo astronómico")
        case .moon: "Lua"
        case .moonrise: "Nascer da lua"
        case .moonset: "Pôr da lua"
        case .europeanIndex: "Índice europeu"
        case .usIndex: "Índice dos EUA"
        case .openWeatherIndex: "Índice OpenWeather"
        case .canadianIndex: either("Índice canadense", "Índice canadiano")
        case .indianIndex: "Índice indiano"
        case .britishIndex: "Índice britânico"
        case .ozone: either("Ozônio", "Ozono")
        case .nitrogenDioxide: either("Dióxido de nitrogênio", "Dióxido de azoto")
        case .sulphurDioxide: "Dióxido de enxofre"
        case .carbonMonoxide: "Monóxido de carbono"
        case .ammonia: either("Amônia", "Amoníaco")
        case .dust: either("Poeira", "Poeiras")
        case .alderPollen: "Pólen de amieiro"
        case .birchPollen: "Pólen de bétula"
        case .grassPollen: "Pólen de gramíneas"
        case .mugwortPollen: "Pólen de artemísia"
        case .olivePollen: "Pólen de oliveira"
        case .ragweedPollen: "Pólen de ambrósia"
        case .weatherData: "Dados meteorológicos"
        case .warnings: "Avisos"
        case .airQuality: "Qualidade do ar"
        case .observations: "Observações"
        case .normals: "Valores normais"
        case .ensemble: "Conjunto"
        case .marine: "Meteorologia marítima"
        case .waves: "Ondas"
        case .windWaves: "Vagas"
        case .swell: "Ondulação"
        case .waterTemperature: "Temperatura da água"
        case .current: "Corrente"
        case .seaLevel: "Nível do mar"
        case .highTide: "Maré alta"
        case .lowTide: "Maré baixa"
        case .nextHours: "Próximas horas"
        case .nextDays: "Próximos dias"
        case .tomorrow: "Amanhã"
        }
    }

    func heading(_ heading: Heading) -> String {
        switch heading {
        case .time: "Hora"
        case .temperature: "Temp."
        case .feelsLike: "Sens."
        case .precipitation: "Precip."
        case .probability: "Prob."
        case .wind: "Vento"
        case .gusts: "Rajadas"
        case .from: "Dir."
        case .humidity: either("Umid.", "Humid.")
        case .cloud: "Nuvens"
        case .pressure: "Pressão"
        case .condition: "Tempo"
        case .day: "Dia"
        case .low: "Mín."
        case .high: "Máx."
        case .snow: "Neve"
        case .snowDepth: "No solo"
        case .freezingLevel: "Isot. 0°"
        case .maxWind: "Vento máx."
        case .sun: "Sol"
        case .provider: either("Provedor", "Fornec.")
        case .ahead: "Prazo"
        case .bias: "Viés"
        case .hits: "Acertos"
        case .misses: "Falhas"
        case .falseAlarms: "Falsos"
        case .pairs: "Pares"
        }
    }

    func upSince(_ day: String) -> String { "hoje não, acima do horizonte desde \(day)" }

    func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .withClearSky: "com céu limpo"
        case .unitsHint: "unidades métricas; para °F e mph: weatherctl set-units imperial"
        case .metersPerSecondHint:
            "vento em km/h, pressão em hPa; para m/s e mmHg: weatherctl set-units wind=ms pressure=mmhg"
        case .calm: "calmo"
        case .forecast: "previsão"
        case .model: "modelo"
        case .radar: "radar"
        case .ensembleSpread: "dispersão do conjunto (\(percent("80")) dos membros)"
        case .updatedJustNow: "atualizado há instantes"
        case .loading: either("carregando os dados meteorológicos", "a carregar os dados meteorológicos")
        case .sampleData: "dados de exemplo"
        case .sampleExplained: "dados de exemplo, inventados: não é o tempo deste local"
        case .warning: "aviso"
        case .noEnd: "fim não indicado"
        case .actNow: "agir de imediato"
        case .noWarnings: "nenhum aviso em vigor"
        case .noWarningsThen: "nenhum aviso estava em vigor na última atualização"
        case .approximate: "aproximado, pelo fuso horário"
        case .approximatePlace: "o local foi deduzido do fuso horário; defina o seu com: weatherctl set-location CIDADE"
        case .sunDoesNotSet: "não se põe hoje"
        case .sunDoesNotRise: "não nasce hoje"
        case .noneToday: "hoje não"
        case .allNight: either("a noite toda", "toda a noite")
        case .noTwilight: either("nenhum, o sol fica baixo demais", "nenhum, o sol fica demasiado baixo")
        case .noTimeZone: "o fuso horário deste local ainda não é conhecido, por isso o dia e as horas são os de UTC"
        case .polarDay: "dia polar"
        case .polarNight: "noite polar"
        case .currentPlace: "local atual"
        case .shownInBar: "na barra"
        case .noFavourites: "Ainda não há favoritos. Adicione um com: weatherctl places add CIDADE"
        case .now: "agora"
        case .today: "hoje"
        case .restOfToday: "resto do dia"
        case .dry: "tempo seco"
        case .probablyDry: "provavelmente sem precipitação"
        case .tonight: "esta noite"
        case .tomorrow: "amanhã"
        case .hot: "quente"
        case .cold: "frio"
        case .wet: "chuvoso"
        case .windy: "ventoso"
        case .offline: either("sem conexão", "sem ligação")
        case .noWeather: "ainda não há dados meteorológicos"
        case .weatherLost: "dados meteorológicos indisponíveis"
        case .weatherBack: "dados meteorológicos novamente disponíveis"
        case .notForNavigation: "marés aproximadas, calculadas por um modelo; não usar para navegação"
        case .mapKeys: "as setas movem, + e - ampliam e reduzem, Enter define o local, q sai"
        case .refresh: "Atualizar"
        case .places: "Locais"
        case .units: "Unidades"
        }
    }

    func severity(_ severity: Alert.Severity) -> String {
        switch severity {
        case .unknown: "gravidade desconhecida"
        case .minor: "leve"
        case .moderate: "moderado"
        case .severe: "grave"
        case .extreme: "extremo"
        }
    }

    func kind(_ kind: Alert.Kind) -> String {
        switch kind {
        case .wind: "vento"
        case .rain: "chuva"
        case .flood: "inundação"
        case .thunderstorm: "trovoada"
        case .tornado: "tornado"
        case .fog: "nevoeiro"
        case .heat: "calor"
        case .cold: "frio"
        case .coastal: either("ressaca", "agitação marítima")
        case .avalanche: "avalanches"
        case .tsunami: "tsunami"
        case .dust: either("poeira", "poeiras")
        case .snowIce: "neve ou gelo"
        case .forestFire: "incêndio florestal"
        case .tropicalCyclone: "ciclone tropical"
        case .airQuality: "qualidade do ar"
        case .other: "outro perigo"
        }
    }

    func certainty(_ certainty: Alert.Certainty) -> String {
        switch certainty {
        case .unknown: "certeza desconhecida"
        case .unlikely: "probabilidade baixa"
        case .possible: "possivelmente"
        case .likely: "provavelmente"
        case .observed: "segundo observações"
        }
    }

    func airBand(_ band: AirIndex.Band) -> String {
        switch band {
        case .good: "bom"
        case .fair: "razoável"
        case .moderate: "moderado"
        case .poor: either("ruim", "mau")
        case .veryPoor: either("muito ruim", "muito mau")
        case .extremelyPoor: "péssimo"
        case .unhealthyForSensitiveGroups: "insalubre para grupos sensíveis"
        case .unhealthy: "insalubre"
        case .veryUnhealthy: "muito insalubre"
        case .hazardous: "perigoso"
        case .low: "baixo"
        case .high: "alto"
        case .veryHigh: "muito alto"
        case .satisfactory: "satisfatório"
        case .severe: "crítico"
        }
    }

    func exposure(_ exposure: UVExposure) -> String {
        switch exposure {
        case .low: "baixo"
        case .moderate: "moderado"
        case .high: "alto"
        case .veryHigh: "muito alto"
        case .extreme: "extremo"
        }
    }

    func moonPhase(_ phase: MoonPhase) -> String {
        switch phase {
        case .newMoon: "lua nova"
        case .waxingCrescent: "lua crescente"
        case .firstQuarter: "quarto crescente"
        case .waxingGibbous: "crescente gibosa"
        case .fullMoon: "lua cheia"
        case .waningGibbous: "minguante gibosa"
        case .lastQuarter: "quarto minguante"
        case .waningCrescent: "lua minguante"
        }
    }

    func freshness(_ freshness: Freshness) -> String {
        switch freshness {
        case .fresh: "dados atuais"
        case .stale: "dados antigos"
        case .expired: "dados expirados"
        case .none: "sem dados"
        }
    }

    func falling(isSnow: Bool) -> String { isSnow ? "neve" : "chuva" }

    let decimalSign = ","
    var groupSign: String { either(".", "\u{A0}") }

    func symbol(_ unit: UnitSymbol) -> String {
        switch unit {
        case .knots: "nós"
        case .inches: "pol."
        case .feet: "pés"
        case .inchesOfMercury: "polHg"
        case .grainsPerCubicMeter: "grãos/m³"
        default: unit.international
        }
    }

    func symbol(_ unit: UnitSymbol, after number: String) -> String {
        guard number == "1" else { return symbol(unit) }
        return switch unit {
        case .knots: "nó"
        case .feet: "pé"
        case .grainsPerCubicMeter: "grão/m³"
        default: symbol(unit)
        }
    }

    let degreeSpace = "\u{A0}"

    func percent(_ number: String) -> String { number + "%" }

    let compass = [
        "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSO", "SO", "OSO", "O", "ONO", "NO", "NNO",
    ]

    let weekdays = [
        "domingo", "segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado",
    ]
    let shortWeekdays = [
        "dom.", "seg.", "ter.", "qua.", "qui.", "sex.", "sáb.",
    ]
    let months = [
        "janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro",
        "dezembro",
    ]
    let shortMonths = [
        "jan.", "fev.", "mar.", "abr.", "mai.", "jun.", "jul.", "ago.", "set.", "out.", "nov.", "dez.",
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
        "\(hour12):\(minute) \(isAfternoon ? "PM" : "AM")"
    }

    /// As in CLDR: the 12-hour clock only in Macao.
    func clock(region: String?) -> ClockFormat { region == "MO" ? .hours12 : .hours24 }
    func dateOrder(region: String?) -> DateOrder { .dayMonthYear }

    func time(_ time: String, onDate date: String) -> String { "\(time) de \(date)" }

    func time(_ time: String, onDay day: String) -> String {
        shortWeekdays.contains(day)
            ? "\(day) \(time)" : "\(day)\(day.contains(where: { $0 == "," }) ? "," : "") \(with("às", "à", time))"
    }

    /// `às 15:42`, but `à 1:42`.
    private func with(_ plural: String, _ singular: String, _ time: String) -> String {
        (time.hasPrefix("1:") || time.hasPrefix("01:") ? singular : plural) + " " + time
    }

    func age(_ age: Age.Count) -> String {
        switch age {
        case .underOneMinute: "menos de 1 min"
        case .minutes(let count): "\(count) min"
        case .hours(let count): "\(count) h"
        case .days(let count): count == 1 ? "1 dia" : "\(count) dias"
        }
    }

    func duration(hours: Int, minutes: Int) -> String { Self.duration(hours, "h", minutes, "min") }
    func duration(minutes: Int, seconds: Int) -> String { Self.duration(minutes, "min", seconds, "s") }

    func begins(isSnow: Bool, minutes: Int) -> String {
        "\(falling(isSnow: isSnow)) \(either("em", "dentro de")) \(minutes) min"
    }

    func begins(isSnow: Bool, around time: String) -> String {
        "\(falling(isSnow: isSnow)) por volta \(with("das", "da", time))"
    }
    func dry(from time: String) -> String { "tempo seco \(from(time))" }

    func continues(isSnow: Bool) -> String {
        "continua " + (isSnow ? either("nevando", "a nevar") : either("chovendo", "a chover"))
    }

    func amount(_ amount: String, in period: String) -> String { "\(amount) em \(period)" }
    func orMore(_ amount: String) -> String { "\(amount) ou mais" }
    func perHour(_ amount: String) -> String { "\(amount)/h" }

    func wind(speed: String?, from direction: String?) -> String {
        [speed, direction.map { "de \($0)" }].compactMap(\.self).joined(separator: " ")
    }

    func coming(from direction: String) -> String { "de \(direction)" }
    func going(towards direction: String) -> String { "para \(direction)" }
    func gusts(_ speed: String) -> String { "rajadas de \(speed)" }

    func from(_ time: String) -> String {
        "a partir \(with("das", "da", ofDay: time) ?? "de \(time)")"
    }

    func until(_ time: String) -> String {
        "até \(with(either("as", "às"), either("a", "à"), ofDay: time) ?? time)"
    }

    /// `das 15:42`, `das 15:42 de terça-feira`; nil for a day without a time. "de terça-feira às" would be a range.
    private func with(_ plural: String, _ singular: String, ofDay time: String) -> String? {
        guard beginsWithWeekday(time) else { return with(plural, singular, time) }
        return parts(of: time, at: [" às ", " à "]).map { "\(with(plural, singular, $0.time)) de \($0.day)" }
    }

    /// `das 14:00 às 17:00`, `das 20:00 até as 18:00 de domingo`.
    func period(from start: String?, until end: String?) -> String? {
        guard let start, let end else { return start.map { from($0) } ?? end.map { until($0) } }
        let begin = with("das", "da", ofDay: start) ?? "de \(start)"
        return "\(begin) \(beginsWithWeekday(end) ? until(end) : with("às", "à", end))"
    }

    func measured(at time: String, by station: String?, distance: String?) -> String {
        let distance = distance.map { " (a \($0))" } ?? ""
        return "medido \(with("às", "à", time))" + (station.map { " na estação \($0)\(distance)" } ?? "")
    }

    func stationHeight(_ height: String, isHigher: Bool) -> String {
        "estação \(height) mais \(isHigher ? "alta" : "baixa")"
    }
    func temperatureCorrected(by difference: String) -> String { "temperatura corrigida em \(difference)" }
    func measured(ago age: String) -> String { "medido há \(age)" }

    func stated(_ text: String, by source: Phrase) -> String { "\(phrase(source)): \(text)" }
    func forecast(for time: String) -> String { "previsão \(with("para as", "para a", time))" }
    func valid(at time: String) -> String { "dados \(with("das", "da", time))" }

    func updated(ago age: String, isLast: Bool) -> String {
        "\(isLast ? "última atualização" : "atualizado") há \(age)"
    }

    func updated(at time: String, isLast: Bool) -> String {
        "\(isLast ? "última atualização" : "atualizado") \(with("às", "à", time))"
    }

    func updated(ago age: String, at time: String) -> String {
        "última atualização há \(age), \(with("às", "à", time))"
    }

    func updatedBeforeClockChange(at time: String, isLast: Bool) -> String {
        "\(updated(at: time, isLast: isLast)), antes de o relógio ser atrasado"
    }

    func attribution(_ data: Label, by name: String) -> String { "\(label(data)): \(name)" }
    func unreadableWarnings(_ count: Int) -> String {
        count == 1
            ? "1 aviso não pôde ser lido e pode estar em vigor"
            : "\(count) avisos não puderam ser lidos e podem estar em vigor"
    }
    func unplacedWarnings(_ count: Int, severest severity: String?) -> String {
        count == 1
            ? "1 aviso de uma região que não pode ser localizada" + (severity.map { " (nível: \($0))" } ?? "")
            : "\(count) avisos de regiões que não podem ser localizadas"
                + (severity.map { " (nível máximo: \($0))" } ?? "")
    }
    func unknownWarnings(of country: String) -> String { "os avisos de \(country) não são conhecidos" }
    func more(_ count: Int, command: String?) -> String { "e mais \(count)" + (command.map { ", veja: \($0)" } ?? "") }
    func extremes(high: String, low: String) -> String { "máx. \(high) / mín. \(low)" }
    func twilight(from dawn: String, until dusk: String) -> String { "de manhã \(from(dawn)), à tarde \(until(dusk))" }
    func lit(_ share: String) -> String { "\(share) iluminada" }

    func dayLength(_ change: String?, isLonger: Bool) -> String {
        change.map { compared($0, isMore: isLonger, "ontem") } ?? "igual a ontem"
    }

    func next(_ phase: MoonPhase) -> String {
        let isQuarter = phase == .firstQuarter || phase == .lastQuarter
        return "\(isQuarter ? "Próximo" : "Próxima") \(moonPhase(phase))"
    }

    func issued(at time: String) -> String { "emitido \(with("às", "à", time))" }
    func computed(for position: String) -> String { "calculado para \(position)" }
    func favourite(_ position: Int) -> String { "favorito \(position)" }

    func position(_ distance: String, _ direction: String, of place: String) -> String {
        "\(distance) a \(direction) de \(place)"
    }

    func frostTonight(_ low: String) -> String { "geada esta noite, até \(low)" }

    func tomorrow(_ difference: String?, isWarmer: Bool) -> String {
        difference.map { compared($0, isMore: isWarmer, "hoje") } ?? "a mesma temperatura de hoje"
    }

    func yesterday(_ difference: String?, isWarmer: Bool) -> String {
        difference.map { compared($0, isMore: isWarmer, "ontem") } ?? "a mesma temperatura de ontem"
    }

    func normal(_ difference: String, isAbove: Bool) -> String {
        "\(difference) \(isAbove ? "acima" : "abaixo") do normal para a época"
    }

    /// `3° a mais que hoje`; in Portugal `mais 3° do que hoje`.
    private func compared(_ difference: String, isMore: Bool, _ other: String) -> String {
        let word = isMore ? "mais" : "menos"
        return either("\(difference) a \(word) que \(other)", "\(word) \(difference) do que \(other)")
    }

    func trend(_ trend: Trend, to temperature: String) -> String {
        switch trend {
        case .rising: "sobe até \(temperature)"
        case .falling: "desce até \(temperature)"
        case .steady: "estável"
        }
    }

    func accuracy(of place: String, from start: String, until end: String) -> String {
        "Previsões para \(place), comparadas com as medições de \(start) a \(end)"
    }

    var accuracyLegend: String {
        "Prazo: antecedência da previsão. ±: erro absoluto médio. Viés: previsão menos medição, em média. Acertos, "
            + "Falhas, Falsos (falsos alarmes): horas em que pelo menos 0,1 mm de chuva ou neve foi previsto e caiu, "
            + "caiu sem ser previsto, ou foi previsto e não caiu. Pares: horas com uma previsão e uma temperatura "
            + "medida."
    }

    func noAccuracy(of place: String, _ reason: MissingPairs) -> String {
        switch reason {
        case .forecasts:
            "Ainda não há nada para comparar em \(place): nenhuma previsão foi "
                + either(
                    "salva até agora. Uma é salva a cada seis horas.",
                    "guardada até agora. É guardada uma a cada seis horas.")
        case .stations:
            "Ainda não há nada para comparar em \(place): nenhuma estação está configurada. Para usar a mais próxima, "
                + "defina current.source como \"both\" em config.toml."
        case .coverage:
            "Não há nada para comparar em \(place): nenhuma fonte de estações \(either("cobre", "abrange")) este local."
        case .sample:
            "Não há nada para comparar em \(place): o tempo mostrado são dados de exemplo."
        case .measurements:
            "Ainda não há nada para comparar em \(place): há previsões \(either("salvas", "guardadas")), mas nenhuma estação fez medições "
                + "ali. 'weatherctl status' mostra se foi encontrada uma estação."
        case .time(let time):
            "Ainda não há nada para comparar em \(place): a primeira previsão comparável é para \(time)."
        }
    }

    func providerOrder(_ names: String, isMeasured: Bool) -> String {
        let order = either("Ordem dos provedores", "Ordem dos fornecedores")
        let reason = isMeasured ? "segundo as medições" : either("padrão", "predefinida")
        return "\(order): \(names) (\(reason))"
    }

    func daysOfPairs(of provider: String, _ days: Int, needed: Int) -> String {
        "\(provider) tem \(days) de \(needed) dias com pares"
    }

    func error(of provider: String, _ difference: String?, isLarger: Bool) -> String {
        guard let difference else { return "o erro de \(provider) é o mesmo" }
        return "o erro de \(provider) é \(difference) \(isLarger ? "maior" : "menor")"
    }

    func daylightLeft(_ duration: String) -> String { "ainda \(duration) de luz" }

    func trend(_ trend: Trend) -> String {
        switch trend {
        case .rising: either("subindo", "a subir")
        case .falling: either("descendo", "a descer")
        case .steady: "estável"
        }
    }

    func allDay(_ weather: String) -> String { "\(weather) " + either("o dia todo", "todo o dia") }

    func then(_ weather: String, until time: String?) -> String {
        "depois \(weather)" + (time.map { " " + until($0) } ?? "")
    }

    func both(_ period: String, _ other: String) -> String { "\(period) e \(other)" }

    func more(_ omission: Summary.Omission) -> String {
        switch omission {
        case .possible: either("possível precipitação em outros horários", "possível precipitação noutros horários")
        case .expected: either("mais precipitação em outros horários", "mais precipitação noutros horários")
        }
    }

    /// `Amanhã: chuva fraca das 14:00 às 17:00, de 12° a 18°, ventoso.`
    func summary(_ summary: Summary) -> String {
        let parts = parts(of: summary) { low, high in "de \(low) a \(high)" }
        return "\(subject(of: summary)): \(parts.joined(separator: ", "))."
    }
}
