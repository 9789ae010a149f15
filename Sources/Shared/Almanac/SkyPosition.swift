import Glibc
import Weather

/// Geocentric position of the Sun or the Moon, for the equinox of the date.
struct SkyPosition {
    /// Ecliptic longitude, degrees.
    var longitude: Double
    /// Ecliptic latitude, degrees.
    var latitude: Double
    /// Between the centres, km.
    var distance: Double

    /// Geocentric elevation above the horizon of a place, -90 to 90 degrees, without refraction. Meeus, "Astronomical
    /// Algorithms", 2nd edition, formulas 13.3, 13.4 and 13.6.
    func elevation(from place: Coordinate, at time: AstronomicalTime) -> Double {
        let (rightAscension, declination) = equatorial(at: time)
        let hourAngle = time.siderealTime + place.longitude - rightAscension
        return arcsine(
            sine(place.latitude) * sine(declination)
                + cosine(place.latitude) * cosine(declination) * cosine(hourAngle))
    }

    /// Degrees, -180 to 180; positive after the meridian passage.
    func hourAngle(at place: Coordinate, at time: AstronomicalTime) -> Double {
        (time.siderealTime + place.longitude - equatorial(at: time).rightAscension).remainder(dividingBy: 360)
    }

    private func equatorial(at time: AstronomicalTime) -> (rightAscension: Double, declination: Double) {
        // Meeus, formula 22.2, with the nutation of the low-accuracy Sun of chapter 25.
        let obliquity = 23.439291 - 0.0130042 * time.centuries + 0.00256 * cosine(time.node)
        let rightAscension = arctangent(
            sine(longitude) * cosine(obliquity) - sine(latitude) / cosine(latitude) * sine(obliquity),
            cosine(longitude))
        let declination = arcsine(
            sine(latitude) * cosine(obliquity) + cosine(latitude) * sine(obliquity) * sine(longitude))
        return (rightAscension, declination)
    }
}

extension AstronomicalTime {
    /// Longitude of the Moon's ascending node, degrees; Meeus, chapter 25.
    var node: Double { 125.04 - 1934.136 * centuries }

    /// Nutation in longitude, degrees; Meeus, chapter 25.
    var nutation: Double { -0.00478 * sine(node) }
}

extension SkyPosition {
    /// The Sun's apparent position, to 0.01°.
    ///
    /// The low-accuracy method of J. Meeus, "Astronomical Algorithms", 2nd edition, chapter 25, also used by NOAA's
    /// solar calculator: <https://gml.noaa.gov/grad/solcalc/calcdetails.html>.
    static func sun(at time: AstronomicalTime) -> SkyPosition {
        let t = time.centuries
        let meanLongitude = 280.46646 + t * (36_000.76983 + t * 0.0003032)
        let anomaly = 357.52911 + t * (35_999.05029 - t * 0.0001537)
        let eccentricity = 0.016708634 - t * (0.000042037 + t * 0.0000001267)
        let centre =
            (1.914602 - t * (0.004817 + t * 0.000014)) * sine(anomaly)
            + (0.019993 - t * 0.000101) * sine(2 * anomaly) + 0.000289 * sine(3 * anomaly)
        let aberration = -0.00569
        let astronomicalUnit = 149_597_870.7
        return SkyPosition(
            longitude: meanLongitude + centre + aberration + time.nutation, latitude: 0,
            distance: astronomicalUnit * 1.000001018 * (1 - eccentricity * eccentricity)
                / (1 + eccentricity * cosine(anomaly + centre)))
    }
}

