import Almanac
import Weather

/// Japanese, with the terms of the 気象庁.
struct Japanese: Words {
    let name = "日本語"

    func condition(_ condition: Condition) -> String {
        switch condition {
        case .clear: "快晴"
        case .mostlyClear: "晴れ"
        case .partlyCloudy: "薄曇り"
        case .overcast: "曇り"
        case .fog: "霧"
        case .drizzle: "霧雨"
        case .freezingDrizzle: "着氷性の霧雨"
        case .rainLight: "弱い雨"
        case .rain: "雨"
        case .rainHeavy: "強い雨"
        case .freezingRain: "着氷性の雨"
        case .sleet: "みぞれ"
        case .snowLight: "弱い雪"
        case .snow: "雪"
        case .snowHeavy: "強い雪"
        case .rainShowers: "にわか雨"
        case .snowShowers: "にわか雪"
        case .thunderstorm: "雷雨"
        case .thunderstormHail: "ひょうを伴う雷雨"
        case .haze: "煙霧"
        case .smoke: "煙"
        case .dust: "ちり煙霧"
        case .squall: "突風"
        case .tornado: "竜巻"
        case .unknown: "不明"
        }
    }

    func condition(_ condition: Condition, _ likelihood: Likelihood) -> String {
        "\(self.condition(condition))の\(likelihood == .possible ? "可能性" : "見込み")"
    }

    func label(_ label: Label) -> String {
        switch label {
        case .condition: "天気"
        case .nowcast: "直近の天気"
        case .temperature: "気温"
        case .feelsLike: "体感温度"
        case .highAndLow: "今日の最高 / 最低"
        case .humidity: "湿度"
        case .dewPoint: "露点温度"
        case .cloudCover: "雲量"
        case .wind: "風"
        case .pressure: "気圧"
        case .precipitation: "降水量"
        case .rain: "雨量"
        case .snowfall: "降雪量"
        case .visibility: "視程"
        case .uvIndex: "UVインデックス"
        case .sunrise: "日の出"
        case .sunset: "日の入り"
        case .sun: "太陽"
        case .solarNoon: "南中"
        case .dayLength: "昼の長さ"
        case .dawn: "夜明け"
        case .dusk: "日暮れ"
        case .civilTwilight: "市民薄明"
        case .nauticalTwilight: "航海薄明"
        case .astronomicalTwilight: "天文薄明"
        case .moon: "月"
        case .moonrise: "月の出"
        case .moonset: "月の入り"
        case .europeanIndex: "欧州指数"
        case .usIndex: "米国指数"
        case .openWeatherIndex: "OpenWeather指数"
        case .canadianIndex: "カナダ指数"
        case .indianIndex: "インド指数"
        case .britishIndex: "英国指数"
        case .ozone: "オゾン"
        case .nitrogenDioxide: "二酸化窒素"
        case .sulphurDioxide: "二酸化硫黄"
        case .carbonMonoxide: "一酸化炭素"
        case .ammonia: "アンモニア"
        case .dust: "ダスト"
        case .alderPollen: "ハンノキ花粉"
        case .birchPollen: "シラカバ花粉"
        case .grassPollen: "イネ科花粉"
        case .mugwortPollen: "ヨモギ花粉"
        case .olivePollen: "オリーブ花粉"
        case .ragweedPollen: "ブタクサ花粉"
        case .weatherData: "気象データ"
        case .warnings: "警報・注意報"
        case .airQuality: "大気質"
        case .observations: "観測"
        case .normals: "平年値"
        case .ensemble: "アンサンブル"
        case .marine: "海上気象"
        case .waves: "波"
        case .windWaves: "風浪"
        case .swell: "うねり"
        case .waterTemperature: "海水温"
        case .current: "海流"
        case .seaLevel: "潮位"
        case .highTide: "満潮"
        case .lowTide: "干潮"
        case .nextHours: "今後の天気"
        case .nextDays: "週間天気"
        case .tomorrow: "明日"
        }
    }

    func heading(_ heading: Heading) -> String {
        switch heading {
        case .time: "時刻"
        case .temperature: "気温"
        case .feelsLike: "体感"
        case .precipitation: "降水量"
        case .probability: "確率"
        case .wind: "風"
        case .gusts: "瞬間風速"
        case .from: "風向"
        case .humidity: "湿度"
        case .cloud: "雲量"
        case .pressure: "気圧"
        case .condition: "天気"
        case .day: "日付"
        case .low: "最低"
        case .high: "最高"
        case .snow: "降雪"
        case .snowDepth: "積雪"
        case .freezingLevel: "0℃高度"
        case .maxWind: "最大風速"
        case .sun: "日の出入"
        case .provider: "提供元"
        case .ahead: "予報時間"
        case .bias: "偏り"
        case .hits: "適中"
        case .misses: "見逃し"
        case .falseAlarms: "空振り"
        case .pairs: "組数"
        }
    }

