import Weather

// Each quantity as people write it: a number in the unit that they chose, and the unit's name.

extension Units.Temperature {
    func text(_ celsius: Double, decimals: Int = 0) -> String {
        // Degrees touch their number.
        converted(celsius).text(decimals: decimals) + (self == .kelvin ? " " : "") + symbol
    }
}

extension Units.Wind {
    /// The speed alone; "calm" below Beaufort force 1.
    func text(_ metersPerSecond: Double) -> String {
        guard Self.beaufort.converted(metersPerSecond) > 0 else { return English.calm }
        return converted(metersPerSecond).text(decimals: self == .metersPerSecond ? 1 : 0) + " " + symbol
    }
}

extension Units.Pressure {
    func text(_ hectopascals: Double) -> String {
        converted(hectopascals).text(decimals: self == .inchesOfMercury ? 2 : 0) + " " + symbol
    }
}

extension Units.Precipitation {
    func text(_ millimeters: Double) -> String {
        converted(millimeters).text(decimals: self == .inches ? 2 : 1) + " " + symbol
    }
}

extension Units.Distance {
    /// One decimal below 10, none from there on.
    func text(_ meters: Double) -> String {
        let distance = converted(meters)
        return distance.text(decimals: distance < 9.95 ? 1 : 0) + " " + symbol
    }
}

/// A share of a hundred.
func percent(_ share: Double) -> String {
    share.text(decimals: 0) + "%"
}

/// The one of sixteen points of the compass that is nearest to a direction, given in degrees clockwise from north.
func compassPoint(_ degrees: Double) -> String {
    let turn = degrees.truncatingRemainder(dividingBy: 360)
    let sector = Int(((turn.isFinite ? turn : 0) / 22.5).rounded())
    return English.compass[(sector + 16) % 16]
}