/// The Moon's motion, truncated to the terms that matter at a precision of a minute.
///
/// J. Meeus, "Astronomical Algorithms", 2nd edition, chapter 47, after M. Chapront-Touzé and J. Chapront, ELP-2000/82:
/// the terms of at least 0.002° in longitude and 0.001° in latitude. The omitted terms add up to about 0.01°, which the
/// Moon moves in a minute.
extension SkyPosition {
    /// The Moon's apparent position.
    static func moon(at time: AstronomicalTime) -> SkyPosition {
        let t = time.centuries
        let meanLongitude = 218.3164477 + t * (481_267.88123421 - t * 0.0015786)
        let elongation = 297.8501921 + t * (445_267.1114034 - t * 0.0018819)
        let solarAnomaly = 357.5291092 + t * (35_999.0502909 - t * 0.0001536)
        let anomaly = 134.9633964 + t * (477_198.8675055 + t * 0.0087414)
        let nodeDistance = 93.2720950 + t * (483_202.0175233 - t * 0.0036539)
        // The eccentricity of the Earth's orbit decreases, and with it the terms with the Sun's anomaly.
        let roundness = 1 - 0.002516 * t

        var longitude = 0.0
        var distance = 0.0
        for (d, m, a, f, inLongitude, inDistance) in longitudeAndDistance {
            let argument = d * elongation + m * solarAnomaly + a * anomaly + f * nodeDistance
            let scale = m == 0 ? 1 : abs(m) == 1 ? roundness : roundness * roundness
            longitude += scale * inLongitude * sine(argument)
            distance += scale * inDistance * cosine(argument)
        }
        var latitude = 0.0
        for (d, m, a, f, inLatitude) in latitudes {
            let argument = d * elongation + m * solarAnomaly + a * anomaly + f * nodeDistance
            latitude += (m == 0 ? 1 : roundness) * inLatitude * sine(argument)
        }
        // Perturbations by Venus and by the flattening of the Earth.
        longitude += 3958 * sine(119.75 + 131.849 * t) + 1962 * sine(meanLongitude - nodeDistance)
        latitude -= 2235 * sine(meanLongitude)

        return SkyPosition(
            longitude: meanLongitude + longitude / 1e6 + time.nutation, latitude: latitude / 1e6,
            distance: 385_000.56 + distance / 1e3)
    }

    /// Multiples of the mean elongation, the Sun's anomaly, the Moon's anomaly and its distance from the node, followed
    /// by the coefficients of the sine (longitude, millionths of a degree) and of the cosine (distance, m).
    // swift-format-ignore
    private static let longitudeAndDistance: [(Double, Double, Double, Double, Double, Double)] = [
        (0, 0, 1, 0, 6_288_774, -20_905_355),
        (2, 0, -1, 0, 1_274_027, -3_699_111),
        (2, 0, 0, 0, 658_314, -2_955_968),
        (0, 0, 2, 0, 213_618, -569_925),
        (0, 1, 0, 0, -185_116, 48_888),
        (0, 0, 0, 2, -114_332, -3_149),
        (2, 0, -2, 0, 58_793, 246_158),
        (2, -1, -1, 0, 57_066, -152_138),
        (2, 0, 1, 0, 53_322, -170_733),
        (2, -1, 0, 0, 45_758, -204_586),
        (0, 1, -1, 0, -40_923, -129_620),
        (1, 0, 0, 0, -34_720, 108_743),
        (0, 1, 1, 0, -30_383, 104_755),
        (2, 0, 0, -2, 15_327, 10_321),
        (0, 0, 1, 2, -12_528, 0),
        (0, 0, 1, -2, 10_980, 79_661),
        (4, 0, -1, 0, 10_675, -34_782),
        (0, 0, 3, 0, 10_034, -23_210),
        (4, 0, -2, 0, 8_548, -21_636),
        (2, 1, -1, 0, -7_888, 24_208),
        (2, 1, 0, 0, -6_766, 30_824),
        (1, 0, -1, 0, -5_163, -8_379),
        (1, 1, 0, 0, 4_987, -16_675),
        (2, -1, 1, 0, 4_036, -12_831),
        (2, 0, 2, 0, 3_994, -10_445),
        (4, 0, 0, 0, 3_861, -11_650),
        (2, 0, -3, 0, 3_665, 14_403),
        (0, 1, -2, 0, -2_689, -7_003),
        (2, 0, -1, 2, -2_602, 0),
        (2, -1, -2, 0, 2_390, 10_056),
        (1, 0, 1, 0, -2_348, 6_322),
        (2, -2, 0, 0, 2_236, -9_884),
        (0, 1, 2, 0, -2_120, 5_751),
        (0, 2, 0, 0, -2_069, 0),
        (2, -2, -1, 0, 2_048, -4_950),
    ]

    /// The same for the latitude.
    // swift-format-ignore
    private static let latitudes: [(Double, Double, Double, Double, Double)] = [
        (0, 0, 0, 1, 5_128_122),
        (0, 0, 1, 1, 280_602),
        (0, 0, 1, -1, 277_693),
        (2, 0, 0, -1, 173_237),
        (2, 0, -1, 1, 55_413),
        (2, 0, -1, -1, 46_271),
        (2, 0, 0, 1, 32_573),
        (0, 0, 2, 1, 17_198),
        (2, 0, 1, -1, 9_266),
        (0, 0, 2, -1, 8_822),
        (2, -1, 0, -1, 8_216),
        (2, 0, -2, -1, 4_324),
        (2, 0, 1, 1, 4_200),
        (2, 1, 0, -1, -3_359),
        (2, -1, -1, 1, 2_463),
        (2, -1, 0, 1, 2_211),
        (2, -1, -1, -1, 2_065),
        (0, 1, -1, -1, -1_870),
        (4, 0, -1, -1, 1_828),
        (0, 1, 0, 1, -1_794),
        (0, 0, 0, 3, -1_749),
        (0, 1, -1, 1, -1_565),
        (1, 0, 0, 1, -1_491),
        (0, 1, 1, 1, -1_475),
        (0, 1, 1, -1, -1_410),
        (0, 1, 0, -1, -1_344),
        (1, 0, 0, -1, -1_335),
        (0, 0, 3, 1, 1_107),
        (4, 0, 0, -1, 1_021),
    ]
}