    func upSince(_ day: String) -> String { "今日はなし、\(day)から沈んでいません" }

    func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .withClearSky: "快晴の場合"
        case .unitsHint: "メートル法で表示中。°F と mph にするには：weatherctl set-units imperial"
        case .metersPerSecondHint:
            "風速は km/h、気圧は hPa で表示中。m/s にするには：weatherctl set-units wind=ms"
        case .calm: "静穏"
        case .forecast: "予報"
        case .model: "モデル"
        case .radar: "レーダー"
        case .ensembleSpread: "アンサンブル予報のばらつき（メンバーの80%）"
        case .updatedJustNow: "たった今更新"
        case .loading: "天気を読み込み中"
        case .sampleData: "サンプルデータ"
        case .sampleExplained: "サンプルデータ（架空）：この場所の天気ではありません"
        case .warning: "気象情報"
        case .noEnd: "終了時刻は不明"
        case .actNow: "直ちに行動"
        case .noWarnings: "発表中の警報・注意報はありません"
        case .noWarningsThen: "前回の更新時、発表中の警報・注意報はありませんでした"
        case .approximate: "おおよそ、タイムゾーンによる"
        case .approximatePlace: "場所はタイムゾーンからの推定です。設定するには：weatherctl set-location 都市"
        case .sunDoesNotSet: "今日は沈みません"
        case .sunDoesNotRise: "今日は昇りません"
        case .noneToday: "今日はなし"
        case .allNight: "一晩中"
        case .noTwilight: "なし、太陽が低すぎます"
        case .noTimeZone: "この場所のタイムゾーンがまだ分からないため、日付と時刻はUTCです"
        case .polarDay: "白夜"
        case .polarNight: "極夜"
        case .currentPlace: "現在地"
        case .shownInBar: "バーに表示中"
        case .noFavourites: "お気に入りはまだありません。追加するには：weatherctl places add 都市"
        case .now: "現在"
        case .today: "今日"
        case .restOfToday: "今日はこれから"
        case .dry: "降水なし"
        case .probablyDry: "おそらく降水なし"
        case .tonight: "今夜"
        case .tomorrow: "明日"
        case .hot: "暑い"
        case .cold: "寒い"
        case .wet: "雨模様"
        case .windy: "風が強い"
        case .offline: "オフライン"
        case .noWeather: "天気データはまだありません"
        case .weatherLost: "天気データが取得できなくなりました"
        case .weatherBack: "天気データが復旧しました"
        case .notForNavigation: "潮汐はモデルによる概算です。航海には使用しないでください"
        case .mapKeys: "矢印キーで移動、+ と - で拡大・縮小、Enterで場所を決定、qで終了"
        case .refresh: "更新"
        case .places: "場所"
        case .units: "単位"
        }
    }

    func severity(_ severity: Alert.Severity) -> String {
        switch severity {
        case .unknown: "危険度不明"
        case .minor: "軽度"
        case .moderate: "中程度"
        case .severe: "重大"
        case .extreme: "極めて重大"
        }
    }

    func kind(_ kind: Alert.Kind) -> String {
        switch kind {
        case .wind: "風"
        case .rain: "雨"
        case .flood: "洪水"
        case .thunderstorm: "雷雨"
        case .tornado: "竜巻"
        case .fog: "霧"
        case .heat: "高温"
        case .cold: "低温"
        case .coastal: "高波・高潮"
        case .avalanche: "雪崩"
        case .tsunami: "津波"
        case .dust: "砂じん"
        case .snowIce: "雪・凍結"
        case .forestFire: "森林火災"
        case .tropicalCyclone: "台風・熱帯低気圧"
        case .airQuality: "大気質"
        case .other: "その他の危険"
        }
    }

    func certainty(_ certainty: Alert.Certainty) -> String {
        switch certainty {
        case .unknown: "可能性不明"
        case .unlikely: "可能性が低い"
        case .possible: "可能性がある"
        case .likely: "可能性が高い"
        case .observed: "観測済み"
        }
    }

    func airBand(_ band: AirIndex.Band) -> String {
        switch band {
        case .good: "良い"
        case .fair: "まずまず"
        case .moderate: "普通"
        case .poor: "悪い"
        case .veryPoor: "非常に悪い"
        case .extremelyPoor: "極めて悪い"
        case .unhealthyForSensitiveGroups: "敏感な人の健康に良くない"
        case .unhealthy: "健康に良くない"
        case .veryUnhealthy: "健康に非常に良くない"
        case .hazardous: "危険"
        case .low: "低い"
        case .high: "高い"
        case .veryHigh: "非常に高い"
        case .satisfactory: "おおむね良好"
        case .severe: "深刻"
        }
    }

    func exposure(_ exposure: UVExposure) -> String {
        switch exposure {
        case .low: "弱い"
        case .moderate: "中程度"
        case .high: "強い"
        case .veryHigh: "非常に強い"
        case .extreme: "極端に強い"
        }
    }

    func moonPhase(_ phase: MoonPhase) -> String {
        switch phase {
        case .newMoon: "新月"
        case .waxingCrescent: "三日月"
        case .firstQuarter: "上弦の月"
        case .waxingGibbous: "十三夜"
        case .fullMoon: "満月"
        case .waningGibbous: "居待月"
        case .lastQuarter: "下弦の月"
        case .waningCrescent: "有明月"
        }
    }

    func freshness(_ freshness: Freshness) -> String {
        switch freshness {
        case .fresh: "最新"
        case .stale: "古いデータ"
        case .expired: "期限切れ"
        case .none: "データなし"
        }
    }

    func falling(isSnow: Bool) -> String { isSnow ? "雪" : "雨" }

    let decimalSign = "."
    let groupSign = ","

    func symbol(_ unit: UnitSymbol) -> String {
        switch unit {
        case .milesPerHour: "マイル/時"
        case .knots: "ノット"
        case .inches: "インチ"
        case .feet: "フィート"
        case .miles: "マイル"
        case .seconds: "秒"
        case .grainsPerCubicMeter: "個/m³"
        default: unit.international
        }
    }

    let listSeparator = "、"
    let clauseSeparator = "、"

    func percent(_ number: String) -> String { number + "%" }

    let compass = [
        "北", "北北東", "北東", "東北東", "東", "東南東", "南東", "南南東", "南", "南南西", "南西", "西南西", "西", "西北西", "北西", "北北西",
    ]

    let weekdays = [
        "日曜日", "月曜日", "火曜日", "水曜日", "木曜日", "金曜日", "土曜日",
    ]
    let shortWeekdays = [
        "日", "月", "火", "水", "木", "金", "土",
    ]
    let months = [
        "1月", "2月", "3月", "4月", "5月", "6月", "7月", "8月", "9月", "10月", "11月", "12月",
    ]
    let shortMonths = [
        "1月", "2月", "3月", "4月", "5月", "6月", "7月", "8月", "9月", "10月", "11月", "12月",
    ]

    /// Dates have only one order.
    func longDate(_ date: CalendarDate, year: Int?, _ order: DateOrder) -> String {
        (year.map { "\($0)年" } ?? "") + "\(month(date))\(date.day)日 \(weekday(date))"
    }

    func shortDate(_ date: CalendarDate, _ order: DateOrder) -> String {
        "\(date.month < 10 ? " " : "")\(shortMonth(date))\(date.paddedDay)日(\(shortWeekday(date)))"
    }

    func time(hour12: Int, minute: String, isAfternoon: Bool) -> String {
        "\(isAfternoon ? "午後" : "午前")\(hour12 % 12):\(minute)"
    }

    func clock(region: String?) -> ClockFormat { .hours24 }
    func dateOrder(region: String?) -> DateOrder { .yearMonthDay }

    func time(_ time: String, onDate date: String) -> String { "\(date) \(time)" }

    func time(_ time: String, onDay day: String) -> String {
        shortWeekdays.contains(day) ? "\(day)曜 \(time)" : "\(day) \(time)"
    }

    func age(_ age: Age.Count) -> String {
        switch age {
        case .underOneMinute: "1分未満"
        case .minutes(let count): "\(count)分"
        case .hours(let count): "\(count)時間"
        case .days(let count): "\(count)日"
        }
    }

    func duration(hours: Int, minutes: Int) -> String {
        (hours == 0 ? "" : "\(hours)時間") + (hours > 0 && minutes == 0 ? "" : "\(minutes)分")
    }
    func duration(minutes: Int, seconds: Int) -> String {
        (minutes == 0 ? "" : "\(minutes)分") + (minutes > 0 && seconds == 0 ? "" : "\(seconds)秒")
    }

    func begins(isSnow: Bool, minutes: Int) -> String { "\(minutes)分後に\(falling(isSnow: isSnow))" }
    func begins(isSnow: Bool, around time: String) -> String { "\(time)頃に\(falling(isSnow: isSnow))" }
    func dry(from time: String) -> String { "\(time)から降水なし" }
    func continues(isSnow: Bool) -> String { "\(falling(isSnow: isSnow))が続く" }
    func amount(_ amount: String, in period: String) -> String { "\(amount)（\(period)）" }
    func orMore(_ amount: String) -> String { "\(amount)以上" }
    func perHour(_ amount: String) -> String { "\(amount)/h" }

    func wind(speed: String?, from direction: String?) -> String {
        [direction.map { "\($0)の風" }, speed].compactMap(\.self).joined(separator: " ")
    }

    func coming(from direction: String) -> String { "\(direction)から" }
    func going(towards direction: String) -> String { "\(direction)へ" }
    func gusts(_ speed: String) -> String { "最大瞬間風速 \(speed)" }
    func from(_ time: String) -> String { "\(time)から" }
    func until(_ time: String) -> String { "\(time)まで" }

    func period(from start: String?, until end: String?) -> String? {
        let period = (start.map { from($0) } ?? "") + (end.map { until($0) } ?? "")
        return period.isEmpty ? nil : period
    }

    func measured(at time: String, by station: String?, distance: String?) -> String {
        let distance = distance.map { "（距離\($0)）" } ?? ""
        return "\(time)の観測" + (station.map { "：\($0)\(distance)" } ?? "")
    }

    func stationHeight(_ height: String, isHigher: Bool) -> String { "観測所の標高は\(height)\(isHigher ? "高い" : "低い")" }
    func temperatureCorrected(by difference: String) -> String { "気温補正 \(difference)" }
    func measured(ago age: String) -> String { "\(ago(age))に観測" }

    func stated(_ text: String, by source: Phrase) -> String { "\(phrase(source))：\(text)" }
    func forecast(for time: String) -> String { "\(time)の予報" }
    func valid(at time: String) -> String { "\(time)時点" }

    func updated(ago age: String, isLast: Bool) -> String { isLast ? "最終更新 \(ago(age))" : "\(ago(age))に更新" }
    func updated(at time: String, isLast: Bool) -> String { isLast ? "最終更新 \(time)" : "\(time)に更新" }
    func updated(ago age: String, at time: String) -> String { "最終更新 \(ago(age))（\(time)）" }

    func updatedBeforeClockChange(at time: String, isLast: Bool) -> String {
        "\(updated(at: time, isLast: isLast))（その後、時計が戻されました）"
    }

    func attribution(_ data: Label, by name: String) -> String { "\(label(data))：\(name)" }
    func unreadableWarnings(_ count: Int) -> String {
        "読み取れない警報・注意報が\(count)件あり、発表中の可能性があります"
    }
    func unplacedWarnings(_ count: Int, severest severity: String?) -> String {
        "位置を特定できない地域の警報・注意報が\(count)件あります" + (severity.map { "（最も重いもの：\($0)）" } ?? "")
    }
    func unknownWarnings(of country: String) -> String { "\(country)の警報・注意報は不明です" }
    func more(_ count: Int, command: String?) -> String { "ほか\(count)件" + (command.map { "、参照：\($0)" } ?? "") }
    func extremes(high: String, low: String) -> String { "最高 \(high) / 最低 \(low)" }
    /// `3分前`, but `1分以内`.
    private func ago(_ age: String) -> String { age == self.age(.underOneMinute) ? "1分以内" : "\(age)前" }

    func twilight(from dawn: String, until dusk: String) -> String { "朝は\(from(dawn))、夕方は\(until(dusk))" }
    func parenthesized(_ text: String) -> String { "（\(text)）" }
    func lit(_ share: String) -> String { "輝面比 \(share)" }

    func dayLength(_ change: String?, isLonger: Bool) -> String {
        change.map { "昨日より\($0)\(isLonger ? "長い" : "短い")" } ?? "昨日と同じ"
    }

    func next(_ phase: MoonPhase) -> String { "次の\(moonPhase(phase))" }
    func issued(at time: String) -> String { "\(time) 発表" }
    func computed(for position: String) -> String { "\(position) での計算値" }
    func favourite(_ position: Int) -> String { "お気に入り\(position)" }

    func position(_ distance: String, _ direction: String, of place: String) -> String {
        "\(place)の\(direction) \(distance)"
    }

    func coordinate(latitude: String, isNorth: Bool, longitude: String, isEast: Bool) -> String {
        "\(isNorth ? "北緯" : "南緯")\(latitude)° \(isEast ? "東経" : "西経")\(longitude)°"
    }

    func frostTonight(_ low: String) -> String { "今夜は氷点下、最低 \(low)" }

    func tomorrow(_ difference: String?, isWarmer: Bool) -> String {
        difference.map { "今日より\($0)\(isWarmer ? "高い" : "低い")" } ?? "今日と同じくらい"
    }

    func yesterday(_ difference: String?, isWarmer: Bool) -> String {
        difference.map { "昨日より\($0)\(isWarmer ? "高い" : "低い")" } ?? "昨日と同じくらい"
    }

    func normal(_ difference: String, isAbove: Bool) -> String {
        "平年より\(difference)\(isAbove ? "高い" : "低い")"
    }

    func trend(_ trend: Trend, to temperature: String) -> String {
        switch trend {
        case .rising: "\(temperature)まで上昇"
        case .falling: "\(temperature)まで下降"
        case .steady: "横ばい"
        }
    }

    func accuracy(of place: String, from start: String, until end: String) -> String {
        "\(place)の予報と、\(start)から\(end)までの観測との比較"
    }

    var accuracyLegend: String {
        "予報時間：予報から対象時刻までの時間。±：平均絶対誤差。偏り：予報から観測を引いた値の平均。適中、見逃し、空振り：0.1 mm以上の雨または雪が予報されて降った時間数、予報されずに降った時間数、"
            + "予報されたが降らなかった時間数。組数：予報と気温の観測値がそろった時間数。"
    }

    func noAccuracy(of place: String, _ reason: MissingPairs) -> String {
        switch reason {
        case .forecasts:
            "\(place)では比較できるデータがまだありません。予報がまだ保存されていません。予報は6時間ごとに保存されます。"
        case .stations:
            "\(place)では比較できるデータがまだありません。観測所が設定されていません。最寄りの観測所を使うには、config.toml の current.source を \"both\" にしてください。"
        case .coverage:
            "\(place)では比較できるデータがありません。この場所に対応する観測所の提供元がありません。"
        case .sample:
            "\(place)では比較できるデータがありません。表示されている天気はサンプルデータです。"
        case .measurements:
            "\(place)では比較できるデータがまだありません。予報は保存されていますが、観測所の観測値がありません。観測所が見つかったかどうかは 'weatherctl status' に表示されます。"
        case .time(let time):
            "\(place)では比較できるデータがまだありません。比較できる最初の予報は\(time)の予報です。"
        }
    }

    func providerOrder(_ names: String, isMeasured: Bool) -> String {
        "提供元の順序：\(names)（\(isMeasured ? "実測による" : "既定")）"
    }

    func daysOfPairs(of provider: String, _ days: Int, needed: Int) -> String {
        "\(provider)の組は\(needed)日中\(days)日分"
    }

    func error(of provider: String, _ difference: String?, isLarger: Bool) -> String {
        guard let difference else { return "\(provider)の誤差は同じ" }
        return "\(provider)の誤差は\(difference)\(isLarger ? "大きい" : "小さい")"
    }

    func daylightLeft(_ duration: String) -> String { "昼間は残り\(duration)" }

    func trend(_ trend: Trend) -> String {
        switch trend {
        case .rising: "上昇"
        case .falling: "下降"
        case .steady: "横ばい"
        }
    }

    func allDay(_ weather: String) -> String { "一日中\(weather)" }

    func then(_ weather: String, until time: String?) -> String {
        "その後\(weather)" + (time.map { "（\(until($0))）" } ?? "")
    }

    func both(_ period: String, _ other: String) -> String { "\(period)と\(other)" }

    func more(_ omission: Summary.Omission) -> String {
        switch omission {
        case .possible: "ほかの時間帯にも降水の可能性"
        case .expected: "ほかの時間帯にも降水"
        }
    }

    /// `明日は弱い雨（14:00から17:00まで）、12°〜18°、風が強い。`
    func summary(_ summary: Summary) -> String {
        let parts = parts(
            of: summary, falling: { what, period in "\(what)（\(period)）" }, range: { low, high in "\(low)〜\(high)" })
        let subject = subject(of: summary)
        let topic = summary.subject == .restOfToday ? subject : "\(subject)は"
        return "\(topic)\(parts.joined(separator: "、"))。"
    }
}
