import Foundation
import Weather

/// Where the sun stands, to within a minute or two of its rising and setting.
///
/// The low-precision formulas for the Sun of the Astronomical Almanac, section C, which hold to 0.01° from 1950 to 2050:
/// <https://aa.usno.navy.mil/faq/sun_approx>.
struct Sun {
    var coordinate: Coordinate

    /// The sun rises and sets when its centre is this far below the horizon, degrees: its radius and refraction.
    private static let horizon = -0.833

    /// Height of the sun's centre over the horizon, -90 to 90 degrees.
    func elevation(at moment: UnixTime) -> Double {
        let season = Season(at: moment)
        let minutes = Double(moment.seconds % 86_400) / 60 + season.equationOfTime + 4 * coordinate.longitude
        let hourAngle = (minutes / 4 - 180) * .pi / 180
        let latitude = coordinate.latitude * .pi / 180
        let sine =
            sin(latitude) * sin(season.declination) + cos(latitude) * cos(season.declination) * cos(hourAngle)
        return asin(min(max(sine, -1), 1)) * 180 / .pi
    }

    func isUp(at moment: UnixTime) -> Bool {
        elevation(at: moment) > Self.horizon
    }

    /// The sun's course on the day that lasts from `start` to `end`.
    func daylight(from start: UnixTime, to end: UnixTime) -> Daylight {
        let noon = culmination(from: start)
        let declination = Season(at: noon).declination
        let latitude = coordinate.latitude * .pi / 180
        let cosine =
            sin(Self.horizon * .pi / 180) / (cos(latitude) * cos(declination)) - tan(latitude) * tan(declination)
        if cosine > 1 { return .polarNight }
        if cosine < -1 { return .polarDay }
        // The Earth turns by a degree in 240 seconds.
        let half = Int((acos(cosine) * 180 / .pi * 240).rounded())
        return .sun(rise: noon.advanced(by: -half), set: noon.advanced(by: half))
    }

    /// The first time after `midnight` that the sun is at its highest.
    private func culmination(from midnight: UnixTime) -> UnixTime {
        let minutes = 720 - 4 * coordinate.longitude - Season(at: midnight.advanced(by: 43_200)).equationOfTime
        let ofSomeDay = Int((minutes * 60).rounded())
        let ahead = (ofSomeDay - midnight.seconds) % 86_400
        return midnight.advanced(by: ahead < 0 ? ahead + 86_400 : ahead)
    }

    /// Where the sun stands among the stars, which depends on the time alone.
    private struct Season {
        /// By how much the sun is ahead of a clock, minutes.
        var equationOfTime: Double
        /// Latitude over which the sun stands, radians.
        var declination: Double

        init(at moment: UnixTime) {
            // Days since noon of 2000-01-01.
            let days = Double(moment.seconds - 946_728_000) / 86_400
            func radians(_ degrees: Double) -> Double { degrees.remainder(dividingBy: 360) * .pi / 180 }
            let anomaly = radians(357.529 + 0.98560028 * days)
            let meanLongitude = 280.459 + 0.98564736 * days
            let longitude = radians(meanLongitude + 1.915 * sin(anomaly) + 0.020 * sin(2 * anomaly))
            let obliquity = radians(23.439 - 0.00000036 * days)
            let rightAscension = atan2(cos(obliquity) * sin(longitude), cos(longitude)) * 180 / .pi
            declination = asin(sin(obliquity) * sin(longitude))
            equationOfTime = 4 * (meanLongitude - rightAscension).remainder(dividingBy: 360)
        }
    }
}
