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
