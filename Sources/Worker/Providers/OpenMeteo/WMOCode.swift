import Weather

extension Condition {
    /// The condition of a code of WMO table 4677 (present weather reported from a manned station), of which
    /// Open-Meteo uses the codes below; `unknown` for any other.
    init(wmoCode: Int) {
        self =
            switch wmoCode {
            case 0: .clear
            case 1: .mostlyClear
            case 2: .partlyCloudy
            case 3: .overcast
            case 45, 48: .fog
            case 51, 53, 55: .drizzle
            case 56, 57: .freezingDrizzle
            case 61: .rainLight
            case 63: .rain
            case 65: .rainHeavy
            case 66, 67: .freezingRain
            case 71, 77: .snowLight
            case 73: .snow
            case 75: .snowHeavy
            case 80, 81, 82: .rainShowers
            case 85, 86: .snowShowers
            case 95: .thunderstorm
            case 96, 99: .thunderstormHail
            default: .unknown
            }
    }
}
