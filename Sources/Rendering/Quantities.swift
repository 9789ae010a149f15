import Weather

// Each quantity as people write it: a number in the unit that they chose, and the unit's name.

extension Units.Temperature {
    func text(_ celsius: Double, decimals: Int = 0) -> String {
        let number = converted(celsius).text(decimals: decimals)
        return switch self {
        case .celsius: number + "°C"
        case .fahrenheit: number + "°F"
        case .kelvin: number + " K"
        }
    }
}

extension Units.Wind {
    /// The speed alone; "calm" below Beaufort force 1.
    func text(_ metersPerSecond: Double) -> String {
        guard Self.beaufort.converted(metersPerSecond) > 0 else { return English.calm }
        let speed = converted(metersPerSecond)
        return switch self {
        case .metersPerSecond: speed.text(decimals: 1) + " m/s"
        case .kilometersPerHour: speed.text(decimals: 0) + " km/h"
        case .milesPerHour: speed.text(decimals: 0) + " mph"
        case .knots: speed.text(decimals: 0) + " kn"
        case .beaufort: speed.text(decimals: 0) + " Bft"
        }
    }
}

extension Units.Pressure {
    func text(_ hectopascals: Double) -> String {
        let pressure = converted(hectopascals)
        return switch self {
        case .hectopascals: pressure.text(decimals: 0) + " hPa"
        case .millimetersOfMercury: pressure.text(decimals: 0) + " mmHg"
        case .inchesOfMercury: pressure.text(decimals: 2) + " inHg"
        }
    }
}

extension Units.Precipitation {
    func text(_ millimeters: Double) -> String {
        let depth = converted(millimeters)
        return switch self {
        case .millimeters: depth.text(decimals: 1) + " mm"
        case .inches: depth.text(decimals: 2) + " in"
        }
    }
}

extension Units.Distance {
    /// One decimal below 10, none from there on.
    func text(_ meters: Double) -> String {
        let distance = converted(meters)
        let number = distance.text(decimals: distance < 9.95 ? 1 : 0)
        return switch self {
        case .kilometers: number + " km"
        case .miles: number + " mi"
        }
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
