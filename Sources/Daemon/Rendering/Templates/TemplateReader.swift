import Almanac
import Languages
import Weather

extension Template {
    /// The value of a placeholder.
    enum Value {
        case unknown
        /// Nothing to show.
        case nothing
        /// nil for the default colour.
        case text(String, Color? = nil)
        /// A number, in the SI unit of the placeholder's kind.
        case number(Double, Color? = nil)
    }
}

/// Looks up the values of placeholders.
struct TemplateReader {
    let report: Report
    let present: Present
    let scene: Scene
    let style: Style

    func value(of field: Template.Field) -> Template.Value {
        switch field {
        case .quantity(let quantity): value(of: quantity)
        case .named(let field): value(of: field)
        }
    }

    /// A number of the present in the unit of its kind in templates.
    private func value(of quantity: Quantity<Conditions>) -> Template.Value {
        guard let value = quantity.get(present.conditions) else { return .unknown }
        return switch quantity.kind {
        case .temperature: temperature(value)
        case .depth, .freshSnow: fallen(value)
        // From metres to millimetres.
        case .snowCover: fallen(value * 1000)
        default: .number(value)
        }
    }

    private var sea: MarineHour? { scene.marine?.hour(at: scene.now) }

    private func value(of field: Template.NamedField) -> Template.Value {
        let now = present.conditions
        return switch field {
        case .icon: icon(now.pictured, isDay: now.isDay)
        case .condition: .text(style.condition(now))
        case .high: temperature(report.extremes(at: scene.now, beside: present)?.high)
        case .low: temperature(report.extremes(at: scene.now, beside: present)?.low)
        case .windDirection: wind(now, style.words.compassPoint)
        case .windArrow: wind(now, Arrow.ofWind)
        case .probability: number(report.probability(at: scene.now)?.percent)
        case .nowcast: optional(scene.nowcastText(in: style), Palette.precipitation)
        case .alert: alert { $0.plainEvent(in: words) }
        case .alertSeverity: alert { words.severity($0.severity) }
        case .alertKind: alert { $0.kind == .other ? nil : words.kind($0.kind) }
        case .announced: announced { $0.plainEvent(in: words) }
        case .announcedFrom: announced { $0.beginning(at: scene.now, clock, words) }
        case .announcedSeverity: announced { words.severity($0.severity) }
        case .announcedKind: announced { $0.kind == .other ? nil : words.kind($0.kind) }
        case .airQuality: air.map { .number($0.value) } ?? .unknown
        case .airQualityBand: air.flatMap { $0.index.band($0.value) }.map { .text(words.airBand($0)) } ?? .unknown
        case .waveHeight: optional(sea?.waveHeight.map { style.height($0, decimals: 1) })
        case .waterTemperature: temperature(sea?.waterTemperature)
        case .tide:
            optional(
                scene.marine?.tides(from: scene.now).first.map {
                    "\(words.label($0.kind.label)) \($0.shortText(at: scene.now, clock))"
                })
        case .place: .text(scene.place.displayName(in: style.words))
        case .region: optional(scene.place.locality?.region?.plain(limit: 80))
        case .country: optional((scene.place.locality?.country ?? scene.place.locality?.countryCode)?.plain(limit: 80))
        case .sunrise: today?.daylight?.sunrise.map { .text(clock.time($0)) } ?? .unknown
        case .sunset: today?.daylight?.sunset.map { .text(clock.time($0)) } ?? .unknown
        case .daylightLeft: optional(outlook.daylightLeftText(in: style))
        case .moon: .text(style.icons.moon(moonPhase, from: scene.place.coordinate))
        case .moonPhase: .text(words.moonPhase(moonPhase))
        case .weekday: .text(words.weekday(clock.date(scene.now)))
        // `plain` collapses the padding that `shortDate` has for columns.
        case .date: .text(clock.shortDateAlone(clock.date(scene.now)).plain(limit: 100))
        case .time: .text(clock.time(scene.now))
        case .summary: optional(outlook.summaryText(clock, style))
        case .trend: optional(outlook.trendText(in: style))
        case .trendArrow: optional(outlook.trend.map { Arrow.of($0.trend) })
        case .tomorrow: optional(outlook.tomorrowText(in: style))
        case .tomorrowIcon: tomorrow.map { icon($0.pictured, isDay: $0.isDay) } ?? .unknown
        case .tomorrowCondition: tomorrow.map { .text(style.condition($0)) } ?? .unknown
        case .tomorrowHigh: temperature(outlook.tomorrow?.temperatureMax)
        case .tomorrowLow: temperature(outlook.tomorrow?.temperatureMin)
        case .tomorrowSummary: optional(outlook.tomorrowSummaryText(clock, style))
        case .yesterdayDifference: optional(comparison.yesterdayText(in: style))
        case .normalHigh: temperature(comparison.normalHigh)
        case .normalLow: temperature(comparison.normalLow)
        case .highRange: optional(today.flatMap { scene.spread(on: $0)?.high }.map(style.temperatures))
        case .age: .text(Age(seconds: report.age(at: scene.now)).text(in: words))
        case .updated: .text(clock.time(report.fetchedAt, seenAt: scene.now))
        case .freshness: optional(scene.freshness == .fresh ? nil : words.freshness(scene.freshness))
        case .offline: optional(scene.lastFailure?.isOffline == true ? words.phrase(.offline) : nil)
        case .error: optional(scene.lastFailure?.sentence)
        case .provider: .text(report.provider.name.plain(limit: 40))
        }
    }

