/// Who can be asked, as config.toml names them.
enum ProviderName: String, CaseIterable, Sendable {
    case openMeteo = "open-meteo"
    case metNorway = "met-norway"
    case openWeatherMap = "openweathermap"
    case nws
    case pirateWeather = "pirate-weather"
    case sample

    /// Those that give warnings by themselves, whoever gives the forecast.
    static let ofAlerts: [ProviderName] = [.nws, .metNorway]
    static let ofAir: [ProviderName] = [.openMeteo, .openWeatherMap]
}

/// Which of OpenWeatherMap's paid calls the key is for.
enum OneCallVersion: String, CaseIterable, Sendable {
    case three = "3.0"
    case four = "4.0"
}
