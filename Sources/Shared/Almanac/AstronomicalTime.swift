import Weather

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
