import Glibc

/// The pressure at a station, of its altimeter setting (QNH).
struct StationPressure {
    /// hPa.
    let pressure: Double
    /// Of the station, metres above sea level.
    let elevation: Double

    /// The inverse of the altimeter's definition in the standard atmosphere (ISO 2533:1975; ICAO Doc 7488).
    ///
    /// - Parameter qnh: hPa.
    init(qnh: Double, elevation: Double) {
        let share = 1 - Self.lapseRate * elevation / Self.standardTemperature
        // Below 44 km, where the standard atmosphere's troposphere would end.
        pressure = qnh * pow(max(share, 0), Self.gravity / (Self.gasConstant * Self.lapseRate))
        self.elevation = elevation
    }

    /// hPa: reduced with the measured temperature, for a column whose temperature rises downwards by the standard lapse rate
    /// (WMO-No. 8, Guide to Instruments and Methods of Observation, volume I, chapter 3, reduction to mean sea level).
    ///
    /// - Parameters:
    ///   - temperature: of the air at the station, °C.
    ///   - vapourPressure: at the station, hPa; 0 for dry air.
    func atSeaLevel(temperature: Double, vapourPressure: Double) -> Double {
        let column = temperature + 273.15 + Self.lapseRate * elevation / 2 + vapourPressure * Self.vapourFactor
        return pressure * exp(Self.gravity * elevation / (Self.gasConstant * column))
    }

    /// K/m.
    private static let lapseRate = 0.0065
    /// At sea level, K.
    private static let standardTemperature = 288.15
    /// m/s².
    private static let gravity = 9.80665
    /// Of dry air, J/(kg K).
    private static let gasConstant = 287.05
    /// K/hPa.
    private static let vapourFactor = 0.12
}
