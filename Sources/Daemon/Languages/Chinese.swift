import Almanac
import Weather

/// Simplified Chinese, with the terms of the 中国气象局.
struct Chinese: Words {
    let name = "简体中文"

    func condition(_ condition: Condition) -> String {
        switch condition {
        case .clear: "晴"
        case .mostlyClear: "少云"
        case .partlyCloudy: "多云"
        case .overcast: "阴"
        case .fog: "雾"
        case .drizzle: "毛毛雨"
        case .freezingDrizzle: "冻毛毛雨"
        case .rainLight: "小雨"
        case .rain: "中雨"
        case .rainHeavy: "大雨"
        case .freezingRain: "冻雨"
        case .sleet: "雨夹雪"
        case .snowLight: "小雪"
        case .snow: "中雪"
        case .snowHeavy: "大雪"
        case .rainShowers: "阵雨"
        case .snowShowers: "阵雪"
        case .thunderstorm: "雷阵雨"
        case .thunderstormHail: "雷阵雨伴有冰雹"
        case .haze: "霾"
        case .smoke: "烟雾"
        case .dust: "浮尘"
        case .squall: "飑"
        case .tornado: "龙卷风"
        case .unknown: "未知"
        }
    }

    func condition(_ condition: Condition, _ likelihood: Likelihood) -> String {
        let chance = likelihood == .possible ? "可能" : "很可能"
        // "有" precedes precipitation and wind, not the state of the sky.
        return switch condition {
        case .clear, .mostlyClear, .partlyCloudy, .overcast, .unknown: "\(chance)\(self.condition(condition))"
        default: "\(chance)有\(self.condition(condition))"
        }
    }

    func label(_ label: Label) -> String {
        switch label {
        case .condition: "天气"
        case .nowcast: "临近预报"
        case .temperature: "气温"
        case .feelsLike: "体感温度"
        case .highAndLow: "今日最高 / 最低"
        case .humidity: "湿度"
        case .dewPoint: "露点"
        case .cloudCover: "云量"
        case .wind: "风"
        case .pressure: "气压"
        case .precipitation: "降水量"
        case .rain: "雨量"
        case .snowfall: "新增积雪"
        case .visibility: "能见度"
        case .uvIndex: "紫外线指数"
        case .sunrise: "日出"
        case .sunset: "日落"
        case .sun: "太阳"
        case .solarNoon: "太阳正午"
        case .dayLength: "昼长"
        case .dawn: "黎明"
        case .dusk: "黄昏"
        case .civilTwilight: "民用晨昏蒙影"
        case .nauticalTwilight: "航海晨昏蒙影"
        case .astronomicalTwilight: "天文晨昏蒙影"
        case .moon: "月亮"
        case .moonrise: "月出"
        case .moonset: "月落"
        case .europeanIndex: "欧洲指数"
        case .usIndex: "美国指数"
        case .openWeatherIndex: "OpenWeather指数"
        case .canadianIndex: "加拿大指数"
        case .indianIndex: "印度指数"
        case .britishIndex: "英国指数"
        case .ozone: "臭氧"
        case .nitrogenDioxide: "二氧化氮"
        case .sulphurDioxide: "二氧化硫"
        case .carbonMonoxide: "一氧化碳"
        case .ammonia: "氨"
        case .dust: "沙尘"
        case .alderPollen: "桤木花粉"
        case .birchPollen: "桦树花粉"
        case .grassPollen: "禾草花粉"
        case .mugwortPollen: "蒿属花粉"
        case .olivePollen: "橄榄花粉"
        case .ragweedPollen: "豚草花粉"
        case .weatherData: "天气数据"
        case .warnings: "预警"
        case .airQuality: "空气质量"
        case .observations: "观测"
        case .normals: "常年值"
        case .ensemble: "集合预报"
        case .marine: "海洋天气"
        case .waves: "海浪"
        case .windWaves: "风浪"
        case .swell: "涌浪"
        case .waterTemperature: "水温"
        case .current: "海流"
        case .seaLevel: "海平面"
        case .highTide: "高潮"
        case .lowTide: "低潮"
        case .nextHours: "未来几小时"
        case .nextDays: "未来几天"
        case .tomorrow: "明天"
        }
    }

