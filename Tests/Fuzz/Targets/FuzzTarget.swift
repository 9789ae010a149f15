/// Something that reads foreign bytes, and what has to hold of whatever it makes of them.
struct FuzzTarget: Sendable {
    /// As its corpus is called.
    let name: String
    /// Throws when something does not hold. That the bytes are nonsense is no reason to.
    let check: @Sendable ([UInt8]) throws -> Void

    static let all: [FuzzTarget] = [
        .request, .requestStream, .client, .openMeteo, .openMeteoAir, .openMeteoGeocoding, .openWeatherMap, .oneCall,
        .openWeatherMapAir, .openWeatherMapGeocoding, .metNorway, .metAlerts, .nws, .nwsAlerts, .darkSky, .ipLocation,
        .cap,
        .meteoAlarm, .publicAlerts, .environmentCanada, .brightSky,
        .reportsFile, .settingsFiles, .template, .configuration, .toml, .httpAnswer, .workerAnswer, .workerJob, .tzif,
    ]
}
