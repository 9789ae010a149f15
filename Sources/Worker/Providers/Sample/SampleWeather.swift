import Almanac
import Glibc
import Weather

/// The sample's weather at any moment of its week: the script, adjusted to the place's climate and the season.
struct SampleWeather {
    var coordinate: Coordinate
    /// The place's midnight at the start of the week.
    var start: UnixTime

    /// - Parameter span: the period of the amounts before `moment`, s.
    func conditions(at moment: UnixTime, span: Int) -> Conditions {
        let second = moment.seconds(since: start)
        let script = SampleScript(at: second)
        let amount = amount(until: moment, span: span)
        let isFoggy = SampleScript.isFoggy(at: second)
        let sun = Sun(coordinate: coordinate)
        let elevation = sun.elevation(at: moment)

        let temperature = temperature(at: moment)
        // The relative humidity of the same moisture decreases by about 3 % per degree.
        let drying = 3 * (temperature - normal(at: moment) - script.warmth)
        let humidity = isFoggy ? 99 : min(max(script.humidity - drying + (amount > 0 ? 8 : 0), 25), 98).rounded()
        let air = MoistAir(temperature: temperature, humidity: humidity)

        var conditions = Conditions()
        conditions.isDay = sun.isUp(at: moment)
        conditions.temperature = temperature
        conditions.humidity = humidity
        conditions.dewPoint = air.dewPoint.rounded(decimals: 1)
        let radiation = SolarRadiation(elevation: elevation, cloudCover: isFoggy ? 100 : script.cloud).global
        conditions.feelsLike = air.feelsLike(windSpeed: script.wind, radiation: radiation).rounded(decimals: 1)
        conditions.cloudCover = isFoggy ? 100 : script.cloud.rounded()
        conditions.pressure = script.pressure.rounded(decimals: 1)
        let gustiness = SampleScript.rainfall(at: second)?.kind == .thunderstorm ? 2.9 : 1.6
        conditions.windSpeed = script.wind.rounded(decimals: 1)
        conditions.windGust = (script.wind * gustiness).rounded(decimals: 1)
        conditions.windDirection = script.direction.rounded().truncatingRemainder(dividingBy: 360)
        conditions.precipitation = amount
        conditions.rain = isSnow(at: temperature) ? 0 : amount
        // Snow ratio of 10:1.
        conditions.snowfall = isSnow(at: temperature) ? (amount * PrecipitationKind.snowPerWater).rounded() : 0
        conditions.visibility = isFoggy ? 300 : amount > 0 ? 7000 : (300 * (140 - humidity)).rounded()
        conditions.uvIndex = uvIndex(elevation: elevation, cloud: script.cloud)
        conditions.condition = condition(
            hourly: amount * 3600 / Double(span), temperature: temperature, cloud: script.cloud, second: second)
        return conditions
    }

    /// The amount in the `span` seconds before `moment`, a multiple of 15 minutes, mm.
    func amount(until moment: UnixTime, span: Int) -> Double {
        stride(from: 0, to: span, by: 900).map { before in
            let middle = moment.seconds(since: start) - before - 450
            return (SampleScript.rain(at: middle) / 4).rounded(decimals: 1)
        }.reduce(0, +).rounded(decimals: 1)
    }

    /// Probability of precipitation in the hour before `moment`, %: high during the rain, decreasing over three hours
    /// on either side.
    func probability(at moment: UnixTime) -> Double {
        let nearness = (-3...3).filter { amount(until: moment.advanced(by: $0 * 3600), span: 3600) > 0 }.map(abs).min()
        return switch nearness {
        case 0: 90
        case 1: 55
        case 2: 30
        case 3: 15
        default: SampleScript(at: moment.seconds(since: start)).cloud > 60 ? 10 : 0
        }
    }

    /// °C: highest at 15:00 solar time, with a larger range under clearer skies.
    private func temperature(at moment: UnixTime) -> Double {
        let script = SampleScript(at: moment.seconds(since: start))
        let solarHour = Double(moment.seconds % 86_400) / 3600 + coordinate.longitude / 15
        let swing = 5.5 - script.cloud * 0.03
        let cycle = swing * cos((solarHour - 15) / 24 * 2 * .pi)
        return (normal(at: moment) + script.warmth + cycle).rounded(decimals: 1)
    }

    /// The mean temperature of the place and season, °C: a rough fit to the climate at sea level, 27 at the equator and
    /// 10 at 52°, with seasons that grow towards the poles and lag the sun by a month.
    private func normal(at moment: UnixTime) -> Double {
        let latitude = coordinate.latitude
        let date = PlaceCalendar.greenwich.date(at: moment)
        let yearShare = (Double(date.month - 1) + Double(date.day) / 31) / 12
        return 27 - 0.0063 * latitude * latitude + 0.19 * latitude * cos((yearShare - 0.55) * 2 * .pi)
    }

    private func isSnow(at temperature: Double) -> Bool { temperature <= PrecipitationKind.snowTemperature }

    /// S. Madronich, "Analytic formula for the clear-sky UV index", Photochemistry and Photobiology 83, 2007, for an
    /// ozone column of 300 DU; an overcast sky transmits a third.
    private func uvIndex(elevation: Double, cloud: Double) -> Double {
        let clear = 12.5 * pow(max(0, sin(elevation * .pi / 180)), 2.42)
        return (clear * (1 - 0.65 * cloud / 100)).rounded(decimals: 1)
    }

    /// - Parameter hourly: water, mm/h. The limits between light, moderate and heavy are 2.5 and 7.6, as in the
    ///   Glossary of Meteorology of the American Meteorological Society.
    private func condition(hourly: Double, temperature: Double, cloud: Double, second: Int) -> Condition {
        guard hourly > 0 else {
            if SampleScript.isFoggy(at: second) { return .fog }
            return switch cloud {
            case ..<12: .clear
            case ..<38: .mostlyClear
            case ..<76: .partlyCloudy
            default: .overcast
            }
        }
        // The hour's rain may have ended by now, so its last quarter decides.
        let isSnow = isSnow(at: temperature)
        switch SampleScript.rainfall(at: second - 450)?.kind {
        case .thunderstorm where !isSnow: return .thunderstorm
        case .shower: return isSnow ? .snowShowers : .rainShowers
        default: break
        }
        return switch hourly {
        case ..<2.5: isSnow ? .snowLight : .rainLight
        case ..<7.6: isSnow ? .snow : .rain
        default: isSnow ? .snowHeavy : .rainHeavy
        }
    }
}
