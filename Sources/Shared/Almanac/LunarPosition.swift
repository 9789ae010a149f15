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