/// Finds when a body crosses a given elevation.
struct Crossing {
    /// Elevation of the body above that threshold, degrees; negative below it.
    let height: (UnixTime) -> Double

    /// The moment of the crossing between two moments, to the second; nil when the body is on the same side at both.
    func between(_ start: UnixTime, _ end: UnixTime) -> UnixTime? {
        let isAbove = height(start) > 0
        guard isAbove != (height(end) > 0) else { return nil }
        var (before, after) = (start.seconds, end.seconds)
        while after - before > 1 {
            let middle = before + (after - before) / 2
            if (height(UnixTime(middle)) > 0) == isAbove { before = middle } else { after = middle }
        }
        return UnixTime(after)
    }

    /// The first upward and the first downward crossing in [`start`, `end`).
    ///
    /// The body may cross twice between two samples; near the threshold, its highest or lowest point in between is
    /// sampled too.
    func first(from start: UnixTime, to end: UnixTime) -> (up: UnixTime?, down: UnixTime?) {
        let step = 1200
        var moments = Array(stride(from: start.seconds, to: end.seconds, by: step)).map(UnixTime.init) + [end]
        let heights = moments.map(height)
        for index in moments.indices.dropFirst().dropLast().reversed() {
            let (left, middle, right) = (heights[index - 1], heights[index], heights[index + 1])
            let isTurning = (middle - left) * (right - middle) <= 0
            guard isTurning, (left > 0) == (middle > 0), (middle > 0) == (right > 0) else { continue }
            let turning = turningPoint(between: moments[index - 1], moments[index + 1], isHighest: middle >= left)
            let place = turning < moments[index] ? index : index + 1
            if turning != moments[index] { moments.insert(turning, at: place) }
        }
        var (up, down): (UnixTime?, UnixTime?)
        for (earlier, later) in zip(moments, moments.dropFirst()) {
            guard let moment = between(earlier, later), moment < end else { continue }
            if height(moment) > 0 { up = up ?? moment } else { down = down ?? moment }
        }
        return (up, down)
    }

    /// The moment of the highest or lowest elevation between two moments, to the minute, by ternary search.
    private func turningPoint(between start: UnixTime, _ end: UnixTime, isHighest: Bool) -> UnixTime {
        var (left, right) = (start, end)
        while right.seconds(since: left) > 60 {
            let third = right.seconds(since: left) / 3
            let (near, far) = (left.advanced(by: third), right.advanced(by: -third))
            if (height(near) < height(far)) == isHighest { left = near } else { right = far }
        }
        return left
    }
}

/// A moment on the time scales of astronomy.
struct AstronomicalTime {
    /// Julian centuries of 36,525 days of dynamical time since J2000.0, noon of 2000-01-01.
    let centuries: Double
    /// Mean sidereal time at Greenwich, degrees. J. Meeus, "Astronomical Algorithms", 2nd edition, formula 12.4.
    let siderealTime: Double

    /// Dynamical time minus Universal Time, seconds. It has been within a second of this since 2016; an error of a
    /// minute would move the Moon by half a minute of arc.
    private static let deltaT = 69.0

    init(_ moment: UnixTime) {
        let seconds = Double(moment.seconds - 946_728_000)
        centuries = (seconds + Self.deltaT) / (86_400 * 36_525)
        siderealTime = (280.46061837 + 360.98564736629 * (seconds / 86_400)).remainder(dividingBy: 360)
    }
}

// Trigonometry in degrees.

func sine(_ degrees: Double) -> Double { sin(degrees.radians) }
func cosine(_ degrees: Double) -> Double { cos(degrees.radians) }

/// Clamps to -1 to 1, since rounding may exceed it.
func arcsine(_ sine: Double) -> Double { asin(min(max(sine, -1), 1)) * 180 / .pi }
func arctangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) * 180 / .pi }

/// The same direction in [0, 360).
func turn(_ degrees: Double) -> Double {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    return rest < 0 ? rest + 360 : rest
}