    func heading(_ heading: Heading) -> String {
        switch heading {
        case .time: "时间"
        case .temperature: "气温"
        case .feelsLike: "体感"
        case .precipitation: "降水"
        case .probability: "概率"
        case .wind: "风速"
        case .gusts: "阵风"
        case .from: "风向"
        case .humidity: "湿度"
        case .cloud: "云量"
        case .pressure: "气压"
        case .condition: "天气"
        case .day: "日期"
        case .low: "最低"
        case .high: "最高"
        case .snow: "降雪"
        case .snowDepth: "积雪"
        case .freezingLevel: "零度层"
        case .maxWind: "最大风速"
        case .sun: "日出日落"
        case .provider: "来源"
        case .ahead: "时效"
        case .bias: "偏差"
        case .hits: "命中"
        case .misses: "漏报"
        case .falseAlarms: "空报"
        case .pairs: "样本"
        }
    }

    func upSince(_ day: String) -> String { "今天无，自\(day)起一直在地平线以上" }

    func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .withClearSky: "晴空时"
        case .unitsHint: "当前为公制单位；改用 °F 和 mph：weatherctl set-units imperial"
        case .metersPerSecondHint:
            "当前风速为 km/h，气压为 hPa；改用 m/s：weatherctl set-units wind=ms"
        case .calm: "静风"
        case .forecast: "预报"
        case .model: "数值模式"
        case .radar: "雷达"
        case .ensembleSpread: "集合预报的离散范围（80%的成员）"
        case .updatedJustNow: "刚刚更新"
        case .loading: "正在加载天气"
        case .sampleData: "示例数据"
        case .sampleExplained: "示例数据，纯属虚构：并非此地的天气"
        case .warning: "预警"
        case .noEnd: "未注明结束时间"
        case .actNow: "立即采取行动"
        case .noWarnings: "当前没有生效的预警"
        case .noWarningsThen: "上次更新时没有生效的预警"
        case .approximate: "大致位置，根据时区推断"
        case .approximatePlace: "此位置根据时区推断；设置您的位置：weatherctl set-location 城市"
        case .sunDoesNotSet: "今天不落下"
        case .sunDoesNotRise: "今天不升起"
        case .noneToday: "今天无"
        case .allNight: "整夜"
        case .noTwilight: "无，太阳过低"
        case .noTimeZone: "尚不知道此地的时区，因此日期和时间均为UTC"
        case .polarDay: "极昼"
        case .polarNight: "极夜"
        case .currentPlace: "当前位置"
        case .shownInBar: "状态栏显示"
        case .noFavourites: "还没有收藏的地点。添加：weatherctl places add 城市"
        case .now: "现在"
        case .today: "今天"
        case .restOfToday: "今天余下时间"
        case .dry: "无降水"
        case .probablyDry: "大概率无降水"
        case .tonight: "今晚"
        case .tomorrow: "明天"
        case .hot: "炎热"
        case .cold: "寒冷"
        case .wet: "有雨"
        case .windy: "有大风"
        case .offline: "离线"
        case .noWeather: "暂无天气数据"
        case .weatherLost: "无法获取天气数据"
        case .weatherBack: "天气数据已恢复"
        case .notForNavigation: "潮汐由模型估算，仅供参考，不可用于航行"
        case .mapKeys: "方向键移动，+ 和 - 缩放，回车键设定位置，q 退出"
        case .refresh: "刷新"
        case .places: "地点"
        case .units: "单位"
        }
    }

    func severity(_ severity: Alert.Severity) -> String {
        switch severity {
        case .unknown: "严重程度未知"
        case .minor: "一般"
        case .moderate: "较重"
        case .severe: "严重"
        case .extreme: "特别严重"
        }
    }

    func kind(_ kind: Alert.Kind) -> String {
        switch kind {
        case .wind: "大风"
        case .rain: "降雨"
        case .flood: "洪水"
        case .thunderstorm: "雷暴"
        case .tornado: "龙卷风"
        case .fog: "雾"
        case .heat: "高温"
        case .cold: "低温"
        case .coastal: "海浪或风暴潮"
        case .avalanche: "雪崩"
        case .tsunami: "海啸"
        case .dust: "沙尘"
        case .snowIce: "冰雪"
        case .forestFire: "森林火灾"
        case .tropicalCyclone: "热带气旋"
        case .airQuality: "空气质量"
        case .other: "其他危险"
        }
    }

    func certainty(_ certainty: Alert.Certainty) -> String {
        switch certainty {
        case .unknown: "可能性未知"
        case .unlikely: "不太可能"
        case .possible: "有可能"
        case .likely: "很可能"
        case .observed: "已观测到"
        }
    }

    func airBand(_ band: AirIndex.Band) -> String {
        switch band {
        case .good: "优"
        case .fair: "良"
        case .moderate: "中等"
        case .poor: "差"
        case .veryPoor: "很差"
        case .extremelyPoor: "极差"
        case .unhealthyForSensitiveGroups: "对敏感人群不健康"
        case .unhealthy: "不健康"
        case .veryUnhealthy: "非常不健康"
        case .hazardous: "危险"
        case .low: "低"
        case .high: "高"
        case .veryHigh: "很高"
        case .satisfactory: "较好"
        case .severe: "严重"
        }
    }

    func exposure(_ exposure: UVExposure) -> String {
        switch exposure {
        case .low: "弱"
        case .moderate: "中等"
        case .high: "强"
        case .veryHigh: "很强"
        case .extreme: "极强"
        }
    }

    func moonPhase(_ phase: MoonPhase) -> String {
        switch phase {
        case .newMoon: "新月"
        case .waxingCrescent: "蛾眉月"
        case .firstQuarter: "上弦月"
        case .waxingGibbous: "盈凸月"
        case .fullMoon: "满月"
        case .waningGibbous: "亏凸月"
        case .lastQuarter: "下弦月"
        case .waningCrescent: "残月"
        }
    }

    func freshness(_ freshness: Freshness) -> String {
        switch freshness {
        case .fresh: "最新"
        case .stale: "已陈旧"
        case .expired: "已过期"
        case .none: "无数据"
        }
    }

    func falling(isSnow: Bool) -> String { isSnow ? "雪" : "雨" }

    let decimalSign = "."
    let groupSign = ","

    func symbol(_ unit: UnitSymbol) -> String {
        switch unit {
        case .milesPerHour: "英里/时"
        case .knots: "节"
        case .beaufort: "级"
        case .inches: "英寸"
        case .feet: "英尺"
        case .miles: "英里"
        case .seconds: "秒"
        case .grainsPerCubicMeter: "粒/m³"
        default: unit.international
        }
    }

    let listSeparator = "，"
    let clauseSeparator = "；"

    func percent(_ number: String) -> String { number + "%" }

    let compass = [
        "北", "北东北", "东北", "东东北", "东", "东东南", "东南", "南东南", "南", "南西南", "西南", "西西南", "西", "西西北", "西北", "北西北",
    ]

    let weekdays = [
        "星期日", "星期一", "星期二", "星期三", "星期四", "星期五", "星期六",
    ]
    let shortWeekdays = [
        "周日", "周一", "周二", "周三", "周四", "周五", "周六",
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
        "\(date.month < 10 ? " " : "")\(shortMonth(date))\(date.paddedDay)日 \(shortWeekday(date))"
    }

    func time(hour12: Int, minute: String, isAfternoon: Bool) -> String {
        // 上午12 and 下午12 would each be taken for noon.
        let part =
            switch (isAfternoon, hour12) {
            case (false, 12): "午夜"
            case (false, ..<5): "凌晨"
            case (false, ..<8): "清晨"
            case (false, _): "上午"
            case (true, 12): "中午"
            case (true, ..<7): "下午"
            case (true, _): "晚上"
            }
        return "\(part)\(hour12):\(minute)"
    }

    /// As in CLDR: the 12-hour clock outside the mainland, where the script is the same.
    func clock(region: String?) -> ClockFormat {
        region.map(["MY", "SG"].contains) ?? false ? .hours12 : .hours24
    }

    func dateOrder(region: String?) -> DateOrder { .yearMonthDay }

    func time(_ time: String, onDate date: String) -> String { "\(date) \(time)" }
    func time(_ time: String, onDay day: String) -> String { "\(day) \(time)" }

    func age(_ age: Age.Count) -> String {
        switch age {
        case .underOneMinute: "不到1分钟"
        case .minutes(let count): "\(count)分钟"
        case .hours(let count): "\(count)小时"
        case .days(let count): "\(count)天"
        }
    }

    func duration(hours: Int, minutes: Int) -> String {
        hours == 0 ? "\(minutes)分钟" : "\(hours)小时" + (minutes == 0 ? "" : "\(minutes)分")
    }

    func duration(minutes: Int, seconds: Int) -> String {
        (minutes == 0 ? "" : "\(minutes)分") + (minutes > 0 && seconds == 0 ? "" : "\(seconds)秒")
    }

    func begins(isSnow: Bool, minutes: Int) -> String { "\(minutes)分钟后有\(falling(isSnow: isSnow))" }
    func begins(isSnow: Bool, around time: String) -> String { "\(time)前后有\(falling(isSnow: isSnow))" }
    func dry(from time: String) -> String { "\(time)起无降水" }
    func continues(isSnow: Bool) -> String { "持续降\(falling(isSnow: isSnow))" }
    func amount(_ amount: String, in period: String) -> String { "\(period)内 \(amount)" }
    func orMore(_ amount: String) -> String { "至少 \(amount)" }
    func perHour(_ amount: String) -> String { "\(amount)/h" }

    func wind(speed: String?, from direction: String?) -> String {
        [direction.map { "\($0)风" }, speed].compactMap(\.self).joined(separator: " ")
    }

    func coming(from direction: String) -> String { "来自\(direction)" }
    func going(towards direction: String) -> String { "流向\(direction)" }
    func gusts(_ speed: String) -> String { "阵风 \(speed)" }
    func from(_ time: String) -> String { "\(time)起" }
    func until(_ time: String) -> String { "至\(time)" }

    func period(from start: String?, until end: String?) -> String? {
        guard let start, let end else { return start.map { from($0) } ?? end.map { until($0) } }
        return "\(start)至\(end)"
    }

    func measured(at time: String, by station: String?, distance: String?) -> String {
        let distance = distance.map { "（距此\($0)）" } ?? ""
        return "\(time)观测" + (station.map { "：\($0)\(distance)" } ?? "")
    }

    func stationHeight(_ height: String, isHigher: Bool) -> String { "测站海拔\(isHigher ? "高" : "低") \(height)" }
    func temperatureCorrected(by difference: String) -> String { "气温订正 \(difference)" }
    func measured(ago age: String) -> String { "\(age)前观测" }

    func stated(_ text: String, by source: Phrase) -> String { "\(phrase(source))：\(text)" }
    func forecast(for time: String) -> String { "\(time)的预报" }
    func valid(at time: String) -> String { "\(time)的数据" }

    func updated(ago age: String, isLast: Bool) -> String { isLast ? "上次更新：\(age)前" : "\(age)前更新" }
    func updated(at time: String, isLast: Bool) -> String { isLast ? "上次更新：\(time)" : "\(time)更新" }
    func updated(ago age: String, at time: String) -> String { "上次更新：\(age)前（\(time)）" }

    func updatedBeforeClockChange(at time: String, isLast: Bool) -> String {
        "\(updated(at: time, isLast: isLast))（其后时钟被调回）"
    }

    func attribution(_ data: Label, by name: String) -> String { "\(label(data))：\(name)" }
    func unreadableWarnings(_ count: Int) -> String { "有\(count)条预警无法读取，可能正在生效" }
    func unplacedWarnings(_ count: Int, severest severity: String?) -> String {
        "有\(count)条预警的所属地区无法定位" + (severity.map { "（最高级别：\($0)）" } ?? "")
    }
    func unknownWarnings(of country: String) -> String { "\(country)的预警情况未知" }
    func more(_ count: Int, command: String?) -> String { "另有\(count)条" + (command.map { "，详见：\($0)" } ?? "") }
    func extremes(high: String, low: String) -> String { "最高 \(high) / 最低 \(low)" }
    func twilight(from dawn: String, until dusk: String) -> String { "早晨\(from(dawn))，傍晚\(until(dusk))" }
    func parenthesized(_ text: String) -> String { "（\(text)）" }
    func lit(_ share: String) -> String { "月面照亮 \(share)" }

    func dayLength(_ change: String?, isLonger: Bool) -> String {
        change.map { "比昨天\(isLonger ? "长" : "短")\($0)" } ?? "与昨天相同"
    }

    func next(_ phase: MoonPhase) -> String { "下次\(moonPhase(phase))" }
    func issued(at time: String) -> String { "\(time)发布" }
    func computed(for position: String) -> String { "按 \(position) 计算" }
    func favourite(_ position: Int) -> String { "收藏\(position)" }

    func position(_ distance: String, _ direction: String, of place: String) -> String {
        "\(place)\(direction)方向 \(distance)"
    }

    func coordinate(latitude: String, isNorth: Bool, longitude: String, isEast: Bool) -> String {
        "\(isNorth ? "北纬" : "南纬")\(latitude)° \(isEast ? "东经" : "西经")\(longitude)°"
    }

    func frostTonight(_ low: String) -> String { "今晚有霜冻，最低 \(low)" }

    func tomorrow(_ difference: String?, isWarmer: Bool) -> String {
        difference.map { "比今天\(isWarmer ? "高" : "低")\($0)" } ?? "与今天气温相当"
    }

    func yesterday(_ difference: String?, isWarmer: Bool) -> String {
        difference.map { "气温比昨天\(isWarmer ? "高" : "低")\($0)" } ?? "气温与昨天相当"
    }

    func normal(_ difference: String, isAbove: Bool) -> String {
        "气温比常年同期\(isAbove ? "高" : "低")\(difference)"
    }

    func trend(_ trend: Trend, to temperature: String) -> String {
        switch trend {
        case .rising: "升至\(temperature)"
        case .falling: "降至\(temperature)"
        case .steady: "平稳"
        }
    }

    func accuracy(of place: String, from start: String, until end: String) -> String {
        "\(place)的预报与\(start)至\(end)观测的对比"
    }

    var accuracyLegend: String {
        "时效：预报提前的时间。±：平均绝对误差。偏差：预报减观测的平均值。"
            + "命中、漏报、空报：至少0.1 mm的雨或雪，有预报且出现、无预报而出现、有预报而未出现的小时数。样本：既有预报又有气温观测的小时数。"
    }

    func noAccuracy(of place: String, _ reason: MissingPairs) -> String {
        switch reason {
        case .forecasts:
            "\(place)暂无可对比的数据：尚未保存任何预报。每六小时保存一次预报。"
        case .stations:
            "\(place)暂无可对比的数据：未配置测站。要使用最近的测站，请在 config.toml 中将 current.source 设为 \"both\"。"
        case .coverage:
            "\(place)没有可对比的数据：没有覆盖此地的测站来源。"
        case .sample:
            "\(place)没有可对比的数据：所显示的天气是示例数据。"
        case .measurements:
            "\(place)暂无可对比的数据：已保存预报，但没有测站的观测数据。'weatherctl status' 会显示是否找到测站。"
        case .time(let time):
            "\(place)暂无可对比的数据：首个可对比的预报是\(time)的预报。"
        }
    }

    func providerOrder(_ names: String, isMeasured: Bool) -> String {
        "来源顺序：\(names)（\(isMeasured ? "按实测" : "默认")）"
    }

    func daysOfPairs(of provider: String, _ days: Int, needed: Int) -> String {
        "\(provider) 已有\(days)天样本，共需\(needed)天"
    }

    func error(of provider: String, _ difference: String?, isLarger: Bool) -> String {
        guard let difference else { return "\(provider) 的误差相同" }
        return "\(provider) 的误差\(isLarger ? "大" : "小") \(difference)"
    }

    func daylightLeft(_ duration: String) -> String { "白昼还剩\(duration)" }

    func trend(_ trend: Trend) -> String {
        switch trend {
        case .rising: "上升"
        case .falling: "下降"
        case .steady: "平稳"
        }
    }

    func allDay(_ weather: String) -> String { "全天\(having(weather))" }

    func then(_ weather: String, until time: String?) -> String {
        "随后" + (time.map { "\($0)前" } ?? "") + having(weather)
    }

    /// With the verb, which a likelihood already has, and a sky needs none.
    private func having(_ weather: String) -> String {
        let isSky = Condition.allCases.contains { sky in
            sky.isSky && [true, false].contains { weather == condition(sky, isDay: $0) }
        }
        return isSky || weather.contains(where: { $0 == "有" }) ? weather : "有\(weather)"
    }

    /// `17:00前` before a verb, instead of `至17:00`.
    private func beforeVerb(_ period: String) -> String {
        period.hasPrefix("至") ? "\(period.dropFirst())前" : period
    }

    func both(_ period: String, _ other: String) -> String { "\(beforeVerb(period))和\(beforeVerb(other))" }

    func more(_ omission: Summary.Omission) -> String {
        switch omission {
        case .possible: "其他时段还可能有降水"
        case .expected: "其他时段还有降水"
        }
    }

    /// `明天：14:00至17:00有小雨，12°～18°，有大风。`
    func summary(_ summary: Summary) -> String {
        let parts = parts(
            of: summary, falling: { what, period in beforeVerb(period) + having(what) },
            range: { low, high in "\(low)～\(high)" })
        return "\(subject(of: summary))：\(parts.joined(separator: "，"))。"
    }
}