    private var words: any Words { style.words }
    private var today: Day? { report.day(at: scene.now) }
    private var clock: PlaceClock { PlaceClock(zoneName: report.timeZone, in: style) }
    private var outlook: Outlook { Outlook(report: report, present: present, now: scene.now) }
    private var tomorrow: Conditions? { outlook.tomorrow.map { outlook.weather(of: $0, clock) } }
    private var comparison: Comparison { Comparison(of: report, present, in: scene) }
    private var moonPhase: MoonPhase { Moon().phase(at: scene.now.roundedDown(by: Almanac.step)) }

    private func icon(_ condition: Condition, isDay: Bool?) -> Template.Value {
        .text(style.icons.icon(condition, isDay: isDay), Palette.color(of: condition, isDay: isDay))
    }

    private func temperature(_ celsius: Double?) -> Template.Value {
        celsius.map { .number($0, Palette.color(ofTemperature: $0)) } ?? .unknown
    }

    private func number(_ value: Double?) -> Template.Value {
        value.map { .number($0) } ?? .unknown
    }

    private func fallen(_ millimeters: Double) -> Template.Value {
        .number(millimeters, millimeters > 0 ? Palette.precipitation : nil)
    }

    private func optional(_ text: String?, _ color: Color? = nil) -> Template.Value {
        guard let text, !text.isEmpty else { return .nothing }
        return .text(text, color)
    }

    /// The direction; empty when calm.
    private func wind(_ now: Conditions, _ text: (Double) -> String) -> Template.Value {
        if let speed = now.windSpeed, Style.isCalm(speed) { return .nothing }
        return now.windDirection.map { .text(text($0)) } ?? .unknown
    }

    private func alert(_ text: (Alert) -> String?) -> Template.Value {
        value(of: scene.alertsInForce?.first, text)
    }

    private func announced(_ text: (Alert) -> String?) -> Template.Value {
        value(of: scene.alertsAnnounced?.first, text)
    }

    private func value(of alert: Alert?, _ text: (Alert) -> String?) -> Template.Value {
        alert.map { optional(text($0), Palette.color(of: $0.severity)) } ?? .nothing
    }

    private var air: (value: Double, index: AirIndex)? { scene.airReading(in: style) }
}
