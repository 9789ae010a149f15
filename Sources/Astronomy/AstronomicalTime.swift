import Weather

/// A moment as astronomers count it.
struct AstronomicalTime {
    /// Julian centuries of 36,525 days of dynamical time since J2000.0, noon of 2000-01-01.
    let centuries: Double
    /// Mean sidereal time at Greenwich, degrees: which meridian of the sky is over it. J. Meeus, "Astronomical
    /// Algorithms", 2nd edition, formula 12.4.
    let siderealTime: Double

    /// By how much dynamical time is ahead of the Earth's rotation, seconds. It has been within a second of this since
    /// 2016; a minute more or less would move the Moon by half a minute of arc.
    private static let deltaT = 69.0

    init(_ moment: UnixTime) {
        let seconds = Double(moment.seconds - 946_728_000)
        centuries = (seconds + Self.deltaT) / (86_400 * 36_525)
        siderealTime = (280.46061837 + 360.98564736629 * (seconds / 86_400)).remainder(dividingBy: 360)
    }
}
